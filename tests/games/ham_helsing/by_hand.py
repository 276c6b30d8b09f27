"""Faults of Ham Helsing made by hand: views, events, positions and plies no forged ply brings."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import cast

from engine.events import Happening, Value
from engine.game import Game
from engine.games.ham_helsing import GAME
from engine.games.ham_helsing.components import CROAK
from engine.games.ham_helsing.components_causes import BY_STEP, DRAW_STEP, IN_PLAY
from engine.games.ham_helsing.components_causes import STEPS as SPINE
from engine.games.ham_helsing.state import HamHelsing
from engine.play import Step, play, walk
from engine.policies import named
from properties.ham_helsing.ledger import Fight, Ledger
from properties.ham_helsing.limits import Asked, Positions
from properties.history import History
from properties.invariant import Property, Verdict
from tests.games.ham_helsing.bent import (
    PACKS,
    TABLES,
    Judge,
    bent,
    by_name,
    fickle,
    helsing,
    judge_pack,
    judge_table,
    miscounted,
    without_events,
)

FIRST_EFFECT = 60
ROWS = [row.name for row in GAME.phases]
SLEEVING, DESTROYED = ROWS.index("sleeve"), ROWS.index("canyon_destroyed")


# --- positions and plies ----------------------------------------------------------


@cache
def _plies() -> tuple[Step, ...]:
    game = helsing(players=3)
    return tuple(walk(game, play(game, "shake:by hand", named(game, "mixed"), plies=400).codes))


def at_rest(row: str = "play") -> Step:
    """A real ply of a row, some way into a game."""
    return [step for step in _plies() if step.row == row][-1]


def told(kind: str, **facts: Value) -> Happening:
    """An event with these facts, and 0, none or nobody for the others."""
    event = next(event for event in GAME.events if event.kind == kind)
    assert not set(facts) - {name.rstrip("_") for name in event.facts} - {"from_", "for_", "with_"}
    values = tuple(facts.get(name, facts.get(f"{name}_", 0)) for name in event.facts)
    return Happening(event, values, at_rest().game.rules.names)


def _position(**fields: object) -> HamHelsing:
    state = cast(HamHelsing, at_rest().before.clone())
    for name, value in fields.items():
        if isinstance(value, dict):
            for at, each in value.items():
                getattr(state, name)[at] = each
        else:
            assert hasattr(state, name)
            setattr(state, name, value)
    return state


def _state(**fields: object) -> Judge:
    """The check on a position in which these fields are otherwise."""

    def judge(item: Property) -> Verdict:
        state = _position(**fields)
        past = History(at_rest().game, state, True)
        past.step = at_rest()
        return item(state, past) if item.wants_past else item(state)

    return judge


def _event(
    happening: Callable[[], Happening], after: tuple[Callable[[], Happening], ...] = (),
    before: tuple[Callable[[], Happening], ...] = (), memory: dict[str, object] | None = None,
    **fields: object,
) -> Judge:  # fmt: skip
    """The check on an event told between others, where these fields and memories hold."""

    def judge(item: Property) -> Verdict:
        past = History(at_rest().game, _position(**fields), True)
        past.log = [make() for make in (*before, happening, *after)]
        past.at = len(before)
        past.last = {h.event.kind: h for h in past.log[: past.at]}
        ledger = past.own(Ledger)
        for name, value in (memory or {}).items():
            assert hasattr(ledger.memory, name)
            setattr(ledger.memory, name, value)
        ledger.memory.step = ledger.memory.step or "play"
        ledger.memory.sure = True
        return item(past.log[past.at], past)

    return judge


def _step(
    *events: Callable[[], Happening], row: str = "play", text: str = "",
    before: dict[str, object] | None = None, after: dict[str, object] | None = None,
    offered: tuple[str, ...] | None = None, scratch: object = None, **changes: object,
) -> Judge:  # fmt: skip
    """The check on a ply with these events, positions and offers."""

    def judge(item: Property) -> Verdict:
        rest = at_rest(row)
        step = replace(
            rest, events=tuple(make() for make in events), before=_position(**before or {}),
            after=_position(**after or {}), code=rest.game.code(text) if text else rest.code,
            legal=rest.legal if offered is None else tuple(map(rest.game.code, offered)),
            **changes,
        )  # type: ignore[arg-type]  # fmt: skip
        if not item.wants_past:
            return item(step)
        past = History(step.game, step.before, True)
        past.codes = [step.game.code(words) for words in ("adjust blue red", "adjust red blue")]
        if scratch is not None:
            past._own[type(scratch)] = scratch
        return item(step, past)

    return judge


def _seen(**shown: object) -> Judge:
    """The check on a view with other parts."""

    def judge(item: Property) -> Verdict:
        game, state = at_rest().game, _position()
        return item(state, {**game.observation(state, 0), **shown})

    return judge


def overpaid(item: Property) -> Verdict:
    """The check on an end that pays though the Villain stands."""
    game = Game(replace(GAME, returns=lambda state: (1,) * 3), {"players": 3})
    state = _position(phase=DESTROYED)
    return item(state, History(game, state, True))


def on(kind: str, **facts: Value) -> Callable[[], Happening]:
    """An event to be told, made when it is."""
    return lambda: told(kind, **facts)


BY_HAND: dict[str, Judge] = {
    **dict.fromkeys(PACKS, judge_pack),
    **dict.fromkeys(TABLES, judge_table),
    "HHI-68/they_win_or_lose_together": overpaid,
    "HHT-04/nothing_takes_a_nest_away": without_events,
    "HHI-54/the_map_is_as_printed": bent("canyon", 3),
    "HHI-50/tokens_are_as_printed": bent("biting", 1),
    "HHI-29/cards_are_as_printed": bent("special", 1),
    "HHI-15/boards_are_as_printed": bent("hand", 6),
    "HHM-A/names_are_but_names": by_name,
    "HHI-73/a_seed_and_its_choices_are_one_game": fickle,
    "HHI-72/decks_and_discards_are_sizes": _seen(deck={"ham": ["h01"]}),
    "HHI-72/hands_are_open": _seen(hand={}),
    "HHI-72/the_top_card_shows_its_back_alone": _seen(on_top="v4a v1a v1b v2a v2b v3a v3b"),
    "HHI-72/piles_and_bag_are_sizes": _seen(bag=["m01"]),
    "HHI-33/damage_does_not_carry_over": _event(on("turn.end"), hits={3: 1}),
    "HHI-69/nothing_follows_the_last_turn": _event(
        on("phase.enter", phase=1), levels=[], next_card=-1
    ),
    "HHI-26/one_offer_a_turn": _step(on("trade.offer"), before={"traded": 0}),
    "HHI-26/each_power_once_a_turn": _event(
        on("location_power.use", power=CROAK, at=1), powers=1 << 1
    ),
    "HHI-29/only_movement_is_converted": _event(on("icon.convert")),
    "HHI-32/drawing_stops_at_the_bottom": _event(on("draw.stopped"), deck={0: 1}),
    "HHI-31/only_a_text_looks_through_discards": _event(on("card.fetch"), memory={"card": 0}),
    "HHI-42/the_shield_blocks_one_damage": _event(
        on("shield.block", who=0, cause=11, before=1), shield=0
    ),
    "HHI-43/the_shield_is_lost_with_the_lab": _event(on("shield.remove", at=10), lost=0),
    "HHI-43/a_held_shield_stays": _event(on("location.lost", at=10, shield=4), shield=4),
    "HHI-25/nothing_is_lost_between_checks": _event(
        on("location.lost"), memory={"mark": "step:play"}
    ),
    "HHI-37/losses_follow_the_letters": _event(
        on("location.lost", at=3), memory={"over": 0b1010}, lost=0
    ),
    "HHI-36/a_check_leaves_nothing_overfull": _event(
        on("round.start"), memory={"over": 2, "mark": "villain.discard"}, lost=0
    ),
    "HHI-35/nests_uncover_powers": _event(on("nest.place", token=0), shown=0),
    "HHI-71/powers_are_uncovered_in_checks": _event(
        on("power.reveal"), memory={"mark": "step:play"}
    ),
    "HHI-67/only_what_fits_nowhere_is_set_aside": _event(
        on("sleeve.set_aside", upgrade=3), hand={0: 63}
    ),
    "HHI-44/no_minion_comes_to_knuckles": _event(on("minion.move", to=2), bear=2),
    "HHI-46/the_villain_scares_knuckles": _event(on("villain.move", to=2), bear=2),
    "HHI-52/no_bite_is_forgotten": _event(
        on("turn.end"), memory={"toll": {"bite_end": 2}}, health={0: 3}
    ),
    "HHI-52/softened_damage_is_promised": _event(on("damage.softened", by=1), soften=0),
    "HHI-54/only_nothing_is_a_shortage": _event(on("token.shortage"), bag=7),
    "HHI-57/ignored_blocks_were_promised": _event(on("block.ignored"), snout=0),
    "HHI-57/every_power_symbol_acted": _event(on("villain.damage"), dice={0: 7, 1: 7}),
    "HHI-59/only_healing_is_refused": _event(on("reward.refused", card=0), health={0: 5}),
    "HHI-61/powers_hit_whom_they_name": _event(on("villain.hits", who=(0, 1, 2), which=1), at={
        0: 0, 1: 6, 2: 13}, villain=0),
    "HHI-61/whoever_is_hit_is_hurt": _event(on("villain.hits", n=9), memory={"acts": ["main"]}),
    "HHI-61/the_highest_skill_is_lowered": _event(on("skill.highest", room=1), health={0: 0}),
    "HHI-56/the_fourth_card_moves_nobody": _event(on("minions.skipped", level=1), card=0),
    "HHI-62/revived_stand_half_way_up": _event(on("revive", who=0, health=3), health={0: 0}),
    "HHI-64/money_of_a_trade_goes_across": _event(
        on("trade", who=0, net=2), after=(on("money.change", who=0, n=-1),)
    ),
    "HHI-57/no_attack_outlives_its_fight": _state(fight={1: 2}),
    "HHI-32/hands_are_dealt_before_play": _event(on("villain.top"), round=0, hand={0: 0}),
    "HHI-01/the_bag_is_full_before_play": _state(round=0, scrap=4),
    "HHI-17/money_stays_on_its_track": _state(money={0: 99}),
    "HHI-19/characters_are_counted": _state(at={0: -1}),
    "HHI-36/nothing_is_overfull_in_the_market": _state(lost=0, board={3: 0b11111}),
    "HHI-43/no_shield_in_a_lost_lab": _state(lost=1 << 10, shield=4),
    "HHI-46/knuckles_avoids_the_villain": _state(bear=3, villain=3),
    "HHI-63/nobody_lies_in_the_market": _state(health={1: 0}),
    "HHI-33/no_effect_lies_about": _state(board={2: 1 << FIRST_EFFECT}),
    "HHI-07/rows_keep_their_type": _state(market={0: 40}),
    "HHI-10/sleeves_hide_nothing": _state(sleeves={0: 1 << 12}, round=2),
    "HHI-16/skills_stay_on_their_tracks": _state(skill={0: 77}),
    "HHI-40/mud_canyon_stands": _state(lost=1 << 4),
    "HHI-65/rows_are_full": _state(market={0: -1}, pile=1),
    "HHI-67/set_aside_waits_for_the_full_hand": _step(
        on("card.draw", cause=DRAW_STEP), after={"phase": SLEEVING, "hand": {0: 7}}
    ),
    "HHI-61/who_plays_is_conscious": _state(health={0: 0, 1: 0, 2: 0}),
    "HHI-22/the_katana_is_used_once": _state(katana=0, katana_points=3),
    "HHI-21/somebody_stands": _state(health={0: 0, 1: 0, 2: 0}),
    "HHI-41/used_powers_are_powers": _state(powers=1),
    "HHI-15/health_stays_on_its_track": _state(health={0: 99}),
    "HHI-44/nothing_comes_to_knuckles": _step(
        on("token.place", at=2), before={"bear": 2, "board": {2: 0}},
        after={"bear": 2, "board": {2: 1}},
    ),
    "HHI-54/the_nest_step_follows_card_and_nests": _step(
        on("nests.fed", level=1, fed=2), before={"lost": 0}
    ),
    "HHI-56/the_last_card_moves_no_minion": _step(
        on("minions.skipped", level=4), on("minion.move", cause=1)
    ),
    "HHI-25/a_card_is_done_before_limits": _step(
        on("villain.flip"), on("limit.check"), before={"card": 3}
    ),
    "HHI-61/only_revival_raises_the_fallen": _step(before={"health": {1: 0}},
                                                   after={"health": {1: 4}}),
    "HHI-27/a_skill_attacks_at_its_end": _step(text="skill_attack blue", before={"skill": {0: 0}}),
    "HHI-66/the_swamp_never_pays": _step(text="swamp_buy 0", before={"money": {0: 3}},
                                         after={"money": {0: 9}}),
    "HHI-26/a_power_is_used_where_it_is_open": _step(
        text="take_shield", before={"at": {0: 10, 1: 10, 2: 10}, "villain": 10}
    ),
    "HHI-59/nobody_who_lies_is_healed": _step(on("reward.refused"), after={"health": {0: 5}}),
    "HHI-47/he_is_sent_somewhere_new": _step(text="send c", before={"bear": 2}),
    "HHI-33/losses_count_tokens": _step(on("location.lost", at=3), after={"board": {3: 0}}),
    "HHI-76/no_position_returns_in_a_step": lambda item: _returning(item),
    "HHI-76/shifts_of_a_run_go_one_way": _step(text="adjust red blue"),
    "HHI-77/seats_are_asked_in_turn": _step(
        row="market", text="pass_market", player=2, scratch=Asked(2)
    ),
    "HHS-03/the_swamp_sells_at_a_discount": _step(
        offered=("end_play",), before={"at": {0: 7, 1: 7, 2: 7}, "villain": 2, "lost": 0,
                                       "powers": 0, "money": {0: 9, 1: 9, 2: 9}},
    ),
    "HHS-06/companions_may_be_revived": _step(
        offered=("revive_other h01 malcolm",), before={"health": {0: 9, 1: 9, 2: 9}}
    ),
    "HHS-19/a_text_opens_the_own_discard": _step(
        offered=("fetch h01",), before={"discard": {0: 0, 1: 0, 2: 0}}
    ),
    "HHS-20/unspent_movement_is_converted": _step(
        offered=("enough", "convert h01 1"), before={"hand": {0: 0, 1: 0, 2: 0}}
    ),
    "HHS-21/benefits_go_to_who_stands": _step(
        offered=("choose_character ham", "choose_character malcolm"),
        before={"health": {0: 4, 1: 0}},
    ),
    "HHI-67/set_aside_is_tried_again": _step(
        on("card.draw", who=0), after={"aside": {0: 1 << 16}, "hand": {0: 0b111111}}
    ),
    "HHS-23/texts_add_movement_as_printed": _event(on("steps.add", n=9)),
    "HHS-23/doubled_icons_leave_attacks_behind": _event(on("attack.doubled", more=2)),
    "HHS-25/promises_are_printed": _event(on("effect.active", n=9)),
    "HHI-69/the_last_round_ends_after_its_turns": _event(
        on("game.end", cause=4), memory={"mark": "step:play"}
    ),
    "HHI-32/company_is_offered_a_card": lambda item: _unoffered(item),
    "HHI-37/only_overfull_locations_are_lost": _event(on("location.lost", at=3, count=9)),
    "HHI-65/flushed_cards_make_a_new_pile": _event(on("pile.shuffle", cards=1), pile=1),
    "HHI-49/he_sleeps_unless_he_is_home": _event(on("villain.act", power=1), asleep=0, bear=2),
    "HHI-49/hen_sends_him_to_sleep": _event(on("knuckles.hibernate", at=3), bear=2),
    "HHI-61/arrivals_attack_who_stands_there": _event(on("villain.assault", who=0), health={0: 0}),
    "HHI-58/silk_counts_colours_not_minions": _event(on("villain.colours", colours=5)),
    "HHS-17/bundles_are_made_of_what_is_there": _step(
        offered=("give_card h01",), before={"hand": {0: 0, 1: 0, 2: 0}}
    ),
    "HHI-54/tokens_are_drawn_by_numbers": lambda item: miscounted(item, "token"),
    "HHI-01/seeding_draws_minions_alone": lambda item: miscounted(item, "seed"),
    "HHI-57/rerolls_are_paid": _step(text="reroll r06 2 0"),
    "HHI-73/first_players_are_drawn_evenly": lambda item: _unfair(item),
    "HHI-60/both_sides_are_hurt_before_the_end": _event(
        on("game.end"), memory={"fight": Fight(declared=True)}
    ),
    "HHI-62/who_lies_is_asked": lambda item: _by_the_wrong_ply(item, "step.enter", step=IN_PLAY),
    "HHI-78/a_trade_is_agreed_to": lambda item: _by_the_wrong_ply(item, "trade", with_=1),
    "HHI-79/the_next_location_is_named": lambda item: _unnamed(item),
}


def _by_the_wrong_ply(item: Property, kind: str, **facts: Value) -> Verdict:
    """The check on an event of a ply in which nobody chose it, while a character lies."""
    past = History(at_rest().game, _position(health={0: 0}), True)
    happening = told(kind, **facts)
    past.step = replace(at_rest(), events=(happening,))
    past.own(Ledger).memory.sure = True
    return item(happening, past)


def _unnamed(item: Property) -> Verdict:
    """The check on a token of step 4 whose Location nobody named."""
    game = helsing(players=3, placement_order="choose")
    past = History(game, cast(HamHelsing, game.blank()), True)
    memory = past.own(Ledger).memory
    memory.sure, memory.step, memory.goals, memory.by = True, "place", 0b11, "step"
    return item(told("token.place", by=BY_STEP), past)


def _returning(item: Property) -> Verdict:
    """The check on a position met before in the same step."""
    step = at_rest()
    past = History(step.game, step.before, True)
    state = cast(HamHelsing, step.before)
    past._own[Positions] = Positions((state.round, state.active), {state.position()})
    return item(step, past)


def _unfair(item: Property) -> Verdict:
    """The check on a first player who was not the one drawn."""
    game = helsing(players=3, first_seat="random")
    codes = play(game, "shake:1", named(game, "quiet"), plies=60).codes
    first = next(step for step in walk(game, codes) if step.row == "first")
    twin = first.after.clone()
    cast(HamHelsing, twin).first += 1
    return item(replace(first, after=twin))


def _unoffered(item: Property) -> Verdict:
    """The check on a step 3 that ended in company, with nothing offered."""
    game = at_rest().game
    state = _position(hand={0: 0b1111}, active=0, at={0: 3, 1: 3}, health={0: 5, 1: 5})
    past = History(game, state, True)
    past.codes = [game.code("end_play")]
    memory = past.own(Ledger).memory
    memory.sure, memory.step, memory.hand = True, "draw", 2
    return item(told("step.enter", step=SPINE.index("place")), past)
