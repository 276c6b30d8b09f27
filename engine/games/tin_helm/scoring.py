"""Scoring (7.1): ten a shard, two a favor, what is left, less twice the level."""

from __future__ import annotations

from engine.events import emit
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.state import TinHelm


def terms(state: TinHelm) -> tuple[int, int, int, int]:
    """The four terms (TH-SCORE-01 to -04)."""
    rest = state.health + state.energy + state.food
    return 10 * state.shards, 2 * state.favor, rest, -2 * state.level


def returns(state: TinHelm) -> tuple[int, ...]:
    """One number: the score, which may be negative (TH-SCORE-05)."""
    return (sum(terms(state)),)


def _finish(state: TinHelm, reason: int) -> None:
    """A score after a win and a loss alike (TH-OVER-04); an end row offers nothing (TH-OVER-05)."""
    emit(state, ev.GAME_OVER, reason)
    emit(state, ev.SCORE_TALLIED, *terms(state), sum(terms(state)))


def win(state: TinHelm) -> None:
    """The third shard (TH-OVER-01)."""
    _finish(state, 0)


def die(state: TinHelm) -> None:
    """Out of health (TH-OVER-02)."""
    _finish(state, 1)


def be_corrupted(state: TinHelm) -> None:
    """Level five over without the shards (TH-OVER-03)."""
    _finish(state, 2)
