"""A game that was played or read, as the fixtures of the pytest plug-in give it to a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import Happening
from engine.game import Game
from engine.play import Step, opening, walk
from engine.state import State


@dataclass(frozen=True)
class Played:
    """A game that was played or read: its log, a Step a ply, and why it ended (None: it has not).

    `opening` are the events of the set-up.
    """

    game: Game
    codes: tuple[int, ...]
    steps: tuple[Step, ...]
    opening: tuple[Happening, ...]
    reason: str | None

    @property
    def state(self) -> State:
        """The last position."""
        return self.steps[-1].after if self.steps else self.game.initial()

    @property
    def texts(self) -> tuple[str, ...]:
        """The actions in words."""
        return tuple(self.game.text(code) for code in self.codes)

    def events(self, kind: str = "") -> list[Happening]:
        """Everything that happened, in order; of one kind if it is named."""
        every = [*self.opening, *(one for step in self.steps for one in step.events)]
        return [one for one in every if kind in ("", one.kind)]

    def clauses(self) -> tuple[str, ...]:
        """The clauses applied, each once."""
        found = [ident for one in self.opening for ident in one.clauses()]
        found += [ident for step in self.steps for ident in step.clauses()]
        return tuple(dict.fromkeys(found))


def walked(game: Game, codes: Sequence[int]) -> Played:
    """A log walked, step by step; IllegalAction if a code is not legal."""
    steps = tuple(walk(game, codes))
    last = steps[-1].after if steps else game.initial()
    return Played(game, tuple(codes), steps, opening(game)[1], game.end_reason(last))
