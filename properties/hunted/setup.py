"""Set-up: what is laid out before the first action."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.schema import FINALES, STAGES
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import FRONT, NONE, bit, bits, book, contents
from properties.hunted.ledger import Turn, book_of
from properties.invariant import Verdict, event_invariant, invariant, step_invariant


@event_invariant("HUI-45", "HU-SETUP-05", "HU-SETUP-12", "HU-DOR-01", "HU-MASH-01",
                 kinds=("deck.built",))  # fmt: skip
def the_deck_is_built(happening: Happening, past: History) -> Verdict:
    """All 46 others, what the Finale adds, and Location II with half of them above it."""
    cards = book_of(past.game)
    size = (cards.others | cards.extra).bit_count()
    told = {fact: happening.num(fact) for fact in
            ("size", "others", "added", "location", "above", "below", "finale")}  # fmt: skip
    due = {"size": size, "others": cards.others.bit_count(), "added": cards.extra.bit_count(),
           "location": cards.places[1], "above": size // 2, "below": size - size // 2,
           "finale": FINALES.index(cards.finale)}  # fmt: skip
    return told == due or f"{told}, expected {due}"


@event_invariant("HUI-54", "HU-DRAC-01", "HU-JEK-01", "HU-DOR-02", "HU-DOR-03", "HU-MASH-02",
                 kinds=("finale.laid",))  # fmt: skip
def the_finale_is_laid(happening: Happening, past: History) -> Verdict:
    """How many cards lie hidden, which are known beneath them, and what the Picture shows."""
    cards = book_of(past.game)
    shown = cards.steps[0] if cards.steps else 0
    told = (happening.num("hidden"), happening.nums("known"), happening.num("picture"))
    due = (cards.hidden.bit_count(), cards.known, shown)
    return told == due or f"{told}, expected {due}"


@event_invariant("HUI-02", "HU-SETUP-04", kinds=("game.started",))
def energy_starts_at_ten(happening: Happening, past: History) -> Verdict:
    """The game starts at Energy 10."""
    return happening.num("energy") == book_of(past.game).start


@event_invariant("HUI-03", "HU-SETUP-03", "HU-SETUP-06", "HU-SETUP-11", "HU-SETUP-13",
                 kinds=("game.started",))  # fmt: skip
def the_table_is_laid(happening: Happening, past: History) -> Verdict:
    """The starting weapon is held, the Row empty, Location I open and III discarded."""
    cards = book_of(past.game)
    one, _, three = cards.places
    told = (happening.nums("inventory"), happening.nums("row"), happening.num("location"),
            happening.nums("discard"))  # fmt: skip
    due = ((cards.first_weapon,), (), one, (three,))
    return told == due or f"{told}, expected {due}"


@event_invariant("HUI-54", "HU-SETUP-02", "HU-SETUP-07", "HU-SETUP-10", kinds=("setup.chosen",))
def hero_stage_and_finale_are_named(happening: Happening, past: History) -> Verdict:
    """One of the hero's two faces is chosen; stage and Finale are those of the options."""
    cards = book_of(past.game)
    faces = range(len(cards.names["heroes"]))
    stated = (happening.num("stage"), happening.num("finale"))
    fits = stated == (STAGES.index(cards.stage), FINALES.index(cards.finale))
    return fits and happening.num("hero") in faces


@invariant("HUI-03", "HU-SETUP-05", "HU-SETUP-12", "HU-SETUP-13", "HU-SETUP-10", "HU-DOR-01",
           "HU-MASH-01", rows=("hero",), whole=True)  # fmt: skip
def every_card_has_its_first_place(state: Hunted) -> Verdict:
    """Deck with Location II inside, Finale pile, discard pile and inventory as set up."""
    cards = book(state.rules)
    pool = cards.others | cards.extra
    above = pool.bit_count() // 2
    deck = [pool] * above + [bit(cards.places[1])] + [pool] * (pool.bit_count() - above)
    pile = [cards.hidden] * cards.hidden.bit_count() + [bit(card) for card in cards.known]
    if contents(state, state.deck) != deck or contents(state, state.pile) != pile:
        return f"deck of {len(state.deck)} and pile of {len(state.pile)} are not as set up"
    return (state.discard == bit(cards.places[2]) and state.locations == [cards.places[0]]
            and state.inventory == bit(cards.first_weapon) and not state.in_row)  # fmt: skip


@invariant("HUI-02", "HU-SETUP-04", "HU-SETUP-06", "HU-DOR-02", rows=("hero",), whole=True)
def every_mark_stands_at_its_start(state: Hunted) -> Verdict:
    """Energy 10, first pass, no party, no Finale; the Picture shows its lowest number."""
    cards = book(state.rules)
    shown = cards.steps[0] if cards.steps else 0
    numbers = (state.energy, state.passes, state.picture, state.face, state.hero_used)
    nothing = (state.party | state.tired | state.beaten | state.entered | state.battle
               | state.owed)  # fmt: skip
    return numbers == (cards.start, 1, shown, FRONT, 0) and not nothing and state.hero == NONE


@step_invariant("HUI-23", "HU-SETUP-11", verbs=("play_as",))
def location_one_is_not_revealed(step: Turn) -> Verdict:
    """Location I resolves nothing at set-up, unless the ruling says so: then it does, once."""
    cards = book_of(step.game)
    told = [event.num("location") for event in step.events if event.kind == "location.resolved"]
    return told == ([cards.places[0]] if cards.reveal_first else []) or f"resolved {told}"


@step_invariant("HUI-54", "HU-SETUP-02", verbs=("play_as",))
def the_hero_is_the_one_chosen(step: Turn) -> Verdict:
    """Both faces are offered, and the one named lies face up afterwards."""
    names = book_of(step.game).names["heroes"]
    base = step.code - names.index(step.text.split()[1])
    offered = step.legal == tuple(range(base, base + len(names)))
    return offered and names[step.after.hero] == step.text.split()[1]


@step_invariant("HUI-03", "HU-SETUP-08", "HU-SETUP-10", verbs=("play_as",))
def unused_cards_stay_in_the_box(step: Turn) -> Verdict:
    """No card of another Finale or stage lies anywhere, hidden pools included."""
    cards, state = book_of(step.game), step.after
    pools = state.unseen | state.sealed | state.under | state.discard | state.inventory
    return not pools & ~cards.in_play or f"{[cards.ids[c] for c in bits(pools & ~cards.in_play)]}"
