"""What holds in every position: bounds of the trackers, where cards are, what rests (3.0, 2.0)."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.tin_helm.components import ENERGY, FAVOR, HEALTH
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant
from properties.tin_helm.book import NONE, SHARDS_TO_WIN, STATS, book, value
from properties.tin_helm.ledger import Turn, book_of, event_check, opened

NOBODY_YET = ("race", "class")
FIGHT = ("fight", "strike", "be_struck")


@invariant("THI-01", "TH-SETUP-08", "TH-SETUP-06", "TH-COMBAT-21", but=NOBODY_YET)
def health_stays_on_its_track(state: TinHelm) -> Verdict:
    """Health lies between 0 and what race and class give together."""
    return 0 <= state.health <= book(state.rules).max_health[state.race][state.cls]


@invariant("THI-01", "TH-COMBAT-21", "TH-OVER-02", but=(*NOBODY_YET, "died"))
def who_has_no_health_is_dead(state: TinHelm) -> Verdict:
    """Health is above 0 in every position but death."""
    return state.health > 0


@invariant("THI-02", "TH-SETUP-09", "TH-SETUP-07", "TH-COMBAT-07", but=NOBODY_YET)
def energy_stays_on_its_track(state: TinHelm) -> Verdict:
    """Energy lies between 0 and what race and class give together."""
    return 0 <= state.energy <= book(state.rules).max_energy[state.race][state.cls]


@invariant("THI-03", "TH-SETUP-11", "TH-FOOD-05")
def food_stays_on_its_track(state: TinHelm) -> Verdict:
    """Food lies between 0 and 5."""
    return 0 <= state.food <= book(state.rules).food_cap


@event_check("THI-01", "TH-SETUP-08", "TH-SETUP-09", "TH-SETUP-11", kinds=("stat.gained",))
def a_gain_stops_at_the_maximum(h: Happening, now: TinHelm, past: History) -> Verdict:
    """What is gained is what was asked, cut at the maximum; the event tells both, and the sum."""
    stat = h.num("stat")
    gained = book(now.rules).gain(now, stat, h.num("asked"))
    if h.num("gained") == gained and h.num("left") == value(now, stat) + gained:
        return True
    return f"{h} at {STATS[stat]} {value(now, stat)}: expected gained {gained}"


@event_check("THI-01", "TH-ICON-04", "TH-COMBAT-21", kinds=("stat.lost",))
def a_loss_stops_at_zero(h: Happening, now: TinHelm, past: History) -> Verdict:
    """What is lost is what was asked, cut at 0."""
    stat = h.num("stat")
    held = value(now, stat)
    lost = min(held, h.num("asked"))
    if stat != FAVOR and h.num("lost") == lost and h.num("left") == held - lost:
        return True
    return f"{h} at {STATS[stat]} {held}: expected lost {lost}"


@invariant("THI-04", "TH-COMP-05", "TH-SHARD-07", whole=True)
def each_shard_was_gained(state: TinHelm, past: History) -> Verdict:
    """Shards held are shards gained, at most three."""
    gained = past.counts.get("shard.gained", 0)
    return state.shards == gained <= SHARDS_TO_WIN if gained or state.shards else None


@invariant("THI-04", "TH-SHARD-08", "TH-COMP-05", but=NOBODY_YET)
def each_shard_spends_a_source(state: TinHelm) -> Verdict:
    """Where every source pays once, shards are as many as sources that have paid."""
    if not all(book(state.rules).once):
        return None
    return state.shards == state.sources.bit_count() if state.shards or state.sources else None


@step_invariant("THI-04", "TH-COMP-05", kinds=("shard.gained",))
def a_shard_is_left_to_gain(step: Turn) -> Verdict:
    """Only three shards exist: whoever gains one held fewer, and none after the third."""
    gained = sum(event.kind == "shard.gained" for event in step.events)
    return step.before.shards + gained == step.after.shards <= SHARDS_TO_WIN


@step_invariant("THI-05", "TH-CARD-05", "TH-SETUP-15")
def favor_never_falls(step: Turn) -> Verdict:
    """Favor is gained and never spent, up to the cap where there is one."""
    before, after = step.before.favor, step.after.favor
    if before == after:
        return None
    return before < after <= book(step.after.rules).favor_cap


@event_check("THI-05", "TH-CARD-05", "TH-SETUP-15", kinds=("favor.gained",))
def favor_stops_at_the_cap(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Favor rises by what was asked, up to favor_cap if there is one."""
    gained = min(h.num("asked"), book(now.rules).favor_cap - now.favor)
    if h.num("gained") == gained and h.num("total") == now.favor + gained:
        return True
    return f"{h} at favor {now.favor}: expected gained {gained}"


