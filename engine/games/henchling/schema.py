"""Card types: what a content pack of Henchling holds, and the options of its rulings.

The vocabulary is closed: an unknown or misplaced word is refused at load, with its place.  What
must fit across the fields of a card is checked in `schema_checks`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.content import (
    Effect,
    Flag,
    Kind,
    ListOf,
    Pack,
    Place,
    Record,
    Ref,
    Schema,
    TableKind,
    Text,
    Toml,
    Whole,
    Word,
    check_fields,
)
from engine.games.henchling.schema_checks import CHECKS
from engine.games.henchling.schema_named import check_named
from engine.games.henchling.schema_words import (
    CONDITIONS,
    COUNTERS,
    DESTINATIONS,
    DURATIONS,
    KEYWORDS,
    KINDS,
    PAY,
    PAY_N,
    SCOPES,
    SELECTORS,
    TRIGGERS,
    TYPES,
)
from engine.options import Option

SEATS: Final = 4
# One or two sets of 32 cards, and twelve tokens (HE-LIMIT-01).
SET_SIZE: Final = 32
CARDS: Final = 2 * SET_SIZE
TOKENS: Final = 12
INSTANCES: Final = CARDS + TOKENS
ABILITIES_MAX: Final = 4
SLOTS_MAX: Final = 2
LIMIT: Final = 250
DESIGNS_MAX: Final = 64


@dataclass(frozen=True)
class Payment(Kind):
    """One payment: a word, or a word with an amount such as `money:1` (HE-ABIL-02)."""

    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """tilt, free, flip_this, destroy_this, discard:n, money:n or counters:n, n from 1."""
        plain = isinstance(value, str) and value in PAY
        if not plain and not re.fullmatch(rf"({'|'.join(PAY_N)}):[1-9]\d?", str(value)):
            known = ", ".join([*PAY, *(f"{word}:n" for word in PAY_N)])
            raise place.refuse(f"{value!r} is no payment; expected one of {known}, n from 1")


@dataclass(frozen=True)
class Conditions(Kind):
    """One condition, or a list of them which must all hold."""

    optional: bool = True

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """Each a table with one known key; `controls` comes with `min`."""
        for item in value if isinstance(value, list) else [value]:
            if not isinstance(item, dict):
                raise place.refuse(f"{item!r} is no condition")
            check_fields(item, _CONDITION, place, pack)
            keys = [key for key in item if key != "min"]
            if len(keys) != 1 or ("min" in item) != (keys == ["controls"]):
                raise place.refuse(f"{item!r}: expected one of {', '.join(CONDITIONS)}")


@dataclass(frozen=True)
class OneOrMore(Kind):
    """One word of a closed set, or a list of several."""

    words: Sequence[str]
    optional: bool = True

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """Known words, each once."""
        given = value if isinstance(value, list) else [value]
        known = Word(tuple(self.words))
        for item in given:
            known.check(item, place, pack)
        if not given or len(set(map(str, given))) != len(given):
            raise place.refuse(f"{value!r}: expected distinct words")


_N = Whole(1, LIMIT)
_MOD = Whole(-99, 99)
_ON = Text()
_WHO = Text(optional=True)
_IF = Conditions()
_CONDITION: Mapping[str, Kind] = {
    "hand_min": Whole(0, 99, optional=True),
    "hand_max": Whole(0, 99, optional=True),
    "controls": Word(TYPES[:2] + TYPES[3:4], optional=True),
    "min": Whole(1, 99, optional=True),
    "this_tilted": Flag(optional=True),
    "own_turn": Flag(optional=True),
    "counters_min": Whole(1, LIMIT, optional=True),
    "damaged": Flag(optional=True),
}
_MOVES: Mapping[str, Mapping[str, Kind]] = {
    op: {"to": _ON} for op in ("destroy", "eject", "steal", "flip", "tilt", "untilt")
}
OPS: Mapping[str, Mapping[str, Kind]] = {
    "draw": {"n": _N, "who": _WHO},
    "damage": {"n": _N, "to": _ON},
    "fight": {"x": _ON, "y": _ON},
    **_MOVES,
    "trade": {"mine": _ON, "theirs": _ON},
    "heal": {"n": _N, "to": _ON},
    "buff": {"a": _MOD, "h": _MOD, "duration": Word(DURATIONS), "to": _ON},
    "counter": {
        "counter": Word(COUNTERS), "a": Whole(-99, 99, optional=True),
        "h": Whole(-99, 99, optional=True), "n": _N, "to": _ON,
    },
    "remove_counter": {"n": _N, "to": _ON},
    "token": {"token": Ref(("token",)), "who": _WHO, "to": Text(optional=True)},
    "discard": {"n": _N, "who": _WHO},
    "money": {"n": Whole(-LIMIT, LIMIT), "who": _WHO},
    "cancel": {},
}  # fmt: skip
_ROWS: Mapping[str, Mapping[str, Kind]] = {op: {**args, "if": _IF} for op, args in OPS.items()}
_SCOPE = Word(SCOPES, optional=True)
STATIC: Mapping[str, Mapping[str, Kind]] = {
    "stat_mod": {"scope": Word(SCOPES), "a": _MOD, "h": _MOD},
    "money_mod": {"n": _MOD, "scope": _SCOPE},
    "hand_limit_mod": {"n": _MOD, "scope": _SCOPE},
    "cost_mod": {"n": _MOD, "type": Word((*TYPES[:4], "any")), "scope": _SCOPE},
    "grant_ability": {
        "scope": Word(SCOPES), "pay": ListOf(Payment(), 1, 4), "do": ListOf(Effect(_ROWS), 1, 9),
    },
}  # fmt: skip
_SLOT = Record({
    "id": Text(), "sel": Word(SELECTORS), "optional": Flag(optional=True),
    "distinct_from": Text(optional=True),
})  # fmt: skip
_ABILITY = Record({
    "kind": Word(KINDS),
    "pay": ListOf(Payment(), 1, 4, optional=True),
    "targets": ListOf(_SLOT, 1, SLOTS_MAX, optional=True),
    "effects": ListOf(Effect({**_ROWS, **STATIC}), 1, 9),
    "if": _IF,
    "when": OneOrMore(TRIGGERS),
    "reaction": Flag(optional=True),
})  # fmt: skip
_CARD: Mapping[str, Kind] = {
    "type": Word(TYPES),
    "cost": Whole(0, 3, optional=True),
    "attack": Whole(0, 99, optional=True),
    "health": Whole(1, 99, optional=True),
    "keywords": ListOf(Word(KEYWORDS), 1, 2, optional=True),
    "enhances": Word(TYPES[:2], optional=True),
    "on_host_removed": Word(DESTINATIONS, optional=True),
    "protector_item": Word(("destroy_on_block", "tilt_on_block"), optional=True),
    "no_reaction": Flag(optional=True),
    "named": Flag(optional=True),
    "facts": ListOf(Text(), 1, 9, optional=True),
    "ability": ListOf(_ABILITY, 1, ABILITIES_MAX, optional=True),
}
_NUMBER = Whole(0, 99)

SCHEMA = Schema(
    # HE-COMP-02: a set has thirty-two cards, no name twice; tokens are none of them.
    tables={"card": TableKind(_CARD, SET_SIZE), "token": TableKind(_CARD, high=DESIGNS_MAX // 2)},
    constants={
        "cards_per_set": Whole(SET_SIZE, SET_SIZE),
        "traps_per_set": Whole(4, 4),
        "health": Whole(1, 30_000),
        "opening_hand": Whole(1, 7),
        "draws": _NUMBER,
        "first_draws": _NUMBER,
        "money": Whole(0, LIMIT),
        "hand_limit": _NUMBER,
        "item_limit": Whole(1, 99),
        "test_pack": Flag(optional=True),
    },
    checks=(*CHECKS, check_named),
)

_NO_YES = (False, True)
OPTIONS = (
    Option("copies", 1, (1, 2), "HE-COMP-02", "boxed sets shuffled together", whole=True),
    Option("start", "random", ("random", 0, 1, 2, 3), "HE-FIRST-01",
           "the seat that goes first, or drawn by lot", below="players"),
    Option("pile_split", "half_up", ("half_up", "down", "up"), "HE-PILE-01",
           "how two thirds of the cards left are rounded"),
    Option("setup_trap_reveal", "resolve", ("resolve", "rebury"), "HE-PILE-04",
           "a trap exposed at set-up takes effect, or is shuffled back"),
    Option("mulligan", False, _NO_YES, "HE-MULL-01", "opening hands may be exchanged once"),
    Option("recover_face_down", False, _NO_YES, "HE-RECOV-02", "face-down Henchlings recover too"),
    Option("reshuffle_split", "two_thirds", ("two_thirds", "half", "all_hidden"), "HE-DRAW-04",
           "how much of the discards joins the hidden pile"),
    Option("free_counts_as_use", False, _NO_YES, "HE-ACT-01",
           "a Free ability counts as the card's use of the turn"),
    Option("free_uses_per_turn", 1, (1, 4), "HE-ABIL-05",
           "how often a Free ability is used in a turn", whole=True),
    Option("attack_own", True, (True, False), "HE-ATK-01", "own Henchlings may be attacked"),
    Option("unflip_mode", "detailed", ("detailed", "summary"), "HE-UNFLIP-01",
           "the flipper turns cards up again, or their controller"),
    Option("block_reaction_damage", False, _NO_YES, "HE-PROT-02",
           "damage dealt by a Reaction may be blocked"),
    Option("block_tilts", False, _NO_YES, "HE-PROT-06", "blocking tilts a Henchling"),
    Option("protector_needs_untilted", True, (True, False), "HE-PROT-07",
           "only untilted Protectors block"),
    # Far beyond a typical match (HE-COMP-04).
    Option("turns_max", 300, (1, 30_000), "HE-LIMIT-05", "turns after which play stops",
           whole=True, bound=True),
    Option("actions_max", 200, (10, 5_000), "HE-LIMIT-06",
           "announced actions a turn after which play stops", whole=True, bound=True),
)  # fmt: skip
