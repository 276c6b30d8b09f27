"""Readings of the table: zones, seats, what a card is and what its numbers come to."""

from __future__ import annotations

from engine.fields import bits_of
from engine.games.henchling.components import (
    BATCH_END,
    NONE,
    Ability,
    Condition,
    Design,
    Modifier,
)
from engine.games.henchling.schema import CARDS, INSTANCES, LIMIT, TOKENS
from engine.games.henchling.schema_words import (
    ENHANCER,
    HENCHLING,
    ITEM,
    S_HOST,
    S_OTHERS,
    S_OWN,
    S_THIS,
)
from engine.games.henchling.state import Henchling

# --- seats -----------------------------------------------------------------------------------


def seats_from(state: Henchling, first: int) -> tuple[int, ...]:
    """Living seats, clockwise from one (HE-TURN-02)."""
    return state.rules.orders[state.alive][first]


def opponents(state: Henchling, seat: int) -> list[int]:
    """Living opponents, clockwise from the left of a seat."""
    return [other for other in seats_from(state, seat) if other != seat]


def purse_of(state: Henchling, seat: int) -> int:
    """Money of a seat: nothing out of its own turn (HE-PLAY-05, HE-COST-01)."""
    return state.purse if seat == state.active else 0


# --- zones -----------------------------------------------------------------------------------


def tables(state: Henchling) -> int:
    """Everything on any table (HE-TABLE-01): the traps' row is apart."""
    a, b, c, d = state.tables
    return a | b | c | d


def backs(state: Henchling) -> int:
    """Cards that lie face down (HE-FLIP-03)."""
    mask = 0
    for card in state.backs:
        mask |= 1 << card
    return mask


def in_play(state: Henchling) -> int:
    """HE-INPLAY-01: on a table and not just arriving."""
    a, b, c, d = state.tables
    if state.playing < 0:
        return a | b | c | d
    return (a | b | c | d) & ~(1 << state.playing)


def face_up(state: Henchling) -> int:
    """In play and face up: what has a name, a type and a text, and can be used (HE-FLIP-02)."""
    a, b, c, d = state.tables
    mask = a | b | c | d
    if state.playing >= 0:
        mask &= ~(1 << state.playing)
    for card in state.backs:
        mask &= ~(1 << card)
    return mask


def controller(state: Henchling, card: int) -> int:
    """The seat on whose table a card lies; -1 if on none."""
    for seat, mask in enumerate(state.tables):
        if mask >> card & 1:
            return seat
    return NONE


def held(state: Henchling, seat: int) -> int:
    """Cards a seat may discard: its hand, without a card it is just playing."""
    hand = state.hands[seat]
    return hand & ~(1 << state.playing) if state.playing >= 0 else hand


def on_table(state: Henchling, card: int) -> bool:
    """On some table, arriving or in play."""
    return bool(tables(state) >> card & 1)


# --- what a card is --------------------------------------------------------------------------


def design(state: Henchling, card: int) -> Design:
    """A card as printed; a token by what it was made as."""
    if card < CARDS:
        return state.rules.designs[card]
    return state.rules.tokens[state.kinds[card - CARDS]]


def tokens(state: Henchling) -> list[tuple[int, Design]]:
    """Tokens in play with their designs; they are none of the cards of the deck (HE-TOKEN-03)."""
    kinds = state.kinds
    if kinds.count(NONE) == TOKENS:
        return []
    known = state.rules.tokens
    return [(CARDS + n, known[kind]) for n, kind in enumerate(kinds) if kind >= 0]


def of_type(state: Henchling, sort: int) -> int:
    """All cards of a printed type, tokens in play included (HE-TOKEN-01)."""
    mask = state.rules.of_type[sort]
    if state.kinds.count(NONE) != TOKENS:
        for card, made in tokens(state):
            if made.type == sort:
                mask |= 1 << card
    return mask


def henchlings(state: Henchling) -> int:
    """Face-up Henchlings in play."""
    if state.kinds.count(NONE) == TOKENS:
        return state.rules.of_type[HENCHLING] & face_up(state)
    return of_type(state, HENCHLING) & face_up(state)


