"""The records of a replay file: what each holds, and which values its fields may have.

Fields stand in the order of the page (docs/replay-format.md); nothing is optional, an absent
value is None.  Bytes are replays/format.py's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from re import compile as pattern
from typing import NamedTuple

from replays.errors import BadRecord

FORMAT = 1
BLOCK_PLIES = 128
PLY, PER_BLOCK, NONE = WITNESSES = ("ply", "block", "none")
NOTE, UNDO, REDO, ANNOTATION = MARKS = ("note", "undo", "redo", "annotation")

RECORD_MAX = 1 << 16  # bytes of a payload
ITEMS_MAX = 256  # options, tags, returns
TEXT_MAX = 4000  # bytes of one text
PLIES_MAX = (1 << 32) - 1
BITS_MIN, BITS_MAX = 8, 16  # from 8 on, the number of codes follows from the bytes they fill
SEAL_BYTES = 16
DIGEST_BYTES = 8

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Header:
    """Kind 0: what was played, by which rules.  `bits` is the width of a packed code."""

    game: str
    rules_version: int
    ruleset_digest: bytes
    content_id: str
    content_digest: bytes
    options: tuple[tuple[str, OptionValue], ...]
    seed: str | None
    policy: str | None
    producer: str
    parent: tuple[bytes, int] | None
    tags: tuple[str, ...]
    bits: int


@dataclass(frozen=True, slots=True)
class Block:
    """Kind 1: up to BLOCK_PLIES codes from ply `first` on, their witness, the digest after."""

    first: int
    codes: tuple[int, ...]
    witness: bytes | None
    digest: bytes | None

    @property
    def mode(self) -> str:
        """How the block is witnessed: one of WITNESSES."""
        if self.witness is not None:
            return PLY
        return NONE if self.digest is None else PER_BLOCK


@dataclass(frozen=True, slots=True)
class Mark:
    """Kind 2: a note or annotation (with text), an undo or redo (the position gone to)."""

    ply: int
    kind: str
    text: str | None


@dataclass(frozen=True, slots=True)
class GameStart:
    """Kind 4: the next game of a file of many; without a seed, the end of such a file."""

    index: int
    seed: str | None


@dataclass(frozen=True, slots=True)
class End:
    """Kind 3: the end of a game.  Returns and reason are None for an unfinished one.

    `seal` is BLAKE2b-16 of every byte of the file before this record.
    """

    plies: int
    returns: tuple[int, ...] | None
    reason: str | None
    digest: bytes
    seal: bytes


Record = Header | Block | Mark | GameStart | End


# ---- what a field may hold ----


class Shape(NamedTuple):
    """One field's demand: in words, and as a test."""

    words: str
    fits: Callable[[object], bool]


def _whole(low: int, high: int) -> Shape:
    return Shape(
        f"a whole number {low}..{high}",
        lambda value: type(value) is int and low <= value <= high,
    )


