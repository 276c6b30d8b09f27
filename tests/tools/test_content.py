"""content, doctor and games: packs of one's own, what the installation can do, the boxes' backs."""

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from engine import registry
from engine.content import Pack
from properties.setup import Maker
from tests.games.mini import GAME
from tests.tools.run import refused, run
from tools import health
from tools.packs import template
from tools.stated import contradictions


@pytest.fixture
def pack(here: Path) -> Path:
    """A pack for Tin Helm as `content new` writes it."""
    assert run("content", "new", "tin_helm", "--id", "my-copy", "-o", "my.toml").exit_code == 0
    return here / "my.toml"


def test_a_new_pack_is_valid_and_its_own(pack: Path) -> None:
    found = run("content", "check", pack)
    assert found.exit_code == 0 and found.stdout.startswith("ok") and "my-copy" in found.stdout
    assert "from your copy" in pack.read_text() or "put in the values" in pack.read_text()
    compared = json.loads(run("content", "diff", "tin_helm", pack, "--json").stdout)
    assert [change["field"] for change in compared["changes"]] == ["content_id", "label"]
    assert "2 differences" in run("content", "diff", "tin_helm", pack).stdout
    assert run("content", "new", "tin_helm").stdout.startswith("# A content pack of Tin Helm")
    assert "--force" in refused(run("content", "new", "tin_helm", "-o", pack), 2, "E207")
    assert "letters" in refused(run("content", "new", "tin_helm", "--id", "a b"), 2, "E400")


def test_what_was_changed_is_told_row_by_row(pack: Path) -> None:
    text = pack.read_text()
    pack.write_text(text.replace("\nhealth = 7\n", '\nhealth = 8\norigin = "owner"\n', 1))
    assert "1 by owner" in run("content", "check", pack).stdout
    found = run("content", "diff", "tin_helm", pack, "--json")
    changes = json.loads(found.stdout)["changes"]
    assert {"table": "race", "row": "human", "field": "health", "a": "7", "b": "8"} in changes
    assert run("content", "diff", pack, pack).exit_code == 0


@pytest.mark.parametrize(("head", "tail"), [
    ("", ""),
    ("# first\n\n", ""),
    ("[constants]\ntop = 120\nfood = 90\nhealth = 6\n\n", "gone"),
])  # fmt: skip
def test_a_new_pack_comes_of_any_order_of_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, tail: str
) -> None:
    own = (GAME.folder / "content.toml").read_text()
    text = own[own.index("[meta]") :].replace('content_id = "mini-1"', "content_id='mini-1'  # own")
    if tail:
        text = text[: text.index("[constants]")]
    (tmp_path / "content.toml").write_text(head + text)
    mini = replace(GAME, folder=tmp_path)
    monkeypatch.setattr(registry, "definition", lambda name, foreign=True: mini)
    made = template("mini", "mine", True)
    assert 'content_id = "mine"' in made and "# first" not in made
    assert tomllib.loads(made)["constants"]["top"] == 120


SIMULATE = ("simulate", "tin_helm", "--games", 2, "--content", "my.toml", "--json")


