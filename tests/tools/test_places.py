"""Where the places of a chart are drawn: level rows, boxes apart, whatever the units of `at`."""

import re

import pytest

from engine import registry
from engine.chart import Chart, Spot, Way
from engine.game import Game
from tools import charts, dot, graphing, mapdraw
from tools.atoms import board
from tools.places import BOX, laid_out

DESK = ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1))  # two over three
BRICKS = ((1, 0), (3, 0), (0, 2), (2, 2), (4, 2))


def chart(*cells: tuple[int, int]) -> Chart:
    """Places there, named in their order."""
    return Chart(tuple(Spot(f"s{n}", f"S{n}", at) for n, at in enumerate(cells)), ())


def laid(*cells: tuple[int, int]) -> list[tuple[int, int]]:
    """Where they are drawn, after what holds of any picture: level rows, in order, no two at once.
    """
    found = list(laid_out(chart(*cells)).values())
    assert min(column for column, _ in found) == min(row for _, row in found) == 0
    for n, ((column, row), (x, y)) in enumerate(zip(cells, found, strict=True)):
        for (other, line), (left, top) in zip(cells[:n], found[:n], strict=True):
            assert (row == line) == (y == top) and (row < line) == (y < top)
            assert y != top or abs(x - left) >= BOX, "boxes of a row do not touch"
            assert column == other or (column < other) == (x < left) or x == left
    return found


@pytest.mark.parametrize("unit", [(1, 1), (2, 2), (10, 10), (7, 1), (1, 300)])
@pytest.mark.parametrize("corner", [(0, 0), (-5, 40)])
def test_the_unit_of_a_chart_makes_no_difference(
    unit: tuple[int, int], corner: tuple[int, int]
) -> None:
    for cells in (DESK, BRICKS):
        moved = [(corner[0] + x * unit[0], corner[1] + y * unit[1]) for x, y in cells]
        assert laid(*moved) == laid(*cells)
    assert laid(*DESK) == [(2, 0), (4, 0), (0, 1), (2, 1), (4, 1)]
    assert laid(*BRICKS) == [(1, 0), (3, 0), (0, 1), (2, 1), (4, 1)]


def test_gaps_stay_where_they_do_not_make_the_boxes_small() -> None:
    assert laid((0, 0), (1, 0), (3, 0)) == [(0, 0), (2, 0), (6, 0)]
    assert laid((0, 0), (1, 0), (100, 0)) == [(0, 0), (2, 0), (4, 0)]
    assert laid((137, 90), (251, 90), (390, 91), (140, 180), (262, 181), (640, 181))[-1][0] <= 8


def test_odd_charts_are_laid_out_too() -> None:
    assert laid((4, 4)) == [(0, 0)] and laid((4, 4), (4, 9)) == [(0, 0), (0, 1)]
    assert laid((3, 0), (5, 7), (9, 8)) == [(0, 0), (1, 1), (2, 2)]
    assert laid((0, 0), (0, 0), (1, 0)) == [(0, 0), (2, 0), (4, 0)], "two on one place stand apart"
    assert laid_out(Chart((), ())) == {}


def test_a_page_and_a_picture_lay_the_places_out_alike() -> None:
    small, large = chart(*DESK), chart(*((10 * x, 10 * y) for x, y in DESK))
    assert board(small) == board(large)
    assert board(small)["spots"][0] == ["s0", "S0", 2, 0]  # type: ignore[index]
    facts = graphing.charted(registry.load("ham_helsing"), None).facts
    sources = [mapdraw.map_source(charts.Map(facts, each)) for each in (small, large)]
    assert sources[0] == sources[1]
    lines = re.findall(r'pos="([\d.]+),-?([\d.]+)!"', sources[0])
    assert len(lines) == len(DESK) and len({row for _, row in lines}) == 2


def test_ham_helsing_lies_as_its_board_does() -> None:
    game: Game = registry.load("ham_helsing")
    assert game.definition.chart is not None
    made = game.definition.chart(game.rules, None)
    first = min(spot.at[1] for spot in made.spots)
    wanted = {spot.name: (spot.at[0], (spot.at[1] - first) // 2) for spot in made.spots}
    assert laid_out(made) == wanted


# ---- places of which a chart says little ----


@pytest.mark.skipif(not dot.can_draw(), reason="neither dot nor pygraphviz is installed")
def test_a_place_keeps_its_title_whatever_else_is_empty() -> None:
    spots = (
        Spot("bare", "Bare & dull", (0, 0)),
        Spot("blank", "Blank", (1, 0), ("",), ("", "a hat")),
        Spot("nameless", "", (0, 1)),
        Spot("gone", "Gone", (1, 1), look="lost"),
    )
    made = Chart(spots, (Way(("bare", "nameless"), (0, -1)),), ("",))
    map = charts.Map(graphing.charted(registry.load("ham_helsing"), None).facts, made)
    source = mapdraw.map_source(map)
    assert not re.search(r"<(FONT|B)\b[^>]*></", source)
    assert "nameless (place)" in charts.table_text(map) and '["nameless' in charts.mermaid_text(map)
    assert [spot[1] for spot in board(made)["spots"]][2] == "nameless"  # type: ignore[attr-defined]
    drawn = dot.draw(source, "svg", "neato").decode()
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    for said in ("Bare &amp; dull", "Blank", "a hat", "nameless", "Gone", "to nameless", "to Bare"):
        assert said in texts, (said, texts)
