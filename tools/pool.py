"""Work in order over processes, and Ctrl-C that waits for what is whole."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from types import FrameType
from typing import TypeVar

from properties.pulse import end_with_parent, guard_for_life
from tools.errors import Usage, out_of_memory

Job = TypeVar("Job")
Made = TypeVar("Made")

AHEAD = 4  # jobs in hand a worker: enough to keep it busy, few to wait for after Ctrl-C


class Stop:
    """Set by the first Ctrl-C; the second one interrupts at once."""

    def __init__(self) -> None:
        self.asked = False

    def __bool__(self) -> bool:
        return self.asked


@contextmanager
def stoppable() -> Iterator[Stop]:
    """While this lasts, Ctrl-C only asks to stop: loops look at it between whole pieces."""
    stop = Stop()

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.asked:
            raise KeyboardInterrupt
        stop.asked = True

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def count_workers(text: str) -> int:
    """`auto` or a number from 1."""
    if text == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (
            os.cpu_count() or 1
        )
    if not text.isdigit() or not 1 <= int(text) <= 256:
        raise Usage(f"--workers {text}: expected auto or a number 1..256")
    return int(text)


def ordered(
    work: Callable[[Job], Made], jobs: Iterable[Job], workers: int, stop: Stop
) -> Iterator[Made]:
    """`work(job)` for each job, results in the order of the jobs; ends early once `stop` is set.

    With several workers each is a fresh process, so `work` and the jobs must be picklable.
    ToolError E407 if one is killed.
    """
    if workers == 1:
        for job in jobs:
            if stop:
                return
            yield work(job)
        return
    # A forked child would inherit the progress bar's thread in any state; a fresh one has none.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _deaf)
    waiting: list[Future[Made]] = []
    queue = iter(jobs)
    try:
        while True:
            while len(waiting) < workers * AHEAD and not stop:
                more = list(islice(queue, 1))
                if not more:
                    break
                waiting.append(pool.submit(work, more[0]))
            if not waiting or (stop and waiting[0].cancel()):
                return
            yield waiting.pop(0).result()
    except BrokenProcessPool as error:
        raise out_of_memory("a worker was killed, most likely for want of memory") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C reaches the whole group; the parent alone decides, and takes everybody along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    guard_for_life()
