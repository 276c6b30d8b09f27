"""The steps of a round: what each row of the spine begins, and what comes after it."""

from __future__ import annotations

from collections.abc import Callable

from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_turn import extra_is_offered, owe_draws
from engine.games.ham_helsing.agenda import (
    ACT,
    CARD_DONE,
    CHECK,
    DRAIN,
    EXTRA,
    HURT,
    KEEPING,
    REVIVE,
    SHOP,
)
from engine.games.ham_helsing.components import MINION_SET, NONE
from engine.games.ham_helsing.components_causes import (
    AT_MARKET,
    BITE_END,
    BY_STEP,
    IN_PLAY,
    TO_ACTS,
    TO_BEGIN,
    TO_BITES,
    TO_DRAW,
    TO_FLIP,
    TO_GAIN,
    TO_LIMITS,
    TO_MINIONS,
    TO_MOVE,
    TO_NESTS,
    TO_NEXT,
    TO_PLACE,
    TO_ROUND,
    TO_VLIMITS,
)
from engine.games.ham_helsing.effects_cards import clear_played
from engine.games.ham_helsing.effects_gain import take_gains
from engine.games.ham_helsing.effects_places import check_limits
from engine.games.ham_helsing.effects_tokens import place_on
from engine.games.ham_helsing.effects_tracks import revive_oneself
from engine.games.ham_helsing.effects_villain import arrive_at, card_moves, feed_nests, flip_card
from engine.games.ham_helsing.setup import begin_setup
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import active_is_conscious, bites, is_last_round, minions
from engine.phases import Exit

PLAYER_PHASE, MARKET_PHASE, VILLAIN_PHASE = range(3)


def enter_step(state: HamHelsing, step: int, following: int) -> None:
    """A step begins; `following` is what the spine owes after it."""
    state.step = following
    emit(state, ev.STEP_ENTER, step, state.active, int(not state.health[state.active]))


# --- rounds and turns (HH-ROUND-01 to -05) ---------------------------------------------------


def begin_setup_row(state: HamHelsing) -> None:
    """What chance decides before play."""
    begin_setup(state)


def begin_round(state: HamHelsing) -> None:
    """The first player begins, always the same (HH-NEW-02); without a Villain card left this is
    the last round."""
    state.round += 1
    state.turns = 0
    state.active = state.first
    last = int(is_last_round(state))
    emit(state, ev.ROUND_START, state.round, last, state.villain, state.rules.added)
    emit(state, ev.PHASE_ENTER, PLAYER_PHASE)


def begin_turn(state: HamHelsing) -> None:
    """A turn begins; who lies may stand up first (HH-REVIVE-04)."""
    who = state.active
    state.step = TO_BEGIN
    emit(state, ev.TURN_START, who, state.rules.seat_of[who], int(state.rules.solo))
    if not state.health[who]:
        owe(state.agenda, (REVIVE,))


def begin_play(state: HamHelsing) -> None:
    """Step 1."""
    enter_step(state, IN_PLAY, IN_PLAY if state.health[state.active] else TO_GAIN)


def close_play(state: HamHelsing) -> None:
    """The end of step 1: partly used cards go, the others may be put away (HH-ENDPLAY-02, -03)."""
    clear_played(state)
    state.step = TO_GAIN
    owe(state.agenda, (KEEPING, NONE))


def cut_play(state: HamHelsing) -> None:
    """Knocked out in step 1: the same without a choice (HH-KO-03)."""
    clear_played(state)
    state.step = TO_GAIN


def gain(state: HamHelsing) -> None:
    """Step 2."""
    enter_step(state, TO_GAIN, TO_DRAW)
    take_gains(state)


def draw_up(state: HamHelsing) -> None:
    """Step 3, the place of all draws but those of icons and texts (HH-PLAY-06, HH-ENDPLAY-04)."""
    enter_step(state, TO_DRAW, TO_PLACE)
    if extra_is_offered(state):
        owe(state.agenda, (EXTRA,))
    else:
        owe_draws(state, 0)


def place_tokens(state: HamHelsing) -> None:
    """Step 4: connected Locations, lost ones too, then the Effects (HH-PLACE-01, -04, -09)."""
    enter_step(state, TO_PLACE, TO_LIMITS)
    place_on(state, state.rules.map.mask[state.at[state.active]], BY_STEP)
    state.agenda.insert(-1, (DRAIN,))


def check_in_turn(state: HamHelsing) -> None:
    """Step 5 (HH-LIMIT-06)."""
    enter_step(state, TO_LIMITS, TO_BITES)
    check_limits(state)


def bite_at_end(state: HamHelsing) -> None:
    """Step 6: biters where the active character is now; nobody else is bitten (HH-TAKE-01, -05)."""
    enter_step(state, TO_BITES, TO_NEXT)
    who = state.active
    here = minions(state, state.at[who])
    pain = bites(state, here)
    biting = here & state.rules.biting
    doubles = pain - biting.bit_count()
    emit(state, ev.BITE_STEP, who, pain - 2 * doubles, doubles, (here & ~biting).bit_count(),
         int(not state.health[who]))  # fmt: skip
    owe(state.agenda, (HURT, who, pain, BITE_END), (CHECK,))


def end_turn(state: HamHelsing) -> None:
    """Half-beaten Minions recover (HH-FIGHT-05), and the turn passes to the left (HH-TAKE-06)."""
    who = state.active
    for token, hits in enumerate(state.hits):
        if hits:
            state.hits[token] = 0
            emit(state, ev.MINION_HEAL, token, hits)
    emit(state, ev.TURN_END, who, int(not state.health[who]), state.fell)
    state.turns += 1
    state.active = (who + 1) % len(state.rules.crew)


# --- Market and Villain Phases (HH-MARKET-11, HH-VILLAIN-01) ---------------------------------


