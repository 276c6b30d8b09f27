"""Liar's dice judged by Ruleproof: the contract, drawn games, a kept replay, the picture."""

import pytest
from hypothesis import given, settings

from properties.conformance import conformance
from properties.strategies import trajectories


def test_the_contract_is_kept():
    report = conformance("liars_dice", fresh=False)
    assert report.ok, report.text()


@settings(settings.get_profile("ruleproof-quick"), database=None)
@given(trajectories("liars_dice"))
def test_dice_are_lost_one_by_one(drawn):
    judged = sum(drawn.game.text(code) == "doubt" for code in drawn.codes)
    begun = drawn.game.rules.dice * drawn.game.players
    assert sum(drawn.state.dice) == begun - judged


@pytest.mark.clause("LD-END-01")
def test_the_winner_is_the_only_one_with_dice(play):
    played = play("liars_dice", policy="careful", players=3)
    assert played.reason == "won"
    assert sorted(played.game.returns(played.state))[:2] == [0, 0]


@pytest.mark.clause("LD-WILD-01")
def test_a_one_helped_in_the_game_that_was_kept(replay_file):
    played = replay_file("games/wild.rply")
    assert any(judged.num("ones") for judged in played.events("bid.judged"))


def test_the_picture_is_not_stale(golden_graph):
    golden_graph("liars_dice", "phases.mmd")
