"""A graph model as a Mermaid flowchart, for pages that draw their own pictures.

Mermaid refuses more than 500 edges and 50,000 characters; what is left out for that is said, in the
text and to the caller.
"""

from __future__ import annotations

from collections.abc import Sequence

from tools.graphs import Arrow, Box, Graph, arrows, boxes, frames, heading, shared
from tools.palette import WORDS

EDGES_MAX = 500
CHARACTERS_MAX = 50_000
# Round, six-sided, square, and doubled at its sides.
SHAPES = {
    "player": ('(["', '"])'), "chance": ('{{"', '"}}'),
    "nobody": ('["', '"]'), "end": ('[["', '"]]'),
}  # fmt: skip
CLASSES = (
    "classDef player fill:#cfe8f7,stroke:#222222,color:#111111",
    "classDef chance fill:#fce4b0,stroke:#222222,color:#111111",
    "classDef nobody fill:#f4f4f4,stroke:#222222,color:#111111",
    "classDef end_ fill:#e6d6ee,stroke:#222222,color:#111111,stroke-width:3px",
    "classDef hub stroke-width:4px",
    "classDef off fill:#ffffff,stroke:#aaaaaa,color:#8a8a8a",
)

NEVER = "stroke:#777777,color:#555555"


def mermaid_text(graph: Graph) -> tuple[str, list[str]]:
    """(flowchart, notes): notes say in sentences what did not fit Mermaid's limits."""
    notes = []
    drawn = arrows(graph)
    if len(drawn) > EDGES_MAX:
        left = len(drawn) - EDGES_MAX
        notes.append(f"Mermaid draws at most {EDGES_MAX} edges: the last {left} are left out")
        drawn = drawn[:EDGES_MAX]
    text = _flowchart(graph, drawn, notes, True)
    if len(text) > CHARACTERS_MAX:
        notes.append(f"Mermaid reads at most {CHARACTERS_MAX:,} characters: clauses are left out")
        text = _flowchart(graph, drawn, notes, False)
    if len(text) > CHARACTERS_MAX:
        fits = _fitting(graph, drawn, notes)
        left = len(drawn) - fits
        notes[-1] += f", and the last {left} edges"
        text = _flowchart(graph, drawn[:fits], notes, False)
    return text, notes


def _fitting(graph: Graph, drawn: Sequence[Arrow], notes: list[str]) -> int:
    """How many edges fit: the text grows with each, so halve the range."""
    room = CHARACTERS_MAX - 100
    low, high = 0, len(drawn)
    while low < high:
        middle = (low + high + 1) // 2
        if len(_flowchart(graph, drawn[:middle], notes, False)) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _flowchart(
    graph: Graph, drawn: Sequence[Arrow], notes: Sequence[str], clauses: bool
) -> str:  # fmt: skip
    title, subtitle = heading(graph)
    lines = ["flowchart TD", f"    %% {title} ({subtitle})", "    %% numbers: order of the exits"]
    lines += [f"    %% {note}" for note in notes]
    framed = frames(graph)
    lines += [f"    {_node(box, clauses)}" for box in framed.pop("", [])]
    for group, inside in framed.items():
        lines.append(f'    subgraph f_{group}["{_safe(group)}"]')
        lines += [f"        {_node(box, clauses)}" for box in inside]
        lines.append("    end")
    lines += [f"    {_edge(arrow, clauses)}" for arrow in drawn]
    lines += [f"    {line}" for line in CLASSES]
    lines += _styles(graph, drawn)
    return "\n".join(lines) + "\n"


def _safe(text: str) -> str:
    return text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;")


def _node(box: Box, clauses: bool) -> str:
    word = WORDS[box.kind] + (f" {box.seat}" if box.seat else "") + (" · hub" if box.hub else "")
    count = "" if box.count is None else f" ×{box.count:,}"
    lines = [f"{_safe(box.name)} · {_safe(word)}{count}"]
    for free, head in ((False, ""), (True, "free: ")):
        uses = []
        for use in box.uses:
            if use.free == free:
                seen = "" if use.count is None else f" ×{use.count:,}"
                uses.append(_safe(use.name) + seen + ("" if use.on else " (off)"))
        if uses:
            words = head + ", ".join(uses)
            lines.append(words)
    if not box.on:
        lines.append(f"off: needs {_safe(box.needs)}")
    if box.clause and clauses:
        lines.append(box.clause)
    opening, closing = SHAPES[box.kind]
    kind = "end_" if box.kind == "end" else box.kind
    return f"r_{box.name}{opening}{'<br/>'.join(lines)}{closing}:::{kind}"


def _edge(arrow: Arrow, clauses: bool) -> str:
    lines = []
    if arrow.of > 1 or arrow.label != "always":
        lines.append(f"{arrow.rank} {_safe(arrow.label)}")
    if clauses and arrow.clauses:
        lines.append(", ".join(arrow.clauses))
    if arrow.count is not None:
        part = f" · {_safe(shared(arrow))}" if arrow.of > 1 and arrow.count else ""
        lines.append(f"×{arrow.count:,}{part}" if arrow.count else "never" if arrow.on else "off")
    line = "-.->" if arrow.on and arrow.count == 0 else "==>" if arrow.kind == "step" else "-->"
    label = f'|"{"<br/>".join(lines)}"|' if lines else ""
    return f"r_{arrow.source} {line}{label} r_{arrow.target}"


def _styles(graph: Graph, drawn: Sequence[Arrow]) -> list[str]:
    """Which boxes are hub or off, and which edges are off or never taken."""
    lines = []
    for name, holds in (("hub", lambda box: box.hub), ("off", lambda box: not box.on)):
        found = [f"r_{box.name}" for box in boxes(graph) if holds(box)]
        if found:
            lines.append(f"    class {','.join(found)} {name}")
    off = [str(at) for at, arrow in enumerate(drawn) if not arrow.on]
    never = [str(at) for at, arrow in enumerate(drawn) if arrow.on and arrow.count == 0]
    for found, look in ((off, "stroke:#aaaaaa,color:#8a8a8a"), (never, NEVER)):
        if found:
            lines.append(f"    linkStyle {','.join(found)} {look}")
    return lines
