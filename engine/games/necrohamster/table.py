"""Readings of the table: what the rules ask of a position, nothing changed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.necrohamster.components import (
    AREA,
    ATTACK,
    CONTROLLER,
    EACH_PLAYER,
    HAND,
    NONE,
    Effect,
    count_of,
)
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster

# --- seats -----------------------------------------------------------------------------------


def mover(state: Necrohamster) -> int:
    """Whose turn it is: so many seats clockwise from the marker (NH-TITLE-03)."""
    return (state.marker + state.turn) % state.rules.players


def order(state: Necrohamster) -> list[int]:
    """All seats in player order (NH-TITLE-03)."""
    players, marker = state.rules.players, state.marker
    return [(marker + step) % players for step in range(players)]


def dealt_to(state: Necrohamster) -> int:
    """Who gets the next card of the deal: clockwise from seat 0 (NH-SETUP-04)."""
    return state.turn


def all_seats_done(state: Necrohamster) -> bool:
    """Everybody has had a turn."""
    return state.turn == state.rules.players


# --- zones -----------------------------------------------------------------------------------


def in_play(state: Necrohamster, seat: int) -> int:
    """Creatures in a player's area, those not yet at work included."""
    return sum(state.areas[seat]) + sum(state.waiting[seat])


def holds(state: Necrohamster, seat: int, zone: int, kinds: tuple[int, ...]) -> int:
    """How many cards of these kinds a seat has in a zone; of artefacts, how many."""
    if zone == AREA:
        return count_of(state.areas[seat], kinds) + count_of(state.waiting[seat], kinds)
    if zone == HAND:
        return count_of(state.hands[seat], kinds)
    return state.artefacts[seat].bit_count()


def works(state: Necrohamster, seat: int, source: int) -> int:
    """How many times a continuous source works for a seat (NH-ABIL-02)."""
    if source < CREATURES_MAX:
        return state.areas[seat][source]
    return state.artefacts[seat] >> (source - CREATURES_MAX) & 1


def holder_of(state: Necrohamster, artefact: int) -> int:
    """Who holds an artefact; NONE where it lies in the middle (NH-ART-02)."""
    for seat in range(state.rules.players):
        if state.artefacts[seat] >> artefact & 1:
            return seat
    return NONE


def draw_bonus(state: Necrohamster, seat: int) -> int:
    """Cards more in each of the seat's draw phases (NH-DRAW-03)."""
    return sum([works(state, seat, at) * effect.n for at, effect in state.rules.bonuses])


def is_warded(state: Necrohamster, seat: int) -> bool:
    """Attacks do not affect this player (NH-ABIL-03)."""
    return any(works(state, seat, source) for source, _ in state.rules.wards)


# --- summoning (NH-SUMMON-04, -05) -----------------------------------------------------------


def costs(state: Necrohamster, seat: int) -> tuple[int, ...]:
    """Effective cost of each creature for a seat: printed, with what works for it."""
    rules = state.rules
    return rules.costs(tuple([works(state, seat, source) for source, _ in rules.mods]))


def summonable(state: Necrohamster, seat: int) -> list[int]:
    """Creatures in hand whose cost the other cards can pay (NH-SUMMON-05)."""
    hand = state.hands[seat]
    others = sum(hand) - 1
    price = costs(state, seat)
    return [kind for kind, count in enumerate(hand) if count and price[kind] <= others]


def unpaid(state: Necrohamster, seat: int) -> int:
    """Cards still to be discarded for the creature a seat is summoning (NH-SUMMON-04)."""
    kind = state.commit[seat]
    if kind == NONE:
        return 0
    return costs(state, seat)[kind] - sum(state.paid[seat])


def payment_is_due(state: Necrohamster) -> bool:
    """The creature named is not paid for yet."""
    return unpaid(state, mover(state)) > 0


