"""What each event does to a position, and what it tells: the entries of the second books."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import remember
from properties.necrohamster.book import AREA, ARTEFACTS, HAND, NONE, TRIGGERED, bits, book
from properties.necrohamster.ledger import Memory, Running, argument, opened

Fold = Callable[[Necrohamster, Happening, Memory], None]
BY_COMMIT, BY_EFFECT = range(2)
MOVES = ("drawn", "returned", "discarded", "summoned", "paid")


def _bit(at: int) -> int:
    return 1 << at if at >= 0 else 0


def _move(memory: Memory, seat: int, how: str, cards: int = 1) -> None:
    if memory.moved:
        memory.moved[seat][how] += cards


def _look(now: Necrohamster, memory: Memory, zone: str, seat: int) -> None:
    """Titles that a seat has just qualified for, with everybody who does, in player order."""
    cards = book(now.rules)
    asking = now.offered & cards.asking[zone]
    if not asking:
        return
    for title in bits(asking):
        if cards.meets(now, seat, title):
            memory.due[title] = cards.qualified(now, title)


# --- set-up -----------------------------------------------------------------------------------


def _laid_out(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.offered |= _bit(h.num("title"))


def _placed(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.shelf = sum(_bit(at) for at in h.nums("placed"))


def _dealt(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.deck[h.num("card")] -= 1
    now.hands[h.num("seat")][h.num("card")] += 1
    now.turn = (h.num("seat") + 1) % book(now.rules).players


def _marker_given(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.marker = h.num("seat")
    # Hands dealt may fulfil a title; player order begins with the marker, so they wait for it.
    for seat in book(now.rules).order(now):
        _look(now, memory, HAND, seat)


# --- rounds -----------------------------------------------------------------------------------


def _round_started(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.round, now.turn = h.num("round"), 0
    memory.phase, memory.slots = "", None
    memory.round_then, memory.summon_then = now.clone(), None
    memory.draw_seats, memory.committed, memory.costs = [], {}, {}
    memory.summoned, memory.started = {}, {}
    memory.moved = [dict.fromkeys(MOVES, 0) for _ in range(book(now.rules).players)]


def _phase_started(now: Necrohamster, h: Happening, memory: Memory) -> None:
    memory.phase, now.turn = h.word("phase"), 0
    if memory.phase == "summon":
        memory.summon_then, memory.committed, memory.costs = now.clone(), {}, {}
    elif memory.phase == "ability":
        memory.slots = []


def _marker_passed(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.marker = h.num("to")


def _owed(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.owed = h.num("cards")
    if h.word("phase") == "draw":
        memory.draw_seats.append(h.num("seat"))
        now.turn = (h.num("seat") - now.marker) % book(now.rules).players
    elif memory.effect is not None:
        memory.effect.owed += now.owed


def _drawn(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat = h.num("seat")
    now.deck[h.num("card")] -= 1
    now.hands[seat][h.num("card")] += 1
    now.owed -= 1
    _move(memory, seat, "drawn")
    _look(now, memory, HAND, seat)


def _reshuffled(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.deck, now.discards = now.discards, bytearray(CREATURES_MAX)


def _forfeited(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.owed -= h.num("cards")


# --- summons ----------------------------------------------------------------------------------


def _committed(now: Necrohamster, h: Happening, memory: Memory) -> None:
    memory.committed[h.num("seat")] = h.num("card")
    memory.costs[h.num("seat")] = h.num("cost")
    now.turn += 1


def _paid(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat = h.num("seat")
    for card in h.nums("cards"):
        now.hands[seat][card] -= 1
        now.discards[card] += 1
    now.paid[seat] = bytearray(CREATURES_MAX)
    _move(memory, seat, "paid", len(h.nums("cards")))


def _summoned(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat, card, cards = h.num("seat"), h.num("card"), book(now.rules)
    # A continuous source that works by now reacts (NH-CARD-04); the card itself does not yet.
    for source in cards.listeners:
        now.pending[seat][source] += cards.working(now, seat, source)
    now.hands[seat][card] -= 1
    slow = cards.ability[card] == "continuous"
    (now.waiting if slow else now.areas)[seat][card] += 1
    now.commit[seat] = NONE
    now.count[seat] += 1
    if cards.all_summons:
        now.best[seat] = max(now.best[seat], cards.points[card])
    if cards.ability[card] in TRIGGERED:
        now.pending[seat][card] += 1
    memory.summoned[seat, card] = memory.summoned.get((seat, card), 0) + 1
    memory.end_due |= not now.ended and cards.reached(now, seat) >= cards.last
    memory.reached |= memory.end_due
    _move(memory, seat, "summoned")
    if h.num("way") == BY_EFFECT and memory.effect is not None:
        memory.effect.called += 1
    _look(now, memory, AREA, seat)


def _claimed(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.offered &= ~_bit(h.num("title"))
    now.titles[h.num("seat")] |= _bit(h.num("title"))
    memory.due.pop(h.num("title"), None)


def _end_triggered(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.ended, memory.end_due = 1, False


# --- slots and effects ------------------------------------------------------------------------


def _slot_started(now: Necrohamster, h: Happening, memory: Memory) -> None:
    memory.slot_pending = len(h.nums("pending"))
    if memory.slots is not None:
        memory.slots.append(h.num("seat"))


def _slot_ended(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.turn += 1


def _ability_started(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.waiting[h.num("seat")][h.num("card")] -= h.num("copies")
    now.areas[h.num("seat")][h.num("card")] += h.num("copies")


def _dropped(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.pending[h.num("seat")][h.num("source")] -= h.num("copies")


def _effect_started(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat, source = h.num("seat"), h.num("source")
    now.pending[seat][source] -= 1
    now.source = source
    memory.started[seat, source] = memory.started.get((seat, source), 0) + 1
    memory.effect = Running(seat, source, now.clone())


def _effect_skipped(now: Necrohamster, h: Happening, memory: Memory) -> None:
    if memory.effect is not None:
        memory.effect.skipped.append(h.word("op"))


def _effect_ended(now: Necrohamster, h: Happening, memory: Memory) -> None:
    now.source, memory.effect = NONE, None


def _aimed(now: Necrohamster, h: Happening, memory: Memory) -> None:
    if memory.effect is not None:
        memory.effect.target = h.num("victim")


def _warded(now: Necrohamster, h: Happening, memory: Memory) -> None:
    if memory.effect is not None:
        memory.effect.struck.append(h.num("seat"))


def _hand_discarded(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat, effect = h.num("seat"), memory.effect
    now.hands[seat][h.num("card")] -= 1
    now.discards[h.num("card")] += 1
    _move(memory, seat, "discarded")
    if effect is not None:
        effect.hit[seat] = effect.hit.get(seat, 0) + 1
        effect.struck.append(seat)


def _creature_discarded(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat, card, effect = h.num("seat"), h.num("card"), memory.effect
    (now.areas if h.num("worked") else now.waiting)[seat][card] -= 1
    now.discards[card] += 1
    if effect is not None:
        effect.lost[seat] = effect.lost.get(seat, 0) + 1
        effect.struck.append(seat)


def _stolen(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat, loser, card = h.num("seat"), h.num("from"), h.num("card")
    slow = book(now.rules).ability[card] == "continuous"
    (now.waiting if slow else now.areas)[seat][card] += 1
    if memory.effect is not None:
        memory.effect.stolen += 1
        memory.effect.struck.append(loser)
    _look(now, memory, AREA, seat)


def _returned(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat = h.num("seat")
    now.discards[h.num("card")] -= 1
    now.hands[seat][h.num("card")] += 1
    _move(memory, seat, "returned")
    if memory.effect is not None:
        memory.effect.returned += 1
    _look(now, memory, HAND, seat)


def _declined(now: Necrohamster, h: Happening, memory: Memory) -> None:
    if memory.effect is not None:
        memory.effect.declined.append(h.word("op"))


def _gained(now: Necrohamster, h: Happening, memory: Memory) -> None:
    seat, bit, loser = h.num("seat"), _bit(h.num("artefact")), h.num("from")
    if loser == NONE:
        now.shelf &= ~bit
    else:
        now.artefacts[loser] &= ~bit
    now.artefacts[seat] |= bit
    if memory.effect is not None:
        memory.effect.gained |= bit
    _look(now, memory, ARTEFACTS, seat)


# --- scoring ----------------------------------------------------------------------------------


def _tallied(now: Necrohamster, h: Happening, memory: Memory) -> None:
    memory.scores[h.num("seat")] = h.num("total")


def _tie_broken(now: Necrohamster, h: Happening, memory: Memory) -> None:
    memory.tied = h.nums("left")


FOLDS: dict[str, Fold] = {
    "title.laid_out": _laid_out, "artefacts.placed": _placed, "card.dealt": _dealt,
    "marker.given": _marker_given, "round.started": _round_started,
    "phase.started": _phase_started, "marker.passed": _marker_passed, "draws.owed": _owed,
    "card.drawn": _drawn, "deck.reshuffled": _reshuffled, "draw.forfeited": _forfeited,
    "commit.made": _committed, "payment.made": _paid,
    "creature.summoned": _summoned, "title.claimed": _claimed, "end.triggered": _end_triggered,
    "slot.started": _slot_started, "slot.ended": _slot_ended, "ability.started": _ability_started,
    "trigger.dropped": _dropped, "effect.started": _effect_started,
    "effect.skipped": _effect_skipped, "effect.ended": _effect_ended, "target.chosen": _aimed,
    "attack.warded": _warded, "hand.discarded": _hand_discarded,
    "creature.discarded": _creature_discarded, "creature.stolen": _stolen,
    "card.returned": _returned, "offer.declined": _declined, "artefact.gained": _gained,
    "score.tallied": _tallied, "tie.broken": _tie_broken,
}  # fmt: skip


@remember(kinds=tuple(FOLDS))
def keep_the_books(happening: Happening, past: History) -> None:
    """Carry the ledger over one event; where its numbers name nothing the books end."""
    ledger = opened(past)
    now, step = ledger.now, past.step
    if now is None:
        return
    try:
        FOLDS[happening.event.kind](now, happening, ledger.memory)
        if happening.event.kind == "creature.stolen" and step is not None:
            # The event does not say which of two equal creatures was taken; the action does.
            zone = now.waiting if argument(step) % 2 else now.areas
            zone[happening.num("from")][happening.num("card")] -= 1
    except (IndexError, KeyError, ValueError):
        ledger.now, ledger.broken = None, f"the numbers of {happening} name nothing"
