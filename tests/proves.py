"""What an event proves, by example: `tests/golden/GAME/proves.txt`, one occurrence a line.

    trap.sprung stat=health printed=2 reduced=1 lost=1 left=0: TH-ICON-03 TH-ICON-04

All facts in order, lists in brackets, then every clause the occurrence proves, and no other.  The
lines are kept by hand; nothing writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.definition import Definition
from engine.events import FLAG, Event, Happening, Value
from engine.game import Game
from engine.registry import definition

FLAGS = ("false", "true")
GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Example:
    """An occurrence and the clauses it is to prove, in the order of the event."""

    number: int
    happening: Happening
    clauses: tuple[str, ...]


def examples(game: str) -> Iterator[Example]:
    """The examples of a game; ValueError with the line that cannot be read."""
    found = definition(game)
    events = {event.kind: event for event in found.events}
    names = Game(found).rules.names
    text = (GOLDEN / game / "proves.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        facts, _, clauses = line.partition(":")
        kind, *words = facts.split()
        try:
            event = events[kind]
            given = dict(word.split("=", 1) for word in words)
            if tuple(given) != event.facts:
                raise ValueError(f"{kind} has the facts {' '.join(event.facts)}")
            values = tuple(_value(event, at, given[name], names)
                           for at, name in enumerate(event.facts))  # fmt: skip
        except (KeyError, ValueError) as error:
            raise ValueError(f"{game}/proves.txt:{number}: {error}") from error
        yield Example(number, Happening(event, values, names), tuple(clauses.split()))


def _value(event: Event, at: int, text: str, names: dict[str, Sequence[str]]) -> Value:
    if text.startswith("["):
        return tuple(_number(event.tables[at], word, names)
                     for word in text[1:-1].split(",") if word)  # fmt: skip
    return _number(event.tables[at], text, names)


def _number(table: str, word: str, names: dict[str, Sequence[str]]) -> int:
    if not table:
        return int(word)
    if word == "none":
        return -1
    return (FLAGS if table == FLAG else names[table]).index(word)


def wrong(game: str) -> list[str]:
    """The examples whose occurrence proves other clauses, as lines."""
    found = []
    for example in examples(game):
        proven = example.happening.clauses()
        if proven != example.clauses:
            said, is_so = " ".join(example.clauses), " ".join(proven)
            found.append(f"{game}/proves.txt:{example.number}: {example.happening!r} proves"
                         f" {is_so or 'nothing'}, not {said or 'nothing'}")  # fmt: skip
    return found


def one_sided(found: Definition) -> list[str]:
    """Guarded clauses of a game without an example that proves them, or without one that does not:
    `KIND CLAUSE`."""
    seen: dict[str, list[Example]] = {}
    for example in examples(found.name):
        seen.setdefault(example.happening.kind, []).append(example)
    return [f"{event.kind} {ident}" for event in found.events for ident, _ in event.guarded
            if len({ident in example.clauses for example in seen.get(event.kind, ())}) < 2]
