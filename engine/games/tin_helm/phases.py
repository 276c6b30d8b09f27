"""The phase table of Tin Helm: who acts, what may be done, where it leads.

Each icon, death and ending is an edge of its own, so that the diagram reads like the rulebook.
"""

from __future__ import annotations

from engine.games.tin_helm.actions import food_would_help, usable_items
from engine.games.tin_helm.components import NONE, ROOMS
from engine.games.tin_helm.effects import TASKS
from engine.games.tin_helm.fight import (
    attack_is_rolled,
    fetch_enemy,
    foe_is_down,
    foe_strikes_first,
    hero_is_dead,
    lift_smoke,
    smoke_hides_hero,
    three_shards_are_held,
    win_fight,
)
from engine.games.tin_helm.rooms import (
    an_enemy_is_named,
    begin_icon,
    camp_icon,
    encounter_icon,
    end_icon,
    end_level,
    enemy_icon,
    level_five_is_over,
    loot_icon,
    meet,
    open_chest,
    room_is_done,
    six_rooms_are_done,
    spring_trap,
    trap_icon,
    water_icon,
)
from engine.games.tin_helm.scoring import be_corrupted, die, win
from engine.games.tin_helm.state import TinHelm
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always

ANY_TIME = ("eat", "use")
_, AN_OFFER, A_DIE, _ = TASKS


def a_room_is_built(state: TinHelm) -> bool:
    """Room and result are known: its icons come next."""
    return state.room != NONE


def cards_are_left(state: TinHelm) -> bool:
    """The pile has a next card to turn up."""
    return state.unseen != 0


def hero_may_eat(state: TinHelm) -> bool:
    """A pause, if something can be consumed: before each icon, and before the level's end.

    Level five has none after its last icon (TH-FOOD-02, TH-OBJ-02).
    """
    if not state.food and not state.items & state.rules.consumables:
        return False
    if state.icon == len(state.rules.icons[state.room]):
        last = state.rooms == ROOMS - 1 and state.level < state.rules.levels
        if not last:
            return False
    return bool(food_would_help(state) or usable_items(state))


def food_is_looked_for(state: TinHelm) -> bool:
    """Dice are still to be cast at water (TH-ICON-17)."""
    return state.casts > 0


_DIES = ("TH-OVER-02",)
_WINS = ("TH-OBJ-01", "TH-OVER-01")

