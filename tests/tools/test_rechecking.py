"""Findings on the command line: judged again, made shorter, and what stands beside them."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from properties.campaign import Plan
from properties.finding import Case, read_case, write_case, write_json
from properties.judge import Signature
from properties.logs import log_bytes
from properties.settle import key_of
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


PACK = """
[meta]
game = "mini"
content_id = "mine"
label = "mine"
origin = "owner"

[constants]
top = 120
food = 90
health = {}
"""


def packed(here: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    """A finding `found/a.json` made with the pack `my.toml`; the current folder is another."""
    (here / "my.toml").write_text(PACK.format(5))
    (here / "found").mkdir()
    (here / "sub").mkdir()
    maker = replace(with_bug("crash on six"), content="my.toml")
    case = Case(maker, dict(maker.load().options), LONG, SIXES, "IndexError")
    write_case(here / "found" / "a.json", case)
    monkeypatch.chdir(here / "sub")
    return case


def test_a_finding_made_with_a_pack_is_judged_from_any_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = packed(here, monkeypatch)
    finding = Path("../found/a.json")
    near, far = (replace(case.maker, content=name) for name in ("../my.toml", f"{here}/my.toml"))
    assert read_case(finding).maker == near
    assert key_of(near, Plan(), near.load()) == key_of(far, Plan(), far.load()), "one campaign"
    assert run("fuzz", "--replay", "../found").exit_code == 1
    assert run("shrink", finding, "-o", "s.rply", "--pytest").exit_code == 0
    [test] = Path().glob("test_*.py")
    assert 'content="../my.toml"' in test.read_text()
    monkeypatch.chdir("/")
    assert run("fuzz", "--replay", here / "sub").exit_code == 1
    said = carried_out(here / "sub" / test)
    assert said.startswith("raised/IndexError"), said
    (here / "my.toml").rename(here / "found" / "gone.toml")
    told = run("fuzz", "--replay", here / "found")
    assert told.exit_code == 3 and "name it with --content" in told.stdout
    assert run("fuzz", "--replay", here / "found", "--content", here / "found" / "gone.toml")\
        .exit_code == 1
    assert carried_out(here / "sub" / test).startswith("cannot judge: ")


def test_another_pack_than_the_finding_was_made_with_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(here, monkeypatch)
    assert run("shrink", "../found/a.json", "-o", "s.rply", "--pytest").exit_code == 0
    [test] = Path().glob("test_*.py")
    (here / "my.toml").rename(here / "kept.toml")
    (here / "my.toml").write_text(PACK.format(6))
    told = run("fuzz", "--replay", "../found")
    assert told.exit_code == 125 and "../my.toml: another pack (digest " in told.stdout
    assert run("fuzz", "--replay", "../found", "--content", "../kept.toml").exit_code == 1
    refused(run("fuzz", "--replay", "../found", "--content", "none.toml"), 2, "E401")
    words = ("shrink", "../found/a.json", "-o", "t.rply")
    assert "another pack" in refused(run(*words), 3, "E314")
    assert "another pack" in refused(run(*words, "--content", "../my.toml"), 3, "E314")
    both = ("--content", "../my.toml", "--content", "../kept.toml")
    assert run(*words, *both).exit_code == 0
    assert carried_out(test.absolute()).startswith("cannot judge: ../my.toml: another pack")


def carried_out(path: Path) -> str:
    """What the test of a test file says; "" if it passes."""
    names: dict[str, object] = {"__file__": str(path)}
    exec(compile(path.read_text(), path.name, "exec"), names)
    [check] = [value for name, value in names.items() if name.startswith("test_")]
    try:
        check()  # type: ignore[operator]
    except AssertionError as error:
        return str(error)
    return ""


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
