"""Hidden hands, piles and faces: what each seat is shown, and what it cannot tell apart.

`unseen` gives the harness positions that a seat cannot tell from the one at hand: other cards in
the piles and in the hands of others, and other faces under the backs that it does not control.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import cast

from engine.games.henchling.schema import ABILITIES_MAX, CARDS
from engine.games.henchling.state import Henchling
from engine.state import State
from properties.henchling.book import NONE, bit, bits, controller, of_type, seats_from
from properties.henchling.ledger import Turn, sizes
from properties.invariant import Verdict, observation_check, step_invariant
from properties.witness import one_seat_sees_no_other

TWINS = 3
RECORDS = ("damage", "coins", "power_a", "power_h", "boost_a", "boost_h", "turn_a", "turn_h",
           "owner", "host")  # fmt: skip
DEALING = ("lots", "deal")


# --- positions a seat cannot tell apart -----------------------------------------------------------


def unseen(state: State, seat: int) -> Iterator[Henchling]:
    """Positions that differ from this one only in what `seat` cannot see, the boldest first."""
    here = cast(Henchling, state)
    fixed = _spoken_of(here)
    yield from _other_faces(here, seat, fixed)
    zones = [zone & ~fixed for zone in _zones(here, seat)]
    pairs = [(a, b) for a, b in combinations(zones, 2) if a and b]
    for one, two in pairs:
        yield swapped(here, next(bits(one)), next(bits(two)))
        yield swapped(here, one.bit_length() - 1, two.bit_length() - 1)
    if len(here.bottom) > 1:
        twin = here.clone()
        twin.bottom = twin.bottom[::-1]
        yield twin


def _spoken_of(state: Henchling) -> int:
    """Cards whose numbers stand in what is owed, or that are being played: left where they are."""
    found = bit(state.playing) | bit(state.exposed)
    for task in state.agenda:
        numbers = task if isinstance(task, tuple) else (task,)
        for number in numbers:
            if isinstance(number, int) and 0 <= number < CARDS:
                found |= 1 << number
    return found


def _zones(state: Henchling, seat: int) -> list[int]:
    """Zones of cards whose faces the seat does not see, and whose contents may be exchanged.

    Traps lie in no hand, and never in a pile that could not hold them, so they stay.
    """
    others = [state.hands[other] for other in seats_from(state, seat)[1:]]
    low = sum(1 << card for card in state.bottom)
    piles = (state.pool, state.down, state.up, low)
    return [*others, *(zone & ~state.rules.traps for zone in piles)]


def swapped(state: Henchling, one: int, two: int) -> Henchling:
    """Two cards change places, whatever zones they lie in, with all records kept by card."""
    twin = state.clone()
    both = bit(one) | bit(two)

    def turned(mask: int) -> int:
        held = mask & both
        return mask ^ both if held and held != both else mask

    for name in ("pool", "down", "up", "discard", "tilted", "flip_now", "guards"):
        setattr(twin, name, turned(getattr(twin, name)))
    for name in ("hands", "tables"):
        setattr(twin, name, [turned(mask) for mask in getattr(twin, name)])
    other = {one: two, two: one}
    twin.bottom = [other.get(card, card) for card in twin.bottom]
    twin.backs = [other.get(card, card) for card in twin.backs]
    for name in RECORDS:
        cells = getattr(twin, name)
        cells[one], cells[two] = cells[two], cells[one]
    for card, host in enumerate(twin.host):
        twin.host[card] = other.get(host, host)
    return twin


def _other_faces(state: Henchling, seat: int, fixed: int) -> Iterator[Henchling]:
    """Another card of the same type lies under a back that the seat does not control."""
    hidden = 0
    for zone in _zones(state, seat):
        hidden |= zone
    for card in state.backs:
        busy = any(use // ABILITIES_MAX == card for use in state.used) or state.guards >> card & 1
        if controller(state, card) == seat or card >= CARDS or busy or fixed >> card & 1:
            continue
        printed = state.rules.designs[card]
        same = of_type(state, hidden & ~fixed, printed.type)
        for other in bits(same):
            theirs = state.rules.designs[other]
            if theirs.enhances == printed.enhances and theirs.id != printed.id:
                yield swapped(state, card, other)
                break


# --- what is shown --------------------------------------------------------------------------------


def words_in(value: object) -> set[str]:
    """Every word anywhere in a view, those inside longer texts too."""
    if isinstance(value, dict):
        return set().union(*(words_in(item) for item in value.values()), set())
    if isinstance(value, list | tuple):
        return set().union(*(words_in(item) for item in value), set())
    return set(value.split()) if isinstance(value, str) else set()


@observation_check("HEI-62", "HE-PILE-03", "HE-DRAW-06", but=DEALING, every=181)
def no_card_of_a_pile_is_shown(state: Henchling, seen: dict[str, object]) -> Verdict:
    """Of the piles a view shows sizes and the exposed card, and names nothing that lies hidden."""
    names = state.rules.names["cards"]
    shown = words_in({key: value for key, value in seen.items() if key != "agenda"})
    hidden = [names[card] for card in bits(sizes(state)[0]) if names[card] in shown]
    wanted = names[state.exposed] if state.exposed != NONE else "none"
    return (not hidden and seen.get("exposed") == wanted) or f"shown: {hidden}"


@observation_check("HEI-62", "HE-FLIP-03", "HE-DRAW-06", "HE-SETUP-03", but=DEALING, every=181)
def hands_of_others_are_sizes(state: Henchling, seen: dict[str, object]) -> Verdict:
    """Of other hands only sizes are shown; the own hand is shown whole."""
    names, hands = state.rules.names["cards"], seen.get("hands")
    if not isinstance(hands, dict) or sorted(hands) != ["own", "sizes"]:
        return f"hands are shown as {hands}"
    held = [[names[card] for card in bits(hand)] for hand in state.hands]
    if hands["own"] not in held:
        return f"own is shown as {hands['own']}"
    return list(hands["sizes"])[: state.rules.players] == [
        len(hand) for hand in held[: state.rules.players]
    ]


@observation_check("HEI-35", "HE-FLIP-03", "HE-FLIP-02", "HE-CTR-03", "HE-ENH-04", but=DEALING,
                   every=91)  # fmt: skip
def backs_have_no_faces(state: Henchling, seen: dict[str, object]) -> Verdict:
    """A face-down card is shown to all but its controller as a back, with no numbers at all."""
    if not state.backs:
        return None
    names, hands = state.rules.names["cards"], seen.get("hands")
    own = hands["own"] if isinstance(hands, dict) else None
    seats = [seat for seat in range(state.rules.players)
             if [names[card] for card in bits(state.hands[seat])] == own]  # fmt: skip
    if len(seats) != 1:
        return None
    shown = words_in(seen.get("tables"))
    leaked = [names[card] for card in state.backs
              if controller(state, card) != seats[0] and names[card] in shown]  # fmt: skip
    return not leaked or f"seat {seats[0]} is shown {leaked}"


@step_invariant("HEI-62", "HE-FLIP-03", "HE-DRAW-06", but=DEALING, every=131)
def the_unseen_makes_no_difference(step: Turn) -> Verdict:
    """What a seat is shown, and may do, is the same in every position it cannot tell apart."""
    seat = step.ply % step.game.players
    return one_seat_sees_no_other(step, seat, islice(unseen(step.before, seat), TWINS))
