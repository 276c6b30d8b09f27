"""A careful policy: it keeps the hero alive and looks for shards, to reach the rules' far ends.

It reads what the player sees, and breaks ties by the tape.  Each row has a short answer of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.fields import bits_of
from engine.game import Game
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import attack_bonus, foe_card, hero, powers
from engine.rng import Tape
from engine.state import State

# Of 36 throws of two dice, how many show a difference of 0 (a double) to 5.
DIFFERENCES = (6, 10, 8, 6, 4, 2)
# What an icon is worth to a hero in good health: enemy, trap, encounter, loot, camp, water.
WORTH = (0, -3, 2, 3, 3, 1)
LOW_HEALTH = 6
SURE = 22


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """A sensible choice out of a legal list."""
    if len(legal) == 1:
        return legal[0]
    table = cast(TinHelm, state)
    row = game.row_name(state)
    texts = {game.text(code): code for code in legal}
    for wish in (wanted_meal(table), wanted_item(table), ANSWERS[row](table, tape)):
        if wish in texts:
            return texts[wish]
    return legal[tape.below(len(legal))]


def wanted_meal(state: TinHelm) -> str:
    """Eat when it matters, but keep a meal for the level's end."""
    if state.race < 0 or state.cls < 0:
        return ""
    spare = state.food - 1
    if state.health <= 3 or (spare > 0 and state.health <= hero(state).health - 2):
        return "eat health"
    return "eat energy" if spare > 1 and state.energy == 0 else ""


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


def room_worth(state: TinHelm, card: int) -> int:
    """What a room face promises; foes frighten the weak."""
    fear = 4 if state.health <= LOW_HEALTH else 0
    icons = state.rules.cards[card].icons
    return sum(WORTH[icon] - (fear if icon < 2 else 0) for icon in icons)


def choose_room(state: TinHelm, tape: Tape) -> str:
    """Resolve a room better than the average of those to come."""
    others = bits_of(state.unseen)
    average = sum(room_worth(state, card) for card in others)
    here = room_worth(state, state.top) * len(others)
    if here == average:
        return ("resolve", "skip")[tape.below(2)]
    return "resolve" if here > average else "skip"


def kills_of(state: TinHelm, energy: int) -> int:
    """How many of 36 throws bring the foe down with this much energy."""
    foe, bonus = foe_card(state), attack_bonus(state)
    if energy == 0:
        sure = 1 + max(0, bonus - foe.defense) >= state.foe
        misses = DIFFERENCES[0] if state.rules.zero_rolls else 0
        return 36 - misses if sure else 0
    add = hero(state).chart[energy] + bonus - foe.defense
    return sum(n for raw, n in enumerate(DIFFERENCES) if raw and raw + add >= state.foe)


def choose_energy(state: TinHelm, tape: Tape) -> str:
    """The cheapest attack that likely kills, else the one that kills most often."""
    amounts = hero(state).amounts[state.energy]
    odds = [(kills_of(state, energy), -energy) for energy in amounts]
    likely = [-cost for kills, cost in odds if kills >= SURE]
    if likely:
        return f"attack {min(likely)}"
    best = max(odds)
    return f"attack {-best[1] if best[0] else min(1, amounts[-1])}"


def rest_or_search(state: TinHelm, tape: Tape) -> str:
    """Rest the weary."""
    card = hero(state)
    weary = card.health - state.health + card.energy - state.energy
    return "rest" if weary > 1 or state.food >= state.rules.food_cap else "search"


def answer_offer(state: TinHelm, tape: Tape) -> str:
    """A shard is worth anything; energy only a spare meal."""
    fx = state.rules.effects[state.agenda[-1] >> 8]
    if fx.op == "may_trade":
        return "accept"
    return "accept" if state.food > 1 and state.energy <= hero(state).energy - 2 else "decline"


def look_for_food(state: TinHelm, tape: Tape) -> str:
    """It costs nothing."""
    return "look" if powers(state).dice else "pass_by"


def no_matter(state: TinHelm, tape: Tape) -> str:
    """Any will do: leave it to the tape."""
    return ""


ANSWERS: dict[str, Callable[[TinHelm, Tape], str]] = {
    "race": no_matter,
    "class": no_matter,
    "choose": choose_room,
    "pause": lambda state, tape: "go_on",
    "offer": answer_offer,
    "camp": rest_or_search,
    "water": look_for_food,
    "fight": choose_energy,
}
