"""Answers in the course of a turn: revival, the Shield, keeping and drawing, Effects, rewards."""

from __future__ import annotations

from engine.actions import Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import (
    CARD,
    COLOUR_DOMAIN,
    LOCATION,
    PLACE,
    one_choice,
)
from engine.games.ham_helsing.agenda import (
    DRAWING,
    KEEPING,
    LOW_BITS,
    LOW_SET,
    PLACING,
    PUT,
    RAISE,
)
from engine.games.ham_helsing.components_causes import (
    AT_TURN,
    BY_STEP,
    DRAW_EXTRA,
    DRAW_STEP,
    PUT_AWAY,
)
from engine.games.ham_helsing.effects_cards import discard_card
from engine.games.ham_helsing.effects_tracks import (
    block_one,
    change_skill,
    lose_health,
    lower,
    revive_oneself,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import coverable, lowerable, others_here, skill_room, zone

# --- getting up (HH-REVIVE-02 to -04) --------------------------------------------------------


@verb("lie", clause="HH-REVIVE-04")
def lie(state: HamHelsing) -> None:
    """Stay down: step 1 is empty, the others are taken (HH-PLACE-10)."""
    state.agenda.pop()


lie.legal(one_choice)


@verb("stand_up", clause="HH-REVIVE-04")
def stand_up(state: HamHelsing) -> None:
    """Revive oneself at the start of the own turn, and at no other time of it."""
    state.agenda.pop()
    revive_oneself(state, state.active, AT_TURN)


stand_up.legal(one_choice)

# --- the Shield (HH-LOC-SHIELD-01 to -03, HH-GAIN-05) ----------------------------------------


@verb("take_it", clause="HH-LOC-SHIELD-01")
def take_it(state: HamHelsing) -> None:
    """The damage is taken in full."""
    _, who, n, cause = state.agenda.pop()
    lose_health(state, who, n, cause)


take_it.legal(one_choice)


@verb("use_shield", clause="HH-LOC-SHIELD-01")
def use_shield(state: HamHelsing) -> None:
    """One of it is blocked."""
    _, who, n, cause = state.agenda.pop()
    block_one(state, who, n, cause)


use_shield.legal(one_choice)

# --- end of step 1 (HH-ENDPLAY-03, HH-ROUND-06) ----------------------------------------------


@verb("keep_rest", clause="HH-ENDPLAY-03")
def keep_rest(state: HamHelsing) -> None:
    """The other cards stay in hand."""
    state.agenda.pop()


keep_rest.legal(one_choice)


@verb("put_away", card=CARD, clause="HH-ENDPLAY-03")
def put_away(state: HamHelsing, card: int) -> None:
    """A card with no point spent is discarded, in ascending order."""
    state.agenda.pop()
    discard_card(state, zone(state), card, PUT_AWAY)
    owe(state.agenda, (KEEPING, card))


@put_away.legal
def cards_to_put_away(state: HamHelsing) -> list[int]:
    """Hand cards above the last put away."""
    return bits_of(state.hand[zone(state)] & -1 << state.agenda[-1][1] + 1)


# --- step 3 (HH-DRAW-02 to -04, -06) ---------------------------------------------------------


def missing(state: HamHelsing) -> int:
    """Cards wanting to a full hand; a hand above it draws and discards nothing (HH-DRAW-01)."""
    return max(0, state.rules.hand - state.hand[zone(state)].bit_count())


def extra_is_offered(state: HamHelsing) -> bool:
    """A conscious companion is here, the hand is below its size with the extra card, and a card
    would be left for it.  One extra card, however many companions (HH-DRAW-03)."""
    seat = zone(state)
    held = state.hand[seat].bit_count()
    stock = (state.deck[seat] | state.discard[seat]).bit_count()
    if held >= state.rules.hand + state.rules.extra or stock <= missing(state):
        return False
    return bool(others_here(state))


def owe_draws(state: HamHelsing, extra: int) -> None:
    """Step 3: to a full hand, then the extra card if it was taken."""
    n = missing(state)
    wanted = ((n, DRAW_STEP), (extra, DRAW_EXTRA))
    owe(state.agenda, *((DRAWING, state.active, n, cause) for n, cause in wanted if n))


@verb("no_extra", clause="HH-DRAW-02")
def no_extra(state: HamHelsing) -> None:
    """Draw to a full hand only."""
    state.agenda.pop()
    owe_draws(state, 0)


no_extra.legal(one_choice)


@verb("take_extra", clause="HH-DRAW-02")
def take_extra(state: HamHelsing) -> None:
    """One card above the full hand."""
    state.agenda.pop()
    held = state.hand[zone(state)].bit_count()
    owe_draws(state, min(state.rules.extra, state.rules.hand + state.rules.extra - held))


take_extra.legal(one_choice)


# --- step 4 (HH-PLACE-08) --------------------------------------------------------------------


@verb("place_at", location=LOCATION, clause="HH-PLACE-08", needs="placement_order=choose")
def place_at(state: HamHelsing, place: int) -> None:
    """Which Location gets the next token."""
    _, low, high = state.agenda.pop()
    rest = (low | high << LOW_BITS) & ~(1 << place)
    emit(state, ev.CHOICE_ORDER, place)
    owe(
        state.agenda,
        (PUT, place, BY_STEP, 0),
        (PLACING, rest & LOW_SET, rest >> LOW_BITS, BY_STEP, 0),
    )


@place_at.legal
def places_left(state: HamHelsing) -> list[int]:
    """Those that still want one."""
    _, low, high = state.agenda[-1]
    return bits_of(low | high << LOW_BITS)


# --- Effects and rewards (HH-EFFECT-04, -05, HH-REWARD-11) -----------------------------------


@verb("cover", card=CARD, place=PLACE, clause="HH-EFFECT-05")
def cover(state: HamHelsing, card: int, place: int) -> None:
    """An icon of a hand card is covered until the card is discarded."""
    _, who = state.agenda.pop()
    state.covered[card] |= 1 << place
    emit(state, ev.ICON_COVER, card, place, who)


@cover.legal
def icons_to_cover(state: HamHelsing) -> list[int]:
    """Icons of the hand that are not covered yet."""
    return coverable(state, state.agenda[-1][1])


@verb("lower_skill", colour=COLOUR_DOMAIN, clause="HH-EFFECT-04")
def lower_skill(state: HamHelsing, colour: int) -> None:
    """The seat's choice for its own character."""
    _, who, highest, cause = state.agenda.pop()
    lower(state, who, colour, highest, cause)


@lower_skill.legal
def skills_to_lower(state: HamHelsing) -> list[int]:
    """Skills above their start; of the highest, those equally near to the end (HH-ROBO-03)."""
    _, who, highest, _ = state.agenda[-1]
    return lowerable(state, who, bool(highest))


@verb("raise_skill", colour=COLOUR_DOMAIN, clause="HH-REWARD-11")
def raise_skill(state: HamHelsing, colour: int) -> None:
    """One skill by one, in ascending order of colour."""
    _, who, n, _, distinct, cause = state.agenda.pop()
    change_skill(state, who, colour, 1, cause)
    owe(state.agenda, (RAISE, who, n - 1, colour + distinct, distinct, cause))


@raise_skill.legal
def skills_to_raise(state: HamHelsing) -> list[int]:
    """Skills that can rise and leave enough above for what is still to be raised; what no skill
    can take is lost."""
    _, who, n, first, distinct, _ = state.agenda[-1]
    room = [min(1, space) if distinct else space for space in skill_room(state, who)]
    most = min(n, sum(room[first:]))
    return [colour for colour in range(first, 4) if room[colour] and sum(room[colour:]) >= most]


VERBS: tuple[Verb, ...] = (
    lie, stand_up, take_it, use_shield, keep_rest, put_away, no_extra, take_extra, place_at,
    cover, lower_skill, raise_skill,
)  # fmt: skip
