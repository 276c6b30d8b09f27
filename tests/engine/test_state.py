"""Field kinds and the generated state: encoding, cloning, ranges, words."""

from __future__ import annotations

import struct
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agenda import Ask, Do, Kinds
from engine.content import Pack
from engine.errors import DecodeError, FieldRange, TableError
from engine.fields import Field
from engine.options import Options
from engine.state import (
    Rules,
    State,
    cells,
    differences,
    i8,
    i16,
    i32,
    ids,
    mask,
    masks,
    numbers,
    pile,
    piles,
    stack,
    tasks,
    u8,
    u16,
    u32,
)

NAMES = {"cards": ("ace", "two", "three", "four"), "seats": ("north", "south")}
RULES = Rules(Pack({"meta": {}}, "none"), Options(()), NAMES)


class Everything(State):
    """One field of each kind."""

    phase = u8(high=5)
    turn = u16(clock=True)
    small = i8(-1, names="cards")
    wide = i16()
    big = u32()
    deep = i32()
    hand = mask(4, names="cards")
    long = mask(96)
    hands = masks(2, 4, names="cards")
    longs = masks(2, 70)
    money = numbers(2, "H", 3, by_seat=True)
    marks = cells(3)
    heap = pile(4, names="cards")
    heaps = piles(2, 4, names="cards")
    pile = ids(names="cards", most=9)
    agenda = stack()
    owed = tasks()


def fresh() -> Everything:
    return Everything.fresh(RULES)


TASK = st.lists(st.integers(-0x8000, 0x7FFF), min_size=1, max_size=15).map(tuple)


@st.composite
def positions(draw: st.DrawFn) -> Everything:
    """A state with every field drawn from its whole range."""
    state = fresh()
    state.phase = draw(st.integers(0, 5))
    state.turn = draw(st.integers(0, 0xFFFF))
    state.small = draw(st.integers(-0x80, 0x7F))
    state.wide = draw(st.integers(-0x8000, 0x7FFF))
    state.big = draw(st.integers(0, 0xFFFFFFFF))
    state.deep = draw(st.integers(-(1 << 31), (1 << 31) - 1))
    state.hand = draw(st.integers(0, 15))
    state.long = draw(st.integers(0, (1 << 96) - 1))
    state.hands = draw(st.lists(st.integers(0, 15), min_size=2, max_size=2))
    state.longs = draw(st.lists(st.integers(0, (1 << 70) - 1), min_size=2, max_size=2))
    state.money = draw(st.lists(st.integers(0, 0xFFFF), min_size=2, max_size=2))
    state.marks = bytearray(draw(st.binary(min_size=3, max_size=3)))
    state.heap = bytearray(draw(st.binary(min_size=4, max_size=4)))
    state.heaps = [bytearray(draw(st.binary(min_size=4, max_size=4))) for _ in range(2)]
    state.pile = draw(st.lists(st.integers(0, 255), max_size=9))
    state.agenda = draw(st.lists(st.integers(0, 0xFFFF), max_size=9))
    state.owed = draw(st.lists(TASK, max_size=5))
    return state


@given(positions())
def test_decoding_an_encoding_gives_the_state_again(state: Everything) -> None:
    state.check()
    again = Everything.decode(state.encode(), RULES)
    assert differences(state, again) == []
    assert again.encode() == state.encode()


@given(positions(), positions())
def test_encodings_are_injective(one: Everything, two: Everything) -> None:
    same = all(getattr(one, key) == getattr(two, key) for key, _ in Everything.FIELDS)
    assert same == (one.encode() == two.encode())


def nudged(key: str, value: object) -> object:
    """Another value of the same field."""
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, bytearray):
        return bytearray([value[0] ^ 1, *value[1:]])
    if key == "heaps":
        first, second = cast(list[bytearray], value)
        return [first, nudged("heap", second)]
    items = cast(list[int], value)
    if key in ("hands", "longs", "money"):
        return [items[0] ^ 1, *items[1:]]
    return items[:-1] if items else [(1,) if key == "owed" else 1]


@given(positions())
def test_every_field_enters_the_digest_and_clocks_do_not_enter_the_position(
    state: Everything,
) -> None:
    for key, _ in Everything.FIELDS:
        other = state.clone()
        setattr(other, key, nudged(key, getattr(other, key)))
        assert other.digest() != state.digest(), key
        assert (other.position() == state.position()) == (key == "turn"), key


@given(positions())
def test_a_clone_shares_nothing_mutable(state: Everything) -> None:
    copy, digest = state.clone(), state.digest()
    for key, _ in Everything.FIELDS:
        value = getattr(copy, key)
        if key == "heaps":
            value[1][0] ^= 255
        elif isinstance(value, list):
            value.append(value[0] if value else (1,) if key == "owed" else 1)
        elif isinstance(value, bytearray):
            value[0] ^= 255
    assert state.digest() == digest


@given(positions())
def test_words_read_back(state: Everything) -> None:
    again = fresh()
    for key, field in Everything.FIELDS:
        setattr(again, key, field.parse(field.words(getattr(state, key), NAMES), NAMES))
    assert again.encode() == state.encode()


