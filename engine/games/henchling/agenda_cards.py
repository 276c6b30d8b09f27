"""Cards that come: arriving, thefts, tokens, and the room they need (Play Cards, Item Limit)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling.components import (
    CAP_TOKENS,
    ENTER,
    IN_DISCARD,
    IN_HAND,
    NONE,
    ROOM,
    SPRING,
    TRIGGER,
)
from engine.games.henchling.effects import give, look_again, shrink_damage
from engine.games.henchling.schema import CARDS
from engine.games.henchling.schema_words import ENHANCER, ITEM
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    attached,
    controller,
    design,
    face_up,
    holds,
    in_play,
    on_table,
)
from engine.games.henchling.table_targets import no_room
from engine.zones import Task

# --- arriving (HE-PLAY-07, -08, HE-ARR-01) ---------------------------------------------------


def arrive(state: Henchling, task: Task) -> None:
    """DO: a paid-for permanent is laid on the table face up; its Arrive text, then it is in play.

    A sixth item needs room first (HE-ITEM-05).
    """
    _, seat, card, host, seen = task
    made = state.rules.designs[card]
    if made.type == ITEM and no_room(state, seat):
        owe(state.agenda, (ROOM, seat, 0), task)
        return
    state.hands[seat] &= ~(1 << card)
    state.owner[card] = seat
    lay(state, card, seat, host)
    if host != NONE:
        where, turned = controller(state, host), state.tilted >> card & 1
        emit(state, evc.ENHANCER_ATTACHED, card, host, seat, where, turned)
    emit(state, evc.CARD_ARRIVED, seat, card, state.tilted >> card & 1, host)
    texts: list[Task] = []
    for number in made.arrive:
        if holds(state, state.rules.abilities[number].conditions, seat, card):
            emit(state, evc.ARRIVE_TRIGGERED, seat, card, number)
            texts.append((TRIGGER, seat, card, number))
    if texts:
        owe(state.agenda, *texts, (ENTER, seat, card, len(texts), seen))
    else:
        enter(state, (ENTER, seat, card, 0, seen))


def lay(state: Henchling, card: int, seat: int, host: int) -> None:
    """On a table: an enhancer on its host's, tilted as it is (HE-ENH-01, -03, -07)."""
    if host == NONE:
        state.tables[seat] |= 1 << card
        return
    state.tables[controller(state, host)] |= 1 << card
    state.host[card] = host
    state.tilted |= (state.tilted >> host & 1) << card


def enter(state: Henchling, task: Task) -> None:
    """DO: Arrive text is done, the card is in play (HE-PLAY-09, HE-INPLAY-01)."""
    _, seat, card, texts, seen = task
    state.playing = NONE
    if on_table(state, card):
        emit(state, evc.CARD_ENTERED, seat, card, texts)
        shrink_damage(state)
    if seen:
        state.agenda.append((SPRING, NONE, state.rules.designs[card].type, card, seat, seen))


def spend(state: Henchling, task: Task) -> None:
    """DO: a spell goes to the discard pile (HE-SPELL-01, -02): it never was in play."""
    _, seat, card, seen = task
    state.playing = NONE
    state.hands[seat] &= ~(1 << card)
    state.discard |= 1 << card
    emit(state, evc.CARD_MOVED, card, IN_HAND, IN_DISCARD, seat, NONE, 0, 0, 0)
    emit(state, ev.SPELL_SPENT, seat, card)
    look_again(state)
    if seen:
        state.agenda.append((SPRING, NONE, state.rules.designs[card].type, NONE, seat, seen))


# --- room for a sixth item (HE-ITEM-05) ------------------------------------------------------


def needs_room(state: Henchling, task: Task) -> bool:
    """The place is still taken."""
    return no_room(state, task[1])


# --- thefts and tokens -----------------------------------------------------------------------


def steal(state: Henchling, task: Task) -> None:
    """DO: an opponent's card with everything on it (HE-STEAL-01 to -03); enhancers stay put."""
    _, seat, card = task
    holder = controller(state, card)
    if holder in (NONE, seat) or state.host[card] >= 0 or not in_play(state) >> card & 1:
        return
    if design(state, card).type == ITEM and no_room(state, seat):
        owe(state.agenda, (ROOM, seat, 0), task)
        return
    emit(state, evc.CARD_STOLEN, card, holder, seat, len(attached(state, card)))
    give(state, card, seat)
    shrink_damage(state)


def create(state: Henchling, task: Task) -> None:
    """DO: a token enters play directly (HE-ARR-01); twelve are all there are (HE-LIMIT-01)."""
    _, seat, kind, host = task
    made = state.rules.tokens[kind]
    if NONE not in state.kinds:
        emit(state, ev.LIMIT_CAPPED, CAP_TOKENS, seat, NONE, 1)
    elif made.type == ENHANCER and not fits_on(state, made.enhances, host):
        return
    elif made.type == ITEM and no_room(state, seat):
        owe(state.agenda, (ROOM, seat, 1), task)
    else:
        place = state.kinds.index(NONE)
        card = CARDS + place
        state.kinds[place] = kind
        state.owner[card] = seat
        emit(state, evc.TOKEN_CREATED, card, kind, seat, host)
        lay(state, card, seat, host)
        shrink_damage(state)


def fits_on(state: Henchling, sort: int, host: int) -> bool:
    """HE-ENH-02: a face-up card of the type the enhancer is made for."""
    return bool(face_up(state) >> host & 1) and design(state, host).type == sort


