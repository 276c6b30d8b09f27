"""Dungeon icons (4.2): their order, and what a trap, a chest, a campsite and water do."""

from __future__ import annotations

from engine.events import Happening
from engine.games.tin_helm.components import ENERGY, FOOD, HEALTH
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.tin_helm.book import (
    CAMP,
    ENCOUNTER,
    ENEMY,
    LOOT,
    NONE,
    STATS,
    TRAP,
    WATER,
    book,
    value,
)
from properties.tin_helm.ledger import Turn, event_check, icon_kind, opened

# --- icons, left to right (4.2) -------------------------------------------------------------


@event_check("THI-13", "TH-TURN-06", "TH-ICON-18", kinds=("icon.started",))
def icons_begin_from_left_to_right(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Icons begin in the order of the room face, each after the end of the one before."""
    index, icons = h.num("index"), book(now.rules).cards[now.room].icons
    if index != now.icon or index >= len(icons) or h.num("icon") != icons[index]:
        return f"{h} after {now.icon} icons of {icons}"
    if h.num("after") != (icons[index - 1] if index else NONE):
        return f"{h}: expected to come after {icons[index - 1] if index else 'none'}"
    ended = past.last.get("icon.ended")
    return index == 0 or ended is None or ended.num("index") == index - 1


@event_check("THI-13", "TH-TURN-07", "TH-TURN-06", kinds=("room.ended",))
def every_icon_was_resolved(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A room ends when all its icons have ended."""
    count = len(book(now.rules).cards[now.room].icons)
    ended = past.last.get("icon.ended")
    return now.icon == count and (ended is None or ended.num("index") == count - 1)


@event_check("THI-13", "TH-TURN-06", "TH-ICON-18", kinds=("icon.ended",))
def the_icon_that_ends_is_the_one_begun(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The icon that ends is the last begun; the next one, the room's end or a pause follows."""
    if h.num("index") != now.icon - 1 or h.num("icon") != icon_kind(now):
        return f"{h} in icon {now.icon - 1}"
    after = past.next
    return after is None or after.kind in ("icon.started", "room.ended")


@event_check("THI-13", "TH-ICON-18", "TH-COMBAT-13", kinds=("fight.won",))
def a_won_fight_ends_its_icon(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A fight that is won ends its icon, unless the game is over."""
    kinds = [event.kind for event in past.rest()]
    return "icon.ended" in kinds or "game.over" in kinds


@step_invariant("THI-13", "TH-ICON-18", kinds=("fight.won",))
def the_next_icon_follows_a_fight(step: Turn) -> Verdict:
    """After a fight the next icon to the right follows, at once or after a pause, or none is left.

    Unless the game is over.
    """
    before, after = step.before, step.after
    kinds = [event.kind for event in step.events]
    if "game.over" in kinds:
        return None
    if before.icon == len(book(before.rules).cards[before.room].icons):
        return "room.ended" in kinds or step.game.rows[after.phase].name == "pause"
    started = [e.num("index") for e in step.events if e.kind == "icon.started"]
    return started[:1] == [before.icon] or (not started and after.icon == before.icon)


@event_check("THI-14", "TH-TURN-08", "TH-ICON-02", "TH-ICON-03", "TH-ICON-05", "TH-ICON-08",
             kinds=("icon.ended",))  # fmt: skip
def the_outcome_stands_on_the_result(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The outcome of an enemy, trap, encounter or loot icon is the result face's entry."""
    cards, kind = book(now.rules), h.num("icon")
    card, names = cards.cards[now.result], cards.names
    if kind in (CAMP, WATER):
        return None
    if kind == ENEMY:
        expected = names["enemy"][card.enemy]
    elif kind == TRAP:
        expected = STATS[card.trap_stat]
    elif kind == LOOT:
        expected = card.chest
    else:
        met = card.foe_met != NONE
        expected = names["enemy"][card.foe_met] if met else names["encounter"][card.face_met]
    return True if h.word("outcome") == expected else f"{h}: the result says {expected}"


def _loot_outcome(now: TinHelm) -> tuple[str, str, int]:
    """(event, fact, value) that a loot icon must bring."""
    cards = book(now.rules)
    card = cards.cards[now.result]
    if card.foe_inside != NONE:
        return "fight.started", "enemy", card.foe_inside
    if card.chest == "empty":
        return "loot.empty", "reason", 0
    if card.chest == "shard":
        paid = cards.once[cards.chest] and now.sources >> cards.chest & 1
        return ("loot.empty", "reason", 2) if paid else ("shard.gained", "source", cards.chest)
    if now.loot >> card.loot & 1:
        return "loot.gained", "item", card.loot
    return "loot.empty", "reason", 1


def _due(now: TinHelm, kind: int) -> tuple[str, str, int]:
    """(event, fact, value) that an icon of a kind must bring at once."""
    card = book(now.rules).cards[now.result]
    if kind == ENEMY:
        return "fight.started", "enemy", card.enemy
    if kind == TRAP:
        return "trap.sprung", "printed", card.trap_n
    if kind == LOOT:
        return _loot_outcome(now)
    if card.foe_met != NONE:
        return "fight.started", "enemy", card.foe_met
    return "encounter.started", "name", card.face_met


@event_check("THI-14", "TH-ICON-02", "TH-ICON-03", "TH-ICON-05", "TH-ICON-06", "TH-ICON-08",
             "TH-ICON-10", "TH-ICON-11", "TH-ICON-12", "TH-SHARD-06",
             kinds=("icon.started",))  # fmt: skip
def an_icon_does_what_the_result_says(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The first thing that happens in an icon is what its entry on the result face names."""
    kind, first = h.num("icon"), past.next
    if kind in (CAMP, WATER):
        return None
    expected, fact, number = _due(now, kind)
    if first is not None and first.kind == expected and first.num(fact) == number:
        return True
    return f"{h} with result {now.result} brought {first}, expected {expected}({fact}={number})"


@event_check("THI-41", "TH-ICON-13", "TH-ICON-16", kinds=("icon.started",))
def camp_and_water_wait_for_the_player(h: Happening, now: TinHelm, past: History) -> Verdict:
    """At a campsite and at water nothing happens until the player has chosen."""
    return None if h.num("icon") not in (CAMP, WATER) else past.next is None


@event_check("THI-41", "TH-ICON-13", "TH-ICON-16", kinds=("icon.ended",))
def camp_and_water_end_by_one_choice(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A campsite ends with one rest or search, water with one search or with passing by."""
    kind, before = h.num("icon"), past.previous
    if kind not in (CAMP, WATER) or before is None:
        return None
    ends = ("camp.rested", "camp.searched") if kind == CAMP else ("water.searched", "water.skipped")
    return before.kind in ends and sum(e.kind in ends for e in past.since("icon.started")) == 1


@event_check("THI-14", "TH-ICON-07", kinds=("icon.ended",))
def an_encounter_ends_before_its_icon(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The icon of an encounter that is no enemy ends right after the encounter."""
    if h.num("icon") != ENCOUNTER or book(now.rules).cards[now.result].face_met == NONE:
        return None
    before = past.previous
    return before is None or before.kind == "encounter.ended"


# --- traps, chests, camps, water ------------------------------------------------------------


@event_check("THI-50", "TH-ICON-03", "TH-ITEM-08", "TH-ITEM-12", kinds=("trap.sprung",))
def a_trap_costs_what_is_printed_less_powers(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A trap takes what the result prints, less the powers for that statistic, not below 0."""
    cards = book(now.rules)
    card = cards.cards[now.result]
    stat, held = card.trap_stat, value(now, card.trap_stat)
    reduced = min(card.trap_n, cards.mods(now).trap[stat])
    lost = min(held, card.trap_n - reduced)
    told = tuple(h.num(fact) for fact in ("stat", "printed", "reduced", "lost", "left"))
    expected = (stat, card.trap_n, reduced, lost, held - lost)
    return True if told == expected else f"{h}: expected {expected}"


@event_check("THI-33", "TH-ICON-12", "TH-ICON-08", "TH-ITEM-07", kinds=("loot.gained",))
def loot_is_gained_once(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A loot card is found in the deck, once a game; it is kept unless it works at once."""
    item, cards = h.num("item"), book(now.rules)
    if not now.loot >> item & 1 or opened(past).memory.gained >> item & 1:
        return f"{h}: it is not in the loot deck"
    return bool(h.num("kept")) != bool(cards.on_gain >> item & 1)


@event_check("THI-33", "TH-ITEM-07", kinds=("loot.gained",))
def loot_that_works_when_gained_does_so(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Loot of timing on_gain gives its statistic at once."""
    item, cards, after = h.num("item"), book(now.rules), past.next
    if not cards.on_gain >> item & 1:
        return None
    effect = cards.effects[item]
    kind = "favor.gained" if effect["stat"] == "favor" else "stat.gained"
    fits = after is not None and after.kind == kind and after.num("asked") == effect["n"]
    return fits and after is not None and after.word("cause") == "loot"


@event_check("THI-54", "TH-ICON-09", "TH-ITEM-13", "TH-SHARD-06", kinds=("loot.empty",))
def an_empty_chest_gives_what_lockpicks_give(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A chest that is empty, taken or paid gives the sum of empty_chest_gain, up to the cap.

    The event tells the food; where a power gives another statistic a gain follows.
    """
    cards = book(now.rules)
    gains = cards.mods(now).chest
    food = cards.gain(now, FOOD, gains[FOOD])
    others = [(stat, gains[stat]) for stat in (HEALTH, ENERGY) if gains[stat]]
    rest = past.rest()
    told = [(e.num("stat"), e.num("asked")) for e in rest[: len(others)] if e.kind == "stat.gained"]
    after = rest[len(others)].kind if len(rest) > len(others) else "nothing"
    if h.num("food") == food and sorted(told) == others and after == "icon.ended":
        return True
    return f"{h}, then {rest[:1]}: expected food {food}, {others}, and the icon's end"


@event_check("THI-41", "TH-ICON-14", "TH-ITEM-11", "TH-SETUP-08", "TH-SETUP-09",
             kinds=("camp.rested",))  # fmt: skip
def a_rest_restores_two_and_one(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A rest gives 2 health and 1 energy, and bonuses, as far as there is room."""
    cards = book(now.rules)
    bonus = cards.mods(now).rest
    health = cards.gain(now, HEALTH, cards.rest[HEALTH] + bonus[HEALTH])
    energy = cards.gain(now, ENERGY, cards.rest[ENERGY] + bonus[ENERGY])
    if (h.num("health"), h.num("energy")) == (health, energy):
        return True
    return f"{h}: expected {health} health and {energy} energy"


@event_check("THI-41", "TH-ICON-15", "TH-SETUP-11", kinds=("camp.searched",))
def a_search_finds_one_food(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Searching a campsite gives one food, or none at the cap."""
    cards = book(now.rules)
    food = cards.gain(now, FOOD, cards.search)
    return h.num("food") == food and h.num("left") == now.food + food


@step_invariant("THI-41", "TH-SETUP-08", "TH-SETUP-09", "TH-SETUP-11", verbs=("rest", "search"))
def a_camp_fills_trackers_to_their_maximum(step: Turn) -> Verdict:
    """From the position alone: a rest or search raises its trackers, none above its maximum."""
    before, acted = step.before, step.acted
    cards = book(before.rules)
    bonus = cards.mods(before).rest
    health, energy, food = before.health, before.energy, before.food
    if step.verb == "rest":
        health += cards.gain(before, HEALTH, cards.rest[HEALTH] + bonus[HEALTH])
        energy += cards.gain(before, ENERGY, cards.rest[ENERGY] + bonus[ENERGY])
    else:
        food += cards.gain(before, FOOD, cards.search)
    return (acted.health, acted.energy, acted.food) == (health, energy, food)


@event_check("THI-42", "TH-ICON-17", "TH-ERR-01", "TH-ERR-02", "TH-ITEM-15", "TH-SETUP-11",
             kinds=("water.searched",))  # fmt: skip
def water_gives_food_for_good_dice(h: Happening, now: TinHelm, past: History) -> Verdict:
    """One die (three with the net) wins from five (four for the elf); one food each, to the cap."""
    cards, fished = book(now.rules), opened(past).memory.fished
    mods = cards.mods(now)
    won = h.num("successes")
    if len(fished) == mods.dice:
        won = sum(die >= mods.needed for die in fished)
    elif past.whole:
        return f"{len(fished)} dice were rolled, expected {mods.dice}"
    food = cards.gain(now, FOOD, won)
    expected = (mods.dice, mods.needed, won, food, now.food + food)
    told = tuple(h.num(f) for f in ("dice", "needed", "successes", "food", "left"))
    return True if told == expected else f"{h} with dice {fished}: expected {expected}"


@step_invariant("THI-42", "TH-ERR-01", "TH-ERR-03", "TH-ICON-17", verbs=("look",))
def looking_takes_all_the_dice(step: Turn) -> Verdict:
    """Who looks for food rolls as many dice as the best power held gives."""
    after = step.after
    twin = step.before.clone()
    twin.phase, twin.casts = after.phase, book(after.rules).mods(after).dice
    return twin.encode() == after.encode()


@step_invariant("THI-42", "TH-ICON-17", "TH-ERR-02", verbs=("fish",))
def each_die_at_water_counts_once(step: Turn) -> Verdict:
    """A die takes one off those to roll, and is caught from the winning face up."""
    before, after = step.before, step.after
    if before.casts == 1:
        return any(event.kind == "water.searched" for event in step.events)
    won = int(step.text.split()[1]) >= book(before.rules).mods(before).needed
    return (after.casts, after.caught) == (before.casts - 1, before.caught + won)


@step_invariant("THI-42", "TH-ICON-16", verbs=("pass_by",))
def passing_by_changes_nothing(step: Turn) -> Verdict:
    """Who passes water by gains and loses nothing there."""
    fields = ("health", "energy", "food", "favor", "items", "shards", "casts", "caught")
    same = all(getattr(step.before, name) == getattr(step.acted, name) for name in fields)
    return same and step.events[0].kind == "water.skipped"
