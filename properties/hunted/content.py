"""What every content pack holds: counts, kinds, icons and the numbers the rulebook states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.content import Pack, Row
from engine.games.hunted.schema import CARD_TABLES, ICONS, STAGES
from properties.hunted.book import LOWEST_LATER, icons, number
from properties.invariant import Verdict, content_check

COUNTS = {"location": 12, "finale": 22, "enemy": 10, "key": 9, "weapon": 9, "survivor": 9,
          "item": 9}  # fmt: skip
OTHERS = ("enemy", "key", "weapon", "survivor", "item")
ROLES = ("boss", "boss_cover", "minion", "minion_boss", "item", "weapon", "survivor")
CONSTANTS = {"energy_start": 10, "energy_cap": 10, "noise_threshold": 2, "hide_cost": 1}
SIZES = {"dracula": 6, "jekyll": 4, "dorian": 6}
COLLECTED = ("weapon", "item", "key")
FOES = ("boss", "boss_cover", "minion", "minion_boss")


def named(pack: Pack, *idents: str) -> list[Row]:
    """The cards of these ids, if the pack has all of them; else none."""
    rows = {str(row["id"]): row for table in CARD_TABLES for row in pack.rows_of(table)}
    return [rows[ident] for ident in idents] if all(i in rows for i in idents) else []


def of_role(pack: Pack, *roles: str) -> list[Row]:
    """The Finale cards of these roles."""
    return [row for row in pack.rows_of("finale") if row.get("role") in roles]


def of_set(pack: Pack, name: str) -> list[Row]:
    """The Finale cards of one back."""
    return [row for row in pack.rows_of("finale") if row.get("set") == name]


@content_check("HUI-45", "HU-COMP-01", "HU-COMP-03")
def the_box_is_complete(pack: Pack) -> Verdict:
    """12 Locations, 22 Finale cards, and 46 others: 10 Enemies and 9 each of four kinds."""
    counts = {table: len(set(pack.ids(table))) for table in COUNTS}
    if counts != COUNTS or sum(counts[table] for table in OTHERS) != 46:
        return f"{counts}, expected {COUNTS}"
    cards = {table: len({str(row["card"]) for row in pack.rows_of(table)})
             for table in ("hero", "starting_weapon")}  # fmt: skip
    return cards == {"hero": 1, "starting_weapon": 1} or f"cards {cards}, expected one each"


@content_check("HUI-54", "HU-COMP-05", "HU-COMBAT-04", "HU-SETUP-02", "HU-SETUP-03")
def hero_and_first_weapon_have_two_faces(pack: Pack) -> Verdict:
    """Faces a and b on the hero and on the starting weapon, which is never used up."""
    for table in ("hero", "starting_weapon"):
        rows = pack.rows_of(table)
        if sorted(str(row["face"]) for row in rows) != ["a", "b"]:
            return f"{table} has faces {[row['face'] for row in rows]}"
    return not any(row["once"] for row in pack.rows_of("starting_weapon"))


@content_check("HUI-45", "HU-COMP-02", "HU-LOC-01", "HU-SETUP-10")
def every_stage_has_three_locations(pack: Pack) -> Verdict:
    """Four stages, each with one Location I, one II and one III."""
    found: dict[str, list[int]] = {stage: [] for stage in STAGES}
    for row in pack.rows_of("location"):
        found[str(row["stage"])].append(number(row, "numeral"))
    return all(sorted(numerals) == [1, 2, 3] for numerals in found.values()) or f"{found}"


@content_check("HUI-45", "HU-TYPE-01", "HU-FSET-01")
def every_card_has_one_kind(pack: Pack) -> Verdict:
    """A card stands in one table, a Finale card has a role and the back of a set."""
    idents = [ident for table in CARD_TABLES for ident in pack.ids(table)]
    if len(set(idents)) != len(idents):
        return f"{sorted(ident for ident in set(idents) if idents.count(ident) > 1)} stand twice"
    return all(row["role"] in ROLES for row in pack.rows_of("finale"))


@content_check("HUI-54", "HU-FSET-01", "HU-DRAC-01", "HU-JEK-01", "HU-DOR-01", "HU-DOR-03")
def sets_have_their_size(pack: Pack) -> Verdict:
    """Dracula's set has six cards, Jekyll's four, Dorian's six."""
    sizes = {name: len(of_set(pack, name)) for name in SIZES}
    return sizes == SIZES or f"{sizes}, expected {SIZES}"


