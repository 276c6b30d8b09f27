"""The formats of a graph of positions: DOT source, Mermaid, table, JSON, GraphML.

Kinds of edge differ by line, arrow head and words, never by colour alone: taken is solid, legal but
never taken dashed, refused dotted with a bar and the clause.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from math import log10

import graphviz

from engine.options import word_of
from tools.dot import cell, font, table, times
from tools.graphs import Document, flat_graphml
from tools.mermaid import CHARACTERS_MAX, EDGES_MAX
from tools.palette import BACK, FILLS, LINE, SMALL, WORDS
from tools.palette import MEANS as ACTS
from tools.states import (
    FORK,
    FOUND,
    HERE,
    NAMED_MAX,
    NOT_OFFERED,
    OPEN,
    PARTING,
    REFUSED,
    START,
    TAKEN,
    UNSEEN,
    Move,
    Node,
    StateGraph,
)

SCHEMA = "ruleproof.states/1"
NODE_FILLS = {**FILLS, UNSEEN: "#ffffff", NOT_OFFERED: "#ffffff", FOUND: "#f9d5cc"}
NODE_WORDS = {**WORDS, FOUND: "FINDING"}
MEANS = {
    TAKEN: "solid: taken", OPEN: "dashed: legal, never taken",
    REFUSED: "dotted, with a bar: refused, by the clause it leads to",
}  # fmt: skip
INKS = {TAKEN: LINE, OPEN: BACK, REFUSED: "#8c4a00"}
RUN_INKS = ("#0072b2", "#d55e00")
LETTERS = "AB"
DIGITS = 6
CHAIN_MAX = 6
PLIES_MAX = 4


# ---- words ----


def heading(graph: StateGraph) -> tuple[str, str]:
    """(title, subtitle): what is drawn, and how much of it."""
    facts = graph.facts
    options = facts["options"]
    told = [f"rules version {facts['rules_version']}", f"content {facts['content']}"]
    if isinstance(options, Mapping):
        told += [f"{name} = {word_of(value)}" for name, value in options.items()]
    return f"{facts['title']}: positions, {facts['from']}", " · ".join(told)


def size_words(graph: StateGraph) -> str:
    """How many positions and moves there are, or `showing n of m`."""
    positions, moves = graph.size
    if graph.of is None or graph.of == graph.size:
        return f"{positions:,} positions, {moves:,} moves"
    return (f"showing {positions:,} of {graph.of[0]:,} positions and {moves:,} of "
            f"{graph.of[1]:,} moves")  # fmt: skip


def head_words(graph: StateGraph, node: Node) -> str:
    """Row, who acts, plies, marks: the first line of a position."""
    if node.kind == NOT_OFFERED:
        return f"refused: {node.row}"
    if node.kind == UNSEEN:
        return f"{node.row}, not visited"
    word = NODE_WORDS[node.kind]
    plies = ", ".join(map(str, node.plies[:PLIES_MAX]))
    more = "…" if len(node.plies) > PLIES_MAX else ""
    parts = [word, *node.marks]
    if plies:
        parts.append(f"ply {plies}{more}")
    if node.members > 1:
        parts.append(f"{node.members:,} positions")
    if len(graph.logs) > 1 and node.runs:
        parts.append(_runs(graph, node.runs))
    return " · ".join(parts)


def _runs(graph: StateGraph, runs: frozenset[int]) -> str:
    if graph.facts.get("overlay"):
        return " and ".join(LETTERS[run] for run in sorted(runs))
    return f"{len(runs)} of {len(graph.logs)} games"


def move_lines(graph: StateGraph, move: Move) -> list[str]:
    """What an edge says: actions, clause, counts."""
    actions = list(move.actions)
    if move.steps > 1 and len(actions) > CHAIN_MAX:
        half = CHAIN_MAX // 2
        actions = [*actions[:half], f"… {len(actions) - CHAIN_MAX} more …", *actions[-half:]]
    if move.more:
        actions.append(f"and {move.more:,} more")
    if move.steps == 1 and move.kind == TAKEN and len(actions) > NAMED_MAX:
        actions = [actions[0], f"then {len(actions) - 1} of chance"]
    lines = actions
    if move.kind == TAKEN and graph.facts.get("overlay"):
        lines = [f"{_runs(graph, move.runs)}: {lines[0]}", *lines[1:]]
    if move.ways > 1:
        lines = [*lines, f"{move.ways:,} ways of chance"]
    if move.count > 1:
        lines = [*lines, times(move.count)]
    return lines


# ---- DOT ----


def dot_text(graph: StateGraph) -> str:
    """The DOT source, the same whatever draws it."""
    title = heading(graph)[0]
    drawing = graphviz.Digraph(name=str(graph.facts["game"]), strict=False)
    drawing.attr("graph", label=_legend(graph), labelloc="t", labeljust="l", tooltip=title,
                 fontname="Helvetica", nodesep="0.25", ranksep="0.4", pad="0.2",
                 rankdir=str(graph.facts.get("rankdir", "TB")))  # fmt: skip
    drawing.attr("node", fontname="Helvetica", fontsize="12", shape="box", style="filled",
                 margin="0.08,0.04", penwidth="1.2", color=LINE, fontcolor=LINE)  # fmt: skip
    drawing.attr("edge", fontname="Helvetica", fontsize="10", arrowsize="0.7", color=LINE,
                 fontcolor=LINE)  # fmt: skip
    short = {name: f"n{number}" for number, name in enumerate(graph.nodes)}
    for name, node in graph.nodes.items():
        drawing.node(short[name], **_node(graph, node))
    for move in graph.moves:
        drawing.edge(short[move.source], short[move.target], **_edge(graph, move))
    return drawing.source


def _node(graph: StateGraph, node: Node) -> dict[str, str]:
    """A position: shape and colour by who acts, always with the word; small if it is none."""
    words = head_words(graph, node)
    if not node.real:
        look = "dashed" if node.kind == UNSEEN else "dotted"
        return {"label": table(cell(font(escape(words), 9, SMALL))), "style": f"filled,{look}",
                "fillcolor": NODE_FILLS[node.kind], "tooltip": words, "penwidth": "1",
                "margin": "0.04,0.02", "color": INKS[OPEN if node.kind == UNSEEN else REFUSED]}
    rows = cell(f"<B>{escape(node.row or 'positions')}</B>   {font(escape(words), 9, LINE)}")
    rows += "".join(cell(escape(line)) for line in node.lines)
    if node.kind != FOUND:
        rows += cell(font(node.name[:DIGITS], 8, SMALL))
    strong = any(mark in node.marks for mark in (START, FORK, PARTING, HERE))
    return {
        "label": table(rows), "fillcolor": NODE_FILLS[node.kind], "tooltip": f"{node.row}: {words}",
        "shape": "box3d" if node.kind == "chance" else "box",
        "style": "filled,rounded" if node.kind == "player" else "filled",
        "peripheries": "2" if node.kind in ("end", FOUND) or PARTING in node.marks else "1",
        "penwidth": "2.6" if strong else "1.2",
    }  # fmt: skip


def _edge(graph: StateGraph, move: Move) -> dict[str, str]:
    lines = [escape(line) for line in move_lines(graph, move)]
    ink = INKS[move.kind]
    look = {TAKEN: "solid", OPEN: "dashed", REFUSED: "dotted"}[move.kind]
    found = {"color": ink, "style": look, "tooltip": f"{move.kind}: {', '.join(move.actions)}",
             "label": table("".join(cell(line, "") for line in lines), ' BGCOLOR="white"')}
    if move.kind == REFUSED:
        found |= {"arrowhead": "tee", "arrowsize": "1"}
    if move.kind == TAKEN:
        found["weight"] = "8"  # what was played runs straight
        found["penwidth"] = f"{1.6 + log10(max(move.count, 1)) / 2:.2f}"
        if graph.facts.get("overlay") and len(move.runs) == 1:
            (run,) = move.runs
            found["color"] = RUN_INKS[run]
            if run:
                found["color"] = f"{RUN_INKS[1]}:{RUN_INKS[1]}"
    return found


def _legend(graph: StateGraph) -> str:
    title, subtitle = heading(graph)
    kinds = dict.fromkeys(node.kind for node in graph.positions)
    cells = "".join(
        f'<TD BGCOLOR="{NODE_FILLS[kind]}" BORDER="1">{font(NODE_WORDS[kind], 9)}</TD>'
        f'<TD ALIGN="LEFT">{font(ACTS.get(kind, "something is wrong"), 9)}  </TD>'
        for kind in NODE_FILLS if kind in kinds
    )  # fmt: skip
    bar = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2"><TR>{cells}</TR></TABLE>'
    rows = cell(f"<B>{font(escape(title), 16)}</B>") + cell(font(escape(subtitle), 10))
    rows += cell(font(escape(size_words(graph)), 10)) + cell(bar)
    return table(rows + "".join(cell(font(escape(line), 9, SMALL)) for line in _notes(graph)))


def _notes(graph: StateGraph) -> list[str]:
    """What lines mean and what was left out."""
    kinds = dict.fromkeys(move.kind for move in graph.moves)
    means = MEANS if graph.logs or OPEN in kinds else {**MEANS, TAKEN: "solid: legal"}
    found = ["lines: " + "; ".join(means[kind] for kind in means if kind in kinds)] if kinds else []
    if graph.facts.get("overlay"):
        found.append("A: single line, blue; B: double line, orange; both: black")
    return found + graph.notes


# ---- text ----


def table_text(graph: StateGraph) -> str:
    """One block a position: what it is; then the moves that leave it, one a line."""
    title, subtitle = heading(graph)
    lines = [title, subtitle, size_words(graph), *_notes(graph), ""]
    leaving: dict[str, list[Move]] = {}
    for move in graph.moves:
        leaving.setdefault(move.source, []).append(move)
    for node in graph.positions:
        told = f" [{', '.join(node.lines)}]" if node.lines else ""
        lines.append(f"{node.name} {node.row} ({head_words(graph, node)}){told}")
        for move in leaving.get(node.name, []):
            target = graph.nodes[move.target]
            where = target.name if target.real else head_words(graph, target)
            word = {TAKEN: "->", OPEN: "never taken ->", REFUSED: "-|"}[move.kind]
            lines.append(f"   {', '.join(move_lines(graph, move))} {word} {where}")
    return "\n".join(lines) + "\n"


MERMAID_SHAPES = {
    "player": ('(["', '"])'), "chance": ('{{"', '"}}'), "end": ('[["', '"]]'),
    UNSEEN: ('("', '")'), NOT_OFFERED: ('>"', '"]'), FOUND: ('{"', '"}'),
}  # fmt: skip
MERMAID_LINES = {TAKEN: "==>", OPEN: "-.->", REFUSED: "--x"}


def mermaid_text(graph: StateGraph) -> tuple[str, list[str]]:
    """(flowchart, notes): notes say what did not fit Mermaid's limits."""
    notes: list[str] = []
    most = min(len(graph.moves), EDGES_MAX)
    if most < len(graph.moves):
        notes.append(f"Mermaid draws at most {EDGES_MAX} edges: the last "
                     f"{len(graph.moves) - most:,} are left out")  # fmt: skip
    text = _flowchart(graph, graph.moves[:most], notes)
    if len(text) <= CHARACTERS_MAX:
        return text, notes
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        small = len(_flowchart(graph, graph.moves[:middle], notes)) <= CHARACTERS_MAX - 200
        low, most = (middle, most) if small else (low, middle - 1)
    notes.append(f"Mermaid reads at most {CHARACTERS_MAX:,} characters: only the first {low:,} of "
                 f"{len(graph.moves):,} moves are drawn, and their positions")  # fmt: skip
    return _flowchart(graph, graph.moves[:low], notes), notes


