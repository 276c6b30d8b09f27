"""A folder of one's own for every test, and the test game as a plug-in."""

import shutil
from pathlib import Path

import pytest

from tests.tools.run import ROOT

ENTRY = "[ruleproof.games]\nmini = tests.games.mini:GAME\n"
ROOMS = ("engine", "replays", "properties", "tools")
RULE = "    change(state, stat, 1)\n    emit(state, ev.FOOD_EATEN"
META = "Metadata-Version: 2.1\nName: ruleproof-mini\nVersion: 0.1\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def plug_in(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game `mini`, registered by the entry point of another distribution."""
    folder = tmp_path_factory.mktemp("plug_in")
    info = folder / "ruleproof_mini-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(META)
    (info / "entry_points.txt").write_text(ENTRY)
    monkeypatch.syspath_prepend(str(folder))
    return "mini"


@pytest.fixture
def checkout(here: Path) -> Path:
    """A copy of the project in which a meal is worth two."""
    folder = here / "checkout"
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    rule = folder / "engine" / "games" / "tin_helm" / "actions.py"
    text = rule.read_text()
    assert RULE in text
    rule.write_text(text.replace(RULE, RULE.replace("stat, 1", "stat, 2")))
    return folder
