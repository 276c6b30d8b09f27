"""What commands write to: refused before they work, and never over what commands read."""

import errno
import os
import re
from pathlib import Path

import pytest

from replays.errors import Unwritable
from replays.recorder import Recorder, header_for
from tests.tools.run import game, recorded, refused, run

TEXT = {  # commands that write text, `{}` where the output stands
    "export": ("export", "a.rply", "--format", "text", "-o", "{}"),
    "replay": ("replay", "a.rply", "-o", "{}"),
    "view": ("view", "a.rply", "-o", "{}"),
    "verify": ("verify", "a.rply", "-o", "{}"),
    "simulate": ("simulate", "tin_helm", "-o", "{}"),
    "per game": ("simulate", "tin_helm", "--per-game", "{}"),
    "plot": ("simulate", "tin_helm", "--plot", "{}"),
    "graphml": ("explore", "tin_helm", "--graphml", "{}"),
    "junit": ("fuzz", "tin_helm", "--junit", "{}"),
}
REPLAY = {
    "find": ("find", "tin_helm", "--clause", "TH-COMBAT-10", "-o", "{}"),
    "shrink": ("shrink", "a.rply", "--until", "TH-COMBAT-10", "-o", "{}"),
    "import": ("import", "gone.txt", "-o", "{}"),
    "content": ("content", "new", "tin_helm", "-o", "{}"),
}
FOLDER = {
    "fuzz": ("fuzz", "tin_helm", "-o", "{}"),
    "keep": ("fuzz", "tin_helm", "--keep", "{}"),
    "explore": ("explore", "tin_helm", "-o", "{}"),
    "migrate": ("migrate", "a.rply", "-o", "{}"),
    "gather": ("corpus", "gather", "tin_helm", "-o", "{}"),
}


def command(words: tuple[str, ...], target: str) -> tuple[str, ...]:
    """The words with the target in its place."""
    return tuple(word.format(target) for word in words)


@pytest.fixture(autouse=True)
def data(here: Path) -> bytes:
    """The bytes of a replay, `a.rply` and, under another name, `b.dat`."""
    data = recorded(here / "a.rply").read_bytes()
    (here / "b.dat").write_bytes(data)
    (here / "own.toml").write_text("owned")
    return data


@pytest.mark.parametrize("words", TEXT.values(), ids=TEXT)
def test_text_is_not_written_over_what_commands_read(words: tuple[str, ...], data: bytes) -> None:
    for name, kind in (("a.rply", "a replay"), ("b.dat", "a replay"), ("own.toml", "a pack")):
        assert f"{name} is {kind}" in refused(run(*command(words, name)), 2, "E207")
    assert Path("a.rply").read_bytes() == Path("b.dat").read_bytes() == data
    assert Path("own.toml").read_text() == "owned"


@pytest.mark.parametrize("words", [*TEXT.values(), *REPLAY.values()], ids=[*TEXT, *REPLAY])
def test_a_file_that_cannot_be_written_is_refused_first(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = refused(run(*command(words, "gone/x.rply")), 2, "E403")
    assert "no folder gone; name a file in a folder that exists" in said
    Path("there").mkdir()
    assert "it is a folder; name a file in it" in refused(run(*command(words, "there")), 2, "E403")
    monkeypatch.setattr(os, "access", lambda place, mode: False)
    said = refused(run(*command(words, "there/x.rply")), 2, "E403")
    assert "Permission denied in there; name a file in a folder that you may write into" in said
    said = refused(run(*command(words, "a.rply/x.rply")), 2, "E403")
    assert "a.rply is a file; name a file in a folder" in said
    assert not list(Path("there").iterdir())


@pytest.mark.parametrize(("number", "there", "says"), (
    (errno.ENOENT, False, "no folder gone; name a file in a folder that exists"),
    (errno.EACCES, False, "Permission denied in .; name a file in a folder that you may write"),
    (errno.EROFS, True, "Read-only file system; name a file that you may write"),
    (errno.ENOSPC, True, "No space left on device; make room, or name another file"),
    (errno.ENAMETOOLONG, False, "File name too long; name another file"),
))  # fmt: skip
def test_a_record_that_cannot_be_written_says_what_is_in_the_way(
    number: int, there: bool, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = "gone/x.rply" if number == errno.ENOENT else "x.rply"
    if there:
        Path(target).write_bytes(b"")

    def refuse(*words: object) -> int:
        raise OSError(number, os.strerror(number), target)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(Unwritable, match=re.escape(says)):
        Recorder.create(Path(target), header_for(game(), seed="shake:1"), force=True)


@pytest.mark.parametrize("words", FOLDER.values(), ids=FOLDER)
def test_a_folder_that_cannot_be_written_is_refused_first(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = refused(run(*command(words, "a.rply/new")), 2, "E403")
    assert "a.rply is a file; name a folder" in said
    monkeypatch.setattr(os, "access", lambda place, mode: False)
    said = refused(run(*command(words, "new/er")), 2, "E403")
    assert "Permission denied in .; name a folder that you may write into" in said
    assert not Path("new").exists()


def test_a_suffix_names_a_form_or_is_refused() -> None:
    said = refused(run("export", "a.rply", "-o", "a.xyz"), 2, "E400")
    assert "no suffix of a form (.json, .ndjson, .txt); add --format" in said
    assert run("export", "a.rply", "-o", "a.xyz", "--format", "json").exit_code == 0


@pytest.mark.parametrize(("words", "name", "says"), (
    (("simulate", "tin_helm"), "y.rply", "text; end the name with .txt"),
    (("simulate", "tin_helm"), "y.json", "add --json, or end the name with .txt"),
    (("simulate", "tin_helm"), "y.csv", "add --csv, or end"),
    (("simulate", "tin_helm", "--json"), "y.csv", "JSON; add --csv, or end the name with .json"),
    (("rules", "tin_helm"), "y.md", "add --markdown, or end"),
    (("rules", "tin_helm"), "y.png", "text; end the name with .txt"),
    (("verify", "a.rply"), "y.zip", "text; end the name with .txt"),
    (("view", "a.rply"), "y.txt", "a page; end the name with .html"),
    (("completion", "bash"), "y.json", "a script; end the name with .bash"),
    (("content", "new", "tin_helm"), "y.json", "ends with .toml"),
    (("import", "a.txt"), "y.txt", "ends with .rply"),
))  # fmt: skip
def test_a_suffix_of_another_form_is_refused(words: tuple[str, ...], name: str, says: str) -> None:
    assert says in refused(run(*words, "-o", name), 2, "E400")
    assert not Path(name).exists()


@pytest.mark.parametrize(("words", "name", "form"), (
    (("simulate", "tin_helm", "--per-game"), "y.json", ".csv or .txt"),
    (("explore", "tin_helm", "--graphml"), "y.svg", ".graphml or .xml"),
    (("fuzz", "tin_helm", "--junit"), "y.txt", ".xml"),
))  # fmt: skip
def test_so_is_one_of_a_file_written_besides(words: tuple[str, ...], name: str, form: str) -> None:
    assert f"ends with {form}" in refused(run(*words, name), 2, "E400")


def test_a_name_without_a_suffix_holds_any_form(here: Path) -> None:
    for words in (("games",), ("games", "--json"), ("completion", "fish")):
        assert run(*words, "-o", "Y", "-q").exit_code == 0
    assert run("games", "-o", "Y.LOG").exit_code == 0
