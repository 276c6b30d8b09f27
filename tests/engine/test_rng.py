"""The tape: vectors anyone can recompute, the edges of `below`, and given tapes."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_128

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SeedError
from engine.rng import Tape, game_seed, parse_seed

# below(6) eight times, then below(256), below(257), below(65536), below(65537), of shake:1 chance.
VECTOR = [5, 3, 5, 4, 5, 3, 2, 3, 123, 23, 28035, 27426]


def test_the_published_vector() -> None:
    tape = Tape.seeded("shake:1", "chance")
    found = [tape.below(6) for _ in range(8)]
    found += [tape.below(n) for n in (256, 257, 65536, 65537)]
    assert found == VECTOR


def reference_below(data: bytes, at: int, n: int) -> tuple[int, int]:
    """`below` as the page words it, the slow way: (number, next offset)."""
    if n == 1:
        return 0, at
    width = 1 if n <= 256 else 2 if n <= 65536 else 4
    limit = 256**width // n * n
    while True:
        value = int.from_bytes(data[at : at + width], "big")
        at += width
        if value < limit:
            return value % n, at


@given(st.lists(st.integers(1, 70_000), max_size=60), st.integers(0, 10**9))
def test_below_is_the_definition_on_shake_of_seed_nul_stream(sizes: list[int], seed: int) -> None:
    tape, at = Tape.seeded(f"shake:{seed}", "policy:1"), 0
    stream = shake_128(f"shake:{seed}\0policy:1".encode()).digest(8192)
    for n in sizes:
        expected, at = reference_below(stream, at, n)
        assert tape.below(n) == expected
        assert tape.position == at


@given(st.binary(max_size=40), st.lists(st.integers(1, 300), max_size=60))
def test_a_given_tape_goes_on_as_shake_of_itself(data: bytes, sizes: list[int]) -> None:
    tape, at = Tape(data), 0
    stream = data + shake_128(data).digest(4096)
    for n in sizes:
        expected, at = reference_below(stream, at, n)
        assert tape.below(n) == expected
        assert tape.ended == (at >= len(data))


@pytest.mark.parametrize(
    ("n", "taken"), [(1, 0), (2, 1), (256, 1), (257, 2), (65536, 2), (65537, 4), (2**32, 4)]
)
def test_bytes_taken(n: int, taken: int) -> None:
    tape = Tape(bytes(16))
    assert tape.below(n) == 0
    assert tape.position == taken


def test_rejection_takes_the_next_byte() -> None:
    # 252 is the largest multiple of 6 below 256: 252..255 are rejected.
    tape = Tape(bytes([252, 255, 251]))
    assert tape.below(6) == 251 % 6
    assert tape.position == 3
    assert tape.ended


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_outside_its_range(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Tape(b"abc").below(n)


def test_weighted_is_cumulative() -> None:
    counts = Counter(Tape(bytes([value])).weighted((1, 2, 3), 6) for value in range(6))
    assert counts == {0: 1, 1: 2, 2: 3}


def test_weights_that_do_not_sum() -> None:
    with pytest.raises(ValueError, match="sum"):
        Tape(bytes([5])).weighted((1, 1), 6)


@pytest.mark.parametrize("text", ["1", "", "shake", "shake:", "mt:1", "Shake:1", "shake:a\0b"])
def test_a_seed_names_its_algorithm(text: str) -> None:
    with pytest.raises(SeedError, match="shake:TEXT"):
        parse_seed(text)


def test_the_seed_of_a_game_of_a_run() -> None:
    assert game_seed("shake:1", 0) == "shake:1/0"


def test_streams_differ() -> None:
    streams = {
        tuple(Tape.seeded("shake:1", name).below(256) for _ in range(8))
        for name in ("chance", "policy:0", "policy:1")
    }
    assert len(streams) == 3
