"""What can happen in Tin Helm: each kind with its facts and the clauses an occurrence proves."""

from __future__ import annotations

from engine.events import Event
from engine.games.tin_helm import events_guards as guard

GAME_STARTED = Event(
    "game.started",
    (
        "content:content",
        "dungeon",
        "enemies",
        "loot",
        "trappings",
        "heroes",
        "encounters",
        "eat_in_combat:flag",
        "zero_energy_rolls:flag",
        "shield_rule:shield_rules",
        "favor_cap",
    ),
)
RACE_CHOSEN = Event("race.chosen", ("race:race",))
CLASS_CHOSEN = Event(
    "class.chosen",
    ("class:class", "health", "energy", "food", "favor", "level", "items:items"),
    (
        "TH-SETUP-05",
        "TH-SETUP-06",
        "TH-SETUP-07",
        "TH-SETUP-10",
        "TH-SETUP-12",
        "TH-SETUP-13",
        "TH-SETUP-15",
    ),
)
LEVEL_STARTED = Event("level.started", ("level",), ("TH-LEVEL-01", "TH-LEVEL-04"))
DECK_SHUFFLED = Event(
    "deck.shuffled",
    ("level", "cards"),
    {"TH-SETUP-17": guard.first_level, "TH-END-06": guard.later_level},
)
CARD_TURNED_UP = Event("card.turned_up", ("card:dungeon",))
CARD_REVEALED = Event("card.revealed", ("card:dungeon", "face:sides"))
ROOM_CHOSEN = Event("room.chosen", ("mode:modes",))
ROOM_CREATED = Event(
    "room.created",
    ("mode:modes", "room:dungeon", "result:dungeon"),
    {"TH-TURN-03": guard.by_resolving, "TH-TURN-04": guard.by_skipping},
)
ROOM_ENDED = Event("room.ended", ("rooms_done",), ("TH-LEVEL-02",))
ICON_STARTED = Event(
    "icon.started", ("index", "icon:icons", "after:icons"), {"TH-ICON-18": guard.goes_on}
)
ICON_ENDED = Event(
    "icon.ended", ("index", "icon:icons", "outcome:outcomes"), {"TH-TURN-08": guard.reads_result}
)
TRAP_SPRUNG = Event(
    "trap.sprung",
    ("stat:stats", "printed", "reduced", "lost", "left"),
    {
        "TH-ICON-03": None,
        "TH-ICON-04": guard.kills,
        "TH-ITEM-12": guard.lowered,
        "TH-ITEM-08": guard.lowered_twice,
    },
)
ENCOUNTER_STARTED = Event("encounter.started", ("name:encounter",), ("TH-ICON-05",))
ENCOUNTER_ENDED = Event("encounter.ended", ("name:encounter",), ("TH-ICON-07",))
OFFER_MADE = Event("offer.made", ("name:encounter",))
OFFER_ACCEPTED = Event(
    "offer.accepted",
    ("name:encounter", "stat:stats", "paid"),
    {"TH-ITEM-19": guard.costs_food},
)
OFFER_DECLINED = Event("offer.declined", ("name:encounter",))
ITEM_TRADED = Event("item.traded", ("item:items", "to:encounter"))
STAT_GAINED = Event(
    "stat.gained",
    ("stat:stats", "asked", "gained", "left", "cause:causes"),
    {
        "TH-SETUP-08": guard.health_clamped,
        "TH-SETUP-09": guard.energy_clamped,
        "TH-SETUP-11": guard.food_clamped,
        "TH-ITEM-18": guard.at_the_grove,
    },
)
STAT_LOST = Event(
    "stat.lost",
    ("stat:stats", "asked", "lost", "left", "cause:causes"),
    {"TH-ICON-04": guard.kills},
)
FAVOR_GAINED = Event(
    "favor.gained",
    ("asked", "gained", "total", "cause:causes"),
    {"TH-CARD-05": guard.by_fight, "TH-ITEM-21": guard.in_place_of_a_shard},
)
SHARD_GAINED = Event(
    "shard.gained",
    ("source:shard_source", "total", "discount"),
    {
        "TH-SHARD-02": guard.of_possessor,
        "TH-SHARD-03": guard.of_shrine,
        "TH-SHARD-04": guard.of_pigman,
        "TH-SHARD-05": guard.of_altar,
        "TH-SHARD-06": guard.of_chest,
        "TH-ICON-11": guard.of_chest,
        "TH-ITEM-14": guard.discounted,
    },
)
SHARD_REFUSED = Event(
    "shard.refused",
    ("source:shard_source", "reason:refusals"),
    {
        "TH-SHARD-08": guard.paid,
        "TH-SHARD-02": guard.of_possessor,
        "TH-SHARD-03": guard.of_shrine,
        "TH-SHARD-05": guard.of_altar,
    },
)
LOOT_GAINED = Event(
    "loot.gained", ("item:items", "kept:flag"), {"TH-ICON-08": None, "TH-ITEM-07": guard.not_kept}
)
LOOT_EMPTY = Event(
    "loot.empty",
    ("reason:chests", "food"),
    {
        "TH-ICON-09": guard.is_empty,
        "TH-ICON-12": guard.taken,
        "TH-SHARD-08": guard.paid,
        "TH-SHARD-06": guard.paid,
        "TH-ITEM-13": guard.yields_food,
    },
)
CAMP_RESTED = Event(
    "camp.rested",
    ("health", "energy", "health_asked", "energy_asked"),
    {
        "TH-ICON-14": None,
        "TH-ITEM-11": guard.rested_better,
        "TH-SETUP-08": guard.health_was_full,
        "TH-SETUP-09": guard.energy_was_full,
    },
)
CAMP_SEARCHED = Event(
    "camp.searched",
    ("food", "left", "asked"),
    {"TH-ICON-15": None, "TH-SETUP-11": guard.food_was_full},
)
WATER_SKIPPED = Event("water.skipped")
WATER_SEARCHED = Event(
    "water.searched",
    ("dice", "needed", "successes", "food", "left"),
    {
        "TH-ICON-17": None,
        "TH-SETUP-11": guard.cut_at_the_cap,
        "TH-ERR-01": guard.several_dice,
        "TH-ERR-02": guard.several_dice_won,
        "TH-ITEM-15": guard.easier,
    },
)
FOOD_EATEN = Event("food.eaten", ("stat:stats", "gained", "left"), ("TH-FOOD-01",))
ITEM_USED = Event(
    "item.used",
    ("item:items", "stat:stats", "gained"),
    {"TH-ITEM-01": guard.raises, "TH-ITEM-03": guard.raises, "TH-ITEM-04": guard.bomb},
)
ITEM_DISCARDED = Event(
    "item.discarded", ("item:items", "reason:breaks"), {"TH-ERR-06": guard.breaks}
)
FIGHT_STARTED = Event(
    "fight.started",
    (
        "enemy:enemy",
        "source:origins",
        "health",
        "attack",
        "defense",
        "favor",
        "undead:flag",
        "power:powers",
    ),
    {
        "TH-COMBAT-01": None,
        "TH-CARD-01": None,
        "TH-ICON-02": guard.from_icon,
        "TH-ICON-06": guard.from_encounter,
        "TH-ICON-10": guard.from_loot,
    },
)
ENERGY_SPENT = Event("energy.spent", ("n", "left"), ("TH-COMBAT-08",))
DICE_ROLLED = Event(
    "dice.rolled",
    ("purpose:dice_for", "dice", "raw"),
    {
        "TH-COMBAT-10": guard.hero_rolled,
        "TH-COMBAT-17": guard.enemy_rolled,
        "TH-ITEM-20": guard.table_rolled,
    },
)
HERO_DAMAGE = Event(
    "hero.damage",
    (
        "spent",
        "rolled:flag",
        "raw",
        "chart",
        "bonus",
        "defense",
        "amount",
        "left",
        "first:flag",
        "holy",
    ),
    {
        "TH-COMBAT-12": None,
        "TH-CARD-02": None,
        "TH-CARD-04": guard.hit_on_armour,
        "TH-COMBAT-04": guard.slain_at_once,
        "TH-COMBAT-06": guard.powered_hit,
        "TH-COMBAT-09": guard.rolled_double,
        "TH-COMBAT-11": guard.powered_hit,
        "TH-COMBAT-15": guard.zero_energy,
        "TH-COMBAT-16": guard.zero_energy_bonus,
        "TH-COMBAT-22": guard.double_with_bonus,
        "TH-ITEM-08": guard.bonus_adds_up,
        "TH-ITEM-09": guard.has_bonus,
        "TH-CARD-06": guard.undead_mattered,
    },
)
ENEMY_DAMAGE = Event(
    "enemy.damage",
    ("raw", "attack", "before", "amount", "lost", "left", "reduced"),
    {
        "TH-COMBAT-19": guard.enemy_hit,
        "TH-CARD-03": guard.plain_hit,
        "TH-COMBAT-18": guard.enemy_double,
        "TH-ITEM-10": guard.helmeted_hit,
    },
)
SHIELD_USED = Event("shield.used", ("before", "after"), ("TH-COMBAT-20", "TH-ERR-05"))
ATTACK_SKIPPED = Event("attack.skipped", ("item:items",))
POWER_APPLIED = Event(
    "power.applied",
    ("enemy:enemy", "power:powers", "stat:stats", "amount", "left"),
    {
        "TH-COMBAT-02": None,
        "TH-ERR-04": guard.of_mimic,
        "TH-ITEM-22": guard.on_hit,
        "TH-ITEM-23": guard.regenerates,
    },
)
FIGHT_WON = Event("fight.won", ("enemy:enemy", "level"))
LEVEL_ENDED = Event("level.ended", ("level",))
MEEPLE_MOVED = Event("meeple.moved", ("from", "to"), ("TH-END-02",))
HERO_FED = Event("hero.fed", ("left",), ("TH-END-03",))
HERO_STARVED = Event(
    "hero.starved",
    ("asked", "lost", "left", "reduced"),
    {"TH-END-04": None, "TH-END-05": guard.all_lost, "TH-ITEM-16": guard.lowered},
)
GAME_OVER = Event("game.over", ("reason:reasons",))
SCORE_TALLIED = Event(
    "score.tallied",
    ("shards", "favor", "rest", "level", "total"),
    ("TH-OVER-04", "TH-SCORE-01", "TH-SCORE-02", "TH-SCORE-03", "TH-SCORE-04", "TH-SCORE-05"),
)

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
