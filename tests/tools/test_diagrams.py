"""docs/diagrams: pages and pictures are what their command draws today; drift is told."""

import re
from pathlib import Path

import pytest

from engine.registry import games
from tests.tools.command import ruleproof
from tools import graphs, rendering
from tools.graphing import Seeded, Subject

FOLDER = Path(__file__).parents[2] / "docs" / "diagrams"
PLAYED = 100
QUICK = ("tin_helm", "necrohamster")
NAMES = games(foreign=False)


def played(name: str, count: int = PLAYED) -> graphs.Graph:
    """A table with what so many games show."""
    return Subject((name,), (), (), None, seeded=Seeded(count)).graph()


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[] if name in QUICK else pytest.mark.thorough) for name in NAMES
])  # fmt: skip
def test_page_and_picture_are_what_is_played_today(name: str) -> None:
    graph = played(name)
    found = [rendering.stale(graph, "markdown", FOLDER / f"{name}.md"),
             rendering.stale(graph, "svg", FOLDER / f"{name}.svg")]  # fmt: skip
    assert found == ["", ""], (
        f"draw them again: the two commands stand in docs/diagrams/{name}.md\n" + "".join(found)
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_page_holds_the_table_of_today_whoever_plays(name: str) -> None:
    """Cheap for every game: rows, exits, predicates and clauses, without counts."""
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    graph = Subject((name,), (), (), None).graph()
    listed = re.findall(r"^\| [^|]*\| (\d+) \| (\w+) \| (\w+) \| ([^|]*?) \|", page, re.M)
    order = [arrow for inside in graphs.frames(graph).values() for box in inside
             for arrow in graphs.arrows(graph) if arrow.source == box.name]  # fmt: skip
    assert listed == [(str(arrow.rank), arrow.label, arrow.target, ", ".join(arrow.clauses))
                      for arrow in order]  # fmt: skip
    assert f"]({name}.svg)" in page and page.count("\n```mermaid\nflowchart TD\n") == 1
    for arrow in order:
        assert f"\n    r_{arrow.source} " in page
    picture = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert f"as played in {PLAYED} games" in picture and "prefers-color-scheme: dark" in picture
    overview = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"]({name}.md)" in overview and f"]({name}.svg)" in overview
    assert f"--games {PLAYED} " in overview


def test_other_games_or_another_table_make_a_page_stale() -> None:
    graph = played("tin_helm", 1)
    for format, suffix in (("markdown", "md"), ("svg", "svg")):
        told = rendering.stale(graph, format, FOLDER / f"tin_helm.{suffix}")
        assert "-Tin Helm: phase table, as played in 100" in told.replace("-# ", "-")
        assert "in 1 game (" in told


def test_the_command_says_what_was_played_and_repeats_itself(tmp_path: Path) -> None:
    words = ("graph", "hunted", "--games", 2, "--seed", "shake:9", "--policy", "uniform")
    page = tmp_path / "hunted.md"
    assert ruleproof(*words, "--format", "markdown", "-o", page).code == 0
    text = page.read_text(encoding="utf-8")
    assert "by uniform, seed shake:9" in text and "as played in 2 games" in text
    line = next(line for line in text.splitlines() if line.startswith("    ruleproof graph"))
    assert line.strip() == ("ruleproof graph hunted --games 2 --seed shake:9 --policy uniform "
                            "--format markdown -o hunted.md")  # fmt: skip
    assert ruleproof(*words, "--format", "markdown", "--check", page).code == 0
    page.write_text(text.replace("*never*", "3", 1), encoding="utf-8")
    stale = ruleproof(*words, "--format", "markdown", "--check", page)
    assert stale.code == 1 and "--games 2 --seed shake:9 --policy uniform" in stale.err
    folder = tmp_path / "games"
    recorded = ("--games", 2, "--seed", "shake:9", "--policy", "uniform", "-o", folder)
    assert ruleproof("record", "hunted", *recorded).code == 0
    same = ruleproof("graph", folder).out.splitlines()
    told = ruleproof(*words).out.splitlines()
    assert same[0] == told[0] and same[2:] == told[2:], "as if the games had been recorded"


@pytest.mark.parametrize(("words", "says"), [
    (("tin_helm", "--seed", "shake:2"), "for --games"),
    (("ham_helsing", "--level", "map", "--games", 3), "for --level phase"),
    (("a.rply", "--games", 3), "leave the files out"),
    (("tin_helm", "--games", 3, "--policy", "clever"), "careful"),
    (("tin_helm", "--games", 3, "--seed", "rnd:1"), "shake"),
    (("ham_helsing", "--level", "map", "--format", "markdown"), "take mermaid"),
])  # fmt: skip
def test_what_cannot_be_played_for_a_picture_is_refused(
    words: tuple[object, ...], says: str
) -> None:
    done = ruleproof("graph", *words)
    assert (done.code, done.out) == (2, "") and says in done.err