@content_check("HUI-51", "HU-TYPE-02", "HU-TYPE-04", "HU-RESC-03")
def icons_are_of_four_kinds(pack: Pack) -> Verdict:
    """Resources and costs are counts of bell, hand, boot and magnifier, keys among neither."""
    for table in CARD_TABLES:
        for row in pack.rows_of(table):
            for key in ("resources", "cost"):
                counts = cast(Mapping[str, int], row.get(key, {}))
                if not set(counts) <= set(ICONS) or any(n < 1 for n in counts.values()):
                    return f"{row['id']}.{key} is {dict(counts)}"
    return True


@content_check("HUI-51", "HU-TYPE-04", "HU-COLL-01", "HU-RESC-02")
def what_is_taken_costs_something(pack: Pack) -> Verdict:
    """Weapons, items and keys cost at least one icon, Survivors one or two keys."""
    finale = pack.rows_of("finale")
    for kind in COLLECTED:
        for row in [*pack.rows_of(kind), *(r for r in finale if r["role"] == kind)]:
            if not any(icons(row, "cost")) or "key_cost" in row:
                return f"{row['id']} costs nothing"
    rows = [*pack.rows_of("survivor"), *(r for r in finale if r["role"] == "survivor")]
    return all(number(row, "key_cost") in (1, 2) and "cost" not in row for row in rows)


@content_check("HUI-45", "HU-ENEMY-01", "HU-COLL-10")
def enemies_have_no_resources(pack: Pack) -> Verdict:
    """No Enemy, Minion or Boss has resource icons."""
    rows = [*pack.rows_of("enemy"), *of_role(pack, *FOES)]
    return not any(row.get("resources") or row.get("cost") for row in rows)


@content_check("HUI-45", "HU-ENEMY-02", "HU-NOTE-05")
def an_enemy_has_one_number(pack: Pack) -> Verdict:
    """An Enemy's value is its Strength: no other number stands on the card."""
    for row in pack.rows_of("enemy"):
        numbers = [key for key, value in row.items() if type(value) is int]
        if numbers != ["value"] or number(row, "value") < 1:
            return f"{row['id']} has numbers {numbers}"
    return True


@content_check("HUI-54", "HU-WEAP-02", "HU-WEAP-03", "HU-WEAP-04", "HU-DECK-05")
def weapons_have_their_numbers_and_flags(pack: Pack) -> Verdict:
    """A weapon: its value is its attack, two costs, the later one at least 1, and two flags."""
    rows = [*pack.rows_of("starting_weapon"), *pack.rows_of("weapon"), *of_role(pack, "weapon")]
    for row in rows:
        costs = (number(row, "first", -1), number(row, "subsequent"))
        flags = type(row.get("throwing")) is bool and type(row.get("once")) is bool
        if costs[0] < 0 or costs[1] < LOWEST_LATER or not flags or "attack" in row:
            return f"{row['id']}: costs {costs}, attack {row.get('attack')}"
    return any(row["throwing"] for row in rows) or "no weapon is Throwing"


@content_check("HUI-45", "HU-KEY-03")
def keys_are_worth_one_or_two(pack: Pack) -> Verdict:
    """A Lone Key is worth one key icon, a Key Ring two."""
    for row in pack.rows_of("key"):
        worth = 2 if "ring" in str(row["id"]) else 1 if "lone" in str(row["id"]) else None
        if number(row, "key_value") not in ((1, 2) if worth is None else (worth,)):
            return f"{row['id']} is worth {row['key_value']}"
    return True


