"""Formats of a graph: which there are, how a file is written, and whether a file is stale."""

from __future__ import annotations

import re
import sys
from difflib import unified_diff
from pathlib import Path
from typing import TypeAlias

from tools import charts, console, statedraw
from tools.charts import Map
from tools.dot import (
    NoDot,
    dot_text,
    draw,
    size_notes,
    source_mark,
    svg_claims,
    svg_of,
)
from tools.errors import Usage
from tools.graphpage import page_text
from tools.graphs import Graph, graphml_text, heading, json_text
from tools.mapdraw import map_source
from tools.mermaid import mermaid_text
from tools.states import StateGraph
from tools.tables import table_text
from tools.targets import unwritable

FORMATS = ("table", "svg", "png", "dot", "mermaid", "markdown", "json", "graphml")
SUFFIXES = {
    ".svg": "svg", ".png": "png", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid",
    ".mermaid": "mermaid", ".md": "mermaid", ".json": "json", ".graphml": "graphml",
    ".txt": "table",
}  # fmt: skip
DRAWN = ("svg", "png")
Drawing: TypeAlias = Graph | Map | StateGraph
FENCE = re.compile(r"^```mermaid\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def format_of(path: Path | None, given: str | None) -> str:
    """The format asked for, else the one of the suffix, else `table`; Usage if none fits."""
    if given is not None:
        return given
    if path is None or str(path) == "-":
        return "table"
    found = SUFFIXES.get(path.suffix.lower())
    if found is None:
        raise Usage(f"{path} has no suffix of a format ({', '.join(SUFFIXES)}); add --format")
    return found


def text_of(drawing: Drawing, format: str) -> str:
    """The drawing in a text format; what a limit left out is said on stderr."""
    if format == "svg":
        words = text_of(drawing, "table")
        return svg_of(source_of(drawing), title_of(drawing), words, engine_of(drawing))
    if format == "markdown":
        if isinstance(drawing, Map | StateGraph):
            raise Usage("--format markdown is for --level phase; a map or positions take mermaid")
        return page_text(drawing, text_of(drawing, "mermaid"))
    if isinstance(drawing, Map):
        makers = {
            "table": charts.table_text, "dot": map_source, "mermaid": charts.mermaid_text,
            "json": charts.json_text, "graphml": charts.graphml_text,
        }  # fmt: skip
        return makers[format](drawing)
    if format == "mermaid":
        states = isinstance(drawing, StateGraph)
        text, notes = statedraw.mermaid_text(drawing) if states else mermaid_text(drawing)
        for note in notes:
            console.warn(note)
        return text
    if isinstance(drawing, StateGraph):
        own = {
            "table": statedraw.table_text, "dot": statedraw.dot_text,
            "json": statedraw.json_text, "graphml": statedraw.graphml_text,
        }  # fmt: skip
        return own[format](drawing)
    texts = {
        "table": table_text, "dot": dot_text, "json": json_text, "graphml": graphml_text,
    }  # fmt: skip
    return texts[format](drawing)


def title_of(drawing: Drawing) -> str:
    """What a drawing is of, in a line."""
    if isinstance(drawing, StateGraph):
        return statedraw.heading(drawing)[0]
    return (charts.heading(drawing) if isinstance(drawing, Map) else heading(drawing))[0]


def source_of(drawing: Drawing) -> str:
    """The DOT source a picture is made from."""
    if isinstance(drawing, StateGraph):
        return statedraw.dot_text(drawing)
    return map_source(drawing) if isinstance(drawing, Map) else dot_text(drawing)


def engine_of(drawing: Drawing) -> str:
    """What lays it out: a map has its places already."""
    return "neato" if isinstance(drawing, Map) else "dot"


def write(drawing: Drawing, format: str, output: Path | None) -> None:
    """Write the drawing; a picture nothing here can draw becomes DOT and Mermaid beside it."""
    named = None if output is None or str(output) == "-" else output
    if format in DRAWN and not isinstance(drawing, Map):
        for note in size_notes(drawing.nodes if isinstance(drawing, StateGraph) else drawing):
            console.warn(note)
    if format == "png" and named is None:
        console.binary_out("PNG")
    try:
        if format != "png":
            console.deliver(text_of(drawing, format), named)
        elif named is None:
            sys.stdout.buffer.write(draw(source_of(drawing), "png", engine_of(drawing)))
        else:
            _write_bytes(named, draw(source_of(drawing), "png", engine_of(drawing)))
    except NoDot as missing:
        if named is None:
            raise
        beside = {suffix: named.with_suffix(suffix) for suffix in (".dot", ".mmd")}
        console.warn(f"{named} is not drawn: {missing}")
        console.deliver(text_of(drawing, "dot"), beside[".dot"])
        console.deliver(text_of(drawing, "mermaid"), beside[".mmd"])


def _write_bytes(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise unwritable(path, error.errno) from error
    console.say(f"wrote {path}")


# ---- stale ----


def stale(drawing: Drawing, format: str, path: Path) -> str:
    """What differs between a file and the drawing, as a diff; empty if nothing does.

    An SVG is judged by its description and by the source it says it was drawn from, a Markdown
    page by its Mermaid blocks.
    """
    if format == "png":
        raise Usage("a PNG cannot be checked; check its svg, dot or mermaid")
    there = path.read_text(encoding="utf-8")
    if format == "svg":
        return _stale_svg(drawing, there, path.name)
    fresh = text_of(drawing, format)
    if path.suffix.lower() == ".md" and format == "mermaid":
        blocks = [match[1] for match in FENCE.finditer(there)]
        if fresh in blocks:
            return ""
        there = blocks[0] if blocks else ""
    return difference(there, fresh, path.name)


def _stale_svg(drawing: Drawing, there: str, name: str) -> str:
    told, mark = svg_claims(there)
    found = difference(told, text_of(drawing, "table"), name)
    fresh = source_mark(source_of(drawing))
    if not found and mark != fresh:
        return f"{name}: {mark or 'no source named'}, now {fresh}\n"
    return found


def difference(there: str, fresh: str, name: str) -> str:
    """A unified diff from a file's text to the fresh one; empty if they are the same."""
    lines = unified_diff(there.splitlines(True), fresh.splitlines(True), name, f"{name} (fresh)",
                         n=1)  # fmt: skip
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)
