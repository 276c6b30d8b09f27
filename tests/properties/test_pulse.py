"""Rules that loop for ever, games that kill their process, and workers whose parent is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest

from engine.errors import EngineError
from engine.game import Game
from engine.play import walk
from properties import pulse
from properties.explore import ENDLESS_MAX, explore
from properties.find import find
from properties.fuzz import Plan, Progress, fuzz, recheck
from properties.goals import end_goal, state_goal
from properties.pool import CHUNK
from properties.pulse import (
    HANGS,
    HURRIED_SECONDS,
    PLY_SECONDS,
    PULSE,
    Endless,
    guard_for_life,
    guarded,
    within,
)
from properties.runner import Runner
from properties.saved import STANDS
from properties.setup import Maker
from properties.shrink import shrink
from properties.space import ENDLESS
from replays.corpus import golden
from tests.properties.stair_bugs import STAIRS, with_bug
from tests.tools.falling import SPINNING

NOTHING = "properties.errors"  # a module without properties
SPINS = Maker("tests.tools.falling:SPINNING", invariants=NOTHING)
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


def test_the_clock_runs_inside_a_rule_that_a_game_calls_and_in_each_anew() -> None:
    game = Game(SPINNING)
    gust = [game.code("climb 3"), game.code("blow 2")]
    with guarded(0.1):
        for steps in (walk(game, gust) for _ in range(2000)):
            assert len(list(steps)) == 2
        with pytest.raises(EngineError, match=r"Endless: .* after 0\.1 s, at ply 1, by 'blow 1'"):
            list(walk(game, [gust[0], game.code("blow 1")]))
        assert PULSE.seconds == 0.1


def test_behind_a_ply_without_an_end_the_others_may_take_less_time() -> None:
    game, times = Game(SPINNING), []
    with guarded(0.3, hurry=True):
        for _ in range(2):
            times.append(PULSE.seconds)
            with guarded(), pytest.raises(EngineError, match="Endless"):
                list(walk(game, [game.code("climb 3"), game.code("blow 1")]))
        assert [*times, PULSE.seconds] == [0.3, HURRIED_SECONDS, HURRIED_SECONDS]
    assert PULSE.seconds == 0
    assert [within(time) for time in (None, 60, 3, 0.01)] == [PLY_SECONDS, PLY_SECONDS, 3, 1]


def test_a_process_can_be_guarded_until_it_ends() -> None:
    guard_for_life()
    assert (PULSE.seconds, PULSE.hurried) == (PLY_SECONDS, HURRIED_SECONDS)
    pulse._FOR_LIFE.close()
    assert PULSE.seconds == 0 and signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of each ply that is stopped from now on."""
    stops: list[float] = []
    tick = PULSE.tick

    def ticking(number: int, frame: FrameType | None) -> None:
        before, seconds = PULSE.stopped, PULSE.seconds
        try:
            tick(number, frame)
        finally:
            stops.extend([seconds] * (PULSE.stopped - before))

    monkeypatch.setattr(PULSE, "tick", ticking)
    return stops


def test_an_endless_game_of_a_campaign_costs_its_time_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("properties.runner.HURRIED_SECONDS", 0.02)
    stops = counted(monkeypatch)
    plan = Plan(games=8, workers=1, minimise=False, policies=("uniform",), ways=())
    with guarded(0.1):
        report = fuzz(SPINS, plan, tmp_path)
    failed = report.result.ends["failed"]
    assert failed > 4 and stops.count(0.1) == failed and len(stops) < 2 * failed


def test_searches_end_where_the_rules_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.units.HUNG_MAX", 3)
    stops, game = counted(monkeypatch), Game(SPINNING)
    fall = [game.code(text) for text in ("climb 3", "blow 2") * 3]
    with guarded(0.05):
        minimal = shrink(game, fall, state_goal(game, "health[0] <= 3"))
        assert len(stops) == 3 and len(minimal.codes) == 6
        assert not (minimal.complete or minimal.minimal or minimal.interrupted)
        search = find(SPINS, lambda game: end_goal(game, "saved"), Plan(games=6, budget=1))
        assert len(stops) == 3 + search.failed > 4 and search.games == 6
        space = explore(game)
    assert space.stopped == ENDLESS and len(stops) == 3 + search.failed + ENDLESS_MAX
    assert [one.failure.signature.label for one in space.finds] == [HANGS]


def test_time_that_is_up_ends_a_search_among_golden_replays() -> None:
    search = find(Maker("tin_helm"), lambda game: end_goal(game, "won"), Plan(games=9, budget=1),
                  golden("tin_helm"), over=lambda: True)  # fmt: skip
    assert (search.replays, search.games) == (1, 0)


def test_slow_games_of_a_chunk_are_told_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(games=20, workers=1, policies=("uniform",), minimise=False, max_failures=1)
    part = Runner(STAIRS, plan, None).run(0, CHUNK, share=0.0)
    assert (part.stop, part.games, part.short) == (1, 1, False)
    for maker in (STAIRS, with_bug("two health lost")):
        whole = fuzz(maker, plan)
        monkeypatch.setattr("properties.pool.SHARE_SECONDS", 0.0)
        again = fuzz(maker, plan)
        monkeypatch.undo()
        assert replace(again, elapsed=0.0) == replace(whole, elapsed=0.0)


def test_ctrl_c_counts_the_slow_games_that_were_played(tmp_path: Path) -> None:
    stands: list[Path] = []

    def stop(progress: Progress) -> None:
        if progress.games:
            stands.extend(tmp_path.glob(STANDS))
            raise KeyboardInterrupt

    plan = Plan(games=CHUNK, workers=1, policies=("uniform",), ways=(), apart=True)
    slow = with_bug("a slow gust", NOTHING)
    report = fuzz(slow, plan, tmp_path, stop, resume=False)
    assert report.interrupted and 0 < report.games < CHUNK and len(stands) == 1
    assert fuzz(slow, plan, tmp_path, resume=True).games == CHUNK


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
