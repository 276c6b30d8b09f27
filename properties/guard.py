"""A check only looks: whether judging a game changes the positions that are judged.

A property that writes to the state it is given spoils what the others see.  Positions are compared
before and after each ply is judged, which is cheap; only where they differ is the one sought that
did it, by judging the log again under each property alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import EngineError
from engine.events import Happening
from engine.game import Game
from engine.play import Step, opening, walk
from engine.state import State
from properties.checker import Checker
from properties.invariant import MEMORY, Property
from properties.judge import Failure, Signature

CHANGES = "changes-state/"  # before the label of the property that does


class Snapshot:
    """Positions as they are before they are judged."""

    __slots__ = ("_copies", "_states")

    def __init__(self, *states: State) -> None:
        self._states = states
        self._copies = [state.clone() for state in states]

    @classmethod
    def of(cls, step: Step) -> Snapshot:
        """The positions of one ply."""
        return cls(step.before, step.acted, step.after)

    def changes(self) -> str:
        """What is not as it was, field by field in words; "" if nothing is."""
        for copy, state in zip(self._copies, self._states, strict=True):
            told = ", ".join(_differences(copy, state))
            if told:
                return told
        return ""


def _differences(before: State, after: State) -> Iterator[str]:
    for name, field in before.FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            names = before.rules.names
            yield f"{name} from {field.words(old, names)} to {field.words(new, names)}"


class Meddling:
    """A Watch that fails at the first ply where judging by one property changes a position."""

    def __init__(self, game: Game, properties: Sequence[Property], label: str) -> None:
        """`label` is the property's, with or without CHANGES before it."""
        wanted = label.removeprefix(CHANGES)
        few = [item for item in properties if item.sort == MEMORY or item.label == wanted]
        clauses = [item.clause for item in few if item.label == wanted]
        self.signature = Signature(CHANGES + wanted, *clauses[:1])
        self._checker = Checker(game, few, collect=True, thorough=True)

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Position 0."""
        kept = Snapshot(state)
        self._checker.begin(state, events)
        return self._changed(-1, kept)

    def step(self, step: Step) -> Failure | None:
        """One ply."""
        kept = Snapshot.of(step)
        self._checker.step(step)
        return self._changed(step.ply, kept)

    def _changed(self, ply: int, kept: Snapshot) -> Failure | None:
        self._checker.violations.clear()
        told = kept.changes()
        if not told:
            return None
        return Failure(self.signature, ply, f"the check changes the state it judges: {told}")


def meddler(game: Game, codes: Sequence[int], properties: Sequence[Property]) -> Failure | None:
    """The first property, in their order, that changes a position of this log when it is judged."""
    found = (_under(Meddling(game, properties, item.label), game, codes)
             for item in properties if item.sort != MEMORY)  # fmt: skip
    return next((failure for failure in found if failure is not None), None)


def _under(watch: Meddling, game: Game, codes: Sequence[int]) -> Failure | None:
    """What a log shows, up to an action that raises."""
    state, events = opening(game)
    found = watch.begin(state, events)
    try:
        for step in walk(game, codes, checked=False) if found is None else ():
            found = watch.step(step)
            if found is not None:
                break
    except EngineError:
        return found
    return found
