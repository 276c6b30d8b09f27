"""What holds in every position: where cards are, bounds of the marks, what rests."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.components import SEALED, UNDER, UNSEEN
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, bit, bits, book, known_in, together
from properties.hunted.ledger import Turn, book_of, opened
from properties.invariant import Verdict, invariant, remember, step_invariant

ENDS = ("won", "lost")
FIGHT = ("arm", "join", "absorb", "strike")
EFFECTS = ("look", "sort", "drop", "take", "wake")
AIMED = ("pay", "unlock", "attach")
# Where all that an action or a fight has brought about is done.
AT_REST = ("choose", "challenge", *ENDS)


@invariant("HUI-04", "HU-WIN-02", "HU-COMBAT-11", but=ENDS)
def who_plays_has_energy(state: Hunted) -> Verdict:
    """Energy is above 0 in every position but an end."""
    return state.energy > 0


@invariant("HUI-01", "HU-GAME-02", "HU-WIN-02")
def energy_stays_on_its_track(state: Hunted) -> Verdict:
    """Energy lies between 0 and 10."""
    return 0 <= state.energy <= book(state.rules).cap


@invariant("HUI-02", "HU-GAME-03", "HU-SETUP-04", whole=True, rows=AT_REST)
def energy_is_the_sum_of_its_changes(state: Hunted, past: History) -> Verdict:
    """Energy is 10 and every change told since."""
    moved = opened(past).memory.moved
    return state.energy == book(state.rules).start + moved


def zones(state: Hunted, attaching: bool) -> list[int]:
    """Every place a card may lie in, as a set each; cards of ordered zones by zone."""
    waits = [bit(state.target)] if attaching else []
    return [
        known_in(state.deck), known_in(state.pile), known_in(state.looked),
        state.unseen, state.sealed, state.under, together(state.in_row), state.discard,
        state.inventory, together(state.attached),
        state.party, together(state.tucked), together(state.locations), *waits,
    ]  # fmt: skip


@invariant("HUI-03", "HU-SETUP-05", "HU-SETUP-08", "HU-COMP-03", "HU-SETUP-10", every=5)
def every_card_lies_in_one_place(state: Hunted, past: History) -> Verdict:
    """All zones together are the cards of the set-up, none twice, none from the box."""
    cards = book(state.rules)
    attaching = past.game.rows[state.phase].name == "attach"
    union = count = 0
    for zone in zones(state, attaching):
        union |= zone
        count += zone.bit_count()
    if union == cards.in_play and count == union.bit_count():
        return True
    apart = [cards.ids[card] for card in bits(union ^ cards.in_play)]
    return f"{count} cards in zones of {cards.in_play.bit_count()}; missing or strange: {apart}"


@invariant("HUI-03", "HU-COMP-03", "HU-COMP-04", every=7)
def ordered_zones_name_no_card_twice(state: Hunted) -> Verdict:
    """No card stands twice in a pile, the Row, under weapons or among the Locations."""
    for zone in (state.in_row, state.tucked, state.attached, state.locations, state.waiting):
        if len(set(zone)) != len(zone):
            return f"{zone} names a card twice"
    known = [slot for slot in (*state.looked, *state.deck, *state.pile) if slot < CARDS]
    return len(set(known)) == len(known)


@invariant("HUI-03", "HU-SETUP-07", "HU-FBAT-03", "HU-DECK-01", every=3)
def a_pool_is_as_large_as_its_slots(state: Hunted) -> Verdict:
    """For every face-down slot there is a card that nobody knows, and the other way round."""
    for slot, pool in ((UNSEEN, state.unseen), (SEALED, state.sealed), (UNDER, state.under)):
        slots = (state.deck.count(slot) + state.pile.count(slot)
                 + state.looked.count(slot))  # fmt: skip
        if slots != pool.bit_count():
            return f"{slots} slots {slot} for {pool.bit_count()} cards"
    return True


@invariant("HUI-21", "HU-LOC-03", "HU-EXPL-06", "HU-NOTE-03", "HU-SETUP-13", every=3)
def locations_lie_on_their_stack(state: Hunted) -> Verdict:
    """No Location in Row, hand, party or fight; in the discard pile only III, on pass one."""
    cards = book(state.rules)
    loose = (together(state.in_row) | together(state.tucked) | state.inventory | state.party
             | together(state.attached))  # fmt: skip
    if loose & cards.locations:
        return f"{[cards.ids[card] for card in bits(loose & cards.locations)]} are loose"
    thrown = state.discard & cards.locations
    return thrown == (bit(cards.places[2]) if state.passes == 1 else 0)


@invariant("HUI-34", "HU-LOCK-01", "HU-LOCK-02")
def locked_in_cards_are_never_discarded(state: Hunted) -> Verdict:
    """No locked-in card lies in the discard pile, nor in a hand."""
    gone = (state.discard | state.inventory | state.party) & book(state.rules).locked
    return not gone


@invariant("HUI-27", "HU-SURV-05", "HU-SURV-01", rows=AT_REST)
def the_party_is_of_survivors(state: Hunted) -> Verdict:
    """Only Survivors are in the party, and only its members are exhausted."""
    if not state.party | state.tired:
        return None
    inside = state.party & ~book(state.rules).survivors == 0
    return inside and state.tired & ~state.party == 0


@invariant("HUI-30", "HU-ITEM-05", "HU-ITEM-07", rows=AT_REST)
def an_attached_item_has_its_weapon(state: Hunted) -> Verdict:
    """Every attached item is an attach item under a weapon of the inventory."""
    if not state.attached and not state.hosts:
        return None
    cards = book(state.rules)
    if len(state.attached) != len(state.hosts):
        return f"{len(state.attached)} items under {len(state.hosts)} weapons"
    items = together(state.attached) & ~cards.attach == 0
    return items and together(state.hosts) & ~(state.inventory & cards.weapons) == 0


@invariant("HUI-51", "HU-ITEM-01", "HU-KEY-01", "HU-WEAP-01", "HU-COMBAT-04", rows=AT_REST)
def the_inventory_holds_what_is_collected(state: Hunted) -> Verdict:
    """Weapons, keys and usable items alone are held, and a weapon always."""
    cards = book(state.rules)
    held = cards.weapons | cards.keys | cards.usable
    return state.inventory & ~held == 0 and bool(state.inventory & cards.weapons)


@invariant("HUI-42", "HU-DOR-02", "HU-DOR-05", "HU-DOR-08", rows=AT_REST)
def the_picture_shows_one_of_its_numbers(state: Hunted) -> Verdict:
    """The Picture shows 5, 10 or 15 where it is set up, and nothing elsewhere."""
    steps = book(state.rules).steps
    return state.picture in steps if steps else None if state.picture == 0 else False


@invariant("HUI-42", "HU-DOR-05", "HU-DOR-11", whole=True, rows=AT_REST)
def the_picture_counts_the_discards(state: Hunted, past: History) -> Verdict:
    """The Picture stands as many steps up as Dorian was discarded, at the highest at most."""
    steps = book(state.rules).steps
    if not steps:
        return None
    times = past.own(Dorian).discards
    return state.picture == steps[min(len(steps) - 1, times)]


class Dorian:
    """How often Dorian was discarded before the battle."""

    discards = 0


@remember(kinds=("card.discarded",))
def count_dorian(happening: Happening, past: History) -> None:
    """Every move of a grower to the discard pile before the battle."""
    grows = book_of(past.game).growers >> happening.num("card") & 1
    if grows and not past.counts.get("battle.started"):
        past.own(Dorian).discards += 1


@invariant("HUI-22", "HU-LOC-02", "HU-LOC-06", "HU-SETUP-11", every=3)
def the_stack_is_the_stage(state: Hunted) -> Verdict:
    """Location I lies lowest, the rest of the stage on it, and what waits lies there too."""
    places = book(state.rules).places
    stack = state.locations
    if not stack or stack[0] != places[0] or any(card not in places for card in stack):
        return f"stack {stack} of {places}"
    return all(card in stack for card in state.waiting)


@invariant("HUI-35", "HU-FINALE-01", "HU-MASH-08", "HU-FINALE-05", rows=AT_REST)
def the_finale_comes_on_pass_two(state: Hunted) -> Verdict:
    """Nobody fights the battle outside the Finale, and it is entered on the second pass."""
    if not state.entered and not state.battle:
        return None
    return state.entered == 1 and state.passes >= 2 and not state.waiting


@invariant("HUI-32", "HU-DECK-01", "HU-DECK-02", "HU-MASH-04", rows=AT_REST)
def the_pile_waits_for_the_second_pass(state: Hunted) -> Verdict:
    """The Finale pile lies whole beside the deck on pass one, and is gone after it."""
    if state.passes > 1:
        return not state.pile
    return len(state.pile) == book(state.rules).pile.bit_count() and not state.entered


@invariant("HUI-39", "HU-FNOTE-03", "HU-MASH-06", "HU-FBAT-04", rows=AT_REST)
def beaten_foes_are_of_the_battle(state: Hunted) -> Verdict:
    """Face down lie foes of the battle, and Minions before any Boss."""
    if not state.beaten:
        return None
    cards = book(state.rules)
    first = not state.beaten & cards.bosses or state.beaten & cards.minions == cards.minions
    return state.beaten & ~cards.foes == 0 and state.battle == 1 and first


@invariant("HUI-39", "HU-JEK-05", "HU-JEK-02")
def the_card_is_turned_in_the_battle_alone(state: Hunted) -> Verdict:
    """Mr. Hyde shows in the battle only, on a card that lies in the Row."""
    if not state.face:
        return None
    jekyll = book(state.rules).jekyll
    return state.battle == 1 and jekyll in state.in_row


# --- what rests ---------------------------------------------------------------------------------


@invariant("HUI-19", "HU-COMBAT-20", "HU-COMBAT-15", "HU-JEK-07", but=(*FIGHT, *ENDS))
def a_fight_leaves_nothing_behind(state: Hunted) -> Verdict:
    """Outside a fight no foe, weapon in use, card under it, total or cost is left."""
    named = (state.foe, state.primary, state.drawn)
    numbers = state.thrown | state.total | state.attacks | state.due
    return named == (NONE, NONE, NONE) and not state.tucked and not numbers


@invariant("HUI-09", "HU-COMBAT-03", "HU-COMBAT-04", rows=FIGHT)
def a_foe_stands_in_the_row(state: Hunted) -> Verdict:
    """Who is fought lies in the Row, or is the Picture; the weapons in use are held."""
    cards = book(state.rules)
    if state.foe not in state.in_row and not (state.foe == cards.picture and state.battle):
        return f"foe {state.foe} is not in the Row"
    used = (bit(state.primary) | state.thrown) & ~(state.inventory & cards.weapons)
    return not used and not state.beaten >> state.foe & 1


@invariant("HUI-25", "HU-COLL-07", "HU-RESC-05", "HU-ACT-02", but=(*AIMED, *ENDS))
def no_action_is_left_in_hand(state: Hunted) -> Verdict:
    """Between actions no card is aimed at and none is picked to pay: nothing is stored."""
    return state.target == NONE and not state.picked


@invariant("HUI-48", "HU-ITEM-03", "HU-ACT-02", but=(*EFFECTS, *ENDS))
def no_effect_is_left_in_hand(state: Hunted) -> Verdict:
    """No effect stands half done where something else is asked."""
    return (state.fx, state.fx_n, state.fx_at) == (NONE, 0, NONE) and not state.looked


@invariant("HUI-48", "HU-LOC-05", "HU-LOC-04", "HU-ACT-02", rows=("choose", "challenge"))
def nothing_is_owed_at_an_action(state: Hunted) -> Verdict:
    """When the next action is chosen no Row draw is owed and no Location waits."""
    return state.owed == 0 and not state.waiting


@invariant("HUI-14", "HU-FBAT-06", "HU-FBAT-08", but=("absorb", *ENDS))
def no_cost_stands_open(state: Hunted) -> Verdict:
    """An attack's cost is open only while it is asked who absorbs."""
    return state.due == 0


