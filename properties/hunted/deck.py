"""The Hunted deck: reshuffles on the first pass and later, and looking at its top cards."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.schema import CARDS, FINALES
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, contents, together
from properties.hunted.ledger import Turn, argument, book_of, event_check
from properties.invariant import Verdict, step_invariant

SHUFFLES = ("deck.reshuffled",)
FIRST, BATTLE = 2, "battle"


@event_check("HUI-32", "HU-DECK-01", "HU-DECK-02", "HU-MASH-04", "HU-LOC-07", kinds=SHUFFLES)
def the_first_pass_ends_once(h: Happening, now: Hunted, past: History) -> Verdict:
    """The first time the deck runs out, pass 2 begins: the pile comes under the discard pile."""
    if h.num("pass") != now.passes + 1:
        return f"{h} on pass {now.passes}"
    if now.passes != 1:
        return h.num("pile") == 0 and not now.pile
    cards = book_of(past.game)
    told = (h.num("shuffled"), h.num("above"), h.num("pile"), h.num("location"))
    due = (now.discard.bit_count(), 0, len(now.pile), cards.places[2])
    if now.deck or told != due or h.word("cause") == BATTLE:
        return f"{h} with {len(now.deck)} cards in the deck; expected {due}"
    return bool(now.discard >> cards.places[2] & 1)


@event_check("HUI-32", "HU-DECK-02", "HU-DECK-01", "HU-DECK-03", "HU-MASH-04", kinds=SHUFFLES)
def a_reshuffle_tells_its_sizes(h: Happening, now: Hunted, past: History) -> Verdict:
    """How many cards are shuffled, lie above them, and are tucked meanwhile, and the Finale."""
    told = (h.num("shuffled"), h.num("above"), h.num("tucked"), FINALES[h.num("finale")])
    due = (now.discard.bit_count(), len(now.deck), len(now.tucked), book_of(past.game).finale)
    return told == due or f"{h}: expected shuffled, above, tucked, finale {due}"


@event_check("HUI-53", "HU-DECK-04", "HU-DECK-01", "HU-DECK-03", kinds=SHUFFLES)
def a_reshuffle_comes_in_its_time(h: Happening, now: Hunted, past: History) -> Verdict:
    """Pass 2 begins as the last card leaves the deck, by ruling when a draw finds no card.

    From then on the deck is reshuffled when a card is needed and none is left.
    """
    if h.word("cause") == BATTLE:
        return None
    if now.passes > 1:
        needed = past.game.row_name(past.before) != "draw"
        return not now.deck and bool(now.discard) and needed
    before = past.previous
    left = before is not None and before.event.kind == "card.drawn"
    if past.step is not None and past.step.verb == "strike_with":
        # Told before the card drawn for the attack, of which it was the place to lie last.
        left = past.step.events[0] is h
    return left == book_of(past.game).on_empty


@step_invariant("HUI-33", "HU-DECK-06", "HU-DECK-03", kinds=SHUFFLES)
def a_reshuffle_leaves_the_table_alone(step: Turn) -> Verdict:
    """Row, inventory, party and cards under weapons are no part of what is shuffled."""
    before, after = step.before, step.after
    held = before.inventory | before.party | together([*before.in_row, *before.tucked])
    gone = together(e.num("card") for e in step.events if e.event.kind == "card.discarded")
    return not held & ~gone & (after.unseen | after.under)


@step_invariant("HUI-33", "HU-DECK-06", "HU-DECK-01", verbs=("explore", "turn_up", "strike_with"),
                kinds=SHUFFLES)  # fmt: skip
def the_row_is_the_same_after_a_reshuffle(step: Turn) -> Verdict:
    """A draw that empties or refills the deck changes the Row by its own card alone."""
    before, acted = step.before.in_row, step.acted.in_row
    return acted[: len(before)] == before


@step_invariant("HUI-32", "HU-DECK-02", "HU-DECK-01", "HU-MASH-04", "HU-JEK-01", kinds=SHUFFLES)
def the_pile_lies_unchanged_beneath(step: Turn) -> Verdict:
    """After the first pass the Finale pile lies lowest, slot by slot as it lay."""
    before, after = step.before, step.after
    told = [e for e in step.events if e.event.kind == "deck.reshuffled"]
    if told[0].num("pass") != FIRST:
        return None
    below = contents(after, after.deck)[-len(before.pile) :]
    return below == contents(before, before.pile) and not after.pile


@step_invariant("HUI-53", "HU-DECK-04", "HU-DECK-01", verbs=("explore",))
def exploring_finds_a_card(step: Turn) -> Verdict:
    """After Explore a card can be drawn, from a deck shuffled anew if it was empty."""
    before, acted = step.before, step.acted
    if before.deck:
        return acted.deck == before.deck and acted.discard == before.discard
    return bool(acted.deck) and acted.discard == 0 and acted.passes == before.passes + 1


@step_invariant("HUI-32", "HU-DECK-01", rows=("draw", "draw_more", "strike"))
def the_last_card_ends_the_first_pass(step: Turn) -> Verdict:
    """On pass 1 no deck stays empty: it is formed anew as its last card leaves (by ruling)."""
    before, acted = step.before, step.acted
    if before.passes != 1 or len(before.deck) > 1:
        return None
    return acted.passes == (2 if book_of(step.game).on_empty else 1)


# --- looking at the deck ------------------------------------------------------------------------


@step_invariant("HUI-44", "HU-COMP-04", "HU-ITEM-03", verbs=("look_at",))
def a_card_looked_at_is_turned_up_in_its_place(step: Turn) -> Verdict:
    """The first unknown of the cards looked at is turned up; the others lie as they lay."""
    before, after, card = step.before.looked, step.after.looked, argument(step)
    place = next(at for at, slot in enumerate(before) if slot >= CARDS)
    told = [(e.num("card"), e.num("place")) for e in step.events if e.event.kind == "card.seen"]
    turned = after == [*before[:place], card, *before[place + 1 :]]
    return turned and told == [(card, place)]


@step_invariant("HUI-32", "HU-DECK-02", "HU-ITEM-03", "HU-LOC-02", verbs=("keep", "sink"))
def sorted_cards_keep_their_order(step: Turn) -> Verdict:
    """A card sunk goes to the very bottom; those kept lie on top again in the same order."""
    before, after = step.before, step.after
    card = before.looked[before.fx_at]
    left = [slot for slot in before.looked if slot != card]
    due = ([*left, *before.deck, card] if step.verb == "sink"
           else [*before.looked, *before.deck])  # fmt: skip
    if [*after.looked, *after.deck] != due:
        return f"{step.verb}: looked {after.looked}, deck {after.deck[:4]}"
    return not after.looked or after.fx_at == before.fx_at + (step.verb == "keep")


@event_check("HUI-32", "HU-DECK-02", "HU-ITEM-03", kinds=("card.sunk",))
def no_card_of_the_finale_pile_is_sunk(h: Happening, now: Hunted, past: History) -> Verdict:
    """A card put under the deck was seen near its top, is told its place, and is no Finale one."""
    card = h.num("card")
    if card not in now.deck or h.num("place") != len(now.deck) - 1:
        return f"{h} in a deck of {len(now.deck)}"
    return not book_of(past.game).pile >> card & 1


@event_check("HUI-44", "HU-COMP-04", "HU-LOC-02", kinds=("card.seen",))
def a_card_seen_was_unknown(h: Happening, now: Hunted, past: History) -> Verdict:
    """What is seen was face down at that place, and one of its pool; nothing is revealed by it."""
    place = h.num("place")
    slots = contents(now, now.deck[place : place + 1])
    return bool(slots) and now.deck[place] >= CARDS and bool(slots[0] >> h.num("card") & 1)


@step_invariant("HUI-32", "HU-ITEM-03", "HU-DECK-02", verbs=("keep", "sink", "look_at"))
def looking_moves_nothing_else(step: Turn) -> Verdict:
    """Row, discard pile, Energy and hands are the same after a card is looked at or sorted."""
    before, acted = step.before, step.acted
    return (before.in_row == acted.in_row and before.discard == acted.discard
            and before.energy == acted.energy and before.inventory == acted.inventory
            and before.locations == acted.locations and before.fx != NONE)  # fmt: skip
