"""What happens to cards in any phase: drawing, putting down, claiming titles."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import emit
from engine.fields import bits_of
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import ABILITY, DRAW, HAND, NONE
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import draw_bonus, meets, mover

# --- titles (NH-TITLE-01 to -06) -------------------------------------------------------------


def claim_titles(state: Necrohamster, zone: int, seats: Iterable[int], phase: int) -> None:
    """Titles that a change of a zone may have fulfilled go to the first in player order.

    Only titles laid out can be claimed (NH-TITLE-06), each of them once (NH-TITLE-04); `seats` are
    those whose cards changed, in player order (NH-TITLE-02, -03).
    """
    asking = state.offered & state.rules.asking[zone]
    for title in bits_of(asking) if asking else ():
        found = [seat for seat in seats if meets(state, seat, title)]
        if found:
            state.offered &= ~(1 << title)
            state.titles[found[0]] |= 1 << title
            emit(state, ev.TITLE_CLAIMED, found[0], title, tuple(found[1:]), phase)


# --- drawing (NH-DRAW-03 to -05) -------------------------------------------------------------


def phase_now(state: Necrohamster) -> int:
    """Cards are drawn for an effect in the ability phase, else in the draw phase."""
    return DRAW if state.source == NONE else ABILITY


def owe_cards(state: Necrohamster, cards: int, bonus: int = 0) -> None:
    """The mover is to draw."""
    state.owed = cards
    emit(state, ev.DRAWS_OWED, mover(state), cards, bonus, phase_now(state), state.source)


def supply(state: Necrohamster) -> None:
    """A card is to be drawn and the deck is empty: reshuffle now (NH-DRAW-04).

    With nothing to reshuffle the draws are forfeited (NH-DRAW-05).
    """
    if not state.owed or any(state.deck):
        return
    if any(state.discards):
        state.deck, state.discards = state.discards, bytearray(CREATURES_MAX)
        emit(state, ev.DECK_RESHUFFLED, mover(state), sum(state.deck), 0)
    else:
        emit(state, ev.DRAW_FORFEITED, mover(state), state.owed, 0, 0)
        state.owed = 0


def a_card_is_owed(state: Necrohamster) -> bool:
    """The mover draws on."""
    return state.owed > 0


def take_from_deck(state: Necrohamster, kind: int) -> None:
    """One card into the mover's hand, which may be of any size (NH-HAND-01)."""
    seat, phase = mover(state), phase_now(state)
    state.owed -= 1
    state.deck[kind] -= 1
    state.hands[seat][kind] += 1
    if state.sink is not None:
        hand, deck = sum(state.hands[seat]), sum(state.deck)
        emit(state, ev.CARD_DRAWN, seat, kind, phase, state.source, hand, deck)
    claim_titles(state, HAND, (seat,), phase)


def into_hand(state: Necrohamster, kind: int) -> None:
    """A card of the discard pile into the mover's hand (NH-ABILPH-04)."""
    seat = mover(state)
    state.discards[kind] -= 1
    state.hands[seat][kind] += 1
    emit(state, ev.CARD_RETURNED, seat, kind, state.source, sum(state.hands[seat]))
    claim_titles(state, HAND, (seat,), ABILITY)


# --- the draw phase (NH-DRAW-01 to -03) ------------------------------------------------------


def new_round(state: Necrohamster) -> None:
    """The next round; from the second on the marker is passed clockwise (NH-DRAW-01, -02)."""
    state.round += 1
    state.turn = 0
    emit(state, ev.ROUND_STARTED, state.round, int(state.round > 1))
    if state.round > 1:
        emit(state, ev.PHASE_STARTED, DRAW, state.round)
        giver = state.marker
        state.marker = (giver + 1) % state.rules.players
        emit(state, ev.MARKER_PASSED, giver, state.marker, state.round)


def it_is_the_first_round(state: Necrohamster) -> bool:
    """NH-DRAW-01: round one has no draw phase."""
    return state.round == 1


def begin_draw(state: Necrohamster) -> None:
    """Three cards, and what continuous abilities add (NH-DRAW-03)."""
    bonus = draw_bonus(state, mover(state))
    owe_cards(state, state.rules.draws + bonus, bonus)


def next_seat(state: Necrohamster) -> None:
    """The seat is done; the next one in player order follows (NH-TITLE-03)."""
    state.turn += 1


# --- the round's end (NH-END-01, -02) --------------------------------------------------------


def end_round(state: Necrohamster) -> None:
    """Everybody has had a slot, in the last round too (NH-END-02)."""
    emit(state, ev.ROUND_ENDED, state.round, state.ended)


def end_is_triggered(state: Necrohamster) -> bool:
    """Somebody summoned an eighth creature, wherever it is now (NH-END-01, NH-END-04, -05)."""
    return state.ended == 1


def rounds_are_up(state: Necrohamster) -> bool:
    """NH-SUMMON-02: everybody may pass for ever, so rounds_max rounds are enough."""
    return state.round >= state.rules.rounds_max
