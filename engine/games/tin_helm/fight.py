"""Combat (5.0): the foe, the hero's attack, the enemy's attack, the end of a fight."""

from __future__ import annotations

from engine.events import emit
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.components import (
    ENCOUNTER_ICON,
    FAVOR,
    HEALTH,
    LOOT_ICON,
    NONE,
    SHARDS,
    Enemy,
)
from engine.games.tin_helm.effects import CAUSE_FIGHT, CAUSE_HIT, lose, lower_stat, raise_stat
from engine.games.tin_helm.effects import shard_from as gain_shard_from
from engine.games.tin_helm.schema import SOURCES
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import (
    bonus_against,
    current_icon,
    foe_card,
    hero,
    holds,
    powers,
)

(POWER_NONE, ATTACKS_FIRST, DOUBLES_HIT, ON_HIT, REGENERATE, GRANTS_SHARD,
 FAVOR_EQUALS_LEVEL) = range(7)  # fmt: skip
POWER_NUMBERS = {
    "none": POWER_NONE,
    "attacks_first": ATTACKS_FIRST,
    "doubles_hit": DOUBLES_HIT,
    "on_hit": ON_HIT,
    "regenerate": REGENERATE,
    "grants_shard": GRANTS_SHARD,
    "favor_equals_level": FAVOR_EQUALS_LEVEL,
}
BY_HERO, BY_ENEMY = range(2)
BROKEN = 0


def say_power(state: TinHelm, foe: Enemy, stat: int, amount: int, left: int) -> None:
    """The enemy's special power showed (TH-COMBAT-02)."""
    emit(state, ev.POWER_APPLIED, state.enemy, POWER_NUMBERS[foe.power], stat, amount, left)


# --- the start (5.0, 5.1) --------------------------------------------------------------------


def fetch_enemy(state: TinHelm) -> None:
    """The foe's card is found (TH-COMBAT-01); printed health plus level (TH-CARD-01)."""
    foe = foe_card(state)
    state.foe = foe.health + state.level
    if state.sink is not None:
        say_start(state, foe)


def say_start(state: TinHelm, foe: Enemy) -> None:
    """The card as it fights, and what led to it (TH-ICON-02, -06, -10)."""
    icon = current_icon(state)
    source = 1 if icon == ENCOUNTER_ICON else 2 if icon == LOOT_ICON else 0
    emit(state, ev.FIGHT_STARTED, state.enemy, source, state.foe, foe.attack, foe.defense,
         foe.favor, int(foe.undead), POWER_NUMBERS[foe.power])  # fmt: skip
    if foe.power == "attacks_first":
        say_power(state, foe, NONE, 0, state.health)


def foe_strikes_first(state: TinHelm) -> bool:
    """TH-COMBAT-03: only a special power lets the enemy begin."""
    return foe_card(state).power == "attacks_first"


# --- the hero's attack (5.2) -----------------------------------------------------------------


def damage_foe(state: TinHelm, raw: int, rolled: bool, amount: int, chart: int) -> None:
    """Take damage off the foe, not below zero (TH-COMBAT-12, TH-CARD-02)."""
    state.foe = max(0, state.foe - amount)
    if state.sink is not None:
        say_damage(state, raw, rolled, amount, chart)
    state.opened = 1
    state.spent = 0


def say_damage(state: TinHelm, raw: int, rolled: bool, amount: int, chart: int) -> None:
    """The attack's terms, for a listener: whether it was the first, what the undead took more."""
    held, foe = powers(state), foe_card(state)
    holy = held.attack_undead - held.attack if foe.undead else 0
    emit(state, ev.HERO_DAMAGE, state.spent, int(rolled), raw, chart, bonus_against(held, foe),
         foe.defense, amount, state.foe, 1 - state.opened, holy)  # fmt: skip


def base_attack(state: TinHelm) -> int:
    """TH-COMBAT-15, -16: one damage past any defense; only the bonus meets defense."""
    foe = foe_card(state)
    return 1 + max(0, bonus_against(powers(state), foe) - foe.defense)


def land_attack(state: TinHelm, raw: int) -> None:
    """A rolled attack: doubles miss (TH-COMBAT-09, -22), else raw + bonus - defense (-11)."""
    chart = hero(state).chart[state.spent]
    if raw == 0:
        amount = 0
    elif state.spent == 0:
        amount = base_attack(state)
    else:
        foe = foe_card(state)
        amount = max(0, raw + chart + bonus_against(powers(state), foe) - foe.defense)
    damage_foe(state, raw, True, amount, chart)


def attack_is_rolled(state: TinHelm) -> bool:
    """With energy behind it, or under zero_energy_rolls, the attack is rolled (TH-COMBAT-15)."""
    return state.spent > 0 or state.rules.zero_rolls


