"""What can happen in Tin Helm: each kind with its facts and the clauses an occurrence proves.

A guard is a named test over the facts, so that an event never proves more than it saw.
"""

from __future__ import annotations

from engine.events import Event, Happening

# --- guards ----------------------------------------------------------------------------------


def first_level(h: Happening) -> bool:
    """The shuffle before play."""
    return h.num("level") == 1


def later_level(h: Happening) -> bool:
    """The shuffle at a level's end."""
    return h.num("level") > 1


def by_resolving(h: Happening) -> bool:
    """The top card became the room."""
    return h.word("mode") == "resolve"


def by_skipping(h: Happening) -> bool:
    """The top card became the result."""
    return h.word("mode") == "skip"


def from_icon(h: Happening) -> bool:
    """An enemy icon named the foe."""
    return h.word("source") == "icon"


def from_encounter(h: Happening) -> bool:
    """An encounter turned out to be an enemy."""
    return h.word("source") == "encounter"


def from_loot(h: Happening) -> bool:
    """A chest turned out to be an enemy."""
    return h.word("source") == "loot"


def undead(h: Happening) -> bool:
    """The foe is undead."""
    return h.num("undead") == 1


def reads_result(h: Happening) -> bool:
    """An icon whose outcome stands on the result face."""
    return h.word("icon") in ("enemy", "trap", "encounter", "loot")


def goes_on(h: Happening) -> bool:
    """An icon begun after one that a fight or effect had resolved."""
    return h.word("after") in ("enemy", "trap", "encounter", "loot")


def kills(h: Happening) -> bool:
    """Health reached zero."""
    return h.word("stat") == "health" and h.num("left") == 0 and h.num("lost") > 0


def all_lost(h: Happening) -> bool:
    """Starved to death."""
    return h.num("left") == 0


def lowered(h: Happening) -> bool:
    """Some power lowered the loss."""
    return h.num("reduced") > 0


def lowered_twice(h: Happening) -> bool:
    """Two powers added up."""
    return h.num("reduced") > 1


def health_clamped(h: Happening) -> bool:
    """Health gained less than asked, for the maximum."""
    return h.word("stat") == "health" and h.num("gained") < h.num("asked")


def energy_clamped(h: Happening) -> bool:
    """Energy gained less than asked, for the maximum."""
    return h.word("stat") == "energy" and h.num("gained") < h.num("asked")


def food_clamped(h: Happening) -> bool:
    """Food gained less than asked, for the cap."""
    return h.word("stat") == "food" and h.num("gained") < h.num("asked")


def at_the_grove(h: Happening) -> bool:
    """The Grove gave it."""
    return h.word("cause") == "grove"


def by_fight(h: Happening) -> bool:
    """A defeated enemy gave it."""
    return h.word("cause") == "fight"


def in_place_of_a_shard(h: Happening) -> bool:
    """Altar or Shrine gave favor and no shard."""
    return h.word("cause") in ("altar", "shrine")


def of_possessor(h: Happening) -> bool:
    """The Possessor's shard."""
    return h.word("source") == "possessor"


def of_shrine(h: Happening) -> bool:
    """The Shrine's shard."""
    return h.word("source") == "shrine"


def of_pigman(h: Happening) -> bool:
    """The Pigman's shard."""
    return h.word("source") == "pigman"


def of_altar(h: Happening) -> bool:
    """The Altar's shard."""
    return h.word("source") == "altar"


def of_chest(h: Happening) -> bool:
    """The chest's shard."""
    return h.word("source") == "chest"


def discounted(h: Happening) -> bool:
    """The Altar asked for less."""
    return of_altar(h) and h.num("discount") > 0


def paid(h: Happening) -> bool:
    """The source had paid before."""
    return h.word("reason") == "paid"


def is_empty(h: Happening) -> bool:
    """The chest is marked empty."""
    return h.word("reason") == "empty"


def taken(h: Happening) -> bool:
    """The chest's card was taken before."""
    return h.word("reason") == "taken"


def yields_food(h: Happening) -> bool:
    """Some food came of it."""
    return h.num("food") > 0


def not_kept(h: Happening) -> bool:
    """The card worked at once and is gone."""
    return h.num("kept") == 0


