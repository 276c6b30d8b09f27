"""Damage: batches of packets, Protectors, deaths, eliminations; healing (Attacking, Protector).

A batch is one attack or one damage or fight effect (HE-DMG-03): amounts are fixed when it opens,
packets follow in target order, and nobody dies, shrinks or is out before its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events_cards as evc
from engine.games.henchling import events_fight as evf
from engine.games.henchling.components import (
    BATCH_END,
    BLOCK,
    BROKEN,
    BY_ATTACK,
    BY_FIGHT,
    BY_REACTION,
    BY_RETURN,
    CAP_HEALTH,
    DIED,
    HEALTH_MAX,
    LAND,
    NONE,
    SEAT0,
    SPARE,
)
from engine.games.henchling.effects import (
    eliminate,
    leave_together,
    look_again,
    shrink,
    shrink_damage,
    tilt,
)
from engine.games.henchling.events import LIMIT_CAPPED
from engine.games.henchling.schema import LIMIT
from engine.games.henchling.schema_words import ITEM
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    attack_of,
    controller,
    design,
    health_of,
    henchlings,
    passive,
    seats_from,
    worn_out,
)
from engine.games.henchling.table_targets import blockers, marked, seat_hit
from engine.zones import Task

# source card, target, amount, kind of packet
Packet = tuple[int, int, int, int]

# --- opening ---------------------------------------------------------------------------------


def strength(state: Henchling, card: int) -> int:
    """Attack read as damage is dealt, after the window (HE-ATK-12, HE-REACT-07)."""
    attack = attack_of(state, card)
    if state.sink is not None:
        added, own = passive(state, card)[0], controller(state, card) == state.active
        emit(
            state, evf.ATTACK_READ, card, design(state, card).attack, added, state.power_a[card],
            state.boost_a[card], state.turn_a[card], attack, int(own),
        )  # fmt: skip
    return attack


def fight(state: Henchling, one: int, two: int, kinds: tuple[int, int]) -> None:
    """Both deal their attack at the same time (HE-ATK-04), tilted or not (HE-ATK-05)."""
    hit, back = strength(state, one), strength(state, two)
    open_batch(state, [(one, two, hit, kinds[0]), (two, one, back, kinds[1])])


def strike_at(state: Henchling, card: int, target: int) -> None:
    """An attack: at a Henchling, which strikes back, or at a player (HE-ATK-06)."""
    if target >= SEAT0:
        open_batch(state, [(card, target, strength(state, card), BY_ATTACK)])
    else:
        fight(state, card, target, (BY_ATTACK, BY_RETURN))


def brawl(state: Henchling, one: int, two: int, reaction: int) -> None:
    """A fight by unusual means: as an attack, but nobody tilts (HE-PROT-02)."""
    kind = BY_REACTION if reaction else BY_FIGHT
    fight(state, one, two, (kind, kind))


def open_batch(state: Henchling, packets: Sequence[Packet]) -> None:
    """Packets in target order, one block each at most (HE-PROT-08); none of nothing (HE-ATK-12).

    Damage by a Reaction cannot be blocked, unless the option says so (HE-PROT-02).
    """
    real = in_target_order(state, [packet for packet in packets if packet[2] > 0])
    tasks: list[Task] = []
    guards = marked(state, state.rules.protectors, "protector")
    for source, target, n, kind in real:
        seat = seat_hit(state, target)
        stoppable = kind != BY_REACTION or state.rules.block_reactions
        if stoppable and guards & state.tables[seat]:
            tasks.append((BLOCK, seat, target, n, source))
        tasks.append((LAND, NONE, target, n, source, kind, NONE))
    if state.sink is not None and packets:
        emit(state, evf.BATCH_OPENED, packets[0][3], packets[0][0],
             tuple(packet[1] for packet in real), tuple(packet[2] for packet in real))  # fmt: skip
    stood = healths(state) if state.rules.wavering else []
    if len(tasks) > len(real):
        owe(state.agenda, *tasks, *stood, (BATCH_END, NONE))
        return
    # Nobody can be asked: all of it at once.
    for task in tasks:
        land(state, task)
    for task in stood:
        spare(state, task)
    end_batch(state, (BATCH_END, NONE))


def in_target_order(state: Henchling, packets: Sequence[Packet]) -> list[Packet]:
    """The active player's side first, clockwise, then by card (HE-PROT-08)."""
    if len(packets) < 2:
        return list(packets)
    order = seats_from(state, max(state.active, 0))
    keys = {packet: (order.index(seat_hit(state, packet[1])), packet[1]) for packet in packets}
    return sorted(packets, key=keys.__getitem__)


def healths(state: Henchling) -> list[Task]:
    """What each Henchling could take when the batch opened, to be looked at before its end."""
    return [(SPARE, NONE, card, health_of(state, card)) for card in bits_of(henchlings(state))]


# --- packets ---------------------------------------------------------------------------------


def may_be_blocked(state: Henchling, task: Task) -> bool:
    """Somebody has a Protector to put in the way (HE-PROT-01)."""
    return bool(blockers(state, task[1], task[2]))


def block_with(state: Henchling, card: int) -> None:
    """A Protector steps in: it takes the whole packet (HE-PROT-04)."""
    _, seat, target, n, source = state.agenda.pop()
    *rest, _ = state.agenda.pop()
    state.agenda.append((*rest, card))
    emit(state, evf.DAMAGE_BLOCKED, card, seat, target, n, source)


