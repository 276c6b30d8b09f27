"""Field kinds: how one field of a state is stored, encoded, checked, shown and read.

A game writes `health = u16(clause="TH-SETUP-08")` in its State; to the type checker that is an int,
to the kernel a `Field`.  Kinds of several numbers live
in `engine.zones`.  Every kind has a range, a rest value, a `see` (who sees it: `all`,
`owner`, `size`, `nobody`, `after=ROW`), and may be a `clock` or have a `life`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import cast

from engine.actions import Names
from engine.errors import DecodeError, TableError, nearest

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
RANGES = {
    "B": (0, 0xFF),
    "b": (-0x80, 0x7F),
    "H": (0, 0xFFFF),
    "h": (-0x8000, 0x7FFF),
    "I": (0, 0xFFFFFFFF),
    "i": (-0x80000000, 0x7FFFFFFF),
    "Q": (0, (1 << 64) - 1),
}
SEES = ("all", "owner", "size", "nobody")


# The positions of the bits of a byte, by its place in a mask and its value.
TABLED = 128
_BYTES = [
    [tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]
    for first in range(0, TABLED, 8)
]
MANY_BITS = 7


def bits_of(mask: int) -> list[int]:
    """The positions of the set bits, ascending."""
    found: list[int] = []
    if mask.bit_count() >= MANY_BITS and not mask >> TABLED:
        for row in _BYTES:
            found += row[mask & 255]
            mask >>= 8
            if not mask:
                break
        return found
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def word_at(index: int, table: str, names: Names) -> str | int:
    """An index as a word of a name table; the number itself without one; `none` for -1."""
    if not table:
        return index
    words = names[table]
    if index == -1:
        return "none"
    return words[index] if 0 <= index < len(words) else f"#{index}"


def index_at(word: object, table: str, names: Names) -> int:
    """A word (or number) as an index; ValueError with the nearest names."""
    if isinstance(word, bool) or not isinstance(word, int | str):
        raise ValueError(f"{word!r} is no {table or 'number'}")
    if isinstance(word, int):
        return word
    words = names[table] if table else ()
    if word == "none":
        return -1
    if word.lower() in words:
        return words.index(word.lower())
    if word.startswith("#") and word[1:].lstrip("-").isdigit():
        return int(word[1:])
    raise ValueError(f"no {table or 'number'} {word!r}; {nearest(word, words)}")


class Field:
    """Common part of all kinds; see the module's first lines."""

    form = ""
    fixed = True

    def __init__(
        self, *, see: str = "all", life: str = "", clock: bool = False, names: str = "",
        clause: str = "",
    ) -> None:  # fmt: skip
        if see not in SEES and not see.startswith("after="):
            raise TableError(f"see={see!r} is none of {', '.join(SEES)}, after=ROW")
        self.see = see
        self.life = life
        self.clock = clock
        self.names = names
        self.clause = clause

    def rest(self) -> object:
        """A fresh rest value."""
        raise NotImplementedError

    def copy_code(self, ref: str) -> str:
        """Source text of a copy of the value `ref`."""
        return ref

    def pack_code(self, ref: str) -> tuple[str, str]:
        """(struct format, arguments) of a fixed kind."""
        raise NotImplementedError

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """(value, next offset); DecodeError at the offset if the bytes end early."""
        raise NotImplementedError

    def problem(self, value: object) -> str:
        """What is wrong with a value; empty if it is in range."""
        raise NotImplementedError

    def words(self, value: object, names: Names) -> Json:
        """The value for people: ids for indices."""
        raise NotImplementedError

    def parse(self, word: object, names: Names) -> object:
        """The value for a word of a scenario; ValueError with the way out."""
        raise NotImplementedError

    def size(self, value: object) -> int:
        """How much is there, for an eye that sees only the size."""
        raise NotImplementedError

    def seats(self) -> int:
        """How many seats the field has an entry for; 0 if it is not kept by seat."""
        return 0

    def sizes(self, value: object) -> list[int]:
        """How much each seat has, where that is no secret; a mere number says nothing."""
        return [0] * self.seats()


