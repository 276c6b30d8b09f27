"""Endless loops by legal play: a position that returns with nobody else and nothing between.

Where one player acts throughout, with neither a declared pass nor a chance ply, coming back to a
position (clocks left out) means that play could go round for ever: a finding of its own kind.
"""

from __future__ import annotations

from engine.game import Game
from engine.play import Step
from engine.state import State
from properties.invariant import Violation

LABEL = "U-08/no_endless_loop"


class LoopWatch:
    """Looks on at a game; `step` returns the finding, and `cycle` its actions in words."""

    def __init__(self, game: Game) -> None:
        verbs = [verb.name for verb in game.space.verbs]
        self._passes = frozenset(verbs.index(name) for name in game.definition.passes)
        self._verb_at = game.space.verb_at
        self._seen: dict[bytes, int] = {}
        self._texts: list[str] = []
        self._player = -1
        self.cycle: tuple[str, ...] = ()

    def begin(self, state: State) -> None:
        """A new game, at any position."""
        self._seen, self._texts, self._player, self.cycle = {}, [], -1, ()

    def step(self, step: Step) -> Violation | None:
        """One ply; a Violation when the position it leads to was there before."""
        if step.player < 0 or self._verb_at[step.code] in self._passes:
            self._player = -1
            return None
        if step.player != self._player:
            self._player = step.player
            self._seen, self._texts = {step.before.position(): 0}, []
        self._texts.append(step.text)
        first = self._seen.setdefault(step.after.position(), len(self._texts))
        if first == len(self._texts):
            return None
        self.cycle = tuple(self._texts[first:])
        clause = step.game.rows[step.before.phase].phase.clause
        shown = ", ".join(self.cycle)
        message = f"row {step.row} comes back to the same position by: {shown}"
        return Violation(LABEL, clause, step.ply, message)
