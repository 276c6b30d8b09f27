"""The witness of a replay: a running CRC-32 whose low byte stands beside every ply.

    crc = crc32(encode(initial)), then
    crc = crc32(code as u16 ‖ encode(after) ‖ legal actions before as u16, crc)

both numbers little-endian.  The code is covered because two actions can lead to one state, the
count because a rule that only allows too much leaves no trace in the states.
"""

from __future__ import annotations

from functools import cache
from zlib import crc32

from engine.state import State


@cache
def words() -> tuple[bytes, ...]:
    """Every u16 as two bytes: a table is three times as fast as packing them anew each ply."""
    return tuple(number.to_bytes(2, "little") for number in range(1 << 16))


def opening(state: State) -> int:
    """The running CRC at position 0."""
    return crc32(state.encode())


def advance(crc: int, code: int, after: State, legal_count: int) -> int:
    """The running CRC after one ply; recorder and verifier spell this out in their loops."""
    table = words()
    return crc32(table[code] + after.encode() + table[legal_count], crc)
