"""What the rules of a game raise is told with where: ply, seed, action, line."""

from __future__ import annotations

import json
import sys
from copy import copy
from dataclasses import replace

import pytest

from engine.errors import FieldRange, RulesRaised, StuckError
from engine.game import Game
from engine.play import opening, play, walk
from engine.policies import uniform
from engine.raised import in_words, origin
from engine.rng import Tape
from tests.games.mini import GAME
from tests.properties.liars import BOTTOMLESS, NOTHING, rules, with_verb
from tests.tools.run import game as tin_helm

LINE = "[a-z_]+/[a-z_]+[.]py:[0-9]+"


def falls(state, steps):
    """Raises as soon as somebody stands higher than the foot."""
    if state.height[state.climber]:
        raise KeyError("rope")
    rules.climb.effect(state, steps)


ROPELESS = with_verb(rules.climb, effect=falls)


def test_it_names_kind_ply_seed_action_line_and_what_to_do() -> None:
    with pytest.raises(RulesRaised) as raised:
        play(Game(ROPELESS), "shake:1/0", uniform)
    error = raised.value
    assert error.told and error.ply > 0 and isinstance(origin(error), KeyError)
    said = rf"rules of mini raised KeyError: 'rope', at ply {error.ply} of seed shake:1/0, by"
    assert raised.match(said + rf" 'climb \d' \({LINE}\); .*ruleproof fuzz mini$")
    assert "test_raised.py" in str(error) and in_words(error) == str(error)


def misreads(state, steps):
    """What it calls of Python's raises, in a file of Python's own."""
    json.loads("steps")


def test_the_line_is_of_the_rule_not_of_what_it_calls() -> None:
    with pytest.raises(RulesRaised, match=r"JSONDecodeError: .*\(engine/test_raised\.py:\d+\)"):
        play(Game(with_verb(rules.climb, effect=misreads)), "shake:1/0", uniform)


def test_it_passes_from_one_process_to_another() -> None:
    with pytest.raises(RulesRaised) as raised:
        play(Game(ROPELESS), "shake:1/0", uniform)
    again = copy(raised.value)  # by the same way, __reduce__
    assert (str(again), again.told, again.ply) == (str(raised.value), True, raised.value.ply)


def test_a_drawn_tape_has_no_seed_to_name() -> None:
    with pytest.raises(RulesRaised, match=r"at ply \d+, by 'climb"):
        play(Game(ROPELESS), Tape(bytes(range(200))), uniform)


def test_a_walk_along_a_log_tells_its_ply() -> None:
    good = play(Game(GAME), "shake:1/0", uniform).codes
    with pytest.raises(RulesRaised, match=r"KeyError: 'rope', at ply \d+, by 'climb") as raised:
        list(walk(Game(ROPELESS), good))
    assert raised.value.ply > 0


def test_a_set_up_and_rules_that_cannot_be_made_are_told() -> None:
    def broken(*given: object) -> None:
        raise LookupError("no dice")

    bad = Game(replace(GAME, setup=broken))
    for begin in (bad.initial, lambda: opening(bad)):
        with pytest.raises(RulesRaised, match=r"set-up of mini raised LookupError: no dice \("):
            begin()
    with pytest.raises(RulesRaised, match="set-up of mini raised LookupError"):
        Game(replace(GAME, rules=broken))


def test_nobody_can_act_is_a_gap_in_the_table() -> None:
    with pytest.raises(StuckError, match=r"nobody can act in row turn.*ply 2 of seed shake:1,"):
        play(Game(NOTHING), "shake:1", uniform)


def test_errors_of_the_engine_keep_their_kind() -> None:
    def told(code: int, state: object, count: int) -> None:
        state.check()  # type: ignore[attr-defined]

    with pytest.raises(FieldRange, match=r"ply \d+ of seed shake:1/\d+, by 'sip'; seek"):
        for index in range(20):
            play(Game(BOTTOMLESS), f"shake:1/{index}", uniform, told)


def test_what_a_listener_raises_is_not_the_rules() -> None:
    def falls_over(code: int, state: object, count: int) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match=r"^disk full$"):
        play(tin_helm(), "shake:1", uniform, falls_over)


def test_a_policy_of_the_game_is_blamed_by_its_line() -> None:
    def dim(*given: object) -> int:
        raise ZeroDivisionError("no plan")

    with pytest.raises(RulesRaised, match=r"Error: no plan, at ply 0 .* in row turn \("):
        play(Game(GAME), "shake:1", dim)


def test_sys_exit_in_any_rule_is_told_like_an_exception() -> None:
    def leaves(*given: object) -> None:
        sys.exit("done")

    games = [
        Game(with_verb(rules.climb, effect=leaves)), Game(with_verb(rules.climb, enabled=leaves)),
        Game(with_verb(rules.blow, chance=leaves)), Game(replace(GAME, setup=leaves)),
        Game(replace(GAME, returns=leaves)),
    ]  # fmt: skip
    for game in games:
        with pytest.raises(RulesRaised, match=f"raised SystemExit: done.*{LINE}") as raised:
            game.returns(play(game, "shake:1/0", uniform).state)
        assert isinstance(origin(raised.value), SystemExit)


def test_ctrl_c_in_a_rule_is_the_persons() -> None:
    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Game(with_verb(rules.climb, effect=stopped)), "shake:1/0", uniform)
