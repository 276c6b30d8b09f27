"""Many campaigns in one folder: none loses what another has found, or where it stands."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from properties.errors import OtherCampaign
from properties.finding import read_case, recheck
from properties.fuzz import Campaign, Plan, fuzz
from properties.judge import Signature
from properties.pool import Lost
from properties.reach import reach_of_tally
from properties.runner import Runner
from properties.saved import STANDS, Saver, digest_of
from properties.settle import key_of
from properties.strict import replayed
from tests.properties import fickle_stairs
from tests.properties.stair_bugs import STAIRS, with_bug

BUG = with_bug("two health lost")
LONG = Plan("shake:2", games=8, policies=("uniform",), ways=(), minimise=False)
SHORT = replace(LONG, seed="shake:5", minimise=True)


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings are replayed strictly here, which is quick; test_fuzz has the fresh process."""
    monkeypatch.setattr("properties.fuzz.strict", replayed)


def logs(folder: Path) -> dict[str, tuple[str, ...]]:
    """What every finding of a folder has, by its name."""
    return {path.name: read_case(path).actions for path in sorted(folder.glob("*.json"))}


def test_the_shorter_log_of_a_signature_stays(tmp_path: Path) -> None:
    """Whichever campaign comes last."""
    fuzz(BUG, SHORT, tmp_path / "a")
    short = logs(tmp_path / "a")
    files = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    report = fuzz(BUG, LONG, tmp_path / "a")
    [finding] = report.findings
    assert logs(tmp_path / "a") == short and finding.path is not None
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert "kept before is not longer (1 player action, 2 plies), and stays" in finding.text()
    assert finding.path.exists()
    fuzz(BUG, LONG, tmp_path / "b")
    [(name, log)] = logs(tmp_path / "b").items()
    assert len(log) > len(short[name]), "the test needs a longer one"
    fuzz(BUG, SHORT, tmp_path / "b")
    assert logs(tmp_path / "b") == short
    assert {path.name for path in (tmp_path / "b").iterdir()} == set(files)
    fuzz(BUG, LONG, tmp_path / "c")
    fuzz(BUG, replace(LONG, seed="shake:1"), tmp_path / "c")
    assert len(logs(tmp_path / "c")) == 1, "no pile of one bug's logs"
    fuzz(BUG, SHORT, tmp_path / "c")
    files = {path.name: path.read_bytes() for path in (tmp_path / "c").iterdir()}
    fuzz(BUG, replace(SHORT, minimise=False), tmp_path / "c")
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "c").iterdir()}


def test_what_this_campaign_could_not_find_is_kept_beside(tmp_path: Path) -> None:
    one, two = (replace(SHORT, options=(("players", n),)) for n in (1, 2))
    fuzz(BUG, one, tmp_path)
    [slug] = logs(tmp_path)
    before = (tmp_path / slug).read_bytes()
    for _ in range(2):
        report = fuzz(BUG, two, tmp_path)
        assert sorted(logs(tmp_path)) == sorted([slug, slug.replace(".json", "-2.json")])
    assert (tmp_path / slug).read_bytes() == before
    assert str(report.findings[0].path).endswith("-2.rply")
    assert [one.verdict for one in recheck([tmp_path])] == ["FAILED", "FAILED"]
    assert "--option players=2" in report.findings[0].command


def test_mended_findings_and_foreign_files_keep_their_names(tmp_path: Path) -> None:
    [finding] = fuzz(BUG, LONG).findings
    slug = finding.signature.slug
    (tmp_path / f"{slug}.json").write_text('{"mine": 1}')
    (tmp_path / f"{slug}-2.rply").write_bytes(b"mine too")
    (tmp_path / "campaign.stand").write_text("and this")
    fuzz(BUG, SHORT, tmp_path, resume=False)
    third = tmp_path / f"{slug}-3.json"
    document = json.loads(third.read_text())
    third.write_text(json.dumps({**document, "actions": []}))
    fuzz(BUG, SHORT, tmp_path, resume=False)
    assert logs_of(tmp_path, slug) == [f"{slug}-3.json", f"{slug}-4.json", f"{slug}.json"]
    assert json.loads(third.read_text())["actions"] == []
    assert (tmp_path / f"{slug}.json").read_text() == '{"mine": 1}'
    assert (tmp_path / f"{slug}-2.rply").read_bytes() == b"mine too"
    assert (tmp_path / "campaign.stand").read_text() == "and this"


