"""Card anatomy: the content of a pack as flat tables the rules index.

A card's number is its place in the pack.  Sources of effects are creatures, then artefacts from
CREATURES_MAX on.  Everything derived from content and options is derived here, once a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.actions import Outcomes
from engine.content import Pack, Row
from engine.errors import OptionError
from engine.games.necrohamster.schema import (
    ABILITIES,
    CREATURES_MAX,
    TYPES,
    WHO,
    ZONES,
    effects_of,
)
from engine.memo import Memo
from engine.options import Options, subset
from engine.state import Rules

NONE = -1
INSTANT, ATTACK, CONTINUOUS, NO_ABILITY = range(4)
CONTROLLER, EACH_OPPONENT, ONE_OPPONENT, EACH_PLAYER = range(4)
AREA, HAND, ARTEFACTS = range(3)
# Names of facts: which phase, and on what account.
SETUP, DRAW, SUMMON, ABILITY = range(4)
BY_COMMIT, BY_EFFECT = range(2)
BY_CREATURES, BY_BEST, BY_HAND = range(3)

WORDS: Mapping[str, tuple[str, ...]] = {
    "kinds": ABILITIES,
    "phases": ("setup", "draw", "summon", "ability"),
    "ways": ("commit", "effect"),
    "choosers": ("victim", "actor", "random"),
    "splits": ("creatures", "best", "hand"),
    "eighths": ("cumulative", "in_play"),
    "ties": ("in_area", "cumulative"),
}


@dataclass(frozen=True)
class Effect:
    """One effect of the closed vocabulary; `kinds` are the creatures its filter lets through."""

    op: str
    n: int = 0
    who: int = CONTROLLER
    choose: str = "victim"
    optional: bool = False
    artefact: int = NONE
    zone: int = AREA
    other: bool = False
    kinds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Creature:
    """A creature design (NH-CARD-01)."""

    type: int
    cost: int
    points: int
    copies: int
    kind: int
    effects: tuple[Effect, ...]
    artefact: int


@dataclass(frozen=True)
class Artefact:
    """An artefact (NH-CARD-03)."""

    points: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Need:
    """One prerequisite of a title: at least `least` cards of these kinds in a zone."""

    zone: int
    least: int
    kinds: tuple[int, ...]


@dataclass(frozen=True)
class Title:
    """A title (NH-CARD-05): all needs must be met."""

    points: int
    needs: tuple[Need, ...]


class NecrohamsterRules(Rules):
    """Content and options of The Necrohamster, ready to index; built once a game."""

    def __init__(self, pack: Pack, options: Options) -> None:
        """OptionError if the players want more titles or cards than there are."""
        super().__init__(pack, options, _names(pack))
        self.players = options.number("players")
        self.in_play = options.word("eighth_mode") == "in_play"
        self.ties_cumulative = options.word("tie_mode") == "cumulative"
        self.rounds_max = options.number("rounds_max")
        numbers = cast(Mapping[str, int], pack.constants)
        self.opening_hand, self.draws = numbers["opening_hand"], numbers["draws"]
        self.last_creature = numbers["last_creature"]
        self.titles_out = self.players + numbers["spare_titles"]
        self.creatures = [self._creature(row) for row in pack.rows_of("creature")]
        self.artefacts = [
            Artefact(cast(int, row["points"]), self._effects(row))
            for row in pack.rows_of("artefact")
        ]
        self.titles = [self._title(row) for row in pack.rows_of("title")]
        self._in_use(options.word("creatures_in_use"))
        self._zones()
        self._continuous()
        self._costs: Memo[tuple[int, ...], tuple[int, ...]] = Memo()

    # --- reading the pack ------------------------------------------------------------------

    def _kinds(self, wanted: Row) -> tuple[int, ...]:
        """Creatures of a type and a printed cost (NH-CARD-06)."""
        low, high = cast(int, wanted.get("min_cost", 0)), cast(int, wanted.get("max_cost", 99))
        return tuple(
            kind
            for kind, row in enumerate(self.pack.rows_of("creature"))
            if wanted.get("type", row["type"]) == row["type"]
            and low <= cast(int, row["cost"]) <= high
        )

    def _effects(self, row: Row) -> tuple[Effect, ...]:
        return tuple(self._effect(effect) for effect in effects_of(row))

    def _effect(self, row: Row) -> Effect:
        wanted = cast(Row, row.get("filter", {}))
        artefacts = self.names["artefact"]
        who = "one_opponent" if row["op"] == "steal_creature" else row.get("who", "controller")
        return Effect(
            str(row["op"]),
            cast(int, row.get("n", 0)),
            WHO.index(str(who)),
            str(row.get("choose", "victim")),
            bool(row.get("optional", False)),
            artefacts.index(str(row["artefact"])) if "artefact" in row else NONE,
            ZONES.index(str(wanted.get("zone", "area"))),
            bool(wanted.get("other", False)),
            self._kinds(wanted),
        )

    def _creature(self, row: Row) -> Creature:
        cost, points, copies = (cast(int, row[key]) for key in ("cost", "points", "copies"))
        kind = ABILITIES.index(str(cast(Row, row["ability"])["kind"]))
        artefact = NONE
        if "artefact" in row:
            artefact = self.names["artefact"].index(str(row["artefact"]))
        creature_type = TYPES.index(str(row["type"]))
        return Creature(creature_type, cost, points, copies, kind, self._effects(row), artefact)

    def _title(self, row: Row) -> Title:
        needs = (
            Need(ZONES.index(str(need["zone"])), cast(int, need["min"]), self._kinds(need))
            for need in cast(list[Row], row["needs"])
        )
        return Title(cast(int, row["points"]), tuple(needs))

    def _in_use(self, option: str) -> None:
        """The deck of this game, and the artefacts its creatures can gain (NH-SETUP-08, -10)."""
        used = subset("creatures_in_use", option, self.pack.ids("creature"))
        self.deck = bytearray(CREATURES_MAX)
        placed = 0
        for kind, card in enumerate(self.creatures):
            if self.names["creature"][kind] in used:
                self.deck[kind] = card.copies
                placed |= 1 << card.artefact if card.artefact != NONE else 0
        self.cards = sum(self.deck)
        self.placed = placed
        if len(self.titles) < self.titles_out:
            raise OptionError(
                f"option players = {self.players} lays out {self.titles_out} titles, and the "
                f"content has {len(self.titles)}"
            )
        wanted = self.players * (self.opening_hand + self.draws)
        if self.cards < wanted:
            raise OptionError(
                f"option creatures_in_use = {option} leaves {self.cards} cards; {self.players} "
                f"players need {wanted}: their hands, and a draw phase without a reshuffle"
            )

    def _zones(self) -> None:
        """Which titles a change of a zone can fulfil, as a mask a zone."""
        self.asking = [0, 0, 0]
        for number, title in enumerate(self.titles):
            for need in title.needs:
                self.asking[need.zone] |= 1 << number

    # --- continuous abilities --------------------------------------------------------------

    def _continuous(self) -> None:
        """What lasts, by op, as (source, effect); what is run when a source is resolved."""
        self.lasting = tuple(
            kind for kind, card in enumerate(self.creatures) if card.kind == CONTINUOUS
        )
        sources = [(kind, self.creatures[kind].effects) for kind in self.lasting]
        sources += [(CREATURES_MAX + at, card.effects) for at, card in enumerate(self.artefacts)]

        def of(op: str) -> tuple[tuple[int, Effect], ...]:
            return tuple((at, fx) for at, effects in sources for fx in effects if fx.op == op)

        self.bonuses, self.mods = of("draw_phase_bonus"), of("cost_mod")
        self.wards, self.scorers = of("immune_attack"), of("points_per")
        self.listeners = tuple(dict.fromkeys(at for at, _ in of("on_summon_draw")))
        self.runs: dict[int, tuple[Effect, ...]] = {
            kind: card.effects for kind, card in enumerate(self.creatures)
            if card.kind in (INSTANT, ATTACK)
        }  # fmt: skip
        for source in self.listeners:
            total = sum(fx.n for at, fx in of("on_summon_draw") if at == source)
            self.runs[source] = (Effect("draw", total),)
        self.is_triggered = [card.kind in (INSTANT, ATTACK) for card in self.creatures]
        self.kind_of = [card.kind for card in self.creatures]
        self.kind_of += [CONTINUOUS] * (CREATURES_MAX + len(self.artefacts) - len(self.kind_of))
        self.printed = tuple(card.cost for card in self.creatures)

    def costs(self, working: tuple[int, ...]) -> tuple[int, ...]:
        """Effective cost of each creature where `mods[i]` works `working[i]` times.

        NH-SUMMON-04: printed cost and all modifiers, never below zero.
        """
        found = self._costs.get(working)
        if found is None:
            total = list(self.printed)
            for times, (_, effect) in zip(working, self.mods, strict=True):
                for kind in effect.kinds:
                    total[kind] += times * effect.n
            found = self._costs.keep(working, tuple(max(0, cost) for cost in total))
        return found


def kinds_in(pile: Sequence[int]) -> list[int]:
    """The kinds of which a card lies in a pile, ascending."""
    return [kind for kind, count in enumerate(pile) if count]


def drawables(pile: Sequence[int]) -> Outcomes:
    """A card of a pile nobody has looked into: an outcome a kind, weighted by its count."""
    return Outcomes.counted(pile)


def cards_in(pile: Sequence[int]) -> tuple[int, ...]:
    """Every card of a pile by its kind, ascending."""
    return tuple([kind for kind, count in enumerate(pile) for _ in range(count)])


def count_of(pile: Sequence[int], kinds: Iterable[int]) -> int:
    """How many cards of these kinds lie in a pile."""
    return sum([pile[kind] for kind in kinds])


def _names(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Name tables: what an index means."""
    creatures, artefacts = pack.ids("creature"), pack.ids("artefact")
    unloaded = tuple(f"#{at}" for at in range(len(creatures), CREATURES_MAX))
    return {
        **WORDS,
        "creature": creatures,
        "artefact": artefacts,
        "title": pack.ids("title"),
        "sources": (*creatures, *unloaded, *artefacts),
        "content": (pack.id,),
        "ops": ("none", *sorted({str(fx["op"]) for row in _cards(pack) for fx in effects_of(row)})),
    }


def _cards(pack: Pack) -> list[Row]:
    return [*pack.rows_of("creature"), *pack.rows_of("artefact")]
