"""Findings on the command line: judged again, made shorter, and what stands beside them."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from properties.finding import Case, read_case, write_json
from properties.judge import Signature
from properties.logs import log_bytes
from replays.reader import read
from tests.properties.stair_bugs import STAIRS, with_bug
from tests.tools.run import recorded, refused, run

SIXES = Signature("raised/IndexError", "", "blow")
LONG = ("rest", "climb 2", "blow 5", "climb 1", "blow 6")


def found(path: Path, bug: str = "crash on six") -> Case:
    """A finding that raises, its words and its replay at `path`."""
    maker = with_bug(bug)
    game = maker.load()
    case = Case(maker, dict(game.options), LONG, SIXES, "IndexError: list index out of range")
    write_json(path, case.as_dict())
    path.with_suffix(".rply").write_bytes(log_bytes(game, [game.code(text) for text in LONG]))
    return read_case(path)


# ---- judged again ----


def test_each_verdict_asks_for_an_exit_code_and_the_gravest_counts(here: Path) -> None:
    case = found(here / "a.json")
    assert (run("fuzz", "--replay", "a.rply").exit_code, read_case(here / "a.json")) == (1, case)
    write_json(here / "b.json", replace(case, maker=STAIRS).as_dict())
    gone = replace(case, maker=STAIRS, actions=("fly 3", *LONG))
    write_json(here / "c.json", gone.as_dict())
    (here / "d.json").write_text('{"schema": "ruleproof.finding/1"}')
    for names, code, last in (
        ("b", 0, "1 finding: 0 failed, 1 fixed"),
        ("bc", 125, "2 findings: 0 failed, 1 fixed, 1 unjudged"),
        ("bcd", 3, "3 findings: 0 failed, 1 fixed, 1 unreadable, 1 unjudged"),
        ("abcd", 1, "4 findings: 1 failed, 1 fixed, 1 unreadable, 1 unjudged"),
    ):
        words = [word for name in names for word in ("--replay", f"{name}.json")]
        told = run("fuzz", *words)
        assert (told.exit_code, told.stdout.splitlines()[-1]) == (code, last), told.stdout
    line = told.stdout.splitlines()[2]
    assert line.startswith("UNJUDGED c.json raised/IndexError blow: action 1 of 6: no action reads")
    document = json.loads(run("fuzz", "--replay", "c.json", "--json").stdout)
    assert document["findings"][0]["verdict"] == "UNJUDGED"
    assert "no such file" in refused(run("fuzz", "--replay", "gone.json"), 2, "E401")


# ---- made shorter ----


def test_a_finding_is_shrunk_by_its_words(here: Path) -> None:
    found(here / "a.json")
    for words in ((), ("--any",), ("--until", "raised/IndexError"), ("--until", "raised")):
        told = run("shrink", "a.json", "--force", *words)
        assert told.exit_code == 0, told.stderr
        assert "2 player actions" not in told.stdout and "    1  blow 6" in told.stdout
    short = read_case(here / "a.short.json")
    assert short.actions == ("climb 1", "blow 6") and short.signature == SIXES
    assert len(read(here / "a.short.rply").only().codes) == 1
    write_json(here / "b.json", replace(short, actions=("fly", *LONG)).as_dict())
    assert "no longer fits" in refused(run("shrink", "b.json"), 3, "E314")
    write_json(here / "b.json", replace(short, maker=STAIRS).as_dict())
    refused(run("shrink", "b.json", "-q"), 2, "E311")


def test_no_words_of_another_log_are_left_beside_a_replay(here: Path) -> None:
    case = found(here / "a.json")
    path = recorded(here / "b.rply", policy="careful")
    write_json(here / "b.short.json", case.as_dict())
    goal = ("--until", "over", "--budget", 2)
    assert "b.short.json exists" in refused(run("shrink", path, *goal), 2, "E207")
    assert run("shrink", path, *goal, "--force").exit_code == 0
    assert (here / "b.short.rply").exists() and not (here / "b.short.json").exists()
    (here / "b.short.json").write_text("[]")
    assert run("shrink", path, *goal, "--force").exit_code == 0
    assert (here / "b.short.json").read_text() == "[]", "no words of ours"


def test_shrink_takes_every_goal_that_find_takes(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    for goal in ("over", "health", "th-combat-10"):
        told = run("shrink", path, "--until", goal, "--budget", 3, "--force")
        assert told.exit_code == 0, told.stderr
    for goal, says in (("", "no goal is named"), (" ", "no goal is named"), ("ove", "over"),
                       ("fight: x -> y", "no exit 'fight: x -> y'")):  # fmt: skip
        assert says in refused(run("shrink", path, "--until", goal, "--force"), 2, "E312")


@pytest.mark.parametrize(
    "words",
    [("shrink", "a.rply", "--until", "over", "--budget", 3),
     ("find", "tin_helm", "--event", "race.chosen", "--games", 3, "--no-golden")],
)
def test_what_was_found_is_told_before_a_full_disk_is(
    words: tuple[object, ...], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(here / "a.rply", policy="careful")

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("properties.finding.os.fsync", full)
    told = run(*words, "-o", "b.rply")
    assert told.exit_code == 2 and "player action" in told.stdout
    assert json.loads(run(*words, "-o", "b.rply", "--json").stdout)["path"] is None
    assert "error E313: b.rply cannot be written: No space left on device; make room" in told.stderr
    assert [path.name for path in here.iterdir()] == ["a.rply"]