def logs_of(folder: Path, slug: str) -> list[str]:
    """The names of JSON files that begin so."""
    return sorted(path.name for path in folder.glob(f"{slug}*.json"))


def test_two_campaigns_at_once_lose_nothing(tmp_path: Path) -> None:
    """The second begins and ends while the first is at work; a third was killed before."""
    killed = replace(LONG, seed="shake:9")
    Runner(BUG, killed, tmp_path).run(0, 8)
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert left and all(".game-" in name for name in left)
    second = []

    def other(now: object) -> None:
        if not second:
            second.append(fuzz(BUG, SHORT, tmp_path, resume=False))

    report = fuzz(BUG, LONG, tmp_path, other, resume=False)
    assert left.items() <= {path.name: path.read_bytes() for path in tmp_path.iterdir()}.items()
    [finding], [short] = report.findings, second[0].findings
    assert short.minimal is not None and finding.path == short.path.with_suffix(".json")
    assert logs(tmp_path)[finding.path.name] == short.minimal.texts
    assert len(list(tmp_path.glob(STANDS))) == 2
    for plan in (LONG, SHORT):
        on = fuzz(BUG, replace(plan, games=9), tmp_path, resume=True)
        assert on.resumed == 8 and on.games == 9
    fuzz(BUG, killed, tmp_path, resume=False)
    assert not list(tmp_path.glob("*.game-*")), "each takes away what is its own"


def test_a_folder_that_is_taken_away_is_made_again(tmp_path: Path) -> None:
    """As by a campaign that ends and leaves none behind, when this one has just begun."""
    taken: list[bool] = []

    def away(now: object) -> None:
        if not taken:
            shutil.rmtree(tmp_path / "out")
            taken.append(True)

    [finding] = fuzz(BUG, LONG, tmp_path / "out", away, resume=False).findings
    assert finding.path is not None and finding.path.exists()
    assert list((tmp_path / "out").glob(STANDS))


# ---- where a campaign stands ----

WRONG: tuple[Callable[[dict], object], ...] = (
    lambda stand: stand.update(position=-5),
    lambda stand: stand.update(position=3, games=9),
    lambda stand: stand.update(plies=True),
    lambda stand: stand.update(coverage={"x": {"y": "z"}}),
    lambda stand: stand.update(coverage={"x": {"y": [1, -1]}}),
    lambda stand: stand.update(coverage=[]),
    lambda stand: stand["ends"].update(won="many"),
    lambda stand: stand["ends"].update(won=-1),
    lambda stand: stand.update(ends=[1]),
    lambda stand: stand.update(finds=[{}]),
    lambda stand: stand["finds"][0].update(codes=["sip"]),
    lambda stand: stand["finds"][0].update(codes=None),
    lambda stand: stand["finds"][0].update(options=[]),
    lambda stand: stand["finds"][0].update(signature="all"),
    lambda stand: stand["kept"].append([1]),
    lambda stand: stand["kept"].append([1, [], [], []]),
    lambda stand: stand["kept"].append([1, {}, [2**70], []]),
    lambda stand: stand["rounds"].append(0),
    lambda stand: stand.update(lost=[{"index": -1, "detail": ""}]),
    lambda stand: stand.update(lost={}),
    lambda stand: stand.pop("plies"),
)


def test_a_damaged_stand_is_refused_whatever_is_wrong(tmp_path: Path) -> None:
    fuzz(BUG, LONG, tmp_path, resume=False)
    [path] = tmp_path.glob(STANDS)
    good = path.read_text()
    assert fuzz(BUG, LONG, tmp_path, resume=True).resumed == 8
    for wrong in WRONG:
        stand = json.loads(good)
        wrong(stand)
        path.write_text(json.dumps(stand))
        refused(tmp_path, "it was changed since it was written")
        stand.pop("digest")
        path.write_text(json.dumps({"digest": digest_of(stand), **stand}))
        refused(tmp_path, "no stand of a campaign")
    for text in ("", "[]", "1", "[" * 100_000, good[:-9], good.replace("shake:2", "shake:3"),
                 good.replace('"key":', '"kye":')):  # fmt: skip
        path.write_text(text)
        refused(tmp_path, "no stand of a campaign")
    other = json.loads(good) | {"key": []}
    other.pop("digest")
    path.write_text(json.dumps({"digest": digest_of(other), **other}))
    refused(tmp_path, "is of another campaign")
    path.write_text(good)
    assert fuzz(BUG, LONG, tmp_path, resume=True).resumed == 8