def foe_is_down(state: TinHelm) -> bool:
    """TH-COMBAT-13: zero health."""
    return state.foe == 0


# --- smoke -----------------------------------------------------------------------------------


def smoke_hides_hero(state: TinHelm) -> bool:
    """A bomb was thrown before this attack (TH-ITEM-04)."""
    return state.smoke != NONE


def lift_smoke(state: TinHelm) -> None:
    """The enemy leaves out its attack, and all that would follow from it (TH-ITEM-05)."""
    emit(state, ev.ATTACK_SKIPPED, state.smoke)
    state.smoke = NONE


# --- the enemy's attack (5.2) ----------------------------------------------------------------


def blow(state: TinHelm, raw: int) -> tuple[int, int, int]:
    """(damage before the shield, attack value that entered, how much a helm took off it).

    Doubles miss (TH-COMBAT-18) or deal what the card says; else the difference plus the attack
    value (TH-CARD-03, TH-COMBAT-19, TH-ITEM-10).
    """
    foe = foe_card(state)
    if raw == 0:
        return (foe.n if foe.power == "doubles_hit" else 0), 0, 0
    reduced = min(powers(state).enemy_attack, foe.attack)
    return raw + foe.attack - reduced, foe.attack - reduced, reduced


def raise_shield(state: TinHelm, before: int) -> int:
    """Damage left of a hit: each shield takes one off (TH-COMBAT-20, TH-ERR-05)."""
    damage = before
    for item, n, limit in powers(state).shields:
        if damage == 0:
            break
        after = max(0, damage - n)
        emit(state, ev.SHIELD_USED, damage, after)
        damage = after
        if (damage if state.rules.shield_printed else before) >= limit:
            break_item(state, item)
    return damage


def break_item(state: TinHelm, item: int) -> None:
    """TH-ERR-06: after reducing the blow the shield is discarded."""
    state.items &= ~(1 << item)
    emit(state, ev.ITEM_DISCARDED, item, BROKEN)


def land_blow(state: TinHelm, raw: int) -> None:
    """Damage, death, then what follows from a hit and from having attacked (TH-COMBAT-20)."""
    foe = foe_card(state)
    before, attack, reduced = blow(state, raw)
    if raw == 0 and before:
        say_power(state, foe, HEALTH, before, state.health)
    amount = raise_shield(state, before)
    lost = lower_stat(state, HEALTH, amount)
    emit(state, ev.ENEMY_DAMAGE, raw, attack, before, amount, lost, state.health, reduced)
    if state.health:
        after_blow(state, foe, amount)


def after_blow(state: TinHelm, foe: Enemy, amount: int) -> None:
    """The hero lives: on_hit after a hit (TH-ITEM-22), regeneration (TH-ITEM-23)."""
    if foe.power == "on_hit" and amount:
        left = max(0, holds(state, foe.stat) - foe.n)
        say_power(state, foe, foe.stat, holds(state, foe.stat) - left, left)
        lose(state, foe.stat, foe.n, CAUSE_HIT)
    elif foe.power == "regenerate":
        regrown = min(foe.n, foe.health + state.level - state.foe)
        state.foe += regrown
        say_power(state, foe, NONE, regrown, state.foe)


# --- the end of a fight ----------------------------------------------------------------------


def win_fight(state: TinHelm) -> None:
    """Favor (TH-CARD-05, TH-ERR-04), then a shard (TH-SHARD-02).

    The card goes back to the open enemy deck (TH-COMBAT-24): no field says otherwise.
    """
    foe = foe_card(state)
    emit(state, ev.FIGHT_WON, state.enemy, state.level)
    by_level = foe.power == "favor_equals_level"
    asked = state.level if by_level else foe.favor
    gained = raise_stat(state, FAVOR, asked)
    emit(state, ev.FAVOR_GAINED, asked, gained, state.favor, CAUSE_FIGHT)
    if by_level:
        say_power(state, foe, FAVOR, gained, state.favor)
    elif foe.power == "grants_shard":
        source = SOURCES.index(state.rules.enemy_ids[state.enemy])
        gain_shard_from(state, source)


def hero_is_dead(state: TinHelm) -> bool:
    """TH-COMBAT-21, TH-OVER-02: no health left, however it went (TH-ICON-04, TH-END-05).

    The row ends the game before any choice, so no meal comes too late (TH-FOOD-03).
    """
    return state.health == 0


def three_shards_are_held(state: TinHelm) -> bool:
    """TH-SHARD-01, TH-OBJ-01: the third shard wins at once."""
    return state.shards == SHARDS


def spend_energy(state: TinHelm, spent: int) -> None:
    """The energy is gone before any roll (TH-COMBAT-05, -08)."""
    state.energy -= spent
    state.spent = spent
    emit(state, ev.ENERGY_SPENT, spent, state.energy)
