"""Writing replay files: append only, so that a recorder killed at any instant loses one block.

Nothing is rewritten and every record leaves in one write.  A file is created exclusively and
locked while its recorder lives.  Undo and redo are marks in the log, never edits of it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self
from zlib import crc32

from engine.game import Game
from engine.state import State
from replays.errors import RecorderMisuse
from replays.format import MAGIC, bits_for, frame
from replays.records import (
    ANNOTATION,
    BLOCK_PLIES,
    NONE,
    NOTE,
    PLY,
    REDO,
    SEAL_BYTES,
    UNDO,
    WITNESSES,
    Block,
    End,
    GameStart,
    Header,
    Mark,
    Record,
)
from replays.script import Track
from replays.sink import Claimed, Lent, Sink
from replays.witness import advance, opening, words

PRODUCER = "ruleproof 0.1"


@dataclass(frozen=True)
class Body:
    """One game's records without a file, made in a worker: `Recorder.add` puts them into one."""

    records: bytes
    end: End


def header_for(
    game: Game,
    *,
    seed: str | None = None,
    policy: str | None = None,
    producer: str = PRODUCER,
    parent: tuple[bytes, int] | None = None,
    tags: tuple[str, ...] = (),
) -> Header:
    """The header of a replay of `game`: all its options, none implied."""
    return Header(
        game=game.name,
        rules_version=game.definition.rules_version,
        ruleset_digest=game.ruleset_digest,
        content_id=game.content.id,
        content_digest=game.content.digest,
        options=tuple(game.options.items()),
        seed=seed,
        policy=policy,
        producer=producer,
        parent=parent,
        tags=tags,
        bits=bits_for(len(game.space)),
    )


