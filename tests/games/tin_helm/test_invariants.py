"""The second witness of Tin Helm is complete, has something to say, and can be contradicted."""

from pathlib import Path

import pytest

from engine.game import Game
from engine.play import opening, walk
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
    properties_for,
)
from properties.scenario import run_scenario, scenario_files
from tests.games.tin_helm.by_hand import BY_HAND, odd_pack, tin_helm
from tests.games.tin_helm.forging import OPTIONS, Forger, games

ROUNDS_MAX = 8
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "tin_helm"
PROPERTIES = properties_for("tin_helm")
JUDGED = [p for p in PROPERTIES if p.sort not in (MEMORY, REACHABLE)]
# Proof kinds that one sort of property must speak for; an invariant may be of any moving sort.
BY_PROOF = {"table": {TABLE}, "content": {CONTENT}, "observation": {OBSERVATION},
            "invariant": {STATE, STEP, EVENT, FINAL}}  # fmt: skip


def sorts_of(clause: str) -> set[str]:
    return {item.sort for item in JUDGED if clause in item.clauses}


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    known = {item.id for item in JUDGED}
    assert [f"THI-{n:02}" for n in range(1, 57) if f"THI-{n:02}" not in known] == []
    assert {f"THM-{letter}" for letter in "ABCDE"} <= known


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert [item.label for item in JUDGED if not item.clauses or "\n" in item.statement] == []
    assert [item.label for item in JUDGED if not item.statement.endswith(".")] == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    missing = []
    for clause in tin_helm().definition.clauses:
        wanted = BY_PROOF.get(clause.proof)
        found = sorts_of(clause.id)
        if wanted is not None and not wanted & found:
            missing.append(f"{clause.id}: proof {clause.proof}, judged by {sorted(found)}")
        elif not found and clause.proof != "none":
            missing.append(f"{clause.id}: judged by nothing")
    assert missing == []


def test_every_limit_is_judged_at_the_step() -> None:
    limits = [clause for clause in tin_helm().definition.clauses if clause.kind == "limit"]
    assert len(limits) == 20
    assert [clause.id for clause in limits if STEP not in sorts_of(clause.id)] == []


# --- true, and not by silence ---------------------------------------------------------------


def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    total: dict[str, int] = {}
    for options in OPTIONS:
        game = tin_helm(**options)
        checker = Checker(game, PROPERTIES, collect=True)
        static = [] if options else checker.static()
        for codes in games(game, 40):
            checker.begin(*opening(game))
            for step in walk(game, codes, checked=False):
                checker.step(step)
        assert [v.text() for v in (*static, *checker.violations)] == []
        for label, count in checker.evaluations.items():
            total[label] = total.get(label, 0) + count
    for path in scenario_files(SCENARIOS):
        result = run_scenario(path)
        assert not result.violation, result.text()
        for label, count in result.evaluations.items():
            total[label] = total.get(label, 0) + count
    assert [label for label, count in total.items() if not count] == []


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_witness_reads_any_pack(options: dict[str, bool | int | str]) -> None:
    game = Game(tin_helm().definition, options, odd_pack())
    checker = Checker(game, PROPERTIES, collect=True)
    assert checker.static() == []
    for codes in games(game, 24):
        checker.begin(*opening(game))
        for step in walk(game, codes, checked=False):
            checker.step(step)
    assert [violation.text() for violation in checker.violations] == []


# --- violable ---------------------------------------------------------------------------------


@pytest.mark.parametrize("label", BY_HAND)
def test_a_hand_made_fault_is_seen(label: str) -> None:
    (item,) = [p for p in JUDGED if p.label == label]
    verdict = BY_HAND[label](item)
    assert verdict is not None and verdict is not True, f"{label} says {verdict}"


@pytest.mark.thorough
def test_every_other_property_falls_to_a_forged_ply() -> None:
    standing = {item.label for item in JUDGED} - set(BY_HAND)
    forger = Forger(PROPERTIES, "shake:forger")
    for _ in range(ROUNDS_MAX):
        for options in OPTIONS:
            forger.whole_games(tin_helm(**options), 16)
        forger.scenarios(scenario_files(SCENARIOS), 6)
        standing -= set(forger.found)
        if not standing:
            break
    assert sorted(standing) == [], "\n".join(sorted(standing))
