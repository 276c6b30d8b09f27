"""Effects on Minions and Knuckles: hits and defeats, scaring, the bear (Combat, Knuckles).

Defeating matches colours and pays (HH-SCARE-01), scaring does neither; Knuckles has no health
(HH-KNUCK-13).
"""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import BEAR_END, SCARE, SEND
from engine.games.ham_helsing.components import LOCATIONS, MINION_SET, NONE
from engine.games.ham_helsing.components_causes import (
    HOME_MINIONS,
    SCARE_KNUCKLES,
    SCARE_REWARD,
    SCARE_TEXT,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import bear_goals, bites, minions, place_of
from engine.zones import Task

USUAL_SCARES, EVERY_SCARE = 2, 60

# --- defeating (HH-FIGHT-01 to -09, HH-BITE-04) ----------------------------------------------


def strike_minion(state: HamHelsing, token: int, colour: int, ranged: bool, how: int) -> None:
    """One colour of a Minion is matched; with all of them it is defeated (HH-FIGHT-02, -03).

    `how` says what it was made with; a colourless point of the Katana matches any colour.
    """
    place = place_of(state, token)
    state.hits[token] |= 1 << colour
    emit(state, ev.MINION_HIT, token, colour, place, int(ranged), how)
    if state.rules.either or state.hits[token] == state.rules.colours[token]:
        defeat(state, token, place, ranged, how)


def defeat(state: HamHelsing, token: int, place: int, ranged: bool, how: int) -> None:
    """It waits by the player's board until the gain step (HH-FIGHT-08); no bite follows if the
    last hit came from a distance (HH-BITE-04, HH-CARD-03)."""
    bit = 1 << token
    matched = state.hits[token].bit_count()
    state.hits[token] = 0
    state.board[place] &= ~bit
    state.beaten |= bit
    if ranged:
        state.safe |= bit
    emit(state, ev.MINION_DEFEAT, token, place, state.rules.count_of[token], matched,
         int(ranged), int(ranged and bites(state, bit) > 0), how)  # fmt: skip


# --- scaring (HH-SCARE-02, -03, HH-KNUCK-04 to -06) ------------------------------------------


def scare_token(state: HamHelsing, token: int, cause: int) -> None:
    """A Minion leaves without colours matched; it pays only if a text says so."""
    place = place_of(state, token)
    bit = 1 << token
    pays = state.bounty > 0 and cause != SCARE_REWARD
    state.hits[token] = 0
    state.board[place] &= ~bit
    if pays:
        state.bounty -= 1
        state.beaten |= bit
        state.safe |= bit
    else:
        state.scrap |= bit
    emit(state, ev.MINION_SCARE, token, place, cause, int(pays))


def scare_candidates(state: HamHelsing, place: int, colours: int, last: int) -> list[int]:
    """Minions of a Location (of all, for -1) that contain one of the colours, above `last`."""
    if place >= 0:
        tokens = minions(state, place)
    else:
        tokens = 0
        for at in range(LOCATIONS):
            tokens |= state.board[at] & MINION_SET
    tokens &= -1 << last + 1
    if colours == (1 << 4) - 1:
        return bits_of(tokens)
    known = state.rules.colours
    return [token for token in bits_of(tokens) if known[token] & colours]


def owe_scares(state: HamHelsing, n: int, place: int, colours: int, cause: int) -> None:
    """Scare n Minions, as many as there are; who chooses is asked if there are more."""
    found = scare_candidates(state, place, colours, NONE)
    if len(found) > n:
        owe(state.agenda, (SCARE, n, NONE, place, colours, cause))
    else:
        for token in found:
            scare_token(state, token, cause)


# --- Knuckles (HH-KNUCK-01 to -12) -----------------------------------------------------------


def use_bear(state: HamHelsing) -> None:
    """One ordinary use: two Minions of one Location (HH-ICON-09, HH-LOC-SNACK-01)."""
    if not wakes(state):
        owe(state.agenda, (SEND, USUAL_SCARES, 0, 0, NONE, 1))


def wakes(state: HamHelsing) -> bool:
    """A hibernating Knuckles only wakes: the use is over, nothing else happens (HH-HEN-04)."""
    if not state.asleep:
        return False
    state.asleep = 0
    emit(state, ev.KNUCKLES_WAKE, state.bear)
    return True


def has_a_goal(state: HamHelsing, task: Task) -> bool:
    """Some Location may be named for Knuckles."""
    return bool(bear_goals(state, task[4]))


def send_bear(state: HamHelsing, goal: int, n: int, everyone: int, stays: int) -> None:
    """Knuckles moves to any Location (HH-KNUCK-01) and scares Minions there (HH-KNUCK-04)."""
    emit(state, ev.KNUCKLES_MOVE, state.bear, goal, state.lost >> goal & 1)
    state.bear = goal
    owe(state.agenda, (BEAR_END, stays))
    owe_scares(state, EVERY_SCARE if everyone else n, goal, 15, SCARE_KNUCKLES)


def bear_end(state: HamHelsing, task: Task) -> None:
    """DO: with Minions left he goes home, unless the text keeps him; else he guards the Location
    (HH-KNUCK-07, -08, HH-CARD-01, -06)."""
    left = minions(state, state.bear).bit_count()
    if left and not task[1]:
        send_home(state, HOME_MINIONS)
    else:
        emit(state, ev.KNUCKLES_STAY, state.bear, left, task[1], int(state.bear == state.villain))


def send_home(state: HamHelsing, cause: int) -> None:
    """Back to his starting position, which is no Location; awake (HH-HEN-03)."""
    emit(state, ev.KNUCKLES_RETURN, state.bear, cause)
    state.bear = NONE
    state.asleep = 0


def scare_here(state: HamHelsing, n: int, place: int) -> None:
    """A text scares Minions of one Location."""
    owe_scares(state, n, place, 15, SCARE_TEXT)
