"""Card effects: one small function an op of the closed vocabulary, and what they speak of."""

from __future__ import annotations

from collections.abc import Callable

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling.components import (
    BY_ABILITY,
    BY_EFFECT,
    BY_REACTION,
    BY_SPELL,
    BY_TEXT,
    BY_TRAP,
    CANCELLED,
    CAP_COUNTERS,
    CAP_MONEY,
    CARRY_OUT,
    CREATE,
    DESTROYED,
    DRAW_ON,
    EJECTED,
    FOR_EFFECT,
    IN_DISCARD,
    IN_HAND,
    NOBODY_CHOSEN,
    NONE,
    OUT,
    PLAY,
    SEAT0,
    SPELL_WINDOW,
    STEAL,
    WINDOW,
    Fx,
)
from engine.games.henchling.effects import (
    counters_on,
    destination,
    flip,
    give,
    leave,
    look_again,
    shrink_damage,
    tilt,
    untilt,
)
from engine.games.henchling.effects_damage import brawl, heal, open_batch
from engine.games.henchling.effects_piles import owe_discards
from engine.games.henchling.schema import CARDS, LIMIT
from engine.games.henchling.schema_words import (
    ARRIVE,
    LEAVE,
    SPELL,
    SPELL_TEXT,
    TRAP_NOW,
    TRAP_WAIT,
)
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    attached,
    controller,
    design,
    face_up,
    henchlings,
    holds,
    on_table,
    seats_from,
)
from engine.zones import Task

BOOST_MAX = 30_000
PACKET_OF = {
    SPELL_TEXT: BY_SPELL, TRAP_NOW: BY_TRAP, TRAP_WAIT: BY_TRAP, ARRIVE: BY_TEXT, LEAVE: BY_TEXT,
}  # fmt: skip

# An EFFECT task: (kind, seat, source, ability, row, first target, second target, by a Reaction).
# In a trap's the targets are who sprang it and the card that did.


def run_effect(state: Henchling, task: Task) -> None:
    """DO: one row; the next follows when everything this one owes is done."""
    kind, seat, source, number, at, first, second, reaction = task
    rows = state.rules.abilities[number].effects
    if at + 1 < len(rows):
        state.agenda.append((kind, seat, source, number, at + 1, first, second, reaction))
    row = rows[at]
    if not row.conditions or holds(state, row.conditions, seat, source):
        OPS[row.op](state, row, task)


# --- what a row speaks of --------------------------------------------------------------------


def objects(state: Henchling, to: int | str, task: Task) -> list[int]:
    """Cards on a table and living seats a row is about; none if they are no longer there."""
    if isinstance(to, int):
        return present(state, task[5 + to])
    if to == "this":
        return present(state, task[2])
    if to == "host":
        return present(state, state.host[task[2]])
    if to == "sprung_card":
        return present(state, task[6])
    if to == "each_henchling":
        return bits_of(henchlings(state))
    if to == "each_own_henchling":
        return bits_of(henchlings(state) & state.tables[task[1]])
    return [SEAT0 + seat for seat in seats(state, to, task)]


def present(state: Henchling, target: int) -> list[int]:
    """A target, if it is still there."""
    if target in (NONE, NOBODY_CHOSEN):
        return []
    there = state.alive >> (target - SEAT0) & 1 if target >= SEAT0 else on_table(state, target)
    return [target] if there else []


def seats(state: Henchling, who: int | str, task: Task) -> list[int]:
    """Living seats a row is about, clockwise from the active player."""
    if isinstance(who, int):
        return [target - SEAT0 for target in present(state, task[5 + who])]
    if who == "springer":
        return [target - SEAT0 for target in present(state, task[5])]
    order = seats_from(state, max(state.active, 0))
    if who == "each_player":
        if task[1] == NONE:
            emit(state, ev.TRAP_ACTED, task[2], tuple(order), state.alive.bit_count())
        return list(order)
    if who == "each_opponent":
        return [seat for seat in order if seat != task[1]]
    return [seat for seat in order if seat == task[1]]


def cards(state: Henchling, row: Fx, task: Task) -> list[int]:
    """The cards a row is about."""
    return [target for target in objects(state, row.to, task) if target < SEAT0]


# --- ops on players --------------------------------------------------------------------------


def op_draw(state: Henchling, row: Fx, task: Task) -> None:
    """Draws, card by card from either pile (HE-PILE-05), one player after the other."""
    drawers = seats(state, row.who, task)
    owe(state.agenda, *[(DRAW_ON, seat, row.n, FOR_EFFECT, 0) for seat in drawers])


