"""play: what a person types, undo and redo, saving and resuming, a real table, hidden hands."""

import re
from pathlib import Path

import pytest

from engine.play import walk
from replays.reader import read_prefix
from tests.tools.run import game, interrupted, process, recorded, refused, run


def typed(path: Path) -> list[str]:
    """The player's own actions in a replay, as texts."""
    games = read_prefix(path).games
    codes = games[0].codes if games else ()
    return [step.text for step in walk(game(), codes) if step.player >= 0]


def play(lines: list[str], *words: object) -> str:
    """Play with these lines typed; what was said on stdout."""
    result = run("play", *words, stdin="".join(line + "\n" for line in lines))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def codes(path: str | Path) -> tuple[int, ...]:
    """The final line of a record."""
    return read_prefix(Path(path)).games[0].codes


def test_a_played_game_is_the_recorded_one(here: Path) -> None:
    """The same seed and the same choices: chance is the seed's, whoever plays."""
    wanted = recorded(here / "wanted.rply", policy="careful")
    shown = play([*typed(wanted), ""], "tin_helm", "--seed", "shake:1/0", "-o", "a.rply")
    assert codes("a.rply") == codes(wanted)
    assert "after" in shown and "score" in shown
    assert run("verify", "a.rply").stdout.startswith("EXACT")
    assert "played by   human, seed shake:1/0" in run("replay", "a.rply").stdout


def test_numbers_prefixes_and_mistakes(here: Path) -> None:
    shown = play(["be h", "9", "walk", "resolve", "be hu", "tr f"], "tin_helm", "-o", "a.rply")
    assert "which one: be human, be halfling" in shown
    assert "numbers are 1..4" in shown
    assert "no action reads 'walk'; legal now: be human, be dwarf, be elf, be halfling" in shown
    assert "'resolve' is not legal at ply 0" in shown
    assert typed(here / "a.rply")[:2] == ["be human", "train_as fighter"]
    play(["4", "TR FI"], "tin_helm", "-o", "b.rply")
    assert typed(here / "b.rply")[:2] == ["be halfling", "train_as fighter"]


def test_a_beginning_completes_a_word_and_supplies_none(here: Path) -> None:
    lines = ["be elf", "tr r", "train_as ro", "d01", "resolve", "d03", "turn d06", "att", "ATT 1",
             "1", "6", "str", "strike 2", "str 2 6"]  # fmt: skip
    shown = play(lines, "tin_helm", "--table", "-o", "a.rply")
    assert "no action reads 'attack'; expected attack ENERGY" in shown
    assert "which one: train_as rogue, train_as ranger" in shown
    assert shown.count("expected strike DIE DIE") == 4, "one die is no two dice"
    assert typed(here / "a.rply")[-1] == "attack 1"
    assert [step.text for step in walk(game(), codes("a.rply"))][-1] == "strike 6 2"


def test_undo_redo_and_notes_stand_in_the_log(here: Path) -> None:
    lines = [
        "be elf", "train_as rogue", "undo", "undo", "be dwarf", "note third try", "1", "undo",
        "redo", "help", "legal", "show", "save", ":legal", ":dance", "undo 9", "undo", "redo",
    ]  # fmt: skip
    shown = play(lines, "tin_helm", "--seed", "shake:5", "-o", "a.rply")
    assert "nothing to undo" in shown and "no command 'dance'" in shown and "noted" in shown
    assert typed(here / "a.rply")[0] == "be dwarf"
    replay = run("replay", "a.rply").stdout
    assert "(note: third try)" in replay and "undo; this is the line that was kept" in replay
    assert "TRUNCATED" in run("verify", "a.rply").stdout


def test_undo_and_redo_count_from_one(here: Path) -> None:
    lines = ["be elf", "train_as rogue", "undo x", "undo -1", "undo 0", "redo 1.5", "undo 2",
             "redo 2", "UNDO 9", "redo 3"]  # fmt: skip
    shown = play(lines, "tin_helm", "--seed", "shake:5", "-o", "a.rply")
    assert shown.count("expected how many choices, a number from 1") == 4
    assert "back at position 0\n" in shown and "there was no more to undo" in shown
    told = re.findall(r"class +player +train_as rogue", shown)
    assert len(told) == 3, "once played, twice done again"
    assert "forward at position 3; there was no more to redo" in shown
    assert typed(here / "a.rply")[:2] == ["be elf", "train_as rogue"]


def test_undo_does_not_change_what_the_dice_will_show(here: Path) -> None:
    wanted = recorded(here / "wanted.rply", index=1, policy="careful")
    lines = typed(wanted)[:12]
    back = [line for text in lines for line in (text, "undo", text, "undo", "redo")]
    play(back, "tin_helm", "--seed", "shake:1/1", "-o", "a.rply")
    assert typed(here / "a.rply") == lines
    assert codes("a.rply") == codes(wanted)[: len(codes("a.rply"))]


def test_stopping_and_going_on_changes_nothing(here: Path) -> None:
    wanted = recorded(here / "wanted.rply", index=3, policy="careful")
    choices = typed(wanted)
    seed = ("--seed", "shake:1/3")
    play(choices[:4], "tin_helm", *seed, "-o", "a.rply")
    for first in range(4, len(choices), 9):
        last = first + 9 >= len(choices)
        play(choices[first : first + 9] + ([""] if last else []), "--resume", "a.rply")
    assert codes("a.rply") == codes(wanted)
    assert run("verify", "a.rply").exit_code == 0
    message = refused(run("play", "--resume", "a.rply"), 2, "E211")
    assert "fork it" in message and "play --resume a.rply -o NEW.rply --at PLY" in message


