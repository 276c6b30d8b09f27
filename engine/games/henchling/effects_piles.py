"""Draw phase and piles: two piles, an exposed card, traps, the discards (2 Draw, Traps)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Outcomes
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events as ev
from engine.games.henchling import events_cards as evc
from engine.games.henchling.components import (
    AFTER_TRAP,
    AT_SETUP,
    DISCARD,
    DOWN_PILE,
    DRAW,
    DRAW_ON,
    EFFECT,
    EXPOSE,
    FOR_MULLIGAN,
    FOR_PHASE,
    NONE,
    PASSED,
    PASSING,
    REBURIED,
    RECYCLED,
    SEAT0,
    SPRING,
    TAKEN,
    TRAP_DONE,
    UP_PILE,
)
from engine.games.henchling.effects import look_again
from engine.games.henchling.schema_words import TRAP_WAIT, W_DISCARD, W_DRAW
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    held,
    is_trap,
    may_draw,
    may_recycle,
    on_table,
    up_rest,
    waiting,
)
from engine.zones import Task

# --- chances (HE-PILE-07) --------------------------------------------------------------------


def down_outcomes(state: Henchling) -> Outcomes:
    """The hidden pile's next card: own cards and pool by their counts, then cards put under it."""
    if not state.down and not state.pool_down:
        return Outcomes.even((state.bottom[0],))
    return mixed(state.down, state.pool, state.pool_down)


def up_outcomes(state: Henchling) -> Outcomes:
    """The second pile's next card."""
    return mixed(state.up, state.pool, state.pool.bit_count() - state.pool_down)


def mixed(own: int, pool: int, counted: int) -> Outcomes:
    """Each own card weighs as much as the pool is large, each pool card as the pile counts."""
    if not counted:
        return Outcomes.even(bits_of(own))
    if not own:
        return Outcomes.even(bits_of(pool))
    size, codes = pool.bit_count(), bits_of(own | pool)
    return Outcomes.weighed(codes, [size if own >> card & 1 else counted for card in codes])


def off_the_pile(state: Henchling, card: int, pile: int) -> None:
    """A hidden card leaves a pile; a pool that one pile alone still has is that pile's own."""
    bit = 1 << card
    if state.pool & bit:
        state.pool &= ~bit
        state.pool_down -= pile == DOWN_PILE
    elif pile == UP_PILE:
        state.up &= ~bit
    elif state.down & bit:
        state.down &= ~bit
    else:
        state.bottom.pop(0)
    settle_pool(state)


def settle_pool(state: Henchling) -> None:
    """The pool joins the only pile that counts cards of it (HE-PILE-07)."""
    if state.pool and state.pool_down in (0, state.pool.bit_count()):
        if state.pool_down:
            state.down |= state.pool
        else:
            state.up |= state.pool
        state.pool = state.pool_down = 0


# --- drawing (HE-DRAW-01, -05, -06, HE-TRAP-06) ----------------------------------------------


def draw_on(state: Henchling, task: Task) -> None:
    """DO: the next of some draws, unless there is nothing to draw from (HE-PILE-05)."""
    _, seat, n, why, seen = task
    if n and (may_draw(state) or may_recycle(state)):
        owe(state.agenda, (DRAW, seat, why, 0), task)
    else:
        end_draws(state, seat, n, why, seen, 0)


def end_draws(state: Henchling, seat: int, n: int, why: int, seen: int, declined: int) -> None:
    """The instruction is done; what is still missing is forfeited without penalty (HE-DRAW-05)."""
    if n:
        emit(state, ev.DRAWS_FORFEITED, seat, n, declined)
    if why >= FOR_MULLIGAN:
        emit(state, ev.HAND_REFILLED, seat, why - FOR_MULLIGAN, state.hands[seat].bit_count())
    if seen:
        state.agenda.append((SPRING, NONE, W_DRAW, NONE, seat, seen))


def one_less(state: Henchling, seen: int) -> Task:
    """One of the draws owed below is made; traps that waited when the exposed card was taken."""
    kind, seat, n, why, before = state.agenda.pop()
    task = (kind, seat, n - 1, why, before | seen)
    state.agenda.append(task)
    return task


