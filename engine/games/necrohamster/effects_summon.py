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


def reveal(state: Necrohamster) -> None:
    """All payments, then all creatures, then titles: one moment (NH-SUMMON-08, NH-TITLE-02)."""
    seats = order(state)
    summoners = [seat for seat in seats if state.commit[seat] != NONE]
    emit(state, ev.COMMITS_REVEALED, tuple(state.commit[seat] for seat in summoners),
         len(seats) - len(summoners))  # fmt: skip
    for seat in summoners:
        pay(state, seat, BY_COMMIT)
    for seat in seats:
        if seat in summoners:
            place(state, seat, BY_COMMIT)
        else:
            emit(state, ev.SUMMON_PASSED, seat, sum(state.hands[seat]))
    claim_titles(state, AREA, seats, SUMMON)
    for seat in summoners:
        look_for_the_end(state, seat)
    state.turn = 0
    emit(state, ev.PHASE_STARTED, ABILITY, state.round)


def pay(state: Necrohamster, seat: int, way: int) -> None:
    """The cards chosen go face up to the discard pile (NH-SUMMON-04, -06)."""
    kind, paid, hand = state.commit[seat], state.paid[seat], state.hands[seat]
    price = costs(state, seat)[kind]
    cards: list[int] = []
    for other, count in enumerate(paid):
        if count:
            hand[other] -= count
            state.discards[other] += count
            cards += [other] * count
    state.paid[seat] = bytearray(CREATURES_MAX)
    if state.sink is not None:
        emit(state, ev.PAYMENT_MADE, seat, kind, price, state.rules.printed[kind], tuple(cards),
             sum(hand), sum(state.discards), way)  # fmt: skip


def place(state: Necrohamster, seat: int, way: int) -> None:
    """The creature joins its player's area (NH-SUMMON-07), and sets off what it sets off.

    A continuous creature works from its player's slot on; in that slot at once (NH-ABIL-02).
    """
    kind, rules = state.commit[seat], state.rules
    state.commit[seat] = NONE
    state.hands[seat][kind] -= 1
    pending = state.pending[seat]
    for source in rules.listeners:
        pending[source] += works(state, seat, source)
    at_once = way == BY_EFFECT or rules.kind_of[kind] != CONTINUOUS
    (state.areas if at_once else state.waiting)[seat][kind] += 1
    if kind in rules.runs and rules.kind_of[kind] != CONTINUOUS:
        pending[kind] += 1
    state.count[seat] += 1
    if rules.ties_cumulative:
        state.best[seat] = max(state.best[seat], rules.creatures[kind].points)
    if state.sink is not None:
        emit(state, ev.CREATURE_SUMMONED, seat, kind, state.count[seat], in_play(state, seat),
             way, state.source)  # fmt: skip
    if way == BY_EFFECT and rules.kind_of[kind] == CONTINUOUS:
        emit(state, ev.ABILITY_STARTED, seat, kind, 1)


def look_for_the_end(state: Necrohamster, seat: int) -> None:
    """A summon may be somebody's eighth: this round is the last (NH-END-01).

    What is counted are summons (NH-END-05, NH-ART-03), or under eighth_mode = in_play creatures in
    the area; what is lost later changes nothing (NH-END-04).
    """
    rules = state.rules
    reached = in_play(state, seat) if rules.in_play else state.count[seat]
    if reached >= rules.last_creature and not state.ended:
        state.ended = 1
        emit(state, ev.END_TRIGGERED, seat, reached, state.round)


def summon_more(state: Necrohamster) -> None:
    """A further creature in the ability phase: paid and placed at once (NH-ABILPH-03)."""
    seat = mover(state)
    pay(state, seat, BY_EFFECT)
    place(state, seat, BY_EFFECT)
    state.left -= 1
    claim_titles(state, AREA, (seat,), ABILITY)
    look_for_the_end(state, seat)
