"""Playing the games of a campaign, and what they came to: counts, and one find a signature.

A find is written to the folder of findings the moment it is made, before anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from engine.events import Happening
from engine.game import Game
from engine.options import Value
from engine.play import Step
from engine.rng import Tape, game_seed
from engine.state import State
from properties.campaign import (
    DRAWN,
    PLAIN,
    START,
    STEERED,
    Plan,
    option_set,
    option_set_of,
    place_in_round,
    way_of,
)
from properties.coverage import Coverage, Tally, join, opened
from properties.deals import Dealt, drawn_deal, plain_deal, steered_deal
from properties.finding import Case, folder, write, write_case
from properties.guard import Snapshot, meddler
from properties.judge import RAISED, Failure, Judge, Signature, Watched, raised_at_once
from properties.logs import log_bytes
from properties.pulse import HANGS, HURRIED_SECONDS, guarded
from properties.settle import campaign_mark
from properties.setup import Maker
from properties.steer import Kept, Options, bred, items_of

UNFINISHED = "unfinished"
Counts = dict[str, int]
COUNTED = ("policies", "option_sets", "players", "ends", "ways", "evaluations")
JUDGES_MAX = 64  # option sets kept made
CAREFUL = 64  # games, from the first on, in which it is seen whether a check changes the state


class Counted:
    """A Watch that keeps a Coverage beside the properties.

    While `careful`, it sees whether judging changed a position: then the game is `spoilt`.
    """

    def __init__(self, watched: Watched, game: Game) -> None:
        self.careful = self.spoilt = False
        self.watched = watched
        self.coverage = Coverage(game)
        self._exits = opened(game)[2]

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Position 0."""
        self.coverage.begin(events, self._exits)
        kept = Snapshot(state)
        failure = self.watched.begin(state, events)
        self.spoilt = self.careful and bool(kept.changes())
        return failure

    def step(self, step: Step) -> Failure | None:
        """One ply."""
        self.coverage.step(step)
        if not self.careful:
            return self.watched.step(step)
        kept = Snapshot.of(step)
        failure = self.watched.step(step)
        self.spoilt |= bool(kept.changes())
        return failure


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
    way: str = PLAIN

    @property
    def signature(self) -> Signature:
        """What failed."""
        return self.failure.signature

    @property
    def size(self) -> tuple[int, int]:
        """What makes a log the better one: fewer plies, then the earlier game."""
        return len(self.codes), self.index

    def stem(self, mark: str) -> str:
        """The name of its files while the campaign of this mark runs."""
        return f"{self.signature.slug}.game-{self.index:06d}-{mark}"