def rested_better(h: Happening) -> bool:
    """More than a plain rest gives."""
    return h.num("health") > 2 or h.num("energy") > 1


def several_dice(h: Happening) -> bool:
    """More than one die was rolled at water."""
    return h.num("dice") > 1


def several_dice_won(h: Happening) -> bool:
    """More than one die, and a success among them."""
    return several_dice(h) and h.num("successes") > 0


def cut_at_the_cap(h: Happening) -> bool:
    """More successes than food could be held."""
    return h.num("food") < h.num("successes")


def easier(h: Happening) -> bool:
    """Success from a four up."""
    return h.num("needed") < 5


def raises(h: Happening) -> bool:
    """A statistic rose."""
    return h.num("gained") > 0


def bomb(h: Happening) -> bool:
    """An item that raises nothing: a bomb was thrown."""
    return h.num("stat") == -1


def hero_rolled(h: Happening) -> bool:
    """The hero's dice."""
    return h.word("purpose") == "hero"


def enemy_rolled(h: Happening) -> bool:
    """The enemy's dice."""
    return h.word("purpose") == "enemy"


def table_rolled(h: Happening) -> bool:
    """A die for an encounter's table."""
    return h.word("purpose") == "table"


def hit(h: Happening) -> bool:
    """A rolled attack that is no double."""
    return h.num("rolled") == 1 and h.num("raw") > 0


def powered_hit(h: Happening) -> bool:
    """A rolled hit with energy behind it."""
    return hit(h) and h.num("spent") > 0


def hit_on_armour(h: Happening) -> bool:
    """A rolled hit on a foe with defense."""
    return hit(h) and h.num("defense") > 0


def rolled_double(h: Happening) -> bool:
    """A double: no damage."""
    return h.num("rolled") == 1 and h.num("raw") == 0 and h.num("amount") == 0


def double_with_bonus(h: Happening) -> bool:
    """A double in spite of bonuses: no damage."""
    return rolled_double(h) and h.num("chart") + h.num("bonus") > 0


def zero_energy(h: Happening) -> bool:
    """A zero-energy attack."""
    return h.num("spent") == 0


def zero_energy_bonus(h: Happening) -> bool:
    """A zero-energy attack with a bonus on a foe with defense."""
    return zero_energy(h) and h.num("bonus") > 0 and h.num("defense") > 0


def has_bonus(h: Happening) -> bool:
    """Items added damage."""
    return h.num("bonus") > 0


def bonus_adds_up(h: Happening) -> bool:
    """Items worth more than one added damage."""
    return h.num("bonus") > 1


def slain_at_once(h: Happening) -> bool:
    """The hero's first attack of the fight left the foe with nothing."""
    return h.num("first") == 1 and h.num("left") == 0


def plain_hit(h: Happening) -> bool:
    """An enemy's hit that is no double, with an attack value to add."""
    return h.num("raw") > 0 and h.num("attack") > 0


def enemy_double(h: Happening) -> bool:
    """An enemy's double."""
    return h.num("raw") == 0


def enemy_hit(h: Happening) -> bool:
    """An enemy's hit that is no double."""
    return h.num("raw") > 0


def helmeted_hit(h: Happening) -> bool:
    """A hit whose attack value a helm lowered."""
    return enemy_hit(h) and lowered(h)


def of_mimic(h: Happening) -> bool:
    """Favor by level."""
    return h.word("power") == "favor_equals_level"


def on_hit(h: Happening) -> bool:
    """A hit cost more than health."""
    return h.word("power") == "on_hit"


def regenerates(h: Happening) -> bool:
    """The foe regained health."""
    return h.word("power") == "regenerate"


def breaks(h: Happening) -> bool:
    """An item broke."""
    return h.word("reason") == "broken"


# --- kinds -----------------------------------------------------------------------------------