def _flowchart(graph: StateGraph, moves: Sequence[Move], notes: Sequence[str]) -> str:
    title, subtitle = heading(graph)
    lines = ["flowchart TD", f"    %% {title} ({subtitle})", f"    %% {size_words(graph)}"]
    lines += [f"    %% {note}" for note in (*_notes(graph), *notes)]
    drawn = {name for move in moves for name in (move.source, move.target)}
    whole = len(moves) == len(graph.moves)
    short = {name: f"n{number}" for number, name in enumerate(graph.nodes)}
    for name, node in graph.nodes.items():
        if whole or name in drawn:
            words = [f"{node.row} {head_words(graph, node)}" if node.real else
                     head_words(graph, node), *node.lines]  # fmt: skip
            opening, closing = MERMAID_SHAPES[node.kind]
            lines.append(f"    {short[name]}{opening}{'<br/>'.join(map(_safe, words))}{closing}")
    for move in moves:
        label = "<br/>".join(_safe(line) for line in move_lines(graph, move))
        line = MERMAID_LINES[move.kind]
        lines.append(f'    {short[move.source]} {line}|"{label}"| {short[move.target]}')
    return "\n".join(lines) + "\n"


def _safe(text: str) -> str:
    return text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;")


# ---- documents ----


def _node_facts(node: Node) -> Document:
    return {"digest": node.name, "row": node.row, "kind": node.kind, "fields": list(node.lines),
            "plies": list(node.plies), "marks": list(node.marks), "games": sorted(node.runs),
            "members": node.members}  # fmt: skip


