"""Items, abilities and Locations' effects: when they are used and what they do."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.components import OPS
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, Book, Effect, bit, bits, book, known_in
from properties.hunted.ledger import Turn, argument, book_of, event_check
from properties.invariant import Verdict, step_invariant

CAUSES_OF_LOSS = ("hide", "attack", "item", "survivor", "hero", "location")
USES = ("use", "ask", "call_on_hero")
BY_VERB = {"use": "item", "ask": "survivor", "call_on_hero": "hero"}
ENERGY = {"gain_energy": 1, "lose_energy": -1}


def used(step: Turn, cards: Book) -> tuple[int, Effect]:
    """(source, effect) of an item, an ability or the hero that a ply uses."""
    if step.verb == "call_on_hero":
        return CARDS + step.before.hero, cards.abilities[step.before.hero]
    card = argument(step)
    return card, cards.effect[card]


# --- Energy -------------------------------------------------------------------------------------


@event_check("HUI-02", "HU-GAME-03", "HU-GAME-02", "HU-WIN-02", kinds=("energy.changed",))
def a_change_of_energy_is_told_as_it_was(h: Happening, now: Hunted, past: History) -> Verdict:
    """From what stood to what was asked, cut at 0 and at 10."""
    asked = h.num("asked")
    due = max(0, min(book_of(past.game).cap, now.energy + asked))
    if h.num("from") == now.energy and h.num("to") == due:
        return True
    return f"{h} at Energy {now.energy}: expected to={due}"


@event_check("HUI-04", "HU-WIN-02", "HU-FNOTE-04", "HU-MASH-07", "HU-COMBAT-11",
             kinds=("energy.changed",))  # fmt: skip
def without_energy_the_game_is_over(h: Happening, now: Hunted, past: History) -> Verdict:
    """At 0 the game ends at once: lost, but for the blow that defeats the last Boss."""
    if h.num("to"):
        return None
    rest = [(e.event.kind, e.word("ending") if e.event.kind == "game.over" else "")
            for e in past.rest()]  # fmt: skip
    if h.word("cause") == "attack" and rest[:1] == [("boss.defeated", "")]:
        return rest[1:] == [("game.over", "won")]
    return rest == [("game.over", "lost")] or f"then comes {rest}"


@event_check("HUI-31", "HU-HIDE-01", "HU-LOC-06", kinds=("energy.changed",))
def hiding_costs_what_it_says(h: Happening, now: Hunted, past: History) -> Verdict:
    """Hide asks for 1 Energy, and what the visible Location adds."""
    if h.word("cause") != "hide":
        return None
    return h.num("asked") == -book_of(past.game).hiding(now)


@event_check("HUI-52", "HU-ENEMY-03", "HU-HIDE-06", "HU-FBAT-08", kinds=("energy.changed",))
def energy_changes_for_a_reason(h: Happening, now: Hunted, past: History) -> Verdict:
    """Energy changes by Hide, attacks and named effects: an Enemy in the Row takes none."""
    cause, step = h.word("cause"), past.step
    if step is None:
        return None
    if cause == "hide":
        return step.verb == "hide"
    if cause == "attack":
        return now.foe != NONE and h.num("asked") < 0
    if cause == "location":
        return now.foe == NONE and past.counts.get("location.resolved", 0) > 0
    return BY_VERB.get(step.verb) == cause


@step_invariant("HUI-52", "HU-ENEMY-03", "HU-GAME-03",
                verbs=("explore", "collect", "pay", "take_it", "rescue", "unlock_with", "set_free",
                       "attach_to", "face", "keep", "sink", "look_at", "drop", "drop_no_more",
                       "take", "wake", "challenge"))  # fmt: skip
def quiet_actions_cost_no_energy(step: Turn) -> Verdict:
    """No Energy is lost by exploring, paying or sorting, whatever Enemy lies in the Row."""
    return step.acted.energy == step.before.energy


@step_invariant("HUI-01", "HU-GAME-02", kinds=("energy.changed",))
def no_gain_passes_the_cap(step: Turn) -> Verdict:
    """However much is gained, Energy is 10 at most, and a gain never lowers it."""
    cap = book_of(step.game).cap
    told = [(e.num("from"), e.num("to")) for e in step.events
            if e.event.kind == "energy.changed" and e.num("asked") > 0]  # fmt: skip
    if not told:
        return None
    return all(low <= high <= cap for low, high in told) and step.after.energy <= cap


# --- use ----------------------------------------------------------------------------------------


@event_check("HUI-29", "HU-ITEM-03", "HU-ITEM-04", "HU-FNOTE-02", kinds=("item.used",))
def an_item_is_used_outside_combat(h: Happening, now: Hunted, past: History) -> Verdict:
    """The item is held, of timing use, has something to do, and nobody fights."""
    cards, item = book_of(past.game), h.num("item")
    if not (now.inventory & cards.usable) >> item & 1 or now.foe != NONE:
        return f"{h} in a fight with {now.foe}, or not held"
    told = (OPS[h.num("op")], h.num("discarded"))
    due = (cards.effect[item].op, cards.spent >> item & 1)
    return told == due and cards.has_use(now, cards.effect[item])


@event_check("HUI-28", "HU-SURV-03", "HU-SURV-07", "HU-RESC-07", "HU-FNOTE-02",
             kinds=("survivor.used",))  # fmt: skip
def an_ability_is_of_the_ready_party(h: Happening, now: Hunted, past: History) -> Verdict:
    """The Survivor is in the party and ready, nobody fights; in the battle its card allows it."""
    cards, card = book_of(past.game), h.num("survivor")
    if not cards.able(now) >> card & 1 or now.foe != NONE:
        return f"{h}: party {bits(now.party)}, exhausted {bits(now.tired)}"
    fits = OPS[h.num("op")] == cards.effect[card].op
    return fits and cards.has_use(now, cards.effect[card])


@step_invariant("HUI-28", "HU-SURV-07", "HU-FNOTE-02", "HU-SURV-04", "HU-RESC-07", verbs=("ask",))
def who_is_asked_is_exhausted_after(step: Turn) -> Verdict:
    """Only a ready member of the party is asked, and is exhausted by it; in the battle by its card.
    """
    before, card = step.before, argument(step)
    able = book_of(step.game).able(before)
    if not able >> card & 1 or card in before.in_row:
        return f"{step.text}: ready {bits(able)}"
    return bool(step.acted.tired >> card & 1)


@step_invariant("HUI-28", "HU-COMP-05", verbs=("call_on_hero",))
def the_hero_is_called_before_the_battle(step: Turn) -> Verdict:
    """The hero's ability is used as often as its card says, and not in the battle."""
    before = step.before
    told = [e for e in step.events if e.event.kind == "hero.used"]
    if before.battle or before.hero_used >= book_of(step.game).uses[before.hero]:
        return f"used {before.hero_used} times"
    fits = [(e.num("hero"), e.num("uses")) for e in told]
    return fits == [(before.hero, before.hero_used + 1)]


