"""Effects of card texts and abilities: one small function an op of the vocabulary (Card Details).

Where a text breaks a rule of the game the text holds (HH-ICON-08).
"""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import (
    DRAWING,
    FETCH,
    FX,
    HIT,
    RAISE,
    RAM,
    SEND,
    WHISTLE,
    WHO,
    WHO_DRAWS,
    WHO_HEALS,
    WHO_REVIVES,
)
from engine.games.ham_helsing.components import ALL_COLOURS, AT_LAB, MOVE, NONE
from engine.games.ham_helsing.components_cards import Fx
from engine.games.ham_helsing.components_causes import (
    BY_TEXT_ATTACK,
    DRAW_TEXT,
    LASTING,
    MONEY_TEXT,
    SKILL_TEXT,
    TEXT_HEAL,
)
from engine.games.ham_helsing.effects_fight import unblockable
from engine.games.ham_helsing.effects_minions import (
    scare_here,
    send_bear,
    wakes,
)
from engine.games.ham_helsing.effects_tracks import change_money, gain_health
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import (
    colours_at,
    company,
    may_join_villain,
    open_colours,
    open_icons,
    others_here,
    within,
    zone,
)
from engine.zones import Task

REACHES = {"": 0, "here": 0, "here_or_connected": 1, "connected": 2, "anywhere": 3}

# --- carrying a text out ---------------------------------------------------------------------


def carry_out(state: HamHelsing, text: tuple[int, ...]) -> None:
    """Owe the steps of a text.  One that uses a hibernating Knuckles only wakes him (HH-HEN-04)."""
    fx = state.rules.fx
    if state.asleep and any(fx[number].op == "knuckles" for number in text):
        wakes(state)
        return
    owe(state.agenda, *((FX, number) for number in text))


def run_step(state: HamHelsing, task: Task) -> None:
    """DO: one step of a text."""
    fx = state.rules.fx[task[1]]
    TEXT_OPS[fx.op](state, fx)


def may_use(state: HamHelsing, text: tuple[int, ...]) -> bool:
    """Every step that needs a target has one; other steps may come to nothing."""
    return all(_has_target(state, state.rules.fx[number]) for number in text)


def _has_target(state: HamHelsing, fx: Fx) -> bool:
    op = fx.op
    if op == "attack":
        return open_colours(state, within(state, REACHES[fx.reach])) > 0
    if op == "unblockable":
        here = fx.reach == "anywhere" or state.villain == state.at[state.active]
        return here and state.villain >= 0
    if op == "take_shield":
        return state.shield == AT_LAB
    if op == "fetch_discard":
        return state.discard[zone(state)] > 0
    if op == "revive":
        return bool(lying(state))
    if op == "knuckles" and fx.to == "villain":
        return state.asleep > 0 or may_join_villain(state)
    return True


def lying(state: HamHelsing) -> list[int]:
    """Knocked-out characters, anywhere."""
    return [who for who in state.rules.crew if not state.health[who]]


# --- characters ------------------------------------------------------------------------------


def conscious_others(state: HamHelsing, fx: Fx) -> list[int]:
    """Whom a text may benefit beside its player: nobody who lies (HH-KO-07, HH-SOLO-11)."""
    if fx.who == "other_here":
        return others_here(state)
    return [who for who in state.rules.crew if who != state.active and state.health[who]]


def name_one(state: HamHelsing, why: int, n: int, found: list[int]) -> None:
    """One character is meant: named by the player if there are several."""
    if len(found) > 1:
        owe(state.agenda, (WHO, why, n, sum(1 << who for who in found)))
    elif found:
        benefit(state, why, n, found[0])


def benefit(state: HamHelsing, why: int, n: int, who: int) -> None:
    """What the text gives to the character named."""
    if why == WHO_HEALS:
        gain_health(state, who, n, TEXT_HEAL)
    elif why == WHO_DRAWS:
        owe(state.agenda, (DRAWING, who, n, DRAW_TEXT))


