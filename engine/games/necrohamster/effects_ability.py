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
    holder_of,
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
    start_working(state, seat)
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


def start_working(state: Necrohamster, seat: int) -> None:
    """Continuous creatures that are still there start (NH-ABIL-02, NH-ABILPH-05)."""
    area, waiting = state.areas[seat], state.waiting[seat]
    for kind in state.rules.lasting:
        if waiting[kind]:
            emit(state, ev.ABILITY_STARTED, seat, kind, waiting[kind])
            area[kind] += waiting[kind]
            waiting[kind] = 0


def end_slot(state: Necrohamster) -> None:
    """Nothing is left to resolve (NH-ABILPH-04)."""
    emit(state, ev.SLOT_ENDED, mover(state), sum(state.pending[mover(state)]))
    state.turn += 1


def begin_effect(state: Necrohamster) -> None:
    """The trigger chosen, or the only kind there is (NH-ABILPH-02), is carried out once.

    It is, whether its creature still lies there or not (NH-ABILPH-05).
    """
    if state.source == NONE:
        state.source = pending_kinds(state)[0]
    state.pending[mover(state)][state.source] -= 1
    if state.sink is not None:
        say_effect(state, mover(state), state.source)


def say_effect(state: Necrohamster, seat: int, source: int) -> None:
    """Whose, of which kind, how many such cards lie there, how many effects are left."""
    here = works(state, seat, source)
    if source < CREATURES_MAX:
        here += state.waiting[seat][source]
    kind, pending = state.rules.kind_of[source], sum(state.pending[seat])
    emit(state, ev.EFFECT_STARTED, seat, source, kind, here, pending)


def step_effect(state: Necrohamster) -> None:
    """Go on with the running effect until it asks for something or is over (NH-ABILPH-04)."""
    parts = state.rules.runs[state.source]
    while state.part < len(parts):
        effect = parts[state.part]
        state.asked = OPS[effect.op](state, effect)
        if state.asked != NOTHING:
            return
        begin_part(state)
    emit(state, ev.EFFECT_ENDED, mover(state), state.source)
    state.source, state.part = NONE, 0


def begin_part(state: Necrohamster) -> None:
    """The next effect of the ability, from its beginning."""
    state.part += 1
    state.reach = state.left = state.low = 0
    state.victim = NONE


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
    seat, holder, bit = mover(state), holder_of(state, effect.artefact), 1 << effect.artefact
    if holder == seat:
        return skip(state, effect)
    if holder == NONE:
        state.shelf &= ~bit
    else:
        state.artefacts[holder] &= ~bit
    state.artefacts[seat] |= bit
    emit(state, ev.ARTEFACT_GAINED, seat, effect.artefact, holder, state.source)
    claim_titles(state, ARTEFACTS, (seat,), ABILITY)
    return NOTHING


def op_hit(state: Necrohamster, effect: Effect) -> int:
    """Cards of other players, one player after the other (NH-ABIL-03, NH-END-06)."""
    if state.left:
        return card_asked_for(effect)
    if effect.who == ONE_OPPONENT:
        return NOTHING if state.reach else take_aim(state, effect)
    if find_victim(state, effect):
        return card_asked_for(effect)
    return NOTHING if state.victim != NONE else skip(state, effect)


def take_aim(state: Necrohamster, effect: Effect) -> int:
    """One opponent is to be chosen, if any can be hit (NH-ABILPH-04)."""
    state.reach = 1
    return AIM if targets(state, effect) else skip(state, effect)


def card_asked_for(effect: Effect) -> int:
    """What the victim loses, and who chooses it."""
    if effect.op == "discard_hand":
        return CHANCE_LOSS if effect.choose == "random" else GIVE_UP
    return STEAL if effect.op == "steal_creature" else SACRIFICE


def find_victim(state: Necrohamster, effect: Effect) -> bool:
    """The next player, in player order, whom the effect reaches and can take something from."""
    for seat in order(state)[state.reach :]:
        state.reach += 1
        if reached(state, effect, seat) and not wards_off(state, seat):
            be_hit(state, effect, seat)
            if state.left:
                return True
    return False


def wards_off(state: Necrohamster, seat: int) -> bool:
    """The effect is an attack, and attacks do not affect this player (NH-ABIL-03)."""
    if not (attacks(state) and is_warded(state, seat)):
        return False
    emit(state, ev.ATTACK_WARDED, seat, mover(state), state.source)
    return True


def be_hit(state: Necrohamster, effect: Effect, seat: int) -> None:
    """A player is to lose as many cards as the effect says, or as there are."""
    state.left = min(effect.n, stock(state, effect, seat))
    state.low = 0
    if state.left:
        state.victim = seat


def op_return(state: Necrohamster, effect: Effect) -> int:
    """Cards of the discard pile, while there are any that fit."""
    if not state.reach:
        state.reach = 1
        state.left = min(effect.n, count_of(state.discards, effect.kinds))
        return RECOVER if state.left else skip(state, effect)
    fits = any(state.discards[kind] for kind in effect.kinds if kind >= state.low)
    return RECOVER if state.left and fits else NOTHING


def op_summon(state: Necrohamster, effect: Effect) -> int:
    """A further summon (NH-ABILPH-03): asked while there is a hand, whatever is in it.

    What a hand holds is hidden, so that nobody may tell from the question being left out.
    """
    holds_cards = any(state.hands[mover(state)])
    if not state.reach:
        state.reach, state.left = 1, effect.n
        return CALL if holds_cards else skip(state, effect)
    return CALL if state.left and holds_cards else NOTHING


OPS: dict[str, Callable[[Necrohamster, Effect], int]] = {
    "draw": op_draw,
    "gain_artefact": op_gain_artefact,
    "discard_hand": op_hit,
    "discard_creature": op_hit,
    "steal_creature": op_hit,
    "return_from_discard": op_return,
    "extra_summon": op_summon,
}
