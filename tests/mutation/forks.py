"""Processes of their own, a mutant each: what they tell, and the caps they stay in."""

from __future__ import annotations

import json
import os
import resource
import select
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn, TextIO, TypeVar

from tests.mutation.mutant import LOAD, Mutant, Outcome

CPU = 120  # seconds; what each scenario, game and replay may take is far less
MEMORY = 2 << 30
T = TypeVar("T")


@dataclass
class Child:
    """A forked process that judges one mutant; `pipe` gives its phases and then its outcome."""

    pid: int
    pipe: int
    mutant: Mutant

    def wait(self) -> Outcome:
        """The outcome; a process that was ended (the cap) is noticed in the phase it was in."""
        with os.fdopen(self.pipe, encoding="utf-8") as stream:
            lines = stream.read().splitlines()
        _, status, used = os.wait4(self.pid, 0)
        if lines and lines[-1].startswith("{"):
            return Outcome(**json.loads(lines[-1]))
        told, phase = dict[str, str](), LOAD
        for line in lines:
            phase, _, detail = line.partition(" ")
            if detail:
                told[phase] = json.loads(detail)
        how = f"ended by signal {status & 127}" if status & 127 else f"exit {status >> 8}"
        told.setdefault(phase, f"over the cap: {how}")
        return Outcome(told, round(used.ru_utime + used.ru_stime, 1))


def fork(mutant: Mutant, work: Callable[[TextIO], None]) -> Child:
    """A process of its own, within the caps, that tells its work."""
    there, here = os.pipe()
    pid = os.fork()
    if pid:
        os.close(here)
        return Child(pid, there, mutant)
    os.close(there)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    ended(here, work)


def in_turn(
    items: Iterable[tuple[Mutant, T]], start: Callable[[Mutant, T], Child | None], workers: int
) -> Iterator[tuple[Mutant, Outcome]]:
    """Start so many at a time; mutants and outcomes in the order in which they are done.

    What does not start is left out.
    """
    left, running = iter(items), dict[int, Child]()
    poll = select.poll()
    while True:
        while len(running) < workers and (item := next(left, None)) is not None:
            child = start(*item)
            if child is not None:
                running[child.pipe] = child
                # Only the end of the pipe is waited for: its few lines fit into it.
                poll.register(child.pipe, select.POLLHUP)
        if not running:
            return
        for pipe, event in poll.poll():
            if event & select.POLLHUP:
                poll.unregister(pipe)
                child = running.pop(pipe)
                yield child.mutant, child.wait()


def ended(pipe: int, work: Callable[[TextIO], None]) -> NoReturn:
    """What a forked process does, and no more."""
    code = 1
    try:
        with os.fdopen(pipe, "w", encoding="utf-8", buffering=1) as stream:
            work(stream)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
