"""A picture of a board: places, what is printed and lies there, and the ways between them.

A game that has a map gives it as plain data; how it is drawn is a matter of `tools`.
"""

from __future__ import annotations

from dataclasses import dataclass

# What a place looks like, from ordinary to gone; pictures say it in a legend.
LOOKS = {
    "plain": "a place",
    "special": "has a power or a rule of its own",
    "full": "holds all it may",
    "lost": "lost for good",
}


@dataclass(frozen=True)
class Spot:
    """A place: `at` is (column, row) in any whole units, the first row on top; pictures keep the
    order, and the proportions of columns where that leaves room.

    `printed` is what the board says there, `there` what lies or stands there now, a line each.
    """

    name: str
    title: str
    at: tuple[int, int]
    printed: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    look: str = "plain"


@dataclass(frozen=True)
class Way:
    """A connection of two spots.

    `leaves` is the step, (-1, 0) or (0, -1), by which it leaves the board at `ends[0]`, to come in
    from the other side at `ends[1]`; None for a way on the board.
    """

    ends: tuple[str, str]
    leaves: tuple[int, int] | None = None


@dataclass(frozen=True)
class Chart:
    """The board; `told` are lines about what has no place on it."""

    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    told: tuple[str, ...] = ()
