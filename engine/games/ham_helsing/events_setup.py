"""What can happen: set-up, rounds and turns, and the tracks of characters."""

from __future__ import annotations

from engine.events import Event
from engine.games.ham_helsing import events_guards as guard

# --- set-up ----------------------------------------------------------------------------------

SETUP_MODE = Event(
    "setup.mode", ("seats", "characters", "solo:flag", "switches"),
    {"HH-SOLO-01": guard.solo, "HH-SPICY-04": guard.several_switches},
)  # fmt: skip
SETUP_BOARD = Event(
    "setup.board", ("shield:shield", "knuckles:location"),
    {"HH-SETUP-04": guard.shield_at_lab, "HH-SETUP-05": guard.knuckles_at_start},
)  # fmt: skip
SETUP_PILES = Event("setup.piles", ("attack", "special"), ("HH-SETUP-07",))
SETUP_CHARACTER = Event(
    "setup.choose_character",
    ("seat", "character:character", "health", "money", "skills", "at:location", "dollar:flag",
     "solo:flag"),
    {
        "HH-SETUP-10": None, "HH-SETUP-11": None, "HH-SETUP-12": None,
        "HH-SETUP-13": guard.no_skill, "HH-SETUP-14": None, "HH-SOLO-03": guard.solo,
        "HH-SYB-12": guard.one_dollar,
    },
)  # fmt: skip
SETUP_KATANA = Event(
    "setup.katana", ("holder:katana",),
    {"HH-SETUP-15": guard.katana_is_held, "HH-SETUP-16": guard.katana_in_box},
)  # fmt: skip
SETUP_VILLAIN = Event(
    "setup.choose_villain", ("villain:villain", "at:location"), ("HH-SETUP-26", "HH-SETUP-30")
)
SETUP_HEALTH = Event(
    "setup.villain_health", ("health", "printed", "delta", "epig"),
    {
        "HH-SETUP-28": None, "HH-SYB-01": guard.lowered, "HH-SPICY-01": guard.raised,
        "HH-EPIG-04": guard.epig_health,
    },
)  # fmt: skip
SETUP_NESTS = Event(
    "setup.nests", ("count", "uncovered", "asked", "epig"),
    {
        "HH-SETUP-29": None, "HH-EPIG-03": guard.epig_uncovers,
        "HH-SPICY-02": guard.asked_uncovers,
    },
)  # fmt: skip
SETUP_DECK = Event(
    "setup.villain_deck", ("levels", "boxed", "added"),
    {
        "HH-SETUP-23": guard.levels_in_order, "HH-SETUP-24": None, "HH-SETUP-25": None,
        "HH-EPIG-01": guard.cards_added,
    },
)  # fmt: skip
SETUP_FIRST = Event("setup.first_player", ("seat", "drawn:flag"), ("HH-SETUP-31",))
SETUP_MINION = Event("setup.place_minion", ("token:token", "at:location"), ("HH-SETUP-01",))
SETUP_BAG = Event(
    "setup.bag", ("minions", "effects", "removed"),
    {"HH-SETUP-03": None, "HH-SYB-02": guard.effects_removed},
)  # fmt: skip

# --- rounds and turns ------------------------------------------------------------------------

ROUND_START = Event(
    "round.start", ("round", "last:flag", "villain:location", "added"),
    {"HH-EPIG-02": guard.beyond_five},
)  # fmt: skip
PHASE_ENTER = Event("phase.enter", ("phase:phase",))
TURN_START = Event(
    "turn.start", ("who:who", "seat", "solo:flag"),
    {"HH-SOLO-02": guard.solo, "HH-SOLO-06": guard.second_of_two},
)  # fmt: skip
STEP_ENTER = Event("step.enter", ("step:step", "who:who", "down:flag"))
TURN_END = Event("turn.end", ("who:who", "down:flag", "fell:flag"), {"HH-KO-02": guard.fell})
GAME_END = Event("game.end", ("result:result", "cause:end", "round", "dial"))

