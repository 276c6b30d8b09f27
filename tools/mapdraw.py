"""The picture of a map: DOT source with places pinned where the board has them, for `neato`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import graphviz

from engine.chart import LOOKS, Chart, Spot, Way
from tools.charts import MARKS, Map, heading
from tools.dot import cell, font, table
from tools.palette import BACK, LINE, LOOK_FILLS, SMALL
from tools.places import Cell, laid_out, title_of

# Maps: inches between columns (neighbours are two apart) and between rows; how far beyond its
# place a path over the edge ends, in columns and rows.
WIDE, HIGH = 1.6, 2.7
OUT = (1.4, 0.5)


def map_source(map: Map) -> str:
    """The DOT source; places are pinned where the chart has them, for `neato`."""
    drawing = graphviz.Graph(name=str(map.facts["game"]), strict=False)
    drawing.attr("graph", label=_legend(map), labelloc="t", labeljust="l", layout="neato",
                 fontname="Helvetica", splines="line", pad="0.2", outputorder="edgesfirst",
                 tooltip=heading(map)[0])  # fmt: skip
    drawing.attr("node", fontname="Helvetica", fontsize="12", shape="box", color=LINE,
                 style="filled", margin="0.08,0.05")  # fmt: skip
    drawing.attr("edge", color=LINE, penwidth="1.4")
    at = laid_out(map.chart)
    for spot in map.chart.spots:
        drawing.node(spot.name, pos=_pin(*at[spot.name]), **_spot(spot))
    for number, way in enumerate(map.chart.ways):
        _draw_way(drawing, map.chart, at, number, way)
    return drawing.source


def _pin(column: float, row: float) -> str:
    return f"{column * WIDE:.2f},{-row * HIGH:.2f}!"


def _spot(spot: Spot) -> dict[str, str]:
    rows = cell(f"<B>{escape(title_of(spot))}</B>")
    printed = [MARKS[spot.look], *spot.printed] if spot.look in ("full", "lost") else spot.printed
    rows += cell(font(escape(" · ".join(printed)), 9, SMALL))
    rows += "".join(cell(font(escape(item), 10, LINE)) for item in spot.there)
    return {
        "label": table(rows),
        "fillcolor": LOOK_FILLS[spot.look],
        "style": "filled,dashed" if spot.look == "lost" else "filled",
        "penwidth": "2.4" if spot.look == "full" else "1.2",
        "tooltip": title_of(spot),
    }


def _draw_way(
    drawing: graphviz.Graph, chart: Chart, at: Mapping[str, Cell], number: int, way: Way
) -> None:
    """A line; a path over the edge is two stubs, each naming where it comes in again."""
    if way.leaves is None:
        drawing.edge(*way.ends, tooltip=" to ".join(way.ends))
        return
    places = {spot.name: spot for spot in chart.spots}
    for end, sign in ((0, 1), (1, -1)):
        here, there = places[way.ends[end]], places[way.ends[1 - end]]
        stub = f"edge_{number}_{end}"
        column, row = (place + sign * part * out for place, part, out in
                       zip(at[here.name], way.leaves, OUT, strict=True))  # fmt: skip
        drawing.node(stub, label=f"to {title_of(there).split()[0]}", shape="plaintext", style="",
                     fontsize="10", fontcolor=BACK, pos=_pin(column, row),
                     tooltip=f"over the edge to {title_of(there)}")  # fmt: skip
        drawing.edge(here.name, stub, style="dashed", color=BACK)


def _legend(map: Map) -> str:
    title, subtitle = heading(map)
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
