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
    and only now (HH-BITE-02, -03).  They are the
    active character's alone (HH-SOLO-08, -13)."""
    who, rules = state.active, state.rules
    beaten = state.beaten
    singles = (beaten & ~rules.pairs).bit_count()
    doubles = (beaten & rules.pairs).bit_count()
    pain = bites(state, beaten & ~state.safe)
    if beaten:
        emit(state, ev.GAIN_START, who, singles, doubles, pain,
             bites(state, beaten) - pain, int(rules.solo))  # fmt: skip
        change_money(state, who, singles + 2 * doubles, MONEY_BOUNTY)
    for colour in range(4):
        n = (beaten & rules.with_colour[colour]).bit_count()
        if n:
            change_skill(state, who, colour, n, SKILL_BOUNTY)
    owe(state.agenda, (HURT, who, pain, BITE_GAIN), (CHECK,), (SWEEP,))


def sweep(state: HamHelsing, task: Task) -> None:
    """DO: defeated Minions are discarded, not put back into the bag (HH-GAIN-07)."""
    for token in bits_of(state.beaten):
        emit(state, ev.MINION_SWEPT, token)
    state.scrap |= state.beaten
    state.beaten = state.safe = 0
