"""export and import on the command line: forms, one seat's view, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.tools.run import recorded, refused, run


@pytest.fixture
def replay(here: Path) -> Path:
    """A short replay."""
    recorded(here / "a.rply")
    return here / "a.rply"


def test_a_replay_goes_out_and_comes_back(replay: Path) -> None:
    data = replay.read_bytes()
    for name in ("a.json", "a.ndjson", "a.txt"):
        assert run("export", replay, "-o", name).exit_code == 0
        assert run("import", name, "-o", "b.rply", "--force").exit_code == 0
        assert Path("b.rply").read_bytes() == data
    assert json.loads(Path("a.json").read_text())["schema"] == "ruleproof.export/1"
    lines = [json.loads(line) for line in Path("a.ndjson").read_text().splitlines()]
    assert lines[0]["kind"] == "head" and lines[1]["action"].startswith("be ")
    assert run("export", replay, "--format", "text").stdout == Path("a.txt").read_text()
    piped = run("import", "-", "-o", "-", stdin=Path("a.txt").read_text())
    assert piped.stdout_bytes == data


def test_a_view_cannot_be_imported(here: Path) -> None:
    run("record", "necrohamster", "-o", "a.rply", "--option", "plies_max=40")
    assert run("export", "a.rply", "--as", "player:1", "-o", "v.json").exit_code == 0
    view = json.loads(Path("v.json").read_text())
    assert view["view_of"] == 1 and "seed" not in view
    message = refused(run("import", "v.json", "-o", "b.rply"), 3, "E213")
    assert "seat 1" in message and "--as" in message and not Path("b.rply").exists()


def test_what_cannot_go_out_or_come_back_is_refused(replay: Path) -> None:
    run("export", replay, "-o", "a.txt")
    refused(run("import", "a.txt", "-o", "a.rply"), 2, "E207")
    refused(run("import", "a.txt", "-o", "gone/a.rply"), 2, "E403")
    refused(run("import", replay, "-o", "b.rply"), 2, "E401")
    refused(run("import", "gone.txt", "-o", "b.rply"), 2, "E401")
    refused(run("export", "a.txt"), 3, "E201")
    refused(run("export", replay, "--as", "player:1"), 2, "E211")
    refused(run("export", replay, "--as", "0"), 2, "E400")
    text = Path("a.txt").read_text()
    Path("c.txt").write_text(text.replace("end {", "end of it {"))
    assert "c.txt" in refused(run("import", "c.txt", "-o", "b.rply"), 3, "E214")
    Path("c.txt").write_text(text.replace("rules_version: 1", "rules_version: 99"))
    refused(run("import", "c.txt", "-o", "b.rply"), 3, "E206")
    replay.write_bytes(replay.read_bytes()[:-9])
    refused(run("export", replay), 3, "E202")
