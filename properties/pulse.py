"""Plies that never end, told by the processor time they take, and workers without a parent.

A rule that loops for ever would hold up a command for ever.  Under `guarded` a timer of the
processor's ticks now and then; a rule that is still in the same call by a Game, or a Judge that is
at the same ply, is stopped after too many ticks by `Endless`, raised in the middle of the rule: the
ply is a failure like any other exception.  No ply of a game that ends takes a hundredth of that
time, so nothing else hangs on the clock.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

PLY_SECONDS = 10.0  # of processor time
HURRIED_SECONDS = 0.25  # where one try after another hangs, as in shortening such a log
HURRIED_TRIES = 100
LEAST_SECONDS = 1.0  # where a whole search has less time than a ply
TICKS = 4
KERNEL = Path(__file__).parents[1] / "engine"
CALLERS = (str(KERNEL / "game.py"), str(KERNEL / "play.py"))  # these call the rules of a game


class Endless(SystemExit):
    """A ply was still going on after `PLY_SECONDS` of processor time.

    No Exception: a rule that catches those in its loop does not get round it.
    """


HANGS = f"raised/{Endless.__name__}"  # the signature of such a failure


class Pulse:
    """What is at work: plies judged so far in this process, else the call of a rule.

    What is done `with` it counts as one ply, unless `plies` goes on.  `stopped` counts plies that
    did not end.
    """

    def __init__(self) -> None:
        self.plies = self.stopped = 0
        self.seconds = self.hurried = 0.0
        self._depth = 0
        self._seen: int | FrameType | None = None
        self._ticks = 0

    def __enter__(self) -> None:
        self.plies += not self._depth
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1

    def tick(self, number: int, frame: FrameType | None) -> None:
        """The timer's signal; Endless after `TICKS` at the same ply."""
        __tracebackhide__ = True  # the line of the rule is the one that counts
        here = self.plies if self._depth else called_by_game(frame)
        if here is None or here != self._seen:
            self._seen, self._ticks = here, 0
            return
        self._ticks += 1
        if self._ticks >= TICKS:
            said = self.seconds
            self.forget()
            self.stopped += 1
            if self.hurried:
                self.set(min(self.seconds, self.hurried))
            raise Endless(f"the ply does not end: stopped after {said:g} s")

    def forget(self) -> None:
        """Let go of the call that was seen last."""
        self._seen, self._ticks = None, 0

    def set(self, seconds: float) -> None:
        """Tick so that a ply may take so long from now on."""
        self.seconds = seconds
        signal.setitimer(signal.ITIMER_PROF, seconds / TICKS, seconds / TICKS)


def called_by_game(frame: FrameType | None) -> FrameType | None:
    """The innermost function on the stack that a Game has called, as a rule is; None if none."""
    while frame is not None:
        caller = frame.f_back
        if caller is None or frame.f_code.co_filename in CALLERS:
            frame = caller
        elif caller.f_code.co_filename in CALLERS:
            return frame
        else:
            frame = caller
    return None


PULSE = Pulse()
_FOR_LIFE = ExitStack()


@contextmanager
def guarded(seconds: float | None = None, hurry: bool = False) -> Iterator[None]:
    """While this lasts, no ply may take longer; the shortest time counts.

    With `hurry` the plies behind one that did not end may take `HURRIED_SECONDS`.
    Only in a main thread, and where there is such a timer (not on Windows); else nothing is told.
    A loop inside one call of C is not stopped either.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or not hasattr(signal, "setitimer"):
        yield
        return
    handler, timer = signal.signal(signal.SIGPROF, PULSE.tick), signal.getitimer(signal.ITIMER_PROF)
    before, stopped = (PULSE.seconds, PULSE.hurried), PULSE.stopped
    seconds = PLY_SECONDS if seconds is None else seconds
    PULSE.hurried = HURRIED_SECONDS if hurry else PULSE.hurried
    PULSE.set(min(seconds, before[0] or seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *timer)
        signal.signal(signal.SIGPROF, handler)
        PULSE.seconds, PULSE.hurried = before
        PULSE.forget()
        if PULSE.hurried and PULSE.stopped > stopped:
            PULSE.set(min(PULSE.seconds, PULSE.hurried))


def within(seconds: float | None) -> float:
    """The time of a ply where all has to be done in so many seconds (None: no bound)."""
    return PLY_SECONDS if seconds is None else max(LEAST_SECONDS, min(PLY_SECONDS, seconds))


def guard_for_life() -> None:
    """`guarded` until this process ends."""
    _FOR_LIFE.enter_context(guarded(hurry=True))


def end_with_parent() -> None:
    """From now on this process ends when the one that started it does, whatever it is at."""
    from multiprocessing import parent_process  # slow to load, and few need it

    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
