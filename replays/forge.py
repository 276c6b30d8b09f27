"""What somebody can do to a replay file without replaying the game: the faults of selftest.

Changed files are framed anew with fitting CRCs and, where asked, sealed anew, so that it is the
verifier's work to find them and not the checksum's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import BytesIO

from engine.fields import Scalar
from engine.game import Game
from engine.state import State
from replays.format import MAGIC, reframe, values_of
from replays.records import SEAL_BYTES, UNDO, Block, End, GameStart, Header, Mark, Record
from replays.script import Script


@dataclass(frozen=True)
class Part:
    """One record of a good file: its bytes, and the position of its game before it."""

    record: Record
    start: int
    end: int
    before: int


def parts_of(data: bytes) -> list[Part]:
    """The records of a whole file; ReplayError for any other."""
    script = Script(BytesIO(data))
    found = []
    before = 0
    for placed in script:
        found.append(Part(placed.record, placed.offset, placed.end, before))
        ended = isinstance(placed.record, End | GameStart)
        before = 0 if ended else len(script.track.codes)
    return found


def header_of(parts: Sequence[Part]) -> Header:
    """The header: the first record of every file."""
    header = parts[0].record
    if not isinstance(header, Header):
        raise TypeError(f"the first record is {header!r}")
    return header


def build(rows: Sequence[Record | list[object]], bits: int, *, sealed: bool) -> bytes:
    """A file of these records (or raw msgpack arrays), CRCs fitting.

    `sealed`: end records get the seal of the bytes now before them; else they keep theirs.
    """
    data = MAGIC
    for row in rows:
        if isinstance(row, End) and sealed:
            row = replace(row, seal=blake2b(data, digest_size=SEAL_BYTES).digest())
        data += reframe(row if isinstance(row, list) else values_of(row, bits))
    return data


def renumbered(rows: Sequence[Record]) -> list[Record]:
    """Blocks counted anew and the end with them, undo marks followed: no gap or double shows."""
    found: list[Record] = []
    at = 0
    for row in rows:
        if isinstance(row, Block):
            row = replace(row, first=at)
            at += len(row.codes)
        elif isinstance(row, Mark) and row.kind == UNDO:
            at = row.ply
        elif isinstance(row, GameStart):
            at = 0
        elif isinstance(row, End):
            row = replace(row, plies=at)
        found.append(row)
    return found


class Changed(Game):
    """A game with one rule changed: after a verb's effect, one field is one more."""

    def __init__(self, game: Game, verb: int, field: str, kind: Scalar) -> None:
        self.__dict__.update(game.__dict__)
        self._verb = verb
        self._field = field
        self._kind = kind

    def apply_unchecked(self, state: State, code: int) -> None:
        """As the rules say, and then the fault."""
        super().apply_unchecked(state, code)
        if self.space.verb_at[code] == self._verb:
            value, kind = getattr(state, self._field), self._kind
            setattr(state, self._field, value + 1 if value < kind.high else kind.low)


class Narrowed(Game):
    """A game with one rule changed: a player who has a choice is not offered the last of it."""

    def __init__(self, game: Game) -> None:
        self.__dict__.update(game.__dict__)

    def legal_actions(self, state: State) -> list[int]:
        """One too few."""
        legal = super().legal_actions(state)
        return legal[:-1] if len(legal) > 1 and self.current_player(state) >= 0 else legal
