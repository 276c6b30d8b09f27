"""The Finale: when it is entered, when the battle starts, and what that does."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import (
    NONE,
    Book,
    bit,
    bits,
    book,
    contents,
    known_in,
    together,
)
from properties.hunted.ledger import Turn, book_of, event_check
from properties.invariant import Verdict, invariant, step_invariant

NOT_YET = ("hero",)


def finale_is_due(cards: Book, state: Hunted) -> bool:
    """On the second pass a card of the Finale pile lies in the Row (HU-FINALE-01, HU-MASH-08)."""
    if state.entered or state.passes < 2:
        return False
    return bool(together(state.in_row) & cards.openers)


def battle_is_due(cards: Book, state: Hunted) -> bool:
    """Boss and Minions are drawn, as each Finale has it (HU-FINALE-05)."""
    if state.battle or not state.entered:
        return False
    row = together(state.in_row)
    if cards.mash:
        return bool(row >> cards.opener & 1)
    if cards.jekyll != NONE:
        return bool(row >> cards.jekyll & 1)
    # The Picture lies out from the start, and Dorian was drawn before the pile is reached.
    return not cards.foes & ~bit(cards.picture) & ~bit(cards.dorian) & ~row


@invariant("HUI-35", "HU-FINALE-01", "HU-MASH-08", "HU-ACT-04", rows=("choose",))
def the_finale_is_entered_with_its_first_card(state: Hunted) -> Verdict:
    """No action is chosen before the Finale while one of its cards lies in the Row."""
    cards = book(state.rules)
    row = together(state.in_row) & cards.openers
    if state.passes < 2 or not row:
        return None
    return state.entered == 1


@invariant("HUI-36", "HU-FINALE-05", "HU-JEK-03", "HU-DOR-09", "HU-MASH-05", rows=("choose",))
def no_battle_is_due_at_an_action(state: Hunted) -> Verdict:
    """No action is chosen once Boss and Minions are drawn: the battle starts."""
    cards = book(state.rules)
    return not battle_is_due(cards, state) if state.entered else None


@invariant("HUI-36", "HU-JEK-03", "HU-JEK-01", "HU-MASH-05", but=NOT_YET)
def what_lies_beneath_is_uncovered(state: Hunted) -> Verdict:
    """Jekyll leaves the deck for the Row as soon as the cards above him in the pile are gone."""
    cards = book(state.rules)
    if cards.jekyll == NONE or state.passes < 2:
        return None
    deck = known_in(state.deck) | known_in(state.looked)
    above = bit(cards.opener) & deck if cards.mash else (deck | state.sealed) & cards.hidden
    lies = bool(deck >> cards.jekyll & 1)
    if state.battle:
        return not lies
    return lies == bool(above)


@event_check("HUI-35", "HU-FINALE-01", "HU-MASH-08", "HU-ACT-04", kinds=("finale.entered",))
def the_finale_opens_on_the_second_pass(h: Happening, now: Hunted, past: History) -> Verdict:
    """A card of the Finale pile lies in the Row, on pass 2 or later, for the first time."""
    cards, card = book_of(past.game), h.num("card")
    if not finale_is_due(cards, now) or h.num("pass") != now.passes:
        return f"{h} on pass {now.passes}, Row {now.in_row}"
    return card in now.in_row and bool(cards.openers >> card & 1)


@event_check("HUI-35", "HU-FINALE-01", "HU-JEK-03", "HU-MASH-05", kinds=("finale.entered",))
def the_finale_opens_as_its_card_is_placed(h: Happening, now: Hunted, past: History) -> Verdict:
    """The event before is the card placed in the Row, or the end of the combat it came up in."""
    before = past.previous
    if before is None:
        return None
    kind = before.event.kind
    if kind == "row.added":
        placed = book_of(past.game).openers >> before.num("card") & 1
        return bool(placed) or before.word("cause") == "uncovered"
    return kind == "combat.ended" and now.foe == NONE


@event_check("HUI-22", "HU-FINALE-02", "HU-LOC-06", "HU-LOC-05", kinds=("finale.entered",))
def locations_are_turned_down(h: Happening, now: Hunted, past: History) -> Verdict:
    """At once all Locations are turned face down, and those waiting are dropped."""
    after = past.next
    if after is None or after.event.kind != "locations.covered":
        return f"then comes {after}"
    told = (list(after.nums("locations")), list(after.nums("dropped")))
    return told == (now.locations, now.waiting) or f"{after}: {now.locations}, {now.waiting}"


@step_invariant("HUI-22", "HU-FINALE-02", "HU-FINALE-01", kinds=("locations.covered",))
def covered_locations_have_no_effect(step: Turn) -> Verdict:
    """Once the Finale is entered, no Location waits and none is resolved."""
    kinds = [e.event.kind for e in step.events]
    at = kinds.index("locations.covered")
    entered = at > 0 and kinds[at - 1] == "finale.entered"
    resolved = "location.resolved" in kinds[at:]
    return entered and not resolved and step.after.entered == 1 and not step.after.waiting


# --- the battle starts --------------------------------------------------------------------------


@event_check("HUI-36", "HU-FINALE-05", "HU-JEK-03", "HU-DOR-09", "HU-MASH-05", "HU-FINALE-01",
             kinds=("battle.started",))  # fmt: skip
def the_battle_starts_when_all_are_drawn(h: Happening, now: Hunted, past: History) -> Verdict:
    """Boss and Minions lie in the Row or in play, in the Finale, and nobody fights."""
    cards = book_of(past.game)
    foes = h.nums("foes")
    if not battle_is_due(cards, now) or now.foe != NONE:
        return f"{h}: Row {now.in_row}"
    return together(foes) == cards.foes and len(foes) == cards.foes.bit_count()


@event_check("HUI-36", "HU-DOR-08", "HU-DOR-09", "HU-RESC-08", "HU-LOC-05",
             kinds=("battle.started",))  # fmt: skip
def the_battle_tells_who_stands(h: Happening, now: Hunted, past: History) -> Verdict:
    """Party, who is readied, the Picture, who was fetched, and draws dropped are told."""
    cards = book_of(past.game)
    before = past.previous
    fetched = before is not None and before.event.kind == "card.taken"
    told = (list(h.nums("party")), list(h.nums("readied")), h.num("picture"), h.num("fetched"))
    due = (bits(now.party), bits(now.tired), now.picture, cards.dorian if fetched else NONE)
    if told != due or h.num("dropped") != now.owed:
        return f"{h}: expected party, readied, picture, fetched {due}, dropped {now.owed}"
    return cards.mash or cards.dorian == NONE or cards.dorian in now.in_row


@step_invariant("HUI-37", "HU-FBAT-03", "HU-FBAT-01", "HU-JEK-04", kinds=("battle.started",))
def the_battle_clears_the_table(step: Turn) -> Verdict:
    """Only its foes stay in the Row; the discard pile is shuffled under what the deck has left."""
    cards, acted, after = book_of(step.game), step.acted, step.after
    stays = cards.foes & ~bit(cards.picture)
    if together(after.in_row) != stays or after.discard or len(after.in_row) != stays.bit_count():
        return f"Row {after.in_row}, {after.discard.bit_count()} discarded"
    returned = [bit(e.num("card")) for e in step.events
                if e.event.kind == "locked.returned" and e.word("zone") == "deck"]  # fmt: skip
    # Who was uncovered or fetched out of the deck lies in the Row.
    left = [slot for slot in contents(acted, acted.deck) if not _lies_in(slot, stays)]
    due = [*returned, *left]
    found = contents(after, after.deck)
    return found[: len(due)] == due or f"{len(due)} cards were left, and do not lie on top"


def _lies_in(slot: int, cards: int) -> bool:
    """Whether what a slot holds is one known card, and one of these."""
    return slot.bit_count() == 1 and bool(slot & cards)


@step_invariant("HUI-38", "HU-FBAT-02", "HU-RESC-08", kinds=("battle.started",))
def the_battle_readies_the_party(step: Turn) -> Verdict:
    """After step two every Survivor of the party is ready, those told and no other."""
    (started,) = [e for e in step.events if e.event.kind == "battle.started"]
    told = [e.num("survivor") for e in step.events if e.event.kind == "survivor.readied"]
    return step.after.tired == 0 and told == list(started.nums("readied"))


@step_invariant("HUI-36", "HU-FBAT-01", "HU-FBAT-02", "HU-FBAT-03", "HU-FBAT-04",
                kinds=("battle.started",))  # fmt: skip
def the_steps_come_in_their_order(step: Turn) -> Verdict:
    """Discard the Row, ready the party, shuffle, then the player chooses a foe."""
    kinds = [e.event.kind for e in step.events]
    rest = kinds[kinds.index("battle.started") + 1 :]
    order = ("card.discarded", "locked.returned", "row.discarded", "survivor.readied",
             "deck.reshuffled")  # fmt: skip
    steps = [order.index(kind) if kind in order else len(order) for kind in rest]
    steps = [max(1, number) if number < 2 else number for number in steps]
    ended = step.game.row_name(step.after) == "challenge"
    return ended and steps == sorted(steps) and len(order) not in steps


@event_check("HUI-37", "HU-FBAT-03", "HU-DECK-02", kinds=("deck.reshuffled",))
def the_battle_shuffles_under_the_deck(h: Happening, now: Hunted, past: History) -> Verdict:
    """Step three leaves what is left of the deck above, and shuffles every card discarded."""
    if h.word("cause") != "battle":
        return None
    started = past.since("battle.started")
    told = (h.num("above"), h.num("shuffled"), h.num("pile"))
    fits = told == (len(now.deck), now.discard.bit_count(), 0)
    return fits and now.battle == 1 and all(e.event.kind != "combat.started" for e in started)


# --- in the battle ------------------------------------------------------------------------------


@step_invariant("HUI-42", "HU-DOR-10", "HU-DOR-08", "HU-DOR-06")
def the_picture_is_fixed_in_the_battle(step: Turn) -> Verdict:
    """Nothing done in the battle changes what the Picture shows."""
    if not step.before.battle or not step.before.picture:
        return None
    return step.after.picture == step.before.picture


@step_invariant("HUI-38", "HU-FBAT-10", "HU-FBAT-02", "HU-SURV-06")
def nobody_is_readied_between_fights(step: Turn) -> Verdict:
    """In the battle an exhausted Survivor is readied by an item alone."""
    before = step.before
    if not before.battle or not before.tired:
        return None
    ready = before.tired & ~step.after.tired
    return not ready or (step.verb == "wake" and ready.bit_count() == 1)


@step_invariant("HUI-14", "HU-FBAT-08", "HU-FBAT-06", kinds=("survivor.absorbed",))
def survivors_absorb_attacks_alone(step: Turn) -> Verdict:
    """Who absorbs does so in the battle, for an attack, when asked."""
    told = [e.num("survivor") for e in step.events if e.event.kind == "survivor.absorbed"]
    asked = step.verb == "absorb" and step.before.battle == 1 and step.before.foe != NONE
    return asked and 0 < len(told) <= step.before.due and len(set(told)) == len(told)


@invariant("HUI-39", "HU-FNOTE-03", "HU-FBAT-01", rows=("challenge",))
def the_foes_lie_in_the_row(state: Hunted) -> Verdict:
    """Between two fights exactly the battle's foes lie in the Row, the beaten ones face down."""
    cards = book(state.rules)
    return together(state.in_row) == cards.foes & ~bit(cards.picture) and bool(
        cards.foes & ~state.beaten
    )


