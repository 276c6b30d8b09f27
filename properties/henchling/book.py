"""What the cards say, read by this witness alone: derived numbers, zones, seats.

The tables of `components` (designs as printed) are read; nothing of the rules is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.content import Row
from engine.games.henchling.components import SEAT0, Condition, Design, Modifier
from engine.games.henchling.schema import CARDS, INSTANCES, LIMIT, SEATS
from engine.games.henchling.schema_words import HENCHLING
from engine.games.henchling.state import Henchling

NONE = -1
SCOPES = ("this", "host", "each_other_henchling", "each_own_henchling", "controller")


def bits(mask: int) -> Iterator[int]:
    """Places of the ones, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def bit(card: int) -> int:
    """The mask of a card or seat; 0 for NONE."""
    return 1 << card if card >= 0 else 0


def seats_from(state: Henchling, first: int) -> list[int]:
    """All seats of the game clockwise from this one."""
    players = state.rules.players
    return [(first + n) % players for n in range(players)]


def following(state: Henchling) -> int:
    """The next living seat clockwise, and the active one last; NONE if nobody lives."""
    active, *others = seats_from(state, state.active)
    return next((seat for seat in (*others, active) if state.alive >> seat & 1), NONE)


def controller(state: Henchling, card: int) -> int:
    """The seat whose table holds the card; NONE if none does."""
    for seat in range(SEATS):
        if state.tables[seat] >> card & 1:
            return seat
    return NONE


def on_tables(state: Henchling) -> int:
    """All cards on tables."""
    one, two, three, four = state.tables
    return one | two | three | four


def downs(state: Henchling) -> int:
    """All face-down cards, as a mask."""
    found = 0
    for card in state.backs:
        found |= 1 << card
    return found


def design(state: Henchling, card: int) -> Design | None:
    """What is printed on a card instance; None for a token that is not in play."""
    if card < len(state.rules.designs):
        return state.rules.designs[card]
    kind = state.kinds[card - CARDS] if card >= CARDS else NONE
    return state.rules.tokens[kind] if kind >= 0 else None


def sort_of(state: Henchling, card: int) -> int:
    """The printed type; NONE for what is no card."""
    known = design(state, card)
    return NONE if known is None else known.type


def of_type(state: Henchling, mask: int, sort: int) -> int:
    """Those of these cards whose printed type it is."""
    found = mask & state.rules.of_type[sort]
    for card in bits(mask >> CARDS << CARDS):
        if sort_of(state, card) == sort:
            found |= 1 << card
    return found


def in_play(state: Henchling) -> int:
    """Face-up cards on tables that have entered: what lies there arriving is not in play."""
    return on_tables(state) & ~downs(state) & ~bit(state.playing)


def fighters(state: Henchling) -> list[int]:
    """Face-up Henchlings in play (HE-ATK-01)."""
    return list(bits(of_type(state, in_play(state), HENCHLING)))


def enhancers_on(state: Henchling, host: int) -> int:
    """Cards attached to this one."""
    found = 0
    for card in bits(on_tables(state)):
        if state.host[card] == host:
            found |= 1 << card
    return found


def is_seat(target: int) -> bool:
    """Whether a target is a player."""
    return SEAT0 <= target < SEAT0 + SEATS


def is_card(target: int) -> bool:
    """Whether a target is a card instance."""
    return 0 <= target < INSTANCES


# --- derived numbers (HE-HENCH-03, HE-ENH-01, HE-CTR-05, HE-REACT-07, HE-LIMIT-04) ----------


def holds(state: Henchling, card: int, condition: Condition) -> bool:
    """Whether a condition of a passive text holds now."""
    seat, word, n = controller(state, card), condition.word, condition.n
    if word == "controls":
        mine = state.tables[seat] & in_play(state)
        return of_type(state, mine, condition.type).bit_count() >= n
    if word in ("hand_min", "hand_max"):
        hand = state.hands[seat].bit_count()
        return hand >= n if word == "hand_min" else hand <= n
    if word == "counters_min":
        return state.coins[card] >= n
    truth = {
        "this_tilted": bool(state.tilted >> card & 1),
        "own_turn": seat == state.active,
        "damaged": state.damage[card] > 0,
    }[word]
    return truth == bool(n)


def reaches(state: Henchling, source: int, mod: Modifier, card: int) -> bool:
    """Whether a passive text of `source` speaks of `card`."""
    scope = SCOPES[mod.scope]
    if scope == "this":
        return source == card
    if scope == "host":
        return state.host[source] == card
    if scope == "each_other_henchling":
        return source != card
    return controller(state, source) == controller(state, card)


def live(state: Henchling, op: str) -> list[tuple[int, Modifier]]:
    """Static texts of this op that work now: face up, in play, on a face-up host, `if` met."""
    able, found = in_play(state), []
    several = state.rules.modifiers[op] | able >> CARDS << CARDS
    for source in bits(able & several):
        printed = design(state, source)
        host = state.host[source]
        if printed is None or (host >= 0 and not able >> host & 1):
            continue
        found += [
            (source, mod)
            for mod in printed.mods
            if mod.op == op and all(holds(state, source, known) for known in mod.conditions)
        ]
    return found


def passive(state: Henchling, card: int) -> tuple[int, int]:
    """What passive texts add to attack and to health."""
    found = [mod for source, mod in live(state, "stat_mod") if reaches(state, source, mod, card)]
    return sum(mod.a for mod in found), sum(mod.h for mod in found)


def attack_parts(state: Henchling, card: int) -> tuple[int, int, int, int, int]:
    """Printed, passive, counters, lasting boosts and those of this turn."""
    printed = design(state, card)
    base = printed.attack if printed is not None else 0
    return (base, passive(state, card)[0], state.power_a[card], state.boost_a[card],
            state.turn_a[card])  # fmt: skip


def attack_of(state: Henchling, card: int) -> int:
    """Attack with all bonuses, from 0 to the bound."""
    return min(LIMIT, max(0, sum(attack_parts(state, card))))


def health_of(state: Henchling, card: int) -> int:
    """Maximum health with all bonuses, from 1 to the bound."""
    printed = design(state, card)
    base = printed.health if printed is not None else 0
    total = base + passive(state, card)[1] + state.power_h[card]
    return min(LIMIT, max(1, total + state.boost_h[card] + state.turn_h[card]))


def of_seat(state: Henchling, op: str, seat: int) -> int:
    """What static texts of a seat's cards add: money or hand limit."""
    return sum(mod.a for source, mod in live(state, op) if controller(state, source) == seat)


def rows_in(row: Row, key: str) -> list[Row]:
    """A list of tables inside a content row; empty if there is none."""
    return list(cast(list[Row], row.get(key, [])))


def number(row: Row, key: str, default: int = 0) -> int:
    """A whole-number field of a content row."""
    return cast(int, row.get(key, default))
