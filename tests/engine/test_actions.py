"""Verbs, domains, outcomes and the action space: code <-> text, bounds, refusals."""

from __future__ import annotations

import pytest

from engine.actions import ActionSpace, Domain, Outcomes, Verb, verb
from engine.errors import ActionText, TableError

NAMES = {"cards": ("ace", "two", "three")}


def nothing(state: object, *args: int) -> None:
    """No effect."""


def a_verb(name: str, unordered: bool = False, **domains: Domain) -> Verb:
    return verb(name, unordered=unordered, **domains)(nothing)


DIE = Domain("die", range(1, 7))
SPACE = ActionSpace(
    [
        a_verb("pass"),
        a_verb("play", card=Domain("card", range(5), "cards")),
        a_verb("give", card=Domain("card", range(5), "cards"), to=Domain("to", ("left", "right"))),
        a_verb("roll", unordered=True, a=DIE, b=DIE),
    ],
    NAMES,
)


def test_every_code_has_one_text_and_every_text_one_code() -> None:
    texts = [SPACE.text(code) for code in range(len(SPACE))]
    assert len(set(texts)) == len(texts) == 1 + 5 + 10 + 36
    assert [SPACE.code(text) for text in texts] == list(range(len(SPACE)))


def test_first_argument_is_most_significant() -> None:
    assert SPACE.text(SPACE.bases["give"] + 3) == "give two right"
    assert SPACE.indices(SPACE.bases["give"] + 3) == (1, 1)


def test_unloaded_codes_read_as_numbers() -> None:
    assert SPACE.text(SPACE.bases["play"] + 4) == "play #4"


def test_an_unordered_pair_is_spelled_higher_first_and_read_either_way() -> None:
    assert SPACE.text(SPACE.code("roll 2 5")) == "roll 5 2"
    assert SPACE.code("roll 5 2") == SPACE.code("ROLL 2 5")


def test_effects_get_values_not_indices() -> None:
    effect, args = SPACE.calls[SPACE.code("roll 6 1")]
    assert effect is nothing
    assert args == (6, 1)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "unknown verb"),
        ("plya ace", "did you mean play"),
        ("play", "expected play CARD"),
        ("play tow", "did you mean two"),
        ("play #9", "no card '#9'"),
        ("give ace up", "known: left, right"),
    ],
)
def test_no_action_reads_like_this(text: str, hint: str) -> None:
    with pytest.raises(ActionText, match=hint.replace("(", r"\(")):
        SPACE.code(text)


def test_a_code_outside_the_space() -> None:
    with pytest.raises(ActionText, match=r"outside 0\.\.51"):
        SPACE.text(52)


def test_bounds_have_names() -> None:
    with pytest.raises(TableError, match="CODES_MAX"):
        a_verb("big", a=Domain("a", range(65)), b=Domain("b", range(64)))
    many = [a_verb(f"v{n}", a=Domain("a", range(4096))) for n in range(17)]
    with pytest.raises(TableError, match="SPACE_MAX"):
        ActionSpace(many, NAMES)
    with pytest.raises(TableError, match="two verbs"):
        ActionSpace([a_verb("pass"), a_verb("pass")], NAMES)
    with pytest.raises(TableError, match="equal domains"):
        a_verb("roll", unordered=True, a=DIE, b=Domain("b", range(2)))


def test_outcomes_are_in_lowest_terms_and_spread_by_weight() -> None:
    table = Outcomes([2, 5], [2, 4])
    assert (table.weights, table.total, table.spread) == ((1, 2), 3, (2, 5, 5))
    assert table.at(10) == [12, 15]
    assert table.at(10) is not table.at(10)


def test_a_pile_of_counts_has_an_outcome_a_kind() -> None:
    table = Outcomes.counted(bytearray([0, 2, 0, 4]))
    same = Outcomes([1, 3], [2, 4])
    assert (table.codes, table.weights, table.total) == (same.codes, same.weights, same.total)
    assert table.at(10) == [11, 13]
    assert Outcomes.counted([3]).weights == (1,)
    with pytest.raises(TableError, match="nothing to draw"):
        Outcomes.counted([0, 0])


@pytest.mark.parametrize(
    ("codes", "weights"), [([], None), ([2, 1], None), ([1, 1], None), ([1], [0]), ([1, 2], [1])]
)
def test_outcomes_that_are_none(codes: list[int], weights: list[int] | None) -> None:
    with pytest.raises(TableError):
        Outcomes(codes, weights)


def test_local_codes_of_argument_values() -> None:
    give = SPACE.verbs[2]
    assert give.local(1, 0) == 2
    assert SPACE.verbs[3].local(6, 1) == 30
