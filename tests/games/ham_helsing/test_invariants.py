"""The second witness of Ham Helsing is complete, has something to say, and can be contradicted."""

import json

import pytest

import properties.ham_helsing as witness
from engine.content import Pack
from engine.game import Game
from engine.games.ham_helsing import GAME
from engine.play import play, walk
from engine.policies import named
from properties.cases import Case, Look, Report
from properties.invariant import MEMORY, REACHABLE
from properties.unseen import shown_alike
from tests.games.ham_helsing.bent import helsing
from tests.games.ham_helsing.by_hand import BY_HAND
from tests.games.ham_helsing.forging import OPTIONS, HamForger, games
from tests.games.witness import Witness

ROUNDS_MAX = 24
WITNESS = Witness(GAME)
PROPERTIES, JUDGED = WITNESS.properties, WITNESS.judged


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    assert WITNESS.absent("HHI", 80) == []
    assert {f"HHM-{letter}" for letter in "ABC"} <= WITNESS.ids


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert WITNESS.unclear() == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    assert WITNESS.unjudged() == []


def test_every_limit_is_judged_at_the_step() -> None:
    assert len(WITNESS.limits()) > 60
    assert WITNESS.limits_not_judged_at_the_step() == []


# --- true, and not by silence ---------------------------------------------------------------


@pytest.mark.thorough
def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    fresh = Witness(GAME)
    for at, options in enumerate(OPTIONS):
        game = helsing(**options)
        assert fresh.agree(game, games(game, 2, at), static=at in (0, 5)) == []
    assert fresh.agree_with_scenarios() == []
    assert fresh.silent() == []


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_agrees(number: int) -> None:
    game = helsing(**OPTIONS[number])
    fresh = Witness(GAME)
    assert fresh.agree(game, games(game, 1, number), static=True) == []
    assert sum(map(bool, fresh.evaluations.values())) > 250


# --- what is hidden ---------------------------------------------------------------------------


def _blind_to(game: Game) -> Report:
    """Contract point 7 over a game, with this witness's `unseen`."""
    report = Report(game.name)
    look = Look(report, "unseen", "here")
    shown_alike(Case(game, {}, "shake:hidden", "mixed"), look, witness.unseen)
    return report


def _with_like_backs() -> Game:
    """The game with a pack in which all backs of a level are alike."""
    data = json.loads(json.dumps(GAME.reference.data))
    first = {row["level"]: row for row in reversed(data["villain_card"])}
    for row in data["villain_card"]:
        like = first[row["level"]]
        row.update({key: like[key] for key in like if key.startswith("reward_")})
    return Game(GAME, {"players": 3}, Pack(data, "like backs"))


@pytest.mark.parametrize("players", [1, 3])
def test_what_a_seat_cannot_see_makes_no_difference(players: int) -> None:
    report = _blind_to(helsing(players=players))
    assert [fault.text() for fault in report.faults] == []
    assert report.evaluations["unseen"] > 100


def test_fronts_of_like_backs_are_not_seen() -> None:
    """But for the action that puts a card on top: it names the card (docs/viewer.md)."""
    report = _blind_to(_with_like_backs())
    faults = [fault.text() for fault in report.faults]
    assert [text for text in faults if "is told 'show_villain_card" not in text] == []


def test_unseen_positions_keep_sizes_and_are_others() -> None:
    game = _with_like_backs()
    found = {"decks": 0, "bags": 0, "tops": 0}
    codes = play(game, "shake:twins", named(game, "mixed"), plies=300).codes
    for step in walk(game, codes, checked=False):
        state = step.before
        for twin in witness.unseen(state, 0):
            assert twin.hand == state.hand
            assert twin.top == state.top
            assert [d.bit_count() for d in twin.deck] == [d.bit_count() for d in state.deck]
            assert twin.encode() != state.encode()
            found["decks"] += twin.deck != state.deck
            found["bags"] += twin.bag != state.bag
            found["tops"] += twin.next_card != state.next_card
    assert all(found.values()), found


# --- violable ---------------------------------------------------------------------------------


@pytest.mark.parametrize("label", BY_HAND)
def test_a_hand_made_fault_is_seen(label: str) -> None:
    (item,) = [p for p in JUDGED if p.label == label]
    verdict = BY_HAND[label](item)
    assert verdict is not None and verdict is not True, f"{label} says {verdict}"


@pytest.mark.thorough
def test_every_other_property_falls_to_a_forged_ply() -> None:
    properties = tuple(p for p in PROPERTIES if p.sort != REACHABLE and p.label not in BY_HAND)
    forger = HamForger(properties, WITNESS.made(), "shake:forger")
    paths = WITNESS.paths
    for number in range(ROUNDS_MAX):
        forger.whole_games(helsing(**OPTIONS[number % len(OPTIONS)]), 1, number)
        forger.scenarios(paths[number % 12 :: 12], 1 + 2 * bool(number > 6))
        if number >= 6 and not forger.narrow(MEMORY):
            break
        forger.narrow(MEMORY)
    standing = [p.label for p in forger.narrow(MEMORY)]
    assert standing == [], "\n".join(standing)
