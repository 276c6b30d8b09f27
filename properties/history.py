"""What a check may know of the game it judges: its events so far, and scratch of its own."""

from __future__ import annotations

from typing import TypeVar

from engine.events import Happening
from engine.game import Game
from engine.play import Step
from engine.state import State

T = TypeVar("T")


class History:
    """One game as its checks see it, called `past` in their signatures.

    In an event check `counts`, `last` and `since` speak of what came strictly before the event
    judged; elsewhere the whole present ply is included.
    """

    __slots__ = ("_met", "_own", "at", "before", "codes", "counts", "game", "here", "last", "log",
                 "state", "step", "whole")  # fmt: skip

    def __init__(self, game: Game, state: State, whole: bool) -> None:
        """`whole`: the game is judged from position 0, not from the middle."""
        self.game = game
        self.whole = whole
        self.state = state
        self.before = state
        self.step: Step | None = None
        self.codes: list[int] = []
        self.log: list[Happening] = []
        self.at = 0
        self.counts: dict[str, int] = {}
        self.last: dict[str, Happening] = {}
        # Whatever the checks of a game look up once a ply; cleared before each.
        self.here: object = None
        self._own: dict[type, object] = {}
        self._met: dict[int, int] = {}

    @property
    def ply(self) -> int:
        """The ply judged; -1 at the opening."""
        return -1 if self.step is None else self.step.ply

    @property
    def previous(self) -> Happening | None:
        """The event just before the one judged."""
        return self.log[self.at - 1] if self.at > 0 else None

    @property
    def next(self) -> Happening | None:
        """The event just after the one judged, if the same ply brought one."""
        return self.log[self.at + 1] if self.at + 1 < len(self.log) else None

    def rest(self) -> list[Happening]:
        """Events of this ply after the one judged."""
        return self.log[self.at + 1 :]

    def since(self, *kinds: str) -> list[Happening]:
        """Events after the latest of these kinds and before the one judged; all if none is."""
        for at in range(min(self.at, len(self.log)) - 1, -1, -1):
            if self.log[at].event.kind in kinds:
                return self.log[at + 1 : self.at]
        return self.log[: self.at]

    def occasion(self, number: int) -> int:
        """Which occasion of a property, by its number, this is in the game: 1 is the first."""
        met = self._met[number] = self._met.get(number, 0) + 1
        return met

    def own(self, scratch: type[T]) -> T:
        """This game's one instance of a class, made on first use: typed memory of the checks."""
        try:
            return self._own[scratch]  # type: ignore[return-value]
        except KeyError:
            made = self._own[scratch] = scratch()
            return made
