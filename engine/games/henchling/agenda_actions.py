"""An action from its announcement to its end (3 Action, Reactions, Ability Requirements).

Announced with source and targets; answered; looked at again; paid; carried out (HE-ABIL-04).  An
action's task is (kind, seat, action, source, ability, first target, second target, via): `via` is
the card whose ability it is, the source itself or an enhancer that grants it.
"""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling import events_fight as evf
from engine.games.henchling.agenda_cards import arrive
from engine.games.henchling.components import (
    ANNOUNCE,
    ARRIVING,
    AS_PAYMENT,
    ATTACK,
    BACK0,
    CARRY_OUT,
    CHOOSE,
    DISCARD,
    EFFECT,
    FACE_DOWN,
    GONE,
    IS_TILTED,
    NO_HOST,
    NO_TARGET,
    NOBODY_CHOSEN,
    NONE,
    PAID,
    PLAY,
    REACT,
    SEAT0,
    SPELL_WINDOW,
    SPENT,
    SPRING,
    TAKEN_OVER,
    TEXT,
    UNMET,
    UNPAID,
    USE,
    WINDOW,
    Pay,
)
from engine.games.henchling.effects import count_use, flip, leave, tilt
from engine.games.henchling.effects_damage import strike_at
from engine.games.henchling.effects_ops import lose_card, run_effect
from engine.games.henchling.schema import CARDS
from engine.games.henchling.schema_words import ATTACKED, SPELL, W_ABILITY, W_ATTACK
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    controller,
    cost_of,
    design,
    face_up,
    henchlings,
    holds,
    in_play,
    modifiers,
    opponents,
    tables,
    waiting,
)
from engine.games.henchling.table_targets import (
    can_fill,
    can_pay,
    marked,
    reach,
    reactions,
    selectors,
    still_fit,
)
from engine.zones import Task

# --- naming targets, announcing (HE-TILT-03) -------------------------------------------------


def begin(state: Henchling, seat: int, action: int, source: int, number: int, via: int) -> None:
    """Somebody acts: targets are asked for, if there are any, and then it is announced."""
    task = (CHOOSE, seat, action, source, number, NONE, NONE, via)
    if slots_of(state, action, source, number):
        state.agenda.append(task)
    else:
        go_on(state, task)


def slots_of(state: Henchling, action: int, source: int, number: int) -> int:
    """How many targets an action names."""
    if action == PLAY and number == NONE:
        return len(state.rules.needs[source])
    return len(selectors(state, source, number))


def name_target(state: Henchling, target: int) -> None:
    """One target more; both of them before anything else happens."""
    kind, seat, action, source, number, first, _, via = state.agenda.pop()
    if first != NONE:
        go_on(state, (kind, seat, action, source, number, first, target, via))
    elif slots_of(state, action, source, number) == 2:
        state.agenda.append((kind, seat, action, source, number, target, NONE, via))
    else:
        go_on(state, (kind, seat, action, source, number, target, NONE, via))


def go_on(state: Henchling, task: Task) -> None:
    """Everything is named: a Reaction and a card's text work at once, the rest is announced."""
    _, seat, action, source, number, first, second, _ = task
    if action == REACT:
        answer(state, task)
    elif action == TEXT:
        state.agenda.append((EFFECT, seat, source, number, 0, first, second, 0))
    elif slots_of(state, action, source, number):
        announce(state, task)
    else:
        # The action row looks first whether one more may be announced (HE-LIMIT-06).
        owe(state.agenda, (ANNOUNCE, *task[1:]))


def shown(state: Henchling, target: int) -> int:
    """A target as everybody may know it: a face-down card by its place (HE-FLIP-03)."""
    return BACK0 + state.backs.index(target) if target in state.backs else target


def announce(state: Henchling, task: Task) -> None:
    """DO: said aloud; a play is paid at once (HE-PLAY-01); then opponents may answer."""
    _, seat, action, source, *_ = task
    state.announced += 1
    if state.sink is not None:
        say_action(state, task)
    if action == PLAY:
        pay_for_card(state, seat, source)
    asked, further = windows(state, seat, action, source), (CARRY_OUT, *task[1:])
    if asked:
        owe(state.agenda, *asked, further)
    else:
        # Nobody can answer: carried out at once.
        carry_out(state, further)


