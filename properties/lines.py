"""Lines of play counted over an explored space: perft by depth, whole games, ways without an end.

A line is a way from the start, step by step; where chance is taken into the edges, each of its
outcomes is a line of its own.  Nothing is counted beyond what was looked into: where the search
stopped short, perft goes as far as every line is known.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from properties.perft import Depth
from properties.space import Space

WORK_MAX = 5_000_000


@dataclass(frozen=True)
class Lines:
    """`depths` are exact; `why` says in words what kept perft from going further, if anything.

    `games` is the number of lines that end, and `by_end` for which reason: None where not all
    positions were looked into, or one can return, so that lines need not end.  `returning` says
    that one can; `lost` are nodes from which no end can be reached (None if not all is known).
    """

    depths: tuple[Depth, ...]
    why: str
    games: int | None
    by_end: dict[str, int] | None
    returning: bool
    lost: tuple[int, ...] | None


def count_lines(space: Space, work: int = WORK_MAX) -> Lines:
    """All counts of a space; `work` bounds the edges that perft follows."""
    leaving = _leaving(space)
    order = _order(space, leaving)
    returning = len(order) < space.states
    depths, why = _perft(space, leaving, work, returning)
    games: dict[str, int] | None = None
    if space.whole and not returning:
        games = _games(space, leaving, order)
    lost = _lost(space) if space.whole else None
    return Lines(tuple(depths), why, None if games is None else sum(games.values()), games,
                 returning, lost)  # fmt: skip


def _leaving(space: Space) -> list[list[int]]:
    """Node -> numbers of the edges that leave it."""
    found: list[list[int]] = [[] for _ in range(space.states)]
    for edge, source in enumerate(space.sources):
        found[source].append(edge)
    return found


def _order(space: Space, leaving: list[list[int]]) -> list[int]:
    """Nodes so that every edge leads forward; those on or behind a circle are left out."""
    into = [0] * space.states
    for target in space.targets:
        into[target] += 1
    ready = deque(node for node, count in enumerate(into) if not count)
    order: list[int] = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for edge in leaving[node]:
            target = space.targets[edge]
            into[target] -= 1
            if not into[target]:
                ready.append(target)
    return order


def _games(space: Space, leaving: list[list[int]], order: list[int]) -> dict[str, int]:
    """Lines that end, by reason: ways to each node, summed along the edges in order."""
    lines = [0] * space.states
    lines[0] = 1
    found: dict[str, int] = {}
    for node in order:
        if not leaving[node]:
            name = space.name(node)
            found[name] = found.get(name, 0) + lines[node]
        for edge in leaving[node]:
            lines[space.targets[edge]] += lines[node] * space.ways[edge]
    return dict(sorted(found.items()))


def _perft(
    space: Space, leaving: list[list[int]], work: int, returning: bool
) -> tuple[list[Depth], str]:  # fmt: skip
    """Lines and positions at each depth, as far as every line is known."""
    level, found = {0: 1}, list[Depth]()
    known = min((space.depths[n] for n in range(space.states) if not space.looked[n]), default=None)
    while level:
        ply = len(found)
        over = sum(lines for node, lines in level.items() if not leaving[node] and
                   space.looked[node])  # fmt: skip
        found.append(Depth(ply, sum(level.values()), len(level), over))
        if known is not None and ply >= known:
            return found, "what lies further was not looked into"
        if returning and ply >= space.depth:
            return found, "positions return, so lines need not end"
        deeper: dict[int, int] = {}
        for node, lines in level.items():
            for edge in leaving[node]:
                target = space.targets[edge]
                deeper[target] = deeper.get(target, 0) + lines * space.ways[edge]
            work -= len(leaving[node])
        if work < 0:
            return found, "counting further would take long"
        level = deeper
    return found, ""


def _lost(space: Space) -> tuple[int, ...]:
    """Nodes from which no end, and no finding, can be reached."""
    back: list[list[int]] = [[] for _ in range(space.states)]
    for edge, target in enumerate(space.targets):
        back[target].append(space.sources[edge])
    todo = [n for n in range(space.states) if space.is_end(n) or space.rows[n] < 0]
    seen = bytearray(space.states)
    for node in todo:
        seen[node] = 1
    while todo:
        for before in back[todo.pop()]:
            if not seen[before]:
                seen[before] = 1
                todo.append(before)
    return tuple(node for node in range(space.states) if not seen[node])
