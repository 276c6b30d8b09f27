"""Searches and corpora that are stopped, or fail: what is there is whole, and how to go on is said.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from properties import corpus, find
from properties.shelf import INDEX, Shelf
from tests.tools.run import recorded, run

WORDS = ("find", "tin_helm", "--no-golden", "--state")


def stop_at(number: int, work: Callable[..., object]) -> Callable[..., object]:
    """The work, but for Ctrl-C at the call of that number."""
    calls = 0

    def stopping(*given: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls >= number:
            raise KeyboardInterrupt
        return work(*given, **named)

    return stopping


def test_gather_keeps_what_it_played(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("corpus", "gather", "tin_helm", "--games", 40, "-o", "kept")
    with monkeypatch.context() as patch:
        patch.setattr(corpus, "play", stop_at(5, corpus.play))
        done = run(*words)
    assert done.exit_code == 130 and "interrupted: 4 of 40 games played, " in done.stderr
    first = {path: path.read_bytes() for path in Path("kept").iterdir()}
    assert first and f"{len(first)} replays added; the same command goes on" in done.stderr
    assert run("verify", "kept").exit_code == 0
    assert run(*words).exit_code == 0
    assert first.items() < {path: path.read_bytes() for path in Path("kept").iterdir()}.items()


def test_add_tells_what_it_added(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    paths = [recorded(here / f"{index}.rply", index) for index in range(3)]
    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "put", stop_at(2, Shelf.put))
        done = run("corpus", "add", "C", *paths)
    assert done.exit_code == 130 and "added 1 replay, left out 0; C reaches" in done.stdout
    assert "interrupted: 1 of 3 replays read, what was added is whole" in done.stderr
    assert "added" in run("corpus", "add", "C", *paths).stdout


@pytest.mark.parametrize("there", [False, True])
def test_min_that_is_stopped_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, here: Path, there: bool
) -> None:
    for index in range(2):
        run("corpus", "add", "C", recorded(here / f"{index}.rply", index))
    if there:
        Path("NEW").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "add", stop_at(2, Shelf.add))
        done = run("corpus", "min", "C", "-o", "NEW")
    assert done.exit_code == 130 and "nothing was written to NEW" in done.stderr
    assert Path("NEW").exists() == there and not list(Path().glob("NEW/*"))
    assert run("corpus", "min", "C", "-o", "NEW").exit_code == 0


@pytest.mark.parametrize("verb", ["min", "merge"])
def test_min_that_fails_does_not_block_the_right_command(here: Path, verb: str) -> None:
    run("content", "new", "tin_helm", "--id", "mine", "-o", "my.toml")
    mine = ("--content", "my.toml")
    assert run("record", "tin_helm", *mine, "-o", "a.rply").exit_code == 0
    assert run("corpus", "add", "C", "a.rply", *mine).exit_code == 0
    assert run("corpus", verb, "C", "-o", "NEW").exit_code == 3
    assert not Path("NEW").exists()
    assert run("corpus", verb, "C", "-o", "NEW", *mine).exit_code == 0
    assert (Path("NEW") / INDEX).exists()


def test_min_of_nothing_makes_no_folder(here: Path) -> None:
    Path("C").mkdir()
    assert run("corpus", "min", "C", "-o", "NEW").exit_code == 5
    assert not Path("NEW").exists()


def test_gather_names_the_file_that_cannot_be_read(here: Path) -> None:
    Path("kept").mkdir()
    (Path("kept") / "bad.rply").write_bytes(b"xx")
    done = run("corpus", "gather", "tin_helm", "--games", 1, "-o", "kept")
    assert done.exit_code == 3 and done.stderr.startswith("error E316: kept/bad.rply: ")


def test_find_says_what_it_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "dealt", stop_at(4, find.dealt))
    done = run(*WORDS, "health > 100", "--seed", "shake:5", "--games", 50)
    assert done.exit_code == 130 and "not reached in 0 golden replays, 3 games" in done.stdout
    assert "interrupted; look from the beginning with: ruleproof find tin_helm" in done.stdout
    assert "--seed shake:5 --games 50" in done.stdout


def test_find_tells_the_shortest_it_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "dealt", stop_at(4, find.dealt))
    done = run(*WORDS, "ply == 3", "--games", 50, "-o", "a.rply")
    assert done.exit_code == 130 and "3 hits in 0 golden replays, 3 games" in done.stdout
    assert "interrupted: a longer search" in done.stdout
    assert run("verify", "a.rply").exit_code == 0
