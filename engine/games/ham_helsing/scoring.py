"""The end of the game: the players win or lose together."""

from __future__ import annotations

from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.effects_places import tell_loss
from engine.games.ham_helsing.state import HamHelsing

WIN, LOSS = range(2)
DEFEATED, TIE, ALL_KO, OVERRUN, DESTROYED = range(5)


def villain_is_down(state: HamHelsing) -> bool:
    """The dial shows nothing (HH-END-02)."""
    return not state.dial


def all_are_down(state: HamHelsing) -> bool:
    """Every character is knocked out, both of them in the solo game (HH-END-07, HH-SOLO-14)."""
    return not any(state.health[who] for who in state.rules.crew)


def evil_wins_ties(state: HamHelsing) -> bool:
    """The Villain and all characters fell together (HH-END-03)."""
    return villain_is_down(state) and all_are_down(state)


def returns(state: HamHelsing) -> tuple[int, ...]:
    """1 a seat for a win, 0 for a loss."""
    won = villain_is_down(state) and not all_are_down(state)
    return (int(won),) * state.rules.seats


def _end(state: HamHelsing, result: int, cause: int) -> None:
    emit(state, ev.GAME_END, result, cause, state.round, state.dial)


def win(state: HamHelsing) -> None:
    """The Villain is beaten."""
    _end(state, WIN, DEFEATED)


def tie(state: HamHelsing) -> None:
    """Evil wins ties."""
    _end(state, LOSS, TIE)


def fall(state: HamHelsing) -> None:
    """Nobody stands."""
    _end(state, LOSS, ALL_KO)


def be_overrun(state: HamHelsing) -> None:
    """Mud Canyon is lost, and the game with it: nobody is moved, no nest laid (HH-END-06)."""
    tell_loss(state, state.rules.canyon)
    _end(state, LOSS, OVERRUN)


def be_destroyed(state: HamHelsing) -> None:
    """The last round is over, and the Villain is not."""
    _end(state, LOSS, DESTROYED)
