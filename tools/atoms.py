"""A state as small pieces in words, and what changes from one to the next: how a page keeps it.

An *atom* is a field, or a part of one that has a name (a seat, a place); its value is a text or the
texts of what lies there.  A page holds the first state whole and of each further one what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from engine.chart import Chart
from engine.fields import Json
from tools.places import laid_out, title_of
from tools.text import value_text

Atom = tuple[str, str]
Value = str | tuple[str, ...]
Atoms = Mapping[Atom, Value]
SIZES = "sizes"  # what a seat sees of the others' zones


def atoms_of(words: Mapping[str, Json], taken: Mapping[str, int]) -> dict[Atom, Value]:
    """The atoms of fields in words; `taken` names those kept by seat."""
    found: dict[Atom, Value] = {}
    for key, value in words.items():
        parts = _parts(value, key in taken)
        if parts is None:
            found[key, ""] = _value(value)
        elif not parts:
            found[key, ""] = ()
        for label, item in (parts or {}).items():
            by_seat = label == SIZES and isinstance(item, list)
            found[key, label] = _sizes(item) if by_seat else _value(item)
    return found


def _parts(value: Json, by_seat: bool) -> dict[str, Json] | None:
    """A value that has parts with names; None for one that has not."""
    if isinstance(value, Mapping):
        return dict(value)
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    if by_seat:
        return {f"seat {seat}": item for seat, item in enumerate(value)}
    if any(isinstance(item, Sequence | Mapping) and not isinstance(item, str) for item in value):
        return {str(number): item for number, item in enumerate(value)}
    return None


def _value(value: Json) -> Value:
    if isinstance(value, Mapping):
        return tuple(f"{key} {value_text(item)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(value_text(item) for item in value)
    return value_text(value)


def _sizes(counts: Json) -> Value:
    assert isinstance(counts, list)
    return tuple(f"seat {seat}: {value_text(count)}" for seat, count in enumerate(counts))


# ---- differences ----

Change = str | list[object] | dict[str, list[object]] | None


def change(before: Value | None, after: Value | None) -> Change:
    """From one value to another: a text, a list, `{"s": [at, removed, inserted]}`.

    None for a value that is gone.
    """
    if after is None or isinstance(after, str):
        return after
    if before is None or isinstance(before, str):
        return list(after)
    start = 0
    least = min(len(before), len(after))
    while start < least and before[start] == after[start]:
        start += 1
    end = 0
    while end < least - start and before[-1 - end] == after[-1 - end]:
        end += 1
    if not start and not end:
        return list(after)
    removed = len(before) - end - start
    return {"s": [start, removed, list(after[start : len(after) - end])]}


class Ledger:
    """The atoms of a page, numbered in the order in which they are shown."""

    def __init__(self, states: Iterable[Atoms]) -> None:
        self._numbers = {atom: number for number, atom in enumerate(in_order(states))}

    def changes(self, before: Atoms, after: Atoms) -> list[object]:
        """Flat: number of the atom, its change, and so on."""
        found: list[object] = []
        for atom, number in self._numbers.items():
            one, other = before.get(atom), after.get(atom)
            if one != other:
                found += [number, change(one, other)]
        return found

    def as_list(self) -> list[list[str]]:
        """Field and label of each atom, by number."""
        return [list(atom) for atom in self._numbers]


def in_order(sequences: Iterable[Iterable[Atom]]) -> list[Atom]:
    """All atoms once, in an order that each sequence agrees with; as they come up if none does."""
    behind: dict[Atom, dict[Atom, None]] = {}
    for atoms in sequences:
        last: Atom | None = None
        for atom in atoms:
            known = behind.setdefault(atom, {})
            if last is not None:
                known[last] = None
            last = atom
    try:
        return list(TopologicalSorter(behind).static_order())
    except CycleError:
        return list(behind)


# ---- boards ----


def board(chart: Chart) -> dict[str, object]:
    """What of a chart is the same in every position: places, and the ways as pairs of numbers."""
    numbers = {spot.name: number for number, spot in enumerate(chart.spots)}
    at = laid_out(chart)
    return {
        "spots": [[spot.name, title_of(spot), *at[spot.name]] for spot in chart.spots],
        "ways": [[numbers[way.ends[0]], numbers[way.ends[1]], *(way.leaves or ())]
                 for way in chart.ways],
    }  # fmt: skip


def board_changes(before: Chart | None, after: Chart) -> list[object]:
    """Flat: number of the place, [look, printed, there]; -1 and the lines about the whole."""
    found: list[object] = []
    if before is None or before.told != after.told:
        found += [-1, list(after.told)]
    for number, spot in enumerate(after.spots):
        if before is None or before.spots[number] != spot:
            found += [number, [spot.look, list(spot.printed), list(spot.there)]]
    return found
