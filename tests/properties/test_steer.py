"""Coverage-steered search, twins, drawn games, shards; resuming after a kill."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.play import play, walk
from engine.policies import named
from engine.registry import definition
from engine.rng import Tape
from properties.campaign import DRAWN, ROUND, STEERED, TWINS, WAYS, Plan, Start, way_of
from properties.coverage import Coverage
from properties.errors import OtherCampaign
from properties.fuzz import Campaign, fuzz
from properties.runner import Runner
from properties.saved import STANDS
from properties.setup import Maker
from properties.steer import Book, Kept, bred, items_of, led, marked
from properties.strategies import TAPE, drawn_tapes
from properties.twins import twin_names
from tests.properties.stair_bugs import STAIRS, with_bug

GAMES = 5 * ROUND // 2  # two rounds that nothing steers yet, and half a one


def played(plan: Plan, maker: Maker = STAIRS) -> Campaign:
    """A campaign, played and not shrunk."""
    campaign = Campaign(maker, replace(plan, minimise=False), None, None)
    campaign.play()
    return campaign


@cache
def undisturbed() -> Campaign:
    """A campaign of a wrong rule in this process, from its beginning to its end."""
    return played(Plan(games=GAMES), with_bug("below nothing"))


# ---- ways of choosing ----


def test_the_mix_is_as_documented_and_no_way_is_played_that_was_left_out() -> None:
    plan = Plan()
    ways = [way_of(plan, index) for index in range(1600)]
    shares = {way: ways.count(way) / len(ways) for way in WAYS}
    assert shares == pytest.approx({STEERED: 0.25, DRAWN: 0.125, TWINS: 0.125}, abs=0.03)
    fewer = replace(plan, ways=(TWINS,))
    assert {way_of(fewer, index) for index in range(200)} == {"plain", TWINS}
    assert [i for i in range(200) if way_of(fewer, i) == TWINS] == [
        i for i in range(200) if ways[i] == TWINS
    ]


@pytest.mark.parametrize("name", ["tin_helm", "necrohamster", "ham_helsing", "henchling", "hunted"])
def test_every_game_is_played_in_every_manner(name: str) -> None:
    declared = definition(name)
    own = declared.policies
    known = {*own, *twin_names(declared), *(["shopping"] if "shopper" in own else [])}
    assert {"careful", "refusing", "hoarding", "shopping"} <= known


def test_twins_play_legally_and_otherwise_than_their_model() -> None:
    plan = Plan(games=3 * ROUND, ways=(TWINS,), policies=())
    runner = Runner(Maker("tin_helm"), plan, None)
    met: dict[str, int] = {}
    for position in range(3 * ROUND):
        if way_of(plan, position) == TWINS and len(met) < 2:
            result = runner.run(position, position + 1)
            assert not result.finds
            met |= result.policies
    assert set(met) == {"hoarding", "shopping"}


def test_hypothesis_draws_the_same_tapes_for_the_same_seed() -> None:
    tapes = drawn_tapes("shake:1/round/0", 4)
    assert [len(data) for data, _ in tapes] == [TAPE] * 4
    assert drawn_tapes("shake:1/round/0", 4) == tapes != drawn_tapes("shake:1/round/1", 4)


def test_what_is_drawn_leaves_nothing_in_the_current_folder(tmp_path: Path) -> None:
    draws = "from properties.strategies import drawn_tapes; drawn_tapes('shake:1/round/0', 40)"
    ways = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    subprocess.run([sys.executable, "-c", draws], cwd=tmp_path, check=True,
                   env={**os.environ, "PYTHONPATH": ways})  # fmt: skip
    assert list(tmp_path.iterdir()) == []


# ---- steering ----


def test_a_log_is_marked_where_it_first_reached_something() -> None:
    game = STAIRS.load()
    codes = play(game, "shake:1/3", named(game, "uniform")).codes
    steps = list(walk(game, codes))
    whole = Coverage(game)
    whole.begin()
    for step in steps:
        whole.step(step)
    whole.finish()
    items = items_of(whole.last)
    marks = dict(marked(game, codes, items))
    assert set(marks) == set(items)
    for verb in ("rest", "climb"):
        first = next(step.ply for step in steps if step.verb == verb)
        clause = game.space.verbs[[v.name for v in game.space.verbs].index(verb)].clause
        assert marks[f"clauses/{clause}"] <= first
    assert 0 < max(marks.values()) < len(codes)


def test_the_book_keeps_what_is_new_up_to_where_it_was_reached() -> None:
    game = STAIRS.load()
    codes = play(game, "shake:1/3", named(game, "uniform")).codes
    book = Book()
    first = Kept.of(game, 0, codes, ["verb/none"])
    book.take([(0, replace(first, marks=(("a", 2), ("b", 5))))])
    book.take([(ROUND, replace(first, marks=(("a", 1), ("b", 1))))])
    book.take([(ROUND, replace(first, marks=(("b", 1), ("c", 3))))])
    assert [len(entry.codes) for entry in book.entries] == [6, 4]
    assert book.entries[1].marks == (("c", 3),)
    assert [book.upto(r * ROUND) for r in range(5)] == [0, 0, 1, 2, 2]
    assert Kept.from_list(json.loads(json.dumps(book.entries[0].as_list()))) == book.entries[0]


def test_a_beginning_is_a_part_of_a_kept_log() -> None:
    game = STAIRS.load()
    logs = [play(game, f"shake:1/{i}", named(game, "uniform")).codes for i in range(3)]
    entries = [replace(Kept.of(game, i, log, []), marks=(("x", 4),)) for i, log in enumerate(logs)]
    starts = [bred(entries, Tape.seeded(f"shake:{n}", "steer")) for n in range(80)]
    for start in starts:
        assert any(start.prefix == log[: len(start.prefix)] for log in logs)
    assert any(start.options is None for start in starts)
    assert any(start.led for start in starts)
    assert sum(len(start.prefix) == 5 for start in starts) > 20


def test_a_log_leads_as_far_as_it_is_legal() -> None:
    game = STAIRS.load()
    log = play(game, "shake:1/3", named(game, "uniform")).codes
    again = play(game, "shake:1/3", led(list(reversed(log)), named(game, "quiet"))).codes
    assert again == log


def test_steered_games_come_and_any_number_of_workers_plays_the_same() -> None:
    alone = undisturbed()
    two = played(replace(alone.plan, workers=2), alone.maker)
    assert alone.total.ways[STEERED] and alone.stand.book.entries
    assert two.stand.book.entries == alone.stand.book.entries
    assert two.report().as_dict() == alone.report().as_dict()
    assert alone.report().findings


def test_shards_are_the_whole() -> None:
    plan = Plan(games=20, ways=(TWINS,), first=3)
    whole = played(plan)
    parts = [played(replace(plan, shard=(number, 3))) for number in range(3)]
    assert [part.total.games for part in parts] == [7, 7, 6]
    total = parts[0].total
    for part in parts[1:]:
        total.merge(part.total)
    assert total.ends == whole.total.ends and total.clauses == whole.total.clauses
    assert total.evaluations == whole.total.evaluations


def test_a_campaign_begins_with_the_logs_it_is_given() -> None:
    game = STAIRS.load({"flask": 9})
    codes = play(game, "shake:9/1", named(game, "uniform")).codes
    start = Start(tuple(game.options.items()), codes)
    campaign = played(Plan(games=2, starts=(start,), ways=(STEERED,)))
    assert campaign.total.ways == {"start": 1, "plain": 1}
    assert bytes(campaign.stand.book.entries[0].codes) == bytes(
        Kept.of(game, 0, codes[: len(campaign.stand.book.entries[0].codes)], []).codes
    )


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_game_without_memory_is_lost_and_the_others_are_played(workers: int) -> None:
    plan = Plan(games=24, workers=workers, minimise=False, policies=("uniform",), ways=())
    report = fuzz(with_bug("memory ends", "properties.errors"), plan)
    assert report.lost and not report.ok and not report.findings
    assert report.games == 24 - len(report.lost) == report.reach.games
    assert sum(report.result.ends.values()) == report.games
    assert max(games for _, games in report.result.coverage["verbs"].values()) <= report.games
    assert "out of memory" in report.lost[0].detail
    assert (report.replaced > 0) == (workers > 1)


# ---- going on ----


def test_a_campaign_goes_on_where_it_stopped(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("properties.saved.SAVE_SECONDS", 0.0)
    plan, maker = undisturbed().plan, undisturbed().maker
    half = fuzz(maker, replace(plan, games=GAMES - 9), tmp_path, resume=False)
    assert half.games == GAMES - 9
    rest = fuzz(maker, plan, tmp_path, resume=True)
    assert rest.resumed == half.games and rest.games == GAMES
    paths = [finding.path for finding in rest.findings]
    assert all(path is not None and path.exists() for path in paths)
    assert unplaced(rest.as_dict()) == unplaced(undisturbed().report().as_dict())
    with pytest.raises(OtherCampaign, match="seed 'shake:1', here 'shake:2'"):
        fuzz(maker, replace(plan, seed="shake:2"), tmp_path, resume=True)
    [stand] = tmp_path.glob(STANDS)
    stand.write_text("{")
    with pytest.raises(OtherCampaign, match="no stand of a campaign"):
        fuzz(maker, plan, tmp_path, resume=True)
    assert fuzz(maker, replace(plan, games=4), tmp_path, resume=False).games == 4


def unplaced(document: dict) -> dict:
    """A report without paths."""
    for finding in document["findings"]:
        finding["path"] = None
    return document


SCRIPT = """
from pathlib import Path
import sys
import properties.saved
from properties.fuzz import Plan, fuzz
from tests.properties.stair_bugs import with_bug
properties.saved.SAVE_SECONDS = 0.0
if __name__ == "__main__":
    games, workers = int(sys.argv[2]), int(sys.argv[3])
    plan = Plan(games=games, workers=workers, minimise=False, ways=("steered",))
    report = fuzz(with_bug("below nothing"), plan, Path(sys.argv[1]), resume=True)
    print(report.games)
