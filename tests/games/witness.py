"""A game's properties seen as one: what they judge, what they leave out, and whether they agree."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.clauses import Clause
from engine.definition import Definition
from engine.game import Game
from engine.play import opening, walk
from properties.checker import Checker
from properties.invariant import (
    CONTENT,
    EVENT,
    FINAL,
    MEMORY,
    OBSERVATION,
    REACHABLE,
    STATE,
    STEP,
    TABLE,
    properties_for,
)
from properties.scenario import Games, run_scenario, scenario_files

SCENARIOS = Path(__file__).parents[1] / "scenarios"
# Proof kinds that one sort of property must speak for; an invariant may be of any moving sort.
BY_PROOF = {"table": {TABLE}, "content": {CONTENT}, "observation": {OBSERVATION},
            "invariant": {STATE, STEP, EVENT, FINAL}}  # fmt: skip


class Witness:
    """The properties of a registered game; `evaluations` counts what was judged by `agree`."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.properties = properties_for(definition.name)
        self.judged = [p for p in self.properties if p.sort not in (MEMORY, REACHABLE)]
        self.ids = {item.id for item in self.judged}
        self.paths = scenario_files(SCENARIOS / definition.name)
        self.evaluations: Counter[str] = Counter()

    def made(self) -> Games:
        """The games of scenario files."""
        return Games(definition=self.definition, properties=self.properties)

    # --- complete ---

    def absent(self, prefix: str, last: int) -> list[str]:
        """Invariants of the catalogue, numbered from 1 to `last`, that nothing judges."""
        return [name for n in range(1, last + 1) if (name := f"{prefix}-{n:02}") not in self.ids]

    def unclear(self) -> list[str]:
        """Properties without a clause, or whose statement is no sentence on one line."""
        return [
            item.label for item in self.judged
            if not item.clauses or "\n" in item.statement or not item.statement.endswith(".")
        ]  # fmt: skip

    def sorts_of(self, clause: str) -> set[str]:
        """The sorts of the properties that cite a clause."""
        return {item.sort for item in self.judged if clause in item.clauses}

    def unjudged(self) -> list[str]:
        """Clauses that no property judges, or none of the kind their proof asks for."""
        missing = []
        for clause in self.definition.clauses:
            wanted, found = BY_PROOF.get(clause.proof), self.sorts_of(clause.id)
            if wanted is not None and not wanted & found:
                missing.append(f"{clause.id}: proof {clause.proof}, judged by {sorted(found)}")
            elif not found and clause.proof != "none":
                missing.append(f"{clause.id}: judged by nothing")
        return missing

    def limits(self) -> list[Clause]:
        """Clauses that set a limit."""
        return [clause for clause in self.definition.clauses if clause.kind == "limit"]

    def limits_not_judged_at_the_step(self) -> list[str]:
        """Limits without a step invariant."""
        return [clause.id for clause in self.limits() if STEP not in self.sorts_of(clause.id)]

    # --- true, and not by silence ---

    def agree(self, game: Game, logs: Iterable[tuple[int, ...]], static: bool) -> list[str]:
        """What the properties hold against games, and with `static` against table and content."""
        checker = Checker(game, self.properties, collect=True)
        found = checker.static() if static else []
        for codes in logs:
            checker.begin(*opening(game))
            for step in walk(game, codes, checked=False):
                checker.step(step)
        self.evaluations.update(checker.evaluations)
        return [violation.text() for violation in (*found, *checker.violations)]

    def agree_with_scenarios(self) -> list[str]:
        """What the properties hold against the game's scenario files."""
        made, found = self.made(), []
        for path in self.paths:
            result = run_scenario(path, made)
            self.evaluations.update(result.evaluations)
            if result.violation:
                found.append(result.text())
        return found

    def silent(self) -> list[str]:
        """Properties that had nothing to say in all that was judged."""
        return [label for label, count in self.evaluations.items() if not count]
