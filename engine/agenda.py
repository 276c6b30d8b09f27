"""The agenda: work that is owed, a stack of tasks of two closed kinds, DO and ASK.

A DO task runs to its end and never waits.  An ASK task waits in exactly one row: on top, it sets
`state.player` and leaves by that row, or dissolves because nothing can be asked; it never changes
the table.  Tasks are packed ints (`kind | argument << 8`) or tuples `(kind, …)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.errors import TableError, nearest
from engine.zones import Task

TASKS_MAX = 4096
KINDS_MAX = 256

T = TypeVar("T", int, Task)


class Do:
    """A kind of task that runs: `run(state, argument)`; tuple tasks are handed over whole.

    `raises` names the ASK kinds it may owe: `check_table` demands their rows.
    """

    __slots__ = ("name", "raises", "run", "text")

    def __init__(
        self, name: str, run: Callable[..., None], raises: tuple[str, ...] = (), text: str = ""
    ) -> None:
        self.name = name
        self.run = run
        self.raises = raises
        self.text = text or name


class Ask:
    """A kind of task that waits for somebody: `owner` reads the seat, `open` whether to ask."""

    __slots__ = ("name", "open", "owner", "text")

    def __init__(
        self,
        name: str,
        text: str,
        owner: Callable[..., int] | None = None,
        open: Callable[..., bool] | None = None,
    ) -> None:
        self.name = name
        self.text = text
        self.owner = owner
        self.open = open


Kind = Do | Ask


class Kinds:
    """The task kinds of a game, numbered by their place; text of a task and back."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        """TableError if two share a name or there are too many."""
        self.kinds = tuple(kinds)
        self.numbers = {kind.name: number for number, kind in enumerate(self.kinds)}
        if len(self.numbers) != len(self.kinds) or len(self.kinds) > KINDS_MAX:
            raise TableError(f"task kinds are not distinct, or more than {KINDS_MAX}")

    def text(self, task: int | Task) -> str:
        """A task in words: its kind, then its numbers."""
        if isinstance(task, int):
            return f"{self.kinds[task & 255].name} {task >> 8}"
        return " ".join([self.kinds[task[0]].name, *(str(number) for number in task[1:])])

    def parse(self, text: str, packed: bool) -> int | Task:
        """The task of a text; ValueError with the nearest kinds."""
        name, *rest = text.split()
        if name not in self.numbers:
            raise ValueError(f"no task kind {name!r}; {nearest(name, self.numbers)}")
        numbers = [int(word) for word in rest]
        if packed:
            return self.numbers[name] | (numbers[0] if numbers else 0) << 8
        return (self.numbers[name], *numbers)


def owe(agenda: list[T], *tasks: T) -> None:
    """Push tasks so that the first named runs first."""
    agenda.extend(reversed(tasks))
