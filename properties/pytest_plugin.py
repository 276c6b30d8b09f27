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
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from properties.pulse import guarded
from properties.pytest_items import (
    OPTION,
    SETTING,
    ReplayFile,
    ScenarioFile,
    ScenarioItem,
    forget,
    is_scenario,
    judged,
    packs_kept,
    packs_of,
    read_scenario,
    report_of,
    said,
)

if TYPE_CHECKING:
    from engine.definition import Definition
    from engine.game import Game
    from engine.options import Value
    from engine.play import Policy
    from properties.played import Played

REPLAY, SCENARIO = ".rply", ".toml"
CLAUSE = "clause"
STALE = 1  # what `ruleproof graph --check` leaves with where the file is not as drawn
UNKNOWN = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The off-switch, the content packs replays may name, a choice by clause, goldens anew."""
    says = "content packs that replays may name, beside each game's own"
    parser.addini(SETTING, type="paths", default=[], help=says)
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
    forget()
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
        _check_packs(SETTING, config.getini(SETTING))
        _check_packs(OPTION, config.getoption(OPTION))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check the clauses that tests name, and keep those of `--ruleproof-clause`; UsageError.

    A worker of xdist cannot stop the run: there each test that names an unknown clause fails.
    """
    wanted = _ids(config.getoption("--ruleproof-clause"))
    about = {item: clauses_of(item) for item in items}
    marked = [(item, ident) for item, idents in about.items() for ident in idents]
    unknown = _unknown({ident: item.nodeid for item, ident in marked})
    for text in unknown.values() if not hasattr(config, "workerinput") else ():
        raise pytest.UsageError(text)
    for item, ident in marked:
        if ident in unknown:
            item.stash[UNKNOWN] = unknown[ident]
    if wanted:
        claims = {item: _ids([*about[item], *_claimed(item)]) for item in items}
        left = [item for item in items if not set(wanted) & set(claims[item])]
        items[:] = [item for item in items if item not in left]
        config.hook.pytest_deselected(items=left)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test that names a clause no game has."""
    if UNKNOWN in item.stash:
        pytest.fail(item.stash[UNKNOWN], pytrace=False)


def clauses_of(item: pytest.Item) -> tuple[str, ...]:
    """The clauses that a test is marked with."""
    return tuple(str(ident) for mark in item.iter_markers(CLAUSE) for ident in mark.args)


def _ids(texts: Iterable[str]) -> list[str]:
    """Clause ids as the catalogues write them: people may type small letters."""
    return [text.upper() for text in texts]


def _claimed(item: pytest.Item) -> tuple[str, ...]:
    """The clauses that a scenario names; what cannot be read names none, and fails when it runs."""
    if not isinstance(item, ScenarioItem):
        return ()
    found = read_scenario(item.path).get("clauses", [])
    return tuple(str(ident) for ident in found) if isinstance(found, list) else ()


def _unknown(places: Mapping[str, str]) -> dict[str, str]:
    """What to say of each clause, named in some place, that no registered game has.

    Games are loaded until all are known, those of other packages first; one that cannot be loaded
    is told only where a clause is left that may be its own.
    """
    if not places:
        return {}
    from engine.clauses import nearest_clause as way
    from engine.errors import EngineError
    from engine.registry import definition, games

    built_in, known, owed, broken = games(foreign=False), list[str](), dict(places), list[str]()
    for name in sorted(games(), key=built_in.__contains__):
        try:
            known += definition(name).clauses.ids()
        except EngineError as error:
            broken.append(f"; {error}")
        owed = {ident: place for ident, place in owed.items() if ident.upper() not in known}
        if not owed:
            break
    return {
        ident: f"{place}: no registered game has a clause {ident!r}; {way(ident, known)}"
               + "".join(broken)
        for ident, place in owed.items()
    }  # fmt: skip


def _check_packs(given: str, paths: Sequence[Path]) -> None:
    """UsageError for a pack that cannot be read, or is not valid for a game registered here."""
    for path in paths:
        from engine.errors import EngineError  # only where a pack is named

        try:
            packs_kept((path,))
        except EngineError as error:
            raise pytest.UsageError(f"{given}: {error}") from None


# ---- fixtures ----


@pytest.fixture
def play() -> Callable[..., Played]:
    """`play("pig", seed="shake:1/0", policy="uniform", players=3)`: a seeded game, judged.

    `policy` is a name, or one a seat with commas.  The test fails if a property of the game does
    not hold, with the command that plays the same game.
    """

    @guarded(hurry=True)
    def one(
        name: str | Definition, seed: str = "shake:1/0", policy: str = "uniform", **options: Value
    ) -> Played:
        from engine.definition import Definition
        from engine.game import Game
        from engine.play import play as played
        from properties.checker import check_game
        from properties.commands import recorded
        from properties.invariant import properties_for
        from properties.played import walked
        from properties.universal import definition_of

        _wants("play", "the game", name, (str, Definition), "a name, or a Definition")
        _wants("play", "seed", seed, str, "a text, such as 'shake:1/0'")
        _wants("play", "policy", policy, str, "a text: a name, or one a seat, as 'careful,uniform'")
        again = ""
        try:
            game = Game(definition_of(name), options)
            players = _seated(game, policy)
            command = recorded(game.definition, seed, policy, options)
            again = command and f"\nplay it again: {command}"
            codes = played(game, seed, players).codes
            broken = check_game(game, codes, properties_for(game.name))
            if broken is None:
                return walked(game, codes)
        except Exception as error:
            raise pytest.fail.Exception(f"play: {_plain(error)}{again}", pytrace=False) from None
        see = f"\nsee it: ruleproof replay again.rply --to {broken.ply + 1}" if again else ""
        told = f"{broken.text()}\n{game.name}, seed {seed}, policy {policy}{again}{see}"
        raise pytest.fail.Exception(told, pytrace=False)

    return one


def _seated(game: Game, policy: str) -> list[Policy]:
    """One policy a seat; PolicyError."""
    from engine.errors import PolicyError
    from engine.policies import named

    names = policy.split(",")
    if len(names) not in (1, game.players):
        raise PolicyError(f"{len(names)} policies for {game.players} players; name one, or one a "
                          "seat")  # fmt: skip
    return [named(game, name) for name in names * (game.players // len(names))]


def _plain(error: Exception) -> str:
    """The message of an error of ours, which names place and remedy; else what it was and where."""
    return str(error) if getattr(error, "code", "") else said(error)


def _wants(
    fixture: str, what: str, value: object, kinds: type | tuple[type, ...], wanted: str
) -> None:
    """Fail the test, without frames, that calls a fixture with a value of another kind."""
    if not isinstance(value, kinds) or isinstance(value, bool):
        pytest.fail(f"{fixture}: {what} = {value!r}: expected {wanted}", pytrace=False)


@pytest.fixture
def replay_file(request: pytest.FixtureRequest) -> Callable[..., Played]:
    """`replay_file("games/long.rply", index=0)`: a replay beside the test's file, verified.

    The test fails with the first divergence unless the file is EXACT.
    """

    @guarded(hurry=True)
    def one(name: str | Path, index: int = 0) -> Played:
        from properties.played import walked
        from replays.errors import of_file
        from replays.reader import game_for, loader, read

        _wants("replay_file", "the path", name, (str, Path), "a path, from the test's folder")
        _wants("replay_file", "index", index, int, "the number of a game in the file, from 0")
        path = request.path.parent / name
        try:
            found = judged(path, request.config)
            if found.word == "EXACT":
                replay = read(path)
                line = replay.game(index)
                game = game_for(replay.head(), loader(packs_kept(packs_of(request.config))))
                return walked(game, line.codes)
        except Exception as error:
            fact = getattr(error, "strerror", None) or _plain(error)
            told = f"replay_file: {path}: {of_file(fact, str(path))}"
            raise pytest.fail.Exception(told, pytrace=False) from None
        raise pytest.fail.Exception(report_of(found, path, request.config), pytrace=False)

    return one


@pytest.fixture
def golden_graph(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`golden_graph("pig", "phases.mmd")`: the phase table drawn, as the file beside the test says.

    More words go to `ruleproof graph`.  `--ruleproof-update` writes the file anew.
    """

    def one(name: str, file: str | Path, *words: str) -> None:
        _wants("golden_graph", "the game", name, str, "the name of a registered game")
        _wants("golden_graph", "the path", file, (str, Path), "a path, from the test's folder")
        for word in words:
            _wants("golden_graph", "a word for `ruleproof graph`", word, str, "a text")
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
