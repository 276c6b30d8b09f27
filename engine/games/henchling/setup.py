"""Setup: who goes first, hands dealt, piles built, mulligans (Setup, Optional Rules)."""

from __future__ import annotations

from engine.actions import Outcomes
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events as ev
from engine.games.henchling.components import (
    AT_SETUP,
    DRAW_ON,
    EXPOSE,
    FOR_MULLIGAN,
    MULLIGAN,
    NONE,
    SPRING,
)
from engine.games.henchling.effects_piles import settle_pool, share
from engine.games.henchling.schema import SEATS, SET_SIZE
from engine.games.henchling.schema_words import W_DISCARD
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import seats_from

LOTS = [Outcomes.even(tuple(range(players))) for players in range(SEATS + 1)]


def lay_out(state: Henchling) -> None:
    """Forty health each (HE-HP-01, HE-COMP-03); traps apart (HE-SETUP-01), the rest one pool.

    Nothing is dealt yet; the traps are the second pile's own from the start.
    """
    rules = state.rules
    state.alive = (1 << rules.players) - 1
    state.health = [rules.health] * rules.players + [0] * (SEATS - rules.players)
    state.pool, state.up = rules.deck, rules.traps
    cards, traps = rules.deck.bit_count() + rules.traps.bit_count(), tuple(bits_of(rules.traps))
    emit(
        state, ev.GAME_STARTED, 0, rules.players, cards // SET_SIZE, cards, traps, rules.health,
        int(rules.may_prolong),
    )  # fmt: skip


# --- who goes first (HE-FIRST-01) ------------------------------------------------------------


def seat_opener(state: Henchling) -> None:
    """The option names a seat."""
    if state.rules.start != NONE:
        open_with(state, state.rules.start, 0)


def opener_is_named(state: Henchling) -> bool:
    """Nothing is left to chance."""
    return state.rules.start != NONE


def open_with(state: Henchling, seat: int, drawn: int) -> None:
    """This seat goes first; it counts as the active one until its turn begins (HE-PILE-04)."""
    state.opening = state.active = seat
    emit(state, ev.OPENER_CHOSEN, seat, drawn)


# --- dealing (HE-SETUP-02, -03) --------------------------------------------------------------


def next_to_be_dealt(state: Henchling) -> int:
    """One card at a time, clockwise from the starting player."""
    dealt = sum([hand.bit_count() for hand in state.hands])
    return (state.opening + dealt) % state.rules.players


def deal_outcomes(state: Henchling) -> Outcomes:
    """Every trap-free card with the same weight."""
    return Outcomes.even(bits_of(state.pool))


def deal_card(state: Henchling, card: int) -> None:
    """One card to the next hand."""
    seat = next_to_be_dealt(state)
    state.pool &= ~(1 << card)
    state.hands[seat] |= 1 << card
    emit(
        state, ev.CARD_DEALT, seat, card, state.hands[seat].bit_count(), state.pool.bit_count()
    )  # fmt: skip


def hands_are_full(state: Henchling) -> bool:
    """Four cards each."""
    dealt = sum([hand.bit_count() for hand in state.hands])
    return dealt >= state.rules.opening_hand * state.rules.players


# --- the piles (HE-SETUP-04, HE-PILE-01, -02, -03) -------------------------------------------


def build_piles(state: Henchling) -> None:
    """Two thirds make the hidden pile, the rest is mixed with the traps; one card is shown.

    Both come from one shuffle, so they share a pool (HE-PILE-07).  Then hands may be exchanged,
    clockwise from the starting player (HE-MULL-01).
    """
    n = state.pool.bit_count()
    state.pool_down = share(state.rules.pile_split, n)
    traps = tuple(bits_of(state.rules.traps))
    emit(state, ev.PILES_BUILT, state.pool_down, n - state.pool_down + len(traps), traps, n)
    settle_pool(state)
    seats = seats_from(state, state.opening) if state.rules.mulligan else []
    exchanges = [(MULLIGAN, seat, 0, NONE, 0) for seat in seats]
    owe(state.agenda, (EXPOSE, NONE, AT_SETUP), *exchanges)


def end_mulligan(state: Henchling) -> None:
    """As many cards are drawn as were put away (HE-MULL-02); nobody is asked again (-03).

    Then what waited for a discard springs (HE-TRAP-04).
    """
    _, seat, n, _, seen = state.agenda.pop()
    if seen:
        state.agenda.append((SPRING, NONE, W_DISCARD, NONE, seat, seen))
    if n:
        state.agenda.append((DRAW_ON, seat, n, FOR_MULLIGAN + n, 0))
