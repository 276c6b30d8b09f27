"""The map of `ruleproof view` in a real browser: boxes of a readable size, whatever the units.

`make thorough` runs this where a browser is installed; pictures go to build/view.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import registry
from engine.chart import Chart, Spot, Way
from engine.definition import Definition
from engine.state import State
from replays import reader
from tests.tools.browser import SIZES, opened, started
from tests.tools.run import ROOT, recorded, run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURES = ROOT / "build" / "view"
WIDE_MIN, BIG = 55, 16  # px: the least width of a box; how many places a row of the big map has
UNITS = {"one": (1, 1), "ten": (10, 10), "uneven": (7, 300)}
pytestmark = [pytest.mark.thorough, pytest.mark.timeout(300)]

# Overlapping pairs, the smallest width, the middles of rows, texts cut off, what hangs out.
MEASURED = """() => {
  const pane = document.querySelector('.board');
  const nodes = [...document.querySelectorAll('.field li')];
  const boxes = nodes.map((node) => node.getBoundingClientRect());
  const touch = (a, b) => a.left < b.right && b.left < a.right &&
    a.top < b.bottom && b.top < a.bottom;
  const root = document.documentElement;
  return {
    over: boxes.flatMap((a, n) => boxes.slice(0, n).filter((b) => touch(a, b))).length,
    least: Math.min(...boxes.map((box) => box.width)),
    middles: boxes.map((box) => Math.round((box.top + box.bottom) / 2)),
    cut: nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).length,
    hangs: root.scrollWidth - root.clientWidth, scrolled: pane.scrollWidth > pane.clientWidth,
  };
}"""


def desk(unit: tuple[int, int], wide: int = 3) -> Chart:
    """Two places over some, all joined; one title is long, one place holds much."""
    def at(column: int, row: int) -> tuple[int, int]:
        return column * unit[0], row * unit[1]

    deck = Spot("deck", "Deck", at(1, 0), there=("10 left",))
    held = ("2 salt, 3 silk", "1 pearl", "21 coins")
    spots = (deck, Spot("open", "Unfathomable heap", at(2, 0), ("limit 12",), held, "full"),
             *(Spot(f"seat{n}", f"Seat {n}", at(n, 1)) for n in range(wide)))  # fmt: skip
    return Chart(spots, tuple(Way(("deck", f"seat{n}")) for n in range(wide)), ("two heaps",))


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """One browser for all."""
    with started() as running:
        yield running


def page_of(made: Chart, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page of a game of Tin Helm with this board."""
    plain = registry.definition

    def definition(name: str, *rest: bool) -> Definition:
        def chart(rules: object, state: State | None) -> Chart:
            return made

        return replace(plain(name, *rest), chart=chart)

    monkeypatch.setattr(registry, "definition", definition)
    monkeypatch.setattr(reader, "definition", definition)
    assert run("view", recorded(Path("a.rply")), "-o", "a.html", "-q").exit_code == 0
    return Path("a.html")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("unit", UNITS)
def test_the_boxes_of_a_map_can_be_read(
    unit: str, size: str, browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with opened(browser, page_of(desk(UNITS[unit]), monkeypatch), size) as page:
        found = page.evaluate(MEASURED)
        page.locator("#map").screenshot(path=PICTURES / f"map-{unit}-{size}.png")
    top, bottom = frozenset(found["middles"][:2]), frozenset(found["middles"][2:])
    assert len(top) == len(bottom) == 1 and min(top) < min(bottom), "rows are level"
    assert found["over"] == found["cut"] == found["hangs"] == 0 and not found["scrolled"]
    assert found["least"] >= 1.5 * WIDE_MIN


@pytest.mark.parametrize("size", SIZES)
def test_a_map_too_wide_for_the_page_is_scrolled_by_itself(
    size: str, browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(browser, page_of(desk((1, 1), BIG), monkeypatch), size) as page:
        found = page.evaluate(MEASURED)
        page.locator("#map").screenshot(path=PICTURES / f"map-big-{size}.png")
    assert found["scrolled"] and found["over"] == found["cut"] == found["hangs"] == 0
    assert found["least"] >= WIDE_MIN
