"""Bytes from anywhere: no traceback, no hang, no memory, whatever the reader and verifier get."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.errors import ReplayError
from replays.forge import build
from replays.format import MAGIC, frame, reframe
from replays.reader import read, read_prefix
from replays.recorder import header_for
from replays.records import RECORD_MAX, Block, Mark, Record
from replays.verify import verify
from tests.replays import hostile, played

HEADER = header_for(played.STAIRS, seed="shake:1")
SLOW = 1.0  # seconds one input may take
FAT = 200 << 10  # KiB the process may grow to, all inputs together
ROOT = Path(__file__).parents[2]


def survive(kind: str, count: int) -> dict[str, int]:
    """So many inputs of a kind in one process; the verdicts counted."""
    done = subprocess.run(
        [sys.executable, "-m", hostile.__name__, kind, str(count)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert result["slowest"] < SLOW
    assert result["peak"] < FAT
    words: dict[str, int] = result["words"]
    assert sum(words.values()) == count
    return words


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_random_bytes(count: int) -> None:
    words = survive("rubbish", count)
    assert set(words) == {"CORRUPT", "TRUNCATED"}


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_mutated_files(count: int) -> None:
    words = survive("mutants", count)
    assert {"CORRUPT", "TRUNCATED", "UNSUPPORTED"} <= set(words)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=12,
)


@settings(max_examples=120, deadline=None)
@given(st.lists(st.lists(VALUES, max_size=6), max_size=3))
def test_any_msgpack_in_fitting_frames_is_refused_in_words(rows: list[list[object]]) -> None:
    data = MAGIC + frame(HEADER) + b"".join(reframe(row) for row in rows)
    verdict = verify(data, played.load)
    if rows:
        assert verdict.word in ("CORRUPT", "TRUNCATED")
        with pytest.raises(ReplayError):
            read(data)


def test_a_length_is_judged_before_anything_is_read_for_it() -> None:
    class Endless:
        """A stream that would deliver for ever."""

        asked = 0

        def __init__(self, head: bytes) -> None:
            self.head = head

        def read(self, size: int, /) -> bytes:
            self.asked += size
            assert self.asked < 4 * RECORD_MAX
            head, self.head = self.head[:size], self.head[size:]
            return head + bytes(size - len(head))

    for head in (b"", MAGIC, MAGIC + b"\xff" * 8, MAGIC + frame(HEADER) + b"\xff" * 8):
        assert verify(Endless(head), played.load).word == "CORRUPT"


def test_many_short_blocks_and_undos_cost_no_more_than_their_plies() -> None:
    """A log of single plies with an undo after each: small in memory, quick to verify."""
    rest = played.STAIRS.code("rest")
    rows: list[Record] = [HEADER]
    for _ in range(40):
        rows += [Block(at, (rest,), None, None) for at in range(80)]
        rows += [Mark(at, "undo", None) for at in range(79, -1, -1)]
    data = build(rows, 8, sealed=False)
    began = time.perf_counter()
    assert verify(data, played.load).label == "TRUNCATED@0"
    assert read_prefix(data).only().codes == ()
    assert time.perf_counter() - began < 5
