"""What the people at one screen may not see: draws of others, and blind choices till the reveal."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.play import Step


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
        self.all_open = all(kind.see == "all" for _, kind in fields)

    @property
    def open_hands(self) -> bool:
        """Nobody else sits here, so whatever happens may be shown."""
        return len(self.people) == self.game.players == 1

    def visible(self, step: Step) -> bool:
        """Whether every person here can tell this ply from every other that was legal.

        The persons' own choices they can; of others' those the row keeps from nobody here, and
        that change the views differently from their like.
        """
        if self.open_hands or step.player in self.people or not self.people:
            return True
        if not all(self.game.sees(step.before, seat) for seat in self.people):
            return False
        if self.all_open:
            return not self.game.rows[step.before.phase].phase.shown
        return all(self._apart(step, seat) for seat in self.people)

    def _apart(self, step: Step, seat: int) -> bool:
        """Whether the seat's view after the ply is that of no other legal one."""
        view = self.game.observation(step.after, seat)
        for code in step.legal:
            if code != step.code:
                other = step.before.clone()
                self.game.apply_unchecked(other, code)
                if self.game.observation(other, seat) == view:
                    return False
        return True

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
