"""Scenario files and what came of them: what `ruleproof scenario` runs and tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from properties.scenario import Games, ScenarioError, ScenarioResult, run_scenario
from tools import console
from tools.errors import ToolError, Usage
from tools.failures import FINDING, UNREADABLE
from tools.inputs import STDIN, Input, unread
from tools.text import STEP_STYLES, Doc, columns, event_text, plural, step_cells

STYLES = {"ok": "green", "FAILED": "red", "ERROR": "red"}


@dataclass(frozen=True)
class Ran:
    """One file: its result, or the error that kept it from being run."""

    name: str
    result: ScenarioResult | None
    error: ScenarioError | ToolError | None = None

    @property
    def word(self) -> str:
        """`ok`, `FAILED` or `ERROR`."""
        if self.result is None:
            return "ERROR"
        return "ok" if self.result.ok else "FAILED"


def run(inputs: Sequence[Input]) -> list[Ran]:
    """Run each file; an error in one does not keep the others from being run."""
    games = Games()
    found: list[Ran] = []
    with console.progress(len(inputs), "scenarios") as advance:
        for item in inputs:
            if item.path is None:
                raise Usage("scenarios are read from files, not from stdin", "ruleproof scenario")
            found.append(_run_one(item, games))
            advance(1)
    return found


def _run_one(item: Input, games: Games) -> Ran:
    try:
        return Ran(item.name, run_scenario(item.file() or Path(STDIN), games))
    except ScenarioError as error:
        return Ran(item.name, None, error)
    except OSError as error:
        return Ran(item.name, None, unread(item.name, error))


def exit_code(found: Sequence[Ran]) -> int:
    """1 for a wrong claim, else 3 for a file that cannot be run, else 0."""
    words = [one.word for one in found]
    return FINDING if "FAILED" in words else UNREADABLE if "ERROR" in words else 0


def text(found: Sequence[Ran], steps: bool) -> str:
    """A line a file that holds, more for what does not; then the sum."""
    lines: list[str] = []
    for one in found:
        if one.error is not None:
            lines.append(f"{console.paint('ERROR', 'red')}   {one.error.code}: {one.error}")
        elif one.result is not None and (not one.result.ok or not console.current.quiet):
            word, _, rest = one.result.text(one.name).partition(" ")
            lines.append(f"{console.paint(word, STYLES[word])} {rest}")
            lines += _steps(one.result) if steps else []
    counts = {word: sum(one.word == word for one in found) for word in STYLES}
    told = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    lines.append(f"{plural(len(found), 'scenario')}: {told}")
    return "\n".join(lines) + "\n"


def _steps(result: ScenarioResult) -> list[str]:
    """The plies of a case, with events."""
    lines: list[str] = []
    rows = columns([step_cells(step) for step in result.steps], styles=STEP_STYLES)
    for row, step in zip(rows, result.steps, strict=True):
        lines += [row, *("          " + event_text(event) for event in step.events)]
    return lines


def as_dict(found: Sequence[Ran]) -> Doc:
    """`ruleproof.scenario/1`."""
    return {
        "schema": "ruleproof.scenario/1",
        "scenarios": [_one(one) for one in found],
        "counts": {word: sum(one.word == word for one in found) for word in STYLES},
        "exit": exit_code(found),
    }  # fmt: skip


def _one(one: Ran) -> Doc:
    result = one.result
    if result is None:
        return {"path": one.name, "verdict": one.word, "error": str(one.error)}
    return {
        "path": one.name, "verdict": one.word, "error": None,
        "name": result.scenario.name, "title": result.scenario.title,
        "game": result.scenario.game.name, "clauses": list(result.scenario.clauses),
        "wrong": [item.text() for item in result.mismatches],
        "violation": result.violation or None, "plies": len(result.steps),
    }  # fmt: skip
