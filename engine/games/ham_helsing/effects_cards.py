"""Effects on cards: hand, pool, discard, drawing (Step 1, End of Play Cards, Step 3)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import CARD, DRAWING, FIT_ASIDE, SLEEVE
from engine.games.ham_helsing.components import PLACES
from engine.games.ham_helsing.components_causes import (
    FROM_ASIDE,
    IN_PLAY,
    PARTLY_USED,
    SPENT,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import hosts, is_spent, zone
from engine.zones import Task

NO_POINTS = bytes(PLACES)
NOTHING: Task = ()


def discard_card(state: HamHelsing, seat: int, card: int, cause: int) -> None:
    """A card goes face up to the discard; its covered icon is clear again (HH-EFFECT-05).

    One discarded for an effect gives none of its icons (HH-TERM-02, HH-ABIL-04, HH-PLAY-08).
    """
    gone = ~(1 << card)
    touched = state.touched >> card & 1
    state.hand[seat] &= gone
    state.played[seat] &= gone
    state.touched &= gone
    base = card * PLACES
    state.left[base : base + PLACES] = NO_POINTS
    state.covered[card] = 0
    state.discard[seat] |= 1 << card
    state.top[seat] = card
    emit(state, ev.CARD_DISCARD, card, seat, cause, touched)


def lay_down(state: HamHelsing, card: int) -> None:
    """A hand card is played: its points are the pool's (HH-PLAY-01, -02)."""
    seat = zone(state)
    emit(state, ev.CARD_PLAY, card, state.active, seat)
    face = state.rules.face(card, state.sleeves[card])
    for place, kind in face.icons:
        if not state.covered[card] >> place & 1:
            state.left[card * PLACES + place] = face.points[place]
            emit(state, ev.POOL_ADD, card, place, kind, face.points[place])
    state.hand[seat] &= ~(1 << card)
    state.played[seat] |= 1 << card


def spend_point(state: HamHelsing, card: int, place: int, kind: int) -> None:
    """One point of one place of one card (HH-PLAY-03); the first plays a hand card."""
    if state.hand[zone(state)] >> card & 1:
        lay_down(state, card)
    state.touched |= 1 << card
    at = card * PLACES + place
    state.left[at] -= 1
    emit(state, ev.ICON_SPEND, card, place, kind, state.left[at])


def put_by(state: HamHelsing, card: int) -> None:
    """With the last point spent the card goes to the discard (HH-PLAY-05)."""
    seat = zone(state)
    if state.played[seat] >> card & 1 and is_spent(state, card):
        discard_card(state, seat, card, SPENT)


def spent_card(state: HamHelsing, task: Task) -> None:
    """DO: what the last point brought is over; so a card never draws itself."""
    put_by(state, task[1])


def clear_played(state: HamHelsing) -> None:
    """Step 1 is over: cards with a point spent are discarded, the others go back to the hand
    (HH-ENDPLAY-02, -03)."""
    seat = zone(state)
    for card in bits_of(state.played[seat]):
        if state.touched >> card & 1:
            discard_card(state, seat, card, PARTLY_USED)
        else:
            state.left[card * PLACES : card * PLACES + PLACES] = NO_POINTS
            state.played[seat] &= ~(1 << card)
            state.hand[seat] |= 1 << card
            emit(state, ev.CARD_RETURN, card, seat)


def may_put_away(state: HamHelsing, task: Task) -> bool:
    """A hand card is left to decide on (HH-ENDPLAY-03)."""
    return bool(state.hand[zone(state)] & -1 << task[1] + 1)


# --- drawing (HH-DRAW-01, -05) ---------------------------------------------------------------


def drawing(state: HamHelsing, task: Task) -> None:
    """DO: draw n cards, one by one.  An empty deck is made anew from the discard when a card is
    needed, in one play step at most once (HH-DRAW-05, HH-ROUND-07)."""
    _, who, n, cause = task
    seat = state.rules.zone_of[who]
    if not has_card(state, seat):
        emit(state, ev.DRAW_STOPPED, who, n, made_anew(state, seat))
        return
    if not state.deck[seat]:
        shuffle_deck(state, seat)
    owe(state.agenda, (CARD, who, cause))
    if n > 1:
        state.agenda.insert(-1, (DRAWING, who, n - 1, cause))


def has_card(state: HamHelsing, seat: int) -> bool:
    """A card can be drawn, from the deck or from the discard made a deck again."""
    return bool(state.deck[seat] or (state.discard[seat] and not made_anew(state, seat)))


def made_anew(state: HamHelsing, seat: int) -> int:
    """1 if the deck was made anew in this play step (HH-ROUND-07)."""
    return state.shuffled >> seat & 1 if state.step == IN_PLAY else 0


def shuffle_deck(state: HamHelsing, seat: int) -> None:
    """The discard becomes the deck: a pool, no order (HH-DRAW-05)."""
    state.deck[seat], state.discard[seat], state.top[seat] = state.discard[seat], 0, -1
    if state.step == IN_PLAY:
        state.shuffled |= 1 << seat
    emit(state, ev.DECK_SHUFFLE, seat, state.deck[seat].bit_count(), 1)


def take_card(state: HamHelsing, who: int, card: int, cause: int) -> None:
    """A drawn card joins the hand; with the last card of a draw upgrades set aside are tried
    (HH-SLEEVE-06)."""
    seat = state.rules.zone_of[who]
    state.deck[seat] &= ~(1 << card)
    state.hand[seat] |= 1 << card
    emit(state, ev.CARD_DRAW, card, who, cause, state.hand[seat].bit_count(),
         state.active, int(state.rules.solo))  # fmt: skip
    if draws_on(state, who):
        return
    zone_of, crew = state.rules.zone_of, state.rules.crew
    owners = [owner for owner in crew if state.aside[owner] and zone_of[owner] == seat]
    owe(state.agenda, *[(FIT_ASIDE, owner) for owner in owners])


def draws_on(state: HamHelsing, who: int) -> bool:
    """The same draw brings one more card."""
    task = state.agenda[-1] if state.agenda else NOTHING
    return task[:2] == (DRAWING, who) and has_card(state, state.rules.zone_of[who])


def fit_aside(state: HamHelsing, task: Task) -> None:
    """DO: the first upgrade set aside that fits a hand card is sleeved (HH-SLEEVE-06)."""
    who = task[1]
    hand = state.hand[state.rules.zone_of[who]]
    for upgrade in bits_of(state.aside[who]):
        if hosts(state, upgrade, hand):
            owe(state.agenda, (SLEEVE, who, upgrade, FROM_ASIDE), (FIT_ASIDE, who))
            return
