"""check_table refuses every kind of broken table, by name and with a remedy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import verb
from engine.agenda import Ask, Do
from engine.errors import TableError
from engine.game import Game
from engine.options import Option, Options
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always, meets
from tests.engine import toys
from tests.engine.toys import COUNTER, END, HUB, TASKS, a_is_big, add, answer, snack, stay, toss

VERBS = (stay, add, snack, toss)
TURN, COIN, _ = COUNTER


def rows(*changed: Phase) -> tuple[Phase, ...]:
    """The counter table with rows replaced or added by name."""
    by_name = {phase.name: phase for phase in COUNTER}
    by_name.update({phase.name: phase for phase in changed})
    return tuple(by_name.values())


A, B = Phase("a", "", NOBODY), Phase("b", "", NOBODY)
LOOP = (
    replace(TURN, exits=(Exit(a_is_big, "over"), Exit(always, "a"), )),
    replace(A, exits=(Exit(a_is_big, "coin"), Exit(always, "b"))),
    replace(B, exits=(Exit(a_is_big, "turn"), Exit(always, "a"))),
)  # fmt: skip
CASES = {
    "unknown row 'coim'; did you mean coin": rows(
        replace(TURN, exits=(Exit(a_is_big, "over"), Exit(always, "coim")))
    ),
    "row lost cannot be reached": rows(replace(COIN, name="lost"), ),
    "cannot reach an end": rows(replace(TURN, exits=(Exit(always, "coin"),))),
    "is behind always": rows(replace(TURN, exits=(Exit(always, "coin"), Exit(a_is_big, "over")))),
    "unknown verb 'sty'; did you mean stay": rows(replace(TURN, verbs=("sty", "add"))),
    "exit 'toss' names no verb of this row": rows(
        replace(TURN, exits=(Exit("toss", "coin"), Exit(always, "over")))
    ),
    "nobody acts here, so it has no verbs": rows(replace(END, verbs=("stay",))),
    "needs verbs and exits": rows(replace(TURN, exits=())),
    "verb toss has outcomes": rows(replace(TURN, verbs=("stay", "add", "toss"))),
    "verb stay has no outcomes": rows(replace(COIN, verbs=("stay",))),
    "exactly one verb": rows(replace(COIN, verbs=("toss", "toss"))),
    "quiet 'last sty' names no verb": rows(replace(TURN, quiet="last sty")),
    "progress field 'c' is no field": rows(replace(END, progress=("c",))),
    "lie on a cycle in which nobody acts": rows(*LOOP),
    "only the hub has those": rows(
        replace(TURN, exits=(Exit(toys.QUESTION, "over"), Exit(always, "coin")))
    ),
}  # fmt: skip


@pytest.mark.parametrize("said", CASES)
def test_a_broken_table_is_refused(said: str) -> None:
    with pytest.raises(TableError, match=said):
        toys.toy(CASES[said], VERBS)


def test_the_tables_themselves_are_sound() -> None:
    toys.toy(COUNTER, VERBS)
    toys.toy(HUB, (stay, answer), TASKS)


def test_progress_or_the_hub_allows_a_cycle() -> None:
    first, a, b = LOOP
    toys.toy(rows(first, replace(a, progress=("a",)), b), VERBS)


def test_a_verb_nobody_can_use() -> None:
    with pytest.raises(TableError, match="verb answer is used in no row"):
        toys.toy(COUNTER, (*VERBS, answer))


def test_a_verb_without_a_condition() -> None:
    bare = verb("bare")(lambda state: None)
    with pytest.raises(TableError, match="declares no enabling condition"):
        toys.toy(rows(replace(TURN, verbs=("stay", "add", "bare"))), (*VERBS, bare))


def test_two_rows_of_one_name_and_two_hubs() -> None:
    with pytest.raises(TableError, match="not distinct"):
        toys.toy((*COUNTER, END), VERBS)
    second = replace(HUB[1], name="second", exits=(Exit(always, "turn"),))
    turn = replace(HUB[0], exits=(Exit(a_is_big, "second"), Exit(always, "settle")))
    with pytest.raises(TableError, match="settle and second are both the hub"):
        toys.toy((turn, *HUB[1:], second), (stay, answer), TASKS)


def test_tasks_need_their_rows() -> None:
    with pytest.raises(TableError, match="no row is the hub"):
        toys.toy(COUNTER, VERBS, TASKS)
    lone = Ask("lone", "somebody_waits")
    with pytest.raises(TableError, match="ASK kind lone has no exit"):
        toys.toy(HUB, (stay, answer), (*TASKS, lone))
    with pytest.raises(TableError, match="raises unknown ASK 'nobody'"):
        toys.toy(HUB, (stay, answer), (*TASKS, Do("odd", toys.count, raises=("nobody",))))


def test_lives_and_actors_must_exist() -> None:
    with pytest.raises(TableError, match="ends life 'day', which no field has"):
        Game(toys.toy(rows(replace(TURN, ends=("day",))), VERBS))
    with pytest.raises(TableError, match="actor 'ghost' is unknown"):
        Game(toys.toy(rows(replace(TURN, actor="ghost")), VERBS))


OPTIONS = Options(
    [Option("mode", "plain", ("plain", "rich")), Option("deep", False, (False, True))]
)


@pytest.mark.parametrize(
    ("needs", "holds"),
    [
        ("", True),
        ("mode=plain", True),
        ('mode="rich"', False),
        ("mode!=rich", True),
        ("deep=false", True),
        ("deep=true", False),
        ("mode=plain; deep=true", False),
        ("content has op gain", True),
        ("content has op lose", False),
        ("content has stat gain", False),
    ],
)
def test_needs(needs: str, holds: bool) -> None:
    assert meets(needs, OPTIONS, lambda field, word: (field, word) == ("op", "gain")) == holds


@pytest.mark.parametrize("needs", ["speed=1", "mode"])
def test_needs_of_an_unknown_option(needs: str) -> None:
    with pytest.raises(TableError, match="needs"):
        meets(needs, OPTIONS, lambda field, word: False)


def test_a_row_switched_off_stays_in_the_table() -> None:
    options = (Option("coins", True, (True, False)),)
    definition = toys.toy(rows(replace(COIN, needs="coins=true")), VERBS, options=options)
    assert [row.met for row in Game(definition).rows] == [True, True, True]
    assert [row.met for row in Game(definition, {"coins": False}).rows] == [True, False, True]


def test_constants_of_actors_are_words() -> None:
    assert (CHANCE, NOBODY, PLAYER) == ("chance", "nobody", "player")
