"""Card anatomy: what a content pack of The Necrohamster holds, and the options of its rulings.

The schema is closed: an unknown op or field, a wrong count or a dangling id is refused at load.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from engine.content import (
    Effect,
    Flag,
    Kind,
    ListOf,
    Pack,
    Record,
    Ref,
    Row,
    Schema,
    TableKind,
    Whole,
    Word,
)
from engine.options import Option

# Bounds of what a pack may hold: they number the actions, so no pack changes a number.
CREATURES_MAX = 24
ARTEFACTS_MAX = 8
TITLES_MAX = 16
SEATS = 4
# A pending effect is named by its card: creatures first, then artefacts.
SOURCES_MAX = CREATURES_MAX + ARTEFACTS_MAX

# NH-TYPE-01: a closed set.
TYPES = ("skeleton", "spirit", "zombie")
ABILITIES = ("instant", "attack", "continuous", "none")
ZONES = ("area", "hand", "artefacts")
WHO = ("controller", "each_opponent", "one_opponent", "each_player")

_N = Whole(1, 99)
_COST = Whole(0, 99, optional=True)
_CARDS: dict[str, Kind] = {"type": Word(TYPES, True), "min_cost": _COST, "max_cost": _COST}
_FILTER = Record(_CARDS, optional=True)
_MAY = Flag(optional=True)
INSTANT: dict[str, dict[str, Kind]] = {
    "draw": {"n": _N},
    "discard_hand": {"n": _N, "who": Word(WHO), "choose": Word(("victim", "random"))},
    "return_from_discard": {"n": _N, "optional": _MAY, "filter": _FILTER},
    "extra_summon": {"n": _N, "optional": _MAY, "filter": _FILTER},
    "gain_artefact": {"artefact": Ref(("artefact",))},
}
ATTACK: dict[str, dict[str, Kind]] = {
    "discard_hand": INSTANT["discard_hand"],
    "discard_creature": {
        "n": _N, "who": Word(WHO), "choose": Word(("victim", "actor")), "filter": _FILTER,
    },
    "steal_creature": {"n": _N, "filter": _FILTER},
}  # fmt: skip
CONTINUOUS: dict[str, dict[str, Kind]] = {
    "on_summon_draw": {"n": _N},
    "draw_phase_bonus": {"n": _N},
    "cost_mod": {"n": Whole(-99, 99), "filter": _FILTER},
    "points_per": {
        "n": Whole(-99, 99),
        "filter": Record({"zone": Word(ZONES, True), **_CARDS, "other": _MAY}, optional=True),
    },
    "immune_attack": {},
}
OPS_OF: Mapping[str, tuple[str, ...]] = {
    "instant": tuple(INSTANT), "attack": tuple(ATTACK), "continuous": tuple(CONTINUOUS),
    "none": (),
}  # fmt: skip
_ABILITY = Record(
    {
        "kind": Word(ABILITIES),
        "effects": ListOf(Effect({**INSTANT, **ATTACK, **CONTINUOUS}), 0, 9),
    }
)
_NEEDS = Record({"zone": Word(ZONES), "min": Whole(1, 99), **_CARDS})

# What the rulebook prints on the three cards it shows (NH-CARD-02, -04, -06).
PRINTED: Mapping[str, Mapping[str, object]] = {
    "creature": {
        "zombie_mouse": {
            "type": "zombie", "cost": 1, "points": 2,
            "ability": {"kind": "instant", "effects": [{"op": "draw", "n": 1}]},
        },
    },
    "artefact": {
        "devils_trident": {
            "points": 1,
            "ability": {"kind": "continuous", "effects": [{"op": "on_summon_draw", "n": 1}]},
        },
    },
    "title": {
        "lord_of_beasts": {"points": 7, "needs": [{"zone": "area", "min": 3, "min_cost": 4}]},
    },
}  # fmt: skip


def _refuse(pack: Pack, table: str, row: Row, what: str) -> None:
    raise pack.place.at(f"{table} {row['id']}").refuse(what)


def effects_of(row: Row) -> list[Row]:
    """The effects of a card's ability."""
    return cast(list[Row], cast(Row, row["ability"])["effects"])


def _abilities(pack: Pack) -> Iterator[tuple[str, Row, str]]:
    for table in ("creature", "artefact"):
        for row in pack.rows_of(table):
            yield table, row, str(cast(Row, row["ability"])["kind"])


def check_abilities(pack: Pack) -> None:
    """NH-CARD-01, NH-CARD-03, NH-ABIL-01 to -03: ops fit the kind; artefacts are continuous."""
    for table, row, kind in _abilities(pack):
        ops = [str(effect["op"]) for effect in effects_of(row)]
        if bool(ops) == (kind == "none"):
            _refuse(pack, table, row, f"ability of kind {kind!r} with effects {ops}")
        for op in ops:
            if op not in OPS_OF[kind]:
                _refuse(pack, table, row, f"op {op!r} does not fit an ability of kind {kind!r}")
        if table == "artefact" and kind not in ("continuous", "none"):
            _refuse(pack, table, row, f"an artefact is not played, so no {kind!r} ability occurs")