def say_action(state: Henchling, task: Task) -> None:
    """The event of an announcement: kind, source and targets (HE-TILT-03, HE-TOKEN-01)."""
    _, seat, action, source, number, first, second, _ = task
    token = int(source >= CARDS or CARDS <= first < SEAT0)
    targets = shown(state, first), shown(state, second)
    emit(state, ev.ACTION_ANNOUNCED, action, seat, source, number, *targets, state.announced, token)


def pay_for_card(state: Henchling, seat: int, card: int) -> None:
    """The cost as it is now; the card counts as being played."""
    cost = cost_of(state, card, modifiers(state, "cost_mod", seat))
    state.purse -= cost
    state.playing = card
    emit(state, ev.COST_PAID, PLAY, seat, card, cost, state.purse)


def windows(state: Henchling, seat: int, action: int, source: int) -> list[Task]:
    """Each living opponent, clockwise, is asked once (HE-REACT-02), if any has a Reaction card.

    Every spell may be answered but those that say otherwise (HE-SPELL-03).
    """
    theirs = marked(state, state.rules.reactions, "reaction") & tables(state)
    if not theirs & ~state.tables[seat]:
        return []
    made = design(state, source)
    if action == PLAY and made.no_reaction:
        return []
    kind = SPELL_WINDOW if action == PLAY and made.type == SPELL else WINDOW
    return [(kind, other) for other in opponents(state, seat)]


def may_react(state: Henchling, task: Task) -> bool:
    """A seat without a usable Reaction is not asked (HE-REACT-02)."""
    return bool(reactions(state, task[1]))


# --- after the window (HE-REACT-08) ----------------------------------------------------------


def carry_out(state: Henchling, task: Task) -> None:
    """DO: the action goes on as far as its source and targets are still fit."""
    action = task[2]
    if action == PLAY:
        carry_play(state, task)
    elif action == ATTACK:
        carry_attack(state, task)
    else:
        carry_use(state, task)


def prevent(state: Henchling, task: Task, reason: int) -> None:
    """The action stops, or does nothing to unfit targets."""
    _, seat, action, source, *_ = task
    spell = action == PLAY and design(state, source).type == SPELL
    emit(state, ev.ACTION_PREVENTED, action, seat, source, reason, int(spell))


def unfit_source(state: Henchling, seat: int, source: int) -> int:
    """Why a card in play can no longer do what was announced; -1 if it can."""
    if not in_play(state) >> source & 1:
        return GONE
    if controller(state, source) != seat:
        return TAKEN_OVER
    return FACE_DOWN if source in state.backs else NONE


