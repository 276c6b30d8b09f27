"""Many files and their verdicts: what `ruleproof verify` runs and tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from replays.reader import Loader
from replays.verdict import (
    CORRUPT,
    DIVERGED,
    EXACT,
    TRUNCATED,
    UNREADABLE,
    UNSUPPORTED,
    UNVERIFIED,
    Verdict,
    exit_code,
)
from replays.verify import verify
from replays.visible import visible
from tools import console
from tools.inputs import STDIN, UNREAD_WAY, Input, advice
from tools.pool import ordered, stoppable
from tools.setup import packs, replay_loader
from tools.text import Doc, plural

__all__ = ["as_dict", "exit_code", "judge", "text", "unreadable"]

WORDS = (EXACT, TRUNCATED, DIVERGED, CORRUPT, UNSUPPORTED, UNREADABLE, UNVERIFIED)
STYLES = {EXACT: "green", TRUNCATED: "yellow", UNVERIFIED: "yellow"}
CHUNK = 16  # files a job

Judged = tuple[str, Verdict]
Job = tuple[tuple[Input, ...], tuple[str, ...], bool]


def judge(inputs: Sequence[Input], contents: Sequence[str], workers: int) -> list[Judged]:
    """(name, verdict) each, in order; fewer if Ctrl-C came.  ContentError for a bad pack."""
    packs(contents)
    if any(item.name == STDIN for item in inputs):
        workers = 1
    foreign = console.current.foreign
    jobs: list[Job] = [
        (tuple(inputs[first : first + CHUNK]), tuple(contents), foreign)
        for first in range(0, len(inputs), CHUNK)
    ]
    judged: list[Judged] = []
    with stoppable() as stop, console.progress(len(inputs), "verifying") as advance:
        for found in ordered(_judge, jobs, workers, stop):
            judged += found
            advance(len(found))
    return judged


def _judge(job: Job) -> list[Judged]:
    inputs, contents, console.current.foreign = job
    load = replay_loader(contents)
    return [(item.name, _judged(item, load)) for item in inputs]


def _judged(item: Input, load: Loader) -> Verdict:
    """The verdict on one file, with the file's own name in the command that it advises."""
    try:
        verdict = verify(item.source(), load)
    except OSError as error:
        return unreadable(error)
    return replace(verdict, remedy=advice(verdict.remedy, item.name))


def unreadable(error: OSError) -> Verdict:
    """What is said of a file or folder that the system does not let anybody read."""
    return Verdict(word=UNREADABLE, detail=error.strerror or str(error), remedy=UNREAD_WAY,
                   code="E401")  # fmt: skip


def counts(judged: Sequence[Judged]) -> dict[str, int]:
    """How many files of each word, the words in order, zeros left out."""
    found = Counter(verdict.word for _, verdict in judged)
    return {word: found[word] for word in WORDS if found[word]}


def as_dict(judged: Sequence[Judged], asked: int) -> Doc:
    """`ruleproof.verify/1`."""
    return {
        "schema": "ruleproof.verify/1",
        "files": [{"path": name, **verdict.as_dict()} for name, verdict in judged],
        "counts": counts(judged), "judged": len(judged), "asked": asked,
        "exit": exit_code(verdict for _, verdict in judged),
    }  # fmt: skip


def verdict_lines(name: str, verdict: Verdict) -> list[str]:
    """One verdict for people: label, file, facts."""
    first, *rest = verdict.text().split("\n")
    detail = first.partition("  ")[2]
    if verdict.word in (EXACT, UNVERIFIED):
        detail = verdict.detail  # of the whole file, whichever game was the last
    if verdict.word == UNREADABLE:
        detail = f"{verdict.code}: {detail}"
    label = console.paint(verdict.label, STYLES.get(verdict.word, "red"))
    return [f"{label}  {visible(name, lines=False)}  {detail}", *rest]


def text(judged: Sequence[Judged]) -> str:
    """A line or a few for each file, then the summary; EXACT ones only unless quiet."""
    lines: list[str] = []
    for name, verdict in judged:
        if verdict.word == EXACT and console.current.quiet and len(judged) > 1:
            continue
        lines += verdict_lines(name, verdict)
    if len(judged) > 1:
        plies = sum(verdict.plies for _, verdict in judged)
        shown = ", ".join(f"{count:,} {word}" for word, count in counts(judged).items())
        lines.append(f"{plural(len(judged), 'file')}, {plural(plies, 'ply')} verified: {shown}")
    return "\n".join(lines) + "\n"
