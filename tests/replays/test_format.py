"""Bytes <-> records: packing, framing, strictness, the golden bytes of version 1."""

import json
from dataclasses import replace
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.errors import BadChecksum, BadOrder, BadRecord, NotAReplay, TornFile, Unsupported
from replays.format import (
    MAGIC,
    bits_for,
    decode,
    frame,
    pack_codes,
    records,
    reframe,
    unpack_codes,
    values_of,
)
from replays.reader import read
from replays.records import (
    BLOCK_PLIES,
    RECORD_MAX,
    Block,
    End,
    GameStart,
    Header,
    Mark,
)
from replays.verify import verify
from replays.witness import advance, opening
from tests.replays import played

GOLDEN = Path(__file__).parent / "golden"
# Replays, but not named *.rply: pytest would collect those, and the stairs are no registered game.
VERSION_1 = ("v1-many-games.bin", "v1-one-game.bin", "v1-undo-and-redo.bin")
HEADER = Header(
    "mini", 1, b"r" * 8, "mini-1", b"c" * 8, (("flask", 2), ("gusty", True)), "shake:1", None,
    "test", None, (), 9,
)  # fmt: skip
SAMPLES = (
    HEADER,
    replace(HEADER, parent=(b"p" * 16, 7), tags=("table=Friday", "ü"), policy="uniform", seed=None),
    Block(0, (1, 2, 511), b"abc", b"d" * 8),
    Block(128, (0,), None, b"d" * 8),
    Block(0, tuple(range(BLOCK_PLIES)), None, None),
    Mark(3, "undo", None),
    Mark(3, "note", "who moved my piece?"),
    GameStart(0, "shake:1/0"),
    GameStart(1, None),
    End(3, (5, -1), "saved", b"d" * 8, b"s" * 16),
    End(2000, None, None, b"d" * 8, b"s" * 16),
)


@given(st.integers(8, 16).flatmap(
    lambda bits: st.tuples(
        st.just(bits), st.lists(st.integers(0, (1 << bits) - 1), min_size=1, max_size=BLOCK_PLIES)
    )
))  # fmt: skip
def test_codes_survive_packing(case: tuple[int, list[int]]) -> None:
    bits, codes = case
    data = pack_codes(codes, bits)
    assert len(data) == (len(codes) * bits + 7) // 8
    assert unpack_codes(data, bits) == tuple(codes)


def test_codes_are_packed_most_significant_bit_first_and_zero_padded() -> None:
    assert pack_codes([0b100000001, 0b000000011], 9) == bytes([0b10000000, 0b10000000, 0b11000000])


def test_padding_that_is_not_zero_or_a_byte_long_is_refused() -> None:
    with pytest.raises(ValueError, match="9-bit"):
        unpack_codes(bytes([0, 1]), 9)
    with pytest.raises(ValueError, match="16-bit"):
        unpack_codes(bytes(3), 16)


def test_width_is_that_of_the_largest_code_and_at_least_eight() -> None:
    assert [bits_for(n) for n in (2, 256, 257, 512, 513, 65536)] == [8, 8, 9, 9, 10, 16]


@pytest.mark.parametrize("record", SAMPLES, ids=lambda record: type(record).__name__)
def test_records_survive_framing(record: Header | Block | Mark | GameStart | End) -> None:
    framed = frame(record, 9)
    assert int.from_bytes(framed[:4], "big") == len(framed) - 8
    assert int.from_bytes(framed[4:8], "big") == crc32(framed[:4] + framed[8:])
    assert decode(framed[8:], 0, 9) == record


def bad(record: Header | Block | Mark | GameStart | End, at: int, value: object) -> list[object]:
    """The msgpack array of a record with one field replaced."""
    values = values_of(record, 9)
    values[at] = value
    return values


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ([], "no msgpack array"),
        ([9, 1], "unknown kind"),
        ([True, 1], "unknown kind"),
        ([-1], "unknown kind"),
        (values_of(HEADER, 9)[:-1], "12 fields, not 13"),
        ([*values_of(SAMPLES[5], 9), None], "4 fields, not 3"),
        (bad(HEADER, 2, "Tin Helm"), "game is 'Tin Helm'"),
        (bad(HEADER, 3, True), "rules version is True"),
        (bad(HEADER, 4, b"short"), "ruleset digest"),
        (bad(HEADER, 4, "12345678"), "expected 8 bytes"),
        (bad(HEADER, 7, [["b", 1], ["a", 1]]), "not sorted"),
        (bad(HEADER, 7, [["a", 1], ["a", 1]]), "not sorted"),
        (bad(HEADER, 7, [["a", 1.5]]), "options"),
        (bad(HEADER, 7, [["a", None]]), "options"),
        (bad(HEADER, 13, 17), "code bits"),
        (bad(HEADER, 13, 7), "code bits"),
        (bad(SAMPLES[2], 2, b"\xff\xff"), "9-bit"),
        (bad(SAMPLES[2], 3, b"ab"), "2 witness bytes"),
        (bad(SAMPLES[2], 4, None), "witness but no digest"),
        (bad(SAMPLES[2], 2, bytes(146)), "a block of 129 plies"),
        (bad(SAMPLES[5], 2, "eraser"), "one of note, undo"),
        (bad(SAMPLES[5], 3, "words"), "undo and redo have none"),
        (bad(SAMPLES[6], 3, None), "have a text"),
        (bad(SAMPLES[9], 2, None), "go together"),
        (bad(SAMPLES[9], 1, -1), "plies is -1"),
        (bad(SAMPLES[9], 1, 1 << 32), "plies is"),
        (bad(SAMPLES[9], 2, [1.0]), "returns"),
    ],
)
def test_a_record_that_is_not_one_of_format_1_is_refused_with_its_offset(
    values: list[object], says: str
) -> None:
    with pytest.raises(BadRecord, match=says) as caught:
        decode(reframe(values)[8:], 77, 9)
    assert caught.value.offset == 77
    assert "at byte 77" in str(caught.value)