@content_check("HUI-45", "HU-COLL-08")
def the_relic_is_paid_as_in_the_example(pack: Pack) -> Verdict:
    """Flare and Mystic together pay for the Sacred Relic and leave two hands."""
    rows = named(pack, "handheld_flare", "mystic", "sacred_relic")
    if not rows:
        return None
    flare, mystic, cost = icons(rows[0], "resources"), icons(rows[1], "resources"), rows[2]
    left = [a + b - c for a, b, c in zip(flare, mystic, icons(cost, "cost"), strict=True)]
    return left == [2 if icon == "hand" else 0 for icon in ICONS] or f"left over: {left}"


@content_check("HUI-45", "HU-COMBAT-09", "HU-COMBAT-05")
def dagger_and_stone_are_as_in_the_example(pack: Pack) -> Verdict:
    """Silver Dagger 5 with first cost 1; Loose Stone 1, Throwing, first cost 1 at most."""
    rows = named(pack, "silver_dagger", "loose_stone")
    if not rows:
        return None
    dagger, stone = ((number(r, "value"), number(r, "first"), r["throwing"]) for r in rows)
    return dagger[:2] == (5, 1) and stone[0] == 1 and stone[1] <= 1 and stone[2] is True


@content_check("HUI-54", "HU-DRAC-02", "HU-DRAC-03", "HU-DRAC-04")
def dracula_has_two_brides_or_victims(pack: Pack) -> Verdict:
    """Dracula's set: one Boss, who absorbs the first card drawn, and two locked-in Minions."""
    rows = [row for row in of_set(pack, "dracula") if row["role"] in FOES]
    boss = [row for row in rows if row["role"] == "boss"]
    absorbs = [cast(Mapping[str, str], row.get("power", {})).get("op") for row in boss]
    minions = [row["role"] for row in rows if row["role"] != "boss"]
    locked = all(row["locked_in"] for row in rows)
    return absorbs == ["absorb_first_draw"] and minions == ["minion", "minion"] and locked


@content_check("HUI-54", "HU-JEK-02", "HU-JEK-06")
def jekyll_and_hyde_share_a_card(pack: Pack) -> Verdict:
    """Jekyll's set: one card that is Minion in front and Boss on its back, and no other foe."""
    rows = [row for row in of_set(pack, "jekyll") if row["role"] in FOES]
    if [row["role"] for row in rows] != ["minion_boss"] or not rows[0]["locked_in"]:
        return f"foes {[row['id'] for row in rows]}"
    front, back = (cast(Row, rows[0][side]) for side in ("front", "back"))
    return number(front, "value") == number(rows[0], "value") and number(back, "value") >= 1


@content_check("HUI-54", "HU-DOR-07", "HU-DOR-06", "HU-DOR-02", "HU-DOR-05")
def dorian_is_an_enemy_and_not_locked(pack: Pack) -> Verdict:
    """Dorian's set: the Picture and its cover, Lord Henry, and Dorian, who can be discarded."""
    rows = [row for row in of_set(pack, "dorian") if row["role"] in FOES]
    if sorted(str(row["role"]) for row in rows) != ["boss", "boss_cover", "minion", "minion"]:
        return f"foes {[row['id'] for row in rows]}"
    free = [row for row in rows if not row["locked_in"]]
    if [bool(row.get("counts_as_enemy")) for row in free] != [True]:
        return f"not locked-in are {[row['id'] for row in free]}"
    grows = cast(Mapping[str, str], free[0].get("power", {})).get("op") == "grow_picture"
    boss = next(row for row in rows if row["role"] == "boss")
    return grows and boss.get("numbers") == [5, 10, 15]


@content_check("HUI-45", "HU-SETUP-04", "HU-GAME-02", "HU-COMBAT-01", "HU-HIDE-01", "HU-TYPE-05")
def stated_numbers_are_the_rulebooks(pack: Pack) -> Verdict:
    """Energy 10 and at most 10, two noise icons, one Energy to hide; noise is a resource icon."""
    found = {key: pack.constants.get(key) for key in CONSTANTS}
    if found != CONSTANTS:
        return f"{found}, expected {CONSTANTS}"
    return pack.constants.get("noise_icon") in ICONS