def op_discard(state: Henchling, row: Fx, task: Task) -> None:
    """From the hand, the holder's choice (HE-TRAP-02)."""
    owe_discards(state, seats(state, row.who, task), row.n, BY_EFFECT)


def op_money(state: Henchling, row: Fx, task: Task) -> None:
    """HE-PLAY-04, -05: for the active player alone, 0 to 250 (HE-LIMIT-04)."""
    for seat in seats(state, row.who, task):
        if seat != state.active:
            emit(state, ev.MONEY_CHANGED, seat, 0, 0, task[2])
            continue
        before, wanted = state.purse, state.purse + row.n
        state.purse = min(LIMIT, max(0, wanted))
        if wanted > LIMIT:
            emit(state, ev.LIMIT_CAPPED, CAP_MONEY, seat, NONE, wanted - LIMIT)
        emit(state, ev.MONEY_CHANGED, seat, state.purse - before, state.purse, task[2])


def op_heal(state: Henchling, row: Fx, task: Task) -> None:
    """Players and Henchlings (HE-HEAL-01, -02)."""
    for target in objects(state, row.to, task):
        heal(state, target, row.n)


def op_token(state: Henchling, row: Fx, task: Task) -> None:
    """A token for each player meant; an enhancer token names its host (HE-TOKEN-01)."""
    host = (objects(state, row.to, task) or [NONE])[0] if row.to != "" else NONE
    if row.to == "" or host != NONE:
        makers = seats(state, row.who, task)
        owe(state.agenda, *[(CREATE, seat, row.token, host) for seat in makers])


# --- damage ----------------------------------------------------------------------------------


def op_damage(state: Henchling, row: Fx, task: Task) -> None:
    """One batch, a packet for each player or face-up Henchling (HE-DMG-01, -03)."""
    sort = state.rules.abilities[task[3]].kind
    kind = BY_REACTION if task[7] else PACKET_OF.get(sort, BY_ABILITY)
    can = henchlings(state)
    hit = [t for t in objects(state, row.to, task) if t >= SEAT0 or can >> t & 1]
    if hit:
        open_batch(state, [(task[2], target, row.n, kind) for target in hit])


def op_fight(state: Henchling, row: Fx, task: Task) -> None:
    """Two Henchlings, if both are still fit (HE-ATK-04)."""
    pair = [*objects(state, row.to, task), *objects(state, row.other, task)]
    up = henchlings(state)
    if len(pair) == 2 and all(up >> card & 1 for card in pair) and pair[0] != pair[1]:
        brawl(state, pair[0], pair[1], task[7])


# --- ops on cards ----------------------------------------------------------------------------


def op_destroy(state: Henchling, row: Fx, task: Task) -> None:
    """Out of play at once, whatever its health (HE-DEST-01, -02)."""
    going = cards(state, row, task)
    for card in going:
        emit(state, evc.CARD_DESTROYED, card, controller(state, card), DESTROYED, task[2])
    owe(state.agenda, *leave(state, going, DESTROYED))


def op_eject(state: Henchling, row: Fx, task: Task) -> None:
    """Back to its owner's hand, alone (HE-EJECT-01 to -04)."""
    going = cards(state, row, task)
    for card in going:
        if state.sink is not None:
            to = OUT if card >= CARDS else destination(state, card, EJECTED, False)[0]
            emit(
                state, evc.CARD_EJECTED, card, controller(state, card), to,
                len(attached(state, card)), counters_on(state, card), state.owner[card],
            )  # fmt: skip
    owe(state.agenda, *leave(state, going, EJECTED))


def op_steal(state: Henchling, row: Fx, task: Task) -> None:
    """A theft is owed: room may have to be made for it first (HE-STEAL-01, HE-ITEM-05)."""
    for card in cards(state, row, task):
        state.agenda.append((STEAL, task[1], card))


def op_trade(state: Henchling, row: Fx, task: Task) -> None:
    """An own face-up card against an opponent's of the same type (HE-TRADE-01, -02)."""
    pair = [*objects(state, row.to, task), *objects(state, row.other, task)]
    up, seat = face_up(state), task[1]
    if len(pair) < 2 or not all(up >> card & 1 for card in pair):
        return
    mine, theirs = pair
    partner, sort = controller(state, theirs), design(state, mine).type
    if controller(state, mine) == seat != partner and sort == design(state, theirs).type:
        give(state, mine, partner)
        give(state, theirs, seat)
        emit(state, evc.CARDS_TRADED, mine, theirs, seat, partner, sort)
        shrink_damage(state)


