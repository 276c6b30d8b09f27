"""Nothing changes but by an event: at the end of each ply the ledger equals the state.

One property a group of fields, so that a finding is filed under a clause that names what moved.
"""

from __future__ import annotations

from operator import attrgetter

from engine.events import Happening
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.necrohamster.folds import MOVES
from properties.necrohamster.ledger import GROUPS, Turn, event_check, memory_of, opened
from properties.witness import apart

READ = tuple(attrgetter(*fields) for fields in GROUPS)


def _agrees(step: Turn, past: History, at: int) -> Verdict:
    """Whether the fields of a group are what events say, and if not, what is apart, in words.

    Vacuous where the books ended, and where nothing was told and nothing has changed.
    """
    ledger = opened(past)
    now = ledger.now
    if now is None:
        return None
    read = READ[at]
    if read(now) == read(step.after):
        ledger.agreed |= 1 << at
        return True if step.events else None
    return apart(now, step, GROUPS[at])


@step_invariant("NHL-00", "NH-SETUP-10")
def events_name_what_there_is(step: Turn, past: History) -> Verdict:
    """Every number of an event names a seat, card, title or artefact that exists and lies there."""
    return opened(past).broken or (True if step.events else None)


@step_invariant("NHL-01", "NH-DRAW-03", "NH-DRAW-04", "NH-SUMMON-06")
def deck_and_discards_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Deck, discards and what is owed change by exactly what the events of the ply say."""
    return _agrees(step, past, 0)


@step_invariant("NHL-02", "NH-SUMMON-04", "NH-HAND-01", "NH-SUMMON-01")
def hands_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Hands change by events alone; what is named and put aside to pay by choice and reveal."""
    return _agrees(step, past, 1)


@step_invariant("NHL-03", "NH-SUMMON-07", "NH-ABIL-02", "NH-TIE-02", "NH-END-06")
def areas_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Areas, what waits there, and the counts of summons change by their events alone."""
    return _agrees(step, past, 2)


@step_invariant("NHL-04", "NH-TITLE-04", "NH-ART-02", "NH-SETUP-02", "NH-SETUP-07")
def titles_and_artefacts_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Titles and artefacts leave the middle, and change hands, by their events alone."""
    return _agrees(step, past, 3)


@step_invariant("NHL-05", "NH-CARD-04", "NH-ABIL-01", "NH-ABILPH-04")
def pending_effects_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """What is pending comes from summons: the card's own trigger, and a draw for each listener."""
    return _agrees(step, past, 4)


@step_invariant("NHL-06", "NH-DRAW-02", "NH-END-01", "NH-ROUND-01", "NH-TITLE-03")
def the_course_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Round, marker, turn and the end change by their events alone."""
    return _agrees(step, past, 5)


@event_check("NHI-29", "NH-DRAW-03", "NH-SUMMON-04", kinds=("round.ended",))
def hands_add_up_over_a_round(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Over a round a hand changes by draws and returns less discards, summons and payments."""
    memory = memory_of(past)
    then = memory.round_then
    if then is None:
        return None
    for seat, moved in enumerate(memory.moved):
        drawn, returned, *gone = (moved[how] for how in MOVES)
        change = sum(now.hands[seat]) - sum(then.hands[seat])
        if change != drawn + returned - sum(gone):
            return f"hand of seat {seat} changed by {change}, told are {moved}"
    return True
