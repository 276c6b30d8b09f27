"""Hidden hands and commits (NH-SUMMON-01): what each seat is shown, and what it cannot tell apart.

`unseen` gives the harness positions that a seat cannot tell from the one at hand: other cards in
the deck and in the hands of others, other commits and payments of theirs, and another number of
steps into the commit of whoever is choosing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import cast

from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.state import State
from properties.invariant import Verdict, observation_check, step_invariant
from properties.necrohamster.book import NONE, book
from properties.necrohamster.ledger import Turn
from properties.necrohamster.summon import SECRET
from properties.witness import one_seat_sees_no_other

# Numbers of the rows in which a seat commits; rows are only ever appended.
COMMIT, PAY = 10, 11
TWINS = 3
NEVER_DEALT = ("title", "deal", "marker")


# --- positions a seat cannot tell apart -----------------------------------------------------------


def unseen(state: State, seat: int) -> Iterator[Necrohamster]:
    """Positions that differ from this one only in what `seat` cannot see, the boldest first."""
    here = cast(Necrohamster, state)
    players = book(here.rules).players
    others = [at for at in range(players) if at != seat]
    twins = [_other_commits(here, others)] if here.phase in (COMMIT, PAY) else []
    for twin in chain(*twins, _other_deals(here, others)):
        if (twin.phase, twin.commit, twin.paid, twin.hands, twin.deck) != (
            here.phase, here.commit, here.paid, here.hands, here.deck,
        ):  # fmt: skip
            yield twin


def _free(state: Necrohamster, seat: int) -> list[int]:
    """Hand cards of a seat that no open choice of its names, one entry a card."""
    spare = [have - used for have, used in
             zip(state.hands[seat], state.paid[seat], strict=True)]  # fmt: skip
    if state.commit[seat] != NONE:
        spare[state.commit[seat]] -= 1
    return [kind for kind, n in enumerate(spare) for _ in range(n)]


def _other_deals(state: Necrohamster, others: list[int]) -> Iterator[Necrohamster]:
    """Cards change places between the deck and hands of others, few and all of them."""
    deck = [kind for kind, n in enumerate(state.deck) for _ in range(n)]
    free = {seat: _free(state, seat) for seat in others}
    pool = deck + [kind for seat in others for kind in free[seat]]
    yield _dealt(state, others, free, pool[::-1])
    yield _dealt(state, others, free, pool[-1:] + pool[:-1])
    for seat in others:
        pairs = [(mine, theirs) for mine in free[seat][:1] for theirs in deck if mine != theirs]
        for mine, theirs in pairs[:1]:
            twin = state.clone()
            _swap(twin.hands[seat], twin.deck, mine, theirs)
            yield twin


def _swap(one: bytearray, two: bytearray, mine: int, theirs: int) -> None:
    one[mine] -= 1
    two[mine] += 1
    two[theirs] -= 1
    one[theirs] += 1


def _dealt(
    state: Necrohamster, others: list[int], free: dict[int, list[int]], pool: list[int]
) -> Necrohamster:
    """The same sizes, filled from this list of cards: the deck first, then the hands."""
    twin = state.clone()
    size = sum(state.deck)
    twin.deck = _pile(pool[:size])
    at = size
    for seat in others:
        for kind in free[seat]:
            twin.hands[seat][kind] -= 1
        for kind in pool[at : at + len(free[seat])]:
            twin.hands[seat][kind] += 1
        at += len(free[seat])
    return twin


def _pile(cards: list[int]) -> bytearray:
    pile = bytearray(CREATURES_MAX)
    for kind in cards:
        pile[kind] += 1
    return pile


def _other_commits(state: Necrohamster, others: list[int]) -> Iterator[Necrohamster]:
    """Seats that have committed, or are at it, chose otherwise, or got further or less far."""
    cards = book(state.rules)
    for seat in others:
        turn = (seat - state.marker) % cards.players
        if turn > state.turn:
            continue
        choosing = turn == state.turn
        if choosing or state.commit[seat] != NONE:
            yield _chosen(state, seat, NONE, 0, COMMIT if choosing else state.phase)
        costs, spare = cards.costs(state, seat), sum(state.hands[seat]) - 1
        kinds = [kind for kind in cards.kinds if state.hands[seat][kind]
                 and kind != state.commit[seat] and costs[kind] <= spare]  # fmt: skip
        for kind in kinds[:1] + kinds[-1:]:
            if not choosing:
                yield _chosen(state, seat, kind, costs[kind], state.phase)
            elif costs[kind]:
                yield _chosen(state, seat, kind, costs[kind] - 1, PAY)


def _chosen(state: Necrohamster, seat: int, kind: int, paid: int, phase: int) -> Necrohamster:
    """The seat has named this card and put this many others aside for it, the least kinds first."""
    twin = state.clone()
    twin.phase = phase
    twin.commit[seat], twin.paid[seat] = kind, bytearray(CREATURES_MAX)
    for card in _free(twin, seat)[:paid]:
        twin.paid[seat][card] += 1
    return twin


# --- what is shown --------------------------------------------------------------------------------


@observation_check("NHI-11", "NH-SUMMON-01", "NH-SUMMON-04", rows=SECRET, every=61)
def a_view_holds_one_commit(state: Necrohamster, seen: dict[str, object]) -> Verdict:
    """Before the reveal a seat is shown its own commit and payment, and nobody else's."""
    names = {name: seen.get(name) for name in ("commit", "paid")}
    for name, shown in names.items():
        if not isinstance(shown, dict) or list(shown) != ["own"]:
            return f"{name} is shown as {shown}"
    own = names["commit"]
    assert isinstance(own, dict)
    table = book(state.rules).names["creature"]
    made = ["none" if card == NONE else table[card] for card in state.commit]
    return own["own"] in made


