"""Effects on the tracks of a character: health, money, skills; knock-outs and revival."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import LOWER, SHIELD
from engine.games.ham_helsing.components import AT_LAB, BOXED
from engine.games.ham_helsing.components_causes import (
    IN_PLAY,
    LAST_DAMAGE,
    SKILL_REVIVAL,
    TO_NEXT,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import lowerable
from engine.zones import Task

# --- health ----------------------------------------------------------------------------------


def hurt(state: HamHelsing, task: Task) -> None:
    """DO: one damage event.  Invisible Oink works by itself, then the Shield may be used.

    HH-LOC-SHIELD-01, -02: only Damage by a Minion or the Villain can be softened or blocked
    (HH-CARD-04, -05).  HH-KO-06: who lies takes none.
    """
    _, who, n, cause = task
    if n <= 0 or not state.health[who]:
        return
    if cause <= LAST_DAMAGE:
        if state.soften and who == state.active:
            less = min(n, state.soften)
            state.soften = 0
            n -= less
            emit(state, ev.DAMAGE_SOFTENED, who, less, n, cause, int(state.step != IN_PLAY))
            if n == 0:
                return
        if state.shield == who:
            owe(state.agenda, (SHIELD, who, n, cause))
            return
    lose_health(state, who, n, cause)


def lose_health(state: HamHelsing, who: int, n: int, cause: int) -> None:
    """Health falls, not below zero (HH-KO-06); at zero the figure is laid down (HH-KO-01).

    The end of the game is judged when the batch is over (HH-END-07).
    """
    lost = min(n, state.health[who])
    if not lost:
        return
    state.health[who] -= lost
    emit(state, ev.HEALTH_CHANGE, who, -lost, state.health[who], cause, state.at[who])
    if not state.health[who]:
        if who == state.active and IN_PLAY <= state.step <= TO_NEXT:
            state.fell = 1
        emit(state, ev.KO, who, cause)


def gain_health(state: HamHelsing, who: int, n: int, cause: int) -> None:
    """Health rises to the top of the track at most; who lies gains none (HH-KO-05)."""
    if state.health[who]:
        gained = min(n, state.rules.health_max[who] - state.health[who])
        state.health[who] += gained
        emit(state, ev.HEALTH_CHANGE, who, gained, state.health[who], cause, state.at[who])


def block_one(state: HamHelsing, who: int, n: int, cause: int) -> None:
    """The Shield takes one, and goes back to the Lab or, if that is lost, to the box
    (HH-LOC-SHIELD-03, HH-LOSE-14)."""
    lab_is_lost = state.lost >> state.rules.lab & 1
    state.shield = BOXED if lab_is_lost else AT_LAB
    emit(state, ev.SHIELD_BLOCK, who, cause, n, n - 1)
    emit(state, ev.SHIELD_RETURN, state.shield)
    lose_health(state, who, n - 1, cause)


def check(state: HamHelsing, task: Task) -> None:
    """DO: the end of a batch.  Villain at zero, or everybody down, decides the game
    (HH-END-01 to -03, -07); both sides' damage is in by now (HH-VFIGHT-14)."""
    if not state.dial or not any(state.health[who] for who in state.rules.crew):
        state.decided = 1


def revive(state: HamHelsing, who: int, how: int) -> None:
    """The figure stands up at half its track (HH-REVIVE-06)."""
    state.health[who] = state.rules.revived[who]
    emit(state, ev.REVIVED, who, how, state.health[who], state.active, state.at[who])


def revive_oneself(state: HamHelsing, who: int, how: int) -> None:
    """Each skill falls by one, not below its start (HH-REVIVE-02, -03)."""
    for colour in range(4):
        change_skill(state, who, colour, -1, SKILL_REVIVAL)
    revive(state, who, how)


# --- money -----------------------------------------------------------------------------------


def change_money(state: HamHelsing, who: int, n: int, cause: int) -> None:
    """Money stays between nothing and the end of its track (HH-ICON-04, HH-EFFECT-03)."""
    left = max(0, min(state.rules.money_max[who], state.money[who] + n))
    changed = left - state.money[who]
    state.money[who] = left
    emit(state, ev.MONEY_CHANGE, who, changed, left, cause)


# --- skills ----------------------------------------------------------------------------------


def change_skill(state: HamHelsing, who: int, colour: int, n: int, cause: int) -> None:
    """A skill stays between its start and its maximum (HH-SKILL-05, -06)."""
    at = 4 * who + colour
    level = max(0, min(state.rules.skill_max[at], state.skill[at] + n))
    changed = level - state.skill[at]
    state.skill[at] = level
    emit(state, ev.SKILL_CHANGE, who, colour, changed, level, cause)


def lowering(state: HamHelsing, task: Task) -> None:
    """DO: a character lowers one skill; the seat is asked if there is a choice.

    Nothing happens if none can fall (HH-EFFECT-04, HH-ROBO-03).
    """
    _, who, highest, cause = task
    able = lowerable(state, who, bool(highest))
    if len(able) == 1:
        lower(state, who, able[0], highest, cause)
    elif able:
        owe(state.agenda, (LOWER, who, highest, cause))


def lower(state: HamHelsing, who: int, colour: int, highest: int, cause: int) -> None:
    """One skill falls by one; why it was that one is said for Robo-Knight's power."""
    if highest:
        room = state.rules.skill_max[4 * who + colour] - state.skill[4 * who + colour]
        emit(state, ev.HIGHEST_SKILL, who, colour, room)
    change_skill(state, who, colour, -1, cause)
