"""play: blind choices of other seats stay hidden until the reveal, and come out with it."""

import re
from pathlib import Path

import pytest

from engine import registry
from engine.play import Step, play, walk
from engine.policies import named
from replays.reader import read_prefix
from replays.view import view_of
from tests.tools.run import run
from tools.veil import Veil

CHOICES = "1\n1\n3\n1\nquit\n"
LINE = re.compile(r"^ +(\d+|\?)  (commit|pay)  seat (\d)  (.+?)(  NH-.*)?$")


def necro(path: Path) -> list[Step]:
    """The plies of a record of two at The Necrohamster."""
    return list(walk(registry.load("necrohamster"), read_prefix(path).games[0].codes))


def revealing(steps: list[Step]) -> list[int]:
    """Plies that ended in the reveal, from the events alone."""
    return [s.ply for s in steps if any(e.kind == "commits.revealed" for e in s.events)]


@pytest.mark.parametrize("seed", ["shake:4", "shake:20"])
@pytest.mark.parametrize("policy", ["careful", "uniform"])
def test_a_blind_choice_of_another_seat_waits_for_the_reveal(
    seed: str, policy: str, here: Path
) -> None:
    words = ("play", "necrohamster", "--seed", seed, "--policy", policy, "-o", "a.rply")
    done = run(*words, stdin=CHOICES)
    assert done.exit_code == 0
    steps = necro(here / "a.rply")
    reveals = revealing(steps)
    lines = done.stdout.splitlines()
    blind = [s for s in steps if s.row in ("commit", "pay") and s.player == 1]
    assert blind and reveals
    for step in blind:
        own = f"  {step.row}  seat 1  {step.text}"
        end = next((ply for ply in reveals if ply >= step.ply), None)
        told = [n for n, line in enumerate(lines) if line.startswith(f"{step.ply:>5}{own}")]
        if end is None:
            assert not told
            continue
        (at,) = told
        closing = steps[end]
        own = f"{end:>5}  {closing.row}  seat {closing.player}  {closing.text}"
        (ended,) = [n for n, line in enumerate(lines) if line.startswith(own)]
        asked = [n for n, line in enumerate(lines) if line.startswith("position")]
        assert not [n for n in asked if at < n <= ended], "told when nobody can act on it"


@pytest.mark.parametrize("seed", ["shake:7", "shake:11"])
def test_how_long_a_blind_choice_took_is_not_told_either(seed: str, here: Path) -> None:
    words = ("play", "necrohamster", "--seed", seed, "--policy", "careful", "-o", "a.rply")
    lines = run(*words, stdin=CHOICES).stdout.splitlines()
    waiting: list[str] = []
    for line in lines:
        found = LINE.match(line)
        if found and found[4] == "(hidden)":
            assert found[1] == "?" and found[2] == "commit", "one line, whatever it cost"
            assert not waiting, "one line a seat"
            waiting.append(line)
        elif found and found[3] == "1":
            waiting = []
        elif waiting and line.startswith("position"):
            assert re.match(r"position \?, row (commit|pay), seat 0", line)
    if waiting:
        done = run("play", "--resume", "a.rply", stdin="")
        assert "position ?" in done.stdout and "stopped before a reveal" in done.stderr


def test_everything_is_open_to_who_plays_alone(here: Path) -> None:
    done = run("play", "tin_helm", "--seed", "shake:4", "-o", "a.rply", stdin="1\n1\n")
    assert "hidden" not in done.stdout and "position ?" not in done.stdout


# ---- what play hides, and what a view hides ----


def test_a_roll_that_comes_to_the_same_is_shown_for_all_that(plug_in: str, here: Path) -> None:
    words = ("play", plug_in, "--players", "2", "--seat", "0", "--seed", "shake:2", "-o", "a.rply")
    done = run(*words, stdin="climb 1\nclimb 1\nclimb 1\nclimb 2\nquit\n")
    told = re.findall(r"^ +\d+  gust  chance  (.+?)  MI-", done.stdout, re.MULTILINE)
    assert len(told) > 4 and all(text.startswith("blow ") for text in told), done.stdout
    assert run("export", "a.rply", "--as", "player:0", "-o", "v.txt").exit_code == 0
    viewed = re.findall(r"blow \d", (here / "v.txt").read_text())
    assert told == viewed, "the terminal and the view tell the same"


@pytest.mark.parametrize("name", ["ham_helsing", "henchling", "necrohamster"])
def test_play_and_a_view_hide_the_same_plies(name: str) -> None:
    game = registry.load(name, players=2)
    codes = play(game, "shake:5", named(game, "mixed"), plies=120).codes
    for seat in range(2):
        veil, steps = Veil(game, [seat]), list(walk(game, codes))
        told = [step.text for step in steps if veil.visible(step)]
        assert told == [entry["action"] for entry in view_of(game, codes, seat)
                        if "action" in entry]  # fmt: skip
        assert len(told) < len(steps) or name == "ham_helsing"
