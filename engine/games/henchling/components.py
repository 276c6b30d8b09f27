"""Components (Getting Ready, Card Types): a pack's cards as flat tables the rules index.

Cards are instances: 0..31 the set in the order of the pack, 32..63 its second copy (`copies`),
64..75 tokens.  A target is a card, a seat (SEAT0 + seat), NOBODY_CHOSEN, or BACK0 + n for the n-th
face-down card on the table: whoever does not control it cannot say which card that is.
Everything derived from content is derived here, once a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from engine.content import Pack
from engine.fields import bits_of
from engine.games.henchling.components_cards import (
    NONE,
    Ability,
    Condition,
    Design,
    Fx,
    Modifier,
    Pay,
    Reader,
    Slot,
)
from engine.games.henchling.schema import ABILITIES_MAX, INSTANCES, SEATS, TOKENS
from engine.games.henchling.schema_words import (
    COUNTERS,
    DESTINATIONS,
    DURATIONS,
    ENHANCER,
    HENCHLING,
    HOST_HENCHLING,
    HOST_ITEM,
    SPELL,
    STATIC_OPS,
    TRAP,
    TRIGGERS,
    TYPES,
)
from engine.options import Options
from engine.state import Rules

__all__ = [
    "NONE", "Ability", "Condition", "Design", "Fx", "HenchlingRules", "Modifier", "Pay", "Slot",
]  # fmt: skip

SEAT0: Final = INSTANCES
NOBODY_CHOSEN: Final = SEAT0 + SEATS
BACK0: Final = NOBODY_CHOSEN + 1
TARGETS: Final = BACK0 + INSTANCES
USES: Final = INSTANCES * ABILITIES_MAX

# Task kinds of the agenda: those that ask, then those that run.
(
    DRAW, TAKE, EXPOSE, CHOOSE, WINDOW, SPELL_WINDOW, BLOCK, DISCARD, ROOM, MULLIGAN,
    DRAW_ON, ANNOUNCE, CARRY_OUT, EFFECT, LAND, BATCH_END, ARRIVING, ENTER, SPENT, STEAL, CREATE,
    TRIGGER, SPRING, TRAP_DONE, SPARE,
) = range(25)  # fmt: skip
PLAY, ATTACK, USE, REACT, TEXT = range(5)
ACTIONS: Final = ("play", "attack", "ability", "reaction", "text")
# Steps of the spine: what is owed once the agenda is empty.
SETTING_UP, DRAWING, PASSING, ACTING, TRIMMING, ENDED = range(6)
STEPS: Final = ("setup", "draw", "passing", "action", "discard", "ended")
# Why cards are drawn, and why they are discarded.
FOR_EFFECT, FOR_PHASE, FOR_MULLIGAN = range(3)
DRAWN_FOR: Final = ("effect", "draw_phase", "mulligan")
BY_EFFECT, BY_LIMIT, AS_PAYMENT = range(3)
DISCARDED_FOR: Final = ("effect", "hand_limit", "payment")
# Kinds of packets of damage.
BY_ATTACK, BY_RETURN, BY_FIGHT, BY_ABILITY, BY_SPELL, BY_TRAP, BY_TEXT, BY_REACTION = range(8)
PACKETS: Final = (
    "attack", "return", "fight", "ability", "spell", "trap", "text", "reaction",
)  # fmt: skip
# Why a card leaves the table.
DIED, DESTROYED, EJECTED, MADE_ROOM, BROKEN, PAID, WITH_HOST, FELL = range(8)
CAUSES: Final = (
    "died", "destroyed", "ejected", "made_room", "blocked", "paid", "with_host", "eliminated",
)  # fmt: skip
# Why a card is exposed.
AT_SETUP, TAKEN, PASSED, AFTER_TRAP, RECYCLED, REBURIED = range(6)
EXPOSURES: Final = ("setup", "drawn", "passed", "trap", "recycled", "reburied")
# Why an action is stopped, or does nothing.
(CANCELLED, GONE, FACE_DOWN, IS_TILTED, TAKEN_OVER, UNPAID, UNMET, NO_TARGET, NO_HOST) = range(9)
PREVENTIONS: Final = (
    "cancelled", "gone", "face_down", "tilted", "control", "unpaid", "condition", "targets",
    "host",
)  # fmt: skip
CAPS: Final = ("tokens", "health", "counters", "money")
CAP_TOKENS, CAP_HEALTH, CAP_COUNTERS, CAP_MONEY = range(4)
ZONES: Final = ("hand", "table", "row", "down", "up", "discard", "gone")
IN_HAND, ON_TABLE, IN_ROW, IN_DOWN, IN_UP, IN_DISCARD, OUT = range(7)
DOWN_PILE, UP_PILE = range(2)
PILES: Final = ("down", "up")
CAUSE_TURNS, CAUSE_ACTIONS = range(2)
PHASE_WORDS: Final = ("un_tilt", "recover", "draw", "action", "un_flip", "discard")
P_UNTILT, P_RECOVER, P_DRAW, P_ACTION, P_UNFLIP, P_DISCARD = range(6)
HEALTH_MAX: Final = 30_000


def _asks(known: Ability) -> bool:
    """Whether an ability has conditions, or is paid for with more than a tilt."""
    return bool(known.conditions or known.pay.free or known.pay.amounts)


class HenchlingRules(Rules):
    """Content and options of Henchling, ready to index; built once a game."""

    def __init__(self, pack: Pack, options: Options) -> None:
        """The cards of the pack, read and counted (HE-COMP-01, -02)."""
        reader = Reader(pack.ids("token"))
        cards = [reader.design(row) for row in pack.rows_of("card")]
        self.tokens = [reader.design(row) for row in pack.rows_of("token")]
        self.abilities = reader.abilities
        self.slots = [
            tuple((slot.sel, slot.optional, slot.distinct) for slot in known.slots)
            for known in self.abilities
        ]  # fmt: skip
        super().__init__(pack, options, _names(pack, reader.names))
        self.players = options.number("players")
        self._switches(options)
        self._numbers(cast(Mapping[str, int], pack.constants))
        # HE-COMP-02: k sets give each physical card a number of its own.
        self.designs = cards * options.number("copies")
        self.deck = self._cards(lambda design: design.type != TRAP)
        self.traps = self._cards(lambda design: design.type == TRAP)
        self.of_type = [self._of_type(sort) for sort in range(len(TYPES))]
        self.reactions = self._cards(lambda design: design.reaction)
        self.protectors = self._cards(lambda design: design.protector)
        mods = [mod for made in (*cards, *self.tokens) for mod in made.mods]
        # Cards with a static op, by op.
        self.modifiers = {op: self._modifiers(op) for op in STATIC_OPS}
        self.users = self._cards(lambda design: bool(design.usable))
        # Those of them that a tilt does not use up.
        self.untiring = self._cards(
            lambda design: any(not self.abilities[n].pay.tilt for n in design.usable)
        )
        # By ability: whether being untilted, where it tilts, is all that its payment asks.
        self.plain = [not (_asks(known) or self.free_counts) for known in self.abilities]
        self.repriced = any(mod.op == "cost_mod" for mod in mods)
        # What each purse pays for; by card, the slots to be filled when it is played.
        dearest = max(design.cost for design in self.designs)
        self.within = [self._within(purse) for purse in range(dearest + 1)]
        self.needs = [self._needs(design) for design in self.designs]
        self.conditional = any(mod.conditions for mod in mods)
        # HE-ATK-09: a batch of damage may itself bring on a text that changes health.
        self.wavering = any(_wavers(mod) for mod in mods)
        # Living seats, clockwise from one, by the set of living seats and the first.
        self.orders = [
            [clockwise(alive, first, self.players) for first in range(self.players)]
            for alive in range(1 << self.players)
        ]
        # HE-LIMIT-06: a turn of such cards need not end by the rules alone.
        self.may_prolong = any(prolongs(known) for known in self.abilities)
        # A trap among those that wait, as one bit of a task's number.
        self.trap_bit = {card: 1 << n for n, card in enumerate(bits_of(self.traps))}
        # By what they may wait for: that bit of the traps that do, 0 of the others.
        self.awaited = [self._awaited(when) for when in range(len(TRIGGERS))]

    def _switches(self, options: Options) -> None:
        start = options["start"]
        self.start = start if type(start) is int else NONE
        self.pile_split = options.word("pile_split")
        self.reshuffle_split = options.word("reshuffle_split")
        self.rebury = options.word("setup_trap_reveal") == "rebury"
        self.mulligan = options.flag("mulligan")
        self.recover_face_down = options.flag("recover_face_down")
        self.free_counts = options.flag("free_counts_as_use")
        self.free_uses = options.number("free_uses_per_turn")
        self.attack_own = options.flag("attack_own")
        self.unflip_summary = options.word("unflip_mode") == "summary"
        self.block_reactions = options.flag("block_reaction_damage")
        self.block_tilts = options.flag("block_tilts")
        self.needs_untilted = options.flag("protector_needs_untilted")
        self.turns_max = options.number("turns_max")
        self.actions_max = options.number("actions_max")

    def _numbers(self, constants: Mapping[str, int]) -> None:
        self.health, self.opening_hand = constants["health"], constants["opening_hand"]
        self.draws, self.first_draws = constants["draws"], constants["first_draws"]
        self.money = constants["money"]
        self.hand_limit, self.item_limit = constants["hand_limit"], constants["item_limit"]

    def _cards(self, fits: Callable[[Design], bool]) -> int:
        return sum(1 << card for card, design in enumerate(self.designs) if fits(design))

    def _needs(self, design: Design) -> tuple[tuple[int, bool, bool], ...]:
        if design.type == ENHANCER:
            return ((HOST_HENCHLING if design.enhances == HENCHLING else HOST_ITEM, False, False),)
        return self.slots[design.text[0]] if design.type == SPELL else ()

    def _within(self, purse: int) -> int:
        return self._cards(lambda design: design.cost <= purse)

    def _awaited(self, when: int) -> dict[int, int]:
        texts = {trap: self.abilities[self.designs[trap].text[0]] for trap in self.trap_bit}
        return {trap: bit * (when in texts[trap].when) for trap, bit in self.trap_bit.items()}

    def _of_type(self, sort: int) -> int:
        return self._cards(lambda design: design.type == sort)

    def _modifiers(self, op: str) -> int:
        return self._cards(lambda design: any(mod.op == op for mod in design.mods))


def _wavers(mod: Modifier) -> bool:
    """Whether damage or a block that tilts switches a change of health on or off."""
    words = [each.word for each in mod.conditions]
    return bool(mod.h) and ("damaged" in words or "this_tilted" in words)


def clockwise(alive: int, first: int, players: int) -> tuple[int, ...]:
    """The seats of a set, clockwise from one of the table (HE-TURN-02)."""
    around = [(first + n) % players for n in range(players)]
    return tuple(seat for seat in around if alive >> seat & 1)


def prolongs(known: Ability) -> bool:
    """Whether readying, drawing or a token is had for a tilt or for Free (HE-LIMIT-06)."""
    pay = known.pay
    cheap = (pay.tilt or pay.free) and not (pay.money or pay.discard or pay.destroy_this)
    return cheap and any(row.op in ("untilt", "draw", "token") for row in known.effects)


def _names(pack: Pack, abilities: list[str]) -> dict[str, tuple[str, ...]]:
    """Words of the game's indices."""
    ids = pack.ids("card")
    cards = (*ids, *(f"{ident}_2" for ident in ids), *(f"token_{n + 1}" for n in range(TOKENS)))
    seats = tuple(f"seat_{seat}" for seat in range(SEATS))
    backs = tuple(f"back_{n}" for n in range(INSTANCES))
    return {
        "content": (pack.id,),
        "cards": cards,
        "seats": seats,
        "targets": (*cards, *seats, "none", *backs),
        "uses": tuple(f"{card}_use_{n + 1}" for card in cards for n in range(ABILITIES_MAX)),
        "tokens": pack.ids("token"),
        "abilities": tuple(abilities),
        "types": TYPES,
        "steps": STEPS,
        "actions": ACTIONS,
        "triggers": TRIGGERS,
        "drawn_for": DRAWN_FOR,
        "discarded_for": DISCARDED_FOR,
        "packets": PACKETS,
        "causes": CAUSES,
        "exposures": EXPOSURES,
        "preventions": PREVENTIONS,
        "caps": CAPS,
        "zones": ZONES,
        "piles": PILES,
        "counters": COUNTERS,
        "durations": DURATIONS,
        "destinations": DESTINATIONS,
        "limits": ("turns", "actions"),
        "phases": PHASE_WORDS,
        "lots": ("named", "drawn"),
    }
