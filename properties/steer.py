"""Coverage-steered search: logs that reached something new are kept, cut and gone on from.

A game of a campaign that reaches an item nobody reached before it (a clause, an exit, a pair of
verbs, an event, a content row, an end, a verb refused) is kept, up to the ply that reached the last
of them.  A steered game replays the beginning of a kept one, then goes on otherwise: with another
seed and policies, along another kept log, or under other options.

Everything is decided by positions: games of round r go on from what was kept up to round r - LAG,
merged in the order of the games, so that any number of workers plays the same games.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.options import Value
from engine.play import Policy, walk
from engine.rng import Tape
from engine.state import State
from properties.campaign import round_of
from properties.coverage import Coverage, opened

LAG = 2
STEERING = ("clauses", "exits", "pairs", "events", "content", "ends")
REFUSALS = "refusals"
NONE_OFFERED = "/0"
SPLICE, OTHER_OPTIONS, MANNERS = 0, 1, 8
NEWEST = 4  # every other parent is of the newest quarter
BACK_MAX = 8
LOOK_MAX = 12

Items = dict[str, Counter[str]]
Options = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Kept:
    """A log worth going on from: where each new item was reached, `item -> ply`."""

    index: int
    options: Options
    codes: array[int]
    marks: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, game: Game, index: int, codes: Sequence[int], items: Iterable[str]) -> Kept:
        """A game that reached these items."""
        options = tuple(game.options.items())
        return cls(index, options, array("i", codes), marked(game, codes, items))

    def as_list(self) -> list[object]:
        """For JSON."""
        return [self.index, dict(self.options), list(self.codes), [list(m) for m in self.marks]]

    @classmethod
    def from_list(cls, words: Sequence[object]) -> Kept:
        """From what `as_list` gave."""
        index, options, codes, marks = words
        assert isinstance(index, int) and isinstance(options, dict)
        assert isinstance(codes, list) and isinstance(marks, list)
        pairs = tuple((str(item), int(ply)) for item, ply in marks)
        return cls(index, tuple(options.items()), array("i", codes), pairs)


@dataclass(frozen=True)
class Bred:
    """How a steered game begins: options (None: those of the plan), codes replayed, then led by."""

    options: Options | None
    prefix: tuple[int, ...]
    led: tuple[int, ...] = ()


class Book:
    """What a campaign has kept, in the order of its games; with the positions it was kept at."""

    def __init__(self) -> None:
        self.entries: list[Kept] = []
        self.rounds: list[int] = []
        self.known: dict[str, None] = {}

    def take(self, kept: Iterable[tuple[int, Kept]]) -> None:
        """Add logs by position, each for what is still new of it."""
        for position, entry in kept:
            marks = tuple(mark for mark in entry.marks if mark[0] not in self.known)
            if marks:
                self.known.update(dict.fromkeys(item for item, _ in marks))
                stop = 1 + max(ply for _, ply in marks)
                fresh = Kept(entry.index, entry.options, entry.codes[:stop], marks)
                self.entries.append(fresh)
                self.rounds.append(round_of(position))

    def upto(self, position: int) -> int:
        """How many entries a game at this position may go on from."""
        last = round_of(position) - LAG
        count = len(self.rounds)
        while count and self.rounds[count - 1] > last:
            count -= 1
        return count


def items_of(found: Mapping[str, Counter[str]]) -> list[str]:
    """What steers of what a game (or ply) reached: `column/item`, a refused verb by its row."""
    items = [f"{column}/{item}" for column in STEERING for item in found[column] if item]
    for offer in found["offers"]:
        if offer.endswith(NONE_OFFERED):
            items.append(f"{REFUSALS}/{offer.removesuffix(NONE_OFFERED)}")
    return items


def marked(game: Game, codes: Sequence[int], items: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """(item, ply that first reached it); what no single ply shows was there at the first."""
    wanted = dict.fromkeys(items, -1)
    left = len(wanted)
    coverage = Coverage(game)
    _, events, exits = opened(game)
    coverage.begin(events, exits)
    for step in walk(game, codes, checked=False):
        for item in items_of(coverage.ply(step)):
            if wanted.get(item) == -1:
                wanted[item] = step.ply
                left -= 1
        if not left:
            break
    return tuple((item, max(ply, 0)) for item, ply in wanted.items())


def bred(entries: Sequence[Kept], tape: Tape) -> Bred:
    """A beginning made of kept logs, drawn from the tape."""
    parent, cut = _cut(entries, tape)
    manner = tape.below(MANNERS)
    prefix = tuple(parent.codes[:cut])
    if manner == SPLICE:
        other, start = _cut(entries, tape)
        return Bred(parent.options, prefix, tuple(other.codes[start:]))
    return Bred(None if manner == OTHER_OPTIONS else parent.options, prefix)


def _cut(entries: Sequence[Kept], tape: Tape) -> tuple[Kept, int]:
    """A kept log and where to cut it: behind something new, a few plies before it, or anywhere."""
    newest = len(entries) // NEWEST
    if newest and tape.below(2):
        parent = entries[len(entries) - 1 - tape.below(newest)]
    else:
        parent = entries[tape.below(len(entries))]
    _, ply = parent.marks[tape.below(len(parent.marks))]
    where = tape.below(4)
    if where == 0:
        return parent, tape.below(len(parent.codes) + 1)
    if where == 1:
        return parent, max(0, ply - tape.below(BACK_MAX))
    return parent, ply + 1


def led(rest: list[int], otherwise: Policy) -> Policy:
    """Play what is legal of a log (reversed, used up), in its order; else as the other policy says.

    Seats that follow the same log share the list.
    """

    def choose(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        for at in range(1, min(len(rest), LOOK_MAX) + 1):
            if rest[-at] in legal:
                code = rest[-at]
                del rest[-at:]
                return code
        return otherwise(game, state, legal, tape)

    return choose
