"""Summon Phase (2.6): hidden commits, their payment, the reveal as one batch, and extra summons."""

from __future__ import annotations

from engine.events import Happening
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant
from properties.necrohamster.book import NONE, book, in_play, inner, lying, number
from properties.necrohamster.folds import BY_COMMIT, BY_EFFECT
from properties.necrohamster.ledger import Turn, argument, event_check, memory_of, mover

SECRET = ("commit", "pay")
IN_BATCH = ("payment.made", "summon.passed", "creature.summoned", "commits.revealed")
# Events after which a count of summons might be thought another.
COUNTED = ("creature.summoned", "creature.discarded", "creature.stolen", "artefact.gained",
           "title.claimed")  # fmt: skip
LASTING_ROWS = ("draw", "order", "give_up", "lose_card", "aim", "sacrifice", "steal", "recover",
                "finished", "unfinished")  # fmt: skip


# --- commits --------------------------------------------------------------------------------------


@event_check("NHI-11", "NH-SUMMON-01", "NH-SUMMON-03", "NH-TITLE-03", kinds=("commit.made",))
def each_seat_commits_once_in_its_turn(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Seats commit in player order, once a round, before any is revealed: a hand card or a pass."""
    memory, seat, card = memory_of(past), h.num("seat"), h.num("card")
    if seat != mover(now) or seat in memory.committed:
        return f"seat {seat} commits; it is the turn of seat {mover(now)}"
    if memory.phase and memory.phase != "summon":
        return f"seat {seat} commits in the {memory.phase} phase"
    return card == now.commit[seat] and (card == NONE or now.hands[seat][card] > 0)


@event_check("NHI-13", "NH-SUMMON-05", "NH-SUMMON-04", kinds=("commit.made",))
def a_commit_is_paid_for(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A commit costs the printed cost and what works for the seat, paid with that many others."""
    seat, card = h.num("seat"), h.num("card")
    cost = book(now.rules).costs(now, seat)[card] if card != NONE else 0
    paid = now.paid[seat]
    if h.num("cost") != cost or sum(paid) != cost or sum(now.hands[seat]) < cost + (card != NONE):
        return f"cost {h.num('cost')}, meant {cost}, paid with {sum(paid)} cards"
    return all(
        now.hands[seat][kind] - (kind == card) >= count for kind, count in enumerate(paid) if count
    )


@event_check("NHI-11", "NH-SUMMON-01", kinds=("commits.revealed",))
def all_commits_precede_the_reveal(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Everybody has committed when the commits are revealed, together and in player order."""
    memory, cards = memory_of(past), book(now.rules)
    if memory.summon_then is None:
        return None
    made = [memory.committed.get(seat) for seat in cards.order(now)]
    if None in made:
        return f"revealed after the commits of {sorted(memory.committed)}"
    told = (h.nums("cards"), h.num("passed"))
    return told == (tuple(card for card in made if card != NONE), made.count(NONE))


@event_check("NHI-14", "NH-SUMMON-02", kinds=("summon.passed",))
def a_pass_costs_nothing(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Who committed nothing keeps the hand as it was."""
    seat, memory = h.num("seat"), memory_of(past)
    if memory.summon_then is not None:
        if memory.committed.get(seat) != NONE or now.hands[seat] != memory.summon_then.hands[seat]:
            return f"seat {seat} passed, having committed {memory.committed.get(seat)}"
    return h.num("hand") == sum(now.hands[seat]) and not any(now.paid[seat])


# --- payments and summons -------------------------------------------------------------------------


@event_check("NHI-13", "NH-SUMMON-04", "NH-SUMMON-06", kinds=("payment.made",))
def the_payment_is_the_effective_cost(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """As many hand cards as the printed cost and what works for the seat, the summoned one not."""
    cards, seat, card = book(now.rules), h.num("seat"), h.num("card")
    cost, paid = cards.costs(now, seat)[card], h.nums("cards")
    told = (h.num("cost"), h.num("printed"), len(paid))
    if told != (cost, cards.cost[card], cost):
        return f"cost, printed and paid are {told}, meant {(cost, cards.cost[card], cost)}"
    if card != now.commit[seat] or any(
        now.hands[seat][kind] - (kind == card) < paid.count(kind) for kind in paid
    ):
        return f"{card} is paid with {paid} of {dict(enumerate(now.hands[seat]))}"
    chosen = all(now.paid[seat][kind] == paid.count(kind) for kind in cards.kinds)
    facts = (h.num("hand"), h.num("discards"))
    return chosen and facts == (sum(now.hands[seat]) - cost, sum(now.discards) + cost)


@event_check("NHI-11", "NH-SUMMON-01", "NH-SUMMON-04", "NH-ABILPH-03", kinds=("payment.made",))
def a_payment_is_a_commits_or_an_effects(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Committed payments are shown at the reveal; others are for an effect that summons."""
    memory, seat = memory_of(past), h.num("seat")
    if h.num("way") == BY_EFFECT:
        return seat == mover(now) and "extra_summon" in book(now.rules).ops(now.source)
    before = past.previous
    if before is None or before.kind not in IN_BATCH:
        return f"paid after {before}"
    return memory.summon_then is None or memory.committed.get(seat) == h.num("card")


@event_check("NHI-12", "NH-SUMMON-03", "NH-ABILPH-03", "NH-SUMMON-05", kinds=("creature.summoned",))
def one_creature_a_seat_and_more_by_effects(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """A seat summons one creature by its commit; more only as the effect under way allows."""
    seat, card, source, memory = h.num("seat"), h.num("card"), h.num("source"), memory_of(past)
    if h.num("way") == BY_COMMIT:
        mine = sum(n for (who, _), n in memory.summoned.items() if who == seat)
        done = memory.summon_then is not None and (mine or memory.committed.get(seat) != card)
        return (not done and source == NONE) or f"seat {seat} summons {card} after {mine} others"
    cards = book(now.rules)
    rows = [row for row in cards.effects(source) if row["op"] == "extra_summon"]
    fits = [row for row in rows if card in cards.of_filter(inner(row, "filter"))]
    if source != now.source or seat != mover(now) or not fits:
        return f"seat {seat} summons {card} by source {source}; under way is {now.source}"
    called = memory.effect.called if memory.effect is not None else 0
    return called < sum(number(row, "n") for row in rows)


@event_check("NHI-15", "NH-SUMMON-07", "NH-SUMMON-03", kinds=("creature.summoned",))
def a_summoned_creature_goes_from_hand_to_area(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """The card committed or called lies in the hand; the seat's count and area grow by one."""
    seat, card = h.num("seat"), h.num("card")
    if not now.hands[seat][card] or now.commit[seat] != card:
        return f"seat {seat} summons {card}, having named {now.commit[seat]}"
    told = (h.num("count"), h.num("in_play"))
    return told == (now.count[seat] + 1, in_play(now, seat) + 1) or f"told {told}"


@event_check("NHI-15", "NH-SUMMON-04", "NH-SUMMON-06", kinds=("creature.summoned",))
def every_summon_is_paid_first(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A payment comes before each summon, in a batch all payments before the first summon."""
    seat, card = h.num("seat"), h.num("card")
    if h.num("way") == BY_EFFECT:
        paid = past.previous
        return paid is not None and paid.kind == "payment.made" and paid.num("seat") == seat
    batch = past.since("commits.revealed")
    paid_for = [e.num("card") for e in batch if e.kind == "payment.made" and e.num("seat") == seat]
    return paid_for == [card] or f"seat {seat} has paid for {paid_for}"


@event_check("NHI-22", "NH-SUMMON-08", kinds=("creature.summoned", "payment.made"))
def the_batch_is_one_moment(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Between the reveal and the last summon no title is claimed and no effect resolved."""
    if h.num("way") != BY_COMMIT:
        return None
    if h.kind == "creature.summoned" and past.previous is not None:
        return past.previous.kind in IN_BATCH
    return all(event.kind in IN_BATCH[:2] for event in past.since("commits.revealed"))


# --- the whole phase ------------------------------------------------------------------------------


@event_check("NHI-14", "NH-SUMMON-04", "NH-SUMMON-02", "NH-SUMMON-07", kinds=("phase.started",))
def hands_pay_one_and_the_cost(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Over the summon phase a hand shrinks by the summoned card and its cost; a pass keeps it."""
    memory = memory_of(past)
    then = memory.summon_then
    if h.word("phase") != "ability" or then is None:
        return None
    for seat, card in memory.committed.items():
        lost = sum(then.hands[seat]) - sum(now.hands[seat])
        if lost != (0 if card == NONE else 1 + memory.costs[seat]):
            return f"seat {seat} is {lost} cards down, having committed {card}"
    return True


@event_check("NHI-15", "NH-SUMMON-06", "NH-SUMMON-07", kinds=("phase.started",))
def discards_and_areas_grow_by_the_commits(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """Over the phase the discards grow by all payments, each area by exactly the card committed."""
    memory = memory_of(past)
    then = memory.summon_then
    if h.word("phase") != "ability" or then is None:
        return None
    if sum(now.discards) - sum(then.discards) != sum(memory.costs.values()):
        return f"discards grew to {sum(now.discards)} by costs {memory.costs}"
    for seat, card in memory.committed.items():
        area = lying(then, seat)
        if card != NONE:
            area[card] += 1
        if area != lying(now, seat):
            return f"the area of seat {seat} is not what it was and {card}"
    return len(memory.committed) == book(now.rules).players


# --- limits at the step ---------------------------------------------------------------------------


@step_invariant("NHI-12", "NH-SUMMON-03", "NH-SUMMON-01", rows=SECRET)
def nobody_commits_twice(step: Turn) -> Verdict:
    """A seat that has chosen a creature pays for that one, and then others choose."""
    before, seat = step.before, step.player
    if step.row == "commit":
        unsaid = before.commit[seat] == NONE and not any(before.paid[seat])
        return unsaid or f"seat {seat} commits again, to {step.text}"
    same = before.commit[seat] != NONE
    if step.game.row_name(step.after) in SECRET and step.after.turn == before.turn:
        same &= step.after.commit[seat] == before.commit[seat]
    return same


@step_invariant("NHI-13", "NH-SUMMON-05", "NH-SUMMON-04", verbs=("summon", "call"))
def nobody_summons_beyond_their_hand(step: Turn) -> Verdict:
    """The other cards in hand, those of its own kind included, are at least the effective cost."""
    before, seat, card = step.before, step.player, argument(step)
    cost = book(before.rules).costs(before, seat)[card]
    others = sum(before.hands[seat]) - 1
    return before.hands[seat][card] > 0 and others >= cost


@step_invariant("NHI-11", "NH-SUMMON-01", verbs=("pass_round", "summon", "pay_with"))
def a_secret_choice_tells_of_itself_alone(step: Turn) -> Verdict:
    """Until all have committed, a choice brings no event but that a seat has committed."""
    seats = book(step.before.rules).players
    if step.before.turn == seats - 1 or step.row == "pay_extra":
        return None
    kinds = [event.kind for event in step.events]
    return kinds in ([], ["commit.made"]) or f"{step.text} brings {kinds}"


@step_invariant("NHI-11", "NH-SUMMON-01", rows=SECRET)
def a_choice_in_secret_moves_no_card(step: Turn) -> Verdict:
    """Until the reveal hands, areas, deck and discards stay as they are."""
    before, after = step.before, step.after
    if any(event.kind == "commits.revealed" for event in step.events):
        return None
    return (before.hands, before.areas, before.deck, before.discards) == (
        after.hands, after.areas, after.deck, after.discards,
    )  # fmt: skip


@step_invariant("NHI-16", "NH-ART-03", "NH-END-06", "NH-END-01", kinds=COUNTED)
def counts_rise_with_summons_alone(step: Turn) -> Verdict:
    """A seat's count rises by its summons of the ply and never falls, whatever it loses."""
    before, after = step.before.count, step.after.count
    rises = [0] * len(before)
    for event in step.events:
        if event.kind == "creature.summoned":
            rises[event.num("seat")] += 1
    return [now - then for now, then in zip(after, before, strict=True)] == rises


@invariant("NHI-16", "NH-END-06", "NH-ART-03", rows=(*SECRET, "call", "pay_extra"), whole=True)
def counts_are_the_summons_so_far(state: Necrohamster, past: History) -> Verdict:
    """All counts together are the summons so far, by commit and by effect."""
    return sum(state.count) == past.counts.get("creature.summoned", 0)


@invariant("NHI-11", "NH-SUMMON-01", rows=SECRET)
def seats_yet_to_commit_have_chosen_nothing(state: Necrohamster) -> Verdict:
    """A seat whose turn has not come names no card and pays none; who pays holds what it pays."""
    cards = book(state.rules)
    for at, seat in enumerate(cards.order(state)):
        card, paid = state.commit[seat], state.paid[seat]
        if at > state.turn and (card != NONE or any(paid)):
            return f"seat {seat} has chosen before its turn"
        if card == NONE:
            if any(paid):
                return f"seat {seat} pays for nothing"
        elif any(have - (kind == card) < paid[kind] for kind, have in enumerate(state.hands[seat])
                 if paid[kind] or kind == card):  # fmt: skip
            return f"seat {seat} names {card} and pays with cards it does not hold"
    return True


@invariant("NHI-11", "NH-SUMMON-01", "NH-SUMMON-04", rows=LASTING_ROWS)
def no_choice_outlives_its_summon(state: Necrohamster) -> Verdict:
    """After the reveal, and after an extra summon, no card is named and none put aside."""
    return all(card == NONE for card in state.commit) and not any(map(any, state.paid))
