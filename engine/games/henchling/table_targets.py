"""Readings for choices: what selectors reach, what may be played, used, blocked with."""

from __future__ import annotations

from engine.fields import bits_of
from engine.games.henchling.components import (
    BACK0,
    NOBODY_CHOSEN,
    NONE,
    SEAT0,
    SPARE,
    Ability,
    Design,
)
from engine.games.henchling.schema import ABILITIES_MAX, CARDS, TOKENS
from engine.games.henchling.schema_words import ATTACKED, ENHANCER, HENCHLING, ITEM
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    controller,
    cost_of,
    design,
    face_up,
    health_of,
    held,
    henchlings,
    holds,
    in_play,
    items_of,
    modifiers,
    of_type,
    purse_of,
    tokens,
)

TOKEN_CARDS = ((1 << TOKENS) - 1) << CARDS
# A slot: selector, whether it may stay empty, whether it differs from the first.
Slots = tuple[tuple[int, bool, bool], ...]
ATTACK_SLOT: Slots = ((ATTACKED, False, False),)

# --- selectors: what each reaches, cards and seats as one set of target numbers ----------------
#
# Only `card` reaches what lies face down (HE-FLIP-04); nothing reaches an arriving card.  `up` are
# the face-up Henchlings in play.


def any_target(state: Henchling, seat: int, source: int, up: int) -> int:
    """HE-ABIL-06: a plain target is any face-up Henchling or any living player."""
    return up | state.alive << SEAT0


def any_player(state: Henchling, seat: int, source: int, up: int) -> int:
    """Any living player."""
    return state.alive << SEAT0


def an_opponent(state: Henchling, seat: int, source: int, up: int) -> int:
    """Any living player but oneself."""
    return (state.alive & ~(1 << seat)) << SEAT0


def any_henchling(state: Henchling, seat: int, source: int, up: int) -> int:
    """Whoever controls it; hosts of Henchling enhancers too (HE-ENH-01, -02)."""
    return up


def own_henchling(state: Henchling, seat: int, source: int, up: int) -> int:
    """One's own."""
    return up & state.tables[seat]


def other_own_henchling(state: Henchling, seat: int, source: int, up: int) -> int:
    """One's own, but not the card itself."""
    return up & state.tables[seat] & ~(1 << source)


def enemy_henchling(state: Henchling, seat: int, source: int, up: int) -> int:
    """An opponent's."""
    return up & ~state.tables[seat]


def any_item(state: Henchling, seat: int, source: int, up: int) -> int:
    """Whoever controls it; hosts of item enhancers too (HE-ENH-01, -02)."""
    return face_up(state) & of_type(state, ITEM)


def own_item(state: Henchling, seat: int, source: int, up: int) -> int:
    """One's own."""
    return face_up(state) & of_type(state, ITEM) & state.tables[seat]


def enemy_item(state: Henchling, seat: int, source: int, up: int) -> int:
    """An opponent's."""
    return face_up(state) & of_type(state, ITEM) & ~state.tables[seat]


def any_enhancer(state: Henchling, seat: int, source: int, up: int) -> int:
    """Wherever it is attached."""
    return face_up(state) & of_type(state, ENHANCER)


def any_card(state: Henchling, seat: int, source: int, up: int) -> int:
    """Any card in play, face down or up."""
    return in_play(state)


def to_be_attacked(state: Henchling, seat: int, source: int, up: int) -> int:
    """HE-ATK-01: every other Henchling, own ones if the option says so; every opponent."""
    cards = up & ~(1 << source)
    if not state.rules.attack_own:
        cards &= ~state.tables[seat]
    return cards | (state.alive & ~(1 << seat)) << SEAT0


REACH = (
    any_target, any_player, an_opponent, any_henchling, own_henchling, other_own_henchling,
    enemy_henchling, any_item, own_item, enemy_item, any_enhancer, any_card, to_be_attacked,
    any_henchling, any_item,
)  # fmt: skip


def reach(state: Henchling, seat: int, source: int, sel: int) -> int:
    """What a selector reaches for a seat."""
    return REACH[sel](state, seat, source, henchlings(state))


# --- slots -----------------------------------------------------------------------------------


def selectors(state: Henchling, source: int, number: int) -> Slots:
    """Slots to be filled for an ability, for an enhancer that is played, for an attack."""
    if number >= 0:
        return state.rules.slots[number]
    made = design(state, source)
    return state.rules.needs[source] if made.type == ENHANCER else ATTACK_SLOT


