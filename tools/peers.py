"""Other engines measured beside ours, where they are installed (the extra `peers`).

They are told nothing of ours: random play through their own interface, written as their own
examples write it (OpenSpiel's draw chance with `numpy.random.choice`, which is most of its cost).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

STEPS = 2_000


@dataclass(frozen=True)
class Peer:
    """A peer: `make` returns the work to time; play of ours shall be `floor` times as fast."""

    name: str
    package: str
    floor: float
    make: Callable[[], Callable[[], int]]

    @property
    def installed(self) -> bool:
        """Whether its package can be imported here."""
        return find_spec(self.package) is not None


def _open_spiel() -> Callable[[], int]:
    """OpenSpiel's `python_liars_poker`, a game written in Python as ours are."""
    import pyspiel
    from open_spiel.python.games import liars_poker

    game = pyspiel.load_game("python_liars_poker")
    chance, dice = random.Random(1), liars_poker.np.random.RandomState(1)

    def work() -> int:
        steps = 0
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choice(outcomes, p=weights))
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


def _rlcard() -> Callable[[], int]:
    """RLCard's uno, its `game.step` without the environment around it."""
    from rlcard.games.uno import Game

    game = Game()
    game.np_random.seed(1)
    chance = random.Random(1)

    def work() -> int:
        steps = 0
        while steps < STEPS:
            game.init_game()
            while not game.is_over():
                game.step(chance.choice(game.get_legal_actions()))
                steps += 1
        return steps

    return work


PEERS = (
    Peer("OpenSpiel python_liars_poker", "pyspiel", 8.0, _open_spiel),
    Peer("RLCard uno game.step", "rlcard", 2.2, _rlcard),
)
