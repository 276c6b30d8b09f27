"""Nothing changes but by an event: at the end of each ply the ledger equals the state.

One property a group of fields, so that a finding is filed under a clause that names what moved.
"""

from __future__ import annotations

from operator import attrgetter

from properties.ham_helsing.ledger import Turn, opened
from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.witness import apart

GROUPS = (
    ("hand", "deck", "played", "discard", "top", "shuffled"),
    ("left", "touched", "covered"),
    ("pile", "market", "flushed", "bought", "sleeves", "aside"),
    ("board", "bag", "scrap", "beaten", "safe", "hits"),
    ("at", "lost", "shown", "bear", "asleep", "villain"),
    ("health",),
    ("money", "skill"),
    ("shield", "katana", "katana_points"),
    ("steps", "loose", "doubled", "reach", "base", "powers", "skills"),
    ("soften", "skates", "bounty", "bones", "snout"),
    ("fight", "dice", "plain", "ignored", "dial", "rewarded"),
    ("levels", "next_card", "card", "done", "active", "round", "first"),
)
READ = tuple(attrgetter(*fields) for fields in GROUPS)
READ_ALL = attrgetter(*(name for fields in GROUPS for name in fields))


def _agrees(step: Turn, past: History, at: int) -> Verdict:
    """Whether the fields of a group are what events say, and if not, what is apart, in words.

    Vacuous where the books ended, and where nothing was told and nothing has changed.
    """
    ledger = opened(past)
    now = ledger.now
    if now is None or ledger.broken:
        return None
    if ledger.agreed is None:
        ledger.agreed = READ_ALL(now) == READ_ALL(step.after)
    if ledger.agreed or READ[at](now) == READ[at](step.after):
        return True if step.events else None
    return apart(now, step, GROUPS[at])


@step_invariant("HHI-03", "HH-GAIN-07", "HH-SCARE-02", "HH-PLACE-06", "HH-COMP-01")
def things_leave_from_where_they_are(step: Turn, past: History) -> Verdict:
    """Every event takes its token, card or upgrade from the zone that holds it."""
    return opened(past).broken or (True if step.events else None)


@step_invariant("HHL-01", "HH-PLAY-06", "HH-DRAW-05", "HH-TRADE-06", "HH-ENDPLAY-02")
def cards_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Hands, decks, cards in play and discards change by exactly what the events say."""
    return _agrees(step, past, 0)


@step_invariant("HHL-02", "HH-PLAY-02", "HH-EFFECT-05", "HH-COMP-12", "HH-PLAY-05")
def points_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Points of cards in play, cards touched and icons covered change by events alone."""
    return _agrees(step, past, 1)


@step_invariant("HHL-03", "HH-MARKET-06", "HH-SLEEVE-08", "HH-SLEEVE-05", "HH-COMP-03")
def upgrades_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Pile, market, flushed upgrades, sleeves and what is set aside change by events alone."""
    return _agrees(step, past, 2)


@step_invariant("HHL-04", "HH-COMP-01", "HH-PLACE-05", "HH-FIGHT-05", "HH-FIGHT-08")
def tokens_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Tokens on the board, in the bag, beaten and discarded change by events alone."""
    return _agrees(step, past, 3)


@step_invariant("HHL-05", "HH-LOSE-02", "HH-LOSE-11", "HH-COMP-16", "HH-VMOVE-01")
def figures_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Figures, lost Locations and uncovered powers change by events alone."""
    return _agrees(step, past, 4)


@step_invariant("HHL-06", "HH-COMP-11", "HH-TRADE-05", "HH-KO-06", "HH-LOSE-07")
def health_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Health changes by exactly what events say."""
    return _agrees(step, past, 5)


@step_invariant("HHL-07", "HH-COMP-11", "HH-SOLO-08", "HH-MARKET-08", "HH-KNUCK-06")
def money_and_skills_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Money and skills change by exactly what events say."""
    return _agrees(step, past, 6)


@step_invariant("HHL-08", "HH-COMP-09", "HH-COMP-10", "HH-KATANA-04", "HH-LOSE-14")
def items_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Shield, Katana and the points of the Katana change by events alone."""
    return _agrees(step, past, 7)


@step_invariant("HHL-09", "HH-PLAY-02", "HH-BASE-01", "HH-SKILL-03", "HH-TRADE-03")
def the_pool_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Movement, attacks on no card and what a turn has one of change by events alone."""
    return _agrees(step, past, 8)


@step_invariant("HHL-10", "HH-CARD-04", "HH-MOVE-05", "HH-SCARE-03")
def lasting_texts_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """What lasting texts promise changes by events alone."""
    return _agrees(step, past, 9)


@step_invariant("HHL-11", "HH-VFIGHT-13", "HH-REWARD-04", "HH-VFIGHT-04")
def fights_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Attacks fixed, dice, the Villain's health and rewards taken change by events alone."""
    return _agrees(step, past, 10)


@step_invariant("HHL-12", "HH-NEW-02", "HH-ROUND-01", "HH-VILLAIN-02", "HH-COMP-08")
def the_course_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Villain cards, round, turn and first player change by events alone."""
    return _agrees(step, past, 11)
