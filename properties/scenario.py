"""Scenario files: given a position, when these actions are played, then this is so.

The format is closed: an unknown key, field, row, option, event or fact is refused with its place
and the nearest names.  Values are words; facts and fields not named are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.content import load as load_pack
from engine.content import overlay, read_toml
from engine.definition import Definition
from engine.errors import ActionText, ContentError, EngineError, IllegalAction, nearest
from engine.events import Happening
from engine.game import Game
from engine.options import Value
from engine.play import Step, walk
from engine.registry import definition as registered
from engine.state import State
from properties.invariant import Property, properties_for
from properties.position import (
    ROW,
    Position,
    ScenarioError,
    build,
    checker_for,
    judge,
    row_of,
    value_of,
)

KEYS = ("game", "name", "title", "clauses", "when", "options", "content", "given", "then",
        "then_at")  # fmt: skip
CLAIMS = ("legal", "illegal", "legal_exactly", "over", "score", "events", "absent", "clauses")
EVENT = "event"


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
    """A claim that is not so."""

    place: str
    what: str
    expected: object
    found: object

    def text(self) -> str:
        """One line: place, expected and found."""
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
            found += [exit.clause, clause_of[exit.target]]
        for step in self.steps[:plies]:
            found += step.clauses()
        return dict.fromkeys(filter(None, found))

    def text(self) -> str:
        """The verdict for people: one line if it holds, else a line for each thing wrong."""
        head = f"{self.scenario.name}: {self.scenario.title}"
        if self.ok:
            return f"ok      {head}"
        lines = [f"FAILED  {head}", *(f"  {item.text()}" for item in self.mismatches)]
        return "\n".join(lines + ([f"  {self.violation}"] if self.violation else []))


# ---- reading ----


def load_scenario(path: Path, definition: Definition | None = None) -> Scenario:
    """Read a file; ScenarioError for anything that does not fit.

    `definition` stands in for the registered game of that name (for games not installed).
    """
    try:
        data = read_toml(path)
    except ContentError as error:
        raise ScenarioError(str(error)) from error
    for key in data:
        if key not in KEYS:
            raise ScenarioError(f"{path}: unknown key {key!r}; {nearest(key, KEYS)}")
    for key, kind in (("game", str), ("name", str), ("given", dict), ("then", dict)):
        if not isinstance(data.get(key, {} if key == "then" else None), kind):
            raise ScenarioError(f"{path}: `{key}` is missing or no {_WORD[kind]}")
    game = _game(data, path, definition)
    clauses = _texts(data.get("clauses", []), f"{path}: clauses")
    for ident in clauses:
        _known_clause(game, ident, f"{path}: clauses")
    claims: list[tuple[str, int | None, Mapping[str, object]]] = []
    for number, table in enumerate(_tables(data.get("then_at", []), f"{path}: then_at")):
        place = f"{path}: then_at[{number}]"
        ply = table.get("ply")
        if type(ply) is not int or ply < 0:
            raise ScenarioError(f"{place}: `ply` is missing or no whole number from 0")
        claims.append((place, ply, {key: item for key, item in table.items() if key != "ply"}))
    claims.append((f"{path}: then", None, _table(data.get("then", {}), f"{path}: then")))
    return Scenario(path, str(data["name"]), str(data.get("title", "")), game, clauses,
                    _table(data["given"], f"{path}: given"),
                    _texts(data.get("when", []), f"{path}: when"), tuple(claims))  # fmt: skip


_WORD = {str: "text", dict: "table"}


def _game(data: Mapping[str, object], path: Path, definition: Definition | None) -> Game:
    """The Game with the file's options, and its pack or overlay of cards."""
    options: dict[str, Value] = {}
    for name, value in _table(data.get("options", {}), f"{path}: options").items():
        if not isinstance(value, bool | int | str):
            raise ScenarioError(f"{path}: options.{name}: {value!r} is no value of an option")
        options[name] = value
    content = data.get("content")
    try:
        base = registered(str(data["game"])) if definition is None else definition
        pack = base.reference
        if isinstance(content, str):
            pack = load_pack(path.parent / content, base.name, base.schema)
        elif content is not None:
            rows = _table(content, f"{path}: content")
            pack = overlay(pack, rows, base.name, base.schema)
        return Game(base, options, pack)
    except EngineError as error:
        raise ScenarioError(f"{path}: {error}") from error


