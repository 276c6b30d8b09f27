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
    """What ending the turn here adds: a token on each connected Location, biters, a nest."""
    rules = state.rules
    total = sum(
        danger(state, near, 1) - danger(state, near)
        for near in rules.map.near[place]
        if near != state.bear
    )
    pain = bites(state, minions(state, place))
    health = state.health[state.active]
    return total + 8 * pain + (200 if pain >= health else 0)


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
    """What the attacks could gain there: about ten for each colour matched, more where it is
    crowded, less for bites."""
    have, wild, worth = list(attacks), attacks[WILD], 0
    for token in bits_of(minions(state, place)):
        needed = bits_of(state.rules.colours[token] & ~state.hits[token])
        missing = [colour for colour in needed if not have[colour]]
        if len(missing) > wild:
            continue
        wild -= len(missing)
        for colour in needed:
            if have[colour]:
                have[colour] -= 1
        worth += 8 * len(needed) - 4 * bites(state, 1 << token) + danger(state, place) // 4
    return worth


def ways(state: HamHelsing, start: int, steps: int) -> list[int]:
    """Steps to each Location a character can reach, -1 for those out of reach; nests only if the
    character has health to spare."""
    near = state.rules.walks.near
    found = [-1] * LOCATIONS
    found[start] = 0
    edge = [start]
    spare = state.health[state.active] > 3
    for step in range(1, steps + 1):
        ahead = []
        for place in edge:
            for goal in near[place]:
                if found[goal] < 0 and (spare or not state.lost >> goal & 1):
                    found[goal] = step
                    ahead.append(goal)
        edge = ahead
    return found


def next_step(state: HamHelsing, goal: int) -> int:
    """The neighbour on a shortest way to a goal, without nests if possible."""
    start = state.at[state.active]
    away = state.rules.walks.away
    options = sorted(
        state.rules.walks.near[start],
        key=lambda place: (away[place][goal] + 2 * (state.lost >> place & 1), place),
    )
    return options[0]
