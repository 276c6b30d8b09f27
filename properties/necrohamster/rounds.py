"""Game Overview and Game Round (2.3, 2.4): phases in order, the marker's way, the last round."""

from __future__ import annotations

from engine.events import Happening
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, event_invariant, invariant, step_invariant
from properties.necrohamster.book import book, in_play
from properties.necrohamster.ledger import Turn, event_check, memory_of
from properties.necrohamster.setup import MOVED

AFTER = {"draw": ("",), "summon": ("", "draw"), "ability": ("summon",)}
# Rows in which the seat to move is the one whose turn it is in player order.
MOVERS = ("commit", "pay", "order", "aim", "steal", "recover", "call", "pay_extra")
# Between two effects nothing of one is left; in `draw` and `order` some fields still are.
RESTING = ("commit", "pay", "finished", "unfinished")


# --- rounds and phases ----------------------------------------------------------------------------


@event_check("NHI-24", "NH-END-01", "NH-DRAW-01", "NH-END-02", kinds=("round.started",))
def a_round_starts_while_the_end_is_not_triggered(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """The next round starts only if nobody has summoned an eighth; draws come from round 2 on."""
    if now.ended or now.round >= book(now.rules).rounds_max:
        return f"round {h.num('round')} starts after the end, or after the last round allowed"
    return h.num("round") == now.round + 1 and h.num("draws") == int(now.round >= 1)


@event_invariant("NHI-06", "NH-DRAW-01", kinds=("phase.started", "marker.passed", "draws.owed"))
def round_one_has_no_draw_phase(happening: Happening, past: History) -> Verdict:
    """In round 1 no draw phase starts, the marker stays, and no phase draws are owed."""
    started = past.last.get("round.started")
    if started is None or started.num("round") != 1:
        return None
    return happening.kind != "marker.passed" and happening.word("phase") != "draw"


@event_check("NHI-07", "NH-ROUND-01", kinds=("phase.started",))
def phases_come_in_order(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Draw, summon, ability: each once a round and in this order; round 1 starts with summon."""
    phase, memory = h.word("phase"), memory_of(past)
    if memory.round_then is None and not memory.phase:
        return h.num("round") == now.round
    first = phase != "summon" or memory.phase == "draw" or now.round == 1
    return memory.phase in AFTER[phase] and first and h.num("round") == now.round


@event_check("NHI-05", "NH-DRAW-02", kinds=("marker.passed",))
def the_marker_goes_one_seat_on(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The marker goes clockwise by one seat, first thing in the draw phase, before any draw."""
    step = (h.num("from") + 1) % book(now.rules).players
    told = (h.num("from"), h.num("to"), h.num("round"))
    before = past.previous
    return told == (now.marker, step, now.round) and (
        before is not None and before.kind == "phase.started" and before.word("phase") == "draw"
    )


@invariant("NHI-05", "NH-DRAW-02", "NH-SETUP-09", "NH-DRAW-01", rows=MOVED, whole=True)
def the_marker_stands_where_the_round_says(state: Necrohamster, past: History) -> Verdict:
    """The marker has gone on one seat a round since round 1, from where it was given."""
    given = past.last.get("marker.given")
    if given is None:
        return "nobody was given the marker"
    seat = (given.num("seat") + state.round - 1) % book(state.rules).players
    return state.marker == seat or f"marker {state.marker} in round {state.round}, meant {seat}"


@invariant("NHI-05", "NH-TITLE-03", "NH-ABILPH-01", rows=MOVERS)
def the_seat_to_move_follows_the_marker(state: Necrohamster) -> Verdict:
    """Commits and slots go clockwise from the marker: the seat to move is the one whose turn it is.

    `turn` counts the seats that are done.
    """
    seats = book(state.rules).players
    if state.turn < seats and state.player == (state.marker + state.turn) % seats:
        return True
    return f"seat {state.player} moves; marker {state.marker}, {state.turn} of {seats} done"


@invariant("NHI-18", "NH-ABILPH-04", rows=RESTING)
def between_effects_nothing_runs(state: Necrohamster) -> Verdict:
    """While players commit no effect is under way, and no source is pending with anybody."""
    under_way = (state.owed, state.reach, state.left, state.part, state.source + 1,
                 state.victim + 1)  # fmt: skip
    return not any(under_way) and not any(map(any, state.pending))


@event_check("NHI-18", "NH-ABILPH-04", "NH-END-02", "NH-ABILPH-01", kinds=("round.ended",))
def a_round_ends_after_every_slot(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """At the end of a round each seat has had its slot, in player order, and nothing is pending."""
    slots = memory_of(past).slots
    if slots is not None and tuple(slots) != book(now.rules).order(now):
        return f"round {now.round} ends after the slots of {slots}, marker {now.marker}"
    if any(map(any, now.pending)):
        return f"still pending are {[dict(enumerate(p)) for p in now.pending if any(p)]}"
    return (h.num("round"), h.num("ended")) == (now.round, now.ended)


@event_check("NHI-27", "NH-HAND-01", kinds=("round.ended", "phase.started"))
def no_hand_is_cut_down(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A phase and a round end without anybody discarding for holding too many cards."""
    before = past.previous
    return before is None or before.kind != "hand.discarded"


# --- the end of the game --------------------------------------------------------------------------


@event_check("NHI-23", "NH-END-05", "NH-END-01", "NH-ART-03", kinds=("end.triggered",))
def the_eighth_creature_triggers_the_end(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Only an eighth creature summoned triggers the end, once; titles and artefacts do not count.

    Of several players in one batch the first in player order is named.
    """
    cards, seat = book(now.rules), h.num("seat")
    first = [at for at in cards.order(now) if cards.reached(now, at) >= cards.last]
    if not first or now.ended or not memory_of(past).end_due:
        return f"the end is triggered with counts {now.count}, ended {now.ended}"
    told = (seat, h.num("count"), h.num("round"))
    return told == (first[0], cards.reached(now, first[0]), now.round) or f"told {told}"


@event_check("NHI-23", "NH-END-01", kinds=("phase.started", "effect.ended", "slot.ended"))
def no_eighth_creature_goes_unseen(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Whoever summons an eighth creature triggers the end before anything else goes on."""
    return not memory_of(past).end_due


@invariant("NHI-23", "NH-END-05", "NH-END-01", "NH-END-04", rows=MOVED)
def the_end_is_triggered_by_a_count_of_eight(state: Necrohamster) -> Verdict:
    """The last round is marked exactly while some player has summoned eight (cumulative)."""
    cards = book(state.rules)
    if cards.in_play:
        return None
    eight = any(count >= cards.last for count in state.count)
    return state.ended == eight or f"ended is {state.ended} with counts {state.count}"


@invariant("NHI-23", "NH-END-05", "NH-END-01", "NH-END-04", rows=MOVED, whole=True)
def the_end_is_triggered_by_eight_in_play(state: Necrohamster, past: History) -> Verdict:
    """The last round is marked exactly if a summon brought somebody's eighth in play (in_play)."""
    if not book(state.rules).in_play:
        return None
    return state.ended == memory_of(past).reached


@step_invariant("NHI-23", "NH-END-04", "NH-END-06", "NH-END-05",
                kinds=("end.triggered", "creature.discarded", "round.ended"))  # fmt: skip
def the_end_is_never_taken_back(step: Turn) -> Verdict:
    """Once triggered the end stays; it is triggered in a ply that summons, by a count of eight."""
    before, after = step.before, step.after
    if before.ended == after.ended:
        return after.ended == 1 or None
    summons = [event for event in step.events if event.kind == "creature.summoned"]
    last = book(after.rules).last
    eight = [e for e in summons if max(e.num("count"), e.num("in_play")) >= last]
    return before.ended < after.ended and bool(eight)


@event_check("NHI-24", "NH-END-02", "NH-END-04", "NH-END-01", kinds=("game.ended",))
def the_last_round_is_played_out(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The game ends after the round of the trigger is over, whatever became of the eighth."""
    seats, before = book(now.rules).players, past.previous
    if before is None or before.kind != "round.ended" or not now.ended:
        return f"the game ends after {before}, ended {now.ended}"
    lies = tuple(in_play(now, seat) for seat in range(seats))
    told = (h.num("round"), h.nums("counts"), h.nums("in_play"))
    return told == (now.round, tuple(now.count[:seats]), lies) or f"told {told}"


@event_check("NHI-24", "NH-END-01", "NH-SUMMON-02", kinds=("round.ended",))
def an_ended_round_leads_where_it_must(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """After a round: the end if it is triggered, a stop after the last allowed, else the next."""
    after = past.next
    if after is None:
        return f"nothing follows round {now.round}"
    if now.ended:
        return after.kind == "game.ended"
    stops = now.round >= book(now.rules).rounds_max
    return after.kind == ("game.stopped" if stops else "round.started") or f"{after} follows"


@event_check("NHI-24", "NH-SUMMON-02", kinds=("game.stopped",))
def play_stops_after_the_last_round(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Play stops without winner after the last round allowed, and not before."""
    return now.round == book(now.rules).rounds_max == h.num("round") and not now.ended
