"""The phase table as text: rows in order, exits in order of precedence, counts where observed."""

from __future__ import annotations

from tools.graphs import Arrow, Box, Graph, Use, arrows, boxes, heading, shared

ACTORS = {"player": "player", "chance": "chance", "nobody": "nobody", "end": "end"}


def table_text(graph: Graph) -> str:
    """One block a row: name, actor, clause, verbs; then its exits, one a line."""
    title, subtitle = heading(graph)
    exits: dict[str, list[Arrow]] = {}
    for arrow in arrows(graph):
        exits.setdefault(arrow.source, []).append(arrow)
    counted = graph.graph["observed"] is not None
    every = [arrow for found in exits.values() for arrow in found]
    wide = max((len(arrow.label) for arrow in every), default=0)
    widest = max((len(arrow.target) for arrow in every), default=0)
    lines = [title, subtitle, ""]
    for box in boxes(graph):
        lines.append(_row(box))
        for arrow in exits.get(box.name, []):
            lines.append(_exit(arrow, wide, widest, counted))
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def _row(box: Box) -> str:
    actor = ACTORS[box.kind] + (f" {box.seat}" if box.seat else "")
    marks = [word for word, holds in (("start", box.start), ("hub", box.hub)) if holds]
    played = "" if box.count is None else f" ×{box.count:,}"
    parts = [f"{box.number:>2} {box.name}{played}", f"({', '.join([actor, *marks])})"]
    if box.clause:
        parts.append(f"[{box.clause}]")
    uses = ", ".join(_use(use) for use in box.uses if not use.free)
    free = ", ".join(_use(use) for use in box.uses if use.free)
    if uses:
        parts.append(uses)
    if free:
        parts.append(f"+ free: {free}")
    if not box.on:
        parts.append(f"- off: needs {box.needs}")
    return " ".join(parts)


def _use(use: Use) -> str:
    words = use.name if use.count is None else f"{use.name} ×{use.count:,}"
    return words if use.on else f"{words} (off: needs {use.needs})"


def _exit(arrow: Arrow, wide: int, widest: int, counted: bool) -> str:
    label = arrow.label
    line = f"   {arrow.rank:>2} {label:<{wide}} -> {arrow.target:<{widest}}"
    if counted:
        line += f" {arrow.count:>9,} {shared(arrow):>5}"
    line += f" {', '.join(arrow.clauses)}"
    if not arrow.on:
        line += " (off)"
    elif arrow.count == 0:
        line += " (never taken)"
    return line.rstrip()
