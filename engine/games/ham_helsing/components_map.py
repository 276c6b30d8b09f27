"""Components: the map, as printed and with all wraparound paths joined to one junction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.content import Pack
from engine.fields import bits_of


@dataclass(frozen=True)
class Atlas:
    """Connections: `near` as ascending tuples, `mask` as sets, `wraps` those over the edge.

    `away[a][b]` is the number of steps from a to b (HH-ROBO-02).
    """

    near: tuple[tuple[int, ...], ...]
    mask: tuple[int, ...]
    wraps: tuple[int, ...]
    away: tuple[tuple[int, ...], ...]


def _atlas(mask: Sequence[int], wraps: Sequence[int]) -> Atlas:
    away = tuple(_steps(mask, start) for start in range(len(mask)))
    return Atlas(tuple(tuple(bits_of(near)) for near in mask), tuple(mask), tuple(wraps), away)


def _steps(mask: Sequence[int], start: int) -> tuple[int, ...]:
    """Steps from `start` to each Location, breadth first."""
    found = [0] * len(mask)
    seen = edge = 1 << start
    step = 0
    while edge:
        for at in bits_of(edge):
            found[at] = step
        step += 1
        reached = 0
        for at in bits_of(edge):
            reached |= mask[at]
        edge = reached & ~seen
        seen |= edge
    return tuple(found)


def build_map(pack: Pack) -> Atlas:
    """The map as printed; paths over the edge are paths like others (HH-MOVE-02)."""
    ids = pack.ids("location")
    mask, wraps = [0] * len(ids), [0] * len(ids)
    for row in pack.rows_of("path"):
        one, other = (ids.index(name) for name in cast(Sequence[str], row["ends"]))
        for a, b in ((one, other), (other, one)):
            mask[a] |= 1 << b
            wraps[a] |= 1 << b if row["wrap"] != "none" else 0
    return _atlas(mask, wraps)


def with_junction(printed: Atlas) -> Atlas:
    """HH-SYB-11: whoever leaves over the edge may come in by any other such path."""
    ends = sum(1 << at for at, wraps in enumerate(printed.wraps) if wraps)
    wraps = [ends & ~(1 << at) if ends >> at & 1 else 0 for at in range(len(printed.mask))]
    return _atlas([a | b for a, b in zip(printed.mask, wraps, strict=True)], wraps)