PHASES = (
    Phase("race", "TH-SETUP-03", PLAYER, verbs=("be",), exits=(Exit(always, "class"),)),
    Phase("class", "TH-SETUP-04", PLAYER, verbs=("train_as",), exits=(Exit(always, "turn_up"),)),
    Phase(
        "turn_up", "TH-TURN-02", CHANCE, verbs=("turn_up",),
        exits=(Exit(a_room_is_built, "next_icon"), Exit(always, "choose")),
    ),
    Phase(
        "choose", "TH-TURN-01", PLAYER, verbs=("resolve", "skip"), free=ANY_TIME, quiet="resolve",
        exits=(Exit(always, "reveal"),),
    ),
    Phase(
        "reveal", "TH-TURN-03", CHANCE, verbs=("reveal",),
        exits=(Exit(cards_are_left, "turn_up"), Exit(always, "next_icon")),
    ),
    Phase(
        "next_icon", "TH-TURN-06", NOBODY, enter=end_icon, progress=("icon",),
        exits=(Exit(hero_may_eat, "pause", "TH-FOOD-02"), Exit(always, "icon")),
    ),
    Phase(
        "pause", "TH-FOOD-02", PLAYER, verbs=("go_on",), free=ANY_TIME, quiet="go_on",
        exits=(Exit(always, "icon"),),
    ),
    Phase(
        "icon", "TH-TURN-07", NOBODY, enter=begin_icon,
        exits=(
            Exit(level_five_is_over, "corrupted", "TH-OBJ-02", ("TH-OVER-03",)),
            Exit(six_rooms_are_done, "level_end", "TH-LEVEL-03"),
            Exit(room_is_done, "choose"),
            Exit(enemy_icon, "combat_start", "TH-ICON-02"),
            Exit(trap_icon, "trap", "TH-ICON-03"),
            Exit(encounter_icon, "encounter", "TH-ICON-05"),
            Exit(loot_icon, "loot", "TH-ICON-08"),
            Exit(camp_icon, "camp", "TH-ICON-13"),
            Exit(water_icon, "water", "TH-ICON-16"),
        ),
    ),
    Phase(
        "trap", "TH-ICON-03", NOBODY, enter=spring_trap,
        exits=(Exit(hero_is_dead, "died", "TH-ICON-04", _DIES), Exit(always, "next_icon")),
    ),
    Phase(
        "loot", "TH-ICON-08", NOBODY, enter=open_chest,
        exits=(
            Exit(an_enemy_is_named, "combat_start", "TH-ICON-10"),
            Exit(three_shards_are_held, "won", "TH-SHARD-01", _WINS),
            Exit(always, "next_icon"),
        ),
    ),
    Phase(
        "encounter", "TH-ICON-05", NOBODY, enter=meet,
        exits=(
            Exit(an_enemy_is_named, "combat_start", "TH-ICON-06"),
            Exit(always, "effects", "TH-ICON-07"),
        ),
    ),
    Phase(
        "effects", "TH-ICON-07", NOBODY, hub=True,
        exits=(
            Exit(hero_is_dead, "died", "TH-ICON-04", _DIES),
            Exit(three_shards_are_held, "won", "TH-SHARD-01", _WINS),
            Exit(AN_OFFER, "offer", "TH-ITEM-17"),
            Exit(A_DIE, "cast", "TH-ITEM-20"),
            Exit(always, "next_icon"),
        ),
    ),
    Phase(
        "offer", "TH-ITEM-17", PLAYER, verbs=("decline", "accept"), free=ANY_TIME, quiet="decline",
        exits=(Exit(always, "effects"),),
    ),
    Phase("cast", "TH-ITEM-20", CHANCE, verbs=("cast",), exits=(Exit(always, "effects"),)),
    Phase(
        "camp", "TH-ICON-13", PLAYER, verbs=("rest", "search"), free=ANY_TIME, quiet="rest",
        exits=(Exit(always, "next_icon"),),
    ),
    Phase(
        "water", "TH-ICON-16", PLAYER, verbs=("pass_by", "look"), free=ANY_TIME, quiet="pass_by",
        exits=(Exit("look", "fish", "TH-ICON-17"), Exit("pass_by", "next_icon")),
    ),
    Phase(
        "fish", "TH-ICON-17", CHANCE, verbs=("fish",),
        exits=(Exit(food_is_looked_for, "fish", "TH-ERR-01"), Exit(always, "next_icon")),
    ),
    Phase(
        "combat_start", "TH-COMBAT-01", NOBODY, enter=fetch_enemy,
        exits=(
            Exit(foe_strikes_first, "be_struck", "TH-COMBAT-03"),
            Exit(always, "fight", "TH-COMBAT-03"),
        ),
    ),
    Phase(
        "fight", "TH-COMBAT-05", PLAYER, verbs=("attack",), free=ANY_TIME, quiet="last attack",
        exits=(
            Exit(foe_is_down, "victory", "TH-COMBAT-13"),
            Exit(attack_is_rolled, "strike", "TH-COMBAT-05"),
            Exit(smoke_hides_hero, "dodge", "TH-ITEM-04"),
            Exit(always, "be_struck", "TH-COMBAT-14"),
        ),
    ),
    Phase(
        "strike", "TH-COMBAT-10", CHANCE, verbs=("strike",),
        exits=(
            Exit(foe_is_down, "victory", "TH-COMBAT-13"),
            Exit(smoke_hides_hero, "dodge", "TH-ITEM-04"),
            Exit(always, "be_struck", "TH-COMBAT-14"),
        ),
    ),
    Phase(
        "dodge", "TH-ITEM-05", NOBODY, enter=lift_smoke,
        exits=(Exit(always, "fight", "TH-COMBAT-23"),),
    ),
    Phase(
        "be_struck", "TH-COMBAT-17", CHANCE, verbs=("be_struck",),
        exits=(
            Exit(hero_is_dead, "died", "TH-COMBAT-21", _DIES),
            Exit(always, "fight", "TH-COMBAT-23"),
        ),
    ),
    Phase(
        "victory", "TH-COMBAT-13", NOBODY, enter=win_fight, ends=("fight",),
        exits=(
            Exit(three_shards_are_held, "won", "TH-SHARD-01", _WINS),
            Exit(always, "next_icon"),
        ),
    ),
    Phase(
        "level_end", "TH-END-01", NOBODY, enter=end_level,
        exits=(Exit(hero_is_dead, "died", "TH-END-05", _DIES), Exit(always, "turn_up")),
    ),
    Phase("won", "TH-OVER-01", NOBODY, enter=win),
    Phase("died", "TH-OVER-02", NOBODY, enter=die),
    Phase("corrupted", "TH-OVER-03", NOBODY, enter=be_corrupted),
)  # fmt: skip
