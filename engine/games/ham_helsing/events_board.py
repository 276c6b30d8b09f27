"""What can happen: tokens and Minions, Locations, Knuckles, the Villain and fights."""

from __future__ import annotations

from engine.events import Event
from engine.games.ham_helsing import events_guards as guard

# --- tokens and Effects ----------------------------------------------------------------------

TOKEN_DRAW = Event("token.draw", ("token:token",), ("HH-PLACE-07",))
TOKEN_PLACE = Event(
    "token.place",
    ("token:token", "at:location", "by:placed", "at_once:flag", "wrap:flag", "lost:flag",
     "down:flag"),
    {
        "HH-PLACE-01": guard.placed_by("step"), "HH-PLACE-02": guard.over_the_edge,
        "HH-PLACE-09": guard.step_on_lost, "HH-PLACE-10": guard.step_while_down,
        "HH-EFFECT-07": guard.placed_by("spawn"), "HH-VNEST-01": guard.placed_by("nest"),
        "HH-LOSE-09": guard.on_lost,
    },
)  # fmt: skip
TOKEN_BARRED = Event("token.barred", ("at:location", "by:placed"))
TOKEN_SHORTAGE = Event("token.shortage", ("at:location", "by:placed"))
TOKEN_DISCARD = Event("token.discard", ("token:token", "at:location"), ("HH-PLACE-05",))
BAG_REFILL = Event("bag.refill", ("n",), ("HH-PLACE-06",))
EFFECT_RESOLVE = Event(
    "effect.resolve",
    ("token:token", "kind:kind", "at:location", "box:box", "during:step", "villain:villain"),
    {
        "HH-VNEST-03": guard.during_nests, "HH-HEN-02": guard.at_once_of("hen", "main"),
        "HH-CHAD-02": guard.at_once_of("chad", "up1"),
        "HH-SILK-02": guard.at_once_of("silk", "main"),
        "HH-SILK-04": guard.at_once_of("silk", "up2"),
    },
)  # fmt: skip

# --- Minions ---------------------------------------------------------------------------------

MINION_HIT = Event(
    "minion.hit", ("token:token", "colour:colour", "at:location", "ranged:flag", "made_with:made"),
    {"HH-FIGHT-02": guard.by_an_attack},
)  # fmt: skip
MINION_DEFEAT = Event(
    "minion.defeat",
    ("token:token", "at:location", "colours", "matched", "ranged:flag", "safe:flag",
     "made_with:made"),
    {
        "HH-FIGHT-08": None, "HH-FIGHT-03": guard.both_matched, "HH-CARD-03": guard.safe_by_text,
        "HH-SYB-10": guard.one_of_two,
    },
)  # fmt: skip
MINION_HEAL = Event("minion.heal", ("token:token", "hits"), ("HH-FIGHT-05",))
MINION_SWEPT = Event("minion.discard", ("token:token",), ("HH-GAIN-07",))
MINION_SCARE = Event(
    "minion.scare", ("token:token", "at:location", "cause:scare", "pays:flag"),
    {
        "HH-SCARE-02": None, "HH-KNUCK-04": guard.by("knuckles"),
        "HH-REWARD-06": guard.by("reward"),
    },
)  # fmt: skip
MINIONS_CALLED = Event("minions.called", ("colour:colour", "cause:moves", "n"))
MINION_MOVE = Event(
    "minion.move",
    ("token:token", "from:location", "to:location", "cause:moves", "wrap:flag", "lost:flag",
     "off_villain:flag", "off_character:flag"),
    {
        "HH-EFFECT-09": guard.by("effect"), "HH-EFFECT-11": guard.over_the_edge,
        "HH-EFFECT-14": guard.off_the_villain, "HH-VMIN-01": guard.by("villain_card"),
        "HH-HEN-05": guard.pulled_off_a_character, "HH-LOSE-09": guard.on_lost,
    },
)  # fmt: skip
CHOICE_GOAL = Event("choice.minion_destination", ("token:token", "to:location"))
CHOICE_COLOUR = Event("choice.reward_color", ("colour:colour", "n"))
CHOICE_ORDER = Event("choice.placement", ("at:location",))

# --- Locations and Knuckles ------------------------------------------------------------------

