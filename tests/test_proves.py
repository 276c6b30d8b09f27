"""An event never proves more than it saw, nor less: examples of every guarded clause."""

from __future__ import annotations

import pytest

from engine.registry import definition, games
from tests.proves import examples, one_sided, wrong

GAMES = games(foreign=False)


@pytest.mark.parametrize("game", GAMES)
def test_examples_prove_what_they_say(game: str) -> None:
    assert not wrong(game)
    assert [example.number for example in examples(game)], "no example"


@pytest.mark.parametrize("game", GAMES)
def test_every_guard_has_an_example_on_either_side(game: str) -> None:
    assert not one_sided(definition(game))
