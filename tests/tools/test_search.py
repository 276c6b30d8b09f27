"""fuzz, shrink, scenario and selftest."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from engine import registry
from engine.play import walk
from properties.fuzz import Plan, Progress
from replays.reader import read, read_prefix
from tests.tools.run import ROOT, game, interrupted, process, recorded, refused, run
from tools import samples
from tools.campaign import done, said

SCENARIO = (
    ROOT / "tests" / "scenarios" / "tin_helm" / "ths_x_setup_08_exact.toml"
).read_text()


# ---- fuzz ----


def test_a_clean_campaign_finds_nothing_and_leaves_nothing(here: Path) -> None:
    found = run("fuzz", "tin_helm", "--games", 40, "--workers", 1)
    assert found.exit_code == 0, found.stdout
    assert "40 games" in found.stdout and "findings: 0" in found.stdout
    assert "ruleproof fuzz tin_helm --seed shake:1 --games 40" in found.stderr
    assert list(here.iterdir()) == []


def test_a_bug_is_found_kept_and_judged_again(here: Path, checkout: Path) -> None:
    copy = {"env": {"PYTHONPATH": str(checkout)}, "cwd": here}
    running = process("fuzz", "tin_helm", "--games", 16, "--workers", 1,
                      "--pytest", "--json", "-o", "found", **copy)  # type: ignore[arg-type]
    told, said = running.communicate(timeout=120)
    assert running.returncode == 1, said
    report = json.loads(told)
    finding = next(one for one in report["findings"] if one["minimal"] is not None)
    assert finding["strict"] is True and finding["path"].endswith(".rply")
    assert finding["command"].startswith("ruleproof fuzz tin_helm --seed shake:1 --first ")
    page = (ROOT / "docs" / "documents.md").read_text()
    assert not [key for key in {**finding, **finding["minimal"]} if f"`{key}`" not in page]
    again = process("fuzz", "--replay", "found", **copy)  # type: ignore[arg-type]
    told, _ = again.communicate(timeout=60)
    kept = len(list((here / "found").glob("*.json")))
    assert again.returncode == 1 and told.count("FAILED found/") == kept >= len(report["findings"])
    fixed = run("fuzz", "--replay", "found")
    assert fixed.exit_code == 0, fixed.stdout
    assert fixed.stdout.count("FIXED found/") == kept
    test_file = next((here / "found").glob("test_*.py"))
    names: dict[str, object] = {}
    exec(compile(test_file.read_text(), str(test_file), "exec"), names)
    check = next(value for name, value in names.items() if name.startswith("test_"))
    check()  # type: ignore[operator]


def test_ctrl_c_ends_a_campaign_with_its_summary(here: Path) -> None:
    running = process("fuzz", "tin_helm", "--games", 1_000_000, "--workers", 1, "-o", "found")
    told, said = interrupted(running, here / "found", delay=1.0)
    assert running.returncode == 130
    assert "(interrupted)" in told and "findings: 0" in told and "Traceback" not in said
    assert "interrupted: nothing was found\n" in said
    rest = "--games 1000000 --workers 1 -o found --resume"
    assert f"go on with: ruleproof fuzz tin_helm --seed shake:1 {rest}\n" in said
    [stand] = (here / "found").iterdir()
    assert stand.match("campaign-*.stand")
    played = int(told.split()[1].replace(",", ""))
    first = ("fuzz", "tin_helm", "--games", played + 4, "--workers", 1, "-o", "found", "--json")
    found = run(*first, "--resume")
    assert json.loads(found.stdout)["games"] == played + 4, found.stderr
    refused(run(*first, "--resume", "--seed", "shake:2"), 2, "E315")


def test_a_campaign_begins_with_replays_and_writes_a_junit_report(here: Path) -> None:
    recorded(here / "a.rply", policy="careful")
    found = run("fuzz", "tin_helm", "--games", 2, "--from", "a.rply", "--junit", "report.xml",
                "--workers", 1, "--json", "--no-drawn")  # fmt: skip
    assert found.exit_code == 0, found.stderr
    report = json.loads(found.stdout)
    assert report["ways"]["start"] == 1 and report["games"] == 2
    assert "--no-drawn --from a.rply" in found.stderr
    suite = Xml.parse(here / "report.xml").getroot().find("testsuite")
    assert suite is not None and suite.get("failures") == "0"
    assert int(suite.get("tests", 0)) == len(report["properties"])
    unmet = [one for one in report["witnesses"] if not one["met"]]
    assert int(suite.get("skipped", 0)) == len(report["vacuous"]) + len(unmet)


def test_a_corpus_is_filled_by_a_campaign_and_reduced(here: Path) -> None:
    found = run("fuzz", "tin_helm", "--games", 3, "--keep", "kept", "--workers", 1, "--no-drawn")
    assert "logs of" in found.stderr or "log of" in found.stderr
    kept = sorted(path.name for path in (here / "kept").glob("*.rply"))
    assert kept and all(name.startswith("tin_helm-00000") for name in kept)
    assert run("verify", "kept").exit_code == 0
    recorded(here / "a.rply", policy="careful")
    added = run("corpus", "add", "kept", "a.rply")
    assert added.exit_code == 0 and "added 1 replay, left out 0" in added.stdout
    assert run("corpus", "add", "kept", "a.rply").exit_code == 5
    reached = json.loads(run("corpus", "stats", "tin_helm", "kept", "--json").stdout)
    for words in (("min", "kept"), ("merge", "kept", "kept")):
        few = run("corpus", *words, "-o", words[0])
        assert few.exit_code == 0 and f"{words[0]}: " in few.stdout
        few = json.loads(run("corpus", "stats", "tin_helm", words[0], "--json").stdout)
        assert few["columns"] == reached["columns"] and few["files"] <= reached["files"]
    refused(run("corpus", "min", "kept", "-o", "min"), 2, "E313")
    (here / "kept" / "b.rply").write_bytes((here / "a.rply").read_bytes()[:-2])
    refused(run("corpus", "stats", "tin_helm", "kept"), 3, "E316")
    assert "kept/b.rply" in refused(run("corpus", "add", "kept", "a.rply"), 3, "E316")


def test_torn_files_and_those_of_other_games_do_not_spoil_a_corpus(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    (here / "torn.rply").write_bytes(path.read_bytes()[:-2])
    assert run("record", "hunted", "-o", "h.rply").exit_code == 0
    added = run("corpus", "add", "kept", "torn.rply", "a.rply", "h.rply")
    assert added.exit_code == 3 and added.stderr.count("error E316: torn.rply: ") == 1
    assert "added 2 replays, left out 0, 1 cannot be read; kept reaches" in added.stdout
    report = json.loads(run("corpus", "add", "kept", "torn.rply", "a.rply", "--json").stdout)
    assert (report["unreadable"], report["left_out"]) == (["torn.rply"], ["a.rply"])
    for _ in range(2):  # with an index and without
        told = [json.loads(run("corpus", "stats", game, "kept", "--json").stdout)
                for game in ("tin_helm", "hunted")]  # fmt: skip
        assert [one["files"] for one in told] == [1, 1]
        assert 0 < told[1]["columns"]["ends"]["reached"] <= 1
        (here / "kept" / "index.sqlite").unlink(missing_ok=True)
    none = refused(run("corpus", "stats", "henchling", "kept"), 5, "E402")
    assert "no replay of henchling in kept" in none
    assert "torn.rply" in refused(run("corpus", "stats", "tin_helm", "torn.rply"), 3, "E316")


def test_the_bar_says_rate_clauses_findings_and_how_much_is_done() -> None:
    now = Progress(150, 9000, 2, 5.0, "", 40, 60, resumed=50)
    assert said(now) == "20/s, 40/60 clauses, 2 findings"
    assert said(replace(now, minimising="A-1")) == "shrinking A-1"
    assert done(now, Plan(games=600)) == done(now, Plan(games=None, max_time=20)) == 0.25
    assert done(now, Plan(games=600, max_time=6)) > 0.8


def test_a_time_limit_ends_a_campaign(here: Path) -> None:
    found = run("fuzz", "tin_helm", "--max-time", "0.5s", "--workers", 1, "--json")
    assert found.exit_code == 0
    assert json.loads(found.stdout)["games"] > 0


@pytest.mark.parametrize("broken", ["import no_such_module\n", "1 / 0\n", None])
def test_properties_that_do_not_load_end_it_before_play(
    broken: str | None, plug_in: str, here: Path
) -> None:
    folder = Path(sys.path[0])  # of the plug-in
    points = folder / "ruleproof_mini-0.1.dist-info" / "entry_points.txt"
    points.write_text(points.read_text() + "[ruleproof.properties]\nmini = mini_properties\n")
    if broken is not None:
        (folder / "mini_properties.py").write_text(broken)
    found = run("fuzz", plug_in, "--workers", 2, "-o", "found")
    message = refused(found, 2, "E116")
    assert "the properties of mini cannot be loaded" in message and "Error: " in message
    refused(run("fuzz", "all", "--games", 1, "-o", "found"), 2, "E116")
    assert not (here / "found").exists()


def test_all_registered_games_can_be_searched(plug_in: str, here: Path) -> None:
    found = run("fuzz", "all", "--games", 4, "--workers", 1, "--json")
    assert found.exit_code == 0, found.stderr
    document = json.loads(found.stdout)
    assert [report["game"] for report in document["runs"]] == registry.games()
    assert plug_in in registry.games()


@pytest.mark.parametrize(
    ("words", "exit_code", "code", "says"),
    [
        ((), 2, "E400", "name a GAME"),
        (("tin_help",), 2, "E112", "did you mean tin_helm?"),
        (("tin_helm", "--max-time", "soon"), 2, "E400", "10m"),
        (("tin_helm", "--seed", "7"), 2, "E113", "shake:1"),
        (("tin_helm", "--policy", "brave"), 2, "E114", "careful"),
        (("tin_helm", "--shard", "2/2"), 2, "E400", "I from 0 to N-1"),
        (("tin_helm", "--shard", "0/4", "--first", 1, "--games", 1), 5, "E402", "none of games 1"),
        (("tin_helm", "--from", "nowhere"), 2, "E401", "no such file"),
        (("tin_helm", "--option", "favor_cap=many"), 2, "E111", "0..99"),
        (("--replay", "nowhere"), 2, "E401", "no such file"),
        (("--replay", "."), 5, "E402", "no finding"),
        (("tin_helm", "-o", "file/below"), 2, "E403", "name a folder"),
    ],
)
def test_a_search_that_cannot_be_is_one_message(
    words: tuple[str, ...], exit_code: int, code: str, says: str, here: Path
) -> None:
    (here / "file").write_text("")
    assert says in refused(run("fuzz", *words), exit_code, code)


# ---- shrink ----


def test_a_log_is_shrunk_to_what_reaches_a_clause(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    before = len(read(path).only().codes)
    found = run("shrink", path, "--until", "TH-COMBAT-10", "--json")
    assert found.exit_code == 0, found.stderr
    report = json.loads(found.stdout)
    short = read(here / "a.short.rply").only().codes
    assert len(short) < before == report["plies_before"]
    steps = list(walk(game(plies_max=len(short)), short))
    assert "TH-COMBAT-10" in steps[-1].clauses() and report["one_minimal"] is True
    assert run("verify", "a.short.rply").exit_code == 0
    assert found.stderr.splitlines()[0] == (
        f"shrinking {before} plies to TH-COMBAT-10, in at most 6,000 replays")
    again = run("shrink", path, "--until", "TH-COMBAT-10")
    assert "--force" in refused(again, 2, "E207")
    (here / "games").mkdir()
    moved = path.rename(here / "games" / "b.rply")
    run("shrink", moved, "--until", "TH-COMBAT-10", "--budget", 1, "-q")
    assert (here / "b.short.rply").exists() and list(moved.parent.iterdir()) == [moved]


def test_what_a_log_does_not_show_cannot_be_shrunk_to(here: Path) -> None:
    path = recorded(here / "a.rply")
    assert "--until" in refused(run("shrink", path), 5, "E402")
    assert "did you mean" in refused(run("shrink", path, "--until", "TH-COMBAT-99"), 2, "E312")
    refused(run("shrink", path, "--until", "corrupted", "-q"), 2, "E311")
    refused(run("shrink", "gone.rply"), 2, "E401")
    (here / "b.rply").write_bytes(b"nothing of ours")
    refused(run("shrink", "b.rply"), 3, "E201")
    assert "ends with .rply" in refused(run("shrink", path, "-o", "x.txt"), 2, "E400")


# ---- scenario ----


def test_our_own_scenarios_hold() -> None:
    # pytest itself collects those of all games; here it is the command that is judged.
    found = run("scenario", ROOT / "tests" / "scenarios" / "tin_helm", "--json")
    report = json.loads(found.stdout)
    wrong = [one for one in report["scenarios"] if one["verdict"] != "ok"]
    assert found.exit_code == 0 and not wrong


def test_a_wrong_number_says_expected_and_found(here: Path) -> None:
    (here / "a.toml").write_text(SCENARIO)
    assert run("scenario", "a.toml").stdout.startswith("ok")
    (here / "a.toml").write_text(SCENARIO.replace("health = 13", "health = 12"))
    found = run("scenario", "a.toml")
    assert found.exit_code == 1 and found.stdout.startswith("FAILED")
    assert "health" in found.stdout and "12" in found.stdout and "13" in found.stdout
    lines = found.stdout.splitlines()
    assert lines[0].startswith("FAILED  ") and lines[0].endswith("  a.toml")
    assert "1 FAILED" in lines[-1]
    assert found.stdout.count("a.toml") == 1 and not any(line.endswith(":") for line in lines)
    assert "camp.rested: health 2" in run("scenario", "a.toml", "--steps").stdout


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("health = 11", "health = 99", "THI-01"),
        ("health = 11", "helth = 11", "did you mean health"),
        ('"rest"]', '"resolve"]', "not legal"),
        ('"rest"]', '"snooze"]', "unknown verb"),
        ('row = "camp"', 'row = "kamp"', "camp"),
        ('game = "tin_helm"', 'game = "tin_hat"', "tin_helm"),
        ("[then]", "[then", "no valid TOML"),
        ("[given]", "[gven]", "given"),
        ("TH-ICON-14", "TH-ICON-99", "TH-ICON-"),
    ],
)
def test_a_scenario_that_cannot_be_run_names_place_and_nearest(
    old: str, new: str, says: str, here: Path
) -> None:
    assert old in SCENARIO
    (here / "a.toml").write_text(SCENARIO.replace(old, new, 1))
    (here / "b.toml").write_text(SCENARIO)
    found = run("scenario", "a.toml", "b.toml")
    assert found.exit_code == 3 and "Traceback" not in found.stderr
    first, *_, last = found.stdout.splitlines()
    assert first.startswith("ERROR") and "a.toml" in first and says in first
    assert "1 ok" in last and "1 ERROR" in last


def test_no_scenario_is_5(here: Path) -> None:
    refused(run("scenario", "."), 5, "E402")
    refused(run("scenario", "gone.toml"), 2, "E401")


# ---- selftest ----


def test_the_selftest_detects_all_it_plants_in_files_of_its_own() -> None:
    found = run("selftest", "--limit", 12, "--json")
    report = json.loads(found.stdout)
    assert found.exit_code == 0, found.stdout
    assert report["detected"] == report["planted"] > 100 and report["missed"] == []
    for kind in ("header field", "first witness of a block", "block dropped", "rule changed"):
        assert report["by_kind"][kind]["planted"] > 0


def test_the_selftest_of_named_files(here: Path) -> None:
    recorded(here / "a.rply")
    found = run("selftest", "a.rply", "--limit", 5)
    assert found.exit_code == 0 and "detected / planted" in found.stdout
    (here / "a.rply").write_bytes((here / "a.rply").read_bytes()[:-1])
    assert "EXACT" in refused(run("selftest", "a.rply"), 3, "E200")


def test_a_missed_fault_is_a_finding(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from replays import selftest

    monkeypatch.setattr(selftest, "_found", lambda fault, verdict: False)
    recorded(here / "a.rply")
    found = run("selftest", "a.rply", "--limit", 3)
    assert found.exit_code == 1 and "MISSED" in found.stdout


@pytest.mark.parametrize("name", registry.games(foreign=False))
def test_every_sample_holds_a_choice_that_can_be_taken_away(name: str) -> None:
    """Else a rule that offers one choice fewer could not show."""
    played = registry.load(name)
    short = registry.load(name, {"plies_max": samples.SHORT})
    for data in (samples.marked(played), samples.many(short)):
        steps = walk(played, read_prefix(data).games[0].codes)
        assert any(step.player >= 0 and len(step.legal) > 1 for step in steps)
