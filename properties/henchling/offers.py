"""What is offered: the whole legal list by this witness's reading of position and cards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.henchling.components import BACK0, SEAT0, Ability, Slot
from engine.games.henchling.schema import ABILITIES_MAX
from engine.games.henchling.schema_words import (
    ENHANCER,
    HENCHLING,
    ITEM,
    SELECTORS,
    SPELL,
)
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    bits,
    controller,
    design,
    enhancers_on,
    fighters,
    holds,
    in_play,
    live,
    of_type,
    on_tables,
)
from properties.henchling.ledger import Turn


def offered(step: Turn, verb: str) -> list[int]:
    """Local codes of a verb among what is legal."""
    bases = step.game.space.bases
    low = bases[verb]
    high = min([base for base in bases.values() if base > low], default=1 << 30)
    return [code - low for code in step.legal if low <= code < high]


def taken(step: Turn) -> int:
    """The local code of the action taken."""
    return step.code - step.game.space.bases[step.verb]


# --- targets ----------------------------------------------------------------------------------


def _cards(state: Henchling, word: str, seat: int, source: int) -> int:
    """Cards a selector reaches, for the seat that chooses (HE-FLIP-04, HE-ABIL-06)."""
    mine, able = state.tables[seat], in_play(state)
    if word == "card":
        return on_tables(state) & ~(1 << state.playing if state.playing >= 0 else 0)
    if word in ("any", "henchling"):
        return of_type(state, able, HENCHLING)
    if word == "enhancer":
        return of_type(state, able, ENHANCER)
    if "item" in word:
        able = of_type(state, able, ITEM)
    else:
        able = of_type(state, able, HENCHLING)
    if word.startswith("other_own"):
        return able & mine & ~(1 << source)
    return able & mine if word.startswith("own") else able & ~mine if "enemy" in word else able


def targets(state: Henchling, slot: Slot, seat: int, source: int) -> set[int]:
    """Every target of a slot, as the chooser may name it: seats, cards, backs of others."""
    word = SELECTORS[slot.sel]
    found: set[int] = set()
    if word in ("any", "player", "opponent"):
        found |= {SEAT0 + other for other in bits(state.alive)
                  if word != "opponent" or other != seat}  # fmt: skip
    if word not in ("player", "opponent"):
        found |= {named(state, card) for card in bits(_cards(state, word, seat, source))}
    return found


def named(state: Henchling, card: int) -> int:
    """How a card on a table is named: one that lies face down by its back alone."""
    return BACK0 + state.backs.index(card) if card in state.backs else card


def meant(state: Henchling, target: int) -> int:
    """The card or seat a target stands for."""
    at = target - BACK0
    return state.backs[at] if 0 <= at < len(state.backs) else target


def fillable(state: Henchling, ability: Ability, seat: int, source: int) -> bool:
    """Whether every required slot can be filled, distinct where it must be (HE-REQ-03)."""
    needed = [(slot, targets(state, slot, seat, source))
              for slot in ability.slots if not slot.optional]  # fmt: skip
    if any(not found for _, found in needed):
        return False
    if len(needed) == 2 and needed[1][0].distinct:
        return len(needed[0][1] | needed[1][1]) > 1
    return True


def simple(ability: Ability) -> bool:
    """Whether this reading covers it: a trade of mixed types is left to its own check."""
    trades = any(fx.op == "trade" for fx in ability.effects)
    sels = [SELECTORS[slot.sel] for slot in ability.slots]
    return not trades or all("henchling" in s for s in sels) or all("item" in s for s in sels)


# --- abilities --------------------------------------------------------------------------------


def abilities_of(state: Henchling, card: int) -> Iterator[tuple[int, int]]:
    """(the card that prints it, number) of each active ability of a card in play."""
    printed = design(state, card)
    if printed is None:
        return
    for number in printed.active:
        yield card, number
    for other in bits(enhancers_on(state, card) & in_play(state)):
        giver = design(state, other)
        for number in giver.granted if giver is not None else ():
            yield other, number


def granting(state: Henchling, card: int, ability: int) -> tuple[int, ...]:
    """The cards by which a card has this ability now: itself, or enhancers face up on it."""
    return tuple(via for via, number in abilities_of(state, card) if number == ability)


def payable(state: Henchling, card: int, via: int, ability: Ability, seat: int) -> bool:
    """Whether every payment can be made now (HE-REQ-01, HE-COST-01, HE-ABIL-05)."""
    pay = ability.pay
    purse = state.purse if seat == state.active else 0
    use = via * ABILITIES_MAX + ability.place
    hand = state.hands[seat].bit_count()
    return (
        not (pay.tilt and state.tilted >> card & 1)
        and not (pay.free and state.used.count(use) >= state.rules.free_uses)
        and pay.money <= purse
        and pay.discard <= hand
        and pay.counters <= state.coins[card]
    )


def usable(state: Henchling, seat: int, reacting: bool) -> Iterator[tuple[int, int, Ability]]:
    """(card, the card that prints it, ability) of what a seat may use, or react with, now."""
    for card in bits(state.tables[seat] & in_play(state)):
        printed = design(state, card)
        if printed is None or printed.type not in (HENCHLING, ITEM):
            continue
        if reacting and (not printed.reaction or state.tilted >> card & 1):
            continue
        for via, number in abilities_of(state, card):
            known = state.rules.abilities[number]
            if reacting and (not known.reaction or via != card):
                continue
            if (
                payable(state, card, via, known, seat)
                and all(holds(state, via, condition) for condition in known.conditions)
                and fillable(state, known, seat, card)
            ):
                yield card, via, known


# --- plays ------------------------------------------------------------------------------------


def cost_of(state: Henchling, card: int) -> int:
    """What a hand card costs the active player now (HE-PLAY-01, HE-PLAY-02)."""
    printed = state.rules.designs[card]
    changed = sum(
        mod.a
        for source, mod in live(state, "cost_mod")
        if controller(state, source) == state.active and mod.type in (-1, printed.type)
    )
    return max(0, printed.cost + changed)


def playable(state: Henchling, card: int) -> bool:
    """Whether a hand card can be played: paid for, and with what it must be aimed at."""
    printed, seat = state.rules.designs[card], state.active
    if cost_of(state, card) > state.purse:
        return False
    if printed.type == ENHANCER:
        return bool(of_type(state, in_play(state), printed.enhances))
    if printed.type == SPELL:
        return all(fillable(state, state.rules.abilities[n], seat, card) for n in printed.text)
    return printed.type in (HENCHLING, ITEM)


def attackable(state: Henchling, card: int) -> set[int]:
    """Whom a Henchling may attack (HE-ATK-01)."""
    seat = controller(state, card)
    found = {SEAT0 + other for other in bits(state.alive) if other != seat}
    mine = state.tables[seat]
    return found | {
        other for other in fighters(state)
        if other != card and (state.rules.attack_own or not mine >> other & 1)
    }  # fmt: skip


def slots_of(step: Turn, codes: list[int]) -> tuple[tuple[Slot, ...], int] | None:
    """Slots of the action whose targets are being chosen, and its card; None if none is known.

    `codes` end with the action under way and the targets chosen for it so far.
    """
    state, game = step.before, step.game
    at = len(codes) - 1
    while at >= 0 and game.space.verb_of(codes[at]).name == "target":
        at -= 1
    if at < 0:
        return None
    verb = game.space.verb_of(codes[at]).name
    local = codes[at] - game.space.bases[verb]
    done = len(codes) - 1 - at
    if verb in ("use", "react"):
        card, place = divmod(local, ABILITIES_MAX)
        found = [state.rules.abilities[n] for via, n in abilities_of(state, card) if via == card]
        known = [each.slots for each in found if each.place == place]
    elif verb == "play_card" and state.rules.designs[local].type == SPELL:
        card, known = local, [state.rules.abilities[n].slots
                              for n in state.rules.designs[local].text]  # fmt: skip
    else:
        return None
    return (known[0][done:], card) if known and done < len(known[0]) else None