def refused(folder: Path, says: str) -> None:
    """Nobody can go on from this folder."""
    with pytest.raises(OtherCampaign, match=says):
        fuzz(BUG, LONG, folder, resume=True)


def test_what_was_mended_before_a_campaign_goes_on_is_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = replace(STAIRS, invariants=fickle_stairs.__name__)
    plan = replace(LONG, games=24)
    before = fuzz(maker, plan, tmp_path, resume=False)
    found = {one.signature.label for one in before.findings}
    assert found == {"MIF-01/nobody_is_hurt", "MIF-02/nobody_climbs"} and not before.fixed
    monkeypatch.setattr(fickle_stairs, "MENDED", True)
    after = fuzz(maker, replace(plan, games=25), tmp_path, resume=True)
    assert [one.signature.label for one in after.findings] == ["MIF-02/nobody_climbs"]
    [fixed] = after.fixed
    assert fixed.signature == Signature("MIF-01/nobody_is_hurt", "MI-DUSK-01")
    assert "FIXED MIF-01/nobody_is_hurt" in after.text() and "findings: 1" in after.text()
    assert after.as_dict()["fixed"][0]["signature"]["property"] == "MIF-01/nobody_is_hurt"
    again = fuzz(maker, replace(plan, games=25), tmp_path, resume=True)
    assert not again.fixed and len(again.findings) == 1


# ---- what is told of it ----


def test_lost_games_are_told_in_order_with_the_command_that_plays_them() -> None:
    plan = Plan(games=8, options=(("players", 2),), swarm=False, ways=("drawn",))
    campaign = Campaign(STAIRS, plan, None, None)
    campaign.stand.lost.extend([Lost(7, "killed"), Lost(3, "killed")])
    report = campaign.report()
    command = "ruleproof fuzz tests.games.mini:GAME --seed shake:1 --first {} --games 1 " \
              "--no-swarm --no-steer --option players=2"  # fmt: skip
    assert report.as_dict()["lost"] == [
        {"game": n, "detail": "killed", "command": command.format(n)} for n in (3, 7)
    ]
    assert f"lost game 3: killed\n  again: {command.format(3)}\nlost game 7" in report.text()
    assert "properties judged: 0, " in report.text(), "of no game at all"
    campaign.stand.lost.extend(Lost(n, "killed") for n in range(20, 30))
    assert "lost: 4 more (--json names all)" in campaign.report().text()


def test_the_game_whose_log_is_kept_is_told_beside_the_first() -> None:
    [finding] = fuzz(BUG, LONG).findings
    assert finding.find.first < finding.find.index, "the test needs two games"
    where = f"first in game {finding.find.first}, its shortest log from game {finding.find.index}"
    assert where in finding.text() and f"--first {finding.find.index}" in finding.command


def test_what_reached_something_new_is_kept_without_steering_too() -> None:
    assert fuzz(STAIRS, Plan(games=3, ways=())).kept


def test_a_stand_and_a_report_are_the_same_whoever_counted_what_first(tmp_path: Path) -> None:
    """One worker played the chunks in their order, the other from the last to the first."""
    maker, plan = with_bug("two health lost"), Plan("shake:2", games=24, ways=())
    chunks = [(0, 8), (8, 16), (16, 24)]
    there, back = Runner(maker, plan, None), Runner(maker, plan, None)
    forward = [there.run(*chunk) for chunk in chunks]
    backward = [back.run(*chunk) for chunk in reversed(chunks)]
    told = []
    for results in (forward, backward[::-1]):
        campaign = Campaign(maker, plan, None, None)
        for result in results:
            campaign._merge(result)
        saver = Saver(tmp_path, key_of(maker, plan, maker.load()))
        saver.save(campaign.total, campaign.stand)
        reach = reach_of_tally(maker.load(), campaign.total.coverage, 24).as_dict()
        told.append((saver.path.read_bytes(), json.dumps(reach)))
    assert told[0] == told[1]