GAME_STARTED = Event(
    "game.started",
    ("content:content", "dungeon", "enemies", "loot", "trappings", "heroes", "encounters",
     "eat_in_combat:flag", "zero_energy_rolls:flag", "shield_rule:shield_rules", "favor_cap"),
)  # fmt: skip
RACE_CHOSEN = Event("race.chosen", ("race:races",))
CLASS_CHOSEN = Event(
    "class.chosen",
    ("class:classes", "health", "energy", "food", "favor", "level", "items:items"),
    ("TH-SETUP-05", "TH-SETUP-06", "TH-SETUP-07", "TH-SETUP-10", "TH-SETUP-12", "TH-SETUP-13",
     "TH-SETUP-15"),
)  # fmt: skip
LEVEL_STARTED = Event("level.started", ("level",), ("TH-LEVEL-01", "TH-LEVEL-04"))
DECK_SHUFFLED = Event(
    "deck.shuffled", ("level", "cards"), {"TH-SETUP-17": first_level, "TH-END-06": later_level}
)
CARD_TURNED_UP = Event("card.turned_up", ("card:dungeon",))
CARD_REVEALED = Event("card.revealed", ("card:dungeon", "face:sides"))
ROOM_CHOSEN = Event("room.chosen", ("mode:modes",))
ROOM_CREATED = Event(
    "room.created",
    ("mode:modes", "room:dungeon", "result:dungeon"),
    {"TH-TURN-03": by_resolving, "TH-TURN-04": by_skipping},
)
ROOM_ENDED = Event("room.ended", ("rooms_done",), ("TH-LEVEL-02",))
ICON_STARTED = Event(
    "icon.started", ("index", "icon:icons", "after:icons"), {"TH-ICON-18": goes_on}
)
ICON_ENDED = Event(
    "icon.ended", ("index", "icon:icons", "outcome:outcomes"), {"TH-TURN-08": reads_result}
)
TRAP_SPRUNG = Event(
    "trap.sprung",
    ("stat:stats", "printed", "reduced", "lost", "left"),
    {"TH-ICON-03": None, "TH-ICON-04": kills, "TH-ITEM-12": lowered, "TH-ITEM-08": lowered_twice},
)
ENCOUNTER_STARTED = Event("encounter.started", ("name:faces",), ("TH-ICON-05",))
ENCOUNTER_ENDED = Event("encounter.ended", ("name:faces",), ("TH-ICON-07",))
OFFER_MADE = Event("offer.made", ("name:faces",))
OFFER_ACCEPTED = Event(
    "offer.accepted", ("name:faces", "stat:stats", "paid"),
    {"TH-ITEM-19": lambda h: h.word("stat") == "food"},
)  # fmt: skip
OFFER_DECLINED = Event("offer.declined", ("name:faces",))
ITEM_TRADED = Event("item.traded", ("item:items", "to:faces"))
STAT_GAINED = Event(
    "stat.gained",
    ("stat:stats", "asked", "gained", "left", "cause:causes"),
    {"TH-SETUP-08": health_clamped, "TH-SETUP-09": energy_clamped, "TH-SETUP-11": food_clamped,
     "TH-ITEM-18": at_the_grove},
)  # fmt: skip
STAT_LOST = Event(
    "stat.lost", ("stat:stats", "asked", "lost", "left", "cause:causes"), {"TH-ICON-04": kills}
)
FAVOR_GAINED = Event(
    "favor.gained",
    ("asked", "gained", "total", "cause:causes"),
    {"TH-CARD-05": by_fight, "TH-ITEM-21": in_place_of_a_shard},
)
SHARD_GAINED = Event(
    "shard.gained",
    ("source:sources", "total", "discount"),
    {"TH-SHARD-02": of_possessor, "TH-SHARD-03": of_shrine, "TH-SHARD-04": of_pigman,
     "TH-SHARD-05": of_altar, "TH-SHARD-06": of_chest, "TH-ICON-11": of_chest,
     "TH-ITEM-14": discounted},
)  # fmt: skip
SHARD_REFUSED = Event(
    "shard.refused", ("source:sources", "reason:refusals"), {"TH-SHARD-08": paid}
)
LOOT_GAINED = Event(
    "loot.gained", ("item:items", "kept:flag"), {"TH-ICON-08": None, "TH-ITEM-07": not_kept}
)
LOOT_EMPTY = Event(
    "loot.empty",
    ("reason:chests", "food"),
    {"TH-ICON-09": is_empty, "TH-ICON-12": taken, "TH-SHARD-08": paid, "TH-ITEM-13": yields_food},
)
CAMP_RESTED = Event(
    "camp.rested", ("health", "energy"), {"TH-ICON-14": None, "TH-ITEM-11": rested_better}
)
CAMP_SEARCHED = Event("camp.searched", ("food", "left"), ("TH-ICON-15",))
WATER_SKIPPED = Event("water.skipped")
WATER_SEARCHED = Event(
    "water.searched",
    ("dice", "needed", "successes", "food", "left"),
    {"TH-ICON-17": None, "TH-SETUP-11": cut_at_the_cap, "TH-ERR-01": several_dice,
     "TH-ERR-02": several_dice_won, "TH-ITEM-15": easier},
)  # fmt: skip
FOOD_EATEN = Event("food.eaten", ("stat:stats", "gained", "left"), ("TH-FOOD-01",))
ITEM_USED = Event(
    "item.used",
    ("item:items", "stat:stats", "gained"),
    {"TH-ITEM-01": raises, "TH-ITEM-03": raises, "TH-ITEM-04": bomb},
)
ITEM_DISCARDED = Event("item.discarded", ("item:items", "reason:breaks"), {"TH-ERR-06": breaks})
FIGHT_STARTED = Event(
    "fight.started",
    ("enemy:enemies", "source:origins", "health", "attack", "defense", "favor", "undead:flag",
     "power:powers"),
    {"TH-COMBAT-01": None, "TH-CARD-01": None, "TH-CARD-06": undead, "TH-ICON-02": from_icon,
     "TH-ICON-06": from_encounter, "TH-ICON-10": from_loot},
)  # fmt: skip
ENERGY_SPENT = Event("energy.spent", ("n", "left"), ("TH-COMBAT-08",))
DICE_ROLLED = Event(
    "dice.rolled",
    ("purpose:dice_for", "dice", "raw"),
    {"TH-COMBAT-10": hero_rolled, "TH-COMBAT-17": enemy_rolled, "TH-ITEM-20": table_rolled},
)
HERO_DAMAGE = Event(
    "hero.damage",
    ("spent", "rolled:flag", "raw", "chart", "bonus", "defense", "amount", "left", "first:flag"),
    {"TH-COMBAT-12": None, "TH-CARD-02": None, "TH-CARD-04": hit_on_armour,
     "TH-COMBAT-04": slain_at_once, "TH-COMBAT-06": powered_hit, "TH-COMBAT-09": rolled_double,
     "TH-COMBAT-11": powered_hit, "TH-COMBAT-15": zero_energy, "TH-COMBAT-16": zero_energy_bonus,
     "TH-COMBAT-22": double_with_bonus, "TH-ITEM-08": bonus_adds_up, "TH-ITEM-09": has_bonus},
)  # fmt: skip
ENEMY_DAMAGE = Event(
    "enemy.damage",
    ("raw", "attack", "before", "amount", "lost", "left", "reduced"),
    {"TH-COMBAT-19": enemy_hit, "TH-CARD-03": plain_hit, "TH-COMBAT-18": enemy_double,
     "TH-ITEM-10": helmeted_hit},
)  # fmt: skip
SHIELD_USED = Event("shield.used", ("before", "after"), ("TH-COMBAT-20", "TH-ERR-05"))
ATTACK_SKIPPED = Event("attack.skipped", ("item:items",))
POWER_APPLIED = Event(
    "power.applied",
    ("enemy:enemies", "power:powers", "stat:stats", "amount", "left"),
    {"TH-COMBAT-02": None, "TH-ERR-04": of_mimic, "TH-ITEM-22": on_hit, "TH-ITEM-23": regenerates},
)
FIGHT_WON = Event("fight.won", ("enemy:enemies", "level"))
LEVEL_ENDED = Event("level.ended", ("level",))
MEEPLE_MOVED = Event("meeple.moved", ("from", "to"), ("TH-END-02",))
HERO_FED = Event("hero.fed", ("left",), ("TH-END-03",))
HERO_STARVED = Event(
    "hero.starved",
    ("asked", "lost", "left", "reduced"),
    {"TH-END-04": None, "TH-END-05": all_lost, "TH-ITEM-16": lowered},
)
GAME_OVER = Event("game.over", ("reason:reasons",))
SCORE_TALLIED = Event(
    "score.tallied",
    ("shards", "favor", "rest", "level", "total"),
    ("TH-OVER-04", "TH-SCORE-01", "TH-SCORE-02", "TH-SCORE-03", "TH-SCORE-04", "TH-SCORE-05"),
)

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
