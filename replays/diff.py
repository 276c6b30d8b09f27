"""Where and how games part: two logs, N logs, or one log under two sets of rules.

Positions are compared in step: first the state (row and fields), then the choices, then the
action.  The first difference is the parting; nothing after it is compared, except that a
difference in choices alone is followed up to the first state it leads to.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.fields import Json
from engine.game import Game
from engine.options import word_of
from replays.errors import ReplayError, StreamFailed
from replays.parting import Parting
from replays.reader import Line, Loader, Replay, Source, game_for, read_prefix
from replays.records import Header
from replays.stream import SCHEMA, Position, positions

SCHEMA_DIFF = "ruleproof.diff/1"
Stream = Iterator[Position]


# ---- two streams of positions ----


def compare(left: Stream, right: Stream, sides: tuple[str, str]) -> Parting:
    """The first parting of two streams; kind "same" if there is none."""
    before: Position | None = None
    choices: Parting | None = None
    for a in left:
        b = next(right, None)
        if b is None:
            raise StreamFailed(f"the positions of {sides[1]} end at {a.ply}")
        parting = _state_parts(before, a, b, sides)
        if parting is not None:
            return parting if choices is None else replace(choices, then=parting)
        if choices is None and a.legal != b.legal:
            choices = _parting("legal", a, b, sides)
        if a.stop or b.stop:
            return choices or _parting("illegal", a, b, sides)
        if a.text != b.text:
            parting = _parting("length" if None in (a.text, b.text) else "action", a, b, sides)
            after_a, after_b = next(left, None), next(right, None)
            if after_a is not None and after_b is not None:
                parting = replace(parting, fields=_fields(after_a, after_b))
            return parting if choices is None else replace(choices, then=parting)
        before = a
        if a.text is None:
            break
    if choices is not None:
        return choices
    return Parting("same", sides, None if before is None else before.ply)


def _state_parts(
    before: Position | None, a: Position, b: Position, sides: tuple[str, str]
) -> Parting | None:
    """The parting if two positions differ in row or fields: of the ply that led there."""
    if a.row == b.row and a.fields == b.fields:
        return None
    fields = _fields(a, b)
    if before is None:
        return replace(_parting("setup", a, b, sides), fields=fields)
    kind = "state" if a.row == b.row else "row"
    parting = _parting(kind, before, before, sides)
    return replace(parting, rows=(a.row, b.row), fields=fields, stops=(a.stop, b.stop))


def _parting(kind: str, a: Position, b: Position, sides: tuple[str, str]) -> Parting:
    return Parting(
        kind, sides, a.ply, a.row, a.clause or None, a.player, actions=(a.text, b.text),
        choices=(_without(a.legal, b.legal), _without(b.legal, a.legal)), stops=(a.stop, b.stop),
    )  # fmt: skip


def _without(these: tuple[str, ...], those: tuple[str, ...]) -> tuple[str, ...]:
    known = frozenset(those)
    return tuple(text for text in these if text not in known)


def _fields(a: Position, b: Position) -> tuple[tuple[str, Json, Json], ...]:
    """The fields that differ, in order; one that a side lacks reads "(no field)"."""
    if not a.fields or not b.fields:
        return ()  # the rules failed there: there is no state to compare
    absent = "(no field)"
    names = [*a.fields, *(name for name in b.fields if name not in a.fields)]
    pairs = [(name, a.fields.get(name, absent), b.fields.get(name, absent)) for name in names]
    return tuple(pair for pair in pairs if pair[1] != pair[2])


def diff_games(
    codes: Sequence[int], game_a: Game, game_b: Game, sides: tuple[str, str] = ("A", "B")
) -> Parting:
    """One log under two Games: other content, other options."""
    return compare(positions(game_a, codes), positions(game_b, codes), sides)


# ---- two and more files ----


@dataclass(frozen=True)
class Partings:
    """N logs against the first: header fields that differ, and one parting a further log."""

    sides: tuple[str, ...]
    headers: tuple[tuple[str, tuple[str, ...]], ...]
    partings: tuple[Parting, ...]
    faults: Mapping[str, ReplayError] = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """Whether all lines are the same; headers may differ in what changes no state."""
        return all(parting.same for parting in self.partings)

    def as_dict(self) -> dict[str, object]:
        """For --json."""
        return {
            "schema": SCHEMA_DIFF,
            "same": self.same,
            "sides": list(self.sides),
            "headers": {name: list(values) for name, values in self.headers},
            "partings": [parting.as_dict() for parting in self.partings],
            "faults": {side: str(fault) for side, fault in self.faults.items()},
        }

    def text(self) -> str:
        """Headers, faults, then each parting."""
        lines = [f"{name:<16} {' | '.join(values)}" for name, values in self.headers]
        lines += [f"{side}: compared up to a fault: {fault}" for side, fault in self.faults.items()]
        return "\n".join([*lines, *(parting.text() for parting in self.partings)])


def diff_lines(logs: Sequence[tuple[str, Game, Sequence[int]]]) -> tuple[Parting, ...]:
    """(name, game, codes) each; every log after the first against the first."""
    first, *others = logs
    return tuple(
        compare(positions(*first[1:]), positions(game, codes), (first[0], name))
        for name, game, codes in others
    )


def diff_files(
    sources: Sequence[tuple[str, Source]], load: Loader | None = None, index: int = 0
) -> Partings:
    """(name, source) each, at least two; game `index` of files of many.

    A damaged file is compared up to its fault.  Unsupported for a file this build cannot replay.
    """
    replays = [(name, read_prefix(source)) for name, source in sources]
    logs = [
        (name, game_for(replay.head(), load), _codes(replay, index)) for name, replay in replays
    ]
    faults = {name: replay.fault for name, replay in replays if replay.fault is not None}
    headers = [replay.head() for _, replay in replays]
    names = tuple(name for name, _ in replays)
    return Partings(names, headers_apart(headers), diff_lines(logs), faults)


def _codes(replay: Replay, index: int) -> tuple[int, ...]:
    """The line of a game; a file torn before its first ply has the empty one."""
    if not replay.games and not index and replay.fault is not None:
        return ()
    line: Line = replay.game(index)
    return line.codes


def headers_apart(headers: Sequence[Header]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Header fields and options that are not the same everywhere, as text a file."""
    columns = [_facts(header) for header in headers]
    names = dict.fromkeys(name for column in columns for name in column)
    rows = [(name, tuple(column.get(name, "-") for column in columns)) for name in names]
    return tuple(row for row in rows if len(frozenset(row[1])) > 1)


