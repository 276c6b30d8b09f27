"""The page of win rates: its program runs, and its rows are what that program prints."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.results import Page, cells

PAGE = Page("ham_helsing", "careful")
ROWS = PAGE.rows
GAMES = 5


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """What the program of the page defines; it prints nothing unless it is run itself."""
    return PAGE.program()


def test_every_cell_is_there_once_and_its_interval_is_of_its_numbers(
    program: dict[str, Any],
) -> None:
    rows = [cells(row) for row in ROWS]
    wanted = product(program["VILLAINS"], map(str, program["PLAYERS"]))
    assert [tuple(found[1:3]) for found in rows] == list(wanted)
    for found in rows:
        games, wins = (int(number.replace(",", "")) for number in found[3:5])
        assert 0 < wins <= games == program["GAMES"]
        assert found[5] == program["wilson"](wins, games)


def test_every_villain_is_beaten_and_lost_to() -> None:
    """Else the reference health would have to be set anew."""
    rows = [cells(row) for row in ROWS]
    for villain in {found[1] for found in rows}:
        shares = [(int(f[3].replace(",", "")), int(f[4].replace(",", ""))) for f in rows
                  if f[1] == villain]  # fmt: skip
        assert 0 < sum(won for _, won in shares) < sum(games for games, _ in shares)


def test_the_program_prints_rows_of_the_page(program: dict[str, Any]) -> None:
    policy, villain, players, games, *_ = cells(program["row"]("careful", "hen", 1, GAMES))
    assert (policy, villain, players, games) == ("careful", "hen", "1", str(GAMES))


@pytest.mark.thorough
@pytest.mark.timeout(900)
def test_a_row_of_the_page_comes_out_again(program: dict[str, Any]) -> None:
    for row in (ROWS[0], ROWS[-1]):
        policy, villain, players, games, *_ = cells(row)
        assert program["row"](policy, villain, int(players), int(games.replace(",", ""))) == row
