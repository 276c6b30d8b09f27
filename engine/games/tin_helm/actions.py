"""What the hero and chance may do: verbs, legality and effect side by side, in rulebook order.

Numbers follow VERBS at the end, append-only.
"""

from __future__ import annotations

from engine.actions import Domain, Outcomes, verb
from engine.events import emit
from engine.fields import bits_of
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.components import (
    DICE_PAIRS,
    ENERGY,
    FOOD,
    HEALTH,
    NONE,
    ONE_DIE,
    drawables,
)
from engine.games.tin_helm.effects import FX, change, pay, price_is_held, raise_stat
from engine.games.tin_helm.fight import (
    BY_ENEMY,
    BY_HERO,
    base_attack,
    damage_foe,
    land_attack,
    land_blow,
    spend_energy,
)
from engine.games.tin_helm.rooms import open_level
from engine.games.tin_helm.schema import CHART_MAX, ITEMS_MAX
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import (
    hero,
    in_a_fight,
    may_consume_here,
    powers,
    result_card,
    room_for,
)

RESOLVED, SKIPPED = range(2)
BY_WATER, BY_TABLE = 2, 3
DIE = range(1, 7)
HEROES_MAX = 16
CARDS_BOUND = 64

# --- setup (3.0) -----------------------------------------------------------------------------


@verb("be", race=Domain("race", range(HEROES_MAX), "race"), clause="TH-SETUP-03")
def be(state: TinHelm, race: int) -> None:
    """Choose a race face."""
    state.race = race
    emit(state, ev.RACE_CHOSEN, race)


@be.legal
def every_race(state: TinHelm) -> list[int]:
    """All four race faces."""
    return list(range(len(state.rules.races)))


@verb("train_as", cls=Domain("class", range(HEROES_MAX), "class"), clause="TH-SETUP-04")
def train_as(state: TinHelm, cls: int) -> None:
    """Choose a class face and set the trackers (TH-SETUP-05 to -15); level 1 begins."""
    state.cls = cls
    card = hero(state)
    state.health, state.energy, state.food = card.health, card.energy, card.food
    state.favor, state.level = 0, 1
    state.items = card.items
    emit(state, ev.CLASS_CHOSEN, cls, state.health, state.energy, state.food, state.favor,
         state.level, tuple(bits_of(state.items)))  # fmt: skip
    open_level(state)


@train_as.legal
def other_cards(state: TinHelm) -> list[int]:
    """Class faces of the three cards not used for the race (TH-SETUP-04)."""
    rules = state.rules
    card = rules.race_cards[state.race]
    return [cls for cls, other in enumerate(rules.class_cards) if other != card]


# --- turn sequence (4.1) ---------------------------------------------------------------------


def unseen_cards(state: TinHelm) -> Outcomes:
    """Every card of the pile that nobody has seen, equally likely (TH-SETUP-17)."""
    return drawables(state.unseen)


def one_choice(state: TinHelm) -> list[int]:
    """Always open."""
    return [0]


@verb("turn_up", card=Domain("card", range(CARDS_BOUND), "dungeon"), clause="TH-TURN-02")
def turn_up(state: TinHelm, card: int) -> None:
    """The next room face lies open."""
    state.unseen &= ~(1 << card)
    state.top = card
    emit(state, ev.CARD_TURNED_UP, card)


turn_up.outcomes(unseen_cards)


@verb("resolve", clause="TH-TURN-03")
def resolve(state: TinHelm) -> None:
    """Take the top card as the room."""
    state.room, state.top = state.top, NONE
    emit(state, ev.ROOM_CHOSEN, RESOLVED)


resolve.legal(one_choice)


@verb("skip", clause="TH-TURN-04")
def skip(state: TinHelm) -> None:
    """Turn the top card to its result face; the next card must be the room (TH-TURN-05)."""
    state.result, state.top = state.top, NONE
    emit(state, ev.ROOM_CHOSEN, SKIPPED)


skip.legal(one_choice)


