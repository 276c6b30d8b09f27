"""One mutant of a game's rules, and what judging it came to."""

from __future__ import annotations

from dataclasses import dataclass

PHASES = LOAD, SCENARIOS, PROPERTIES, CORPUS = ("load", "scenarios", "properties", "corpus")
SURVIVED = "survived"


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
    def id(self) -> str:
        """What names it: `fight.py:120:8 NumberReplacer`, and what became of the line."""
        made = " ".join(line[1:].strip() for line in self.changed if line.startswith("+"))
        return f"{self.file}:{self.line}:{self.column} {self.operator} {made}".strip()


@dataclass(frozen=True)
class Outcome:
    """Which phase killed a mutant, or `survived`; how, and what it cost in processor seconds."""

    killer: str
    detail: str
    cpu: float
