"""What the active player does in Step 1: cards and icons, movement, attacks (Play Cards).

Every action uses up what nothing in the step gives back without cost (HH-ROUND-07).
"""

from __future__ import annotations

from engine.actions import Domain, Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import CARD, COLOUR_DOMAIN, PLACE, one_choice
from engine.games.ham_helsing.agenda import (
    DRAWING,
    GO,
    HERE,
    HIT,
    RAISE,
    SPENT_CARD,
)
from engine.games.ham_helsing.components import (
    ALL_COLOURS,
    DRAW,
    HEAL,
    KATANA_BOXED,
    KNUCKLES,
    MONEY,
    MOVE,
    NONE,
    PLACES,
    SKILL,
    STAR,
    WILD,
)
from engine.games.ham_helsing.components_causes import (
    BY_COLOUR,
    BY_KATANA,
    BY_WILD,
    DRAW_ICON,
    HEAL_ICON,
    MONEY_ICON,
    SKILL_ICON,
)
from engine.games.ham_helsing.effects_cards import lay_down, spend_point
from engine.games.ham_helsing.effects_minions import use_bear
from engine.games.ham_helsing.effects_texts import carry_out, may_use
from engine.games.ham_helsing.effects_tracks import change_money, gain_health
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import (
    attack_reach,
    bear_goals,
    is_levelled,
    is_spent,
    kind_at,
    open_colours,
    open_icons,
    within,
    zone,
)

# Icons that may be spent wherever one stands (HH-PLAY-03).
ANYWHERE = 1 << MOVE | 1 << MONEY | 1 << DRAW | 1 << HEAL | 1 << STAR | 1 << SKILL


@verb("end_play", clause="HH-ENDPLAY-01")
def end_play(state: HamHelsing) -> None:
    """All actions are done; icons need not all be used (HH-PLAY-04)."""


end_play.legal(one_choice)

# --- cards and icons (HH-PLAY-01 to -03, HH-ICON-01 to -11) ----------------------------------


@verb("spend", card=CARD, place=PLACE, clause="HH-PLAY-03")
def spend(state: HamHelsing, card: int, place: int) -> None:
    """One point of one place of a card; the first point plays a hand card."""
    kind = kind_at(state, card, place)
    spend_point(state, card, place, kind)
    if is_spent(state, card):
        owe(state.agenda, (SPENT_CARD, card))
    if kind <= WILD:
        attack_with(state, kind)
    elif kind == MOVE:
        owe(state.agenda, (GO,))
    else:
        other_icon(state, card, kind)


def attack_with(state: HamHelsing, kind: int) -> None:
    """An attack icon of a colour, or wild (HH-ICON-02, -03)."""
    if kind == WILD:
        owe(state.agenda, (HIT, ALL_COLOURS, attack_reach(state), 0, BY_WILD))
        return
    double(state, kind)
    owe(state.agenda, (HIT, 1 << kind, attack_reach(state), 0, BY_COLOUR))


def double(state: HamHelsing, colour: int) -> None:
    """A doubled icon leaves points on no card, which are not doubled again (HH-CARD-07)."""
    more = (1 << state.doubled[colour]) - 1
    if more:
        state.loose[colour] += more
        emit(state, ev.ATTACK_DOUBLED, colour, more, state.loose[colour])


def other_icon(state: HamHelsing, card: int, kind: int) -> None:
    """Money, draw, heal, star, Knuckles and skill icons (HH-ICON-04 to -10)."""
    who = state.active
    if kind == MONEY:
        change_money(state, who, 1, MONEY_ICON)
    elif kind == HEAL:
        gain_health(state, who, 1, HEAL_ICON)
    elif kind == DRAW:
        owe(state.agenda, (DRAWING, who, 1, DRAW_ICON))
    elif kind == KNUCKLES:
        use_bear(state)
    elif kind == SKILL:
        owe(state.agenda, (RAISE, who, 1, 0, 0, SKILL_ICON))
    else:
        emit(state, ev.SPECIAL_ACTIVATE, card, state.sleeves[card].bit_count())
        carry_out(state, text_of(state, card))


def text_of(state: HamHelsing, card: int) -> tuple[int, ...]:
    """The steps of the text a card shows."""
    return state.rules.face(card, state.sleeves[card]).text


