"""What happens to a card on the table: tilting, turning over, changing hands, leaving.

These functions change the table and say so; who asked for it is above them.  Markers shrink with
the maximum after each of them (HE-ATK-09).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling import events_fight as evf
from engine.games.henchling.components import (
    EJECTED,
    FELL,
    IN_DISCARD,
    IN_DOWN,
    IN_HAND,
    NONE,
    ON_TABLE,
    OUT,
    TRIGGER,
    WITH_HOST,
)
from engine.games.henchling.schema import ABILITIES_MAX, CARDS, INSTANCES
from engine.games.henchling.schema_words import ENHANCER, TO_BOTTOM, TO_OWNER
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    attached,
    batch_is_open,
    controller,
    design,
    health_of,
    holds,
    seats_from,
    worn_out,
)
from engine.zones import Task

# --- numbers (HE-ATK-09) ---------------------------------------------------------------------


def shrink_damage(state: Henchling) -> None:
    """A lower maximum leaves one health; never while a damage batch is open (HE-DMG-03)."""
    if state.damage.count(0) == INSTANCES or batch_is_open(state):
        return
    for card in worn_out(state):
        shrink(state, card)


def shrink(state: Henchling, card: int) -> None:
    """One marker, if it still leaves no health: another's that shrank may have changed a text."""
    most, marked = health_of(state, card), state.damage[card]
    if marked >= most:
        emit(state, evf.DAMAGE_SHRUNK, card, marked, most - 1, most)
        state.damage[card] = most - 1


def look_again(state: Henchling) -> None:
    """Tilts, hands, turns or damage changed: only a passive text with an `if` can mind."""
    if state.rules.conditional:
        shrink_damage(state)


def counters_on(state: Henchling, card: int) -> int:
    """How many generic counters, and one more for power counters (HE-CTR-04)."""
    return state.coins[card] + bool(state.power_a[card] or state.power_h[card])


# --- tilting (HE-TILT-01) --------------------------------------------------------------------


def tilt(state: Henchling, card: int, by_effect: bool) -> None:
    """An enhancer tilts with its host and never by itself (HE-ENH-03); tilted stays tilted."""
    if not state.tilted >> card & 1 and design(state, card).type != ENHANCER:
        with_it = attached(state, card)
        state.tilted |= as_mask((card, *with_it))
        emit(state, evc.CARD_TILTED, card, int(by_effect), len(with_it))
        look_again(state)


def untilt(state: Henchling, card: int, by_effect: bool) -> None:
    """Ready again, for everything that tilts (HE-UNTILT-02)."""
    if state.tilted >> card & 1 and design(state, card).type != ENHANCER:
        with_it = attached(state, card)
        state.tilted &= ~as_mask((card, *with_it))
        emit(state, evc.CARD_UNTILTED, card, int(by_effect), len(with_it))
        look_again(state)


def as_mask(cards: Sequence[int]) -> int:
    """Cards as a set."""
    return sum([1 << card for card in cards])


# --- turning over (HE-FLIP-01) ---------------------------------------------------------------


def flip(state: Henchling, card: int, by: int) -> None:
    """Face-up goes face down and the other way round; the rest stays (HE-FLIP-07)."""
    if card in state.backs:
        turn_up(state, card)
    else:
        state.backs.append(card)
        state.flippers.append(by)
        state.flip_now |= 1 << card
    if state.sink is not None:
        emit(
            state, evc.CARD_FLIPPED, card, int(card not in state.backs), by,
            state.tilted >> card & 1, counters_on(state, card), len(attached(state, card)),
            int(design(state, card).type == ENHANCER),
        )  # fmt: skip
    shrink_damage(state)


def turn_up(state: Henchling, card: int) -> None:
    """Face up: nobody's flip any more (HE-FLIP-08)."""
    place = state.backs.index(card)
    del state.backs[place], state.flippers[place]
    state.flip_now &= ~(1 << card)


# --- control (HE-STEAL-01, HE-ENH-07) --------------------------------------------------------


def give(state: Henchling, card: int, seat: int) -> int:
    """A card with all that is on it goes to another table; how many enhancers went along.

    Counters are kept by card, so they go with it (HE-CTR-02).
    """
    with_it = attached(state, card)
    for each in (card, *with_it):
        state.tables[controller(state, each)] &= ~(1 << each)
        state.tables[seat] |= 1 << each
    return len(with_it)


# --- leaving (HE-LEAVE-01, HE-ENH-05, HE-CTR-04) ---------------------------------------------


def leave(state: Henchling, cards: Sequence[int], cause: int) -> list[Task]:
    """Cards leave the table for one reason; the Leave texts owed for it."""
    owed = leave_together(state, [(card, cause) for card in cards])
    shrink_damage(state)
    return owed


def leave_together(state: Henchling, going: Sequence[tuple[int, int]]) -> list[Task]:
    """Cards (with the cause of each) leave, and their enhancers with them; the Leave texts owed.

    Leave text is looked at with the card's last state (HE-REQ-01), before anything moves.
    """
    cards = [card for card, _ in going]
    followers = {card: [e for e in attached(state, card) if e not in cards] for card in cards}
    owed: list[Task] = []
    for card, cause in going:
        owed += texts_owed(state, card, cause)
        for each in followers[card]:
            owed += texts_owed(state, each, WITH_HOST)
    for card, cause in going:
        move_off(state, card, cause)
        for each in followers[card]:
            move_off(state, each, WITH_HOST)
    return in_seat_order(state, owed)


