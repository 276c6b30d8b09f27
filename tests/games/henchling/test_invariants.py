"""The second witness of Henchling is complete, has something to say, and can be contradicted."""

from pathlib import Path

import pytest

import properties.henchling as witness
from engine.game import Game
from engine.games.henchling import GAME
from engine.play import opening, play, walk
from engine.policies import named
from properties.cases import Case, Look, Report
from properties.checker import Checker
from properties.invariant import (
    CONTENT,
    EVENT,
    FINAL,
    MEMORY,
    OBSERVATION,
    REACHABLE,
    STATE,
    STEP,
    TABLE,
    properties_in,
)
from properties.scenario import Games, run_scenario, scenario_files
from properties.unseen import shown_alike
from tests.games.henchling.by_hand import BY_HAND, a_leaking_game, henchling
from tests.games.henchling.forging import OPTIONS, Forger, games

ROUNDS_MAX = 14
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "henchling"
PROPERTIES = properties_in(witness)
JUDGED = [p for p in PROPERTIES if p.sort not in (MEMORY, REACHABLE)]
# Proof kinds that one sort of property must speak for; an invariant may be of any moving sort.
BY_PROOF = {"table": {TABLE}, "content": {CONTENT}, "observation": {OBSERVATION},
            "invariant": {STATE, STEP, EVENT, FINAL}}  # fmt: skip


def sorts_of(clause: str) -> set[str]:
    return {item.sort for item in JUDGED if clause in item.clauses}


def made() -> Games:
    return Games(definition=GAME, properties=PROPERTIES)


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    known = {item.id for item in JUDGED}
    assert [f"HEI-{n:02}" for n in range(1, 71) if f"HEI-{n:02}" not in known] == []
    assert {f"HEM-{letter}" for letter in "ABCD"} <= known


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert [item.label for item in JUDGED if not item.clauses or "\n" in item.statement] == []
    assert [item.label for item in JUDGED if not item.statement.endswith(".")] == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    missing = []
    for clause in GAME.clauses:
        wanted = BY_PROOF.get(clause.proof)
        found = sorts_of(clause.id)
        if wanted is not None and not wanted & found:
            missing.append(f"{clause.id}: proof {clause.proof}, judged by {sorted(found)}")
        elif not found and clause.proof != "none":
            missing.append(f"{clause.id}: judged by nothing")
    assert missing == []


def test_every_limit_is_judged_at_the_step() -> None:
    limits = [clause for clause in GAME.clauses if clause.kind == "limit"]
    assert len(limits) > 30
    assert [clause.id for clause in limits if STEP not in sorts_of(clause.id)] == []


# --- true, and not by silence ---------------------------------------------------------------


def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    total: dict[str, int] = {}
    for at, options in enumerate(OPTIONS):
        game = henchling(**options)
        checker = Checker(game, PROPERTIES, collect=True)
        static = checker.static() if not at else []
        for codes in games(game, 2, at):
            checker.begin(*opening(game))
            for step in walk(game, codes, checked=False):
                checker.step(step)
        assert [v.text() for v in (*static, *checker.violations)] == []
        for label, count in checker.evaluations.items():
            total[label] = total.get(label, 0) + count
    with_games = made()
    for path in scenario_files(SCENARIOS):
        result = run_scenario(path, with_games)
        assert not result.violation, result.text()
        for label, count in result.evaluations.items():
            total[label] = total.get(label, 0) + count
    assert [label for label, count in total.items() if not count] == []


# --- what is hidden ---------------------------------------------------------------------------


def _blind_to(game: Game) -> Report:
    """Contract point 7 over a game, with this witness's `unseen`."""
    report = Report(game.name)
    look = Look(report, "unseen", "here")
    shown_alike(Case(game, {}, "shake:hidden", "mixed"), look, witness.unseen)
    return report


@pytest.mark.parametrize("players", [3])
def test_what_a_seat_cannot_see_makes_no_difference(players: int) -> None:
    report = _blind_to(henchling(players=players))
    assert [fault.text() for fault in report.faults] == []
    assert report.evaluations["unseen"] > 500


def test_unseen_positions_keep_sizes_and_are_others() -> None:
    game = henchling(players=3)
    found = {"hands": 0, "piles": 0, "faces": 0}
    codes = play(game, "shake:twins", named(game, "mixed"), plies=400).codes
    for step in walk(game, codes, checked=False):
        state = step.before
        for twin in witness.unseen(state, 0):
            assert twin.hands[0] == state.hands[0]
            assert [h.bit_count() for h in twin.hands] == [h.bit_count() for h in state.hands]
            assert twin.encode() != state.encode()
            found["hands"] += twin.hands != state.hands
            found["piles"] += twin.pool != state.pool
            found["faces"] += twin.backs != state.backs
    assert all(found.values()), found


def test_a_leak_is_seen() -> None:
    assert _blind_to(a_leaking_game()).faults


# --- violable ---------------------------------------------------------------------------------


@pytest.mark.parametrize("label", BY_HAND)
def test_a_hand_made_fault_is_seen(label: str) -> None:
    (item,) = [p for p in JUDGED if p.label == label]
    verdict = BY_HAND[label](item)
    assert verdict is not None and verdict is not True, f"{label} says {verdict}"


@pytest.mark.thorough
def test_every_other_property_falls_to_a_forged_ply() -> None:
    properties = tuple(p for p in PROPERTIES if p.sort != REACHABLE and p.label not in BY_HAND)
    forger = Forger(properties, made(), "shake:forger")
    paths = scenario_files(SCENARIOS)
    for number in range(ROUNDS_MAX):
        forger.whole_games(henchling(**OPTIONS[number % len(OPTIONS)]), 1, number)
        forger.scenarios(paths[number % 4 :: 4], 1 + 2 * bool(number > 3))
        if number >= 3 and not forger.narrow(MEMORY):
            break
    standing = [p.label for p in forger.narrow(MEMORY)]
    assert standing == [], "\n".join(standing)
