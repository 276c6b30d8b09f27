"""Card effects: one small function an op of the closed vocabulary (content 4), and their agenda.

Tasks: FX runs one effect, OFFER waits for accept or decline, TABLE for a die, CLOSE ends an
encounter.  The argument is the effect's number (the face's, for CLOSE).
"""

from __future__ import annotations

from engine.agenda import Ask, Do, owe
from engine.events import emit
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.components import (
    ALTAR,
    CHEST,
    ENERGY,
    FAVOR,
    FOOD,
    HEALTH,
    NONE,
    SHARDS,
    Fx,
)
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import holds, powers, result_card, room_for

FX, OFFER, TABLE, CLOSE = range(4)
PAID, THRESHOLD = range(2)
CAUSE_FIGHT, CAUSE_HIT, CAUSE_LOOT, CAUSE_FACE = range(4)


def change(state: TinHelm, stat: int, by: int) -> None:
    """Move one tracker."""
    if stat == HEALTH:
        state.health += by
    elif stat == ENERGY:
        state.energy += by
    elif stat == FOOD:
        state.food += by
    else:
        state.favor += by


def raise_stat(state: TinHelm, stat: int, asked: int) -> int:
    """Raise a tracker as far as it may; what was really gained (TH-SETUP-08, -09, -11, -15)."""
    gained = min(asked, room_for(state, stat))
    change(state, stat, gained)
    return gained


def lower_stat(state: TinHelm, stat: int, asked: int) -> int:
    """Lower a tracker, not below zero; what was really lost (TH-COMBAT-21)."""
    lost = min(asked, holds(state, stat))
    change(state, stat, -lost)
    return lost


def gain(state: TinHelm, stat: int, asked: int, cause: int) -> None:
    """Gain, clamped, and say so; favor has an event of its own."""
    gained = raise_stat(state, stat, asked)
    left = holds(state, stat)
    if stat == FAVOR:
        emit(state, ev.FAVOR_GAINED, asked, gained, left, cause)
    else:
        emit(state, ev.STAT_GAINED, stat, asked, gained, left, cause)


def lose(state: TinHelm, stat: int, asked: int, cause: int) -> int:
    """Lose, floored at zero, and say so."""
    lost = lower_stat(state, stat, asked)
    emit(state, ev.STAT_LOST, stat, asked, lost, holds(state, stat), cause)
    return lost


# --- shards (4.4) ----------------------------------------------------------------------------


def source_has_paid(state: TinHelm, source: int) -> bool:
    """TH-SHARD-08: a source with once=true pays once a game."""
    return bool(state.sources & state.rules.once & 1 << source)


def take_shard(state: TinHelm, source: int, discount: int = 0) -> None:
    """The hero gains a shard (TH-SHARD-02 to -06); only three exist (TH-COMP-05)."""
    state.sources |= 1 << source
    state.shards = min(SHARDS, state.shards + 1)
    emit(state, ev.SHARD_GAINED, source, state.shards, discount)


def shard_from(state: TinHelm, source: int, discount: int = 0) -> bool:
    """One shard if the source has not paid; whether it was given."""
    if source_has_paid(state, source):
        emit(state, ev.SHARD_REFUSED, source, PAID)
        return False
    take_shard(state, source, discount)
    return True


# --- ops -------------------------------------------------------------------------------------


def _cause(state: TinHelm) -> int:
    return CAUSE_FACE + result_card(state).encounter


def _next_is_else(state: TinHelm) -> bool:
    agenda = state.agenda
    if not agenda or agenda[-1] & 255 != FX:
        return False
    return state.rules.effects[agenda[-1] >> 8].op == "else_gain"


def _given(state: TinHelm) -> None:
    """A shard was given: the `else_gain` behind it falls away (TH-ITEM-21)."""
    if _next_is_else(state):
        state.agenda.pop()


def none(state: TinHelm, fx: Fx, number: int) -> None:
    """Nothing."""


def op_gain(state: TinHelm, fx: Fx, number: int) -> None:
    """Clamped gain: the Grove (TH-ITEM-18), the Hermit (TH-ITEM-19), the Fountain (TH-ITEM-20)."""
    gain(state, fx.stat, fx.n, _cause(state))


def op_lose(state: TinHelm, fx: Fx, number: int) -> None:
    """Clamped loss, which can kill (TH-ICON-04)."""
    lose(state, fx.stat, fx.n, _cause(state))


def op_shard(state: TinHelm, fx: Fx, number: int) -> None:
    """The Shrine (TH-SHARD-03), the Pigman's side of the trade (TH-SHARD-04)."""
    if shard_from(state, fx.source):
        _given(state)


