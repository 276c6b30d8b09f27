"""Options whose value is a list in one word: orders, subsets, rows of small numbers."""

import pytest

from engine.errors import OptionError
from engine.options import Counts, Option, Options, Ordered, conflict, parts
from engine.phases import meets

ORDER = Option("order", "a,b,c", ("a,b,c", "c,a,b"), listed=Ordered(("a", "b", "c"), every=True))
GONE = Option("gone", "", ("", "a", "a,c"), listed=Ordered(("a", "b", "c")))
ADDED = Option("added", "0,0", ("0,0", "2,1"), listed=Counts(2, 0, 4))


@pytest.mark.parametrize(
    ("option", "value"),
    [(ORDER, "b,c,a"), (GONE, ""), (GONE, "b"), (GONE, "a,b,c"), (ADDED, "4,0")],
)
def test_a_list_in_one_word_is_taken(option: Option, value: str) -> None:
    assert Options([option], {option.name: option.parse(value)})[option.name] == value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (ORDER, "a,b"), (ORDER, "a,b,b"), (ORDER, "a,b,d"), (ORDER, ""), (ORDER, "a, b,c"),
        (GONE, "c,a"), (GONE, "a,a"), (GONE, "d"), (GONE, ","),
        (ADDED, "0"), (ADDED, "0,5"), (ADDED, "0,-1"), (ADDED, "0,01"), (ADDED, "0,0,0"),
    ],
)  # fmt: skip
def test_another_text_is_refused_with_what_is_expected(option: Option, value: str) -> None:
    with pytest.raises(OptionError) as caught:
        option.parse(value)
    assert option.describe() in str(caught.value)


def test_a_number_is_no_list() -> None:
    with pytest.raises(OptionError):
        ADDED.check(0)


def test_values_worth_testing_are_the_domain_and_lie_in_it() -> None:
    for option in (ORDER, GONE, ADDED):
        assert option.values() == option.domain
        assert all(option.check(value) == value for value in option.values())


def test_needs_may_ask_for_the_empty_list() -> None:
    chosen = Options([GONE, ADDED], {"added": "2,1"})
    assert meets("gone=; added!=0,0", chosen, lambda field, word: False)
    assert not meets("gone!=", chosen, lambda field, word: False)


def test_the_words_of_a_list() -> None:
    assert parts("") == ()
    assert parts("b,a") == ("b", "a")


def test_a_number_below_another_option() -> None:
    """A seat is one of those at the table; sets are drawn without what cannot be (0024)."""
    seat = Option("seat", "any", ("any", 0, 1, 2), below="players")
    players = Option("players", 2, (2, 3), whole=True)
    assert Options((seat, players), {"seat": 2, "players": 3}).number("seat") == 2
    assert conflict((seat, players), {"seat": 2}) == ""
    assert conflict((seat, players), {"seat": "any", "players": 2}) == ""
    with pytest.raises(OptionError, match="seat = 2 is not below players = 2"):
        Options((seat, players), {"seat": 2})
