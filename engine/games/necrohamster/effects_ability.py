"""The ability phase: a slot a player, effects in an order of their choice, each run to its end.

No effect of this game nests, so the one that runs is a few fields: `source` and `part` say which,
`reach`, `victim`, `left` and `low` how far it has come, `asked` what it waits for.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.events import emit
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import (
    ABILITY,
    ARTEFACTS,
    NONE,
    ONE_OPPONENT,
    Effect,
    count_of,
)
from engine.games.necrohamster.effects import claim_titles, owe_cards
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import (
    all_seats_done,
    attacks,
    is_warded,
    mover,
    order,
    pending_kinds,
    reached,
    stock,
    targets,
    works,
)

NOTHING, CARDS, GIVE_UP, CHANCE_LOSS, AIM, SACRIFICE, STEAL, RECOVER, CALL = range(9)

# --- slots (NH-ABILPH-01, -06) ---------------------------------------------------------------


def begin_slot(state: Necrohamster) -> None:
    """The next player in player order: continuous creatures start, before triggers (NH-ABIL-02)."""
    if all_seats_done(state):
        return
    seat = mover(state)
    drop_triggers(state, seat)
    area, waiting = state.areas[seat], state.waiting[seat]
    for kind in state.rules.lasting:
        if waiting[kind]:
            emit(state, ev.ABILITY_STARTED, seat, kind, waiting[kind])
            area[kind] += waiting[kind]
            waiting[kind] = 0
    if state.sink is not None:
        emit(state, ev.SLOT_STARTED, seat, tuple(pending_kinds(state)))


def drop_triggers(state: Necrohamster, seat: int) -> None:
    """What a continuous card set off is owed only while it still works there (NH-CARD-04)."""
    pending = state.pending[seat]
    for source in state.rules.listeners:
        lost = pending[source] - works(state, seat, source)
        if lost > 0:
            pending[source] -= lost
            emit(state, ev.TRIGGER_DROPPED, seat, source, lost)


def end_slot(state: Necrohamster) -> None:
    """Nothing is left to resolve (NH-ABILPH-04)."""
    emit(state, ev.SLOT_ENDED, mover(state), sum(state.pending[mover(state)]))
    state.turn += 1


def begin_effect(state: Necrohamster) -> None:
    """The trigger chosen, or the only kind there is (NH-ABILPH-02), is carried out once.

    It is, whether its creature still lies there or not (NH-ABILPH-05).
    """
    seat = mover(state)
    if state.source == NONE:
        state.source = pending_kinds(state)[0]
    source = state.source
    state.pending[seat][source] -= 1
    if state.sink is not None:
        here = works(state, seat, source)
        if source < CREATURES_MAX:
            here += state.waiting[seat][source]
        emit(state, ev.EFFECT_STARTED, seat, source, state.rules.kind_of[source], here,
             sum(state.pending[seat]))  # fmt: skip


def step_effect(state: Necrohamster) -> None:
    """Go on with the running effect until it asks for something or is over (NH-ABILPH-04)."""
    parts = state.rules.runs[state.source]
    while state.part < len(parts):
        effect = parts[state.part]
        state.asked = OPS[effect.op](state, effect)
        if state.asked != NOTHING:
            return
        state.part += 1
        state.reach = state.left = state.low = 0
        state.victim = NONE
    emit(state, ev.EFFECT_ENDED, mover(state), state.source)
    state.source, state.part = NONE, 0


def skip(state: Necrohamster, effect: Effect) -> int:
    """Nothing of it can be done, so nothing is (NH-ABILPH-04)."""
    op = state.rules.names["ops"].index(effect.op)
    emit(state, ev.EFFECT_SKIPPED, mover(state), state.source, op)
    return NOTHING


# --- ops: what an effect waits for, NOTHING when it is over ----------------------------------


def op_draw(state: Necrohamster, effect: Effect) -> int:
    """Draw n cards."""
    if state.reach:
        return NOTHING
    state.reach = 1
    owe_cards(state, effect.n)
    return CARDS


def op_gain_artefact(state: Necrohamster, effect: Effect) -> int:
    """Take the artefact, from the middle or from whoever holds it (NH-ART-01, -02)."""
    seat, bit = mover(state), 1 << effect.artefact
    if state.artefacts[seat] & bit:
        return skip(state, effect)
    holder = NONE
    for other in range(state.rules.players):
        if state.artefacts[other] & bit:
            holder = other
            state.artefacts[other] &= ~bit
    state.shelf &= ~bit
    state.artefacts[seat] |= bit
    emit(state, ev.ARTEFACT_GAINED, seat, effect.artefact, holder, state.source)
    claim_titles(state, ARTEFACTS, (seat,), ABILITY)
    return NOTHING


def op_hit(state: Necrohamster, effect: Effect) -> int:
    """Cards of other players, one player after the other (NH-ABIL-03, NH-END-06)."""
    if state.left:
        return _ask_for(effect)
    if effect.who == ONE_OPPONENT:
        if state.reach:
            return NOTHING
        state.reach = 1
        return AIM if targets(state, effect) else skip(state, effect)
    if find_victim(state, effect):
        return _ask_for(effect)
    return NOTHING if state.victim != NONE else skip(state, effect)


def _ask_for(effect: Effect) -> int:
    if effect.op == "discard_hand":
        return CHANCE_LOSS if effect.choose == "random" else GIVE_UP
    return STEAL if effect.op == "steal_creature" else SACRIFICE


def find_victim(state: Necrohamster, effect: Effect) -> bool:
    """The next player, in player order, whom the effect reaches and can take something from."""
    seats = order(state)
    while state.reach < len(seats):
        seat = seats[state.reach]
        state.reach += 1
        if not reached(state, effect, seat):
            continue
        if attacks(state) and is_warded(state, seat):
            emit(state, ev.ATTACK_WARDED, seat, mover(state), state.source)
        elif stock(state, effect, seat):
            be_hit(state, effect, seat)
            return True
    return False


def be_hit(state: Necrohamster, effect: Effect, seat: int) -> None:
    """A player is to lose as many cards as the effect says, or as there are."""
    state.victim = seat
    state.left = min(effect.n, stock(state, effect, seat))
    state.low = 0


def op_return(state: Necrohamster, effect: Effect) -> int:
    """Cards of the discard pile, while there are any that fit."""
    if not state.reach:
        state.reach = 1
        state.left = min(effect.n, count_of(state.discards, effect.kinds))
        if not state.left:
            return skip(state, effect)
    fits = any(state.discards[kind] for kind in effect.kinds if kind >= state.low)
    return RECOVER if state.left and fits else NOTHING


def op_summon(state: Necrohamster, effect: Effect) -> int:
    """A further summon (NH-ABILPH-03): asked while there is a hand, whatever is in it.

    What a hand holds is hidden, so that nobody may tell from the question being left out.
    """
    if not state.reach:
        state.reach = 1
        state.left = effect.n
        if not any(state.hands[mover(state)]):
            return skip(state, effect)
    return CALL if state.left and any(state.hands[mover(state)]) else NOTHING


OPS: dict[str, Callable[[Necrohamster, Effect], int]] = {
    "draw": op_draw,
    "gain_artefact": op_gain_artefact,
    "discard_hand": op_hit,
    "discard_creature": op_hit,
    "steal_creature": op_hit,
    "return_from_discard": op_return,
    "extra_summon": op_summon,
}
