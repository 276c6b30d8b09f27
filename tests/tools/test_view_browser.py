"""Pages of `ruleproof view` in a real browser: keys, addresses, widths, colours, what stays inert.

`make thorough` runs this where a browser is installed; pictures of every game go to build/view.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import registry
from engine.play import walk
from replays.reader import read
from replays.recorder import Recorder, header_for
from tests.tools.browser import SIZES, opened, started
from tests.tools.run import ROOT, game, parted_at_five, recorded, run
from tests.tools.test_view import EVIL
from tools.atoms import atoms_of
from tools.text import seats_of
from tools.transcript import words_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES = registry.games(foreign=False)
PICTURES = ROOT / "build" / "view"
READABLE = 4.5  # contrast of text and what is behind it, as WCAG asks of small text
STOPS_MAX = 60  # presses of Tab through a page
pytestmark = [pytest.mark.thorough, pytest.mark.timeout(300)]

# Texts of which the contrast is too small, as "ratio text".
PALE = """() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const shade = (color) => {
    const [r, g, b] = numbers(color).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !node.checkVisibility()) continue;
    if (node.matches('button:disabled') || node.closest('.unseen, script, style, svg')) continue;
    const [one, two] = [shade(getComputedStyle(node).color), shade(behind(node))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < LIMIT) found.push(`${ratio.toFixed(2)} ${node.textContent.slice(0, 40)}`);
  }
  return [...new Set(found)];
}""".replace("LIMIT", str(READABLE))

FOCUSED = """() => {
  const node = document.activeElement;
  const box = node.getBoundingClientRect();
  return {tag: node.tagName, id: node.id, text: node.textContent.slice(0, 30),
    line: getComputedStyle(node).outlineStyle, wide: box.width, high: box.height};
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """One browser for all."""
    with started() as running:
        yield running


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of a whole game of each, beside its replay."""
    folder = tmp_path_factory.mktemp("pages")
    for name in GAMES:
        made = run("record", name, "--policy", "careful", "-o", folder / f"{name}.rply", "-q")
        assert made.exit_code == 0
        done = run("view", folder / f"{name}.rply", "-o", folder / f"{name}.html", "-q")
        assert done.exit_code == 0
    return {name: folder / f"{name}.html" for name in GAMES}


def place(page: "Page") -> str:
    """Where the page says it is."""
    return page.inner_text("#here").partition(" of ")[0].partition(",")[0]


def press(page: "Page", *keys: str) -> str:
    """Where these keys lead."""
    for key in keys:
        page.keyboard.press(key)
    return place(page)


def fits(page: "Page") -> bool:
    """Nothing is wider than the window."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


# ---- every game, narrow and wide ----


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_a_page_fits_and_goes_through_its_game(
    name: str, size: str, pages: dict[str, Path], browser: "Browser"
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    plies = len(read(pages[name].with_suffix(".rply")).only().codes)
    with opened(browser, pages[name], size, f"#ply={plies // 2}") as page:
        assert place(page) == f"ply {plies // 2}" and fits(page)
        assert page.evaluate("scrollY") == 0, "an address does not scroll the head away"
        page.screenshot(path=PICTURES / f"{name}-{size}.png", full_page=size == "phone")
        assert page.locator("#map").is_visible() == (name == "ham_helsing")
        assert press(page, "End") == f"ply {plies - 1}" and fits(page)
        assert page.locator("#now .end").count() == 1
        assert press(page, "Home") == "set-up" and fits(page)


@pytest.mark.parametrize("name", GAMES)
def test_the_position_shown_is_the_state(
    name: str, pages: dict[str, Path], browser: "Browser"
) -> None:
    made = registry.load(name)
    steps = list(walk(made, read(pages[name].with_suffix(".rply")).only().codes))
    with opened(browser, pages[name]) as page:
        for step in (*steps[:: len(steps) // 5], steps[-1]):
            page.evaluate("(at) => { location.hash = at }", f"ply={step.ply}")
            page.wait_for_function("(at) => document.querySelector('#here').textContent"
                                   ".startsWith(`ply ${at} of `)", arg=step.ply)  # fmt: skip
            assert page.inner_text("#now .action b") == step.text
            kinds = page.locator("#now ul em").all_inner_texts()
            assert kinds == [event.kind for event in step.events]
            cited = page.locator("#now .clauses > div").evaluate_all(
                "(all) => all.map((node) => node.dataset.clause)")  # fmt: skip
            assert set(cited) == set(step.clauses())
            shown = re.sub(r"[\s+]+", " ", page.inner_text("#state"))
            for (field, _), value in atoms_of(words_of(made, step.after), seats_of(made)).items():
                assert field.replace("_", " ") in shown
                for text in (value,) if isinstance(value, str) else value:
                    if text not in ("-", "none"):
                        assert re.sub(r"[\s+]+", " ", text.replace("_", " ")) in shown


# ---- keys and addresses ----


def test_keys_lead_through_a_game(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    steps = list(walk(game(), read(here / "a.rply").only().codes))
    levels = [s.ply for s in steps if s.before.level < s.after.level]  # type: ignore[attr-defined]
    with opened(browser, here / "a.html") as page:
        assert place(page) == "set-up"
        assert press(page, "ArrowRight") == "ply 0"
        page.wait_for_function("() => location.hash === '#ply=0'")
        assert press(page, "ArrowRight", "ArrowRight", "ArrowLeft") == "ply 1"
        assert press(page, "g", "9", "Enter") == "ply 9"
        assert press(page, "g", "9", "9", "9", "9", "Enter") == "ply 9"
        assert page.get_attribute("#number", "aria-invalid") == "true"
        assert page.inner_text("#missing") == f"there is no ply 9999; the last is {len(steps) - 1}"
        assert page.inner_text("#said") == page.inner_text("#missing")
        for nothing in ("", "0x4", "1e0", "-1"):
            assert press(page, "g", *nothing, "Enter") == "ply 9" and page.is_visible("#missing")
            page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        phase = page.inner_text("#phase")
        press(page, "p")
        assert not page.is_visible("#missing")
        assert page.inner_text("#phase") != phase
        press(page, "P", "P")
        assert press(page, "Home", "r") == f"ply {levels[0] + 1}" and levels[0] + 1 > 0
        chosen = press(page, "Home", "c", "c", "c")
        assert steps[int(chosen.split()[1])].player == 0
        assert press(page, "End", "ArrowRight") == f"ply {len(steps) - 1}"
        assert press(page, "?") and page.locator("#help").is_visible()
        press(page, "Escape")
        assert not page.locator("#help").is_visible()
        page.focus("#slider")
        assert press(page, "Home", "ArrowRight") == "ply 0", "the slider moves once a key"
        assert page.get_attribute("#slider", "aria-valuetext") == f"ply 0: {steps[0].text}"
        page.locator(".plies > li > a").nth(5).click()
        assert place(page) == "ply 4"


def test_a_page_is_used_without_a_mouse(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    with opened(browser, here / "a.html", at="#ply=10") as page:
        seen = []
        for _ in range(STOPS_MAX):
            page.keyboard.press("Tab")
            at = page.evaluate(FOCUSED)
            if at["tag"] == "BODY":
                break
            assert at["line"] != "none" and at["wide"] > 3 and at["high"] > 3, at
            seen.append(at)
        assert at["tag"] == "BODY", "the page can be left again"
        named = [item["id"] for item in seen if item["id"]]
        wanted = "slider first back on last phase-back phase-on round-back round-on number ask"
        assert named == wanted.split()
        listed = [item for item in seen if item["tag"] == "A" and item["text"].startswith("10 ")]
        assert len(listed) == 1, "of the list only where we are is a stop"
        page.focus("#list [aria-current] a")
        press(page, "ArrowRight")
        assert page.evaluate(FOCUSED)["text"].startswith("11 "), "the focus goes along"
        page.keyboard.press("Home")
        page.locator(".skip").focus()
        page.keyboard.press("Enter")
        assert page.evaluate(FOCUSED)["id"] == "slider"


def test_a_clause_leads_to_its_text(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    steps = walk(game(), read(here / "a.rply").only().codes)
    ply = next(s.ply for s in steps if s.ply and any(event.clauses() for event in s.events))
    with opened(browser, here / "a.html", at=f"#ply={ply}") as page:
        link = page.locator("#now ul a").first
        ident = link.inner_text()
        link.click()
        assert page.evaluate("document.activeElement.dataset.clause") == ident
        assert place(page) == f"ply {ply}"
        assert link.get_attribute("tabindex") is None, "the keyboard comes there too"


def test_an_odd_address_is_no_fault_and_paper_has_all(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    with opened(browser, here / "a.html", at="#%E0%A4%A") as page:
        assert place(page) == "set-up"
        page.emulate_media(media="print")
        tall = "(n => n.scrollHeight - n.clientHeight)(document.querySelector('#list .scroll'))"
        assert page.evaluate(tall) <= 1 and not page.is_visible("#bar")


def test_what_a_screen_reader_is_told(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    with opened(browser, here / "a.html", at="#ply=3") as page:
        page.get_by_role("slider", name="ply").wait_for()
        page.get_by_role("navigation", name="Timeline").wait_for()
        for name in ("One ply back", "One ply on", "Previous phase", "Keys"):
            assert page.get_by_role("button", name=name).count() == 1
        assert page.get_by_role("status").inner_text().startswith("ply 3, ")
        assert page.get_by_role("list", name="All plies").count() == 1
        assert page.locator("[aria-current=step]").count() == 1
        assert page.get_by_role("heading", level=1).count() == 1


# ---- findings, two games, views ----


def test_the_next_finding_is_where_a_file_parts(here: Path, browser: "Browser") -> None:
    parted_at_five(here / "a.rply", read(recorded(here / "good.rply")).only().codes)
    assert run("view", "a.rply", "-o", "a.html").exit_code == 1
    with opened(browser, here / "a.html", "phone") as page:
        assert page.locator("#findings").is_visible() and fits(page)
        press(page, "n")
        assert "stops before ply" in page.inner_text("#now .parted")
        assert "DIVERGED@" in page.inner_text(".wrong")


@pytest.mark.parametrize("size", SIZES)
def test_two_games_are_shown_where_they_part(size: str, here: Path, browser: "Browser") -> None:
    recorded(here / "a.rply")
    codes = list(read(here / "a.rply").only().codes)
    state = game().initial()
    for code in codes[:12]:
        game().apply(state, code)
    other = next(code for code in game().legal_actions(state) if code != codes[12])
    with Recorder.create(here / "b.rply", header_for(game())) as recorder:
        recorder.line(game(), [*codes[:12], other])
    run("view", "a.rply", "b.rply", "-o", "two.html")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with opened(browser, here / "two.html", size) as page:
        assert page.locator("#now .card").count() == 1, "one as long as they are the same"
        assert press(page, "n") == "ply 12" and fits(page)
        texts = page.locator("#now .action b").all_inner_texts()
        assert texts == [game().text(codes[12]), game().text(other)]
        assert page.locator("#state .apart").count() > 0
        page.screenshot(path=PICTURES / f"two-{size}.png", full_page=size == "phone")
        press(page, "ArrowRight")
        assert page.locator("#now .card").nth(1).inner_text().count("over: unfinished") == 1
        page.evaluate("location.hash = 'b.ply=12'")
        page.wait_for_function("() => document.querySelector('#here').textContent"
                               ".startsWith('ply 12')")  # fmt: skip


def test_a_view_shows_what_the_seat_sees(here: Path, browser: "Browser") -> None:
    run("record", "necrohamster", "-o", "a.rply", "--option", "plies_max=80")
    assert run("view", "a.rply", "--as", "player:0", "-o", "v.html").exit_code == 0
    with opened(browser, here / "v.html", "phone", "#ply=9") as page:
        assert place(page) == "entry 9" and fits(page)
        assert page.locator(".plies b", has_text="(hidden)").count() > 5
        assert "It is no replay" in page.inner_text(".lead")


# ---- what must not happen ----


@pytest.mark.parametrize("script", [True, False])
def test_markup_in_every_free_text_stays_inert(
    script: bool, here: Path, browser: "Browser"
) -> None:
    codes = read(recorded(here / "good.rply")).only().codes
    facts = {"seed": EVIL, "policy": EVIL, "producer": EVIL, "tags": (EVIL,)}
    path = here / "<img src=x onerror=alert(1)>.rply"
    with Recorder.create(path, header_for(game(), **facts)) as recorder:  # type: ignore[arg-type]
        state = game().initial()
        recorder.begin(state)
        recorder.note(EVIL)
        for code in codes:
            count = len(game().legal_actions(state))
            game().apply(state, code)
            recorder.ply(code, state, count)
            recorder.note(EVIL)
        recorder.finish(game(), state)
    run("view", path, "-o", "a.html")
    with opened(browser, here / "a.html", java_script_enabled=script) as page:
        assert page.locator("img").count() == 0 and page.locator("script").count() == 2
        if script:
            assert page.inner_text("#now .note") == f"note: {EVIL}"
            press(page, "ArrowRight", "End", "Home")
            assert page.evaluate("document.scripts.length") == 2


def test_the_policy_lets_no_other_script_run(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    text = (here / "a.html").read_text()
    evil = "<script>document.title = 'hit'</script><img src=x onerror=\"document.title = 'hit'\">"
    assert text.count("<main>") == 1
    (here / "b.html").write_text(text.replace("<main>", f"{evil}<main>"))
    page = browser.new_page()
    page.goto((here / "b.html").as_uri())
    assert page.locator("img").count() == 1 and page.title() != "hit"
    assert place(page) == "set-up", "its own script runs"
    sink = "try { document.body.innerHTML = '<p>'; 'done' } catch (error) { error.name }"
    assert page.evaluate(sink) == "TypeError", "markup from a text is refused by the browser"
    page.close()


# ---- without a script, with other wishes ----


def test_without_a_script_it_is_an_ordered_list(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    steps = list(walk(game(), read(here / "a.rply").only().codes))
    for size in SIZES:
        wishes = {"java_script_enabled": False, "reduced_motion": "reduce"}
        with opened(browser, here / "a.html", size, "#ply=7", **wishes) as page:
            assert page.locator("ol.plies > li").count() == len(steps) + 1
            entry = page.locator("ol.plies > li").nth(8)
            assert entry.is_visible() and steps[7].text in entry.inner_text()
            top = entry.bounding_box()
            assert top is not None and 0 <= top["y"] < SIZES[size][1], "the address leads there"
            assert all(event.kind in entry.inner_text() for event in steps[7].events)
            assert not page.locator("#bar").is_visible()
            assert not page.locator("#help").is_visible()
            page.screenshot(path=PICTURES / f"list-{size}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_every_text_can_be_read(
    name: str, scheme: str, pages: dict[str, Path], browser: "Browser"
) -> None:
    with opened(browser, pages[name], color_scheme=scheme) as page:
        for at in (3, 20, 23):
            press(page, "g", *str(at), "Enter")
            assert page.evaluate(PALE) == []
    with opened(browser, pages[name], color_scheme=scheme, java_script_enabled=False) as page:
        page.screenshot(path=PICTURES / f"list-{name}-{scheme}.png")


def test_movement_is_reduced_where_that_is_wished(here: Path, browser: "Browser") -> None:
    run("view", recorded(here / "a.rply"), "-o", "a.html")
    how = "getComputedStyle(document.documentElement).scrollBehavior"
    for wish, found in (("reduce", "auto"), ("no-preference", "smooth")):
        with opened(browser, here / "a.html", reduced_motion=wish) as page:
            assert page.evaluate(how) == found
            moving = "document.getAnimations().length"
            press(page, "ArrowRight", "p")
            assert page.evaluate(moving) == 0
