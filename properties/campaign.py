"""A campaign's games, one by its index: options, players and policies drawn from the index alone.

Game i of seed S is drawn from the seed text `S/i`, whoever plays it: one worker or eight give the
same games and the same findings.  Steered games (properties.steer) go on from what the campaign
kept two rounds before, which is the same for any number of workers too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.options import Option, Value, conflict
from engine.play import Policy
from engine.policies import mixed, named, quiet, uniform
from engine.rng import Tape, game_seed
from engine.state import State
from properties import twins

OFF_ODDS = 3
TAPE_BYTES = 4096
STREAK_VALUES, STREAK_MAX = 4, 8
QUIETISH, SWARM, STREAKS = OWN_NAMES = "quietish", "swarm", "streaks"
# Ways of choosing besides the plain mix, each in so many games of WAYS_OF.
STEERED, DRAWN, TWINS = WAYS = "steered", "drawn", "twins"
PLAIN, START = "plain", "start"
SHARES = {STEERED: 4, DRAWN: 2, TWINS: 2}
WAYS_OF = 16
# What is kept in one round of games steers the next but one, and a round is drawn at once.
ROUND = 32


@dataclass(frozen=True)
class Start:
    """A log a campaign begins with: the options (all of them) it was played under, its codes."""

    options: tuple[tuple[str, Value], ...]
    codes: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """What a campaign plays: games `first` on, `games` many (None: until `max_time` seconds).

    `options` are fixed for every game; with `swarm` every other game draws the others, as one of
    `option_sets` sets.  `policies` are drawn from, by default from all there are.  `ways` are
    played besides the plain mix.  `shard` (i, n): only games whose index is i modulo n; the k-th
    of them is at *position* k.  `starts` are played first, at the first positions;
    `sources` are the paths they were read from, named in commands alone.  `budget` counts the
    replays a minimisation may take.  `apart`: in processes of their own even where there is one
    worker, so that a game that kills its process is lost, and not the campaign.
    """

    seed: str = "shake:1"
    games: int | None = 1000
    first: int = 0
    max_time: float | None = None
    max_failures: int | None = None
    workers: int = 1
    policies: tuple[str, ...] = ()
    options: tuple[tuple[str, Value], ...] = ()
    swarm: bool = True
    option_sets: int = 24
    minimise: bool = True
    budget: int = 6000
    unfinished_max: float = 0.05
    ways: tuple[str, ...] = WAYS
    shard: tuple[int, int] = (0, 1)
    starts: tuple[Start, ...] = ()
    sources: tuple[str, ...] = ()
    apart: bool = False

    def index_at(self, position: int) -> int:
        """The index of the game at a position."""
        number, shards = self.shard
        return self.first + (number - self.first) % shards + position * shards

    @property
    def count(self) -> int | None:
        """How many games of the shard there are; None without a bound."""
        if self.games is None:
            return None
        return max(0, -(-(self.first + self.games - self.index_at(0)) // self.shard[1]))

    @property
    def whole_mix(self) -> bool:
        """Whether nothing was taken out of the mix: what such a campaign misses is missed."""
        return self.swarm and not self.policies and not self.options


def round_of(position: int) -> int:
    """Which round a position belongs to."""
    return position // ROUND


def way_of(plan: Plan, index: int) -> str:
    """How game `index` is chosen: one of `plan.ways` in so many games of WAYS_OF, else plainly."""
    if plan.ways:
        drawn = Tape.seeded(game_seed(plan.seed, index), "way").below(WAYS_OF)
        for way, share in SHARES.items():
            if drawn < share:
                return way if way in plan.ways else PLAIN
            drawn -= share
    return PLAIN


def place_in_round(plan: Plan, index: int) -> tuple[int, int, int]:
    """(round, place, how many): a drawn game among those of its round, whatever the shard."""
    number = index // ROUND
    drawn = [i for i in range(number * ROUND, (number + 1) * ROUND) if way_of(plan, i) == DRAWN]
    return number, drawn.index(index), len(drawn)


def policy_names(game: Game) -> tuple[str, ...]:
    """What a campaign mixes: strays from quiet play, verbs off, streaks, a game's own policies."""
    own = sorted(game.definition.policies)
    mix = ("uniform", QUIETISH, SWARM, STREAKS)
    return (*mix, "mixed", *own) if own else mix


def option_set(declared: Sequence[Option], plan: Plan, number: int) -> dict[str, Value]:
    """Option set `number` of a campaign: the given ones, the others drawn; 0 draws none.

    Bounds keep their defaults: what they cut short shows little.
    """
    chosen = dict(plan.options)
    if number:
        tape = Tape.seeded(plan.seed, f"options:{number}")
        for option in declared:
            both = ({**chosen, option.name: value} for value in option.values())
            values = [pick[option.name] for pick in both if not conflict(declared, pick)]
            value = values[tape.below(len(values))]
            if option.name != "plies_max" and not option.bound:
                chosen.setdefault(option.name, value)
    return chosen


def swarmed(game: Game, tape: Tape) -> Policy:
    """Uniform play with some verbs off, as long as others are legal: rare states come up."""
    off = [tape.below(OFF_ODDS) == 0 for _ in game.space.verbs]
    verb_at = game.space.verb_at

    def choose(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        left = [code for code in legal if not off[verb_at[code]]]
        return uniform(game, state, left or legal, tape)

    return choose


def policy_of(game: Game, name: str, tape: Tape) -> Policy:
    """The policy of a name in `policy_names` or `twin_names`, or that `engine.policies` knows."""
    if name == QUIETISH:
        return mixed(quiet)
    if name == SWARM:
        return swarmed(game, tape)
    if name in twins.TWINS and name not in game.definition.policies:
        return twins.TWINS[name](game, tape)
    # A streak lies in the tape; who reads it chooses evenly.
    return uniform if name == STREAKS else named(game, name)


def option_set_of(plan: Plan, index: int) -> int:
    """Which option set game `index` is played under: every other one as given."""
    if not plan.swarm or index % 2 == 0:
        return 0
    return Tape.seeded(game_seed(plan.seed, index), "options").below(plan.option_sets)


def names_for(game: Game, plan: Plan, way: str) -> tuple[str, ...]:
    """Policies that a game of this way draws from."""
    if plan.policies:
        return plan.policies
    own, more = policy_names(game), twins.twin_names(game.definition)
    if way == TWINS:
        return more or own
    if way in (STEERED, DRAWN):
        return tuple(name for name in (*own, *more) if name != STREAKS)
    return own


def dealt(
    game: Game, plan: Plan, index: int, way: str = PLAIN
) -> tuple[str | Tape, list[tuple[str, Policy]]]:
    """What game `index` is played from, and (name, policy) of each seat."""
    seed = game_seed(plan.seed, index)
    tape = Tape.seeded(seed, "setup")
    names = names_for(game, plan, way)
    chosen = [names[tape.below(len(names))] for _ in range(game.players)]
    if STREAKS in chosen:
        return streaks(tape), [(STREAKS, uniform)] * game.players
    return seed, [(name, policy_of(game, name, tape)) for name in chosen]


def streaks(tape: Tape) -> Tape:
    """A given tape of few values in runs: chance and choices that say the same again and again."""
    values = [tape.below(256) for _ in range(STREAK_VALUES)]
    data = bytearray()
    while len(data) < TAPE_BYTES:
        value = values[tape.below(STREAK_VALUES)]
        data += bytes([value]) * (1 + tape.below(STREAK_MAX))
    return Tape(bytes(data[:TAPE_BYTES]))