def need(data: bytes, at: int, count: int) -> int:
    """The offset after `count` more bytes; DecodeError if they are not there."""
    if at + count > len(data):
        raise DecodeError(f"state bytes end at {len(data)}, expected {count} more at offset {at}")
    return at + count


class Scalar(Field):
    """One whole number in a machine width, narrowed by `low` and `high`."""

    form = "number"

    def __init__(
        self, code: str, rest: int = 0, low: int | None = None, high: int | None = None, *,
        see: str = "all", life: str = "", clock: bool = False, names: str = "", clause: str = "",
    ) -> None:  # fmt: skip
        super().__init__(see=see, life=life, clock=clock, names=names, clause=clause)
        self.code = code
        least, most = RANGES[code]
        self.low = least if low is None else low
        self.high = most if high is None else high
        self.default = rest

    def rest(self) -> int:
        """The declared rest value."""
        return self.default

    def pack_code(self, ref: str) -> tuple[str, str]:
        """One struct item."""
        return self.code, ref

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """One struct item."""
        end = need(data, at, struct.calcsize("<" + self.code))
        return struct.unpack("<" + self.code, data[at:end])[0], end

    def problem(self, value: object) -> str:
        """In low..high."""
        if type(value) is not int or not self.low <= value <= self.high:
            return f"{value!r} is outside {self.low}..{self.high}"
        return ""

    def words(self, value: object, names: Names) -> Json:
        """The number, or the word it stands for."""
        return word_at(cast(int, value), self.names, names)

    def parse(self, word: object, names: Names) -> object:
        """A number or a word of the name table."""
        return index_at(word, self.names, names)

    def size(self, value: object) -> int:
        """The number itself."""
        return cast(int, value)


class Mask(Field):
    """A set of indices as the bits of one int."""

    form = "set"

    def __init__(
        self, bits: int, *, see: str = "all", life: str = "", names: str = "", clause: str = ""
    ) -> None:
        super().__init__(see=see, life=life, names=names, clause=clause)
        self.bits = bits
        self.width = next((w for w in (1, 2, 4, 8) if bits <= 8 * w), (bits + 7) // 8)

    def rest(self) -> int:
        """The empty set."""
        return 0

    def pack_code(self, ref: str) -> tuple[str, str]:
        """One struct item up to 64 bits, else that many bytes."""
        if self.width <= 8:
            return {1: "B", 2: "H", 4: "I", 8: "Q"}[self.width], ref
        return f"{self.width}s", f"{ref}.to_bytes({self.width}, 'little')"

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """That many bytes, little-endian."""
        end = need(data, at, self.width)
        return int.from_bytes(data[at:end], "little"), end

    def problem(self, value: object) -> str:
        """Only declared bits."""
        if type(value) is not int or not 0 <= value < 1 << self.bits:
            return f"{value!r} is no set of {self.bits} members"
        return ""

    def words(self, value: object, names: Names) -> Json:
        """The members, ascending."""
        found = bits_of(cast(int, value))
        if not self.names:
            return cast(Json, found)
        table = names[self.names]
        return cast(Json, [table[bit] if bit < len(table) else f"#{bit}" for bit in found])

    def parse(self, word: object, names: Names) -> object:
        """A list of members, or `rest`-free mask number."""
        if isinstance(word, int) and not isinstance(word, bool):
            return word
        if not isinstance(word, list):
            raise ValueError(f"expected a list of {self.names or 'numbers'}, not {word!r}")
        mask = 0
        for item in word:
            bit = index_at(item, self.names, names)
            if not 0 <= bit < self.bits:
                raise ValueError(f"{item!r} is outside this set of {self.bits}")
            mask |= 1 << bit
        return mask

    def size(self, value: object) -> int:
        """How many members."""
        return cast(int, value).bit_count()
