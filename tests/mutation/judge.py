"""A mutant judged: does the game load, do its scenarios hold, its properties, its golden replays?

It happens in a forked process that has not loaded the game yet: there the one module is compiled
from the mutant's text, under its own name, so that rules, witness and replays all meet it.  The
first phase that notices ends it.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from time import process_time
from types import CodeType, FrameType, ModuleType
from typing import ParamSpec, TextIO, TypeVar

from engine.content import Pack
from engine.options import Value
from engine.registry import definition, load_pack
from properties.campaign import PLAIN, TWINS, Plan, dealt, option_set, option_set_of, way_of
from properties.checker import Checker
from properties.judge import Judge, Trial, Watched
from properties.scenario import Games, ScenarioError, run_scenario, scenario_files
from properties.setup import Maker
from replays.corpus import golden
from replays.reader import loader, read
from replays.verify import verify
from tests import proves
from tests.mutation.forks import Child, ended, fork
from tests.mutation.mutant import (
    BY_GUARDS,
    CORPUS,
    DENSE,
    EXAMPLES,
    LOAD,
    OPENINGS,
    PROPERTIES,
    RULES,
    SCENARIOS,
    STATIC,
    Mutant,
    Outcome,
)
from tests.mutation.reach import MADE, Reach, Tracer, Units

TESTS = Path(__file__).parents[1]
UNIT_CPU = 3  # seconds; a scenario, a game or a replay takes less than one by the rules
P, R = ParamSpec("P"), TypeVar("R")
Say = Callable[[str], object]
Record = dict[str, object]


@dataclass(frozen=True)
class Bench:
    """How the mutants of one game are judged: its package, how many plies are played."""

    game: str
    package: str
    folder: Path
    seed: str = "shake:1"
    plies: int = 5_000


class _Text(SourceFileLoader):
    """Loads a module from a text at hand."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Instead(MetaPathFinder):
    """Finds one module as the mutant has it."""

    def __init__(self, bench: Bench, mutant: Mutant) -> None:
        stem = mutant.file.removesuffix(".py")
        self.name = bench.package if stem == "__init__" else f"{bench.package}.{stem}"
        self.path = bench.folder / mutant.file
        self.text = mutant.text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        below = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        loader = _Text(fullname, str(self.path), self.text)
        return spec_from_file_location(
            fullname, self.path, loader=loader, submodule_search_locations=below
        )


# ---- the phases: each says what it noticed, or "" ----


