"""Setup: cards by type (HU-SETUP-01), the deck, the Finale, the Stage; nothing is drawn.

Dracula suits a first game (HU-SETUP-09), the Castle is Normal and the Mansion Hard (HU-SETUP-14),
Monster Mash is for those who have met all three Finales (HU-MASH-09); whoever is new to the game
may begin at once and read on as cards appear (HU-PLAY-01).
"""

from __future__ import annotations

from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import SEALED, UNSEEN, members
from engine.games.hunted.state import Hunted


def lay_out(state: Hunted) -> None:
    """Energy and first weapon (HU-SETUP-03, -04), then deck, Finale and Stage."""
    rules = state.rules
    state.energy = rules.energy_start
    state.inventory = 1 << rules.first_weapon
    shuffle_deck(state)
    lay_finale(state)
    set_stage(state)
    emit(state, ev.GAME_STARTED, state.energy, tuple(members(state.inventory)), tuple(state.in_row),
         rules.places[0], tuple(members(state.discard)))  # fmt: skip


def shuffle_deck(state: Hunted) -> None:
    """All other cards, and what the Finale adds, face down (HU-SETUP-05, HU-DOR-01, HU-MASH-01)."""
    state.unseen = state.rules.deck
    state.deck = [UNSEEN] * state.unseen.bit_count()


def lay_finale(state: Hunted) -> None:
    """The Finale pile and the Picture; other Finale cards stay in the box (HU-SETUP-07, -08)."""
    rules = state.rules
    state.sealed = rules.sealed
    state.pile = [SEALED] * rules.sealed.bit_count() + list(rules.on_pile)
    state.picture = rules.steps[0]
    emit(state, ev.FINALE_LAID, rules.finale, rules.sealed.bit_count(), rules.on_pile,
         state.picture)  # fmt: skip


def set_stage(state: Hunted) -> None:
    """Location I lies open (HU-SETUP-10, -11), III in the discard pile (HU-SETUP-13)."""
    first, second, third = state.rules.places
    state.locations = [first]
    state.waiting = [first] if state.rules.reveal_first else []
    state.discard = 1 << third
    slide_in(state, second)


def slide_in(state: Hunted, location: int) -> None:
    """Location II goes into the middle of the deck, half of it above (HU-SETUP-12)."""
    rules, size = state.rules, len(state.deck)
    state.deck.insert(size // 2, location)
    emit(state, ev.DECK_BUILT, size, rules.others.bit_count(), rules.extra.bit_count(), location,
         size // 2, size - size // 2, rules.finale)  # fmt: skip
