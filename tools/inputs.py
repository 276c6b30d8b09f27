"""What a reader is given: files, folders (by suffix), globs and `-` for standard input."""

from __future__ import annotations

import glob
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from replays.errors import ReplayError
from tools.errors import ToolError, nothing

STDIN = "-"
NAMED_MAX = 4  # files named where the wanted one is not there


@dataclass(frozen=True)
class Input:
    """One thing to read: `name` for people, and a path (None: standard input)."""

    name: str
    path: Path | None

    def source(self) -> Path | BinaryIO:
        """What the readers of replays/ take."""
        return sys.stdin.buffer if self.path is None else self.path

    def data(self) -> bytes:
        """The whole as bytes."""
        return sys.stdin.buffer.read() if self.path is None else self.path.read_bytes()

    def text(self) -> str:
        """The whole as text; ToolError if it is none."""
        try:
            if self.path is None:
                return sys.stdin.read()
            return self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ToolError("E401", f"{self.name}: not a text file") from error


def expand(words: Sequence[str], suffix: str) -> list[Input]:
    """Inputs of the words, in order, each once; E401 for a missing one, E402 if there are none.

    PermissionError for a folder that cannot be read, at any depth.
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
    path = Path(word)
    if path.is_dir():
        return [Input(str(p), p) for p in sorted(_walked(path, suffix)) if p.is_file()]
    if path.exists():
        return [Input(word, path)]
    if glob.has_magic(word):
        _listed(path)
        names = sorted(glob.glob(word, recursive=True))
        return [item for name in names for item in _expand_one(name, suffix)]
    raise ToolError("E401", f"{word}: no such file or folder; {_neighbour(path)}")


def _walked(folder: Path, suffix: str) -> Iterator[Path]:
    """What ends so in a folder and those in it; PermissionError for one that is not readable."""
    for place, _, names in os.walk(folder, onerror=_refuse):
        yield from (Path(place) / name for name in names if name.endswith(suffix))


def _listed(path: Path) -> None:
    """PermissionError if a folder that a glob looks into cannot be read: glob passes over it."""
    for part in (path, *path.parents):
        if glob.has_magic(part.name):
            for name in glob.glob(str(part.parent), recursive=True):
                if Path(name).is_dir():
                    os.scandir(name).close()


def _refuse(error: OSError) -> None:
    raise error


def single(word: str) -> Input:
    """One file or `-`; E401 if it is missing or a folder."""
    if word == STDIN:
        return Input(STDIN, None)
    path = Path(word)
    if path.is_dir():
        raise ToolError("E401", f"{word} is a folder; name one file in it")
    if not path.exists():
        raise ToolError("E401", f"{word}: no such file; {_neighbour(path)}")
    return Input(word, path)


def advice(text: str, name: str) -> str:
    """What a message advises, with the file's own name where it says FILE."""
    return text if name == STDIN else re.sub(r"\bFILE\b", lambda _: shlex.quote(name), text)


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