@observation_check(
    "NHI-11", "NH-SUMMON-01", "NH-HAND-01", "NH-SETUP-05", but=NEVER_DEALT, every=101
)
def hands_and_deck_are_backs(state: Necrohamster, seen: dict[str, object]) -> Verdict:
    """Of other hands and of the deck only the sizes are shown; the own hand is shown whole."""
    cards, hands = book(state.rules), seen.get("hands")
    if not isinstance(hands, dict) or sorted(hands) != ["own", "sizes"]:
        return f"hands are shown as {hands}"
    sizes = [sum(hand) for hand in state.hands][: cards.players]
    table = cards.names["creature"]
    own = [{table[kind]: n for kind, n in enumerate(hand) if n} for hand in state.hands]
    shown = seen.get("deck") == sum(state.deck)
    return shown and hands["sizes"][: cards.players] == sizes and hands["own"] in own


@observation_check("NHI-11", "NH-SETUP-06", "NH-SUMMON-06", but=NEVER_DEALT, every=101)
def the_table_is_seen_by_all(state: Necrohamster, seen: dict[str, object]) -> Verdict:
    """Discards lie face up, as do areas, titles and artefacts, wherever they are."""
    table = book(state.rules).names["creature"]

    def words(pile: bytearray) -> dict[str, int]:
        return {table[kind]: n for kind, n in enumerate(pile) if n}

    areas = seen.get("areas")
    shown = isinstance(areas, list) and areas == [words(area) for area in state.areas]
    return shown and seen.get("discards") == words(state.discards)


def _titles_in(value: object, titles: tuple[str, ...]) -> set[str]:
    """Names of titles anywhere in a view."""
    if isinstance(value, dict):
        return set().union(*(_titles_in(item, titles) for item in value.values()), set())
    if isinstance(value, list | tuple):
        return set().union(*(_titles_in(item, titles) for item in value), set())
    return {value} if isinstance(value, str) and value in titles else set()


@observation_check("NHI-02", "NH-SETUP-03", "NH-SETUP-02", but=NEVER_DEALT, every=101)
def titles_removed_are_not_shown(state: Necrohamster, seen: dict[str, object]) -> Verdict:
    """A view names the titles laid out, claimed or not, and no other."""
    names, masks = book(state.rules).names["title"], (state.offered, *state.titles)
    laid = {name for at, name in enumerate(names) if any(mask >> at & 1 for mask in masks)}
    return _titles_in(seen, names) == laid


@step_invariant("NHI-11", "NH-SUMMON-01", "NH-SETUP-04", "NH-DRAW-03",
                rows=("commit", "pay", "deal", "draw"), every=19)  # fmt: skip
def a_secret_ply_is_seen_by_one(step: Turn) -> Verdict:
    """A card dealt or drawn, named or put aside is seen by the seat it is, or will be, with."""
    seats = range(step.game.players)
    told = [e.num("seat") for e in step.events if e.kind in ("card.dealt", "card.drawn")]
    owner = step.player if step.row in SECRET else told[0]
    seen = [seat for seat in seats if step.game.sees(step.before, seat)]
    return seen == [owner] or f"seats {seen} see {step.text} of seat {owner}"


@step_invariant("NHM-F", "NH-SUMMON-01", "NH-SETUP-05", but=NEVER_DEALT, every=131)
def the_unseen_makes_no_difference(step: Turn) -> Verdict:
    """What a seat is shown, and may do, is the same in every position it cannot tell apart."""
    return _alike(step)


@step_invariant("NHM-F", "NH-SUMMON-01", "NH-SUMMON-04", rows=SECRET, every=71)
def a_commit_in_the_making_shows_nothing(step: Turn) -> Verdict:
    """Whether others pass, pay or have paid makes no difference to a view before the reveal."""
    return _alike(step)


def _alike(step: Turn) -> Verdict:
    """One seat and the boldest twins an occasion: views are dear, and the harness judges more."""
    seat = step.ply % step.game.players
    return one_seat_sees_no_other(step, seat, islice(unseen(step.before, seat), TWINS))
