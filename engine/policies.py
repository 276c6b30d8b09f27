"""Policies: who chooses.  Uniform, quiet, scripted, human; a game adds its own (`careful`).

A policy is `policy(game, state, legal, tape) -> code`.  It may read the state and the tape and
nothing else: no clock, so that a seed repeats a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.errors import PolicyError, nearest
from engine.game import Game
from engine.play import Policy
from engine.rng import Tape
from engine.state import State

BUILT_IN = ("uniform", "quiet", "mixed")
STRAY_ODDS = 8


def uniform(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Each legal action equally likely; the quiet one where a given tape has ended."""
    if tape.ended:
        return game.rows[state.phase].quiet(legal)
    return legal[tape.below(len(legal))]


def quiet(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """The row's quiet action: pass, go on."""
    return game.rows[state.phase].quiet(legal)


def mixed(own: Policy) -> Policy:
    """Mostly a game's own policy, one choice in eight uniform: strays off the beaten path."""

    def stray(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        if tape.below(STRAY_ODDS) == 0:
            return uniform(game, state, legal, tape)
        return own(game, state, legal, tape)

    return stray


def scripted(texts: Iterable[str]) -> Policy:
    """Play these action texts in order; PolicyError when one is not legal or they run out."""
    rest = list(texts)

    def follow(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        if not rest:
            raise PolicyError(f"the script ends at ply {state.ply} (row {game.row_name(state)})")
        code = game.code(rest.pop(0))
        if code not in legal:
            raise PolicyError(game.refusal(state, code, legal))
        return code

    return follow


def human(ask: Callable[[Game, State, list[int]], int]) -> Policy:
    """Whatever `ask(game, state, legal)` answers; asked again until it is legal."""

    def answer(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        while True:
            code = ask(game, state, legal)
            if code in legal:
                return code

    return answer


def names(game: Game) -> tuple[str, ...]:
    """The policies that can be named for this game."""
    return (*BUILT_IN, *sorted(game.definition.policies))


def named(game: Game, name: str) -> Policy:
    """The policy of that name; PolicyError lists the known ones."""
    own = game.definition.policies
    if name == "uniform":
        return uniform
    if name == "quiet":
        return quiet
    if name == "mixed":
        return mixed(own["careful"]) if "careful" in own else uniform
    if name not in own:
        raise PolicyError(f"{game.name} has no policy {name!r}; {nearest(name, names(game))}")
    return own[name]
