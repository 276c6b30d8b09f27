"""The graph model and its renderers: what is in the table is in every format, and nothing else."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from engine.game import Game
from engine.phases import NOBODY, Exit, Phase, always
from engine.play import play
from engine.policies import scripted, uniform
from engine.registry import load
from tests.games.mini import GAME
from tools import dot, graphs, mermaid, palette, rendering, tables
from tools.graphs import Counts, extract, observe

drawing = pytest.mark.skipif(not dot.can_draw(), reason="neither dot nor pygraphviz is installed")
NEEDY = tuple(
    replace(phase, needs="gusty=true") if phase.name == "gust" else phase for phase in GAME.phases
)


def seen(game: Game, games: int = 5) -> Counts:
    """Counts over a few uniform games."""
    counts = Counts()
    for index in range(games):
        observe(counts, game, play(game, f"shake:7/{index}", uniform).codes)
    return counts


def renamed(game: Game) -> Game:
    """The same game with one predicate called otherwise."""

    def top_is_near(state: object) -> bool:
        """A planted change of the table."""
        return False

    def mend(phase: Phase) -> Phase:
        if phase.name != "dusk":
            return phase
        return replace(phase, exits=(Exit(top_is_near, "saved"), *phase.exits[1:]))

    phases = tuple(mend(phase) for phase in game.definition.phases)
    return Game(replace(game.definition, phases=phases))


# ---- the model ----


def test_every_row_is_a_box_and_every_exit_an_arrow_in_order() -> None:
    game = load("tin_helm")
    graph = extract(game)
    assert [box.name for box in graphs.boxes(graph)] == [row.name for row in game.rows]
    drawn = [(a.source, a.rank, a.label, a.target, a.clauses) for a in graphs.arrows(graph)]
    declared = [
        (phase.name, number, exit.label, exit.target, exit.clauses)
        for phase in game.definition.phases
        for number, exit in enumerate(phase.exits, 1)
    ]
    assert drawn == declared
    assert nx.number_of_edges(graph) == len(declared)


def test_kinds_verbs_and_the_hub_are_told_apart() -> None:
    boxes = {box.name: box for box in graphs.boxes(extract(load("tin_helm")))}
    assert boxes["race"].start and not boxes["class"].start
    kinds = {name: boxes[name].kind for name in ("fight", "strike", "icon", "won")}
    assert kinds == {"fight": "player", "strike": "chance", "icon": "nobody", "won": "end"}
    free = [use.name for use in boxes["fight"].uses if use.free]
    assert free == ["eat", "use"] and "attack" not in free
    assert [name for name, box in boxes.items() if box.hub] == ["effects"]
    arrows = graphs.arrows(extract(load("tin_helm")))
    assert {a.kind for a in arrows if a.source == "effects"} == {"ask", "step"}
    assert {a.kind for a in arrows if a.source == "water"} == {"verb"}


# ---- observed ----


def test_counts_of_a_scripted_game() -> None:
    game = Game(GAME, {"gusty": False})
    script = ["sip", "climb 3", "rest", "climb 1"]
    codes = play(game, "shake:1/0", scripted(script), plies=len(script)).codes
    counts = Counts()
    observe(counts, game, codes)
    graph = extract(game, counts)
    boxes = {box.name: box for box in graphs.boxes(graph)}
    assert {use.name: use.count for use in boxes["turn"].uses} == {"rest": 1, "climb": 2, "sip": 1}
    assert (boxes["turn"].count, boxes["dusk"].count, boxes["gust"].count) == (4, 3, 0)
    taken = {(a.source, a.label): a.count for a in graphs.arrows(graph)}
    assert taken["turn", "wind_blows"] == 0 and taken["turn", "always"] == 3
    assert (counts.games, counts.plies, counts.ended) == (1, 4, 0)


@pytest.mark.parametrize("name", ["mini", "tin_helm"])
def test_what_enters_a_row_leaves_it(name: str) -> None:
    game = Game(GAME) if name == "mini" else load(name)
    counts = seen(game)
    assert counts.ended == counts.games == 5
    graph = extract(game, counts)
    for box in graphs.boxes(graph):
        out = sum(a.count or 0 for a in graphs.arrows(graph) if a.source == box.name)
        into = sum(a.count or 0 for a in graphs.arrows(graph) if a.target == box.name)
        assert box.count == into + (counts.games if box.start else 0), box.name
        assert box.kind == "end" or out == box.count, box.name
    uses = sum(use.count or 0 for box in graphs.boxes(graph) for use in box.uses)
    assert uses == counts.plies


def test_never_taken_exits_are_marked_in_every_picture() -> None:
    game = Game(GAME)
    counts = Counts()
    observe(counts, game, ())
    graph = extract(game, counts)
    exits = len(graphs.arrows(graph))
    assert tables.table_text(graph).count("(never taken)") == exits
    assert mermaid.mermaid_text(graph)[0].count("-.->") == exits
    drawn = dot.dot_text(graph)
    assert drawn.count("style=dashed") == drawn.count("<B>never</B>") == exits
    assert "dashed grey: never taken" in drawn
    declared = extract(game)
    assert "never taken" not in tables.table_text(declared) + dot.dot_text(declared)
    assert "-.->" not in mermaid.mermaid_text(declared)[0]


def test_the_title_says_how_much_was_played() -> None:
    game = Game(GAME)
    counts = seen(game, 3)
    title = f"The stairs: phase table, as played in 3 games ({counts.plies:,} plies)"
    graph = extract(game, counts)
    for text in (tables.table_text(graph), dot.dot_text(graph), mermaid.mermaid_text(graph)[0]):
        assert title in text


def test_an_exit_says_its_part_of_all_leavings_of_its_row() -> None:
    game = load("tin_helm")
    graph = extract(game, seen(game))
    found = graphs.arrows(graph)
    for arrow in found:
        same = [other.count or 0 for other in found if other.source == arrow.source]
        assert arrow.left == sum(same) and (arrow.left or not arrow.count)
    assert [graphs.shared(replace(found[0], count=n, left=250)) for n in (0, 1, 10, 249, 250)] == [
        "", "<1 %", "4 %", ">99 %", "100 %",
    ]  # fmt: skip
    many = next(arrow for arrow in found if arrow.of > 1 and arrow.count)
    part = graphs.shared(many)
    for text in (dot.dot_text(graph), mermaid.mermaid_text(graph)[0]):
        assert f"×{many.count:,} · {part}" in text
    assert f"{many.count:>9,} {part:>5}" in tables.table_text(graph)
    assert all(a.left is None and not graphs.shared(a) for a in graphs.arrows(extract(game)))


def test_rows_that_lead_straight_back_to_the_hub_have_one_line_with_two_heads() -> None:
    graph = extract(load("henchling"))
    found = dot.dot_text(graph)
    back = {(a.target, a.source) for a in graphs.arrows(graph) if a.of == 1}
    spokes = {a.target for a in graphs.arrows(graph) if a.source == "resolve"
              and (a.source, a.target) in back}  # fmt: skip
    assert len(spokes) > 5 and found.count("dir=both") == len(spokes)
    edges = re.findall(r"^\t(\w+) -> (\w+) ", found, re.M)
    assert not {(row, "resolve") for row in spokes} & set(edges), "the way back is the same line"
    assert len(edges) == len(graphs.arrows(graph)) - len(spokes)
    assert "two heads" in found and "two heads" not in dot.dot_text(extract(Game(GAME)))


def test_text_in_pictures_has_contrast_in_light_and_in_dark() -> None:
    def light(colour: str) -> float:
        colour = {"white": "#ffffff", "black": "#000000"}.get(colour, colour)
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4
                            for p in parts)  # fmt: skip
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    fills = {*palette.FILLS.values(), *palette.LOOK_FILLS.values(), "white"}
    pairs = [(ink, fill) for ink in (palette.LINE, palette.SMALL, "black") for fill in fills]
    pairs += [(palette.OFF, fill) for fill in (*palette.FILLS.values(), "white")]
    pairs += [(palette.BACK, "white")]
    dark = [(palette.DARKER[ink], palette.DARKER[fill]) for ink, fill in pairs]
    for ink, fill in (*pairs, *dark):
        low, high = sorted((light(ink), light(fill)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, fill)


# ---- switched off ----


def test_what_options_switch_off_is_grey_and_says_why() -> None:
    definition = replace(GAME, phases=NEEDY)
    on, off = extract(Game(definition)), extract(Game(definition, {"gusty": False}))
    assert "off" not in tables.table_text(on) and dot.OFF not in dot.dot_text(on)
    assert "gust (chance) [MI-GUST-01] blow - off: needs gusty=true" in tables.table_text(off)
    assert tables.table_text(off).count("(off)") == 3
    assert "needs gusty=true" in dot.dot_text(off) and dot.OFF in dot.dot_text(off)
    assert "class r_gust off" in mermaid.mermaid_text(off)[0]
    assert "gusty = false" in tables.table_text(off)


def test_an_exit_that_a_game_took_is_on_whatever_another_game_switched_off() -> None:
    definition = replace(GAME, phases=NEEDY)
    counts = Counts()
    for gusty in (False, True):
        game = Game(definition, {"gusty": gusty})
        observe(counts, game, play(game, "shake:3/1", uniform).codes)
    assert all(box.on for box in graphs.boxes(extract(game, counts)))


# ---- formats ----


def test_the_json_document_holds_the_whole_model() -> None:
    graph = extract(Game(GAME), seen(Game(GAME)))
    found = json.loads(graphs.json_text(graph))
    assert found["schema"] == "ruleproof.graph/1" and found["game"] == "mini"
    assert len(found["rows"]) == len(graphs.boxes(graph))
    assert [e["rank"] for e in found["exits"] if e["source"] == "dusk"] == [1, 2, 3]
    assert found["observed"]["games"] == 5
    assert graphs.json_text(graph) == json.dumps(
        found, sort_keys=True, indent=2, ensure_ascii=False
    ) + "\n"


def test_graphml_reads_back_as_the_same_graph() -> None:
    graph = extract(load("tin_helm"))
    back = nx.parse_graphml(graphs.graphml_text(graph), force_multigraph=True)
    assert list(back.nodes) == list(graph.nodes)
    there = sorted((s, t, d["label"]) for s, t, d in back.edges(data=True))
    assert there == sorted((a.source, a.target, a.label) for a in graphs.arrows(graph))


@drawing
def test_an_svg_has_real_text_a_title_and_the_table_in_words() -> None:
    graph = extract(load("tin_helm"))
    root = ElementTree.fromstring(dot.svg_text(graph))
    space = "{http://www.w3.org/2000/svg}"
    words = {(node.text or "").strip() for node in root.iter(f"{space}text")}
    assert {row.name for row in load("tin_helm").rows} <= words
    assert "1 level_five_is_over" in words and "TH-ICON-03" in words
    assert {"PLAYER", "CHANCE", "nobody", "END", "free: eat, use"} <= words
    assert root.findtext(f"{space}title") == "Tin Helm: phase table"
    assert root.findtext(f"{space}desc") == tables.table_text(graph)
    assert root.get("role") == "img"


@drawing
def test_labels_of_lines_are_drawn_over_all_lines() -> None:
    drawn = dot.svg_text(extract(load("tin_helm")))
    root = ElementTree.fromstring(drawn)
    space = "{http://www.w3.org/2000/svg}"
    whole = root.find(f"{space}g")
    assert whole is not None
    groups = [at for at, part in enumerate(whole) if part.tag == f"{space}g"]
    labels = [at for at, part in enumerate(whole) if part.tag == f"{space}text"
              and at > groups[0]]  # fmt: skip
    assert len(labels) > 50 and max(groups) < min(labels)
    edges = [part for part in whole if part.get("class") == "edge"]
    assert edges and not any(part.findall(f"{space}text") for part in edges)


@drawing
def test_a_picture_is_a_png() -> None:
    assert dot.draw(dot.dot_text(extract(Game(GAME))), "png").startswith(b"\x89PNG")


def test_mermaid_lines_are_nodes_edges_or_styles() -> None:
    text, notes = mermaid.mermaid_text(extract(load("tin_helm")))
    lines = text.splitlines()
    assert lines[0] == "flowchart TD" and notes == []
    known = ("r_", "classDef ", "class ", "linkStyle ", "%% ")
    assert all(line.strip().startswith(known) for line in lines[1:])
    assert "    r_class --> r_turn_up" in lines, "`class` alone is a word of Mermaid's"
    assert text.count(":::end_") == 3, "`end` alone is a word of Mermaid's"


# ---- limits ----


def wide(exits: int, letters: int, clause: str = "") -> Game:
    """A game with one row of many exits, their names so long."""

    def way(number: int) -> Callable[..., bool]:
        def holds(state: object) -> bool:
            return False

        holds.__name__ = f"way_{number}_" + "x" * letters
        return holds

    ways = tuple(Exit(way(number), "over", clause) for number in range(exits))
    first = replace(GAME.phases[0], exits=(*ways, Exit(always, "over")))
    over = Phase("over", "MI-END-01", NOBODY)
    verbs = tuple(verb for verb in GAME.verbs if verb.name != "blow")
    return Game(replace(GAME, phases=(first, over), verbs=verbs))


def test_a_big_table_has_frames_round_chapters_a_small_one_none() -> None:
    """Every row is in the frame of its clause's chapter, the hub in none."""
    small, big = extract(load("tin_helm")), extract(load("ham_helsing"))
    assert graphs.frames(small) == {"": graphs.boxes(small)}
    assert "cluster_" not in dot.dot_text(small)
    framed = graphs.frames(big)
    assert {"player", "market", "villain"} < set(framed)
    assert [box.hub for box in framed[""]] == [True]
    for group in set(framed) - {""}:
        assert {box.group for box in framed[group]} == {group}
        assert dot.dot_text(big).count(f"subgraph cluster_{group} ") == 1
        assert f'subgraph f_{group}["{group}"]' in mermaid.mermaid_text(big)[0]


