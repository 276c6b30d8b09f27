"""Effects on Locations: entering, limits, losing one (Movement, Step 5, Losing a Location)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import ARRIVE, FOLLOW, LOSE_PLACE
from engine.games.ham_helsing.components import AT_LAB, BOXED, NONE
from engine.games.ham_helsing.components_causes import (
    CARRIED_NEST,
    ENTER_BITERS,
    ENTER_NEST,
    ENTER_VILLAIN,
    LOCATION_LOST,
    MOVED_NEST,
)
from engine.games.ham_helsing.effects_tracks import check, lose_health
from engine.games.ham_helsing.schema_words import NESTS
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import bites, clockwise, crowd, minions, now, others_here
from engine.zones import Task

# --- entering (HH-MOVE-01 to -06, HH-ABIL-02, -03) -------------------------------------------


def walk_to(state: HamHelsing, goal: int) -> None:
    """The active character takes one path; Minions and the Villain do not stop it (HH-MOVE-03).

    Then companions of Lobos may follow, and entering is paid for (HH-MOVE-05, HH-LOSE-06).
    """
    who, origin = state.active, state.at[state.active]
    companions = left_behind(state)
    state.village = 0
    enter(state, who, origin, goal, NONE)
    if state.rules.carries[who] and companions:
        emit(state, ev.ABILITY_USE, who, 0)
        owe(state.agenda, (FOLLOW, companions, 1 << who, origin, goal))
    else:
        arrive(state, (ARRIVE, 1 << who, goal))


def left_behind(state: HamHelsing) -> int:
    """Conscious companions in the Location that is left, as a set."""
    return sum(1 << other for other in others_here(state))


def carry(state: HamHelsing, who: int, origin: int, goal: int) -> None:
    """A willing companion travels along without a point of movement (HH-ABIL-03)."""
    enter(state, who, origin, goal, state.active)


def enter(state: HamHelsing, who: int, origin: int, goal: int, carrier: int) -> None:
    """A figure is put on a connected Location."""
    state.at[who] = goal
    wrap = state.rules.walks.wraps[origin] >> goal & 1
    lost = state.lost >> goal & 1
    emit(state, ev.MOVE_ENTER, who, origin, goal, carrier, wrap, joined(state, origin, goal), lost)


def joined(state: HamHelsing, origin: int, goal: int) -> int:
    """1 if only the junction of wraparound paths joins the two (HH-SYB-11)."""
    return int(not state.rules.printed.mask[origin] >> goal & 1)


def arrive(state: HamHelsing, task: Task) -> None:
    """DO: what entering costs, as one batch: a nest (HH-MOVE-05, -06), and under the harder rules
    the Villain's or biters' company (HH-SPICY-06, -07)."""
    _, movers, goal = task
    losses = losses_of(state, movers, goal)
    for who, cause in losses:
        carried = cause == ENTER_NEST and who != state.active
        lose_health(state, who, 1, CARRIED_NEST if carried else cause)
    if losses:
        check(state, task)


def losses_of(state: HamHelsing, movers: int, goal: int) -> list[tuple[int, int]]:
    """(who, cause) of every loss, as things stand before the first is taken."""
    entering = [who for who in clockwise(state) if movers >> who & 1]
    return [(who, cause) for who in entering for cause in entry_losses(state, who, goal)]


def entry_losses(state: HamHelsing, who: int, goal: int) -> list[int]:
    """Why a character that enters loses 1 health, each by itself; leaving costs nothing
    (HH-LOSE-07).  None of it is Damage that the Shield could block (HH-LOC-SHIELD-02)."""
    found = []
    if state.lost >> goal & 1 and not (who == state.active and state.skates):
        found.append(ENTER_NEST)
    if state.rules.villain_hurts and state.villain == goal:
        found.append(ENTER_VILLAIN)
    if state.rules.biters_hurt and bites(state, minions(state, goal)):
        found.append(ENTER_BITERS)
    return found


# --- limits (HH-LIMIT-01 to -06, HH-VLIM-01) -------------------------------------------------


def check_limits(state: HamHelsing) -> None:
    """Owe the loss of every Location with more Minions than its limit.

    Mud Canyon comes first: with it the game is lost (HH-END-06).  Without limits nothing is lost
    (HH-SYB-03, -04).
    """
    over = exceeded(state) if state.rules.limits else []
    if state.rules.canyon in over:
        state.decided = 1
    else:
        owe(state.agenda, *((LOSE_PLACE, place) for place in over))


def exceeded(state: HamHelsing) -> list[int]:
    """Locations over their limit; equality is safe, and a lost Location has none (HH-LOSE-10)."""
    over, during = [], now(state)
    for place, limit in enumerate(state.rules.limit):
        if not state.lost >> place & 1:
            count = crowd(state, place)
            emit(state, ev.LIMIT_CHECK, place, count, limit, during)
            if count > limit:
                over.append(place)
    return over


def lose_place(state: HamHelsing, task: Task) -> None:
    """DO: a Location is lost for good: figures to the Cavern, a nest on it (HH-LOSE-01 to -05)."""
    place = task[1]
    tell_loss(state, place)
    state.lost |= 1 << place
    drive_out(state, standing(state, place), place)
    lay_nest(state, place)
    lose_shield(state, place)
    check(state, task)


def tell_loss(state: HamHelsing, place: int) -> None:
    """Tell that a Location is lost, and what is on it."""
    rules = state.rules
    emit(state, ev.LOCATION_LOST, place, crowd(state, place), rules.limit[place], state.shield,
         rules.power_at[place], len(standing(state, place)))  # fmt: skip


def standing(state: HamHelsing, place: int) -> list[int]:
    """Who is there, from the active player on."""
    return [who for who in clockwise(state) if state.at[who] == place]


def drive_out(state: HamHelsing, here: list[int], place: int) -> None:
    """Everybody there loses 1 health, then goes to the Cavern, unless this is the Cavern."""
    for who in here:
        lose_health(state, who, 1, LOCATION_LOST)
    if place != state.rules.cavern:
        for who in here:
            relocate(state, who)


def lose_shield(state: HamHelsing, place: int) -> None:
    """A Shield that lies in the Lab leaves the game with it; one that is held stays (HH-LOSE-13,
    -14)."""
    if place == state.rules.lab and state.shield == AT_LAB:
        state.shield = BOXED
        emit(state, ev.SHIELD_REMOVE, place)


def relocate(state: HamHelsing, who: int) -> None:
    """A figure is put into the Cavern, who lies without loss; a nest there costs one more
    (HH-LOSE-02, -03, HH-MOVE-06)."""
    cavern = state.rules.cavern
    origin, state.at[who] = state.at[who], cavern
    emit(state, ev.CHAR_RELOCATE, who, origin, cavern, state.lost >> cavern & 1)
    for cause in entry_losses(state, who, cavern):
        lose_health(state, who, 1, MOVED_NEST if cause == ENTER_NEST else cause)


def lay_nest(state: HamHelsing, place: int) -> None:
    """The top nest of the Villain board covers the Location and may bare a power (HH-LOSE-04).

    A ninth loss finds no token (HH-COMP-07).
    """
    number = state.lost.bit_count() - 1
    token = number if number < NESTS else NONE
    emit(state, ev.NEST_PLACE, place, token, state.rules.power_at[place])
    if token >= 0 and state.rules.board:
        bare_power(state, state.rules.nest_slots[token])


def bare_power(state: HamHelsing, power: int) -> None:
    """A power that a nest covered is in force for the rest of the game (HH-LOSE-11, -12)."""
    if power >= 0 and not state.shown >> power & 1:
        state.shown |= 1 << power
        emit(state, ev.POWER_REVEAL, power, state.round, now(state))
