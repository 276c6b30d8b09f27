"""Plies that never end, told by the processor time they take, and workers without a parent.

A rule that loops for ever would hold up a campaign for ever.  Under `guarded` a timer of the
processor's ticks now and then; a Judge that is at the same ply for too long is stopped by
`Endless`, raised in the middle of the rule, and so the ply is a failure like any other exception.
No ply of a game that ends takes a hundredth of that time, so nothing else hangs on the clock.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait
from types import FrameType

PLY_SECONDS = 10.0  # of processor time
HURRIED_SECONDS = 0.25  # where one try after another hangs, as in shortening such a log
HURRIED_TRIES = 100
TICKS = 4


class Endless(Exception):
    """A ply was still going on after `PLY_SECONDS` of processor time."""


HANGS = f"raised/{Endless.__name__}"  # the signature of such a failure


class Pulse:
    """What the Judge at work is at: `plies` judged so far in this process.

    What is done `with` it counts as one ply, unless `plies` goes on.
    """

    def __init__(self) -> None:
        self.plies = 0
        self.seconds = 0.0
        self._depth = 0
        self._seen = -1
        self._ticks = 0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1

    def tick(self, number: int, frame: FrameType | None) -> None:
        """The timer's signal; Endless after `TICKS` at the same ply."""
        if not self._depth or self.plies != self._seen:
            self._seen, self._ticks = self.plies, 0
            return
        self._ticks += 1
        if self._ticks >= TICKS:
            self._ticks = 0
            raise Endless(f"the ply does not end: stopped after {self.seconds:g} s")


PULSE = Pulse()


@contextmanager
def guarded(seconds: float = PLY_SECONDS) -> Iterator[None]:
    """While this lasts, no ply may take longer; the shortest time counts.

    Only in a main thread, and where there is such a timer (not on Windows); else nothing is told.
    A loop inside one call of C is not stopped either.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or not hasattr(signal, "setitimer"):
        yield
        return
    handler, before = signal.signal(signal.SIGPROF, PULSE.tick), PULSE.seconds
    PULSE.seconds = min(seconds, before or seconds)
    every = PULSE.seconds / TICKS
    timer = signal.setitimer(signal.ITIMER_PROF, every, every)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *timer)
        signal.signal(signal.SIGPROF, handler)
        PULSE.seconds = before


def end_with_parent() -> None:
    """From now on this process ends when the one that started it does, whatever it is at."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