@invariant("THI-06", "TH-SETUP-13", "TH-OBJ-02", "TH-END-02", but=NOBODY_YET)
def the_level_is_one_of_five(state: TinHelm) -> Verdict:
    """The dungeon has levels 1 to 5."""
    return 1 <= state.level <= book(state.rules).levels


@invariant("THI-07", "TH-TURN-09", "TH-TURN-10", "TH-END-06", "TH-SETUP-17", but=NOBODY_YET)
def the_pile_is_partitioned(state: TinHelm) -> Verdict:
    """Unseen, top, room, result and used cards are the twelve dungeon cards, each once."""
    union, count = state.unseen | state.used, state.unseen.bit_count() + state.used.bit_count()
    for card in (state.top, state.room, state.result):
        if card != NONE:
            union |= 1 << card
            count += 1
    return union == book(state.rules).deck and count == union.bit_count()


@invariant("THI-08", "TH-TURN-09", "TH-LEVEL-02", but=NOBODY_YET)
def each_room_used_two_cards(state: TinHelm) -> Verdict:
    """Twice as many cards are used as rooms are done, and no level has more than six rooms."""
    return state.used.bit_count() == 2 * state.rooms <= 12


@invariant("THI-19", "TH-SETUP-14", "TH-COMBAT-13")
def an_enemy_stands_in_a_fight_alone(state: TinHelm, past: History) -> Verdict:
    """An enemy is named, and has health, exactly in a fight; death leaves both as they were."""
    row = past.game.rows[state.phase].name
    there = state.enemy != NONE
    if there != (state.foe > 0):
        return f"enemy {state.enemy} with health {state.foe}"
    return row == "died" or there == (row in FIGHT)


@invariant("THI-19", "TH-SETUP-14", "TH-COMBAT-04", but=(*FIGHT, "died"))
def what_a_fight_keeps_rests_outside_it(state: TinHelm) -> Verdict:
    """Outside a fight no energy stands behind an attack, and nobody has attacked."""
    return state.spent == 0 and state.opened == 0


@event_check("THI-32", "TH-COMBAT-24", "TH-SETUP-16", kinds=("fight.started",))
def the_enemy_deck_is_whole_when_searched(h: Happening, now: TinHelm, past: History) -> Verdict:
    """No enemy card is out when one is fetched: all eight can be found."""
    return now.enemy == NONE and 0 <= h.num("enemy") < len(book(now.rules).foes)


@invariant("THI-33", "TH-ICON-08", "TH-ICON-12", "TH-ITEM-07")
def loot_lies_in_one_place(state: TinHelm) -> Verdict:
    """A loot card is in the deck, held, or gone; what works when gained is never held."""
    cards = book(state.rules)
    inside = state.items & ~cards.all_items == 0 and state.loot & ~cards.loot == 0
    return inside and state.items & state.loot == 0 and state.items & cards.on_gain == 0


@step_invariant("THI-33", "TH-ICON-12", "TH-ITEM-01", "TH-ITEM-07", but=NOBODY_YET)
def what_is_gone_stays_gone(step: Turn) -> Verdict:
    """The loot deck never grows, and items are added from it alone."""
    before, after = step.before, step.after
    if before.loot == after.loot and before.items == after.items:
        return None
    if after.loot & ~before.loot:
        return f"loot deck gained {after.loot & ~before.loot:#x}"
    return after.items & ~before.items & ~before.loot == 0


@invariant("THI-52", "TH-ITEM-04", "TH-ITEM-05")
def smoke_hangs_over_a_fight_alone(state: TinHelm, past: History) -> Verdict:
    """Smoke is set only while attacks are chosen and rolled, by a bomb no longer held."""
    if state.smoke == NONE:
        return None
    if past.game.rows[state.phase].name not in ("fight", "strike"):
        return f"smoke in row {past.game.rows[state.phase].name}"
    bomb = book(state.rules).timing[state.smoke] == "use_combat"
    return bomb and not state.items >> state.smoke & 1


