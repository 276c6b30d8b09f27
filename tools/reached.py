"""What replays reached of a game's rules: clauses, exits, verbs, events, content rows, ends."""

from __future__ import annotations

from collections.abc import Sequence

from engine.definition import Definition
from engine.errors import IllegalAction
from engine.play import walk
from properties.coverage import Coverage, opened
from replays.reader import Line
from tools.console import paint
from tools.failures import nothing
from tools.played import illegal, played
from tools.text import Doc, columns, plural

SHOWN = ("clauses", "exits", "verbs", "events", "content", "ends", "options", "refusals")
BY_PLAY = ("event", "fact", "refusal", "exit", "invariant")


def coverage_of(words: Sequence[str], contents: Sequence[str], game: str) -> Coverage:
    """Coverage of every game in these files, all option sets together."""
    found: dict[int, Coverage] = {}
    for name, setup, line in played(words, contents, game):
        one = found.setdefault(id(setup), Coverage(setup))
        try:
            _watch(one, line)
        except IllegalAction as error:
            raise illegal(name, error) from error
    if not found:
        raise nothing(f"no game in {' '.join(words)}")
    first, *others = found.values()
    for other in others:
        first.merge(other)
    return first


def _watch(coverage: Coverage, line: Line) -> None:
    _, events, exits = opened(coverage.game)
    coverage.begin(events, exits)
    for step in walk(coverage.game, line.codes):
        coverage.step(step)
    coverage.finish()


def coverage_document(coverage: Coverage) -> Doc:
    """`ruleproof.coverage/1`: every item of every column, those with 0 too."""
    return {"schema": "ruleproof.coverage/1", **coverage.as_dict()}


def coverage_text(document: Doc, definition: Definition) -> str:
    """A block a column: reached of how many, then each item with hits and games."""
    lines = [f"{paint(definition.title, 'bold')}: {plural(document['games'], 'game')}", ""]
    for name in SHOWN:
        column = document["columns"][name]
        head = f"{name}: {column['reached']} of {column['of']}"
        lines.append(paint(head, "bold"))
        rows = [("", "hits", "games", "")]
        for item, seen in column["items"].items():
            rows.append((f"  {item}", f"{seen['hits']:>8,}", f"{seen['games']:>6,}",
                         _remark(name, item, seen, column, definition)))  # fmt: skip
        lines += [*columns(rows, head=True), ""]
    return "\n".join(lines)


def _remark(name: str, item: str, seen: Doc, column: Doc, definition: Definition) -> str:
    """Why an item has no hits, or that it is rare."""
    if not seen["hits"]:
        proof = definition.clauses[item].proof if name == "clauses" else ""
        if proof and proof not in BY_PLAY:
            return f"not by play: {proof}"
        return paint("not reached", "yellow")
    return "rare" if item in column["rare"] else ""
