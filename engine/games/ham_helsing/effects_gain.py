"""Effects of Step 2: money, skills, bites for the Minions defeated (Gain Money, Skills, Bites)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import CHECK, HURT, SWEEP
from engine.games.ham_helsing.components_causes import BITE_GAIN, MONEY_BOUNTY, SKILL_BOUNTY
from engine.games.ham_helsing.effects_tracks import change_money, change_skill
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import bites
from engine.zones import Task


def take_gains(state: HamHelsing) -> None:
    """Money, then skills, then bites; both come before a knock-out (HH-GAIN-08).  Only biters bite,
    and only now (HH-BITE-02, -03).  All of it is the active character's alone (HH-SOLO-08, -13)."""
    pain = bites(state, state.beaten & ~state.safe)
    if state.beaten:
        gain_money(state, pain)
    gain_skills(state)
    owe(state.agenda, (HURT, state.active, pain, BITE_GAIN), (CHECK,), (SWEEP,))


def gain_money(state: HamHelsing, pain: int) -> None:
    """$1 for each colour on each defeated Minion (HH-GAIN-01, -02)."""
    who, pairs = state.active, state.rules.pairs
    singles = (state.beaten & ~pairs).bit_count()
    doubles = (state.beaten & pairs).bit_count()
    spared = bites(state, state.beaten) - pain
    emit(state, ev.GAIN_START, who, singles, doubles, pain, spared, int(state.rules.solo))
    change_money(state, who, singles + 2 * doubles, MONEY_BOUNTY)


def gain_skills(state: HamHelsing) -> None:
    """Each colour on each of them moves that skill by one (HH-GAIN-03)."""
    for colour in range(4):
        n = (state.beaten & state.rules.with_colour[colour]).bit_count()
        if n:
            change_skill(state, state.active, colour, n, SKILL_BOUNTY)


def sweep(state: HamHelsing, task: Task) -> None:
    """DO: defeated Minions are discarded, not put back into the bag (HH-GAIN-07)."""
    for token in bits_of(state.beaten):
        emit(state, ev.MINION_SWEPT, token)
    state.scrap |= state.beaten
    state.beaten = state.safe = 0
