"""What is seen: face-down cards never, and nothing that depends on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import cast

from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.state import State
from properties.hunted.book import POOLS, bit, bits, book, known_in
from properties.hunted.ledger import Turn, argument
from properties.invariant import Verdict, observation_check, step_invariant

OPEN = ("in_row", "tucked", "locations", "attached", "looked")


def named_in(value: object, names: frozenset[str]) -> frozenset[str]:
    """Ids of cards anywhere in an observation."""
    if isinstance(value, dict):
        return frozenset().union(*(named_in(item, names) for item in value.values()))
    if isinstance(value, list | tuple):
        flat = all(type(item) is str for item in value)
        return names.intersection(value) if flat else named_in(dict(enumerate(value)), names)
    return frozenset((value,)) if isinstance(value, str) and value in names else frozenset()


def face_down(state: Hunted) -> int:
    """The cards nobody is shown: in deck and Finale pile, known to lie there or not."""
    return (known_in(state.deck) | known_in(state.pile) | state.unseen | state.sealed
            | state.under)  # fmt: skip


@observation_check("HUI-44", "HU-COMP-04", every=11)
def face_down_cards_are_not_shown(state: Hunted, seen: dict[str, object]) -> Verdict:
    """No card of deck or pile is named, whatever a look at it told before."""
    cards = book(state.rules)
    shown = named_in({key: item for key, item in seen.items() if key != "row"}, cards.all_ids)
    hidden = {cards.ids[card] for card in bits(face_down(state))}
    return not shown & hidden or f"{sorted(shown & hidden)} shown, and face down"


@observation_check("HUI-44", "HU-COMP-04", "HU-SETUP-06", "HU-SETUP-13", every=11)
def what_lies_open_is_shown(state: Hunted, seen: dict[str, object]) -> Verdict:
    """Row, hands, party, discard pile, cards looked at and sizes of both piles are shown."""
    cards = book(state.rules)
    lies = bit(state.foe) | state.discard | state.inventory | state.party
    for name in OPEN:
        lies |= known_in(getattr(state, name))
    shown = named_in(seen, cards.all_ids)
    sizes = (seen.get("deck"), seen.get("pile"), seen.get("energy"))
    return ({cards.ids[card] for card in bits(lies)} <= shown
            and sizes == (len(state.deck), len(state.pile), state.energy))  # fmt: skip


@step_invariant("HUI-44", "HU-COMP-04", "HU-ITEM-03", verbs=("look_at",))
def only_cards_looked_at_are_seen(step: Turn) -> Verdict:
    """A look shows the card it turns up, and no other card changes from unknown to known."""
    before, after = step.before, step.after
    turned = known_in(after.looked) & ~known_in(before.looked)
    return turned == bit(argument(step)) and known_in(after.deck) == known_in(before.deck)


def unseen(state: State, seat: int) -> Iterable[State]:
    """Positions that differ in face-down cards alone: what the hero cannot tell apart."""
    return _alternatives(cast(Hunted, state))


def _alternatives(state: Hunted) -> Iterator[Hunted]:
    """Another order, known cards for unknown ones, and cards of one pool for another's."""
    if state.deck != state.deck[::-1]:
        turned = state.clone()
        turned.deck.reverse()
        yield turned
    pools = [name for name in POOLS.values() if getattr(state, name)]
    for one, two in pairwise(pools):
        yield _swapped(state, one, two)
    known = [at for at, slot in enumerate(state.deck) if slot < CARDS]
    for at in known[:2]:
        for name in pools[:1]:
            twin = state.clone()
            card = bits(getattr(state, name))[0]
            setattr(twin, name, getattr(state, name) & ~bit(card) | bit(twin.deck[at]))
            twin.deck[at] = card
            yield twin


def _swapped(state: Hunted, one: str, two: str) -> Hunted:
    """The lowest card of one pool in place of the highest of another."""
    twin = state.clone()
    mine, theirs = getattr(state, one), getattr(state, two)
    low, high = bit(bits(mine)[0]), bit(bits(theirs)[-1])
    setattr(twin, one, mine & ~low | high)
    setattr(twin, two, theirs & ~high | low)
    return twin
