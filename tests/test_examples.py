"""The worked examples of the pages are games: they register, are drawn, proven, fuzzed and hold."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry
from engine.play import play
from engine.policies import uniform
from engine.rng import game_seed
from properties.checker import check_game
from properties.conformance import conformance
from properties.fuzz import Plan, fuzz
from properties.invariant import properties_for
from properties.proof import proofs
from properties.setup import Maker
from tests.plugged import announce
from tests.tools.run import run

ROOT = Path(__file__).parent.parent
EXAMPLES = {"pig": "docs/adding-a-game.md", "gems": "docs/cards.md"}


def written(folder: Path, page: str) -> Path:
    """Every file of a page in `folder`, and what an installer would add."""
    blocks = re.findall(r"^```\w+\n# file: (\S+)( \(goes on\))?\n(.*?)^```$",
                        (ROOT / page).read_text("utf-8"), re.M | re.S)  # fmt: skip
    for name, goes_on, body in blocks:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{path.read_text()}\n\n{body}" if goes_on else body)
    return announce(folder)


@pytest.fixture
def example(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """An example as an installed plug-in, in a folder of its name, gone again after the test."""
    name = getattr(request, "param", "pig")
    folder = written(tmp_path / name, EXAMPLES[name])
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for module in [module for module in sys.modules if module.startswith(f"{name}_")]:
        del sys.modules[module]


both = pytest.mark.parametrize("example", EXAMPLES, indirect=True)


@both
def test_the_example_is_registered_drawn_and_proven(example: Path) -> None:
    name = example.name
    assert name in registry.games()
    assert name not in registry.games(foreign=False)
    drawn = run("graph", name, "--format", "mermaid").stdout
    assert {"pig": "PIG-ROLL-02", "gems": "GEM-END-01"}[name] in drawn
    assert run("scenario", example / "tests" / "scenarios").exit_code == 0
    found = proofs(name)
    assert (found.unproven, found.uncoded, found.notes) == ([], [], [])


@both
def test_the_example_survives_a_campaign(example: Path) -> None:
    report = fuzz(Maker(example.name), Plan(games=200))
    assert report.ok and not report.vacuous, report.text()


@both
def test_the_example_keeps_the_contract(example: Path) -> None:
    report = conformance(example.name, fresh=False)
    assert report.ok, report.text()


@pytest.mark.parametrize("example", ["gems"], indirect=True)
def test_the_cards_are_drawn_and_hidden_as_the_page_says(example: Path, tmp_path: Path) -> None:
    assert "Display 1" in run("graph", "gems", "--level", "map", "--format", "mermaid").stdout
    assert run("content", "new", "gems", "-o", tmp_path / "mine.toml").exit_code == 0
    path = tmp_path / "a.rply"
    assert run("record", "gems", "--policy", "careful", "-o", path).exit_code == 0
    words = ("export", path, "--format", "text", "--as")
    told = [run(*words, f"player:{n}").stdout for n in (0, 1)]
    drawn = [re.findall(r"draw (?:ruby|pearl|shell)", text) for text in told]
    assert [len(found) for found in drawn] == [6, 6]


def test_the_example_would_fail_with_a_wrong_rule(example: Path) -> None:
    rules = example / "pig_game" / "rules.py"
    right = "0 if face == 1 else state.total + face"
    assert right in rules.read_text()
    rules.write_text(rules.read_text().replace(right, "state.total + face"))
    game = registry.load("pig")
    logs = [play(game, game_seed("shake:1", index), uniform).codes for index in range(5)]
    found = [check_game(game, codes, properties_for("pig")) for codes in logs]
    labels = {violation.label for violation in found if violation is not None}
    assert labels == {"PIG-P2/a_one_loses_what_other_faces_add"}


@both
def test_the_example_keeps_the_house_style(example: Path) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--config", ROOT / "pyproject.toml", example]
    done = subprocess.run(
        command, cwd=example, capture_output=True, text=True, timeout=60, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
