"""What is kept of each simulated game: how it ended, for whom, how long it was, who led at half.

A game is played once, its events listened to; the first half is then gone through again, for its
length is known only at its end.  A game's facts follow from its seed alone, whoever plays it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.errors import FAULTS
from engine.events import FLAG, Trace
from engine.fields import Field, Scalar
from engine.game import CHANCE, Game
from engine.play import Policy, Trajectory, opening, play
from engine.raised import raised, seeded
from engine.rng import game_seed
from engine.state import State
from properties.expression import Expression
from tools.errors import Usage
from tools.setup import repeatable
from tools.text import WHERE
from tools.variants import Variant

WON = "won"  # a game with an end row of this name is won there
UNFINISHED = "unfinished"
RETURNS = "returns"
# Fields by seat that tell who is ahead, the first that a game has; else its returns do.
LEADS = ("score", "points", "height", "health", "count")
COUNTED = (*WHERE, "turns")


@dataclass(frozen=True)
class Questions:
    """What else is asked of each game: who `won`, who leads (`lead`), what games are grouped `by`.

    Each is an expression over a position; empty where the game itself tells.
    """

    won: str = ""
    lead: str = ""
    by: tuple[str, ...] = ()


class Played(NamedTuple):
    """One game, the `number`th from 0.

    `lead` is a number a seat at half length, `groups` a word for each grouping.
    A grouping that the game found by itself has None where it changed in the second half.
    """

    number: int
    reason: str
    plies: int
    counted: tuple[int, ...]
    returns: tuple[int, ...]
    won: tuple[bool, ...]
    first: int
    lead: tuple[int, ...]
    groups: tuple[str | None, ...]


@dataclass(frozen=True)
class Batch:
    """Games `indices` of a set: one job of a worker."""

    variant: Variant
    seed: str
    questions: Questions
    indices: range


@cache
def player_of(variant: Variant, questions: Questions) -> Player:
    """The set's game, its policies and what is asked of it; made once a process."""
    return Player(variant, questions)


def run(batch: Batch) -> tuple[list[Played], Counter[str]]:
    """The games of a batch, and for each content row in how many of them it was met."""
    player = player_of(batch.variant, batch.questions)
    met: Counter[str] = Counter()
    games = [player.played(batch.seed, index, met) for index in batch.indices]
    return games, met


