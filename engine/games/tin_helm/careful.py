"""A careful policy: it keeps the hero alive and looks for shards, to reach the rules' far ends.

It reads what the player sees, and breaks ties by the tape.  Each row has a short answer of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.fields import bits_of
from engine.game import Game
from engine.games.tin_helm.components import (
    CAMP_ICON,
    CHEST,
    EMPTY_CHEST,
    ENCOUNTER_ICON,
    ENEMY_ICON,
    ENEMY_IN_CHEST,
    ENEMY_MET,
    LOOT_ICON,
    SHARD_IN_CHEST,
    TRAP_ICON,
    Card,
)
from engine.games.tin_helm.schema import SOURCES
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import attack_bonus, foe_card, hero, powers, room_for
from engine.rng import Tape
from engine.state import State

# Of 36 throws of two dice, how many show a difference of 0 (a double) to 5.
DIFFERENCES = (6, 10, 8, 6, 4, 2)
# Worths are in quarters of a health point.
POINT = 4
SHARD_WORTH = 40 * POINT
SHARD_FEAR = -10 * POINT
FAVOR_WORTH = 3
ITEM_WORTH = 2 * POINT
CAMP_WORTH = 9


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """A sensible choice out of a legal list."""
    return sensible(game, state, legal, tape, SHARD_WORTH)


def refusing(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """The careful policy's twin that shuns shards: it lives to see level five end."""
    return sensible(game, state, legal, tape, SHARD_FEAR)


def sensible(game: Game, state: State, legal: list[int], tape: Tape, shard: int) -> int:
    """A choice that weighs a shard with `shard`."""
    if len(legal) == 1:
        return legal[0]
    table = cast(TinHelm, state)
    row = game.row_name(state)
    texts = {game.text(code): code for code in legal}
    for wish in (wanted_meal(table), wanted_item(table), ANSWERS[row](table, tape, shard)):
        if wish in texts:
            return texts[wish]
    return legal[tape.below(len(legal))]


def wanted_meal(state: TinHelm) -> str:
    """Eat when it matters, but keep a meal for the level's end."""
    if state.race < 0 or state.cls < 0:
        return ""
    spare = state.food - 1
    if state.health <= 3 or (spare > 0 and state.health < hero(state).health - 1):
        return "eat health"
    return "eat energy" if spare > 0 and state.energy == 0 else ""


def wanted_item(state: TinHelm) -> str:
    """Drink when nothing is wasted; throw the bomb at a foe worth it."""
    if state.race < 0 or state.cls < 0:
        return ""
    card = hero(state)
    for item in bits_of(state.items):
        fx = state.rules.item_fx[item]
        lacking = (card.health - state.health, card.energy - state.energy)
        wanted = fx.op == "gain" and fx.stat < 2 and lacking[fx.stat] >= fx.n
        if wanted or (fx.op == "skip_enemy_attack" and state.foe > 3):
            return f"use {state.rules.item_ids[item]}"
    return ""


def foe_worth(state: TinHelm, number: int, shard: int) -> int:
    """What a fight costs in health and energy, and what its end gives."""
    foe = state.rules.enemies[number]
    held = powers(state)
    strength = max(1, 3 + (held.attack_undead if foe.undead else held.attack) - foe.defense)
    exchanges = max(0, foe.health + state.level - 2) * POINT // strength
    harm = max(0, 2 + foe.attack - len(held.shields) - min(held.enemy_attack, foe.attack))
    gain = foe.favor * FAVOR_WORTH
    if foe.power == "grants_shard" and state.rules.enemy_ids[number] in unpaid(state):
        gain += shard
    return gain - exchanges * harm - POINT


def unpaid(state: TinHelm) -> list[str]:
    """The shard sources that would still pay."""
    spent = state.sources & state.rules.once
    return [name for at, name in enumerate(SOURCES) if not spent >> at & 1]


def effect_worth(state: TinHelm, number: int, shard: int) -> int:
    """What one effect of an encounter's face promises."""
    fx = state.rules.effects[number]
    pays = fx.source >= 0 and SOURCES[fx.source] in unpaid(state)
    if fx.op == "shard":
        return shard if pays else 0
    if fx.op == "shard_if":
        near = state.favor >= fx.at_least - powers(state).altar
        return shard if pays and near else 0
    if fx.op == "may_trade":
        return effect_worth(state, fx.then, shard) if state.items >> fx.item & 1 else 0
    if fx.op in ("gain", "else_gain") and fx.stat < 2:
        return min(fx.n, room_for(state, fx.stat)) * POINT
    return FAVOR_WORTH if fx.op == "else_gain" else 0


