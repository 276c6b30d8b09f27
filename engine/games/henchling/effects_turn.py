"""The frame of a turn: readying, recovery, draws, money, un-flipping, trimming (Turn Phases)."""

from __future__ import annotations

from array import array

from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling import events_fight as evf
from engine.games.henchling.components import (
    ACTING,
    BY_LIMIT,
    CAP_MONEY,
    DRAW_ON,
    DRAWING,
    ENDED,
    FOR_PHASE,
    NONE,
    P_ACTION,
    P_DISCARD,
    P_DRAW,
    P_RECOVER,
    P_UNFLIP,
    P_UNTILT,
    SETTING_UP,
    TRIMMING,
)
from engine.games.henchling.effects import counters_on, look_again, shrink_damage, turn_up, untilt
from engine.games.henchling.effects_piles import owe_discards
from engine.games.henchling.schema import INSTANCES, LIMIT
from engine.games.henchling.schema_words import HENCHLING
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    controller,
    damaged,
    face_up,
    hand_limit,
    income,
    of_type,
    seats_from,
)

ZEROS = array("h", [0]) * INSTANCES


def _phase(state: Henchling, phase: int) -> None:
    if state.sink is not None:
        emit(state, ev.PHASE_STARTED, phase, state.turn, state.active)


def begin_turn(state: Henchling) -> None:
    """The next turn (HE-TURN-02, -03): the opener's is the first."""
    state.turn += 1
    state.step = DRAWING
    emit(state, ev.TURN_STARTED, state.turn, state.active)
    look_again(state)


def ready_cards(state: Henchling) -> None:
    """All tilted cards of the active player, face-down ones too (HE-UNTILT-01, -03)."""
    _phase(state, P_UNTILT)
    for card in bits_of(state.tilted & state.tables[state.active]):
        if state.host[card] < 0:
            untilt(state, card, False)


def recover(state: Henchling) -> None:
    """Damaged Henchlings of the active player are whole again (HE-RECOV-01, -02, HE-TURN-06).

    Until then the damage of several turns adds up (HE-ATK-11).
    """
    _phase(state, P_RECOVER)
    hurt = damaged(state)
    if not hurt:
        return
    mine = state.tables[state.active] & of_type(state, HENCHLING)
    if not state.rules.recover_face_down:
        mine &= face_up(state)
    for card in hurt:
        if mine >> card & 1:
            emit(state, evf.HENCHLING_RECOVERED, card, state.active, state.damage[card])
            state.damage[card] = 0
    look_again(state)


def owe_draws(state: Henchling) -> None:
    """Two cards; one in the very first turn (HE-DRAW-01, HE-TURN-01)."""
    _phase(state, P_DRAW)
    n = state.rules.draws if state.turn > 1 else state.rules.first_draws
    state.agenda.append((DRAW_ON, state.active, n, FOR_PHASE, 0))


def fill_purse(state: Henchling) -> None:
    """Three dollars and live modifiers, at most 250 (HE-PLAY-03, -04, HE-LIMIT-04)."""
    state.step = ACTING
    _phase(state, P_ACTION)
    due = income(state, state.active)
    state.purse = min(LIMIT, due)
    if due > LIMIT:
        emit(state, ev.LIMIT_CAPPED, CAP_MONEY, state.active, NONE, due - LIMIT)
    emit(state, ev.PURSE_SET, state.active, state.purse, state.purse - state.rules.money)


# --- 4 Un-Flip (HE-UNFLIP-01 to -04) ---------------------------------------------------------


def turn_cards_up(state: Henchling) -> None:
    """Cards face down come up as the flipper's duty says; nobody's flip: at once."""
    _phase(state, P_UNFLIP)
    for card, by in list(zip(state.backs, state.flippers, strict=True)):
        fresh = state.flip_now >> card & 1
        if is_due(state, card, by, fresh):
            turn_up(state, card)
            emit(
                state, evc.CARD_UNFLIPPED, card, by, fresh, controller(state, card), state.active,
                state.tilted >> card & 1, counters_on(state, card), int(not state.alive >> by & 1),
            )  # fmt: skip
    shrink_damage(state)


def is_due(state: Henchling, card: int, by: int, fresh: int) -> bool:
    """Own flips of earlier turns, opponents' of this one, those of players who are out.

    By the overview line instead: everything of the active player but what it flipped this turn.
    """
    if not state.alive >> by & 1:
        return True
    own = by == state.active
    if state.rules.unflip_summary:
        return bool(state.tables[state.active] >> card & 1) and not (own and fresh)
    return own != bool(fresh)


# --- 5 Discard (HE-DISC-01 to -03) -----------------------------------------------------------


def trim_hand(state: Henchling) -> None:
    """Exactly what is over the limit goes, and only from the active hand."""
    state.step = TRIMMING
    _phase(state, P_DISCARD)
    seat, limit = state.active, hand_limit(state, state.active)
    hand = state.hands[seat].bit_count()
    emit(state, ev.HAND_COUNTED, seat, hand, limit, state.rules.hand_limit)
    owe_discards(state, (seat,), max(0, hand - limit), BY_LIMIT)


# --- the end of the turn ---------------------------------------------------------------------


def end_turn(state: Henchling) -> None:
    """What lasts for the turn ends; coins are lost (HE-PLAY-05); the next seat is up (HE-TURN-02).

    Markers shrink where a boost ends (HE-ATK-09, HE-REACT-07).
    """
    if state.step != SETTING_UP and state.sink is not None:
        emit(state, ev.PURSE_EMPTIED, state.active, state.purse)
        emit(state, ev.TURN_ENDED, state.turn, state.active)
    state.step = ENDED
    state.purse = state.saw = 0
    state.turn_a[:] = state.turn_h[:] = ZEROS
    state.used = []
    state.flip_now = 0
    following = seats_from(state, (state.active + 1) % state.rules.players)
    if following and state.turn < state.rules.turns_max:
        state.active = following[0]
        state.announced = 0
    shrink_damage(state)


def turns_are_up(state: Henchling) -> bool:
    """HE-LIMIT-05: nobody is forced to act, so turns_max turns are enough."""
    return state.turn >= state.rules.turns_max


# --- steps of the spine ----------------------------------------------------------------------


def active_is_out(state: Henchling) -> bool:
    """HE-ELIM-02: the rest of the turn is skipped."""
    return not state.alive >> state.active & 1


def setup_is_done(state: Henchling) -> bool:
    """Piles built, traps of the set-up carried out, hands exchanged."""
    return state.step == SETTING_UP


def draws_are_done(state: Henchling) -> bool:
    """The draw phase is over but for the exposed card."""
    return state.step == DRAWING


def passing_is_settled(state: Henchling) -> bool:
    """A card everybody passed on is gone; the action phase may begin."""
    return ACTING > state.step > DRAWING


def action_goes_on(state: Henchling) -> bool:
    """The active player may do more."""
    return state.step == ACTING


def actions_are_up(state: Henchling) -> bool:
    """HE-LIMIT-06: one more than actions_max would be announced."""
    return state.announced >= state.rules.actions_max


# --- the end of the game (HE-GOAL-01) --------------------------------------------------------


def one_is_left(state: Henchling) -> bool:
    """Only one Overlord stands."""
    return state.alive.bit_count() == 1


def nobody_is_left(state: Henchling) -> bool:
    """The last ones fell together."""
    return not state.alive
