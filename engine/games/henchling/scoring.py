"""The end: the last one standing wins, or nobody does (HE-GOAL-01)."""

from __future__ import annotations

from engine.events import emit
from engine.games.henchling import events as ev
from engine.games.henchling.components import CAUSE_ACTIONS, CAUSE_TURNS, ENDED, NONE
from engine.games.henchling.state import Henchling


def returns(state: Henchling) -> tuple[int, ...]:
    """1 for the winner, -1 for the others; all 0 if nobody won (HE-LIMIT-05)."""
    players = state.rules.players
    if state.alive.bit_count() != 1:
        return (0,) * players
    return tuple(1 if state.alive >> seat & 1 else -1 for seat in range(players))


def win(state: Henchling) -> None:
    """The last player standing."""
    emit(state, ev.GAME_OVER, state.alive.bit_length() - 1, state.turn)


def nobody_wins(state: Henchling) -> None:
    """The last survivors fell to one effect."""
    emit(state, ev.GAME_OVER, NONE, state.turn)


def break_off(state: Henchling) -> None:
    """Stopped undecided: turns are up, or the announcements of one turn (HE-LIMIT-05, -06)."""
    cause = CAUSE_TURNS if state.step == ENDED else CAUSE_ACTIONS
    emit(state, ev.PLAY_UNFINISHED, cause, state.turn, state.announced)
