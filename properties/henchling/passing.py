"""Draws that fail and cards that are passed on: what a player saw, and what was there to draw."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import ENTER, FOR_PHASE
from engine.games.henchling.state import Henchling
from properties.henchling.book import NONE, on_tables
from properties.henchling.ledger import Turn, event_check, memory_of, opened, sizes
from properties.henchling.offers import offered
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant


@invariant("HEI-16", "HE-DRAW-02", rows=("draw",))
def the_exposed_card_is_seen(state: Henchling) -> Verdict:
    """Who is asked for a counted draw has seen the card that lies exposed."""
    _, _, why, *_ = state.agenda[-1]
    if why != FOR_PHASE or state.exposed < 0:
        return state.saw <= 1
    return state.saw == 1


@step_invariant("HEI-16", "HE-DRAW-02", "HE-PILE-03")
def nothing_is_seen_where_nothing_lies(step: Turn) -> Verdict:
    """Who sees an exposed card is asked for a draw while one lies there."""
    if step.after.saw <= step.before.saw:
        return None
    return step.after.exposed >= 0 and step.game.rows[step.after.phase].name == "draw"


@event_check("HEI-16", "HE-DRAW-02", "HE-DRAW-03", kinds=("phase.started",))
def who_left_the_card_has_passed(h: Happening, now: Henchling, past: History) -> Verdict:
    """When actions begin the active player has passed on the card that was seen and still lies."""
    seen = memory_of(past).seen
    if h.word("phase") != "action" or seen < 0 or seen != now.exposed:
        return None
    return bool(now.passers >> now.active & 1)


@event_check("HEI-16", "HE-DRAW-02", kinds=("exposed.passed",))
def what_is_passed_on_was_seen(h: Happening, now: Henchling, past: History) -> Verdict:
    """A player passes on a card that lay there while one more draw of the phase was to be made."""
    memory = memory_of(past)
    return memory.seen == h.num("card") if memory.phase == "draw" else None


@event_check("HEI-13", "HE-DRAW-05", "HE-DRAW-01", "HE-PILE-05", kinds=("draws.forfeited",))
def draws_are_forfeited_for_want_of_cards(h: Happening, now: Henchling, past: History) -> Verdict:
    """A draw fails where neither pile offers a card, nor could, but for who declines to shuffle."""
    if now.exposed >= 0 or opened(past).down:
        return f"exposed {now.exposed}, {opened(past).down} hidden cards"
    return bool(h.num("declined")) or not now.discard & ~now.rules.traps


@event_check("HEI-46", "HE-TRAP-06", "HE-DRAW-01", kinds=("trap.entered",))
def traps_cost_no_draw(h: Happening, now: Henchling, past: History) -> Verdict:
    """A trap met in the draw phase leaves as many draws owed as before, in another phase none."""
    memory, rules = memory_of(past), now.rules
    lapsed = memory.forfeited or not now.alive >> now.active & 1
    if not memory.phase or (memory.phase == "draw" and lapsed):
        return None
    due = 0
    if memory.phase == "draw" and now.turn:
        due = (rules.first_draws if now.turn == 1 else rules.draws) - memory.counted
    told = (h.num("owed"), h.num("seat"))
    return told == (due, now.active if due else told[1]) or f"{due} draws are owed, told {told}"


@step_invariant("HEI-10", "HE-DRAW-04", "HE-DRAW-05", rows=("draw",))
def shuffling_back_is_offered_once(step: Turn) -> Verdict:
    """Once for each card to be drawn, while a pile is empty and the discards hold a non-trap.

    To go without is offered where no pile can be drawn from.
    """
    state = step.before
    _, _, _, used = state.agenda[-1]
    _, down, up = sizes(state)
    empty = not down or not (up or state.exposed >= 0)
    may = empty and not used and bool(state.discard & ~state.rules.traps)
    if bool(offered(step, "recycle")) != may:
        return f"offered {offered(step, 'recycle')}, piles {down} and {up}, used {used}"
    return bool(offered(step, "forgo")) == (state.exposed < 0 and not down)


@invariant("HEI-52", "HE-PLAY-10", "HE-ELIM-01", "HE-PLAY-08")
def what_is_played_is_of_the_active(state: Henchling) -> Verdict:
    """A card that is being played is in the hand of the active player, who lives, or arrives."""
    card = state.playing
    if card == NONE:
        return None
    if not state.alive >> state.active & 1:
        return f"seat {state.active} is out and plays {card}"
    held = (state.hands[state.active] | on_tables(state)) >> card & 1
    # What arrived and left again is being played until its entry is no longer owed.
    return bool(held) or any(task[0] == ENTER and task[2] == card for task in state.agenda)
