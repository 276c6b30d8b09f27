"""The page of win rates: its program runs, and its rows are what that program prints."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.results import Page, cells

PAGE = Page("hunted", "uniform|careful")
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
    wanted = product(("uniform", "careful"), program["STAGES"], program["FINALES"])
    assert [tuple(found[:3]) for found in rows] == list(wanted)
    for found in rows:
        games, reached, wins = (int(number.replace(",", "")) for number in found[3:6])
        assert wins <= reached <= games
        assert found[6] == program["wilson"](wins, games)


@pytest.mark.parametrize("policy", ["uniform", "careful"])
def test_the_program_prints_rows_of_the_page(policy: str, program: dict[str, Any]) -> None:
    row = program["row"](policy, "castle", "dracula", GAMES)
    policy_, stage, finale, games, *_ = cells(row)
    assert (policy_, stage, finale, games) == (policy, "castle", "dracula", str(GAMES))


@pytest.mark.thorough
@pytest.mark.timeout(900)
def test_a_row_of_the_page_comes_out_again(program: dict[str, Any]) -> None:
    for row in (ROWS[0], ROWS[-1]):
        policy, stage, finale, games, *_ = cells(row)
        assert program["row"](policy, stage, finale, int(games.replace(",", ""))) == row
