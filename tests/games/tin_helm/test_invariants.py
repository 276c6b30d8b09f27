"""The second witness of Tin Helm is complete, has something to say, and can be contradicted."""


import pytest

from engine.game import Game
from tests.games.tin_helm.by_hand import BY_HAND, odd_pack, tin_helm
from tests.games.tin_helm.forging import OPTIONS, Forger, games
from tests.games.witness import Witness

ROUNDS_MAX = 8
WITNESS = Witness(tin_helm().definition)
PROPERTIES, JUDGED = WITNESS.properties, WITNESS.judged


# --- complete -------------------------------------------------------------------------------


def test_every_invariant_of_the_catalogue_is_judged() -> None:
    assert WITNESS.absent("THI", 56) == []
    assert {f"THM-{letter}" for letter in "ABCDE"} <= WITNESS.ids


def test_every_property_cites_clauses_and_says_what_it_means() -> None:
    assert WITNESS.unclear() == []


def test_every_clause_has_a_witness_of_its_kind() -> None:
    assert WITNESS.unjudged() == []


def test_every_limit_is_judged_at_the_step() -> None:
    assert len(WITNESS.limits()) == 20
    assert WITNESS.limits_not_judged_at_the_step() == []


# --- true, and not by silence ---------------------------------------------------------------


def test_games_and_scenarios_agree_and_leave_no_property_silent() -> None:
    fresh = Witness(tin_helm().definition)
    for options in OPTIONS:
        game = tin_helm(**options)
        assert fresh.agree(game, games(game, 40), static=not options) == []
    assert fresh.agree_with_scenarios() == []
    assert fresh.silent() == []


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_witness_reads_any_pack(options: dict[str, bool | int | str]) -> None:
    game = Game(tin_helm().definition, options, odd_pack())
    assert Witness(tin_helm().definition).agree(game, games(game, 24), static=True) == []


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
        forger.scenarios(WITNESS.paths, 6)
        standing -= set(forger.found)
        if not standing:
            break
    assert sorted(standing) == [], "\n".join(sorted(standing))
