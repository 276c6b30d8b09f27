"""The second witness of Hunted is complete, has something to say, and can be contradicted."""

from itertools import islice

import pytest

import properties.hunted
from engine.game import Game
from engine.games.hunted import GAME
from properties.cases import Look, Report, cases
from properties.unseen import shown_alike
from tests.games.hunted.by_hand import BY_HAND
from tests.games.hunted.forging import OPTIONS, Forger, games, hunted
from tests.games.hunted.packs import odd_pack
from tests.games.witness import Witness

ROUNDS_MAX = 6
WITNESS = Witness(GAME)
PROPERTIES, JUDGED = WITNESS.properties, WITNESS.judged


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    assert WITNESS.absent("HUI", 55) == []
    assert {f"HUM-{letter}" for letter in "ABCDE"} <= WITNESS.ids


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert WITNESS.unclear() == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    assert WITNESS.unjudged() == []


def test_every_limit_is_judged_at_the_step() -> None:
    assert len(WITNESS.limits()) == 34
    assert WITNESS.limits_not_judged_at_the_step() == []


# --- true, and not by silence ---------------------------------------------------------------


def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    fresh = Witness(GAME)
    for options in OPTIONS:
        game = hunted(**options)
        assert fresh.agree(game, games(game, 15), static=not options) == []
    assert fresh.agree_with_scenarios() == []
    assert fresh.silent() == []


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_witness_reads_any_pack(options: dict[str, bool | int | str]) -> None:
    game = Game(GAME, options, odd_pack())
    assert Witness(GAME).agree(game, games(game, 8), static=True) == []


def test_what_is_face_down_makes_no_difference() -> None:
    report = Report(GAME.name)
    for case in islice(cases(GAME, 1, ()), 6):
        shown_alike(case, Look(report, "U-07", "U-07"), properties.hunted.unseen)
    assert report.ok, report.text()
    assert report.evaluations["U-07"] > 100


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
    made = WITNESS.made()
    for number in range(ROUNDS_MAX):
        for options in OPTIONS:
            forger.whole_games(hunted(**options), 6, f"round-{number}")
        forger.scenarios(WITNESS.paths, made, 2)
        standing -= set(forger.found)
        if not standing:
            break
    assert sorted(standing) == [], "\n".join(sorted(standing))
