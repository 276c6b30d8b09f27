"""Pictures of a graph model: DOT source, and SVG or PNG by a `dot` on the path or pygraphviz.

The source depends on the model alone.  An SVG says in words what it shows (`desc`) and which source
it was drawn from (`metadata`), so a picture can be checked without drawing it again, and whatever
the version of `dot`.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from hashlib import blake2b
from html import escape, unescape
from math import log10

import graphviz

from engine.chart import LOOKS, Chart, Spot, Way
from tools.charts import MARKS, Map
from tools.charts import heading as map_heading
from tools.graphs import Arrow, Box, Graph, Use, arrows, boxes, frames, heading
from tools.tables import table_text

READABLE_MAX = 150
DRAWABLE_MAX = 1000
FILLS = {"player": "#cfe8f7", "chance": "#fce4b0", "nobody": "#f4f4f4", "end": "#e6d6ee"}
WORDS = {"player": "PLAYER", "chance": "CHANCE", "nobody": "nobody", "end": "END"}
MEANS = {
    "player": "somebody chooses",
    "chance": "dice or cards decide",
    "nobody": "run through at once",
    "end": "the game is over",
}
OFF, OFF_FILL, SMALL = "#8a8a8a", "#ffffff", "#4d4d4d"
LINE, BACK = "#222222", "#5b7fa6"
USES_A_LINE = 3
# What a colour of ours becomes where the reader has a dark screen.
DARKER = {
    "#cfe8f7": "#123f5c", "#fce4b0": "#5a4208", "#f4f4f4": "#2b3036", "#e6d6ee": "#4a3358",
    "#f9d5cc": "#6b2a1c", "#ffffff": "#14181d", "white": "#14181d", "#222222": "#e4e7ea",
    "#4d4d4d": "#b9c0c7", "#8a8a8a": "#9aa2aa", "#5b7fa6": "#8fb4dd", "#dddddd": "#3a4047",
    "#0072b2": "#6cc0ee", "#d55e00": "#ff9d5c", "#8c4a00": "#f0b070", "black": "#e4e7ea",
}  # fmt: skip
DARK = "@media (prefers-color-scheme: dark) { svg { background: #14181d } " + "".join(
    f'[fill="{light}"] {{ fill: {dark} }} [stroke="{light}"] {{ stroke: {dark} }} '
    for light, dark in DARKER.items()
) + "text:not([fill]) { fill: #e4e7ea } }"
# Maps: inches between neighbouring units of a chart (places are two apart); how far beyond its
# place a path over the edge ends, in units, sideways and up or down.
WIDE, HIGH = 1.6, 1.35
OUT = (1.4, 1.0)
LOOK_FILLS = {"plain": "#f4f4f4", "special": "#cfe8f7", "full": "#fce4b0", "lost": "#dddddd"}


class NoDot(Exception):
    """Neither a `dot` on the path nor pygraphviz. Install the extra viz, or take DOT or Mermaid."""

    code = "E420"

    def __init__(self) -> None:
        super().__init__(
            "nothing here can draw: no `dot` on the path, and pygraphviz (the extra viz) is not "
            "installed; install one, or use the text formats dot and mermaid"
        )


# ---- the source ----


def dot_text(graph: Graph) -> str:
    """The DOT source of a graph, the same whatever draws it."""
    title = heading(graph)[0]
    drawing = graphviz.Digraph(name=str(graph.graph["game"]), strict=False)
    drawing.attr("graph", label=_legend(graph), labelloc="t", labeljust="l", tooltip=title,
                 fontname="Helvetica", nodesep="0.3", ranksep="0.45", pad="0.2")  # fmt: skip
    drawing.attr("node", fontname="Helvetica", fontsize="12", shape="box", style="filled",
                 margin="0.09,0.05", penwidth="1.2", color=LINE)  # fmt: skip
    drawing.attr("edge", fontname="Helvetica", fontsize="10", arrowsize="0.7", color=LINE)
    _place(drawing, graph)
    numbers = {box.name: box.number for box in boxes(graph)}
    for arrow in arrows(graph):
        back = numbers[arrow.target] < numbers[arrow.source]
        drawing.edge(arrow.source, arrow.target, **_edge(arrow, back))
    return drawing.source


def _place(drawing: graphviz.Digraph, graph: Graph) -> None:
    """The boxes; a big table lies on its side, with a frame round the rows of each chapter."""
    framed = frames(graph)
    if len(framed) > 1:
        drawing.attr("graph", rankdir="LR", ranksep="1.2", nodesep="0.14")
    for box in framed.pop("", []):
        drawing.node(box.name, **_node(box))
    for group, inside in framed.items():
        with drawing.subgraph(name=f"cluster_{group}") as frame:
            frame.attr(label=table(cell(f"<B>{font(escape(group), 18)}</B>")), color=BACK,
                       style="rounded", penwidth="1.4", tooltip=group)  # fmt: skip
            for box in inside:
                frame.node(box.name, **_node(box))


def size_notes(graph: Sized) -> list[str]:
    """What the number of boxes means for a picture, in sentences."""
    count = len(graph)
    if count > DRAWABLE_MAX:
        return [f"{count} boxes: dot takes over a minute for more than {DRAWABLE_MAX}"]
    if count > READABLE_MAX:
        return [f"{count} boxes: pictures stay readable up to about {READABLE_MAX}"]
    return []


def cell(content: str, extra: str = 'ALIGN="LEFT"') -> str:
    """A row of a label's table, of one cell."""
    return f"<TR><TD {extra}>{content}</TD></TR>"


