"""Draw Phase (2.5) and the deck (FAQ): what is owed, drawn, reshuffled and forfeited."""

from __future__ import annotations

from engine.events import Happening
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant
from properties.necrohamster.book import NONE, book
from properties.necrohamster.ledger import Turn, event_check, memory_of, mover
from properties.necrohamster.setup import chance_is, counts_of

# Nothing but these comes between a debt and its last card; a title may be claimed in between.
PAID_BEFORE = ("draws.owed", "phase.started", "effect.ended", "slot.ended", "slot.started",
               "effect.started", "commit.made", "round.ended")  # fmt: skip


# --- what is owed ---------------------------------------------------------------------------------


@event_check("NHI-08", "NH-DRAW-03", "NH-TITLE-03", "NH-ABIL-02", kinds=("draws.owed",))
def each_seat_is_owed_three_and_its_bonus(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """In the draw phase each seat in player order is owed three and what works for it adds."""
    if h.word("phase") != "draw":
        return None
    cards, seat, memory = book(now.rules), h.num("seat"), memory_of(past)
    if memory.phase == "draw":
        if cards.order(now)[len(memory.draw_seats)] != seat:
            return f"seat {seat} draws after {memory.draw_seats}, marker {now.marker}"
    bonus = cards.bonus(now, seat)
    told = (h.num("cards"), h.num("bonus"), h.num("source"))
    meant = (cards.draws + bonus, bonus, NONE)
    return told == meant or f"told {told}, meant {meant}"


@event_check("NHI-08", "NH-ABIL-01", "NH-CARD-02", "NH-CARD-04", kinds=("draws.owed",))
def an_effect_draws_what_it_says(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """In the ability phase the source under way has its player draw as many as it says."""
    if h.word("phase") != "ability":
        return None
    told = (h.num("seat"), h.num("source"), h.num("bonus"))
    if told != (mover(now), now.source, 0):
        return f"draws of {told}; under way is source {now.source} of seat {mover(now)}"
    cards = book(now.rules)
    rows = [row for row in cards.effects(now.source) if row["op"] == "draw"]
    drawn = [row["n"] for row in rows] if rows else [cards.drawn_by(now.source)]
    return h.num("cards") in drawn or f"{h.num('cards')} owed, by the card {drawn}"


@event_check("NHI-08", "NH-DRAW-03", "NH-ROUND-01", kinds=("phase.started",))
def everybody_has_drawn(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The draw phase is over when each seat has had its draws, and none is owed."""
    memory = memory_of(past)
    if h.word("phase") != "summon" or memory.phase != "draw":
        return None
    return tuple(memory.draw_seats) == book(now.rules).order(now) and now.owed == 0


@event_check("NHI-09", "NH-DRAW-05", "NH-DRAW-03", kinds=PAID_BEFORE)
def a_debt_is_drawn_or_forfeited(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Nothing goes on while cards are owed: each is drawn, or forfeited."""
    return now.owed == 0 or f"{now.owed} cards are still owed"


# --- drawing --------------------------------------------------------------------------------------


@event_check("NHI-08", "NH-DRAW-03", "NH-CARD-04", kinds=("card.drawn",))
def a_card_owed_is_drawn(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A card of the deck, the one that came, goes to the hand of the seat it is owed to."""
    step, seat, card = past.step, h.num("seat"), h.num("card")
    if step is None or step.code != step.game.space.bases["draw"] + card:
        return f"card {card} was not the one that came"
    if not now.owed or seat != mover(now) or not now.deck[card]:
        return f"seat {seat} draws {card}; owed are {now.owed} to seat {mover(now)}"
    effect = h.word("phase") == "ability"
    if h.num("source") != (now.source if effect else NONE):
        return f"drawn for source {h.num('source')}, under way is {now.source}"
    facts = (h.num("hand"), h.num("deck"))
    return facts == (sum(now.hands[seat]) + 1, sum(now.deck) - 1) or f"facts {facts}"


@event_check("NHI-10", "NH-DRAW-04", kinds=("deck.reshuffled",))
def the_discards_become_the_deck(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Only with an empty deck and a card owed: all discards are the new deck, and none are left."""
    if any(now.deck) or not now.owed or not any(now.discards):
        return f"reshuffled with a deck of {sum(now.deck)}, {now.owed} cards owed"
    told = (h.num("seat"), h.num("cards"), h.num("discards"))
    meant = (mover(now), sum(now.discards), 0)
    return told == meant or f"told {told}, meant {meant}"


@event_check("NHI-09", "NH-DRAW-05", kinds=("draw.forfeited",))
def draws_are_forfeited_only_with_nothing_left(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """What cannot be drawn is forfeited: deck and discards are empty, and all that is owed goes."""
    if any(now.deck) or any(now.discards):
        return f"{sum(now.deck)} and {sum(now.discards)} cards are left"
    told = (h.num("seat"), h.num("cards"), h.num("deck"), h.num("discards"))
    return told == (mover(now), now.owed, 0, 0) and now.owed > 0


@step_invariant("NHI-10", "NH-DRAW-04", "NH-DRAW-05", kinds=("deck.reshuffled",))
def a_draw_follows_a_reshuffle(step: Turn) -> Verdict:
    """A reshuffle is due to a card that must be drawn: the draw comes next."""
    after = step.after
    return after.owed > 0 and any(after.deck) and step.game.row_name(after) == "draw"


@step_invariant("NHI-09", "NH-DRAW-05", "NH-DRAW-03", "NH-DRAW-04", rows=("draw",))
def a_draw_owed_is_a_card_of_the_deck(step: Turn) -> Verdict:
    """A draw is owed and possible: what may come are the kinds that lie in the deck."""
    before, base = step.before, step.game.space.bases["draw"]
    kinds = tuple([base + kind for kind, n in enumerate(before.deck) if n])
    if before.owed and kinds and step.legal == kinds and step.code in kinds:
        return True
    return f"{step.text} came of a deck of {sum(before.deck)}, with {before.owed} owed"


@step_invariant("NHI-09", "NH-DRAW-04", "NH-SETUP-05", rows=("draw",), every=17)
def any_card_of_the_deck_may_be_drawn(step: Turn) -> Verdict:
    """A deck has no order: a kind is as likely as it has cards left in it."""
    return chance_is(step, "draw", counts_of(step.before.deck))


@step_invariant("NHI-09", "NH-DRAW-05", kinds=("draw.forfeited",))
def forfeited_draws_leave_both_piles_empty(step: Turn, past: History) -> Verdict:
    """Where a draw was forfeited and nothing discarded since, deck and discards are empty."""
    filled = ("payment.made", "hand.discarded", "creature.discarded")
    at = max(n for n, event in enumerate(step.events) if event.kind == "draw.forfeited")
    if any(event.kind in filled for event in step.events[at + 1 :]):
        return None
    return not any(step.after.deck) and not any(step.after.discards)


@invariant("NHI-10", "NH-DRAW-04", "NH-DRAW-03", rows=("draw",))
def somebody_draws_from_a_deck(state: Necrohamster) -> Verdict:
    """A draw waits only with cards owed and a deck to draw from; else nothing is owed."""
    return state.owed > 0 and any(state.deck) and mover(state) != NONE
