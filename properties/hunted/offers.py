"""What may be done: the legal actions of every row, worked out from the position alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from engine.game import Game
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from properties.hunted.book import (
    FRONT,
    NONE,
    POOLS,
    Book,
    bit,
    bits,
    covers,
    summed,
    together,
)
from properties.hunted.ledger import Turn, book_of
from properties.invariant import Verdict, step_invariant


def offered(step: Turn, verb: str) -> list[int]:
    """What is legal of one verb: its card or number; 0 for a verb without."""
    legal = step.legal
    base, end = spans(step.game)[verb]
    return [code - base for code in legal[bisect_left(legal, base) : bisect_left(legal, end)]]


@lru_cache(maxsize=64)
def spans(game: Game) -> dict[str, tuple[int, int]]:
    """First code of each verb, and the one after its last."""
    bases = game.space.bases
    return {verb.name: (bases[verb.name], bases[verb.name] + verb.size)
            for verb in game.space.verbs}  # fmt: skip


def judged(step: Turn, verb: str, due: Iterable[int]) -> Verdict:
    """Whether exactly these are offered of a verb; vacuous if none is and none should."""
    found, expected = offered(step, verb), list(due)
    if found == expected:
        return True if found else None
    names = book_of(step.game).ids
    words = [[names[c] if 0 <= c < len(names) else str(c) for c in cards]
             for cards in (found, expected)]  # fmt: skip
    return f"{verb} is offered for {words[0]}, expected {words[1]}"


def _if(holds: object) -> list[int]:
    return [0] if holds else []


# --- the four actions ---------------------------------------------------------------------------


@step_invariant("HUI-53", "HU-DECK-04", "HU-ACT-03", "HU-EXPL-01", "HU-FINALE-04", rows=("choose",),
                every=3)  # fmt: skip
def explore_is_offered_while_a_card_can_be_drawn(step: Turn) -> Verdict:
    """Explore is legal if the deck has a card, or gets one by a shuffle."""
    before = step.before
    more = before.discard or (before.passes == 1 and before.pile)
    return judged(step, "explore", _if(before.deck or more))


@step_invariant("HUI-24", "HU-COLL-02", "HU-COLL-03", "HU-COLL-09", "HU-COLL-10", "HU-RESC-03",
                "HU-FINALE-04", rows=("choose",), every=3)  # fmt: skip
def collect_is_offered_for_what_can_be_paid(step: Turn) -> Verdict:
    """Collect is legal for each weapon, item or key of the Row that the other cards can pay."""
    cards, row = book_of(step.game), step.before.in_row
    wanted = [card for card in row if cards.collectable >> card & 1]
    given = summed(cards.resources[card] for card in row) if wanted else ()
    # All other cards of the Row together pay for one: it cannot pay for itself.
    due = [card for card in wanted if covers(given, cards.price[card])]
    return judged(step, "collect", sorted(due))


@step_invariant("HUI-26", "HU-RESC-02", "HU-RESC-04", "HU-RESC-09", "HU-FINALE-04",
                rows=("choose",), every=3)  # fmt: skip
def rescue_is_offered_for_whom_keys_are_held(step: Turn) -> Verdict:
    """Rescue is legal for each Survivor of the Row whose keys the inventory has."""
    cards, before = book_of(step.game), step.before
    worth = sum(cards.key_value[card] for card in bits(before.inventory & cards.keys))
    due = [card for card in before.in_row
           if cards.survivors >> card & 1 and cards.key_cost[card] <= worth]  # fmt: skip
    return judged(step, "rescue", sorted(due))


@step_invariant("HUI-31", "HU-HIDE-05", "HU-FINALE-03", "HU-HIDE-04", "HU-HIDE-06", "HU-MASH-08",
                "HU-FINALE-04", rows=("choose",), every=3)  # fmt: skip
def hide_is_offered_until_the_finale(step: Turn) -> Verdict:
    """Hide is legal before the Finale, with any Row (an empty one by ruling), at any Energy."""
    before = step.before
    allowed = bool(before.in_row) or book_of(step.game).hide_empty
    found = judged(step, "hide", _if(not before.entered and allowed))
    return True if found is None else found


# --- effects ------------------------------------------------------------------------------------


@step_invariant("HUI-29", "HU-ITEM-03", "HU-ITEM-04", "HU-DOR-10",
                rows=("choose", "challenge"), every=3)  # fmt: skip
def items_are_offered_outside_combat(step: Turn) -> Verdict:
    """Each item held that has something to do may be used, between two single fights too."""
    cards, before = book_of(step.game), step.before
    due = [card for card in bits(before.inventory & cards.usable)
           if cards.has_use(before, cards.effect[card])]  # fmt: skip
    return judged(step, "use", due)


@step_invariant("HUI-28", "HU-SURV-03", "HU-SURV-07", "HU-RESC-07", "HU-SURV-04", "HU-FNOTE-02",
                rows=("choose", "challenge"), every=3)  # fmt: skip
def abilities_are_offered_to_the_ready(step: Turn) -> Verdict:
    """Each ready Survivor of the party whose ability has something to do may be asked.

    In the battle only those whose card says so.
    """
    cards, before = book_of(step.game), step.before
    due = [card for card in bits(cards.able(before))
           if cards.has_use(before, cards.effect[card])]  # fmt: skip
    return judged(step, "ask", due)


@step_invariant("HUI-28", "HU-COMP-05", "HU-SETUP-02", rows=("choose",), every=3)
def the_hero_has_so_many_uses(step: Turn) -> Verdict:
    """The hero's ability may be used as often as the card says."""
    cards, before = book_of(step.game), step.before
    left = before.hero_used < cards.uses[before.hero]
    return judged(step, "call_on_hero",
                  _if(left and cards.has_use(before, cards.abilities[before.hero])))  # fmt: skip


