"""What the cards say, read from the pack's rows by this witness alone; never a table of the rules.

`book(rules)` is built once a Game.  Numbers index the game's name tables, as facts and fields do:
creatures by kind, artefacts and titles by place; a source is a creature or, from CREATURES_MAX on,
an artefact.
"""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import NamedTuple, cast

from engine.content import Row
from engine.game import Game
from engine.games.necrohamster.components import NecrohamsterRules
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.memo import Memo

NONE = -1
AREA, HAND, ARTEFACTS = "area", "hand", "artefacts"
TRIGGERED = ("instant", "attack")
COST_MAX = 99


class Lasting(NamedTuple):
    """A continuous effect: its source, its number, the creatures (or zone) it speaks of."""

    source: int
    n: int
    kinds: tuple[int, ...]
    zone: str
    other: bool


class Wanted(NamedTuple):
    """One prerequisite of a title: at least `least` cards of these kinds in a zone."""

    zone: str
    least: int
    kinds: tuple[int, ...]


def number(row: Row, key: str, default: int = 0) -> int:
    """A whole-number field of a content row."""
    return cast(int, row.get(key, default))


def inner(row: Row, key: str) -> Row:
    """A table inside a content row; empty if it is not there."""
    return cast(Row, row.get(key, {}))


def rows_in(row: Row, key: str) -> list[Row]:
    """A list of tables inside a content row."""
    return cast(list[Row], row[key])