def test_mermaid_says_what_its_limits_left_out() -> None:
    text, notes = mermaid.mermaid_text(extract(wide(620, 100)))
    edges = sum(" -->" in line for line in text.splitlines())
    assert 300 < edges < mermaid.EDGES_MAX and len(text) <= mermaid.CHARACTERS_MAX
    assert "at most 500 edges: the last 121 are left out" in notes[0]
    assert f"and the last {500 - edges} edges" in notes[1]
    assert all(note in text for note in notes)


def test_mermaid_leaves_out_clauses_before_edges() -> None:
    text, notes = mermaid.mermaid_text(extract(wide(420, 74, "MI-END-01")))
    assert sum(" -->" in line for line in text.splitlines()) == 421
    assert "clauses are left out" in notes[0] and "edges" not in notes[0]
    assert "MI-END-01" not in text


def test_dot_says_when_a_picture_gets_too_large() -> None:
    graph = extract(Game(GAME))
    assert dot.size_notes(graph) == []
    for number in range(dot.READABLE_MAX):
        graph.add_node(f"more_{number}")
    assert "readable up to about 150" in dot.size_notes(graph)[0]
    for number in range(dot.DRAWABLE_MAX):
        graph.add_node(f"still_more_{number}")
    assert "over a minute" in dot.size_notes(graph)[0]