def into_hand(state: Henchling, seat: int, card: int, pile: int) -> None:
    """A card drawn goes to the drawer's hand (HE-DRAW-06); the draw below is made."""
    seen = waiting(state, W_DRAW) if pile == UP_PILE and state.traps else 0
    task = one_less(state, seen)
    state.hands[seat] |= 1 << card
    if state.sink is not None:
        hand, why = state.hands[seat].bit_count(), min(task[3], FOR_MULLIGAN)
        emit(state, ev.CARD_DRAWN, seat, card, pile, why, state.turn, task[2], hand)
    look_again(state)


def draw_exposed(state: Henchling, seat: int) -> None:
    """The exposed card is drawn, and the next one exposed at once (HE-PILE-06)."""
    card, state.exposed = state.exposed, NONE
    into_hand(state, seat, card, UP_PILE)
    state.agenda.append((EXPOSE, NONE, TAKEN))


def take_hidden(state: Henchling, seat: int, card: int) -> None:
    """A card of the hidden pile; a trap is exposed instead and drawn for anew (HE-TRAP-06)."""
    off_the_pile(state, card, DOWN_PILE)
    if is_trap(state, card):
        enter_row(state, card, NONE)
    else:
        into_hand(state, seat, card, DOWN_PILE)


def recycle(state: Henchling, seat: int) -> None:
    """HE-DRAW-04: the discards are shuffled back; used traps join the second pile.

    What either pile still held unexposed is mixed in; at most one pool is alive, since a pile that
    is empty counts none.
    """
    fresh = state.discard & ~state.rules.traps
    used = state.discard & state.rules.traps
    state.discard = 0
    for card in state.bottom:
        state.down |= 1 << card
    state.bottom = []
    state.pool, n = fresh, fresh.bit_count()
    state.pool_down = share(state.rules.reshuffle_split, n)
    emit(state, ev.PILE_RECYCLED, seat, n, state.pool_down, tuple(bits_of(used)))
    state.up |= used
    settle_pool(state)
    if state.exposed < 0 and not trap_works(state):
        state.agenda.append((EXPOSE, NONE, RECYCLED))


def share(split: str, n: int) -> int:
    """How many of n cards join the hidden pile (HE-PILE-01, HE-DRAW-04)."""
    if split == "all_hidden":
        return n
    if split == "half":
        return (n + 1) // 2
    if split == "down":
        return 2 * n // 3
    return (2 * n + 2) // 3 if split == "up" else (4 * n + 3) // 6


# --- the exposed card (HE-PILE-03, -06, HE-DRAW-02, -03) -------------------------------------


def something_to_expose(state: Henchling, task: Task) -> bool:
    """Cards lie unexposed in the second pile."""
    return up_rest(state) > 0


def expose(state: Henchling, card: int) -> None:
    """The next card is shown; marks of passing vanish (HE-DRAW-03); a trap acts (HE-TRAP-01)."""
    _, _, after = state.agenda.pop()
    off_the_pile(state, card, UP_PILE)
    trap, marks = is_trap(state, card), state.passers.bit_count()
    state.passers = state.saw = 0
    if state.sink is not None:
        emit(state, ev.CARD_EXPOSED, card, after, marks, int(trap))
    if not trap:
        state.exposed = card
    elif state.rules.rebury and after in (AT_SETUP, REBURIED):
        state.up |= 1 << card
        emit(state, ev.TRAP_REBURIED, card)
        state.agenda.append((EXPOSE, NONE, REBURIED))
    else:
        enter_row(state, card, AFTER_TRAP)


def look_at_exposed(state: Henchling) -> None:
    """Who is asked for a counted draw sees the exposed card (HE-DRAW-02)."""
    if state.exposed >= 0 and state.agenda[-1][2] == FOR_PHASE:
        state.saw = 1


def count_passing(state: Henchling) -> None:
    """The draw phase ends: the player passed on the card that was seen and is still there.

    A card that all living players passed on goes (HE-DRAW-02).
    """
    state.step = PASSING
    if not state.saw or state.exposed < 0:
        return
    state.saw = 0
    state.passers |= 1 << state.active
    passers = tuple(bits_of(state.passers))
    emit(state, ev.EXPOSED_PASSED, state.active, state.exposed, passers)
    if state.passers & state.alive == state.alive:
        emit(state, ev.EXPOSED_GONE, state.exposed, passers)
        state.discard |= 1 << state.exposed
        state.exposed = NONE
        state.agenda.append((EXPOSE, NONE, PASSED))


