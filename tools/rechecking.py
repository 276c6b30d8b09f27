"""What `ruleproof fuzz --replay` does: stored findings judged by the rules of today."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from properties.finding import FAILED, FIXED, UNJUDGED, UNREADABLE, Recheck, recheck
from tools import console, failures
from tools.errors import nothing
from tools.failures import FINDING
from tools.inputs import single
from tools.setup import existing
from tools.text import Doc, plural

# The exit code that a verdict asks for; of many findings the first of these counts.
EXITS = {FAILED: FINDING, UNREADABLE: failures.UNREADABLE, UNJUDGED: failures.UNJUDGED, FIXED: 0}
STYLES = {FAILED: "red", UNREADABLE: "red", UNJUDGED: "yellow", FIXED: "green"}


def replayed(words: Sequence[str], as_json: bool, content: str | None = None) -> int:
    """Judge stored findings, those made with a pack with `content`; E402 if there are none.

    1 if any still fails, else 3 if any cannot be read, else 125 if the log of any no longer fits
    the rules, else 0.
    """
    paths = [Path(word) if Path(word).is_dir() else single(word).path or Path(word)
             for word in words]  # fmt: skip
    if content is not None:
        existing(content)
    found = recheck(paths, content or "")
    if not found:
        raise nothing(f"no finding in {' '.join(words)}; name a folder that fuzz wrote")
    if as_json:
        document: Doc = {"schema": "ruleproof.recheck/1", "findings": [r.as_dict() for r in found]}
        console.deliver(console.document(document), None)
    else:
        for one in found:
            rest = one.text().removeprefix(one.verdict)
            console.out(console.paint(one.verdict, STYLES[one.verdict]) + rest)
        console.out(_sum(found))
    verdicts = [one.verdict for one in found]
    return next(code for verdict, code in EXITS.items() if verdict in verdicts)


def _sum(found: Sequence[Recheck]) -> str:
    """How many of each verdict; those nobody expects only if there are any."""
    told = []
    for verdict in (FAILED, FIXED, UNREADABLE, UNJUDGED):
        count = sum(one.verdict == verdict for one in found)
        if count or verdict in (FAILED, FIXED):
            told.append(f"{count} {verdict.lower()}")
    return f"{plural(len(found), 'finding')}: {', '.join(told)}"
