"""The stairs, the test game, as its author might break it: what its tests say then."""

from dataclasses import replace

from engine.state import State
from tests.games.mini import GAME


def no_purse(state: State) -> tuple[int, ...]:
    """Paying out raises."""
    raise LookupError("no purse")


UNPAID = replace(GAME, returns=no_purse)
UNCITED = replace(GAME, phases=(replace(GAME.phases[0], clause="MI-TURN-77"), *GAME.phases[1:]))