@step_invariant("HUI-28", "HU-FNOTE-02", "HU-FBAT-04", "HU-COMP-05", rows=("challenge",))
def nothing_else_is_offered_between_fights(step: Turn) -> Verdict:
    """Between two single fights foes are challenged and effects used; no action is offered."""
    counts = [len(offered(step, verb)) for verb in ("challenge", "use", "ask")]
    return sum(counts) == len(step.legal)


def onward(state: Hunted, targets: int, need: int) -> list[int]:
    """Picking `need` cards of a set in ascending order: those that leave enough above them."""
    found = [card for card in bits(targets) if card > state.fx_at]
    return found[: len(found) - need + 1] if 0 < need <= len(found) else []


@step_invariant("HUI-29", "HU-ITEM-03", "HU-LOCK-01", "HU-SURV-04", rows=("drop",))
def dropped_cards_are_of_the_row(step: Turn) -> Verdict:
    """At least one and up to n cards of the Row that fit and are not locked-in are dropped."""
    cards, before = book_of(step.game), step.before
    targets = cards.targets(before, cards.source(before.fx))
    stop = judged(step, "drop_no_more", _if(before.fx_at != NONE))
    found = judged(step, "drop", [card for card in bits(targets) if card > before.fx_at])
    return stop if isinstance(stop, str) else found


@step_invariant("HUI-29", "HU-ITEM-03", "HU-LOC-07", "HU-SURV-04", rows=("take",))
def taken_cards_are_of_the_discard_pile(step: Turn) -> Verdict:
    """Cards of the kind named are taken out of the discard pile, never a Location."""
    cards, before = book_of(step.game), step.before
    targets = cards.targets(before, cards.source(before.fx))
    return judged(step, "take", onward(before, targets, before.fx_n))


@step_invariant("HUI-29", "HU-SURV-06", "HU-ITEM-03", "HU-FBAT-10", rows=("wake",))
def woken_survivors_are_exhausted(step: Turn) -> Verdict:
    """Exhausted Survivors of the party are re-readied."""
    cards, before = book_of(step.game), step.before
    targets = cards.targets(before, cards.source(before.fx))
    return judged(step, "wake", onward(before, targets, before.fx_n))


@step_invariant("HUI-32", "HU-DECK-02", "HU-ITEM-03", rows=("sort",))
def finale_cards_are_not_sunk(step: Turn) -> Verdict:
    """A card looked at may be put under the deck, unless it is of the Finale pile."""
    cards, before = book_of(step.game), step.before
    card = before.looked[before.fx_at]
    keep = judged(step, "keep", [0])
    found = judged(step, "sink", _if(not cards.pile >> card & 1))
    return keep if keep is not True or found is None else found


# --- paying -------------------------------------------------------------------------------------


def _payments(
    picked: int, spare: list[int], pays: Callable[[list[int]], bool], most: int
) -> Iterator[list[int]]:
    """Each way to add spare cards so that the cost is paid and no card of it is needless."""
    start = bits(picked)
    for more in range(max(0, most - len(start)) + 1):
        for added in combinations(spare, more):
            paid = [*start, *added]
            if paid and pays(paid) and not any(pays([c for c in paid if c != one]) for one in paid):
                yield paid


