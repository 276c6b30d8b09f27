"""The grammar of a replay file: what may follow what, and the line of plies the records tell.

    file   = magic header (body end | (game body end)+ closing)      closing = game without a seed
    body   = (block | mark)*

`Track` is the log of one game: undo and redo are marks in it, never edits of it.  `Script` reads
a file in order and refuses the first record that may not stand where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from replays.errors import BadChecksum, BadOrder, BadRecord, ReplayError, TornFile
from replays.format import Placed, Readable, records
from replays.records import REDO, UNDO, Block, End, GameStart, Header, Mark

# The ways out where nothing can be gone on with.
AGAIN = "no ply of it is whole: record it anew"
AGAIN_MANY = "record the series anew"


class Track:
    """The line of one game.  Methods raise ValueError, in words, for what cannot follow."""

    def __init__(self) -> None:
        self.codes: list[int] = []  # the line up to the position
        self.undone: list[int] = []  # what redo could bring back, nearest last
        self.due: list[int] = []  # what a redo owes, nearest last

    def add(self, first: int, codes: Sequence[int]) -> None:
        """Plies recorded from position `first` on; those a redo owes must be the ones undone."""
        if first != len(self.codes):
            raise ValueError(f"plies from {first} on, expected from {len(self.codes)} on")
        owed = min(len(self.due), len(codes))
        if owed and list(codes[:owed]) != self.due[-1 : -owed - 1 : -1]:
            raise ValueError(f"plies from {first} on are not those a redo owes")
        del self.due[len(self.due) - owed :]
        if len(codes) > owed:
            self.undone.clear()
        self.codes += codes

    def mark(self, mark: Mark) -> None:
        """Go back, go forward, or note something about a position reached."""
        here = len(self.codes)
        if mark.kind not in (UNDO, REDO):
            if mark.ply > here:
                raise ValueError(f"a {mark.kind} on ply {mark.ply}, the game is at {here}")
            return
        self.settled(mark.kind)
        if mark.kind == UNDO:
            if mark.ply >= here:
                raise ValueError(f"undo to {mark.ply}, the game is at {here}")
            self.undone += self.codes[: mark.ply - 1 if mark.ply else None : -1]
            del self.codes[mark.ply :]
            return
        steps = mark.ply - here
        if not 0 < steps <= len(self.undone):
            raise ValueError(f"redo to {mark.ply}, possible to {here + len(self.undone)}")
        self.due = self.undone[-steps:]
        del self.undone[-steps:]

    def settled(self, what: str) -> None:
        """Nothing but the plies that a redo owes may come before they are there."""
        if self.due:
            raise ValueError(f"{what} while a redo still owes {len(self.due)} plies")


class Script:
    """A replay file read in order.  Iterating yields its records; attributes say where it is."""

    def __init__(self, stream: Readable) -> None:
        self._records = records(stream)
        self.header: Header | None = None
        self.track = Track()
        self.marks: list[Mark] = []
        self.many = False
        self.index: int | None = None
        self.seed: str | None = None
        self.witness: str | None = None  # of all blocks so far; None before the first
        self.size = 0  # bytes up to the end of the last whole record
        self.games = 0  # whose end record was read
        self._open = False  # a game has begun and has no end record yet
        self._closed = False  # nothing may follow

    def __iter__(self) -> Iterator[Placed]:
        """Each record once it is found to fit; a ReplayError with its offset otherwise."""
        while True:
            try:
                placed = next(self._records, None)
            except ReplayError as error:
                if self._closed:
                    raise self._trailing() from error
                if isinstance(error, TornFile) and self.header is not None:
                    raise self._torn(error) from error
                raise
            if placed is None:
                break
            if self._closed:
                raise self._trailing()
            self._judge(placed)
            self.size = placed.end
            yield placed
        if not self._closed:
            what = "the file has no end record"
            if self.many and not self._open:
                what = "the file of many games has no closing record"
            remedy = AGAIN_MANY if self.many else ""
            whole = not self.many and not self.track.due
            raise TornFile(what, offset=self.size, remedy=remedy, whole=whole)

    def _torn(self, error: TornFile) -> TornFile:
        """A tail with the way out: a fork, where that keeps a ply."""
        remedy = AGAIN_MANY if self.many else ""
        if not remedy and not self.track.codes:
            remedy = AGAIN
        return TornFile(error.fact, offset=error.offset, remedy=remedy)

    def _trailing(self) -> ReplayError:
        return BadOrder("bytes follow the end of the replay", offset=self.size)

    def _judge(self, placed: Placed) -> None:
        """Take one record in, or refuse it."""
        record, offset = placed.record, placed.offset
        try:
            match record:
                case Header():
                    self.header = record
                    self.seed = record.seed
                case GameStart():
                    self._start(record)
                case Block():
                    self._began("a block")
                    if self.witness not in (None, record.mode):
                        raise BadRecord(
                            f"a block with witness {record.mode!r} after {self.witness!r}",
                            offset=offset,
                        )
                    self.witness = record.mode
                    self.track.add(record.first, record.codes)
                case Mark():
                    self._began("a mark")
                    self.track.mark(record)
                    self.marks.append(record)
                case End():
                    self._end(record, placed.seal, offset)
        except ValueError as error:
            raise BadOrder(str(error), offset=offset) from error

    def _began(self, what: str) -> None:
        """A record of a body: in a file of one game, the first of them opens it."""
        if not self._open and self.many:
            raise ValueError(f"{what} before the game it belongs to")
        self._open = True

    def _start(self, start: GameStart) -> None:
        """The next game of a file of many, or the file's end."""
        assert self.header is not None
        if self._open:
            raise ValueError("a game begins inside another")
        if start.index != self.games:
            raise ValueError(f"game {start.index}, expected game {self.games}")
        self.many = True
        if start.seed is None:
            if not self.games:
                raise ValueError("a file of no games")
            self._closed = True
            return
        if start.seed != f"{self.header.seed}/{start.index}":
            raise ValueError(
                f"game {start.index} has seed {start.seed!r} under {self.header.seed!r}"
            )
        self.track = Track()
        self.marks = []
        self.index, self.seed = start.index, start.seed
        self._open = True

    def _end(self, end: End, seal: bytes, offset: int) -> None:
        """A game is over: the end record counts the final line and seals every byte before."""
        self._began("an end record")
        self.track.settled("the end")
        if end.plies != len(self.track.codes):
            raise ValueError(
                f"the end record counts {end.plies} plies, not {len(self.track.codes)}"
            )
        if end.seal != seal:
            raise BadChecksum("the end record's seal does not fit the bytes before", offset=offset)
        self._open = False
        self._closed = not self.many
        self.games += 1
