"""Which scenarios, games and golden replays run which lines of the rules (coverage.py, contexts).

What never runs the changed statement cannot tell a mutant from the game as it is: it is left out.
A statement that ran while the game was loaded and made is no such case, and neither is content
turned into tables, which are kept: there everything is judged.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import coverage

MADE = "made"
KEEPS = ("components",)  # files whose functions remember what they worked out once
Units = dict[str, list[int]]


@dataclass
class Reach:
    """For each phase the units of the game as it is; for each line of a file those that run it."""

    units: Units = field(default_factory=dict)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)

    def of(self, file: str, text: str, line: int) -> Units | None:
        """The units that can notice a change of the statement at a line; None: it ran before them.

        Those come first that run fewest lines: they are the quickest to say what is wrong.
        """
        span = statement(text, line)
        own = self.lines.get(file, {})
        found = {context for at in span for context in own.get(at, ())}
        if not span or MADE in found or file.startswith(KEEPS):
            return None
        return {phase: sorted((unit for unit in units if f"{phase} {unit}" in found),
                              key=lambda unit, of=phase: (self.size[f"{of} {unit}"], unit))
                for phase, units in self.units.items()}  # fmt: skip

    def as_dict(self) -> dict[str, object]:
        """Units and lines, for JSON."""
        return {"units": self.units, "lines": self.lines}

    @classmethod
    def from_dict(cls, found: Mapping[str, Mapping]) -> Reach:
        """What `as_dict` gave, from JSON, where line numbers are texts."""
        lines = {file: {int(line): contexts for line, contexts in numbers.items()}
                 for file, numbers in found["lines"].items()}  # fmt: skip
        return cls(dict(found["units"]), lines)

    @property
    def size(self) -> Mapping[str, int]:
        """How many lines a unit runs, by its context."""
        if not self._size:
            for file in self.lines.values():
                for contexts in file.values():
                    for context in contexts:
                        self._size[context] = self._size.get(context, 0) + 1
        return self._size

    _size: dict[str, int] = field(default_factory=dict)


def statement(text: str, line: int) -> range:
    """The lines of the innermost statement at a line, of a compound one its head; empty: none."""
    found: ast.stmt | None = None
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            if found is None or node.lineno >= found.lineno:
                found = node
    if found is None:
        return range(0)
    stop = (found.end_lineno or line) + 1
    body = getattr(found, "body", None)
    if body and line < body[0].lineno:
        stop = body[0].lineno
    return range(found.lineno, stop)


class Tracer:
    """Notes the lines of a folder that run, unit by unit."""

    def __init__(self, folder: Path) -> None:
        self._cover = coverage.Coverage(data_file=None, config_file=False, include=[f"{folder}/*"])
        self._folder = folder

    @contextmanager
    def noting(self) -> Iterator[Callable[[str], None]]:
        """What runs is noted under the context last given, at first MADE."""
        self._cover.start()
        self._cover.switch_context(MADE)
        try:
            yield self._cover.switch_context
        finally:
            self._cover.stop()

    def lines(self) -> dict[str, dict[int, list[str]]]:
        """The contexts of each line of each file."""
        data = self._cover.get_data()
        return {Path(path).name: {line: sorted(contexts)
                                  for line, contexts in data.contexts_by_lineno(path).items()}
                for path in sorted(data.measured_files())}  # fmt: skip

