"""The four actions: what Explore, Collect, Rescue and Hide do, step by step."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.components import IN_INVENTORY, IN_ROW, IN_TUCKED, WORDS
from engine.games.hunted.schema import TYPES
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, POOLS, bit, bits, summed, together
from properties.hunted.ledger import Turn, argument, book_of, event_check
from properties.invariant import Verdict, step_invariant

ACTIONS = ("explore", "collect", "rescue", "hide")
COUNTED = ("size", "enemies", "foes", "noise", "threshold")
CAUSES = WORDS["causes"]
DRAWN_BY = {"turn_up": "explore", "add_to_row": "location"}


@event_check("HUI-48", "HU-ACT-01", "HU-ACT-03", "HU-GAME-01", "HU-FINALE-04",
             kinds=("action.started",))  # fmt: skip
def an_action_is_one_of_four(h: Happening, now: Hunted, past: History) -> Verdict:
    """The action started is the verb chosen, with the Row as it lies; in the Finale never Hide."""
    verb = "" if past.step is None else past.step.verb
    if ACTIONS[h.num("action")] != verb:
        return f"{h} after {verb}"
    return h.num("row") == len(now.in_row) and not (now.entered and verb == "hide")


@event_check("HUI-48", "HU-ACT-02", kinds=("action.started",))
def actions_do_not_nest(h: Happening, now: Hunted, past: History) -> Verdict:
    """An action starts with nothing of the last in hand: no fight, effect or debt."""
    idle = now.foe == now.fx == NONE and not now.tucked
    return idle and not now.owed and not now.waiting and not now.battle


@step_invariant("HUI-48", "HU-ACT-01", "HU-ACT-02", "HU-GAME-01", verbs=ACTIONS)
def each_action_is_told(step: Turn) -> Verdict:
    """The first event of an action tells that it starts, and nothing else starts one."""
    told = [e for e in step.events if e.event.kind == "action.started"]
    return len(told) == 1 and told[0] is step.events[0]


@step_invariant("HUI-31", "HU-HIDE-05", "HU-FINALE-03", "HU-HIDE-03", "HU-MASH-08", verbs=("hide",))
def nobody_hides_in_the_finale(step: Turn) -> Verdict:
    """Who hides has not entered the Finale and stands in no combat."""
    before = step.before
    return not before.entered and not before.battle and before.foe == NONE


# --- Explore ------------------------------------------------------------------------------------


@step_invariant("HUI-49", "HU-EXPL-02", "HU-EXPL-01", "HU-EXPL-06", rows=("draw", "draw_more"))
def one_card_comes_off_the_deck(step: Turn) -> Verdict:
    """Each Row draw takes one card: into the Row, or on the stack if it is a Location."""
    card, cards = argument(step), book_of(step.game)
    told = [e for e in step.events if e.event.kind == "card.drawn"]
    if [e.num("card") for e in told] != [card]:
        return f"{step.text} draws {told}"
    if cards.locations >> card & 1:
        placed = step.acted.locations == [*step.before.locations, card]
        return placed and step.acted.in_row == step.before.in_row
    return step.acted.in_row[: len(step.before.in_row) + 1] == [*step.before.in_row, card]


@event_check("HUI-49", "HU-EXPL-01", "HU-EXPL-02", "HU-COMBAT-16", kinds=("card.drawn",))
def the_top_card_leaves_the_deck(h: Happening, now: Hunted, past: History) -> Verdict:
    """The card drawn lay on top, for Explore or a Location, and the deck is one card smaller."""
    step = past.step
    if step is None or now.foe != NONE or h.num("left") != len(now.deck) - 1:
        return f"{h} off a deck of {len(now.deck)}"
    card, top = h.num("card"), now.deck[0]
    lies = getattr(now, POOLS[top]) >> card & 1 if top in POOLS else top == card
    return CAUSES[h.num("cause")] == DRAWN_BY.get(step.verb) and bool(lies)


@event_check("HUI-49", "HU-EXPL-01", "HU-FNOTE-01", "HU-TYPE-05", "HU-LOC-06", "HU-DOR-04",
             "HU-MASH-03", kinds=("row.added",))  # fmt: skip
def the_row_is_counted(h: Happening, now: Hunted, past: History) -> Verdict:
    """A card added lies last; Enemies, other foes and noise of the Row are what they are."""
    cards = book_of(past.game)
    row = [*now.in_row, h.num("card")]
    lies = together(row)
    told = [h.num(fact) for fact in COUNTED]
    due = [len(row), (lies & cards.enemies).bit_count(), (lies & cards.no_enemies).bit_count(),
           cards.noise_in(row), cards.loud_at(now)]  # fmt: skip
    return told == due or f"{h}: expected {COUNTED} {due}"


@event_check("HUI-49", "HU-EXPL-01", "HU-EXPL-06", "HU-LOC-02", "HU-NOTE-03",
             kinds=("card.drawn",))  # fmt: skip
def what_is_drawn_is_laid_out(h: Happening, now: Hunted, past: History) -> Verdict:
    """Right after the draw (and a reshuffle it brings) the card joins the Row or the stack."""
    card = h.num("card")
    rest = [e for e in past.rest() if e.event.kind != "deck.reshuffled"]
    if not rest:
        return f"{h.word('card')} is laid nowhere"
    if book_of(past.game).locations >> card & 1:
        return rest[0].event.kind == "location.placed" and rest[0].num("location") == card
    return (rest[0].event.kind == "row.added" and rest[0].num("card") == card
            and rest[0].num("cause") == h.num("cause"))  # fmt: skip


# --- Collect ------------------------------------------------------------------------------------


@step_invariant("HUI-24", "HU-COLL-03", "HU-COLL-09", "HU-COLL-05", "HU-COLL-02",
                verbs=("collect",))  # fmt: skip
def one_card_of_the_row_is_aimed_at(step: Turn) -> Verdict:
    """Collect names one weapon, item or key of the Row; nothing is paid or moved yet."""
    card, before, after = argument(step), step.before, step.after
    fits = card in before.in_row and book_of(step.game).collectable >> card & 1
    if not fits or after.target != card or after.picked:
        return f"{step.text}: target {after.target}"
    return after.in_row == before.in_row and after.discard == before.discard


@step_invariant("HUI-24", "HU-COLL-03", "HU-COLL-10", "HU-RESC-03", "HU-COLL-01", verbs=("pay",))
def a_payer_lies_in_the_row_with_icons(step: Turn) -> Verdict:
    """Who pays lies in the Row, has resource icons, and is not the card to be taken."""
    card, before, cards = argument(step), step.before, book_of(step.game)
    if card == before.target or card not in before.in_row or not cards.bears[card]:
        return f"{step.text} for {before.target}"
    return not cards.enemies >> card & 1 and step.after.picked == before.picked | bit(card)


@step_invariant("HUI-24", "HU-COLL-02", "HU-COLL-01", "HU-COLL-04", "HU-COLL-09",
                verbs=("take_it",))  # fmt: skip
def what_pays_is_discarded_and_the_card_kept(step: Turn) -> Verdict:
    """Exactly the cards picked go from Row to discard pile, and the card out of the Row."""
    before, acted, cards = step.before, step.acted, book_of(step.game)
    paid, target = before.picked, before.target
    given = summed(cards.resources[card] for card in bits(paid))
    if not paid or any(g < c for g, c in zip(given, cards.cost[target], strict=True)):
        return f"{given} pays {cards.cost[target]}"
    gone = paid | bit(target)
    row = [card for card in before.in_row if not gone >> card & 1]
    if acted.in_row != row or acted.discard != before.discard | paid:
        return f"Row {acted.in_row}, expected {row}"
    attach = cards.attach >> target & 1
    held = before.inventory if attach else before.inventory | bit(target)
    return acted.inventory == held and acted.target == (target if attach else NONE)


@step_invariant("HUI-24", "HU-COLL-12", "HU-TYPE-05", verbs=("take_it",))
def collecting_makes_no_noise(step: Turn) -> Verdict:
    """The noise of the Row falls by that of the cards that leave it, and never rises."""
    before, acted, cards = step.before, step.acted, book_of(step.game)
    gone = [c for c in before.in_row if c not in acted.in_row]
    fell = cards.noise_in(before.in_row) - cards.noise_in(acted.in_row)
    return fell == cards.noise_in(gone) >= 0


@event_check("HUI-24", "HU-COLL-01", "HU-COLL-06", "HU-COLL-07", "HU-COLL-08", "HU-COLL-11",
             "HU-FINALE-06", kinds=("card.collected",))  # fmt: skip
def the_collected_card_was_paid(h: Happening, now: Hunted, past: History) -> Verdict:
    """Cards that paid, their icons, the cost and what is lost are told as they are."""
    cards, step = book_of(past.game), past.step
    if step is None:
        return None
    paid = bits(step.before.picked)  # type: ignore[attr-defined]
    target = now.target
    given, cost = summed(cards.resources[card] for card in paid), cards.cost[target]
    if h.num("card") != target or list(h.nums("paid")) != paid or target in paid:
        return f"{h}: {paid} paid for {target}"
    lost = tuple(g - c for g, c in zip(given, cost, strict=True))
    told = (h.nums("given"), h.nums("cost"), h.nums("lost"), h.num("survivors"), h.num("finale"))
    survivors = sum(cards.survivors >> card & 1 for card in paid)
    due = (given, cost, lost, survivors, cards.finale_cards >> target & 1)
    return (told == due and min(lost) >= 0) or f"{h}: expected {due}"


@event_check("HUI-51", "HU-COLL-04", "HU-WEAP-01", "HU-ITEM-01", "HU-KEY-01", "HU-COLL-09",
             "HU-TYPE-01", kinds=("card.collected",))  # fmt: skip
def what_is_collected_is_of_its_kind(h: Happening, now: Hunted, past: History) -> Verdict:
    """A weapon, an item or a key, taken out of the Row; an attach item looks for its weapon."""
    cards, card = book_of(past.game), h.num("card")
    if card not in now.in_row or not cards.collectable >> card & 1:
        return f"{h.word('card')} lies not in the Row, or is not to be collected"
    return (h.num("attach") == cards.attach >> card & 1
            and TYPES[h.num("type")] == cards.kind[card])  # fmt: skip


@event_check("HUI-30", "HU-ITEM-05", "HU-SETUP-03", kinds=("item.attached",))
def an_item_is_tucked_under_a_weapon(h: Happening, now: Hunted, past: History) -> Verdict:
    """The item just collected goes under a weapon of the inventory."""
    cards = book_of(past.game)
    held = (now.inventory & cards.weapons) >> h.num("weapon") & 1
    return h.num("item") == now.target and cards.attach >> h.num("item") & 1 == held == 1


@step_invariant("HUI-30", "HU-ITEM-05", "HU-COLL-04", verbs=("attach_to",))
def attached_items_do_not_move(step: Turn) -> Verdict:
    """The item comes last among those attached; the others keep their weapons."""
    before, acted, card = step.before, step.acted, argument(step)
    return (acted.attached == [*before.attached, before.target]
            and acted.hosts == [*before.hosts, card])  # fmt: skip


# --- Rescue -------------------------------------------------------------------------------------


@step_invariant("HUI-26", "HU-RESC-06", "HU-RESC-02", "HU-SURV-01", verbs=("rescue",))
def one_survivor_of_the_row_is_aimed_at(step: Turn) -> Verdict:
    """Rescue names one Survivor of the Row; no key is spent yet."""
    card, before, after = argument(step), step.before, step.after
    fits = card in before.in_row and book_of(step.game).survivors >> card & 1
    return bool(fits) and after.target == card and after.inventory == before.inventory


@step_invariant("HUI-26", "HU-RESC-04", "HU-RESC-09", "HU-RESC-03", verbs=("unlock_with",))
def a_key_of_the_inventory_is_spent(step: Turn) -> Verdict:
    """Who pays is a Key, held and not yet picked; keys in the Row open nothing."""
    card, before = argument(step), step.before
    held = before.inventory & book_of(step.game).keys & ~before.picked
    return bool(held >> card & 1) and card not in before.in_row


@event_check("HUI-26", "HU-RESC-01", "HU-RESC-02", "HU-RESC-05", "HU-KEY-03", "HU-KEY-04",
             "HU-KEY-05", "HU-SURV-01", "HU-FINALE-06", kinds=("survivor.rescued",))  # fmt: skip
def keys_are_spent_for_one_survivor(h: Happening, now: Hunted, past: History) -> Verdict:
    """The keys picked reach the cost of the Survivor named; what is above it is lost."""
    cards = book_of(past.game)
    target, keys = now.target, bits(now.picked)
    if h.num("survivor") != target or target not in now.in_row or list(h.nums("keys")) != keys:
        return f"{h}: {keys} for {target}"
    values, cost = tuple(cards.key_value[key] for key in keys), cards.key_cost[target]
    told = (h.nums("values"), h.num("cost"), h.num("lost"), h.num("finale"))
    due = (values, cost, sum(values) - cost, cards.finale_cards >> target & 1)
    kinds = not now.picked & ~cards.keys and bool(keys) and sum(values) >= cost
    return (kinds and told == due) or f"{h}: expected {due}"


@step_invariant("HUI-26", "HU-RESC-01", "HU-RESC-06", "HU-RESC-02", "HU-SURV-01",
                kinds=("survivor.rescued",))  # fmt: skip
def the_survivor_leaves_the_row_and_the_keys_the_hand(step: Turn) -> Verdict:
    """One Survivor goes from Row to party, ready, and the keys to the discard pile."""
    before, acted, target = step.before, step.acted, step.before.target
    keys = before.inventory & ~acted.inventory
    moved = acted.party == before.party | bit(target) and target not in acted.in_row
    spent = keys and acted.discard == before.discard | keys
    return moved and bool(spent) and not acted.tired >> target & 1


# --- Hide ---------------------------------------------------------------------------------------


@step_invariant("HUI-31", "HU-HIDE-01", "HU-HIDE-02", "HU-LOC-06", "HU-LOCK-02", "HU-DOR-11",
                verbs=("hide",))  # fmt: skip
def hiding_costs_energy_and_the_row(step: Turn) -> Verdict:
    """Hide takes 1 Energy (and what the Location adds), then all of the Row that is loose."""
    before, acted, cards = step.before, step.acted, book_of(step.game)
    left = max(0, before.energy - cards.hiding(before))
    stays = [c for c in before.in_row if cards.locked >> c & 1 or not left]
    if acted.energy != left or acted.in_row != stays:
        return f"Energy {acted.energy}, Row {acted.in_row}; expected {left}, {stays}"
    gone = together(c for c in before.in_row if c not in stays)
    return acted.discard == before.discard | gone


@step_invariant("HUI-31", "HU-HIDE-02", "HU-WIN-02", verbs=("hide",))
def who_pays_the_last_energy_discards_nothing(step: Turn) -> Verdict:
    """Energy is paid before the Row is discarded: at 0 the game is lost with the Row lying."""
    kinds = [e.event.kind for e in step.events]
    if kinds[1:2] != ["energy.changed"]:
        return f"after Hide comes {kinds[1:2]}"
    if step.acted.energy:
        return "row.discarded" in kinds and step.game.row_name(step.after) != "lost"
    return "card.discarded" not in kinds and step.game.row_name(step.after) == "lost"


@event_check("HUI-10", "HU-HIDE-02", "HU-COMBAT-02", "HU-FBAT-01", "HU-LOCK-02", "HU-JEK-04",
             kinds=("row.discarded",))  # fmt: skip
def a_discarded_row_is_told_card_by_card(h: Happening, now: Hunted, past: History) -> Verdict:
    """The cards named are the discards just told, in that order; what is kept lies there still."""
    cause = h.num("cause")
    told = []
    for event in reversed(past.log[: past.at]):
        if event.event.kind not in ("card.discarded", "locked.returned", "picture.grown"):
            break
        if event.event.kind == "card.discarded":
            told.append(event.num("card"))
            if event.num("zone") != IN_ROW or event.num("cause") != cause:
                return f"{event} belongs to {h}"
    named = (list(h.nums("cards")), list(h.nums("kept")))
    return named == (told[::-1], now.in_row) or f"{h}: discarded {told[::-1]}, Row {now.in_row}"


@event_check("HUI-51", "HU-COLL-01", "HU-RESC-01", "HU-LOCK-01", "HU-SURV-05", "HU-ITEM-04",
             kinds=("card.discarded",))  # fmt: skip
def a_card_is_discarded_from_where_it_lies(h: Happening, now: Hunted, past: History) -> Verdict:
    """A discarded card lies in the zone named, is loose, and no rescued Survivor."""
    card, zone = h.num("card"), h.num("zone")
    if zone == IN_ROW:
        there = card in now.in_row
    elif zone == IN_INVENTORY:
        there = bool(now.inventory >> card & 1)
    else:
        there = card in (now.tucked if zone == IN_TUCKED else now.attached)
    return there and not (book_of(past.game).locked | now.party) >> card & 1


@step_invariant("HUI-46", "HU-DECK-05", "HU-ACT-04",
                verbs=("turn_up", "add_to_row", "take_it", "hide"))  # fmt: skip
def every_action_uses_something_up(step: Turn) -> Verdict:
    """An action moves a card out of deck or Row, or spends Energy, so that no game is endless."""
    before, acted = step.before, step.acted
    if len(acted.deck) + len(acted.pile) < len(before.deck) + len(before.pile):
        return True
    left = any(card not in acted.in_row for card in before.in_row)
    return left or acted.energy < before.energy or before.discard & ~acted.discard > 0


@step_invariant("HUI-46", "HU-DECK-05", "HU-SURV-04", "HU-ITEM-04", "HU-COMP-05",
                verbs=("use", "ask", "call_on_hero"))  # fmt: skip
def every_effect_uses_its_source_up(step: Turn) -> Verdict:
    """An item used is discarded if it says so, an ability exhausts, a hero's use is counted."""
    before, acted, cards = step.before, step.acted, book_of(step.game)
    if step.verb == "call_on_hero":
        return acted.hero_used == before.hero_used + 1
    card = argument(step)
    if step.verb == "ask":
        return acted.tired == before.tired | bit(card) and not before.tired >> card & 1
    gone = bool(before.inventory >> card & 1 and not acted.inventory >> card & 1)
    return gone == bool(cards.spent >> card & 1) == bool(acted.discard >> card & 1)


