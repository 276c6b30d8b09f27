"""content, doctor and games: packs of one's own, what the installation can do, the boxes' backs."""

import json
from pathlib import Path

import pytest

from engine import registry
from tests.tools.run import refused, run
from tools import health


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
    refused(run("content", "check", "binary.toml"), 2, "E401")
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
    assert "reinstall its package" in found.stdout
    assert "fail" in found.stdout.splitlines()[-1]
