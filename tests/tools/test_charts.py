"""The map of a game: every format tells what the game's chart says, and nothing else."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from engine import registry
from engine.chart import Chart, Spot, Way
from engine.definition import Definition
from engine.game import Game
from engine.play import play
from engine.policies import uniform
from engine.state import State
from replays import reader
from replays.recorder import header_for
from replays.seeded import record_file
from tests.games.mini import GAME
from tests.tools.command import ruleproof
from tools import charts, dot, graphing, mapdraw, rendering, setup

drawing = pytest.mark.skipif(not dot.can_draw(), reason="neither dot nor pygraphviz is installed")


def stairs(rules: object, state: State | None) -> Chart:
    """Three landings, two of them joined over the edge; in a position, how high the first is."""
    there = () if state is None else (f"ply {state.ply} <\"here\">",)
    spots = (
        Spot("foot", "F Foot & mat", (0, 1), ("limit 2",), there),
        Spot("turn", "T Turn", (2, 1), ("limit 1",), look="full"),
        Spot("top", "P Top", (4, 1), look="lost"),
    )
    ways = (Way(("foot", "turn")), Way(("turn", "top")), Way(("foot", "top"), (-1, 0)))
    return Chart(spots, ways, () if state is None else ("windy",))


WITH_MAP: Definition = replace(GAME, chart=stairs)


def printed() -> charts.Map:
    """The board as printed."""
    return graphing.charted(Game(WITH_MAP, {"flask": 3}), None)


# ---- the formats ----


def test_the_table_names_paths_and_the_way_round_for_every_place() -> None:
    lines = charts.table_text(printed()).splitlines()
    assert lines[:2] == ["The stairs: map", "rules version 1 · content mini-1 · flask = 3"]
    assert lines[3:] == [
        "F Foot & mat (place, limit 2): turn; over the edge: top",
        "T Turn (full, limit 1): foot top",
        "P Top (lost): turn; over the edge: foot",
    ]


def test_a_position_says_its_ply_and_what_is_there() -> None:
    game = Game(WITH_MAP)
    state = game.initial()
    text = charts.table_text(graphing.charted(game, state))
    assert text.startswith(f"The stairs: map at ply {state.ply}\n") and "\nwindy\n" in text
    assert f'   ply {state.ply} <"here">' in text


def test_the_json_document_holds_every_place_and_way() -> None:
    found = json.loads(charts.json_text(printed()))
    assert (found["schema"], found["level"], found["ply"]) == ("ruleproof.map/1", "map", None)
    assert [spot["name"] for spot in found["spots"]] == ["foot", "turn", "top"]
    assert found["spots"][1]["look"] == "full" and found["spots"][1]["printed"] == ["limit 1"]
    assert found["ways"][2] == {"ends": ["foot", "top"], "leaves": [-1, 0]}


def test_graphml_is_read_back_as_the_same_graph() -> None:
    graph = nx.parse_graphml(rendering.text_of(printed(), "graphml"), force_multigraph=True)
    assert set(graph.nodes) == {"foot", "turn", "top"}
    kinds = sorted(data["kind"] for _, _, data in graph.edges(data=True))
    assert kinds == ["edge", "path", "path"]


def test_dot_pins_places_and_draws_a_way_round_as_two_stubs() -> None:
    source = mapdraw.map_source(printed())
    assert source.count(" -- ") == 2 + 2 and "foot -- top" not in source
    assert 'label="to P"' in source and 'label="to F"' in source
    assert source.count("pos=") == 3 + 2 and "Foot &amp; mat" in source


def test_mermaid_says_the_way_round_in_words() -> None:
    text = charts.mermaid_text(printed())
    assert 'p_foot -. "over the edge" .- p_top' in text and "p_foot --- p_turn" in text
    assert "Foot #amp; mat" in text


@drawing
def test_an_svg_says_in_words_what_it_shows_and_knows_when_it_is_stale(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    game = Game(WITH_MAP)
    rendering.write(graphing.charted(game, None), "svg", path)
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    told = root.find("{http://www.w3.org/2000/svg}desc")
    assert told is not None and told.text == charts.table_text(graphing.charted(game, None))
    assert rendering.stale(graphing.charted(game, None), "svg", path) == ""
    assert "windy" in rendering.stale(graphing.charted(game, game.initial()), "svg", path)


# ---- the command ----


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """tin_helm has the map of the stairs."""
    plain = registry.definition

    def definition(name: str, *rest: bool) -> Definition:
        return replace(plain(name, *rest), chart=stairs)

    monkeypatch.setattr(registry, "definition", definition)
    monkeypatch.setattr(reader, "definition", definition)


def recorded(folder: Path) -> Path:
    """One recorded game."""
    game = setup.Setup("tin_helm", (), None, None, True).load()
    path = folder / "one.rply"
    record_file(path, game, "shake:5/0", uniform,
                header=header_for(game, seed="shake:5/0", policy="uniform"))  # fmt: skip
    return path


@pytest.mark.usefixtures("known")
def test_the_level_map_draws_the_board_and_checks_it(tmp_path: Path) -> None:
    path = tmp_path / "map.mmd"
    assert ruleproof("graph", "tin_helm", "--level", "map", "-o", path).code == 0
    assert ruleproof("graph", "tin_helm", "--level", "map", "--check", path).code == 0
    path.write_text("flowchart TD\n", encoding="utf-8")
    stale = ruleproof("graph", "tin_helm", "--level", "map", "--check", path)
    assert stale.code == 1 and "ruleproof graph tin_helm --level map --format" in stale.err


@pytest.mark.usefixtures("known")
def test_a_replay_shows_the_position_at_a_ply(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    last = len(play(setup.Setup("tin_helm", (), None, None, True).load(), "shake:5/0",
                    uniform).codes)  # fmt: skip
    for ply in (0, 3, last):
        done = ruleproof("graph", path, "--level", "map", "--ply", ply)
        assert done.code == 0 and done.out.startswith(f"Tin Helm: map at ply {ply}\n")
        assert f"   ply {ply} " in done.out
    assert f"at ply {last}\n" in ruleproof("graph", path, "--level", "map").out
    beyond = ruleproof("graph", path, "--level", "map", "--ply", last + 1)
    assert beyond.code == 2 and f"ends at ply {last}" in beyond.err


def test_what_has_no_map_or_more_than_one_position_is_refused(tmp_path: Path) -> None:
    none = ruleproof("graph", "tin_helm", "--level", "map")
    assert none.code == 2 and "tin_helm has no map" in none.err
    path = recorded(tmp_path)
    (tmp_path / "two.rply").write_bytes(path.read_bytes())
    two = ruleproof("graph", tmp_path, "--level", "map")
    assert two.code == 2 and "here are 2 games" in two.err
    assert ruleproof("graph", "tin_helm", "--level", "map", "--ply", 1).code == 2
    assert ruleproof("graph", "tin_helm", "--ply", 1).code == 2