def check_links(pack: Pack) -> None:
    """NH-SETUP-08, NH-ART-01: a creature that gains an artefact names it; each artefact is tied."""
    linked: set[str] = set()
    for row in pack.rows_of("creature"):
        gained = {str(fx["artefact"]) for fx in effects_of(row) if fx["op"] == "gain_artefact"}
        named = {str(row["artefact"])} if "artefact" in row else set()
        if gained != named:
            _refuse(pack, "creature", row, f"its artefact is {sorted(named)}, but its ability "
                    f"gains {sorted(gained)}")  # fmt: skip
        linked |= named
    for row in pack.rows_of("artefact"):
        if row["id"] not in linked:
            _refuse(pack, "artefact", row, "no creature is tied to it, so nobody could gain it")


def check_zones(pack: Pack) -> None:
    """Artefacts have neither type nor cost (NH-CARD-03), so nothing can ask for them."""
    for table, row, _ in _abilities(pack):
        for effect in effects_of(row):
            _check_zone(pack, table, row, cast(Row, effect.get("filter", {})))
    for row in pack.rows_of("title"):
        for need in cast(list[Row], row["needs"]):
            _check_zone(pack, "title", row, need)


def _check_zone(pack: Pack, table: str, row: Row, wanted: Row) -> None:
    asked = [key for key in _CARDS if key in wanted]
    if wanted.get("zone") == "artefacts" and asked:
        _refuse(pack, table, row, f"artefacts have no {' or '.join(asked)}")


def check_names(pack: Pack) -> None:
    """Every card states a name of its own (NH-CARD-01, -03, -05); sources are known by their id."""
    for table in ("creature", "artefact", "title"):
        seen: dict[object, object] = {}
        for row in pack.rows_of(table):
            name = row.get("name")
            if not name:
                _refuse(pack, table, row, "field 'name' is missing")
            if name in seen:
                _refuse(pack, table, row, f"is named {name!r} as {seen[name]}")
            seen[name] = row["id"]
    creatures = pack.ids("creature")
    for row in pack.rows_of("artefact"):
        if row["id"] in creatures:
            _refuse(pack, "artefact", row, "a creature has the same id")


def check_printed(pack: Pack) -> None:
    """NH-CARD-02, NH-CARD-04, NH-CARD-06: the rulebook's own cards keep what is printed there."""
    for table, cards in PRINTED.items():
        for row in pack.rows_of(table):
            facts = cast(Mapping[str, object], cards.get(str(row["id"]), {}))
            for key, fact in facts.items():
                if row.get(key) != fact:
                    _refuse(pack, table, row, f"{key} is {row.get(key)!r}; printed is {fact!r}")


def check_cards(pack: Pack) -> None:
    """NH-SETUP-10: cards for two players' hands and their first draw phase, and a title more."""
    hand, draws, spare = (
        cast(int, pack.constants[key]) for key in ("opening_hand", "draws", "spare_titles")
    )
    total = sum(cast(int, row["copies"]) for row in pack.rows_of("creature"))
    if total < 2 * (hand + draws):
        raise pack.place.at("creature").refuse(
            f"{total} cards, expected at least {2 * (hand + draws)} for two players"
        )
    if len(pack.rows_of("title")) < 2 + spare:
        raise pack.place.at("title").refuse(f"expected at least {2 + spare} titles")


SCHEMA = Schema(
    tables={
        "creature": TableKind(
            {
                "type": Word(TYPES),
                "cost": Whole(0, 99),
                "points": Whole(0, 99),
                "copies": Whole(1, 60),
                "artefact": Ref(("artefact",), optional=True),
                "ability": _ABILITY,
            },
            low=1,
            high=CREATURES_MAX,
        ),
        "artefact": TableKind({"points": Whole(0, 99), "ability": _ABILITY}, high=ARTEFACTS_MAX),
        "title": TableKind(
            {"points": Whole(0, 99), "needs": ListOf(_NEEDS, 1, 9)}, low=1, high=TITLES_MAX
        ),
    },
    constants={
        "opening_hand": Whole(1, 20),
        "draws": Whole(0, 20),
        "last_creature": Whole(1, 99),
        "spare_titles": Whole(0, 9),
    },
    checks=(check_abilities, check_links, check_zones, check_names, check_printed, check_cards),
)

OPTIONS = (
    Option("creatures_in_use", "all",
           ("all", "all-spirit_cat", "all-skeleton_turtle-spirit_cat"), "NH-SETUP-08",
           "creatures of this game; artefacts follow", subset_of="creature"),
    Option("eighth_mode", "cumulative", ("cumulative", "in_play"), "NH-END-01",
           "the eighth creature summoned over the game, or the eighth in play at once"),
    Option("rounds_max", 200, (1, 10_000), "NH-SUMMON-02",
           "play stops after so many rounds as unfinished", whole=True, bound=True),
    Option("tie_mode", "in_area", ("in_area", "cumulative"), "NH-TIE-01",
           "ties are split by creatures in the area, or by all ever summoned"),
)  # fmt: skip
