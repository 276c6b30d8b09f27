"""`ruleproof find`: a goal on the command line, the game it tells, the replay it writes."""

import json
from pathlib import Path
from shlex import split

import pytest

from engine.play import walk
from properties.errors import GoalMissed
from properties.goals import goal_of
from properties.shrink import shrink
from replays.reader import read
from replays.visible import spelt
from tests.tools.run import game, recorded, refused, run


def test_a_game_that_reaches_an_event_is_told_and_kept(here: Path) -> None:
    words = ("find", "tin_helm", "--event", "race.chosen", "--where", "race=elf")
    found = run(*words, "--games", 40, "--no-golden", "-o", "elf.rply")
    assert found.exit_code == 0, found.stderr
    assert found.stdout.startswith("race.chosen race=elf: reached by be elf\n1 player action, 1 p")
    assert found.stdout.endswith("see it: ruleproof replay elf.rply\n")
    codes = read(here / "elf.rply").only().codes
    (step,) = walk(game(plies_max=1), codes)
    assert step.events[0].facts()["race"] == "elf"
    assert run("verify", "elf.rply").exit_code == 0
    assert "--force" in refused(run(*words, "-o", "elf.rply"), 2, "E207")
    document = json.loads(run(*words, "--games", 40, "--no-golden", "--json").stdout)
    assert (document["actions"], document["golden"]) == (["be elf"], 0)


def test_what_nothing_reaches_says_how_far_it_was_sought(here: Path) -> None:
    found = run("find", "tin_helm", "--state", "health > 99", "--games", 3, "--no-golden")
    assert found.exit_code == 1
    first, second = found.stdout.splitlines()
    assert first == "health > 99: not reached in 0 golden replays, 3 games"
    assert second == (
        "look further with: ruleproof find tin_helm --state 'health > 99' --games 1000"
    )
    timed = run("find", "tin_helm", "--state", "health > 99", "--max-time", "0.1s",
                "--policy", "quiet", "--no-golden", "--option", "favor_cap=3")  # fmt: skip
    assert timed.exit_code == 1 and "--option favor_cap=3" in timed.stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), "E400", "0 goals: name exactly one of --clause"),
        (("--end", "won", "--clause", "TH-ERR-06"), "E400", "2 goals"),
        (("--end", "won", "--where", "a=b"), "E400", "--event"),
        (("--end", "one"), "E312", "did you mean won"),
        (("--state", "healt < 2"), "E312", "did you mean health"),
        (("--state", ""), "E312", "the expression is empty"),
        (("--clause", ""), "E312", "no clause ''; chapters: "),
        (("--event", ""), "E312", "no event ''; known: "),
        (("--exit", " "), "E312", "no exit ' '; known: "),
        (("--end", ""), "E312", "does not end by ''; known: "),
        (("--event", "camp.rested", "--where", "health="), "E312", "'' is no whole number"),
        (("--event", "camp.rested", "--where", ""), "E312", "FACT=VALUE"),
        (("--end", "won", "-o", "a.txt"), "E400", "ends with .rply"),
        (("--end", "won", "--policy", "brave"), "E114", "careful"),
    ],
)
def test_a_goal_that_cannot_be_is_one_message(
    words: tuple[str, ...], code: str, says: str, here: Path
) -> None:
    assert says in refused(run("find", "tin_helm", *words), 2, code)


def test_shrink_takes_the_same_goals(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    found = run("shrink", path, "--until", 'row == "turn_up" and ply == 2')
    assert found.exit_code == 0, found.stderr
    assert len(read(here / "a.short.rply").only().codes) == 2


def test_what_a_log_was_shrunk_to_is_no_finding_and_has_a_test_of_its_own(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    found = run("shrink", path, "--until", "TH-COMBAT-10", "--pytest", "--budget", 200)
    assert found.exit_code == 0, found.stderr
    assert not list(here.glob("*.json")), "nothing that `fuzz --replay` would call FIXED"
    [file] = here.glob("test_*.py")
    text = file.read_text()
    assert 'GOAL = "TH-COMBAT-10"' in text and "found by `ruleproof shrink`" in text
    carried_out(text)
    first = 'ACTIONS = (\n    "be '
    for old, new, says in (
        ("TH-COMBAT-10", "won", "won is not reached"),
        (first, first.replace('"be', '"go_on",\n    "be'), "ply 0 is not legal: go_on"),
        (first, first.replace('"be', '"bee'), "ply 0: "),
    ):
        assert old in text
        with pytest.raises(AssertionError, match=says):
            carried_out(text.replace(old, new))


def test_a_path_that_begins_with_a_dash_is_no_option_of_the_command_that_is_told(
    here: Path
) -> None:
    found = run("find", "tin_helm", "--state", "ply == 1", "-o", "-my w.rply")
    told = found.stdout.splitlines()[-1].removeprefix("see it: ruleproof ")
    assert told == "replay './-my w.rply'"
    assert run(*split(told)).exit_code == 0
    assert run("content", "new", "tin_helm", "-o", "-my.toml").exit_code == 0
    words = ("--content", "-my.toml", "--no-golden", "--force")
    found = run("find", "tin_helm", "--state", "ply == 1", "-o", "-my w.rply", *words)
    told = found.stdout.splitlines()[-1].removeprefix("see it: ruleproof ")
    assert told.endswith(" --content ./-my.toml") and run(*split(told)).exit_code == 0
    (here / "-x.rply").write_bytes(b"none")
    assert "`ruleproof verify ./-x.rply`" in run("corpus", "add", "c", "./-x.rply").stderr
    assert (spelt("-"), spelt("a-b"), spelt(Path("-"))) == ("-", "a-b", "-")


def test_shrink_writes_its_test_over_none_of_ones_own(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    words = ("shrink", path, "--until", "ply == 2", "--pytest", "--force")
    assert run(*words).exit_code == 0 and run(*words).exit_code == 0, "its own it writes anew"
    [test] = here.glob("test_*.py")
    test.write_text("# mine, with still_fails and misses\n")
    found = run(*words)
    assert found.exit_code == 2 and "ply == 2" in found.stdout
    assert f"{test.name} is no test that shrink wrote" in found.stderr
    assert "a.short.rply is written" in found.stderr and "another folder" in found.stderr
    assert test.read_text() == "# mine, with still_fails and misses\n"


def carried_out(text: str) -> None:
    """Run the test of a test file."""
    names: dict[str, object] = {}
    exec(compile(text, "test_it.py", "exec"), names)
    [check] = [value for name, value in names.items() if name.startswith("test_")]
    check()  # type: ignore[operator]


def test_a_log_that_other_rules_do_not_allow_is_told_so(here: Path) -> None:
    path = recorded(here / "a.rply")
    actions = [game().text(code) for code in read(path).only().codes]
    again = game(plies_max=len(actions))
    goal = goal_of(again, (), "won")
    with pytest.raises(GoalMissed, match="ply 0 is not legal under these rules"):
        shrink(again, [again.code("go_on")], goal)
    with pytest.raises(GoalMissed, match=r"looked for in \d+ plies; name what it does show"):
        shrink(again, read(path).only().codes, goal)
