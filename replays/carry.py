"""A game's log with all that stands in it, undone plies and remarks too, under other codes.

A step of a migration rewrites lines: the codes from position 0 to where a line was left, by an undo
or at the end.  Where every line keeps its number of plies and lines agree on what they share, each
ply has its new code, and undos, redos and remarks stay where they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from engine.definition import Codes
from engine.game import Game
from replays.reader import Line
from replays.recorder import Recorder
from replays.records import ANNOTATION, NOTE, REDO, UNDO, Block, GameStart, Mark, Record

Item: TypeAlias = int | Mark
Items: TypeAlias = list[Item]
Rewrite: TypeAlias = Callable[[Codes], Codes]


def items_of(records: Iterable[Record]) -> list[Items]:
    """The plies and marks of each game of a file, in order."""
    games: list[Items] = []
    for record in records:
        if isinstance(record, GameStart):
            if record.seed is not None:
                games.append([])
            continue
        if not games:
            games.append([])
        if isinstance(record, Block):
            games[-1] += record.codes
        elif isinstance(record, Mark):
            games[-1].append(record)
    return games or [[]]


def whole(items: Sequence[Item], rewrite: Rewrite) -> Items | None:
    """All of it under new codes; None where plies do not keep their places.

    What `rewrite` raises for a line it cannot carry goes through.
    """
    old = list(_lines(items))
    new = [tuple(rewrite(line)) for line in old]
    if any(len(one) != len(other) for one, other in zip(old, new, strict=True)):
        return None
    found: Items = []
    at, line, came = 0, iter(new), next(iter(new))
    next(line)
    for item in items:
        if isinstance(item, int):
            found.append(came[at])
            at += 1
            continue
        if item.kind == UNDO:
            left, came, at = came, next(line), item.ply
            if left[:at] != came[:at]:
                return None
        found.append(item)
    return found


def _lines(items: Sequence[Item]) -> Iterable[tuple[int, ...]]:
    """The line as it stood at each undo, and at the end."""
    codes: list[int] = []
    for item in items:
        if isinstance(item, int):
            codes.append(item)
        elif item.kind == UNDO:
            yield tuple(codes)
            del codes[item.ply :]
    yield tuple(codes)


def final(line: Line, rewrite: Rewrite) -> Items:
    """The final line alone, its remarks behind it where no ply was put in or left out.

    A remark about a position that was undone is none of the final line's.
    """
    codes = rewrite(line.codes)
    marks = line.marks if len(codes) == len(line.codes) else ()
    return [*codes, *(Mark(mark.ply, ANNOTATION, mark.text) for mark in marks
                      if mark.kind in (NOTE, ANNOTATION) and mark.ply <= len(codes))]  # fmt: skip


def behind(items: Sequence[Item], kept: Sequence[Item]) -> tuple[int, int]:
    """(undos, remarks) of a game that are not kept."""
    counts = []
    for kinds in ((UNDO,), (NOTE, ANNOTATION)):
        here, there = (sum(isinstance(item, Mark) and item.kind in kinds for item in part)
                       for part in (items, kept))  # fmt: skip
        counts.append(here - there)
    return counts[0], counts[1]


def record(recorder: Recorder, game: Game, line: Line, items: Sequence[Item]) -> None:
    """Record a game by today's rules; IllegalAction, or ValueError where it does not end as it did.
    """
    states = [game.initial()]
    recorder.begin(states[0].clone(), line.index)
    for item in items:
        if isinstance(item, int):
            state = states[-1].clone()
            legal = game.legal_actions(state)
            game.apply(state, item)
            recorder.ply(item, state, len(legal))
            states.append(state)
        elif item.kind == UNDO:
            recorder.undo(item.ply)
            del states[item.ply + 1 :]
        elif item.kind == REDO:
            recorder.redo(item.ply)
        elif item.kind == NOTE:
            recorder.note(item.text or "")
        else:
            recorder.annotate(item.text or "", item.ply)
    state = states[-1]
    over = game.is_terminal(state) or state.ply >= game.plies_max
    if over != line.complete:
        ends = "goes on" if line.complete else "is over"
        raise ValueError(f"the game {ends} at position {state.ply} by today's rules")
    if over:
        recorder.finish(game, state)