"""


def killed(folder: Path, workers: int, moments: list[float]) -> int:
    """Run a campaign, SIGKILL it, go on, and so on; how many kills hit it at work.

    A moment is in seconds from its first save on; a negative one from its very start.
    """
    script = folder.with_suffix(".py")
    script.write_text(SCRIPT)
    words = [sys.executable, str(script), str(folder), str(10**6), str(workers)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p or "." for p in sys.path)}
    at_work = 0
    for moment in moments:
        before = saved(folder)
        running = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while moment >= 0 and saved(folder) == before:
            assert time.monotonic() < until and running.poll() is None
            time.sleep(0.01)
        time.sleep(abs(moment))
        assert running.poll() is None
        running.send_signal(signal.SIGKILL)
        running.wait()
        at_work += saved(folder) != before
        whole(folder)
    return at_work


def saved(folder: Path) -> int:
    """How often a stand has been written, as it were: the position it stands at."""
    stands = list(folder.glob(STANDS))
    return int(json.loads(stands[0].read_text())["position"]) if stands else -1


def whole(folder: Path) -> None:
    """Every file that has its name is whole."""
    for path in (*folder.glob("*.json"), *folder.glob(STANDS)):
        assert json.loads(path.read_text()), path


def test_killed_a_campaign_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    assert killed(folder, 1, [0.1, -0.1]) == 1
    [stand] = (json.loads(path.read_text()) for path in folder.glob(STANDS))
    plan = Plan(games=stand["position"] + 20, minimise=False, ways=(STEERED,))
    maker = with_bug("below nothing")
    report = fuzz(maker, plan, folder, resume=True)
    assert report.resumed == stand["games"] and report.games == plan.games
    assert unplaced(report.as_dict()) == unplaced(fuzz(maker, plan).as_dict())


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment_nothing_written_is_lost(workers: int, tmp_path: Path) -> None:
    chance = random.Random(6)
    folder = tmp_path / "killed"
    moments = [chance.uniform(-0.4, 0.6) for _ in range(25)]
    assert killed(folder, workers, moments) > 10
    [stand] = (json.loads(path.read_text()) for path in folder.glob(STANDS))
    plan = Plan(games=stand["position"] + 20, minimise=False, ways=(STEERED,))
    maker = with_bug("below nothing")
    report = fuzz(maker, plan, folder, resume=True)
    assert report.games == plan.games
    assert unplaced(report.as_dict()) == unplaced(fuzz(maker, plan).as_dict())
    assert not list(folder.glob("*.game-*"))