def _utf8(text: str) -> int:
    """Bytes of a text, -1 if it has none: lone surrogates come from undecodable file names."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        return -1


def _text(low: int, high: int) -> Shape:
    return Shape(
        f"a text of {low}..{high} bytes",
        lambda value: isinstance(value, str) and low <= _utf8(value) <= high,
    )


def _bytes(low: int, high: int) -> Shape:
    words = f"{low} bytes" if low == high else f"{low}..{high} bytes"
    return Shape(words, lambda value: isinstance(value, bytes) and low <= len(value) <= high)


def _maybe(shape: Shape) -> Shape:
    return Shape(f"{shape.words} or nil", lambda value: value is None or shape.fits(value))


def _list(shape: Shape) -> Shape:
    return Shape(
        f"at most {ITEMS_MAX} items, each {shape.words}",
        lambda value: (
            isinstance(value, tuple) and len(value) <= ITEMS_MAX and all(map(shape.fits, value))
        ),
    )


def _pair(first: Shape, second: Shape) -> Shape:
    return Shape(
        f"a pair of {first.words} and {second.words}",
        lambda value: (
            isinstance(value, tuple)
            and len(value) == 2
            and first.fits(value[0])
            and second.fits(value[1])
        ),
    )


_IDENT = pattern(r"[a-z][a-z0-9_]{0,63}\Z")
_INT64 = _whole(-(1 << 63), (1 << 63) - 1)
_name = Shape("an id such as tin_helm", lambda v: isinstance(v, str) and bool(_IDENT.match(v)))
_option_text = _text(0, 200)
_value = Shape(
    "true, false, a whole number or a short text",
    lambda value: isinstance(value, bool) or _INT64.fits(value) or _option_text.fits(value),
)
_ply = _whole(0, PLIES_MAX)
_digest = _bytes(DIGEST_BYTES, DIGEST_BYTES)
_seal = _bytes(SEAL_BYTES, SEAL_BYTES)
_mark = Shape("one of " + ", ".join(MARKS), lambda value: value in MARKS)

HEADER, BLOCK, MARK, END, GAME = range(5)
Fields = tuple[tuple[str, Shape], ...]
SCHEMA: dict[int, Fields] = {
    HEADER: (
        ("format", _whole(FORMAT, FORMAT)),
        ("game", _name),
        ("rules version", _whole(0, PLIES_MAX)),
        ("ruleset digest", _digest),
        ("content id", _text(1, 200)),
        ("content digest", _digest),
        ("options", _list(_pair(_name, _value))),
        ("seed", _maybe(_text(1, TEXT_MAX))),
        ("policy", _maybe(_text(1, TEXT_MAX))),
        ("producer", _text(1, 200)),
        ("parent", _maybe(_pair(_seal, _ply))),
        ("tags", _list(_text(0, TEXT_MAX))),
        ("code bits", _whole(BITS_MIN, BITS_MAX)),
    ),
    BLOCK: (
        ("first ply", _ply),
        ("codes", _bytes(1, BLOCK_PLIES * BITS_MAX // 8)),
        ("witness", _maybe(_bytes(1, BLOCK_PLIES))),
        ("digest", _maybe(_digest)),
    ),
    MARK: (("ply", _ply), ("kind of mark", _mark), ("text", _maybe(_text(1, TEXT_MAX)))),
    END: (
        ("plies", _ply),
        ("returns", _maybe(_list(_INT64))),
        ("end reason", _maybe(_name)),
        ("final digest", _digest),
        ("seal", _seal),
    ),
    GAME: (("index", _ply), ("seed", _maybe(_text(1, TEXT_MAX)))),
}


def check(values: Sequence[object], offset: int | None) -> None:
    """Every field as SCHEMA wants it, and what it cannot say of fields that go together."""
    kind, fields = values[0], values[1:]
    if type(kind) is not int or kind not in SCHEMA:
        raise BadRecord(f"unknown kind of record {kind!r}", offset=offset)
    schema = SCHEMA[kind]
    if len(fields) != len(schema):
        wanted = ", ".join(name for name, _ in schema)
        raise BadRecord(
            f"a record of kind {kind} has {len(fields)} fields, not {len(schema)} ({wanted})",
            offset=offset,
        )
    for value, (name, shape) in zip(fields, schema, strict=True):
        if not shape.fits(value):
            shown = repr(value)[:60]
            raise BadRecord(f"{name} is {shown}, expected {shape.words}", offset=offset)
    wrong = _quarrel(kind, fields)
    if wrong:
        raise BadRecord(wrong, offset=offset)


def _quarrel(kind: int, fields: Sequence[object]) -> str:
    """What is wrong between the fields of one record, in words; empty if nothing is."""
    if kind == HEADER:
        options = fields[6]
        names = [pair[0] for pair in options] if isinstance(options, tuple) else []
        if names != sorted(set(names)):
            return f"options are not sorted by name: {names}"
    elif kind == BLOCK and fields[2] is not None and fields[3] is None:
        return "a block has a witness but no digest"
    elif kind == MARK and (fields[1] in (UNDO, REDO)) != (fields[2] is None):
        return "notes and annotations have a text, undo and redo have none"
    elif kind == END and (fields[1] is None) != (fields[2] is None):
        return "returns and end reason go together"
    return ""
