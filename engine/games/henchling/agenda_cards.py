"""Cards that come: arriving, thefts, tokens, and the room they need (Play Cards, Item Limit)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling.components import (
    CAP_TOKENS,
    ENTER,
    NONE,
    ROOM,
    SPRING,
    TRIGGER,
)
from engine.games.henchling.effects import give, shrink_damage
from engine.games.henchling.effects_ops import lose_card
from engine.games.henchling.schema import CARDS
from engine.games.henchling.schema_words import ENHANCER, ITEM, SPELL
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
    if state.rules.designs[card].type == ITEM and no_room(state, seat):
        owe(state.agenda, (ROOM, seat, 0), task)
        return
    state.hands[seat] &= ~(1 << card)
    state.owner[card] = seat
    lay(state, card, seat, host)
    say_arrival(state, card, seat, host)
    texts = arrive_texts(state, card, seat)
    if texts:
        owe(state.agenda, *texts, (ENTER, seat, card, len(texts), seen))
    else:
        enter(state, (ENTER, seat, card, 0, seen))


def say_arrival(state: Henchling, card: int, seat: int, host: int) -> None:
    """The events of a card laid down."""
    turned = state.tilted >> card & 1
    if host != NONE:
        emit(state, evc.ENHANCER_ATTACHED, card, host, seat, controller(state, host), turned)
    emit(state, evc.CARD_ARRIVED, seat, card, turned, host)


def arrive_texts(state: Henchling, card: int, seat: int) -> list[Task]:
    """Arrive texts whose conditions hold now (HE-PLAY-08)."""
    known = state.rules.abilities
    numbers = state.rules.designs[card].arrive
    due = [n for n in numbers if holds(state, known[n].conditions, seat, card)]
    for number in due:
        emit(state, evc.ARRIVE_TRIGGERED, seat, card, number)
    return [(TRIGGER, seat, card, number) for number in due]


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
    lose_card(state, seat, card)
    emit(state, ev.SPELL_SPENT, seat, card)
    if seen:
        state.agenda.append((SPRING, NONE, SPELL, NONE, seat, seen))


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
    elif made.type == ITEM and no_room(state, seat):
        owe(state.agenda, (ROOM, seat, 1), task)
    elif made.type != ENHANCER or fits_on(state, made.enhances, host):
        make_token(state, seat, kind, host)


def make_token(state: Henchling, seat: int, kind: int, host: int) -> None:
    """The first token that is free becomes this."""
    place = state.kinds.index(NONE)
    state.kinds[place] = kind
    state.owner[CARDS + place] = seat
    emit(state, evc.TOKEN_CREATED, CARDS + place, kind, seat, host)
    lay(state, CARDS + place, seat, host)
    shrink_damage(state)


def fits_on(state: Henchling, sort: int, host: int) -> bool:
    """HE-ENH-02: a face-up card of the type the enhancer is made for."""
    return bool(face_up(state) >> host & 1) and design(state, host).type == sort


