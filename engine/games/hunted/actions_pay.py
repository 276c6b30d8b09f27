"""Collect and Rescue: the card to take, then one by one, ascending, the cards that pay for it.

A set of payers has one spelling, and a card is offered only if the price can still be met with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Domain, verb
from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import (
    BY_COLLECT,
    BY_RESCUE,
    GUARD,
    IN_INVENTORY,
    NONE,
    covers,
    members,
    unpack_icons,
)
from engine.games.hunted.effects_cards import discard_card, drop_from_row
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import icons_of, key_icons, payers, sum_covers

COLLECT, RESCUE = 1, 2
CARD = Domain("card", range(CARDS), "cards")


# --- Collect (HU-COLL-01 to -12) -------------------------------------------------------------


@verb("collect", card=CARD, clause="HU-COLL-02")
def collect(state: Hunted, card: int) -> None:
    """Name the one card to be collected (HU-COLL-05)."""
    emit(state, ev.ACTION_STARTED, COLLECT, len(state.in_row))
    state.target = card


@collect.legal
def affordable(state: Hunted) -> list[int]:
    """Weapons, items and keys whose cost the other Row cards' icons cover.

    Not by themselves (HU-COLL-03), no Survivor (HU-COLL-09); keys in hand pay nothing (HU-RESC-03).
    """
    rules, row = state.rules, state.in_row
    resources, cost, collectable = rules.resources, rules.cost, rules.collectable
    total = sum([resources[card] for card in row])
    if not total:
        return []
    found = [
        card for card in row
        if collectable >> card & 1
        and (((total - resources[card]) | GUARD) - cost[card]) & GUARD == GUARD
    ]  # fmt: skip
    found.sort()
    return found


def paid_so_far(state: Hunted) -> list[int]:
    """Cards picked to pay, ascending."""
    return members(state.picked)


def can_be_exact(state: Hunted, chosen: list[int], more: list[int], cost: int) -> bool:
    """Whether some of `more` complete a set of which no card is too many (over_discard=false)."""
    if sum_covers(state, chosen, cost):
        return not any(
            sum_covers(state, [other for other in chosen if other != card], cost)
            for card in chosen
        )  # fmt: skip
    return any(
        can_be_exact(state, [*chosen, card], more[at + 1 :], cost)
        for at, card in enumerate(more)
    )  # fmt: skip


@verb("pay", card=CARD, clause="HU-COLL-10")
def pay(state: Hunted, card: int) -> None:
    """One more Row card pays; it is discarded when the card is taken."""
    state.picked |= 1 << card


@pay.legal
def payers_that_fit(state: Hunted) -> list[int]:
    """Row cards with icons above the last one picked, if the cost can be met with those above.

    With over_discard, cards the cost does not need are offered too (HU-COLL-07).
    """
    cost, picked = state.rules.cost[state.target], paid_so_far(state)
    above = [card for card in payers(state) if card >= state.picked.bit_length()]
    if not state.rules.over_discard:
        return [card for at, card in enumerate(above)
                if can_be_exact(state, [*picked, card], above[at + 1 :], cost)
                and not sum_covers(state, picked, cost)]  # fmt: skip
    return [card for at, card in enumerate(above) if sum_covers(state, picked + above[at:], cost)]


@verb("take_it", clause="HU-COLL-02")
def take_it(state: Hunted) -> None:
    """Discard what pays, and take the card (HU-COLL-01); what was too much is lost (HU-COLL-07)."""
    card, paid = state.target, paid_so_far(state)
    for payer in paid:
        drop_from_row(state, payer, BY_COLLECT)
    state.picked = 0
    state.in_row.remove(card)
    attach = state.rules.attachable >> card & 1
    if not attach:
        state.inventory |= 1 << card
        state.target = NONE
    if state.sink is not None:
        say_collected(state, card, paid, attach)


def say_collected(state: Hunted, card: int, paid: list[int], attach: int) -> None:
    """The event: what was paid, given, asked and lost, icon by icon."""
    rules = state.rules
    given, cost = unpack_icons(icons_of(state, paid)), unpack_icons(rules.cost[card])
    lost = tuple(have - need for have, need in zip(given, cost, strict=True))
    survivors = sum(rules.survivors >> payer & 1 for payer in paid)
    emit(state, ev.CARD_COLLECTED, card, rules.type[card], tuple(paid), given, cost, lost,
         survivors, attach, rules.finale_cards >> card & 1)  # fmt: skip


@take_it.legal
def cost_is_met(state: Hunted) -> list[int]:
    """The picked cards cover every icon of the cost (HU-COLL-02)."""
    paid = icons_of(state, paid_so_far(state))
    return [0] if covers(paid, state.rules.cost[state.target]) else []


@verb("attach_to", weapon=CARD, clause="HU-ITEM-05")
def attach_to(state: Hunted, weapon: int) -> None:
    """Tuck the collected item under a weapon, for good (HU-ITEM-06)."""
    state.attached.append(state.target)
    state.hosts.append(weapon)
    emit(state, ev.ITEM_ATTACHED, state.target, weapon)
    state.target = NONE


@attach_to.legal
def weapons_held(state: Hunted) -> list[int]:
    """Any weapon of the inventory, the first one included (HU-SETUP-03)."""
    return members(state.inventory & state.rules.weapons)


def an_item_waits(state: Hunted) -> bool:
    """HU-ITEM-05: the item collected is to be attached to a weapon."""
    return state.target >= 0


# --- Rescue (HU-RESC-01 to -09) --------------------------------------------------------------


@verb("rescue", survivor=CARD, clause="HU-RESC-02")
def rescue(state: Hunted, survivor: int) -> None:
    """Name the one Survivor to be rescued (HU-RESC-06)."""
    emit(state, ev.ACTION_STARTED, RESCUE, len(state.in_row))
    state.target = survivor


@rescue.legal
def unlockable(state: Hunted) -> list[int]:
    """Survivors of the Row whose key cost the inventory's keys meet.

    Only keys pay (HU-RESC-04), and not those in the Row (HU-RESC-09).
    """
    rules = state.rules
    keys = state.inventory & rules.keys
    if not keys:
        return []
    held = key_icons(state, members(keys))
    cost, survivors = rules.key_cost, rules.survivors
    return sorted([c for c in state.in_row if survivors >> c & 1 and cost[c] <= held])


def fits_exactly(values: Sequence[int], more: Sequence[int], cost: int) -> bool:
    """Whether some of `more` complete a set of which no key is too many (over_pay_keys=false)."""
    total = sum(values)
    if total >= cost:
        return total - min(values) < cost
    return any(fits_exactly([*values, value], more[at + 1 :], cost)
               for at, value in enumerate(more))  # fmt: skip


@verb("unlock_with", key=CARD, clause="HU-RESC-04")
def unlock_with(state: Hunted, key: int) -> None:
    """One more key; with enough of them the Survivor is free."""
    state.picked |= 1 << key
    if not state.rules.over_pay and keys_suffice(state):
        set_survivor_free(state)


@unlock_with.legal
def keys_that_fit(state: Hunted) -> list[int]:
    """Keys above the last one picked, if the cost can be met with those above (HU-KEY-04, -05).

    No key too many is offered unless over_pay_keys (HU-RESC-05).
    """
    rules, picked = state.rules, members(state.picked)
    cost, keys = rules.key_cost[state.target], state.inventory & rules.keys
    floor = state.picked.bit_length()
    above = members(keys >> floor << floor)
    if rules.over_pay:
        return [key for at, key in enumerate(above)
                if key_icons(state, picked + above[at:]) >= cost]  # fmt: skip
    value = rules.key_value
    return [key for at, key in enumerate(above)
            if fits_exactly([*(value[k] for k in picked), value[key]],
                            [value[k] for k in above[at + 1 :]], cost)]  # fmt: skip


def keys_suffice(state: Hunted) -> bool:
    """The picked keys meet the cost (HU-RESC-02)."""
    paid = key_icons(state, members(state.picked))
    return paid >= state.rules.key_cost[state.target]


@verb("set_free", clause="HU-RESC-06", needs="over_pay_keys=true")
def set_free(state: Hunted) -> None:
    """Enough keys: free the Survivor."""
    set_survivor_free(state)


@set_free.legal
def cost_in_keys_is_met(state: Hunted) -> list[int]:
    """Once the keys picked suffice."""
    return [0] if keys_suffice(state) else []


def set_survivor_free(state: Hunted) -> None:
    """Keys are discarded, the Survivor joins the party for good (HU-RESC-01, HU-SURV-01, -05)."""
    rules, card, keys = state.rules, state.target, members(state.picked)
    for key in keys:
        state.inventory &= ~(1 << key)
        discard_card(state, key, IN_INVENTORY, BY_RESCUE)
    state.in_row.remove(card)
    state.party |= 1 << card
    values = tuple(rules.key_value[key] for key in keys)
    cost = rules.key_cost[card]
    emit(state, ev.SURVIVOR_RESCUED, card, tuple(keys), values, cost, sum(values) - cost,
         rules.finale_cards >> card & 1)  # fmt: skip
    state.target, state.picked = NONE, 0


def survivor_is_named(state: Hunted) -> bool:
    """The Survivor is not free yet."""
    return state.target >= 0
