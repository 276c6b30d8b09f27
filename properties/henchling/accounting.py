"""Nothing changes but by an event: at the end of each ply the ledger equals the state.

One property a group of fields, so that a finding is filed under a clause that names what moved.
"""

from __future__ import annotations

from operator import attrgetter

from engine.games.henchling.components import ENTER
from engine.games.henchling.state import Henchling
from properties.henchling.book import NONE, on_tables
from properties.henchling.ledger import Turn, memory_of, opened, sizes
from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.witness import apart

GROUPS = (
    ("hands", "playing"),
    ("exposed", "passers", "discard", "traps"),
    ("tables", "host", "owner", "kinds"),
    ("tilted", "backs", "flippers", "flip_now"),
    ("health", "alive", "damage", "guards"),
    ("coins", "power_a", "power_h", "boost_a", "boost_h", "turn_a", "turn_h"),
    ("purse", "used", "announced"),
    ("opening", "active", "turn"),
)
READ = tuple(attrgetter(*fields) for fields in GROUPS)
READ_ALL = attrgetter(*(name for fields in GROUPS for name in fields))


def _let_go(step: Turn, past: History, now: Henchling) -> None:
    """A card that arrived and left again is being played until its entry is no longer owed."""
    card, memory = now.playing, memory_of(past)
    if card >= 0 and card == memory.arriving and not on_tables(now) >> card & 1:
        if not any(task[0] == ENTER and task[2] == card for task in step.after.agenda):
            now.playing = NONE


def _agrees(step: Turn, past: History, at: int) -> Verdict:
    """Whether the fields of a group are what events say, and if not, what is apart, in words.

    Vacuous where the books ended, and where nothing was told and nothing has changed.
    """
    ledger = opened(past)
    now = ledger.now if step.events else step.before
    if now is None or ledger.broken:
        return None
    if ledger.agreed is None:
        _let_go(step, past, now)
        ledger.agreed = READ_ALL(now) == READ_ALL(step.after)
    if ledger.agreed or READ[at](now) == READ[at](step.after):
        return True if step.events else None
    return apart(now, step, GROUPS[at])


@step_invariant("HEI-09", "HE-COMP-06", "HE-DPILE-01", "HE-TABLE-01")
def cards_leave_from_where_they_are(step: Turn, past: History) -> Verdict:
    """Every event takes its card from the zone that holds it."""
    return opened(past).broken or (True if step.events else None)


@step_invariant("HEL-01", "HE-DRAW-06", "HE-SETUP-03", "HE-DISC-01", "HE-DISC-03")
def hands_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Hands, and the card being played, change by exactly what the events of the ply say."""
    return _agrees(step, past, 0)


@step_invariant("HEL-02", "HE-PILE-07", "HE-DRAW-04", "HE-PILE-06")
def hidden_piles_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """The unseen cards, and how many lie in either pile, change by events alone."""
    ledger = opened(past)
    found = sizes(step.after)
    told = (ledger.unseen, ledger.down, ledger.up) if step.events else sizes(step.before)
    if ledger.broken or (step.events and ledger.now is None):
        return None
    if found == told:
        return True if step.events else None
    return f"unseen, down, up are {found}, by their events {told}"


@step_invariant("HEL-03", "HE-DRAW-03", "HE-DRAW-02", "HE-TRAP-03", "HE-TRAP-04", "HE-PILE-03")
def open_piles_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """The exposed card, who passed on it, discards and waiting traps change by events alone."""
    return _agrees(step, past, 1)


@step_invariant("HEL-04", "HE-STEAL-01", "HE-TRADE-02", "HE-ENH-07", "HE-TOKEN-02")
def tables_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Tables, hosts, owners and tokens change by events alone; enhancers go with their hosts."""
    return _agrees(step, past, 2)


@step_invariant("HEL-05", "HE-TILT-01", "HE-FLIP-07", "HE-UNFLIP-04", "HE-ENH-03", "HE-STEAL-02")
def turned_cards_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Tilt, faces, who flipped them and when change by events alone."""
    return _agrees(step, past, 3)


@step_invariant("HEI-29", "HE-DMG-02", "HE-HEAL-02", "HE-RECOV-02", "HE-HP-02")
def health_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Health and damage markers change by damage, healing, recovery and clamping alone."""
    return _agrees(step, past, 4)


@step_invariant("HEI-58", "HE-CTR-02", "HE-CTR-03", "HE-CTR-04", "HE-REACT-07")
def counters_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Counters and boosts change by events alone and never go from card to card."""
    return _agrees(step, past, 5)


@step_invariant("HEI-20", "HE-PLAY-03", "HE-PLAY-05", "HE-ABIL-05", "HE-LIMIT-06")
def money_and_uses_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Purse, Free uses and the number of announcements change by events alone."""
    return _agrees(step, past, 6)


@step_invariant("HEL-08", "HE-TURN-02", "HE-TURN-03", "HE-FIRST-01")
def the_course_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Opener, turn and whose turn it is change by events alone."""
    return _agrees(step, past, 7)
