"""The pytest items of replays and scenarios: each runs one file, and fails with a report alone."""

from __future__ import annotations

import tomllib
import traceback
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from properties.pulse import guarded
from replays.visible import spelt

if TYPE_CHECKING:
    from engine.content import Pack
    from properties.scenario import Games
    from replays.verdict import Verdict

FOLDER = "scenarios"
# Read from a foreign TOML file to see whether it is a scenario.
HEAD_BYTES = 4096
UNREGISTERED = "the game {} is not registered here"
OPTION, SETTING = "--ruleproof-content", "ruleproof_content"


class Failed(Exception):
    """What a replay or scenario showed; its text is the whole report."""


def read_scenario(path: Path) -> dict[str, object]:
    """A scenario file as it stands; empty if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


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


# ---- what a run keeps ----


@cache
def games_kept() -> Games:
    """The Games of all scenario files of this run, each made once."""
    from properties.scenario import Games

    return Games()


@cache
def packs_kept(paths: tuple[Path, ...]) -> tuple[Pack, ...]:
    """Content packs, each valid for the game it names; ContentError."""
    from engine.registry import load_pack

    return tuple(load_pack(path) for path in paths)


def forget() -> None:
    """What a run before this kept is gone."""
    games_kept.cache_clear()
    packs_kept.cache_clear()


def packs_of(config: pytest.Config) -> tuple[Path, ...]:
    """The content packs that replays may name: of the configuration file and the command line."""
    return (*config.getini(SETTING), *config.getoption(OPTION))


# ---- reports ----


def said(error: Exception, place: object = "") -> str:
    """Any exception in a line without Python frames: its code if it has one, place and message.

    What has no code is told with the innermost line, as nobody foresaw it.
    """
    code = getattr(error, "code", "")
    if isinstance(code, str) and code[:1] == "E" and code[1:].isdigit():
        return f"{code}: {error}"
    head = f"{place}: " if place else ""
    if isinstance(error, OSError) and error.strerror:
        return f"{head}{error.strerror}"
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({'/'.join(Path(one.filename).parts[-2:])}:{one.lineno})" for one in last)
    return f"{head}{type(error).__name__}: {error}{where}; pytest --full-trace shows the frames"


def judged(path: Path, config: pytest.Config) -> Verdict:
    """The verdict on a replay file; OSError where it cannot be read."""
    from replays.reader import loader
    from replays.verify import verify

    return verify(path, loader(packs_kept(packs_of(config))))


def report_of(found: Verdict, path: Path, config: pytest.Config) -> str:
    """The first divergence, what to do next, and the command that shows it, if one can."""
    from replays.errors import of_file
    from replays.verdict import UNSUPPORTED

    remedy = of_file(found.remedy, str(path))
    if found.word == UNSUPPORTED:
        # Only a build or a pack that is not here could show more.
        return replace(found, remedy=remedy.replace("--content", f"pytest {OPTION} FILE")).text()
    at = f" --to {found.at}" if found.word == "DIVERGED" else ""
    given = "".join(f" --content {spelt(pack)}" for pack in packs_of(config))
    text = replace(found, remedy=remedy).text()
    return f"{text}\nsee it: ruleproof replay {spelt(path)}{at}{given}"


# ---- collected ----


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
        """The report; pytest's own outcomes, and with --full-trace everything, as pytest has it."""
        error = excinfo.value
        if not isinstance(error, Exception) or self.config.getoption("fulltrace"):
            return str(super().repr_failure(excinfo))
        if isinstance(error, Failed):
            return str(error)
        return f"{said(error, self.path)}\nsee it: {self.see}"

    @property
    def see(self) -> str:
        """The command that runs the file alone."""
        verb = "verify" if isinstance(self, ReplayItem) else "scenario"
        return f"ruleproof {verb} {spelt(self.path)}"

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, no line, and what it is."""
        return self.path, None, f"{self.name} {self.path.name}"


class ReplayItem(Ours):
    """Passes if every game of the file is EXACT."""

    @guarded(hurry=True)
    def runtest(self) -> None:
        """Verify; Failed with the first divergence and the command that shows it."""
        from engine.registry import games

        found = judged(self.path, self.config)
        if found.word == "UNSUPPORTED" and found.game and found.game not in games():
            pytest.skip(UNREGISTERED.format(found.game))
        if found.word != "EXACT":
            raise Failed(report_of(found, self.path, self.config))


class ScenarioItem(Ours):
    """Passes if everything the file claims is so."""

    @guarded(hurry=True)
    def runtest(self) -> None:
        """Run; Failed with expected and found."""
        from engine.registry import games
        from properties.scenario import ScenarioError, run_scenario

        name = read_scenario(self.path).get("game")
        if isinstance(name, str) and name not in games():
            pytest.skip(UNREGISTERED.format(name))
        try:
            result = run_scenario(self.path, games_kept())
        except ScenarioError as error:
            raise Failed(f"{error}\nsee it: {self.see}") from error
        if not result.ok:
            raise Failed(f"{result.text()}\nsee it: {self.see}")
