"""Workers of a campaign: processes that play chunks of games, replaced when one is killed.

A chunk is a run of positions, and results are handed out in their order, each after what was kept
of it has been entered in the book that steers later rounds.  A chunk whose worker died, or ran out
of memory, is played again; if that happens again, its games are played one by one, so that the one
that kills is named.  A worker killed before it was ready has not begun with any.  Of a chunk whose
games are slow a part is handed out before the others are begun.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic

from properties.campaign import ROUND, STEERED, Plan, round_of
from properties.errors import SearchError
from properties.pulse import end_with_parent, guarded
from properties.runner import Result, Runner
from properties.setup import Maker
from properties.steer import LAG, Book

CHUNK = 8
TRIES = 2
STILLBORN_MAX = 8  # workers in a row that may die before they are ready
READY = "ready"
NO_MEMORY = 86  # exit code of a worker that ran out of memory
BEAT_SECONDS = 0.5
SHARE_SECONDS = 1.0  # of a chunk, behind which its slow games are told before others are begun
GRACE_SECONDS = 5.0


@dataclass
class Chunk:
    """Positions `start` to `stop`, and how often a worker died over them."""

    start: int
    stop: int
    deaths: int = 0


@dataclass(frozen=True)
class Lost:
    """A game over which workers died again and again."""

    index: int
    detail: str


@dataclass(frozen=True)
class Stand:
    """Where a campaign stands: the next position, what was kept and lost on the way there."""

    position: int
    book: Book
    lost: list[Lost]


def serve(wire: Connection, maker: Maker, plan: Plan, out: Path | None) -> None:
    """A worker's life: chunks in, results out, until the wire closes or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    end_with_parent()
    runner = Runner(maker, plan, out)
    if _told(wire):
        with guarded():
            _work(wire, runner)


def _work(wire: Connection, runner: Runner) -> None:
    while True:
        try:
            start, stop, seconds, news, steer = wire.recv()
            until = None if seconds is None else monotonic() + seconds
            runner.learn(news)
            wire.send(_answer(runner, start, stop, until, steer))
        except (EOFError, OSError):
            return  # the parent is gone, and what was found is on disk
        except MemoryError:
            os._exit(NO_MEMORY)


def _told(wire: Connection) -> bool:
    """Say that a worker is ready; False if the parent is gone."""
    try:
        wire.send(READY)
    except OSError:
        return False
    return True


def _answer(
    runner: Runner, start: int, stop: int, until: float | None, steer: int
) -> Result | SearchError:
    try:
        return runner.run(start, stop, until, steer, SHARE_SECONDS)
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
        self.ready = False
        self._told = 0

    def give(self, chunk: Chunk, seconds: float | None, book: Book) -> None:
        """Hand over a chunk, with what of the book the process has not been told yet."""
        self.chunk = chunk
        steer = book.upto(chunk.start)
        news = book.entries[self._told : steer]
        self._told = max(self._told, steer)
        try:
            self.wire.send((chunk.start, chunk.stop, seconds, news, steer))
        except OSError:
            self.ready = False  # it died meanwhile: the wire's other end says so next

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self.wire.close()
        self.process.terminate()
        self.process.join()


