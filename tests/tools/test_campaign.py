"""fuzz as typed: what it keeps, what it repeats, what it refuses before it plays."""

import json
import os
from pathlib import Path

import pytest

from properties.fuzz import Plan, fuzz
from tests.properties.stair_bugs import with_bug
from tests.tools.run import recorded, refused, run
from tools.campaign import write_tests

QUICK = ("--workers", 1, "--no-drawn", "--no-minimise")


@pytest.mark.parametrize("words", [("--no-steer",), ("--content", "my.toml")], ids=" ".join)
def test_what_reached_something_new_is_kept(words: tuple[str, ...], here: Path) -> None:
    """Without steering, and with content of one's own, which the corpus is then read with."""
    run("content", "new", "tin_helm", "-o", "my.toml")
    told = run("fuzz", "tin_helm", "--games", 2, "--keep", "kept", *words, *QUICK)
    assert told.exit_code == 0 and "kept 2 logs of 2 in kept" in told.stderr, told.stderr
    assert run("verify", "kept", "--content", "my.toml").stdout.count("EXACT") >= 2
    more = run("fuzz", "tin_helm", "--games", 2, "--keep", "kept", *words, *QUICK)
    assert "kept 0 logs of 2 in kept" in more.stderr


def test_a_corpus_that_is_not_whole_is_told_before_play(here: Path) -> None:
    run("content", "new", "tin_helm", "-o", "my.toml")
    words = ("fuzz", "tin_helm", "--games", 10**6, "--keep", "kept", *QUICK)
    assert run("corpus", "add", "kept", recorded(here / "a.rply")).exit_code == 0
    assert run("record", "tin_helm", "--content", "my.toml", "-o", "kept/own.rply").exit_code == 0
    assert "kept/own.rply: " in refused(run(*words), 3, "E316")
    (here / "kept" / "own.rply").write_bytes(b"torn")
    assert "kept/own.rply: " in refused(run(*words), 3, "E316")
    assert not (here / "findings").exists()


def test_ctrl_c_repeats_every_word_that_matters(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*words: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr("tools.campaign.done", stopped)
    given = ("--games 3 --no-drawn --players 1 --max-time 1h --max-failures 3 --no-minimise "
             "--workers 1 -o out --keep kept --junit j.xml --pytest --json").split()  # fmt: skip
    told = run("fuzz", "tin_helm", *given)
    assert told.exit_code == 130 and json.loads(told.stdout)["interrupted"] is True
    [line] = [line for line in told.stderr.splitlines() if line.startswith("go on with: ")]
    again = line.removeprefix("go on with: ruleproof fuzz tin_helm ").split()
    assert sorted(again) == sorted([*given, "--seed", "shake:1", "--resume"])
    monkeypatch.setattr("engine.registry.games", lambda foreign=True: ["tin_helm", "hunted"])
    told = run("fuzz", "all", "--games", 2, "-o", "out")
    assert "go on with: ruleproof fuzz all --seed shake:1 --games 2 -o out --resume" in told.stderr
    monkeypatch.undo()
    os.chdir(here)  # undone too
    done = run("fuzz", "tin_helm", *again[:-1])
    assert done.exit_code == 0, done.stderr


def test_a_campaign_begun_anew_says_that_it_could_go_on(here: Path) -> None:
    words = ("fuzz", "tin_helm", "--games", 1, "-o", "out", *QUICK)
    assert "begins anew" not in run(*words).stderr
    assert "campaign, which begins anew; --resume goes on instead" in run(*words).stderr
    assert "begins anew" not in run(*words, "--resume").stderr
    assert "begins anew" not in run(*words, "--seed", "shake:2").stderr
    assert len(list((here / "out").glob("campaign-*.stand"))) == 2


def test_replays_to_begin_with_are_named_as_they_are_spelt(here: Path) -> None:
    run("content", "new", "tin_helm", "-o", "my.toml")
    run("record", "tin_helm", "--content", "my.toml", "-o", "Own.rply")
    said = refused(run("fuzz", "tin_helm", "--from", "Own.rply"), 3, "E206")
    assert said.startswith("error E206: Own.rply: ")
    (here / "D").mkdir()
    recorded(here / "D" / "a.rply")
    said = refused(run("fuzz", "hunted", "--from", "D/"), 2, "E400")
    assert said.startswith("error E400: D/a.rply is a game of tin_helm, not of hunted")


def test_of_many_games_those_that_are_asked_for_count(here: Path) -> None:
    """As `corpus stats` has it; files without a game named must be of one."""
    (here / "kept").mkdir()
    recorded(here / "kept" / "b.rply")
    run("record", "hunted", "-o", "kept/a.rply")
    for words in (("rules", "tin_helm", "--coverage", "kept"), ("graph", "tin_helm", "kept"),
                  ("fuzz", "tin_helm", "--games", 1, "--from", "kept")):  # fmt: skip
        told = run(*words)
        assert told.exit_code == 0, told.stderr
        assert "passed over 1 replay of hunted" in told.stderr
    said = refused(run("rules", "henchling", "--coverage", "kept"), 2, "E400")
    assert "kept/a.rply is a game of hunted, not of henchling; name replays of henchling" in said
    said = refused(run("graph", "kept"), 2, "E400")
    assert "kept/b.rply is a game of tin_helm, not of hunted" in said


def test_tests_are_written_of_what_was_found_over_no_test_of_ones_own(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that others write into, and that holds what is no finding any more."""
    folder = here / "out"
    plan = Plan("shake:2", games=8, policies=("uniform",), ways=(), minimise=False)
    [finding] = fuzz(with_bug("two health lost"), plan, folder).findings
    (folder / "torn.json").write_text('{"schema": "ruleproof.finding/1"')
    for _ in range(2):
        write_tests([finding])
    [test] = folder.glob("test_*.py")
    assert test.name == f"test_{finding.signature.slug.replace('-', '_')}.py"
    ours = test.read_text()
    assert "still_fails" in ours and "stays" not in capsys.readouterr().err
    for theirs in ("# mine\n", ours.replace("assert not", "assert"), f"{ours}\nX = 1\n"):
        test.write_text(theirs)
        write_tests([finding])
        assert test.read_text() == theirs
        assert f"{test} is no test that fuzz wrote, or was changed" in capsys.readouterr().err


def test_a_report_takes_no_place_of_a_source(here: Path) -> None:
    (here / "test_x.py").write_text("assert True\n")
    said = refused(run("fuzz", "tin_helm", "--games", 1, "--junit", "test_x.py"), 2, "E207")
    assert "test_x.py is a Python file" in said and "name another file" in said
    assert (here / "test_x.py").read_text() == "assert True\n"


def test_players_said_twice_are_said_alike(here: Path) -> None:
    words = ("--option", "players=3", "--players", 2)
    for verb in (("fuzz",), ("record",), ("find", "--end", "won"), ("simulate",)):
        said = refused(run(verb[0], "necrohamster", *verb[1:], *words), 2, "E400")
        assert "--players 2 and --option players=3: give one" in said
    found = run("simulate", "necrohamster", "--players", 2, "--games", 2, "--compare", "players=3",
                "--json")  # fmt: skip
    assert found.exit_code == 0, found.stderr
    assert len(json.loads(found.stdout)["sets"]) == 2
    said = refused(run("fuzz", "tin_helm", "--max-time", "soon"), 2, "E400")
    assert "expected seconds (90 or 90s), minutes (10m) or hours (2h)" in said
