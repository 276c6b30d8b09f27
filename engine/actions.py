"""Verbs and the action space: code <-> (verb, arguments) <-> text.

A verb is a plain function (its effect) with its enabling condition beside it.  Its *local* codes
are its arguments in mixed radix, first most significant; the `ActionSpace` of a game adds the base.
Numbers follow the order of the game's VERBS, append-only; content never renumbers an action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import gcd, prod

from engine.errors import ActionText, TableError, nearest

CODES_MAX = 4096
SPACE_MAX = 65536
SPREAD_MAX = 4096
NUMBERINGS_KEPT = 32

Names = Mapping[str, tuple[str, ...]]
Call = tuple[Callable[..., None], tuple[int, ...]]


class Domain:
    """The values of one argument: a range of numbers, fixed words, or the ids of a content table.

    With `names`, `values` is the upper bound of indices and text comes from the game's name table.
    """

    __slots__ = ("name", "names", "size", "values", "words")

    def __init__(self, name: str, values: range | tuple[str, ...], names: str = "") -> None:
        self.name = name
        self.names = names
        self.size = len(values)
        self.words = values if isinstance(values, tuple) else ()
        self.values = values if isinstance(values, range) else range(len(values))

    def text_of(self, index: int, names: Names) -> str:
        """The word for the `index`-th value; `#index` if no content is loaded for it."""
        if self.names:
            table = names[self.names]
            return table[index] if index < len(table) else f"#{index}"
        return self.words[index] if self.words else str(self.values[index])

    def choices(self, names: Names) -> list[str]:
        """The loaded words, by index."""
        count = min(len(names[self.names]), self.size) if self.names else self.size
        return [self.text_of(index, names) for index in range(count)]


class Outcomes:
    """Chance outcomes: local codes ascending with weights in lowest terms, computed once.

    `spread` lists each code as often as it weighs, so that one number below `total` picks one.
    """

    __slots__ = ("_at", "codes", "count", "spread", "total", "weights")

    def __init__(self, codes: Sequence[int], weights: Sequence[int] | None = None) -> None:
        """Equal weights if none are given; TableError for an empty or unordered list."""
        self.codes = tuple(codes)
        given = tuple(weights) if weights is not None else (1,) * len(self.codes)
        if not self.codes or list(self.codes) != sorted(set(self.codes)):
            raise TableError(f"outcomes {self.codes} are not ascending and distinct, or are none")
        if len(given) != len(self.codes) or min(given) < 1:
            raise TableError(f"weights {given} do not fit outcomes {self.codes}")
        shared = gcd(*given)
        self.weights = tuple(weight // shared for weight in given)
        self.total = sum(self.weights)
        self.count = len(self.codes)
        self.spread: tuple[int, ...] = ()
        if self.total <= SPREAD_MAX:
            pairs = zip(self.codes, self.weights, strict=True)
            self.spread = tuple(code for code, weight in pairs for _ in range(weight))
        self._at: dict[int, list[int]] = {}

    @classmethod
    def even(cls, codes: Sequence[int]) -> Outcomes:
        """Equally likely outcomes, for pools too varied to tabulate: nothing is checked.

        The caller vouches that the codes are at least one, ascending and distinct.
        """
        made = cls.__new__(cls)
        made.codes = made.spread = tuple(codes)
        made.total = made.count = len(made.codes)
        made.weights = (1,) * made.total
        made._at = {}
        return made

    @classmethod
    def counted(cls, counts: Sequence[int]) -> Outcomes:
        """A card of a pile of counts: an outcome an index that has any, weighted by its count.

        For tables used once: nothing is spread.  TableError if every count is zero.
        """
        codes = [code for code, count in enumerate(counts) if count]
        if not codes:
            raise TableError(f"counts {list(counts)} leave nothing to draw")
        return cls.weighed(codes, [counts[code] for code in codes])

    @classmethod
    def weighed(cls, codes: Sequence[int], weights: Sequence[int]) -> Outcomes:
        """Outcomes of these weights, for tables used once: nothing is spread, little is checked.

        The caller vouches that the codes are at least one, ascending and distinct, one weight each.
        """
        made = cls.__new__(cls)
        shared = gcd(*weights)
        made.codes = tuple(codes)
        made.weights = tuple([n // shared for n in weights] if shared > 1 else weights)
        made.total = sum(made.weights)
        made.count = len(made.codes)
        made.spread = ()
        made._at = {}
        return made

    def at(self, base: int) -> list[int]:
        """The codes with a base added, a fresh list."""
        codes = self._at.get(base)
        if codes is None:
            codes = self._at[base] = [base + code for code in self.codes]
        return codes[:]


class Verb:
    """One kind of choice: callable as its effect; `legal` or `outcomes` declare its condition."""

    __slots__ = (
        "chance", "clause", "doc", "domains", "effect", "enabled", "name", "needs", "size",
        "unordered",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        effect: Callable[..., None],
        domains: tuple[Domain, ...],
        clause: str,
        needs: str,
        unordered: bool,
    ) -> None:
        self.name = name
        self.effect = effect
        self.domains = domains
        self.clause = clause
        self.needs = needs
        self.unordered = unordered
        self.size = prod(domain.size for domain in domains)
        self.enabled: Callable[..., list[int]] | None = None
        self.chance: Callable[..., Outcomes] | None = None
        self.doc = effect.__doc__ or ""
        if self.size > CODES_MAX:
            raise TableError(f"verb {name}: {self.size} codes, CODES_MAX is {CODES_MAX}")
        if unordered and (len(domains) != 2 or domains[0].size != domains[1].size):
            raise TableError(f"verb {name}: an unordered pair needs two equal domains")

    def __call__(self, state: object, *args: int) -> None:
        """The effect itself: for examples and tests; play goes through `Game.apply`."""
        self.effect(state, *args)

    def legal(self, function: Callable[..., list[int]]) -> Callable[..., list[int]]:
        """Declare the enabling condition: state -> fresh ascending list of local codes."""
        self.enabled = function
        return function

    def outcomes(self, function: Callable[..., Outcomes]) -> Callable[..., Outcomes]:
        """Declare a chance verb: state -> Outcomes (a table looked up, not computed anew)."""
        self.chance = function
        return function

    def local(self, *args: int) -> int:
        """The local code of argument values (numbers as the effect takes them)."""
        code = 0
        for domain, value in zip(self.domains, args, strict=True):
            code = code * domain.size + domain.values.index(value)
        return code


def verb(
    name: str, *, clause: str = "", needs: str = "", unordered: bool = False, **domains: Domain
) -> Callable[[Callable[..., None]], Verb]:
    """Declare a verb; domains in the order of the effect's parameters after `state`.

    `unordered`: a pair spelled higher first (`strike 6 2`); text accepts either order.
    """

    def declare(effect: Callable[..., None]) -> Verb:
        return Verb(name, effect, tuple(domains.values()), clause, needs, unordered)

    return declare


@lru_cache(NUMBERINGS_KEPT)
def _numbered(verbs: tuple[Verb, ...]) -> tuple[dict[str, int], list[Call], list[int]]:
    """The base of each verb, and of each code its effect with arguments and the verb's number.

    Content never renumbers an action: every Game with these verbs shares them.
    """
    bases: dict[str, int] = {}
    calls: list[Call] = []
    verb_at: list[int] = []
    for number, item in enumerate(verbs):
        if item.name in bases:
            raise TableError(f"two verbs are named {item.name}")
        bases[item.name] = len(calls)
        calls += [(item.effect, args) for args in product(*(d.values for d in item.domains))]
        verb_at += [number] * item.size
    if len(calls) > SPACE_MAX:
        raise TableError(f"{len(calls)} codes, SPACE_MAX is {SPACE_MAX}")
    return bases, calls, verb_at


class ActionSpace:
    """All codes of a game.  `calls[code]` is (effect, arguments); `verb_at[code]` its number."""

    def __init__(self, verbs: Sequence[Verb], names: Names) -> None:
        """TableError if verbs share a name or the codes do not fit SPACE_MAX."""
        self.verbs = tuple(verbs)
        self.names = names
        self.bases, self.calls, self.verb_at = _numbered(self.verbs)
        self._texts: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.calls)

    def verb_of(self, code: int) -> Verb:
        """The verb of a code."""
        return self.verbs[self.verb_at[code]]

    def indices(self, code: int) -> tuple[int, ...]:
        """The argument indices of a code, one a domain."""
        item = self.verb_of(code)
        rest = code - self.bases[item.name]
        found: list[int] = []
        for domain in reversed(item.domains):
            rest, index = divmod(rest, domain.size)
            found.append(index)
        return tuple(reversed(found))

    def text(self, code: int) -> str:
        """The one text of a code: the verb, then one word a domain; unloaded words read `#31`."""
        text = self._texts.get(code)
        if text is None:
            if not 0 <= code < len(self.calls):
                raise ActionText(f"code {code} is outside 0..{len(self.calls) - 1}")
            text = self._texts[code] = self._spell(code)
        return text

    def _spell(self, code: int) -> str:
        item, indices = self.verb_of(code), self.indices(code)
        if item.unordered and indices[0] < indices[1]:
            return f"{item.name} #{indices[0]} #{indices[1]}"
        pairs = zip(item.domains, indices, strict=True)
        return " ".join([item.name, *(domain.text_of(i, self.names) for domain, i in pairs)])

    def code(self, text: str) -> int:
        """The code of a text, letters of either case; ActionText names the nearest words."""
        words = text.lower().split()
        if not words or words[0] not in self.bases:
            known = nearest(words[0] if words else "", self.bases)
            raise ActionText(f"no action reads {text!r}: unknown verb; {known}")
        item = self.verbs[self.verb_at[self.bases[words[0]]]]
        if len(words) - 1 != len(item.domains):
            wanted = " ".join([item.name, *(domain.name.upper() for domain in item.domains)])
            raise ActionText(f"no action reads {text!r}; expected {wanted}")
        pairs = zip(item.domains, words[1:], strict=True)
        indices = [self._index(domain, word, text) for domain, word in pairs]
        if item.unordered and indices[0] < indices[1] and "#" not in text:
            indices.reverse()
        local = 0
        for domain, index in zip(item.domains, indices, strict=True):
            local = local * domain.size + index
        return self.bases[item.name] + local

    def _index(self, domain: Domain, word: str, text: str) -> int:
        if word.startswith("#") and word[1:].isdigit() and int(word[1:]) < domain.size:
            return int(word[1:])
        choices = domain.choices(self.names)
        if word not in choices:
            known = nearest(word, choices)
            raise ActionText(f"no action reads {text!r}: no {domain.name} {word!r}; {known}")
        return choices.index(word)
