"""What proves each clause of a catalogue: golden replays, scenarios, invariants, static checks.

A clause says by its `proof` what kind of evidence can prove it; evidence of another kind does not
count.  Whatever fails (a scenario, a property on a replay) proves nothing and stands in `notes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.clauses import Clause
from engine.definition import Definition
from engine.errors import EngineError
from engine.events import Happening
from engine.game import Game
from engine.play import Step, walk
from engine.registry import definition as registered
from properties.checker import Checker
from properties.citations import code_of
from properties.coverage import opened
from properties.invariant import CONTENT, OBSERVATION, TABLE, Property, properties_for
from properties.scenario import Games, ScenarioError, ScenarioResult, run_scenario, scenario_files
from replays.corpus import golden
from replays.errors import ReplayError
from replays.reader import loader, read
from replays.verdict import plural

HAPPENING = ("event", "fact")
REFS_MAX = 3
NOTHING = {"kind": "none", "ref": "nothing to run"}
SCENARIOS = Path("tests", "scenarios")

Refs = dict[str, dict[str, None]]


@dataclass
class Evidence:
    """What was seen, by clause, as references: in events and verbs, by exits, by refusals."""

    happened: Refs = field(default_factory=dict)
    exits: Refs = field(default_factory=dict)
    refused: Refs = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, column: Refs, idents: Iterable[str], ref: str) -> None:
        """One reference for some clauses; the first few are kept."""
        for ident in idents:
            refs = column.setdefault(ident, {})
            if len(refs) < REFS_MAX:
                refs[ref] = None

    def events(self, events: Iterable[Happening], ref: str) -> None:
        """Clauses of events."""
        for happening in events:
            self.add(self.happened, happening.clauses(), ref)

    def left(self, game: Game, exits: Iterable[tuple[int, int]], ref: str) -> None:
        """Clauses of exits taken and of the rows they lead to."""
        for row, number in exits:
            exit = game.rows[row].phase.exits[number]
            target = next(r.phase.clause for r in game.rows if r.name == exit.target)
            self.add(self.exits, filter(None, (*exit.clauses, target)), ref)

    def ply(self, step: Step, ref: str) -> None:
        """Clauses of one ply."""
        verb = step.game.space.verb_of(step.code).clause
        self.add(self.happened, filter(None, (verb,)), ref)
        self.events(step.events, ref)
        self.left(step.game, step.exits, ref)


@dataclass(frozen=True)
class Proofs:
    """The result: one entry a clause as `rules --json` shows it, and what is wanting."""

    game: str
    clauses: list[dict[str, object]]
    unproven: list[str]
    uncoded: list[str]
    notes: list[str]

    def as_dict(self) -> dict[str, object]:
        """The document `ruleproof.rules/1` without its schema line."""
        return {"game": self.game, "clauses": self.clauses, "unproven": self.unproven,
                "uncoded": self.uncoded, "notes": self.notes}  # fmt: skip


class Gathering:
    """Runs everything that may prove a clause of one game, once."""

    def __init__(self, definition: Definition, properties: Sequence[Property]) -> None:
        self.definition = definition
        self.properties = tuple(properties)
        self.evidence = Evidence()
        self.counts: dict[str, int] = {item.label: 0 for item in self.properties if item.label}
        self.broken: dict[str, None] = {}
        self._checkers: dict[int, Checker] = {}

    def replays(self, paths: Iterable[Path]) -> None:
        """Golden replays, walked under the properties."""
        load = loader()
        for path in paths:
            try:
                replay = read(path)
                for line in replay.games:
                    self._walk(load(replay.head()), line.codes, path.name)
            except (ReplayError, EngineError) as error:
                self.evidence.notes.append(f"{path.name}: {error}")
        for checker in self._checkers.values():
            self._count(checker.evaluations)

    def _walk(self, game: Game, codes: Sequence[int], name: str) -> None:
        checker = self._checkers.setdefault(id(game), Checker(game, self.properties))
        state, events, exits = opened(game)
        found = checker.begin(state, events)
        self.evidence.events(events, f"replay {name} position 0")
        self.evidence.left(game, exits, f"replay {name} position 0")
        for step in walk(game, codes, state):
            self.evidence.ply(step, f"replay {name} ply {step.ply}")
            found = found or checker.step(step)
        if found is not None:
            self._blame(found.label, f"replay {name}: {found.text()}")

    def _blame(self, label: str, note: str) -> None:
        self.broken[label] = None
        self.evidence.notes.append(note)

    def _count(self, evaluations: dict[str, int]) -> None:
        for label, count in evaluations.items():
            self.counts[label] = self.counts.get(label, 0) + count

    def scenarios(self, folder: Path) -> None:
        """Scenario files; only those that hold prove anything."""
        games = Games(self.definition, self.properties)
        for path in scenario_files(folder):
            try:
                result = run_scenario(path, games)
            except ScenarioError as error:
                self.evidence.notes.append(str(error))
                continue
            if not result.ok:
                self.evidence.notes.append(result.text())
                continue
            self._count(result.evaluations)
            self._scenario(result)

    def _scenario(self, result: ScenarioResult) -> None:
        game, ref = result.scenario.game, f"scenario {result.scenario.name}"
        evidence = self.evidence
        evidence.events(result.opening.events, ref)
        evidence.left(game, result.opening.exits, ref)
        for step in result.steps:
            evidence.ply(step, ref)
        offered, refused = _offers(result)
        if offered and refused:
            evidence.add(evidence.refused, result.scenario.clauses, ref)

    def static(self, game: Game) -> None:
        """Table and content checks."""
        checker = Checker(game, self.properties)
        for found in checker.static():
            self._blame(found.label, found.text())
        self._count(checker.evaluations)

    def judged(self, ident: str, sorts: tuple[str, ...] = ()) -> list[str]:
        """References to properties that spoke about a clause and held."""
        static = (TABLE, CONTENT, OBSERVATION)
        return [
            f"{item.sort} {item.label} ({plural(self.counts[item.label], 'evaluation')})"
            for item in self.properties
            if ident in item.clauses and self.counts.get(item.label)
            if item.label not in self.broken
            if (item.sort in sorts if sorts else item.sort not in static)
        ]

    def proven_by(self, clause: Clause) -> list[dict[str, str]]:
        """Proofs of the kind the clause asks for."""
        kind, evidence = clause.proof, self.evidence
        if kind in HAPPENING:
            refs = list(evidence.happened.get(clause.id, ()))
        elif kind == "exit":
            refs = list(evidence.exits.get(clause.id, ()))
        elif kind == "refusal":
            refs = list(evidence.refused.get(clause.id, ()))
        elif kind == "invariant":
            refs = self.judged(clause.id)
        elif kind == "none":
            return [NOTHING]
        else:
            refs = self.judged(clause.id, (kind,))
        return [{"kind": kind, "ref": ref} for ref in refs[:REFS_MAX]]


def _offers(result: ScenarioResult) -> tuple[dict[str, None], dict[str, None]]:
    """Verbs offered somewhere in a scenario, and verbs whose refusal it claims and shows."""
    verbs = [step.verb for step in result.steps if step.player >= 0]
    offered = dict.fromkeys(verbs)
    refused: dict[str, None] = {}
    for _, text, legal in result.offers:
        (offered if legal else refused)[text.split()[0]] = None
    return offered, refused


def scenario_folder(definition: Definition) -> Path | None:
    """`tests/scenarios/<game>` of the checkout that holds the game's package; None outside one."""
    for parent in definition.folder.resolve().parents:
        folder = parent / SCENARIOS / definition.name
        if folder.is_dir():
            return folder
    return None