def op_draw(state: HamHelsing, fx: Fx) -> None:
    """The player, or one other character, draws."""
    found = [state.active] if fx.who == "self" else conscious_others(state, fx)
    name_one(state, WHO_DRAWS, fx.n, found)


def op_heal(state: HamHelsing, fx: Fx) -> None:
    """One or every conscious character here gains health."""
    found = company(state, state.at[state.active])
    if fx.who == "one_here":
        name_one(state, WHO_HEALS, fx.n, found)
    else:
        for who in found:
            gain_health(state, who, fx.n, TEXT_HEAL)


def op_money(state: HamHelsing, fx: Fx) -> None:
    """Money, a number or one for each colour here."""
    colours = colours_at(state, state.at[state.active]).bit_count()
    change_money(state, state.active, colours if fx.per else fx.n, MONEY_TEXT)


def op_add_move(state: HamHelsing, fx: Fx) -> None:
    """Movement on no card, a number or one for each conscious character here."""
    here = len(company(state, state.at[state.active]))
    n = min(here, fx.most or here) if fx.per else fx.n
    state.steps += n
    emit(state, ev.STEPS_ADD, n, state.steps, 0)


def op_raise_skills(state: HamHelsing, fx: Fx) -> None:
    """Skills of the player's choice."""
    owe(state.agenda, (RAISE, state.active, fx.n, 0, int(fx.distinct), SKILL_TEXT))


def op_take_shield(state: HamHelsing, fx: Fx) -> None:
    """The Shield comes from the Lab, from anywhere."""
    take_shield_from_lab(state)


def take_shield_from_lab(state: HamHelsing) -> None:
    """From its Location onto the player's board (HH-LOC-LAB-01)."""
    state.shield = state.active
    emit(state, ev.SHIELD_TAKE, state.active, state.at[state.active])


def op_fetch(state: HamHelsing, fx: Fx) -> None:
    """Cards come back from the own discard."""
    owe(state.agenda, (FETCH, fx.n, NONE))


def op_revive(state: HamHelsing, fx: Fx) -> None:
    """Somebody knocked out stands up, wherever that is."""
    owe(state.agenda, (WHO, WHO_REVIVES, 0, sum(1 << who for who in lying(state))))


# --- attacks ---------------------------------------------------------------------------------


def op_add_attack(state: HamHelsing, fx: Fx) -> None:
    """Attack points on no card."""
    state.loose[fx.colour] += fx.n
    emit(state, ev.ATTACK_ADD, fx.colour, fx.n, state.loose[fx.colour])


def op_attack(state: HamHelsing, fx: Fx) -> None:
    """One attack on a Minion, perhaps from a distance (HH-BITE-04)."""
    owe(state.agenda, (HIT, ALL_COLOURS, REACHES[fx.reach], int(fx.ranged), BY_TEXT_ATTACK))


def op_next_ranged(state: HamHelsing, fx: Fx) -> None:
    """The next attack on a Minion reaches one step further."""
    state.reach += 1
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), 1)


def op_convert(state: HamHelsing, fx: Fx) -> None:
    """Movement icons become wild attacks (HH-CARD-02)."""
    owe(state.agenda, (RAM, NONE))


def op_double(state: HamHelsing, fx: Fx) -> None:
    """Icons of a colour count double; a second text doubles again (HH-CARD-07)."""
    state.doubled[fx.colour] += 1
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), state.doubled[fx.colour])


def op_unblockable(state: HamHelsing, fx: Fx) -> None:
    """Damage the Villain cannot answer (HH-TERM-05)."""
    unblockable(state, fx.n)


def op_ignore_block(state: HamHelsing, fx: Fx) -> None:
    """Block symbols of a fight that will not count."""
    state.snout += fx.n
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), fx.n)


def op_reroll(state: HamHelsing, fx: Fx) -> None:
    """In one fight each die may be rolled again."""
    state.bones += 1
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), 1)