@invariant("THI-42", "TH-ICON-17", "TH-ERR-01", but=("fish",))
def no_die_is_owed_off_the_water(state: TinHelm) -> Verdict:
    """Dice at water, and what they caught, are counted only while they are rolled."""
    return state.casts == 0 and state.caught == 0


@invariant("THI-47", "TH-ICON-07", but=("offer", "cast"))
def nothing_is_owed_outside_an_encounter(state: TinHelm) -> Verdict:
    """Effects wait only while an offer stands or a table's die is rolled."""
    return not state.agenda


@invariant("THI-49", "TH-SETUP-02", "TH-SETUP-13", but=NOBODY_YET)
def six_numbers_are_tracked(state: TinHelm) -> Verdict:
    """Health, energy, food, favor, level and the enemy's health are whole numbers."""
    numbers = (state.health, state.energy, state.food, state.favor, state.level, state.foe)
    return min(numbers) >= 0 and all(type(item) is int for item in numbers)


# --- food and items at any time (4.3, content 3.3) ----------------------------------------------


@event_check("THI-34", "TH-FOOD-01", "TH-FOOD-04", "TH-FOOD-05", kinds=("food.eaten",))
def one_food_raises_one_statistic(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Eating costs one food and raises health or energy, not at its maximum, by one."""
    stat = h.num("stat")
    fits = stat in (HEALTH, ENERGY) and now.food >= 1 and now.health > 0
    fits = fits and value(now, stat) < book(now.rules).most(now, stat)
    return fits and h.num("gained") == 1 and h.num("left") == now.food - 1


@step_invariant("THI-34", "TH-FOOD-05", "TH-FOOD-04", "TH-FOOD-02", "TH-FOOD-03", verbs=("eat",))
def eating_changes_two_trackers(step: Turn) -> Verdict:
    """Who eats is alive, held food and had room, ends one down and one up, and stays there."""
    before, after = step.before, step.after
    stat = STATS.index(step.text.split()[1])
    if not before.health or not book(before.rules).eats(before, step.row == "fight")[stat]:
        return f"{step.text} with food {before.food} and {STATS[stat]} {value(before, stat)}"
    twin = after.clone()
    twin.food += 1
    if stat == HEALTH:
        twin.health -= 1
    else:
        twin.energy -= 1
    return twin.encode() == before.encode()


@event_check("THI-51", "TH-ITEM-01", "TH-ITEM-03", "TH-ITEM-06", kinds=("item.used",))
def an_item_is_used_in_its_time(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A used item is held, of timing use with room for its gain, or a bomb in a fight."""
    item, cards = h.num("item"), book(now.rules)
    if not now.items >> item & 1:
        return f"{h.word('item')} is not held"
    if cards.timing[item] == "use_combat":
        gains = h.num("stat") != NONE or h.num("gained")
        return now.enemy != NONE and now.smoke == NONE and not gains
    stat = STATS.index(str(cards.effects[item].get("stat", "favor")))
    asked = cast(int, cards.effects[item].get("n", 0))
    gained = cards.gain(now, stat, asked)
    fits = cards.timing[item] == "use" and gained >= min(1, asked)
    return fits and h.num("stat") == stat and h.num("gained") == gained


@step_invariant("THI-51", "TH-ITEM-02", "TH-ITEM-06", "TH-ITEM-01", verbs=("use",))
def using_spends_the_item(step: Turn, past: History) -> Verdict:
    """Who uses an item was allowed to, holds it no more, and nothing but its gain has changed."""
    before, after = step.before, step.after
    cards, name = book_of(step.game), step.text.split()[1]
    item = cards.names["items"].index(name)
    if item not in cards.uses(before, step.row == "fight"):
        return f"{step.text} in row {step.row} was not to be offered"
    twin, now = after.clone(), opened(past).now
    if now is None or after.items != before.items & ~(1 << item):
        return f"{name} is held still"
    twin.items, twin.smoke = before.items, before.smoke
    twin.health, twin.energy = before.health, before.energy
    twin.food, twin.favor = before.food, before.favor
    return twin.encode() == before.encode()