def open_market(state: HamHelsing) -> None:
    """Whoever lies has to stand up, and may then buy (HH-MARKET-11, -12, HH-REVIVE-05)."""
    state.step = TO_FLIP
    emit(state, ev.PHASE_ENTER, MARKET_PHASE)
    for who in state.rules.crew:
        if not state.health[who]:
            revive_oneself(state, who, AT_MARKET)
    owe(state.agenda, (SHOP, state.first))


def flip_villain_card(state: HamHelsing) -> None:
    """The top Villain card."""
    state.step = TO_MOVE
    emit(state, ev.PHASE_ENTER, VILLAIN_PHASE)
    flip_card(state)


def move_villain(state: HamHelsing) -> None:
    """1: the Villain moves."""
    state.step = TO_MINIONS
    arrive_at(state, state.rules.target[state.card])


def move_minions(state: HamHelsing) -> None:
    """2: Minions move."""
    state.step = TO_NESTS
    card_moves(state)


def feed_nests_row(state: HamHelsing) -> None:
    """3: tokens for nests."""
    state.step = TO_ACTS
    feed_nests(state)


def act_villain(state: HamHelsing) -> None:
    """4: the Skull area from top to bottom (HH-VACT-02), uncovered boxes included; without limits
    or board nothing is uncovered (HH-SYB-05, -07, -08).  Then the card is discarded."""
    state.step = TO_VLIMITS
    boxes = [0, *(1 + up for up in (0, 1) if state.shown >> up & 1)] if state.rules.board else []
    owe(state.agenda, *((ACT, box) for box in boxes), (CARD_DONE,))


def check_in_villain_phase(state: HamHelsing) -> None:
    """Limits after the whole card (HH-VMIN-05, HH-VLIM-01)."""
    state.step = TO_ROUND
    check_limits(state)


# --- readings for exits ----------------------------------------------------------------------


def seat_of_active(state: HamHelsing) -> int:
    """The seat whose turn it is; one seat plays both characters of a solo game (HH-SOLO-02)."""
    return state.rules.seat_of[state.active]


def game_is_decided(state: HamHelsing) -> bool:
    """A batch or a limit check ended the game."""
    return state.decided > 0


def active_lies(state: HamHelsing) -> bool:
    """Knocked out since before this turn: no action in step 1."""
    return not active_is_conscious(state)


def play_goes_on(state: HamHelsing) -> bool:
    """Step 1 of a conscious character."""
    return state.step == IN_PLAY and state.health[state.active] > 0


def active_fell_in_play(state: HamHelsing) -> bool:
    """Step 1 of a character knocked out in it (HH-KO-02)."""
    return state.step == IN_PLAY


def last_round_begins(state: HamHelsing) -> bool:
    """No Villain card is left."""
    return is_last_round(state)


def last_round_is_over(state: HamHelsing) -> bool:
    """The last seat's step 6 of the last round is done: no fight can follow (HH-END-05)."""
    return state.turns == len(state.rules.crew) and is_last_round(state)


def all_had_a_turn(state: HamHelsing) -> bool:
    """Every character had its turn this round (HH-ROUND-05)."""
    return state.turns == len(state.rules.crew)


def both_are_down(state: HamHelsing) -> bool:
    """Solo: both characters are knocked out (HH-SOLO-14)."""
    return state.rules.solo and not any(state.health[who] for who in state.rules.crew)


def there_are_no_limits(state: HamHelsing) -> bool:
    """Locations hold any number of Minions (HH-SYB-03)."""
    return not state.rules.limits


def a_limit_is_exceeded(state: HamHelsing) -> bool:
    """A Location is to be lost, or Mud Canyon is."""
    return state.decided > 0 or bool(state.agenda)


def canyon_is_overrun(state: HamHelsing) -> bool:
    """More Minions in Mud Canyon than it holds (HH-END-06)."""
    canyon = state.rules.canyon
    return (state.board[canyon] & MINION_SET).bit_count() > state.rules.limit[canyon]


def the_game_begins(state: HamHelsing) -> bool:
    """Set-up is done."""
    return state.step == TO_ROUND and not state.round


def _comes(step: int, name: str) -> Callable[[HamHelsing], bool]:
    """The predicate that the spine owes this step."""

    def comes(state: HamHelsing) -> bool:
        return state.step == step

    comes.__name__ = name
    comes.__doc__ = f"{name.replace('_', ' ')}."
    return comes


STEP_EXITS = (
    Exit(_comes(TO_GAIN, "gain_is_next"), "gain"),
    Exit(_comes(TO_DRAW, "drawing_is_next"), "draws"),
    Exit(_comes(TO_PLACE, "placing_is_next"), "place"),
    Exit(_comes(TO_LIMITS, "limits_are_next"), "limits"),
    Exit(_comes(TO_BITES, "bites_are_next"), "bites"),
    Exit(_comes(TO_NEXT, "turn_is_over"), "next_seat"),
    Exit(_comes(TO_BEGIN, "step_1_is_next"), "begin_play"),
    Exit(_comes(TO_FLIP, "market_is_over"), "villain_flip", "HH-ROUND-02"),
    Exit(_comes(TO_MOVE, "villain_moves"), "villain_move"),
    Exit(_comes(TO_MINIONS, "minions_move"), "villain_minions"),
    Exit(_comes(TO_NESTS, "nests_are_fed"), "villain_nests"),
    Exit(_comes(TO_ACTS, "villain_acts"), "villain_acts"),
    Exit(_comes(TO_VLIMITS, "card_is_done"), "villain_limits"),
    Exit(the_game_begins, "new_round"),
    Exit(_comes(TO_ROUND, "round_is_over"), "new_round", "HH-NEW-01"),
)