# --- from one position to the next --------------------------------------------------------------


@step_invariant("HUI-22", "HU-LOC-02", "HU-LOC-03", "HU-LOC-07", but=("choose", "pay"))
def the_stack_only_grows(step: Turn) -> Verdict:
    """No Location leaves the stack, and none changes its place there."""
    before, after = step.before.locations, step.after.locations
    if before == after:
        return None
    return after[: len(before)] == before


@step_invariant("HUI-34", "HU-LOCK-01", "HU-DOR-06", kinds=("card.discarded",))
def only_loose_cards_are_discarded(step: Turn) -> Verdict:
    """What is discarded bears no locked-in icon; Dorian, a Minion, bears none."""
    locked = book_of(step.game).locked
    told = [e.num("card") for e in step.events if e.event.kind == "card.discarded"]
    return not any(locked >> card & 1 for card in told)


@step_invariant("HUI-27", "HU-SURV-05", but=("draw", "pay"))
def the_party_never_shrinks(step: Turn) -> Verdict:
    """Who is rescued stays, and is never discarded."""
    before, after = step.before.party, step.after.party
    if not before:
        return None
    return before & ~after == 0 and after & step.after.discard == 0


@step_invariant("HUI-06", "HU-WIN-03", "HU-WIN-02")
def nobody_acts_after_the_end(step: Turn) -> Verdict:
    """Who acts stands at no end row and has Energy left."""
    return not step.game.rows[step.before.phase].end and step.before.energy > 0


@step_invariant("HUI-35", "HU-FINALE-01", "HU-DECK-01", "HU-FBAT-10")
def what_has_begun_goes_on(step: Turn) -> Verdict:
    """The pass never falls; Finale and battle, once begun, are not left."""
    before, after = step.before, step.after
    if not after.passes + after.entered + after.battle > 1:
        return None
    return (before.passes <= after.passes and before.entered <= after.entered
            and before.battle <= after.battle and before.beaten & ~after.beaten == 0)  # fmt: skip


