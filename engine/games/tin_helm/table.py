"""Readings of the table: what the rules ask of a position, nothing changed."""

from __future__ import annotations

from engine.games.tin_helm.components import NONE, Card, Enemy, Hero, Powers
from engine.games.tin_helm.state import TinHelm


def hero(state: TinHelm) -> Hero:
    """The adventurer: race and class together (TH-SETUP-05)."""
    return state.rules.heroes[state.race][state.cls]


def powers(state: TinHelm) -> Powers:
    """What held passive items and the race's ability add up to (TH-ITEM-08)."""
    rules = state.rules
    return rules.kits[state.race].get(state.items) or rules.add_up(state.race, state.items)


def result_card(state: TinHelm) -> Card:
    """The card that is the result: its entries count (TH-TURN-08)."""
    return state.rules.cards[state.result]


def current_icon(state: TinHelm) -> int:
    """The icon being resolved: the last one begun."""
    return state.rules.icons[state.room][state.icon - 1]


def foe_card(state: TinHelm) -> Enemy:
    """The enemy card of the foe (TH-COMBAT-01)."""
    return state.rules.enemies[state.enemy]


def bonus_against(held: Powers, foe: Enemy) -> int:
    """Damage items add to the hero's attacks, more against the undead (TH-ITEM-09)."""
    return held.attack_undead if foe.undead else held.attack


def attack_bonus(state: TinHelm) -> int:
    """The bonus against the foe at hand (TH-ITEM-09)."""
    return bonus_against(powers(state), foe_card(state))


def in_a_fight(state: TinHelm) -> bool:
    """A foe is named (TH-SETUP-14)."""
    return state.enemy != NONE


def may_consume_here(state: TinHelm) -> bool:
    """Eating and items marked use are open here: not in a fight if the option says so."""
    return state.enemy == NONE or state.rules.eat_in_combat


def room_for(state: TinHelm, stat: int) -> int:
    """How much a statistic may still rise: to its start, the food cap or the favor cap."""
    rules = state.rules
    if stat == 0:
        return hero(state).health - state.health
    if stat == 1:
        return hero(state).energy - state.energy
    if stat == 2:
        return rules.food_cap - state.food
    return rules.favor_cap - state.favor


def holds(state: TinHelm, stat: int) -> int:
    """A tracker's value by number: health, energy, food, favor."""
    return (state.health, state.energy, state.food, state.favor)[stat]
