"""A corpus on disk: what is added, what is left out, an index that can always be made anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from engine import registry, rng
from engine.policies import named
from properties.corpus import reached_by
from properties.errors import BadOutput, CorpusFault
from properties.shelf import INDEX, Added, Shelf, fewest, reduced
from replays.recorder import header_for
from replays.seeded import record_file

GAME = registry.load("tin_helm")


def recorded(folder: Path, index: int, policy: str = "uniform") -> Path:
    """A game of Tin Helm in `folder`."""
    folder.mkdir(exist_ok=True)
    path, seed = folder / f"{policy}-{index}.rply", rng.game_seed("shake:1", index)
    header = header_for(GAME, seed=seed, policy=policy)
    record_file(path, GAME, seed, named(GAME, policy), header=header)
    return path


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A few games, one of them twice."""
    folder = tmp_path_factory.mktemp("replays")
    paths = [recorded(folder, index) for index in range(4)]
    again = folder / "again.rply"
    again.write_bytes(paths[0].read_bytes())
    return [*paths, again]


def filled(folder: Path, paths: list[Path]) -> list[Added]:
    """What became of each file."""
    with Shelf(folder) as shelf:
        return [shelf.add(path) for path in paths]


def test_a_file_is_added_only_for_something_new(replays: list[Path], tmp_path: Path) -> None:
    done = filled(tmp_path, replays)
    assert done[0].name == replays[0].name and len(done[0].adds) > 100
    assert not done[-1].adds and not (tmp_path / "again.rply").exists()
    adds = [item for one in done for item in one.adds]
    assert len(adds) == len(set(adds))
    plain = {f"tin_helm/{item}" for item in reached_by(replays)}
    with Shelf(tmp_path) as shelf:
        assert plain < shelf.reached() == set(adds)
        extra = {item.split("/")[1] for item in shelf.reached() - plain}
    assert extra == {"pairs", "refusals"}
    assert not any(one.adds for one in filled(tmp_path, replays))


def test_a_reduced_corpus_reaches_the_same_and_none_is_too_many(
    replays: list[Path], tmp_path: Path
) -> None:
    sources = [tmp_path / "a", tmp_path / "b"]
    for source, paths in zip(sources, (replays[:2], replays[1:]), strict=True):
        source.mkdir()
        for path in paths:
            (source / path.name).write_bytes(path.read_bytes())
    kept, left = reduced(sources, tmp_path / "new")
    assert len(kept) + len(left) == 4 and kept
    with Shelf(tmp_path / "new") as shelf:
        files = shelf.files()
        wanted = frozenset().union(*(one.items for one in (*kept, *left)))
        assert shelf.reached() == wanted
    for one in files:
        others = frozenset().union(*(other.items for other in files if other is not one))
        assert not one.items <= others
    assert fewest(files) == files
    assert not (sources[0] / INDEX).exists(), "sources are only read"
    with pytest.raises(BadOutput, match="is not empty"):
        reduced(sources, tmp_path / "new")


def break_it(folder: Path) -> None:
    (folder / INDEX).write_bytes(b"no database at all" * 100)


def lose_it(folder: Path) -> None:
    for path in folder.glob(f"{INDEX}*"):
        path.unlink()


def keep_it(folder: Path) -> None:
    """The index is left as it is."""


@pytest.mark.parametrize("harm", [break_it, lose_it, keep_it])
def test_the_index_follows_the_files(
    harm: Callable[[Path], None], replays: list[Path], tmp_path: Path
) -> None:
    filled(tmp_path, replays[:2])
    (tmp_path / "came.rply").write_bytes(replays[3].read_bytes())
    (tmp_path / replays[0].name).unlink()
    harm(tmp_path)
    with Shelf(tmp_path) as shelf:
        assert [one.name for one in shelf.files()] == ["came.rply", replays[1].name]
        (tmp_path / "came.rply").write_bytes(replays[2].read_bytes())
        plain = reached_by([replays[1], replays[2]])
        assert {f"tin_helm/{item}" for item in plain} < shelf.reached()


def test_two_writers_never_keep_the_same_thing_twice(replays: list[Path], tmp_path: Path) -> None:
    done: list[Added] = []

    def fill(paths: list[Path]) -> None:
        done.extend(filled(tmp_path, paths))

    threads = [Thread(target=fill, args=(order,)) for order in (replays, replays[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 2 * len(replays)
    adds = [item for one in done for item in one.adds]
    assert len(adds) == len(set(adds))
    with Shelf(tmp_path) as shelf:
        assert shelf.reached() == set(adds)
        names = [one.name for one in done if one.adds]
        assert sorted(names) == [one.name for one in shelf.files()]


def test_an_index_taken_away_under_a_writer_s_hands_is_made_anew(
    replays: list[Path], tmp_path: Path
) -> None:
    with Shelf(tmp_path) as shelf:
        first = shelf.add(replays[0])
        lose_it(tmp_path)
        second = shelf.add(replays[1])
        (tmp_path / INDEX).unlink()
        with Shelf(tmp_path) as other:
            reached = other.reached()
        third = shelf.add(replays[2])
        assert reached == {*first.adds, *second.adds}
        assert shelf.reached() == {*reached, *third.adds}
    kept = [one.name for one in (first, second, third) if one.adds]
    assert sorted(path.name for path in tmp_path.glob("*.rply")) == sorted(kept)
    assert not any(one.adds for one in filled(tmp_path, replays[:3]))


@pytest.mark.parametrize("damaged", [False, True])
def test_a_corpus_that_may_only_be_read_is_read(
    replays: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bool
) -> None:
    """Its index is not current, nor is it written."""
    folder = tmp_path / "kept"
    filled(folder, replays[:1])
    recorded(folder, 5)
    if damaged:
        (folder / INDEX).write_bytes(b"no index")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and may(path, mode))
    with pytest.raises(BadOutput):
        Shelf(folder)
    with Shelf.to_read(folder) as shelf:
        assert [one.name for one in shelf.files()] == ["uniform-0.rply", "uniform-5.rply"]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_index_that_is_locked_for_good_is_told(
    replays: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no file stands in the folder that the index does not know of."""
    monkeypatch.setattr("properties.shelf.WAIT_SECONDS", 0.05)
    with Shelf(tmp_path) as holder, Shelf(tmp_path) as waiting:
        with holder._writing(), pytest.raises(BadOutput, match="locked; wait for the other"):
            waiting.add(replays[0])
        with holder._writing(), pytest.raises(BadOutput, match="locked"):
            Shelf(tmp_path)
        assert not list(tmp_path.glob("*.rply"))
        assert waiting.add(replays[0]).adds


def test_a_file_that_cannot_be_read_is_named(replays: list[Path], tmp_path: Path) -> None:
    (tmp_path / "bad.rply").write_bytes(replays[0].read_bytes()[:-3])
    with Shelf(tmp_path) as shelf, pytest.raises(CorpusFault, match=r"bad\.rply.*ruleproof verify"):
        shelf.files()
