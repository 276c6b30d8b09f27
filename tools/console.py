"""What a person sees: results on stdout, messages on stderr, colour and progress where wanted."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from replays.visible import joined, visible, visible_json
from tools.errors import ToolError

if TYPE_CHECKING:  # `ruleproof --help` is quick because these load when they are needed
    from pathlib import Path

BAR_CELLS = 10
# Stands for the escape of a colour until the text is written: no file and no argument can hold it.
PAINT = "\ud801"
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
PAINTED = re.compile(f"{PAINT}({'|'.join(('0', *STYLES.values()))})m")


class Console:
    """How this run speaks.  `color` None: as stream and environment have it."""

    def __init__(self) -> None:
        self.color: bool | None = None
        self.quiet = False
        self.foreign = True


current = Console()


def reset() -> None:
    """Start a run with the defaults (several runs can happen in one process).

    A stream that cannot show every sign shows an escape for it instead of failing; one that the
    caller has closed is empty.
    """
    current.color, current.quiet, current.foreign = None, False, True
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def colored(stream: TextIO) -> bool:
    """Whether this stream gets colour: flag, then NO_COLOR, then FORCE_COLOR, then a terminal."""
    if current.color is not None:
        return current.color
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str, stream: TextIO | None = None) -> str:
    """`text` in one of STYLES (or "" for none), if the stream (stdout) gets colour."""
    if not style or not text or not colored(stream or sys.stdout):
        return text
    return f"{PAINT}{STYLES[style]}m{text}{PAINT}0m"


def shown(text: str) -> str:
    """What is written of a text: colours as a terminal has them, unseen signs as escapes."""
    return PAINTED.sub("\x1b[\\1m", visible(text, kept=PAINT)).replace(PAINT, visible(PAINT))


# ---- results ----


def out(text: str = "") -> None:
    """A line of the result, on stdout."""
    sys.stdout.write(shown(text) + "\n")


def document(value: dict[str, object]) -> str:
    """A JSON document: sorted keys, one line end at its end."""
    import json

    return visible_json(json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False)) + "\n"


def deliver(text: str, output: Path | None) -> None:
    """A whole text result: to stdout, or to the file of `--output`, written in one go."""
    if output is None or str(output) == "-":
        sys.stdout.write(shown(text))
        return
    try:
        output.write_text(shown(text), encoding="utf-8")
    except OSError as error:
        from tools.targets import unwritable

        raise unwritable(output, error.errno) from error
    say(f"wrote {output}")


def binary_out(what: str) -> None:
    """Refuse to write bytes to a terminal."""
    if sys.stdout.isatty():
        raise ToolError("E404", f"{what} is binary and stdout is a terminal; name a file with -o")


# ---- messages ----


def say(text: str) -> None:
    """A message on stderr, unless quiet."""
    if not current.quiet:
        sys.stdout.flush()
        sys.stderr.write(shown(text) + "\n")


def warn(text: str) -> None:
    """A message on stderr that matters even when quiet."""
    sys.stdout.flush()
    sys.stderr.write(shown(paint("warning: ", "yellow", sys.stderr) + text) + "\n")


def error(text: str) -> None:
    """An error on stderr."""
    try:
        sys.stdout.flush()
    except OSError:
        pass
    head, colon, rest = text.partition(":")
    sys.stderr.write(shown(paint(head, "red", sys.stderr) + colon + rest) + "\n")


def repeat(words: list[str]) -> None:
    """Say the command line that repeats this run."""
    say(paint("repeat: ", "dim", sys.stderr) + joined(["ruleproof", *words]))


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, only on a terminal and not under CI; yields `advance(count)`."""
    done = 0
    with live(total, what) as tell:

        def advance(count: int) -> None:
            nonlocal done
            done += count
            tell(done, "")

        yield advance


@contextmanager
def live(total: int | None, what: str, unit: str = "") -> Iterator[Callable[..., None]]:
    """The bar of `progress` with words behind it; yields `tell(done, words, share=None)`.

    `share`, from 0 to 1, fills the bar of a search that may end by the clock; `unit` is what is
    counted, told where there is no total.
    """
    if current.quiet or not sys.stderr.isatty() or os.environ.get("CI"):
        yield lambda done, words, share=None: None
        return
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    def count(done: int) -> str:
        return f"{done:,} {unit}".rstrip() if total is None else f"{done:,}/{total:,}"

    def tell(done: int, words: str, share: float | None = None) -> None:
        filled = share if share is not None else done / total if total else None
        known = None if filled is None else 1.0  # else it swings to and fro
        filled = min(filled or 0.0, 0.999)  # a full one stops its clock
        room = rich.width - len(f"{what} {count(done)} 0:00:00 ") - BAR_CELLS - 1
        short = words if len(words) <= room else f"{words[:max(room - 1, 0)]}…"
        bar.update(task, total=known, completed=filled, count=count(done), words=short)

    columns = (TextColumn("{task.description}"), BarColumn(BAR_CELLS),
               TextColumn("{task.fields[count]}"), TimeElapsedColumn(),
               TextColumn("{task.fields[words]}"))  # fmt: skip
    rich = RichConsole(stderr=True, no_color=not colored(sys.stderr))
    rich.width -= len("^C ")  # what a terminal shows of Ctrl-C must not break the line
    with Progress(*columns, console=rich, transient=True) as bar:
        task = bar.add_task(what, total=total and 1, count=count(0), words="")
        yield tell
