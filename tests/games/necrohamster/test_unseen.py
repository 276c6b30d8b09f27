"""Contract 7: what a seat cannot see changes neither what it is shown nor what it may do."""

from collections.abc import Iterator
from itertools import islice

import pytest

from engine.game import Game
from engine.games.necrohamster import GAME
from engine.games.necrohamster.state import Necrohamster
from engine.play import play
from engine.policies import named
from engine.rng import game_seed
from engine.state import State
from properties.necrohamster import unseen

TWINS = 8
EVERY = 4  # of the plies in which a player chooses; chance draws in between
POLICIES = ("uniform", "careful", "hoarding", "modest")


def states(seed: str) -> Iterator[tuple[Game, State]]:
    """Positions in which a player chooses, of games with two, three and four players in turn."""
    tables = [Game(GAME, {"players": players}) for players in (2, 3, 4)]
    number = 0
    while True:
        game, policy = tables[number % 3], POLICIES[number % len(POLICIES)]
        played = play(game, game_seed(seed, number), named(game, policy))
        state, chosen = game.initial(), 0
        for code in played.codes:
            if game.current_player(state) >= 0:
                chosen += 1
                if chosen % EVERY == 0:
                    yield game, state.clone()
            game.apply_unchecked(state, code)
        number += 1


def twins_alike(game: Game, state: State) -> int:
    """Compare a position with what no seat can tell from it; how many comparisons."""
    compared = 0
    for seat in range(game.players):
        seen = game.observation(state, seat)
        for twin in islice(unseen(state, seat), TWINS):
            compared += 1
            assert game.observation(twin, seat) == seen
            if game.current_player(state) == seat:
                assert game.legal_actions(twin) == game.legal_actions(state)
    return compared


@pytest.mark.parametrize(
    "count", [100, pytest.param(2000, marks=[pytest.mark.thorough, pytest.mark.timeout(900)])]
)
def test_the_unseen_makes_no_difference(count: int) -> None:
    """On `count` positions of which some seat has something unseen: most, not the barest ends."""
    compared = (twins_alike(*one) for one in states("shake:unseen"))
    judged = sum(1 for _ in islice((found for found in compared if found), count))
    assert judged == count


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison fails as soon as a view holds what another seat has in hand."""
    game, state = next(states("shake:unseen"))
    honest = Game.observation

    def leaking(self: Game, state: Necrohamster, seat: int) -> dict[str, object]:
        others = [hand for at, hand in enumerate(state.hands) if at != seat]
        return {**honest(self, state, seat), "theirs": [list(hand) for hand in others]}

    monkeypatch.setattr(Game, "observation", leaking)
    with pytest.raises(AssertionError):
        twins_alike(game, state)
