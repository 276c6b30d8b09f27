"""Effects of the Villain Phase: the card, colours by die, the Skull area (Villain Details)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import (
    CHECK,
    COLOUR_DIE,
    DRAIN,
    HURT,
    LOWERING,
    PUT,
    TOP,
    VILLAIN_FX,
)
from engine.games.ham_helsing.components import NONE
from engine.games.ham_helsing.components_cards import Fx
from engine.games.ham_helsing.components_causes import (
    BY_NEST,
    BY_POWER,
    HOME_VILLAIN,
    HURTS,
    MOVE_CARD,
    MOVE_PULL,
    SKILL_VILLAIN,
    VILLAIN_ACT,
    VILLAIN_MOVE,
)
from engine.games.ham_helsing.effects_fight import raise_dial
from engine.games.ham_helsing.effects_minions import send_home
from engine.games.ham_helsing.effects_tokens import (
    colour_move,
    crowded,
    place_on,
    pull,
    with_characters,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import clockwise, colours_at, company, crowd
from engine.zones import Task

# --- the card (HH-VILLAIN-01 to -03, HH-REWARD-03) -------------------------------------------


def flip_card(state: HamHelsing) -> None:
    """The top card is turned up: its identity was fixed when it became the top one.  The next one
    becomes visible by its back; rewards of the new card are open to all (HH-REWARD-04)."""
    state.card, state.next_card = state.next_card, NONE
    state.rewarded = [0] * len(state.rewarded)
    level = state.rules.level[state.card]
    emit(state, ev.VILLAIN_FLIP, state.card, level, len(state.levels))
    if state.levels:
        owe(state.agenda, (TOP,))


def top_cards(state: HamHelsing) -> int:
    """Cards of the level now on top that are not used yet (HH-SETUP-22)."""
    gone = state.done | (1 << state.card if state.card >= 0 else 0)
    return state.rules.of_level[state.levels[0]] & ~gone


def arrive_at(state: HamHelsing, place: int) -> None:
    """The Villain is put on the Location of the card, however far (HH-VMOVE-01); Knuckles flees
    (HH-VMOVE-04), each conscious character there is attacked once (HH-VMOVE-03)."""
    origin, state.villain = state.villain, place
    emit(state, ev.VILLAIN_MOVE, origin, place)
    if state.bear == place:
        send_home(state, HOME_VILLAIN)
    hit = [who for who in clockwise(state) if who in company(state, place)]
    for who in hit:
        emit(state, ev.VILLAIN_ASSAULT, who, place)
    owe(state.agenda, *((HURT, who, 1, VILLAIN_MOVE) for who in hit), (CHECK,))


def card_moves(state: HamHelsing) -> None:
    """Minions with the colour of the card move, or with the colour a die shows (HH-VMIN-01, -02).

    Level 4 has no such step (HH-VMIN-03); a variant leaves it out (HH-SYB-09).
    """
    colour = state.rules.step_colour[state.card]
    if colour == 5 or not state.rules.minion_moves:
        emit(state, ev.MINION_STEP_SKIPPED, state.card, state.rules.level[state.card])
    elif colour == 4:
        owe(state.agenda, (COLOUR_DIE, MOVE_CARD))
    else:
        colour_move(state, colour, MOVE_CARD)


def by_colour(state: HamHelsing, colour: int, cause: int) -> None:
    """What a colour die was rolled for."""
    if cause == MOVE_PULL:
        pull(state, colour)
    else:
        colour_move(state, colour, cause)


def feed_nests(state: HamHelsing) -> None:
    """One token for each lost Location, none beside Knuckles; then Effects (HH-VNEST-01 to -05)."""
    nests = state.lost if state.rules.nest_step[state.card] else 0
    level = state.rules.level[state.card]
    barred = state.bear >= 0 and nests >> state.bear & 1
    fed = nests.bit_count() - barred
    emit(state, ev.NEST_STEP, state.card, level, state.lost.bit_count(), fed)
    place_on(state, nests, BY_NEST)
    state.agenda.insert(-1, (DRAIN,))


def card_done(state: HamHelsing, task: Task) -> None:
    """DO: the card is carried out and discarded (HH-VILLAIN-02)."""
    state.done |= 1 << state.card
    emit(state, ev.VILLAIN_DISCARD, state.card, state.done.bit_count())
    state.card = NONE


# --- the Skull area (HH-VACT-01 to -03) ------------------------------------------------------


def act(state: HamHelsing, task: Task) -> None:
    """DO: one text box of the Villain board."""
    power = task[1]
    emit(state, ev.VILLAIN_ACT, state.rules.villain, power)
    owe(state.agenda, *((VILLAIN_FX, number, power) for number in state.rules.skull[power]))


def run_villain_step(state: HamHelsing, task: Task) -> None:
    """DO: one step of a text box."""
    _, number, power = task
    fx = state.rules.fx[number]
    SKULL_OPS[fx.op](state, fx, power)


def op_place(state: HamHelsing, fx: Fx, power: int) -> None:
    """Tokens, an Effect resolving at once (HH-HEN-02, HH-CHAD-02, HH-SILK-02, -04)."""
    if fx.where == "each_character":
        goals = with_characters(state)
    elif fx.where == "three_or_more":
        goals = crowded(state)
    else:
        at = state.villain
        if fx.where != "villain":
            at = state.rules.names["location"].index(fx.where)
        owe(state.agenda, *[(PUT, at, BY_POWER, 1 + power)] * (fx.n if at >= 0 else 0))
        return
    for _ in range(fx.n):
        place_on(state, goals, BY_POWER, 1 + power)


def op_damage(state: HamHelsing, fx: Fx, power: int) -> None:
    """Damage to conscious characters as one batch, clockwise (HH-VACT-03, HH-KO-08)."""
    hit = DAMAGED[fx.who](state)
    emit(state, ev.VILLAIN_HITS, tuple(hit), HURTS.index(fx.who), fx.n)
    owe(state.agenda, *((HURT, who, fx.n, VILLAIN_ACT) for who in hit), (CHECK,))


def with_minions(state: HamHelsing) -> list[int]:
    """Characters that share a Location with a Minion."""
    return [who for who in conscious(state) if crowd(state, state.at[who])]


def within_1(state: HamHelsing) -> list[int]:
    """Characters in the Villain's Location or a connected one."""
    if state.villain < 0:
        return []
    away = state.rules.map.away[state.villain]
    return [who for who in conscious(state) if away[state.at[who]] <= 1]


