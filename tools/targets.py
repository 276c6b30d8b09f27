"""What a command writes to: looked at before it works, and never over what commands read."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from replays.errors import TargetExists
from replays.format import MAGIC, SUFFIX
from replays.sink import obstacle
from tools.errors import ToolError, Usage

STDOUT = "-"
READ = {SUFFIX: "a replay", ".toml": "a pack or scenario", ".py": "a Python file"}


# The forms of a text, and how a file's name may end that holds it; it may end with no suffix too.
TEXT, JSON, CSV, MARKDOWN, PAGE, SCRIPT = "text", "JSON", "CSV", "Markdown", "a page", "a script"
ENDS = {
    TEXT: (".txt", ".text", ".log"), JSON: (".json", ".txt"), CSV: (".csv", ".txt"),
    MARKDOWN: (".md", ".markdown", ".txt"), PAGE: (".html", ".htm"),
    SCRIPT: (".bash", ".zsh", ".fish", ".ps1", ".sh", ".txt"),
}  # fmt: skip


def unwritable(path: Path, number: int | None) -> ToolError:
    """E403 for an output, the way out by what is in the way; `number` as of OSError."""
    why, way = obstacle(path, number)
    return ToolError("E403", f"{path} cannot be written: {why}; {way}")


def file(path: Path) -> None:
    """Refuse what cannot be made or overwritten; nothing is changed."""
    if str(path) == STDOUT:
        return
    place = path if path.exists() else path.parent
    if path.is_dir() or not path.parent.is_dir() or not os.access(place, os.W_OK):
        raise unwritable(path, errno.EACCES)


def text(path: Path) -> None:
    """As `file`; TargetExists too for a kind of READ: text would take its place."""
    if str(path) == STDOUT or not path.is_file():
        return file(path)
    kind = READ.get(path.suffix.lower(), READ[SUFFIX] if _replay(path) else "")
    if kind:
        raise TargetExists(f"{path} is {kind}, and text is not written over one",
                           remedy="name another file")  # fmt: skip
    file(path)


def named(path: Path, form: str, switches: Mapping[str, str]) -> None:
    """Refuse a suffix that does not name the form that is written; Usage.

    `switches` are the other forms that the command has, and what asks for them.
    """
    suffix = path.suffix.lower()
    if str(path) == STDOUT or suffix in ("", *ENDS[form]):
        return
    own = next((switch for other, switch in switches.items() if suffix == ENDS[other][0]), "")
    ways = [f"add {own}"] if own else []
    ways.append(f"end the name with {ENDS[form][0]}")
    raise Usage(f"-o {path}: the suffix names no form of what is written, {form}; "
                + ", or ".join(ways))  # fmt: skip


def ending(path: Path, ends: Sequence[str]) -> None:
    """Refuse a name that does not end with one of these; Usage."""
    if str(path) != STDOUT and path.suffix.lower() not in ends:
        raise Usage(f"{path}: the name of such a file ends with {' or '.join(filter(None, ends))}")


def _replay(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:  # what may not be read may yet be written
        return False


def folder(path: Path) -> None:
    """Refuse a folder that cannot be made or written into; nothing is changed."""
    place = path
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise ToolError("E403", f"{path} cannot be written: {place} is a file; name a folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise ToolError("E403", f"{path} cannot be written: {os.strerror(13)} in {place}; "
                        "name a folder that you may write into")  # fmt: skip
