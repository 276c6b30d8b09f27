"""Hunted by clause, in action text: what the scenario files do not show."""

import pytest

from engine.content import overlay
from engine.errors import ContentError, OptionError
from engine.game import Game
from engine.games.hunted import GAME
from engine.games.hunted.components import members
from engine.games.hunted.schema import CARDS, FINALES
from engine.play import opening, play, walk
from engine.policies import named
from engine.rng import game_seed


def game(**options):
    return Game(GAME, options)


def played(hunted, *texts):
    """The state after these actions from the set-up."""
    state = hunted.initial()
    for text in texts:
        hunted.apply(state, hunted.code(text))
    return state


# ---- set-up ----


@pytest.mark.parametrize("finale", FINALES)
def test_the_opening_proves_its_setup(finale):
    """HU-SETUP-03 to -13, HU-DRAC-01, HU-JEK-01, HU-DOR-01 to -03, HU-MASH-01, -02."""
    _, events = opening(game(finale=finale))
    proven = {ident for happening in events for ident in happening.clauses()}
    own = {
        "dracula": {"HU-DRAC-01"},
        "jekyll_hyde": {"HU-JEK-01"},
        "dorian_gray": {"HU-DOR-01", "HU-DOR-02", "HU-DOR-03"},
        "monster_mash": {"HU-MASH-01", "HU-MASH-02"},
    }
    shared = {f"HU-SETUP-{n:02d}" for n in (3, 4, 5, 6, 11, 12, 13)}
    assert proven == shared | own[finale]


def test_the_first_draw_is_even():
    """HU-SETUP-05: each of the 46 other cards may come first."""
    hunted = game()
    state = played(hunted, "play_as wanderer", "explore")
    outcomes = hunted.chance_outcomes(state)
    assert [weight for _, weight in outcomes] == [1] * 46
    assert [code for code, _ in outcomes] == hunted.legal_actions(state)


def test_a_turn_in_action_text():
    """HU-COLL-01: a stake pays for a poker, which beats the wolf at once (HU-COMBAT-10)."""
    hunted = game()
    state = played(
        hunted, "play_as wanderer", "explore", "turn_up wooden_stake", "explore",
        "turn_up iron_poker", "collect iron_poker", "pay wooden_stake", "take_it", "explore",
        "turn_up gutter_wolf", "explore", "turn_up wood_axe", "wield iron_poker",
    )  # fmt: skip
    assert hunted.row_name(state) == "choose"
    assert state.energy == 10
    assert state.words()["discard"] == ["gutter_wolf", "wooden_stake", "wood_axe", "castle_3"]


# ---- what is hidden ----


def test_backs_tell_nothing():
    """HU-COMP-04: of deck and pile only the sizes are seen; a card looked at is."""
    hunted = game()
    state = played(hunted, "play_as scholar")
    seen = hunted.observation(state, 0)
    assert (seen["deck"], seen["pile"], seen["unseen"], seen["looked"]) == (47, 6, 46, [])
    for text in ("call_on_hero", "look_at mystic"):
        hunted.apply(state, hunted.code(text))
    assert hunted.observation(state, 0)["looked"] == ["mystic", "unseen"]


def zones(state):
    """Every card that lies somewhere, pools included."""
    piles = [*state.deck, *state.looked, *state.pile]
    known = [slot for slot in piles if slot < CARDS]
    lists = (known, state.in_row, state.locations, state.attached, state.tucked)
    masks = (state.unseen, state.sealed, state.under, state.discard, state.inventory, state.party)
    waiting = [state.target] if state.rules.attachable >> max(state.target, 0) & 1 else []
    cards = [card for zone in lists for card in zone]
    cards += [card for mask in masks for card in members(mask)]
    return sorted(cards + [card for card in waiting if card not in cards])


@pytest.mark.parametrize("finale", FINALES)
def test_each_card_lies_in_one_place(finale):
    """HU-SETUP-05, -08, HU-LOCK-01: nothing is lost or doubled; pools are as large as slots."""
    hunted = game(finale=finale, stage="village")
    cards = zones(hunted.initial())
    codes = play(hunted, game_seed("shake:zones", 1), named(hunted, "mixed")).codes
    for step in walk(hunted, codes):
        state = step.after
        assert zones(state) == cards, step.text
        slots = [*state.deck, *state.looked, *state.pile]
        pools = (state.unseen, state.sealed, state.under)
        assert [slots.count(CARDS + at) for at in range(3)] == [p.bit_count() for p in pools]
        assert not state.discard & state.rules.locked


# ---- the far ends ----


@pytest.mark.parametrize("policy", ["careful", "hoarding"])
@pytest.mark.parametrize("finale", FINALES)
def test_every_finale_is_reached_and_won(finale, policy):
    """HU-WIN-01, -02: good policies see both endings of each Finale."""
    hunted = game(finale=finale, stage="village")
    own = named(hunted, policy)
    ends = [play(hunted, game_seed("shake:ends", at), own) for at in range(12)]
    assert "won" in [end.reason for end in ends]
    assert {hunted.returns(end.state) for end in ends if end.reason == "won"} == {(1,)}


def test_hyde_costs_something():
    """HU-JEK-06: with one attack he could be flipped for ever, so two are the least."""
    with pytest.raises(OptionError, match="hyde_attack_limit"):
        game(hyde_attack_limit=1)


# ---- content (HU-COMP-01 to -05 and others) ----

BROKEN = {
    "HU-DECK-05": ("weapon", {"id": "wood_axe", "subsequent": 0}, "subsequent: 0 is no whole"),
    "HU-COMBAT-04": ("starting_weapon", {"id": "pocket_knife", "once": True}, "no weapon might"),
    "HU-ENEMY-01": ("enemy", {"id": "gutter_wolf", "resources": {"bell": 1}}, "unknown field"),
    "HU-TYPE-02": ("item", {"id": "old_map", "resources": {"key": 1}}, "unknown key 'key'"),
    "HU-TYPE-04": ("item", {"id": "old_map", "cost": {}}, "at least one icon"),
    "HU-COMP-02": ("location", {"id": "castle_1", "numeral": 2}, "numerals 1, 2 and 3"),
    "HU-COMP-03": ("enemy", {"id": "new_one", "value": 3}, "11 rows, expected 10"),
    "HU-COMP-05": ("hero", {"id": "scholar", "face": "a"}, "a face a and a face b"),
    "HU-FSET-01": ("finale", {"id": "silver_cross", "set": "jekyll"}, "5 cards, expected 6"),
    "HU-DRAC-02": ("finale", {"id": "the_brides", "role": "boss"}, "foes"),
    "HU-DOR-06": ("finale", {"id": "dorian_gray", "locked_in": True}, "not locked-in"),
    "HU-ITEM-05": ("item", {"id": "whetstone", "discard_on_use": True}, "not discarded on use"),
    "HU-KEY-03": ("key", {"id": "key_ring_1", "key_value": 3}, "key_value: 3 is no whole"),
    "HU-FINALE-06": ("finale", {"id": "silver_cross", "first": 1}, "has no field 'first'"),
}


@pytest.mark.parametrize("clause", BROKEN)
def test_a_pack_that_cannot_be_is_refused(clause):
    table, row, says = BROKEN[clause]
    with pytest.raises(ContentError, match=says):
        overlay(GAME.reference, {table: [row]}, GAME.name, GAME.schema)