def next_payers(
    picked: int, able: int, pays: Callable[[list[int]], bool], most: int, freely: bool
) -> list[int]:
    """Cards that may be added to those picked, in ascending order, so that payment is possible.

    `freely`: needless cards may be thrown in.  `most`: no payment without them is longer.
    """
    last = picked.bit_length() - 1
    spare = [card for card in bits(able) if card > last]
    if freely:
        # The fewer are left above a card, the less they pay.
        start, end = bits(picked), len(spare)
        while end and not pays([*start, *spare[end - 1 :]]):
            end -= 1
        return spare[:end]
    ways = _payments(picked, spare, pays, most)
    return sorted({min(c for c in paid if c > last) for paid in ways if max(paid) > last})


@step_invariant("HUI-24", "HU-COLL-02", "HU-COLL-03", "HU-COLL-10", "HU-COLL-06", "HU-COLL-11",
                "HU-COLL-07", rows=("pay",))  # fmt: skip
def row_cards_with_icons_pay(step: Turn) -> Verdict:
    """Any other card of the Row with a resource icon may pay, so long as the cost can be met."""
    cards, before = book_of(step.game), step.before
    cost = cards.cost[before.target]

    def pays(paid: list[int]) -> bool:
        return covers(summed(cards.resources[card] for card in paid), cost)

    able = together(c for c in before.in_row if cards.bears[c] and c != before.target)
    due = next_payers(before.picked, able, pays, sum(cost), cards.over_discard)
    return judged(step, "pay", due)


@step_invariant("HUI-24", "HU-COLL-02", "HU-COLL-01", "HU-COLL-05", rows=("pay",))
def the_card_is_taken_once_it_is_paid(step: Turn) -> Verdict:
    """The card may be taken when the cards picked cover each icon of its cost, and not before."""
    cards, before = book_of(step.game), step.before
    given = summed(cards.resources[card] for card in bits(before.picked))
    paid = before.picked and covers(given, cards.cost[before.target])
    found = judged(step, "take_it", _if(paid))
    return True if found is None else found


@step_invariant("HUI-26", "HU-RESC-02", "HU-RESC-04", "HU-RESC-09", "HU-KEY-04", "HU-KEY-05",
                "HU-RESC-05", rows=("unlock",))  # fmt: skip
def keys_of_the_inventory_pay(step: Turn) -> Verdict:
    """Any key held may pay, so long as the cost can be met; needless ones only by ruling."""
    cards, before = book_of(step.game), step.before
    cost = cards.key_cost[before.target]

    def pays(paid: list[int]) -> bool:
        return sum(cards.key_value[card] for card in paid) >= cost

    able = before.inventory & cards.keys
    due = next_payers(before.picked, able, pays, cost, cards.over_pay)
    return judged(step, "unlock_with", due)


@step_invariant("HUI-26", "HU-RESC-02", "HU-RESC-05", "HU-RESC-06", rows=("unlock",))
def the_survivor_is_free_once_paid_for(step: Turn) -> Verdict:
    """The Survivor may be freed when the keys picked reach the cost, and not before."""
    cards, before = book_of(step.game), step.before
    worth = sum(cards.key_value[card] for card in bits(before.picked))
    return judged(step, "set_free", _if(worth >= cards.key_cost[before.target]))


@step_invariant("HUI-51", "HU-ITEM-05", "HU-SETUP-03", rows=("attach",))
def any_weapon_held_may_be_the_host(step: Turn) -> Verdict:
    """An attach item goes under any weapon of the inventory, the starting weapon included."""
    return judged(step, "attach_to", bits(step.before.inventory & book_of(step.game).weapons))


# --- fights -------------------------------------------------------------------------------------


def strongest(cards: Book, state: Hunted) -> list[int]:
    """The Enemies of the Row with the highest value, in the order of the Row."""
    found = cards.enemies_in(state.in_row)
    most = max((cards.value[card] for card in found), default=0)
    return [card for card in found if cards.value[card] == most]


@step_invariant("HUI-09", "HU-COMBAT-03", rows=("tie",))
def the_strongest_are_offered(step: Turn) -> Verdict:
    """Which of several Enemies of the highest value is fought is chosen among exactly these."""
    due = sorted(strongest(book_of(step.game), step.before))
    return judged(step, "face", due) if len(due) > 1 else f"{due} is no tie"