@pytest.mark.parametrize("elsewhere", [True, False])
def test_what_is_kept_of_a_pack_is_not_used_for_the_next(
    pack: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    for ident in ("first", "second", "third"):
        if elsewhere:
            Path(ident).mkdir()
            monkeypatch.chdir(ident)
        run("content", "new", "tin_helm", "--id", ident, "-o", "my.toml", "--force")
        words = ("record", "tin_helm", "--content", "my.toml", "-o", "a.rply", "--force")
        assert run(*words).exit_code == 0
        assert run("verify", "a.rply", "--content", "my.toml").exit_code == 0
        assert f'"{ident}' in run(*SIMULATE).stdout
        made = Maker("tin_helm", content="my.toml").pack()
        assert made is not None and made.id == ident


BAD = [
    ('op = "rest_bonus"', 'op = "rest_bnous"', "did you mean rest_bonus", "race[0] human.ability"),
    ("\nhealth = 7\n", "\n", "field 'health' is missing", "race[0] human"),
    ('[[race]]\nid = "human"', '[[race]]\nid = "elf"', "stands already", "race"),
    ("health = 7", "health = 7\nhaelth = 7", "unknown field 'haelth'", "race[0] human"),
    ("health = 7", 'health = "seven"', "whole number", "race[0] human.health"),
    ('game = "tin_helm"', 'game = "tin_hat"', "did you mean tin_helm", "my.toml"),
    ('game = "tin_helm"', "", "meta", "my.toml"),
    ("levels = 5", "levels = ", "TOML", "my.toml"),
]


@pytest.mark.parametrize(("old", "new", "says", "place"), BAD)
def test_a_bad_pack_is_named_with_file_row_and_field(
    old: str, new: str, says: str, place: str, pack: Path
) -> None:
    assert old in pack.read_text()
    pack.write_text(pack.read_text().replace(old, new, 1))
    checked = run("content", "check", pack.name)
    assert checked.exit_code == 1 and checked.stdout.startswith("wrong  E1")
    assert says in checked.stdout and place in checked.stdout
    assert len(checked.stdout.splitlines()) == 1
    used = run("record", "tin_helm", "--content", pack.name, "-o", "a.rply")
    message = refused(used, used.exit_code, "E109")
    assert used.exit_code == 3 and pack.name in message
    assert not Path("a.rply").exists()


def test_a_value_that_the_rulebook_states_otherwise_is_a_warning(pack: Path) -> None:
    text = pack.read_text()
    changed = text.replace("levels = 5", "levels = 3").replace("food_cap = 5", "food_cap = 4")
    pack.write_text(changed.replace("\nhealth = 7\n", "\nhealth = 8\n", 1))
    found = run("content", "check", pack.name)
    assert found.exit_code == 0
    first, *warnings, last = found.stdout.splitlines()
    assert first.startswith("ok ") and last == "1 pack: 1 ok, 0 wrong, 2 warnings"
    assert [line.split(";")[0] for line in warnings] == [
        "warning  my.toml: constants.levels is 3, the rulebook states 5",
        "warning  my.toml: constants.food_cap is 4, the rulebook states 5",
    ], "health is the reference's own: it may be changed"
    document = json.loads(run("content", "check", pack.name, "--json").stdout)
    assert document["files"][0]["warnings"][0] == {
        "place": "constants.levels", "rulebook": "5", "pack": "3",
    }  # fmt: skip
    assert document["counts"] == {"ok": 1, "wrong": 0, "warnings": 2}
    head = '[constants]\norigin = "{}"'
    pack.write_text(changed.replace(head.format("rulebook"), head.format("owner")))
    assert "warning" not in run("content", "check", pack.name).stdout


def test_rows_and_fields_of_the_rulebook_are_compared_too(pack: Path) -> None:
    reference = registry.definition("tin_helm").reference
    data = reference.copied()
    rows = {row["id"]: row for table in data.values() if isinstance(table, list) for row in table}
    row = next(row for row in rows.values() if "effect_origin" in row)
    row["effect"], row["name"] = {"op": "other"}, "Another"
    (found,) = contradictions(Pack(data, "my.toml"), reference)
    assert found.place.endswith(f"{row['id']}.effect") and found.pack == "{op = other}"
    row["effect_origin"] = "owner"
    assert contradictions(Pack(data, "my.toml"), reference) == ()


def test_no_built_in_pack_warns() -> None:
    for name in registry.games(foreign=False):
        found = registry.definition(name)
        shown = run("content", "check", found.folder / "content.toml").stdout
        assert shown.startswith("ok ") and "warning" not in shown


def test_a_wrong_count_and_a_dangling_id(pack: Path) -> None:
    text = pack.read_text()
    first, second = text.index("[[race]]"), text.index("[[race]]", text.index("[[race]]") + 1)
    pack.write_text(text[:first] + text[second:])
    short = run("content", "check", pack)
    assert short.exit_code == 1 and "rows, expected" in short.stdout
    pack.write_text(text.replace('source = "shrine"', 'source = "shrimp"', 1))
    dangling = run("content", "check", pack)
    assert dangling.exit_code == 1 and "did you mean shrine" in dangling.stdout


def test_files_that_are_no_packs(here: Path) -> None:
    refused(run("content", "check", "gone.toml"), 2, "E401")
    (here / "binary.toml").write_bytes(b"\xff\xfe\0")
    found = run("content", "check", "binary.toml")
    assert (found.exit_code, found.stdout) == (3, "wrong  E401: binary.toml: not a text file\n")
    refused(run("content", "diff", "tin_helm", "gone.toml"), 2, "E401")
    refused(run("content", "new", "tin_hat"), 2, "E112")


# ---- games ----


def test_the_back_of_the_box_names_everything(plug_in: str) -> None:
    listed = run("games").stdout
    assert "tin_helm" in listed and "Tin Helm" in listed and "1-3" in listed
    shown = run("games", "tin_helm").stdout
    found = registry.definition("tin_helm")
    for option in found.all_options:
        assert f"  {option.name} " in shown
    for phase in found.phases:
        assert f"  {phase.name}  " in shown
    for verb in found.verbs:
        assert f"  {verb.name} " in shown and " ".join(verb.doc.split())[:20] in shown
    assert found.reference.digest.hex() in shown and "careful" in shown


@pytest.mark.parametrize("name", registry.games(foreign=False))
def test_the_vocabulary_is_that_of_the_game(name: str) -> None:
    game = registry.load(name)
    document = json.loads(run("games", name, "--json").stdout)
    lines = run("games", name, "--vocabulary").stdout.splitlines()
    fields = [(f["name"], f["names"], f["see"], f["clause"]) for f in document["fields"]]
    assert fields == [
        (key, kind.names, kind.see, kind.clause)
        for key, kind in game.definition.state.FIELDS if key != "phase"
    ]  # fmt: skip
    for field, *_ in fields:
        assert any(line.startswith(f"  {field} ") for line in lines)
    told = [(e["kind"], [f["name"] for f in e["facts"]], [c["id"] for c in e["clauses"]])
            for e in document["events"]]  # fmt: skip
    assert told == [(e.kind, [*e.facts], [*e.clauses]) for e in game.definition.events]
    for event in document["events"]:
        assert any(line.startswith(f"  {event['kind']} ") for line in lines)
        assert all(f["names"] in (*document["names"], "flag", "") for f in event["facts"])
    assert document["names"] == {table: [*words] for table, words in game.rules.names.items()}
    assert [task["name"] for task in document["tasks"]] == [k.name for k in game.definition.tasks]


def test_facts_and_guarded_clauses_stand_beside_their_event() -> None:
    shown = run("games", "tin_helm", "--vocabulary").stdout
    trap = r"^  trap\.sprung +stat:stats, printed, .*\[TH-ICON-03, \?TH-ICON-04"
    assert re.search(trap, shown, re.M)
    assert re.search(r"^  unseen +set +dungeon +size +TH-SETUP-17$", shown, re.M)
    assert "--vocabulary" in run("games", "tin_helm").stdout
    refused(run("games", "--vocabulary"), 2, "E400")


# ---- doctor ----


def test_the_doctor_finds_this_installation_well() -> None:
    found = run("doctor")
    assert found.exit_code == 0, found.stdout
    assert "everything needed is there" in found.stdout
    for what in ("python", "msgpack", "pictures", "terminal", "settings", "game tin_helm",
                 "record, verify tin_helm"):  # fmt: skip
        assert what in found.stdout


def test_the_doctor_names_what_fails_and_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PYTHON_MIN", (99, 0))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(health.registry, "games", lambda foreign: ["no_such_game"])
    found = run("doctor")
    assert found.exit_code == 1
    assert found.stdout.startswith("FAIL") and "install Python" in found.stdout
    assert "reinstall its package" in " ".join(found.stdout.split())
    assert "fail" in found.stdout.splitlines()[-1]