def _facts(header: Header) -> dict[str, str]:
    facts = {
        "game": header.game,
        "rules version": str(header.rules_version),
        "ruleset digest": header.ruleset_digest.hex(),
        "content": f"{header.content_id} {header.content_digest.hex()}",
        "seed": header.seed or "-",
        "policy": header.policy or "-",
        "producer": header.producer,
        "tags": ", ".join(header.tags) or "-",
    }
    if header.parent is not None:
        facts["parent"] = f"{header.parent[0].hex()} at {header.parent[1]}"
    return {**facts, **{f"option {name}": word_of(value) for name, value in header.options}}


# ---- another checkout ----


def diff_checkout(
    file: Path, game: Game, checkout: Path, *, index: int = 0, extra: Sequence[str] = ()
) -> Parting:
    """One log under this build's `game` and under the rules of another checkout of the project.

    The other side runs as a process; `extra` are further arguments of replays.stream.
    """
    codes = _codes(read_prefix(file), index)
    arguments = [str(file.resolve()), "--game", str(index), *extra]
    with _elsewhere(checkout, arguments) as other:
        return compare(positions(game, codes), other, ("this build", str(checkout)))


@contextmanager
def _elsewhere(checkout: Path, arguments: Sequence[str]) -> Generator[Stream]:
    """The positions of `python -m replays.stream` run in a checkout."""
    if not (checkout / "replays" / "stream.py").is_file():
        raise StreamFailed(f"{checkout} is no checkout that can stream positions")
    command = [sys.executable, "-m", "replays.stream", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve())}
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            command, cwd=checkout, env=environment, stdout=subprocess.PIPE, stderr=complaints,
            encoding="utf-8", errors="replace",
        ) as process,
    ):  # fmt: skip
        assert process.stdout is not None
        try:
            yield _parsed(process.stdout, checkout)
        except StreamFailed as error:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise StreamFailed(
                f"{error.fact}: {said[-1] if said else 'it said nothing'}"
            ) from error
        finally:
            process.kill()


def _parsed(lines: Iterator[str], checkout: Path) -> Stream:
    """NDJSON -> positions; StreamFailed for anything else."""
    head = next(lines, "")
    try:
        if json.loads(head)["schema"] != SCHEMA:
            raise StreamFailed(f"{checkout} streams {head.strip()[:80]}, expected {SCHEMA}")
        for line in lines:
            data = json.loads(line)
            yield Position(**{**data, "legal": tuple(data["legal"])})
    except (ValueError, KeyError, TypeError) as error:
        raise StreamFailed(f"{checkout} streams no positions") from error
