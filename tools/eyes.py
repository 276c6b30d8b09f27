"""What a seat can tell of a position: fields that mean nothing now, and the board as it sees it.

Both are made from the seat's observation alone, so that positions it cannot tell apart look alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import cast

from engine.chart import Chart, Spot
from engine.fields import RANGES, Field, Json, Mask, Scalar
from engine.game import CHANCE, Game
from engine.observe import views
from engine.piles import COPIES_MAX, Pile, Piles
from engine.play import walk
from engine.state import State
from engine.zones import Ids, Masks, Numbers

GUESSES = 8  # positions that look alike from which a board is drawn
HIDDEN_LINE = "(hidden)"


def row_seen(game: Game, name: str) -> int:
    """The number of the first row that an observation calls so."""
    return next(n for n, row in enumerate(game.rows) if name in (row.name, row.phase.shown))


def idle_seen(game: Game, seen: Mapping[str, Json], seat: int) -> frozenset[str]:
    """Of what a seat sees, the fields with a life of their own (a fight, a turn) seen at rest."""
    blank = game.definition.state.fresh(game.rules)
    blank.phase = row_seen(game, str(seen["row"]))
    resting = [views(game.rows, blank, [seat], actor, None)[0] for actor in (seat, CHANCE)]
    return frozenset(key for key, kind in blank.FIELDS if kind.life and key in seen
                     and seen[key] in [rest[key] for rest in resting if key in rest])  # fmt: skip


# ---- the board ----


class Eyes:
    """The board as a seat sees it, along the entries of its view."""

    def __init__(self, game: Game, codes: Sequence[int], seat: int) -> None:
        self._game, self._seat = game, seat
        self._states = chain([game.initial()], (step.after for step in walk(game, codes)))
        self._state = next(self._states)

    def board(self, shown: Mapping[str, Json]) -> Chart | None:
        """The board in the next position that looks like this; None for a game without one."""
        if self._game.definition.chart is None:
            return None
        while self._game.observation(self._state, self._seat) != shown:
            self._state = next(self._states)
        return board_seen(self._game, self._state, shown, self._seat)


def board_seen(game: Game, state: State, shown: Mapping[str, Json], seat: int) -> Chart:
    """What the boards of several positions that look like this one to the seat have in common.

    What they have not is hidden from it.  Such a position need not be one that play reaches: where
    the game cannot draw one, numbers that are not told, then all that is not seen whole, are at
    rest in it.
    """
    chart = game.definition.chart
    assert chart is not None
    drawn: list[Chart] = []
    for turn in range(GUESSES):
        for calm in (False, True):
            guess, whole = guessed(game, state, shown, seat, turn, calm)
            try:
                drawn.append(chart(game.rules, guess))
            except Exception:  # tried again with less that is odd; at rest it is a fault
                continue
            if whole:
                return drawn[0]
            break
    if not drawn:
        drawn.append(chart(game.rules, guessed(game, state, shown, seat, None)[0]))
    return common(drawn)


def guessed(
    game: Game, state: State, shown: Mapping[str, Json], seat: int, turn: int | None,
    calm: bool = False,
) -> tuple[State, bool]:  # fmt: skip
    """A position that looks so to the seat, another for each `turn`; whether it sees all of it.

    `calm`: numbers that are not told are at rest; for None all that is not seen whole, but its own.
    """
    copy, names, whole = state.clone(), game.rules.names, True
    for key, kind in copy.FIELDS:
        value, told = getattr(copy, key), shown.get(key)
        if key == "phase" or told == kind.words(value, names):
            continue
        whole = False
        count = len(names[kind.names]) if kind.names else None
        rests = turn is None or (calm and isinstance(kind, Scalar | Numbers) and told is None)
        guess = kind.rest() if rests else _guess(kind, told, count, turn or 0)
        if isinstance(told, Mapping) and "own" in told and kind.seats():
            cast(list[object], guess)[seat] = cast(list[object], value)[seat]
        setattr(copy, key, guess)
    copy.phase = row_seen(game, str(shown["row"]))
    copy.ply = 0
    return copy, whole


def _guess(kind: Field, told: Json, names: int | None, turn: int) -> object:
    """A value of which a seat is told so much: `told` is its size, its own part and sizes, None."""
    size = told if isinstance(told, int) and not isinstance(told, bool) else None
    if isinstance(kind, Masks | Piles):
        sizes = told.get("sizes") if isinstance(told, Mapping) else None
        found = cast(list[object], kind.rest())
        for at in range(kind.count):
            share = _share(size, at == turn % kind.count)
            count = cast(int, sizes[at]) if isinstance(sizes, list) else share
            found[at] = _zone(kind.one, count, names, turn)
        return found
    if isinstance(kind, Mask | Pile | Ids):
        return _zone(kind, size, names, turn)
    if isinstance(kind, Scalar):
        return _number(kind.default, kind.low, kind.high, names, turn) if size is None else size
    if isinstance(kind, Numbers):
        row, high = kind.rest(), RANGES[kind.code][1]
        cells = [_number(kind.default, 0, high, names, turn + at) for at in range(kind.count)]
        if size is not None:
            cells = _spread([0] * kind.count, size, turn, high)
        for at, cell in enumerate(cells):
            row[at] = cell
        return row
    return kind.rest()


def _share(size: int | None, here: bool) -> int | None:
    """Of a size told for several zones at once: all of it lies in one."""
    return None if size is None else size if here else 0


def _zone(kind: Mask | Pile | Ids, size: int | None, names: int | None, turn: int) -> object:
    """So many things in a zone, others for each turn; not told how many, ever more."""
    if isinstance(kind, Ids):
        room = names or GUESSES
    else:
        most = kind.bits if isinstance(kind, Mask) else kind.kinds
        room = max(1, most if names is None else min(most, names))
    first = turn * room // GUESSES
    count = turn * room // (GUESSES - 1) if size is None else size
    if isinstance(kind, Ids):
        return [(first + n) % room for n in range(min(count, kind.most))]
    if isinstance(kind, Mask):
        return sum(1 << (first + n) % room for n in range(min(count, room)))
    return bytearray(_spread([0] * room, count, first, COPIES_MAX)).ljust(kind.kinds, b"\0")


def _spread(row: list[int], count: int, first: int, most: int) -> list[int]:
    """So many in a row of numbers, all in the cell `first` if it holds them, else in the next too.
    """
    for n in range(len(row)):
        at = (first + n) % len(row)
        row[at] = min(count, most)
        count -= row[at]
    return row


def _number(rest: int, low: int, high: int, names: int | None, turn: int) -> int:
    """A number that is not told: at rest, or another in its range."""
    most = high if names is None else names - 1
    found = [rest, *(n for n in range(max(low, 0), most + 1)[: GUESSES - 1] if n != rest)]
    return found[turn % len(found)]


def common(charts: Sequence[Chart]) -> Chart:
    """The first chart with what all have; a line that some have not is hidden."""
    places = [{spot.name: spot for spot in chart.spots} for chart in charts]
    spots = tuple(_common_spot(spot, [each.get(spot.name) for each in places])
                  for spot in charts[0].spots)  # fmt: skip
    return replace(charts[0], spots=spots, told=_common_lines([chart.told for chart in charts]))


def _common_spot(spot: Spot, others: Sequence[Spot | None]) -> Spot:
    there = [other or Spot(spot.name, "", spot.at) for other in others]
    return replace(
        spot,
        title=spot.title if all(other.title == spot.title for other in there) else spot.name,
        look=spot.look if all(other.look == spot.look for other in there) else "plain",
        printed=_common_lines([other.printed for other in there]),
        there=_common_lines([other.there for other in there]),
    )


def _common_lines(found: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    first = found[0]
    if all(lines == first for lines in found):
        return first
    return (*(line for line in first if all(line in lines for lines in found)), HIDDEN_LINE)
