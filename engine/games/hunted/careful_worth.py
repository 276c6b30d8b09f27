"""What the careful policy thinks of cards and fights, in Energy points; public knowledge only."""

from __future__ import annotations

from engine.games.hunted.components import (
    DROP,
    GAIN,
    ITEM,
    KEY,
    MOD_WEAPON,
    SCRY,
    SURVIVOR,
    TAKE,
    WAKE,
    WEAPON,
    covers,
    members,
)
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import (
    attack_of,
    change,
    enemies_in_row,
    first_of,
    icons_of,
    later_of,
)

# What a card drawn for an attack is worth, about.
DRAW = 3.2
ONCE_PRICE = 1.5
KEY_ICONS_WANTED = 4
ITEM_WORTH = {SCRY: 0.6, DROP: 1.4, TAKE: 1.0, WAKE: 1.0, MOD_WEAPON: 1.2}


# --- weapons and fights ----------------------------------------------------------------------


def sets_of_weapons(state: Hunted, held: int) -> list[list[int]]:
    """Sets worth thinking of: each weapon alone, with the Throwing ones that last, with all."""
    rules = state.rules
    thrown = members(held & rules.throwing)
    lasting = [weapon for weapon in thrown if not rules.once >> weapon & 1]
    found: list[list[int]] = []
    for primary in members(held & rules.weapons):
        found.append([primary])
        if not rules.throwing >> primary & 1:
            found += [[primary, *more] for more in (lasting, thrown) if more]
    return found


def price(state: Hunted, weapons: list[int], strength: int, absorbed: int) -> float:
    """Energy that these weapons cost against a Strength, about, and the loss of what is used up."""
    total = sum(attack_of(state, weapon) for weapon in weapons)
    cost: float = max(first_of(state, weapon) for weapon in weapons) + change(state).first
    later = max(later_of(state, weapon) for weapon in weapons)
    cost += later * absorbed
    if total < strength:
        cost += later * (1 + int((strength - total - 1) / DRAW))
    return cost + ONCE_PRICE * sum(state.rules.once >> weapon & 1 for weapon in weapons)


def best_weapons(state: Hunted, strength: int, absorbed: int = 0) -> tuple[float, list[int]]:
    """(price, weapons) of the cheapest way to reach a Strength; the first of equals."""
    choices = sets_of_weapons(state, state.inventory)
    return min((price(state, weapons, strength, absorbed), weapons) for weapons in choices)


def fight_price(state: Hunted, enemy: int) -> float:
    """What a fight with an Enemy of the Row costs, about."""
    strength = max(1, state.rules.value[enemy] + change(state).strength)
    return best_weapons(state, strength)[0]


def threat(state: Hunted) -> float:
    """What the strongest Enemy of the Row would cost; 0 without one."""
    return max((fight_price(state, enemy) for enemy in enemies_in_row(state)), default=0.0)


def power(state: Hunted, held: int) -> int:
    """The highest first strike of weapons that last."""
    sets = sets_of_weapons(state, held & ~state.rules.once)
    return max(sum(attack_of(state, weapon) for weapon in weapons) for weapons in sets)


# --- cards -----------------------------------------------------------------------------------


def weapon_worth(state: Hunted, card: int) -> float:
    """What a weapon adds to the hero's first strike."""
    rules = state.rules
    if rules.once >> card & 1:
        return 1.8
    gain = power(state, state.inventory | 1 << card) - power(state, state.inventory)
    return 0.2 + 0.8 * gain - 0.3 * max(0, rules.later[card] - 1)


def key_worth(state: Hunted, card: int) -> float:
    """A key, as long as there are Survivors to free and few keys in hand."""
    rules = state.rules
    held = sum(rules.key_value[key] for key in members(state.inventory & rules.keys))
    wanted = held < KEY_ICONS_WANTED and not state.battle
    return rules.key_value[card] * (1.2 if wanted else 0.3)


def worth(state: Hunted, card: int) -> float:
    """What it is worth to hold a card of the Row."""
    rules = state.rules
    kind = rules.type[card]
    if kind == WEAPON:
        return weapon_worth(state, card)
    if kind == KEY:
        return key_worth(state, card)
    fx = rules.fx[card]
    if kind == ITEM:
        return fx.n if fx.op == GAIN else ITEM_WORTH.get(fx.op, 0.1)
    return 1.0 if kind == SURVIVOR else 0.0


def survivor_worth(state: Hunted, card: int) -> float:
    """A Survivor free: a point in the battle, and the ability before."""
    fx = state.rules.fx[card]
    return 2.0 + (fx.n if fx.op == GAIN else 1.0)


# --- paying ----------------------------------------------------------------------------------


def cheapest_payers(state: Hunted, target: int) -> tuple[float, list[int]]:
    """(what is lost, cards): the least worthy cards of the Row that pay for `target`."""
    rules = state.rules
    cost = rules.cost[target]
    able = [card for card in state.in_row if card != target and rules.resources[card]]
    able.sort(key=lambda card: (worth(state, card) - rules.noise[card], card))
    chosen: list[int] = []
    for card in able:
        if covers(icons_of(state, chosen), cost):
            break
        chosen.append(card)
    for card in reversed(chosen[:]):
        rest = [other for other in chosen if other != card]
        if covers(icons_of(state, rest), cost):
            chosen = rest
    return sum(0.6 * worth(state, card) for card in chosen), sorted(chosen)
