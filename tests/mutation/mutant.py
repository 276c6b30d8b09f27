"""One mutant of a game's rules, and what judging it came to."""

from __future__ import annotations

from dataclasses import dataclass

RULES = LOAD, SCENARIOS, PROPERTIES, CORPUS = ("load", "scenarios", "properties", "corpus")
EXAMPLES = "examples"  # of what an event proves; guards are judged by them
BY_GUARDS = (LOAD, EXAMPLES, SCENARIOS)
PHASES = (LOAD, EXAMPLES, *RULES[1:])
# Parts of the properties: table and content, golden replays as openings, games with test packs.
STATIC, OPENINGS, DENSE = "static", "openings", "dense"
SURVIVED = "survived"
# Files that say which clauses an event proves: what is told of play hangs on them, and play does
# not.
GUARDS = "guards"


@dataclass(frozen=True)
class Mutant:
    """A file of a game's package with other text; `changed` are the lines, before and after."""

    file: str
    line: int
    column: int
    operator: str
    text: str
    changed: tuple[str, ...] = ()

    @property
    def guard(self) -> bool:
        """Whether it is one of what events prove, and none of the rules."""
        return GUARDS in self.file

    @property
    def id(self) -> str:
        """What names it: `fight.py:120:8 NumberReplacer`, and what became of the line."""
        made = " ".join(line[1:].strip() for line in self.changed if line.startswith("+"))
        return f"{self.file}:{self.line}:{self.column} {self.operator} {made}".strip()


@dataclass(frozen=True)
class Outcome:
    """What each phase noticed that noticed something, and the cost in processor seconds."""

    noticed: dict[str, str]
    cpu: float

    @property
    def killer(self) -> str:
        """The first phase that noticed, or `survived`."""
        return next((phase for phase in PHASES if phase in self.noticed), SURVIVED)

    @property
    def detail(self) -> str:
        """What the first phase that noticed says; "" of a survivor."""
        return self.noticed.get(self.killer, "")
