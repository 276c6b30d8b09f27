"""Content packs, options, clauses, registry: what is refused, and how it is said."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from engine import registry
from engine.clauses import load_clauses, nearest_clause
from engine.content import (
    Effect,
    Flag,
    ListOf,
    MapOf,
    Record,
    Ref,
    Schema,
    TableKind,
    Text,
    Whole,
    Word,
    load,
    overlay,
    validate,
)
from engine.errors import ClauseError, ContentError, OptionError, UnknownGame
from engine.options import Option, Options, subset
from tests.games.mini import GAME

OPS = {"none": {}, "hurt": {"n": Whole(1, 9)}, "both": {"first": Effect({"none": {}})}}
SCHEMA = Schema(
    tables={
        "card": TableKind(
            {
                "cost": Whole(0, 9),
                "kind": Word(("spell", "item")),
                "rare": Flag(),
                "effect": Effect(OPS),
                "likes": ListOf(Ref(("card",), also=("nobody",)), 1, 2),
                "pay": MapOf(("gold", "wood"), Whole(1, 3), whole=True, optional=True),
                "at": Record({"x": Whole()}, optional=True),
                "note": Text(optional=True),
            },
            count=2,
        )
    },
    constants={"limit": Whole(1, 9)},
)
GOOD = """
[meta]
game = "toy"
content_id = "toy-1"
label = "a toy"
origin = "reference"
[constants]
limit = 3
[[card]]
id = "ace"
name = "Ace"
cost = 1
kind = "spell"
rare = false
effect = { op = "hurt", n = 2 }
likes = ["two"]
[[card]]
id = "two"
cost = 2
kind = "item"
rare = true
effect = { op = "both", first = { op = "none" } }
likes = ["ace", "nobody"]
"""


def pack_at(folder: Path, text: str) -> Path:
    """A pack in a file."""
    path = folder / "pack.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_pack(tmp_path: Path) -> None:
    pack = load(pack_at(tmp_path, GOOD), "toy", SCHEMA)
    assert (pack.id, pack.ids("card"), pack.label) == ("toy-1", ("ace", "two"), "a toy")
    assert pack.has_op("both")
    assert not pack.has_op("heal")
    spaced = load(pack_at(tmp_path, GOOD.replace(" = ", "  =  ")), "toy", SCHEMA)
    assert spaced.digest == pack.digest
    assert len(pack.digest) == 8


REFUSED = {
    ("cost = 1", ""): r"pack.toml: card\[0\] ace: field 'cost' is missing",
    ("cost = 1", "cost = 10"): r"card\[0\] ace.cost: 10 is no whole number 0..9",
    ("cost = 1", "cost = true"): r"ace.cost: True is no whole number",
    ("cost = 1", "cots = 1"): r"unknown field 'cots'; did you mean cost",
    ('"spell"', '"spel"'): "'spel' is none of spell, item",
    ("rare = false", 'rare = "no"'): "neither true nor false",
    ('"hurt", n = 2', '"hrut", n = 2'): "unknown op 'hrut' here; did you mean hurt",
    ('"hurt", n = 2', '"hurt"'): "effect: field 'n' is missing",
    ('"hurt", n = 2', '"hurt", n = 2, m = 1'): "unknown field 'm'",
    ('{ op = "hurt", n = 2 }', "3"): r"expected {op = …}",
    ('{ op = "none" }', '{ op = "hurt", n = 1 }'): "unknown op 'hurt' here",
    ('["two"]', '["tow"]'): r"likes.\[0\]: 'tow' is no card; did you mean two",
    ('["two"]', "[]"): r"expected a list of 1..2 items",
    ('id = "two"', 'id = "ace"'): "'ace' stands already in row 0",
    ('id = "two"', 'id = "Two"'): "'Two' is no id: lower-case letters",
    ("limit = 3", "limit = 0"): "constants.limit: 0 is no whole number 1..9",
    ("limit = 3", ""): "constants: field 'limit' is missing",
    ('game = "toy"', 'game = "ludo"'): "meta.game: 'ludo' is not 'toy'",
    ('origin = "reference"', 'origin = "mine"'): "'mine' is none of reference, rulebook, owner",
    ("[meta]", "[mete]"): r"table \[meta\] .* is missing",
    ("[constants]", "[[extra]]\nid='a'\n[constants]"): "unknown table 'extra'",
    ("rare = false", "rare = false\npay = {gold = 1}"): "key 'wood' is missing",
    ("rare = false", "rare = false\npay = {gold = 1, iron = 1}"): "unknown key 'iron'",
    ("rare = false", "rare = false\nat = {}"): "at: field 'x' is missing",
    ("rare = false", "rare = false\nnote = ''"): "'' is no text",
    ("[constants]", "[constants"): "no valid TOML",
}


@pytest.mark.parametrize(("change", "said"), REFUSED.items())
def test_a_bad_pack_is_refused_with_its_place(
    tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    assert change[0] in GOOD
    with pytest.raises(ContentError, match=said):
        load(pack_at(tmp_path, GOOD.replace(*change, 1)), "toy", SCHEMA)


def test_wrong_counts_and_missing_files(tmp_path: Path) -> None:
    half = GOOD[: GOOD.rindex("[[card]]")].replace('["two"]', '["ace"]')
    with pytest.raises(ContentError, match="card: 1 rows, expected 2"):
        load(pack_at(tmp_path, half), "toy", SCHEMA)
    with pytest.raises(ContentError, match="cannot be read"):
        load(tmp_path / "none.toml", "toy", SCHEMA)
    with pytest.raises(ContentError, match="expected an array of tables"):
        validate({"meta": {"game": "toy", "content_id": "a", "label": "b", "origin": "owner"},
                  "card": 3}, "x", "toy", SCHEMA)  # fmt: skip


def test_an_overlay_replaces_rows_by_id(tmp_path: Path) -> None:
    pack = load(pack_at(tmp_path, GOOD), "toy", SCHEMA)
    other = overlay(pack, {"card": [{"id": "ace", "cost": 7}]}, "toy", SCHEMA)
    assert [row["cost"] for row in other.rows_of("card")] == [7, 2]
    assert other.digest != pack.digest
    assert [row["cost"] for row in pack.rows_of("card")] == [1, 2]
    with pytest.raises(ContentError, match="3 rows, expected 2"):
        overlay(pack, {"card": [{"id": "new", "cost": 7}]}, "toy", SCHEMA)
    with pytest.raises(ContentError, match="content: no table 'cards'; did you mean card"):
        overlay(pack, {"cards": []}, "toy", SCHEMA)
    for rows in ({"id": "ace"}, [3]):
        with pytest.raises(ContentError, match=r"content.card: expected rows, each below \[\[cont"):
            overlay(pack, {"card": rows}, "toy", SCHEMA)


MODE = Option("mode", "plain", ("plain", "rich"), text="how")
CAP = Option("cap", 0, (0, 99), whole=True)
DEEP = Option("deep", False, (False, True))


def test_options_are_all_there_sorted_and_typed() -> None:
    options = Options([MODE, CAP, DEEP], {"cap": 7})
    assert list(options.items()) == [("cap", 7), ("deep", False), ("mode", "plain")]
    assert (options.number("cap"), options.flag("deep"), options.word("mode")) == (
        7,
        False,
        "plain",
    )
    for wrong in (options.number, options.flag):
        with pytest.raises(OptionError, match="mode"):
            wrong("mode")
    with pytest.raises(OptionError, match="cap"):
        options.word("cap")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mood": 1}, "unknown option 'mood'; did you mean mode"),
        ({"mode": "rick"}, "outside its domain; one of plain, rich"),
        ({"cap": 100}, r"a whole number 0..99, default 0"),
        ({"cap": True}, "outside"),
        ({"deep": 0}, "one of false, true"),
    ],
)
def test_options_that_do_not_fit(given: dict[str, bool | int | str], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        Options([MODE, CAP, DEEP], given)


IN_USE = Option("in_use", "all", ("all", "all-ace"), subset_of="card")


def test_a_subset_has_one_spelling() -> None:
    assert Options([IN_USE], {"in_use": "all-ace-two"}).word("in_use") == "all-ace-two"
    assert subset("in_use", "all-ace-two", ("one", "two", "ace")) == ("one",)
    assert subset("in_use", "all", ("one", "two")) == ("one", "two")
    for wrong in ("all-two-ace", "all-ace-ace", "ace", "all-", "all-Ace", 1):
        with pytest.raises(OptionError, match="all, or all-ID-ID: all of the card rows but these"):
            Options([IN_USE], {"in_use": wrong})
    with pytest.raises(OptionError, match="no 'ice' to leave out; did you mean ace"):
        subset("in_use", "all-ice", ("ace", "two"))


def test_options_from_text_and_values_worth_testing() -> None:
    assert [DEEP.parse("true"), CAP.parse("12"), MODE.parse("rich")] == [True, 12, "rich"]
    assert CAP.values() == (0, 1, 99)
    assert MODE.values() == ("plain", "rich")


CLAUSE = '[[clause]]\nid = "T-1"\nrule = "One."\nproof = "event"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"expected \[\[clause\]\]"),
        (CLAUSE + CLAUSE, "T-1 stands twice"),
        (CLAUSE.replace("rule", "rues"), "unknown field 'rues'; did you mean rule"),
        (CLAUSE.replace('rule = "One."', ""), "field 'rule' is missing"),
        (CLAUSE.replace('"event"', '"faith"'), "proof 'faith' is none of"),
        (CLAUSE + 'same_as = "T-2"\n', "same_as 'T-2' is no clause"),
        ("clause = [1]", "expected a table"),
    ],
)
def test_a_catalogue_that_is_malformed(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ClauseError, match=said):
        load_clauses(pack_at(tmp_path, text))


@pytest.mark.parametrize(("wrong", "said"), [
    ("option = 'gusti'", "clause MI-TURN-01 names unknown option 'gusti'; did you mean gusty"),
    ("rows = ['turm']", "clause MI-TURN-01 names unknown row 'turm'; did you mean turn"),
])  # fmt: skip
def test_a_clause_names_options_and_rows_that_exist(
    tmp_path: Path, wrong: str, said: str
) -> None:
    text = (GAME.folder / "clauses.toml").read_text()
    mark = 'id = "MI-TURN-01"\n'
    assert mark in text
    (tmp_path / "clauses.toml").write_text(text.replace(mark, f"{mark}{wrong}\n"))
    with pytest.raises(ClauseError, match=said):
        _ = replace(GAME, folder=tmp_path).clauses


def test_a_clause_is_looked_up_by_id(tmp_path: Path) -> None:
    catalogue = load_clauses(pack_at(tmp_path, CLAUSE))
    assert (catalogue["T-1"].rule, catalogue.ids(), len(catalogue)) == ("One.", ("T-1",), 1)
    with pytest.raises(ClauseError, match="no clause 'T-2'; did you mean T-1"):
        catalogue["T-2"]


@pytest.mark.parametrize(("ident", "says"), (
    ("TH-NOPE-1", "chapters: TH-FIGHT, TH-OVER"),
    ("TH-OVER-7", "did you mean TH-OVER-01"),
    ("th-fihgt-02", "did you mean TH-FIGHT-02"),
    ("TH-FIGHT-NEVER-EVER", "chapters: TH-FIGHT, TH-OVER"),
    ("x", "chapters: TH-FIGHT, TH-OVER"),
))  # fmt: skip
def test_an_unknown_clause_is_no_wild_guess(ident: str, says: str) -> None:
    assert nearest_clause(ident, ["TH-FIGHT-01", "TH-FIGHT-02", "TH-OVER-01"]).startswith(says)


def test_built_in_games_register_like_foreign_ones() -> None:
    named = {point.name for point in entry_points(group="ruleproof.games")}
    assert "tin_helm" in registry.games()
    assert set(registry.games(foreign=False)) <= named
    assert registry.load("tin_helm").name == "tin_helm"
    assert registry.properties_of("tin_helm") is not None
    assert registry.properties_of("none") is None


def test_an_unknown_game_lists_the_known() -> None:
    with pytest.raises(UnknownGame, match="no game 'tin_hat'; did you mean tin_helm"):
        registry.definition("tin_hat")
