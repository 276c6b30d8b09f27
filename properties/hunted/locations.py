"""Locations: placed on their stack, revealed at once or late, and what their effects do."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.components import OPS
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, together
from properties.hunted.combat import reason_for
from properties.hunted.finale import battle_is_due, finale_is_due
from properties.hunted.ledger import Turn, argument, book_of, event_check, opened
from properties.invariant import Verdict, invariant, step_invariant

PLACED, RESOLVED = ("location.placed",), ("location.resolved",)
OUTSIDE_FIGHTS = ("choose", "challenge")


@event_check("HUI-22", "HU-LOC-02", "HU-EXPL-06", "HU-NOTE-03", "HU-LOC-03", kinds=PLACED)
def a_location_goes_on_the_stack(h: Happening, now: Hunted, past: History) -> Verdict:
    """Location II or III goes on the one that lay on top; the Row does not change."""
    cards, card = book_of(past.game), h.num("location")
    if card not in cards.places[1:] or card in now.locations:
        return f"{h} on {now.locations}"
    cause = "attack" if now.foe != NONE else "location" if _drawn_for_an_effect(past) else "explore"
    told = (h.num("on"), h.num("row"), h.word("cause"))
    due = (now.locations[-1], len(now.in_row), cause)
    return told == due or f"{h}: expected on, row, cause {due}"


def _drawn_for_an_effect(past: History) -> bool:
    return past.step is not None and past.step.verb == "add_to_row"


@event_check("HUI-23", "HU-LOC-04", "HU-LOC-05", "HU-NOTE-04", "HU-SETUP-11", "HU-LOC-01",
             kinds=RESOLVED)  # fmt: skip
def a_location_is_resolved_once(h: Happening, now: Hunted, past: History) -> Verdict:
    """A Location that waits is resolved, outside combat, with what it bears."""
    cards, card = book_of(past.game), h.num("location")
    if card not in now.waiting or now.foe != NONE or now.entered:
        return f"{h}: waiting are {now.waiting}, foe {now.foe}"
    told = (h.num("numeral"), OPS[h.num("op")])
    return told == (cards.places.index(card) + 1, cards.on_reveal[card].op)


@event_check("HUI-23", "HU-LOC-05", "HU-LOC-04", "HU-NOTE-04", kinds=RESOLVED)
def only_explore_reveals_at_once(h: Happening, now: Hunted, past: History) -> Verdict:
    """Drawn by Explore it is resolved right after it is placed, else when all else is done."""
    before = past.previous
    placed = before is not None and before.event.kind in ("location.placed", "deck.reshuffled")
    explored = past.step is not None and past.step.verb in ("turn_up", "play_as")
    if not h.num("late"):
        return explored and (placed or past.step is None or past.step.verb == "play_as")
    cards = book_of(past.game)
    due = finale_is_due(cards, now) or battle_is_due(cards, now) or bool(reason_for(cards, now))
    return not due and not now.owed


@step_invariant("HUI-23", "HU-LOC-04", "HU-EXPL-06", rows=("draw",), kinds=PLACED)
def explore_reveals_in_the_same_ply(step: Turn) -> Verdict:
    """A Location drawn by Explore is placed and resolved before anything else is asked.

    In the Finale it lies face down and is not resolved.
    """
    card = argument(step)
    told = [e.num("location") for e in step.events if e.event.kind == "location.resolved"]
    if step.before.entered:
        return not told and not step.after.waiting
    return told[:1] == [card] and card not in step.after.waiting


@step_invariant("HUI-23", "HU-LOC-05", "HU-NOTE-04", rows=("draw_more", "strike"), kinds=PLACED)
def a_location_drawn_otherwise_waits(step: Turn) -> Verdict:
    """Drawn for an attack or an effect it waits first, and applies while it is visible."""
    card = argument(step)
    if step.before.entered:
        return not step.acted.waiting and card == step.acted.locations[-1]
    return step.acted.waiting[-1:] == [card] == step.acted.locations[-1:]


@invariant("HUI-23", "HU-LOC-05", "HU-NOTE-04", "HU-FINALE-02", rows=OUTSIDE_FIGHTS, whole=True,
           every=3)  # fmt: skip
def every_location_is_resolved_or_dropped(state: Hunted, past: History) -> Verdict:
    """Each Location placed was resolved exactly once, unless the Finale covered it."""
    memory = opened(past).memory
    if not memory.placed:
        return None
    told = sorted(memory.resolved)
    if state.entered:
        return len(set(told)) == len(told)
    first = [card for card in told if card == state.locations[0]]
    return told == sorted([*memory.placed, *first]) and len(first) <= 1


# --- what they do -------------------------------------------------------------------------------


@event_check("HUI-52", "HU-LOC-04", "HU-GAME-02", "HU-ENEMY-03", kinds=RESOLVED)
def a_revealed_location_does_what_it_says(h: Happening, now: Hunted, past: History) -> Verdict:
    """Energy gained or lost, the Row discarded, or draws owed, right after it is resolved."""
    effect, after = book_of(past.game).on_reveal[h.num("location")], past.next
    kind = "" if after is None else after.event.kind
    asked = {"gain_energy": effect.n, "lose_energy": -effect.n}.get(effect.op)
    if asked is not None:
        fits = after is not None and kind == "energy.changed" and after.word("cause") == "location"
        return fits and after is not None and after.num("asked") == asked
    if effect.op == "discard_row":
        told = [e for e in past.rest() if e.event.kind == "row.discarded"]
        return told[:1] != [] and told[0].word("cause") == "location"
    return kind not in ("energy.changed", "row.discarded", "card.discarded")


@step_invariant("HUI-49", "HU-LOC-05", "HU-LOC-04", "HU-FINALE-05")
def a_debt_of_draws_is_paid_one_by_one(step: Turn) -> Verdict:
    """add_to_row owes so many draws, made one at a time with combats between; a battle drops them.
    """
    before, after = step.before, step.after
    drawing = step.game.row_name(after) == "draw_more"
    if not before.owed and not after.owed and not drawing:
        return None
    if after.battle and not before.battle:
        return after.owed == 0
    told = [book_of(step.game).on_reveal[e.num("location")] for e in step.events
            if e.event.kind == "location.resolved"]  # fmt: skip
    more = sum(effect.n for effect in told if effect.op == "add_to_row")
    return after.owed == before.owed + more - drawing


@step_invariant("HUI-31", "HU-LOC-04", "HU-LOCK-02", "HU-DOR-11", kinds=RESOLVED)
def a_discarded_row_is_empty_but_for_locked_in_cards(step: Turn) -> Verdict:
    """discard_row leaves locked-in cards alone in the Row."""
    cards = book_of(step.game)
    told = [e.num("location") for e in step.events if e.event.kind == "location.resolved"]
    if not any(cards.on_reveal[card].op == "discard_row" for card in told):
        return None
    lay = together(step.before.in_row)
    stays = lay & cards.locked
    gone = lay & ~stays
    return together(step.after.in_row) & lay == stays and step.after.discard & gone == gone


# --- while they are visible ---------------------------------------------------------------------


@step_invariant("HUI-22", "HU-LOC-06", "HU-FINALE-02", "HU-NOTE-04", kinds=("attack.made",))
def only_the_top_location_changes_attacks(step: Turn) -> Verdict:
    """Changes of Strength and first cost are those of the top Location, none in the Finale."""
    cards, acted = book_of(step.game), step.acted
    seen = cards.visible(acted)
    for event in step.events:
        if event.event.kind == "attack.made":
            counts = cards.enemies >> event.num("foe") & 1 and not acted.battle
            due = (seen.strength if counts else 0, seen.first)
            if (event.num("strength_mod"), event.num("first_mod")) != due:
                return f"{event}: expected changes {due}"
    return True


