"""Every reader of replays given files that are none: one message, the documented exit code."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from replays.reader import read
from replays.recorder import Recorder, header_for
from tests.tools.run import game, recorded, refused, run

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


def test_an_empty_name_and_a_link_to_nothing(here: Path) -> None:
    for words in (("shrink", ""), ("verify", ""), ("replay", "")):
        assert "an empty name is no file; name one" in refused(run(*words), 2, "E401")
    (here / "link.rply").symlink_to("gone.rply")
    said = refused(run("replay", "link.rply"), 2, "E401")
    assert "link.rply: no such file; it is a link to gone.rply, which is gone" in said


COUNTED = {  # what makes one figure of files
    "coverage": (("rules", "tin_helm", "--coverage", "{}"), "E408"),
    "reach": (("rules", "tin_helm", "--reach", "{}"), "E408"),
    "graph": (("graph", "tin_helm", "{}"), "E408"),
    "positions": (("graph", "{}", "--level", "state"), "E408"),
    "explore": (("explore", "{}", "--at", "8", "--depth", "1"), "E408"),
    "export": (("export", "{}"), "E200"),
    "stats": (("corpus", "stats", "tin_helm", "{}"), "E316"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "code"), COUNTED.values(), ids=COUNTED)
def test_a_log_that_these_rules_refuse(words: tuple[str, ...], code: str, here: Path) -> None:
    """One exit code, one way out."""
    with Recorder.create(here / "bad log.rply", header_for(game(), seed="shake:1/0")) as recorder:
        state = game().initial()
        recorder.begin(state)
        for ply, taken in enumerate(read(recorded(here / "good.rply")).only().codes):
            legal = game().legal_actions(state)
            wrong = next(other for other in range(len(game().space)) if other not in legal)
            game().apply(state, taken)
            recorder.ply(wrong if ply == 5 else taken, state, len(legal))
        recorder.finish(game(), state)
    said = refused(run(*(word.format("bad log.rply") for word in words)), 3, code)
    assert "is not legal at ply 5" in said
    assert "judge it with `ruleproof verify 'bad log.rply'`, or leave it out" in said


@pytest.mark.parametrize("reader", READERS)
def test_a_missing_file_and_a_folder(reader: str, here: Path) -> None:
    recorded(here / "good.rply")
    gone = run(*(word.format("goood.rply") for word in READERS[reader]), stdin="")
    assert "did you mean" in refused(gone, 2, "E401")
    (here / "folder").mkdir()
    folder = run(*(word.format("folder") for word in READERS[reader]), stdin="")
    assert folder.exit_code in (2, 5) and "Traceback" not in folder.stderr
    assert "folder" in folder.stderr and folder.stderr.startswith("error E40")


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may read a file whose name begins with `locked`, or list such a folder."""

    def locked(path: str | Path = ".") -> None:
        if Path(path).name.startswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))

    def guarded(found: Callable[..., Any]) -> Callable[..., Any]:
        return lambda path=".", *words, **more: locked(path) or found(path, *words, **more)

    opened, guard = Path.open, guarded(Path.open)
    monkeypatch.setattr(Path, "open", lambda path, mode="r", *words, **more: (
        opened if "w" in mode else guard)(path, mode, *words, **more))  # fmt: skip
    monkeypatch.setattr(os, "scandir", guarded(os.scandir))
    monkeypatch.setattr(os, "listdir", guarded(os.listdir))


@pytest.mark.parametrize("reader", sorted(set(READERS) - {"verify"}))
@pytest.mark.usefixtures("locks")
def test_a_single_unreadable_file_is_one_message(reader: str, here: Path) -> None:
    recorded(here / "good.rply")
    recorded(here / "locked.rply")
    if reader != "resume":  # opened to be written
        found = run(*(word.format("locked.rply") for word in READERS[reader]), stdin="")
        assert "locked.rply: Permission denied" in refused(found, 2, "E401")


