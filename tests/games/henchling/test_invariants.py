"""The second witness of Henchling is complete, has something to say, and can be contradicted."""


import pytest

import properties.henchling as witness
from engine.game import Game
from engine.games.henchling import GAME
from engine.play import play, walk
from engine.policies import named
from properties.cases import Case, Look, Report
from properties.invariant import MEMORY, REACHABLE
from properties.unseen import shown_alike
from tests.games.henchling.by_hand import a_leaking_game, henchling
from tests.games.henchling.by_hand_texts import BY_HAND
from tests.games.henchling.forging import OPTIONS, Forger, games
from tests.games.witness import Witness

ROUNDS_MAX = 14
WITNESS = Witness(GAME)
PROPERTIES, JUDGED = WITNESS.properties, WITNESS.judged


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    assert WITNESS.absent("HEI", 70) == []
    assert {f"HEM-{letter}" for letter in "ABCD"} <= WITNESS.ids


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert WITNESS.unclear() == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    assert WITNESS.unjudged() == []


def test_every_limit_is_judged_at_the_step() -> None:
    assert len(WITNESS.limits()) > 30
    assert WITNESS.limits_not_judged_at_the_step() == []


# --- true, and not by silence ---------------------------------------------------------------


def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    fresh = Witness(GAME)
    for at, options in enumerate(OPTIONS):
        game = henchling(**options)
        assert fresh.agree(game, games(game, 2, at), static=not at) == []
    assert fresh.agree_with_scenarios() == []
    assert fresh.silent() == []


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
    forger = Forger(properties, WITNESS.made(), "shake:forger")
    paths = WITNESS.paths
    for number in range(ROUNDS_MAX):
        forger.whole_games(henchling(**OPTIONS[number % len(OPTIONS)]), 1, number)
        forger.scenarios(paths[number % 4 :: 4], 1 + 2 * bool(number > 3))
        if number >= 3 and not forger.narrow(MEMORY):
            break
    standing = [p.label for p in forger.narrow(MEMORY)]
    assert standing == [], "\n".join(standing)