@step_invariant("HUI-29", "HU-ITEM-04", "HU-ITEM-03", verbs=("use",))
def an_item_goes_where_its_text_says(step: Turn) -> Verdict:
    """An item that is discarded by use goes to the discard pile first, another stays held."""
    cards, item = book_of(step.game), argument(step)
    if not step.before.inventory >> item & 1 or step.before.foe != NONE:
        return f"{step.text} in row {step.row}"
    kinds = [e.event.kind for e in step.events[:2]]
    if cards.spent >> item & 1:
        gone = step.events[1:2]
        return kinds == ["item.used", "card.discarded"] and gone[0].num("card") == item
    return kinds[:1] == ["item.used"] and bool(step.acted.inventory >> item & 1)


@step_invariant("HUI-52", "HU-ITEM-03", "HU-SURV-04", "HU-GAME-02", verbs=USES)
def energy_effects_move_energy_alone(step: Turn) -> Verdict:
    """gain_energy and lose_energy change Energy by n, cut at 0 and 10, and no card."""
    cards = book_of(step.game)
    _, effect = used(step, cards)
    if effect.op not in ENERGY:
        return None
    before, after = step.before, step.after
    due = max(0, min(cards.cap, before.energy + ENERGY[effect.op] * effect.n))
    same = before.in_row == after.in_row and before.party == after.party
    return after.energy == due and (same or not due)


@step_invariant("HUI-29", "HU-ITEM-03", "HU-SURV-06", "HU-LOC-07", verbs=USES)
def an_effect_in_hand_is_the_one_used(step: Turn) -> Verdict:
    """An effect with a choice waits in its row: its source, and as many cards as it may take."""
    cards, after = book_of(step.game), step.after
    source, effect = used(step, cards)
    rows = {"discard_from_row": ("drop",), "take_from_discard": ("take",),
            "ready_survivor": ("wake",), "scry": ("look", "sort")}  # fmt: skip
    row = step.game.row_name(after)
    if effect.op not in rows:
        return row not in ("drop", "take", "wake", "look", "sort")
    if row not in rows[effect.op] or after.fx != source:
        return f"{step.text} leads to {row} with {after.fx}"
    if effect.op == "scry":
        return len(after.looked) == min(effect.n, len(step.before.deck)) and after.fx_at == 0
    found = min(effect.n, cards.targets(after, effect).bit_count())
    return after.fx_n == found and after.fx_at == NONE


