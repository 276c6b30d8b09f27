"""A check only looks: whether judging a game changes the positions that are judged.

A property that writes to the state it is given spoils what the others see.  Encodings are compared
before and after each ply is judged, which is cheap; only where they differ is the one sought that
did it, by judging the log again under each property alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import Happening
from engine.game import Game
from engine.play import Step, opening, walk
from engine.state import State
from properties.checker import Checker
from properties.invariant import MEMORY, Property
from properties.judge import Failure, Signature

CHANGES = "changes-state/"  # before the label of the property that does


class Meddling:
    """A Watch that fails at the first ply where judging by one property changes a position."""

    def __init__(self, game: Game, properties: Sequence[Property], label: str = "") -> None:
        """`label` is the property's, with or without CHANGES; all of them are judged without it."""
        wanted = label.removeprefix(CHANGES)
        few = [item for item in properties if item.sort == MEMORY or wanted in ("", item.label)]
        named = [item for item in few if item.label == wanted]
        self.signature = Signature(CHANGES + wanted, named[0].clause if named else "")
        self._checker = Checker(game, few, collect=True, thorough=bool(named))

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Position 0."""
        kept = [state.clone()]
        self._checker.begin(state, events)
        return self._changed(-1, kept, [state])

    def step(self, step: Step) -> Failure | None:
        """One ply."""
        own = [step.before, step.acted, step.after]
        kept = [state.clone() for state in own]
        self._checker.step(step)
        return self._changed(step.ply, kept, own)

    def _changed(
        self, ply: int, kept: Sequence[State], own: Sequence[State]
    ) -> Failure | None:
        self._checker.violations.clear()
        for before, after in zip(kept, own, strict=True):
            told = ", ".join(_differences(before, after))
            if told:
                message = f"judging changes the state, and a check may only look: {told}"
                return Failure(self.signature, ply, message)
        return None


def _differences(before: State, after: State) -> Iterator[str]:
    for name, field in before.FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            names = before.rules.names
            yield f"{name} from {field.words(old, names)} to {field.words(new, names)}"


def meddler(game: Game, codes: Sequence[int], properties: Sequence[Property]) -> Failure | None:
    """The first property, in their order, that changes a position of this log when it is judged."""
    if _under(Meddling(game, properties), game, codes) is None:
        return None
    for item in properties:
        if item.sort != MEMORY:
            found = _under(Meddling(game, properties, item.label), game, codes)
            if found is not None:
                return found
    return None


def _under(watch: Meddling, game: Game, codes: Sequence[int]) -> Failure | None:
    state, events = opening(game)
    found = watch.begin(state, events)
    for step in walk(game, codes, checked=False) if found is None else ():
        found = watch.step(step)
        if found is not None:
            break
    return found