def all_unfit(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Targets were named, and none of them is fit any more."""
    named = [target for target in before if target not in (NONE, NOBODY_CHOSEN)]
    return bool(named) and all(target in (NONE, NOBODY_CHOSEN) for target in after)


def carry_play(state: Henchling, task: Task) -> None:
    """A permanent arrives, an enhancer on a host that is still fit."""
    _, seat, _, card, _, host, _, _ = task
    sort = design(state, card).type
    if sort == SPELL:
        carry_spell(state, task)
    elif host != NONE and still_fit(state, seat, card, NONE, (host, NONE))[0] != host:
        prevent(state, task, NO_HOST)
        lose_card(state, seat, card)
    else:
        arrive(state, (ARRIVING, seat, card, host, waiting(state, sort)))


def carry_spell(state: Henchling, task: Task) -> None:
    """A spell works and is spent; it is spent too if nothing it names is fit (HE-SPELL-04).

    It does nothing to a target that is unfit; what names no target happens all the same.
    """
    _, seat, _, card, number, *named, _ = task
    fit = still_fit(state, seat, card, number, (named[0], named[1]))
    if all_unfit((named[0], named[1]), fit):
        prevent(state, task, NO_TARGET)
    state.agenda.append((SPENT, seat, card, waiting(state, SPELL)))
    run_effect(state, (EFFECT, seat, card, number, 0, *fit, 0))


def carry_attack(state: Henchling, task: Task) -> None:
    """The attacker tilts, then damage is dealt (HE-ATK-02); an unfit target is spared."""
    _, seat, _, card, _, target, _, _ = task
    reason = unfit_attacker(state, seat, card)
    if reason != NONE:
        prevent(state, task, reason)
        return
    seen = waiting(state, W_ATTACK)
    tilt(state, card, False)
    if not reach(state, seat, card, ATTACKED) >> target & 1:
        prevent(state, task, NO_TARGET)
        return
    emit(state, evf.ATTACK_MADE, card, target, seat)
    if seen:
        state.agenda.append((SPRING, NONE, W_ATTACK, card, seat, seen))
    strike_at(state, card, target)


def unfit_attacker(state: Henchling, seat: int, card: int) -> int:
    """Why an attack stops: the source as for any action, and it must be untilted (HE-ATK-03)."""
    reason = unfit_source(state, seat, card)
    return IS_TILTED if reason == NONE and state.tilted >> card & 1 else reason


def carry_use(state: Henchling, task: Task) -> None:
    """All payments or none (HE-REQ-01); nothing is done to targets that are unfit (HE-REACT-08)."""
    _, seat, _, source, number, first, second, via = task
    reason = unfit_use(state, seat, source, number, via)
    if reason != NONE:
        prevent(state, task, reason)
        return
    fit = still_fit(state, seat, source, number, (first, second))
    if all_unfit((first, second), fit):
        prevent(state, task, NO_TARGET)
    use(state, task, fit)


def unfit_use(state: Henchling, seat: int, source: int, number: int, via: int) -> int:
    """HE-REQ-01, HE-REACT-06: source, granting card, conditions and payments once more."""
    reason = unfit_source(state, seat, source)
    if reason != NONE:
        return reason
    if via != source and not (state.host[via] == source and face_up(state) >> via & 1):
        return GONE
    known = state.rules.abilities[number]
    if known.pay.tilt and state.tilted >> source & 1:
        return IS_TILTED
    if not holds(state, known.conditions, seat, via):
        return UNMET
    return NONE if can_pay(state, seat, source, known, via) else UNPAID


# --- paying and doing (HE-REQ-01, -02) -------------------------------------------------------


def use(state: Henchling, task: Task, fit: tuple[int, int]) -> None:
    """Pay everything, do the effect, then texts that the payment raised, then waiting traps."""
    _, seat, action, source, number, _, _, via = task
    seen, known = waiting(state, W_ABILITY), state.rules.abilities[number]
    owed = pay(state, seat, source, number, via)
    if seen:
        state.agenda.append((SPRING, NONE, W_ABILITY, source, seat, seen))
    owe(state.agenda, *owed)
    effect = (EFFECT, seat, source, number, 0, *fit, int(action == REACT))
    if known.pay.discard:
        owe(state.agenda, (DISCARD, seat, known.pay.discard, NONE, AS_PAYMENT, 0), effect)
    else:
        run_effect(state, effect)


def pay(state: Henchling, seat: int, source: int, number: int, via: int) -> list[Task]:
    """Every payment but the hand cards, which are chosen; Leave texts this raises."""
    known = state.rules.abilities[number]
    cost = known.pay
    if cost.tilt:
        tilt(state, source, False)
    if cost.free:
        count_use(state, via, known.place)
    pay_coins(state, seat, source, cost)
    if cost.flip_this:
        flip(state, source, seat)
    emit(state, ev.ABILITY_PAID, seat, source, via, number, int(cost.tilt), int(cost.free))
    if not cost.destroy_this:
        return []
    emit(state, evc.CARD_DESTROYED, source, seat, PAID, source)
    return leave(state, (source,), PAID)


def pay_coins(state: Henchling, seat: int, source: int, cost: Pay) -> None:
    """Money from the purse (HE-COST-01), counters from the card."""
    if cost.money:
        state.purse -= cost.money
        emit(state, ev.COST_PAID, USE, seat, source, cost.money, state.purse)
    if cost.counters:
        state.coins[source] -= cost.counters
        emit(state, evc.COUNTER_REMOVED, source, cost.counters, state.coins[source])


def answer(state: Henchling, task: Task) -> None:
    """A Reaction works at once and cannot be answered (HE-REACT-02, -04, -10)."""
    _, seat, _, source, number, first, second, _ = task
    if state.sink is not None:
        targets = shown(state, first), shown(state, second)
        emit(state, ev.REACTION_USED, seat, source, number, *targets, *answered(state))
    use(state, task, (first, second))


def answered(state: Henchling) -> tuple[int, int]:
    """The action whose window is open: its kind and its source."""
    for task in state.agenda:
        if task[0] == CARRY_OUT:
            return task[2], task[3]
    return NONE, NONE


def trigger(state: Henchling, task: Task) -> None:
    """DO: an Arrive or Leave text that was triggered; without its targets it does nothing."""
    _, seat, card, number = task
    if not state.rules.abilities[number].slots:
        state.agenda.append((EFFECT, seat, card, number, 0, NONE, NONE, 0))
    elif can_fill(state, seat, card, state.rules.slots[number], henchlings(state)):
        begin(state, seat, TEXT, card, number, card)
