"""Messages: seats that are taken, options as typed, files and settings named, unseen signs."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from engine import registry
from engine.play import play
from engine.policies import uniform
from replays.recorder import Recorder, header_for
from replays.verdict import Verdict
from replays.visible import UNSEEN, word
from tests.tools.pages import data_of, parsed
from tests.tools.run import game, recorded, refused, run
from tests.tools.test_view import line, viewed
from tools import console
from tools.text import width


def pair(here: Path) -> None:
    """Two games of two at The Necrohamster."""
    for seed in (1, 2):
        target = here / f"{seed}.rply"
        done = run("record", "necrohamster", "--seed", f"shake:{seed}", "-o", target)
        assert done.exit_code == 0


def test_only_the_seats_that_are_taken_are_shown(here: Path) -> None:
    pair(here)
    replay = run("replay", "1.rply", "--from", 20, "--to", 20).stdout
    paged = run("replay", "1.rply", "--step", stdin="g 20\nq\n").stdout
    played = run("play", "necrohamster", "--seed", "shake:1", "-o", "p.rply", stdin="").stdout
    for shown in (replay, paged):
        assert "best 0, 0\n" in shown or "best 0, 0   " in shown
        assert "  waiting - | -\n" in shown
    assert "best 0, 0   " in played or "best 0, 0\n" in played
    assert "sizes 5, 5\n" in played and "  areas - | -\n" in played
    (here / "1.rply").unlink()
    run("record", "necrohamster", "--players", 3, "-o", "1.rply")
    both = run("diff", "1.rply", "--option", "rounds_max=1").stdout
    assert " | - | - | -" not in both and ", 0, 0, 0" not in both


def test_options_are_shown_as_they_are_typed(here: Path) -> None:
    recorded(here / "a.rply")
    recorded(here / "b.rply", eat_in_combat=False)
    lines = run("diff", "a.rply", "b.rply").stdout.splitlines()
    assert ["option", "eat_in_combat", "true", "false"] in [line.split() for line in lines]
    drawn = run("graph", "b.rply", "--format", "table").stdout
    assert "eat_in_combat = false" in drawn and "False" not in drawn


def test_different_games_are_not_compared_field_by_field(here: Path) -> None:
    pair(here)
    recorded(here / "a.rply")
    done = run("diff", "a.rply", "1.rply")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "different games: nothing to compare", "  a.rply  tin_helm", "  1.rply  necrohamster",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [
    ("replay", "my.toml"), ("diff", "good.rply", "my.toml"), ("diff", "my.toml", "good.rply"),
    ("diff", "my.toml", "--option", "eat_in_combat=false"), ("shrink", "my.toml"),
    ("graph", "my.toml"), ("play", "--resume", "my.toml"),
    ("play", "--resume", "my.toml", "-o", "new.rply"),
    ("rules", "tin_helm", "--coverage", "my.toml"),
])  # fmt: skip
def test_a_file_that_is_no_replay_is_named(words: tuple[str, ...], here: Path) -> None:
    recorded(here / "good.rply")
    (here / "my.toml").write_text('[meta]\ngame = "tin_helm"\n')
    assert refused(run(*words), 3, "E201").startswith("error E201: my.toml: the file begins with")


def test_a_number_says_where_it_came_from_and_what_is_expected(here: Path) -> None:
    expected = "expected a whole number from 1"
    assert f"--games two: {expected}" in refused(
        run("record", "tin_helm", "--games", "two"), 2, "E400")  # fmt: skip
    assert f"--games 0: {expected}" in refused(
        run("record", "tin_helm", "--games", 0), 2, "E400")  # fmt: skip
    for name in ("RULEPROOF_GAMES", "RULEPROOF_RECORD_GAMES"):
        said = refused(run("record", "tin_helm", **{name: "foo"}), 2, "E400")
        assert f"error E400: {name} foo: {expected}" in said
    said = refused(run("record", "tin_helm", RULEPROOF_WITNESS="much"), 2, "E400")
    assert "RULEPROOF_WITNESS: 'much' is not one of 'ply'" in said
    (here / "pyproject.toml").write_text('[tool.ruleproof]\ngames = "no"\n')
    said = refused(run("record", "tin_helm"), 2, "E400")
    assert "games of [tool.ruleproof]" in said and "pyproject.toml no: " + expected in said


def test_files_of_the_wrong_kind_or_place(here: Path) -> None:
    recorded(here / "a.rply")
    said = refused(run("content", "check", "nothere.toml"), 2, "E401")
    assert "nothere.toml: no such file or folder; this folder has no .toml file" in said
    said = refused(run("verify", "quite_unlike_it.rply"), 2, "E401")
    assert "this folder has a.rply" in said
    assert "E401: a.rply: not a text file" in run("content", "check", "a.rply").stdout
    said = refused(run("record", "tin_helm", "--content", "a.rply"), 3, "E109")
    assert "a.rply: not a text file" in said
    (here / "there").write_text("")
    said = refused(run("record", "tin_helm", "-o", "there"), 2, "E209")
    assert "name another folder, or NAME.rply for one file" in said


def test_what_names_nobody_and_what_has_not_begun_is_told_so(here: Path) -> None:
    made = registry.load("necrohamster")
    codes = play(made, "shake:deal", uniform, plies=30).codes
    path = line(here / "a.rply", made, list(codes))
    for words in ((), ("--as", "player:0")):
        text = viewed(path, *words)
        assert "player none" in text or "player 0 → none" in text
        assert not re.search(r"(?:player|victim|marker) (?:\S+ → )?-1\b", text)
        heads = [node.text for node in parsed(text).all("h3")]
        assert heads[0] == "round 1" and data_of(parsed(text))["sides"][0]["rounds"][1] == heads[0]
    told = run("replay", path, "--to", 0).stdout
    assert "victim none" in told and not re.search(r"\w -1\b", told)


# ---- signs that nobody would see ----

ODD = "\x1b[2J\x1b[31m\x9b1m\u202eltr\u200b\ufeff\x07\x7f"
SHOWN = r"\x1b[2J\x1b[31m\x9b1m\u202eltr\u200b\ufeff\x07\x7f"
COLOURS = re.compile(r"\x1b\[(?:0|1|2|3[1236])m")


def odd_replay(path: Path) -> Path:
    """A good replay whose every free text holds signs that are not to be written raw."""
    header = header_for(game(), seed=f"shake:{ODD}", policy=ODD, producer=ODD, tags=(ODD,))
    with Recorder.create(path, header) as recorder:
        state = game().initial()
        recorder.begin(state)
        code = game().legal_actions(state)[0]
        count = len(game().legal_actions(state))
        game().apply(state, code)
        recorder.ply(code, state, count)
        recorder.annotate(ODD, 0)
        recorder.note(f"{ODD}\nEXACT  another.rply")
    return path


@pytest.mark.parametrize("words", (
    ("replay", "{}"), ("replay", "{}", "--color"), ("replay", "{}", "--step"), ("verify", "{}"),
    ("verify", "{}", "--color"), ("verify", "{}", "gone" + ODD), ("view", "{}"),
    ("view", "{}", "{}"), ("view", "{}", "--as", "player:0"), ("diff", "{}", "{}"),
    ("graph", "{}", "--format", "dot"), ("graph", "{}", "--format", "markdown"), ("export", "{}"),
    ("export", "{}", "--format", "json"), ("replay", "{}", "--json"), ("verify", "{}", "--json"),
    ("migrate", "{}", "--json"),
), ids=lambda words: " ".join(words).replace(ODD, "ODD"))  # fmt: skip
def test_unseen_signs_are_written_as_escapes(words: tuple[str, ...], here: Path) -> None:
    odd_replay(here / f"a{ODD}.rply")
    found = run(*(word.format(f"a{ODD}.rply") for word in words), stdin="q\n")
    said = found.stdout + found.stderr
    raw = UNSEEN.findall(COLOURS.sub("", said) if "--color" in words else said)
    assert not frozenset(raw) - {"\n", "\t"} and "E999" not in said, said
    if "json" not in "".join(words) and words[0] in ("verify", "view"):
        assert SHOWN in said
    if words[0] == "replay" and "--json" not in words and "--step" not in words:
        assert rf"(note: {SHOWN}\x0aEXACT  another.rply)" in found.stdout
        assert f"(annotation: {SHOWN})" in found.stdout, "what stands at position 0 is told too"


def test_an_export_and_a_document_say_the_very_signs(here: Path) -> None:
    data = odd_replay(here / "a.rply").read_bytes()
    for form in ("json", "ndjson", "text"):
        (here / "a.txt").write_text(run("export", "a.rply", "--format", form).stdout)
        assert run("import", "a.txt", "-o", "b.rply", "--force").exit_code == 0
        assert (here / "b.rply").read_bytes() == data
    assert json.loads(run("replay", "a.rply", "--json").stdout)["seed"] == f"shake:{ODD}"


def test_a_verdict_is_told_to_pytest_without_unseen_signs() -> None:
    told = Verdict(word="UNSUPPORTED", detail=f"the file has game {ODD}", remedy=ODD).text()
    assert told.count(SHOWN) == 2 and not frozenset(UNSEEN.findall(told)) - {"\n"}


def test_colours_are_only_those_that_the_program_paints() -> None:
    console.current.color = True
    try:
        painted = console.paint("a", "red") + "\x1b[31m" + console.PAINT + "2J"
        assert console.shown(painted) == "\x1b[31ma\x1b[0m" + r"\x1b[31m\ud8012J"
        assert width(console.paint("a\u200b", "red")) == len(r"a\u200b")
    finally:
        console.reset()


def test_a_command_that_is_told_can_be_typed_whatever_its_words_hold(here: Path) -> None:
    seed = "shake:a\n\x1b[31m\u202e \x9b'c\\d"
    told = run("record", "tin_helm", "--seed", seed, "-o", "a.rply").stderr
    line = told.split("repeat: ruleproof ")[1].rstrip("\n")
    assert r"$'shake:a\x0a\x1b[31m\u202e \u009b\'c\\d'" in line and line.isprintable()
    echo = ["bash", "-c", f"printf '%s\\0' {line}"]
    words = subprocess.run(echo, capture_output=True, check=True).stdout.decode().split("\0")
    assert words[words.index("--seed") + 1] == seed
    assert word("plain") == "plain" and word("two words") == "'two words'"