# --- targets ------------------------------------------------------------------------------------


def in_hand(step: Turn) -> Effect:
    """The effect a choice belongs to."""
    return book(step.before.rules).source(step.before.fx)


@step_invariant("HUI-29", "HU-LOCK-01", "HU-ITEM-03", "HU-DOR-06", "HU-DOR-11", verbs=("drop",))
def a_dropped_card_goes_to_the_discard_pile(step: Turn) -> Verdict:
    """A card of the Row that fits, loose, goes to the discard pile, and no other."""
    cards, before, acted, card = book_of(step.game), step.before, step.acted, argument(step)
    if before.battle or not cards.targets(before, in_hand(step)) >> card & 1:
        return f"{step.text} does not fit {in_hand(step)}"
    row = [other for other in before.in_row if other != card]
    return acted.in_row == row and acted.discard == before.discard | bit(card)


@step_invariant("HUI-29", "HU-ITEM-03", verbs=("drop", "drop_no_more", "take", "wake"))
def no_effect_takes_more_than_it_says(step: Turn) -> Verdict:
    """After n cards, or none left that fits, the effect is done."""
    before, after, cards = step.before, step.after, book_of(step.game)
    row = step.game.row_name(after)
    if step.verb == "drop_no_more":
        return before.fx_at != NONE and after.fx == NONE
    left = before.fx_n - 1
    more = [c for c in bits(cards.targets(step.acted, in_hand(step))) if c > argument(step)]
    goes_on = row == step.row and after.fx != NONE
    return goes_on == (left > 0 and bool(more)) and (not goes_on or after.fx_n == left)


@step_invariant("HUI-29", "HU-LOC-07", "HU-ITEM-03", "HU-SURV-04", verbs=("take",))
def a_taken_card_goes_to_the_inventory(step: Turn) -> Verdict:
    """A card of the discard pile that fits goes to the inventory, never a Location."""
    cards, before, acted, card = book_of(step.game), step.before, step.acted, argument(step)
    if not cards.targets(before, in_hand(step)) >> card & 1 or cards.locations >> card & 1:
        return f"{step.text} does not fit {in_hand(step)}"
    return (acted.discard == before.discard & ~bit(card)
            and acted.inventory == before.inventory | bit(card))  # fmt: skip


@step_invariant("HUI-38", "HU-SURV-06", "HU-FBAT-10", "HU-RESC-07", verbs=("wake",))
def a_woken_survivor_is_ready(step: Turn) -> Verdict:
    """An exhausted Survivor of the party is ready again, by an effect of that kind."""
    before, acted, card = step.before, step.acted, argument(step)
    fits = before.party & before.tired & bit(card) and in_hand(step).op == "ready_survivor"
    return bool(fits) and acted.tired == before.tired & ~bit(card)


@event_check("HUI-38", "HU-SURV-06", "HU-FBAT-10", "HU-FBAT-02", "HU-RESC-08",
             kinds=("survivor.readied",))  # fmt: skip
def survivors_are_readied_once_or_by_an_effect(h: Happening, now: Hunted, past: History) -> Verdict:
    """An exhausted Survivor is readied by the battle as it starts, or by an effect used."""
    card, step = h.num("survivor"), past.step
    if not now.party & now.tired & bit(card):
        return f"{h}: exhausted are {bits(now.tired)}"
    if step is None:
        return None
    if h.word("cause") == "battle":
        return any(e.event.kind == "battle.started" for e in step.events)
    return step.verb == "wake"


@event_check("HUI-29", "HU-LOC-07", "HU-DOR-09", "HU-ITEM-03", kinds=("card.taken",))
def what_is_taken_was_to_be_had(h: Happening, now: Hunted, past: History) -> Verdict:
    """To the inventory from the discard pile; to the Row Dorian alone, for the battle."""
    cards, card = book_of(past.game), h.num("card")
    if h.word("zone") == "row":
        lies = now.discard | known_in(now.deck) | now.unseen | now.sealed | now.under
        return card == cards.dorian and bool(lies >> card & 1)
    held = cards.weapons | cards.keys | cards.usable
    return h.word("zone") == "inventory" and bool(now.discard & held & bit(card))
