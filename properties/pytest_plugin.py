"""pytest collects replays (`*.rply`) and scenarios (`*.toml` with a game and a given).

A replay passes if it is EXACT, a scenario if everything it claims is so.  The failure shows the
first divergence, or expected and found, and the command that shows the rest.

Fixtures: `play` (a seeded game, judged by the game's properties), `replay_file` (a verified replay,
step by step), `golden_graph` (a drawing that must not drift).  A test may say with
`@pytest.mark.clause("TH-FOOD-05")` what it is about; `--ruleproof-clause` runs what is about a
clause, scenarios included.  All options begin with `--ruleproof-`.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from engine.content import Pack
    from engine.definition import Definition
    from engine.options import Value
    from properties.played import Played
    from properties.scenario import Games
    from replays.verdict import Verdict

REPLAY, SCENARIO = ".rply", ".toml"
FOLDER = "scenarios"
# Read from a foreign TOML file to see whether it is a scenario.
HEAD_BYTES = 4096
CLAUSE = "clause"
STALE = 1  # what `ruleproof graph --check` leaves with where the file is not as drawn
UNREGISTERED = "the game {} is not registered here"
UNKNOWN = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The off-switch, the content packs replays may name, a choice by clause, goldens anew."""
    says = "content packs that replays may name, beside each game's own"
    parser.addini("ruleproof_content", type="paths", default=[], help=says)
    group = parser.getgroup("ruleproof")
    group.addoption("--ruleproof-off", action="store_true",
                    help="do not collect replays and scenario files")  # fmt: skip
    group.addoption("--ruleproof-content", action="append", default=[], metavar="FILE",
                    type=Path, help=says)  # fmt: skip
    group.addoption("--ruleproof-clause", action="append", default=[], metavar="ID",
                    help="only tests and scenarios that name this clause")  # fmt: skip
    group.addoption("--ruleproof-update", action="store_true",
                    help="write the files of golden_graph anew")  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker, so that strict suites know it; what a run before this kept is gone."""
    _games.cache_clear()
    _packs.cache_clear()
    config.addinivalue_line(
        "markers", f"{CLAUSE}(id, ...): the clauses of a rulebook that a test is about"
    )


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """A file of ours as a collector of one item; None for any other."""
    if parent.config.getoption("--ruleproof-off"):
        return None
    if file_path.suffix == REPLAY:
        return ReplayFile.from_parent(parent, path=file_path)
    if file_path.suffix == SCENARIO and is_scenario(file_path):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Check clauses and packs that are named, once and before any worker starts; UsageError."""
    config = session.config
    for text in _unknown(dict.fromkeys(config.getoption("--ruleproof-clause"),
                                       "--ruleproof-clause")).values():  # fmt: skip
        raise pytest.UsageError(text)
    if not config.getoption("--ruleproof-off"):
        _check_packs("ruleproof_content", config.getini("ruleproof_content"))
        _check_packs("--ruleproof-content", config.getoption("--ruleproof-content"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check the clauses that tests name, and keep those of `--ruleproof-clause`; UsageError.

    A worker of xdist cannot stop the run: there each test that names an unknown clause fails.
    """
    wanted = config.getoption("--ruleproof-clause")
    about = {item: clauses_of(item) for item in items}
    marked = [(item, ident) for item, idents in about.items() for ident in idents]
    unknown = _unknown({ident: item.nodeid for item, ident in marked})
    for text in unknown.values() if not hasattr(config, "workerinput") else ():
        raise pytest.UsageError(text)
    for item, ident in marked:
        if ident in unknown:
            item.stash[UNKNOWN] = unknown[ident]
    if wanted:
        left = [item for item in items if not set(wanted) & {*about[item], *_claimed(item)}]
        items[:] = [item for item in items if item not in left]
        config.hook.pytest_deselected(items=left)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test that names a clause no game has."""
    if UNKNOWN in item.stash:
        pytest.fail(item.stash[UNKNOWN], pytrace=False)


def clauses_of(item: pytest.Item) -> tuple[str, ...]:
    """The clauses that a test is marked with."""
    return tuple(str(ident) for mark in item.iter_markers(CLAUSE) for ident in mark.args)


def _claimed(item: pytest.Item) -> tuple[str, ...]:
    """The clauses that a scenario names; what cannot be read names none, and fails when it runs."""
    if not isinstance(item, ScenarioItem):
        return ()
    found = _read(item.path).get("clauses", [])
    return tuple(str(ident) for ident in found) if isinstance(found, list) else ()


def _read(path: Path) -> dict[str, object]:
    """A scenario file as it stands; empty if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _unknown(places: Mapping[str, str]) -> dict[str, str]:
    """What to say of each clause, named in some place, that no registered game has.

    Games are loaded until all are known, those of other packages first.
    """
    if not places:
        return {}
    from engine.clauses import nearest_clause as way
    from engine.registry import definition, games

    built_in, known, owed = games(foreign=False), list[str](), dict(places)
    for name in sorted(games(), key=built_in.__contains__):
        known += definition(name).clauses.ids()
        owed = {ident: place for ident, place in owed.items() if ident not in known}
        if not owed:
            break
    return {
        ident: f"{place}: no registered game has a clause {ident!r}; {way(ident, known)}"
        for ident, place in owed.items()
    }


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


def packs_of(config: pytest.Config) -> tuple[Path, ...]:
    """The content packs that replays may name: of the configuration file and the command line."""
    return (*config.getini("ruleproof_content"), *config.getoption("--ruleproof-content"))


def _check_packs(given: str, paths: Sequence[Path]) -> None:
    """UsageError for a pack that cannot be read, or is not valid for a game registered here."""
    for path in paths:
        from engine.errors import EngineError  # only where a pack is named

        try:
            _packs((path,))
        except EngineError as error:
            raise pytest.UsageError(f"{given}: {error}") from None


@cache
def _packs(paths: tuple[Path, ...]) -> tuple[Pack, ...]:
    """The content packs of `ruleproof_content`, each valid for the game it names; ContentError."""
    from engine.registry import load_pack

    return tuple(load_pack(path) for path in paths)


class Failed(Exception):
    """What a replay or scenario showed; its text is the whole report."""


def judged(path: Path, config: pytest.Config) -> Verdict:
    """The verdict on a replay file; OSError where it cannot be read."""
    from replays.reader import loader
    from replays.verify import verify

    return verify(path, loader(_packs(packs_of(config))))


def report_of(found: Verdict, path: Path, config: pytest.Config) -> str:
    """The first divergence, and the command that shows it."""
    at = f" --to {found.at}" if found.word == "DIVERGED" else ""
    given = "".join(f" --content {shlex.quote(str(pack))}" for pack in packs_of(config))
    return f"{found.text()}\nsee it: ruleproof replay {shlex.quote(str(path))}{at}{given}"


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

        found = judged(self.path, self.config)
        if found.word == "UNSUPPORTED" and found.game and found.game not in games():
            pytest.skip(UNREGISTERED.format(found.game))
        if found.word != "EXACT":
            raise Failed(report_of(found, self.path, self.config))


class ScenarioItem(Ours):
    """Passes if everything the file claims is so."""

    def runtest(self) -> None:
        """Run; Failed with expected and found."""
        from engine.registry import games
        from properties.scenario import ScenarioError, run_scenario

        named = _read(self.path).get("game")
        if isinstance(named, str) and named not in games():
            pytest.skip(UNREGISTERED.format(named))
        try:
            result = run_scenario(self.path, _games())
        except ScenarioError as error:
            raise Failed(f"{error}\nsee it: ruleproof scenario {self.path}") from error
        if not result.ok:
            raise Failed(f"{result.text()}\nsee it: ruleproof scenario {self.path}")


# ---- fixtures ----


@pytest.fixture
def play() -> Callable[..., Played]:
    """`play("pig", seed="shake:1/0", policy="uniform", players=3)`: a seeded game, judged.

    The test fails if a property of the game does not hold, with the command that repeats it.
    """

    def one(
        name: str | Definition, seed: str = "shake:1/0", policy: str = "uniform", **options: Value
    ) -> Played:
        from engine.errors import EngineError
        from engine.game import Game
        from engine.play import play as played
        from engine.policies import named
        from properties.checker import check_game
        from properties.invariant import properties_for
        from properties.played import walked
        from properties.universal import definition_of

        try:
            game = Game(definition_of(name), options)
            codes = played(game, seed, named(game, policy)).codes
            broken = check_game(game, codes, properties_for(game.name))
        except EngineError as error:
            raise pytest.fail.Exception(f"play: {error}", pytrace=False) from None
        if broken is not None:
            given = "".join(f" --option {key}={value}" for key, value in options.items())
            said = f"{broken.text()}\n{game.name}, seed {seed}, policy {policy}{given}"
            pytest.fail(said, pytrace=False)
        return walked(game, codes)

    return one


@pytest.fixture
def replay_file(request: pytest.FixtureRequest) -> Callable[..., Played]:
    """`replay_file("games/long.rply", index=0)`: a replay beside the test's file, verified.

    The test fails with the first divergence unless the file is EXACT.
    """

    def one(name: str | Path, index: int = 0) -> Played:
        from properties.played import walked
        from replays.errors import NoSuchGame
        from replays.reader import game_for, loader, read

        path = request.path.parent / name
        try:
            found = judged(path, request.config)
            if found.word != "EXACT":
                pytest.fail(report_of(found, path, request.config), pytrace=False)
            replay = read(path)
            line = replay.game(index)
        except (OSError, NoSuchGame) as error:
            said = f"replay_file: {path}: {getattr(error, 'strerror', error)}"
            raise pytest.fail.Exception(said, pytrace=False) from None
        game = game_for(replay.head(), loader(_packs(packs_of(request.config))))
        return walked(game, line.codes)

    return one


@pytest.fixture
def golden_graph(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`golden_graph("pig", "phases.mmd")`: the phase table drawn, as the file beside the test says.

    More words go to `ruleproof graph`.  `--ruleproof-update` writes the file anew.
    """

    def one(name: str, file: str | Path, *words: str) -> None:
        path = request.path.parent / file
        anew = bool(request.config.getoption("--ruleproof-update"))
        where = [] if not (anew or path.exists()) else ["-o" if anew else "--check", str(path)]
        code, said = command(["graph", name, "--format", "mermaid", *words, *where])
        if code == STALE:
            said += "\nor write it anew: pytest --ruleproof-update"
        elif not code and not where:
            code, said = STALE, f"{path} does not exist; write it: pytest --ruleproof-update"
        if code:
            pytest.fail(said, pytrace=False)

    return one


def command(words: Sequence[str]) -> tuple[int, str]:
    """Run `ruleproof` in this process: its exit code, and what it said."""
    (point,) = entry_points(group="console_scripts", name="ruleproof")
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            point.load()(list(words))
        except SystemExit as stop:
            return int(stop.code or 0), said.getvalue().strip()
    return 0, said.getvalue().strip()
