"""What cards, targets and effects are worth to a seat: rough points, from what it sees."""

from __future__ import annotations

from engine.fields import bits_of
from engine.games.henchling.components import ATTACK, NOBODY_CHOSEN, NONE, PLAY, SEAT0, Ability, Fx
from engine.games.henchling.schema import CARDS
from engine.games.henchling.schema_words import ENHANCER, HENCHLING, SPELL
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    attack_of,
    controller,
    design,
    health_of,
    henchlings,
)
from engine.games.henchling.table_targets import Slots, reach, selectors

HARM = ("damage", "destroy", "eject", "steal", "tilt", "flip", "fight", "discard",
        "remove_counter")  # fmt: skip
# Rows without a target: what one of `n` is worth to whoever it reaches.
EACH = {"draw": 3, "money": 1, "token": 4, "heal": 1, "counter": 1, "buff": 1, "cancel": 0}
LETHAL = 200

# --- cards -----------------------------------------------------------------------------------


def printed_worth(state: Henchling, card: int) -> int:
    """A card by what is printed on it."""
    made = state.rules.designs[card] if card < CARDS else design(state, card)
    if made.type == HENCHLING:
        return made.attack * 2 + made.health + 2 * (made.protector + made.reaction)
    if made.type == ENHANCER:
        return 2 + abs(sum(mod.a + mod.h for mod in made.mods))
    return 4 + 2 * len(made.active) + 2 * made.protector + made.cost


def worth(state: Henchling, card: int) -> int:
    """A card on the table as it is now; one that lies face down is just a card."""
    if card in state.backs:
        return 3
    if not henchlings(state) >> card & 1:
        return printed_worth(state, card)
    made = design(state, card)
    return attack_of(state, card) * 2 + left(state, card) + 2 * (made.protector + made.reaction)


def left(state: Henchling, card: int) -> int:
    """Health a face-up Henchling has left."""
    return health_of(state, card) - state.damage[card]


# --- targets ---------------------------------------------------------------------------------


def rows_on(known: Ability, slot: int) -> list[Fx]:
    """Effect rows that speak of a slot."""
    return [row for row in known.effects if slot in (row.to, row.other, row.who)]


def for_target(state: Henchling, seat: int, row: Fx, slot: int, target: int) -> int:
    """What a row is worth done to a target."""
    if row.op == "trade":
        mine = slot == row.to
        return (20 - worth(state, target)) if mine else worth(state, target)
    if target >= SEAT0:
        return for_player(state, seat, row, target - SEAT0)
    own = controller(state, target) == seat
    if row.op in ("heal", "untilt", "buff", "counter", "token"):
        return for_friend(state, row, target) * (1 if own else -1)
    value = harm(state, row, target)
    return -value if own else value


def for_player(state: Henchling, seat: int, row: Fx, other: int) -> int:
    """Damage where it hurts most, healing at home."""
    if row.op == "heal":
        return row.n if other == seat else -row.n
    if row.op == "money":
        return row.n if other == seat else 0
    value = row.n * 2 + (40 - min(40, state.health[other])) // 8
    if row.op == "damage" and row.n >= state.health[other]:
        value += LETHAL
    return -value * 3 if other == seat else value


def for_friend(state: Henchling, row: Fx, target: int) -> int:
    """Help that is of use."""
    if row.op == "heal":
        return min(row.n, state.damage[target]) * 2
    if row.op == "untilt":
        return worth(state, target) * (state.tilted >> target & 1)
    return 2 + row.a * 2 + row.h


def harm(state: Henchling, row: Fx, target: int) -> int:
    """Harm done to a card."""
    value = worth(state, target)
    if row.op == "damage":
        return value if row.n >= left(state, target) else row.n
    if row.op == "tilt":
        return 0 if state.tilted >> target & 1 else value // 2
    if row.op == "flip":
        return -8 if target in state.backs else value // 2
    return value if row.op != "fight" else value // 2


