"""Nothing changes but by an event: at the end of each ply the ledger equals the state.

One property a group of fields, so that a finding is filed under a clause that names what moved.
"""

from __future__ import annotations

from operator import attrgetter

from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.tin_helm.ledger import Turn, opened
from properties.witness import apart

TRACKERS = ("health", "energy", "food")
HONOURS = ("favor", "shards", "sources")
PILE = ("unseen", "top", "room", "result", "used")
BELONGINGS = ("items", "loot")
COMBAT = ("enemy", "foe", "spent", "smoke", "opened")
COURSE = ("race", "cls", "level", "rooms", "icon")

_trackers, _honours, _pile, _belongings, _fight, _course = (
    attrgetter(*fields) for fields in (TRACKERS, HONOURS, PILE, BELONGINGS, COMBAT, COURSE)
)


@step_invariant("THL-01", "TH-SETUP-02", "TH-FOOD-01", "TH-COMBAT-08")
def trackers_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Health, energy and food change by exactly what the events of the ply say."""
    if _trackers(opened(past).now) == _trackers(step.after):
        return True if step.events else None
    return apart(opened(past).now, step, TRACKERS)


@step_invariant("THL-02", "TH-SHARD-07", "TH-CARD-05", "TH-SHARD-08")
def favor_and_shards_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Favor, shards and the sources that have paid change by their events alone."""
    if _honours(opened(past).now) == _honours(step.after):
        return True if step.events else None
    return apart(opened(past).now, step, HONOURS)


@step_invariant("THL-03", "TH-TURN-09", "TH-TURN-10", "TH-SETUP-17", "TH-END-06")
def dungeon_cards_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """The pile, the open card, room, result and used cards change by their events alone."""
    if _pile(opened(past).now) == _pile(step.after):
        return True if step.events else None
    return apart(opened(past).now, step, PILE)


@step_invariant("THL-04", "TH-ICON-08", "TH-ITEM-01", "TH-SHARD-04")
def items_and_loot_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Items and the loot deck change by their events alone."""
    if _belongings(opened(past).now) == _belongings(step.after):
        return True if step.events else None
    return apart(opened(past).now, step, BELONGINGS)


@step_invariant("THL-05", "TH-COMBAT-12", "TH-CARD-02", "TH-ITEM-05")
def the_fight_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """The enemy, its health, smoke and the energy behind an attack change by events alone."""
    if _fight(opened(past).now) == _fight(step.after):
        return True if step.events else None
    return apart(opened(past).now, step, COMBAT)


@step_invariant("THL-06", "TH-END-07", "TH-LEVEL-02", "TH-TURN-06", "TH-SETUP-05")
def the_course_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """The adventurer, the level, rooms done and icons begun change by their events alone."""
    if _course(opened(past).now) == _course(step.after):
        return True if step.events else None
    return apart(opened(past).now, step, COURSE)
