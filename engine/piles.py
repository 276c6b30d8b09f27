"""Field kinds for cards that are alike: how many of each kind lie in a pile, no card a name.

Where two cards of one design never differ, a pile is a count a design: a draw has as many outcomes
as there are designs, and one set of cards has one encoding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.actions import Names
from engine.fields import Field, Json, index_at, need, word_at

COPIES_MAX = 0xFF


class Pile(Field):
    """One pile: `kinds` counts, kept as a bytearray."""

    form = "pile"

    def __init__(
        self, kinds: int, *, see: str = "all", life: str = "", names: str = "", clause: str = ""
    ) -> None:
        super().__init__(see=see, life=life, names=names, clause=clause)
        self.kinds = kinds

    def rest(self) -> bytearray:
        """Nothing in it."""
        return bytearray(self.kinds)

    def copy_code(self, ref: str) -> str:
        """A slice."""
        return f"{ref}[:]"

    def pack_code(self, ref: str) -> tuple[str, str]:
        """The counts as one byte string."""
        return f"{self.kinds}s", ref

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """One byte a kind."""
        end = need(data, at, self.kinds)
        return bytearray(data[at:end]), end

    def problem(self, value: object) -> str:
        """One byte a kind."""
        if not isinstance(value, bytearray) or len(value) != self.kinds:
            return f"{value!r} is no pile of {self.kinds} kinds"
        return ""

    def words(self, value: object, names: Names) -> Json:
        """How many of each kind that is there."""
        counts = enumerate(cast(bytearray, value))
        return {str(word_at(kind, self.names, names)): n for kind, n in counts if n}

    def parse(self, word: object, names: Names) -> object:
        """A table from kind to count, or a list of kinds, each as often as it is there."""
        pile = self.rest()
        for item, count in _pairs(word):
            kind = index_at(item, self.names, names)
            if not 0 <= kind < self.kinds:
                raise ValueError(f"{item!r} is outside this pile of {self.kinds} kinds")
            if type(count) is not int or not 0 <= pile[kind] + count <= COPIES_MAX:
                raise ValueError(f"{count!r} × {item!r}: expected 0..{COPIES_MAX} of a kind")
            pile[kind] += count
        return pile

    def size(self, value: object) -> int:
        """How many cards."""
        return sum(cast(bytearray, value))


class Piles(Field):
    """One pile a seat (or place): a list of bytearrays."""

    form = "piles"

    def __init__(
        self, count: int, kinds: int, *, by_seat: bool = True, see: str = "all", life: str = "",
        names: str = "", clause: str = "",
    ) -> None:  # fmt: skip
        super().__init__(see=see, life=life, names=names, clause=clause)
        self.count = count
        self.by_seat = by_seat
        self.one = Pile(kinds, names=names)

    def rest(self) -> list[bytearray]:
        """Empty piles."""
        return [self.one.rest() for _ in range(self.count)]

    def copy_code(self, ref: str) -> str:
        """Each pile is copied."""
        return f"[pile[:] for pile in {ref}]"

    def pack_code(self, ref: str) -> tuple[str, str]:
        """All counts as one byte string."""
        return f"{self.count * self.one.kinds}s", f"b''.join({ref})"

    def unpack(self, data: bytes, at: int) -> tuple[object, int]:
        """`count` piles."""
        found = []
        for _ in range(self.count):
            pile, at = self.one.unpack(data, at)
            found.append(pile)
        return found, at

    def problem(self, value: object) -> str:
        """The right number of piles, each in range."""
        if not isinstance(value, list) or len(value) != self.count:
            return f"{value!r} are not {self.count} piles"
        return next((text for text in map(self.one.problem, value) if text), "")

    def words(self, value: object, names: Names) -> Json:
        """A table from kind to count for each pile."""
        return cast(Json, [self.one.words(pile, names) for pile in cast(list[bytearray], value)])

    def parse(self, word: object, names: Names) -> object:
        """A list of piles; those not named are empty."""
        if not isinstance(word, list) or len(word) > self.count:
            raise ValueError(f"expected a list of at most {self.count} piles, not {word!r}")
        given = [self.one.parse(item, names) for item in word]
        return given + [self.one.rest() for _ in range(self.count - len(given))]

    def size(self, value: object) -> int:
        """Cards of all piles."""
        return sum(self.sizes(value))

    def sizes(self, value: object) -> list[int]:
        """Cards of each pile."""
        return [sum(pile) for pile in cast(list[bytearray], value)]

    def seats(self) -> int:
        """One pile a seat if declared so."""
        return self.count if self.by_seat else 0


def _pairs(word: object) -> Sequence[tuple[object, object]]:
    if isinstance(word, Mapping):
        return list(word.items())
    if isinstance(word, list):
        return [(item, 1) for item in word]
    raise ValueError(f"expected a table from kind to count, or a list of kinds, not {word!r}")
