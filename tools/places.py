"""Where the places of a chart stand in a picture: rows level, no two in one place, none too far.

A chart says where its places lie in units of its own; a picture needs boxes of a size to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from engine.chart import Chart, Spot

Cell = tuple[int, int]
BOX = 2  # a box is two columns wide, so that rows can be centred over each other
LOOSE = 2  # how many times as wide as need be a picture may be for the sake of its proportions


def laid_out(chart: Chart) -> dict[str, Cell]:
    """Column in halves of a box, and row, both from 0, of each place by its name.

    Columns keep their proportions where neighbours stand a box apart, unless gaps would make the
    picture far wider than the boxes need; then they keep their order.
    """
    rows = {row: number for number, row in enumerate(sorted({spot.at[1] for spot in chart.spots}))}
    keys = _apart(chart.spots)
    lines: dict[int, list[Cell]] = {}
    for spot in chart.spots:
        lines.setdefault(spot.at[1], []).append(keys[spot.name])
    columns = _close(keys.values(), lines)
    even = _even(keys.values(), lines)
    if even and max(even.values()) <= LOOSE * max(columns.values()):
        columns = even
    return {spot.name: (columns[keys[spot.name]], rows[spot.at[1]]) for spot in chart.spots}


def title_of(spot: Spot) -> str:
    """What a place is called: its name, where the game gives no title."""
    return spot.title.strip() or spot.name


def _apart(spots: Sequence[Spot]) -> dict[str, Cell]:
    """(column, how many stand there already) of each place."""
    there: dict[Cell, int] = {}
    found = {}
    for spot in spots:
        number = there.get(spot.at, 0)
        there[spot.at] = number + 1
        found[spot.name] = (spot.at[0], number)
    return found


def _close(keys: Iterable[Cell], lines: Mapping[int, Sequence[Cell]]) -> dict[Cell, int]:
    """The columns as near to each other as boxes allow, each a half to the right of the last."""
    found: dict[Cell, int] = {}
    last = dict.fromkeys(lines, -BOX)
    column = -1
    for key in sorted(set(keys)):
        here = [row for row, line in lines.items() if key in line]
        column = max(column + 1, *(last[row] + BOX for row in here))
        found[key] = column
        last.update(dict.fromkeys(here, column))
    return found


def _even(keys: Iterable[Cell], lines: Mapping[int, Sequence[Cell]]) -> dict[Cell, int]:
    """The columns in proportion, the nearest neighbours of a row a box apart; empty if none are."""
    gaps = [b[0] - a[0] for line in lines.values() for a, b in pairwise(sorted(line))]
    if not gaps or not min(gaps):
        return {}
    first = min(key[0] for key in keys)
    return {key: (key[0] - first) * BOX // min(gaps) for key in keys}
