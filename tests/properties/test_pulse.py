"""Rules that loop for ever, games that kill their process, and workers whose parent is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from properties.fuzz import Plan, fuzz, recheck
from properties.pulse import HANGS, PULSE, Endless, guarded
from tests.properties.stair_bugs import with_bug

NOTHING = "properties.errors"  # a module without properties
LOOP = "while True: pass"


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_rule_that_loops_for_ever_is_a_finding(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("properties.fuzz.HURRIED_TRIES", 12)
    plan = Plan(games=48, workers=workers, policies=("uniform",), ways=())
    with guarded(0.2):
        report = fuzz(with_bug("a gust for ever", NOTHING), plan, tmp_path)
        assert [one.find.signature.label for one in report.findings] == [HANGS]
        (found,) = report.findings
        assert found.find.signature.verb == "blow" and "does not end" in found.find.failure.message
        assert report.games == 48 and report.lost == ()
        assert [one.verdict for one in recheck([tmp_path])] == ["FAILED"]


def test_the_clock_runs_inside_a_ply_only() -> None:
    with guarded(0.1):
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        with PULSE, pytest.raises(Endless, match=r"not end: stopped after 0\.1 s"):
            exec(LOOP)


def test_guards_within_guards_take_the_shortest_time_and_leave_nothing() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with guarded(5), guarded(9):
        assert PULSE.seconds == 5
        with guarded(2):
            assert PULSE.seconds == 2
        assert signal.getitimer(signal.ITIMER_PROF)[1] == pytest.approx(1.25, abs=0.05)
    assert PULSE.seconds == 0 and signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == before


def test_a_game_that_kills_its_process_is_lost_with_one_worker_too() -> None:
    plan = Plan(games=48, minimise=False, policies=("uniform",), ways=(), apart=True)
    report = fuzz(with_bug("process dies", NOTHING), plan)
    assert report.lost and report.games == 48 - len(report.lost)


def wait_until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_a_worker_ends_with_its_parent_whatever_it_is_at(tmp_path: Path) -> None:
    script, pid = tmp_path / "parent.py", tmp_path / "pid"
    script.write_text(
        "import os, multiprocessing, pathlib\nfrom properties.pulse import end_with_parent\n"
        "def child():\n"
        "    end_with_parent()\n"
        f"    pathlib.Path({str(tmp_path)!r}, 'part').write_text(str(os.getpid()))\n"
        f"    os.replace({str(tmp_path / 'part')!r}, {str(pid)!r})\n"
        f"    {LOOP}\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.get_context('spawn').Process(target=child).start()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p or "." for p in sys.path)}
    running = subprocess.Popen([sys.executable, str(script)], env=environment)
    wait_until(pid.exists, "no child came up")
    running.send_signal(signal.SIGKILL)
    running.wait()
    wait_until(lambda: not alive(int(pid.read_text())), "the child lives on")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")
