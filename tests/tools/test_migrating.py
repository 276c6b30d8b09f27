"""migrate on the command line: the report, the new folder, and what is left where it was."""

import json
from pathlib import Path

import pytest

from tests.games.mini import GAME, rules
from tests.replays.test_migrate import SECOND
from tests.tools.run import recorded, refused, run
from tools import migrating


@pytest.fixture
def folder(plug_in: str, here: Path) -> Path:
    """Three games of the stairs, and a file that is none."""
    assert run("record", plug_in, "--games", 3, "--players", 2, "-o", "old").exit_code == 0
    (here / "old" / "z.rply").write_bytes(b"no replay")
    return here / "old"


def test_a_folder_that_stands_says_so(folder: Path, here: Path) -> None:
    (folder / "z.rply").unlink()
    found = run("migrate", folder, "-o", "new")
    assert (found.exit_code, found.stdout) == (
        0, "3 replays: 3 still verify\n3 replays written\n"
    )  # fmt: skip
    for path in folder.iterdir():
        assert (here / "new" / path.name).read_bytes() == path.read_bytes()
    assert "nothing is changed in place" in refused(run("migrate", folder, "-o", "new"), 2, "E207")


def test_steps_carry_a_folder_into_a_new_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr(migrating, "find", lambda name: SECOND)
    found = run("migrate", folder, "-o", "new", "--json")
    document = json.loads(found.stdout)
    assert found.exit_code == 3, "one cannot be read"
    assert document["counts"] == {
        "same": 0, "carried": 3, "parts": 0, "refused": 0, "unreadable": 1,
    }  # fmt: skip
    assert [one["steps"] for one in document["files"]] == [["move_sips"]] * 3 + [[]]
    assert document["steps"][0]["name"] == "move_sips"
    assert sorted(path.name for path in Path("new").iterdir()) == sorted(before)[:3]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_where_a_changed_rule_parts_replays_is_told_by_clause(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = property(lambda self: False, lambda self, value: None)
    monkeypatch.setattr(rules.StairRules, "gusty", calm, raising=False)
    found = run("migrate", folder.name)
    assert found.exit_code == 1
    assert "3 part" in found.stdout and "1 cannot be read" in found.stdout
    document = json.loads(run("migrate", folder, "--json").stdout)
    (group,) = document["groups"]
    assert (group["clause"], group["row"], group["files"]) == ("MI-TURN-01", "turn", 3)
    assert "MI-TURN-01" in found.stdout and "mini-000000.rply" in found.stdout
    assert group["applied"] and set(group["applied"]) <= set(GAME.clauses.ids())
    assert f"of all 3 files applies {', '.join(group['applied'])}" in " ".join(found.stdout.split())
    assert {one["ply"] for one in document["files"]} - {None}
    page = (Path(__file__).parents[2] / "docs" / "documents.md").read_text()
    section = page.partition("## `ruleproof.migrate/1`")[2].partition("\n## ")[0]
    told = {**document, **document["files"][0], **group}
    assert [key for key in told if f"`{key}`" not in section] == ["schema"]


def test_two_files_of_one_name_do_not_share_a_folder(folder: Path, here: Path) -> None:
    (here / "more").mkdir()
    path = next(folder.glob("mini-*"))
    (here / "more" / path.name).write_bytes(path.read_bytes())
    refused(run("migrate", folder, "more", "-o", "new"), 2, "E207")
    refused(run("migrate", "gone"), 2, "E401")


def test_a_torn_file_does_not_come_along(here: Path) -> None:
    data = recorded(here / "a.rply").read_bytes()
    (here / "torn.rply").write_bytes(data[:-40])
    found = run("migrate", "a.rply", "torn.rply", "-o", "new")
    assert found.exit_code == 3 and "torn: the file ends inside a record" in found.stdout
    assert [path.name for path in Path("new").iterdir()] == ["a.rply"]
