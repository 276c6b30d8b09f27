"""A phase table as a page: its picture, every exit with its clause and counts, the Mermaid text.

The picture is looked for beside the page, under the name of the game.
"""

from __future__ import annotations

from shlex import join

from tools.graphs import Arrow, Box, Graph, arrows, boxes, frames, heading, shared


def page_text(graph: Graph, mermaid: str) -> str:
    """The page in Markdown; `mermaid` is the flowchart that stands at its end."""
    title, subtitle = heading(graph)
    picture = f"{graph.graph['game']}.svg"
    lines = [
        f"# {title}", "", subtitle, "",
        f"[![{title}: every exit stands in the table below]({picture})]({picture})", "",
        "The picture is large: open it by itself.", "",
        *_commands(graph), "## Exits", "", _sums(graph), "",
        *_exits(graph), "", "## The same as Mermaid text", "",
        "```mermaid", mermaid.rstrip("\n"), "```",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _commands(graph: Graph) -> list[str]:
    """The commands that write page and picture; none where files were read."""
    facts = graph.graph
    seen = facts["observed"]
    if seen is not None and seen["seed"] is None:
        return []
    words = ["ruleproof", "graph", facts["game"]]
    for name, value in facts["options"].items():
        words += ["--players", value] if name == "players" else ["--option", f"{name}={value}"]
    if seen is not None:
        words += ["--games", str(seen["games"]), "--seed", seen["seed"], "--policy", seen["policy"]]
    page = [*words, "--format", "markdown", "-o", f"{facts['game']}.md"]
    return [f"    {join(page)}", f"    {join([*words, '-o', facts['game'] + '.svg'])}", ""]


def _sums(graph: Graph) -> str:
    """How much there is, and how much of it no game reached."""
    rows, exits = boxes(graph), arrows(graph)
    found = f"{len(rows)} rows, {len(exits)} exits"
    if graph.graph["observed"] is None:
        return f"{found}."
    unseen = [box.name for box in rows if box.on and box.count == 0]
    untaken = sum(arrow.on and arrow.count == 0 for arrow in exits)
    off = sum(not arrow.on for arrow in exits)
    found += f"; {untaken} exits were never taken"
    found += f", {off} are switched off" if off else ""
    return f"{found}. " + (f"Rows never entered: {', '.join(unseen)}." if unseen
                           else "Every row was entered.")  # fmt: skip


def _exits(graph: Graph) -> list[str]:
    """One table, or one a frame of the picture, a line an exit; ends last."""
    leaving: dict[str, list[Arrow]] = {}
    for arrow in arrows(graph):
        leaving.setdefault(arrow.source, []).append(arrow)
    counted = graph.graph["observed"] is not None
    lines: list[str] = []
    framed = frames(graph)
    for group, inside in framed.items():
        if len(framed) > 1:
            lines += [*([""] if lines else []), f"### {group or 'the hub'}", ""]
        head = ["row", "", "exit", "leads to", "clause"]
        head += ["taken", "of the leavings"] if counted else []
        lines += [_line(head), _line(["---"] * 5 + ["---:"] * (len(head) - 5))]
        for box in inside:
            lines += [_line(cells) for cells in _row(box, leaving.get(box.name, []), counted)]
    return lines


def _row(box: Box, leaving: list[Arrow], counted: bool) -> list[list[str]]:
    """The lines of a row: its name stands in the first."""
    often = f" ×{box.count:,}" if box.count else ""
    name = f"**{box.name}**{often}"
    if not leaving:
        ends = "the game is over" if box.count or not counted else "the game is over; never"
        return [[name, "", ends, "", box.clause, *([""] * 2 if counted else [])]]
    found: list[list[str]] = []
    for arrow in leaving:
        cells = ["" if found else name, str(arrow.rank), arrow.label, arrow.target,
                 ", ".join(arrow.clauses)]  # fmt: skip
        if counted:
            taken = f"{arrow.count:,}" if arrow.count else "*never*" if arrow.on else "*off*"
            cells += [taken, shared(arrow)]
        found.append(cells)
    return found


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
