"""Every reader of replays given files that are none: one message, the documented exit code."""

import os
from pathlib import Path

import pytest

from tests.tools.run import recorded, refused, run

READERS = {
    "verify": ("verify", "{}"),
    "replay": ("replay", "{}"),
    "step": ("replay", "{}", "--step"),
    "diff": ("diff", "good.rply", "{}"),
    "diff rules": ("diff", "{}", "--option", "eat_in_combat=false"),
    "shrink": ("shrink", "{}", "--until", "TH-COMBAT-10"),
    "graph": ("graph", "{}"),
    "selftest": ("selftest", "{}"),
    "resume": ("play", "--resume", "{}"),
}
SIGNATURE = b"\x89RPLY\r\n\x1a"
FOREIGN = {
    "empty": b"",
    "foreign": b"PK\x03\x04 a zip archive, perhaps",
    "text": b"not a replay at all\n",
    "as text": SIGNATURE.replace(b"\r\n", b"\n") + b"\0\0\0\1",
    "only magic": SIGNATURE,
    "noise": SIGNATURE + bytes(range(256)),
    "huge length": SIGNATURE + b"\xff\xff\xff\xff\0\0\0\0",
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("reader", READERS)
def test_a_file_without_a_header(reader: str, kind: str, here: Path) -> None:
    recorded(here / "good.rply")
    (here / "bad.rply").write_bytes(FOREIGN[kind])
    result = run(*(word.format("bad.rply") for word in READERS[reader]), stdin="")
    assert result.exit_code == 3, (result.stdout, result.stderr)
    said = result.stdout + result.stderr
    assert "Traceback" not in said and "E999" not in said
    if reader == "verify":
        assert said.startswith("CORRUPT@")
    else:
        assert "error E20" in said or "warning: CORRUPT@" in said
    assert (here / "bad.rply").read_bytes() == FOREIGN[kind], "nothing is lost"
    assert sorted(path.name for path in here.iterdir()) == ["bad.rply", "good.rply"]


@pytest.mark.parametrize("reader", READERS)
def test_a_file_with_a_flipped_bit(reader: str, here: Path) -> None:
    data = recorded(here / "good.rply").read_bytes()
    bad = bytearray(data)
    bad[len(bad) - 70] ^= 4
    (here / "bad.rply").write_bytes(bad)
    result = run(*(word.format("bad.rply") for word in READERS[reader]), stdin="")
    assert result.exit_code in (0, 1, 2, 3) and "E999" not in result.stderr
    assert "Traceback" not in result.stderr
    assert (here / "bad.rply").read_bytes() == bad
    if reader in ("verify", "replay", "step", "selftest", "resume"):
        assert result.exit_code == 3


@pytest.mark.parametrize("reader", READERS)
def test_a_missing_file_and_a_folder(reader: str, here: Path) -> None:
    recorded(here / "good.rply")
    gone = run(*(word.format("goood.rply") for word in READERS[reader]), stdin="")
    assert "did you mean" in refused(gone, 2, "E401")
    (here / "folder").mkdir()
    folder = run(*(word.format("folder") for word in READERS[reader]), stdin="")
    assert folder.exit_code in (2, 5) and "Traceback" not in folder.stderr
    assert "folder" in folder.stderr and folder.stderr.startswith("error E40")


def test_an_unreadable_file_is_one_message(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(here / "good.rply")

    def refuse(self: Path, *words: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    assert "Permission denied" in refused(run("verify", "good.rply"), 2, "E401")


@pytest.mark.parametrize("kept", (10, 200))
def test_a_file_of_which_no_ply_is_whole_is_not_gone_on_with(kept: int, here: Path) -> None:
    data = recorded(here / "good.rply").read_bytes()
    (here / "bad.rply").write_bytes(data[:kept])
    for words in (("verify",), ("replay",), ("export",), ("play", "--resume")):
        result = run(*words, "bad.rply", stdin="")
        said = result.stdout + result.stderr
        assert "record it anew" in said and "--resume" not in said, said


LOCKED = (("verify", "{}"), ("migrate", "{}"), ("scenario", "{}"), ("content", "check", "{}"),
          ("graph", "{}"), ("selftest", "{}"), ("fuzz", "tin_helm", "--replay", "{}"))  # fmt: skip


@pytest.mark.parametrize("words", LOCKED, ids=" ".join)
def test_a_folder_that_cannot_be_read_is_no_empty_one(
    words: tuple[str, ...], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "tree" / "sub").mkdir(parents=True)
    recorded(here / "tree" / "good.rply")
    scandir, listdir = os.scandir, os.listdir

    def locked(path: str | Path = ".") -> None:
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", lambda path=".": locked(path) or scandir(path))
    monkeypatch.setattr(os, "listdir", lambda path=".": locked(path) or listdir(path))
    for place in ("tree/sub",) if "--replay" in words else ("tree", "tree/sub", "tree/*/*.rply"):
        said = refused(run(*(word.format(place) for word in words)), 2, "E401")
        assert "tree/sub: Permission denied" in said
