"""Field kinds of several numbers: rows, sets by seat, ordered lists and the agenda."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from engine.actions import Names
from engine.errors import TableError
from engine.fields import RANGES, Field, Json, Mask, index_at, need, word_at

Task = tuple[int, ...]
Row: TypeAlias = "list[int] | bytearray | array[int]"
LENGTH_MAX = 0xFFFF
TASK_NUMBERS_MAX = 15


class Numbers(Field):
    """A fixed row of whole numbers: a list, or an array: bytes (`cells`), or `raw` of any width.

    With `of`, a name table of what each number belongs to, the row is written and shown as a table
    from word to number, those at rest left out.
    """

    form = "row"

    def __init__(
        self, code: str, count: int, rest: int = 0, *, raw: bool = False, by_seat: bool = False,
        see: str = "all", life: str = "", clock: bool = False, names: str = "", of: str = "",
        clause: str = "",
    ) -> None:  # fmt: skip
        super().__init__(see=see, life=life, clock=clock, names=names, clause=clause)
        self.code = code
        self.count = count
        self.default = rest
        self.of = of
        self.raw = raw
        self.by_seat = by_seat
        self._at_rest = self.rest()

    def rest(self) -> Row:
        """The rest value in every cell."""
        return self._row([self.default] * self.count)

    def _row(self, cells: list[int]) -> Row:
        if not self.raw:
            return cells
        return bytearray(cells) if self.code == "B" else array(self.code, cells)

    def copy_code(self, ref: str) -> str:
        """A slice copies lists and arrays alike."""
        return f"{ref}[:]"

    def pack_code(self, ref: str) -> tuple[str, str]:
        """Raw cells as one byte string, else one item a cell."""
        if self.raw and self.code == "B":
            return f"{self.count}s", ref
        if self.raw and sys.byteorder == "little":
            return f"{self.count * struct.calcsize('<' + self.code)}s", f"{ref}.tobytes()"
        return f"{self.count}{self.code}", f"*{ref}"

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """`count` items."""
        form = f"<{self.count}{self.code}"
        end = need(data, at, struct.calcsize(form))
        return self._row(list(struct.unpack(form, data[at:end]))), end

    def problem(self, value: object) -> str:
        """The right length, each in range."""
        cells = cast(Sequence[int], value)
        low, high = RANGES[self.code]
        if len(cells) != self.count:
            return f"{len(cells)} numbers, expected {self.count}"
        bad = [cell for cell in cells if not low <= cell <= high]
        return f"{bad[0]!r} is outside {low}..{high}" if bad else ""

    def words(self, value: object, names: Names) -> Json:
        """The numbers, or the words they stand for."""
        cells = cast(Sequence[int], value)
        if self.of:
            if cells == self._at_rest:
                return {}
            pairs = [(at, cell) for at, cell in enumerate(cells) if cell != self.default]
            return {str(word_at(at, self.of, names)): word_at(cell, self.names, names)
                    for at, cell in pairs}  # fmt: skip
        if not self.names:
            return cast(Json, list(cells))
        return cast(Json, [word_at(cell, self.names, names) for cell in cells])

    def parse(self, word: object, names: Names) -> object:
        """A list of `count` numbers or words; with `of` also a table of those not at rest."""
        if self.of and isinstance(word, Mapping):
            return self._from_table(word, names)
        if not isinstance(word, list) or len(word) != self.count:
            raise ValueError(f"expected a list of {self.count} numbers, not {word!r}")
        return self._row([index_at(item, self.names, names) for item in word])

    def _from_table(self, table: Mapping[str, object], names: Names) -> Row:
        cells = self.rest()
        for item, cell in table.items():
            at = index_at(item, self.of, names)
            if not 0 <= at < self.count:
                raise ValueError(f"{item!r} is outside this row of {self.count}")
            cells[at] = index_at(cell, self.names, names)
        return cells

    def size(self, value: object) -> int:
        """The sum."""
        return sum(cast(Sequence[int], value))

    def seats(self) -> int:
        """One cell a seat if declared so."""
        return self.count if self.by_seat else 0


class Masks(Field):
    """One set a seat (or place): a list of masks.

    With `of`, a name table of the places, the sets are written and shown as a table from place to
    members, empty ones left out.
    """

    form = "sets"

    def __init__(
        self, count: int, bits: int, *, by_seat: bool = True, see: str = "all", life: str = "",
        names: str = "", of: str = "", clause: str = "",
    ) -> None:  # fmt: skip
        super().__init__(see=see, life=life, names=names, clause=clause)
        if of and by_seat and see not in ("all", "size"):
            raise TableError(f"sets of which a seat sees its own (see={see!r}) have no table `of`")
        self.count = count
        self.of = of
        self.by_seat = by_seat
        self.one = Mask(bits, names=names)

    def rest(self) -> list[int]:
        """Empty sets."""
        return [0] * self.count

    def copy_code(self, ref: str) -> str:
        """A slice."""
        return f"{ref}[:]"

    def pack_code(self, ref: str) -> tuple[str, str]:
        """One item a set."""
        form, _ = self.one.pack_code("x")
        if form.endswith("s"):
            width = self.one.width
            return f"{width * self.count}s", (
                f"b''.join([m.to_bytes({width}, 'little') for m in {ref}])"
            )
        return f"{self.count}{form}", f"*{ref}"

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """`count` sets."""
        found = []
        for _ in range(self.count):
            mask, at = self.one.unpack(data, at)
            found.append(mask)
        return found, at

    def problem(self, value: object) -> str:
        """The right number of sets, each in range."""
        masks = cast(list[int], value)
        if len(masks) != self.count:
            return f"{len(masks)} sets, expected {self.count}"
        return next((text for text in map(self.one.problem, masks) if text), "")

    def words(self, value: object, names: Names) -> Json:
        """A list of members a set, or a table of the sets that have any."""
        masks = cast(list[int], value)
        if self.of:
            if not any(masks):
                return {}
            return {str(word_at(at, self.of, names)): self.one.words(mask, names)
                    for at, mask in enumerate(masks) if mask}  # fmt: skip
        return cast(Json, [self.one.words(mask, names) for mask in masks])

    def parse(self, word: object, names: Names) -> object:
        """A list of lists; with `of` also a table of the sets that have members."""
        if self.of and isinstance(word, Mapping):
            masks = self.rest()
            for item, members in word.items():
                at = index_at(item, self.of, names)
                if not 0 <= at < self.count:
                    raise ValueError(f"{item!r} is outside these {self.count} sets")
                masks[at] = cast(int, self.one.parse(members, names))
            return masks
        if not isinstance(word, list) or len(word) != self.count:
            raise ValueError(f"expected {self.count} lists, not {word!r}")
        return [self.one.parse(item, names) for item in word]

    def size(self, value: object) -> int:
        """Members of all sets."""
        return sum(self.sizes(value))

    def sizes(self, value: object) -> list[int]:
        """Members of each set."""
        return [mask.bit_count() for mask in cast(list[int], value)]

    def seats(self) -> int:
        """One set a seat if declared so."""
        return self.count if self.by_seat else 0


class Ids(Field):
    """A list whose order a rule reads: a pile, a queue; or a stack of packed tasks."""

    form = "list"
    fixed = False

    def __init__(
        self, code: str = "B", most: int = LENGTH_MAX, *, see: str = "all", life: str = "",
        names: str = "", clause: str = "",
    ) -> None:  # fmt: skip
        super().__init__(see=see, life=life, names=names, clause=clause)
        self.code = code
        self.most = most
        self._packers: dict[int, struct.Struct] = {}

    def rest(self) -> list[int]:
        """An empty list."""
        return []

    def copy_code(self, ref: str) -> str:
        """A slice."""
        return f"{ref}[:]"

    def pack(self, value: list[int]) -> bytes:
        """u16 length, then the items."""
        count = len(value)
        packer = self._packers.get(count)
        if packer is None:
            packer = self._packers[count] = struct.Struct(f"<H{count}{self.code}")
        return packer.pack(count, *value)

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """u16 length, then the items."""
        start = need(data, at, 2)
        count = int.from_bytes(data[at:start], "little")
        form = f"<{count}{self.code}"
        end = need(data, start, struct.calcsize(form))
        return list(struct.unpack(form, data[start:end])), end

    def problem(self, value: object) -> str:
        """Not too long, each in range."""
        items = cast(list[int], value)
        low, high = RANGES[self.code]
        if len(items) > self.most:
            return f"{len(items)} items, at most {self.most}"
        bad = [item for item in items if not low <= item <= high]
        return f"{bad[0]!r} is outside {low}..{high}" if bad else ""

    def words(self, value: object, names: Names) -> Json:
        """The items in order."""
        return cast(Json, [word_at(item, self.names, names) for item in cast(list[int], value)])

    def parse(self, word: object, names: Names) -> object:
        """A list of items."""
        if not isinstance(word, list):
            raise ValueError(f"expected a list of {self.names or 'numbers'}, not {word!r}")
        return [index_at(item, self.names, names) for item in word]

    def size(self, value: object) -> int:
        """The length."""
        return len(cast(list[int], value))


class Tasks(Field):
    """An agenda of tasks `(kind, …)` of at most 15 numbers, top last."""

    form = "agenda"
    fixed = False

    def rest(self) -> list[Task]:
        """Nothing owed."""
        return []

    def copy_code(self, ref: str) -> str:
        """Tasks are tuples, so a slice shares nothing mutable."""
        return f"{ref}[:]"

    def pack(self, value: list[Task]) -> bytes:
        """u16 count; each task as a byte for its length and i16 numbers."""
        flat: list[int] = []
        form = ["<H"]
        for task in value:
            flat.append(len(task))
            flat.extend(task)
            form.append(f"B{len(task)}h")
        return struct.pack("".join(form), len(value), *flat)

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """The same backwards."""
        end = need(data, at, 2)
        found: list[Task] = []
        for _ in range(int.from_bytes(data[at:end], "little")):
            start = need(data, end, 1)
            form = f"<{data[end]}h"
            end = need(data, start, struct.calcsize(form))
            found.append(struct.unpack(form, data[start:end]))
        return found, end

    def problem(self, value: object) -> str:
        """Each task short enough and in range."""
        low, high = RANGES["h"]
        for task in cast(list[Task], value):
            if not 0 < len(task) <= TASK_NUMBERS_MAX:
                return f"task {task} has {len(task)} numbers, at most {TASK_NUMBERS_MAX}"
            if any(not low <= number <= high for number in task):
                return f"task {task} is outside {low}..{high}"
        return ""

    def words(self, value: object, names: Names) -> Json:
        """The bare numbers; `Game.task_text` names them."""
        return [list(task) for task in cast(list[Task], value)]

    def parse(self, word: object, names: Names) -> object:
        """Lists of numbers."""
        if not isinstance(word, list) or not all(isinstance(item, list) for item in word):
            raise ValueError(f"expected a list of tasks, not {word!r}")
        return [tuple(int(number) for number in item) for item in word]

    def size(self, value: object) -> int:
        """How many tasks."""
        return len(cast(list[Task], value))
