"""Effects of tokens: placing them, the bag, Minion Effects (Step 4, Minion Effects)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import (
    CHECK,
    COVER,
    DRAIN,
    HURT,
    LOW_BITS,
    LOW_SET,
    LOWERING,
    MOVE,
    ORDER,
    PLACING,
    PUT,
    RESOLVE,
    SHIFT,
    TOKEN,
    TOKEN_DONE,
)
from engine.games.ham_helsing.components import LOCATIONS, MINIONS
from engine.games.ham_helsing.components_causes import (
    BY_SPAWN,
    BY_STEP,
    CROWD,
    MONEY_EFFECT,
    MOVE_EFFECT,
    MOVE_PULL,
    SKILL_EFFECT,
)
from engine.games.ham_helsing.effects_tracks import change_money
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import (
    clockwise,
    company,
    coverable,
    crowd,
    figures,
    now,
    place_of,
)
from engine.zones import Task

# --- placing (HH-PLACE-01 to -08) ------------------------------------------------------------


def place_on(state: HamHelsing, goals: int, by: int, box: int = 0) -> None:
    """Owe one token for each Location of a set; `box` is the Villain's text box, 0 for none."""
    owe(state.agenda, (PLACING, goals & LOW_SET, goals >> LOW_BITS, by, box))


def placing(state: HamHelsing, task: Task) -> None:
    """DO: the next Location gets its token, none where Knuckles stands (HH-PLACE-03).

    In step 4 the seat may be asked for the order (HH-PLACE-08); the last is no choice.
    """
    _, low, high, by, box = task
    goals = low | high << LOW_BITS
    if state.bear >= 0 and goals >> state.bear & 1:
        goals &= ~(1 << state.bear)
        emit(state, ev.TOKEN_BARRED, state.bear, by)
    if not goals:
        return
    if by == BY_STEP and state.rules.choose_order and goals & (goals - 1):
        owe(state.agenda, (ORDER, goals & LOW_SET, goals >> LOW_BITS))
        return
    first = goals & -goals
    rest = goals ^ first
    owe(
        state.agenda,
        (PUT, first.bit_length() - 1, by, box),
        (PLACING, rest & LOW_SET, rest >> LOW_BITS, by, box),
    )


def put(state: HamHelsing, task: Task) -> None:
    """DO: one token on a Location.  An empty bag is filled from the discard when a token is
    needed; if that is empty too, nothing is placed (HH-PLACE-06)."""
    _, place, by, box = task
    if place == state.bear:
        emit(state, ev.TOKEN_BARRED, place, by)
        return
    if not state.bag:
        if not state.scrap:
            emit(state, ev.TOKEN_SHORTAGE, place, by)
            return
        state.bag, state.scrap = state.scrap, 0
        emit(state, ev.BAG_REFILL, state.bag.bit_count())
    owe(state.agenda, (TOKEN, place, by, box))


def place_token(state: HamHelsing, token: int, place: int, by: int, box: int) -> None:
    """A drawn token lies on its Location; an Effect waits, or resolves at once if the power says
    so, and then what it drew (HH-PLACE-04, HH-EFFECT-02, HH-HEN-02)."""
    state.bag &= ~(1 << token)
    state.board[place] |= 1 << token
    if state.sink is not None:
        from_here = by == BY_STEP and state.rules.map.wraps[state.at[state.active]] >> place & 1
        emit(state, ev.TOKEN_DRAW, token)
        emit(state, ev.TOKEN_PLACE, token, place, by, int(box > 0), int(from_here),
             state.lost >> place & 1, int(not state.health[state.active]))  # fmt: skip
    if token < MINIONS:
        return
    if box:
        owe(state.agenda, (RESOLVE, token, box), (DRAIN,))
    else:
        state.queue.append(token)


# --- Minion Effects (HH-EFFECT-01 to -15) ----------------------------------------------------


def drain(state: HamHelsing, task: Task) -> None:
    """DO: Effects in the order drawn; those they draw join the end (HH-EFFECT-02)."""
    if state.queue:
        owe(state.agenda, (RESOLVE, state.queue.pop(0), 0), (DRAIN,))


def resolve_effect(state: HamHelsing, task: Task) -> None:
    """DO: carry an Effect out, then discard it (HH-PLACE-05)."""
    _, token, box = task
    number = token - MINIONS
    kind = state.rules.effect_kind[number]
    emit(state, ev.EFFECT_RESOLVE, token, kind, place_of(state, token), box, now(state),
         state.rules.villain)  # fmt: skip
    state.agenda.append((TOKEN_DONE, token))
    EFFECTS[kind](state, number)


def token_done(state: HamHelsing, task: Task) -> None:
    """DO: a resolved Effect leaves the board."""
    token = task[1]
    place = place_of(state, token)
    state.board[place] &= ~(1 << token)
    state.scrap |= 1 << token
    emit(state, ev.TOKEN_DISCARD, token, place)