def land(state: Henchling, task: Task) -> None:
    """DO: a packet arrives at its target or at the Protector; nobody dies yet (HE-DMG-03)."""
    _, _, target, n, source, kind, blocker = task
    if blocker != NONE:
        absorb(state, target, n, source, kind, blocker)
    elif target >= SEAT0:
        seat = target - SEAT0
        before = state.health[seat]
        state.health[seat] = max(0, before - n)
        say_damage(state, task, target, before, state.health[seat])
    else:
        mark(state, task, target)


def mark(state: Henchling, task: Task, card: int) -> None:
    """Damage marked on a Henchling (HE-LIMIT-04)."""
    before = state.damage[card]
    state.damage[card] = min(LIMIT, before + task[3])
    say_damage(state, task, card, before, state.damage[card])


def say_damage(state: Henchling, task: Task, target: int, before: int, after: int) -> None:
    """The event of a packet that arrived, with its source (HE-DMG-01)."""
    if state.sink is None:
        return
    _, _, first, n, source, kind, blocker = task
    emit(
        state, evf.DAMAGE_DEALT, target, first, n, before, after, kind, source,
        state.tilted >> source & 1 if source >= 0 else 0, int(target >= SEAT0),
        int(blocker != NONE),
    )  # fmt: skip


def absorb(
    state: Henchling, target: int, n: int, source: int, kind: int, blocker: int
) -> None:
    """A Henchling takes it as damage; an item takes it away, and breaks or tilts (HE-PROT-06)."""
    made = design(state, blocker)
    state.guards |= 1 << blocker
    if made.type == ITEM:
        emit(state, evf.DAMAGE_ABSORBED, blocker, target, n, int(made.tilts_on_block))
        if made.tilts_on_block:
            tilt(state, blocker, False)
        return
    mark(state, (LAND, NONE, target, n, source, kind, blocker), blocker)
    if state.rules.block_tilts:
        tilt(state, blocker, False)


# --- the end of a batch (HE-DMG-03) ----------------------------------------------------------


def spare(state: Henchling, task: Task) -> None:
    """DO: all packets have landed; one that took less than it could at the opening keeps a life.

    The batch itself may have brought on a text that lowers health, which kills nobody (HE-ATK-09).
    """
    _, _, card, stood = task
    if 0 < state.damage[card] < stood and henchlings(state) >> card & 1:
        shrink(state, card)


def end_batch(state: Henchling, task: Task) -> None:
    """DO: the dead, the broken, the eliminated, and then Leave texts (HE-ATK-07, HE-HP-02).

    No window and no healing lies between a lethal packet and the death (HE-ATK-08), and nothing but
    damage kills (HE-ATK-10).
    """
    dead, broken = dying(state), breaking(state)
    for card in dead:
        emit(
            state, evf.HENCHLING_DIED, card, controller(state, card), state.damage[card],
            health_of(state, card), state.guards >> card & 1,
        )  # fmt: skip
    for card in broken:
        emit(state, evc.CARD_DESTROYED, card, controller(state, card), BROKEN, NONE)
    going = [*((card, DIED) for card in dead), *((card, BROKEN) for card in broken)]
    owed = leave_together(state, going) if going else []
    state.guards = 0
    order = seats_from(state, max(state.active, 0))
    out = [seat for seat in order if not state.health[seat]]
    if out:
        eliminate(state, out)
    if state.sink is not None:
        emit(state, evf.BATCH_ENDED, len(dead), len(broken), len(out))
    if going or out or state.rules.conditional:
        shrink_damage(state)
    if state.alive.bit_count() > 1:
        owe(state.agenda, *[text for text in owed if state.alive >> text[1] & 1])


def dying(state: Henchling) -> list[int]:
    """Henchlings without health, clockwise from the active player, then by card."""
    dead = worn_out(state)
    if len(dead) < 2:
        return dead
    order = seats_from(state, max(state.active, 0))
    return [card for seat in order for card in dead if state.tables[seat] >> card & 1]


def breaking(state: Henchling) -> list[int]:
    """HE-PROT-05: item Protectors that blocked, but for those that only tilt (HE-ITEM-02)."""
    if not state.guards:
        return []
    items = [card for card in bits_of(state.guards) if design(state, card).type == ITEM]
    return [card for card in items if not design(state, card).tilts_on_block]


# --- healing (HE-HEAL-01, -02) ---------------------------------------------------------------


def heal(state: Henchling, target: int, n: int) -> None:
    """Lost health of a Henchling comes back; a player's health has no bound but the record's."""
    if target >= SEAT0:
        heal_player(state, target - SEAT0, n)
    elif henchlings(state) >> target & 1:
        before = state.damage[target]
        state.damage[target] = max(0, before - n)
        emit(state, evf.HEALTH_HEALED, target, n, before, state.damage[target], 0)
        look_again(state)


def heal_player(state: Henchling, seat: int, n: int) -> None:
    """Also past forty (HE-HEAL-02), up to the bound of the record (HE-LIMIT-02)."""
    before = state.health[seat]
    state.health[seat] = min(HEALTH_MAX, before + n)
    if before + n > HEALTH_MAX:
        emit(state, LIMIT_CAPPED, CAP_HEALTH, seat, NONE, before + n - HEALTH_MAX)
    emit(state, evf.HEALTH_HEALED, SEAT0 + seat, n, before, state.health[seat], 1)
