"""Nothing changes but by an event: at the end of each ply the ledger equals the state.

One property a group of fields, so that a finding is filed under a clause that names what moved.
"""

from __future__ import annotations

from operator import attrgetter

from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import contents
from properties.hunted.ledger import FOLDS, Turn, opened
from properties.invariant import Verdict, step_invariant

TRACK = ("energy",)
PILES = ("deck", "pile", "unseen", "sealed", "under")
TABLE = ("in_row", "discard")
BELONGINGS = ("inventory", "attached", "hosts")
PARTY = ("hero", "hero_used", "party", "tired")
COMBAT = ("foe", "primary", "thrown", "tucked")
COURSE = ("passes", "entered", "battle", "picture", "face", "beaten", "locations", "waiting")
ACTION = ("target", "picked")
# Every kind of event: what moves something, and what only tells.  The books are closed after all
# else is judged, so that a finding is filed under what is more precise, if anything is.
TOLD = (*FOLDS, "game.started", "deck.built", "finale.laid", "action.started", "row.discarded",
        "item.used", "finale.entered", "combat.triggered", "tie.chosen", "enemy.defeated",
        "game.over")  # fmt: skip

_piles, _table, _belongings, _party, _combat, _course, _action = (
    attrgetter(*fields)
    for fields in (PILES, TABLE, BELONGINGS, PARTY, COMBAT, COURSE, ACTION)
)

_quiet = attrgetter(*TRACK, *TABLE, *BELONGINGS, *PARTY, *COMBAT, "total", "attacks", *COURSE,
                    *ACTION)  # fmt: skip


def _apart(step: Turn, past: History, fields: tuple[str, ...]) -> str:
    """What events say and the state does not, in words."""
    now = opened(past).now
    assert now is not None, "a step has a position before it"
    words = {name: (kind.words(getattr(step.after, name), step.game.rules.names),
                    kind.words(getattr(now, name), step.game.rules.names))
             for name, kind in step.after.FIELDS if name in fields}  # fmt: skip
    parts = [f"{name} is {found}, by its events {told}" for name, (found, told) in words.items()
             if found != told]  # fmt: skip
    return "; ".join(parts)


@step_invariant("HUL-08", "HU-ACT-02", "HU-GAME-03", "HU-ITEM-03")
def nothing_moves_without_an_event(step: Turn, past: History) -> Verdict:
    """A ply that tells nothing moves nothing but what its action names."""
    if step.events:
        return None
    now, after = opened(past).now, step.after
    if now is None or (_quiet(now) == _quiet(after) and _same_piles(now, after)):
        return True
    return _apart(step, past, tuple(name for name, _ in after.FIELDS if name != "phase"))


@step_invariant("HUI-02", "HU-GAME-03", "HU-ENEMY-03", "HU-HIDE-06", kinds=TOLD)
def energy_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Energy changes by exactly what the events of the ply say."""
    now = opened(past).now
    if now is None or now.energy == step.after.energy:
        return True
    return _apart(step, past, TRACK)


def _same_piles(now: Hunted, after: Hunted) -> bool:
    """Whether each slot of both piles may be the same cards, whatever the pools are called.

    Cards looked at count as the top of the deck.
    """
    deck = contents(now, now.deck) == contents(after, [*after.looked, *after.deck])
    return deck and contents(now, now.pile) == contents(after, after.pile)


@step_invariant("HUL-01", "HU-DECK-01", "HU-LOCK-03", "HU-DECK-02", "HU-FBAT-03", "HU-COMP-04",
                kinds=TOLD)  # fmt: skip
def piles_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Deck and Finale pile, slot by slot what may lie there, change by their events alone."""
    now, after = opened(past).now, step.after
    if now is None or _piles(now) == _piles(after):
        return True
    if _same_piles(now, after):
        return True
    return _apart(step, past, PILES)


@step_invariant("HUL-02", "HU-COMBAT-02", "HU-HIDE-02", "HU-LOCK-01", "HU-DECK-06", "HU-EXPL-01",
                kinds=TOLD)  # fmt: skip
def row_and_discard_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """The Row, in its order, and the discard pile change by their events alone."""
    if _table(opened(past).now) == _table(step.after):
        return True
    return _apart(step, past, TABLE)


@step_invariant("HUL-03", "HU-COLL-04", "HU-COMBAT-22", "HU-ITEM-05", "HU-ITEM-04", "HU-ITEM-07",
                kinds=TOLD)  # fmt: skip
def belongings_move_by_events_alone(step: Turn, past: History) -> Verdict:
    """Inventory, attached items and their weapons change by their events alone."""
    if _belongings(opened(past).now) == _belongings(step.after):
        return True
    return _apart(step, past, BELONGINGS)


@step_invariant("HUL-04", "HU-SURV-01", "HU-SURV-04", "HU-SURV-06", "HU-FBAT-06",
                kinds=TOLD)  # fmt: skip
def the_party_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Hero, party and who is exhausted change by their events alone."""
    if _party(opened(past).now) == _party(step.after):
        return True
    return _apart(step, past, PARTY)


@step_invariant("HUL-05", "HU-COMBAT-12", "HU-COMBAT-20", "HU-COMBAT-15", "HU-NOTE-05",
                kinds=TOLD)  # fmt: skip
def the_fight_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Foe, weapons in use, cards drawn, attacks and their total change by events alone."""
    now, after = opened(past).now, step.after
    assert now is not None, "a step has a position before it"
    asked = step.game.rows[after.phase].name == "absorb"
    if after.attacks != now.attacks + asked:
        return f"attacks is {after.attacks}, by its events {now.attacks}"
    if after.total != now.total and not asked:
        return f"total is {after.total}, by its events {now.total}"
    if _combat(now) == _combat(after):
        return True
    return _apart(step, past, COMBAT)


@step_invariant("HUL-06", "HU-LOC-02", "HU-FINALE-01", "HU-DOR-05", "HU-FNOTE-03", "HU-LOC-05",
                kinds=TOLD)  # fmt: skip
def the_course_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """Passes, Locations, the Finale's marks and beaten foes change by their events alone."""
    if _course(opened(past).now) == _course(step.after):
        return True
    return _apart(step, past, COURSE)


@step_invariant("HUL-07", "HU-COLL-07", "HU-RESC-05", "HU-COLL-05", kinds=TOLD)
def the_action_moves_by_events_alone(step: Turn, past: History) -> Verdict:
    """The card aimed at and the cards that pay change by what is named, and end with its event."""
    if _action(opened(past).now) == _action(step.after):
        return True
    return _apart(step, past, ACTION)
