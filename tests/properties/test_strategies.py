"""Strategies and the rule machine: whole games, fixed tapes, failures that shrink."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import sampled_from

from engine.game import Game
from engine.play import walk
from engine.registry import games
from properties import strategies as ours
from properties.invariant import invariant
from properties.machine import STEPS, rule_machine
from properties.setups import setups
from replays.reader import read
from replays.verify import verify
from tests.games.mini import GAME

NAMES = (*games(), "tests.games.mini:GAME")
QUICK = settings(max_examples=15, deadline=None, database=None, derandomize=True,
                 suppress_health_check=list(HealthCheck))  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_trajectories_are_legal_games(name):
    """The log drawn is the log of the state drawn, under the setup drawn."""

    @QUICK
    @given(ours.trajectories(name))
    def holds(drawn):
        last = drawn.game.initial()
        for step in walk(drawn.game, drawn.codes):
            last = step.after
        assert last.encode() == drawn.state.encode()
        assert {**drawn.game.options} == {**drawn.game.options, **drawn.setup}

    holds()


@pytest.mark.parametrize("name", NAMES)
def test_states_are_reached_by_play(name):
    """Within their ranges, early and late ones."""
    plies = []

    @QUICK
    @given(ours.states(name))
    def holds(state):
        state.check()
        plies.append(state.ply)

    holds()
    assert len(set(plies)) > 5


@pytest.mark.parametrize("name", NAMES)
def test_logs_are_texts_that_lead_back_to_codes(name):
    """As a person writes them."""

    @QUICK
    @given(ours.action_logs(name))
    def holds(log):
        game, texts = log
        assert [game.text(game.code(text)) for text in texts] == list(texts)

    holds()


@pytest.mark.parametrize("strategy", [ours.trajectories, ours.states, ours.action_logs])
def test_no_health_check_has_to_be_suppressed(strategy):
    """Whoever loads no profile can draw a game all the same."""

    @settings(max_examples=2, deadline=None, database=None)
    @given(strategy(GAME))
    def holds(drawn):
        assert drawn

    holds()


def test_tapes_have_one_length():
    """Never a mere upper bound: that would test openings only."""

    @QUICK
    @given(ours.tapes(), ours.seeds(), ours.setups(GAME))
    def holds(tape, seed, setup):
        assert len(tape[0]) == ours.EXAMPLE
        assert seed.startswith("shake:") and setup in setups(GAME)

    holds()


def test_games_are_played_to_their_end():
    """Even the simplest tape gives a whole game: quiet actions go on where it ends."""
    drawn = []

    @settings(QUICK, phases=[Phase.generate])
    @given(ours.trajectories(GAME))
    def collect(played):
        drawn.append(played)

    collect()
    assert all(played.game.is_terminal(played.state) for played in drawn)
    assert setups(GAME)[0] in [played.setup for played in drawn]
    assert len({played.swarm for played in drawn}) > 3
    assert repr(drawn[0]).startswith("Drawn(mini, {'flask': ")
    assert all(repr(one).endswith('; to keep it: drawn.save("kept.rply"))') for one in drawn)
    long = next(one for one in drawn if len(one.codes) > ours.SHOWN)
    assert f"… {len(long.codes) - ours.SHOWN} more …, " in repr(long)


def test_a_game_drawn_is_walked_and_kept(tmp_path):
    """As a game of the fixtures: steps, events, reason; and a replay of it, ended or not."""

    @settings(QUICK, max_examples=6, phases=[Phase.generate])
    @given(ours.trajectories(GAME, sampled_from((1, 7, 3000))))
    def holds(drawn):
        assert [step.text for step in drawn.steps] == list(drawn.texts)
        assert drawn.reason == drawn.game.end_reason(drawn.state)
        assert len(drawn.events("dusk.fell")) == drawn.state.turn
        path = drawn.save(tmp_path / "kept.rply")
        assert read(path).game(0).codes == drawn.codes
        assert verify(path, lambda head: Game(GAME, dict(head.options))).word == "EXACT"

    holds()


@pytest.mark.parametrize("strategy", [ours.trajectories, ours.states, ours.action_logs])
def test_a_failing_example_shows_the_game_and_no_tape(strategy):
    """The actions, the setup, and how to keep the game."""

    @settings(QUICK, phases=[Phase.generate], max_examples=1)
    @given(strategy(GAME))
    def fails(drawn):
        raise LookupError("as asked")

    with pytest.raises(LookupError) as caught:
        fails()
    shown = "\n".join(caught.value.__notes__)
    assert "Drawn(mini, {'flask': 2, " in shown in shown
    assert 'to keep it: drawn.save("kept.rply")' in shown
    assert "x00" not in shown and len(shown) < 1000


@pytest.mark.parametrize("name", NAMES)
def test_the_machine_plays_any_registered_game(name):
    """Short games under every property; a no-op once over."""
    machine = rule_machine(name)
    run_state_machine_as_test(machine, settings=settings(
        QUICK, stateful_step_count=STEPS, max_examples=10))  # fmt: skip


def test_the_machine_finds_what_breaks():
    """A property that does not hold fails the machine with its own words."""

    @invariant("MI-1", "MI-TURN-01")
    def nobody_climbs_far(state):
        return max(state.height) <= 2 or "somebody climbed"

    machine = rule_machine(GAME, {"players": 1}, (nobody_climbs_far,))
    said = r"(?s)MI-1/nobody_climbs_far .*somebody climbed\nmini .*players=1.*\n    0  climb"
    with pytest.raises(AssertionError, match=said):
        run_state_machine_as_test(machine, settings=settings(
            QUICK, stateful_step_count=STEPS, phases=[Phase.generate]))  # fmt: skip


def test_the_machine_rests_at_the_end():
    """Games shorter than the steps of a machine leave the no-op."""
    machine = rule_machine(GAME, {"gusty": False}, ())
    made = machine()
    game = Game(GAME, {"gusty": False})
    while not made.over():
        made.act(rank=3)
    assert game.is_terminal(made.state)
    made.rest()