class Phases:
    """Judges one game, loaded or mutated; `reach` chooses the units of each phase (None: all).

    A unit is a scenario, a pack whose table and content are checked, an opening (a golden replay
    played under the properties as far as it is legal, then on), a seeded game, one with a pack of
    the tests, or a golden replay to verify, each by its number.  `begun` hears of each before it is
    run.
    """

    def __init__(
        self, bench: Bench, units: Units | None = None, begun: Callable[[str], None] = str
    ) -> None:
        self.bench, self.units = bench, units
        self.run: Units = {}
        self._begun, self._at = begun, MADE
        self.plan = Plan(seed=bench.seed, games=None)
        self.contents = {PROPERTIES: [""], DENSE: [str(path) for path in dense_packs(bench.game)]}
        self.judges: dict[tuple[str, tuple[tuple[str, Value], ...]], Judge] = {}
        self.games = Games()
        self.games.plain = self.making(self.games.plain)  # type: ignore[method-assign]
        self.games.checker = self.making(self.games.checker)  # type: ignore[method-assign]

    def chosen(self, phase: str, every: Iterable[int]) -> Iterator[int]:
        """The units of a phase that are judged, one after the other, each within its time."""
        for unit in every if self.units is None else self.units.get(phase, ()):
            self.run.setdefault(phase, []).append(unit)
            self._begin(f"{phase} {unit}")
            try:
                yield unit
            finally:
                self._begin(MADE)

    def _begin(self, context: str) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, UNIT_CPU)
        self._at = context
        self._begun(context)

    def making(self, make: Callable[P, R]) -> Callable[P, R]:
        """What makes a game that many units share: it belongs to none of them."""

        def made(*words: P.args, **named: P.kwargs) -> R:
            at = self._at
            self._begin(MADE)
            try:
                return make(*words, **named)
            finally:
                self._begin(at)

        return made

    def loads(self) -> str:
        """The definition, its table and catalogue, and a game of every player count."""
        found = definition(self.bench.game)
        least, most = found.players
        for players in range(least, most + 1):
            Maker(self.bench.game).load({"players": players}).initial()
        return ""

    def examples(self) -> str:
        """The first example of what an event proves that is not so."""
        return next(iter(proves.wrong(self.bench.game)), "")

    def scenarios(self) -> str:
        """The first scenario of the game that does not hold."""
        paths = scenario_files(TESTS / "scenarios" / self.bench.game)
        for unit in self.chosen(SCENARIOS, range(len(paths))):
            path = paths[unit]
            try:
                if not run_scenario(path, self.games).ok:
                    return path.name
            except ScenarioError as error:
                return f"{path.name}: {error}"
        return ""

    def properties(self) -> str:
        """The first property that breaks: statically, after golden openings, in seeded games."""
        contents = [*self.contents[PROPERTIES], *self.contents[DENSE]]
        for unit in self.chosen(STATIC, range(len(contents))):
            for found in self.making(self.checker)(contents[unit]).static():
                return found.text()
        return self._openings() or self._games(PROPERTIES) or self._games(DENSE)

    def _openings(self) -> str:
        own = Maker(self.bench.game).definition().reference.digest
        paths = golden(self.bench.game)
        for unit in self.chosen(OPENINGS, range(len(paths))):
            replay = read(paths[unit])
            if replay.head().content_digest != own:
                continue
            judge = self.making(self.judge)(dict(replay.head().options))
            for line in replay.games:
                seed, seats = dealt(judge.game, self.plan, unit)
                told = _failed(judge.play(seed, [policy for _, policy in seats], line.codes))
                if told:
                    return f"{told} (opening {paths[unit].stem})"
        return ""

    def _games(self, part: str) -> str:
        plies, plan = 0, self.plan
        for index in self.chosen(part, itertools.count() if self.contents[part] else ()):
            judge = self.making(self.judge_of)(part, index)
            way = TWINS if way_of(plan, index) == TWINS else PLAIN
            seed, seats = dealt(judge.game, plan, index, way)
            trial = judge.play(seed, [policy for _, policy in seats])
            if trial.failure is not None:
                return f"{_failed(trial)} ({part} game {index})"
            plies += len(trial.codes) + 1
            if self.units is None and plies >= self.bench.plies:
                break
        return ""

    def judge_of(self, part: str, index: int) -> Judge:
        """The judge of a seeded game: its options, and its pack, the packs of the tests in turn."""
        declared = Maker(self.bench.game).definition().all_options
        options = option_set(declared, self.plan, option_set_of(self.plan, index))
        return self.judge(options, self.contents[part][index % len(self.contents[part])])

    def checker(self, content: str) -> Checker:
        """What checks the table and the content of a pack."""
        maker = Maker(self.bench.game, content)
        return Checker(maker.load(), maker.properties())

    def judge(self, options: Mapping[str, Value], content: str = "") -> Judge:
        """The judge of a set of options and a pack; made once."""
        key = content, tuple(sorted(options.items()))
        if key not in self.judges:
            maker = Maker(self.bench.game, content)
            game = maker.load(options)
            self.judges[key] = Judge(game, Watched(game, maker.properties()))
        return self.judges[key]

    def corpus(self) -> str:
        """The first golden replay that is not EXACT."""
        load = self.making(loader(_packs(self.bench.game)))
        paths = golden(self.bench.game)
        for unit in self.chosen(CORPUS, range(len(paths))):
            found = verify(paths[unit], load)
            if found.word != "EXACT":
                return f"{paths[unit].name}: {found.label}"
        return ""


def _failed(trial: Trial) -> str:
    """What broke in a game; "" if nothing did."""
    failure = trial.failure
    return "" if failure is None else f"{failure.signature.text}: {failure.message}"