def font(text: str, size: int, color: str = "") -> str:
    """Text in a size, and a colour."""
    tint = f' COLOR="{color}"' if color else ""
    return f'<FONT POINT-SIZE="{size}"{tint}>{text}</FONT>'


def table(rows: str, extra: str = "") -> str:
    """A label of rows."""
    head = 'BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"'
    return f"<<TABLE {head}{extra}>{rows}</TABLE>>"


def _node(box: Box) -> dict[str, str]:
    """The attributes of a row: shape and colour by actor, and the actor as a word."""
    ink = LINE if box.on else OFF
    style = "filled,rounded" if box.kind == "player" else "filled"
    return {
        "label": table(_head(box, ink) + _use_lines(box) + _foot(box)),
        "shape": "box3d" if box.kind == "chance" else "box",
        "style": style,
        "fillcolor": FILLS[box.kind] if box.on else OFF_FILL,
        "fontcolor": ink,
        "color": ink,
        "peripheries": "2" if box.kind == "end" else "1",
        "penwidth": "2.4" if box.hub else "1.2",
        "tooltip": f"{box.clause}: {box.rule}" if box.clause else box.name,
    }


def _head(box: Box, ink: str) -> str:
    word = WORDS[box.kind] + (f" {box.seat}" if box.seat else "") + (" · hub" if box.hub else "")
    word += " · start" if box.start else ""
    if not box.on:
        word += " · off"
    name = f"<B>{escape(box.name)}</B>   {font(escape(word), 9, ink)}"
    if box.count is not None:
        name += f"   <B>{times(box.count)}</B>"
    return cell(name)


def _use_lines(box: Box) -> str:
    """Verbs, then free verbs as a note; with counts, one a line."""
    lines = ""
    for free in (False, True):
        uses = [use for use in box.uses if use.free == free]
        step = USES_A_LINE if box.count is None else 1
        for at in range(0, len(uses), step):
            words = ", ".join(_use(use) for use in uses[at : at + step])
            if at + step < len(uses) and step > 1:
                words += ","
            lines += cell(font(f"<I>free: {words}</I>", 10) if free else words)
    return lines


def _use(use: Use) -> str:
    words = escape(use.name) + ("" if use.count is None else f" {times(use.count)}")
    return words if use.on else font(f"{words} (off)", 10, OFF)


def _foot(box: Box) -> str:
    lines = "" if box.on else cell(font(f"needs {escape(box.needs)}", 9, OFF))
    return lines + (cell(font(box.clause, 9, SMALL)) if box.clause else "")