def test_the_bytes_are_fields_in_order_little_endian() -> None:
    state = fresh()
    state.phase, state.turn, state.wide, state.hand = 3, 0x1234, -2, 0b101
    state.pile = [7, 8]
    data = state.encode()
    assert data[:10] == struct.pack("<BHbhI", 3, 0x1234, -1, -2, 0)
    assert data[-8:] == b"\x02\x00\x07\x08" + b"\x00\x00" + b"\x00\x00"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("phase", 6, "6 is outside 0..5"),
        ("turn", -1, "-1 is outside 0..65535"),
        ("hand", 16, "16 is no set of 4 members"),
        ("money", [1], "1 numbers, expected 2"),
        ("money", [1, 70000], "70000 is outside"),
        ("hands", [1, 16], "no set of 4"),
        ("pile", [1] * 10, "10 items, at most 9"),
        ("owed", [(1,) * 16], "16 numbers, at most 15"),
        ("owed", [(40000,)], "outside"),
        ("heap", bytearray(5), "no pile of 4 kinds"),
        ("heaps", [bytearray(4)], "not 2 piles"),
        ("heaps", [bytearray(4), bytearray(3)], "no pile of 4 kinds"),
    ],
)
def test_a_value_out_of_range_is_named(key: str, value: object, said: str) -> None:
    state = fresh()
    setattr(state, key, value)
    with pytest.raises(FieldRange, match=rf"field {key}.*{said}"):
        state.check()


def test_an_encoding_that_fails_names_the_field() -> None:
    state = fresh()
    state.wide = 1 << 20
    with pytest.raises(FieldRange, match="field wide"):
        state.encode()


@given(positions(), st.integers(0, 400))
def test_bytes_that_end_early_are_no_state(state: Everything, cut: int) -> None:
    data = state.encode()
    with pytest.raises(DecodeError, match="offset"):
        Everything.decode(data[: cut % len(data)], RULES)


def test_bytes_too_many_are_no_state() -> None:
    with pytest.raises(DecodeError, match="1 bytes too many"):
        Everything.decode(fresh().encode() + b"x", RULES)


def test_the_first_field_is_the_row() -> None:
    with pytest.raises(TableError, match="phase"):
        type(State)("Bad", (State,), {"turn": u8()})


def test_an_unknown_eye_is_refused() -> None:
    with pytest.raises(TableError, match="see="):
        u8(see="friends")


@pytest.mark.parametrize(
    ("key", "word"),
    [("small", "tow"), ("hand", ["ace", "six"]), ("hand", "ace"), ("money", [1]), ("pile", 3),
     ("hand", ["#9"]), ("owed", [1]), ("hands", [[]]), ("heap", 3), ("heap", {"ace": 256}),
     ("heap", {"ace": True}), ("heap", ["#9"]), ("heap", ["ace"] * 256), ("heaps", [[], [], []])],
)  # fmt: skip
def test_a_word_that_means_nothing(key: str, word: object) -> None:
    field = cast(Field, dict(Everything.FIELDS)[key])
    with pytest.raises(ValueError, match=r"."):
        field.parse(word, NAMES)


def test_words_name_cards() -> None:
    state = fresh()
    state.hand, state.small, state.pile = 0b110, 3, [0, 9]
    words = state.words()
    assert words["hand"] == ["two", "three"]
    assert words["small"] == "four"
    assert words["pile"] == ["ace", "#9"]
    assert fresh().words()["small"] == "none"


def test_piles_are_counts_a_kind() -> None:
    state = fresh()
    fields = dict(Everything.FIELDS)
    state.heap = cast(bytearray, fields["heap"].parse(["two", "ace", "two"], NAMES))
    state.heaps = cast(list[bytearray], fields["heaps"].parse([{"four": 3}], NAMES))
    assert state.heap == bytearray([1, 2, 0, 0])
    assert state.words()["heap"] == {"ace": 1, "two": 2}
    assert state.words()["heaps"] == [{"four": 3}, {}]
    assert (fields["heap"].size(state.heap), fields["heaps"].size(state.heaps)) == (3, 3)
    assert (fields["heaps"].sizes(state.heaps), fields["heaps"].seats()) == ([3, 0], 2)
    assert fields["heap"].seats() == 0


def test_numbers_by_card_are_a_table_of_those_not_at_rest() -> None:
    """`of` names what each number belongs to; a full list still reads (decision 0021)."""

    class Board(State):
        phase = u8()
        damage = cells(4, of="cards")
        host = numbers(4, "b", -1, of="cards", names="cards")

    state = Board.fresh(RULES)
    state.damage[1], state.host[3] = 2, 0
    fields = dict(Board.FIELDS)
    assert state.words() == {"phase": 0, "damage": {"two": 2}, "host": {"four": "ace"}}
    assert fields["damage"].parse({"two": 2}, NAMES) == state.damage
    assert fields["host"].parse({"four": "ace"}, NAMES) == state.host
    assert fields["damage"].parse([0, 2, 0, 0], NAMES) == state.damage
    with pytest.raises(ValueError, match="no cards 'five'"):
        fields["damage"].parse({"five": 1}, NAMES)
    with pytest.raises(ValueError, match="outside this row of 4"):
        fields["damage"].parse({"#7": 1}, NAMES)


def test_tasks_are_written_in_words() -> None:
    """What a kind's `facts` name stands as a word; numbers read too (decision 0021)."""
    deal = Do("deal", lambda state, task: None, facts=("seat:seats", "card:cards", "n"))
    kinds = Kinds((deal, Ask("ask", "somebody_is_asked")), NAMES)
    assert kinds.text((0, 1, -1, 3)) == "deal south none 3"
    assert kinds.parse("deal south none 3", False) == (0, 1, -1, 3)
    assert kinds.parse("deal 1 -1 3", False) == (0, 1, -1, 3)
    assert kinds.text((1, 7)) == "ask 7" == kinds.text(1 | 7 << 8)
    with pytest.raises(ValueError, match="no seats 'west'"):
        kinds.parse("deal west none 3", False)
