"""Playing the games of a campaign, and what they came to: counts, and one find a signature.

A find is written to the folder of findings the moment it is made, before anybody is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from engine.events import Happening
from engine.game import Game
from engine.options import Value
from engine.play import Step
from engine.rng import game_seed
from engine.state import State
from properties.campaign import Plan, dealt, option_set, option_set_of
from properties.finding import Case, log_bytes, write, write_json
from properties.judge import RAISED, Failure, Judge, Signature, Watched
from properties.setup import Maker

UNFINISHED = "unfinished"
Counts = dict[str, int]


class Tally:
    """Clauses applied, by the number of games that applied them."""

    def __init__(self, game: Game) -> None:
        targets = {row.name: row.phase.clause for row in game.rows}
        self._verb_at = game.space.verb_at
        self._verbs = [verb.clause for verb in game.space.verbs]
        self._exits = {
            (row.index, number): (*exit.clauses, targets[exit.target])
            for row in game.rows
            for number, exit in enumerate(row.phase.exits)
        }
        self._seen: dict[str, None] = {}
        self._games: Counts = {}

    def begin(self, events: Sequence[Happening]) -> None:
        """A new game."""
        count_up(self._games, [ident for ident in self._seen if ident])
        self._seen = {}
        for happening in events:
            self._seen.update(dict.fromkeys(happening.clauses()))

    def step(self, step: Step) -> None:
        """One ply."""
        seen = self._seen
        seen[self._verbs[self._verb_at[step.code]]] = None
        for pair in step.exits:
            seen.update(dict.fromkeys(self._exits[pair]))
        for happening in step.events:
            for ident in happening.event.always:
                seen[ident] = None
            for ident, guard in happening.event.guarded:
                if ident not in seen and guard(happening):
                    seen[ident] = None

    def take(self) -> Counts:
        """The counts since the last time; they start anew."""
        self.begin(())
        taken, self._games = self._games, {}
        return taken


class Counted:
    """A Watch that keeps a Tally beside the properties."""

    def __init__(self, watched: Watched, tally: Tally) -> None:
        self.watched = watched
        self.tally = tally

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Position 0."""
        self.tally.begin(events)
        return self.watched.begin(state, events)

    def step(self, step: Step) -> Failure | None:
        """One ply."""
        self.tally.step(step)
        return self.watched.step(step)


def count_up(counts: Counts, keys: Sequence[str], by: int = 1) -> None:
    """Add to the counts of some keys."""
    for key in keys:
        counts[key] = counts.get(key, 0) + by


@dataclass(frozen=True)
class Find:
    """The shortest failing log of one signature, and how many games failed so."""

    failure: Failure
    index: int
    seed: str
    policies: tuple[str, ...]
    options: tuple[tuple[str, Value], ...]
    codes: tuple[int, ...]
    count: int
    first: int

    @property
    def signature(self) -> Signature:
        """What failed."""
        return self.failure.signature

    @property
    def size(self) -> tuple[int, int]:
        """What makes a log the better one: fewer plies, then the earlier game."""
        return len(self.codes), self.index

    @property
    def stem(self) -> str:
        """The name of its files while the campaign runs."""
        return f"{self.signature.slug}.game-{self.index:06d}"


@dataclass
class Result:
    """What games `start` to `stop` of a campaign came to."""

    start: int = 0
    stop: int = 0
    games: int = 0
    plies: int = 0
    interrupted: bool = False
    policies: Counts = field(default_factory=dict)
    option_sets: Counts = field(default_factory=dict)
    players: Counts = field(default_factory=dict)
    ends: Counts = field(default_factory=dict)
    clauses: Counts = field(default_factory=dict)
    evaluations: Counts = field(default_factory=dict)
    finds: dict[Signature, Find] = field(default_factory=dict)

    def merge(self, other: Result) -> None:
        """Add the counts and finds of other games."""
        self.games += other.games
        self.plies += other.plies
        for name in ("policies", "option_sets", "players", "ends", "clauses", "evaluations"):
            for key, count in getattr(other, name).items():
                count_up(getattr(self, name), [key], count)
        for find in other.finds.values():
            self.add(find)

    def add(self, find: Find) -> bool:
        """Keep the shortest log a signature (of equals the earlier game's); True if it is this."""
        known = self.finds.get(find.signature)
        best = find if known is None or find.size < known.size else known
        if known is not None:
            count, first = known.count + find.count, min(known.first, find.first)
            self.finds[find.signature] = replace(best, count=count, first=first)
        else:
            self.finds[find.signature] = find
        return best is find