def _edge(arrow: Arrow, back: bool) -> dict[str, str]:
    """The attributes of an exit: order, predicate, clause; dashed if no game took it."""
    ink = OFF if not arrow.on else BACK if back else LINE
    found = {"color": ink, "fontcolor": LINE if arrow.on else OFF}
    found["tooltip"] = f"{arrow.source} to {arrow.target}: {arrow.rank} {arrow.label}. {arrow.rule}"
    lines = []
    if arrow.of > 1 or arrow.label != "always":
        lines.append(escape(f"{arrow.rank} {arrow.label}"))
    if arrow.clauses:
        lines.append(font(", ".join(arrow.clauses), 8, SMALL))
    if arrow.count is not None:
        lines.append(f"<B>{times(arrow.count)}</B>")
        found["penwidth"] = f"{1 + log10(arrow.count + 1) / 2:.2f}"
        if arrow.on and arrow.count == 0:
            found["style"] = "dashed"
    elif arrow.kind == "step":
        found["penwidth"] = "2.2"
    if arrow.kind == "step":
        found["weight"] = "6"
    if lines:
        cells = "".join(cell(line, "") for line in lines)
        found["label"] = table(cells, ' BGCOLOR="white"')
    return found


def times(count: int) -> str:
    """A count as pictures show it."""
    return f"×{count:,}"


def _legend(graph: Graph) -> str:
    title, subtitle = heading(graph)
    kinds = dict.fromkeys(box.kind for box in boxes(graph))
    cells = "".join(
        f'<TD BGCOLOR="{FILLS[kind]}" BORDER="1">{font(WORDS[kind], 9)}</TD>'
        f'<TD ALIGN="LEFT">{font(MEANS[kind], 9)}  </TD>'
        for kind in FILLS
        if kind in kinds
    )
    notes = ["under a name: what may be done there; exits are tried in the order of their numbers"]
    if any(use.free for box in boxes(graph) for use in box.uses):
        notes[0] += "; free: leaves the row as it is"
    if any(not box.on for box in boxes(graph)):
        notes.append("grey: switched off by options or content")
    if any(box.hub for box in boxes(graph)):
        notes.append("thick box: the hub, where owed work runs; thick lines: nothing is owed")
    if len(frames(graph)) > 1:
        notes.append("frames: chapters of the rules")
    if graph.graph["observed"] is not None:
        notes.append("×: how often; dashed: never taken")
    notes.append("blue line: back to a row further up the table")
    bar = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2"><TR>{cells}</TR></TABLE>'
    rows = cell(f"<B>{font(escape(title), 16)}</B>") + cell(font(escape(subtitle), 10))
    rows += cell(bar) + "".join(cell(font(note, 9, SMALL)) for note in notes)
    return table(rows)


# ---- the source of a map ----


def map_source(map: Map) -> str:
    """The DOT source; places are pinned where the chart has them, for `neato`."""
    drawing = graphviz.Graph(name=str(map.facts["game"]), strict=False)
    drawing.attr("graph", label=_map_legend(map), labelloc="t", labeljust="l", layout="neato",
                 fontname="Helvetica", splines="line", pad="0.2", outputorder="edgesfirst",
                 tooltip=map_heading(map)[0])  # fmt: skip
    drawing.attr("node", fontname="Helvetica", fontsize="12", shape="box", color=LINE,
                 style="filled", margin="0.08,0.05")  # fmt: skip
    drawing.attr("edge", color=LINE, penwidth="1.4")
    for spot in map.chart.spots:
        drawing.node(spot.name, **_spot(spot))
    for number, way in enumerate(map.chart.ways):
        _draw_way(drawing, map.chart, number, way)
    return drawing.source


def _pin(column: float, row: float) -> str:
    return f"{column * WIDE:.2f},{-row * HIGH:.2f}!"


def _spot(spot: Spot) -> dict[str, str]:
    rows = cell(f"<B>{escape(spot.title)}</B>")
    printed = [MARKS[spot.look], *spot.printed] if spot.look in ("full", "lost") else spot.printed
    rows += cell(font(escape(" · ".join(printed)), 9, SMALL))
    rows += "".join(cell(font(escape(item), 10, LINE)) for item in spot.there)
    return {
        "label": table(rows),
        "pos": _pin(*spot.at),
        "fillcolor": LOOK_FILLS[spot.look],
        "style": "filled,dashed" if spot.look == "lost" else "filled",
        "penwidth": "2.4" if spot.look == "full" else "1.2",
        "tooltip": spot.title,
    }


