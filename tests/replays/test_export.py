"""Exports: every form gives back the same bytes; a view holds nothing its seat cannot see."""

import re
from pathlib import Path

import pytest

from engine import registry
from engine.play import play
from engine.policies import named
from replays import notation
from replays.corpus import golden
from replays.entries import entries_of, head_entry, records_of, replay_of
from replays.errors import BadText
from replays.reader import loader
from replays.recorder import Recorder, header_for

FORMS = notation.FORMS
load = loader()


def text_of(data: bytes, form: str) -> str:
    """The export of a file's bytes."""
    header, records = records_of(data)
    return notation.written(form, head_entry(header), entries_of(header, records, load))


def back(text: str) -> bytes:
    """The import of an export."""
    return replay_of(*notation.parsed(text), load)


# ---- there and back ----


def few(game: str) -> list[Path]:
    """The shortest golden replays of a game."""
    return sorted(golden(game), key=lambda path: (path.stat().st_size, path.name))[:1]


@pytest.mark.parametrize("name", ["henchling", "necrohamster", "tin_helm"])
def test_a_golden_replay_comes_back_byte_for_byte(name: str) -> None:
    for path in few(name):
        data = path.read_bytes()
        for form in FORMS:
            assert back(text_of(data, form)) == data, path.name


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
def test_all_golden_replays_come_back_byte_for_byte(form: str) -> None:
    for path in golden():
        data = path.read_bytes()
        assert back(text_of(data, form)) == data, path.name


def marked(path: Path, witness: str, *, whole: bool) -> bytes:
    """A file with remarks, undo and redo; stopped, or played on to its end."""
    game = registry.load("tin_helm")
    header = header_for(game, policy="human", tags=('a "tag"\nof two lines',))
    played = play(game, "shake:1", named(game, "careful"), plies=None if whole else 20)
    with Recorder.create(path, header, witness=witness, live=True) as recorder:
        state = game.initial()
        saves = [state.clone()]
        recorder.begin(state)
        for code in played.codes:
            legal = len(game.legal_actions(state))
            game.apply(state, code)
            saves.append(state.clone())
            recorder.ply(code, state, legal)
            if state.ply == 12:
                recorder.note("so far # and = so good  #a1")
                recorder.undo(10)
                state = saves[10].clone()
                for again in recorder.redo(12):
                    legal = len(game.legal_actions(state))
                    game.apply(state, again)
                    recorder.ply(again, state, legal)
                recorder.annotate("ünïcode \\ \"quoted\"", 3)
        if whole:
            recorder.finish(game, state)
    return path.read_bytes()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("witness", "whole"), [("ply", True), ("block", False), ("none", True)])
def test_marks_tags_and_stopped_games_come_back(
    form: str, witness: str, whole: bool, tmp_path: Path
) -> None:
    data = marked(tmp_path / "a.rply", witness, whole=whole)
    text = text_of(data, form)
    assert "so good" in text and "undo" in text and "redo" in text
    assert back(text) == data


def test_many_games_come_back(tmp_path: Path) -> None:
    from tests.tools.run import run

    done = run("record", "necrohamster", "--games", 3, "-o", tmp_path / "many.rply", "-q")
    assert done.exit_code == 0
    data = (tmp_path / "many.rply").read_bytes()
    for form in FORMS:
        assert back(text_of(data, form)) == data


# ---- what is refused ----


def test_a_changed_text_is_refused_or_diverges(tmp_path: Path) -> None:
    from replays.verify import verify

    data = few("tin_helm")[0].read_bytes()
    text = text_of(data, "text")
    action = next(line for line in text.split("\n") if re.match(r" +0  ", line))
    race = action.split()[4]
    other = "elf" if race != "elf" else "dwarf"
    assert verify(back(text.replace(f"be {race} ", f"be {other} ", 1))).word == "DIVERGED"
    for old, new, says in (
        (f"be {race} ", "be orc ", "orc"), ("\n= ", "\n", "no line"),
        ("schema: ", "scheme: ", "schema"), ("    1  ", "    2  ", "one by one"),
        ("seed: ", "sead: ", "sead"),
        ("end {", "end {x", "no JSON"), ('"plies": ', '"plie": ', "plies"),
    ):  # fmt: skip
        assert old in text
        with pytest.raises(BadText, match=says):
            back(text.replace(old, new, 1))


@pytest.mark.parametrize("text", [
    "", "{}", "{\n}", '{"kind": "ply"}', "# nothing", "{\n\"entries\": 3}", "[1]", "\x89RPLY",
    '# x\nschema: "ruleproof.export/1"\nview_of: null\n', '{"kind": "head", "schema": 3}',
])  # fmt: skip
def test_what_is_no_export_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        back(text)
