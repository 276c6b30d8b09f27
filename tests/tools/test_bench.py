"""`ruleproof bench`: ratios of one run, bounds that can be missed, peers that may be missing."""

import json
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from engine.registry import games, load
from tests.tools.command import ruleproof
from tools import bench, benchrun
from tools.bench import Course, Gauge, Row, compare, run
from tools.peers import Peer

QUICK = ("--games", "1", "--repetitions", "1", "--campaign", "0")


def gauge(name: str, *values: float) -> Gauge:
    """A gauge that has measured these."""
    return Gauge(name, "mini", "plies/s", lambda: 0.0, list(values))


@pytest.fixture(scope="module")
def report() -> dict:
    """One quick run over every registered game, as its document."""
    done = ruleproof("bench", "--json", *QUICK)
    assert done.code == 0
    return json.loads(done.out)


# ---- arithmetic ----


def test_a_ratio_is_the_median_of_the_ratios_of_the_repetitions() -> None:
    row = compare(gauge("record", 50, 90, 10), gauge("play", 100, 100, 100), 0.5)
    assert (row.value, row.ratio, row.verdict) == (50, 0.5, "PASS")
    disturbed = compare(gauge("record", 50, 9, 50), gauge("play", 100, 18, 100), 0.5)
    assert disturbed.ratio == 0.5, "what slows a whole repetition does not change its ratio"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (Row("a", "", "", 9.0, floor=10.0), "MISS"),
        (Row("a", "", "", 10.0, floor=10.0), "PASS"),
        (Row("a", "", "", 9.0, "b", 1.51, ceiling=1.5), "MISS"),
        (Row("a", "", "", 9.0, "b", 1.5, ceiling=1.5), "PASS"),
        (Row("a", "", "", 9.0, "b", 0.49, floor=0.5), "MISS"),
        (Row("a", "", "", 9.0), ""),
    ],
)
def test_bounds_are_judged(row: Row, verdict: str) -> None:
    assert row.verdict == verdict


def test_measurements_are_interleaved() -> None:
    order: list[str] = []

    told: list[int] = []
    pair = [Gauge(name, "", "", lambda name=name: order.append(name) or 1.0) for name in "ab"]
    run(pair, 3, told.append)
    assert order == ["a", "b"] * 3 and sum(told) == 6
    assert [len(item.values) for item in pair] == [3, 3]


# ---- the run ----


def test_every_game_has_its_rows(report: dict) -> None:
    assert report["schema"] == "ruleproof.bench/1"
    keys = ["against", "ceiling", "floor", "game", "name", "ratio", "unit", "value", "verdict"]
    assert all(sorted(row) == keys for row in report["rows"])
    assert all(row["value"] > 0 for row in report["rows"])
    for name in games():
        found = {row["name"]: row for row in report["rows"] if row["game"].startswith(name)}
        assert found["recorded, a witness each ply"]["floor"] == 0.5
        assert found["verified, every witness"]["floor"] == 0.9
        blocks = found["blocks of the recording"]
        assert blocks["ceiling"] in (3.0, 3.3) and 2.0 < blocks["value"] < 4.0, name
        assert {"exhaustive search, edges tried", "clone and encode"} <= set(found)
    tin = {row["name"]: row for row in report["rows"] if row["game"] == "tin_helm"}
    assert tin["all invariants on, each ply"]["floor"] == 0.15
    assert tin["exhaustive search, new states"]["floor"] == 25_000
    (help_row,) = [row for row in report["rows"] if row["name"] == "ruleproof --help"]
    assert help_row["ceiling"] == 1.5 and help_row["against"] == "import click"


def test_a_miss_is_said_and_is_a_finding_only_when_strict() -> None:
    with patch.object(bench, "RECORD_FLOOR", 1e9):
        done = ruleproof("bench", "tin_helm", *QUICK)
        assert done.code == 0 and "MISS" in done.out and "miss their bound" in done.err
        assert ruleproof("bench", "tin_helm", "--strict", *QUICK).code == 1


def test_strict_is_content_when_nothing_is_missed() -> None:
    with patch.object(benchrun, "bench", lambda *args, **more: benchrun.Report(3, 1)):
        assert ruleproof("bench", "--strict", *QUICK).code == 0


def test_a_missing_peer_is_named_and_an_installed_one_measured() -> None:
    here = Peer("Counting", "json", 2.0, lambda: lambda: sum(1 for _ in range(50_000)))
    gone = Peer("Gone", "no_such_package_here", 3.0, lambda: lambda: 1)
    with patch.object(benchrun, "PEERS", (here, gone)):
        done = ruleproof("bench", "tin_helm", "--peers", "--json", *QUICK)
    found = json.loads(done.out)
    (missing,) = found["missing"]
    assert "Gone" in missing and "ruleproof[peers]" in missing
    rows = [row for row in found["rows"] if row["against"] == "Counting"]
    assert [row["floor"] for row in rows] == [2.0]
    assert any(row["game"] == "Counting" and row["value"] > 0 for row in found["rows"])


def test_the_memory_of_a_campaign_is_set_against_a_shorter_one() -> None:
    done = ruleproof("bench", "tin_helm", "--json", *QUICK[:4], "--campaign", "20")
    (row,) = [r for r in json.loads(done.out)["rows"] if "campaign" in r["name"]]
    assert row["against"] == "peak of 2 games" and row["ceiling"] == 1.2
    assert row["unit"] == "kB" and row["value"] > 5_000 and row["ratio"] > 0.5


# ---- what is timed is what it says ----


def test_a_course_runs_the_same_plies_every_way() -> None:
    course = Course(load("tin_helm"), 4)
    plies = sum(map(len, course.logs))
    assert plies > 50
    works = (course.play, course.record, course.verify, course.walk, course.judge)
    assert [work() for work in works] == [plies] * 5


def test_a_recording_that_does_not_verify_stops_the_bench() -> None:
    course = Course(load("tin_helm"), 2)
    course.file = course.file[:-20]
    with pytest.raises(AssertionError, match="own recording"):
        course.verify()


@pytest.fixture(autouse=True, scope="module")
def short_searches() -> Iterator[None]:
    """Searches and loops of a size for tests."""
    with patch.object(bench, "EXPLORED_MAX", 300), patch.object(bench, "LOOP_STEPS", 2_000):
        yield


def test_the_profile_says_where_the_time_goes() -> None:
    done = ruleproof("bench", "tin_helm", "--profile", *QUICK)
    assert done.code == 0
    rows = [line for line in done.out.splitlines() if "%" in line]
    assert len(rows) == 20 and sum(" engine/" in row for row in rows) > 8
    (act,) = [row for row in rows if " apply_unchecked " in row]
    shares = [float(row.split("%")[0]) for row in rows]
    assert "engine/game.py:" in act and shares == sorted(shares, reverse=True)
    assert float(act.split()[1]) == 1.0, "once a ply"


def test_an_unknown_game_is_refused() -> None:
    done = ruleproof("bench", "tin_hlem", *QUICK)
    assert done.code == 2 and "tin_helm" in done.err
