"""Scenario files: given a position, when these actions are played, then this is so.

The format is closed: an unknown key, field, row, option, event or fact is refused with its place
and the nearest names.  Values are words; facts and fields not named are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.content import load as load_pack
from engine.content import overlay, read_toml
from engine.definition import Definition
from engine.errors import ActionText, ContentError, EngineError, IllegalAction, guess, nearest
from engine.game import Game
from engine.options import Value
from engine.play import Step, walk
from engine.registry import definition as registered
from engine.state import State
from properties.checker import Checker
from properties.invariant import Property, properties_for
from properties.position import ScenarioError, build, judge, tripped
from properties.scenario_case import (
    Scenario,
    ScenarioResult,
    known_clause,
    table_of,
    tables_of,
    texts_of,
)
from properties.scenario_claims import compare

__all__ = ["Games", "Scenario", "ScenarioError", "ScenarioResult", "load_scenario", "run",
           "run_scenario", "scenario_files"]  # fmt: skip

KEYS = ("game", "name", "title", "clauses", "when", "options", "content", "given", "then",
        "then_at")  # fmt: skip


# ---- reading ----


def load_scenario(path: Path, games: Games | None = None) -> Scenario:
    """Read a file; ScenarioError for anything that does not fit.

    `games` makes the Game; by default the registered one of that name.
    """
    try:
        data = read_toml(path, "a scenario")
    except ContentError as error:
        raise ScenarioError(str(error)) from error
    for key in data:
        if key not in KEYS:
            raise ScenarioError(f"{path}: unknown key {key!r}; {nearest(key, KEYS)}")
    for key, kind in (("game", str), ("name", str), ("given", dict), ("then", dict)):
        if not isinstance(data.get(key, {} if key == "then" else None), kind):
            raise ScenarioError(f"{path}: `{key}` is missing or no {_WORD[kind]}")
    game = _game(data, path, Games() if games is None else games)
    clauses = texts_of(data.get("clauses", []), f"{path}: clauses")
    for ident in clauses:
        known_clause(game, ident, f"{path}: clauses")
    claims: list[tuple[str, int | None, Mapping[str, object]]] = []
    for number, table in enumerate(tables_of(data.get("then_at", []), f"{path}: then_at")):
        place = f"{path}: then_at[{number}]"
        ply = table.get("ply")
        if type(ply) is not int or ply < 0:
            raise ScenarioError(f"{place}: `ply` is missing or no whole number from 0")
        claims.append((place, ply, {key: item for key, item in table.items() if key != "ply"}))
    claims.append((f"{path}: then", None, table_of(data.get("then", {}), f"{path}: then")))
    return Scenario(path, str(data["name"]), str(data.get("title", "")), game, clauses,
                    table_of(data["given"], f"{path}: given"),
                    texts_of(data.get("when", []), f"{path}: when"), tuple(claims))  # fmt: skip


_WORD = {str: "text", dict: "table"}


class Games:
    """Makes the Games of scenarios, and their Checkers, once each for many files.

    `definition` stands in for the registered game (for games not installed), `properties` for the
    registered ones.
    """

    def __init__(
        self, definition: Definition | None = None, properties: Sequence[Property] | None = None
    ) -> None:
        self.definition = definition
        self.properties = properties
        self._made: dict[tuple[object, ...], Game] = {}
        self._checkers: dict[int, Checker] = {}

    def plain(self, name: str, options: Mapping[str, Value]) -> Game:
        """The Game with its own content."""
        key = (name, *sorted(options.items()))
        if key not in self._made:
            self._made[key] = Game(self.base(name), options)
        return self._made[key]

    def base(self, name: str) -> Definition:
        """The definition of a game; UnknownGame."""
        return registered(name) if self.definition is None else self.definition

    def checker(self, game: Game) -> Checker:
        """Judges every occasion, and stops at the first violation of a ply."""
        if id(game) not in self._checkers:
            judged = properties_for(game.name) if self.properties is None else self.properties
            self._checkers[id(game)] = Checker(game, judged, thorough=True)
        return self._checkers[id(game)]


def _game(data: Mapping[str, object], path: Path, games: Games) -> Game:
    """The Game with the file's options, and its pack or overlay of cards."""
    options: dict[str, Value] = {}
    for name, value in table_of(data.get("options", {}), f"{path}: options").items():
        if not isinstance(value, bool | int | str):
            raise ScenarioError(f"{path}: options.{name}: {value!r} is no value of an option")
        options[name] = value
    content, name = data.get("content"), str(data["game"])
    try:
        if content is None:
            return games.plain(name, options)
        base = games.base(name)
        if isinstance(content, str):
            pack = load_pack(path.parent / content, base.name, base.schema)
        else:
            rows = table_of(content, f"{path}: content")
            pack = overlay(base.reference, rows, base.name, base.schema)
        return Game(base, options, pack)
    except EngineError as error:
        raise ScenarioError(f"{path}: {error}") from error


# ---- running ----


def run_scenario(path: Path, games: Games | None = None) -> ScenarioResult:
    """Load and run one file; ScenarioError if it does not fit or an action is not legal."""
    games = Games() if games is None else games
    scenario = load_scenario(path, games)
    try:
        checker = games.checker(scenario.game)
    except EngineError as error:
        raise ScenarioError(f"{path}: {error}") from error
    return run(scenario, checker)


def run(scenario: Scenario, checker: Checker) -> ScenarioResult:
    """Play a scenario under a Checker of its game, and compare."""
    place, judged = str(scenario.path), dict(checker.evaluations)
    position = build(scenario.game, scenario.given, f"{place}: given")
    judge(checker, position, scenario.given, f"{place}: given")
    result = ScenarioResult(scenario, position)
    for step in _steps(scenario, position.state):
        result.steps.append(step)
        found = checker.step(step)
        if found is not None and not result.violation:
            result.violation = found.text()
    for where, ply, claims in scenario.claims:
        if ply is not None and ply > len(result.steps):
            last = len(result.steps)
            raise ScenarioError(f"{where}: ply {ply} is beyond the last position {last}")
        try:
            result.mismatches += compare(result, where, ply, claims)
        except ScenarioError:
            raise
        except Exception as error:
            raise ScenarioError(f"{where}: {tripped(scenario.game, error)}") from error
    now = checker.evaluations
    result.evaluations = {label: now[label] - judged[label] for label in now}
    return result


def _steps(scenario: Scenario, start: State) -> Iterator[Step]:
    """The plies of `when`; an action that is not legal is shown with the nearest ones."""
    game = scenario.game
    state = start
    for number, text in enumerate(scenario.when):
        place = f"{scenario.path}: when[{number}]"
        try:
            for step in walk(game, [game.code(text)], state):
                yield step
                state = step.after
        except (ActionText, IllegalAction) as error:
            legal = [game.text(code) for code in game.legal_actions(state)]
            hint = guess(text, legal)  # what is legal is said already
            raise ScenarioError(f"{place}: {error}{hint and '; '}{hint}") from error
        except Exception as error:
            # The rules may trip over what no real game leads to.
            raise ScenarioError(f"{place} ({text}): {tripped(game, error)}") from error


def scenario_files(folder: Path) -> list[Path]:
    """Every scenario file below a folder, sorted by path."""
    return sorted(path for path in folder.rglob("*.toml"))