def items_of(state: Henchling, seat: int) -> int:
    """HE-ITEM-04: items by printed type: face-down ones, tokens and one just arriving."""
    return of_type(state, ITEM) & state.tables[seat]


def attached(state: Henchling, card: int) -> list[int]:
    """Enhancers on a card, ascending."""
    if card not in state.host:
        return []
    found = bits_of(of_type(state, ENHANCER) & tables(state))
    return [each for each in found if state.host[each] == card]


def is_trap(state: Henchling, card: int) -> bool:
    """Traps are never held (HE-TRAP-06)."""
    return bool(state.rules.traps >> card & 1)


# --- conditions ------------------------------------------------------------------------------


def holds(state: Henchling, conditions: tuple[Condition, ...], seat: int, card: int) -> bool:
    """HE-REQ-01: every `if` holds for this card and its controller."""
    return all(_holds(state, each, seat, card) for each in conditions)


def _holds(state: Henchling, condition: Condition, seat: int, card: int) -> bool:
    word, n = condition.word, condition.n
    if word == "hand_min":
        return state.hands[seat].bit_count() >= n
    if word == "hand_max":
        return state.hands[seat].bit_count() <= n
    if word == "controls":
        own = face_up(state) & state.tables[seat]
        return (own & of_type(state, condition.type)).bit_count() >= n
    if word == "this_tilted":
        return (state.tilted >> card & 1) == n
    if word == "own_turn":
        return (state.active == seat) == bool(n)
    if word == "counters_min":
        return state.coins[card] >= n
    return (state.damage[card] > 0) == bool(n)


# --- numbers ---------------------------------------------------------------------------------


def working(state: Henchling, op: str) -> list[tuple[int, Design]]:
    """Cards whose passive text of an op is on (HE-HENCH-03, HE-ENH-04): face up, host too."""
    rules, (a, b, c, d) = state.rules, state.tables
    mask = rules.modifiers[op] & (a | b | c | d)
    some_tokens = state.kinds.count(NONE) != TOKENS
    if not mask and not some_tokens:
        return []
    up, host, designs = face_up(state), state.host, rules.designs
    found = []
    for card in bits_of(mask & up):
        if host[card] < 0 or up >> host[card] & 1:
            found.append((card, designs[card]))
    return found + working_tokens(state, up) if some_tokens else found


def working_tokens(state: Henchling, up: int) -> list[tuple[int, Design]]:
    """Tokens with passive texts that are on."""
    host = state.host
    return [
        (card, made) for card, made in tokens(state)
        if made.mods and up >> card & 1 and (host[card] < 0 or up >> host[card] & 1)
    ]  # fmt: skip


def modifiers(state: Henchling, op: str, seat: int) -> list[Modifier]:
    """Static ops of a kind that speak of a seat: those of its own cards (HE-PLAY-04)."""
    mine = state.tables[seat]
    if not state.rules.modifiers[op] & mine and state.kinds.count(NONE) == TOKENS:
        return []
    return [
        mod for card, made in working(state, op) if mine >> card & 1
        for mod in made.mods if mod.op == op and holds(state, mod.conditions, seat, card)
    ]  # fmt: skip


def passive(state: Henchling, card: int) -> tuple[int, int]:
    """What passive texts add to a face-up Henchling: attack, health (HE-ABIL-01, HE-ENH-01)."""
    a = h = 0
    host = state.host
    for source, made in working(state, "stat_mod"):
        # What an enhancer says of its host concerns the host alone.
        if host[source] in (NONE, card) or not made.host_only:
            for mod in made.mods:
                if mod.op == "stat_mod" and _reaches(state, mod, source, card):
                    a, h = a + mod.a, h + mod.h
    return a, h