# --- health, knock-outs, revival -------------------------------------------------------------

HEALTH_CHANGE = Event(
    "health.change", ("who:who", "n", "left", "cause:cause", "at:location"),
    {
        "HH-MOVE-05": guard.by("enter_nest"),
        "HH-MOVE-06": guard.by("carried_into_nest", "moved_into_nest"),
        "HH-ICON-06": guard.by("heal_icon"),
        "HH-GAIN-04": guard.by("bite_gain"),
        "HH-EFFECT-06": guard.by("effect_crowd"),
        "HH-LOSE-01": guard.by("location_lost"),
        "HH-LOSE-03": guard.by("moved_into_nest"),
        "HH-TAKE-01": guard.by("bite_end"),
        "HH-VFIGHT-09": guard.by("villain_die"),
        "HH-REWARD-09": guard.by("reward"),
        "HH-SPICY-06": guard.by("enter_villain"),
        "HH-SPICY-07": guard.by("enter_biters"),
    },
)  # fmt: skip
DAMAGE_SOFTENED = Event(
    "damage.softened", ("who:who", "by", "left", "cause:cause", "after_play:flag"),
    {"HH-CARD-04": guard.after_play},
)  # fmt: skip
KO = Event(
    "ko", ("who:who", "cause:cause"),
    {
        "HH-KO-01": None, "HH-GAIN-06": guard.by("bite_gain"), "HH-TAKE-04": guard.by("bite_end"),
    },
)  # fmt: skip
REVIVED = Event(
    "revive", ("who:who", "cause:revived", "health", "active:who", "at:location"),
    {
        "HH-REVIVE-06": None, "HH-REVIVE-02": guard.by("turn_start", "market_start"),
        "HH-MARKET-11": guard.by("market_start"), "HH-REVIVE-05": guard.by("market_start"),
    },
)  # fmt: skip
SHIELD_TAKE = Event("shield.take", ("who:who", "at:location"))
SHIELD_BLOCK = Event(
    "shield.block", ("who:who", "cause:cause", "before", "after"), ("HH-LOC-SHIELD-01",)
)
SHIELD_RETURN = Event("shield.return", ("to:shield",), ("HH-LOC-SHIELD-03",))
SHIELD_REMOVE = Event("shield.remove", ("at:location",), ("HH-LOSE-13",))

# --- money and skills ------------------------------------------------------------------------

MONEY_CHANGE = Event(
    "money.change", ("who:who", "n", "left", "cause:money"),
    {
        "HH-ICON-04": guard.by("icon"), "HH-GAIN-01": guard.paid_bounty,
        "HH-EFFECT-03": guard.cost_a_dollar, "HH-REWARD-12": guard.by("reward"),
    },
)  # fmt: skip
SKILL_CHANGE = Event(
    "skill.change", ("who:who", "colour:colour", "n", "left", "cause:skill"),
    {
        "HH-ICON-10": guard.by("icon"), "HH-LOC-VILLAGE-01": guard.by("village"),
        "HH-GAIN-03": guard.by("bounty"), "HH-EFFECT-04": guard.by("effect"),
        "HH-REWARD-11": guard.by("reward"),
    },
)  # fmt: skip
HIGHEST_SKILL = Event(
    "skill.highest", ("who:who", "colour:colour", "room"), ("HH-ROBO-03",)
)  # fmt: skip
GAIN_START = Event(
    "gain.start", ("who:who", "singles", "doubles", "bites", "spared", "solo:flag"),
    {"HH-GAIN-02": guard.has_doubles, "HH-SOLO-13": guard.solo},
)  # fmt: skip
BITE_STEP = Event(
    "bite.step", ("who:who", "singles", "doubles", "normal", "down:flag"),
    {
        "HH-TAKE-02": guard.single_biters, "HH-TAKE-03": guard.double_biters,
        "HH-TAKE-07": guard.only_normal,
    },
)  # fmt: skip

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
