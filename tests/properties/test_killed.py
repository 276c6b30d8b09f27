"""Killed workers and killed campaigns: nothing is lost, half-written, or blamed on a game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from properties.errors import SearchError
from properties.fuzz import Plan, fuzz, recheck
from properties.pool import Pool, Worker
from replays.verify import verify
from tests.properties.stair_bugs import STAIRS, with_bug

NOTHING = "properties.errors"  # a module without properties


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_once_a_campaign_has_lost_no_finding(workers: int, tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\nfrom properties.fuzz import Plan, fuzz\n"
        "from tests.properties.stair_bugs import with_bug\n"
        "if __name__ == '__main__':\n"
        f"    plan = Plan(games=10**6, workers={workers})\n"
        f"    fuzz(with_bug('two health lost'), plan, Path({str(tmp_path)!r}))\n"
    )
    file = tmp_path.with_suffix(".py")
    file.write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p or "." for p in sys.path)}
    spoken = tmp_path.with_suffix(".err")
    with spoken.open("wb") as stderr:
        running = subprocess.Popen([sys.executable, str(file)], env=environment, stderr=stderr)
    try:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("*.json")):
            assert time.monotonic() < deadline and running.poll() is None
            time.sleep(0.01)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    time.sleep(0.5)  # workers notice the closed wire after the chunk in hand
    assert spoken.read_text() == ""
    found = recheck([tmp_path])
    assert found and all(item.verdict == "FAILED" for item in found)
    for path in tmp_path.glob("*.rply"):
        whole = verify(path, lambda h: with_bug("two health lost").load(dict(h.options)))
        assert whole.word == "EXACT"


@pytest.mark.parametrize(
    ("games", "kills"),
    [(120, 2), pytest.param(2000, 12, marks=(pytest.mark.thorough, pytest.mark.timeout(900)))],
)
def test_killed_workers_are_replaced_and_nothing_is_missing(
    games: int, kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every worker in turn is killed at work: report and files are those of one left in peace."""
    plan = Plan(games=games, workers=2, minimise=False)
    maker = with_bug("below nothing")
    peace, war = tmp_path / "peace", tmp_path / "war"
    undisturbed = fuzz(maker, replace(plan, workers=1), peace)
    killed: list[int] = []

    def kill_some(self: Pool, until: float | None):
        for result in results(self, until):
            worker = self.workers[len(killed) % 2]
            pid = worker.process.pid
            # Twice over one game, and the game would be to blame.
            twice = self._again or any(one.chunk and one.chunk.deaths for one in self.workers)
            at_work = worker.ready and worker.chunk and pid not in killed
            if len(killed) < kills and pid is not None and at_work and not twice:
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)
            yield result

    results = Pool.results
    monkeypatch.setattr(Pool, "results", kill_some)
    report = fuzz(maker, plan, war)
    assert report.replaced == len(killed) == kills and report.lost == ()
    assert unplaced({**report.as_dict(), "workers_replaced": 0}) == unplaced(undisturbed.as_dict())
    assert report.findings and names(war) == names(peace)
    for name in names(peace):
        assert (war / name).read_bytes() == (peace / name).read_bytes()


def stillborn(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many workers die before they are ready."""
    born: list[int] = []

    def bear(self: Worker, *words: object) -> None:
        begin(self, *words)
        if len(born) < many:
            self.process.kill()
        born.append(0)

    begin = Worker.__init__
    monkeypatch.setattr(Worker, "__init__", bear)


def test_workers_killed_before_they_are_ready_are_no_fault_of_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stillborn(5, monkeypatch)
    report = fuzz(STAIRS, Plan(games=8, workers=2, minimise=False))
    assert report.replaced >= 4 and report.lost == () and report.games == 8


def test_where_no_worker_gets_ready_the_campaign_ends_with_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stillborn(99, monkeypatch)
    with pytest.raises(SearchError, match=r"9 workers in a row .*SIGKILL.*fewer --workers"):
        fuzz(STAIRS, Plan(games=80, workers=2, minimise=False))


def unplaced(document: dict) -> dict:
    """A report without paths."""
    for finding in document["findings"]:
        finding["path"] = None
    return document


def test_what_a_killed_process_was_writing_is_swept_away(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for word in (gone.pid, os.getpid(), "x"):
        (tmp_path / f".a.json.{word}.tmp").write_text("{")
    fuzz(STAIRS, Plan(games=1), tmp_path)
    assert names(tmp_path) == sorted([f".a.json.{os.getpid()}.tmp", ".a.json.x.tmp"])


def test_a_game_that_kills_its_worker_again_and_again_is_named() -> None:
    plan = Plan(games=48, workers=2, minimise=False, policies=("uniform",), ways=())
    report = fuzz(with_bug("process dies", NOTHING), plan)
    assert report.lost and not report.ok
    assert report.games == 48 - len(report.lost)
    assert f"lost game {report.lost[0].index}: its worker died" in report.text()
