"""`ruleproof explore`: what it tells, its documents, what it writes, bounds by name, refusals."""

import errno
import json
import os
import signal
from pathlib import Path

import networkx as nx
import pytest

from engine import registry
from engine.definition import Definition
from properties.invariant import Property
from replays.reader import read
from tests.games.oxo import GAME as OXO
from tests.games.urn import GAME as URN
from tests.properties.test_explore import at_most_two_are_drawn
from tests.tools.run import refused, run
from tools import exploring

TOYS = {"oxo": OXO, "urn": URN}
ENTRY = "[ruleproof.games]\nurn = tests.games.urn:GAME\noxo = tests.games.oxo:GAME\n"
SCENARIO = """
game = "urn"
name = "two are left"
when = ["draw"]
[given]
row = "choose"
drawn = ["red_1", "blue_2"]
"""


@pytest.fixture(autouse=True)
def toys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both toys, registered by the entry points of another distribution."""
    folder = tmp_path_factory.mktemp("toys")
    info = folder / "toys-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(ENTRY)
    monkeypatch.syspath_prepend(str(folder))


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The urn with a property that is broken by the third token."""
    def properties(name: str, foreign: bool = True) -> tuple[Property, ...]:
        return (at_most_two_are_drawn,)

    monkeypatch.setattr(exploring, "properties_for", properties)


def test_the_report_says_what_was_seen_and_what_stopped_it() -> None:
    done = run("explore", "urn")
    assert done.exit_code == 0
    assert "The urn from position 0: everything reachable was seen\n" in done.stdout
    assert "states       46\nedges        62\ndepth        8 plies\n" in done.stdout
    assert "ends         emptied 1, kept 15\n" in done.stdout
    assert "games        65 (emptied 24, kept 41)\n" in done.stdout
    assert "exits        4 taken, 0 not reached\n" in done.stdout
    assert "\nply  lines  positions  end here\n" in done.stdout
    cut = run("explore", "oxo", "--states", 100)
    assert "stopped by --states 100" in cut.stdout and "not looked into" in cut.stdout
    assert "stopped by --depth 2" in run("explore", "urn", "--depth", 2).stdout
    assert "stopped by --max-time 0.001s" in run("explore", "oxo", "--max-time", "0.001s").stdout
    assert "stopped by --memory 1" in run("explore", "oxo", "--memory", 1).stdout


def test_documents_have_equal_counts_and_networkx_reads_both(tmp_path: Path) -> None:
    path = tmp_path / "urn.graphml"
    done = run("explore", "urn", "--json", "--graphml", path)
    document = json.loads(done.stdout)
    assert document["schema"] == "ruleproof.explore/1" and done.stderr == ""
    counts = document["counts"]
    linked = nx.node_link_graph(document, edges="edges")
    drawn = nx.read_graphml(path, force_multigraph=True)
    for graph in (linked, drawn):
        assert graph.is_directed() and graph.is_multigraph()
        assert (len(graph), graph.size()) == (counts["states"], counts["edges"]) == (46, 62)
    assert drawn.nodes["0"]["row"] == "choose" and drawn.graph["game"] == "urn"
    assert nx.is_directed_acyclic_graph(linked)
    assert nx.dag_longest_path_length(linked) == counts["depth"]
    assert len({facts["digest"] for _, facts in linked.nodes(data=True)}) == 46


def test_options_reach_the_search() -> None:
    words = ["explore", "urn", "--player-choices-only", "--symmetry", "--json"]
    document = json.loads(run(*words).stdout)
    assert document["counts"]["states"] == 17 and document["counts"]["edges"] == 26
    assert document["alike"] == {"apart": 0, "merged": 6} and document["games"] == 65


@pytest.mark.usefixtures("wrong")
def test_a_finding_is_written_as_its_shortest_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("explore", "urn", "-o", tmp_path / "found")
    assert done.exit_code == 1 and "after 6 plies: draw, turn_up red_1, draw," in done.stdout
    (path,) = (tmp_path / "found").glob("*.rply")
    assert len(read(path).only().codes) == 6 and str(path) in done.stdout
    assert run("verify", path).exit_code == 0
    assert json.loads(path.with_suffix(".json").read_text())["signature"]["clause"] == "UR-DRAW-01"
    with monkeypatch.context() as patched:  # before anything is searched
        patched.setattr(exploring, "explore", None)
        again = run("explore", "urn", "-o", tmp_path / "found")
        assert "an earlier search; name another folder" in refused(again, 2, "E207")
    assert run("explore", "urn", "-o", tmp_path / "found", "--force").exit_code == 1
    # From the middle of that game the way is shorter, and the replay still whole.
    shorter = run("explore", path, "--at", 4, "-o", tmp_path / "more")
    assert "from ply 4 of" in shorter.stdout and "after 2 plies" in shorter.stdout
    (longer,) = (tmp_path / "more").glob("*.rply")
    assert longer.read_bytes() == path.read_bytes()


@pytest.mark.usefixtures("wrong")
def test_what_was_found_is_told_where_it_cannot_be_written(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *rest: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    monkeypatch.setattr("os.fsync", full)
    for words in (("-o", "found"), ("--graphml", "all.graphml")):
        for form in ((), ("--json",)):
            done = run("explore", "urn", *words, *form)
            assert done.exit_code == 2 and "UR-DRAW-01" in done.stdout
            assert "No space left on device; make room, or name another" in done.stderr


@pytest.mark.usefixtures("wrong")
def test_from_a_scenario_the_way_is_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(SCENARIO)
    done = run("explore", path, "-o", tmp_path / "found")
    assert done.exit_code == 1 and "after 2 plies: draw, turn_up red_2" in done.stdout
    (written,) = (tmp_path / "found").iterdir()
    assert written.suffix == ".toml" and run("scenario", written).exit_code in (0, 1)
    assert 'when = ["draw", "turn_up red_2"]' in written.read_text()
    later = run("explore", path, "--at", 1, "--no-invariants")
    assert later.exit_code == 0 and "states       8\n" in later.stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["ur"], "E112", "did you mean urn"),
        (["urn", "--at", "3"], "E400", "--at is a ply of a replay"),
        (["none.rply"], "E401", "no such file"),
        (["urn", "--max-time", "soon"], "E400", "expected seconds (90"),
        (["two.toml", "--option", "players=1"], "E400", "leave yours out"),
        (["two.toml", "--at", "9"], "E400", "has 1 plies"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    here: Path, words: list[str], code: str, says: str
) -> None:
    (here / "two.toml").write_text(SCENARIO)
    assert says in refused(run("explore", *words), 2, code)


def test_the_toys_are_declared_as_any_game() -> None:
    for name, definition in TOYS.items():
        found: Definition = registry.definition(name)
        assert found.title == definition.title


def test_a_search_that_is_terminated_tells_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = iter([False, True])

    def beat() -> str:
        if next(asked):
            os.kill(os.getpid(), signal.SIGTERM)
        return ""

    monkeypatch.setattr(exploring.Wish, "halt", lambda wish: beat)
    monkeypatch.setattr("properties.explore.BEATS", 1)
    before = signal.getsignal(signal.SIGTERM)
    done = run("explore", "oxo")
    assert done.exit_code == 130 and "from position 0: stopped by a signal" in done.stdout
    assert "states  " in done.stdout and "not looked into" in done.stdout
    assert signal.getsignal(signal.SIGTERM) is before
