"""The agenda: work that is owed, a stack of tasks of two closed kinds, DO and ASK.

A DO task runs to its end and never waits.  An ASK task waits in exactly one row: on top, it sets
`state.player` and leaves by that row, or dissolves because nothing can be asked; it never changes
the table.  Tasks are packed ints (`kind | argument << 8`) or tuples `(kind, …)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TypeVar

from engine.actions import Names
from engine.errors import TableError, nearest
from engine.fields import index_at, word_at
from engine.zones import Task

TASKS_MAX = 4096
KINDS_MAX = 256

T = TypeVar("T", int, Task)


class Do:
    """A kind of task that runs: `run(state, argument)`; tuple tasks are handed over whole.

    `raises` names the ASK kinds it may owe: `check_table` demands their rows.  `facts` says what
    its numbers are, as an Event's do (`card:cards`): with them a task is written in words.
    """

    __slots__ = ("facts", "name", "raises", "run", "tables", "text")

    def __init__(
        self, name: str, run: Callable[..., None], raises: tuple[str, ...] = (), text: str = "",
        facts: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.name = name
        self.run = run
        self.raises = raises
        self.text = text or name
        self.facts = facts
        self.tables = tuple(fact.partition(":")[2] for fact in facts)


class Ask:
    """A kind of task that waits for somebody: `owner` reads the seat, `open` whether to ask.

    `facts` says what its numbers are, as for a Do.
    """

    __slots__ = ("facts", "name", "open", "owner", "tables", "text")

    def __init__(
        self,
        name: str,
        text: str,
        owner: Callable[..., int] | None = None,
        open: Callable[..., bool] | None = None,
        facts: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.text = text
        self.owner = owner
        self.open = open
        self.facts = facts
        self.tables = tuple(fact.partition(":")[2] for fact in facts)


Kind = Do | Ask


class Kinds:
    """The task kinds of a game, numbered by their place; text of a task and back."""

    def __init__(self, kinds: Sequence[Kind], names: Names | None = None) -> None:
        """TableError if two share a name or there are too many; `names`: the game's name tables."""
        self.kinds = tuple(kinds)
        self.names: Names = names or {}
        self.numbers = {kind.name: number for number, kind in enumerate(self.kinds)}
        if len(self.numbers) != len(self.kinds) or len(self.kinds) > KINDS_MAX:
            raise TableError(f"task kinds are not distinct, or more than {KINDS_MAX}")

    def text(self, task: int | Task) -> str:
        """A task in words: its kind, then its numbers, as words where its facts name a table."""
        kind = self.kinds[task & 255 if isinstance(task, int) else task[0]]
        numbers = (task >> 8,) if isinstance(task, int) else task[1:]
        pairs = zip_longest(numbers, kind.tables[: len(numbers)], fillvalue="")
        words = [str(word_at(int(n), str(table), self.names)) for n, table in pairs]
        return " ".join([kind.name, *words])

    def parse(self, text: str, packed: bool) -> int | Task:
        """The task of a text; ValueError with the nearest kinds."""
        name, *rest = text.split()
        if name not in self.numbers:
            raise ValueError(f"no task kind {name!r}; {nearest(name, self.numbers)}")
        tables = self.kinds[self.numbers[name]].tables[: len(rest)]
        pairs = zip_longest(rest, tables, fillvalue="")
        numbers = [
            int(word) if word.lstrip("-").isdigit() else index_at(word, table, self.names)
            for word, table in pairs
        ]
        if packed:
            return self.numbers[name] | (numbers[0] if numbers else 0) << 8
        return (self.numbers[name], *numbers)


def owe(agenda: list[T], *tasks: T) -> None:
    """Push tasks so that the first named runs first."""
    agenda.extend(reversed(tasks))
