"""What a reader is given: files, folders (by suffix), globs and `-` for standard input."""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from replays.errors import ReplayError, of_file
from tools.errors import ToolError, nothing

STDIN = "-"
NAMED_MAX = 4  # files named where the wanted one is not there
FOLDER, FILE, OTHER = "folder", "file", "other"
UNREAD_WAY = "make it readable, or leave it out"  # of one among many


@dataclass(frozen=True)
class Input:
    """One thing to read: `name` for people, and a path (None: standard input).

    `refusal` is why nobody may look into it, of a folder or a path that leads through one; it is
    raised when the thing is read, so that a command can judge the others.
    """

    name: str
    path: Path | None
    refusal: OSError | None = None

    def file(self) -> Path | None:
        """The path, None for standard input; OSError for what may not be looked into."""
        if self.refusal is not None:
            raise self.refusal
        return self.path

    def source(self) -> Path | BinaryIO:
        """What the readers of replays/ take; OSError as of `file`."""
        return self.file() or sys.stdin.buffer

    def data(self) -> bytes:
        """The whole as bytes; OSError for what may not be read."""
        path = self.file()
        return sys.stdin.buffer.read() if path is None else path.read_bytes()

    def text(self) -> str:
        """The whole as text; ToolError if it is none, OSError for what may not be read."""
        try:
            path = self.file()
            return sys.stdin.read() if path is None else path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ToolError("E401", f"{self.name}: not a text file") from error


def expand(words: Sequence[str], suffix: str) -> list[Input]:
    """Inputs of the words, in order, each once; E401 for a missing one, E402 if there are none.

    A folder that may not be read, at any depth, is an input that says so when it is read.
    """
    found: dict[str, Input] = {}
    for word in words:
        for item in _expand_one(word, suffix):
            found.setdefault(item.name, item)
    if not found:
        listed = " ".join(words) or "nothing"
        raise nothing(f"no {suffix} file in {listed}; name files, folders or globs")
    return list(found.values())


def _expand_one(word: str, suffix: str) -> list[Input]:
    if word == STDIN:
        return [Input(STDIN, None)]
    path = _named(word)
    kind, refusal = _kind(path)
    if refusal is not None:
        return [Input(word, path, refusal)]
    if kind == FOLDER:
        return _walked(path, suffix)
    if kind:
        return [Input(word, path)]
    if glob.has_magic(word):
        names = sorted(glob.glob(word, recursive=True))
        return [item for name in names for item in _expand_one(name, suffix)] + _locked(path)
    raise ToolError("E401", f"{word}: no such file or folder; {_neighbour(path)}")


def _named(word: str) -> Path:
    """The path of a word; E401 for an empty one, which Path takes for the current folder."""
    if not word:
        raise ToolError("E401", "an empty name is no file; name one, or . for this folder")
    return Path(word)


def _kind(path: Path) -> tuple[str, OSError | None]:
    """FOLDER, FILE, OTHER or "" for what is not there; and why nobody may know.

    `Path.exists` and its like say no of the last, or raise, as Python's version has it.
    """
    try:
        mode = path.stat().st_mode
    except PermissionError as error:
        return "", error
    except (OSError, ValueError):
        return "", None
    return FOLDER if stat.S_ISDIR(mode) else FILE if stat.S_ISREG(mode) else OTHER, None


def _walked(folder: Path, suffix: str) -> list[Input]:
    """The files that end so in a folder and those in it, sorted, and what may not be read there."""
    refused: list[OSError] = []
    found: list[Input] = []
    for place, _, names in os.walk(folder, onerror=refused.append):
        for path in (Path(place) / name for name in names if name.endswith(suffix)):
            kind, refusal = _kind(path)
            if kind == FILE or refusal is not None:
                found.append(Input(str(path), path, refusal))
    found += [Input(str(error.filename), Path(error.filename), error) for error in refused]
    return sorted(found, key=lambda item: item.path or folder)


def _locked(path: Path) -> list[Input]:
    """The folders that a glob looks into and may not read: glob passes over them."""
    found: list[Input] = []
    for part in (path, *path.parents):
        if not glob.has_magic(part.name):
            continue
        for name in sorted(glob.glob(str(part.parent), recursive=True)):
            try:
                if Path(name).is_dir():
                    os.scandir(name).close()
            except OSError as error:
                found.append(Input(name, Path(name), error))
    return found


def single(word: str) -> Input:
    """One file or `-`; E401 if it is missing or a folder."""
    if word == STDIN:
        return Input(STDIN, None)
    path = _named(word)
    kind, refusal = _kind(path)
    if kind == FOLDER:
        raise ToolError("E401", f"{word} is a folder; name one file in it")
    if not kind and refusal is None:
        raise ToolError("E401", f"{word}: no such file; {_neighbour(path)}")
    return Input(word, path, refusal)


def unread(name: str, error: OSError) -> ToolError:
    """E401 for one of many things to read, told beside what the others came to."""
    return ToolError("E401", f"{error.filename or name}: {error.strerror}; {UNREAD_WAY}")


def advice(text: str, name: str) -> str:
    """What a message advises, with the file's own name where it says FILE."""
    return text if name == STDIN else of_file(text, name)


@contextmanager
def naming(name: str) -> Iterator[None]:
    """What a replay cannot be read for, the file named first; its code and so its exit stay."""
    try:
        yield
    except ReplayError as error:
        raise ToolError(error.code, f"{name}: {advice(str(error), name)}") from error


def _neighbour(path: Path) -> str:
    """The way out: the nearest name in the folder, or which part of the path is missing."""
    from difflib import get_close_matches

    if path.is_symlink():
        return f"it is a link to {os.readlink(path)}, which is gone"
    folder = path.parent
    if not folder.is_dir():
        return f"the folder {folder} does not exist either"
    names = get_close_matches(path.name, sorted(p.name for p in folder.iterdir()))
    # The suffix alone makes no name near.
    close = [name for name in names if get_close_matches(path.stem, [Path(name).stem])]
    if close:
        return f"did you mean {folder / close[0]}?"
    where = "this folder" if folder == Path() else str(folder)
    like = sorted(p.name for p in folder.glob(f"*{path.suffix}")) if path.suffix else []
    if not like:
        return f"look into {where}" if not path.suffix else f"{where} has no {path.suffix} file"
    more = f" and {len(like) - NAMED_MAX} more" if len(like) > NAMED_MAX else ""
    return f"{where} has {', '.join(like[:NAMED_MAX])}{more}"
