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

from tools.graphs import Arrow, Box, Graph, Use, arrows, boxes, frames, heading, shared
from tools.palette import (
    BACK,
    DARK,
    FILLS,
    LINE,
    MEANS,
    OFF,
    OFF_FILL,
    SMALL,
    WORDS,
)
from tools.tables import table_text

# The label of a line stands behind its path, which has a tooltip; that of a box is in its own.
LABEL = re.compile(r"(?<=</a>\n</g>\n)((?:<(?:polygon|text)\b[^\n]*\n)+)(?=</g>)")
READABLE_MAX = 150
DRAWABLE_MAX = 1000
USES_A_LINE = 3
CLAUSES_A_LINE = 2
STEPS = 3  # lines of rows that lead straight back to the hub; one alone would be too long


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
    returns = _returns(graph)
    spokes = {key: number for number, key in enumerate(returns)}
    for arrow in arrows(graph):
        if arrow in returns.values():
            continue
        back = numbers[arrow.target] < numbers[arrow.source]
        look = _edge(arrow, back, returns.get(arrow.key))
        if arrow.key in spokes:
            look["minlen"] = str(1 + spokes[arrow.key] % STEPS)
        drawing.edge(arrow.source, arrow.target, **look)
    return drawing.source


def _returns(graph: Graph) -> dict[tuple[str, int], Arrow]:
    """Exits of a hub whose row leads straight back to it, by key, with the exit that does."""
    hubs = {box.name for box in boxes(graph) if box.hub}
    alone = {(arrow.source, arrow.target): arrow for arrow in arrows(graph)
             if arrow.of == 1 and arrow.kind == "exit"}  # fmt: skip
    found: dict[tuple[str, int], Arrow] = {}
    for arrow in arrows(graph):
        if arrow.source in hubs and arrow.target not in hubs:
            back = alone.pop((arrow.target, arrow.source), None)
            if back is not None:
                found[arrow.key] = back
    return found


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
    """A row of a label's table, of one cell; none if it holds nothing."""
    return content and f"<TR><TD {extra}>{content}</TD></TR>"


def font(text: str, size: int, color: str = "") -> str:
    """Text in a size, and a colour; nothing for an empty one, which would spoil the label."""
    if not text:
        return ""
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


def _edge(arrow: Arrow, back: bool, home: Arrow | None) -> dict[str, str]:
    """The attributes of an exit: order, predicate, clause, how often and of its row's leavings.

    Dashed and grey if no game took it; with two heads if `home` leads straight back.
    """
    never = arrow.on and arrow.count == 0
    ink = OFF if never or not arrow.on else BACK if back and home is None else LINE
    found = {"color": ink, "fontcolor": OFF if never or not arrow.on else LINE}
    found["tooltip"] = f"{arrow.source} to {arrow.target}: {arrow.rank} {arrow.label}. {arrow.rule}"
    lines = []
    if arrow.of > 1 or arrow.label != "always":
        lines.append(escape(f"{arrow.rank} {arrow.label}"))
    clauses = [*arrow.clauses, *(home.clauses if home is not None else ())]
    for at in range(0, len(clauses), CLAUSES_A_LINE):
        lines.append(font(", ".join(clauses[at : at + CLAUSES_A_LINE]), 9, SMALL))
    if arrow.count is not None:
        lines.append(f"<B>{_often(arrow, home)}</B>")
        found["penwidth"] = f"{1 + log10(arrow.count + 1) / 2:.2f}"
    elif arrow.kind == "step":
        found["penwidth"] = "2.2"
    if never:
        found["style"] = "dashed"
    if home is not None:
        found |= {"dir": "both", "arrowtail": "normal"}
    if arrow.kind == "step":
        found["weight"] = "6"
    if lines:
        cells = "".join(cell(line, "") for line in lines)
        found["label"] = table(cells, ' BGCOLOR="white"')
    return found


def _often(arrow: Arrow, home: Arrow | None) -> str:
    """How often an exit was taken; and how often the way back, where that is another number."""
    if not arrow.count:
        return "never" if arrow.on else "off"
    words = times(arrow.count) + (f" · {escape(shared(arrow))}" if arrow.of > 1 else "")
    other = home is not None and home.count != arrow.count
    return words + (f", back {times(home.count or 0)}" if home is not None and other else "")


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
        notes.append("×: how often, and in how many of the cases in which the row was left; "
                     "dashed grey: never taken")  # fmt: skip
    if _returns(graph):
        notes.append("line with two heads: the row leads straight back")
    notes.append("blue line: back to a row further up the table")
    bar = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2"><TR>{cells}</TR></TABLE>'
    rows = cell(f"<B>{font(escape(title), 16)}</B>") + cell(font(escape(subtitle), 10))
    rows += cell(bar) + "".join(cell(font(note, 9, SMALL)) for note in notes)
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
    drawn = _labels_last(re.sub(r"<!-- Generated by .*?-->\s*", "", drawn, flags=re.DOTALL))
    head = (
        f"<style>{DARK}</style>\n"
        f'<title id="title">{escape(title)}</title>\n'
        f'<desc id="desc">{escape(words)}</desc>\n'
        f"<metadata>{source_mark(source)}</metadata>\n"
    )
    mark = ' role="img" aria-labelledby="title desc">\n'
    return re.sub(r"(<svg\b[^>]*)>\n?", lambda m: m[1] + mark + head, drawn, count=1)


def _labels_last(svg: str) -> str:
    """The same picture with the labels of lines over all lines, so that none is struck through."""
    labels = LABEL.findall(svg)
    body, end, tail = LABEL.sub("", svg).rpartition("</g>\n</svg>")
    return body + "".join(labels) + end + tail


def source_mark(source: str) -> str:
    """What an SVG says of its source, and of the colours it has on a dark screen."""
    made = blake2b((source + DARK).encode(), digest_size=16)
    return f"drawn from DOT source {made.hexdigest()}"


def svg_claims(svg: str) -> tuple[str, str]:
    """(description, source mark) of an SVG of ours; empty texts if it has none."""
    found = []
    for tag in ("desc", "metadata"):
        match = re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", svg, flags=re.DOTALL)
        found.append(unescape(match[1]) if match else "")
    return found[0], found[1]