class Player:
    """Plays the games of one set."""

    def __init__(self, variant: Variant, questions: Questions) -> None:
        """OptionError, ContentError, PolicyError, BadGoal or Usage if it cannot be."""
        self.variant = variant
        self.game = game = variant.load()
        self.policies: list[Policy] = variant.policies(game)
        self.cards = Cards(game)
        fields = dict(game.definition.state.FIELDS)
        self.counted = [key for key in COUNTED if isinstance(fields.get(key), Scalar)][:1]
        self.asked = [(text, Expression(game, text)) for text in questions.by]
        self.kept = [] if questions.by else [k for k, f in fields.items() if _is_named(game, f)]
        self.won = Expression(game, questions.won) if questions.won else None
        self.lead = questions.lead or next((k for k in LEADS if _is_open(fields.get(k))), RETURNS)
        self.leading = None if self.lead == RETURNS else Expression(game, self.lead)
        self.won_row = any(row.end and row.name == WON for row in game.rows)

    @property
    def groupings(self) -> list[str]:
        """What games are grouped by, in the order of `Played.groups`."""
        return [text for text, _ in self.asked] or self.kept

    def played(self, base: str, index: int, met: Counter[str]) -> Played:
        """Game `index` of a base seed; the content rows it met are counted in `met`."""
        game, seed = self.game, game_seed(base, index)
        state, events = opening(game)
        trace = Trace()
        state.sink = trace

        def watch(code: int, after: State, legal: int) -> None:
            trace.progress.clear()  # it is for one ply
            trace.exits.clear()

        with self._repeatable(base, index):
            done = play(game, seed, self.policies, watch, state)
            state.sink = None
            with seeded(game, state, seed):
                returns = game.returns(state) if game.is_terminal(state) else ()
            half, first = self._half(done.codes)
            with seeded(game, half, seed):
                lead = self._lead(half)
        met.update(self.cards.of_game(done.codes, (*events, *trace.events)))
        return Played(
            index, done.reason or UNFINISHED, len(done.codes),
            tuple(getattr(state, key) for key in self.counted), tuple(returns),
            self._won(done, tuple(returns)), first, lead,
            self._groups(half, state),
        )  # fmt: skip

    def _repeatable(self, base: str, index: int) -> AbstractContextManager[None]:
        """Of a pack with changes no single game can be recorded."""
        variant = self.variant
        if variant.changes:
            return nullcontext()
        return repeatable(variant.setup, base, index, variant.policy)

    def _half(self, codes: Sequence[int]) -> tuple[State, int]:
        """The position at half length, and the seat that acted first (-1: none did till then)."""
        game = self.game
        state, first = game.initial(), CHANCE
        for code in codes[: len(codes) // 2]:
            if first < 0:
                first = game.current_player(state)
            game.apply_unchecked(state, code)
        return state, first

    def _won(self, done: Trajectory, returns: tuple[int, ...]) -> tuple[bool, ...]:
        """Who won: as asked, by the end row `won` alone, or by the highest returns.

        Where all returns are alike, everybody won if they are above 0, nobody otherwise.
        """
        seats = self.game.players
        if self.won is not None:
            return (self.won.holds(done.state),) * seats
        if not returns:
            return (False,) * seats
        if len(set(returns)) > 1:
            return tuple(value == max(returns) for value in returns)
        return (done.reason == WON if self.won_row else returns[0] > 0,) * seats

    def _lead(self, half: State) -> tuple[int, ...]:
        """A number a seat: the higher, the better it stands."""
        if self.leading is None:
            try:
                return tuple(self.game.definition.returns(half))
            except FAULTS as error:
                raised(self.game, error, half.ply, "", self.game.row_name(half))
        value = self.leading.value(half)
        found = value if isinstance(value, list) else [value]
        seats = self.game.players
        if len(found) < seats or not all(isinstance(item, int) for item in found):
            raise Usage(f"--lead {self.lead} is {value!r}: expected a whole number for each of "
                        f"{seats} seats")  # fmt: skip
        return tuple(found[:seats])

    def _groups(self, half: State, end: State) -> tuple[str | None, ...]:
        if self.asked:
            return tuple(_word(expression.value(end)) for _, expression in self.asked)
        fields, names = dict(end.FIELDS), self.game.rules.names
        found: list[str | None] = []
        for key in self.kept:
            value = getattr(end, key)
            stays = value == getattr(half, key) and value != fields[key].rest()
            found.append(_word(fields[key].words(value, names)) if stays else None)
        return tuple(found)


def _word(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_named(game: Game, field: Field) -> bool:
    """A single number that names a row of the content: perhaps who plays."""
    return isinstance(field, Scalar) and field.names in game.definition.schema.tables


def _is_open(field: Field | None) -> bool:
    return field is not None and field.form == "row" and bool(field.seats()) and field.see == "all"


class Cards:
    """Which rows of the content a game meets: those that its actions and its events name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        tables = game.definition.schema.tables
        self.rows = {f"{table}/{i}": table for table in tables for i in game.content.ids(table)}
        names = game.rules.names
        self._items = {name: [self._row(name, word) for word in words]
                       for name, words in names.items()}  # fmt: skip
        named = {name for name, rows in self._items.items() if any(rows)}
        self._places = {
            event.kind: [(at, table) for at, table in enumerate(event.tables)
                         if table != FLAG and table in named]
            for event in game.definition.events
        }  # fmt: skip
        self._of_code: dict[int, tuple[str, ...]] = {}

    def _row(self, table: str, word: str) -> str:
        """The row a word stands for: of the table so named, else of the first that has it."""
        for place in (table, *self.game.definition.schema.tables):
            if f"{place}/{word}" in self.rows:
                return f"{place}/{word}"
        return ""

    def of_game(self, codes: Sequence[int], events: Sequence) -> dict[str, int]:
        """Each row that the game met, once."""
        found: dict[str, int] = {}
        for code in set(codes):
            for item in self._of(code):
                found[item] = 1
        for happening in events:
            for at, table in self._places[happening.event.kind]:
                value, items = happening.values[at], self._items[table]
                for index in value if isinstance(value, tuple) else (value,):
                    if 0 <= index < len(items) and items[index]:
                        found[items[index]] = 1
        return found

    def _of(self, code: int) -> tuple[str, ...]:
        """The rows that an action names."""
        if code not in self._of_code:
            space, names = self.game.space, self.game.rules.names
            domains = space.verb_of(code).domains
            words = [(d.names, d.text_of(index, names))
                     for d, index in zip(domains, space.indices(code), strict=True) if d.names]
            self._of_code[code] = tuple(filter(None, (self._row(*pair) for pair in words)))
        return self._of_code[code]
