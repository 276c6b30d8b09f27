"""What hero and deck may do: the four actions (HU-ACT-01), items, abilities, draws into the Row.

Play is a row of such actions (HU-GAME-01), each finished before the next (HU-ACT-02).  Numbers
follow VERBS at the end, append-only.
"""

from __future__ import annotations

from engine.actions import Domain, Outcomes, verb
from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.actions_effects import (
    drop,
    drop_no_more,
    keep,
    look_at,
    sink,
    take,
    wake,
)
from engine.games.hunted.actions_fight import (
    absorb,
    add_throwing,
    challenge,
    face,
    fight,
    strike_with,
    wield,
)
from engine.games.hunted.actions_pay import (
    attach_to,
    collect,
    pay,
    rescue,
    set_free,
    take_it,
    unlock_with,
)
from engine.games.hunted.components import (
    BY_EXPLORE,
    BY_HIDE,
    BY_LOCATION,
    BY_USE,
    HERO,
    IN_INVENTORY,
    members,
)
from engine.games.hunted.effects import is_possible
from engine.games.hunted.effects_cards import discard_card, lose, sweep_row
from engine.games.hunted.effects_deck import next_card, refill, show_card
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import hide_price

EXPLORE, HIDE = 0, 3
HEROES_MAX = 4
CARD = Domain("card", range(CARDS), "cards")

# --- setup -----------------------------------------------------------------------------------


@verb("play_as", hero=Domain("hero", range(HEROES_MAX), "heroes"), clause="HU-SETUP-02")
def play_as(state: Hunted, hero: int) -> None:
    """Choose the hero card's face (HU-COMP-05)."""
    state.hero = hero
    emit(state, ev.SETUP_CHOSEN, hero, state.rules.stage, state.rules.finale)


@play_as.legal
def both_faces(state: Hunted) -> list[int]:
    """Either face."""
    return list(range(len(state.rules.hero_uses)))


# --- Explore (HU-EXPL-01 to -06) -------------------------------------------------------------


@verb("explore", clause="HU-ACT-03")
def explore(state: Hunted) -> None:
    """The top card of the deck is to be drawn."""
    emit(state, ev.ACTION_STARTED, EXPLORE, len(state.in_row))
    refill(state, BY_EXPLORE)


@explore.legal
def a_card_is_left(state: Hunted) -> list[int]:
    """While a card can be drawn, in the Finale too (HU-FINALE-04)."""
    return [0] if state.deck or state.discard or state.pile else []


def top_card(state: Hunted) -> Outcomes:
    """The top card of the deck: known, or each of its pool equally likely."""
    return next_card(state)


@verb("turn_up", card=CARD, clause="HU-EXPL-02")
def turn_up(state: Hunted, card: int) -> None:
    """The one card of an Explore: to the Row, or a Location to its stack (HU-EXPL-06)."""
    show_card(state, card, BY_EXPLORE)


turn_up.outcomes(top_card)


@verb("add_to_row", card=CARD, clause="HU-COMBAT-01", needs="content has op add_to_row")
def add_to_row(state: Hunted, card: int) -> None:
    """A card that a Location's effect adds to the Row; a Location among them waits (HU-LOC-05)."""
    show_card(state, card, BY_LOCATION)


add_to_row.outcomes(top_card)

# --- Hide (HU-HIDE-01 to -07) ----------------------------------------------------------------


@verb("hide", clause="HU-HIDE-04")
def hide(state: Hunted) -> None:
    """Pay Energy first, then discard the Row but for locked-in cards (HU-HIDE-01, -02).

    Legal with too little Energy, too, and then the end.  To hide at the right time is half the art
    (HU-HIDE-07).
    """
    emit(state, ev.ACTION_STARTED, HIDE, len(state.in_row))
    lose(state, hide_price(state), BY_HIDE)
    if state.energy:
        sweep_row(state, 0, BY_HIDE)


@hide.legal
def not_in_the_finale(state: Hunted) -> list[int]:
    """With any Row (HU-HIDE-06), a single Enemy in it (-04), until the Finale (-05, HU-FINALE-03).

    A triggered combat leaves no moment for it (HU-HIDE-03); in Monster Mash Finale cards before
    Dracula do not matter (HU-MASH-08).
    """
    return [0] if not state.entered and (state.in_row or state.rules.hide_empty) else []


# --- items and abilities at any time outside combat ------------------------------------------


@verb("use", item=CARD, clause="HU-ITEM-03")
def use(state: Hunted, item: int) -> None:
    """Use an item of the inventory; most are discarded (HU-ITEM-04)."""
    gone = state.rules.discarded_on_use >> item & 1
    emit(state, ev.ITEM_USED, item, state.rules.fx[item].op, gone)
    if gone:
        state.inventory &= ~(1 << item)
        discard_card(state, item, IN_INVENTORY, BY_USE)
    state.fx = item


@use.legal
def usable_items(state: Hunted) -> list[int]:
    """Items held whose effect is possible here; attached ones work by themselves (HU-ITEM-06)."""
    held = state.inventory & state.rules.usable
    if not held:
        return []
    fx = state.rules.fx
    return [item for item in members(held) if is_possible(state, fx[item])]


@verb("ask", survivor=CARD, clause="HU-SURV-03")
def ask(state: Hunted, survivor: int) -> None:
    """A Survivor uses the ability and is exhausted (HU-SURV-04)."""
    state.tired |= 1 << survivor
    emit(state, ev.SURVIVOR_USED, survivor, state.rules.fx[survivor].op)
    state.fx = survivor


@ask.legal
def survivors_able(state: Hunted) -> list[int]:
    """Ready Survivors of the party (HU-SURV-07), once each (HU-RESC-07).

    In the Finale Battle only those whose card says so (HU-FNOTE-02).
    """
    able = state.party & ~state.tired
    if state.battle:
        able &= state.rules.able_in_battle
    if not able:
        return []
    fx = state.rules.fx
    return [card for card in members(able) if is_possible(state, fx[card])]


@verb("call_on_hero", clause="HU-COMP-05")
def call_on_hero(state: Hunted) -> None:
    """The hero's own ability, as often a game as the card says."""
    state.hero_used += 1
    state.fx = HERO + state.hero
    emit(state, ev.HERO_USED, state.hero, state.rules.fx[state.fx].op, state.hero_used)


@call_on_hero.legal
def hero_is_able(state: Hunted) -> list[int]:
    """Uses are left, the effect is possible, the Finale Battle has not begun."""
    if state.battle or state.hero_used >= state.rules.hero_uses[state.hero]:
        return []
    return [0] if is_possible(state, state.rules.fx[HERO + state.hero]) else []


VERBS = (
    explore, hide, collect, pay, take_it, attach_to, rescue, unlock_with, set_free, use, ask,
    call_on_hero, drop, drop_no_more, take, wake, keep, sink, face, wield, add_throwing, fight,
    absorb, challenge, play_as, turn_up, add_to_row, look_at, strike_with,
)  # fmt: skip
