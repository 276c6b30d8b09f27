"""What replays reached of a game's rules: clauses, exits, verbs, events, content rows, ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.definition import Definition
from engine.errors import EngineError
from engine.play import walk
from properties.coverage import Coverage, opened
from replays.corpus import golden
from replays.reader import Line
from tools.console import paint
from tools.failures import nothing
from tools.played import illegal, played
from tools.text import Doc, columns, plural

SHOWN = ("clauses", "exits", "verbs", "pairs", "events", "content", "ends", "options", "phases",
         "refusals")  # fmt: skip
BY_PLAY = ("event", "fact", "refusal", "exit", "invariant")
IDLE_SHOWN = 20


@dataclass(frozen=True, order=True)
class Way:
    """The ply that shows a clause: -1 if the set-up does; the row and the action in words."""

    ply: int
    file: str
    row: str = ""
    action: str = ""


# Clause -> the shortest way to it.
Shown = dict[str, Way]


@dataclass
class Covered:
    """Coverage of replays, all option sets together; where each clause is shown first."""

    coverage: Coverage
    shown: Shown
    plies: int


def covered(words: Sequence[str], contents: Sequence[str], game: str) -> Covered:
    """What every game in these files reached; the golden ones if there are none."""
    found: dict[int, Coverage] = {}
    shown: Shown = {}
    plies = 0
    files = words or [*map(str, golden(game))]
    if not files:
        raise nothing(f"{game} has no golden replays; name replays of it, as `ruleproof record` or "
                      "`ruleproof corpus gather` makes them")  # fmt: skip
    for name, setup, line in played(files, contents, game):
        one = found.setdefault(id(setup), Coverage(setup))
        plies += len(line.codes)
        try:
            _watch(one, line, name, shown)
        except EngineError as error:
            raise illegal(name, error) from error
    if not found:
        raise nothing(f"no game in {' '.join(words)}")
    first, *others = found.values()
    for other in others:
        first.merge(other)
    ids = first.game.definition.clauses.ids()
    return Covered(first, {ident: shown[ident] for ident in ids if ident in shown}, plies)


def _watch(coverage: Coverage, line: Line, name: str, shown: Shown) -> None:
    _, events, exits = opened(coverage.game)
    coverage.begin(events, exits)
    for happening in events:
        for ident in happening.clauses():
            shown[ident] = min(shown.get(ident, Way(-1, name)), Way(-1, name))
    for step in walk(coverage.game, line.codes):
        coverage.step(step)
        here = (step.ply, name)
        for ident in step.clauses():
            best = shown.get(ident)
            if best is None or here < (best.ply, best.file):
                shown[ident] = Way(*here, step.row, step.text)
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
    idle = document["columns"]["idle"]["items"]
    lines.append(paint(f"legal and never taken: {plural(len(idle), 'action')}", "bold"))
    often = sorted(idle, key=lambda text: (-idle[text]["hits"], text))
    lines += [f"  {text}" for text in often[:IDLE_SHOWN]]
    if len(often) > IDLE_SHOWN:
        lines.append(f"  and {len(often) - IDLE_SHOWN} more (--json names all)")
    return "\n".join([*lines, ""])


def _remark(name: str, item: str, seen: Doc, column: Doc, definition: Definition) -> str:
    """Why an item has no hits, or that it is rare."""
    if not seen["hits"]:
        proof = definition.clauses[item].proof if name == "clauses" else ""
        if proof and proof not in BY_PLAY:
            return f"not by play: {proof}"
        return paint("not reached", "yellow")
    return "rare" if item in column["rare"] else ""