def _move_facts(move: Move) -> Document:
    return {"kind": move.kind, "actions": list(move.actions), "more": move.more,
            "clause": move.clause, "count": move.count, "games": sorted(move.runs),
            "steps": move.steps, "ways": move.ways}  # fmt: skip


def json_text(graph: StateGraph) -> str:
    """The model as one stable JSON document (`SCHEMA`)."""
    found = {
        "schema": SCHEMA, **graph.facts, "showing": list(graph.size),
        "of": list(graph.of or graph.size), "notes": graph.notes,
        "nodes": [_node_facts(node) for node in graph.nodes.values()],
        "moves": [{"source": move.source, "target": move.target, **_move_facts(move)}
                  for move in graph.moves],
    }  # fmt: skip
    return json.dumps(found, sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def graphml_text(graph: StateGraph) -> str:
    """GraphML of the same nodes and moves: lists joined by commas."""
    return flat_graphml(
        ((node.name, _flat(_node_facts(node))) for node in graph.nodes.values()),
        ((move.source, move.target, _flat(_move_facts(move))) for move in graph.moves),
        directed=True, facts={key: str(value) for key, value in graph.facts.items()},
    )  # fmt: skip


def _flat(facts: Document) -> Document:
    flat = {key: ", ".join(map(str, value)) if isinstance(value, list) else value
            for key, value in facts.items()}  # fmt: skip
    return flat | {"ways": str(facts["ways"])} if "ways" in facts else flat


