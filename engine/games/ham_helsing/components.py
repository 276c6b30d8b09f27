"""Components: the content of a pack and the options as flat tables the rules index.

Rows of the pack keep their order: a token's, card's or Location's number is its place there.
Characters are numbered by turn order (`who`): `characters` of the options, seat by seat, at most
four (HH-COMP-13).  An Enemy is a Minion or the Villain (HH-TERM-01).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.actions import Outcomes
from engine.content import Pack, Row
from engine.errors import OptionError
from engine.fields import bits_of
from engine.games.ham_helsing.components_cards import Face, Fx, face_of, fx_of
from engine.games.ham_helsing.components_causes import (
    BITE_END,
    BITE_GAIN,
    CAUSES,
    IN_PLAY,
    LAST_DAMAGE,
)
from engine.games.ham_helsing.components_causes import (
    STEPS as SPINE,
)
from engine.games.ham_helsing.components_map import Atlas, build_map, with_junction
from engine.games.ham_helsing.components_names import names_of
from engine.games.ham_helsing.components_tokens import (
    alike,
    colours_of,
    effect_colour,
    effect_kind,
    where,
    with_colour,
)
from engine.games.ham_helsing.components_villain import (
    STEPS,
    levels_of,
    nest_slots,
    of_level,
    outcomes_of,
    printed_health,
    rewards_of,
    uncovered,
)
from engine.games.ham_helsing.schema_words import (
    COLOURS,
    KINDS,
    NESTS,
    POWERS,
    VILLAIN_POWERS,
    VILLAINS,
)
from engine.memo import Memo
from engine.options import Options, parts
from engine.state import Rules

NONE = -1
BLUE, RED, PURPLE, YELLOW, WILD = range(5)
# Icon kinds; the first five are the attack colours and wild.
MOVE, MONEY, DRAW, HEAL, STAR, KNUCKLES, SKILL, REROLL = range(5, 13)
SWAMP, LAB, VILLAGE, CROAK, SNACK = range(5)
# Where the Shield may be but on a player board: the Lab, the box (HH-COMP-09).
AT_LAB, BOXED = 4, 5
KATANA_BOXED = 4
ALL_COLOURS = 15
POWER_FACE = 7
PLACES, STAR_PLACE = 7, 6
MINIONS, TOKENS, CARDS, UPGRADES, LOCATIONS, SEATS, VILLAIN_CARDS = 60, 69, 40, 54, 17, 4, 16
MINION_SET = (1 << MINIONS) - 1
ROW_SIZE, MARKET = 3, 6
KATANA_COLOUR = 4

# What an invariant may need of the word lists; it imports this module and the state alone.
__all__ = [
    "BITE_END", "BITE_GAIN", "CAUSES", "COLOURS", "IN_PLAY", "KINDS", "LAST_DAMAGE", "NESTS",
    "POWERS", "SPINE", "VILLAINS", "VILLAIN_POWERS", "Atlas", "Face", "Fx", "HamRules",
]  # fmt: skip


class HamRules(Rules):
    """Content and options of Ham Helsing, ready to index; built once a game."""

    def __init__(self, pack: Pack, options: Options) -> None:
        self.who = parts(options.word("characters"))
        self.seats = options.number("players")
        self.solo = self.seats == 1
        super().__init__(pack, options, names_of(pack, self.who, self.solo))
        # Characters in play, by turn order; the seat and the card zone of each (HH-SOLO-02, -04).
        self.crew = tuple(range(2 if self.solo else self.seats))
        self.seat_of = tuple(0 if self.solo else who for who in range(SEATS))
        self.zone_of = self.seat_of
        self.zones = (0,) if self.solo else self.crew
        self.fx: list[Fx] = []
        self._minions(pack)
        self._effects(pack, options)
        self._tracks(pack, options)
        self._abilities(pack)
        self._cards(pack)
        self._upgrades(pack)
        self._villain(pack, options)
        self._dial(pack, options)
        self._powers(pack, options)
        self._fronts(pack)
        self._backs(pack)
        self._places(pack)
        self._maps(pack, options)
        self._constants(pack)
        self._switches(options)

    # --- tokens ------------------------------------------------------------------------------

    def _minions(self, pack: Pack) -> None:
        """Colours and teeth as masks (HH-BITE-01)."""
        rows = pack.rows_of("minion")
        self.colours = tuple(colours_of(row) for row in rows)
        self.count_of = tuple(found.bit_count() for found in self.colours)
        self.biting = where(row["biting"] for row in rows)
        self.pairs = where(count == 2 for count in self.count_of)
        self.with_colour = with_colour(self.colours)
        self.alike = alike(rows, pack.rows_of("effect"))

    def _effects(self, pack: Pack, options: Options) -> None:
        """Effects by kind and colour; those left out never join the bag (HH-SYB-02)."""
        self.effect_kind = [effect_kind(row) for row in pack.rows_of("effect")]
        self.effect_colour = [effect_colour(row) for row in pack.rows_of("effect")]
        gone, known = parts(options.word("effects_removed")), pack.ids("effect")
        for ident in gone:
            if ident not in known:
                raise OptionError(f"option effects_removed: the content has no Effect {ident!r}; "
                                  f"it has {', '.join(known)}")  # fmt: skip
        self.effects = where(ident not in gone for ident in known) << MINIONS

    # --- characters --------------------------------------------------------------------------

    def _boards(self, pack: Pack) -> list[Row]:
        """Player boards by turn order (HH-SETUP-10)."""
        by_id = {str(row["id"]): row for row in pack.rows_of("character")}
        return [by_id[name] for name in self.who]

    def _tracks(self, pack: Pack, options: Options) -> None:
        """Health, money, movement and skills (HH-SETUP-11 to -13, HH-SYB-12)."""
        boards = self._boards(pack)

        def number(key: str) -> tuple[int, ...]:
            return tuple(cast(int, row[key]) for row in boards)

        self.health_max, self.revived = number("health_max"), number("revive_health")
        self.money_max, self.base_move = number("money_max"), number("base_move")
        dollar = options.flag("start_dollar")
        self.start_money = (1,) * SEATS if dollar else number("start_money")
        skills = [cast(Mapping[str, int], row["skill_max"]) for row in boards]
        self.skill_max = tuple(skill[colour] for skill in skills for colour in COLOURS)

    def _abilities(self, pack: Pack) -> None:
        """Abilities as texts; who carries others along; whose the Katana is (HH-SETUP-15)."""
        boards = self._boards(pack)
        self.ability = tuple(self._text(row["ability"]) for row in boards)
        ops = [[self.fx[step].op for step in text] for text in self.ability]
        self.carries = tuple("carry" in found for found in ops)
        self.samurai = next(at for at, row in enumerate(boards) if row["item"] == "katana")

    def _text(self, steps: object) -> tuple[int, ...]:
        """The numbers of a text's steps."""
        first = len(self.fx)
        self.fx += [fx_of(step) for step in cast(list[Row], steps)]
        return tuple(range(first, len(self.fx)))

    # --- cards -------------------------------------------------------------------------------

    def _cards(self, pack: Pack) -> None:
        """Starting cards by owner; slots and texts of all cards (HH-COMP-02)."""
        cards = pack.rows_of("card")
        self.deck_of = tuple(where(row["owner"] == name for row in cards) for name in self.who)
        rows = [*cards, *pack.rows_of("upgrade")]
        self.texts = [self._text(row["effect"]) for row in rows]
        self.slots = [cast(Mapping[str, str], row["slots"]) for row in rows]
        self._faces: Memo[tuple[int, int], Face] = Memo()

    def _upgrades(self, pack: Pack) -> None:
        """Costs, the two types, and the places each covers (HH-COMP-03, HH-SLEEVE-02)."""
        rows = pack.rows_of("upgrade")
        self.cost = tuple(cast(int, row["cost"]) for row in rows)
        self.special = where(row["type"] == "special" for row in rows)
        self.attack = (1 << UPGRADES) - 1 & ~self.special
        layers = zip(self.slots[CARDS:], self.texts[CARDS:], strict=True)
        self.takes = [face_of([slots], [text]).taken for slots, text in layers]

    def face(self, card: int, sleeve: int) -> Face:
        """A starting card with the upgrades `sleeve` over it (HH-SLEEVE-01)."""
        found = self._faces.get((card, sleeve))
        if found is None:
            layers = [card, *(CARDS + at for at in bits_of(sleeve))]
            made = face_of([self.slots[at] for at in layers], [self.texts[at] for at in layers])
            found = self._faces.keep((card, sleeve), made)
        return found

    # --- the Villain -------------------------------------------------------------------------

    def _board_row(self, pack: Pack, options: Options) -> Row:
        """The board face of the Villain chosen (HH-SETUP-26)."""
        return pack.rows_of("villain")[pack.ids("villain").index(options.word("villain"))]

    def _villain(self, pack: Pack, options: Options) -> None:
        """Texts of the board; without it there are none (HH-SYB-07)."""
        row, board = self._board_row(pack, options), options.flag("villain_board")
        self.villain, self.board = VILLAINS.index(options.word("villain")), board
        self.skull = tuple(self._text(row[key]) if board else () for key in VILLAIN_POWERS)
        self.die_power = self._text(row["die_power"]) if board else ()
        self.armour = board and bool(row["ability"])

    def _dial(self, pack: Pack, options: Options) -> None:
        """Starting health, more or less of it, and how far it may rise (HH-SETUP-28)."""
        row = self._board_row(pack, options)
        added = [int(word) for word in parts(options.word("epig_cards"))]
        self.added, self.levels = sum(added), levels_of(added)
        self.delta = options.number("villain_health_delta")
        self.epig_health = options.number("epig_health") * self.added
        self.printed_health = printed_health(row, len(self.crew), self.solo)
        self.dial = max(1, self.printed_health + self.delta + self.epig_health)
        self.dial_max = (1 << 16) - 1 if row["may_exceed_start"] else self.dial

    def _powers(self, pack: Pack, options: Options) -> None:
        """Powers uncovered from the start, and those that nests cover (HH-SETUP-29)."""
        bare = uncovered(options.number("powers_uncovered"), self.added)
        self.uncovered = bare if self.board else 0
        self.nest_slots = nest_slots(self._board_row(pack, options))

    def _fronts(self, pack: Pack) -> None:
        """The steps of the Villain cards, and the dice (HH-SETUP-21)."""
        rows, places = pack.rows_of("villain_card"), pack.ids("location")
        self.target = tuple(places.index(str(row["target"])) for row in rows)
        self.step_colour = tuple(STEPS.index(str(row["minions"])) for row in rows)
        self.nest_step = tuple(bool(row["nests"]) for row in rows)
        self.dice = tuple(outcomes_of(row) for row in pack.rows_of("die"))

    def _backs(self, pack: Pack) -> None:
        """Levels, rounds and rewards of the Villain cards (HH-SETUP-20, HH-REWARD-03)."""
        rows = pack.rows_of("villain_card")
        self.level = tuple(cast(int, row["level"]) for row in rows)
        self.of_level = of_level(self.level)
        self.rounds_left = tuple(cast(int, row["rounds_remaining"]) for row in rows)
        self.rewards = tuple(rewards_of(row) for row in rows)

    # --- the board ---------------------------------------------------------------------------

    def _places(self, pack: Pack) -> None:
        """Limits, powers and the Locations the rules name (HH-LIMIT-01, HH-LOC-01)."""
        rows, ids = pack.rows_of("location"), pack.ids("location")
        self.limit = tuple(cast(int, row["limit"]) for row in rows)
        powers = (*POWERS, "none")
        known = [powers.index(str(row["power"])) for row in rows]
        self.power_at = tuple(at if at < len(POWERS) else NONE for at in known)
        self.lab = self.power_at.index(LAB)
        self.canyon = ids.index(str(pack.constants["mud_canyon"]))
        self.cavern = ids.index(str(pack.constants["cavern"]))
        bare = cast(list[str], pack.constants["unseeded"])
        self.seeded = tuple(at for at, ident in enumerate(ids) if ident not in bare)

    def _maps(self, pack: Pack, options: Options) -> None:
        """The map as printed, for Minions and placing, and for characters (HH-SYB-11)."""
        self.printed: Atlas = build_map(pack)
        joined, junction = with_junction(self.printed), options.word("wrap_junction")
        self.map: Atlas = joined if junction == "all" else self.printed
        self.walks: Atlas = joined if junction != "off" else self.printed
        start = ("none", *pack.ids("location"))
        self.villain_start = start.index(options.word("villain_start")) - 1

    def _constants(self, pack: Pack) -> None:
        """Hand sizes and the Katana's Damage (HH-DRAW-01, HH-SOLO-05, HH-KATANA-01)."""
        constants = cast(Mapping[str, int], pack.constants)
        self.hand = constants["solo_hand" if self.solo else "hand"]
        self.extra, self.katana = constants["extra"], constants["katana"]

    def _switches(self, options: Options) -> None:
        """Readings and variants that the rules ask for one by one."""
        first = options["first_seat"]
        self.first = NONE if first == "random" else cast(int, first)
        self.choose_order = options.word("placement_order") == "choose"
        self.limits = options.flag("limits")
        self.minion_moves = options.flag("villain_minion_moves")
        self.either = options.flag("either_colour")
        self.gifts = options.flag("gifts")
        self.bear_on_nests = options.flag("knuckles_on_nests")
        self.villain_hurts = options.flag("enter_villain_hurts")
        self.biters_hurt = options.flag("enter_biters_hurts")

    def drawn(self, pool: int) -> Outcomes:
        """A token of a pool: like tokens are one outcome, weighted by their number (HH-PLACE-07).

        The token drawn is the first of its like.
        """
        found = sorted(
            [(one & -one, one.bit_count()) for like in self.alike if (one := pool & like)]
        )
        codes = [low.bit_length() - 1 for low, _ in found]
        return Outcomes.weighed(codes, [count for _, count in found])
