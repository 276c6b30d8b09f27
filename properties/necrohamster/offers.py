"""What is offered and what is refused: each legal list against the position it was made from.

Lists are judged whole, so an action offered too much is seen as well as one left out, and the
action taken must be among those that should have been offered.  Of several cards chosen one by one
the kinds come in ascending order, so that one set has one spelling: `low` is the least that may
come next, and enough must be left above.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.content import Row
from engine.games.necrohamster.state import Necrohamster
from properties.invariant import Verdict, step_invariant
from properties.necrohamster.book import Book, book_of, inner
from properties.necrohamster.effects import affordable, who_of, within_reach
from properties.necrohamster.ledger import Turn
from properties.necrohamster.setup import chance_is, counts_of

PAYING = ("pay", "pay_extra")


def offers(step: Turn, *verbs: tuple[str, Iterable[int]]) -> Verdict:
    """Whether the legal list is exactly these local codes of these verbs, the action among it."""
    bases = step.game.space.bases
    expected = tuple(sorted(bases[verb] + code for verb, codes in verbs for code in codes))
    if step.legal == expected and step.code in expected:
        return True
    offered = ", ".join(step.game.text(code) for code in step.legal)
    wanted = ", ".join(step.game.text(code) for code in expected)
    return f"row {step.row} offers {offered}, and {step.text} was taken; expected {wanted}"


def ascending(counts: list[int], low: int, left: int) -> list[int]:
    """Kinds from `low` on that leave enough cards, their own kind included, for `left` choices."""
    found, above = [], sum(counts[low:])
    for kind in range(low, len(counts)):
        if counts[kind] and above >= left:
            found.append(kind)
        above -= counts[kind]
    return found


def under_way(step: Turn, op: str) -> tuple[Book, Row]:
    """The Book and the effect asking; ValueError if the one under way does not use that op."""
    cards, before = book_of(step.game), step.before
    rows = cards.effects(before.source)
    if before.part >= len(rows) or rows[before.part]["op"] != op:
        raise ValueError(f"row {step.row} asks for part {before.part} of source {before.source}")
    return cards, rows[before.part]


# --- summon phase -----------------------------------------------------------------------------


@step_invariant("NHI-13", "NH-SUMMON-05", "NH-SUMMON-02", "NH-SUMMON-04", rows=("commit",))
def what_can_be_paid_for_can_be_summoned(step: Turn) -> Verdict:
    """Passing is always offered, and each hand card that the other cards can pay for."""
    cards = book_of(step.game)
    kinds = affordable(cards, step.before, step.player, cards.kinds)
    return offers(step, ("pass_round", (0,)), ("summon", kinds))


@step_invariant("NHI-13", "NH-SUMMON-04", "NH-SUMMON-05", "NH-HAND-01", rows=PAYING)
def other_hand_cards_pay(step: Turn) -> Verdict:
    """Offered are the hand cards neither summoned nor paid with yet, in ascending order."""
    before, seat, cards = step.before, step.player, book_of(step.game)
    card, paid = before.commit[seat], before.paid[seat]
    spare = [have - used for have, used in zip(before.hands[seat], paid, strict=True)]
    spare[card] -= 1
    low = max([kind for kind, used in enumerate(paid) if used], default=0)
    left = cards.costs(before, seat)[card] - sum(paid)
    if left <= 0:
        return f"row {step.row} asks for a payment of {left}"
    return offers(step, ("pay_with", ascending(spare, low, left)))


@step_invariant("NHM-B", "NH-SUMMON-04", "NH-SUMMON-06", verbs=("pay_with",))
def equal_payments_are_one(step: Turn) -> Verdict:
    """Cards of one design pay alike, and a set of cards is paid in one order only."""
    before, after, seat = step.before, step.after, step.player
    base = step.game.space.bases["pay_with"]
    kinds = [code - base for code in step.legal]
    once = len(set(kinds)) == len(kinds)
    if step.game.row_name(after) != step.row or after.player != seat:
        return once
    later = [code - base for code in step.game.legal_actions(after)]
    added = sum(after.paid[seat]) - sum(before.paid[seat]) == 1
    return once and added and min(later) >= step.code - base


# --- ability phase ----------------------------------------------------------------------------


@step_invariant("NHI-17", "NH-ABILPH-02", rows=("order",))
def any_pending_kind_may_come_first(step: Turn) -> Verdict:
    """Each kind of pending effect is offered once, and one is asked only with two or more."""
    kinds = [source for source, n in enumerate(step.before.pending[step.player]) if n]
    return len(kinds) > 1 and offers(step, ("resolve", kinds))


@step_invariant("NHI-28", "NH-ABIL-03", "NH-ABILPH-04", rows=("aim",))
def opponents_within_reach_are_offered(step: Turn) -> Verdict:
    """Each opponent that is not warded and has something to lose, and nobody else."""
    before, cards = step.before, book_of(step.game)
    row = cards.effects(before.source)[before.part]
    if who_of(row) != "one_opponent":
        return f"{row['op']} asks for an opponent"
    seats = within_reach(cards, before, step.player, before.source, row)
    return offers(step, ("aim_at", seats))


@step_invariant("NHI-27", "NH-ABIL-03", "NH-HAND-01", "NH-ABILPH-04", rows=("give_up",))
def the_victim_chooses_of_the_hand(step: Turn) -> Verdict:
    """The seat hit chooses among its hand cards, as many as the effect takes and it has."""
    _, row = under_way(step, "discard_hand")
    before = step.before
    if step.player != before.victim or row["choose"] != "victim":
        return f"seat {step.player} chooses for seat {before.victim}"
    hand = before.hands[before.victim]
    return offers(step, ("give_up", ascending(list(hand), before.low, before.left)))


@step_invariant("NHI-27", "NH-ABIL-03", rows=("lose_card",))
def chance_takes_any_card_of_the_hand(step: Turn) -> Verdict:
    """Where chance chooses, a kind is as likely as the hand has cards of it."""
    _, row = under_way(step, "discard_hand")
    before = step.before
    if row["choose"] != "random":
        return "chance takes a card that its owner chooses"
    return chance_is(step, "lose_by_chance", counts_of(before.hands[before.victim]))


def _creatures(cards: Book, before: Necrohamster, row: Row) -> list[int]:
    """By local code, how many creatures of the victim an effect may take: working, then waiting."""
    area, waiting = before.areas[before.victim], before.waiting[before.victim]
    counts = [0] * 2 * len(area)
    for kind in cards.of_filter(inner(row, "filter")):
        counts[2 * kind : 2 * kind + 2] = area[kind], waiting[kind]
    return counts


@step_invariant("NHI-16", "NH-END-06", "NH-ABIL-03", "NH-ABILPH-05", rows=("sacrifice",))
def fitting_creatures_are_sacrificed(step: Turn) -> Verdict:
    """Each creature the effect names, told apart by whether it works yet; its chooser decides."""
    cards, row = under_way(step, "discard_creature")
    before = step.before
    chooser = before.victim
    if row.get("choose", "victim") == "actor":
        chooser = cards.order(before)[before.turn]
    if step.player != chooser:
        return f"seat {step.player} chooses, meant {chooser}"
    kinds = ascending(_creatures(cards, before, row), before.low, before.left)
    return offers(step, ("sacrifice", kinds))


@step_invariant("NHI-16", "NH-ABIL-03", "NH-ART-03", rows=("steal",))
def fitting_creatures_are_stolen(step: Turn) -> Verdict:
    """Each creature of the opponent that the effect names, told apart by whether it works yet."""
    cards, row = under_way(step, "steal_creature")
    before = step.before
    kinds = ascending(_creatures(cards, before, row), before.low, before.left)
    return offers(step, ("steal", kinds))


@step_invariant("NHI-20", "NH-ABILPH-04", rows=("recover",))
def fitting_discards_return(step: Turn) -> Verdict:
    """Each discard the effect names; it may be declined exactly if the card says may."""
    cards, row = under_way(step, "return_from_discard")
    before, counts = step.before, [0] * len(step.before.discards)
    for kind in cards.of_filter(inner(row, "filter")):
        counts[kind] = before.discards[kind]
    decline = (0,) if row.get("optional", False) else ()
    kinds = ascending(counts, before.low, before.left)
    return offers(step, ("decline", decline), ("recover", kinds))


@step_invariant("NHI-13", "NH-SUMMON-05", "NH-ABILPH-03", "NH-ABILPH-04", rows=("call",))
def what_can_be_paid_for_can_be_called(step: Turn) -> Verdict:
    """Each hand card the effect names that the others can pay for; else it is only declined."""
    cards, row = under_way(step, "extra_summon")
    kinds = affordable(cards, step.before, step.player, cards.of_filter(inner(row, "filter")))
    decline = (0,) if row.get("optional", False) or not kinds else ()
    return offers(step, ("decline", decline), ("call", kinds))
