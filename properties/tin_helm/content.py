"""What every content pack holds (2.0): counts, names and numbers, whoever wrote the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from engine.content import Pack, Row
from properties.invariant import Verdict, content_check
from properties.tin_helm.book import inner, listed, number

COUNTS = {"dungeon": 12, "enemy": 8, "loot": 8, "trapping": 8, "race": 4, "class": 4,
          "encounter": 6, "shard_source": 5}  # fmt: skip
KINDS = ("enemy", "trap", "encounter", "loot", "camp", "water")
SOURCES = ("possessor", "shrine", "pigman", "altar", "chest")
ENTRIES = ("enemy", "trap", "encounter", "loot")


def _cards(pack: Pack, table: str) -> dict[str, list[str]]:
    """Card -> its faces."""
    found: dict[str, list[str]] = {}
    for row in pack.rows_of(table):
        found.setdefault(str(row["card"]), []).append(str(row.get("face", row["id"])))
    return found


@content_check("THI-45", "TH-COMP-01")
def the_box_is_complete(pack: Pack) -> Verdict:
    """12 dungeon, 8 enemy, 8 loot, 4 race/class cards, 8 trapping items, 6 encounter faces."""
    counts = {table: len(set(pack.ids(table))) for table in COUNTS}
    return True if counts == COUNTS else f"{counts}, expected {COUNTS}"


@content_check("THI-45", "TH-COMP-02", "TH-SETUP-12")
def trapping_cards_have_two_items(pack: Pack) -> Verdict:
    """Four trapping cards, an item on each of two faces; a class's two lie on two cards."""
    cards = _cards(pack, "trapping")
    if sorted(map(sorted, cards.values())) != [["a", "b"]] * 4:
        return f"trapping cards {cards}"
    card_of = {str(row["id"]): str(row["card"]) for row in pack.rows_of("trapping")}
    for row in pack.rows_of("class"):
        items = listed(row, "trappings")
        if len({card_of[item] for item in items}) != 2 or len(items) != 2:
            return f"class {row['id']} starts with {items}"
    return True


@content_check("THI-45", "TH-COMP-03")
def reference_cards_have_two_faces(pack: Pack) -> Verdict:
    """Three reference cards with two titled faces each, Altar and Grove among them."""
    faces = sorted(map(sorted, _cards(pack, "encounter").values()))
    return faces == [["a", "b"]] * 3 and {"altar", "grove"} <= set(pack.ids("encounter"))


@content_check("THI-45", "TH-SETUP-03", "TH-SETUP-04")
def race_and_class_share_four_cards(pack: Pack) -> Verdict:
    """Each race/class card has one race side and one class side."""
    races, classes = _cards(pack, "race"), _cards(pack, "class")
    each = all(len(faces) == 1 for faces in (*races.values(), *classes.values()))
    return each and len(races) == 4 and sorted(races) == sorted(classes)


@content_check("THI-45", "TH-ICON-01")
def icons_are_of_six_kinds(pack: Pack) -> Verdict:
    """Every icon is one of the six kinds, and every kind occurs."""
    icons = {icon for row in pack.rows_of("dungeon") for icon in listed(row, "icons")}
    return icons == set(KINDS) or f"icons {sorted(icons)}"


@content_check("THI-45", "TH-COMBAT-06", "TH-COMBAT-05")
def charts_do_not_fall(pack: Pack) -> Verdict:
    """More energy adds no less damage, and no energy is no entry of the chart."""
    for row in pack.rows_of("class"):
        chart = cast(Mapping[str, int], row["chart"])
        bonus = [chart[key] for key in sorted(chart, key=int)]
        if not bonus or bonus != sorted(bonus) or min(map(int, chart)) < 1:
            return f"class {row['id']}: chart {dict(chart)}"
    return True


@content_check("THI-45", "TH-COMP-03", "TH-TURN-08")
def every_result_names_a_card(pack: Pack) -> Verdict:
    """Every entry of a result face names an enemy, a face, a loot card, or a kind of chest."""
    known = {
        "enemy": set(pack.ids("enemy")),
        "encounter": {*pack.ids("encounter"), *pack.ids("enemy")},
        "loot": {*pack.ids("loot"), *pack.ids("enemy"), "shard", "empty"},
    }
    for row in pack.rows_of("dungeon"):
        for entry, names in known.items():
            if row[entry] not in names:
                return f"{row['id']}.{entry} names {row[entry]}"
        trap = inner(row, "trap")
        if trap["stat"] not in ("health", "energy", "food") or number(trap, "n") < 0:
            return f"{row['id']}.trap is {dict(trap)}"
    return True


@content_check("THI-45", "TH-TURN-02")
def seen_faces_name_their_card(pack: Pack) -> Verdict:
    """No two room faces are equal, and no two result faces."""
    rows = pack.rows_of("dungeon")
    rooms = [tuple(listed(row, "icons")) for row in rows]
    results = [tuple(str(row[entry]) for entry in ENTRIES) for row in rows]
    return len(set(rooms)) == len(rows) and len(set(results)) == len(rows)


def _effects(value: object) -> Iterator[Row]:
    """Every effect of a row, however deep."""
    if isinstance(value, dict):
        if "op" in value:
            yield value
        for item in value.values():
            yield from _effects(item)
    elif isinstance(value, list):
        for item in value:
            yield from _effects(item)


@content_check("THI-45", "TH-SHARD-07", "TH-SHARD-02", "TH-SHARD-06")
def all_five_sources_can_be_found(pack: Pack) -> Verdict:
    """Each of the five sources of a shard is named by some result face."""
    met = {str(row[entry]) for row in pack.rows_of("dungeon") for entry in ENTRIES}
    found = {"chest"} & {"chest" if "shard" in met else ""}
    for row in (*pack.rows_of("encounter"), *pack.rows_of("enemy")):
        if row["id"] in met:
            found |= {str(e["source"]) for e in _effects(dict(row)) if "source" in e}
            found |= {str(row["id"]) for e in _effects(dict(row)) if e["op"] == "grants_shard"}
    return found == set(SOURCES) == set(pack.ids("shard_source")) or f"found {sorted(found)}"


@content_check("THI-45", "TH-ITEM-20", "TH-COMP-04")
def tables_have_six_entries(pack: Pack) -> Verdict:
    """A table rolled on lists 1 to 6."""
    rolls = [e for row in pack.rows_of("encounter") for e in _effects(dict(row))
             if e["op"] == "roll"]  # fmt: skip
    tables = [sorted(cast(Mapping[str, Row], roll["table"])) for roll in rolls]
    return all(table == list("123456") for table in tables) if tables else None


@content_check("THI-45", "TH-ICON-14", "TH-ICON-15", "TH-ICON-17", "TH-END-04", "TH-OBJ-02",
               "TH-SETUP-11")  # fmt: skip
def stated_numbers_are_the_rulebooks(pack: Pack) -> Verdict:
    """5 levels, 5 food at most, 3 damage by hunger, rest 2 and 1, search 1, water 1 die from 5."""
    constants = pack.constants
    rest, search = inner(constants, "camp_rest"), inner(constants, "camp_search")
    plain = [number(constants, key) for key in
             ("levels", "food_cap", "starve_damage", "water_dice", "water_success")]  # fmt: skip
    camp = (number(rest, "health"), number(rest, "energy"), number(search, "food"))
    return plain == [5, 5, 3, 1, 5] and camp == (2, 1, 1)
