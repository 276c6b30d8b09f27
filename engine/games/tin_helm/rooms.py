"""Exploration (4.0, 4.1, 6.0): what happens in rows nobody acts in, from icon to level's end."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.components import (
    CAMP_ICON,
    EMPTY_CHEST,
    ENCOUNTER_ICON,
    ENEMY_ICON,
    ENEMY_IN_CHEST,
    ENEMY_MET,
    HEALTH,
    LOOT_ICON,
    NONE,
    ROOMS,
    SHARD_IN_CHEST,
    TRAP_ICON,
    WATER_ICON,
)
from engine.games.tin_helm.effects import (
    CLOSE,
    EMPTY,
    FX,
    chest_shard,
    empty_chest,
    lower_stat,
    take_loot,
)
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import current_icon, holds, powers, result_card

# --- a level (4.0) ---------------------------------------------------------------------------


def open_level(state: TinHelm) -> None:
    """All twelve cards in one unseen pile (TH-SETUP-17, TH-LEVEL-01, -04, TH-END-06)."""
    state.unseen = state.rules.deck
    state.used = 0
    state.rooms = 0
    emit(state, ev.DECK_SHUFFLED, state.level, len(state.rules.cards))
    emit(state, ev.LEVEL_STARTED, state.level)


def end_level(state: TinHelm) -> None:
    """The three steps in order (TH-END-01): meeple (-02), food (-03, -04), shuffle (-06).

    Nothing else changes (TH-END-07); a hero who starves sees no shuffle (TH-END-05).
    """
    emit(state, ev.LEVEL_ENDED, state.level)
    state.level += 1
    emit(state, ev.MEEPLE_MOVED, state.level - 1, state.level)
    if state.food:
        state.food -= 1
        emit(state, ev.HERO_FED, state.food)
    else:
        starve(state)
    if state.health:
        open_level(state)


def starve(state: TinHelm) -> None:
    """No food: three damage (TH-END-04), less for a halfling (TH-ITEM-16)."""
    reduced = min(powers(state).starve, state.rules.starve_damage)
    asked = state.rules.starve_damage - reduced
    lost = lower_stat(state, HEALTH, asked)
    emit(state, ev.HERO_STARVED, asked, lost, state.health, reduced)


# --- icons, left to right (4.1) --------------------------------------------------------------


def end_icon(state: TinHelm) -> None:
    """Arriving between icons: the one just resolved is over (TH-TURN-07, -08)."""
    if state.icon and state.sink is not None:
        icon = current_icon(state)
        emit(state, ev.ICON_ENDED, state.icon - 1, icon, result_card(state).outcomes[icon])


def begin_icon(state: TinHelm) -> None:
    """The next icon to the right (TH-TURN-06), or the end of the room after the last."""
    icons, index = state.rules.icons[state.room], state.icon
    if index == len(icons):
        end_room(state)
        return
    icon = icons[index]
    emit(state, ev.ICON_STARTED, index, icon, icons[index - 1] if index else NONE)
    state.icon = index + 1
    if icon == ENEMY_ICON:
        state.enemy = result_card(state).enemy


def end_room(state: TinHelm) -> None:
    """Both cards are used up (TH-TURN-09, -10)."""
    state.used |= 1 << state.room | 1 << state.result
    state.room = state.result = NONE
    state.icon = 0
    state.rooms += 1
    emit(state, ev.ROOM_ENDED, state.rooms)


def level_five_is_over(state: TinHelm) -> bool:
    """TH-OBJ-02: the last level's sixth room is done, at once and without its steps."""
    return state.rooms == ROOMS and state.level == state.rules.levels


def six_rooms_are_done(state: TinHelm) -> bool:
    """TH-LEVEL-03: the level's sixth room is done."""
    return state.rooms == ROOMS


def room_is_done(state: TinHelm) -> bool:
    """The room has ended, the next top card lies open."""
    return state.room == NONE


def enemy_icon(state: TinHelm) -> bool:
    """TH-ICON-02: an enemy."""
    return current_icon(state) == ENEMY_ICON


def trap_icon(state: TinHelm) -> bool:
    """TH-ICON-03: a trap."""
    return current_icon(state) == TRAP_ICON


def encounter_icon(state: TinHelm) -> bool:
    """TH-ICON-05: a random encounter."""
    return current_icon(state) == ENCOUNTER_ICON


def loot_icon(state: TinHelm) -> bool:
    """TH-ICON-08: loot."""
    return current_icon(state) == LOOT_ICON


def camp_icon(state: TinHelm) -> bool:
    """TH-ICON-13: a campsite."""
    return current_icon(state) == CAMP_ICON


def water_icon(state: TinHelm) -> bool:
    """TH-ICON-16: water."""
    return current_icon(state) == WATER_ICON


# --- what an icon does (4.2) -----------------------------------------------------------------


def spring_trap(state: TinHelm) -> None:
    """The loss printed on the result face (TH-ICON-03), lowered by rope and dwarf (TH-ITEM-12)."""
    card = result_card(state)
    reduced = min(powers(state).traps[card.trap_stat], card.trap_n)
    lost = lower_stat(state, card.trap_stat, card.trap_n - reduced)
    left = holds(state, card.trap_stat)
    emit(state, ev.TRAP_SPRUNG, card.trap_stat, card.trap_n, reduced, lost, left)


def open_chest(state: TinHelm) -> None:
    """A loot card, a shard, an empty chest, or a foe in it (TH-ICON-08 to -12)."""
    loot = result_card(state).loot
    if loot >= ENEMY_IN_CHEST:
        state.enemy = loot - ENEMY_IN_CHEST
    elif loot == SHARD_IN_CHEST:
        chest_shard(state)
    elif loot == EMPTY_CHEST:
        empty_chest(state, EMPTY)
    else:
        take_loot(state, loot)


def meet(state: TinHelm) -> None:
    """The encounter named by the result face: a foe (TH-ICON-06) or a face (TH-ICON-07)."""
    name = result_card(state).encounter
    if name >= ENEMY_MET:
        state.enemy = name - ENEMY_MET
        return
    emit(state, ev.ENCOUNTER_STARTED, name)
    effects = [FX | number << 8 for number in state.rules.faces[name]]
    owe(state.agenda, *effects, CLOSE | name << 8)


def an_enemy_is_named(state: TinHelm) -> bool:
    """It is a foe after all (TH-ICON-06, -10)."""
    return state.enemy != NONE