def all_lose_money(state: HamHelsing, number: int) -> None:
    """Every character loses $1, who lies too (HH-EFFECT-03)."""
    for who in clockwise(state):
        change_money(state, who, -1, MONEY_EFFECT)


def all_reduce_skill(state: HamHelsing, number: int) -> None:
    """Every character lowers one skill of its choice (HH-EFFECT-04)."""
    owe(state.agenda, *((LOWERING, who, 0, SKILL_EFFECT) for who in clockwise(state)))


def all_cover_icon(state: HamHelsing, number: int) -> None:
    """Every character covers one icon of a hand card, if it has one (HH-EFFECT-05)."""
    owe(state.agenda, *((COVER, who) for who in clockwise(state)))


def may_cover(state: HamHelsing, task: Task) -> bool:
    """An icon in hand is not covered yet."""
    return bool(coverable(state, task[1]))


def crowd_damage(state: HamHelsing, number: int) -> None:
    """Conscious characters among two or more Minions lose 1 health (HH-EFFECT-06)."""
    hit = [who for who in clockwise(state)
           if state.health[who] and crowd(state, state.at[who]) >= 2]  # fmt: skip
    owe(state.agenda, *((HURT, who, 1, CROWD) for who in hit), (CHECK,))


def spawn_on_pairs(state: HamHelsing, number: int) -> None:
    """One token for each Location with exactly two Minions now (HH-EFFECT-07, -08)."""
    goals = sum(1 << place for place in range(LOCATIONS) if crowd(state, place) == 2)
    place_on(state, goals, BY_SPAWN)


def move_colour(state: HamHelsing, number: int) -> None:
    """Minions with the colour shown move to characters (HH-EFFECT-09)."""
    colour_move(state, state.rules.effect_colour[number], MOVE_EFFECT)


# In the order of EFFECT_KINDS.
EFFECTS = (
    all_lose_money, all_reduce_skill, all_cover_icon, crowd_damage, spawn_on_pairs, move_colour,
)  # fmt: skip

# --- Minions move (HH-EFFECT-09 to -15, HH-VMIN-01, HH-HEN-05) -------------------------------


def colour_move(state: HamHelsing, colour: int, cause: int) -> None:
    """Every Minion with the colour and a character one step away moves there, from a snapshot.

    Where a character is, Minions stay (HH-EFFECT-13, -14); so do those further away (-12); none
    enters Knuckles's Location (-15, HH-VMIN-04, HH-KNUCK-10).
    """
    rules, board = state.rules, state.board
    present = figures(state)
    goals = present & ~(1 << state.bear) if state.bear >= 0 else present
    moving = rules.with_colour[colour]
    tasks: list[Task] = []
    for place in range(LOCATIONS):
        tokens = board[place] & moving
        near = rules.map.mask[place] & goals
        if not tokens or not near or present >> place & 1:
            continue
        for token in bits_of(tokens):
            if near & (near - 1):
                tasks.append((MOVE, token, place, near & LOW_SET, near >> LOW_BITS, cause))
            else:
                tasks.append((SHIFT, token, place, near.bit_length() - 1, cause))
    emit(state, ev.MINIONS_CALLED, colour, cause, len(tasks))
    owe(state.agenda, *tasks)


def pull(state: HamHelsing, colour: int) -> None:
    """Minions with the colour next to the Villain move there, off characters too (HH-HEN-05)."""
    rules, goal = state.rules, state.villain
    tasks: list[Task] = []
    if goal >= 0 and goal != state.bear:
        for place in rules.map.near[goal]:
            tokens = state.board[place] & rules.with_colour[colour]
            tasks += [(SHIFT, token, place, goal, MOVE_PULL) for token in bits_of(tokens)]
    emit(state, ev.MINIONS_CALLED, colour, MOVE_PULL, len(tasks))
    owe(state.agenda, *tasks)


def shift(state: HamHelsing, task: Task) -> None:
    """DO: a Minion moves one step."""
    _, token, place, goal, cause = task
    move_minion(state, token, place, goal, cause)


def move_minion(state: HamHelsing, token: int, place: int, goal: int, cause: int) -> None:
    """A Minion moves over a path, over the edge of the board too (HH-EFFECT-11); a nest at the
    end is no matter (HH-LOSE-09)."""
    state.board[place] &= ~(1 << token)
    state.board[goal] |= 1 << token
    if state.sink is not None:
        here = int(any(state.at[who] == place for who in state.rules.crew))
        emit(state, ev.MINION_MOVE, token, place, goal, cause,
             state.rules.map.wraps[place] >> goal & 1, state.lost >> goal & 1,
             int(state.villain == place), here)  # fmt: skip


def crowded(state: HamHelsing) -> int:
    """Locations with three or more Minions, as a set."""
    return sum(1 << place for place in range(LOCATIONS) if crowd(state, place) >= 3)


def with_characters(state: HamHelsing) -> int:
    """Locations with a conscious character, as a set."""
    return sum(1 << place for place in range(LOCATIONS) if company(state, place))