# --- Minions and Knuckles --------------------------------------------------------------------


def op_scare(state: HamHelsing, fx: Fx) -> None:
    """Minions here, or in each of some connected Locations."""
    if fx.where == "here":
        scare_here(state, fx.n, state.at[state.active])
    else:
        owe(state.agenda, (WHISTLE, fx.most or 1, NONE, fx.n))


def op_scares_pay(state: HamHelsing, fx: Fx) -> None:
    """The next scares pay as defeats do (HH-SCARE-03)."""
    state.bounty += fx.n
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), fx.n)


def op_knuckles(state: HamHelsing, fx: Fx) -> None:
    """Knuckles to any Location, or to the Villain's against the general rule (HH-KNUCK-03)."""
    if fx.to == "villain":
        send_bear(state, state.villain, fx.n, int(fx.everyone), int(fx.stays))
    else:
        owe(state.agenda, (SEND, fx.n, int(fx.everyone), int(fx.stays), NONE, fx.uses))


def whistle_goals(state: HamHelsing, last: int) -> list[int]:
    """Connected Locations with Minions, above the last named."""
    near = state.rules.map.mask[state.at[state.active]] & -1 << last + 1
    return [place for place in bits_of(near) if state.board[place] & (1 << 60) - 1]


def may_whistle(state: HamHelsing, task: Task) -> bool:
    """A Location is left to whistle at."""
    return task[1] > 0 and bool(whistle_goals(state, task[2]))


def move_icons(state: HamHelsing, last: int) -> list[int]:
    """Movement icons with a point left on cards in hand and play, from `last` on, as card and
    place; movement of the board, of texts and abilities is none (HH-CARD-02)."""
    return [at for at, kind in open_icons(state) if kind == MOVE and at >= last]


def may_convert(state: HamHelsing, task: Task) -> bool:
    """A movement icon is left to convert."""
    return bool(move_icons(state, task[1]))


def fetchable(state: HamHelsing, last: int) -> list[int]:
    """Cards of the own discard above `last`.  None with a text that fetches: two of them could
    fetch each other for ever (HH-ROUND-07)."""
    rules = state.rules
    found = bits_of(state.discard[zone(state)] & -1 << last + 1)
    return [card for card in found
            if all(rules.fx[step].op != "fetch_discard"
                   for step in rules.face(card, state.sleeves[card]).text)]  # fmt: skip


def may_fetch(state: HamHelsing, task: Task) -> bool:
    """One card more may be fetched."""
    return task[1] > 0 and bool(fetchable(state, task[2]))


# --- what lasts ------------------------------------------------------------------------------


def op_soften(state: HamHelsing, fx: Fx) -> None:
    """The next Damage until the end of the turn is less (HH-CARD-04)."""
    state.soften += fx.n
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), fx.n)


def op_ignore_nests(state: HamHelsing, fx: Fx) -> None:
    """Nests entered this turn cost nothing."""
    state.skates = 1
    emit(state, ev.EFFECT_ACTIVE, LASTING.index(fx.op), 1)


def op_carry(state: HamHelsing, fx: Fx) -> None:
    """Works by itself on every move (HH-ABIL-02)."""


TEXT_OPS = {
    "draw": op_draw,
    "heal": op_heal,
    "money": op_money,
    "add_move": op_add_move,
    "add_attack": op_add_attack,
    "attack": op_attack,
    "next_attack_ranged": op_next_ranged,
    "convert_moves": op_convert,
    "double": op_double,
    "unblockable": op_unblockable,
    "knuckles": op_knuckles,
    "scare": op_scare,
    "scares_pay": op_scares_pay,
    "soften_next_damage": op_soften,
    "ignore_nests": op_ignore_nests,
    "ignore_block": op_ignore_block,
    "reroll_each_die_once": op_reroll,
    "raise_skills": op_raise_skills,
    "take_shield": op_take_shield,
    "fetch_discard": op_fetch,
    "revive": op_revive,
    "carry": op_carry,
}
