"""Effects of the Rat Market: refilling, sleeving, setting aside (Market Phase, Sleeving Cards)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import FIND_HOST, REFILL, SLEEVE, UPGRADE
from engine.games.ham_helsing.components import CARDS, NONE, PLACES, ROW_SIZE
from engine.games.ham_helsing.components_cards import face_of
from engine.games.ham_helsing.components_causes import (
    FROM_ASIDE,
    FROM_SWAMP,
    MONEY_BUY,
    MONEY_SWAMP,
)
from engine.games.ham_helsing.effects_tracks import change_money
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import hosts
from engine.zones import Task


def type_of(state: HamHelsing, place: int) -> int:
    """The upgrades that belong in the row of a market place, as a set (HH-MARKET-02)."""
    return state.rules.attack if place < ROW_SIZE else state.rules.special


def price(state: HamHelsing, upgrade: int, discount: int) -> int:
    """The printed cost, at the Swamp 1 less, never below nothing (HH-LOC-SWAMP-03)."""
    return max(0, state.rules.cost[upgrade] - discount)


def buy_upgrade(state: HamHelsing, who: int, place: int, origin: int) -> None:
    """Pay from the own money, then refill, then sleeve (HH-MARKET-03, -06, -07)."""
    upgrade = state.market[place]
    swamp = int(origin == FROM_SWAMP)
    cost = price(state, upgrade, swamp)
    state.market[place] = NONE
    state.bought = upgrade
    emit(state, ev.MARKET_BUY, who, upgrade, place, cost, swamp, state.rules.cost[upgrade])
    change_money(state, who, -cost, MONEY_SWAMP if swamp else MONEY_BUY)
    owe(state.agenda, (REFILL, place), (FIND_HOST, who, origin))


def refill(state: HamHelsing, task: Task) -> None:
    """DO: a market place gets a card of its type (HH-MARKET-06, HH-LOC-SWAMP-04)."""
    place = task[1]
    if state.market[place] < 0 and restock(state, place):
        owe(state.agenda, (UPGRADE, place))


def restock(state: HamHelsing, place: int) -> bool:
    """Whether the pile of a row has a card; an empty one is made anew from the flushed cards, and
    if there are none the place stays empty."""
    kind = type_of(state, place)
    again = state.flushed & kind
    if state.pile & kind or not again:
        return bool(state.pile & kind)
    state.flushed &= ~kind
    state.pile |= again
    emit(state, ev.PILE_SHUFFLE, int(place >= ROW_SIZE), again.bit_count())
    return True


def find_host(state: HamHelsing, task: Task) -> None:
    """DO: the upgrade bought goes on a card, or is set aside if none in the own hand can take it
    (HH-SLEEVE-05)."""
    _, who, origin = task
    upgrade = state.bought
    if hosts(state, upgrade, candidates(state, who, origin)):
        owe(state.agenda, (SLEEVE, who, upgrade, origin))
        return
    state.bought = NONE
    state.aside[who] |= 1 << upgrade
    emit(state, ev.SLEEVE_SET_ASIDE, upgrade, who)


def candidates(state: HamHelsing, who: int, origin: int) -> int:
    """Cards that may be sleeved: the own hand, at the Swamp those in play too; never deck or
    discard (HH-LOC-SWAMP-02, HH-SLEEVE-07, HH-SOLO-12)."""
    seat = state.rules.zone_of[who]
    return state.hand[seat] | (state.played[seat] if origin == FROM_SWAMP else 0)


def attach(state: HamHelsing, who: int, upgrade: int, card: int, origin: int) -> None:
    """The card shows the union of icons for good (HH-SLEEVE-01, -08)."""
    state.sleeves[card] |= 1 << upgrade
    if origin == FROM_ASIDE:
        state.aside[who] &= ~(1 << upgrade)
    else:
        state.bought = NONE
    in_play = state.played[state.rules.zone_of[who]] >> card & 1
    used = state.touched >> card & 1
    emit(state, ev.SLEEVE_ATTACH, upgrade, card, who, origin, in_play, used)
    if in_play:
        join_pool(state, upgrade, card)


def join_pool(state: HamHelsing, upgrade: int, card: int) -> None:
    """New points of a card in play are the pool's at once (HH-LOC-SWAMP-02, HH-PLAY-02)."""
    rules = state.rules
    added = face_of([rules.slots[CARDS + upgrade]], [rules.texts[CARDS + upgrade]])
    for place, kind in added.icons:
        state.left[card * PLACES + place] = added.points[place]
        emit(state, ev.POOL_ADD, card, place, kind, added.points[place])