def _table(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ScenarioError(f"{place}: expected a table, not {value!r}")
    return value


def _tables(value: object, place: str) -> list[Mapping[str, object]]:
    if not isinstance(value, list):
        raise ScenarioError(f"{place}: expected [[tables]], not {value!r}")
    return [_table(item, place) for item in value]


def _texts(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ScenarioError(f"{place}: expected a list of texts, not {value!r}")
    return tuple(value)


def _known_clause(game: Game, ident: str, place: str) -> None:
    try:
        _ = game.definition.clauses[ident]
    except EngineError as error:
        raise ScenarioError(f"{place}: {error}") from error


# ---- running ----


def run_scenario(path: Path, definition: Definition | None = None) -> ScenarioResult:
    """Load and run one file; ScenarioError if it does not fit or an action is not legal."""
    return run(load_scenario(path, definition))


def run(scenario: Scenario, properties: Sequence[Property] | None = None) -> ScenarioResult:
    """Play a scenario and compare.  `properties`: by default those registered for its game."""
    game, place = scenario.game, str(scenario.path)
    judged = properties_for(game.name) if properties is None else tuple(properties)
    checker = checker_for(game, judged)
    position = build(game, scenario.given, f"{place}: given")
    judge(checker, position, f"{place}: given")
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
        result.mismatches += _compare(result, where, ply, claims)
    result.evaluations = checker.evaluations
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
            raise ScenarioError(f"{place}: {error}; {nearest(text, legal)}") from error
        except EngineError as error:
            raise ScenarioError(f"{place} ({text}): {error}") from error


def _compare(
    result: ScenarioResult, place: str, ply: int | None, claims: Mapping[str, object]
) -> list[Mismatch]:
    """Everything one table of claims says about its position (the last, or position `ply`)."""
    game = result.scenario.game
    at = len(result.steps) if ply is None else ply
    state = result.positions()[at]
    found: list[Mismatch] = []
    for name, word in claims.items():
        if name == ROW:
            wanted, there = row_of(game, word, f"{place}.{ROW}").name, game.row_name(state)
            found += [Mismatch(place, ROW, wanted, there)] if wanted != there else []
        elif name in ("legal", "illegal", "legal_exactly"):
            found += _legality(result, place, at, name, word)
        elif name in CLAIMS:
            found += _CLAIMS[name](result, place, at, word)
        else:
            value, actual = value_of(game, name, word, place), getattr(state, name)
            if value != actual:
                shown = dict(state.FIELDS)[name].words
                names = game.rules.names
                found.append(Mismatch(place, name, shown(value, names), shown(actual, names)))
    return found


def _legality(
    result: ScenarioResult, place: str, at: int, name: str, word: object
) -> list[Mismatch]:
    """Which actions may be taken at a position."""
    game, state = result.scenario.game, result.positions()[at]
    legal = [game.text(code) for code in game.legal_actions(state)]
    try:
        texts = [game.text(game.code(text)) for text in _texts(word, f"{place}.{name}")]
    except ActionText as error:
        raise ScenarioError(f"{place}.{name}: {error}") from error
    if name == "legal_exactly":
        result.offers += [(at, text, True) for text in texts]
        if sorted(texts) == sorted(legal):
            return []
        return [Mismatch(place, "legal actions, exactly", texts, legal)]
    found: list[Mismatch] = []
    for text in texts:
        if (text in legal) == (name == "legal"):
            result.offers.append((at, text, name == "legal"))
        elif name == "legal":
            found.append(Mismatch(place, f"legal {text!r}", "legal", f"not among {legal}"))
        else:
            found.append(Mismatch(place, f"illegal {text!r}", "refused", "legal"))
    return found


def _over(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """`over = true`, `false`, or the end reason."""
    reason = result.scenario.game.end_reason(result.positions()[at])
    if isinstance(word, bool):
        over = reason is not None
        return [] if word == over else [Mismatch(place, "over", word, reason or False)]
    return [] if word == reason else [Mismatch(place, "over", word, reason)]


def _score(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """`score`: one number in a solo game, else a list by seat."""
    game, state = result.scenario.game, result.positions()[at]
    if not game.is_terminal(state):
        return [Mismatch(place, "score", word, "the game is not over")]
    returns = list(game.returns(state))
    wanted = word if isinstance(word, list) else [word]
    return [] if wanted == returns else [Mismatch(place, "score", wanted, returns)]


def _events(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """A subsequence in order; facts not named are not compared."""
    wanted = _tables(word, f"{place}.events")
    rest = iter(result.events(at))
    for number, table in enumerate(wanted):
        spot = f"{place}.events[{number}]"
        _known_event(result.scenario.game, table, spot)
        if not any(_same_event(happening, table) for happening in rest):
            near = [repr(e) for e in result.events(at) if e.kind == table[EVENT]]
            return [Mismatch(spot, "event", dict(table), near or "no such event")]
    return []


def _absent(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """Events that must not have happened: kinds, or tables with facts."""
    if not isinstance(word, list):
        raise ScenarioError(f"{place}.absent: expected a list of events, not {word!r}")
    found: list[Mismatch] = []
    for number, item in enumerate(word):
        table = item if isinstance(item, dict) else {EVENT: item}
        _known_event(result.scenario.game, table, f"{place}.absent[{number}]")
        there = [repr(e) for e in result.events(at) if _same_event(e, table)]
        found += [Mismatch(place, "absent event", item, there[0])] if there else []
    return found


def _known_event(game: Game, table: Mapping[str, object], place: str) -> None:
    events = {event.kind: event for event in game.definition.events}
    kind = str(table.get(EVENT))
    if kind not in events:
        raise ScenarioError(f"{place}: unknown event {kind!r}; {nearest(kind, events)}")
    for fact in table:
        if fact != EVENT and fact not in events[kind].index:
            known = nearest(fact, events[kind].facts)
            raise ScenarioError(f"{place}: {kind} has no fact {fact!r}; {known}")


def _same_event(happening: Happening, table: Mapping[str, object]) -> bool:
    if happening.kind != table[EVENT]:
        return False
    facts = happening.facts()
    return all(
        facts[name] == value and isinstance(facts[name], bool) == isinstance(value, bool)
        for name, value in table.items()
        if name != EVENT
    )


def _fired(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """Clauses that must have fired."""
    fired = result.fired(at)
    missing: list[Mismatch] = []
    for ident in _texts(word, f"{place}.clauses"):
        _known_clause(result.scenario.game, ident, f"{place}.clauses")
        if ident not in fired:
            missing.append(Mismatch(place, "clause", ident, list(fired)))
    return missing


_CLAIMS = {"over": _over, "score": _score, "events": _events, "absent": _absent,
           "clauses": _fired}  # fmt: skip


def scenario_files(folder: Path) -> list[Path]:
    """Every scenario file below a folder, sorted by path."""
    return sorted(path for path in folder.rglob("*.toml"))