def proofs(
    game: str | Definition,
    folder: Path | None = None,
    properties: Sequence[Property] | None = None,
    replays: Sequence[Path] | None = None,
) -> Proofs:
    """Gather the proofs of a game's clauses; by default its own golden replays, scenarios and
    properties.  `folder`: where its scenario files are, if not in a checkout.
    """
    definition = registered(game) if isinstance(game, str) else game
    judged = properties_for(definition.name) if properties is None else properties
    gathering = Gathering(definition, judged)
    gathering.static(Game(definition))
    gathering.replays(golden(definition.name) if replays is None else replays)
    place = scenario_folder(definition) if folder is None else folder
    if place is None:
        gathering.evidence.notes.append("not run from a checkout: no scenario files were found")
    else:
        gathering.scenarios(place)
    return _report(definition, gathering)


def _report(definition: Definition, gathering: Gathering) -> Proofs:
    code = code_of(definition)
    proven = {clause.id: gathering.proven_by(clause) for clause in definition.clauses}
    entries: list[dict[str, object]] = []
    unproven: list[str] = []
    for clause in definition.clauses:
        found = proven[clause.id]
        target = clause
        while target.same_as and not found:
            target = definition.clauses[target.same_as]
            found = [{"kind": p["kind"], "ref": f"as {target.id}: {p['ref']}"}
                     for p in proven[target.id]]  # fmt: skip
        if not found:
            unproven.append(clause.id)
        entries.append({"id": clause.id, "proof": clause.proof, "rows": list(clause.rows),
                        "code": code[clause.id], "proven_by": found})  # fmt: skip
    uncoded = [c.id for c in definition.clauses if not code[c.id] and c.proof != "none"]
    return Proofs(definition.name, entries, unproven, uncoded, gathering.evidence.notes)