def nearest(state: HamHelsing) -> list[int]:
    """All characters at the smallest distance (HH-ROBO-02)."""
    found = conscious(state)
    if state.villain < 0 or not found:
        return []
    away = state.rules.map.away[state.villain]
    least = min(away[state.at[who]] for who in found)
    return [who for who in found if away[state.at[who]] == least]


def conscious(state: HamHelsing) -> list[int]:
    """Characters that Villain powers can affect (HH-KO-08)."""
    return [who for who in clockwise(state) if state.health[who]]


DAMAGED = {"with_minions": with_minions, "within_1": within_1, "nearest": nearest}


def op_heal(state: HamHelsing, fx: Fx, power: int) -> None:
    """The Villain gains health, a number or one for each colour of Minions there (HH-SILK-03)."""
    colours = colours_at(state, state.villain).bit_count() if state.villain >= 0 else 0
    if fx.per:
        emit(state, ev.VILLAIN_COLOURS, colours, crowd(state, state.villain))
    raise_dial(state, colours if fx.per else fx.n)


def op_lower(state: HamHelsing, fx: Fx, power: int) -> None:
    """Every conscious character lowers its highest skill (HH-ROBO-03)."""
    owe(state.agenda, *((LOWERING, who, 1, SKILL_VILLAIN) for who in conscious(state)))


def op_hibernate(state: HamHelsing, fx: Fx, power: int) -> None:
    """Knuckles hibernates where he is; in his starting position he does not (HH-HEN-03)."""
    if state.bear >= 0 and not state.asleep:
        state.asleep = 1
        emit(state, ev.KNUCKLES_HIBERNATE, state.bear)


def op_pull(state: HamHelsing, fx: Fx, power: int) -> None:
    """A die names the colour of the Minions that come (HH-HEN-05)."""
    owe(state.agenda, (COLOUR_DIE, MOVE_PULL))


SKULL_OPS = {
    "place": op_place,
    "damage": op_damage,
    "villain_heal": op_heal,
    "lower_skill": op_lower,
    "hibernate": op_hibernate,
    "pull": op_pull,
}