class Pool:
    """Plays chunks on `plan.workers` processes; `results` yields them in order."""

    def __init__(self, maker: Maker, plan: Plan, out: Path | None, stand: Stand) -> None:
        self._maker = maker
        self._out = out
        self._plan = plan
        self._stand = stand
        self._next = self._merged = stand.position
        self._again: deque[Chunk] = deque()
        self._order: deque[int] = deque()
        self._done: dict[int, Result] = {}
        self._stillborn = 0
        self.replaced = 0
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
                result = self._done.pop(self._order.popleft())
                self._stand.book.take(result.kept)
                self._merged = result.stop
                yield result

    def _hand_out(self, worker: Worker, until: float | None) -> None:
        chunk = self._chunk(until)
        if chunk is not None:
            seconds = None if until is None else until - monotonic()
            worker.give(chunk, seconds, self._stand.book)

    def _chunk(self, until: float | None) -> Chunk | None:
        if self._again:
            return self._again.popleft()
        chunk = next_chunk(self._plan, self._next, until)
        if chunk is None or self._early(chunk):
            return None
        self._order.append(chunk.start)
        self._next = chunk.stop
        return chunk

    def _early(self, chunk: Chunk) -> bool:
        """Whether what steers a chunk is not known yet."""
        needed = (round_of(chunk.start) - LAG + 1) * ROUND
        return STEERED in self._plan.ways and self._merged < needed

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
        self._stillborn = 0
        if result == READY:
            worker.ready = True
            return
        worker.chunk = None
        self._done[chunk.start] = result
        if result.stop < chunk.stop and not result.short:
            self._order.insert(self._order.index(chunk.start) + 1, result.stop)
            self._again.appendleft(Chunk(result.stop, chunk.stop))

    def _died(self, worker: Worker, chunk: Chunk) -> None:
        worker.process.join(GRACE_SECONDS)  # it says itself how it ended
        worker.end()
        self.replaced += 1
        self.workers[self.workers.index(worker)] = self._new()
        if worker.ready:
            chunk.deaths += 1
        else:
            self._stillborn += 1  # it had not begun with any game
            if self._stillborn > STILLBORN_MAX:
                how = _end_of(worker.process.exitcode)
                raise SearchError(f"{self._stillborn} workers in a row died before they were ready "
                                  f"({how}): give memory, or fewer --workers; what was found is "
                                  "on disk, and --resume goes on")  # fmt: skip
        if chunk.deaths < TRIES:
            self._again.append(chunk)
        elif chunk.stop - chunk.start == 1:
            how = f"its worker died {TRIES} times ({_end_of(worker.process.exitcode)})"
            self._stand.lost.append(Lost(self._plan.index_at(chunk.start), how))
            self._done[chunk.start] = Result(chunk.start, chunk.stop)
        else:
            at = self._order.index(chunk.start)
            del self._order[at]
            for position in reversed(range(chunk.start, chunk.stop)):
                self._order.insert(at, position)
                self._again.appendleft(Chunk(position, position + 1))

    def close(self) -> None:
        """End every worker."""
        for worker in self.workers:
            worker.end()


def _end_of(code: int | None) -> str:
    """How a process ended, in words."""
    if code == NO_MEMORY:
        return "out of memory"
    if code is not None and code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit {code}"


def next_chunk(plan: Plan, start: int, until: float | None) -> Chunk | None:
    """The chunk that a position is in, from there on; None if games or time are used up."""
    if until is not None and monotonic() >= until:
        return None
    stop = (start // CHUNK + 1) * CHUNK
    if plan.count is not None:
        stop = min(stop, plan.count)
    return Chunk(start, stop) if stop > start else None


def alone(
    maker: Maker, plan: Plan, out: Path | None, until: float | None, stand: Stand
) -> Iterator[Result]:
    """The same chunks in this process, one after another; what lacks memory is lost."""
    runner = Runner(maker, plan, out)
    book, told = stand.book, 0
    start = stand.position
    while (chunk := next_chunk(plan, start, until)) is not None:
        steer = book.upto(chunk.start)
        runner.learn(book.entries[told:steer])
        told = max(told, steer)
        for result in _spared(runner, chunk, until, steer, stand):
            book.take(result.kept)
            yield result
            if result.interrupted:
                return
        start = chunk.stop


def _spared(
    runner: Runner, chunk: Chunk, until: float | None, steer: int, stand: Stand
) -> Iterator[Result]:
    """A chunk played here; a game that runs out of memory is lost, the others played one by one."""
    start, short = chunk.start, False
    try:
        while start < chunk.stop and not short:
            result = runner.run(start, chunk.stop, until, steer, SHARE_SECONDS)
            yield result
            start, short = result.stop, result.short
        return
    except MemoryError:
        pass
    for position in range(start, chunk.stop):
        try:
            yield runner.run(position, position + 1, until, steer)
        except MemoryError:
            stand.lost.append(Lost(runner.plan.index_at(position), "out of memory"))
            yield Result(position, position + 1)