def icon_worth(state: TinHelm, icon: int, result: Card, shard: int) -> int:
    """What an icon gives or costs with this result face."""
    if icon == ENEMY_ICON:
        return foe_worth(state, result.enemy, shard)
    if icon == TRAP_ICON:
        return -POINT * max(0, result.trap_n - powers(state).traps[result.trap_stat])
    if icon == ENCOUNTER_ICON:
        if result.encounter >= ENEMY_MET:
            return foe_worth(state, result.encounter - ENEMY_MET, shard)
        return sum(effect_worth(state, fx, shard) for fx in state.rules.faces[result.encounter])
    if icon == LOOT_ICON:
        if result.loot >= ENEMY_IN_CHEST:
            return foe_worth(state, result.loot - ENEMY_IN_CHEST, shard)
        if result.loot == SHARD_IN_CHEST:
            return shard if SOURCES[CHEST] in unpaid(state) else 0
        return ITEM_WORTH if result.loot != EMPTY_CHEST and state.loot >> result.loot & 1 else 0
    return CAMP_WORTH if icon == CAMP_ICON else 1


def pair_worth(state: TinHelm, room: int, result: int, shard: int) -> int:
    """What a room promises with a result."""
    cards = state.rules.cards
    return sum(icon_worth(state, icon, cards[result], shard) for icon in cards[room].icons)


def choose_room(state: TinHelm, tape: Tape, shard: int) -> str:
    """The top card as room, or as result, over the cards that may come second."""
    others = bits_of(state.unseen)
    resolved = sum(pair_worth(state, state.top, card, shard) for card in others)
    skipped = sum(pair_worth(state, card, state.top, shard) for card in others)
    if resolved == skipped:
        return ("resolve", "skip")[tape.below(2)]
    return "resolve" if resolved > skipped else "skip"


def attack_cost(state: TinHelm, energy: int) -> int:
    """What an attack with this energy costs, over 36 throws: energy, and what the foe does next."""
    foe, bonus = foe_card(state), attack_bonus(state)
    harm = 2 + foe.attack - len(powers(state).shields)
    rest = max(1, 3 + bonus - foe.defense)
    cost = 36 * 3 * energy
    for raw, throws in enumerate(DIFFERENCES):
        if energy == 0:
            dealt = 0 if raw == 0 and state.rules.zero_rolls else 1 + max(0, bonus - foe.defense)
        else:
            dealt = max(0, raw + hero(state).chart[energy] + bonus - foe.defense) if raw else 0
        left = state.foe - dealt
        if left > 0:
            cost += throws * (POINT + POINT * left // rest) * max(1, harm)
    return cost


def choose_energy(state: TinHelm, tape: Tape, shard: int) -> str:
    """The attack that costs least, over what it spends and what the foe does next."""
    costs = [(attack_cost(state, e), e) for e in hero(state).amounts[state.energy]]
    return f"attack {min(costs)[1]}"


def rest_or_search(state: TinHelm, tape: Tape, shard: int) -> str:
    """Rest the weary."""
    card = hero(state)
    weary = card.health - state.health + card.energy - state.energy
    return "rest" if weary > 1 or state.food >= state.rules.food_cap else "search"


def answer_offer(state: TinHelm, tape: Tape, shard: int) -> str:
    """A shard is worth anything; energy only a spare meal."""
    fx = state.rules.effects[state.agenda[-1] >> 8]
    if fx.op == "may_trade":
        return "accept" if shard > 0 else "decline"
    return "accept" if state.food > 1 and state.energy <= hero(state).energy - 2 else "decline"


def look_for_food(state: TinHelm, tape: Tape, shard: int) -> str:
    """It costs nothing."""
    return "look" if powers(state).dice else "pass_by"


def no_matter(state: TinHelm, tape: Tape, shard: int) -> str:
    """Any will do: leave it to the tape."""
    return ""


ANSWERS: dict[str, Callable[[TinHelm, Tape, int], str]] = {
    "race": no_matter,
    "class": no_matter,
    "choose": choose_room,
    "pause": lambda state, tape, shard: "go_on",
    "offer": answer_offer,
    "camp": rest_or_search,
    "water": look_for_food,
    "fight": choose_energy,
}