@verb("reveal", card=Domain("card", range(CARDS_BOUND), "dungeon"), clause="TH-TURN-03")
def reveal(state: TinHelm, card: int) -> None:
    """The second card of the room: its result after resolve, the room itself after skip."""
    state.unseen &= ~(1 << card)
    skipped = state.room == NONE
    if skipped:
        state.room = card
    else:
        state.result = card
    emit(state, ev.CARD_REVEALED, card, int(not skipped))
    emit(state, ev.ROOM_CREATED, int(skipped), state.room, state.result)


reveal.outcomes(unseen_cards)

# --- campsite and water (4.2) ----------------------------------------------------------------


@verb("rest", clause="TH-ICON-14")
def rest(state: TinHelm) -> None:
    """Two health and one energy, more by bedroll and human (TH-ITEM-11)."""
    plain, extra = state.rules.rest, powers(state).rest
    asked = plain[0] + extra[0], plain[1] + extra[1]
    health = raise_stat(state, HEALTH, asked[0])
    energy = raise_stat(state, ENERGY, asked[1])
    emit(state, ev.CAMP_RESTED, health, energy, *asked)


rest.legal(one_choice)


@verb("search", clause="TH-ICON-15")
def search(state: TinHelm) -> None:
    """One food."""
    gained = raise_stat(state, FOOD, state.rules.search)
    emit(state, ev.CAMP_SEARCHED, gained, state.food, state.rules.search)


search.legal(one_choice)


@verb("pass_by", clause="TH-ICON-16")
def pass_by(state: TinHelm) -> None:
    """Leave the water alone."""
    emit(state, ev.WATER_SKIPPED)


pass_by.legal(one_choice)


@verb("look", clause="TH-ICON-16")
def look(state: TinHelm) -> None:
    """Look for food: one die, three with the Gill Net (TH-ERR-01, -03)."""
    state.casts = powers(state).dice


look.legal(one_choice)


@verb("fish", die=Domain("die", DIE), clause="TH-ICON-17")
def fish(state: TinHelm, die: int) -> None:
    """One die at water: a success from five up, four for an elf (TH-ITEM-15)."""
    held = powers(state)
    state.casts -= 1
    state.caught += die >= held.success
    emit(state, ev.DICE_ROLLED, BY_WATER, (die,), die)
    if state.casts == 0:
        caught, state.caught = state.caught, 0
        food = raise_stat(state, FOOD, caught)
        emit(state, ev.WATER_SEARCHED, held.dice, held.success, caught, food, state.food)


@fish.outcomes
def one_die(state: TinHelm) -> Outcomes:
    """Six faces (TH-COMP-04)."""
    return ONE_DIE


# --- food and items at any time (4.3) --------------------------------------------------------


@verb("go_on", clause="TH-FOOD-02")
def go_on(state: TinHelm) -> None:
    """Enough eaten."""


go_on.legal(one_choice)


@verb("eat", stat=Domain("stat", ("health", "energy")), clause="TH-FOOD-01")
def eat(state: TinHelm, stat: int) -> None:
    """One food for one health or energy."""
    state.food -= 1
    change(state, stat, 1)
    emit(state, ev.FOOD_EATEN, stat, 1, state.food)


@eat.legal
def food_would_help(state: TinHelm) -> list[int]:
    """With food in hand (TH-FOOD-05), below the maximum (TH-FOOD-04), not barred (TH-FOOD-02)."""
    if not state.food or not may_consume_here(state):
        return []
    card = hero(state)
    raises = [HEALTH] if state.health < card.health else []
    if state.energy < card.energy:
        raises.append(ENERGY)
    return raises


@verb("use", item=Domain("item", range(ITEMS_MAX), "items"), clause="TH-ITEM-01")
def use(state: TinHelm, item: int) -> None:
    """Spend an item: tonic, spark stone (TH-ITEM-03), or a smoke bomb (TH-ITEM-04)."""
    state.items &= ~(1 << item)
    fx = state.rules.item_fx[item]
    if fx.op == "skip_enemy_attack":
        state.smoke = item
        emit(state, ev.ITEM_USED, item, NONE, 0)
    else:
        emit(state, ev.ITEM_USED, item, fx.stat, raise_stat(state, fx.stat, fx.n))


