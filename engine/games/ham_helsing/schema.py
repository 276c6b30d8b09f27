"""Components: what a content pack of Ham Helsing holds.

The schema is closed: an unknown op or field, a wrong count or a dangling id is refused at load.
The options are in `schema_options`, the checks across rows in `schema_checks`.
"""

from __future__ import annotations

from engine.content import Effect, Flag, Kind, ListOf, MapOf, Ref, Schema, TableKind, Text, Whole
from engine.content import Word as OneOf
from engine.games.ham_helsing.schema_checks import CHECKS
from engine.games.ham_helsing.schema_words import (
    COLOURS,
    EFFECT_KINDS,
    FACES,
    HEROES,
    ICONS,
    LEVELS,
    NESTS,
    PARTIES,
    POWERS,
    SLOTS,
    VILLAIN_POWERS,
    VILLAINS,
)

_N = Whole(1, 9)
_SOME = Whole(1, 9, optional=True)
_COLOUR = OneOf(COLOURS)
_PER_COLOUR = OneOf(("colours_here",), optional=True)
_SELF = OneOf(("self",))
_LOCATION = Ref(("location",))
# What a card's text or a character's ability may do (HH-ICON-08).
CARD_OPS: dict[str, dict[str, Kind]] = {
    "draw": {"who": OneOf(("self", "other_here", "other_anywhere")), "n": _N},
    "heal": {"who": OneOf(("one_here", "all_here")), "n": _N},
    "money": {"who": _SELF, "n": _SOME, "per": _PER_COLOUR},
    "add_move": {
        "n": _SOME,
        "per": OneOf(("conscious_here",), optional=True),
        "max": _SOME,
    },
    "add_attack": {"colour": OneOf((*COLOURS, "wild")), "n": _N},
    "attack": {
        "colour": OneOf(("wild", "any")),
        "reach": OneOf(("here_or_connected", "connected")),
        "ranged": Flag(),
    },
    "next_attack_ranged": {},
    "convert_moves": {"to": OneOf(("wild",))},
    "double": {"colour": _COLOUR},
    "unblockable": {"n": _N, "reach": OneOf(("here", "anywhere"))},
    "knuckles": {
        "to": OneOf(("any", "villain")),
        "scare": OneOf(("all",), optional=True),
        "n": _SOME,
        "stays": Flag(),
        "uses": _SOME,
    },
    "scare": {"where": OneOf(("here", "connected")), "n": _N, "max": _SOME},
    "scares_pay": {"n": _N},
    "soften_next_damage": {"n": _N},
    "ignore_nests": {},
    "ignore_block": {"n": _N},
    "reroll_each_die_once": {},
    "raise_skills": {"n": _N, "distinct": Flag()},
    "take_shield": {},
    "fetch_discard": {"n": _N},
    "revive": {"who": OneOf(("any",))},
    "carry": {},
}
# What a Villain's board may do, by the box the text stands in.
DIE_OPS: dict[str, dict[str, Kind]] = {
    "discard": {"who": OneOf(("attacker",)), "n": _N},
    "money": {"who": OneOf(("attacker",)), "n": Whole(-9, -1)},
    "damage": {"who": OneOf(("attacker",)), "n": _N},
    "villain_heal": {"n": _N},
}
SKULL_OPS: dict[str, dict[str, Kind]] = {
    "place": {
        "where": Ref(("location",), also=("villain", "each_character", "three_or_more")),
        "n": _N,
    },
    "damage": {"who": OneOf(("with_minions", "within_1", "nearest")), "n": _N},
    "villain_heal": {"n": _SOME, "per": _PER_COLOUR},
    "lower_skill": {"who": OneOf(("all",)), "which": OneOf(("highest",))},
    "hibernate": {},
    "pull": {"colour": OneOf(("die",))},
}
ABILITY_OPS: dict[str, dict[str, Kind]] = {"armour": {}}
REWARD_OPS: dict[str, dict[str, Kind]] = {
    "heal": {"n": _N},
    "money": {"n": _N},
    "scare": {"n": _N, "colour": OneOf((*COLOURS, "choice"))},
    "skill": {"n": _N, "colour": OneOf((*COLOURS, "choice"))},
}
_SLOTS = MapOf(SLOTS, OneOf(ICONS))
_TEXT = ListOf(Effect(CARD_OPS), 0, 4)
_SKULL = ListOf(Effect(SKULL_OPS), 1, 4)
_TRACK = Whole(1, 99)

SCHEMA = Schema(
    tables={
        "location": TableKind(
            {
                "row": Whole(1, 9),
                "limit": Whole(1, 60),
                "power": OneOf((*POWERS, "none")),
            },
            17,
        ),
        "path": TableKind(
            {"ends": ListOf(_LOCATION, 2, 2), "wrap": OneOf(("none", "side", "top"))},
            low=17,
        ),
        "minion": TableKind({"colours": ListOf(_COLOUR, 1, 2), "biting": Flag()}, 60),
        "effect": TableKind(
            {"kind": OneOf(EFFECT_KINDS), "colour": OneOf(COLOURS, optional=True)}, 9
        ),
        "die": TableKind({"faces": ListOf(OneOf(FACES), 6, 6)}, 2),
        "character": TableKind(
            {
                "cube": Text(),
                "health_max": _TRACK,
                "revive_health": _TRACK,
                "start_money": Whole(0, 99),
                "money_max": _TRACK,
                "base_move": Whole(1, 9),
                "skill_max": MapOf(COLOURS, Whole(1, 15), whole=True),
                "ability": ListOf(Effect(CARD_OPS), 1, 4),
                "item": OneOf(("katana", "none")),
            },
            len(HEROES),
        ),
        "card": TableKind({"owner": Ref(("character",)), "slots": _SLOTS, "effect": _TEXT}, 40),
        "upgrade": TableKind(
            {
                "type": OneOf(("attack", "special")),
                "cost": Whole(0, 20),
                "slots": _SLOTS,
                "effect": _TEXT,
            },
            54,
        ),
        "villain": TableKind(
            {
                "rank": Whole(1, len(VILLAINS)),
                "start_health": MapOf(PARTIES, Whole(1, 255), whole=True),
                "may_exceed_start": Flag(),
                "die_power": ListOf(Effect(DIE_OPS), 1, 4),
                "main": _SKULL,
                "up1": _SKULL,
                "up2": _SKULL,
                "ability": ListOf(Effect(ABILITY_OPS), 0, 1),
                "nest_slots": ListOf(OneOf((*VILLAIN_POWERS[1:], "none")), NESTS, NESTS),
            },
            len(VILLAINS),
        ),
        "villain_card": TableKind(
            {
                "level": Whole(1, LEVELS),
                "target": _LOCATION,
                "minions": OneOf((*COLOURS, "die", "none")),
                "nests": Flag(),
                "rounds_remaining": Whole(1, 9),
                **{f"reward_{colour}": Effect(REWARD_OPS) for colour in COLOURS},
            },
            16,
        ),
    },
    constants={
        "mud_canyon": _LOCATION,
        "cavern": _LOCATION,
        "unseeded": ListOf(_LOCATION, 2, 2),
        "hand": _N,
        "solo_hand": _N,
        "extra": _N,
        "katana": _N,
    },
    checks=CHECKS,
)
