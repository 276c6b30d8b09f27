"""The shortest game found that reaches a goal: golden replays first, then seeded games, then the
minimiser.

Game i is the one a campaign plays as number i: options, policies and chance are drawn from its
index, so that a search says the same every time.  Steps: hits are collected, each cut where it
reaches the goal; the shortest few are shrunk; the one of fewest player actions is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.game import Game
from engine.options import Value
from properties.campaign import Plan, dealt, option_set, option_set_of
from properties.errors import BadGoal
from properties.judge import RAISED, Judge, Trial
from properties.pulse import guarded
from properties.setup import Maker
from properties.shrink import Goal, Minimal, shrink
from properties.units import cost
from replays.errors import ReplayError
from replays.reader import game_for, loader, read_prefix

ENOUGH = 8  # hits after which no more games are played
SHARE = 5  # with a golden replay at hand, a fifth of the games will do
SHRUNK = 3  # hits that are minimised
RULES_FAULT = f"{RAISED}/{BadGoal.__name__}"

GoalOf = Callable[[Game], Goal]


@dataclass(frozen=True)
class Hit:
    """A game that reaches the goal with its last ply, and where it comes from."""

    game: Game
    trial: Trial
    source: str

    @property
    def size(self) -> tuple[int, int]:
        """Player actions, plies."""
        return cost(self.game, self.trial)


@dataclass
class Search:
    """What was looked through, and what came of it; `minimal` is None if nothing reached it."""

    name: str
    replays: int = 0
    games: int = 0
    hits: list[Hit] = field(default_factory=list)
    best: Hit | None = None
    minimal: Minimal | None = None
    interrupted: bool = False
    failed: int = 0  # games that ended because the rules raised, not at the goal
    failure: str = ""  # the first of them, and where

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        found: dict[str, object] = {
            "goal": self.name, "found": self.minimal is not None, "games": self.games,
            "golden": self.replays, "hits": len(self.hits), "interrupted": self.interrupted,
            "failed": self.failed, "failure": self.failure or None,
        }  # fmt: skip
        if self.minimal is None or self.best is None:
            return found
        return {
            **found, **self.minimal.as_dict(), "source": self.best.source,
            "options": dict(self.best.game.options), "actions": list(self.minimal.texts),
            "message": self.minimal.message,
        }  # fmt: skip


@guarded(hurry=True)
def find(
    maker: Maker, goal_of: GoalOf, plan: Plan, golden: Sequence[Path] = (), *,
    over: Callable[[], bool] = lambda: False, beat: Callable[[int], None] | None = None,
    shrinking: Callable[[int], None] | None = None,
) -> Search:  # fmt: skip
    """Search golden replays and the games of a plan, and shrink the shortest hits.

    `plan.games` None plays until `over()` says that the time is; BadGoal for a goal that the game
    does not have.  Minimising takes `plan.budget` replays at most for each of the hits it tries;
    `shrinking` is told now and then how many it has used.
    """
    first = maker.load(dict(plan.options))
    first.initial()
    search = Search(goal_of(first).name)
    try:
        _seek(search, maker, goal_of, plan, golden, over, beat)
    except KeyboardInterrupt:
        search.interrupted = True
    shrunk, budget = (1, 1) if search.interrupted else (SHRUNK, plan.budget)
    for hit in sorted(search.hits, key=lambda hit: hit.size)[:shrunk]:
        _shrink(search, hit, goal_of(hit.game), budget, shrinking)
    search.interrupted |= search.minimal is not None and search.minimal.interrupted
    return search


def _seek(
    search: Search, maker: Maker, goal_of: GoalOf, plan: Plan, golden: Sequence[Path],
    over: Callable[[], bool], beat: Callable[[int], None] | None,
) -> None:  # fmt: skip
    """Collect hits among the golden replays, then among the games of the plan."""
    for hit in _golden(maker, goal_of, plan, golden, search):
        if hit is not None:
            search.hits.append(hit)
        if over():
            return
    bound = plan.games
    if bound is not None and search.hits:
        bound = -(-bound // SHARE)
    for index, trial, hit_or_none in _played(maker, goal_of, plan):
        search.games = index + 1 - plan.first
        if beat is not None:
            beat(1)
        if hit_or_none is not None:
            search.hits.append(hit_or_none)
        elif trial.failure is not None:
            search.failed += 1
            where = f"at ply {max(trial.failure.ply, 0)} of game {index} of {plan.seed}"
            search.failure = search.failure or f"{trial.failure.message}, {where}"
        if len(search.hits) >= ENOUGH or search.games == bound or over():
            break


def _shrink(
    search: Search, hit: Hit, goal: Goal, budget: int, beat: Callable[[int], None] | None
) -> None:
    """Minimise one hit: the best has the fewest player actions, plies, options off the default."""
    best, minimal = search.best, search.minimal
    if minimal is not None and minimal.interrupted:
        return
    found = shrink(hit.game, hit.trial.codes, goal, budget=budget, beat=beat)
    if best is None or minimal is None or _size(found, hit.game) < _size(minimal, best.game):
        search.best, search.minimal = hit, found


def _size(minimal: Minimal, game: Game) -> tuple[int, int, int]:
    return minimal.actions, len(minimal.codes), len(changed(game))


def changed(game: Game) -> dict[str, Value]:
    """The options of a game that are not at their defaults, the ply limit left out."""
    usual = {option.name: option.default for option in game.definition.all_options}
    return {name: value for name, value in game.options.items()
            if value != usual[name] and name != "plies_max"}  # fmt: skip


def _golden(
    maker: Maker, goal_of: GoalOf, plan: Plan, paths: Sequence[Path], search: Search
) -> Iterator[Hit | None]:
    """Game after game of the replays of this game, content and fixed options, if it is a hit."""
    pack = maker.pack()
    load = loader(() if pack is None else (pack,))
    digest = (pack or maker.load().content).digest
    for path in paths:
        try:
            replay = read_prefix(path.read_bytes())
            game = game_for(replay.head(), load)
        except ReplayError:
            continue  # of other rules than these; `verify` says so
        fixed = all(game.options[name] == value for name, value in plan.options)
        if game.name != maker.definition().name or game.content.digest != digest or not fixed:
            continue
        search.replays += 1
        judge = Judge(game, goal_of(game).quick())
        for line in replay.games:
            yield _hit(game, judge.replay(line.codes), goal_of(game), path.name)


def _played(
    maker: Maker, goal_of: GoalOf, plan: Plan
) -> Iterator[tuple[int, Trial, Hit | None]]:
    """Game after game of the plan, without end, with its hit if it is one."""
    declared = maker.definition().all_options
    made: dict[int, tuple[Game, Goal, Judge]] = {}
    index = plan.first
    while True:
        number = option_set_of(plan, index)
        if number not in made:
            chosen: dict[str, Value] = option_set(declared, plan, number)
            game = maker.load(chosen)
            goal = goal_of(game)
            made[number] = game, goal, Judge(game, goal.quick())
        game, goal, judge = made[number]
        seed, seats = dealt(game, plan, index)
        trial = judge.play(seed, [policy for _, policy in seats])
        yield index, trial, _hit(game, trial, goal, f"game {index} of {plan.seed}")
        index += 1


def _hit(game: Game, trial: Trial, goal: Goal, source: str) -> Hit | None:
    """The game if it reached the goal; BadGoal if the goal itself fell over there."""
    if trial.failure is None:
        return None
    if trial.failure.signature.label == RULES_FAULT:
        raise BadGoal(trial.failure.message.partition(": ")[2])
    return Hit(game, trial, source) if goal.wanted(trial.failure) else None