def op_shard_if(state: TinHelm, fx: Fx, number: int) -> None:
    """The Altar: favor enough, which is not spent (TH-SHARD-05, TH-ITEM-14)."""
    discount = powers(state).altar if fx.source == ALTAR else 0
    if holds(state, fx.stat) < fx.at_least - discount:
        emit(state, ev.SHARD_REFUSED, fx.source, THRESHOLD)
    elif shard_from(state, fx.source, discount):
        _given(state)


def op_may_trade(state: TinHelm, fx: Fx, number: int) -> None:
    """An offer, made only if the item is held (TH-SHARD-04, TH-ITEM-17)."""
    if state.items & 1 << fx.item:
        make_offer(state, number)


def op_may_pay(state: TinHelm, fx: Fx, number: int) -> None:
    """An offer, made only if the price is held (TH-ITEM-17)."""
    if holds(state, fx.stat) >= fx.n:
        make_offer(state, number)


def make_offer(state: TinHelm, number: int) -> None:
    """Somebody is asked."""
    emit(state, ev.OFFER_MADE, result_card(state).encounter)
    owe(state.agenda, OFFER | number << 8)


def op_roll(state: TinHelm, fx: Fx, number: int) -> None:
    """A die is owed for the table, at once (TH-ITEM-20)."""
    owe(state.agenda, TABLE | number << 8)


OPS = {
    "none": none,
    "gain": op_gain,
    "else_gain": op_gain,
    "lose": op_lose,
    "shard": op_shard,
    "shard_if": op_shard_if,
    "may_trade": op_may_trade,
    "may_pay": op_may_pay,
    "roll": op_roll,
}


def run_effect(state: TinHelm, number: int) -> None:
    """DO: one effect of an encounter's face, in order (TH-ICON-07)."""
    fx = state.rules.effects[number]
    OPS[fx.op](state, fx, number)


def close(state: TinHelm, face: int) -> None:
    """DO: the encounter's face is resolved."""
    emit(state, ev.ENCOUNTER_ENDED, face)


def price_is_held(state: TinHelm, fx: Fx) -> bool:
    """TH-ITEM-17: whether an offer's price is in hand now."""
    if fx.op == "may_trade":
        return bool(state.items & 1 << fx.item)
    return holds(state, fx.stat) >= fx.n


def pay(state: TinHelm, fx: Fx) -> None:
    """The price leaves the hero; a traded item leaves the game (TH-SHARD-04)."""
    face = result_card(state).encounter
    if fx.op == "may_trade":
        state.items &= ~(1 << fx.item)
        emit(state, ev.OFFER_ACCEPTED, face, NONE, 1)
        emit(state, ev.ITEM_TRADED, fx.item, face)
    else:
        change(state, fx.stat, -fx.n)
        emit(state, ev.OFFER_ACCEPTED, face, fx.stat, fx.n)


TASKS = (
    Do("fx", run_effect, raises=("offer", "table"), text="an effect is due"),
    Ask("offer", "an_offer_is_made"),
    Ask("table", "a_table_die_is_owed"),
    Do("close", close, text="the encounter ends"),
)

# --- chests (4.2) ----------------------------------------------------------------------------

EMPTY, TAKEN, SPENT = range(3)


def empty_chest(state: TinHelm, reason: int) -> None:
    """A chest gives nothing but what lockpicks find (TH-ICON-09, -12, TH-SHARD-06, TH-ITEM-13)."""
    health, energy, food = powers(state).empty_chest
    emit(state, ev.LOOT_EMPTY, reason, raise_stat(state, FOOD, food))
    for stat, n in ((HEALTH, health), (ENERGY, energy)):
        if n:
            gain(state, stat, n, CAUSE_LOOT)


def chest_shard(state: TinHelm) -> None:
    """TH-ICON-11, TH-SHARD-06: the chest's shard, or an empty chest once it has paid."""
    if source_has_paid(state, CHEST):
        empty_chest(state, SPENT)
    else:
        take_shard(state, CHEST)


def take_loot(state: TinHelm, item: int) -> None:
    """TH-ICON-08: the card joins the hero, or works at once and is gone (TH-ITEM-07)."""
    bit = 1 << item
    if not state.loot & bit:
        empty_chest(state, TAKEN)
        return
    state.loot &= ~bit
    at_once = bool(state.rules.on_gain & bit)
    emit(state, ev.LOOT_GAINED, item, int(not at_once))
    if at_once:
        fx = state.rules.item_fx[item]
        gain(state, fx.stat, fx.n, CAUSE_LOOT)
    else:
        state.items |= bit
