"""The page docs/rules/<game>_coverage.md: what the golden replays reach.

`rules GAME --coverage --markdown` writes it, with `--check` it refuses a stale one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.definition import Definition
from properties.reach import IDLE, OPEN, Reach
from tools.reached import Covered
from tools.text import plural

ITEMS_MAX = 60
TITLES = {
    "clauses": "clauses that play shows", "refusals": "clauses that refused something",
    "exits": "exits", "verbs": "verbs", "pairs": "pairs of verbs in a row", "events": "events",
    "content": "content rows", "ends": "ends", "options": "option values", "phases": "rows",
    IDLE: "actions legal at some time",
}  # fmt: skip


def coverage_page(definition: Definition, reach: Reach, found: Covered, golden: bool) -> str:
    """The whole page as Markdown; `golden`: of the replays that come with the program."""
    name, games = definition.name, f"{plural(reach.games, 'game')} of {found.plies:,} plies in all"
    head = (
        f"# {definition.title}: what the golden replays reach\n\n"
        f"Written by `ruleproof rules {name} --coverage --markdown`; `ruleproof rules {name} "
        f"--coverage --check docs/rules/{name}_coverage.md` says whether it is up to date. Counted "
        f"are the replays that come with the program: {games}, chosen few and short.\n"
        if golden else f"# {definition.title}: what replays reach\n\nCounted are {games}.\n"
    )  # fmt: skip
    parts = [
        head,
        _table(reach),
        _missed(reach),
        _idle(reach.columns[IDLE].missed),
        _declared(definition.unreached),
    ]
    return "\n".join(part for part in parts if part)


def _table(reach: Reach) -> str:
    lines = ["| column | reached | of |", "|---|---|---|"]
    for column, share in reach.columns.items():
        of = f"{share.of:,}" if column not in OPEN or column == IDLE else ""
        lines.append(f"| {TITLES[column]} | {share.reached:,} | {of} |")
    return "\n".join(lines) + "\n"


def _missed(reach: Reach) -> str:
    """Items by column that none of the games reached."""
    lines = ["## Not reached", ""]
    for column, share in reach.columns.items():
        items = share.missed if column not in OPEN else ()
        if items:
            more = f" and {len(items) - ITEMS_MAX} more" if len(items) > ITEMS_MAX else ""
            named = ", ".join(f"`{item}`" for item in items[:ITEMS_MAX])
            lines.append(f"- {TITLES[column]}: {named}{more}")
    return "\n".join([*lines, ""]) if len(lines) > 2 else "## Not reached\n\nNothing.\n"


def _idle(texts: Sequence[str]) -> str:
    """Actions never taken, by verb."""
    verbs = Counter(text.partition(" ")[0] for text in texts)
    named = ", ".join(f"`{verb}` {count}" for verb, count in verbs.items()) or "none"
    return f"## Legal at some time, never taken\n\nBy verb: {named}.\n"


def _declared(unreached: Sequence[tuple[str, str]]) -> str:
    """What is owed by nobody, by reason."""
    if not unreached:
        return ""
    reasons: dict[str, list[str]] = {}
    for item, reason in unreached:
        reasons.setdefault(reason, []).append(f"`{item.partition('/')[2]}`")
    lines = [f"- {', '.join(items)}: {reason}" for reason, items in reasons.items()]
    return "\n".join(["## Out of reach with the reference pack", "", *lines, ""])
