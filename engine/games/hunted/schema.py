"""Components: what a content pack of Hunted holds, and the options of its choices and rulings.

The schema is closed: an unknown op or field, a wrong count or a dangling id is refused at load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from engine.content import (
    Effect,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Pack,
    Record,
    Row,
    Schema,
    TableKind,
    Text,
    Whole,
    Word,
)
from engine.options import Option

ICONS = ("bell", "hand", "boot", "magnifier")
TYPES = ("enemy", "weapon", "item", "survivor", "key", "location", "minion", "boss")
FINALES = ("dracula", "jekyll_hyde", "dorian_gray", "monster_mash")
STAGES = ("castle", "mansion", "village", "asylum")
# The sets of Finale cards that share a back; the last one belongs to no Finale of the rulebook.
SETS = ("dracula", "jekyll", "dorian", "unassigned")
SET_SIZES = (6, 4, 6, 6)
ROLES = ("boss", "minion", "minion_boss", "boss_cover", "item", "weapon", "survivor")
# Tables whose rows are cards, in the order of the cards' numbers.
CARD_TABLES = (
    "starting_weapon", "enemy", "weapon", "item", "survivor", "key", "location", "finale",
)  # fmt: skip
CARDS = 82

_N = Whole(0, 99)
_COUNT = Whole(1, 9)
_ICONS = MapOf(ICONS, Whole(1, 9))
_SIDE = Word(("a", "b"))
# What an item, a survivor or the hero does at once or by a choice.
USE_OPS: dict[str, dict[str, Kind]] = {
    "none": {},
    "gain_energy": {"n": _COUNT},
    "lose_energy": {"n": _COUNT},
    "scry": {"n": _COUNT},
    "discard_from_row": {"filter": Word(("enemy", "any")), "n": _COUNT},
    "take_from_discard": {"filter": Word(("key", "weapon", "item")), "n": _COUNT},
    "ready_survivor": {"n": _COUNT},
}
ATTACH_OPS: dict[str, dict[str, Kind]] = {
    "mod_weapon": {
        "attack": Whole(-9, 9, optional=True),
        "first": Whole(-9, 9, optional=True),
        "subsequent": Whole(-9, 9, optional=True),
    }
}
REVEAL_OPS: dict[str, dict[str, Kind]] = {
    "none": {},
    "gain_energy": {"n": _COUNT},
    "lose_energy": {"n": _COUNT},
    "add_to_row": {"n": _COUNT},
    "discard_row": {},
}
WHILE_OPS: dict[str, dict[str, Kind]] = {
    "none": {},
    "hide_cost": {"delta": Whole(-9, 9)},
    "noise_threshold": {"delta": Whole(-9, 9)},
    "strength_mod": {"n": Whole(-9, 9)},
    "first_cost_mod": {"n": Whole(0, 9)},
}
POWERS: dict[str, dict[str, Kind]] = {
    "none": {},
    "absorb_first_draw": {},
    "flip_back_after": {},
    "grow_picture": {},
}
_WEAPON: dict[str, Kind] = {
    "value": _N,
    "first": Whole(0, 9),
    "subsequent": Whole(1, 9),
    "throwing": Flag(),
    "once": Flag(),
}
_COLLECTED: dict[str, Kind] = {"cost": _ICONS, "resources": _ICONS}
_ITEM: dict[str, Kind] = {
    "value": _N,
    **_COLLECTED,
    "timing": Word(("use", "attach")),
    "effect": Effect({**USE_OPS, **ATTACH_OPS}),
    "discard_on_use": Flag(),
}
_SURVIVOR: dict[str, Kind] = {
    "value": _N,
    "key_cost": Whole(1, 2),
    "resources": _ICONS,
    "effect": Effect(USE_OPS),
    # The card says that the ability may be used in the Finale Battle too (HU-FNOTE-02).
    "in_battle": Flag(optional=True),
}
# Fields a Finale card has beyond set, role, value and locked_in, by its role (HU-FINALE-06).
ROLE_FIELDS: dict[str, tuple[str, ...]] = {
    "boss": ("power", "numbers"),
    "minion": ("power", "counts_as_enemy"),
    "minion_boss": ("power", "front", "back"),
    "boss_cover": (),
    "item": tuple(key for key in _ITEM if key != "value"),
    "weapon": (*(key for key in _WEAPON if key != "value"), "cost", "resources"),
    "survivor": tuple(key for key in _SURVIVOR if key != "value"),
}
MAY_LACK = ("power", "numbers", "counts_as_enemy", "in_battle")


def _optional(kind: Kind) -> Kind:
    """The same kind, for a field that only some roles have."""
    return replace(cast(Whole, kind), optional=True)


_FINALE: dict[str, Kind] = {
    "set": Word(SETS),
    "role": Word(ROLES),
    "value": _N,
    "locked_in": Flag(),
    "power": Effect(POWERS, optional=True),
    "counts_as_enemy": Flag(optional=True),
    "numbers": ListOf(Whole(1, 99), 3, 3, optional=True),
    "front": Record({"id": Text(), "value": _N}, optional=True),
    "back": Record({"id": Text(), "value": _N}, optional=True),
    **{
        key: _optional(kind)
        for part in (_WEAPON, _ITEM, _SURVIVOR)
        for key, kind in part.items()
        if key != "value"
    },
}


def _refuse(pack: Pack, table: str, what: str) -> None:
    raise pack.place.at(table).refuse(what)


def check_faces(pack: Pack) -> None:
    """HU-COMP-05: hero and starting weapon are one card each, with a face a and a face b."""
    for table in ("hero", "starting_weapon"):
        rows = pack.rows_of(table)
        faces = sorted(str(row["face"]) for row in rows)
        if len({str(row["card"]) for row in rows}) != 1 or faces != ["a", "b"]:
            _refuse(pack, table, "expected one card with a face a and a face b")


def check_energy(pack: Pack) -> None:
    """HU-GAME-02: Energy is never above its maximum, not at set-up either."""
    start, cap = (cast(int, pack.constants[key]) for key in ("energy_start", "energy_cap"))
    if start > cap:
        _refuse(pack, "constants.energy_start", f"{start} is above energy_cap, which is {cap}")


def check_first_weapon(pack: Pack) -> None:
    """HU-COMBAT-04: the weapon every hero starts with is never used up, so one always exists."""
    for row in pack.rows_of("starting_weapon"):
        if row["once"]:
            _refuse(pack, f"starting_weapon {row['id']}", "once = true: no weapon might be left")


def check_stages(pack: Pack) -> None:
    """HU-COMP-02, HU-LOC-01: four stages of three locations, numerals 1 to 3."""
    stages = pack.ids("stage")
    if sorted(stages) != sorted(STAGES):
        _refuse(pack, "stage", f"expected exactly {', '.join(STAGES)}")
    for stage in stages:
        rows = [row for row in pack.rows_of("location") if row["stage"] == stage]
        if sorted(cast(int, row["numeral"]) for row in rows) != [1, 2, 3]:
            _refuse(pack, f"location of {stage}", "expected numerals 1, 2 and 3, once each")


def check_ids(pack: Pack) -> None:
    """HU-TYPE-01: a card is named once in the whole box."""
    seen: dict[str, str] = {}
    for table in CARD_TABLES:
        for ident in pack.ids(table):
            if ident in seen:
                _refuse(pack, f"{table} {ident}", f"stands already in table {seen[ident]}")
            seen[ident] = table


def check_items(pack: Pack) -> None:
    """HU-ITEM-05: an attach item changes a weapon and is not discarded by use; no other does."""
    for table in ("item", "finale"):
        for row in pack.rows_of(table):
            if "timing" not in row:
                continue
            attach = row["timing"] == "attach"
            if attach != (cast(Mapping[str, str], row["effect"])["op"] in ATTACH_OPS):
                _refuse(pack, f"{table} {row['id']}", f"effect does not fit {row['timing']!r}")
            if attach and row["discard_on_use"]:
                _refuse(pack, f"{table} {row['id']}", "an attach item is not discarded on use")


def check_costs(pack: Pack) -> None:
    """HU-TYPE-04: whatever can be collected costs at least one icon."""
    for table in CARD_TABLES:
        for row in pack.rows_of(table):
            if "cost" in row and not row["cost"]:
                _refuse(pack, f"{table} {row['id']}.cost", "expected at least one icon")


def check_roles(pack: Pack) -> None:
    """HU-FSET-01, HU-FINALE-06: a Finale card has the fields of its role, and none other."""
    for row in pack.rows_of("finale"):
        wanted = ROLE_FIELDS[str(row["role"])]
        for key in (*_FINALE,):
            if key in ("set", "role", "value", "locked_in"):
                continue
            if key in row and key not in wanted:
                _refuse(pack, f"finale {row['id']}", f"a {row['role']} has no field {key!r}")
            if key in wanted and key not in row and key not in MAY_LACK:
                _refuse(pack, f"finale {row['id']}", f"a {row['role']} needs field {key!r}")


def check_sets(pack: Pack) -> None:
    """HU-DRAC-01 to -03, HU-JEK-01, -02, HU-DOR-01 to -03, -07: each set has its Boss and Minions.

    Dracula: a Boss, two Minions. Jekyll: one double-sided card. Dorian: the Picture and its cover,
    Dorian Gray (an Enemy, not locked-in) and one more Minion.
    """
    for name, size in zip(SETS, SET_SIZES, strict=True):
        rows = members_of(pack, name)
        roles = sorted(str(row["role"]) for row in rows if row["role"] in ROLES[:4])
        if len(rows) != size:
            _refuse(pack, f"finale set {name}", f"{len(rows)} cards, expected {size}")
        if name in SET_FOES and roles != sorted(SET_FOES[name]):
            _refuse(pack, f"finale set {name}", f"foes {roles}, expected {SET_FOES[name]}")
    enemies = [row for row in pack.rows_of("finale") if row.get("counts_as_enemy")]
    if [row["set"] for row in enemies] != ["dorian"] or enemies[0]["locked_in"]:
        _refuse(pack, "finale", "one Minion of set dorian counts as an Enemy and is not locked-in")
    for row in members_of(pack, "dorian"):
        if ("numbers" in row) != (row["role"] == "boss"):
            _refuse(pack, f"finale {row['id']}", "the Picture alone shows numbers")


SET_FOES = {
    "dracula": ("boss", "minion", "minion"),
    "jekyll": ("minion_boss",),
    "dorian": ("boss", "boss_cover", "minion", "minion"),
}


def members_of(pack: Pack, name: str) -> list[Row]:
    """The Finale cards that share a back (HU-FSET-01)."""
    return [row for row in pack.rows_of("finale") if row["set"] == name]


def check_locked(pack: Pack) -> None:
    """HU-LOCK-01: Bosses are locked-in, and so are Minions but for Dorian Gray (HU-DOR-06)."""
    for row in pack.rows_of("finale"):
        foe = row["role"] in ROLES[:4] and not row.get("counts_as_enemy")
        if row["locked_in"] != foe:
            _refuse(pack, f"finale {row['id']}.locked_in", f"expected {str(foe).lower()}")


SCHEMA = Schema(
    tables={
        "hero": TableKind(
            {"card": Text(), "face": _SIDE, "ability": Effect(USE_OPS), "uses": _COUNT}, 2
        ),
        "starting_weapon": TableKind({"card": Text(), "face": _SIDE, **_WEAPON}, 2),
        # No resource icons (HU-ENEMY-01): the value is the Strength (HU-ENEMY-02).
        "enemy": TableKind({"value": _N}, 10),
        "weapon": TableKind({**_WEAPON, **_COLLECTED}, 9),
        "item": TableKind(_ITEM, 9),
        "survivor": TableKind(_SURVIVOR, 9),
        "key": TableKind({"value": _N, "key_value": Whole(1, 2), **_COLLECTED}, 9),
        "stage": TableKind({"difficulty": Text()}, 4),
        "location": TableKind(
            {
                "stage": Word(STAGES),
                "numeral": Whole(1, 3),
                "on_reveal": Effect(REVEAL_OPS),
                "while": Effect(WHILE_OPS),
            },
            12,
        ),
        "finale": TableKind(_FINALE, 22),
    },
    constants={
        "energy_start": Whole(1, 10),
        "energy_cap": Whole(1, 10),
        "noise_icon": Word(ICONS),
        "noise_threshold": Whole(1, 9),
        "hide_cost": Whole(1, 9),
    },
    checks=(
        check_faces, check_first_weapon, check_stages, check_ids, check_items, check_costs,
        check_roles, check_sets, check_locked, check_energy,
    ),
)  # fmt: skip

OPTIONS = (
    Option("finale", "dracula", FINALES, "HU-SETUP-07", "whom the hero meets at the end"),
    Option("stage", "castle", STAGES, "HU-SETUP-10", "which three Locations are used"),
    Option("reveal_location_i", False, (False, True), "HU-SETUP-11",
           "Location I resolves its reveal effect at set-up"),
    Option("reshuffle_timing", "on_empty", ("on_empty", "on_draw"), "HU-DECK-01",
           "the first pass ends as the last card leaves, or when a draw finds no card"),
    Option("over_discard", True, (False, True), "HU-COLL-07",
           "Collect may discard cards that the cost does not need"),
    Option("over_pay_keys", False, (False, True), "HU-RESC-05",
           "Rescue may discard keys that the cost does not need"),
    Option("hide_empty_row", True, (False, True), "HU-HIDE-06",
           "Hide is legal with no card in the Row"),
    Option("tie_break", "player", ("player", "earliest"), "HU-COMBAT-03",
           "who chooses among equally strong enemies"),
    Option("throwing_alone_max", 1, (1, 2), "HU-COMBAT-06",
           "how many Throwing weapons may be used with no other", whole=True),
    # One attack might cost nothing, so that the card could be flipped for ever.
    Option("hyde_attack_limit", 3, (2, 9), "HU-JEK-06",
           "attacks on Mr. Hyde before he turns back", whole=True),
)  # fmt: skip
