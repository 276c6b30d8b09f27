"""Components (2.0): what a content pack of Tin Helm holds, and the options of its rulings.

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
    MapOf,
    Pack,
    Record,
    Ref,
    Schema,
    TableKind,
    Text,
    Whole,
    Word,
)
from engine.options import Option

STATS = ("health", "energy", "food", "favor")
# The six icon kinds (TH-ICON-01).
ICONS = ("enemy", "trap", "encounter", "loot", "camp", "water")
SOURCES = ("possessor", "shrine", "pigman", "altar", "chest")
SHARDS = 3
CARDS_MAX = 16
ITEMS_MAX = 32
CHART_MAX = 7

_TRACKED = Word(STATS[:3])
_ANY_STAT = Word(STATS)
_N = Whole(0, 99)
_ID = Text()
GAIN: dict[str, Kind] = {"stat": _ANY_STAT, "n": _N}
SIMPLE: dict[str, dict[str, Kind]] = {
    "none": {},
    "gain": GAIN,
    "lose": {"stat": _TRACKED, "n": _N},
    "shard": {"source": Ref(("shard_source",))},
}
FACES: dict[str, dict[str, Kind]] = {
    **SIMPLE,
    "shard_if": {"stat": _ANY_STAT, "at_least": _N, "source": Ref(("shard_source",))},
    "else_gain": GAIN,
    "may_trade": {"item": Ref(("loot", "trapping")), "then": Effect(SIMPLE)},
    "may_pay": {"stat": _TRACKED, "n": _N, "then": Effect(SIMPLE)},
    "roll": {"table": MapOf(tuple("123456"), Effect(SIMPLE), whole=True)},
}
PASSIVE: dict[str, dict[str, Kind]] = {
    "attack_bonus": {"n": _N, "when": Word(("always", "undead"))},
    "shield": {"n": _N, "break_at": Whole(1, 99)},
    "enemy_attack_reduce": {"n": _N},
    "trap_reduce": {"stat": _TRACKED, "n": _N},
    "rest_bonus": {"stat": Word(STATS[:2]), "n": _N},
    "water_dice": {"n": Whole(1, 9)},
    "water_success": {"n": Whole(1, 6)},
    "starve_reduce": {"n": _N},
    "altar_discount": {"n": _N},
    "empty_chest_gain": {"stat": _TRACKED, "n": _N},
}
ITEM_OPS = {**SIMPLE, **PASSIVE, "skip_enemy_attack": {}}
POWERS: dict[str, dict[str, Kind]] = {
    "none": {},
    "attacks_first": {},
    "doubles_hit": {"n": _N},
    "on_hit": {"stat": _TRACKED, "n": _N},
    "regenerate": {"n": _N},
    "grants_shard": {},
    "favor_equals_level": {},
}
TIMINGS = {
    "passive": tuple(PASSIVE),
    "use": ("gain",),
    "use_combat": ("skip_enemy_attack",),
    "on_gain": ("gain",),
    "trade": ("none",),
}
_ITEM: dict[str, Kind] = {"timing": Word(tuple(TIMINGS)), "effect": Effect(ITEM_OPS)}
_FACE = Word(("a", "b"))
_HERO: dict[str, Kind] = {"card": _ID, "health": Whole(1, 99), "energy": Whole(0, 99)}
_CAMP = MapOf(STATS[:3], Whole(0, 9))


def _enemy_fields() -> dict[str, Kind]:
    numbers: dict[str, Kind] = dict.fromkeys(("health", "attack", "defense", "favor"), _N)
    return {**numbers, "undead": Flag(), "power": Effect(POWERS)}


def _refuse(pack: Pack, table: str, what: str) -> None:
    raise pack.place.at(table).refuse(what)


def check_trappings(pack: Pack) -> None:
    """TH-COMP-02, TH-SETUP-12: an item on each face of four cards; a class's two on two cards."""
    faces = {(row["card"], row["face"]) for row in pack.rows_of("trapping")}
    if len(faces) != 8 or len({card for card, _ in faces}) != 4:
        _refuse(pack, "trapping", "expected 4 cards, each with a face a and a face b")
    card_of = {row["id"]: row["card"] for row in pack.rows_of("trapping")}
    for row in pack.rows_of("class"):
        first, second = cast(list[str], row["trappings"])
        if card_of[first] == card_of[second]:
            _refuse(pack, f"class {row['id']}", f"{first} and {second} share a trapping card")


def check_heroes(pack: Pack) -> None:
    """TH-SETUP-03, -04: four cards, each with a race face and a class face."""
    sides = [sorted(str(row["card"]) for row in pack.rows_of(table)) for table in ("race", "class")]
    if sides[0] != sides[1] or len(set(sides[0])) != 4:
        _refuse(pack, "class", f"race faces on {sides[0]}, class faces on {sides[1]}: expected "
                "the same four cards")  # fmt: skip


def check_food(pack: Pack) -> None:
    """TH-SETUP-11: food is never above its maximum, not at set-up either."""
    cap = cast(int, pack.constants["food_cap"])
    for row in pack.rows_of("race"):
        if cast(int, row["food"]) > cap:
            _refuse(pack, f"race {row['id']}.food", f"{row['food']} is above food_cap, which is "
                    f"{cap}")  # fmt: skip


