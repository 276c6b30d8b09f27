"""Ham Helsing by clause, in action text: what the scenario files do not show."""

from itertools import product

import pytest

from engine.content import overlay
from engine.errors import ContentError, IllegalAction, OptionError
from engine.game import Game
from engine.games.ham_helsing import GAME
from engine.games.ham_helsing.schema import SCHEMA
from engine.play import opening, play, walk
from engine.policies import named


def game(content=None, **options):
    return Game(GAME, options, content)


def in_play(table, active="ham", **places):
    """Step 1 of `active`, everybody at `a` but for `places`; hands are empty, nothing is seeded."""
    state = table.blank()
    names = table.rules.names
    state.round, state.active, state.levels, state.step = 2, names["who"].index(active), [3, 4], 2
    state.next_card = names["villain_card"].index("v2b")
    for who in table.rules.crew:
        state.at[who] = names["location"].index(places.get(names["who"][who], "a"))
    row = next(row for row in table.rows if row.name == "play")
    state.phase, state.player = row.index, table.rules.seat_of[state.active]
    return state


def give(table, state, who, *cards):
    for card in cards:
        bit = 1 << table.rules.names["card"].index(card)
        zone = table.rules.zone_of[table.rules.names["who"].index(who)]
        state.deck[zone] &= ~bit
        state.hand[zone] |= bit


def act(table, state, *texts):
    for text in texts:
        table.apply(state, table.code(text))
        state.check()


def legal(table, state):
    return [table.text(code) for code in table.legal_actions(state)]


# ---- nothing goes on for ever (HH-ROUND-07) ----


def shifts_from(table, state):
    """Skills of the first character at every position that shifts alone can reach."""
    found, todo = {}, [state]
    while todo:
        here = todo.pop()
        found[here.position()] = tuple(here.skill[:4])
        for text in legal(table, here):
            if text.startswith("adjust"):
                ahead = here.clone()
                act(table, ahead, text)
                assert ahead.position() not in found or ahead.position() != here.position()
                todo.append(ahead)
    return set(found.values())


@pytest.mark.parametrize("skills", [(2, 1, 0, 0), (0, 3, 0, 1), (1, 1, 1, 1)])
def test_one_run_of_shifts_ends_and_reaches_every_net_change(skills):
    """HH-LOC-VILLAGE-02: one-way shifts in ascending order reach all that shifts can."""
    table = game()
    state = in_play(table, ham="f")
    state.skill[:4] = bytes(skills)
    tops = table.rules.skill_max[:4]
    wanted = {
        found for found in product(*(range(top + 1) for top in tops)) if sum(found) == sum(skills)
    }
    assert shifts_from(table, state) == wanted


def test_no_position_returns_while_one_seat_acts():
    """HH-ROUND-07: but for passes in the market, no position comes back without chance."""
    for players, policy in ((1, "uniform"), (2, "mixed"), (4, "uniform")):
        table = game(players=players)
        codes = play(table, f"shake:finite/{players}", named(table, policy)).codes
        seen = set()
        for step in walk(table, codes, checked=False):
            if step.player < 0 or step.verb == "pass_market":
                seen = set()
                continue
            assert step.after.position() not in seen
            seen |= {step.before.position(), step.after.position()}


def test_a_trade_ends_with_the_offer_and_there_is_no_second():
    """HH-TRADE-02, -03: parts come in one order; a dropped bundle is the turn's trade."""
    table = game(players=2)
    state = in_play(table)
    give(table, state, "ham", "h01")
    act(table, state, "trade malcolm", "give_card h01", "give_money 1")
    assert legal(table, state) == ["trade_item katana", "offer", "withdraw"]
    act(table, state, "withdraw")
    assert not any(text.startswith("trade") for text in legal(table, state))


# ---- set-up and options ----


def test_the_opening_proves_its_setup():
    """HH-SETUP-04 to -16, -23 to -31, before anything is drawn."""
    _, events = opening(game(players=4, villain="silk"))
    proven = {ident for happening in events for ident in happening.clauses()}
    shown = {4, 5, 7, 10, 11, 12, 13, 14, 15, 23, 24, 25, 26, 28, 29, 30, 31}
    assert proven == {f"HH-SETUP-{number:02d}" for number in shown}


def test_turn_order_follows_the_characters_named():
    """HH-SETUP-10, -16: without Ham the Katana is in the box."""
    assert GAME.all_options[-2].default == 4
    table = game(players=2, characters="ronin,lobos,malcolm,ham")
    state = table.blank()
    assert table.rules.who[:2] == ("ronin", "lobos")
    assert table.rules.names["katana"][state.katana] == "box"


def test_a_seat_that_is_not_there_cannot_be_first():
    """HH-SETUP-31: below the number of seats."""
    with pytest.raises(OptionError, match="first_seat"):
        game(players=2, first_seat=2)


def test_the_villain_has_at_least_one_health():
    """HH-SYB-01, HH-EPIG-04: less and more health add up, but never to nothing."""
    assert game(players=2, villain_health_delta=-20).rules.dial == 1
    assert game(players=2, villain_health_delta=-5, epig_cards="1,0,1").rules.dial == 15 - 5 + 12


def test_added_cards_lie_by_their_level():
    """HH-EPIG-01 to -03."""
    table = game(epig_cards="0,2,1")
    assert table.rules.levels == (1, 2, 2, 2, 3, 3, 4)
    assert table.rules.uncovered == 1


def test_the_junction_is_for_characters_or_for_all():
    """HH-SYB-11: any end of a path over the edge joins any other."""
    for junction, walks, minions in (("off", 0, 0), ("characters", 1, 0), ("all", 1, 1)):
        rules = game(wrap_junction=junction).rules
        n, q = 13, 16
        assert rules.walks.mask[n] >> q & 1 == walks
        assert rules.map.mask[n] >> q & 1 == minions