@dataclass
class Result:
    """What the games at positions `start` to `stop` came to; `short`: time was up before."""

    start: int = 0
    stop: int = 0
    games: int = 0
    plies: int = 0
    interrupted: bool = False
    short: bool = False
    policies: Counts = field(default_factory=dict)
    option_sets: Counts = field(default_factory=dict)
    players: Counts = field(default_factory=dict)
    ends: Counts = field(default_factory=dict)
    ways: Counts = field(default_factory=dict)
    evaluations: Counts = field(default_factory=dict)
    coverage: Tally = field(default_factory=dict)
    finds: dict[Signature, Find] = field(default_factory=dict)
    kept: list[tuple[int, Kept]] = field(default_factory=list)

    @property
    def clauses(self) -> Counts:
        """Clauses applied, by the number of games that applied them."""
        return {item: games for item, (_, games) in self.coverage.get("clauses", {}).items()
                if games}  # fmt: skip

    def merge(self, other: Result) -> None:
        """Add the counts and finds of other games."""
        self.games += other.games
        self.plies += other.plies
        for name in COUNTED:
            for key, count in getattr(other, name).items():
                count_up(getattr(self, name), [key], count)
        join(self.coverage, other.coverage)
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
    """Plays games of a campaign by position, in this process; builds each option set once."""

    def __init__(self, maker: Maker, plan: Plan, out: Path | None) -> None:
        self.maker = maker
        self.plan = plan
        self.out = out
        self.mark = campaign_mark(maker, plan) if out is not None else ""
        self.properties = maker.properties()
        self.declared = maker.definition().all_options
        self.entries: list[Kept] = []
        self.position = 0
        self._known: dict[str, None] = {}
        self._first: dict[str, int] = {}
        self._tapes: tuple[int, list[tuple[bytes, int]]] = (-1, [])
        self._sets: dict[int, Options] = {}
        self._judges: dict[Options, tuple[Judge, Counted]] = {}
        self._best: dict[Signature, tuple[int, int]] = {}

    def learn(self, entries: Sequence[Kept]) -> None:
        """Take in what the campaign has kept since the last time."""
        self.entries += entries
        for entry in entries:
            self._known.update(dict.fromkeys(item for item, _ in entry.marks))

    def run(
        self, start: int, stop: int, until: float | None = None, steer: int | None = None,
        share: float | None = None,
    ) -> Result:  # fmt: skip
        """Games at positions `start` to `stop`, fewer if the clock (`monotonic`) reaches `until`.

        Behind `share` seconds no other game is begun: the result `stop`s there, and is not short.
        The first `steer` entries may be gone on from (all by default).  Ctrl-C ends it: the games
        played so far are in the result, and its `stop` is behind them.
        """
        result, begun, resting = Result(start, stop), monotonic(), False
        usable = self.entries if steer is None else self.entries[:steer]
        self.position = start
        try:
            while self.position < stop and (until is None or monotonic() < until):
                self._game(self.position, usable, result)
                self.position += 1
                resting = share is not None and monotonic() - begun >= share
                if resting:
                    break
        except KeyboardInterrupt:
            result.interrupted = True
        except MemoryError:
            # These games are played again: what was counted and told of them is not.
            self._judges.clear()
            self._first.clear()
            raise
        result.stop, result.short = self.position, self.position < stop and not resting
        self._take(result)
        return result

    def _game(self, position: int, usable: Sequence[Kept], result: Result) -> None:
        index = self.plan.index_at(position)
        way, options, deal = self._dealt(position, index, usable)
        game = self.maker.load(dict(options)) if options not in self._judges else None
        result.games += 1
        try:
            judge, counted = self._judge(options, game)
        except MemoryError:
            raise
        except Exception as error:
            # The set-up itself raises: every game of this option set does.
            assert game is not None, "a game without a judge has just been made"
            failure = raised_at_once(error, game)
            self._found(failure, index, (), game, (), result, way)
            count_up(result.ends, [f"{RAISED} in the set-up"])
            return
        game = judge.game
        if position == 0:
            # What table and content break is the same in every game: found once.
            static = counted.watched.static()
            if static is not None:
                self._found(static, index, (), game, (), result, way)
        played = deal(game)
        counted.careful = position < CAREFUL
        trial = judge.play(played.source, played.policies, played.prefix)
        spoilt = meddler(game, trial.codes, self.properties) if counted.spoilt else None
        if spoilt is not None:  # what else broke there saw what that check left
            trial = replace(trial, failure=spoilt, codes=trial.codes[: spoilt.ply + 1])
        if trial.failure is not None:
            self._found(trial.failure, index, played.names, game, trial.codes, result, way)
            count_up(result.ends, ["failed"])
        else:
            count_up(result.ends, [game.end_reason(trial.state) or UNFINISHED])
            self._keep(position, index, game, counted.coverage, trial.codes, result)
        result.plies += len(trial.codes)
        count_up(result.ways, [way])
        count_up(result.policies, sorted(set(played.names)))
        count_up(result.players, [str(game.players)])
        count_up(result.option_sets, [self._words(game)])

    def _dealt(
        self, position: int, index: int, usable: Sequence[Kept]
    ) -> tuple[str, Options, Callable[[Game], Dealt]]:
        """How the game at a position is chosen, its options, and what deals it once it is made."""
        plan = self.plan
        own = self._options(option_set_of(plan, index))
        if position < len(plan.starts):
            start = plan.starts[position]
            return START, start.options, lambda game: plain_deal(game, plan, index, start.codes)
        way = way_of(plan, index)
        if way == STEERED:
            if not usable:
                return PLAIN, own, lambda game: plain_deal(game, plan, index)
            recipe = bred(usable, Tape.seeded(game_seed(plan.seed, index), "steer"))
            options = own if recipe.options is None else recipe.options
            return way, options, lambda game: steered_deal(game, plan, index, recipe)
        if way == DRAWN:
            data, swarm = self._tape(index)
            return way, own, lambda game: drawn_deal(game, plan, data, swarm)
        return way, own, lambda game: plain_deal(game, plan, index, way=way)

    def _tape(self, index: int) -> tuple[bytes, int]:
        """What Hypothesis draws for a game; it draws a round at once."""
        number, place, many = place_in_round(self.plan, index)
        if self._tapes[0] != number:
            # Not needed by everybody, and slow to load.
            from properties.strategies import drawn_tapes

            self._tapes = number, drawn_tapes(f"{self.plan.seed}/round/{number}", many)
        return self._tapes[1][place]

    def _words(self, game: Game) -> str:
        """An option set as text: what is not the default."""
        defaults = {option.name: option.default for option in self.declared}
        changed = [f"{k}={v}" for k, v in game.options.items() if defaults[k] != v]
        return " ".join(changed) or "default"

    def _options(self, number: int) -> Options:
        """Every option of an option set of the plan."""
        if number not in self._sets:
            game = self.maker.load(option_set(self.declared, self.plan, number))
            self._sets[number] = tuple(game.options.items())
        return self._sets[number]

    def _judge(self, options: Options, game: Game | None) -> tuple[Judge, Counted]:
        """The judge of an option set; whatever its set-up raises."""
        if game is not None:
            counted = Counted(Watched(game, self.properties), game)
            self._judges[options] = Judge(game, counted), counted
        return self._judges[options]

    def _keep(
        self, position: int, index: int, game: Game, coverage: Coverage, codes: tuple[int, ...],
        result: Result,
    ) -> None:  # fmt: skip
        """Put the log aside if it reached something new."""
        coverage.finish()
        # What this process has told of an earlier game already is not new either.
        first, known = self._first, self._known
        items = [item for item in items_of(coverage.last)
                 if item not in known and first.get(item, position) >= position]  # fmt: skip
        if items:
            first.update(dict.fromkeys(items, position))
            result.kept.append((position, Kept.of(game, index, codes, items)))

    def _found(
        self, failure: Failure, index: int, names: tuple[str, ...], game: Game,
        codes: tuple[int, ...], result: Result, way: str,
    ) -> None:  # fmt: skip
        seed = game_seed(self.plan.seed, index)
        options = tuple(game.options.items())
        find = Find(failure, index, seed, names, options, codes, 1, index, way)
        result.add(find)
        best = self._best.get(find.signature)
        if best is None or find.size < best:
            self._best[find.signature] = find.size
            if self.out is not None:
                store(folder(self.out) / find.stem(self.mark), find, self.maker, game)

    def _take(self, result: Result) -> None:
        """The counts of coverage and evaluations since the last time."""
        for _, counted in self._judges.values():
            join(result.coverage, counted.coverage.taken())
            for label, count in counted.watched.take().items():
                count_up(result.evaluations, [label], count)
        while len(self._judges) > JUDGES_MAX:
            del self._judges[next(iter(self._judges))]


def store(
    stem: Path, find: Find, maker: Maker, game: Game, ending: str = ".rply", shown: bool = True
) -> None:
    """Write a find as found: `<stem>.rply` (or another ending) and `<stem>.json`; BadOutput."""
    if find.codes:
        hangs = find.signature.label == HANGS
        with guarded(HURRIED_SECONDS if hangs else None):
            data = log_bytes(game, find.codes, (find.signature.text,))
        write(stem.with_name(stem.name + ending), data)
    case = case_as_found(find, maker, game)
    if not shown:
        case = replace(case, details={**case.details, "shown": False})
    write_case(stem.with_name(stem.name + ".json"), case)


def case_as_found(find: Find, maker: Maker, game: Game) -> Case:
    """A find in words."""
    actions = tuple(game.text(code) for code in find.codes)
    return Case(maker, dict(find.options), actions, find.signature, find.failure.message,
                details_of(find))  # fmt: skip


def details_of(find: Find) -> dict[str, object]:
    """Where a find comes from, for its `.json`."""
    return {
        "seed": find.seed,
        "index": find.index,
        "policies": list(find.policies),
        "way": find.way,
        "found_plies": len(find.codes),
        "games_failed": find.count,
        "first_game": find.first,
    }