def dense_packs(game: str) -> list[Path]:
    """The packs of the tests for a game: dense ones, and those that golden replays may name."""
    return [path for path in sorted((TESTS / "packs").glob("*.toml"))
            if tomllib.loads(path.read_text(encoding="utf-8"))["meta"]["game"] == game]  # fmt: skip


def _packs(game: str) -> list[Pack]:
    return [load_pack(path) for path in dense_packs(game)]


class Hangs(BaseException):
    """A unit takes far longer than any does by the rules; no Exception, which the rules' judges
    would catch."""


def _hangs(number: int, frame: FrameType | None) -> None:
    raise Hangs(f"over {UNIT_CPU} s of processor time")


def noticed(notice: Callable[[], str]) -> str:
    """What a phase notices, "" if nothing.  An exception is noticed: the rules do not raise."""
    signal.setitimer(signal.ITIMER_VIRTUAL, UNIT_CPU)
    try:
        return notice()
    except (Exception, Hangs) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def judge(phases: Phases, guard: bool, say: Say, made: bool = False) -> Outcome:
    """Judge the game that is loaded here (`made`: and made) in a process of its own.

    `say` hears of each phase as it begins.  What scenarios notice is judged by properties all the
    same, so that what properties do alone is known; golden replays are asked where neither noticed.
    Guards are judged by the examples of what events prove, then by scenarios: play is the same
    whatever they say.
    """
    signal.signal(signal.SIGVTALRM, _hangs)
    told: dict[str, str] = {}
    notices = {LOAD: phases.loads, EXAMPLES: phases.examples, SCENARIOS: phases.scenarios,
               PROPERTIES: phases.properties, CORPUS: phases.corpus}  # fmt: skip
    for phase in (BY_GUARDS if guard else RULES)[made:]:
        if told and (guard or phase == CORPUS or LOAD in told):
            break
        say(phase)
        detail = noticed(notices[phase])
        if detail:
            told[phase] = detail.split("\n")[0][:300]
            say(f"{phase} {json.dumps(told[phase])}")
    return Outcome(told, round(process_time(), 1))


def traced(bench: Bench) -> Reach:
    """The game as it is, in a process of its own: which units there are, which lines they run.

    SystemExit if something is noticed: then there is nothing to compare mutants with.
    """
    there, here = os.pipe()
    pid = os.fork()
    if not pid:
        ended(here, lambda stream: json.dump(_trace(bench), stream))
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as stream:
        text = stream.read()
    os.waitpid(pid, 0)
    found = json.loads(text) if text else {"told": "the process that traces it ended"}
    if found["told"]:
        raise SystemExit(f"{bench.game} as it is: {found['told']}")
    return Reach.from_dict(found)


# ---- in a process of its own ----


def _trace(bench: Bench) -> Record:
    signal.signal(signal.SIGVTALRM, signal.SIG_IGN)  # the rules do not hang, and are slow here
    tracer = Tracer(bench.folder)
    with tracer.noting() as switch:
        phases = Phases(bench, None, switch)
        notice = (phases.loads, phases.scenarios, phases.properties, phases.corpus)
        told = next(filter(None, map(noticed, notice)), "")
    return {"told": told, "units": phases.run, "lines": tracer.lines()}


def begin(bench: Bench, mutant: Mutant, units: Units | None = None) -> Child:
    """Fork a process that judges; the game must not be loaded here."""
    if bench.package in sys.modules:
        raise RuntimeError(f"{bench.package} is loaded already: a mutant of it would not be")

    def work(stream: TextIO) -> None:
        sys.meta_path.insert(0, _Instead(bench, mutant))
        judged(Phases(bench, units), mutant, stream)

    return fork(mutant, work)


def judged(phases: Phases, mutant: Mutant, stream: TextIO, made: bool = False) -> None:
    """Judge, and write phases and outcome as `Child.wait` reads them."""
    outcome = judge(phases, mutant.guard, lambda text: stream.write(text + "\n"), made)
    stream.write(json.dumps(asdict(outcome)) + "\n")


