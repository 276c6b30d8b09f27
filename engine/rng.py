"""The tape: the only source of chance in the engine.

A seed names its algorithm ("shake:1234"); a stream is SHAKE-128 of seed text, NUL, stream name, the
same in every language.  A given tape (bytes from Hypothesis) is read as it is; where it ends,
chance goes on as SHAKE-128 of the tape.
"""

from __future__ import annotations

from hashlib import shake_128

from engine.errors import SeedError

ALGORITHMS = ("shake",)
FIRST_CHUNK = 256
BELOW_MAX = 1 << 32
# A seeded tape is never used up.
ENDLESS = 1 << 62
# Below 256: the largest multiple of n, from which on a byte is rejected.
LIMITS = (0, *(256 - 256 % n for n in range(1, 257)))


def parse_seed(text: str) -> str:
    """The seed text itself if it reads `shake:TEXT`; SeedError otherwise."""
    algorithm, colon, rest = text.partition(":")
    if not colon or algorithm not in ALGORITHMS or not rest or "\0" in rest:
        raise SeedError(
            f"seed {text!r} names no known algorithm; write it as shake:TEXT, for example shake:1"
        )
    return text


def game_seed(base: str, index: int) -> str:
    """Seed text of game `index` (from 0) of a run: `shake:1` and 3 give `shake:1/3`."""
    return f"{parse_seed(base)}/{index}"


class Tape:
    """Bytes read in order by `below`.  `ended` is true once the given bytes are used up."""

    __slots__ = ("_data", "_given", "_source", "position")

    def __init__(self, data: bytes) -> None:
        """A given tape: `data` first, then SHAKE-128 of `data`."""
        self._source = data
        self._given = len(data)
        self._data = data
        self.position = 0

    @property
    def ended(self) -> bool:
        """Whether the given bytes are used up; never true of a seed's stream."""
        return self.position >= self._given

    @classmethod
    def seeded(cls, seed: str, stream: str) -> Tape:
        """The stream `chance` or `policy:SEAT` of a seed: endless, never `ended`."""
        tape = cls(b"")
        tape._source = f"{parse_seed(seed)}\0{stream}".encode()
        tape._given = ENDLESS
        return tape

    def _grow(self) -> None:
        """Append bytes of the stream: prefixes of one SHAKE output, each twice the last."""
        start = 0 if self._given == ENDLESS else self._given
        have = len(self._data) - start
        size = max(FIRST_CHUNK, have * 2)
        self._data = self._data[:start] + shake_128(self._source).digest(size)

    def _read(self, count: int) -> int:
        """The next `count` bytes as a big-endian number."""
        at = self.position
        end = at + count
        while end > len(self._data):
            self._grow()
        self.position = end
        if count == 1:
            return self._data[at]
        return int.from_bytes(self._data[at:end], "big")

    def below(self, n: int) -> int:
        """A number 0..n-1: no byte for n = 1, one to 256, two to 65,536, four above.

        Values at or above the largest multiple of n are rejected, so every number is equally
        likely.  ValueError outside 1..2**32.
        """
        if 1 < n <= 256:
            # The hot case: a die, a choice, a draw.
            limit = LIMITS[n]
            at = self.position
            while True:
                try:
                    value = self._data[at]
                except IndexError:
                    self._grow()
                    continue
                at += 1
                if value < limit:
                    self.position = at
                    return value % n
        if n == 1:
            return 0
        if not 0 < n <= BELOW_MAX:
            raise ValueError(f"below({n}): expected 1..{BELOW_MAX}")
        count, space = (2, 1 << 16) if n <= 1 << 16 else (4, 1 << 32)
        limit = space - space % n
        while True:
            value = self._read(count)
            if value < limit:
                return value % n

    def weighted(self, weights: tuple[int, ...], total: int) -> int:
        """Index into `weights` (positive, sum `total`), by one `below(total)`, cumulative."""
        rest = self.below(total)
        for index, weight in enumerate(weights):
            if rest < weight:
                return index
            rest -= weight
        raise ValueError(f"weights {weights} do not sum to {total}")