def texts_owed(state: Henchling, card: int, cause: int) -> list[Task]:
    """Leave texts of a card that lies face up and is in play, if their conditions hold.

    HE-LEAVE-01, HE-EJECT-04: at every removal from the table; not on flip, steal or trade.
    """
    made = design(state, card)
    if not made.leave or card in state.backs or card == state.playing:
        return []
    found: list[Task] = []
    seat = controller(state, card)
    for number in made.leave:
        if holds(state, state.rules.abilities[number].conditions, seat, card):
            to = OUT if card >= CARDS else destination(state, card, cause, False)[0]
            emit(state, evc.LEAVE_TRIGGERED, seat, card, number, cause, to)
            found.append((TRIGGER, seat, card, number))
    return found


def in_seat_order(state: Henchling, owed: list[Task]) -> list[Task]:
    """Several Leave texts: clockwise from the active player."""
    order = seats_from(state, max(state.active, 0))
    return [task for seat in order for task in owed if task[1] == seat]


def move_off(state: Henchling, card: int, cause: int) -> None:
    """One card off the table to where it belongs (HE-COMP-06); nothing stays on it (HE-EJECT-02).

    Items too leave only by destruction, discard, ejection or elimination (HE-ITEM-03).
    """
    seat, down = controller(state, card), card in state.backs
    state.tables[seat] &= ~(1 << card)
    to, whose = destination(state, card, cause, down)
    if state.sink is not None:
        say_moved(state, card, seat, cause, to, whose)
    put(state, card, to, whose)
    wipe(state, card)


def say_moved(state: Henchling, card: int, seat: int, cause: int, to: int, whose: int) -> None:
    """A card has left; a token ceases to exist (HE-TOKEN-02, HE-EJECT-03)."""
    counters, down = counters_on(state, card), int(card in state.backs)
    if card >= CARDS:
        emit(state, evc.TOKEN_REMOVED, card, state.kinds[card - CARDS], seat, cause, counters)
    else:
        printed = design(state, card).destination
        emit(state, evc.CARD_MOVED, card, ON_TABLE, to, whose, cause, counters, down, printed)


def destination(state: Henchling, card: int, cause: int, down: bool) -> tuple[int, int]:
    """Discard pile, owner's hand or the hidden pile's bottom, with the seat of a hand.

    An enhancer's own text wins when its host goes (HE-ENH-06), unless it lies face down; a hand
    must be one of a player still in the game (HE-EJECT-01).
    """
    owner = state.owner[card]
    wish = TO_OWNER if cause == EJECTED else 0
    if cause == WITH_HOST and not down:
        wish = design(state, card).destination
    if wish == TO_BOTTOM:
        return IN_DOWN, NONE
    if wish == TO_OWNER and state.alive >> owner & 1:
        return IN_HAND, owner
    return IN_DISCARD, NONE


def put(state: Henchling, card: int, zone: int, seat: int) -> None:
    """Lay a card into a zone off the table; a token into none."""
    if card >= CARDS:
        state.kinds[card - CARDS] = NONE
    elif zone == IN_HAND:
        state.hands[seat] |= 1 << card
    elif zone == IN_DOWN:
        state.bottom.append(card)
    else:
        state.discard |= 1 << card


def wipe(state: Henchling, card: int) -> None:
    """A card off the table carries nothing and is a new object when it comes back (HE-ABIL-05)."""
    if card in state.backs:
        turn_up(state, card)
    state.tilted &= ~(1 << card)
    state.guards &= ~(1 << card)
    state.owner[card] = 0
    state.host[card] = NONE
    state.damage[card] = state.coins[card] = 0
    for row in (state.power_a, state.power_h, state.boost_a, state.boost_h):
        row[card] = 0
    state.turn_a[card] = state.turn_h[card] = 0
    if state.used:
        state.used[:] = [use for use in state.used if use // ABILITIES_MAX != card]


# --- Free uses (HE-ABIL-05) ------------------------------------------------------------------


def count_use(state: Henchling, via: int, place: int) -> None:
    """One more use of a Free ability this turn."""
    insort(state.used, via * ABILITIES_MAX + place)


# --- elimination (HE-ELIM-01) ----------------------------------------------------------------


def eliminate(state: Henchling, seats: Sequence[int]) -> None:
    """Players without health are out together: what they owe lapses, their cards go.

    Leave text does not trigger; enhancers of others on their cards follow their own text, those
    they put on others' cards stay.
    """
    state.alive &= ~as_mask(seats)
    for seat in seats:
        cards = state.hands[seat].bit_count() + state.tables[seat].bit_count()
        emit(state, ev.PLAYER_ELIMINATED, seat, cards, state.alive.bit_count())
    for seat in seats:
        state.agenda[:] = [task for task in state.agenda if task[1] != seat]
        drop_hand(state, seat)
        clear_table(state, seat)
    if state.alive & (state.alive - 1) == 0:
        # The game is decided: nothing follows (HE-GOAL-01).
        state.agenda.clear()


def drop_hand(state: Henchling, seat: int) -> None:
    """The hand goes to the discard pile, with a card that was just being played."""
    for card in bits_of(state.hands[seat]):
        emit(state, evc.CARD_MOVED, card, IN_HAND, IN_DISCARD, NONE, FELL, 0, 0, 0)
    state.discard |= state.hands[seat]
    state.hands[seat] = 0
    if seat == state.active:
        state.playing = NONE


def clear_table(state: Henchling, seat: int) -> None:
    """Enhancers first: own ones go, those of others as with any host that goes (HE-ENH-06)."""
    on_hosts = [card for card in bits_of(state.tables[seat]) if state.host[card] >= 0]
    on_hosts.sort(key=lambda card: state.owner[card] != seat)
    for card in on_hosts:
        move_off(state, card, FELL if state.owner[card] == seat else WITH_HOST)
    for card in bits_of(state.tables[seat]):
        move_off(state, card, FELL)
