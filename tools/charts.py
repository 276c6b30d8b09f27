"""A game's board as a drawing: the places where they lie, paths, the way round over the edge.

A `Map` is the chart a game gives, and what it is of; every format is made from it alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from engine.chart import Chart, Spot
from engine.options import word_of
from tools.graphs import Document, flat_graphml
from tools.places import title_of

SCHEMA = "ruleproof.map/1"
MARKS = {"plain": "place", "special": "SPECIAL", "full": "FULL", "lost": "LOST"}
MERMAID = {"plain": '["|"]', "special": '(["|"])', "full": '{{"|"}}', "lost": '[["|"]]'}


@dataclass(frozen=True)
class Map:
    """A chart with its head: game, content, options, `ply` (None: the board as printed)."""

    facts: Document
    chart: Chart


def heading(map: Map) -> tuple[str, str]:
    """(title, subtitle): the game, then what is drawn."""
    facts = map.facts
    options = facts["options"]
    told = [f"rules version {facts['rules_version']}", f"content {facts['content']}"]
    if isinstance(options, dict):
        told += [f"{name} = {word_of(value)}" for name, value in options.items()]
    title = f"{facts['title']}: map"
    if facts["ply"] is not None:
        title += f" at ply {facts['ply']}"
    return title, " · ".join(told)


def document(map: Map) -> Document:
    """The model as one stable JSON document (`SCHEMA`)."""
    chart = map.chart
    spots = [
        {
            "name": spot.name, "title": spot.title, "column": spot.at[0], "row": spot.at[1],
            "look": spot.look, "printed": list(spot.printed), "there": list(spot.there),
        }
        for spot in chart.spots
    ]  # fmt: skip
    ways = [
        {"ends": list(way.ends), "leaves": None if way.leaves is None else list(way.leaves)}
        for way in chart.ways
    ]
    head = {"schema": SCHEMA, **map.facts}
    return {**head, "spots": spots, "ways": ways, "told": list(chart.told)}


def json_text(map: Map) -> str:
    """The document as text, keys sorted."""
    return json.dumps(document(map), sort_keys=True, indent=2, ensure_ascii=False) + "\n"


# ---- text ----


def reached(chart: Chart, name: str) -> tuple[list[str], list[str]]:
    """(over paths on the board, over the edge) from a place, in the order of the chart."""
    near: tuple[list[str], list[str]] = ([], [])
    for way in chart.ways:
        if name in way.ends:
            other = way.ends[1] if way.ends[0] == name else way.ends[0]
            near[way.leaves is not None].append(other)
    return near


def table_text(map: Map) -> str:
    """One block a place: title, what it says, paths; then what is there, a line each."""
    lines = [*heading(map), *map.chart.told, ""]
    for spot in map.chart.spots:
        inside, around = reached(map.chart, spot.name)
        marks = ", ".join([MARKS[spot.look].lower(), *spot.printed])
        line = f"{title_of(spot)} ({marks}): {' '.join(inside)}"
        lines.append(line + (f"; over the edge: {' '.join(around)}" if around else ""))
        lines += [f"   {item}" for item in spot.there]
    return "\n".join(lines) + "\n"


# ---- formats ----


def mermaid_text(map: Map) -> str:
    """A Mermaid flowchart: the same places and paths, laid out by Mermaid."""
    title, subtitle = heading(map)
    lines = ["flowchart TD", f"    %% {title} ({subtitle})"]
    lines += [f"    %% {line}" for line in map.chart.told]
    lines += [f"    {_mermaid_node(spot)}" for spot in map.chart.spots]
    for way in map.chart.ways:
        line = "---" if way.leaves is None else '-. "over the edge" .-'
        lines.append(f"    p_{way.ends[0]} {line} p_{way.ends[1]}")
    return "\n".join(lines) + "\n"


def _mermaid_node(spot: Spot) -> str:
    words = [title_of(spot), " · ".join([MARKS[spot.look], *spot.printed]), *spot.there]
    label = "<br/>".join(_safe(word) for word in words)
    opening, closing = MERMAID[spot.look].split("|")
    return f"p_{spot.name}{opening}{label}{closing}"


def _safe(text: str) -> str:
    return text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;")


def graphml_text(map: Map) -> str:
    """GraphML for other graph tools: places with what they say in words, ways by kind."""
    nodes = [
        (spot.name, {"title": spot.title, "column": spot.at[0], "row": spot.at[1],
                     "look": spot.look, "printed": ", ".join(spot.printed),
                     "there": ", ".join(spot.there)})
        for spot in map.chart.spots
    ]  # fmt: skip
    kinds = ((*way.ends, {"kind": "path" if way.leaves is None else "edge"})
             for way in map.chart.ways)  # fmt: skip
    return flat_graphml(nodes, kinds)