def check_charts(pack: Pack) -> None:
    """TH-COMBAT-06: a chart does not fall."""
    for row in pack.rows_of("class"):
        chart = cast(Mapping[str, int], row["chart"])
        bonus = [chart[key] for key in sorted(chart)]
        if bonus != sorted(bonus):
            _refuse(pack, f"class {row['id']}.chart", f"{bonus} falls; more energy adds no less")


def check_reference_cards(pack: Pack) -> None:
    """TH-COMP-03: three reference cards, two titled faces each."""
    faces = {(row["card"], row["face"]) for row in pack.rows_of("encounter")}
    if len(faces) != 6 or len({card for card, _ in faces}) != 3:
        _refuse(pack, "encounter", "expected 3 cards, each with a face a and a face b")


def check_timings(pack: Pack) -> None:
    """An item's effect fits its timing (TH-ITEM-06, -07, -08)."""
    for table in ("loot", "trapping"):
        for row in pack.rows_of(table):
            op = cast(Mapping[str, str], row["effect"])["op"]
            if op not in TIMINGS[str(row["timing"])]:
                _refuse(pack, f"{table} {row['id']}", f"op {op!r} does not fit {row['timing']!r}")


def check_faces(pack: Pack) -> None:
    """TH-TURN-02: room faces differ pairwise, result faces too, so a seen face names its card."""
    for keys in (("icons",), ("enemy", "trap", "encounter", "loot")):
        seen: dict[str, str] = {}
        for row in pack.rows_of("dungeon"):
            face = str([row[key] for key in keys])
            if face in seen:
                what = "room" if len(keys) == 1 else "result"
                _refuse(pack, "dungeon", f"{row['id']} and {seen[face]} have equal {what} faces")
            seen[face] = str(row["id"])


def check_sources(pack: Pack) -> None:
    """TH-SHARD-02 to -07: five sources, each of them to be found."""
    if sorted(pack.ids("shard_source")) != sorted(SOURCES):
        _refuse(pack, "shard_source", f"expected exactly {', '.join(SOURCES)}")
    met = {str(row[key]) for row in pack.rows_of("dungeon") for key in ("enemy", "encounter")}
    loot = {str(row["loot"]) for row in pack.rows_of("dungeon")}
    found = {"chest"} if "shard" in loot else set()
    for row in pack.rows_of("enemy"):
        if _op(row["power"]) == "grants_shard":
            if row["id"] not in SOURCES:
                _refuse(pack, f"enemy {row['id']}", "grants_shard, but is no shard_source")
            found |= {str(row["id"])} & (met | loot)
    for row in pack.rows_of("encounter"):
        if row["id"] in met:
            found |= set(_sources_in(row["effect"]))
    for source in SOURCES:
        if source not in found:
            _refuse(pack, "shard_source", f"{source} is named by no dungeon card's result")


def _sources_in(effect: object) -> Iterator[str]:
    """The shard sources an effect names, however deep."""
    if isinstance(effect, list):
        for item in effect:
            yield from _sources_in(item)
    elif isinstance(effect, dict):
        if "source" in effect:
            yield str(effect["source"])
        yield from _sources_in(list(effect.values()))


def _op(effect: object) -> str:
    return cast(Mapping[str, str], effect)["op"]


SCHEMA = Schema(
    tables={
        "race": TableKind({**_HERO, "food": Whole(0, 5), "ability": Effect(PASSIVE)}, 4),
        "class": TableKind(
            {
                **_HERO,
                "chart": MapOf(tuple("1234567"), _N),
                "trappings": ListOf(Ref(("trapping",)), 2, 2),
            },
            4,
        ),
        "trapping": TableKind({**_ITEM, "card": _ID, "face": _FACE}, 8),
        "loot": TableKind(_ITEM, 8),
        "enemy": TableKind(_enemy_fields(), 8),
        "encounter": TableKind(
            {"card": _ID, "face": _FACE, "effect": ListOf(Effect(FACES), 1, 9)}, 6
        ),
        "shard_source": TableKind({"once": Flag()}, 5),
        "dungeon": TableKind(
            {
                "icons": ListOf(Word(ICONS), 1, 9),
                "enemy": Ref(("enemy",)),
                "trap": Record({"stat": _TRACKED, "n": _N}),
                "encounter": Ref(("encounter", "enemy")),
                "loot": Ref(("loot", "enemy"), also=("shard", "empty")),
            },
            12,
        ),
    },
    constants={
        "levels": Whole(1, 99),
        "food_cap": Whole(1, 99),
        "starve_damage": _N,
        "camp_rest": _CAMP,
        "camp_search": _CAMP,
        "water_dice": Whole(1, 9),
        "water_success": Whole(1, 6),
    },
    checks=(
        check_trappings, check_heroes, check_food, check_charts, check_reference_cards,
        check_timings, check_faces, check_sources,
    ),
)  # fmt: skip

OPTIONS = (
    Option("eat_in_combat", True, (True, False), "TH-FOOD-02",
           "eating and items marked use are offered in a fight"),
    Option("zero_energy_rolls", False, (False, True), "TH-COMBAT-15",
           "the zero-energy attack rolls dice, and a double misses"),
    Option("shield_rule", "corrected", ("corrected", "printed"), "TH-ERR-06",
           "the shield breaks on the attack's value, or on the damage left"),
    Option("favor_cap", 0, (0, 99), "TH-SETUP-15", "last space of the favor track, 0 for none",
           whole=True),
)  # fmt: skip