# ---- chance and what is seen ----


def test_like_tokens_are_one_outcome():
    """HH-PLACE-07: as heavy as there are of them; the lowest number stands for all."""
    table = game()
    state = table.initial()
    outcomes = {table.text(code): weight for code, weight in table.chance_outcomes(state)}
    assert outcomes["seed_minion m01"] == 6
    assert outcomes["seed_minion m07"] == 3
    assert "seed_minion m02" not in outcomes
    assert sum(outcomes.values()) == 60


def test_the_back_of_the_next_villain_card_is_seen_and_not_its_front():
    """HH-SETUP-21, HH-REWARD-03, HH-PLAY-07."""
    table = game()
    shown = table.observation(in_play(table), 1)
    assert shown["next_back"]["rewards"]["yellow"] == "scare 1 choice"
    assert "next_card" not in shown
    assert shown["deck"] == {"ham": 10, "malcolm": 10, "lobos": 10, "ronin": 10}
    assert shown["bag"] == 69 - 9


def test_a_discard_is_looked_through_only_for_its_text():
    """HH-PLAY-07: Deep Pouch shows its player the discard, and nobody else."""
    table = game(players=2)
    state = in_play(table)
    give(table, state, "ham", "h07")
    state.sleeves[table.rules.names["card"].index("h07")] = 1 << table.rules.names["upgrade"].index(
        "us26"
    )
    state.deck[0] &= ~1
    state.discard[0] = 1
    act(table, state, "spend h07 star")
    assert table.observation(state, 0)["looked_at"] == ["h01"]
    assert "looked_at" not in table.observation(state, 1)


# ---- corners ----


def test_an_upgrade_that_fits_nowhere_waits_for_a_draw():
    """HH-SLEEVE-05, -06: set aside with every place taken, sleeved right after a draw."""
    table = game(players=2)
    state = in_play(table, ham="h")
    give(table, state, "ham", "h01")
    names = table.rules.names["upgrade"]
    state.market[0] = names.index("ua13")
    state.pile &= ~(1 << state.market[0])
    act(table, state, "swamp_buy 0")
    act(table, state, legal(table, state)[0])
    assert table.row_name(state) == "play"
    assert state.aside[0] == 1 << names.index("ua13")
    act(table, state, "end_play", "keep_rest")
    while table.row_name(state) == "card":
        act(table, state, legal(table, state)[-1])
        if table.row_name(state) == "sleeve":
            break
    assert table.row_name(state) == "sleeve"


def test_a_hibernating_bear_wakes_and_the_text_is_spent():
    """HH-HEN-04: no scare, no damage, no second use."""
    table = game(players=2)
    state = in_play(table)
    give(table, state, "ham", "h09")
    state.sleeves[table.rules.names["card"].index("h09")] = 1 << table.rules.names["upgrade"].index(
        "us05"
    )
    state.villain, state.bear, state.asleep, dial = 3, 6, 1, state.dial
    act(table, state, "spend h09 star")
    assert (state.asleep, state.bear, state.dial) == (0, 6, dial)
    assert table.row_name(state) == "play"


def test_raising_two_skills_never_strands_the_second():
    """HH-REWARD-11: a colour is offered only if what is left above can take the rest."""
    table = game(players=2)
    state = in_play(table)
    state.skill[:4] = bytes((0, 4, 5, 4))
    state.agenda = [table.kinds.parse("raise ham 2 blue 0 reward", packed=False)]
    table.enter(state, next(row for row in table.rows if row.name == "resolve"))
    assert legal(table, state) == ["raise_skill blue"]
    act(table, state, "raise_skill blue")
    assert legal(table, state) == ["raise_skill blue", "raise_skill yellow"]


def test_a_refused_action_leaves_the_state_alone():
    """HH-KNUCK-03, -12: Knuckles goes neither to the Villain nor where he is."""
    table = game(players=2)
    state = in_play(table)
    give(table, state, "ham", "h09")
    state.villain, state.bear = 3, 6
    act(table, state, "spend h09 1")
    before = state.encode()
    for text in ("send d", "send g"):
        with pytest.raises(IllegalAction):
            table.apply(state, table.code(text))
    assert state.encode() == before


# ---- content ----


def refused(match, **rows):
    with pytest.raises(ContentError, match=match):
        overlay(GAME.reference, rows, GAME.name, SCHEMA)


def test_packs_that_break_the_box_are_refused():
    """HH-COMP-15, HH-MARKET-02, HH-VMIN-02, HH-SETUP-20: each with its place."""
    refused("Mud Canyon holds 8", location=[{"id": "e", "limit": 7}])
    refused("powers", location=[{"id": "a", "power": "croaklahoma"}])
    refused("joined already", path=[{"id": "ab", "ends": ["a", "d"]}])
    refused("text and effect", upgrade=[{"id": "us12", "effect": []}])
    refused("never end", die=[{"id": "die_0", "faces": ["power"] * 6}])
    refused("levels", villain_card=[{"id": "v1a", "level": 2}])
    refused("unknown op", card=[{"id": "h10", "effect": [{"op": "fly"}]}])
    lingers = {"op": "knuckles", "to": "any", "n": 2, "stays": True}
    refused('expected scare = "all"', upgrade=[{"id": "us04", "effect": [lingers]}])


def test_the_numbers_of_tasks_are_those_of_their_kinds():
    """`agenda` numbers what `agenda_tasks` describes, in one order."""
    from engine.games.ham_helsing import agenda

    for number, kind in enumerate(GAME.tasks):
        constant = {"top": "TOP", "move": "MOVE"}.get(kind.name, kind.name.upper())
        assert getattr(agenda, constant) == number
