"""Sets kept by place: written and shown as a table from place to members."""

import pytest

from engine.errors import TableError
from engine.fields import TABLED, bits_of
from engine.state import State, masks, u8

NAMES = {"room": ("hall", "attic", "cellar"), "guest": ("ada", "bo", "cy")}


class House(State):
    """Who is in which room."""

    phase = u8()
    guests = masks(3, 3, by_seat=False, names="guest", of="room")


FIELD = dict(House.FIELDS)["guests"]


def test_a_table_leaves_out_empty_sets_and_reads_back():
    value = [0b101, 0, 0b010]
    words = FIELD.words(value, NAMES)
    assert words == {"hall": ["ada", "cy"], "cellar": ["bo"]}
    assert FIELD.parse(words, NAMES) == value


def test_a_full_list_still_reads():
    assert FIELD.parse([["bo"], [], ["cy", "ada"]], NAMES) == [0b010, 0, 0b101]


@pytest.mark.parametrize("word", [{"hal": ["ada"]}, {"hall": ["dee"]}, {"hall": "ada"}, [["ada"]]])
def test_an_unknown_place_or_member_is_refused(word):
    with pytest.raises(ValueError, match=r"hall|dee|ada|expected"):
        FIELD.parse(word, NAMES)


def test_sets_seen_by_their_seat_alone_have_no_table():
    with pytest.raises(TableError, match="no table"):
        masks(3, 3, see="owner", of="room")


@pytest.mark.parametrize("step", [1, 2, 3, 5, 17, 40, 127])
def test_bits_are_listed_ascending(step):
    """Few bits and many, within the tabulated width and beyond."""
    for width in (0, 7, 8, 9, 64, TABLED, TABLED + 9):
        wanted = list(range(step - 1, width, step))
        assert bits_of(sum(1 << bit for bit in wanted)) == wanted
