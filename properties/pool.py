"""Workers of a campaign: processes that play chunks of games, replaced when one is killed.

A chunk is a fixed run of games whatever the number of workers, and results are handed out in the
order of the chunks.  A chunk whose worker died is played again; if that happens again, its games
are played one by one, so that the one that kills is named.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic

from properties.campaign import Plan
from properties.errors import SearchError
from properties.runner import Result, Runner
from properties.setup import Maker

CHUNK = 16
TRIES = 2
BEAT_SECONDS = 0.5


@dataclass
class Chunk:
    """Games `start` to `stop`, and how often a worker died over them."""

    start: int
    stop: int
    deaths: int = 0


@dataclass(frozen=True)
class Lost:
    """A game over which workers died again and again."""

    index: int
    detail: str


def serve(wire: Connection, maker: Maker, plan: Plan, out: Path | None) -> None:
    """A worker's life: chunks in, results out, until the wire closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    runner = Runner(maker, plan, out)
    while True:
        try:
            start, stop, seconds = wire.recv()
            until = None if seconds is None else monotonic() + seconds
            wire.send(_answer(runner, start, stop, until))
        except (EOFError, OSError):
            return  # the parent is gone, and what was found is on disk


def _answer(runner: Runner, start: int, stop: int, until: float | None) -> Result | SearchError:
    try:
        return runner.run(start, stop, until)
    except SearchError as error:
        return error


class Worker:
    """One process, the wire to it, and the chunk it has."""

    def __init__(self, maker: Maker, plan: Plan, out: Path | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.wire, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, maker, plan, out), daemon=True)
        self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None

    def give(self, chunk: Chunk, seconds: float | None) -> None:
        """Hand over a chunk."""
        self.chunk = chunk
        try:
            self.wire.send((chunk.start, chunk.stop, seconds))
        except OSError:
            pass  # it died meanwhile: the wire's other end says so next

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self.wire.close()
        self.process.terminate()
        self.process.join()


class Pool:
    """Plays chunks on `plan.workers` processes; `results` yields them in order."""

    def __init__(self, maker: Maker, plan: Plan, out: Path | None) -> None:
        self._maker = maker
        self._out = out
        self._plan = plan
        self._next = plan.first
        self._again: deque[Chunk] = deque()
        self._order: deque[int] = deque()
        self._done: dict[int, Result] = {}
        self.replaced = 0
        self.lost: list[Lost] = []
        self.workers = [self._new() for _ in range(plan.workers)]

    def _new(self) -> Worker:
        return Worker(self._maker, self._plan, self._out)

    def results(self, until: float | None) -> Iterator[Result | None]:
        """Results in the order of the games; None now and then, as a beat.

        Workers that die are replaced on the way.  The caller closes the pool.
        """
        while True:
            for worker in self.workers:
                if worker.chunk is None:
                    self._hand_out(worker, until)
            busy = {worker.wire: worker for worker in self.workers if worker.chunk}
            if not busy:
                return
            for wire in wait(list(busy), BEAT_SECONDS):
                if isinstance(wire, Connection):
                    self._collect(busy[wire])
            yield None
            while self._order and self._order[0] in self._done:
                yield self._done.pop(self._order.popleft())

    def _hand_out(self, worker: Worker, until: float | None) -> None:
        chunk = self._chunk(until)
        if chunk is not None:
            worker.give(chunk, None if until is None else until - monotonic())

    def _chunk(self, until: float | None) -> Chunk | None:
        if self._again:
            return self._again.popleft()
        plan = self._plan
        end = None if plan.games is None else plan.first + plan.games
        if (end is not None and self._next >= end) or (until is not None and monotonic() >= until):
            return None
        stop = self._next + CHUNK if end is None else min(self._next + CHUNK, end)
        chunk = Chunk(self._next, stop)
        self._order.append(chunk.start)
        self._next = stop
        return chunk

    def _collect(self, worker: Worker) -> None:
        """Take a worker's result, or replace a dead worker."""
        chunk = worker.chunk
        assert chunk is not None, "only busy workers are waited for"
        try:
            result = worker.wire.recv()
        except (EOFError, OSError):
            self._died(worker, chunk)
            return
        if isinstance(result, SearchError):
            raise result
        worker.chunk = None
        self._done[chunk.start] = result

    def _died(self, worker: Worker, chunk: Chunk) -> None:
        worker.end()
        code = worker.process.exitcode
        self.replaced += 1
        self.workers[self.workers.index(worker)] = self._new()
        chunk.deaths += 1
        if chunk.deaths < TRIES:
            self._again.append(chunk)
        elif chunk.stop - chunk.start == 1:
            self.lost.append(Lost(chunk.start, f"its worker died {TRIES} times (exit {code})"))
            self._done[chunk.start] = Result(chunk.start, chunk.stop)
        else:
            at = self._order.index(chunk.start)
            del self._order[at]
            for index in reversed(range(chunk.start, chunk.stop)):
                self._order.insert(at, index)
                self._again.appendleft(Chunk(index, index + 1))

    def close(self) -> None:
        """End every worker."""
        for worker in self.workers:
            worker.end()


def alone(maker: Maker, plan: Plan, out: Path | None, until: float | None) -> Iterator[Result]:
    """The same chunks in this process, one after another."""
    runner = Runner(maker, plan, out)
    start = plan.first
    while plan.games is None or start < plan.first + plan.games:
        if until is not None and monotonic() >= until:
            return
        stop = start + CHUNK
        if plan.games is not None:
            stop = min(stop, plan.first + plan.games)
        result = runner.run(start, stop, until)
        yield result
        if result.interrupted:
            return
        start = stop