@use.legal
def usable_items(state: TinHelm) -> list[int]:
    """Held, meant for use here (TH-ITEM-06), and raising something (TH-ITEM-02)."""
    rules = state.rules
    held = state.items & rules.consumables
    if not held:
        return []
    fighting = in_a_fight(state)
    open_here = may_consume_here(state)
    found = []
    for item in bits_of(held):
        if rules.smoke >> item & 1:
            fits = fighting and state.smoke == NONE
        else:
            fits = open_here and room_for(state, rules.item_fx[item].stat) > 0
        if fits:
            found.append(item)
    return found


# --- offers (encounters) ---------------------------------------------------------------------


@verb("decline", clause="TH-ITEM-17")
def decline(state: TinHelm) -> None:
    """Turn the offer down; nothing changes."""
    state.agenda.pop()
    emit(state, ev.OFFER_DECLINED, result_card(state).encounter)


decline.legal(one_choice)


@verb("accept", clause="TH-ITEM-17")
def accept(state: TinHelm) -> None:
    """Pay the price; what it buys is due."""
    fx = state.rules.effects[state.agenda.pop() >> 8]
    pay(state, fx)
    state.agenda.append(FX | fx.then << 8)


@accept.legal
def price_in_hand(state: TinHelm) -> list[int]:
    """Only while the price is held (TH-ITEM-17, TH-SHARD-04)."""
    fx = state.rules.effects[state.agenda[-1] >> 8]
    return [0] if price_is_held(state, fx) else []


@verb("cast", die=Domain("die", DIE), clause="TH-ITEM-20")
def cast(state: TinHelm, die: int) -> None:
    """The die of an encounter's table; the entry it names is due."""
    fx = state.rules.effects[state.agenda.pop() >> 8]
    emit(state, ev.DICE_ROLLED, BY_TABLE, (die,), die)
    state.agenda.append(FX | fx.table[die - 1] << 8)


cast.outcomes(one_die)

# --- combat (5.2) ----------------------------------------------------------------------------


@verb("attack", energy=Domain("energy", range(CHART_MAX + 1)), clause="TH-COMBAT-05")
def attack(state: TinHelm, energy: int) -> None:
    """Fix the energy, which is gone before any roll (TH-COMBAT-08).

    With none the attack is the certain one (TH-COMBAT-15), unless zero_energy_rolls.
    """
    spend_energy(state, energy)
    if energy == 0 and not state.rules.zero_rolls:
        damage_foe(state, 0, False, base_attack(state), 0)


@attack.legal
def chart_amounts(state: TinHelm) -> list[int]:
    """Zero, and the amounts on the class chart that are held (TH-COMBAT-06, -07)."""
    return list(hero(state).amounts[state.energy])


def two_dice(state: TinHelm) -> Outcomes:
    """21 unordered pairs, doubles half as likely as others (TH-COMBAT-10)."""
    return DICE_PAIRS


@verb("strike", first=Domain("die", DIE), second=Domain("die", DIE), unordered=True,
      clause="TH-COMBAT-10")  # fmt: skip
def strike(state: TinHelm, first: int, second: int) -> None:
    """The hero's dice: their difference, doubles miss (TH-COMBAT-09)."""
    emit(state, ev.DICE_ROLLED, BY_HERO, (first, second), first - second)
    land_attack(state, first - second)


strike.outcomes(two_dice)


@verb("be_struck", first=Domain("die", DIE), second=Domain("die", DIE), unordered=True,
      clause="TH-COMBAT-17")  # fmt: skip
def be_struck(state: TinHelm, first: int, second: int) -> None:
    """The enemy's dice: their difference, doubles miss unless its card says so (-18)."""
    emit(state, ev.DICE_ROLLED, BY_ENEMY, (first, second), first - second)
    land_blow(state, first - second)


be_struck.outcomes(two_dice)

VERBS = (
    go_on, pass_by, decline, resolve, skip, attack, rest, search, look, accept, eat, use, be,
    train_as, fish, cast, turn_up, reveal, strike, be_struck,
)  # fmt: skip
