"""Components: checks across the rows of a pack, each of a statement of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from engine.content import Check, Pack, Row
from engine.games.ham_helsing.schema_words import (
    EFFECT_KINDS,
    HEROES,
    LETTERS,
    LEVELS,
    POWERS,
    VILLAINS,
)


def _refuse(pack: Pack, table: str, what: str) -> None:
    raise pack.place.at(table).refuse(what)


def _words(row: Row, key: str) -> list[str]:
    return cast(list[str], row[key])


def check_map(pack: Pack) -> None:
    """HH-COMP-15, HH-VMOVE-02, HH-TIP-01: A to Q, joined to one map, each with three to seven
    connections."""
    if pack.ids("location") != LETTERS:
        _refuse(pack, "location", f"expected the letters {', '.join(LETTERS)}, in order")
    near = _near(pack)
    degrees = {letter: len(found) for letter, found in near.items()}
    if min(degrees.values()) != 3 or max(degrees.values()) != 7:
        _refuse(pack, "path", f"connections {degrees}: expected 3..7 with both extremes")
    missing = sorted(set(LETTERS) - _reached(near))
    if missing:
        _refuse(pack, "path", f"no way to {', '.join(missing)}")


def _near(pack: Pack) -> dict[str, set[str]]:
    """The connections of each Location; two are joined once at most, none with itself."""
    near: dict[str, set[str]] = {letter: set() for letter in LETTERS}
    for row in pack.rows_of("path"):
        one, other = _words(row, "ends")
        if one == other or other in near[one]:
            _refuse(pack, f"path {row['id']}", f"{one} and {other} are joined already")
        near[one].add(other)
        near[other].add(one)
    return near


def _reached(near: Mapping[str, set[str]]) -> set[str]:
    """Locations with a way from the first."""
    reached, todo = {LETTERS[0]}, [LETTERS[0]]
    while todo:
        ahead = sorted(near[todo.pop()] - reached)
        reached |= set(ahead)
        todo += ahead
    return reached


def check_powers(pack: Pack) -> None:
    """HH-LOC-01, HH-TIP-02: each of the five powers on one Location."""
    found = sorted(str(row["power"]) for row in pack.rows_of("location") if row["power"] != "none")
    if found != sorted(POWERS):
        _refuse(pack, "location", f"powers {found}: expected each of {', '.join(POWERS)} once")


def check_canyon(pack: Pack) -> None:
    """HH-END-06, HH-SETUP-01: Mud Canyon holds eight; it and one other are not seeded."""
    canyon = pack.constants["mud_canyon"]
    for row in pack.rows_of("location"):
        if row["id"] == canyon and row["limit"] != 8:
            _refuse(pack, f"location {canyon}", f"limit {row['limit']}: Mud Canyon holds 8")
    bare = cast(list[str], pack.constants["unseeded"])
    if canyon not in bare or len(set(bare)) != 2:
        _refuse(pack, "constants.unseeded", f"{bare}: expected Mud Canyon and one other")


def check_minions(pack: Pack) -> None:
    """HH-BITE-01, HH-FIGHT-03: two colours are different ones; both kinds of Minion occur."""
    for row in pack.rows_of("minion"):
        if len(set(_words(row, "colours"))) != len(_words(row, "colours")):
            _refuse(pack, f"minion {row['id']}", f"{row['colours']}: one colour twice")
    if {row["biting"] for row in pack.rows_of("minion")} != {True, False}:
        _refuse(pack, "minion", "expected normal and biting Minions")


def check_effects(pack: Pack) -> None:
    """HH-EFFECT-01: all six printed effects occur; only a move shows a colour."""
    kinds = {row["kind"] for row in pack.rows_of("effect")}
    for kind in EFFECT_KINDS:
        if kind not in kinds:
            _refuse(pack, "effect", f"no token of kind {kind}")
    for row in pack.rows_of("effect"):
        if ("colour" in row) != (row["kind"] == "move_colour"):
            _refuse(pack, f"effect {row['id']}", "a colour belongs to move_colour and to no other")


def check_dice(pack: Pack) -> None:
    """HH-COMP-06, HH-VMIN-02: two dice, and the first shows a colour at last."""
    faces = _words(pack.rows_of("die")[0], "faces")
    if not any(face.startswith("block_") for face in faces):
        _refuse(pack, "die", "the first die shows no colour: a colour roll would never end")


def check_characters(pack: Pack) -> None:
    """HH-TERM-03, HH-SETUP-15, HH-REVIVE-06: four heroes, one Katana, health within the track."""
    if sorted(pack.ids("character")) != sorted(HEROES):
        _refuse(pack, "character", f"expected exactly {', '.join(HEROES)}")
    for row in pack.rows_of("character"):
        if cast(int, row["revive_health"]) > cast(int, row["health_max"]):
            _refuse(pack, f"character {row['id']}", "revived above the top of the health track")
        if cast(int, row["start_money"]) > cast(int, row["money_max"]):
            _refuse(pack, f"character {row['id']}", "starts above the top of the money track")
        if (row["item"] == "katana") != (row["id"] == "ham"):
            _refuse(pack, f"character {row['id']}", "the Katana is Ham's")


def check_cards(pack: Pack) -> None:
    """HH-COMP-02: ten cards a character."""
    owners = Counter(str(row["owner"]) for row in pack.rows_of("card"))
    for owner in HEROES:
        if owners[owner] != 10:
            _refuse(pack, "card", f"{owners[owner]} cards of {owner}, expected 10")


def check_texts(pack: Pack) -> None:
    """HH-ICON-07: a text where there is an effect and nowhere else, and no blank card."""
    for table in ("card", "upgrade"):
        for row in pack.rows_of(table):
            where = f"{table} {row['id']}"
            if bool(row["effect"]) != ("text" in row):
                _refuse(pack, where, "text and effect go together")
            if not row["effect"] and not row["slots"]:
                _refuse(pack, where, "neither icon nor text")
            for step in cast(Sequence[Row], row["effect"]):
                _check_amounts(pack, where, step)


def _check_amounts(pack: Pack, where: str, step: Row) -> None:
    """A step says how much in exactly one way; Knuckles stays only where none is left (HH-CARD-01,
    HH-KNUCK-10)."""
    pairs = {"money": ("n", "per"), "add_move": ("n", "per"), "knuckles": ("n", "scare")}
    keys = pairs.get(str(step["op"]))
    if keys and (keys[0] in step) == (keys[1] in step):
        _refuse(pack, where, f"op {step['op']}: expected {keys[0]} or {keys[1]}, not both")
    if step.get("stays") and "scare" not in step:
        _refuse(pack, where, 'op knuckles: stays among Minions; expected scare = "all" with stays')


def check_upgrades(pack: Pack) -> None:
    """HH-COMP-03, HH-MARKET-02: 28 without text, 26 with one; each fits some starting card."""
    rows = pack.rows_of("upgrade")
    kinds = Counter(str(row["type"]) for row in rows)
    if kinds["attack"] != 28:
        _refuse(pack, "upgrade", f"{kinds['attack']} Attack and {kinds['special']} Special cards, "
                "expected 28 and 26")  # fmt: skip
    for row in rows:
        if bool(row["effect"]) != (row["type"] == "special"):
            _refuse(pack, f"upgrade {row['id']}", "a Special card has a text, an Attack card none")
        if not any(_apart(row, card) for card in pack.rows_of("card")):
            _refuse(pack, f"upgrade {row['id']}", "fits no starting card")


def _apart(one: Row, other: Row) -> bool:
    """HH-SLEEVE-02: no icon place in common, and not both with a text."""
    slots = set(cast(Mapping[str, str], one["slots"])) & set(
        cast(Mapping[str, str], other["slots"])
    )
    return not slots and not (one["effect"] and other["effect"])


def check_villains(pack: Pack) -> None:
    """HH-COMP-05, HH-SETUP-27, HH-HEN-01, HH-ROBO-01, HH-SILK-01: ranked from Hen to Silk, who
    alone may pass her start."""
    ranked = sorted(pack.rows_of("villain"), key=lambda row: cast(int, row["rank"]))
    if tuple(str(row["id"]) for row in ranked) != VILLAINS:
        _refuse(pack, "villain", f"expected {', '.join(VILLAINS)}, ranked in this order")
    for row in ranked:
        if row["may_exceed_start"] and row["id"] != "silk":
            _refuse(pack, f"villain {row['id']}", "only Silk's health may pass its start")
        for step in _steps(row, "main", "up1", "up2"):
            if step["op"] == "villain_heal" and ("n" in step) == ("per" in step):
                _refuse(pack, f"villain {row['id']}", "op villain_heal: expected n or per")


def _steps(row: Row, *boxes: str) -> list[Row]:
    """The steps of some text boxes of a Villain."""
    return [step for box in boxes for step in cast(list[Row], row[box])]


def _villain(pack: Pack, ident: str) -> Row:
    return next(row for row in pack.rows_of("villain") if row["id"] == ident)


def check_chad(pack: Pack) -> None:
    """HH-CHAD-01: an unlockable power presses Mud Canyon."""
    canyon = pack.constants["mud_canyon"]
    steps = _steps(_villain(pack, "chad"), "up1", "up2")
    if not any(step.get("where") == canyon for step in steps):
        _refuse(pack, "villain chad", "no power presses Mud Canyon")


def check_silk(pack: Pack) -> None:
    """HH-SILK-05: an unlockable power adds to busy Locations."""
    steps = _steps(_villain(pack, "silk"), "up1", "up2")
    if not any(step.get("where") == "three_or_more" for step in steps):
        _refuse(pack, "villain silk", "no power adds to busy Locations")


def check_villain_cards(pack: Pack) -> None:
    """HH-COMP-04, HH-SETUP-20, HH-VMIN-03, HH-VNEST-04: 5, 5, 5 and 1; the last goes to Mud Canyon
    alone."""
    levels = Counter(cast(int, row["level"]) for row in pack.rows_of("villain_card"))
    if [levels[level] for level in range(1, LEVELS + 1)] != [5, 5, 5, 1]:
        _refuse(pack, "villain_card", f"levels {dict(levels)}: expected 5, 5, 5 and 1")
    for row in pack.rows_of("villain_card"):
        last = row["level"] == LEVELS
        if last and row["target"] != pack.constants["mud_canyon"]:
            _refuse(pack, f"villain_card {row['id']}", "Level 4 leads to Mud Canyon")
        if last == row["nests"] or last != (row["minions"] == "none"):
            _refuse(pack, f"villain_card {row['id']}", "Minion and nest steps on Levels 1 to 3, "
                    "and only there")  # fmt: skip


CHECKS: tuple[Check, ...] = (
    check_map, check_powers, check_canyon, check_minions, check_effects, check_dice,
    check_characters, check_cards, check_texts, check_upgrades, check_villains, check_chad,
    check_silk, check_villain_cards,
)  # fmt: skip
