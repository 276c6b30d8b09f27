"""A mutant judged: does the game load, do its scenarios hold, its properties, its golden replays?

It happens in a forked process that has not loaded the game yet: there the one module is compiled
from the mutant's text, under its own name, so that rules, witness and replays all meet it.  The
first phase that notices ends it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from time import process_time
from types import CodeType, ModuleType
from typing import TextIO

from engine.content import Pack
from engine.registry import definition, load_pack
from properties.campaign import Plan, dealt, option_set, option_set_of
from properties.checker import Checker
from properties.judge import Judge, Watched
from properties.scenario import Games, ScenarioError, run_scenario, scenario_files
from properties.setup import Maker
from replays.corpus import golden
from replays.reader import loader
from replays.verify import verify
from tests.mutation.mutant import CORPUS, LOAD, PROPERTIES, SCENARIOS, SURVIVED, Mutant, Outcome

TESTS = Path(__file__).parents[1]
MEMORY = 3 << 30


@dataclass(frozen=True)
class Bench:
    """How the mutants of one game are judged: its package, how many plies are played, the caps.

    `cpu` is the processor time a mutant may take; one that takes more hangs, and is killed.
    """

    game: str
    package: str
    folder: Path
    seed: str = "shake:1"
    plies: int = 40_000
    cpu: int = 600


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


def loads(bench: Bench) -> str:
    """The definition, its table and catalogue, and a game of every player count."""
    found = definition(bench.game)
    least, most = found.players
    for players in range(least, most + 1):
        Maker(bench.game).load({"players": players}).initial()
    return ""


def scenarios(bench: Bench) -> str:
    """The first scenario of the game that does not hold."""
    games = Games()
    for path in scenario_files(TESTS / "scenarios" / bench.game):
        try:
            if not run_scenario(path, games).ok:
                return path.name
        except ScenarioError as error:
            return f"{path.name}: {error}"
    return ""


def properties(bench: Bench) -> str:
    """The first property that breaks, statically or in seeded games of so many plies."""
    maker, plan = Maker(bench.game), Plan(seed=bench.seed, games=None)
    judged, declared = maker.properties(), maker.definition().all_options
    for found in Checker(maker.load(), judged).static():
        return found.text()
    benches: dict[int, Judge] = {}
    index = plies = 0
    while plies < bench.plies:
        number = option_set_of(plan, index)
        if number not in benches:
            game = maker.load(option_set(declared, plan, number))
            benches[number] = Judge(game, Watched(game, judged))
        judge = benches[number]
        seed, seats = dealt(judge.game, plan, index)
        trial = judge.play(seed, [policy for _, policy in seats])
        if trial.failure is not None:
            return f"{trial.failure.signature.text}: {trial.failure.message} (game {index})"
        plies += len(trial.codes) + 1
        index += 1
    return ""


def corpus(bench: Bench) -> str:
    """The first golden replay that is not EXACT."""
    load = loader(_packs(bench.game))
    for path in golden(bench.game):
        found = verify(path, load)
        if found.word != "EXACT":
            return f"{path.name}: {found.label}"
    return ""


def _packs(game: str) -> list[Pack]:
    """The packs of the tests that golden replays of a game may name."""
    paths = sorted((TESTS / "packs").glob("*.toml"))
    return [load_pack(path) for path in paths
            if tomllib.loads(path.read_text(encoding="utf-8"))["meta"]["game"] == game]  # fmt: skip


STEPS: tuple[tuple[str, Callable[[Bench], str]], ...] = (
    (LOAD, loads), (SCENARIOS, scenarios), (PROPERTIES, properties), (CORPUS, corpus),
)  # fmt: skip


def judge(bench: Bench, mutant: Mutant | None, say: Callable[[str], None]) -> Outcome:
    """Judge here and now (in a process of its own); `say` hears of each phase as it begins.

    None is the game as it is.  An exception is a kill: the rules do not raise.
    """
    if mutant is not None:
        sys.meta_path.insert(0, _Instead(bench, mutant))
    for phase, notice in STEPS:
        say(phase)
        try:
            detail = notice(bench)
        except Exception as error:
            detail = f"{type(error).__name__}: {error}"
        if detail:
            return Outcome(phase, detail.split("\n")[0][:300], round(process_time(), 1))
    return Outcome(SURVIVED, "", round(process_time(), 1))


# ---- in a process of its own ----


@dataclass
class Child:
    """A forked process that judges one mutant; `pipe` gives its phases and then its outcome."""

    pid: int
    pipe: int
    mutant: Mutant | None

    def wait(self) -> Outcome:
        """The outcome; a process that was ended (the cap) is killed in the phase it was in."""
        with os.fdopen(self.pipe, encoding="utf-8") as stream:
            lines = stream.read().splitlines()
        _, status, used = os.wait4(self.pid, 0)
        if lines and lines[-1].startswith("{"):
            return Outcome(**json.loads(lines[-1]))
        how = f"ended by signal {status & 127}" if status & 127 else f"exit {status >> 8}"
        cpu = round(used.ru_utime + used.ru_stime, 1)
        return Outcome(lines[-1] if lines else LOAD, f"over the cap: {how}", cpu)


def _line(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")


def begin(bench: Bench, mutant: Mutant | None) -> Child:
    """Fork a process that judges; the game must not be loaded here."""
    if bench.package in sys.modules:
        raise RuntimeError(f"{bench.package} is loaded already: a mutant of it would not be")
    there, here = os.pipe()
    pid = os.fork()
    if pid:
        os.close(here)
        return Child(pid, there, mutant)
    code = 1
    try:
        os.close(there)
        resource.setrlimit(resource.RLIMIT_CPU, (bench.cpu, bench.cpu + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with os.fdopen(here, "w", encoding="utf-8", buffering=1) as stream:
            outcome = judge(bench, mutant, lambda phase: _line(stream, phase))
            _line(stream, json.dumps(outcome.__dict__))
        code = 0
    finally:
        os._exit(code)
