"""Events: what happened, with named facts and the clauses each occurrence proves.

A fact is declared as `name` (a number or a tuple of numbers) or `name:table` (an index into a name
table of the game; table `flag` reads true/false).  A clause may be guarded by a named test over the
facts, so that an event never proves more than it saw.  Events never influence the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.actions import Names

if TYPE_CHECKING:
    from engine.state import State

Value = int | tuple[int, ...]
Word = int | bool | str | list[int] | list[str]
FLAG = "flag"


class Event:
    """A kind of event: dotted name, facts, and clause ids with their guards (None: always).

    `needs` says, as for rows and verbs, under which options or content it can happen at all.
    """

    __slots__ = (
        "always", "clauses", "facts", "guarded", "index", "kind", "named", "needs", "tables",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        facts: tuple[str, ...] = (),
        clauses: Mapping[str, Callable[[Happening], bool] | None] | tuple[str, ...] = (),
        needs: str = "",
    ) -> None:
        """`clauses` is a tuple (each proven by every occurrence) or id -> guard."""
        self.kind = kind
        self.needs = needs
        parts = [fact.partition(":") for fact in facts]
        self.facts = tuple(part[0] for part in parts)
        self.tables = tuple(part[2] for part in parts)
        self.named = tuple((i, t) for i, t in enumerate(self.tables) if t and t != FLAG)
        self.index = {name: number for number, name in enumerate(self.facts)}
        guards = clauses if isinstance(clauses, Mapping) else dict.fromkeys(clauses)
        self.clauses = tuple(guards)
        self.always = tuple(ident for ident, guard in guards.items() if guard is None)
        self.guarded = tuple((i, guard) for i, guard in guards.items() if guard is not None)

    def __repr__(self) -> str:
        return f"Event({self.kind!r})"


class Happening:
    """One occurrence of an event: `num` and `word` read its facts."""

    __slots__ = ("_proven", "event", "names", "values")

    def __init__(self, event: Event, values: tuple[Value, ...], names: Names) -> None:
        self.event = event
        self.values = values
        self.names = names
        self._proven: tuple[str, ...] | None = None

    @property
    def kind(self) -> str:
        """The event's dotted name."""
        return self.event.kind

    def num(self, fact: str) -> int:
        """A fact as a number (index, count or 0/1)."""
        return self.values[self.event.index[fact]]  # type: ignore[return-value]

    def nums(self, fact: str) -> tuple[int, ...]:
        """A fact that is a list of numbers."""
        value = self.values[self.event.index[fact]]
        return value if isinstance(value, tuple) else (value,)

    def word(self, fact: str) -> str:
        """A fact as a word; `none` for -1."""
        return str(self._word(self.event.index[fact]))

    def _word(self, at: int) -> Word:
        value, table = self.values[at], self.event.tables[at]
        if not table:
            return list(value) if isinstance(value, tuple) else value
        if table == FLAG:
            return bool(value)
        names = self.names[table]
        if isinstance(value, tuple):
            return [names[item] for item in value]
        return names[value] if value >= 0 else "none"

    def facts(self) -> dict[str, Word]:
        """All facts as words, in order."""
        return {name: self._word(at) for at, name in enumerate(self.event.facts)}

    def clauses(self) -> tuple[str, ...]:
        """Ids of the clauses this occurrence proves."""
        event = self.event
        if not event.guarded:
            return event.always
        if self._proven is None:
            proven = tuple(ident for ident, guard in event.guarded if guard(self))
            self._proven = event.always + proven
        return self._proven

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts().items())
        return f"{self.kind}({facts})"


class Trace:
    """A listener: what one ply did.  Set as `state.sink`; `walk` reads and clears it."""

    __slots__ = ("acted", "events", "exits", "progress")

    def __init__(self) -> None:
        self.events: list[Happening] = []
        self.exits: list[tuple[int, int]] = []
        self.progress: dict[int, tuple[tuple[int, ...], int]] = {}
        self.acted: State | None = None

    def clear(self) -> None:
        """Forget the last ply."""
        self.events = []
        self.exits = []
        self.progress = {}
        self.acted = None


def emit(state: State, event: Event, *values: Value) -> None:
    """Say that `event` happened, facts in declared order; nothing if nobody listens.

    ValueError if they are not its facts; whatever a guard raises.
    """
    sink = state.sink
    if sink is None:
        return
    names = state.rules.names
    if len(values) != len(event.facts):
        raise ValueError(f"{event.kind} has the facts {event.facts}, emitted were {values}")
    for at, table in event.named:
        value, known = values[at], len(names[table])
        inside = value < known if isinstance(value, int) else all(0 <= v < known for v in value)
        if not inside:
            raise ValueError(
                f"{event.kind}: fact {event.facts[at]} = {value} is none of {known} in {table!r}"
            )
    happening = Happening(event, values, names)
    happening.clauses()  # a guard that raises does so where the event is emitted
    sink.events.append(happening)