LIMIT_CHECK = Event(
    "limit.check", ("at:location", "count", "limit", "during:step"),
    {"HH-VLIM-01": guard.in_villain_phase},
)  # fmt: skip
LOCATION_LOST = Event(
    "location.lost",
    ("at:location", "count", "limit", "shield:shield", "power:power", "figures"),
    {"HH-LIMIT-05": None, "HH-LOSE-14": guard.shield_is_kept},
)  # fmt: skip
CHAR_RELOCATE = Event(
    "char.relocate", ("who:who", "from:location", "to:location", "lost:flag"), ("HH-LOSE-02",)
)
NEST_PLACE = Event(
    "nest.place", ("at:location", "token", "power:power"),
    {"HH-LOSE-04": guard.a_token_is_left, "HH-LOSE-05": guard.covers_a_power},
)  # fmt: skip
POWER_REVEAL = Event("power.reveal", ("power:up", "round", "during:step"), ("HH-LOSE-12",))
KNUCKLES_MOVE = Event(
    "knuckles.move", ("from:location", "to:location", "lost:flag"), ("HH-KNUCK-01",)
)
KNUCKLES_STAY = Event(
    "knuckles.stay", ("at:location", "minions", "told:flag", "with_villain:flag"),
    {
        "HH-KNUCK-08": guard.nobody_left, "HH-CARD-01": guard.told_to_stay,
        "HH-CARD-06": guard.stays_with_villain,
    },
)  # fmt: skip
KNUCKLES_RETURN = Event(
    "knuckles.return", ("from:location", "cause:home"),
    {
        "HH-KNUCK-07": guard.by("minions_left"), "HH-VMOVE-04": guard.by("villain"),
        "HH-KNUCK-11": guard.by("villain"),
    },
)  # fmt: skip
KNUCKLES_HIBERNATE = Event("knuckles.hibernate", ("at:location",), ("HH-HEN-03",))
KNUCKLES_WAKE = Event("knuckles.wake", ("at:location",), ("HH-HEN-04",))

# --- the Villain -----------------------------------------------------------------------------

VILLAIN_TOP = Event("villain.top", ("level", "rounds", "below"), ("HH-SETUP-22",))
VILLAIN_FLIP = Event(
    "villain.flip", ("card:villain_card", "level", "below"), ("HH-VILLAIN-01",)
)  # fmt: skip
VILLAIN_DISCARD = Event("villain.discard", ("card:villain_card", "done"), ("HH-VILLAIN-02",))
VILLAIN_MOVE = Event("villain.move", ("from:location", "to:location"), ("HH-VMOVE-01",))
VILLAIN_ASSAULT = Event("villain.assault", ("who:who", "at:location"), ("HH-VMOVE-03",))
MINION_STEP_SKIPPED = Event(
    "minions.skipped", ("card:villain_card", "level"), {"HH-VMIN-03": guard.level_four}
)  # fmt: skip
NEST_STEP = Event(
    "nests.fed", ("card:villain_card", "level", "nests", "fed"),
    {"HH-VNEST-02": guard.no_nest, "HH-VNEST-04": guard.level_four},
)  # fmt: skip
VILLAIN_ACT = Event("villain.act", ("villain:villain", "power:skull"), ("HH-VACT-01",))
VILLAIN_HITS = Event(
    "villain.hits", ("who:who", "which:which", "n"), {"HH-ROBO-02": guard.several_nearest}
)  # fmt: skip
VILLAIN_COLOURS = Event("villain.colours", ("colours", "minions"), ("HH-SILK-03",))
VILLAIN_HEAL = Event("villain.heal", ("n", "left", "above_start:flag"))

# --- fights ----------------------------------------------------------------------------------

FIGHT_COMMIT = Event(
    "fight.commit", ("colour:fight", "n", "wild:flag"), {"HH-CARD-07": guard.doubled_wild}
)  # fmt: skip
FIGHT_DECLARE = Event(
    "fight.declare", ("who:who", "blue", "red", "purple", "yellow", "katana", "at:location"),
    ("HH-VFIGHT-04",),
)  # fmt: skip
DIE_ROLL = Event(
    "die.roll", ("die", "face:face", "for:rolls"),
    {"HH-VFIGHT-06": guard.for_a_fight, "HH-VMIN-02": guard.colour_for_the_card},
)  # fmt: skip
DIE_REROLL = Event("die.reroll", ("die", "old:face", "new:face", "kept:face"))
BLOCK_IGNORED = Event("block.ignored", ("die", "face:face"))
FIGHT_BLOCK = Event(
    "fight.block", ("die", "colour:colour", "n"), {"HH-VFIGHT-07": guard.blocks_some}
)  # fmt: skip
VILLAIN_POWER = Event("villain.power", ("villain:villain", "who:who"), ("HH-VFIGHT-11",))
VILLAIN_DAMAGE = Event(
    "villain.damage",
    ("n", "left", "total", "armour", "katana", "unblockable:flag", "coloured"),
    {
        "HH-VFIGHT-13": guard.blockable, "HH-TERM-05": guard.not_blockable,
        "HH-ROBO-04": guard.armoured, "HH-KATANA-03": guard.armoured_katana,
    },
)  # fmt: skip
REWARD_GAIN = Event(
    "reward.gain",
    ("who:who", "colour:colour", "kind:reward", "n", "card:villain_card", "down:flag", "attacks",
     "armour", "by_wild:flag"),
    {
        "HH-REWARD-01": None, "HH-REWARD-02": guard.one_attack, "HH-REWARD-03": None,
        "HH-REWARD-05": guard.all_wild, "HH-REWARD-14": guard.to_one_who_lies,
        "HH-ROBO-05": guard.armoured,
    },
)  # fmt: skip
REWARD_REFUSED = Event(
    "reward.refused", ("who:who", "colour:colour", "card:villain_card"), ("HH-REWARD-10",)
)
FIGHT_END = Event(
    "fight.end", ("who:who", "conscious:flag", "coloured", "last:flag"),
    {"HH-VFIGHT-15": guard.may_go_on, "HH-REWARD-13": guard.no_reward_at_last},
)  # fmt: skip

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
