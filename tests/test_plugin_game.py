"""Liar's dice, a game in a package of its own (`tests/plugin_game`): no line here knows it.

It is written from docs/adding-a-game.md alone.  `make test` puts it on the path as an installer
would and looks at it briefly; `make thorough` installs it from its folder and runs all there is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from engine import registry
from properties.universal import UNSEEN, universal
from tests.plugged import announce
from tests.tools.run import run

pytest_plugins = ("pytester",)

HERE = Path(__file__).parent
ROOT = HERE.parent
PACKAGE = HERE / "plugin_game"
NAME = "liars_dice"


def copied(folder: Path) -> Path:
    """The package, copied: nothing is written into the project."""
    return shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package on the path with its entry points, gone again after these tests."""
    folder = announce(copied(tmp_path_factory.mktemp("somewhere") / "plugin"))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        for name in (NAME, "liars_properties"):  # pytester forgets what its runs import first
            import_module(name)
        yield folder
    for name in [name for name in sys.modules if name.startswith("liars_")]:
        del sys.modules[name]


def test_no_line_of_the_project_knows_the_game() -> None:
    rooms = ("engine", "replays", "properties", "tools")
    files = [path for room in rooms for path in (ROOT / room).rglob("*.*") if path.is_file()]
    words = (NAME.encode(), b"liars_properties", b"plugin_game")
    assert not [path for path in files if any(word in path.read_bytes() for word in words)]
    assert NAME not in registry.games()


def test_it_is_recorded_verified_fuzzed_and_drawn(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert NAME in registry.games() and NAME not in registry.games(foreign=False)
    assert run("record", NAME, "--games", 3, "--policy", "careful", "-o", "out").exit_code == 0
    verified = run("verify", "out")
    assert verified.exit_code == 0 and "3" in verified.stdout
    fuzzed = run("fuzz", NAME, "--games", 12, "--workers", 1)
    assert fuzzed.exit_code == 0 and "findings: 0" in fuzzed.stdout, fuzzed.stdout
    assert run("scenario", installed / "tests" / "scenarios").exit_code == 0
    assert run("rules", NAME, "--unproven").exit_code == 0
    drawn = run("graph", NAME, "--format", "mermaid")
    assert drawn.stdout == (PACKAGE / "tests" / "phases.mmd").read_text()


def test_a_roll_is_told_to_its_owner_alone(installed: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.rply"
    assert run("record", NAME, "--players", 3, "--seed", "shake:2", "-o", path).exit_code == 0
    for seat in range(3):
        told = run("export", path, "--as", f"player:{seat}", "--format", "ndjson").stdout
        rows = [entry for entry in map(json.loads, told.splitlines()) if "player" in entry]
        rolls = [entry for entry in rows if entry["row"] == "shake"]
        own = [entry["shown"]["hands"]["own"] for entry in rolls if "action" in entry]
        assert own and all(own), "a roll that is told changes the seat's own cup"
        assert len(own) < len(rolls) and all(("action" in e) != ("hidden" in e) for e in rolls)


def test_a_game_that_forgets_to_hide_its_rolls_is_found(installed: Path) -> None:
    made = registry.definition(NAME)
    rows = tuple(replace(row, secret=None) for row in made.phases)
    report = universal(replace(made, phases=rows), labels=(UNSEEN,), fresh=False)
    told = [fault.message for fault in report.faults]
    assert told and all("['hands'] are hidden, but row shake is not `secret`" in t for t in told)
    assert universal(made, labels=(UNSEEN,), fresh=False).ok


def test_its_own_tests_use_fixtures_strategies_and_files(
    installed: Path, pytester: pytest.Pytester
) -> None:
    result = pytester.runpytest_inprocess(
        str(installed / "tests"), "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "error",
        "--strict-markers", "--import-mode=importlib", "-k", "not contract",
    )  # fmt: skip
    result.assert_outcomes(passed=8, deselected=1)


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_it_installs_from_its_folder_and_everything_runs(tmp_path: Path) -> None:
    source, site = copied(tmp_path / "source"), tmp_path / "site"
    ways = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}

    def done(*words: object) -> str:
        command = [sys.executable, *map(str, words)]
        ended = subprocess.run(command, cwd=tmp_path, env=ways, capture_output=True, text=True,
                               timeout=300, check=False)  # fmt: skip
        assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
        return ended.stdout

    done("-m", "pip", "install", "--quiet", "--no-deps", "--target", site, source)
    shutil.rmtree(source / NAME)  # what is run is what was installed
    (source / "liars_properties.py").unlink()
    assert NAME in done("-m", "tools", "games")
    done("-m", "tools", "record", NAME, "--games", 40, "--players", 4, "-o", "games")
    assert "40 EXACT" in done("-m", "tools", "verify", "games")
    assert "findings: 0" in done("-m", "tools", "fuzz", NAME, "--games", 400, "--workers", 2)
    done("-m", "tools", "graph", NAME, "--format", "mermaid", "-o", "phases.mmd")
    assert (tmp_path / "phases.mmd").read_text() == (source / "tests" / "phases.mmd").read_text()
    done("-m", "tools", "graph", "games", "--format", "mermaid", "-o", "played.mmd")
    assert "12 clauses" in done("-m", "tools", "rules", NAME)
    assert "9 passed" in done("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
                              "--rootdir", source, source / "tests")  # fmt: skip