# ---- stale ----


@pytest.mark.parametrize(
    ("suffix", "format"), [(".mmd", "mermaid"), (".dot", "dot"), (".txt", "table"),
                           (".json", "json"), (".graphml", "graphml"),
                           pytest.param(".svg", "svg", marks=drawing)],
)  # fmt: skip
def test_a_planted_change_of_the_table_is_stale(tmp_path: Path, suffix: str, format: str) -> None:
    game = Game(GAME)
    path = tmp_path / f"phases{suffix}"
    rendering.write(extract(game), format, path)
    assert rendering.stale(extract(game), format, path) == ""
    told = rendering.stale(extract(renamed(game)), format, path)
    assert any(line.startswith("-") and "top_is_reached" in line for line in told.splitlines())
    assert any(line.startswith("+") and "top_is_near" in line for line in told.splitlines())


@drawing
def test_an_svg_of_another_layout_is_stale_though_its_words_are_right(tmp_path: Path) -> None:
    graph = extract(Game(GAME))
    path = tmp_path / "phases.svg"
    drawn = dot.svg_text(graph)
    path.write_text(drawn.replace(dot.source_mark(dot.dot_text(graph)), "drawn from DOT source 0"))
    assert "drawn from DOT source 0, now" in rendering.stale(graph, "svg", path)
    path.write_text(drawn.replace("graphviz version", "graphviz version 99"))
    assert rendering.stale(graph, "svg", path) == ""


def test_the_block_of_a_page_is_checked(tmp_path: Path) -> None:
    graph = extract(Game(GAME))
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n```mermaid\n{mermaid.mermaid_text(graph)[0]}```\n\nWords.\n")
    assert rendering.stale(graph, "mermaid", page) == ""
    assert "top_is_near" in rendering.stale(extract(renamed(Game(GAME))), "mermaid", page)
