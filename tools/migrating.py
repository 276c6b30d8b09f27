"""What `ruleproof migrate` tells: what a change of rules does to a folder of replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from engine import registry
from engine.definition import Definition
from engine.errors import UnknownGame
from replays.errors import ReplayError, TargetExists, Unwritable
from replays.migrate import CARRIED, OUTCOMES, PARTS, REFUSED, SAME, UNREADABLE, Fate, fate
from replays.verdict import UNSUPPORTED, Verdict
from tools import console
from tools.failures import FINDING
from tools.failures import UNREADABLE as CANNOT_READ
from tools.inputs import Input
from tools.judging import unreadable
from tools.setup import packs
from tools.text import Doc, columns, plural, wrapped

WORDS = {
    SAME: "still verify", CARRIED: "carried by steps", PARTS: "part",
    REFUSED: "have no way here", UNREADABLE: "cannot be read",
}  # fmt: skip
STYLES = {SAME: "green", CARRIED: "green", PARTS: "red", REFUSED: "red", UNREADABLE: "red"}
Fates = list[tuple[Input, Fate]]


def find(name: str) -> Definition:
    """A registered game, plug-ins only if they are wanted."""
    return registry.definition(name, console.current.foreign)


def judge(inputs: Sequence[Input], contents: Sequence[str]) -> Fates:
    """The fate of every file, in order."""
    held = packs(contents)
    fates: Fates = []
    with console.progress(len(inputs), "judging") as advance:
        for item in inputs:
            try:
                fates.append((item, fate(item.data(), find, held)))
            except (ReplayError, UnknownGame) as error:
                verdict = Verdict(word=UNSUPPORTED, detail=str(error), code=error.code)
                fates.append((item, Fate(UNREADABLE, verdict, why=str(error))))
            except OSError as error:
                verdict = unreadable(error)
                fates.append((item, Fate(UNREADABLE, verdict, why=f"E401: {verdict.detail}")))
            advance(1)
    return fates


def vacant(folder: Path) -> None:
    """TargetExists for a folder that holds something."""
    if folder.is_dir() and any(folder.iterdir()):
        raise TargetExists(f"{folder} exists already and is not empty",
                           remedy="name a new folder: nothing is changed in place")  # fmt: skip


def write(fates: Fates, folder: Path) -> list[str | None]:
    """What can come along, in a new folder under the files' own names; None for what cannot.

    TargetExists for a folder that holds something, Unwritable; nothing is changed where it was.
    """
    names = Counter(Path(item.name).name for item, one in fates if one.data is not None)
    doubled = [name for name, count in names.items() if count > 1]
    if doubled:
        raise TargetExists(f"{folder} would hold {doubled[0]} twice",
                           remedy="migrate the folders one by one")  # fmt: skip
    vacant(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written: list[str | None] = []
        for item, one in fates:
            target = folder / Path(item.name).name
            if one.data is not None:
                target.write_bytes(one.data)
            written.append(None if one.data is None else str(target))
        return written
    except OSError as error:
        raise Unwritable(f"{folder} cannot be written: {error.strerror}") from error


def document(fates: Fates, written: Sequence[str | None]) -> Doc:
    """`ruleproof.migrate/1`."""
    games = sorted({one.verdict.game for _, one in fates if one.verdict.game})
    return {
        "schema": "ruleproof.migrate/1",
        "files": [_file(item, one, path) for (item, one), path in
                  zip(fates, written, strict=True)],
        "counts": {word: sum(one.outcome == word for _, one in fates) for word in OUTCOMES},
        "groups": groups(fates),
        "steps": [{"game": name, "name": step.name, "start": step.start, "text": step.text}
                  for name in games for step in find(name).migrations],
    }  # fmt: skip


def _file(item: Input, one: Fate, path: str | None) -> Doc:
    verdict = one.verdict
    return {
        "path": item.name, "outcome": one.outcome, "label": verdict.label,
        "rules_version": one.version, "steps": list(one.steps), "why": one.why,
        "ply": verdict.at if one.outcome == PARTS else None, "row": verdict.row,
        "clause": verdict.clause, "written": path,
    }  # fmt: skip


def groups(fates: Fates) -> list[Doc]:
    """Where files part: clause and row, the most files first."""
    found: dict[tuple[str, str], list[tuple[Input, Fate]]] = {}
    for item, one in fates:
        if one.outcome == PARTS:
            place = (one.verdict.clause or "", one.verdict.row or "")
            found.setdefault(place, []).append((item, one))
    rows = [
        {
            "clause": clause, "row": row, "files": len(held),
            "earliest": min(one.verdict.at or 0 for _, one in held),
            "example": held[0][0].name, "detail": held[0][1].why,
            "applied": [each for each in held[0][1].applied
                        if all(each in one.applied for _, one in held)],
        }
        for (clause, row), held in found.items()
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (-row["files"], row["clause"], row["row"]))


def text(found: Doc) -> str:
    """The report for people: how many stand, where the others part, what each file came to."""
    counts = found["counts"]
    sums = [f"{console.paint(f'{counts[word]:,}', STYLES[word])} {WORDS[word]}"
            for word in OUTCOMES if counts[word]]  # fmt: skip
    lines = [f"{plural(len(found['files']), 'replay')}: {', '.join(sums)}"]
    if found["groups"]:
        rows = [("clause", "row", "files", "from ply", "for example")]
        rows += [(g["clause"] or "-", g["row"] or "-", f"{g['files']:,}", str(g["earliest"]),
                  f"{g['example']}: {g['detail']}") for g in found["groups"]]  # fmt: skip
        lines += ["", *columns(rows, head=True)]
        lines += [line for group in found["groups"] for line in _applied(group)]
    others = [one for one in found["files"] if one["outcome"] not in (SAME, PARTS)]
    if others:
        rest = [(WORDS[one["outcome"]], one["path"], one["label"], _remark(one))
                for one in others]  # fmt: skip
        lines += ["", *columns(rest)]
    kept = sum(one["written"] is not None for one in found["files"])
    return "\n".join([*lines, *([f"{plural(kept, 'replay')} written"] if kept else [])]) + "\n"


def _applied(group: Doc) -> list[str]:
    """The clauses of the plies where a group parts: what was changed is likely one of them."""
    if not group["applied"]:
        return []
    files = f"all {group['files']:,} files" if group["files"] > 1 else "its file"
    return wrapped(f"in row {group['row']} the ply of {files} applies "
                   + ", ".join(group["applied"]), "  ")  # fmt: skip


def _remark(one: Doc) -> str:
    """The steps that carried a file, and why it has no way here or what stays behind."""
    steps = ", ".join(one["steps"]) if one["outcome"] == CARRIED else ""
    return "; ".join(filter(None, (steps, one["why"])))


def exit_code(found: Doc) -> int:
    """1 if a replay parts or has no way here, else 3 if one cannot be read, else 0."""
    counts = found["counts"]
    if counts[PARTS] or counts[REFUSED]:
        return FINDING
    return CANNOT_READ if counts[UNREADABLE] else 0
