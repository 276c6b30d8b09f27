"""The Hunted deck: drawing its top slot, its two passes, Locations, cards under it.

Shuffling fills slots with one pool; nothing has an order before somebody sees it.
"""

from __future__ import annotations

from engine.actions import Outcomes
from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import (
    BY_UNCOVERING,
    MASH,
    NONE,
    SEALED,
    UNDER,
    UNSEEN,
    members,
)
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import enemies_in_row, noise, noise_threshold

ONE_CARD = [Outcomes((card,)) for card in range(CARDS)]


def pool_of(state: Hunted, slot: int) -> int:
    """The cards a slot may be, as a set."""
    if slot == UNSEEN:
        return state.unseen
    if slot == SEALED:
        return state.sealed
    return state.under if slot == UNDER else 1 << slot


def outcomes_of(state: Hunted, slot: int) -> Outcomes:
    """A slot's card: the known one, or each of its pool equally likely (HU-COMP-04)."""
    if slot < CARDS:
        return ONE_CARD[slot]
    return Outcomes.even(members(pool_of(state, slot)))


def leave_pool(state: Hunted, slot: int, card: int) -> None:
    """A card of a hidden slot is seen: it leaves the pool."""
    if slot == UNSEEN:
        state.unseen &= ~(1 << card)
    elif slot == SEALED:
        state.sealed &= ~(1 << card)
    elif slot == UNDER:
        state.under &= ~(1 << card)


# --- shuffling (HU-DECK-01 to -06) -----------------------------------------------------------


def reshuffle(state: Hunted, cause: int) -> None:
    """The discard pile becomes the deck; the first time on the Finale pile (HU-DECK-01, -02).

    Location III lies in it (HU-LOC-07); Dracula and Jekyll/Hyde are the pile of Monster Mash
    (HU-MASH-04).  Row, inventory, party and cards in combat stay where they are (HU-DECK-03, -06).
    """
    cards, pile = state.discard, state.pile
    count = cards.bit_count()
    state.deck = [UNSEEN] * count + pile
    state.unseen, state.discard, state.pile = cards, 0, []
    state.passes += 1
    say_shuffled(state, cards, 0, len(pile), cause)


def say_shuffled(state: Hunted, cards: int, above: int, pile: int, cause: int) -> None:
    """The event: how many cards, over and under what, the Location among them."""
    if state.sink is not None:
        location = (cards & state.rules.locations).bit_length() - 1
        emit(state, ev.DECK_RESHUFFLED, state.passes, cards.bit_count(), above, pile, cause,
             location, state.rules.finale, len(state.tucked))  # fmt: skip


def refill(state: Hunted, cause: int) -> None:
    """A card is needed and the deck is empty: the discard pile is shuffled (HU-DECK-04).

    In the first pass this happens with reshuffle_timing = on_draw (HU-DECK-01).
    """
    if not state.deck and (state.discard or state.pile):
        reshuffle(state, cause)


def shuffle_under(state: Hunted, cause: int) -> None:
    """The discard pile is shuffled and lies under what is left of the deck (HU-FBAT-03)."""
    cards, above = state.discard, len(state.deck)
    state.deck += [UNDER] * cards.bit_count()
    state.under, state.discard = cards, 0
    state.passes += 1
    say_shuffled(state, cards, above, 0, cause)


# --- drawing ---------------------------------------------------------------------------------


def next_card(state: Hunted) -> Outcomes:
    """What the top slot may be."""
    return outcomes_of(state, state.deck[0])


def take_top(state: Hunted, card: int) -> None:
    """The top card leaves the deck."""
    leave_pool(state, state.deck.pop(0), card)


def end_first_pass(state: Hunted, cause: int) -> None:
    """HU-DECK-01: as the last card has left, before it is resolved, the second pass begins."""
    if not state.deck and state.passes == 1 and state.rules.on_empty:
        reshuffle(state, cause)


def lay_in_row(state: Hunted, card: int, cause: int) -> None:
    """A card is placed face up at the right of the Row (HU-EXPL-01)."""
    state.in_row.append(card)
    if state.sink is not None:
        foes = (state.rules.minions | state.rules.bosses) & ~state.rules.enemies
        emit(state, ev.ROW_ADDED, card, cause, len(state.in_row), len(enemies_in_row(state)),
             sum(foes >> other & 1 for other in state.in_row), noise(state),
             noise_threshold(state))  # fmt: skip


def place_location(state: Hunted, card: int, cause: int) -> None:
    """A Location lies on the one before, which is not discarded (HU-LOC-02, -03).

    Its reveal effect waits its turn; in the Finale it lies face down and does nothing.
    """
    below = state.locations[-1] if state.locations else NONE
    state.locations.append(card)
    if not state.entered:
        state.waiting.append(card)
    emit(state, ev.LOCATION_PLACED, card, cause, below, len(state.in_row))


def uncover_jekyll(state: Hunted) -> None:
    """Dr. Jekyll leaves the deck for the Row as soon as what lay on him is drawn.

    HU-JEK-03: the third Finale card; HU-MASH-05: Dracula.  So he is never an attack card.
    """
    if state.deck and state.deck[0] == state.rules.jekyll:
        state.deck.pop(0)
        lay_in_row(state, state.rules.jekyll, BY_UNCOVERING)


def show_card(state: Hunted, card: int, cause: int) -> None:
    """A drawn card goes to the Row, a Location to its stack (HU-EXPL-06)."""
    take_top(state, card)
    emit(state, ev.CARD_DRAWN, card, cause, len(state.deck))
    end_first_pass(state, cause)
    if state.rules.locations >> card & 1:
        place_location(state, card, cause)
    else:
        lay_in_row(state, card, cause)
    uncover_jekyll(state)


# --- cards known to lie somewhere ------------------------------------------------------------


def see_next(state: Hunted, card: int) -> None:
    """The first hidden slot of those looked at turns out to be this card."""
    at = next(at for at, slot in enumerate(state.looked) if slot >= CARDS)
    leave_pool(state, state.looked[at], card)
    state.looked[at] = card
    emit(state, ev.CARD_SEEN, card, at)


def fetch(state: Hunted, card: int) -> bool:
    """Take a card out of discard pile or deck into the Row; False if it lies in neither.

    Out of a hidden pool one slot of it goes: which one nobody can tell (HU-DOR-09).
    """
    bit = 1 << card
    if state.discard & bit:
        state.discard &= ~bit
    elif card in state.deck:
        state.deck.remove(card)
    else:
        slot = next((s for s in (UNSEEN, SEALED, UNDER) if pool_of(state, s) & bit), NONE)
        if slot == NONE:
            return False
        state.deck.remove(slot)
        leave_pool(state, slot, card)
    state.in_row.append(card)
    return True


def goes_to_row(state: Hunted, card: int) -> bool:
    """Monster Mash: Dracula drawn for an attack goes to the Row after it (HU-MASH-05)."""
    return state.rules.finale == MASH and bool(state.rules.gathering >> card & 1)
