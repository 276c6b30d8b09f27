"""Ability Phase (2.7): slots in player order, what is pending in each, and its chosen order."""

from __future__ import annotations

from engine.events import Happening
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, invariant
from properties.necrohamster.book import TRIGGERED, book, lying
from properties.necrohamster.ledger import argument, event_check, memory_of, mover

SLOT_ROWS = ("order", "give_up", "lose_card", "aim", "sacrifice", "steal", "recover", "call",
             "pay_extra")  # fmt: skip
BETWEEN_SLOTS = ("commit", "pay", "marker", "finished", "unfinished")
STARTS_AT_ONCE = ("creature.summoned", "creature.stolen", "title.claimed", "end.triggered",
                  "ability.started")  # fmt: skip


# --- slots ----------------------------------------------------------------------------------------


@event_check("NHI-17", "NH-ABILPH-01", "NH-TITLE-03", kinds=("slot.started",))
def slots_follow_the_marker(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Slots come in player order, one a seat, in the ability phase."""
    memory, seat = memory_of(past), h.num("seat")
    if memory.slots is not None and seat in memory.slots:
        return f"seat {seat} has a second slot"
    right = seat == mover(now) and memory.phase in ("", "ability")
    return right or f"the slot of seat {seat}, in the {memory.phase} phase, turn {now.turn}"


@event_check("NHI-17", "NH-ABILPH-01", "NH-ABILPH-06", kinds=("slot.started",))
def a_slot_lists_what_is_pending(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A slot starts with the triggers of this round's summons, and with nothing else."""
    pending = [source for source, n in enumerate(now.pending[h.num("seat")]) if n]
    return list(h.nums("pending")) == pending or f"told {h.nums('pending')}, meant {pending}"


@event_check("NHI-18", "NH-ABILPH-04", "NH-ABIL-01", kinds=("slot.ended",))
def a_slot_ends_with_nothing_pending(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Everything pending with a seat is resolved in its slot: nothing is left, nothing runs."""
    seat = h.num("seat")
    if seat != mover(now) or any(now.pending[seat]) or now.source >= 0:
        return f"the slot of seat {seat} ends with {[n for n in now.pending[seat] if n]} pending"
    return h.num("pending") == 0


@event_check("NHI-18", "NH-ABIL-01", "NH-ABILPH-05", kinds=("slot.ended",))
def each_summon_is_resolved_once(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An instant or attack was carried out once for each summon of its design in this round."""
    memory, seat = memory_of(past), h.num("seat")
    if memory.summon_then is None:
        return None
    cards = book(now.rules)
    for kind in cards.kinds:
        if cards.ability[kind] in TRIGGERED:
            done, due = memory.started.get((seat, kind), 0), memory.summoned.get((seat, kind), 0)
            if done != due:
                return f"seat {seat} summoned {kind} {due} times, and it was resolved {done} times"
    return True


@event_check("NHI-34", "NH-ABILPH-06", kinds=("slot.ended",))
def an_empty_slot_stays_empty(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A seat with nothing pending has no effect in its slot."""
    memory = memory_of(past)
    if memory.slots is None or memory.slot_pending:
        return None
    during = past.since("slot.started")
    return not during or f"the empty slot of seat {h.num('seat')} brings {during}"


@event_check("NHI-34", "NH-ABILPH-06", "NH-ABILPH-01", "NH-ABIL-01", kinds=("effect.started",))
def only_pending_effects_start(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An effect starts in its seat's slot, alone, and only if it is pending there."""
    seat, source = h.num("seat"), h.num("source")
    if seat != mover(now) or now.source >= 0:
        return f"seat {seat} starts {source} in the slot of {mover(now)}, beside {now.source}"
    return now.pending[seat][source] > 0 or f"source {source} is not pending with seat {seat}"


@event_check("NHI-18", "NH-ABILPH-05", "NH-ABIL-01", "NH-ABIL-03", kinds=("effect.started",))
def an_effect_starts_as_it_stands(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Told are the ability's kind, how many of the source are there, and how much is left after.

    A creature that has left play still has its instant or attack resolved.
    """
    cards, seat, source = book(now.rules), h.num("seat"), h.num("source")
    there = (lying(now, seat)[source] if source < CREATURES_MAX
             else now.artefacts[seat] >> (source - CREATURES_MAX) & 1)  # fmt: skip
    told = (h.word("kind"), h.num("in_area"), h.num("pending"))
    meant = (cards.kind_of(source), there, sum(now.pending[seat]) - 1)
    return told == meant or f"told {told}, meant {meant}"


# --- order ----------------------------------------------------------------------------------------


@event_check("NHI-17", "NH-ABILPH-02", kinds=("order.chosen",))
def two_kinds_are_ordered_by_their_player(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """The player of the slot chooses among two or more kinds of pending effects."""
    seat, source, step = h.num("seat"), h.num("source"), past.step
    kinds = [at for at, n in enumerate(now.pending[seat]) if n]
    chosen = step is not None and step.verb == "resolve" and argument(step) == source
    if seat != mover(now) or len(kinds) < 2 or source not in kinds:
        return f"seat {seat} chooses {source} among {kinds}"
    return chosen and h.num("kinds") == len(kinds)


@event_check("NHI-17", "NH-ABILPH-02", kinds=("effect.started",))
def the_effect_chosen_is_the_one_resolved(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """With two kinds pending the chosen one starts; with a single kind nobody is asked."""
    kinds = sum([n > 0 for n in now.pending[h.num("seat")]])
    chosen = past.previous
    if chosen is None or chosen.kind != "order.chosen":
        return kinds < 2 or f"{kinds} kinds are pending, and nobody was asked"
    return kinds > 1 and chosen.num("source") == h.num("source")


# --- continuous abilities -------------------------------------------------------------------------


@event_check("NHI-19", "NH-ABIL-02", kinds=("ability.started",))
def a_continuous_ability_starts_in_its_slot(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """It starts in the slot of its player's turn: before the triggers, or at once inside it."""
    seat, card, cards = h.num("seat"), h.num("card"), book(now.rules)
    if cards.ability[card] != "continuous" or seat != mover(now):
        return f"card {card} of seat {seat} starts in the slot of seat {mover(now)}"
    waiting = now.waiting[seat][card]
    if h.num("copies") != waiting or not waiting:
        return f"{h.num('copies')} copies start, {waiting} were waiting"
    slots, before = memory_of(past).slots, past.previous
    inside = slots is not None and seat in slots
    return not inside or before is None or before.kind in STARTS_AT_ONCE


@event_check("NHI-19", "NH-ABIL-02", kinds=("slot.started", "slot.ended", "effect.ended"))
def nothing_waits_once_a_slot_has_come(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """From its player's slot on a continuous creature works: none is waiting any more."""
    return not any(now.waiting[h.num("seat")])


@event_check("NHI-19", "NH-CARD-04", "NH-ABIL-02", kinds=("trigger.dropped",))
def a_lost_listener_draws_nothing(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A draw per summon is dropped at its slot if its source no longer works for that seat."""
    seat, source, cards = h.num("seat"), h.num("source"), book(now.rules)
    if seat != mover(now) or source not in cards.listeners or now.source >= 0:
        return f"{h} in the slot of seat {mover(now)}"
    pending, works = now.pending[seat][source], cards.working(now, seat, source)
    if works and source >= CREATURES_MAX:
        return f"source {source} still works for seat {seat}"
    return 0 < h.num("copies") <= pending


@event_check("NHI-19", "NH-CARD-04", "NH-ABIL-02", kinds=("effect.started",))
def a_listener_draws_while_it_works(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A draw per summon is resolved only if its source still works for that seat."""
    cards, source = book(now.rules), h.num("source")
    if source not in cards.listeners:
        return None
    return cards.working(now, h.num("seat"), source) > 0


@invariant("NHI-19", "NH-ABIL-02", rows=(*SLOT_ROWS, "draw"))
def only_continuous_creatures_in_play_wait(state: Necrohamster) -> Verdict:
    """What waits to start is a continuous creature, of a seat whose slot is still to come."""
    cards = book(state.rules)
    found = False
    for seat, waiting in enumerate(state.waiting):
        if any(waiting):
            found = True
            for kind, n in enumerate(waiting):
                if n and (seat >= cards.players or cards.ability[kind] != "continuous"):
                    return f"{n} of kind {kind} wait with seat {seat}"
    return found or None


@invariant("NHI-19", "NH-ABIL-02", "NH-ABIL-01", rows=BETWEEN_SLOTS)
def everything_works_between_ability_phases(state: Necrohamster) -> Verdict:
    """Outside the ability phase every continuous creature in play works."""
    return not any(map(any, state.waiting))


@invariant("NHI-19", "NH-ABIL-02", "NH-ABILPH-01", "NH-ABIL-01", rows=SLOT_ROWS)
def slots_done_leave_nothing_behind(state: Necrohamster) -> Verdict:
    """In a slot nothing waits with the seats that had theirs, nor is anything pending with them."""
    for at, seat in enumerate(book(state.rules).order(state)):
        if at < state.turn and any(state.pending[seat]):
            return f"seat {seat} has had its slot, and has something pending"
        if at <= state.turn and any(state.waiting[seat]):
            return f"a creature of seat {seat} still waits"
    return True
