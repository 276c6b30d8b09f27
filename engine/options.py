"""Options: every switchable ruling and variant of a game, declared with default and domain.

All of them stand in each replay header; none is implied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import OptionError, nearest

Value = bool | int | str
# A subset of a content table: all of it, or all but the ids named, in alphabetical order.
SUBSET = re.compile(r"all(-[a-z][a-z0-9_]*)*\Z")


@dataclass(frozen=True)
class Ordered:
    """A list of words, each once: `every` one of them in any order, else some in the order given.

    `b,a,c` is an order of a, b and c; `` and `a,c` are two of their subsets.
    """

    words: tuple[str, ...]
    every: bool = False

    def fits(self, text: str) -> bool:
        """Whether the text is such a list."""
        chosen = parts(text)
        if self.every:
            return sorted(chosen) == sorted(self.words)
        return chosen == tuple(word for word in self.words if word in chosen)

    def describe(self) -> str:
        """What is expected, in words."""
        listed = ",".join(self.words)
        return (
            f"{listed} in any order" if self.every else f"some of {listed} in this order, or none"
        )


@dataclass(frozen=True)
class Counts:
    """A list of `count` whole numbers, each low..high: `0,2,1`."""

    count: int
    low: int
    high: int

    def fits(self, text: str) -> bool:
        """Whether the text is such a list, each number spelled as Python spells it."""
        chosen = parts(text)
        known = [str(number) for number in range(self.low, self.high + 1)]
        return len(chosen) == self.count and all(word in known for word in chosen)

    def describe(self) -> str:
        """What is expected, in words."""
        return f"{self.count} whole numbers {self.low}..{self.high} with commas between"


def parts(text: str) -> tuple[str, ...]:
    """The words of a list as an option's value spells it; none for the empty text."""
    return tuple(text.split(",")) if text else ()


@dataclass(frozen=True)
class Option:
    """One option: its domain is a tuple of values, or (least, most) for a `whole` number.

    With `subset_of` it is a subset of that content table, written `all` or `all-ID-ID` (all but
    these); with `listed` it is a list in one word, commas between.  The domain then lists values
    worth testing.  With `below` a number is less than the value of that option: a seat below the
    players.  A `bound` stops play that goes on for too long, and changes no rule.
    """

    name: str
    default: Value
    domain: tuple[Value, ...]
    clause: str = ""
    text: str = ""
    whole: bool = False
    subset_of: str = ""
    listed: Ordered | Counts | None = None
    below: str = ""
    bound: bool = False

    def check(self, value: Value) -> Value:
        """The value itself if it lies in the domain; OptionError otherwise."""
        if self.whole:
            low, high = self.domain
            fits = type(value) is int and int(low) <= value <= int(high)
        elif self.subset_of:
            fits = isinstance(value, str) and bool(SUBSET.match(value)) and _in_order(value)
        elif self.listed is not None:
            fits = isinstance(value, str) and self.listed.fits(value)
        else:
            fits = any(value == item and type(value) is type(item) for item in self.domain)
        if not fits:
            raise OptionError(
                f"option {self.name} = {value!r} is outside its domain; {self.describe()}"
            )
        return value

    def describe(self) -> str:
        """The domain in words, default first."""
        if self.whole and self.domain[0] == self.domain[1]:
            return f"always {self.domain[0]}"
        if self.whole:
            return f"a whole number {self.domain[0]}..{self.domain[1]}, default {self.default}"
        if self.subset_of:
            return f"all, or all-ID-ID: all of the {self.subset_of} rows but these, in order"
        if self.listed is not None:
            return f"{self.listed.describe()}; default {self.default!r}"
        others = [word_of(item) for item in self.domain if item != self.default]
        return "one of " + ", ".join([word_of(self.default), *others])

    def parse(self, text: str) -> Value:
        """A value from the command line: true/false, a whole number or a word of the domain."""
        value: Value = text
        if self.listed is not None:
            return self.check(text)
        if text in ("true", "false"):
            value = text == "true"
        elif text.lstrip("-").isdigit():
            value = int(text)
        return self.check(value)

    def values(self) -> tuple[Value, ...]:
        """Values worth testing: the domain; for whole numbers least, default and most.

        Of the players every number.
        """
        if not self.whole:
            return self.domain
        low, high = int(self.domain[0]), int(self.domain[1])
        if self.name == "players":
            return tuple(range(low, high + 1))
        return tuple(sorted({low, min(low + 1, high), int(self.default), high}))


def _in_order(value: str) -> bool:
    """Each id once, in alphabetical order: one subset has one spelling."""
    gone = value.split("-")[1:]
    return gone == sorted(set(gone))


def subset(name: str, value: str, known: Sequence[str]) -> tuple[str, ...]:
    """The ids of a table that a value of a `subset_of` option leaves; OptionError if one is new."""
    gone = value.split("-")[1:]
    for ident in gone:
        if ident not in known:
            raise OptionError(f"option {name} = {value}: no {ident!r} to leave out; "
                              f"{nearest(ident, known)}")  # fmt: skip
    return tuple(ident for ident in known if ident not in gone)


def conflict(declared: Sequence[Option], chosen: Mapping[str, Value]) -> str:
    """Why these values do not go together, as far as all options concerned are chosen; "" if so."""
    for option in declared:
        value, most = chosen.get(option.name), chosen.get(option.below)
        if option.below and type(value) is int and type(most) is int and value >= most:
            return f"option {option.name} = {value} is not below {option.below} = {most}"
    return ""


def word_of(value: Value) -> str:
    """A value as TOML spells it, strings bare."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


class Options(Mapping[str, Value]):
    """All options of a game with their values, ordered by name; immutable."""

    __slots__ = ("_values",)

    def __init__(self, declared: Sequence[Option], given: Mapping[str, Value] | None = None):
        """Defaults overlaid by `given`; OptionError for a name or a value that does not fit."""
        known = {option.name: option for option in declared}
        chosen = dict(given or {})
        for name in chosen:
            if name not in known:
                raise OptionError(f"unknown option {name!r}; {nearest(name, sorted(known))}")
        self._values: dict[str, Value] = {
            name: known[name].check(chosen.get(name, known[name].default)) for name in sorted(known)
        }
        problem = conflict(declared, self._values)
        if problem:
            raise OptionError(problem)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def flag(self, name: str) -> bool:
        """A boolean option."""
        value = self._values[name]
        if not isinstance(value, bool):
            raise OptionError(f"option {name} is no flag: {value!r}")
        return value

    def number(self, name: str) -> int:
        """A whole-number option."""
        value = self._values[name]
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(f"option {name} is no whole number: {value!r}")
        return value

    def word(self, name: str) -> str:
        """A word option."""
        value = self._values[name]
        if not isinstance(value, str):
            raise OptionError(f"option {name} is no word: {value!r}")
        return value
