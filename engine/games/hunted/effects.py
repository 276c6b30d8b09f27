"""Card effects: one small function an op of the closed vocabulary, one effect at a time.

What is done at once is done here; an effect with a choice says how many cards it still wants
(`fx_n`), and its row does the rest.  No effect of this game runs inside another.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import (
    BY_HERO,
    BY_ITEM,
    BY_LOCATION,
    BY_SURVIVOR,
    DROP,
    HERO,
    ITEM,
    NONE,
    OPS,
    SCRY,
    SURVIVOR,
    TAKE,
    WAKE,
    Fx,
)
from engine.games.hunted.effects_cards import gain, lose, sweep_row
from engine.games.hunted.effects_deck import refill
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import drops, running, takable


def cause_of(state: Hunted) -> int:
    """What the running effect's source is: item, Survivor, hero or Location."""
    if state.fx >= HERO:
        return BY_HERO
    kind = state.rules.type[state.fx]
    if kind == ITEM:
        return BY_ITEM
    return BY_SURVIVOR if kind == SURVIVOR else BY_LOCATION


def end_effect(state: Hunted) -> None:
    """The effect is done."""
    state.fx, state.fx_n, state.fx_at = NONE, 0, NONE


# --- may it be used? (HU-ITEM-03) ------------------------------------------------------------


def is_possible(state: Hunted, fx: Fx) -> bool:
    """An effect that needs a card needs one; gaining Energy is possible at ten, too."""
    if fx.op == DROP:
        return bool(drops(state, fx))
    if fx.op == TAKE:
        return bool(state.discard & fx.targets)
    if fx.op == WAKE:
        return state.tired != 0
    return fx.op != SCRY or bool(state.deck)


# --- ops -------------------------------------------------------------------------------------


def _none(state: Hunted, fx: Fx) -> None:
    """Nothing."""
    end_effect(state)


def _gain(state: Hunted, fx: Fx) -> None:
    """gain_energy."""
    gain(state, fx.n, cause_of(state))
    end_effect(state)


def _lose(state: Hunted, fx: Fx) -> None:
    """lose_energy; it may end the game (HU-WIN-02)."""
    lose(state, fx.n, cause_of(state))
    end_effect(state)


def _scry(state: Hunted, fx: Fx) -> None:
    """scry: pick up n cards, or as many as there are; a Location seen is not revealed."""
    state.looked, state.deck = state.deck[: fx.n], state.deck[fx.n :]
    state.fx_at = 0


def _drop(state: Hunted, fx: Fx) -> None:
    """discard_from_row: at least one, at most n or as many as there are."""
    state.fx_n = min(fx.n, len(drops(state, fx)))


def _take(state: Hunted, fx: Fx) -> None:
    """take_from_discard: n, or as many as fit; never a Location (HU-LOC-07)."""
    state.fx_n = min(fx.n, takable(state).bit_count())


def _wake(state: Hunted, fx: Fx) -> None:
    """ready_survivor: n, or as many as are exhausted."""
    state.fx_n = min(fx.n, state.tired.bit_count())


def _add_to_row(state: Hunted, fx: Fx) -> None:
    """add_to_row: n cards are owed to the Row, the trigger tested after each (HU-LOC-05)."""
    state.owed += fx.n
    end_effect(state)


def _discard_row(state: Hunted, fx: Fx) -> None:
    """discard_row: all but what is locked-in."""
    sweep_row(state, 0, BY_LOCATION)
    end_effect(state)


RUN: dict[str, Callable[[Hunted, Fx], None]] = {
    "none": _none,
    "gain_energy": _gain,
    "lose_energy": _lose,
    "scry": _scry,
    "discard_from_row": _drop,
    "take_from_discard": _take,
    "ready_survivor": _wake,
    "add_to_row": _add_to_row,
    "discard_row": _discard_row,
    "mod_weapon": _none,
}
_RUN = tuple(RUN[op] for op in OPS)


def run_effect(state: Hunted) -> None:
    """Begin the effect of the source named (HU-ITEM-03, HU-SURV-03, HU-LOC-04)."""
    fx = running(state)
    _RUN[fx.op](state, fx)


# --- what is still to be chosen --------------------------------------------------------------


def deck_is_unknown(state: Hunted) -> bool:
    """Of the cards looked at one has not been seen."""
    return bool(state.looked) and max(state.looked) >= CARDS


def cards_are_sorted(state: Hunted) -> bool:
    """Cards looked at are to be kept on top or put under the deck (HU-DECK-02)."""
    return bool(state.looked)


def row_cards_are_dropped(state: Hunted) -> bool:
    """Cards of the Row are still to be discarded."""
    return running(state).op == DROP


def discards_are_taken(state: Hunted) -> bool:
    """Cards are still to be taken from the discard pile."""
    return running(state).op == TAKE


def survivors_wake(state: Hunted) -> bool:
    """Exhausted Survivors are still to be re-readied."""
    return running(state).op == WAKE


# --- Locations (HU-LOC-04, -05) --------------------------------------------------------------


def a_location_waits(state: Hunted) -> bool:
    """A Location's reveal effect is still to come."""
    return bool(state.waiting)


def resolve_location(state: Hunted, late: int) -> None:
    """The oldest waiting Location's reveal effect begins."""
    card = state.waiting.pop(0)
    state.fx = card
    numeral = state.rules.places.index(card) + 1
    emit(state, ev.LOCATION_RESOLVED, card, numeral, running(state).op, late)


def reveal(state: Hunted) -> None:
    """Drawn by Explore: immediately, before the Row is tested (HU-LOC-04)."""
    resolve_location(state, 0)


def reveal_late(state: Hunted) -> None:
    """Drawn in combat or by an effect: after what was in hand (HU-LOC-05, HU-NOTE-04)."""
    resolve_location(state, 1)


# --- cards owed to the Row -------------------------------------------------------------------


def cards_are_owed(state: Hunted) -> bool:
    """A Location's effect still adds cards to the Row."""
    return state.owed > 0


def owe_next(state: Hunted) -> None:
    """One of them is drawn now: before the battle the deck always holds a foe yet to come."""
    state.owed -= 1
    refill(state, BY_LOCATION)