def test_a_real_table_is_typed_in(here: Path) -> None:
    lines = ["be elf", "train_as rogue", "d03", "turn_up d04", "skip", "d03", "d05"]
    shown = play(lines, "tin_helm", "--table", "-o", "a.rply")
    assert "what did the table show?" in shown
    assert "'turn_up d04' is not legal" in shown, "it is the player's turn"
    texts = [step.text for step in walk(game(), codes("a.rply"))]
    assert texts[:4] == ["be elf", "train_as rogue", "turn_up d03", "skip"]
    assert texts[4] == "reveal d05", "d03 lies open already, so it was refused"
    asked = shown.partition("row reveal, chance")[2].partition("\n> ")[0].splitlines()
    assert asked[1:3] == ["  what did the table show?", "  1 reveal d01     4 reveal d05     "
                          "7 reveal d08    10 reveal d11"], "no position, the outcomes numbered"
    play(["be elf", "train_as rogue", "3", "13"], "tin_helm", "--table", "-o", "n.rply")
    assert [step.text for step in walk(game(), codes("n.rply"))][-1] == "turn_up d03"
    assert "seed none" in run("replay", "a.rply").stdout
    play(["1"], "--resume", "a.rply")
    assert "leave one out" in refused(
        run("play", "tin_helm", "--table", "--seed", "shake:1", "-o", "b.rply"), 2, "E113"
    )


def test_the_file_is_named_after_game_and_seed(here: Path) -> None:
    play([], "tin_helm", "--seed", "shake:1/2")
    play([], "tin_helm", "--table")
    play([], "tin_helm", "--table")
    play([], "tin_helm")
    names = sorted(path.name for path in here.glob("*.rply"))
    assert {"tin_helm-1-2.rply", "tin_helm-table-1.rply", "tin_helm-table-2.rply"} < set(names)
    assert len(names) == 4
    refused(run("play", "tin_helm", "--seed", "shake:1/2"), 2, "E207")


def test_the_end_can_be_taken_back(plug_in: str, here: Path) -> None:
    lines = ["rest"] * 90
    shown = play([*lines, "undo", "climb 1"], plug_in, "--option", "gusty=false", "-o", "a.rply")
    assert shown.count("starved after 90 plies") == 3, "before the undo, after it, in closing"
    assert run("verify", "a.rply").stdout.startswith("EXACT")
    assert run("replay", "a.rply").stdout.count(" climb 1 ") == 1


def test_other_seats_play_by_policy_and_are_not_looked_into(plug_in: str, here: Path) -> None:
    words = (plug_in, "--players", 2, "--seed", "shake:4", "--seat", 1, "--policy", "uniform")
    shown = play(["rest", "sip", "rest", "quit"], *words, "-o", "a.rply")
    assert "seat 0" in shown and "seat 1" in shown
    assert "played by   uniform,human" in run("replay", "a.rply").stdout
    board = [line for line in shown.splitlines() if "sips" in line]
    assert board and all("own" in line for line in board), "only one's own flask is seen"
    assert "seats are 0..1" in refused(
        run("play", plug_in, "--players", 2, "--seat", 2, "-o", "b.rply"), 2, "E400"
    )


def test_two_people_on_one_record(here: Path) -> None:
    play(["be elf"], "tin_helm", "-o", "a.rply")
    before = (here / "a.rply").read_bytes()
    other = process("play", "--resume", "a.rply", stdin=-1, env={"PYTHONUNBUFFERED": "1"})
    assert other.stdout is not None
    other.stdout.readline()
    assert "another" in refused(run("play", "--resume", "a.rply"), 2, "E208")
    assert (here / "a.rply").read_bytes() == before
    _, said = other.communicate("train_as rogue\n", timeout=30)
    assert other.returncode == 0 and "go on with" in said
    assert typed(here / "a.rply") == ["be elf", "train_as rogue"]


def test_ctrl_c_loses_nothing(here: Path) -> None:
    running = process("play", "tin_helm", "-o", "a.rply", stdin=-1)
    assert running.stdin is not None
    running.stdin.write("be elf\n")
    running.stdin.flush()
    began = here / "begun"
    while not (here / "a.rply").exists() or not typed(here / "a.rply"):
        assert running.poll() is None
    began.touch()
    _, said = interrupted(running, began)
    assert running.returncode == 130 and "Traceback" not in said
    assert "stopped at position 1, all of it in a.rply\n" in said
    assert "go on with: ruleproof play --resume a.rply\n" in said
    assert typed(here / "a.rply") == ["be elf"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "E400"),
        (("tin_helmet",), "E112"),
        (("tin_helm", "--seed", "7"), "E113"),
        (("tin_helm", "--seat", "3"), "E400"),
        (("tin_helm", "-o", "no/such/a.rply"), "E209"),
        (("--resume", "gone.rply"), "E401"),
    ],
)
def test_a_game_that_cannot_begin_is_one_message(
    words: tuple[str, ...], code: str, here: Path
) -> None:
    refused(run("play", *words, stdin=""), 2, code)
    assert list(here.glob("*.rply")) == []
