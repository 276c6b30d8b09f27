"""`ruleproof find`: a goal on the command line, the game it tells, the replay it writes."""

import json
from pathlib import Path

import pytest

from engine.play import walk
from replays.reader import read
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
    timed = run("find", "tin_helm", "--end", "won", "--max-time", "0.1s", "--policy", "quiet",
                "--no-golden", "--option", "favor_cap=3")  # fmt: skip
    assert timed.exit_code == 1 and "--option favor_cap=3" in timed.stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), "E400", "0 goals: name exactly one of --clause"),
        (("--end", "won", "--clause", "TH-ERR-06"), "E400", "2 goals"),
        (("--end", "won", "--where", "a=b"), "E400", "--event"),
        (("--end", "one"), "E312", "did you mean won"),
        (("--state", "healt < 2"), "E312", "did you mean health"),
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
