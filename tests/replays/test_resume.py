"""Going on with an unfinished file, in place or as a fork."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import Game
from replays.errors import NoSuchGame, ReplayError, TornFile
from replays.reader import position, read, read_prefix
from replays.recorder import Recorder, header_for
from replays.records import Header
from replays.resume import fork_header, resume
from replays.verify import verify
from tests.games.mini import GAME
from tests.replays import played

HEADER = header_for(played.STAIRS, seed="shake:1")


def test_an_unfinished_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    paths = (tmp_path / "at-once.rply", tmp_path / "in-two.rply")
    for path in paths:
        table = played.Table(Recorder.create(path, HEADER, live=True))
        table.act("rest", "climb 2", "blow 1", "sip")
        table.undo(3)
        if path is paths[1]:
            table.recorder.close()
            assert verify(path, played.load).label == "TRUNCATED@3"
            resumed = resume(path, played.load)
            assert resumed.state.encode() == table.state.encode()
            assert resumed.recorder.redoable == 1
            table.recorder = resumed.recorder
        table.redo(4)
        table.act("rest")
        table.finish()
        table.recorder.close()
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert verify(paths[1], played.load).word == "EXACT"


def test_what_cannot_be_resumed_says_why(tmp_path: Path) -> None:
    path = tmp_path / "game.rply"
    data = played.replay()
    cases = [
        (data, NoSuchGame, "over"),
        (data[:300], TornFile, "record it anew"),
        (played.series(2)[:-20], NoSuchGame, "many games"),
        (data[:200] + bytes([data[200] ^ 1]) + data[201:], ReplayError, "CRC"),
    ]
    for content, error, says in cases:
        path.write_bytes(content)
        with pytest.raises(error, match=says):
            resume(path, played.load)
        assert path.read_bytes() == content


def test_a_file_that_replays_differently_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "table.rply"
    table = played.Table(Recorder.create(path, HEADER, live=True))
    table.act("rest", "climb 2")
    table.recorder.close()

    def gusty_no_more(header: Header) -> Game:
        game = Game(GAME, {"gusty": False})
        game.options = Game(GAME, dict(header.options)).options
        return game

    with pytest.raises(ReplayError, match="DIVERGED@1"):
        resume(path, gusty_no_more)


def test_a_fork_names_its_parent_and_goes_on_from_any_ply(tmp_path: Path) -> None:
    torn = played.replay()[:450]
    header, game, codes = fork_header(torn, 40, played.load)
    assert header.parent == (read_prefix(torn).digest, 40)
    table = played.Table(Recorder.create(tmp_path / "fork.rply", header), game)
    for code in codes:
        table.take(code)
    table.finish()
    table.recorder.close()
    fork = read(tmp_path / "fork.rply")
    assert fork.head().parent == header.parent
    assert fork.only().codes[:40] == read(played.replay()).only().codes[:40]
    assert verify(tmp_path / "fork.rply", played.load).word == "EXACT"


def test_resuming_from_any_ply_reaches_the_same_end() -> None:
    line = read(played.replay()).only()
    assert line.end is not None
    for ply in range(0, len(line.codes) + 1, 7):
        state = position(played.STAIRS, line, ply)
        assert state.ply == ply
        for code in line.codes[ply:]:
            played.STAIRS.apply(state, code)
        assert state.digest() == line.end.digest
    with pytest.raises(NoSuchGame, match=r"0\.\.147"):
        position(played.STAIRS, line, 152)
