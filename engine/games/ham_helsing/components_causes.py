"""Components: why something happened, as numbers for the rules and words for people."""

from __future__ import annotations

# Spine rows: what is owed when the agenda is empty (HH-ROUND-02, -03).
STEPS = ("round", "begin", "play", "gain", "draw", "place", "limits", "damage", "next", "flip",
         "move", "minions", "nests", "acts", "villain_limits")  # fmt: skip
(TO_ROUND, TO_BEGIN, IN_PLAY, TO_GAIN, TO_DRAW, TO_PLACE, TO_LIMITS, TO_BITES, TO_NEXT, TO_FLIP,
 TO_MOVE, TO_MINIONS, TO_NESTS, TO_ACTS, TO_VLIMITS) = range(len(STEPS))  # fmt: skip

# Health: the first six are Damage by a Minion or the Villain (HH-LOC-SHIELD-02).
CAUSES = ("bite_gain", "bite_end", "villain_die", "villain_power", "villain_move", "villain_act",
          "enter_nest", "carried_into_nest", "moved_into_nest", "enter_villain", "enter_biters",
          "location_lost", "effect_crowd", "heal_icon", "text", "reward")  # fmt: skip
(BITE_GAIN, BITE_END, VILLAIN_DIE, VILLAIN_POWER, VILLAIN_MOVE, VILLAIN_ACT, ENTER_NEST,
 CARRIED_NEST, MOVED_NEST, ENTER_VILLAIN, ENTER_BITERS, LOCATION_LOST, CROWD, HEAL_ICON,
 TEXT_HEAL, REWARD_HEAL) = range(len(CAUSES))  # fmt: skip
LAST_DAMAGE = VILLAIN_ACT

MONEY = ("icon", "text", "bounty", "reward", "effect", "villain", "trade", "buy", "swamp", "flush")
(MONEY_ICON, MONEY_TEXT, MONEY_BOUNTY, MONEY_REWARD, MONEY_EFFECT, MONEY_VILLAIN, MONEY_TRADE,
 MONEY_BUY, MONEY_SWAMP, MONEY_FLUSH) = range(len(MONEY))  # fmt: skip

SKILLS = ("icon", "text", "bounty", "reward", "effect", "villain", "village", "revival")
(SKILL_ICON, SKILL_TEXT, SKILL_BOUNTY, SKILL_REWARD, SKILL_EFFECT, SKILL_VILLAIN, SKILL_VILLAGE,
 SKILL_REVIVAL) = range(len(SKILLS))  # fmt: skip

DRAWS = ("setup", "icon", "text", "croak", "draw_step", "extra")
DRAW_SETUP, DRAW_ICON, DRAW_TEXT, DRAW_CROAK, DRAW_STEP, DRAW_EXTRA = range(len(DRAWS))

DISCARDS = ("spent", "partly_used", "end_of_play_optional", "ability", "croak", "snacks", "revive",
            "villain_power")  # fmt: skip
(SPENT, PARTLY_USED, PUT_AWAY, PAYS_ABILITY, PAYS_CROAK, PAYS_SNACKS, PAYS_REVIVE,
 TAKEN_BY_VILLAIN) = range(len(DISCARDS))  # fmt: skip

# Tokens placed: step 4, a nest, the spawn Effect, a Villain power.
TOKENS_BY = ("step", "nest", "spawn", "power")
BY_STEP, BY_NEST, BY_SPAWN, BY_POWER = range(len(TOKENS_BY))

MOVES = ("effect", "villain_card", "pull")
MOVE_EFFECT, MOVE_CARD, MOVE_PULL = range(len(MOVES))

SCARES = ("knuckles", "text", "reward")
SCARE_KNUCKLES, SCARE_TEXT, SCARE_REWARD = range(len(SCARES))

HOME = ("minions_left", "villain")
HOME_MINIONS, HOME_VILLAIN = range(len(HOME))

SLEEVED = ("market", "swamp", "set_aside")
FROM_MARKET, FROM_SWAMP, FROM_ASIDE = range(len(SLEEVED))

REVIVED = ("turn_start", "market_start", "other", "text")
AT_TURN, AT_MARKET, BY_OTHER, BY_TEXT = range(len(REVIVED))

ROLLS = ("fight", "villain_card", "pull")
FOR_FIGHT, FOR_CARD, FOR_PULL = range(len(ROLLS))

# What an attack on a Minion is made with.
MADE = ("colour", "wild", "text", "katana")
BY_COLOUR, BY_WILD, BY_TEXT_ATTACK, BY_KATANA = range(len(MADE))

# Texts that last, and whom a Villain power hurts.
LASTING = ("next_attack_ranged", "double", "ignore_block", "reroll_each_die_once", "scares_pay",
           "soften_next_damage", "ignore_nests")  # fmt: skip
HURTS = ("with_minions", "within_1", "nearest")
