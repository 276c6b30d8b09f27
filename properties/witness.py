"""What the witnesses of several games say alike: books that differ, twins a seat sees, replays."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from engine.play import Step, opening, play, walk
from engine.policies import uniform
from engine.state import State
from properties.invariant import Verdict


def apart(told: object, step: Step, fields: Iterable[str]) -> str:
    """The fields that after a ply are not what its events tell, in words; `told` is by the events.
    """
    kinds, names = dict(step.after.FIELDS), step.after.rules.names

    def words(state: object, name: str) -> object:
        value = getattr(state, name)
        return kinds[name].words(value, names) if name in kinds else value

    return "; ".join(
        f"{name} is {words(step.after, name)}, by its events {words(told, name)} "
        f"(before {words(step.before, name)})"
        for name in fields
        if getattr(step.after, name) != getattr(told, name)
    )


def one_seat_sees_no_other(step: Step, seat: int, twins: Iterable[State]) -> Verdict:
    """Whether a seat is shown, and may do, the same in every twin; vacuous if there is none."""
    game, found = step.game, False
    seen = game.observation(step.before, seat)
    for twin in twins:
        found, other = True, game.observation(twin, seat)
        if other != seen:
            differing = [key for key in seen if seen[key] != other.get(key)]
            return f"seat {seat} is shown other {differing} when what it cannot see changes"
        if step.player == seat and tuple(game.legal_actions(twin)) != step.legal:
            return f"seat {seat} may do otherwise when what it cannot see changes"
    return found or None


def all_told(game: Game, codes: tuple[int, ...]) -> tuple[list[str], State]:
    """Every event of a log in words, the opening's too, and the position it leads to."""
    state, events = opening(game)
    told = [repr(event) for event in events]
    for step in walk(game, codes, checked=False):
        told += [repr(event) for event in step.events]
        state = step.after
    return told, state


def played_again(game: Game, seed: str, plies: int) -> Verdict:
    """Whether a seed gives the same game twice, and its log the same events and position."""
    first, again = (play(game, seed, uniform, plies=plies) for _ in "12")
    one, two = all_told(game, first.codes), all_told(game, first.codes)
    if first.codes != again.codes or one[0] != two[0]:
        return "goes another way when played again"
    if one[1].encode() != again.state.encode():
        return "ends in another position when played again"
    return True
