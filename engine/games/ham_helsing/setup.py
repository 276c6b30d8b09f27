"""Setup: what lies where before anything is drawn; then the draws, owed in the rulebook's order.

The market board lies beside the map (HH-SETUP-06), the health dial shows the Villain's health and
the bag holds the tokens (HH-COMP-17); cards are sleeved from the start (HH-PREP-01).
"""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import DRAWING, FILL_BAG, FIRST, REFILL, SEED, TOP
from engine.games.ham_helsing.components import MARKET, MINION_SET, NONE, VILLAIN_CARDS
from engine.games.ham_helsing.components_causes import DRAW_SETUP, TO_ROUND
from engine.games.ham_helsing.schema_words import NESTS
from engine.games.ham_helsing.state import HamHelsing
from engine.zones import Task


def lay_out(state: HamHelsing) -> None:
    """Board, Shield, Knuckles, market piles, characters, Villain (HH-SETUP-01 to -31)."""
    rules = state.rules
    state.step = TO_ROUND
    state.bag = MINION_SET
    state.pile = rules.attack | rules.special
    emit(state, ev.SETUP_MODE, rules.seats, len(rules.crew), int(rules.solo), variants(state))
    emit(state, ev.SETUP_BOARD, state.shield, state.bear)
    emit(state, ev.SETUP_PILES, rules.attack.bit_count(), rules.special.bit_count())
    seat_all(state)
    face_villain(state)
    if rules.first != NONE:
        settle_first(state, rules.first)


def seat_all(state: HamHelsing) -> None:
    """Every character, and the Katana if Ham is among them (HH-SETUP-15, -16)."""
    rules = state.rules
    for who in rules.crew:
        seat_character(state, who)
    if rules.samurai in rules.crew:
        state.katana = rules.samurai
    emit(state, ev.SETUP_KATANA, state.katana)
    for seat in rules.zones:
        emit(state, ev.DECK_SHUFFLE, seat, state.deck[seat].bit_count(), 0)


def variants(state: HamHelsing) -> int:
    """How many switches of Spicy Pork are on (HH-SPICY-04)."""
    rules = state.rules
    return sum(map(int, (
        rules.delta > 0, rules.options.number("powers_uncovered") > 0, not rules.gifts,
        not rules.bear_on_nests, rules.villain_hurts, rules.biters_hurt,
    )))  # fmt: skip


def seat_character(state: HamHelsing, who: int) -> None:
    """Board, deck, figure and cubes of one character (HH-SETUP-10 to -14, HH-SOLO-03, -04)."""
    rules = state.rules
    state.at[who] = rules.canyon
    state.health[who] = rules.health_max[who]
    state.money[who] = rules.start_money[who]
    state.deck[rules.zone_of[who]] |= rules.deck_of[who]
    number = rules.names["character"].index(rules.who[who])
    emit(state, ev.SETUP_CHARACTER, rules.seat_of[who], number, state.health[who],
         state.money[who], sum(state.skill[4 * who : 4 * who + 4]), state.at[who],
         int(rules.options.flag("start_dollar")), int(rules.solo))  # fmt: skip


def face_villain(state: HamHelsing) -> None:
    """Dial, nests and Villain deck (HH-SETUP-22 to -30)."""
    rules = state.rules
    state.dial, state.villain, state.shown = rules.dial, rules.villain_start, rules.uncovered
    state.levels = list(rules.levels)
    emit(state, ev.SETUP_VILLAIN, rules.villain, state.villain)
    say_villain(state)


def say_villain(state: HamHelsing) -> None:
    """What the variants made of dial, nests and deck (HH-EPIG-01 to -04, HH-SPICY-01, -02)."""
    rules = state.rules
    asked = rules.options.number("powers_uncovered")
    emit(state, ev.SETUP_HEALTH, state.dial, rules.printed_health, rules.delta, rules.epig_health)
    emit(state, ev.SETUP_NESTS, NESTS, state.shown.bit_count(), asked, rules.added)
    emit(state, ev.SETUP_DECK, rules.levels, VILLAIN_CARDS - len(rules.levels), rules.added)


def begin_setup(state: HamHelsing) -> None:
    """Owe what chance decides: 15 Minions, six upgrades, opening hands, the top Villain card and,
    if so agreed, the first player (HH-SETUP-01, -08, -17, -22, -31)."""
    rules = state.rules
    cards = state.rules.hand
    owe(
        state.agenda,
        *((SEED, place) for place in rules.seeded),
        (FILL_BAG,),
        *((REFILL, place) for place in range(MARKET)),
        *((DRAWING, seat, cards, DRAW_SETUP) for seat in rules.zones),
        (TOP,),
        (FIRST,),
    )


def fill_bag(state: HamHelsing, task: Task) -> None:
    """DO: with the seeding done the Effects join the Minions (HH-SETUP-02, -03, HH-SYB-02)."""
    state.bag |= state.rules.effects
    effects = state.rules.effects.bit_count()
    emit(state, ev.SETUP_BAG, (state.bag & MINION_SET).bit_count(), effects, 9 - effects)


def settle_first(state: HamHelsing, seat: int) -> None:
    """The marker goes to a seat and stays there (HH-SETUP-31, HH-NEW-02)."""
    state.first = state.active = seat
    emit(state, ev.SETUP_FIRST, seat, int(state.rules.first == NONE))


def marker_is_open(state: HamHelsing, task: Task) -> bool:
    """Chance names the first player if nobody did."""
    return state.rules.first == NONE