def choices(
    state: Henchling, seat: int, source: int, number: int, filled: tuple[int, int]
) -> tuple[int, bool]:
    """What the next open slot may take, and whether it may stay empty (HE-REQ-03).

    A choice that would leave the second slot unfilled is left out.
    """
    slots = selectors(state, source, number)
    sel, optional, distinct = slots[0 if filled[0] == NONE else 1]
    mask = reach(state, seat, source, sel)
    if filled[0] != NONE:
        return (mask & ~(1 << filled[0]) if distinct else mask), optional
    if len(slots) == 2 and slots[1][2] and not slots[1][1]:
        second = reach(state, seat, source, slots[1][0])
        if second.bit_count() == 1:
            mask &= ~second
    return mask, optional


def can_fill(state: Henchling, seat: int, source: int, slots: Slots, up: int) -> bool:
    """HE-REQ-03: every required slot has a legal target, both of them together."""
    if len(slots) == 1:
        return slots[0][1] or REACH[slots[0][0]](state, seat, source, up) > 0
    masks = [REACH[sel](state, seat, source, up) for sel, _, _ in slots]
    for (_, optional, _), mask in zip(slots, masks, strict=True):
        if not mask and not optional:
            return False
    both = len(slots) == 2 and slots[1][2] and not slots[0][1] and not slots[1][1]
    return not both or (masks[0] | masks[1]).bit_count() > 1


def codes_of(state: Henchling, mask: int, optional: bool) -> list[int]:
    """Targets as codes: cards by name, seats, none, then face-down cards by their place."""
    hidden = []
    for place, card in enumerate(state.backs):
        if mask >> card & 1:
            mask &= ~(1 << card)
            hidden.append(BACK0 + place)
    return bits_of(mask) + [NOBODY_CHOSEN] * optional + hidden


def target_of(state: Henchling, code: int) -> int:
    """The card, seat or NOBODY_CHOSEN that a code means."""
    return state.backs[code - BACK0] if code >= BACK0 else code


def still_fit(
    state: Henchling, seat: int, source: int, number: int, filled: tuple[int, int]
) -> tuple[int, int]:
    """The targets after a window: those no longer fit are empty (HE-REACT-08)."""
    found = list(filled)
    for place, (sel, _, _) in enumerate(selectors(state, source, number)):
        target = filled[place]
        if target != NOBODY_CHOSEN and not reach(state, seat, source, sel) >> target & 1:
            found[place] = NOBODY_CHOSEN
    return found[0], found[1]


# --- playing, attacking, using ---------------------------------------------------------------


def playable(state: Henchling, seat: int) -> list[int]:
    """Hand cards that can be paid for and have what they must name (HE-PLAY-10)."""
    rules, hand = state.rules, state.hands[seat]
    mods = modifiers(state, "cost_mod", seat) if rules.repriced else []
    if mods:
        cards = [card for card in bits_of(hand) if cost_of(state, card, mods) <= state.purse]
    else:
        cards = bits_of(hand & rules.within[min(state.purse, len(rules.within) - 1)])
    if not cards:
        return []
    needs, up = rules.needs, henchlings(state)
    return [
        card for card in cards
        if not needs[card] or can_fill(state, seat, card, needs[card], up)
    ]  # fmt: skip


def attackers(state: Henchling, seat: int) -> list[int]:
    """Untilted Henchlings of a seat (HE-ATK-03); there is always an opponent to attack."""
    rules = state.rules
    ready = state.tables[seat] & ~state.tilted & (rules.of_type[HENCHLING] | TOKEN_CARDS)
    if not ready:
        return []
    mine = bits_of(henchlings(state) & ready)
    return [card for card in mine if not used_up(state, card)] if rules.free_counts else mine