def cards_from(pile: bytearray, low: int, wanted: int) -> list[int]:
    """Kinds that may be chosen next where `wanted` cards are chosen in ascending order.

    One set has one spelling: no kind below `low`, and only what leaves enough above it.
    """
    found: list[int] = []
    above = 0
    for kind in range(CREATURES_MAX - 1, low - 1, -1):
        if pile[kind]:
            above += pile[kind]
            if above >= wanted:
                found.append(kind)
    found.reverse()
    return found


def payable(state: Necrohamster) -> list[int]:
    """Other cards of the hand the mover may pay with next."""
    seat = mover(state)
    paid, spare = state.paid[seat], state.hands[seat][:]
    spare[state.commit[seat]] -= 1
    low = 0
    for kind, count in enumerate(paid):
        if count:
            spare[kind] -= count
            low = kind
    return cards_from(spare, low, unpaid(state, seat))


# --- effects ---------------------------------------------------------------------------------


def running(state: Necrohamster) -> Effect:
    """The effect being carried out."""
    return state.rules.runs[state.source][state.part]


def attacks(state: Necrohamster) -> bool:
    """Whether the ability being carried out bears the attack mark (NH-ABIL-03)."""
    return state.rules.kind_of[state.source] == ATTACK


def reached(state: Necrohamster, effect: Effect, seat: int) -> bool:
    """Whether an effect is meant for a seat at all."""
    own = seat == mover(state)
    return effect.who == EACH_PLAYER or own == (effect.who == CONTROLLER)


def stock(state: Necrohamster, effect: Effect, seat: int) -> int:
    """How many cards of a seat an effect could take."""
    if effect.op == "discard_hand":
        return sum(state.hands[seat])
    return holds(state, seat, AREA, effect.kinds)


def targets(state: Necrohamster, effect: Effect) -> list[int]:
    """Opponents an effect could hit, ascending (NH-ABILPH-04)."""
    hits = attacks(state)
    return [
        seat
        for seat in range(state.rules.players)
        if reached(state, effect, seat) and stock(state, effect, seat)
        and not (hits and is_warded(state, seat))
    ]  # fmt: skip


def victim(state: Necrohamster) -> int:
    """Who is hit."""
    return state.victim


def chooser(state: Necrohamster) -> int:
    """Who chooses the creature: its owner, unless the effect says its actor."""
    return mover(state) if running(state).choose == "actor" else state.victim


def creatures_hit(state: Necrohamster) -> list[tuple[int, int]]:
    """(kind, 1 if it does not work yet) of the victim's creatures an effect may take."""
    area, waiting = state.areas[state.victim], state.waiting[state.victim]
    found: list[tuple[int, int]] = []
    for kind in running(state).kinds:
        if area[kind]:
            found.append((kind, 0))
        if waiting[kind]:
            found.append((kind, 1))
    return found


def pending_kinds(state: Necrohamster) -> list[int]:
    """Sources the mover still has to resolve; equal ones are one choice (NH-ABILPH-02)."""
    return [source for source, count in enumerate(state.pending[mover(state)]) if count]


# --- titles (NH-TITLE-01 to -06) -------------------------------------------------------------


def meets(state: Necrohamster, seat: int, title: int) -> bool:
    """Whether a player fulfils a title's prerequisite, by printed cost (NH-CARD-06)."""
    needs = state.rules.titles[title].needs
    return all(holds(state, seat, need.zone, need.kinds) >= need.least for need in needs)


def qualified(state: Necrohamster, title: int) -> list[int]:
    """Seats that fulfil a prerequisite, in player order."""
    return [seat for seat in order(state) if meets(state, seat, title)]


def cards_of(state: Necrohamster, seat: int) -> Iterator[tuple[int, int]]:
    """(kind, how many) of the creatures in a player's area."""
    waiting = state.waiting[seat]
    for kind, count in enumerate(state.areas[seat]):
        if count or waiting[kind]:
            yield kind, count + waiting[kind]
