"""The figures of docs/performance.md: measured in one run, interleaved, as ratios.

Only ratios carry from machine to machine, so each figure is compared with another of the same
repetition: recording with play, verifying with recording, play with a calibration loop.  A row's
ratio is the median of the ratios of the repetitions, its value the median of the values.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from statistics import median
from time import process_time

from engine import registry
from engine.game import Game
from engine.play import opening, play, walk
from engine.policies import uniform
from engine.rng import game_seed
from properties.checker import Checker
from properties.explore import explore
from properties.invariant import properties_for
from properties.space import Bounds
from replays.format import records
from replays.reader import loader
from replays.recorder import Recorder, header_for
from replays.records import Block
from replays.seeded import record_game
from replays.verify import verify
from tools.text import Doc

SCHEMA = "ruleproof.bench/1"
SEED = "shake:1"
LOOP_STEPS = 200_000
EXPLORED_MAX = 20_000
# A position with many ways on, far enough from the set-up choices.
EXPLORED_FROM = 20
# Floors of docs/performance.md.
RECORD_FLOOR, VERIFY_FLOOR, INVARIANTS_FLOOR, HELP_CEILING = 0.50, 0.90, 0.15, 1.5
EDGES_FLOOR, STATES_FLOOR, MEMORY_CEILING = 100_000.0, 25_000.0, 1.2
# Bytes a ply; a game that is over in 35 plies has more of what every block has.
BYTES_CEILING, BYTES_CEILINGS = 3.0, {"hunted": 3.3}
YARDSTICK = "tin_helm"
PLAY_FLOORS = {
    "hunted": {1: 0.35}, "necrohamster": {2: 0.25, 4: 0.18}, "henchling": {2: 0.28},
    "ham_helsing": {4: 0.17},
}  # fmt: skip

Run = Callable[[], float]


@dataclass
class Gauge:
    """One thing measured: `run` gives a value in `unit`, once a repetition."""

    name: str
    game: str
    unit: str
    run: Run
    values: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """A figure: its median value, and the ratio to what it is compared with.

    `floor` bounds the ratio (or, with no `against`, the value) from below, `ceiling` from above.
    """

    name: str
    game: str
    unit: str
    value: float
    against: str = ""
    ratio: float | None = None
    floor: float | None = None
    ceiling: float | None = None

    @property
    def verdict(self) -> str:
        """PASS or MISS; empty where nothing is demanded."""
        judged = self.value if self.ratio is None else self.ratio
        if self.floor is not None:
            return "PASS" if judged >= self.floor else "MISS"
        if self.ceiling is not None:
            return "PASS" if judged <= self.ceiling else "MISS"
        return ""

    def as_dict(self) -> Doc:
        """For JSON."""
        return {
            "name": self.name, "game": self.game, "unit": self.unit, "value": self.value,
            "against": self.against or None, "ratio": self.ratio, "floor": self.floor,
            "ceiling": self.ceiling, "verdict": self.verdict or None,
        }  # fmt: skip


def timed(work: Callable[[], int]) -> float:
    """Pieces of work a second of processor time; `work` returns how many it did."""
    gc.collect()
    began = process_time()
    count = work()
    return count / max(process_time() - began, 1e-9)


# ---- what is measured for a game ----


class Course:
    """A game with the logs of `games` seeded random games: what every gauge of it runs over."""

    def __init__(self, game: Game, games: int) -> None:
        self.game = game
        self.seeds = [game_seed(SEED, index) for index in range(games)]
        self.logs = [play(game, seed, uniform).codes for seed in self.seeds]
        self.properties = properties_for(game.name)
        self.file = self._recorded()
        self.load = loader()  # one for all files of a folder, as `verify` has it

    def play(self) -> int:
        """Random play, legality generated at each ply."""
        return sum(len(play(self.game, seed, uniform).codes) for seed in self.seeds)

    def _recorded(self) -> bytes:
        stream = BytesIO()
        header = header_for(self.game, seed=SEED, policy="uniform")
        with Recorder.to_stream(stream, header, many=True) as recorder:
            for index, seed in enumerate(self.seeds):
                record_game(self.game, seed, uniform, recorder, index)
        return stream.getvalue()

    def record(self) -> int:
        """The same games recorded with a witness at each ply."""
        self._recorded()
        return sum(map(len, self.logs))

    def verify(self) -> int:
        """The file verified, every witness recomputed."""
        verdict = verify(self.file, self.load)
        if verdict.word != "EXACT":
            raise AssertionError(f"the bench's own recording is {verdict.text()}")
        return sum(map(len, self.logs))

    def bytes_a_ply(self) -> float:
        """Size of the blocks of the file, a witness each ply: no header, game start or end."""
        sizes = [placed.end - placed.offset for placed in records(BytesIO(self.file))
                 if isinstance(placed.record, Block)]  # fmt: skip
        return sum(sizes) / sum(map(len, self.logs))

    def walk(self) -> int:
        """The bare walk: one Step a ply, events and exits collected, nothing judged."""
        return sum(1 for codes in self.logs for _ in walk(self.game, codes, checked=False))

    def judge(self) -> int:
        """The same walk with every invariant of the game on."""
        checker = Checker(self.game, self.properties)
        plies = 0
        for codes in self.logs:
            checker.begin(*opening(self.game))
            for step in walk(self.game, codes, checked=False):
                found = checker.step(step)
                if found is not None:
                    raise AssertionError(f"the bench found a violation: {found.text()}")
                plies += 1
        return plies

    def copy(self) -> int:
        """Clone and encode a state of the middle of a game."""
        state = play(self.game, self.seeds[0], uniform, plies=len(self.logs[0]) // 2).state
        clone, times = state.clone, 20_000
        for _ in range(times):
            clone().encode()
        return times

    def search(self) -> tuple[float, float]:
        """Exhaustive search with deduplication: (edges, new states) a second."""
        longest = max(range(len(self.logs)), key=lambda index: len(self.logs[index]))
        start = play(self.game, self.seeds[longest], uniform, plies=EXPLORED_FROM).state
        gc.collect()
        began = process_time()
        found = explore(self.game, start, Bounds(EXPLORED_MAX), exits=False)
        took = max(process_time() - began, 1e-9)
        return found.edges / took, found.states / took


class GameBench:
    """The gauges of one game with one number of seats, and the rows they make."""

    def __init__(self, game: Game, games: int) -> None:
        self.game = game
        self.course = Course(game, games)
        self.label = game.name if game.players == 1 else f"{game.name}, {game.players} seats"
        self._searched = (0.0, 0.0)
        course = self.course
        rates: list[tuple[str, Callable[[], int]]] = [
            ("play", course.play), ("record", course.record), ("verify", course.verify),
            ("walk", course.walk), ("invariants", course.judge), ("copy", course.copy),
        ]  # fmt: skip
        if not course.properties:
            rates = [rate for rate in rates if rate[0] != "invariants"]
        self.gauges = {name: self._gauge(name, work) for name, work in rates}
        self.gauges["edges"] = Gauge("edges", self.label, "edges/s", self._edges)
        self.gauges["states"] = Gauge("states", self.label, "states/s", lambda: self._searched[1])

    def _gauge(self, name: str, work: Callable[[], int]) -> Gauge:
        unit = {"copy": "copies/s"}.get(name, "plies/s")
        return Gauge(name, self.label, unit, lambda: timed(work))

    def _edges(self) -> float:
        self._searched = self.course.search()
        return self._searched[0]

    def rows(self, loop: Gauge, yardstick: Gauge | None) -> list[Row]:
        """The figures of this game: play against the loop, the rest against each other."""
        g = self.gauges
        bounded = self.game.name == YARDSTICK
        found = [compare(g["play"], loop, name="random play, legality each ply")]
        if yardstick is not None and yardstick is not g["play"]:
            floor = PLAY_FLOORS.get(self.game.name, {}).get(self.game.players)
            found.append(compare(g["play"], yardstick, floor=floor,
                                 name=f"random play against {YARDSTICK}"))  # fmt: skip
        found.append(compare(g["record"], g["play"], RECORD_FLOOR,
                             name="recorded, a witness each ply"))  # fmt: skip
        found.append(compare(g["verify"], g["record"], VERIFY_FLOOR,
                             name="verified, every witness"))  # fmt: skip
        most = BYTES_CEILINGS.get(self.game.name, BYTES_CEILING)
        found.append(Row("blocks of the recording", self.label, "bytes/ply",
                         self.course.bytes_a_ply(), ceiling=most))  # fmt: skip
        if "invariants" in g:
            found.append(compare(g["invariants"], g["walk"], INVARIANTS_FLOOR,
                                 name="all invariants on, each ply"))  # fmt: skip
        found.append(compare(g["walk"], loop, name="bare walk of the same games"))
        found.append(compare(g["copy"], loop, name="clone and encode"))
        for name, words, floor in (
            ("edges", "exhaustive search, edges tried", EDGES_FLOOR),
            ("states", "exhaustive search, new states", STATES_FLOOR),
        ):
            value = median(g[name].values)
            found.append(Row(words, self.label, g[name].unit, value,
                             floor=floor if bounded else None))  # fmt: skip
        return found


def compare(
    gauge: Gauge, base: Gauge, floor: float | None = None, ceiling: float | None = None,
    name: str = "",
) -> Row:  # fmt: skip
    """A row: the median value, and the median of the ratios to `base`, repetition by repetition."""
    ratios = [value / other for value, other in zip(gauge.values, base.values, strict=True)]
    return Row(name or gauge.name, gauge.game, gauge.unit, median(gauge.values), base.name,
               median(ratios), floor, ceiling)  # fmt: skip


# ---- what is measured beside the games ----


def loop() -> int:
    """The calibration loop: calls, integers, a list and a dict, as a rules engine uses them."""
    cells, seen = [0] * 64, {}
    total = 0
    for number in range(LOOP_STEPS):
        at = number & 63
        cells[at] = (cells[at] + number) & 255
        if cells[at] not in seen:
            seen[cells[at]] = at
        total += _step(cells[at], seen)
    return LOOP_STEPS if total else 0


def _step(value: int, seen: dict[int, int]) -> int:
    return seen[value] + 1


def start_up(words: Sequence[str]) -> float:
    """Seconds of processor time a fresh interpreter takes for these words."""
    before = os.times()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True, timeout=60)
    after = os.times()
    spent = after.children_user + after.children_system
    return max(spent - before.children_user - before.children_system, 1e-6)


CAMPAIGN = """
import sys
from properties.fuzz import Plan, fuzz
from properties.setup import Maker
from tools.memory import peak
report = fuzz(Maker(sys.argv[1]), Plan(seed="shake:1", games=int(sys.argv[2]), minimise=False))
assert report.plies, "no game was played"
print(peak())
"""


def campaign_peak(game: str, games: int) -> float:
    """Peak memory of a campaign of so many games in a process of its own, as the system counts."""
    done = subprocess.run([sys.executable, "-c", CAMPAIGN, game, str(games)], text=True,
                          stdout=subprocess.PIPE, check=True)  # fmt: skip
    return float(done.stdout.split()[-1])


# ---- the run ----


def run(
    gauges: Sequence[Gauge], repetitions: int, advance: Callable[[int], None]
) -> None:  # fmt: skip
    """Every gauge once, `repetitions` times over: what disturbs one disturbs its neighbours too."""
    gc.collect()
    gc.freeze()  # what was there before is no garbage of what is measured
    try:
        for _ in range(repetitions):
            for gauge in gauges:
                gauge.values.append(gauge.run())
                advance(1)
    finally:
        gc.unfreeze()


def seatings(name: str, foreign: bool) -> list[Game]:
    """A game with its least number of seats, and with the numbers a floor asks for."""
    definition = registry.definition(name, foreign)
    numbers = sorted({definition.players[0], *PLAY_FLOORS.get(name, {})})
    return [Game(definition, players=number) for number in numbers]
