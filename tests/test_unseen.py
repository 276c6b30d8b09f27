"""Contract 7 in numbers: what a seat cannot see changes neither its observation nor its choices.

Of games of every option set and policy a few positions each; in each the unseen is exchanged as the
game's properties say (`unseen`), seat by seat.
"""

from __future__ import annotations

from itertools import count, islice

import pytest

from engine import registry
from properties.cases import cases
from properties.universal import unseen_of

HIDING = [
    name for name in registry.games(foreign=False) if unseen_of(registry.definition(name))
]  # fmt: skip
A_GAME = 4  # positions compared in one game
TWINS = 8  # positions each is compared with, at most


def compared(name: str, wanted: int) -> int:
    """How many positions were compared with their twins: at least `wanted`."""
    definition = registry.definition(name)
    unseen = unseen_of(definition)
    assert unseen is not None
    found = 0
    for number in count():
        for case in cases(definition, 1, (), f"shake:unseen-{number}"):
            game, steps = case.game, case.steps
            for step in islice(steps, number, None, 1 + len(steps) // A_GAME):
                for seat in range(game.players):
                    twins = list(islice(unseen(step.before, seat), TWINS))
                    found += bool(twins)
                    for twin in twins:
                        where = f"{case.text()} position {step.ply} seat {seat}"
                        seen = game.observation(step.before, seat)
                        assert game.observation(twin, seat) == seen, where
                        if game.current_player(step.before) == seat:
                            assert game.legal_actions(twin) == list(step.legal), where
            if found >= wanted:
                return found
        assert found, f"{name}: no position has a twin"
    return found


@pytest.mark.parametrize("name", HIDING)
def test_the_unseen_changes_nothing(name: str) -> None:
    assert compared(name, 100) >= 100


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", HIDING)
def test_the_unseen_changes_nothing_in_many_positions(name: str) -> None:
    assert compared(name, 2000) >= 2000
