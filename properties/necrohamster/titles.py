"""Title Cards (2.8): claimed at once, by the first in player order, once, out of those laid out."""

from __future__ import annotations

from engine.events import Happening
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant
from properties.necrohamster.book import bits, book
from properties.necrohamster.ledger import Turn, event_check, memory_of

# Events after which a title might be thought lost.
LOSSES = ("title.claimed", "creature.discarded", "creature.stolen", "round.ended")
# Whatever may follow an event that fulfils a prerequisite, but the claim; within a batch of
# summons the rest of the batch comes first, and the end may be announced, and an ability start
# at once, before the title.
NEXT = ("card.drawn", "draw.forfeited", "phase.started", "slot.ended", "effect.ended",
        "effect.skipped", "hand.discarded", "creature.discarded", "creature.stolen",
        "card.returned", "offer.declined", "artefact.gained", "round.started")  # fmt: skip
UNMOVED = ("title", "deal", "marker", "pay", "pay_extra", "draw")


@event_check("NHI-22", "NH-TITLE-06", "NH-TITLE-04", "NH-SETUP-03", kinds=("title.claimed",))
def only_a_title_laid_out_is_claimed(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A title claimed lies in the middle: laid out in this game and claimed by nobody before."""
    return now.offered >> h.num("title") & 1 == 1 or f"{h} with {bits(now.offered)} laid out"


@event_check("NHI-22", "NH-CARD-06", "NH-TITLE-01", kinds=("title.claimed",))
def the_claimant_meets_every_need(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The claimant has what the title wants, at least as many, by printed cost and type."""
    return book(now.rules).meets(now, h.num("seat"), h.num("title")) or f"{h} without the cards"


@event_check("NHI-22", "NH-TITLE-02", "NH-TITLE-03", kinds=("title.claimed",))
def the_first_in_player_order_claims(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Of all who qualify the first clockwise from the marker claims, and the others are told."""
    seats = book(now.rules).qualified(now, h.num("title"))
    told = (h.num("seat"), *h.nums("others"))
    return told == seats or f"claimed by {told[0]} before {told[1:]}; qualified are {seats}"


@event_check("NHI-22", "NH-TITLE-05", "NH-TITLE-01", kinds=("title.claimed",))
def a_claim_follows_what_fulfilled_it(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A title is claimed directly after the event or batch that fulfilled it, in its phase."""
    memory = memory_of(past)
    if memory.phase and h.word("phase") != memory.phase:
        return f"claimed in the {h.word('phase')} phase, in truth the {memory.phase} phase"
    return h.num("title") in memory.due or f"{h} was fulfilled by no event just now"


@event_check("NHI-21", "NH-TITLE-01", "NH-TITLE-05", kinds=NEXT)
def nothing_goes_on_before_the_claim(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """After each completed event, and each batch, titles fulfilled by it are claimed first."""
    due = memory_of(past).due
    return not due or f"{h.kind} comes before titles {sorted(due)} are claimed"


@step_invariant("NHI-22", "NH-TITLE-04", "NH-TITLE-06", kinds=("title.claimed",))
def titles_go_from_the_middle_to_one_seat(step: Turn) -> Verdict:
    """A title claimed in a ply lay in the middle before it, and lies with its claimant after."""
    for event in step.events:
        if event.kind == "title.claimed":
            title, seat = event.num("title"), event.num("seat")
            if not step.before.offered >> title & 1 or not step.after.titles[seat] >> title & 1:
                return f"{event}: in the middle were {bits(step.before.offered)}"
    return True


@step_invariant("NHI-22", "NH-TITLE-04", "NH-TITLE-06", kinds=LOSSES)
def a_title_claimed_is_kept(step: Turn) -> Verdict:
    """Who has claimed a title keeps it to the end; what is new with a seat was in the middle."""
    before, after = step.before, step.after
    if before.titles == after.titles:
        return True if any(after.titles) else None
    pairs = list(zip(before.titles, after.titles, strict=True))
    kept = all(then & ~now == 0 for then, now in pairs)
    return kept and all(now & ~then & ~before.offered == 0 for then, now in pairs)


@invariant("NHI-21", "NH-TITLE-01", "NH-TITLE-05", "NH-CARD-06", but=UNMOVED)
def no_title_waits_for_its_claimant(state: Necrohamster) -> Verdict:
    """While somebody acts nobody fulfils a title that lies in the middle."""
    if not state.offered:
        return None
    cards = book(state.rules)
    for title in bits(state.offered):
        for seat in range(cards.players):
            if cards.meets(state, seat, title):
                return f"seat {seat} fulfils {cards.names['title'][title]}, which is unclaimed"
    return True
