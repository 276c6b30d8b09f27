"""The stairs, the test game, with rules that raise now and then, always, or leave nobody to act."""

import sys
from dataclasses import replace

from engine.state import State
from tests.games.mini import GAME, rules
from tests.properties.liars import NOTHING, with_verb

__all__ = ["GAME", "HOUSELESS", "LEAVING", "NOTHING", "SLIPPERY", "SPINNING"]


def slips(state: State, face: int) -> None:
    """A one after three steps raises in every eighth dusk."""
    if face == 1 and state.steps == 3 and state.food % 8 == 0:
        raise ArithmeticError("no step")
    rules.blow.effect(state, face)


def spins(state: State, face: int) -> None:
    """A one after three steps never ends, and catches what it can."""
    while face == 1 and state.steps == 3:
        try:
            state.check()
        except Exception:
            pass
    rules.blow.effect(state, face)


def leaves(state: State, face: int) -> None:
    """A one after three steps calls sys.exit, as if all were well."""
    if face == 1 and state.steps == 3:
        sys.exit(0)
    rules.blow.effect(state, face)


def no_house(state: State) -> None:
    """The set-up raises."""
    raise LookupError("no house")


SPINNING = with_verb(rules.blow, effect=spins)
LEAVING = with_verb(rules.blow, effect=leaves)
SLIPPERY = with_verb(rules.blow, effect=slips)
HOUSELESS = replace(GAME, setup=no_house)
