"""Replay files, bytes <-> records: magic, frames, fields, packed codes.  docs/replay-format.md.

The only module that imports msgpack.  Decoding is strict and spends no more memory than
RECORD_MAX a record: lengths, depths and sizes are bounded before anything is allocated, every
field has a type and bounds, and a payload must be spelled the one way `frame` spells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple, Protocol
from zlib import crc32

import msgpack

from replays.errors import BadChecksum, BadOrder, BadRecord, NotAReplay, TornFile, Unsupported
from replays.records import (
    BITS_MAX,
    BITS_MIN,
    BLOCK,
    BLOCK_PLIES,
    END,
    FORMAT,
    GAME,
    HEADER,
    ITEMS_MAX,
    MARK,
    RECORD_MAX,
    SEAL_BYTES,
    TEXT_MAX,
    Block,
    End,
    GameStart,
    Header,
    Mark,
    Record,
    check,
)

MAGIC = b"\x89RPLY\r\n\x1a"
NO_HEADER = "nothing of it can be read; fetch the file anew, or record it anew"
SUFFIX = ".rply"
FRAME_HEAD = 8


class Readable(Protocol):
    """Anything with bytes to read: a file, a pipe, a BytesIO."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; none at the end."""


class Placed(NamedTuple):
    """A record, where its frame starts and ends, and (for an End only) the seal it should carry."""

    offset: int
    end: int
    record: Record
    seal: bytes


# ---- packed codes ----


def bits_for(codes: int) -> int:
    """The width of a packed code for a space of `codes` codes: that of the largest, at least 8."""
    return max(BITS_MIN, (codes - 1).bit_length())


