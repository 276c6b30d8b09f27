"""Writing: append only, one recorder a file, undo and redo in the log, many games, resuming."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from engine.game import Game
from engine.policies import uniform
from engine.state import State
from replays.errors import (
    RecorderMisuse,
    TargetBusy,
    TargetExists,
    Unwritable,
)
from replays.format import frame
from replays.reader import position, read, read_prefix
from replays.recorder import Body, Recorder, header_for
from replays.seeded import body_of, record_file, record_game
from replays.verify import verify
from tests.replays import played

HEADER = header_for(played.STAIRS, seed="shake:1")
ROOT = Path(__file__).parents[2]


def test_a_file_of_one_game_is_the_same_as_its_bytes_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.rply"
    header = header_for(played.STAIRS, seed="shake:5", policy="uniform")
    record_file(path, played.STAIRS, "shake:5", uniform, header=header)
    assert path.read_bytes() == played.replay("shake:5")


def test_an_existing_file_is_refused_and_untouched_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "game.rply"
    path.write_bytes(b"precious")
    with pytest.raises(TargetExists, match="--force"):
        record_file(path, played.STAIRS, "shake:1", uniform)
    assert path.read_bytes() == b"precious"
    record_file(path, played.STAIRS, "shake:1", uniform, force=True)
    assert verify(path, played.load).word == "EXACT"


def test_two_recorders_on_one_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.rply"
    first = Recorder.create(path, HEADER)
    with pytest.raises(TargetExists):
        Recorder.create(path, HEADER)
    before = path.read_bytes()
    with pytest.raises(TargetBusy, match="another recorder"):
        Recorder.create(path, HEADER, force=True)
    assert path.read_bytes() == before
    first.close()
    Recorder.create(path, HEADER, force=True).close()


def test_a_recorder_of_another_process_keeps_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.rply"
    script = (
        "import sys, time; from tests.replays import played; "
        "from replays.recorder import Body, Recorder, header_for; "
        "r = Recorder.create(sys.argv[1], header_for(played.STAIRS)); print('open', flush=True); "
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(TargetBusy):
            Recorder.create(path, HEADER, force=True)
        other.kill()
        other.wait()
    Recorder.create(path, HEADER, force=True).close()  # a dead recorder holds nothing


@pytest.mark.parametrize("where", ["no/such/folder/game.rply", "."])
def test_an_unwritable_target_is_one_error(tmp_path: Path, where: str) -> None:
    with pytest.raises((Unwritable, TargetExists)):
        Recorder.create(tmp_path / where, HEADER)


def test_a_full_disk_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(Unwritable, match="No space left"):
        Recorder.create(tmp_path / "game.rply", HEADER)


def test_an_interrupted_seeded_game_leaves_no_half_file(tmp_path: Path) -> None:
    def stop(game: Game, state: State, legal: list[int], tape: object) -> int:
        if state.ply > 20:
            raise KeyboardInterrupt
        return legal[0]

    with pytest.raises(KeyboardInterrupt):
        record_file(tmp_path / "game.rply", played.STAIRS, "shake:1", stop)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_witness_is_refused() -> None:
    with pytest.raises(RecorderMisuse, match="ply, block, none"):
        Recorder.to_stream(BytesIO(), HEADER, witness="sometimes")


# ---- killed at any instant ----


def test_every_prefix_of_a_recording_is_read_up_to_its_last_whole_record() -> None:
    data = played.replay()
    whole = read(data).only().codes
    for cut in range(len(data)):
        prefix = read_prefix(data[:cut])
        assert prefix.fault is not None
        assert prefix.size <= cut
        for line in prefix.games:
            assert line.codes == whole[: len(line.codes)]
            assert line.end is None


def test_a_live_table_loses_nothing_when_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "table.rply"
    table = played.Table(Recorder.create(path, HEADER, live=True))
    for done, action in enumerate(("rest", "climb 2", "blow 6", "sip")):
        table.act(action)
        assert len(read_prefix(path).only().codes) == done + 1


def test_a_killed_process_leaves_a_readable_prefix(tmp_path: Path) -> None:
    path = tmp_path / "table.rply"
    script = (
        "import os, sys; from tests.replays import played; "
        "from replays.recorder import Body, Recorder, header_for; "
        "t = played.Table(Recorder.create(sys.argv[1], header_for(played.STAIRS), live=True)); "
        "t.act('rest', 'climb 1', 'blow 1'); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    verdict = verify(path, played.load)
    assert (verdict.label, verdict.code) == ("TRUNCATED@3", "E202")


# ---- undo, redo, notes ----


def test_undo_and_redo_are_in_the_log_and_the_final_line_is_what_counts() -> None:
    data = played.with_undo()
    line = read(data).only()
    texts = [played.STAIRS.text(code) for code in line.codes[:4]]
    assert texts == ["climb 3", "blow 1", "rest", "rest"]
    assert line.end is not None
    assert line.end.plies == len(line.codes)
    assert [mark.kind for mark in line.marks].count("undo") == 4
    assert position(played.STAIRS, line).digest() == line.end.digest
    assert verify(data, played.load).label == "EXACT"


@pytest.mark.parametrize("witness", ["ply", "block", "none"])
def test_undo_works_with_every_witness(witness: str) -> None:
    stream = BytesIO()
    table = played.Table(Recorder.to_stream(stream, HEADER, witness=witness))
    table.act("rest", "climb 1", "blow 1", "rest")
    table.undo(1)
    table.redo(3)
    table.undo(2)
    table.act("blow 6")
    table.finish()
    word = "UNVERIFIED" if witness == "none" else "EXACT"
    assert verify(stream.getvalue(), played.load).word == word


def test_redo_is_over_once_another_ply_is_recorded() -> None:
    recorder = Recorder.to_stream(BytesIO(), HEADER)
    table = played.Table(recorder)
    table.act("rest", "rest", "rest")
    table.undo(1)
    assert recorder.redoable == 2
    table.act("rest")
    assert recorder.redoable == 0
    with pytest.raises(RecorderMisuse, match="redo to 3, possible to 2"):
        recorder.redo(3)


def test_a_redo_that_brings_back_other_plies_is_refused() -> None:
    recorder = Recorder.to_stream(BytesIO(), HEADER)
    table = played.Table(recorder)
    table.act("rest", "sip")
    table.undo(0)
    recorder.redo(2)
    table.act("sip", "rest")
    with pytest.raises(RecorderMisuse, match="not those a redo owes"):
        recorder.flush()


def test_marks_out_of_place_are_refused() -> None:
    recorder = Recorder.to_stream(BytesIO(), HEADER)
    with pytest.raises(RecorderMisuse, match="outside a game"):
        recorder.note("too early")
    table = played.Table(recorder)
    table.act("rest")
    with pytest.raises(RecorderMisuse, match="undo to 1, the game is at 1"):
        recorder.undo(1)
    with pytest.raises(RecorderMisuse, match="annotation on ply 9"):
        recorder.annotate("what", 9)
    with pytest.raises(RecorderMisuse, match="still go on"):
        recorder.finish(table.game, table.state)


def test_notes_change_no_digest_of_a_state() -> None:
    plain, noted = BytesIO(), BytesIO()
    for stream in (plain, noted):
        table = played.Table(Recorder.to_stream(stream, HEADER))
        table.act("rest", "climb 2")
        if stream is noted:
            table.recorder.note("hm")
        table.act("blow 3")
        table.finish()
    one, two = read(plain.getvalue()).only(), read(noted.getvalue()).only()
    assert one.codes == two.codes
    assert one.end is not None
    assert two.end is not None
    assert (one.end.digest, one.end.returns) == (two.end.digest, two.end.returns)
    assert verify(noted.getvalue(), played.load).word == "EXACT"


# ---- many games under one header ----


def test_many_games_are_the_same_bytes_made_here_or_in_workers() -> None:
    stream = BytesIO()
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        bodies = pool.starmap(_body, [(index,) for index in range(6)])
    with Recorder.to_stream(stream, HEADER, many=True) as recorder:
        for index, body in enumerate(bodies):
            recorder.add(index, body)
    assert stream.getvalue() == played.series(6)
    assert [line.index for line in read(stream.getvalue()).games] == list(range(6))


def _body(index: int) -> Body:
    return body_of(played.STAIRS, f"shake:1/{index}", uniform)


def test_each_game_of_many_reads_as_if_it_were_alone() -> None:
    for line in read(played.series(4)).games:
        alone = read(played.replay(f"shake:1/{line.index}")).only()
        assert (line.codes, line.seed) == (alone.codes, f"shake:1/{line.index}")


def test_games_of_many_follow_each_other() -> None:
    recorder = Recorder.to_stream(BytesIO(), HEADER, many=True)
    with pytest.raises(RecorderMisuse, match="in order from 0"):
        record_game(played.STAIRS, "shake:1/1", uniform, recorder, 1)
    with pytest.raises(RecorderMisuse, match="base seed"):
        recorder.begin(played.STAIRS.initial(), 0, "shake:2/0")
    seedless = Recorder.to_stream(BytesIO(), replace(HEADER, seed=None), many=True)
    with pytest.raises(RecorderMisuse, match="base seed None"):
        seedless.begin(played.STAIRS.initial())


def test_a_file_of_one_game_takes_no_second() -> None:
    recorder = Recorder.to_stream(BytesIO(), HEADER)
    record_game(played.STAIRS, "shake:1", uniform, recorder)
    with pytest.raises(RecorderMisuse, match="after the only game"):
        recorder.begin(played.STAIRS.initial())
    with pytest.raises(RecorderMisuse, match="file of one game"):
        recorder.add(0, body_of(played.STAIRS, "shake:1", uniform))


# ---- size and speed ----


def test_size_of_header_blocks_and_end() -> None:
    data = played.replay("shake:1", {"flask": 9}, tags=("table=1",))
    line = read(data).only()
    header = len(frame(read(data).head()))
    end = len(frame(line.end)) if line.end else 0
    assert header <= 800
    assert end <= 64
    assert (len(data) - 8 - header - end) / len(line.codes) <= 3.0
    by_block = played.replay("shake:1", {"flask": 9}, "block", tags=("table=1",))
    assert (len(by_block) - 8 - header - end) / len(line.codes) <= 1.9


def test_recording_costs_no_more_than_a_quarter_second_for_ten_thousand_plies() -> None:
    """A coarse alarm only: `ruleproof bench` measures recording against bare play."""
    recorder = Recorder.to_stream(BytesIO(), HEADER)
    state = played.STAIRS.initial()
    recorder.begin(state)
    began = time.process_time()
    for _ in range(10_000):
        recorder.ply(0, state, 3)
    assert time.process_time() - began < 0.25


def test_nothing_is_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each record leaves in one write: a kill between two writes never cuts a record."""
    writes: list[bytes] = []
    write = os.write

    def watched(number: int, data: bytes) -> int:
        writes.append(bytes(data))
        return write(number, data)

    monkeypatch.setattr(os, "write", watched)
    path = tmp_path / "game.rply"
    record_file(path, played.STAIRS, "shake:1", uniform)
    assert b"".join(writes) == path.read_bytes()
    assert len(writes) == 4  # magic and header, two blocks, end
