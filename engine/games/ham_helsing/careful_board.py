"""What a careful player reads off the board: danger, ways, strength (Strategy Tips)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.fields import bits_of
from engine.games.ham_helsing.components import LOCATIONS, MOVE, PLACES, WILD
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import bites, crowd, is_levelled, minions, open_icons, points_at

# Worths are in tenths of a point of Villain damage.
LOST_WORTH, CANYON_WORTH = 60, 400


@dataclass(frozen=True)
class Taste:
    """What a player of this sort cares for: the fight, buying, keeping cards and health."""

    fights: bool = True
    buys: bool = True
    stacks: bool = False
    heals: bool = True
    scares: bool = True


def danger(state: HamHelsing, place: int, more: int = 0) -> int:
    """How much it hurts that a Location holds its Minions and `more`; a lost one hurts no more."""
    if state.lost >> place & 1 or not state.rules.limits:
        return 0
    worth = CANYON_WORTH if place == state.rules.canyon else LOST_WORTH
    room = state.rules.limit[place] - crowd(state, place) - more
    return worth * (10, 6, 3, 1)[room] // 10 if 0 <= room < 4 else (worth * 2 if room < 0 else 0)


def threat_from(state: HamHelsing, place: int) -> int:
    """What ending the turn here adds: a token on each connected Location, and biters."""
    near = [other for other in state.rules.map.near[place] if other != state.bear]
    total = sum(danger(state, other, 1) - danger(state, other) for other in near)
    pain = bites(state, minions(state, place))
    return total + 8 * pain + (200 if pain >= state.health[state.active] else 0)


def moves_left(state: HamHelsing) -> int:
    """Movement points in hand, in play and on the board."""
    base = 0 if state.base else state.rules.base_move[state.active]
    icons = [points_at(state, at // PLACES, at % PLACES)
             for at, kind in open_icons(state) if kind == MOVE]  # fmt: skip
    return state.steps + base + sum(icons)


def attacks_left(state: HamHelsing) -> list[int]:
    """Attack points in hand and play by colour, wild last, skills included."""
    found = list(state.loose)
    for _, kind in open_icons(state):
        if kind <= WILD:
            found[kind] += 1
    for colour in range(4):
        if is_levelled(state, state.active, colour) and not state.skills >> colour & 1:
            found[colour] += 1
    return found


def kills_at(state: HamHelsing, place: int, attacks: list[int]) -> int:
    """What the attacks could gain there, Minion by Minion."""
    have, worth = list(attacks), 0
    for token in bits_of(minions(state, place)):
        needed = bits_of(state.rules.colours[token] & ~state.hits[token])
        if can_pay(have, needed):
            worth += kill_worth(state, token, place)
    return worth


def can_pay(have: list[int], needed: list[int]) -> bool:
    """Whether attacks match the colours, wilds for those that are missing; they are then spent."""
    missing = sum(not have[colour] for colour in needed)
    if missing > have[WILD]:
        return False
    have[WILD] -= missing
    for colour in needed:
        have[colour] = max(0, have[colour] - 1)
    return True


def kill_worth(state: HamHelsing, token: int, place: int) -> int:
    """Eight for each colour, more where it is crowded, less for bites."""
    bite = 4 * bites(state, 1 << token)
    return 8 * state.rules.count_of[token] - bite + danger(state, place) // 4


def ways(state: HamHelsing, start: int, steps: int) -> list[int]:
    """Steps to each Location a character can reach, -1 for those out of reach."""
    found = [-1] * LOCATIONS
    found[start] = 0
    edge = [start]
    for step in range(1, steps + 1):
        edge = [goal for goal in beyond(state, edge) if found[goal] < 0]
        for goal in edge:
            found[goal] = step
    return found


def beyond(state: HamHelsing, edge: list[int]) -> list[int]:
    """Locations next to these, ascending; nests only if there is health to spare."""
    spare = state.health[state.active] > 3
    reached = 0
    for place in edge:
        reached |= state.rules.walks.mask[place]
    return bits_of(reached if spare else reached & ~state.lost)


def next_step(state: HamHelsing, goal: int) -> int:
    """The neighbour on a shortest way to a goal, without nests if possible."""
    start = state.at[state.active]
    away = state.rules.walks.away
    options = sorted(
        state.rules.walks.near[start],
        key=lambda place: (away[place][goal] + 2 * (state.lost >> place & 1), place),
    )
    return options[0]