# --- traps (HE-TRAP-01 to -07) ---------------------------------------------------------------


def enter_row(state: Henchling, card: int, then: int) -> None:
    """A trap lies face up in the row; an immediate one is carried out at once (HE-TRAP-03).

    `then`: why the next card is exposed once that is done, -1 if none is to be.
    """
    number = state.rules.designs[card].text[0]
    waits = state.rules.abilities[number].kind == TRAP_WAIT
    state.traps.append(card)
    if state.sink is not None:
        owed = draws_owed(state)
        emit(state, ev.TRAP_ENTERED, card, int(waits), state.turn, owed[0], owed[1])
    if then != NONE:
        state.agenda.append((EXPOSE, NONE, then))
    if not waits:
        work_trap(state, card, number, NONE, NONE)


def draws_owed(state: Henchling) -> tuple[int, int]:
    """Draws of the phase that are still to be made, and by whom."""
    for task in reversed(state.agenda):
        if task[0] == DRAW_ON and task[3] == FOR_PHASE:
            return task[2], task[1]
    return 0, NONE


def trap_works(state: Henchling) -> bool:
    """An immediate trap is being carried out: the second pile shows nothing (HE-TRAP-01)."""
    return any(task[0] == TRAP_DONE and not task[3] for task in state.agenda)


def work_trap(state: Henchling, card: int, number: int, springer: int, sprung: int) -> None:
    """Nobody's action: no window opens (HE-TRAP-07); then the trap is put away."""
    target = SEAT0 + springer if springer >= 0 else NONE
    sprang = int(springer >= 0)
    owe(state.agenda, (EFFECT, NONE, card, number, 0, target, sprung, 0),
        (TRAP_DONE, NONE, card, sprang))  # fmt: skip


def trap_done(state: Henchling, task: Task) -> None:
    """DO: a used trap goes to the discard pile (HE-TRAP-03)."""
    card = task[2]
    state.traps.remove(card)
    state.discard |= 1 << card
    emit(state, ev.TRAP_DONE, card, task[3])


def spring(state: Henchling, task: Task) -> None:
    """DO: the action is complete; traps that waited for it spring in their order (HE-TRAP-04).

    Each at most once (HE-TRAP-05), also if what it would hit is no longer there.
    """
    _, _, when, card, seat, seen = task
    bits = state.rules.trap_bit
    busy = [each[2] for each in state.agenda if each[0] == TRAP_DONE]
    for trap in state.traps:
        if seen & bits[trap] and trap not in busy:
            if seen & ~bits[trap]:
                state.agenda.append((SPRING, NONE, when, card, seat, seen & ~bits[trap]))
            emit(state, ev.TRAP_SPRUNG, trap, when, seat, card)
            sprung = card if card >= 0 and on_table(state, card) else NONE
            work_trap(state, trap, state.rules.designs[trap].text[0], seat, sprung)
            return


# --- discarding from a hand (HE-DPILE-01) ----------------------------------------------------


def owe_discards(state: Henchling, seats: Sequence[int], n: int, why: int) -> None:
    """Each seat in turn puts away n cards of its choice, each choice public (HE-TRAP-02)."""
    owe(state.agenda, *[(DISCARD, seat, n, NONE, why, 0) for seat in seats if n])


def has_cards(state: Henchling, task: Task) -> bool:
    """Something can be put away."""
    return held(state, task[1]) > 0


def may_put_away(state: Henchling) -> list[int]:
    """Cards above the last one chosen that leave enough for the rest, ascending."""
    _, seat, n, last, _, _ = state.agenda[-1]
    cards = [card for card in bits_of(held(state, seat)) if card > last]
    return cards[: max(1, len(cards) - n + 1)]


def put_away(state: Henchling, card: int) -> None:
    """One card from the hand to the discard pile; the set is complete when n are gone."""
    _, seat, n, _, why, seen = state.agenda.pop()
    seen |= waiting(state, W_DISCARD)
    state.hands[seat] &= ~(1 << card)
    state.discard |= 1 << card
    emit(state, evc.CARD_DISCARDED, seat, card, why, state.hands[seat].bit_count())
    look_again(state)
    if n > 1 and held(state, seat) >> (card + 1):
        state.agenda.append((DISCARD, seat, n - 1, card, why, seen))
    elif seen:
        state.agenda.append((SPRING, NONE, W_DISCARD, NONE, seat, seen))