def _reaches(state: Henchling, mod: Modifier, source: int, card: int) -> bool:
    scope = mod.scope
    if scope == S_OTHERS:
        fits = source != card
    elif scope == S_HOST:
        fits = state.host[source] == card
    elif scope == S_OWN:
        fits = controller(state, source) == controller(state, card)
    else:
        fits = scope == S_THIS and source == card
    return fits and (
        not mod.conditions or holds(state, mod.conditions, controller(state, source), source)
    )


def attack_of(state: Henchling, card: int) -> int:
    """Attack with everything counted, 0 to 250 (HE-ATK-12, HE-CTR-05, HE-LIMIT-04)."""
    total = design(state, card).attack + passive(state, card)[0]
    total += state.power_a[card] + state.boost_a[card] + state.turn_a[card]
    return min(LIMIT, max(0, total))


def health_of(state: Henchling, card: int) -> int:
    """Maximum health with everything counted, 1 to 250 (HE-ATK-09, HE-LIMIT-04)."""
    total = design(state, card).health + passive(state, card)[1]
    total += state.power_h[card] + state.boost_h[card] + state.turn_h[card]
    return min(LIMIT, max(1, total))


def batch_is_open(state: Henchling) -> bool:
    """HE-DMG-03: between the first packet and the end of a batch."""
    return any(task[0] == BATCH_END for task in state.agenda)


def damaged(state: Henchling) -> list[int]:
    """Cards on the tables with a damage marker, ascending."""
    if state.damage.count(0) == INSTANCES:
        return []
    return [card for card in bits_of(tables(state)) if state.damage[card]]


def worn_out(state: Henchling) -> list[int]:
    """Face-up Henchlings whose damage is as much as their health, ascending."""
    damage = state.damage
    if damage.count(0) == INSTANCES:
        return []
    hurt = [card for card in bits_of(henchlings(state)) if damage[card]]
    return [card for card in hurt if damage[card] >= health_of(state, card)]


def hand_limit(state: Henchling, seat: int) -> int:
    """Six and what cards in play say, never below none (HE-DISC-02)."""
    mods = modifiers(state, "hand_limit_mod", seat)
    return max(0, state.rules.hand_limit + sum([mod.a for mod in mods]))


def income(state: Henchling, seat: int) -> int:
    """Money of a turn: three and live modifiers, not below none (HE-PLAY-03, -04)."""
    mods = modifiers(state, "money_mod", seat)
    return max(0, state.rules.money + sum([mod.a for mod in mods]))


def cost_of(state: Henchling, card: int, mods: list[Modifier]) -> int:
    """What a hand card costs now (HE-PLAY-01), with the `cost_mod` ops of its holder."""
    made = state.rules.designs[card]
    if not mods:
        return made.cost
    return max(0, made.cost + sum([mod.a for mod in mods if mod.type in (made.type, NONE)]))


# --- piles -----------------------------------------------------------------------------------


def down_size(state: Henchling) -> int:
    """Cards in the hidden pile (HE-PILE-01)."""
    return state.down.bit_count() + state.pool_down + len(state.bottom)


def up_rest(state: Henchling) -> int:
    """Unexposed cards of the second pile."""
    return state.up.bit_count() + state.pool.bit_count() - state.pool_down


def up_is_empty(state: Henchling) -> bool:
    """HE-DRAW-04: a pile whose only card is the exposed one is not empty."""
    return state.exposed < 0 and not up_rest(state)


def may_draw(state: Henchling) -> bool:
    """HE-PILE-05: a pile can be drawn from."""
    return state.exposed >= 0 or down_size(state) > 0


def may_recycle(state: Henchling) -> bool:
    """HE-DRAW-04: a pile is empty, and the discards hold more than traps."""
    if not state.discard & ~state.rules.traps:
        return False
    return up_is_empty(state) or not down_size(state)


def waiting(state: Henchling, when: int) -> int:
    """Traps that wait for this now, one bit each: an action springs those alone (HE-TRAP-05)."""
    awaited, mask = state.rules.awaited[when], 0
    for trap in state.traps:
        mask |= awaited[trap]
    return mask


def ability(state: Henchling, number: int) -> Ability:
    """An ability by its number."""
    return state.rules.abilities[number]
