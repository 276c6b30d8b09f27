"""Buying at the Rat Market, flushing it, and sleeving (Market Phase)."""

from __future__ import annotations

from engine.actions import Domain, Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import CARD, one_choice
from engine.games.ham_helsing.agenda import FLUSH, REFILL, SHOP
from engine.games.ham_helsing.components import MARKET, NONE
from engine.games.ham_helsing.components_causes import FROM_MARKET, MONEY_FLUSH
from engine.games.ham_helsing.effects_market import attach, buy_upgrade, candidates
from engine.games.ham_helsing.effects_tracks import change_money
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import hosts

MARKET_PLACE = Domain("place", range(MARKET))
FLUSH_COST = 1


def after(state: HamHelsing, who: int) -> int:
    """Who is asked next."""
    return (who + 1) % len(state.rules.crew)


@verb("pass_market", clause="HH-MARKET-08")
def pass_market(state: HamHelsing) -> None:
    """Buy nothing now; when all have passed in a row the phase is over (HH-MARKET-04)."""
    _, who = state.agenda.pop()
    state.passes += 1
    if state.passes < len(state.rules.crew):
        owe(state.agenda, (SHOP, after(state, who)))
    else:
        state.passes = 0
        emit(state, ev.MARKET_DONE, sum(state.money))


pass_market.legal(one_choice)


@verb("buy", place=MARKET_PLACE, clause="HH-MARKET-01")
def buy(state: HamHelsing, place: int) -> None:
    """One upgrade for its printed cost, from the own money."""
    _, who = state.agenda.pop()
    state.passes = 0
    owe(state.agenda, (SHOP, after(state, who)))
    buy_upgrade(state, who, place, FROM_MARKET)


@buy.legal
def affordable(state: HamHelsing) -> list[int]:
    """Cards in the market that the own money reaches, as often as it does (HH-MARKET-05)."""
    money = state.money[state.agenda[-1][1]]
    return [place for place, upgrade in enumerate(state.market)
            if upgrade >= 0 and state.rules.cost[upgrade] <= money]  # fmt: skip


@verb("flush", clause="HH-MARKET-09")
def flush(state: HamHelsing) -> None:
    """Pay $1 to replace cards of the market; again and again, paying each time (HH-MARKET-10)."""
    _, who = state.agenda.pop()
    state.passes = 0
    owe(state.agenda, (FLUSH, who, NONE), (SHOP, after(state, who)))
    change_money(state, who, -FLUSH_COST, MONEY_FLUSH)


@flush.legal
def flush_is_affordable(state: HamHelsing) -> list[int]:
    """$1, and a card to discard."""
    able = state.money[state.agenda[-1][1]] >= FLUSH_COST and any(u >= 0 for u in state.market)
    return [0] if able else []


@verb("flush_slot", place=MARKET_PLACE, clause="HH-MARKET-09")
def flush_slot(state: HamHelsing, place: int) -> None:
    """A card leaves the market, in ascending order of place."""
    _, who, _ = state.agenda.pop()
    upgrade = state.market[place]
    state.market[place] = NONE
    state.flushed |= 1 << upgrade
    emit(state, ev.MARKET_FLUSH, who, upgrade, place)
    owe(state.agenda, (FLUSH, who, place))


@flush_slot.legal
def slots_to_flush(state: HamHelsing) -> list[int]:
    """Filled places above the last."""
    last = state.agenda[-1][2]
    return [place for place in range(last + 1, MARKET) if state.market[place] >= 0]


@verb("flush_done", clause="HH-MARKET-09")
def flush_done(state: HamHelsing) -> None:
    """All gaps are refilled."""
    state.agenda.pop()
    gaps = [place for place in range(MARKET) if state.market[place] < 0]
    owe(state.agenda, *((REFILL, place) for place in gaps))


@flush_done.legal
def one_is_flushed(state: HamHelsing) -> list[int]:
    """At least one card is gone."""
    return [0] if state.agenda[-1][2] >= 0 else []


@verb("sleeve", card=CARD, clause="HH-SLEEVE-01")
def sleeve(state: HamHelsing, card: int) -> None:
    """The upgrade is put over a card, for good (HH-SLEEVE-08)."""
    _, who, upgrade, origin = state.agenda.pop()
    attach(state, who, upgrade, card, origin)


@sleeve.legal
def cards_that_take_it(state: HamHelsing) -> list[int]:
    """Cards of the own hand on which it covers no icon and no text; cost icons may be covered,
    and several upgrades may share a sleeve (HH-SLEEVE-02 to -04)."""
    _, who, upgrade, origin = state.agenda[-1]
    return hosts(state, upgrade, candidates(state, who, origin))


VERBS: tuple[Verb, ...] = (
    pass_market, buy, flush, flush_slot, flush_done, sleeve,
)  # fmt: skip
