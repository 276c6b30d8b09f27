"""The Finale: entering it, the start of the Finale Battle, who is to be fought."""

from __future__ import annotations

from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import (
    BY_BATTLE,
    DORIAN,
    DRACULA,
    IN_ROW,
    JEKYLL,
    MASH,
    NONE,
    members,
)
from engine.games.hunted.effects_cards import sweep_row
from engine.games.hunted.effects_deck import fetch, shuffle_under
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import foe_falls, is_last_boss, row_mask

# --- entering (HU-FINALE-01, -02) ------------------------------------------------------------


def finale_opens(state: Hunted) -> bool:
    """The first card of the Finale pile lies in the Row (HU-FINALE-01).

    Drawn for an attack it does not count, nor does Dorian Gray, who was never in the pile.  In
    Monster Mash it is Dracula (HU-MASH-08).
    """
    if state.passes == 1 or state.entered:
        return False
    return bool(state.rules.openers & row_mask(state))


def enter_finale(state: Hunted) -> None:
    """Locations are turned face down; effects that still wait are dropped (HU-LOC-05)."""
    dropped = tuple(state.waiting)
    state.entered = 1
    state.waiting = []
    first = next(card for card in state.in_row if state.rules.openers >> card & 1)
    emit(state, ev.FINALE_ENTERED, first, state.passes)
    emit(state, ev.LOCATIONS_COVERED, tuple(state.locations), dropped)


# --- the battle is due -----------------------------------------------------------------------


def all_in_row(state: Hunted, finale: int) -> bool:
    """Whether this is the Finale, and the cards it waits for lie in the Row, not yet fought."""
    rules = state.rules
    if rules.finale != finale or not state.entered or state.battle:
        return False
    return not rules.gathering & ~row_mask(state)


def boss_and_minions_are_drawn(state: Hunted) -> bool:
    """HU-FINALE-05: Dracula, the Brides and the Victim."""
    return all_in_row(state, DRACULA)


def jekyll_is_revealed(state: Hunted) -> bool:
    """HU-JEK-03: the third Finale card has left the deck."""
    return all_in_row(state, JEKYLL)


def both_minions_are_drawn(state: Hunted) -> bool:
    """HU-DOR-09: Lord Henry lies in the Row; Dorian Gray was drawn on the first pass."""
    return all_in_row(state, DORIAN)


def dracula_is_drawn(state: Hunted) -> bool:
    """HU-MASH-05: whatever else lies in the Row."""
    return all_in_row(state, MASH)


# --- the battle begins (HU-FBAT-01 to -03) ---------------------------------------------------


def start_battle(state: Hunted) -> None:
    """Row swept, Survivors upright, discards under the deck; the Picture's number is fixed.

    Row draws still owed are dropped (HU-LOC-05); no discard grows the Picture any more (HU-DOR-10).
    """
    tired, dropped = members(state.tired), state.owed
    state.battle, state.owed = 1, 0
    fetched = fetch_dorian(state)
    foes = tuple(members(state.rules.minions | state.rules.bosses))
    emit(state, ev.BATTLE_STARTED, foes, tuple(members(state.party)), tuple(tired), state.picture,
         fetched, dropped)  # fmt: skip
    sweep_row(state, state.rules.minions | state.rules.bosses, BY_BATTLE)
    for card in tired:
        ready_survivor(state, card, BY_BATTLE)
    shuffle_under(state, BY_BATTLE)


def ready_survivor(state: Hunted, card: int, cause: int) -> None:
    """An exhausted Survivor stands upright and can be used again (HU-SURV-06)."""
    state.tired &= ~(1 << card)
    emit(state, ev.SURVIVOR_READIED, card, cause)


def fetch_dorian(state: Hunted) -> int:
    """Dorian Gray, wherever he is, fights too, without his effect (HU-DOR-09); the card fetched."""
    dorian = state.rules.dorian
    if state.rules.finale != DORIAN or dorian in state.in_row or not fetch(state, dorian):
        return NONE
    emit(state, ev.CARD_TAKEN, dorian, IN_ROW)
    return dorian


def battle_goes_on(state: Hunted) -> bool:
    """The next foe is to be chosen."""
    return state.battle == 1


# --- the battle is won (HU-FBAT-09, HU-FNOTE-04, HU-MASH-06, -07) ----------------------------


def boss_falls(state: Hunted) -> bool:
    """The only Boss is beaten, or the last of three: HU-WIN-01."""
    return is_last_boss(state) and foe_falls(state)


def boss_falls_at_zero(state: Hunted) -> bool:
    """HU-FNOTE-04: the blow that wins may cost the last Energy."""
    return state.energy == 0 and boss_falls(state)


def third_boss_falls(state: Hunted) -> bool:
    """HU-MASH-06: Dracula, Hyde and the Picture are all beaten."""
    return state.rules.finale == MASH and boss_falls(state)


def hero_is_dead(state: Hunted) -> bool:
    """HU-WIN-02: no Energy is left."""
    return state.energy == 0
