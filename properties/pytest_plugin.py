"""pytest collects replays (`*.rply`) and scenarios (`*.toml` with a game and a given).

A replay passes if it is EXACT, a scenario if everything it claims is so.  The failure shows the
first divergence, or expected and found, and the command that shows the rest.  `--no-ruleproof`
leaves both out.  Replays of another pack than the game's own: `ruleproof_content` lists the packs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from engine.content import Pack
    from properties.scenario import Games

REPLAY, SCENARIO = ".rply", ".toml"
FOLDER = "scenarios"
# Read from a foreign TOML file to see whether it is a scenario.
HEAD_BYTES = 4096


def pytest_addoption(parser: pytest.Parser) -> None:
    """The off-switch, and the content packs replays may name."""
    parser.addini(
        "ruleproof_content", type="paths", default=[],
        help="content packs that collected replays may name, beside each game's own",
    )  # fmt: skip
    group = parser.getgroup("ruleproof")
    group.addoption(
        "--no-ruleproof", action="store_true", default=False,
        help="do not collect replays and scenario files",
    )  # fmt: skip


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """A file of ours as a collector of one item; None for any other."""
    if parent.config.getoption("--no-ruleproof"):
        return None
    if file_path.suffix == REPLAY:
        return ReplayFile.from_parent(parent, path=file_path)
    if file_path.suffix == SCENARIO and is_scenario(file_path):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def is_scenario(path: Path) -> bool:
    """Whether a TOML file is a scenario: in a folder `scenarios`, or with a game and a given."""
    if FOLDER in path.parent.parts:
        return True
    try:
        with path.open(encoding="utf-8") as stream:
            lines = stream.read(HEAD_BYTES).split("\n")
    except (OSError, UnicodeDecodeError):
        return False
    words = [line.partition("=")[0].strip() for line in lines]
    return "game" in words and "[given]" in [line.strip() for line in lines]


@cache
def _games() -> Games:
    """The Games of all scenario files of this run, each made once."""
    from properties.scenario import Games

    return Games()


@cache
def _packs(paths: tuple[Path, ...]) -> tuple[Pack, ...]:
    """The content packs of `ruleproof_content`, each valid for the game it names; ContentError."""
    from engine.registry import load_pack

    return tuple(load_pack(path) for path in paths)


class Failed(Exception):
    """What a replay or scenario showed; its text is the whole report."""


class ReplayFile(pytest.File):
    """One replay file."""

    def collect(self) -> Iterator[pytest.Item]:
        """The verification of it."""
        yield ReplayItem.from_parent(self, name="verify")


class ScenarioFile(pytest.File):
    """One scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """The run of it."""
        yield ScenarioItem.from_parent(self, name="scenario")


class Ours(pytest.Item):
    """Common part: a failure shows our report and no Python frames."""

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: str | None = None
    ) -> str:
        """The report; anything else is a fault of ours, shown with its frames."""
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, no line, and what it is."""
        return self.path, None, f"{self.name} {self.path.name}"


class ReplayItem(Ours):
    """Passes if every game of the file is EXACT."""

    def runtest(self) -> None:
        """Verify; Failed with the first divergence and the command that shows it."""
        from engine.registry import games
        from replays.reader import loader
        from replays.verify import verify

        paths = tuple(self.config.getini("ruleproof_content"))
        found = verify(self.path, loader(_packs(paths)))
        if found.word == "UNSUPPORTED" and found.game and found.game not in games():
            pytest.skip(f"the game {found.game} is not registered here")
        if found.word != "EXACT":
            at = f" --to {found.at}" if found.word == "DIVERGED" else ""
            given = "".join(f" --content {path}" for path in paths)
            raise Failed(f"{found.text()}\nsee it: ruleproof replay {self.path}{at}{given}")


class ScenarioItem(Ours):
    """Passes if everything the file claims is so."""

    def runtest(self) -> None:
        """Run; Failed with expected and found."""
        from properties.scenario import ScenarioError, run_scenario

        try:
            result = run_scenario(self.path, _games())
        except ScenarioError as error:
            raise Failed(f"{error}\nsee it: ruleproof scenario {self.path}") from error
        if not result.ok:
            raise Failed(f"{result.text()}\nsee it: ruleproof scenario {self.path}")