class Runner:
    """Plays games of a campaign by index, in this process; builds each option set once."""

    def __init__(self, maker: Maker, plan: Plan, out: Path | None) -> None:
        self.maker = maker
        self.plan = plan
        self.out = out
        self.properties = maker.properties()
        self.declared = maker.definition().all_options
        self._games: dict[int, Game] = {}
        self._judges: dict[int, tuple[Judge, Counted]] = {}
        self._best: dict[Signature, tuple[int, int]] = {}

    def run(self, start: int, stop: int, until: float | None = None) -> Result:
        """Games `start` to `stop`, fewer if the clock (`time.monotonic`) reaches `until`.

        Ctrl-C ends it: the games played so far are in the result.
        """
        result = Result(start, stop)
        try:
            for index in range(start, stop):
                if until is not None and monotonic() >= until:
                    break
                self._game(index, result)
        except KeyboardInterrupt:
            result.interrupted = True
        self._take(result)
        return result

    def _game(self, index: int, result: Result) -> None:
        number = option_set_of(self.plan, index)
        game = self._made(number)
        result.games += 1
        try:
            judge = self._judge(number)
        except Exception as error:
            # The set-up itself raises: every game of this option set does.
            name = type(error).__name__
            failure = Failure(Signature(f"{RAISED}/{name}"), -1, f"{name}: {error}")
            self._found(failure, index, (), game, (), result)
            count_up(result.ends, [f"{RAISED} in the set-up"])
            return
        if index == self.plan.first:
            # What table and content break is the same in every game: found once.
            static = self._judges[number][1].watched.static()
            if static is not None:
                self._found(static, index, (), game, (), result)
        source, seats = dealt(game, self.plan, index)
        trial = judge.play(source, [policy for _, policy in seats])
        names = tuple(name for name, _ in seats)
        if trial.failure is not None:
            self._found(trial.failure, index, names, game, trial.codes, result)
            count_up(result.ends, ["failed"])
        else:
            count_up(result.ends, [game.end_reason(trial.state) or UNFINISHED])
        result.plies += len(trial.codes)
        count_up(result.policies, sorted(set(names)))
        count_up(result.players, [str(game.players)])
        count_up(result.option_sets, [self._words(game)])

    def _words(self, game: Game) -> str:
        """An option set as text: what is not the default."""
        defaults = {option.name: option.default for option in self.declared}
        changed = [f"{k}={v}" for k, v in game.options.items() if defaults[k] != v]
        return " ".join(changed) or "default"

    def _made(self, number: int) -> Game:
        """The game of an option set."""
        if number not in self._games:
            options = option_set(self.declared, self.plan, number)
            self._games[number] = self.maker.load(options)
        return self._games[number]

    def _judge(self, number: int) -> Judge:
        """The judge of an option set; whatever its set-up raises."""
        if number not in self._judges:
            game = self._made(number)
            counted = Counted(Watched(game, self.properties), Tally(game))
            self._judges[number] = Judge(game, counted), counted
        return self._judges[number][0]

    def _found(
        self, failure: Failure, index: int, names: tuple[str, ...], game: Game,
        codes: tuple[int, ...], result: Result,
    ) -> None:  # fmt: skip
        seed = game_seed(self.plan.seed, index)
        options = tuple(game.options.items())
        find = Find(failure, index, seed, names, options, codes, 1, index)
        result.add(find)
        best = self._best.get(find.signature)
        if best is None or find.size < best:
            self._best[find.signature] = find.size
            if self.out is not None:
                store(self.out / find.stem, find, self.maker, game)

    def _take(self, result: Result) -> None:
        """The counts of clauses and evaluations since the last time."""
        for _, counted in self._judges.values():
            for ident, games in counted.tally.take().items():
                count_up(result.clauses, [ident], games)
            for label, count in counted.watched.take().items():
                count_up(result.evaluations, [label], count)


def store(stem: Path, find: Find, maker: Maker, game: Game) -> None:
    """Write a find as found: `<stem>.rply` and `<stem>.json`, each whole; BadOutput."""
    actions = tuple(game.text(code) for code in find.codes)
    case = Case(maker, dict(find.options), actions, find.signature, find.failure.message,
                details_of(find))  # fmt: skip
    if find.codes:
        data = log_bytes(game, find.codes, (find.signature.text,))
        write(stem.with_name(stem.name + ".rply"), data)
    write_json(stem.with_name(stem.name + ".json"), case.as_dict())


def details_of(find: Find) -> dict[str, object]:
    """Where a find comes from, for its `.json`."""
    return {
        "seed": find.seed,
        "index": find.index,
        "policies": list(find.policies),
        "found_plies": len(find.codes),
        "games_failed": find.count,
        "first_game": find.first,
    }
