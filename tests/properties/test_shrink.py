"""The minimiser: shorter, still failing in the same way, 1-minimal, with the luck that mattered."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from engine.play import play
from engine.policies import uniform
from properties.errors import BadGoal, GoalMissed
from properties.finding import read_case, write_json
from properties.goals import goal_of
from properties.invariant import invariant
from properties.judge import Judge, Signature, Watched, sharpened
from properties.minimise import Minimiser, changed
from properties.regression import pytest_text
from properties.setup import Maker
from properties.shrink import (
    Minimal,
    case_of,
    is_one_minimal,
    of_signature,
    save,
    shrink,
)
from properties.strict import replayed
from properties.units import Bench, BudgetOver, Unit, cost, droppable, units_of, without
from tests.properties.stair_bugs import STAIRS, with_bug

LOSS = Signature("MII-03/a_low_face_costs_one_health", "MI-GUST-01", "blow")


def failing(maker: Maker, signature: Signature | None = None, seed: str = "shake:4"):
    """A game of the maker, and the codes of a long log of it that fails."""
    game = maker.load()
    judge = Judge(game, Watched(game, maker.properties()))
    for number in range(400):
        trial = judge.play(f"{seed}/{number}", [uniform])
        if trial.failure and signature in (None, trial.failure.signature):
            if len(trial.codes) > 3:
                return game, trial
    raise AssertionError("no game fails")


def of_bug(name: str) -> tuple[Maker, object, Minimal]:
    maker = with_bug(name)
    game, trial = failing(maker)
    goal = of_signature(game, maker.properties(), trial.failure.signature)
    return maker, game, shrink(game, trial.codes, goal)


# ---- what comes out ----


def test_a_shrunk_log_fails_the_same_way_and_no_action_of_it_can_go() -> None:
    maker, game, minimal = of_bug("two health lost")
    goal = of_signature(game, maker.properties(), LOSS)
    assert minimal.signature == LOSS and minimal.actions == 1 and len(minimal.codes) == 2
    assert minimal.complete and minimal.minimal
    assert is_one_minimal(game, minimal.codes, goal)


def test_a_dear_property_is_judged_at_every_occasion_of_a_shortened_log() -> None:
    """A campaign saw it at the seventh position or later; it shows at the second."""

    @invariant("MII-08", "MI-TURN-01", every=7)
    def nobody_is_hurt(state):
        return state.health[0] >= state.rules.health

    game = STAIRS.load()
    judge = Judge(game, Watched(game, (nobody_is_hurt,)))
    trial = judge.play("shake:4/0", [uniform])
    assert trial.failure is not None and len(trial.codes) % 7 == 0 < len(trial.codes)
    goal = of_signature(game, (nobody_is_hurt,), trial.failure.signature)
    minimal = shrink(game, trial.codes, goal)
    assert minimal.actions == 1 and len(minimal.codes) == 2 and minimal.minimal
    assert shrink(game, trial.codes, goal_of(game, (nobody_is_hurt,), "MII-08")).actions == 1
    assert sharpened((nobody_is_hurt,), ("MII-09/another",)) == (nobody_is_hurt,)
    assert [item.every for item in sharpened((nobody_is_hurt,))] == [1]


def test_a_log_with_an_idle_action_is_not_one_minimal() -> None:
    maker = with_bug("two health lost")
    game = maker.load()
    goal = of_signature(game, maker.properties(), LOSS)
    padded = [game.code(text) for text in ("rest", "climb 3", "blow 1")]
    assert not is_one_minimal(game, padded, goal)
    assert is_one_minimal(game, padded[1:], goal)


def test_a_log_with_an_idle_outcome_is_not_one_minimal() -> None:
    """No action of it can go with what it drew; but what was drawn last can be drawn at once."""
    game = STAIRS.load()
    lost = game.initial().health[0] - 1
    goal = goal_of(game, (), f"health[0] == {lost} and height[0] in [1, 4]")
    codes = [game.code(text) for text in ("climb 2", "blow 5", "climb 3", "blow 1")]
    assert not is_one_minimal(game, codes, goal)
    bench = Bench(Judge(game, goal.quick()), Judge(game, goal.whole()), goal.wanted, 99)
    assert droppable(bench, bench.judge.replay(codes)) == [1]
    shorter = bench.loosely(without(codes, 1))
    assert shorter is not None and shorter.codes == (codes[0], codes[3])
    assert bench.loosely(without(codes, 3)) is None
    minimiser = Minimiser(bench, bench.judge.replay(codes))
    minimiser._plies()
    assert minimiser.best.codes == shorter.codes
    assert is_one_minimal(game, shorter.codes, goal)
    bench.budget = bench.used
    with pytest.raises(BudgetOver):
        bench.loosely(codes)


def test_the_luck_that_mattered_is_an_exact_fraction() -> None:
    maker = with_bug("two health lost")
    game = maker.load()
    goal = of_signature(game, maker.properties(), LOSS)
    minimal = shrink(game, [game.code("climb 3"), game.code("blow 2")], goal)
    [pin] = minimal.pins
    # Of six faces, 1 and 2 are below three steps.
    assert (pin.row, pin.keeps, pin.total) == ("gust", 2, 6)
    assert minimal.chance == Fraction(1, 3)
    assert minimal.as_dict()["chance"] == "1/3"
    assert minimal.as_dict()["chance_rounded"] == "0.3333"


def test_luck_that_did_not_matter_is_not_named() -> None:
    _, game, minimal = of_bug("no exit")
    assert any(row.outcomes for row in map(game.row, [game.initial()])) is False
    assert minimal.codes and minimal.pins == () and minimal.chance == 1


def test_shrinking_twice_changes_nothing() -> None:
    maker, game, minimal = of_bug("below nothing")
    goal = of_signature(game, maker.properties(), minimal.signature)
    assert shrink(game, minimal.codes, goal).codes == minimal.codes


def test_no_drifting_to_another_bug_unless_any_is_allowed() -> None:
    maker = replace(STAIRS, planted="tests.properties.stair_bugs:OTHERS:two bugs at once")
    dusk = Signature("MII-05/dusk_costs_one_food", "MI-DUSK-01")
    game, trial = failing(maker, dusk)
    strict = shrink(game, trial.codes, of_signature(game, maker.properties(), dusk))
    assert strict.signature == dusk and strict.actions > 1
    any_goal = of_signature(game, maker.properties(), dusk, any_signature=True)
    loose = shrink(game, trial.codes, any_goal)
    assert loose.signature != dusk and loose.actions == 1


def test_a_budget_of_replays_ends_the_search_with_the_best_so_far() -> None:
    maker = with_bug("no limit at the top")
    game, trial = failing(maker)
    goal = of_signature(game, maker.properties(), trial.failure.signature)
    some = shrink(game, trial.codes, goal, budget=12)
    assert not some.complete and not some.minimal and some.replays <= 12
    assert some.signature == trial.failure.signature
    assert len(some.codes) <= len(trial.codes)
    assert "not searched to the end" in some.text()


def test_an_interruption_ends_the_search_with_the_best_so_far() -> None:
    maker = with_bug("no limit at the top")
    game, trial = failing(maker)
    goal = of_signature(game, maker.properties(), trial.failure.signature)

    def stop(used: int) -> None:
        raise KeyboardInterrupt

    some = shrink(game, trial.codes, goal, beat=stop)
    assert some.interrupted and not some.complete and some.replays == 64
    assert some.signature == trial.failure.signature


# ---- goals ----


def test_any_log_shrinks_until_an_end_a_clause_an_event_or_a_property() -> None:
    game = STAIRS.load({"flask": 1})
    codes = play(game, "shake:1/3", uniform).codes
    for text, actions in (("sip.taken", 1), ("MI-GUST-01", 1), ("MI-SIP-01", 1), ("starved", 90)):
        minimal = shrink(game, codes, goal_of(game, STAIRS.properties(), text), budget=1200)
        assert (minimal.signature.label, minimal.actions) == (text, actions)
    maker = with_bug("two health lost")
    game, trial = failing(maker)
    for text in ("MII-03", LOSS.label):
        goal = goal_of(game, maker.properties(), text)
        assert shrink(game, trial.codes, goal).signature == LOSS


def test_an_unknown_goal_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(BadGoal, match=r"did you mean sip\.taken"):
        goal_of(STAIRS.load(), STAIRS.properties(), "sip.taked")


def test_a_goal_that_the_log_does_not_reach_is_refused() -> None:
    game = STAIRS.load()
    goal = goal_of(game, STAIRS.properties(), "sip.taken")
    with pytest.raises(GoalMissed, match=r"does not show sip\.taken"):
        shrink(game, [game.code("rest")], goal)


# ---- units ----


def test_units_are_actions_with_the_outcomes_that_follow() -> None:
    game = STAIRS.load()
    codes = [game.code(text) for text in ("sip", "climb 2", "blow 5", "rest")]
    trial = Judge(game, Watched(game, ())).replay(codes)
    gust = next(row.index for row in game.rows if row.name == "gust")
    sip, climb, blow, rest = codes
    assert units_of(game, trial) == (
        Unit(None), Unit(sip), Unit(climb, ((gust, blow),)), Unit(rest)
    )  # fmt: skip
    assert cost(game, trial) == (3, 4)
    other = changed(units_of(game, trial), trial, 2, blow + 1, game)
    assert other[2] == Unit(climb, ((gust, blow + 1),))
    assert changed(units_of(game, trial), trial, 3, sip, game)[3] == Unit(sip)


def test_a_replay_stops_at_the_first_code_that_is_not_legal() -> None:
    game = STAIRS.load({"flask": 0})
    judge = Judge(game, Watched(game, ()))
    trial = judge.replay([game.code("rest"), game.code("sip"), game.code("rest")])
    assert trial.codes == (game.code("rest"),) and trial.failure is None


# ---- what is left behind ----


def test_what_is_saved_replays_strictly(tmp_path: Path) -> None:
    maker, game, minimal = of_bug("dusk eats twice")
    path = tmp_path / "found"
    save(path, case_of(maker, game, minimal, {"note": "by hand"}), game, minimal.codes)
    assert replayed(path.with_suffix(".json")).ok
    case = read_case(path.with_suffix(".json"))
    assert case.actions == minimal.texts and case.signature == minimal.signature
    shorter = replace(case, actions=case.actions[:-1])
    write_json(path.with_suffix(".json"), shorter.as_dict())
    assert not replayed(path.with_suffix(".json")).ok


def test_the_written_test_fails_with_the_bug_and_passes_without() -> None:
    maker, game, minimal = of_bug("two health lost")
    case = case_of(maker, game, minimal, {})

    def run(text: str) -> None:
        scope: dict[str, object] = {}
        exec(compile(text, "written test", "exec"), scope)
        [test] = [value for name, value in scope.items() if name.startswith("test_")]
        test()  # type: ignore[operator]

    with pytest.raises(AssertionError, match="MII-03"):
        run(pytest_text(case))
    run(pytest_text(replace(case, maker=replace(maker, planted=""))))
