"""What `ruleproof export` and `import` do: a replay as text, a seat's view of it, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.errors import EngineError
from replays import notation
from replays.entries import GAME, Entry, entries_of, head_entry, records_of, replay_of
from replays.errors import TargetExists
from replays.reader import game_for, read_prefix
from replays.view import view_head, view_of
from tools import console
from tools.errors import Usage
from tools.inputs import Input, naming
from tools.played import illegal
from tools.setup import replay_loader
from tools.targets import unwritable

SUFFIXES = {".json": "json", ".ndjson": "ndjson", ".txt": "text"}
PLAYER = "player:"


def seat_of(word: str | None) -> int | None:
    """The seat of `player:N`."""
    if word is None:
        return None
    number = word.removeprefix(PLAYER)
    if not word.startswith(PLAYER) or not number.isdigit():
        raise Usage(f"--as {word}: expected player:N, as player:0")
    return int(number)


def form_of(given: str | None, output: Path | None) -> str:
    """The form asked for, else that of the file's suffix, on stdout the notation; Usage."""
    if given is not None or output is None or str(output) == "-":
        return given or "text"
    form = SUFFIXES.get(output.suffix.lower())
    if form is None:
        raise Usage(f"{output} has no suffix of a form ({', '.join(SUFFIXES)}); add --format")
    return form


def exported(item: Input, seat: int | None, form: str, contents: Sequence[str]) -> str:
    """The whole text; ToolError names the file that cannot be read."""
    load = replay_loader(contents)
    with naming(item.name):
        data = item.data()
        header, records = records_of(data)
        try:
            if seat is None:
                return notation.written(form, head_entry(header), entries_of(header, records, load))
            head = view_head(game_for(header, load), header, seat)
            return notation.written(form, head, _view(data, seat, contents))
        except EngineError as error:
            raise illegal(item.name, error) from error


def _view(data: bytes, seat: int, contents: Sequence[str]) -> Iterator[Entry]:
    replay = read_prefix(data)
    game = game_for(replay.head(), replay_loader(contents))
    for line in replay.games:
        if line.index is not None:
            yield {"kind": GAME, "index": line.index}
        yield from view_of(game, line.codes, seat)


def imported(item: Input, contents: Sequence[str]) -> bytes:
    """The replay that a text was exported from, byte for byte."""
    with naming(item.name):
        return replay_of(*notation.parsed(item.text()), replay_loader(contents))


def write(data: bytes, output: Path, force: bool) -> None:
    """Into a new file; TargetExists without `force`, E403 if it cannot be written."""
    if str(output) == "-":
        import sys

        console.binary_out("a replay")
        sys.stdout.buffer.write(data)
        return
    if output.exists() and not force:
        raise TargetExists(f"{output} exists already")
    try:
        output.write_bytes(data)
    except OSError as error:
        raise unwritable(output, error.errno) from error
    console.say(f"wrote {output}")
