"""`graph --level state`: merged games, three kinds of edge, cuts, caps, overlay, every format."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from engine.game import Game
from replays.recorder import Recorder, header_for
from tests.games.urn import GAME
from tests.tools.command import Done, ruleproof
from tests.tools.test_explore_command import SCENARIO, toys
from tools import dot, palette, statecuts, statedraw
from tools.states import FORK, OPEN, PARTING, START, TAKEN, Move, Node, StateGraph

__all__ = ["toys"]  # a fixture that every test here uses
RED = ("draw", "turn_up red_1", "draw", "turn_up blue_1", "stop")
BLUE = ("draw", "turn_up blue_1", "draw", "turn_up red_1", "draw", "turn_up red_2", "stop")
ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "state-graphs.md"
LINES = re.findall(r"^    (ruleproof graph .* -o \S+)$", PAGE.read_text(encoding="utf-8"), re.M)
drawing = pytest.mark.skipif(not dot.can_draw(), reason="neither dot nor pygraphviz is installed")


def recorded(path: Path, texts: tuple[str, ...]) -> Path:
    """A replay of the urn in which this is done."""
    game = Game(GAME)
    state = game.initial()
    with path.open("wb") as stream:
        recorder = Recorder.to_stream(stream, header_for(game))
        recorder.begin(state)
        for text in texts:
            count = len(game.legal_actions(state))
            game.apply(state, game.code(text))
            recorder.ply(game.code(text), state, count)
        recorder.finish(game, state)
        recorder.close()
    return path


@pytest.fixture
def two(here: Path) -> tuple[Path, Path]:
    """Two games that part at the first token, meet again, and part again."""
    return recorded(here / "red.rply", RED), recorded(here / "blue.rply", BLUE)


def drawn(*words: object) -> Done:
    """`ruleproof graph --level state WORDS`."""
    return ruleproof("graph", "--level", "state", *words)


def document(*words: object) -> dict[str, list[dict[str, object]]]:
    """The JSON document of a drawing."""
    done = drawn(*words, "--format", "json")
    assert done.code == 0, done.err
    found: dict[str, list[dict[str, object]]] = json.loads(done.out)
    return found


def kinds(found: dict[str, list[dict[str, object]]]) -> dict[object, int]:
    """Kind of edge: how many."""
    counts: dict[object, int] = {}
    for move in found["moves"]:
        counts[move["kind"]] = counts.get(move["kind"], 0) + 1
    return counts


def test_games_are_merged_where_they_meet_and_forks_are_marked(two: tuple[Path, Path]) -> None:
    found = document(*two, "--edges", TAKEN)
    # Both begin alike; after two tokens the same are drawn; then one stops and one goes on.
    assert found["showing"] == [11, 11] and kinds(found) == {TAKEN: 11}
    marks = {tuple(node["marks"]): node for node in found["nodes"] if node["marks"]}  # type: ignore
    assert set(marks) == {(START,), (FORK,)}
    forks = [node for node in found["nodes"] if node["marks"] == [FORK]]
    assert [node["plies"] for node in forks] == [[1], [4]]
    assert [node["games"] for node in forks] == [[0, 1], [0, 1]]


def test_what_was_legal_and_what_a_clause_refuses_are_edges_of_their_own(
    two: tuple[Path, Path],
) -> None:
    found = document(two[0])
    open_ones = [move for move in found["moves"] if move["kind"] == OPEN]
    # Three times `stop` or `draw` instead, and the tokens that did not come up, by verb.
    assert [move["actions"] for move in open_ones] == [
        ["stop"], ["turn_up red_2", "turn_up blue_1", "turn_up blue_2"], ["stop"],
        ["turn_up red_2", "turn_up blue_2"], ["draw"],
    ]  # fmt: skip
    assert kinds(found) == {TAKEN: 5, OPEN: 5}, "the urn is never empty where one chooses"


def test_a_refused_action_names_its_clause(here: Path) -> None:
    done = drawn(ROOT / "docs" / "pictures" / "tin_helm.rply", "--around", 11, "--radius", 0)
    assert "use smoke_bomb -| refused: TH-ITEM-01" in done.out


def test_an_exploration_has_the_nodes_and_edges_of_the_search(here: Path) -> None:
    found = document("urn", "--depth", 8)
    assert found["showing"] == [46, 62] and kinds(found) == {TAKEN: 62}
    short = document("urn", "--depth", 4, "--player-choices-only")
    assert short["showing"] == [31, 47]
    (here / "two.toml").write_text(SCENARIO)
    assert document("two.toml", "--depth", 9)["showing"] == [10, 10]


def test_from_a_ply_of_a_game_its_own_moves_are_the_taken_ones(two: tuple[Path, Path]) -> None:
    found = document(two[0], "--at", 2, "--depth", 2)
    taken = [move["actions"] for move in found["moves"] if move["kind"] == TAKEN]
    assert taken == [["draw"], ["turn_up blue_1"]]
    assert kinds(found)[OPEN] == 3


# ---- cuts ----


def test_fields_merge_positions_that_show_the_same(two: tuple[Path, Path]) -> None:
    found = document(*two, "--fields", "row", "--edges", TAKEN)
    assert [node["fields"] for node in found["nodes"]] == [
        ["row choose"], ["row reach"], ["row kept"]
    ]  # fmt: skip
    assert sum(node["members"] for node in found["nodes"]) == 11  # type: ignore[misc]
    assert "positions with the same row are one" in found["notes"]
    draw = next(move for move in found["moves"] if move["actions"] == ["draw"])
    assert draw["count"] == 5


def test_around_path_and_chains_leave_out_the_rest_and_say_so(two: tuple[Path, Path]) -> None:
    near = document(*two, "--edges", TAKEN, "--around", 4, "--radius", 1)
    assert near["showing"] == [5, 4] and near["of"] == [11, 11]
    assert "showing 5 of 11 positions and 4 of 11 moves" in drawn(
        *two, "--edges", TAKEN, "--around", 4, "--radius", 1).out  # fmt: skip
    way = document(*two, "--edges", TAKEN, "--path", 4)
    assert way["showing"] == [5, 4]
    digest = str(near["nodes"][0]["digest"])
    assert document(*two, "--edges", TAKEN, "--path", digest[:9])["showing"] == [4, 3]
    chain = document(*two, "--edges", TAKEN, "--collapse-chains")
    assert chain["showing"] == [5, 5]
    assert sorted(move["steps"] for move in chain["moves"]) == [1, 1, 3, 3, 3]  # type: ignore


def test_caps_are_heeded_and_said(two: tuple[Path, Path]) -> None:
    done = drawn(*two, "--nodes", 3)
    assert "showing 3 of 11 positions" in done.out
    long = StateGraph({"game": "x", "title": "X", "options": {}, "rules_version": 1,
                       "content": "c", "from": "here"})  # fmt: skip
    for number in range(600):
        long.nodes[f"{number:016x}"] = Node(f"{number:016x}", "row", "player")
    names = list(long.nodes)
    long.moves = [Move(a, b, TAKEN, ("go " + "x" * 70,)) for a, b in pairwise(names)]
    text, notes = statedraw.mermaid_text(long)
    assert len(text) <= 50_000 and text.count("==>") < 500
    assert any("at most 500 edges: the last 99" in note for note in notes)
    assert any("50,000 characters" in note for note in notes)
    assert statecuts.capped(long, 150).size == (150, 149)
    assert dot.size_notes(range(151)) and not dot.size_notes(range(150))


def test_an_overlay_marks_where_two_games_part_first(two: tuple[Path, Path]) -> None:
    done = drawn(*two, "--overlay", "--edges", TAKEN)
    assert "the games part at ply 1" in done.out and f"{FORK} · {PARTING}" in done.out
    assert "   A: turn_up red_1 -> " in done.out and "   B: turn_up blue_1 -> " in done.out
    assert "A and B: draw" in done.out
    source = drawn(*two, "--overlay", "--edges", TAKEN, "--format", "dot").out
    assert source.count("#d55e00:#d55e00") == 6 and source.count('"#0072b2"') == 4


# ---- formats ----


@drawing
def test_the_picture_is_accessible_and_dark_where_the_reader_is(two: tuple[Path, Path]) -> None:
    done = drawn(*two, "--format", "svg")
    root = ElementTree.fromstring(done.out)
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img" and root.get("aria-labelledby") == "title desc"
    assert "The urn: positions" in str(root.findtext(f"{space}title"))
    assert "never taken ->" in str(root.findtext(f"{space}desc"))
    assert "prefers-color-scheme: dark" in str(root.findtext(f"{space}style"))
    used = {node.get("fill") for node in root.iter() if node.get("fill")} - {"none"}
    assert used <= set(palette.DARKER), "every colour has a dark one"


def test_graphml_and_json_hold_the_same_and_mermaid_has_three_lines(
    two: tuple[Path, Path], here: Path
) -> None:
    found = document(*two)
    assert drawn(*two, "-o", here / "two.graphml").code == 0
    graph = nx.read_graphml(here / "two.graphml", force_multigraph=True)
    assert (len(graph), graph.size()) == (len(found["nodes"]), len(found["moves"]))
    text = drawn(*two, "--format", "mermaid").out
    assert text.count("==>") == 11 and "-.->" in text and text.startswith("flowchart TD\n")


@pytest.mark.parametrize("line", LINES)
def test_the_pictures_of_the_page_are_what_its_commands_draw(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(line.replace(" -o ", " --check "))[1:]
    done = ruleproof(*words)
    assert done.code == 0, done.out + done.err
    shown = re.findall(r"\(pictures/(\w+\.svg)\)", PAGE.read_text(encoding="utf-8"))
    assert words[-1].removeprefix("docs/pictures/") in shown and len(shown) == len(LINES)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["red.rply", "--edges", "takn"], "did you mean taken"),
        (["red.rply", "--fields", "drwn"], "did you mean drawn"),
        (["red.rply", "--around", "99"], "no position at ply 99"),
        (["red.rply", "--path", "ffffffffff"], "names 0 positions"),
        (["red.rply", "--overlay"], "here are 1"),
        (["red.rply", "--ply", "2"], "--ply is for --level map"),
        (["red.rply", "--fields", "row", "--show", "drawn"], "give one of them"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(
    two: tuple[Path, Path], words: list[str], says: str
) -> None:
    done = drawn(*words)
    assert (done.code, done.out) == (2, "") and says in done.err
    assert ruleproof("graph", "urn", "--at", "1").code == 2