def code_of(pile: bytearray) -> int:
    """A pile as one number: a byte a kind, so that piles are added by adding numbers."""
    return int.from_bytes(pile, "little")


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set."""
    return tuple([at for at in range(mask.bit_length()) if mask >> at & 1])


def total(pile: bytearray, kinds: tuple[int, ...]) -> int:
    """How many cards of these kinds lie in a pile."""
    return sum([pile[kind] for kind in kinds])


def in_play(state: Necrohamster, seat: int) -> int:
    """Creatures lying before a seat: those that work, and those that do not work yet."""
    return sum(state.areas[seat]) + sum(state.waiting[seat])


def lying(state: Necrohamster, seat: int) -> list[int]:
    """By kind, the creatures lying before a seat, whether they work yet or not."""
    return [*map(add, state.areas[seat], state.waiting[seat])]


class Book:
    """The cards and rulings of one Game, ready to be asked."""

    def __init__(self, rules: NecrohamsterRules) -> None:
        pack, options = rules.pack, rules.options
        self.names = rules.names
        self.players = options.number("players")
        self.rounds_max = options.number("rounds_max")
        self.in_play = options.word("eighth_mode") == "in_play"
        self.all_summons = options.word("tie_mode") == "cumulative"
        constants = pack.constants
        self.hand, self.draws = number(constants, "opening_hand"), number(constants, "draws")
        self.last = number(constants, "last_creature")
        self.titles_out = self.players + number(constants, "spare_titles")
        self.creatures = pack.rows_of("creature")
        self.artefacts = pack.rows_of("artefact")
        self.titles = pack.rows_of("title")
        self.cost = tuple(number(row, "cost") for row in self.creatures)
        self.points = tuple(number(row, "points") for row in self.creatures)
        self.ability = tuple(str(inner(row, "ability")["kind"]) for row in self.creatures)
        self.kinds = tuple(range(len(self.creatures)))
        cards = [*enumerate(self.creatures), *enumerate(self.artefacts, CREATURES_MAX)]
        self._effects = {at: rows_in(inner(row, "ability"), "effects") for at, row in cards}
        self.needs = tuple(tuple(self._needs(row)) for row in self.titles)
        self.asking = {zone: sum(1 << at for at, needs in enumerate(self.needs)
                                 if any(need.zone == zone for need in needs))
                       for zone in (AREA, HAND, ARTEFACTS)}  # fmt: skip
        self._in_use(options.word("creatures_in_use"))
        self._lasting()
        self._costs: Memo[tuple[int, ...], tuple[int, ...]] = Memo()
        self._ops: dict[int, tuple[str, ...]] = {}

    # --- reading the pack ------------------------------------------------------------------

    def of_filter(self, row: Row) -> tuple[int, ...]:
        """Creatures of a filter's type whose printed cost lies between its bounds (NH-CARD-06)."""
        low, high = number(row, "min_cost"), number(row, "max_cost", COST_MAX)
        return tuple(
            kind
            for kind, card in enumerate(self.creatures)
            if low <= number(card, "cost") <= high and row.get("type", card["type"]) == card["type"]
        )

    def _needs(self, row: Row) -> list[Wanted]:
        return [Wanted(str(need["zone"]), number(need, "min"), self.of_filter(need))
                for need in rows_in(row, "needs")]  # fmt: skip

    def _in_use(self, option: str) -> None:
        """The creatures of this game and the artefacts tied to them (NH-SETUP-08)."""
        gone = option.split("-")[1:]
        self.deck = bytearray(CREATURES_MAX)
        self.placed = 0
        known = [str(row["id"]) for row in self.artefacts]
        for kind, row in enumerate(self.creatures):
            if row["id"] not in gone:
                self.deck[kind] = number(row, "copies")
                if "artefact" in row:
                    self.placed |= 1 << known.index(str(row["artefact"]))
        self.cards = sum(self.deck)
        self.whole = code_of(self.deck)

    def effects(self, source: int) -> list[Row]:
        """The effects printed on a source."""
        return self._effects[source]

    def kind_of(self, source: int) -> str:
        """The kind of a source's ability."""
        return "continuous" if source >= CREATURES_MAX else self.ability[source]

    def ops(self, source: int) -> tuple[str, ...]:
        """What a source does when it is resolved: of a continuous one, only its drawing."""
        found = self._ops.get(source)
        if found is None:
            found = self._ops[source] = self._ops_of(source)
        return found

    def _ops_of(self, source: int) -> tuple[str, ...]:
        if self.kind_of(source) in TRIGGERED:
            return tuple(str(row["op"]) for row in self.effects(source))
        return ("draw",) if self.drawn_by(source) else ()

    def drawn_by(self, source: int) -> int:
        """Cards a source draws: by its own ability, or at each summon while it works."""
        op = "draw" if self.kind_of(source) in TRIGGERED else "on_summon_draw"
        return sum([number(row, "n") for row in self.effects(source) if row["op"] == op])

    def _lasting(self) -> None:
        sources = [kind for kind in self.kinds if self.ability[kind] == "continuous"]
        self.slow = tuple(sources)
        sources += [CREATURES_MAX + at for at in range(len(self.artefacts))]

        def of(op: str) -> tuple[Lasting, ...]:
            return tuple(
                Lasting(at, number(row, "n"), self.of_filter(inner(row, "filter")),
                        str(inner(row, "filter").get("zone", AREA)),
                        bool(inner(row, "filter").get("other", False)))
                for at in sources for row in self.effects(at) if row["op"] == op
            )  # fmt: skip

        self.bonuses, self.mods = of("draw_phase_bonus"), of("cost_mod")
        self.wards = tuple(dict.fromkeys(item.source for item in of("immune_attack")))
        self.scorers = of("points_per")
        self.listeners = tuple(dict.fromkeys(item.source for item in of("on_summon_draw")))

    # --- readings of a position ------------------------------------------------------------

    def order(self, state: Necrohamster) -> tuple[int, ...]:
        """Seats in player order: clockwise from the marker (NH-TITLE-03)."""
        return tuple([(state.marker + at) % self.players for at in range(self.players)])

    def working(self, state: Necrohamster, seat: int, source: int) -> int:
        """How often a continuous source works for a seat now (NH-ABIL-02)."""
        if source >= CREATURES_MAX:
            return state.artefacts[seat] >> (source - CREATURES_MAX) & 1
        return state.areas[seat][source]

    def costs(self, state: Necrohamster, seat: int) -> tuple[int, ...]:
        """Effective cost of each creature for a seat, never below zero (NH-SUMMON-04)."""
        times = tuple([self.working(state, seat, mod.source) for mod in self.mods])
        found = self._costs.get(times)
        if found is None:
            changed = list(self.cost)
            for often, mod in zip(times, self.mods, strict=True):
                for kind in mod.kinds:
                    changed[kind] += often * mod.n
            found = self._costs.keep(times, tuple([max(0, cost) for cost in changed]))
        return found

    def bonus(self, state: Necrohamster, seat: int) -> int:
        """Cards a seat draws above the base in its draw phase (NH-DRAW-03)."""
        return sum([item.n * self.working(state, seat, item.source) for item in self.bonuses])

    def warded(self, state: Necrohamster, seat: int) -> bool:
        """Whether attacks do not affect a seat (NH-ABIL-03)."""
        return any(self.working(state, seat, source) for source in self.wards)

    def meets(self, state: Necrohamster, seat: int, title: int) -> bool:
        """Whether a seat fulfils every prerequisite of a title (NH-TITLE-01)."""
        for zone, least, kinds in self.needs[title]:
            if zone == AREA:
                have = total(state.areas[seat], kinds) + total(state.waiting[seat], kinds)
            elif zone == HAND:
                have = total(state.hands[seat], kinds)
            else:
                have = state.artefacts[seat].bit_count()
            if have < least:
                return False
        return True

    def qualified(self, state: Necrohamster, title: int) -> tuple[int, ...]:
        """The seats that fulfil a title's prerequisites, in player order."""
        return tuple([seat for seat in self.order(state) if self.meets(state, seat, title)])

    def reached(self, state: Necrohamster, seat: int) -> int:
        """The number that ends the game at eight: summons, or creatures in play (NH-END-01)."""
        return in_play(state, seat) if self.in_play else state.count[seat]


@lru_cache(maxsize=64)
def book(rules: NecrohamsterRules) -> Book:
    """The Book of these rules; one a Game."""
    return Book(rules)


def book_of(game: Game) -> Book:
    """The Book of a Game."""
    return book(cast(NecrohamsterRules, game.rules))
