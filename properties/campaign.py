"""A campaign's games, one by its index: options, players and policies drawn from the index alone.

Game i of seed S is drawn from the seed text `S/i`, whoever plays it: one worker or eight give the
same games and the same findings.
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

OFF_ODDS = 3
TAPE_BYTES = 4096
STREAK_VALUES, STREAK_MAX = 4, 8
QUIETISH, SWARM, STREAKS = OWN_NAMES = "quietish", "swarm", "streaks"


@dataclass(frozen=True)
class Plan:
    """What a campaign plays: games `first` on, `games` many (None: until `max_time` seconds).

    `options` are fixed for every game; with `swarm` every other game draws the others, as one of
    `option_sets` sets.  `policies` are drawn from, by default from all there are.  `budget` counts
    the replays a minimisation may take.
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
    """The policy of a name in `policy_names`, or any that `engine.policies` knows."""
    if name == QUIETISH:
        return mixed(quiet)
    if name == SWARM:
        return swarmed(game, tape)
    # A streak lies in the tape; who reads it chooses evenly.
    return uniform if name == STREAKS else named(game, name)


def option_set_of(plan: Plan, index: int) -> int:
    """Which option set game `index` is played under: every other one as given."""
    if not plan.swarm or index % 2 == 0:
        return 0
    return Tape.seeded(game_seed(plan.seed, index), "options").below(plan.option_sets)


def dealt(game: Game, plan: Plan, index: int) -> tuple[str | Tape, list[tuple[str, Policy]]]:
    """What game `index` is played from, and (name, policy) of each seat."""
    seed = game_seed(plan.seed, index)
    tape = Tape.seeded(seed, "setup")
    names = plan.policies or policy_names(game)
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