def for_host(state: Henchling, seat: int, card: int, target: int) -> int:
    """An enhancer on a card: a good one on an own, a bad one on another's."""
    made = design(state, card)
    good = sum(mod.a + mod.h for mod in made.mods if mod.op == "stat_mod") + 3 * len(made.granted)
    own = controller(state, target) == seat
    return (good if own else -good) + worth(state, target) // 4


def for_attack(state: Henchling, seat: int, card: int, target: int) -> int:
    """A blow at a player, or a fight: what falls on either side."""
    attack = attack_of(state, card)
    if target >= SEAT0:
        other = target - SEAT0
        return attack * 2 + (LETHAL if attack >= state.health[other] else 0)
    if controller(state, target) == seat:
        return -worth(state, target)
    gain = worth(state, target) + 3 if attack >= left(state, target) else 1
    return gain - (worth(state, card) if attack_of(state, target) >= left(state, card) else 0)


def target_worth(
    state: Henchling, seat: int, action: int, source: int, number: int, slot: int, target: int
) -> int:
    """What naming a target is worth in an action."""
    if target == NOBODY_CHOSEN:
        return 0
    if action == ATTACK:
        return for_attack(state, seat, source, target)
    if action == PLAY and number == NONE:
        return for_host(state, seat, source, target)
    rows = rows_on(state.rules.abilities[number], slot)
    return sum([for_target(state, seat, row, slot, target) for row in rows])


# --- actions ---------------------------------------------------------------------------------


def action_worth(state: Henchling, seat: int, action: int, source: int, number: int) -> int:
    """What an action is worth with its best targets; below 1 it is better left."""
    total = 0
    for slot in range(len(slots_of(state, action, source, number))):
        best, optional = best_target(state, seat, action, source, number, slot)
        if best <= 0 and not optional:
            return min(best, 0)
        total += max(best, 0)
    if number >= 0:
        rows = state.rules.abilities[number].effects
        return total + sum([untargeted(state, seat, source, row) for row in rows])
    own = action == PLAY and design(state, source).type != ENHANCER
    return total + (printed_worth(state, source) if own else 0)


def slots_of(state: Henchling, action: int, source: int, number: int) -> Slots:
    """What an action names: nothing for a Henchling or an item that is played."""
    if action == PLAY and number == NONE and design(state, source).type != ENHANCER:
        return ()
    return selectors(state, source, number)


def best_target(
    state: Henchling, seat: int, action: int, source: int, number: int, slot: int
) -> tuple[int, bool]:
    """The worth of a slot's best target, and whether it may stay empty."""
    sel, optional, _ = slots_of(state, action, source, number)[slot]
    options = bits_of(reach(state, seat, source, sel))
    how = (state, seat, action, source, number, slot)
    return max([target_worth(*how, target) for target in options], default=0), optional


def untargeted(state: Henchling, seat: int, source: int, row: Fx) -> int:
    """A row that speaks of no slot."""
    if row.op == "damage" and row.to in ("each_henchling", "each_own_henchling"):
        return sum(
            for_target(state, seat, row, 0, card) for card in bits_of(henchlings(state))
        ) - (2 if row.to != "each_henchling" else 0)
    if row.op in ("damage", "discard"):
        who = row.to if row.op == "damage" else row.who
        return {"each_opponent": 2, "controller": -2, "each_player": -1}.get(str(who), 0) * row.n
    if isinstance(row.to, int) or isinstance(row.who, int):
        return 0
    return EACH.get(row.op, 0) * max(1, row.n)


def cheapest(state: Henchling, cards: list[int]) -> int:
    """The hand card or item that is missed least."""
    return min(cards, key=lambda card: (printed_worth(state, card), card))


def playable_soon(state: Henchling, card: int) -> int:
    """A card to draw: worth, less what costs most of a turn."""
    made = state.rules.designs[card]
    return printed_worth(state, card) - made.cost - (3 if made.type == SPELL else 0)