@step_invariant("HUI-11", "HU-COMBAT-04", "HU-COMBAT-06", rows=("arm",))
def every_weapon_held_is_offered(step: Turn) -> Verdict:
    """The primary weapon is any weapon of the inventory, a Throwing one alone included."""
    return judged(step, "wield", bits(step.before.inventory & book_of(step.game).weapons))


def throwable(cards: Book, state: Hunted) -> list[int]:
    """Throwing weapons that may be added still, in ascending order (HU-COMBAT-05, -06)."""
    last = state.thrown.bit_length() - 1
    if cards.throwing >> state.primary & 1:
        # A Throwing primary is one of throwing_alone_max; of a pair the lower number comes first.
        if 1 + state.thrown.bit_count() >= cards.alone:
            return []
        last = max(last, state.primary)
    held = state.inventory & cards.throwing & ~bit(state.primary)
    return [card for card in bits(held) if card > last]


@step_invariant("HUI-11", "HU-COMBAT-05", "HU-COMBAT-06", rows=("join",))
def throwing_weapons_may_join(step: Turn) -> Verdict:
    """Throwing weapons held may be added one by one, unless a Throwing one is used alone."""
    stop = judged(step, "fight", [0])
    found = judged(step, "add_throwing", throwable(book_of(step.game), step.before))
    return stop if stop is not True else found


@step_invariant("HUI-14", "HU-FBAT-06", "HU-FBAT-07", "HU-SURV-08", rows=("absorb",))
def so_many_survivors_may_absorb(step: Turn) -> Verdict:
    """From none up to one a point of the cost, as many as are ready."""
    before = step.before
    ready = (before.party & ~before.tired).bit_count()
    most = min(before.due, ready)
    return judged(step, "absorb", range(most + 1)) if most else f"cost {before.due}, ready {ready}"


def next_foes(cards: Book, state: Hunted) -> list[int]:
    """Whom the hero may challenge (HU-FBAT-04, HU-JEK-05, HU-MASH-06)."""
    minions = cards.minions & ~state.beaten
    if minions:
        return bits(minions)
    bosses = cards.bosses & ~state.beaten
    if state.face != FRONT and bosses >> cards.jekyll & 1:
        return [cards.jekyll]
    return bits(bosses)


@step_invariant("HUI-39", "HU-FBAT-04", "HU-JEK-05", "HU-MASH-06", "HU-DRAC-02", "HU-DRAC-03",
                "HU-DOR-07", rows=("challenge",))  # fmt: skip
def minions_are_offered_before_the_boss(step: Turn) -> Verdict:
    """Minions in any order, then the Boss; Jekyll and Hyde are one block."""
    return judged(step, "challenge", next_foes(book_of(step.game), step.before))


# --- chance -------------------------------------------------------------------------------------


def may_be(state: Hunted, slot: int) -> list[int]:
    """The cards that a slot may be: the known one, or any of its pool."""
    return bits(getattr(state, POOLS[slot])) if slot in POOLS else [slot]


@step_invariant("HUI-49", "HU-EXPL-01", "HU-EXPL-02", "HU-COMBAT-12", "HU-COMP-04",
                rows=("draw", "draw_more", "strike"), every=5)  # fmt: skip
def the_top_card_is_drawn(step: Turn) -> Verdict:
    """The card drawn is the deck's top: the one known to lie there, or each unknown as likely."""
    return _likely(step, may_be(step.before, step.before.deck[0]))


@step_invariant("HUI-44", "HU-COMP-04", "HU-ITEM-03", rows=("look",))
def the_first_unknown_card_is_looked_at(step: Turn) -> Verdict:
    """Cards are looked at from the top on, each unknown one as likely."""
    before, cards = step.before, book_of(step.game)
    n = min(cards.source(before.fx).n, len(before.looked) + len(before.deck))
    unknown = [slot for slot in before.looked if slot >= CARDS]
    if len(before.looked) != n or not unknown:
        return f"{len(before.looked)} cards are looked at, expected {n}, some of them unknown"
    return _likely(step, may_be(before, unknown[0]))


def _likely(step: Turn, due: list[int]) -> Verdict:
    space = step.game.space
    base = space.bases[space.verb_of(step.code).name]
    expected = tuple(base + card for card in due)
    if step.legal != expected:
        return f"{len(step.legal)} cards may come, expected {len(expected)}"
    weights = step.game.outcomes(step.before).weights
    return len(set(weights)) == 1 and weights[0] == 1


