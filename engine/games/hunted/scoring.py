"""The end: a solo game is won or lost, there are no points (HU-WIN-01, -02)."""

from __future__ import annotations

from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.state import Hunted

WON, LOST = range(2)


def returns(state: Hunted) -> tuple[int, ...]:
    """1 for a win, which may leave no Energy (HU-FNOTE-04), 0 for a loss."""
    rules = state.rules
    return (int(rules.bosses & ~state.beaten == 0),)


def win(state: Hunted) -> None:
    """The last Boss lies beaten; nothing can be done any more (HU-WIN-03)."""
    state.beaten |= 1 << state.foe
    emit(state, ev.GAME_OVER, WON)


def die(state: Hunted) -> None:
    """Out of Energy."""
    emit(state, ev.GAME_OVER, LOST)