@pytest.mark.parametrize(
    "payload",
    [
        b"\x80",  # a map
        b"\xc1",  # never used by msgpack
        b"\x92\x00",  # an array that ends early
        b"\x90\x90",  # two objects
        b"\xdd\xff\xff\xff\xff",  # an array of four thousand million items
        b"\xc6\xff\xff\xff\xff",  # as long a bin
        b"\xdb\xff\xff\xff\xff",  # as long a str
        b"\xdf\xff\xff\xff\xff",  # as long a map
        b"\xd6\xff\x00\x00\x00\x00",  # a timestamp
        b"\x91" * 60_000,  # sixty thousand arrays deep
        b"\xa1\xff",  # no UTF-8
        b"\x94\x02\x03\xa4note\xd9\x01x",  # a str spelled longer than need be
    ],
)
def test_payloads_out_of_bounds_are_refused(payload: bytes) -> None:
    with pytest.raises(BadRecord):
        decode(payload, 0)


def test_another_format_is_unsupported_whatever_else_it_holds() -> None:
    with pytest.raises(Unsupported) as caught:
        decode(reframe([0, 2, None, "of a later time"])[8:], 8)
    error = caught.value
    assert (error.what, error.file_has, error.build_has) == ("format", "2", "1")


def test_what_is_out_of_bounds_cannot_be_written_either() -> None:
    with pytest.raises(BadRecord, match="text"):
        frame(Mark(0, "note", "x" * 5000))
    with pytest.raises(BadRecord, match="tags"):
        frame(replace(HEADER, tags=("\ud800",)))
    with pytest.raises(BadRecord, match=f"at most {RECORD_MAX}"):
        frame(replace(HEADER, tags=("x" * 4000,) * 200))


@pytest.mark.parametrize(
    ("data", "error", "offset"),
    [
        (b"", NotAReplay, 0),
        (MAGIC[:5], NotAReplay, 0),
        (b"\x89PNG\r\n\x1a\n and so on", NotAReplay, 0),
        (MAGIC.replace(b"\r\n", b"\n") + frame(HEADER), NotAReplay, 0),
        (MAGIC, TornFile, 8),
        (MAGIC + frame(HEADER)[:30], TornFile, 8),
        (MAGIC + bytes(8), BadRecord, 8),
        (MAGIC + b"\xff" * 8, BadRecord, 8),
        (MAGIC + frame(SAMPLES[5]), BadOrder, 8),
        (MAGIC + frame(HEADER) + frame(HEADER), BadOrder, 8 + len(frame(HEADER))),
        (MAGIC + frame(HEADER)[:-1] + b"\x0a", BadChecksum, 8),
    ],
)
def test_framing_faults_have_their_offset(
    data: bytes, error: type[Exception], offset: int
) -> None:
    with pytest.raises(error) as caught:
        list(records(BytesIO(data)))
    assert getattr(caught.value, "offset") == offset  # noqa: B009


def test_a_stream_may_deliver_in_pieces() -> None:
    class Trickle(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, 3))

    data = played.replay()
    assert read(Trickle(data)) == read(data)  # type: ignore[arg-type]


# ---- version 1, kept for ever ----


@pytest.mark.parametrize("name", VERSION_1)
def test_golden_files_of_version_1_read_as_they_always_did(name: str) -> None:
    path = GOLDEN / name
    expected = json.loads((GOLDEN / "v1.json").read_text())[path.stem]
    replay = read(path)
    header = replay.head()
    assert {
        "game": header.game,
        "options": [list(pair) for pair in header.options],
        "seed": header.seed,
        "tags": list(header.tags),
        "bits": header.bits,
        "digest": replay.digest.hex(),
        "games": [
            {
                "index": line.index,
                "seed": line.seed,
                "codes": list(line.codes),
                "marks": [[mark.ply, mark.kind, mark.text] for mark in line.marks],
                "plies": line.end and line.end.plies,
                "returns": line.end and line.end.returns and list(line.end.returns),
                "reason": line.end and line.end.reason,
            }
            for line in replay.games
        ],
    } == expected
    assert verify(path, played.load).word == "EXACT"


def test_today_writes_the_bytes_of_version_1() -> None:
    assert played.replay("shake:golden") == (GOLDEN / "v1-one-game.bin").read_bytes()
    assert played.with_undo() == (GOLDEN / "v1-undo-and-redo.bin").read_bytes()
    assert played.series(3, "shake:golden") == (GOLDEN / "v1-many-games.bin").read_bytes()


def test_witness_vectors() -> None:
    """The running CRC by its definition, on bytes written out by hand."""
    state = played.STAIRS.initial()
    start = crc32(bytes([0, 0, 0, 0, 0, 90, 0, 0, 0, 0, 6, 0, 0, 2, 0, 0]))
    assert opening(state) == start == 0xA377F986
    code = played.STAIRS.code("climb 3")
    played.STAIRS.apply(state, code)
    after = state.encode()
    assert after == bytes([1, 255, 0, 0, 0, 90, 3, 3, 0, 0, 6, 0, 0, 2, 0, 0])
    by_hand = crc32(b"\x03\x00" + after + b"\x05\x00", start)
    assert advance(start, code, state, 5) == by_hand == 0x77581814
    assert blake2b(after, digest_size=8).hexdigest() == state.digest().hex()
