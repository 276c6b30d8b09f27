"""Choices inside an effect: cards looked at, dropped, taken from the discard pile, Survivors woken.

Several of one kind are chosen one by one, ascending.
"""

from __future__ import annotations

from engine.actions import Domain, Outcomes, verb
from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import BY_ITEM, IN_INVENTORY, members
from engine.games.hunted.effects import cause_of, end_effect
from engine.games.hunted.effects_cards import drop_from_row
from engine.games.hunted.effects_deck import outcomes_of, see_next
from engine.games.hunted.effects_finale import ready_survivor
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import drops, running, takable

CARD = Domain("card", range(CARDS), "cards")


def always_open(state: Hunted) -> list[int]:
    """Always open."""
    return [0]


# --- scry ------------------------------------------------------------------------------------


@verb("look_at", card=CARD, clause="HU-COMP-04")
def look_at(state: Hunted, card: int) -> None:
    """The next unknown card of those picked up is this one."""
    see_next(state, card)


@look_at.outcomes
def unknown_card(state: Hunted) -> Outcomes:
    """The first hidden slot of those looked at."""
    return outcomes_of(state, next(slot for slot in state.looked if slot >= CARDS))


@verb("keep", clause="HU-ITEM-03")
def keep(state: Hunted) -> None:
    """The card stays on top of the deck, in its place."""
    state.fx_at += 1
    put_back(state)


keep.legal(always_open)


@verb("sink", clause="HU-ITEM-03")
def sink(state: Hunted) -> None:
    """Put the card under the deck; on the second pass that is beneath the Finale pile."""
    card = state.looked.pop(state.fx_at)
    state.deck.append(card)
    emit(state, ev.CARD_SUNK, card, len(state.deck) + len(state.looked) - 1)
    put_back(state)


@sink.legal
def not_of_the_pile(state: Hunted) -> list[int]:
    """A card of the Finale pile stays where it lies (HU-DECK-02)."""
    return [] if state.rules.pile >> state.looked[state.fx_at] & 1 else [0]


def put_back(state: Hunted) -> None:
    """After the last of the cards looked at, those kept lie on top again, in their order."""
    if state.fx_at == len(state.looked):
        state.deck[:0] = state.looked
        state.looked = []
        end_effect(state)


# --- discard_from_row ------------------------------------------------------------------------


def more_drops(state: Hunted) -> list[int]:
    """Cards that may still be discarded: above the last one."""
    return [card for card in drops(state, running(state)) if card > state.fx_at]


@verb("drop", card=CARD, clause="HU-ITEM-03")
def drop(state: Hunted, card: int) -> None:
    """Discard a card of the Row."""
    drop_from_row(state, card, cause_of(state))
    state.fx_at = card
    state.fx_n -= 1
    if state.fx_n == 0 or not more_drops(state):
        end_effect(state)


drop.legal(more_drops)


@verb("drop_no_more", clause="HU-ITEM-03")
def drop_no_more(state: Hunted) -> None:
    """Enough."""
    end_effect(state)


@drop_no_more.legal
def one_is_dropped(state: Hunted) -> list[int]:
    """At least one card was discarded."""
    return [0] if state.fx_at >= 0 else []


# --- take_from_discard, ready_survivor -------------------------------------------------------


def ascending(state: Hunted, cards: list[int]) -> list[int]:
    """Those above the last one, leaving enough above for what is still wanted."""
    above = [card for card in cards if card > state.fx_at]
    return above[: len(above) - state.fx_n + 1]


def one_more(state: Hunted, card: int) -> None:
    """One of the cards wanted is chosen."""
    state.fx_at = card
    state.fx_n -= 1
    if state.fx_n == 0:
        end_effect(state)


@verb("take", card=CARD, clause="HU-ITEM-03")
def take(state: Hunted, card: int) -> None:
    """Take a card from the discard pile into the inventory."""
    state.discard &= ~(1 << card)
    state.inventory |= 1 << card
    emit(state, ev.CARD_TAKEN, card, IN_INVENTORY)
    one_more(state, card)


@take.legal
def fitting_discards(state: Hunted) -> list[int]:
    """Cards of the type named; a Location never is (HU-LOC-07)."""
    return ascending(state, members(takable(state)))


@verb("wake", survivor=CARD, clause="HU-SURV-06")
def wake(state: Hunted, survivor: int) -> None:
    """Re-ready an exhausted Survivor, between two fights too (HU-FBAT-10)."""
    ready_survivor(state, survivor, BY_ITEM)
    one_more(state, survivor)


@wake.legal
def exhausted_survivors(state: Hunted) -> list[int]:
    """Exhausted Survivors of the party."""
    return ascending(state, members(state.tired))