def pack_codes(codes: Sequence[int], bits: int) -> bytes:
    """Codes at a fixed width, most significant bit first, the last byte zero-padded."""
    number = 0
    for code in codes:
        number = number << bits | code
    size = len(codes) * bits
    return (number << -size % 8).to_bytes((size + 7) // 8, "big")


def unpack_codes(data: bytes, bits: int) -> tuple[int, ...]:
    """The codes that fill `data`; ValueError if the padding is a byte long or not zero."""
    if bits == 8:
        return tuple(data)
    count, padding = divmod(8 * len(data), bits)
    number = int.from_bytes(data, "big")
    if padding >= 8 or number & (1 << padding) - 1:
        raise ValueError(f"{len(data)} bytes are no whole number of {bits}-bit codes")
    number >>= padding
    mask = (1 << bits) - 1
    return tuple(number >> shift & mask for shift in range((count - 1) * bits, -1, -bits))


# ---- records -> bytes ----


def values_of(record: Record, bits: int) -> list[object]:
    """The msgpack array of a record."""
    match record:
        case Header():
            return [HEADER, FORMAT, *_fields(record)]
        case Block(first, codes, witness, digest):
            return [BLOCK, first, pack_codes(codes, bits), witness, digest]
        case Mark():
            return [MARK, *_fields(record)]
        case End():
            return [END, *_fields(record)]
        case GameStart():
            return [GAME, *_fields(record)]


def _fields(record: Record) -> Iterator[object]:
    """A record's values in order; dataclasses.astuple copies deeply and takes ten times as long."""
    return (getattr(record, field) for field in record.__slots__)


def frame(record: Record, bits: int = BITS_MAX) -> bytes:
    """A record as it stands in a file; BadRecord if a field is outside its bounds.

    `bits` is the header's width of a code; only blocks need it.
    """
    values = values_of(record, bits)
    check(values, None)
    framed = reframe(values)
    if len(framed) > FRAME_HEAD + RECORD_MAX:
        raise BadRecord(f"a record of {len(framed)} bytes, at most {RECORD_MAX}")
    return framed


def reframe(values: Sequence[object]) -> bytes:
    """Any msgpack array in a frame with a fitting CRC, unchecked: what a forger can do."""
    payload: bytes = msgpack.packb(values, use_bin_type=True)
    size = len(payload).to_bytes(4, "big")
    return size + crc32(payload, crc32(size)).to_bytes(4, "big") + payload


# ---- bytes -> records ----


def decode(payload: bytes, offset: int, bits: int = 0) -> Record:
    """The record in a payload whose frame starts at `offset`; BadRecord otherwise.

    `bits` is the header's width of a code; 0 for the first record, which may be the header of
    another format: Unsupported.
    """
    try:
        values = msgpack.unpackb(
            payload,
            use_list=False,
            raw=False,
            strict_map_key=True,
            max_str_len=TEXT_MAX,
            max_bin_len=BLOCK_PLIES * BITS_MAX // 8,
            max_array_len=ITEMS_MAX,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        why = str(error) or type(error).__name__
        raise BadRecord(f"a payload is no msgpack within bounds ({why})", offset=offset) from error
    if not isinstance(values, tuple) or not values:
        raise BadRecord("a payload is no msgpack array", offset=offset)
    if not bits and type(values[0]) is int and values[0] == HEADER and len(values) > 1:
        version = values[1]
        if type(version) is int and version != FORMAT:
            raise Unsupported("format", str(version), str(FORMAT))
    check(values, offset)
    if msgpack.packb(values, use_bin_type=True) != payload:
        raise BadRecord("a payload is not spelled in the shortest way", offset=offset)
    return _record(values, offset, bits or BITS_MAX)


def _record(values: Sequence[object], offset: int, bits: int) -> Record:
    """The dataclass for checked values."""
    kind, *fields = values
    if kind == HEADER:
        return Header(*fields[1:])  # type: ignore[arg-type]
    if kind == MARK:
        return Mark(*fields)  # type: ignore[arg-type]
    if kind == END:
        return End(*fields)  # type: ignore[arg-type]
    if kind == GAME:
        return GameStart(*fields)  # type: ignore[arg-type]
    first, packed, witness, digest = fields
    try:
        codes = unpack_codes(packed, bits)  # type: ignore[arg-type]
    except ValueError as error:
        raise BadRecord(f"a block's codes do not fit: {error}", offset=offset) from error
    if len(codes) > BLOCK_PLIES:
        raise BadRecord(f"a block of {len(codes)} plies, at most {BLOCK_PLIES}", offset=offset)
    block = Block(first, codes, witness, digest)  # type: ignore[arg-type]
    if block.witness is not None and len(block.witness) != len(codes):
        raise BadRecord(
            f"a block of {len(codes)} plies has {len(block.witness)} witness bytes", offset=offset
        )
    return block


def _take(stream: Readable, size: int) -> bytes:
    """`size` bytes, or fewer where the stream ends; pipes deliver in pieces."""
    data = stream.read(size)
    while len(data) < size:
        more = stream.read(size - len(data))
        if not more:
            break
        data += more
    return data


def records(stream: Readable) -> Iterator[Placed]:
    """The records of a file, header first, as long as they are whole.

    Ends silently at the end of a record; TornFile where the stream ends inside one, another
    ReplayError with its offset at the first fault.
    """
    magic = _take(stream, len(MAGIC))
    if magic != MAGIC:
        shown = "is empty" if not magic else f"begins with {magic[:8]!r}"
        raise NotAReplay(f"the file {shown}, not with the magic {MAGIC!r}", offset=0)
    running = blake2b(magic, digest_size=SEAL_BYTES)
    offset = len(magic)
    bits = 0
    while True:
        head = _take(stream, FRAME_HEAD)
        if not head and bits:
            return
        size = int.from_bytes(head[:4], "big")
        if len(head) == FRAME_HEAD and not 0 < size <= RECORD_MAX:
            raise BadRecord(f"a record of {size} bytes, expected 1..{RECORD_MAX}", offset=offset)
        payload = _take(stream, size) if len(head) == FRAME_HEAD else b""
        if len(head) < FRAME_HEAD or len(payload) < size:
            if not bits:
                raise TornFile("the file ends inside its header", offset=offset, remedy=NO_HEADER)
            raise TornFile("the file ends inside a record", offset=offset)
        if crc32(payload, crc32(head[:4])) != int.from_bytes(head[4:], "big"):
            raise BadChecksum("a record's CRC-32 does not fit", offset=offset)
        record = decode(payload, offset, bits)
        if isinstance(record, Header) != (bits == 0):
            raise BadOrder("a header stands first, and only there", offset=offset)
        if isinstance(record, Header):
            bits = record.bits
        seal = running.digest() if isinstance(record, End) else b""
        yield Placed(offset, offset + FRAME_HEAD + size, record, seal)
        running.update(head + payload)
        offset += FRAME_HEAD + size
