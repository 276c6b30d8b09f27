"""One scenario as data: what the file says, what a run of it showed, and where they part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import EngineError
from engine.events import Happening
from engine.game import Game
from engine.play import Step
from engine.state import State
from properties.position import Position, ScenarioError


@dataclass(frozen=True)
class Scenario:
    """One file, read and known to be well-formed; `claims` are (place, ply or None, table)."""

    path: Path
    name: str
    title: str
    game: Game
    clauses: tuple[str, ...]
    given: Mapping[str, object]
    when: tuple[str, ...]
    claims: tuple[tuple[str, int | None, Mapping[str, object]], ...]


@dataclass(frozen=True)
class Mismatch:
    """A claim that is not so; `said` tells it shorter than expected and found do."""

    place: str
    what: str
    expected: object
    found: object
    said: str = ""

    def text(self) -> str:
        """One line: place, expected and found, or what is said of them."""
        if self.said:
            return f"{self.place}: {self.what}: {self.said}"
        return f"{self.place}: {self.what}: expected {self.expected!r}, found {self.found!r}"


@dataclass
class ScenarioResult:
    """What a run showed: `ok`, mismatches, the steps for coverage, legality as claimed and found.

    `offers` are (ply, action text, legal) for each claim about legality that held.
    """

    scenario: Scenario
    opening: Position
    steps: list[Step] = field(default_factory=list)
    mismatches: list[Mismatch] = field(default_factory=list)
    offers: list[tuple[int, str, bool]] = field(default_factory=list)
    evaluations: dict[str, int] = field(default_factory=dict)
    violation: str = ""

    @property
    def ok(self) -> bool:
        """Whether everything claimed is so and no property broke on the way."""
        return not self.mismatches and not self.violation

    def positions(self) -> list[State]:
        """Position k of the case, k from 0."""
        return [self.opening.state, *(step.after for step in self.steps)]

    def events(self, plies: int | None = None) -> list[Happening]:
        """Events of the first `plies` plies (None: all), those of entering the row included."""
        return [*self.opening.events, *(e for step in self.steps[:plies] for e in step.events)]

    def fired(self, plies: int | None = None) -> dict[str, None]:
        """Clauses that fired within the first `plies` plies, in order."""
        rows = self.scenario.game.definition.phases
        clause_of = {phase.name: phase.clause for phase in rows}
        found = [ident for happening in self.opening.events for ident in happening.clauses()]
        for row, number in self.opening.exits:
            exit = rows[row].exits[number]
            found += [*exit.clauses, clause_of[exit.target]]
        for step in self.steps[:plies]:
            found += step.clauses()
        return dict.fromkeys(filter(None, found))

    def text(self, file: str = "") -> str:
        """The verdict for people: one line if it holds, else a line for each thing wrong.

        A case that fails is told with its `file`, if that is given.
        """
        title = self.scenario.title
        if self.ok:
            return f"ok      {self.scenario.name}" + (f": {title}" if title else "")
        lines = ["  ".join(filter(None, ["FAILED", self.scenario.name, file]))]
        lines += [f"  {title}"] if title else []
        path = f"{self.scenario.path}: " if file else ""
        lines += [f"  {item.text().removeprefix(path)}" for item in self.mismatches]
        return "\n".join(lines + ([f"  {self.violation}"] if self.violation else []))


def table_of(value: object, place: str) -> Mapping[str, object]:
    """A TOML table; ScenarioError otherwise."""
    if not isinstance(value, dict):
        raise ScenarioError(f"{place}: expected a table, not {value!r}")
    return value


def tables_of(value: object, place: str) -> list[Mapping[str, object]]:
    """An array of TOML tables; ScenarioError otherwise."""
    if not isinstance(value, list):
        raise ScenarioError(f"{place}: expected [[tables]], not {value!r}")
    return [table_of(item, place) for item in value]


def texts_of(value: object, place: str) -> tuple[str, ...]:
    """A list of texts; ScenarioError otherwise."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ScenarioError(f"{place}: expected a list of texts, not {value!r}")
    return tuple(value)


def known_clause(game: Game, ident: str, place: str) -> None:
    """ScenarioError with the nearest ids unless the catalogue has that clause."""
    try:
        _ = game.definition.clauses[ident]
    except EngineError as error:
        raise ScenarioError(f"{place}: {error}") from error
