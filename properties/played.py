"""A game that was played, read or drawn, as the fixtures and the strategies give it to a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.events import Happening
from engine.game import Game
from engine.play import Step, opening, walk
from engine.state import State
from properties.logs import log_bytes


@dataclass(frozen=True)
class Played:
    """A game and its log.  `last` is the position reached, where it is known without a walk."""

    game: Game
    codes: tuple[int, ...]
    last: State | None = field(default=None, repr=False, compare=False)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """A Step a ply: before, action (`text`), after, events, clauses.  IllegalAction if a code
        is not legal.
        """
        return tuple(walk(self.game, self.codes))

    @cached_property
    def opening(self) -> tuple[Happening, ...]:
        """The events of the set-up."""
        return opening(self.game)[1]

    @property
    def state(self) -> State:
        """The last position."""
        if self.last is not None:
            return self.last
        return self.steps[-1].after if self.steps else self.game.initial()

    @property
    def reason(self) -> str | None:
        """Why it ended; None: it has not."""
        return self.game.end_reason(self.state)

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

    def save(self, path: Path | str) -> Path:
        """Write the game as a replay, over what is there; where it has not ended, its plies are
        its `plies_max`.  OSError.
        """
        target = Path(path)
        target.write_bytes(log_bytes(self.game, self.codes))
        return target


def walked(game: Game, codes: Sequence[int]) -> Played:
    """A log walked, step by step; IllegalAction if a code is not legal."""
    made = Played(game, tuple(codes))
    _ = made.steps
    return made
