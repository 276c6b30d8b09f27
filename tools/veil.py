"""What the people at one screen may not see: draws of others, and blind choices till the reveal."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.play import Step
from replays.view import told_openly


class Veil:
    """The eyes of the `people` at the screen, who see each other's typing but not other seats.

    A blind choice is one of a row with `shown`, which other seats may not see; how many plies it
    takes tells what it is, so that they and their numbers wait for the row that reveals it.
    """

    def __init__(self, game: Game, people: Sequence[int]) -> None:
        self.game = game
        self.people = tuple(people)
        fields = game.definition.state.FIELDS
        names = {kind.see.removeprefix("after=") for _, kind in fields
                 if kind.see.startswith("after=")}  # fmt: skip
        self.reveals = frozenset(n for n, row in enumerate(game.rows) if row.name in names)

    @property
    def open_hands(self) -> bool:
        """Nobody else sits here, so whatever happens may be shown."""
        return len(self.people) == self.game.players == 1

    def visible(self, step: Step) -> bool:
        """Whether every person here is told this ply; what one of them types all have seen."""
        if self.open_hands or step.player in self.people:
            return True
        return all(told_openly(self.game, step.before, step.player, seat) for seat in self.people)

    def blind(self, step: Step) -> bool:
        """Whether this is another seat's choice that a later row reveals."""
        phase = self.game.rows[step.before.phase].phase
        return bool(self.reveals and phase.shown and step.player >= 0) and not self.visible(step)

    def lifts(self, step: Step) -> bool:
        """Whether a row that reveals was entered by this ply."""
        passed = {row for row, _ in step.exits}
        return step.after.phase in self.reveals or not self.reveals.isdisjoint(passed)

    def behind(self, steps: Sequence[Step]) -> list[Step]:
        """The blind choices among `steps` that are not revealed yet, oldest first."""
        found: list[Step] = []
        for step in reversed(steps if self.reveals else ()):
            if self.lifts(step):
                break
            if self.blind(step):
                found.append(step)
        return found[::-1]
