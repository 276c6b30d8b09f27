"""The second witness of The Necrohamster is complete, has something to say, can be contradicted."""

from dataclasses import replace

import pytest

import properties.necrohamster as witness
from engine.game import Game
from engine.games.necrohamster import GAME
from engine.play import opening, play, walk
from engine.policies import named
from properties.cases import Case, Look, Report
from properties.checker import Checker
from properties.judge import Judge, Watched
from properties.unseen import shown_alike
from tests.games.necrohamster.bent import BENT_RULES, bent_rules, odd_pack
from tests.games.necrohamster.by_hand import BY_HAND, necrohamster
from tests.games.necrohamster.forging import OPTIONS, POLICIES, Forger, games
from tests.games.witness import Witness

ROUNDS_MAX = 8
GAMES_MAX = 20
WITNESS = Witness(GAME)
PROPERTIES, JUDGED = WITNESS.properties, WITNESS.judged


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    assert WITNESS.absent("NHI", 34) == []
    assert {f"NHM-{letter}" for letter in "ABCDF"} <= WITNESS.ids


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert WITNESS.unclear() == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    assert WITNESS.unjudged() == []


def test_every_limit_is_judged_at_the_step() -> None:
    assert len(WITNESS.limits()) == 8
    assert WITNESS.limits_not_judged_at_the_step() == []


# --- true, and not by silence ---------------------------------------------------------------


def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    fresh = Witness(GAME)
    for options in OPTIONS:
        game = necrohamster(**options)
        assert fresh.agree(game, games(game, 10), static=options == OPTIONS[0]) == []
    assert fresh.agree_with_scenarios() == []
    assert fresh.silent() == []


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_witness_reads_any_pack(options: dict[str, int | str]) -> None:
    game = Game(GAME, options, odd_pack())
    assert Witness(GAME).agree(game, games(game, 10), static=True) == []


# --- what is hidden ---------------------------------------------------------------------------


def _blind_to(game: Game) -> Report:
    """Contract point 7 over a game, with this witness's `unseen`."""
    report = Report(game.name)
    look = Look(report, "unseen", "here")
    case = Case(game, {}, "shake:hidden", "mixed")
    shown_alike(case, look, witness.unseen)
    return report


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_cannot_see_makes_no_difference(players: int) -> None:
    report = _blind_to(necrohamster(players=players))
    assert [fault.text() for fault in report.faults] == []
    assert report.evaluations["unseen"] > 200


def test_unseen_positions_keep_sizes_and_fit_the_rules() -> None:
    game = necrohamster(players=3)
    numbers = {row.name: row.index for row in game.rows}
    assert (witness.COMMIT, witness.PAY) == (numbers["commit"], numbers["pay"])
    codes = play(game, "shake:twins", named(game, "mixed")).codes
    found = {"otherwise committed": 0, "another row": 0, "other cards": 0}
    for step in walk(game, codes, checked=False):
        state = step.before
        for seat in range(game.players):
            for twin in witness.unseen(state, seat):
                twin.check()
                assert twin.encode() != state.encode()
                assert twin.hands[seat] == state.hands[seat]
                assert [sum(h) for h in twin.hands] == [sum(h) for h in state.hands]
                for at, hand in enumerate(twin.hands):
                    named_one = [int(kind == twin.commit[at]) for kind in range(len(hand))]
                    needed = zip(hand, twin.paid[at], named_one, strict=True)
                    assert all(have >= paid + one for have, paid, one in needed)
                found["otherwise committed"] += twin.commit != state.commit
                found["another row"] += twin.phase != state.phase
                found["other cards"] += twin.hands != state.hands
    assert all(found.values()), found


@pytest.mark.parametrize("leak", ["commit", "hands", "steps"])
def test_a_leak_is_seen(leak: str) -> None:
    def observe(state, player, shown):  # type: ignore[no-untyped-def]
        told = {"commit": list(state.commit), "hands": [list(hand) for hand in state.hands],
                "steps": state.phase}  # fmt: skip
        return {**shown, "leak": told[leak]}

    game = Game(replace(GAME, observe=observe))
    assert _blind_to(game).faults
    checker = Checker(game, PROPERTIES, collect=True, thorough=True)
    checker.begin(*opening(game))
    for step in walk(game, next(games(game, 1)), checked=False):
        checker.step(step)
    assert {v.label.split("/")[0] for v in checker.violations} == {"NHM-F"}


# --- violable ---------------------------------------------------------------------------------


@pytest.mark.parametrize("label", BY_HAND)
def test_a_hand_made_fault_is_seen(label: str) -> None:
    (item,) = [p for p in JUDGED if p.label == label]
    verdict = BY_HAND[label](item)
    assert verdict is not None and verdict is not True, f"{label} says {verdict}"


@pytest.mark.parametrize("bug", BENT_RULES)
def test_rules_that_differ_from_the_cards_are_seen(bug: str) -> None:
    for number in range(GAMES_MAX):
        game = bent_rules(BENT_RULES[bug], players=2 + number % 3)
        policy = named(game, POLICIES[number % len(POLICIES)])
        judge = Judge(game, Watched(game, PROPERTIES))
        trial = judge.play(f"shake:bent/{number}", [policy] * game.players)
        if trial.failure is not None:
            assert trial.failure.signature.label.startswith("NH"), trial.failure
            return
    pytest.fail(f"{GAMES_MAX} games do not show: {bug}")


@pytest.mark.thorough
def test_every_other_property_falls_to_a_forged_ply() -> None:
    standing = {item.label for item in JUDGED} - set(BY_HAND)
    forger = Forger(PROPERTIES, WITNESS.made(), "shake:forger")
    odd = Game(GAME, {"players": 3}, odd_pack())
    for _ in range(ROUNDS_MAX):
        for options in OPTIONS:
            forger.whole_games(necrohamster(**options), 6)
        forger.whole_games(odd, 8)
        forger.scenarios(WITNESS.paths, 2)
        standing -= set(forger.found)
        if not standing:
            break
    assert sorted(standing) == [], "\n".join(sorted(standing))