def used_up(state: Henchling, card: int) -> bool:
    """HE-ACT-01 with free_counts_as_use: a Free ability was this card's use of the turn."""
    if not state.rules.free_counts or not state.used:
        return False
    vias = [entry // ABILITIES_MAX for entry in state.used]
    return any(via == card or state.host[via] == card for via in vias)


def can_use(
    state: Henchling, seat: int, source: int, number: int, via: int, up: int
) -> bool:
    """HE-REQ-01: conditions hold, all payments can be made, required targets are there."""
    known = state.rules.abilities[number]
    if known.conditions and not holds(state, known.conditions, seat, via):
        return False
    return can_pay(state, seat, source, known, via) and (
        not known.slots or can_fill(state, seat, source, state.rules.slots[number], up)
    )


def can_pay(state: Henchling, seat: int, source: int, known: Ability, via: int) -> bool:
    """Every payment at once (HE-REQ-01); a tilted card pays no tilt (HE-TILT-02)."""
    pay = known.pay
    if pay.tilt and (state.tilted >> source & 1 or used_up(state, source)):
        return False
    if pay.free and not _free(state, source, known, via):
        return False
    return not pay.amounts or (
        purse_of(state, seat) >= pay.money
        and state.coins[source] >= pay.counters
        and held(state, seat).bit_count() >= pay.discard
    )


def _free(state: Henchling, source: int, known: Ability, via: int) -> bool:
    """HE-ABIL-05: so many uses a turn, tilted or not (unless it counts as the card's use)."""
    if state.used.count(via * ABILITIES_MAX + known.place) >= state.rules.free_uses:
        return False
    return not state.rules.free_counts or not state.tilted >> source & 1


def usable(state: Henchling, seat: int) -> list[int]:
    """What a seat may use in its own action phase, as codes (HE-ABIL-07).

    A granted ability is its host's to use, and named by the card that grants it.
    """
    rules, host, tilted = state.rules, state.host, state.tilted
    # An enhancer is tilted as its host is (HE-ENH-03).
    users = state.tables[seat] & (rules.users & ~tilted | rules.untiring | TOKEN_CARDS)
    if not users:
        return []
    up = face_up(state)
    known, plain, slots = rules.abilities, rules.plain, rules.slots
    found, fighters = [], of_type(state, HENCHLING) & up
    for card in bits_of(users & up):
        source = card if host[card] < 0 else host[card]
        if not up >> source & 1:
            continue
        for number in rules.designs[card].usable if card < CARDS else design(state, card).usable:
            each = known[number]
            if each.pay.tilt and tilted >> source & 1:
                continue
            if plain[number]:
                needed = slots[number]
                fits = not needed or can_fill(state, seat, source, needed, fighters)
            else:
                fits = can_use(state, seat, source, number, card, fighters)
            if fits:
                found.append(card * ABILITIES_MAX + each.place)
    return found


def reactions(state: Henchling, seat: int) -> list[int]:
    """Usable Reactions of a seat, as codes: untilted, face up, in play (HE-REACT-01)."""
    mine = marked(state, state.rules.reactions, "reaction") & state.tables[seat] & ~state.tilted
    if not mine:
        return []
    found = []
    for card in bits_of(mine & face_up(state)):
        for number in design(state, card).active:
            known = state.rules.abilities[number]
            if known.reaction and can_use(state, seat, card, number, card, henchlings(state)):
                found.append(card * ABILITIES_MAX + known.place)
    return found


def marked(state: Henchling, mask: int, keyword: str) -> int:
    """Cards with a keyword, tokens included."""
    if state.kinds.count(NONE) == TOKENS:
        return mask
    for card, made in tokens(state):
        if _bears(made, keyword):
            mask |= 1 << card
    return mask


def _bears(made: Design, keyword: str) -> bool:
    return made.reaction if keyword == "reaction" else made.protector


def ability_at(state: Henchling, card: int, place: int) -> int:
    """The number of the ability a card has at a place, its own or one it grants."""
    made = design(state, card)
    known = state.rules.abilities
    return next(n for n in (*made.active, *made.granted) if known[n].place == place)


# --- Protectors ------------------------------------------------------------------------------


def seat_hit(state: Henchling, target: int) -> int:
    """Whose damage a packet is: the player's, or the Henchling's controller's (HE-PROT-01)."""
    return target - SEAT0 if target >= SEAT0 else controller(state, target)


def blockers(state: Henchling, seat: int, target: int) -> list[int]:
    """Protectors a seat may put before a target (HE-PROT-01, -03, -05, -07)."""
    mine = marked(state, state.rules.protectors, "protector") & state.tables[seat]
    if not mine:
        return []
    mine &= face_up(state)
    if state.rules.needs_untilted:
        mine &= ~state.tilted
    return [card for card in bits_of(mine) if card != target and _stands(state, card)]


def _stands(state: Henchling, card: int) -> bool:
    """Health left in this batch; an item that its block destroys blocks once (HE-PROT-05)."""
    made = design(state, card)
    if made.type == ITEM:
        return made.tilts_on_block or not state.guards >> card & 1
    if state.damage[card] < health_of(state, card):
        return True
    # HE-ATK-09: nor does a text that this batch brought on take its last health.
    stood = [task[3] for task in state.agenda if task[0] == SPARE and task[2] == card]
    return bool(stood) and state.damage[card] < stood[0]


# --- room for items --------------------------------------------------------------------------


def no_room(state: Henchling, seat: int) -> bool:
    """HE-ITEM-05: five items in play, so one must go before another comes."""
    return items_of(state, seat).bit_count() >= state.rules.item_limit


def room_makers(state: Henchling, seat: int) -> list[int]:
    """Own items in play, face-down ones included; not one that is just arriving."""
    return bits_of(items_of(state, seat) & in_play(state))
