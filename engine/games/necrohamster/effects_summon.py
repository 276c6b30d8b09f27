"""The summon phase: blind commits, one reveal, payments, creatures placed together."""

from __future__ import annotations

from engine.events import emit
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import (
    ABILITY,
    AREA,
    BY_COMMIT,
    BY_EFFECT,
    CONTINUOUS,
    NONE,
    SUMMON,
    cards_in,
)
from engine.games.necrohamster.effects import claim_titles
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import costs, in_play, mover, order, works


def begin_summon(state: Necrohamster) -> None:
    """Everybody chooses at the same time: in player order, each blind (NH-SUMMON-01)."""
    state.turn = 0
    emit(state, ev.PHASE_STARTED, SUMMON, state.round)


def close_commit(state: Necrohamster) -> None:
    """A player has chosen card and payment, or to pass; nobody else knows which."""
    seat = mover(state)
    kind = state.commit[seat]
    emit(state, ev.COMMIT_MADE, seat, kind, costs(state, seat)[kind] if kind != NONE else 0)
    state.turn += 1


# --- the reveal (NH-SUMMON-04 to -08) --------------------------------------------------------


def reveal(state: Necrohamster) -> None:
    """All payments, then all creatures, then titles: one moment (NH-SUMMON-08, NH-TITLE-02)."""
    seats = order(state)
    summoners = [seat for seat in seats if state.commit[seat] != NONE]
    say_commits(state, summoners)
    for seat in summoners:
        pay(state, seat, BY_COMMIT)
    for seat in seats:
        summon_or_pass(state, seat)
    claim_titles(state, AREA, seats, SUMMON)
    for seat in summoners:
        look_for_the_end(state, seat)
    state.turn = 0
    emit(state, ev.PHASE_STARTED, ABILITY, state.round)


def say_commits(state: Necrohamster, summoners: list[int]) -> None:
    """What everybody chose is turned up at once (NH-SUMMON-01)."""
    cards = tuple([state.commit[seat] for seat in summoners])
    emit(state, ev.COMMITS_REVEALED, cards, state.rules.players - len(summoners))


def summon_or_pass(state: Necrohamster, seat: int) -> None:
    """The creature committed, or none (NH-SUMMON-02)."""
    if state.commit[seat] != NONE:
        place(state, seat, BY_COMMIT)
    else:
        emit(state, ev.SUMMON_PASSED, seat, sum(state.hands[seat]))


def pay(state: Necrohamster, seat: int, way: int) -> None:
    """The cards chosen go face up to the discard pile (NH-SUMMON-04, -06)."""
    paid, hand, discards = state.paid[seat], state.hands[seat], state.discards
    state.paid[seat] = bytearray(CREATURES_MAX)
    for kind, count in enumerate(paid):
        if count:
            hand[kind] -= count
            discards[kind] += count
    if state.sink is not None:
        say_payment(state, seat, cards_in(paid), way)


def say_payment(state: Necrohamster, seat: int, cards: tuple[int, ...], way: int) -> None:
    """What was paid for what, and what it left."""
    kind = state.commit[seat]
    price, printed = costs(state, seat)[kind], state.rules.printed[kind]
    hand, discards = sum(state.hands[seat]), sum(state.discards)
    emit(state, ev.PAYMENT_MADE, seat, kind, price, printed, cards, hand, discards, way)


def place(state: Necrohamster, seat: int, way: int) -> None:
    """The creature joins its player's area (NH-SUMMON-07), and sets off what it sets off."""
    kind = state.commit[seat]
    state.commit[seat] = NONE
    state.hands[seat][kind] -= 1
    set_off(state, seat, kind)
    state.count[seat] += 1
    if state.rules.ties_cumulative:
        state.best[seat] = max(state.best[seat], state.rules.creatures[kind].points)
    lay_down(state, seat, kind, way)


def set_off(state: Necrohamster, seat: int, kind: int) -> None:
    """What the summon owes in the ability phase: the creature's own ability (NH-ABIL-01).

    And a draw for each card that listens already, such as the Trident (NH-CARD-04).
    """
    rules, pending = state.rules, state.pending[seat]
    for source in rules.listeners:
        pending[source] += works(state, seat, source)
    if rules.is_triggered[kind]:
        pending[kind] += 1


def lay_down(state: Necrohamster, seat: int, kind: int, way: int) -> None:
    """A continuous creature works from its player's slot on; in that slot at once (NH-ABIL-02)."""
    lasts = state.rules.kind_of[kind] == CONTINUOUS
    (state.waiting if lasts and way == BY_COMMIT else state.areas)[seat][kind] += 1
    if state.sink is not None:
        emit(state, ev.CREATURE_SUMMONED, seat, kind, state.count[seat], in_play(state, seat),
             way, state.source)  # fmt: skip
    if lasts and way == BY_EFFECT:
        emit(state, ev.ABILITY_STARTED, seat, kind, 1)


def look_for_the_end(state: Necrohamster, seat: int) -> None:
    """A summon may be somebody's eighth: this round is the last (NH-END-01).

    What is counted are summons (NH-END-05, NH-ART-03), or under eighth_mode = in_play creatures in
    the area; what is lost later changes nothing (NH-END-04).
    """
    reached = creatures_reached(state, seat)
    if reached >= state.rules.last_creature and not state.ended:
        state.ended = 1
        emit(state, ev.END_TRIGGERED, seat, reached, state.round)


def creatures_reached(state: Necrohamster, seat: int) -> int:
    """How far a player has come, by eighth_mode."""
    return in_play(state, seat) if state.rules.in_play else state.count[seat]


# --- a further summon (NH-ABILPH-03) ---------------------------------------------------------


def summon_more(state: Necrohamster) -> None:
    """A further creature in the ability phase: paid and placed at once."""
    seat = mover(state)
    pay(state, seat, BY_EFFECT)
    place(state, seat, BY_EFFECT)
    state.left -= 1
    claim_titles(state, AREA, (seat,), ABILITY)
    look_for_the_end(state, seat)