def _draw_way(drawing: graphviz.Graph, chart: Chart, number: int, way: Way) -> None:
    """A line; a path over the edge is two stubs, each naming where it comes in again."""
    if way.leaves is None:
        drawing.edge(*way.ends, tooltip=" to ".join(way.ends))
        return
    places = {spot.name: spot for spot in chart.spots}
    for end, sign in ((0, 1), (1, -1)):
        here, there = places[way.ends[end]], places[way.ends[1 - end]]
        stub = f"edge_{number}_{end}"
        column, row = (sign * part * out for part, out in zip(way.leaves, OUT, strict=True))
        drawing.node(stub, label=f"to {there.title.split()[0]}", shape="plaintext", style="",
                     fontsize="10", fontcolor=BACK, pos=_pin(here.at[0] + column, here.at[1] + row),
                     tooltip=f"over the edge to {there.title}")  # fmt: skip
        drawing.edge(here.name, stub, style="dashed", color=BACK)


def _map_legend(map: Map) -> str:
    title, subtitle = map_heading(map)
    there = {spot.look for spot in map.chart.spots}
    cells = "".join(
        f'<TD BGCOLOR="{LOOK_FILLS[look]}" BORDER="1">{font(MARKS[look], 9, LINE)}</TD>'
        f'<TD ALIGN="LEFT">{font(means, 9, LINE)}  </TD>'
        for look, means in LOOKS.items()
        if look in there
    )
    bar = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2"><TR>{cells}</TR></TABLE>'
    rows = cell(f'<B><FONT POINT-SIZE="16">{escape(title)}</FONT></B>')
    rows += cell(font(escape(subtitle), 10, LINE)) + cell(bar)
    rows += "".join(cell(font(escape(line), 11, LINE)) for line in map.chart.told)
    if any(way.leaves for way in map.chart.ways):
        rows += cell(font("dashed: over the edge of the board, in again at the place named", 9,
                           SMALL))  # fmt: skip
    return table(rows)


# ---- drawing ----


def can_draw() -> str:
    """What draws here: `dot`, `pygraphviz`, or nothing ("")."""
    if shutil.which("dot"):
        return "dot"
    try:
        import pygraphviz  # noqa: F401
    except ImportError:
        return ""
    return "pygraphviz"


def draw(source: str, format: str, engine: str = "dot") -> bytes:
    """The source as svg or png bytes, laid out by `engine`; NoDot if nothing here can draw."""
    if format == "png":
        source = source.replace("{\n", "{\n\tdpi=110\n", 1)
    means = can_draw()
    if means == "dot":
        return graphviz.Source(source, engine=engine).pipe(format=format, quiet=True)
    if means != "pygraphviz":
        raise NoDot
    import pygraphviz

    with _quiet_library():
        return bytes(pygraphviz.AGraph(string=source).draw(format=format, prog=engine))


@contextmanager
def _quiet_library() -> Iterator[None]:
    """Keep what the C library says of fonts off the terminal."""
    kept = os.dup(2)
    with tempfile.TemporaryFile() as noise:
        os.dup2(noise.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def svg_text(graph: Graph) -> str:
    """The drawing as SVG with title, description in words, and the digest of its source."""
    return svg_of(dot_text(graph), heading(graph)[0], table_text(graph))


def svg_of(source: str, title: str, words: str, engine: str = "dot") -> str:
    """A drawn source that says what it shows, and which source it is."""
    drawn = draw(source, "svg", engine).decode()
    drawn = re.sub(r"<!-- Generated by .*?-->\s*", "", drawn, flags=re.DOTALL)
    head = (
        f"<style>{DARK}</style>\n"
        f'<title id="title">{escape(title)}</title>\n'
        f'<desc id="desc">{escape(words)}</desc>\n'
        f"<metadata>{source_mark(source)}</metadata>\n"
    )
    mark = ' role="img" aria-labelledby="title desc">\n'
    return re.sub(r"(<svg\b[^>]*)>\n?", lambda m: m[1] + mark + head, drawn, count=1)


def source_mark(source: str) -> str:
    """What an SVG says of its source."""
    return f"drawn from DOT source {blake2b(source.encode(), digest_size=16).hexdigest()}"


def svg_claims(svg: str) -> tuple[str, str]:
    """(description, source mark) of an SVG of ours; empty texts if it has none."""
    found = []
    for tag in ("desc", "metadata"):
        match = re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", svg, flags=re.DOTALL)
        found.append(unescape(match[1]) if match else "")
    return found[0], found[1]