class Recorder:
    """Writes one replay file.  `begin`, then `ply` after each apply, then `finish`; `close`.

    Closed without `finish`, a game stays unfinished: readable, resumable, TRUNCATED to `verify`.
    """

    def __init__(
        self, sink: Sink, header: Header, *, witness: str = PLY, many: bool = False,
        live: bool = False, before: bytes = b"",
    ) -> None:  # fmt: skip
        """Use `create`, `to_stream` or replays.resume; `before` is what the sink holds already."""
        if witness not in WITNESSES:
            raise RecorderMisuse(
                f"no witness {witness!r}", remedy="it is one of " + ", ".join(WITNESSES)
            )
        self._sink = sink
        self._header = header
        self._witness = witness
        self._many = many
        self._live = live
        self._seal = blake2b(before, digest_size=SEAL_BYTES)
        self._games = 0
        self._open = False
        self._held = b""  # a redo mark waits for the plies it brings back
        self._track = Track()
        self._codes: list[int] = []
        self._crcs = array("L")  # running CRC at each position of the line, if each ply has one
        self._after: State | None = None
        self._words = words()
        self.ply: Callable[[int, State, int], None] = (
            self._ply_witnessed if witness == PLY else self._ply_bare
        )
        if not before:
            self._write(MAGIC + frame(header))

    @classmethod
    def create(
        cls, path: Path | str, header: Header, *, force: bool = False, witness: str = PLY,
        many: bool = False, live: bool = False,
    ) -> Self:  # fmt: skip
        """A new file at `path`.  `live`: every ply is written at once, as at a table."""
        sink = Claimed.create(Path(path), force=force)
        try:
            return cls(sink, header, witness=witness, many=many, live=live)
        except BaseException:
            sink.close()
            raise

    @classmethod
    def to_stream(
        cls, stream: Sink, header: Header, *, witness: str = PLY, many: bool = False,
        live: bool = False,
    ) -> Self:  # fmt: skip
        """Write to an open stream, which stays open when the recorder is closed."""
        return cls(Lent(stream), header, witness=witness, many=many, live=live)

    # ---- one game ----

    def begin(self, state: State, index: int | None = None, seed: str | None = None) -> None:
        """A game starts at `state`, position 0.  In a file of many, `index` counts from 0."""
        if self._open or (self._games and not self._many):
            raise RecorderMisuse("begin while a game is open, or after the only game")
        if self._many:
            self._start(index, seed)
        self._track = Track()
        self._crcs = array("L", [opening(state)] if self._witness == PLY else [])
        self._after = state
        self._open = True

    def line(self, game: Game, codes: Iterable[int]) -> State:
        """A game from position 0 on, ply by ply from its codes; IllegalAction, RulesRaised.

        The caller finishes it, if it is at an end.
        """
        state = game.initial()
        self.begin(state)
        for code in codes:
            count = len(game.legal_actions(state))
            game.apply(state, code)
            self.ply(code, state, count)
        return state

    def follow(self, game: Game, track: Track) -> State:
        """Stand where a file stops: its line replayed, nothing written.  For replays.resume."""
        self._track, self._open = track, True
        state = game.initial()
        crcs = [opening(state)]
        for code in track.codes:
            count = len(game.legal_actions(state))
            game.apply(state, code)
            crcs.append(advance(crcs[-1], code, state, count))
        self._crcs = array("L", crcs if self._witness == PLY else [])
        self._after = state
        return state

    def _ply_witnessed(self, code: int, after: State, legal_count: int) -> None:
        """One ply: its code, the state it led to, and how many actions were legal before it."""
        # Bare recording is half of this; spelled out, for it runs at every ply.
        crcs, table, codes = self._crcs, self._words, self._codes
        crcs.append(crc32(table[code] + after.encode() + table[legal_count], crcs[-1]))
        codes.append(code)
        self._after = after
        if self._live or len(codes) == BLOCK_PLIES:
            self._block_is_due()

    def _ply_bare(self, code: int, after: State, legal_count: int) -> None:
        """One ply where only blocks have a witness, or nothing has."""
        self._codes.append(code)
        self._after = after
        if self._live or len(self._codes) == BLOCK_PLIES:
            self._block_is_due()

    def _block_is_due(self) -> None:
        """Write a full block, and at a live table every ply once a redo is made good."""
        if len(self._codes) >= min(len(self._track.due), BLOCK_PLIES):
            self.flush()

    def flush(self) -> None:
        """Write the plies since the last block as a block of their own."""
        codes = self._codes
        if not codes:
            return
        if not self._open or self._after is None:
            raise RecorderMisuse("a ply before begin")
        first = len(self._track.codes)
        self._follow(lambda: self._track.add(first, codes))
        witness = digest = None
        if self._witness == PLY:
            witness = bytes(crc & 0xFF for crc in self._crcs[first + 1 :])
        if self._witness != NONE:
            digest = self._after.digest()
        self._codes = []
        self._record(Block(first, tuple(codes), witness, digest))

    def finish(self, game: Game, state: State) -> None:
        """The end record.  RecorderMisuse if the game may still go on."""
        self.flush()
        self._follow(lambda: self._track.settled("the end"))
        reason = game.end_reason(state)
        if not game.is_terminal(state) and state.ply < game.plies_max:
            raise RecorderMisuse(
                f"finish at position {state.ply}, where the game may still go on",
                remedy="close the recorder instead: the game can be resumed",
            )
        returns = tuple(game.returns(state)) if reason is not None else None
        plies = len(self._track.codes)
        self._record(End(plies, returns, reason, state.digest(), self._seal.digest()))
        self._open = False
        self._games += 1

    # ---- marks ----

    def note(self, text: str) -> None:
        """A remark at the present position; it changes no digest of a state."""
        self._mark(Mark(self.position, NOTE, text))

    def annotate(self, text: str, ply: int) -> None:
        """A remark about a ply or position that was reached."""
        self._mark(Mark(ply, ANNOTATION, text))

    def undo(self, to: int) -> None:
        """Back to position `to`; the caller takes its own state back."""
        self._mark(Mark(to, UNDO, None))
        del self._crcs[to + 1 :]

    def redo(self, to: int) -> tuple[int, ...]:
        """Forward to position `to`: the codes the caller must now apply and give to `ply`."""
        self.flush()
        mark = Mark(to, REDO, None)
        self._follow(lambda: self._track.mark(mark))
        self._held += frame(mark)
        return tuple(reversed(self._track.due))

    @property
    def position(self) -> int:
        """Plies on the line up to now."""
        return len(self._track.codes) + len(self._codes)

    @property
    def redoable(self) -> int:
        """How many undone plies `redo` can bring back."""
        return 0 if self._codes else len(self._track.undone)

    def _mark(self, mark: Mark) -> None:
        if not self._open:
            raise RecorderMisuse(f"{mark.kind} outside a game")
        self.flush()
        framed = frame(mark)
        self._follow(lambda: self._track.mark(mark))
        self._write(framed)

    # ---- a file of many games ----

    def add(self, index: int, body: Body) -> None:
        """Put a game made by `body_of` in: the same bytes as if it had been recorded here."""
        if not self._many or self._open:
            raise RecorderMisuse("add inside a game, or to a file of one game")
        data = frame(GameStart(index, self._seed_of(index, None))) + body.records
        seal = self._seal.copy()
        seal.update(data)
        # In one write: interrupted between two games, the file is whole.
        self._write(data + frame(replace(body.end, seal=seal.digest())))
        self._games += 1

    def _start(self, index: int | None, seed: str | None) -> None:
        index = self._games if index is None else index
        self._record(GameStart(index, self._seed_of(index, seed)))

    def _seed_of(self, index: int, seed: str | None) -> str:
        """The seed text of a game, which follows from the header's."""
        base = self._header.seed
        wanted = f"{base}/{index}"
        if base is None or index != self._games or seed not in (None, wanted):
            raise RecorderMisuse(
                f"game {index} with seed {seed!r} as game {self._games} of base seed {base!r}",
                remedy="give games of one base seed, in order from 0",
            )
        return wanted

    # ---- ends ----

    def close(self) -> None:
        """Write what is pending and let go of the file; a whole file of many gets its end."""
        try:
            if self._open:
                self.flush()
            elif self._many and self._games:
                self._record(GameStart(self._games, None))
        finally:
            self.abort()

    def abort(self) -> None:
        """Let go of the file as it is."""
        self._open = self._many = False
        self._codes = []
        self._sink.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """Close; what was recorded before an error stays."""
        self.close()

    def _follow(self, step: Callable[[], None]) -> None:
        """Take a step of the track; what it refuses is the caller's fault."""
        try:
            step()
        except ValueError as error:
            raise RecorderMisuse(str(error)) from error

    def _record(self, record: Record) -> None:
        self._write(frame(record, self._header.bits))

    def _write(self, data: bytes) -> None:
        data, self._held = self._held + data, b""
        self._seal.update(data)
        self._sink.write(data)