@spend.legal
def spendable(state: HamHelsing) -> list[int]:
    """Points left on cards in hand and play, of icons that can do something here.

    An attack needs a Minion in reach that lacks its colour (HH-FIGHT-01, -09); reroll icons are
    for fights (HH-ICON-11); a text needs the targets it names.
    """
    able = ANYWHERE
    lacking = open_colours(state, within(state, attack_reach(state)))
    if lacking:
        able |= lacking | 1 << WILD
    if state.asleep or state.rules.bear_on_nests or bear_goals(state, NONE):
        able |= 1 << KNUCKLES
    return [
        at for at, kind in open_icons(state)
        if able >> kind & 1 and (kind != STAR or may_use(state, text_of(state, at // PLACES)))
    ]  # fmt: skip


@verb("lay", card=CARD, clause="HH-PLAY-01")
def lay(state: HamHelsing, card: int) -> None:
    """Play a card without spending anything, so that its reroll icon is in the pool for a fight
    (HH-PLAY-09)."""
    lay_down(state, card)


@lay.legal
def hand_cards(state: HamHelsing) -> list[int]:
    """Every card of the hand, whichever deck it is from (HH-SOLO-07)."""
    return bits_of(state.hand[zone(state)])


# --- movement (HH-MOVE-01 to -04, HH-BASE-01, -02) -------------------------------------------


@verb("base_move", clause="HH-BASE-01")
def base_move(state: HamHelsing) -> None:
    """The movement of the own board, once a turn; its points may be split (HH-BASE-02)."""
    state.base = 1
    n = state.rules.base_move[state.active]
    state.steps += n
    emit(state, ev.BASE_MOVE_USE, state.active, n)
    emit(state, ev.STEPS_ADD, n, state.steps, 1)


@base_move.legal
def base_is_unused(state: HamHelsing) -> list[int]:
    """Not yet this turn; only the active character's own (HH-SOLO-09)."""
    return [] if state.base else [0]


@verb("walk", clause="HH-MOVE-01")
def walk(state: HamHelsing) -> None:
    """One movement point of the board, of a text or an ability; others stay for later
    (HH-MOVE-04)."""
    state.steps -= 1
    emit(state, ev.STEPS_SPEND, state.steps)
    owe(state.agenda, (GO,))


@walk.legal
def steps_are_left(state: HamHelsing) -> list[int]:
    """A point on no card."""
    return [0] if state.steps else []


# --- attacks that need no icon (HH-SKILL-03, HH-FIGHT-07, HH-KATANA-01 to -05) ---------------


@verb("skill_attack", colour=COLOUR_DOMAIN, clause="HH-SKILL-03")
def skill_attack(state: HamHelsing, colour: int) -> None:
    """A levelled-up skill is one attack of its colour, once a turn."""
    use_skill(state, colour, 0)
    owe(state.agenda, (HIT, 1 << colour, attack_reach(state), 0, BY_COLOUR))


def use_skill(state: HamHelsing, colour: int, in_fight: int) -> None:
    """The attack of a skill is used up for this turn."""
    state.skills |= 1 << colour
    at = 4 * state.active + colour
    emit(state, ev.SKILL_ATTACK_USE, state.active, colour, state.skill[at], in_fight)


def ready_skills(state: HamHelsing) -> list[int]:
    """Skills at their maximum now, their attack unused (HH-SKILL-02, -04)."""
    unused = [colour for colour in range(4) if not state.skills >> colour & 1]
    return [colour for colour in unused if is_levelled(state, state.active, colour)]


@skill_attack.legal
def skill_has_a_target(state: HamHelsing) -> list[int]:
    """Such a skill, and a Minion in reach that lacks its colour."""
    ready = ready_skills(state)
    if not ready:
        return []
    lacking = open_colours(state, within(state, attack_reach(state)))
    return [colour for colour in ready if lacking >> colour & 1]


@verb("loose_attack", colour=Domain("attack", (*COLOURS, "wild")), clause="HH-CARD-07")
def loose_attack(state: HamHelsing, colour: int) -> None:
    """An attack point on no card: left of a doubled icon, or a wild of a text or ability."""
    state.loose[colour] -= 1
    emit(state, ev.ATTACK_SPEND, colour, state.loose[colour])
    if colour == WILD:
        attack_with(state, WILD)
    else:
        owe(state.agenda, (HIT, 1 << colour, attack_reach(state), 0, BY_COLOUR))


@loose_attack.legal
def loose_points_with_a_target(state: HamHelsing) -> list[int]:
    """Points held, and a Minion in reach that lacks the colour."""
    loose = state.loose
    if not any(loose):
        return []
    lacking = open_colours(state, within(state, attack_reach(state)))
    found = [colour for colour in range(4) if loose[colour] and lacking >> colour & 1]
    return found + [WILD] if loose[WILD] and lacking else found


@verb("use_katana", clause="HH-KATANA-01")
def use_katana(state: HamHelsing) -> None:
    """Four colourless points; the Katana leaves the game at once (HH-KATANA-05)."""
    state.katana = KATANA_BOXED
    state.katana_points = state.rules.katana
    emit(state, ev.KATANA_USE, state.active, state.katana_points, state.katana)


@use_katana.legal
def katana_is_held(state: HamHelsing) -> list[int]:
    """On the active character's board; once there, it is there once a game."""
    return [0] if state.katana == state.active else []


@verb("katana_hit", clause="HH-KATANA-04")
def katana_hit(state: HamHelsing) -> None:
    """One colourless point for one colour of a Minion here, several Enemies in turn."""
    state.katana_points -= 1
    emit(state, ev.KATANA_SPEND, state.katana_points, 0)
    owe(state.agenda, (HIT, ALL_COLOURS, HERE, 0, BY_KATANA))


@katana_hit.legal
def katana_has_a_target(state: HamHelsing) -> list[int]:
    """Points left, and a Minion in the own Location."""
    if not state.katana_points:
        return []
    return [0] if open_colours(state, 1 << state.at[state.active]) else []


VERBS: tuple[Verb, ...] = (
    end_play, spend, lay, base_move, walk, skill_attack, loose_attack, use_katana, katana_hit,
)  # fmt: skip
