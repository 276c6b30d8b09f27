"""Components: the content of a pack and the options as flat tables the rules index.

Rows of the pack keep their order: a token's, card's or Location's number is its place there.
Characters are numbered by turn order (`who`): `characters` of the options, seat by seat, at most
four (HH-COMP-13).  An Enemy is a Minion or the Villain (HH-TERM-01).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.actions import Outcomes
from engine.content import Pack, Row
from engine.errors import OptionError
from engine.games.ham_helsing.components_cards import Face, Fx, Reward, face_of, fx_of, reward_of
from engine.games.ham_helsing.components_map import Atlas, build_map, with_junction
from engine.games.ham_helsing.components_names import names_of
from engine.games.ham_helsing.schema_words import (
    COLOURS,
    EFFECT_KINDS,
    FACES,
    PARTIES,
    POWERS,
    VILLAIN_POWERS,
    VILLAINS,
)
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


class HamRules(Rules):
    """Content and options of Ham Helsing, ready to index; built once a game."""

    def __init__(self, pack: Pack, options: Options) -> None:
        self.who = parts(options.word("characters"))
        self.seats = options.number("players")
        self.solo = self.seats == 1
        super().__init__(pack, options, names_of(pack, self.who, self.solo))
        # Characters in play, by turn order; the seat and the card zone of each (HH-SOLO-02, -04).
        self.crew = tuple(range(2 if self.solo else self.seats))
        self.seat_of = tuple(0 if self.solo else who for who in range(4))
        self.zone_of = self.seat_of
        self.zones = (0,) if self.solo else self.crew
        self.fx: list[Fx] = []
        self._tokens(pack)
        self._characters(pack)
        self._cards(pack)
        self._villain(pack, options)
        self._board(pack, options)
        self._switches(options)
        self._pools: dict[int, Outcomes] = {}

    def _tokens(self, pack: Pack) -> None:
        """Colours as masks, like tokens grouped, Effects by kind (HH-COMP-01)."""
        rows = pack.rows_of("minion")
        colours = [cast(list[str], row["colours"]) for row in rows]
        self.colours = tuple(sum(1 << COLOURS.index(c) for c in found) for found in colours)
        self.count_of = tuple(len(found) for found in colours)
        self.biting = sum(1 << at for at, row in enumerate(rows) if row["biting"])
        self.pairs = sum(1 << at for at, found in enumerate(colours) if len(found) == 2)
        self.with_colour = tuple(
            sum(1 << at for at, found in enumerate(self.colours) if found >> colour & 1)
            for colour in range(4)
        )
        effects = pack.rows_of("effect")
        self.effect_kind = [EFFECT_KINDS.index(str(row["kind"])) for row in effects]
        self.effect_colour = [
            COLOURS.index(str(row["colour"])) if "colour" in row else NONE for row in effects
        ]
        groups: dict[tuple[object, ...], int] = {}
        for at in range(len(rows)):
            like = (self.colours[at], self.biting >> at & 1)
            groups[like] = groups.get(like, 0) | 1 << at
        for at in range(len(effects)):
            one = (self.effect_kind[at], self.effect_colour[at], "effect")
            groups[one] = groups.get(one, 0) | 1 << MINIONS + at
        self.alike = tuple(groups.values())

    def _characters(self, pack: Pack) -> None:
        """Boards by turn order (HH-SETUP-10 to -13)."""
        by_id = {str(row["id"]): row for row in pack.rows_of("character")}
        boards = [by_id[name] for name in self.who]

        def number(key: str) -> tuple[int, ...]:
            return tuple(cast(int, row[key]) for row in boards)

        self.health_max, self.revived = number("health_max"), number("revive_health")
        self.money_max, self.base_move = number("money_max"), number("base_move")
        self.start_money = number("start_money")
        self.skill_max = tuple(
            cast(Mapping[str, int], row["skill_max"])[colour] for row in boards
            for colour in COLOURS
        )  # fmt: skip
        self.ability = tuple(self._text(row["ability"]) for row in boards)
        self.carries = tuple(
            any(self.fx[number].op == "carry" for number in text) for text in self.ability
        )
        self.samurai = next(at for at, row in enumerate(boards) if row["item"] == "katana")

    def _text(self, steps: object) -> tuple[int, ...]:
        """The numbers of a text's steps."""
        first = len(self.fx)
        self.fx += [fx_of(step) for step in cast(list[Row], steps)]
        return tuple(range(first, len(self.fx)))

    def _cards(self, pack: Pack) -> None:
        """Starting cards with owners, upgrades with costs; faces of sleeved cards on demand."""
        cards, upgrades = pack.rows_of("card"), pack.rows_of("upgrade")
        self.deck_of = tuple(
            sum(1 << at for at, row in enumerate(cards) if row["owner"] == name)
            for name in self.who
        )
        self.texts = [self._text(row["effect"]) for row in (*cards, *upgrades)]
        self.slots = [cast(Mapping[str, str], row["slots"]) for row in (*cards, *upgrades)]
        self.cost = tuple(cast(int, row["cost"]) for row in upgrades)
        self.special = sum(1 << at for at, row in enumerate(upgrades) if row["type"] == "special")
        self.attack = (1 << UPGRADES) - 1 & ~self.special
        self.takes = [face_of([self.slots[CARDS + at]], [self.texts[CARDS + at]]).taken
                      for at in range(len(upgrades))]  # fmt: skip
        self._faces: dict[tuple[int, int], Face] = {}

    def face(self, card: int, sleeve: int) -> Face:
        """A starting card with the upgrades `sleeve` over it (HH-SLEEVE-01)."""
        found = self._faces.get((card, sleeve))
        if found is None:
            layers = [card, *(CARDS + at for at in range(UPGRADES) if sleeve >> at & 1)]
            found = self._faces[card, sleeve] = face_of(
                [self.slots[at] for at in layers], [self.texts[at] for at in layers]
            )
        return found

    def _villain(self, pack: Pack, options: Options) -> None:
        """The Villain's board, dial and cards (HH-SETUP-22 to -30)."""
        self.villain = VILLAINS.index(options.word("villain"))
        row = pack.rows_of("villain")[pack.ids("villain").index(options.word("villain"))]
        board = options.flag("villain_board")
        self.board = board
        self.skull = tuple(self._text(row[key]) if board else () for key in VILLAIN_POWERS)
        self.die_power = self._text(row["die_power"]) if board else ()
        self.armour = board and bool(row["ability"])
        added = [int(word) for word in parts(options.word("epig_cards"))]
        self.delta = options.number("villain_health_delta")
        self.epig_health = options.number("epig_health") * sum(added)
        printed = cast(Mapping[str, int], row["start_health"])
        self.printed_health = printed[PARTIES[len(self.crew) - 1 if not self.solo else 0]]
        self.dial = max(1, self.printed_health + self.delta + self.epig_health)
        self.dial_max = (1 << 16) - 1 if row["may_exceed_start"] else self.dial
        self.levels = tuple(
            level for level in (1, 2, 3) for _ in range(1 + added[level - 1])
        ) + (4,)  # fmt: skip
        self.added = sum(added)
        bare = max(options.number("powers_uncovered"), 1 if self.added else 0)
        self.uncovered = (1 << bare) - 1 if board else 0
        slots = cast(list[str], row["nest_slots"])
        self.nest_slots = tuple(
            VILLAIN_POWERS.index(word) - 1 if word != "none" else NONE for word in slots
        )
        self._villain_cards(pack)

    def _villain_cards(self, pack: Pack) -> None:
        rows = pack.rows_of("villain_card")
        places = pack.ids("location")
        self.level = tuple(cast(int, row["level"]) for row in rows)
        self.of_level = tuple(
            sum(1 << at for at, level in enumerate(self.level) if level == wanted)
            for wanted in range(5)
        )
        self.target = tuple(places.index(str(row["target"])) for row in rows)
        steps = (*COLOURS, "die", "none")
        self.step_colour = tuple(steps.index(str(row["minions"])) for row in rows)
        self.nest_step = tuple(bool(row["nests"]) for row in rows)
        self.rounds_left = tuple(cast(int, row["rounds_remaining"]) for row in rows)
        self.rewards: tuple[tuple[Reward, ...], ...] = tuple(
            tuple(reward_of(row[f"reward_{colour}"]) for colour in COLOURS) for row in rows
        )
        faces = [cast(list[str], row["faces"]) for row in pack.rows_of("die")]
        self.dice = tuple(
            Outcomes([f for f, word in enumerate(FACES) if word in die],
                     [die.count(word) for word in FACES if word in die])
            for die in faces
        )  # fmt: skip

    def _board(self, pack: Pack, options: Options) -> None:
        """The map three times: as printed, for Minions, for characters (HH-SYB-11)."""
        places = pack.rows_of("location")
        ids = pack.ids("location")
        self.limit = tuple(cast(int, row["limit"]) for row in places)
        self.power_at = tuple(
            POWERS.index(str(row["power"])) if row["power"] != "none" else NONE for row in places
        )
        self.lab = self.power_at.index(LAB)
        self.canyon = ids.index(str(pack.constants["mud_canyon"]))
        self.cavern = ids.index(str(pack.constants["cavern"]))
        bare = [ids.index(name) for name in cast(Sequence[str], pack.constants["unseeded"])]
        self.seeded = tuple(at for at in range(LOCATIONS) if at not in bare)
        printed = build_map(pack)
        joined = with_junction(printed)
        junction = options.word("wrap_junction")
        self.printed: Atlas = printed
        self.map: Atlas = joined if junction == "all" else printed
        self.walks: Atlas = joined if junction != "off" else printed
        start = options.word("villain_start")
        self.villain_start = ids.index(start) if start != "none" else NONE
        self.hand = cast(int, pack.constants["solo_hand" if self.solo else "hand"])
        self.extra = cast(int, pack.constants["extra"])
        self.katana = cast(int, pack.constants["katana"])

    def _switches(self, options: Options) -> None:
        first = options["first_seat"]
        self.first = NONE if first == "random" else cast(int, first)
        self.choose_order = options.word("placement_order") == "choose"
        gone = parts(options.word("effects_removed"))
        known = self.pack.ids("effect")
        for ident in gone:
            if ident not in known:
                raise OptionError(f"option effects_removed: the content has no Effect {ident!r}; "
                                  f"it has {', '.join(known)}")  # fmt: skip
        self.effects = sum(1 << MINIONS + at for at, ident in enumerate(known) if ident not in gone)
        self.limits = options.flag("limits")
        self.minion_moves = options.flag("villain_minion_moves")
        self.either = options.flag("either_colour")
        self.gifts = options.flag("gifts")
        self.bear_on_nests = options.flag("knuckles_on_nests")
        self.villain_hurts = options.flag("enter_villain_hurts")
        self.biters_hurt = options.flag("enter_biters_hurts")
        if options.flag("start_dollar"):
            self.start_money = (1,) * len(self.start_money)

    def drawn(self, pool: int) -> Outcomes:
        """A token of a pool: like tokens are one outcome, weighted by their number (HH-PLACE-07).

        The token drawn is the first of its like.
        """
        weights = [(found & -found, found.bit_count()) for like in self.alike
                   if (found := pool & like)]  # fmt: skip
        weights.sort()
        return Outcomes(
            [low.bit_length() - 1 for low, _ in weights], [count for _, count in weights]
        )