def op_flip(state: Henchling, row: Fx, task: Task) -> None:
    """Turn over; what a trap flips is booked on the active player (HE-FLIP-01, HE-TRAP-07)."""
    by = task[1] if task[1] >= 0 else max(state.active, 0)
    for card in cards(state, row, task):
        flip(state, card, by)


def op_tilt(state: Henchling, row: Fx, task: Task) -> None:
    """Tilted without being used (HE-TILT-04)."""
    for card in cards(state, row, task):
        tilt(state, card, True)


def op_untilt(state: Henchling, row: Fx, task: Task) -> None:
    """Usable again (HE-UNTILT-02)."""
    for card in cards(state, row, task):
        untilt(state, card, True)


def op_buff(state: Henchling, row: Fx, task: Task) -> None:
    """Numbers of a face-up Henchling for the turn or the game (HE-REACT-07)."""
    up = henchlings(state)
    pair = (state.boost_a, state.boost_h) if row.lasting else (state.turn_a, state.turn_h)
    for card in cards(state, row, task):
        if up >> card & 1:
            for numbers, by in zip(pair, (row.a, row.h), strict=True):
                numbers[card] = max(-BOOST_MAX, min(BOOST_MAX, numbers[card] + by))
            emit(state, evc.NUMBERS_BOOSTED, card, row.a, row.h, int(row.lasting))
    shrink_damage(state)


def op_counter(state: Henchling, row: Fx, task: Task) -> None:
    """Counters as far as the bound lets them on (HE-CTR-01, HE-LIMIT-03)."""
    for card in cards(state, row, task):
        n = min(row.n, counters_that_fit(state, card, row))
        if row.generic:
            state.coins[card] += n
        else:
            state.power_a[card] += n * row.a
            state.power_h[card] += n * row.h
        if n < row.n:
            emit(state, ev.LIMIT_CAPPED, CAP_COUNTERS, NONE, card, row.n - n)
        emit(
            state, evc.COUNTER_PLACED, card, int(not row.generic), n, row.a, row.h,
            state.coins[card], state.power_a[card], state.power_h[card],
        )  # fmt: skip
    shrink_damage(state)


def counters_that_fit(state: Henchling, card: int, row: Fx) -> int:
    """At most 250 generic ones; power sums between -250 and 250 (HE-LIMIT-03)."""
    if row.generic:
        return LIMIT - state.coins[card]
    fit = row.n
    for total, by in ((state.power_a[card], row.a), (state.power_h[card], row.h)):
        if by:
            fit = min(fit, ((LIMIT - total) if by > 0 else (LIMIT + total)) // abs(by))
    return fit


def op_remove_counter(state: Henchling, row: Fx, task: Task) -> None:
    """Generic counters off, as many as there are."""
    for card in cards(state, row, task):
        n = min(row.n, state.coins[card])
        state.coins[card] -= n
        emit(state, evc.COUNTER_REMOVED, card, n, state.coins[card])
    look_again(state)


# --- cancel (HE-REACT-08) --------------------------------------------------------------------


def op_cancel(state: Henchling, row: Fx, task: Task) -> None:
    """The answered action is prevented and its window closes; a card played is lost."""
    found = [each for each in state.agenda if each[0] == CARRY_OUT]
    gone = (WINDOW, SPELL_WINDOW, CARRY_OUT)
    state.agenda[:] = [each for each in state.agenda if each[0] not in gone]
    for _, seat, action, card, *_ in found:
        spell = action == PLAY and design(state, card).type == SPELL
        emit(state, ev.ACTION_PREVENTED, action, seat, card, CANCELLED, int(spell))
        if action == PLAY:
            lose_card(state, seat, card)


def lose_card(state: Henchling, seat: int, card: int) -> None:
    """A card paid for goes from the hand to the discard pile: it neither arrives nor leaves."""
    state.playing = NONE
    state.hands[seat] &= ~(1 << card)
    state.discard |= 1 << card
    emit(state, evc.CARD_MOVED, card, IN_HAND, IN_DISCARD, seat, NONE, 0, 0, 0)
    look_again(state)


OPS: dict[str, Callable[[Henchling, Fx, Task], None]] = {
    "draw": op_draw,
    "damage": op_damage,
    "fight": op_fight,
    "destroy": op_destroy,
    "eject": op_eject,
    "steal": op_steal,
    "trade": op_trade,
    "flip": op_flip,
    "tilt": op_tilt,
    "untilt": op_untilt,
    "heal": op_heal,
    "buff": op_buff,
    "counter": op_counter,
    "remove_counter": op_remove_counter,
    "token": op_token,
    "discard": op_discard,
    "money": op_money,
    "cancel": op_cancel,
}
