"""Mutants of what only runs in play, judged in forks of a process that has made the game.

Loading and making a game takes longer than noticing most mutants.  Where the changed statement ran
neither while the game was loaded nor while it was made, a fork of the ready process only exchanges
the code of the function around it: whoever refers to the function meets the mutant.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from types import CodeType, FunctionType
from typing import TextIO

from properties.scenario import load_scenario, scenario_files
from properties.setup import Maker
from replays.corpus import golden
from replays.reader import read
from tests.mutation.forks import Child, ended, fork, in_turn
from tests.mutation.judge import TESTS, Bench, Phases, judged
from tests.mutation.mutant import DENSE, OPENINGS, PROPERTIES, Mutant, Outcome
from tests.mutation.reach import Reach, Units

Item = tuple[Mutant, Units]
Exchange = list[tuple[FunctionType, CodeType]]


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a module and of everything in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)


def exchange(functions: Sequence[FunctionType], path: str, text: str) -> Exchange:
    """Functions of a file whose code is another in a text; empty where that is not all."""
    table: dict[tuple[str, int], CodeType] = {}
    for code in codes(compile(text, path, "exec", dont_inherit=True)):
        place = code.co_qualname, code.co_firstlineno
        if place in table and table[place] != code:
            return []  # two lambdas of one line
        table[place] = code
    pairs = []
    for function in functions:
        old = function.__code__
        new = table.get((old.co_qualname, old.co_firstlineno))
        if new is None or new.co_freevars != old.co_freevars:
            return []
        if new != old:
            pairs.append((function, new))
    return pairs


class Nursery:
    """The game loaded and made, with the games and judges of its units."""

    def __init__(self, bench: Bench, reach: Reach) -> None:
        self.bench = bench
        self.phases = Phases(bench, reach.units)
        self.phases.loads()
        for path in scenario_files(TESTS / "scenarios" / bench.game):
            scenario = load_scenario(path, self.phases.games)
            if scenario.game.content is scenario.game.definition.reference:
                self.phases.games.checker(scenario.game)
        for part in (PROPERTIES, DENSE):
            for unit in reach.units.get(part, ()):
                self.phases.judge_of(part, unit)
        paths, own = golden(bench.game), Maker(bench.game).definition().reference.digest
        for head in (read(paths[unit]).head() for unit in reach.units[OPENINGS]):
            if head.content_digest == own:
                self.phases.judge(dict(head.options))
        self._functions: dict[str, list[FunctionType]] = {}
        gc.collect()
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                self._functions.setdefault(found.__code__.co_filename, []).append(found)

    def begin(self, mutant: Mutant, units: Units) -> Child | None:
        """Fork a process that judges; None where exchanging code is not enough."""
        path = str(self.bench.folder / mutant.file)
        pairs = exchange(self._functions.get(path, []), path, mutant.text)
        if not pairs:
            return None

        def work(stream: TextIO) -> None:
            for function, code in pairs:
                function.__code__ = code
            self.phases.units = units
            judged(self.phases, mutant, stream, made=True)

        return fork(mutant, work)


def warm(
    bench: Bench, reach: Reach, items: Sequence[Item], workers: int
) -> Iterator[tuple[Mutant, Outcome]]:
    """Judge mutants in forks of a ready process, in the order in which they are done.

    Those that cannot be judged so are left out.
    """
    there, here = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(there)
        ended(here, lambda stream: _serve(bench, reach, items, workers, stream))
    os.close(here)
    by_id = {mutant.id: mutant for mutant, _ in items}
    with os.fdopen(there, encoding="utf-8") as stream:
        for line in stream:
            found = json.loads(line)
            yield by_id[found.pop("id")], Outcome(**found)
    os.waitpid(pid, 0)


def _serve(
    bench: Bench, reach: Reach, items: Sequence[Item], workers: int, stream: TextIO
) -> None:
    nursery = Nursery(bench, reach)
    for mutant, outcome in in_turn(items, nursery.begin, workers):
        stream.write(json.dumps({"id": mutant.id, **asdict(outcome)}) + "\n")