# What judges many, with the files that stand beside the locked ones, what is said of those that
# may be read and what of the others, and the exit.
MANY = {
    "verify": (("verify", "tree"), ".rply", "EXACT  tree/good.rply", "UNREADABLE  {}  E401: ", 3),
    "migrate": (("migrate", "tree"), ".rply", "1 still verify, 2 cannot be read", "{}", 3),
    "corpus": (("corpus", "add", "kept", "tree"), ".rply", "added 1 replay, left out 0, 2 cannot",
               "error E401: {}: ", 3),
    "scenario": (("scenario", "tree"), ".toml", "3 scenarios: 1 ok, 2 ERROR",
                 "01: {}: ", 3),
    "content": (("content", "check", "tree"), ".toml", "3 packs: 1 ok, 2 wrong", "E401: {}: ", 3),
}  # fmt: skip


@pytest.mark.parametrize("judge", MANY)
@pytest.mark.usefixtures("locks")
def test_what_may_not_be_read_is_told_beside_the_others(judge: str, here: Path) -> None:
    words, suffix, others, told, exit = MANY[judge]
    pack = (registry.definition("tin_helm").folder / "content.toml").read_text()
    (here / "tree" / "locked").mkdir(parents=True)
    for name in ("good", "locked"):
        path = here / "tree" / f"{name}{suffix}"
        if judge == "scenario":
            path.write_text('name = "a"\ngame = "tin_helm"\ngiven = {row = "race"}\nwhen = []\n')
        elif judge == "content":
            path.write_text(pack)
        else:
            recorded(path)
    found = run(*words)
    said = found.stdout + found.stderr
    assert others in said, said
    for name in (f"tree/locked{suffix}", "tree/locked"):
        assert told.format(name) in said and "Permission denied" in said, said
    assert found.exit_code == exit and "E999" not in said


@pytest.mark.usefixtures("locks")
def test_what_parts_outweighs_what_may_not_be_read(here: Path) -> None:
    recorded(here / "locked.rply")
    (here / "torn.rply").write_bytes(recorded(here / "good.rply").read_bytes()[:-70])
    found = run("verify", "locked.rply", "good.rply", "torn.rply", "--json")
    report = json.loads(found.stdout)
    assert [one["word"] for one in report["files"]] == ["UNREADABLE", "EXACT", "TRUNCATED"]
    assert (report["files"][0]["code"], report["exit"], found.exit_code) == ("E401", 1, 1)


@pytest.mark.parametrize("kept", (10, 200))
def test_a_file_of_which_no_ply_is_whole_is_not_gone_on_with(kept: int, here: Path) -> None:
    data = recorded(here / "good.rply").read_bytes()
    (here / "bad.rply").write_bytes(data[:kept])
    for words in (("verify",), ("replay",), ("export",), ("play", "--resume")):
        result = run(*words, "bad.rply", stdin="")
        said = result.stdout + result.stderr
        assert "record it anew" in said and "--resume" not in said, said


LOCKED = (("verify", "{}"), ("migrate", "{}"), ("scenario", "{}"), ("content", "check", "{}"),
          ("fuzz", "tin_helm", "--replay", "{}"), ("graph", "{}"), ("selftest", "{}"))  # fmt: skip


@pytest.mark.parametrize("words", LOCKED, ids=" ".join)
@pytest.mark.usefixtures("locks")
def test_a_folder_that_cannot_be_read_is_no_empty_one(
    words: tuple[str, ...], here: Path
) -> None:
    (here / "tree" / "locked").mkdir(parents=True)
    for place in ("tree/locked",) if "--replay" in words else ("tree/locked", "tree/*/*.rply"):
        found = run(*(word.format(place) for word in words))
        said = found.stdout + found.stderr
        assert "tree/locked" in said and "Permission denied" in said, said
        assert found.exit_code == (2 if words[0] in ("graph", "selftest") else 3)
