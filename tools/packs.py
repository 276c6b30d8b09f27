"""Content packs as `ruleproof content` writes, checks and compares them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import content, registry
from engine.content import Pack, validate
from engine.errors import ContentError, EngineError
from replays.errors import TargetExists
from tools import console
from tools.errors import ToolError
from tools.failures import FINDING, UNREADABLE
from tools.inputs import Input, single, unread
from tools.stated import Contradiction, contradictions, word
from tools.text import Doc, columns, plural

HEAD = """\
# A content pack of {title}: put in the values of your own copy, row by row.
#
# Where a value comes from, a row says as `origin`: write origin = "owner" into each row you have
# put your copy's values in; the rest is "reference", values this project chose, or "rulebook".
# Keep ids, counts and field names; names and texts are free.
# Check it:                  ruleproof content check FILE
# See what you changed:      ruleproof content diff {game} FILE
# Play with it:              ruleproof record {game} --content FILE
"""


def template(game: str, ident: str, foreign: bool) -> str:
    """The built-in pack's text with a head and a [meta] of the owner's; it is valid as it is."""
    found = registry.definition(game, foreign)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", ident):
        raise ToolError("E400", f"--id {ident!r}: letters, digits, dot, dash and underscore only")
    text = (found.folder / "content.toml").read_text(encoding="utf-8")
    body = text[_start(r"^\[", text) :]
    at = _start(r"^\[[ \t]*meta[ \t]*\]", body)
    end = body.find("\n[", at)
    end = len(body) if end < 0 else end
    block = body[at:end]
    meta = {"content_id": ident, "label": "being transcribed from my own copy"}
    for key, value in meta.items():
        block = re.sub(rf"(?m)^{key}[ \t]*=.*$", f'{key} = "{value}"', block, count=1)
    made = f"{HEAD.format(title=found.title, game=game)}\n{body[:at]}{block}{body[end:]}"
    content.validate(_parsed(made), "the new pack", game, found.schema)
    return made


def _start(pattern: str, text: str) -> int:
    """Where a line that reads so begins; 0 without one."""
    found = re.search(pattern, text, re.M)
    return found.start() if found else 0


def _parsed(text: str) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"no valid TOML: {error}") from error


def write(text: str, output: Path | None, force: bool) -> None:
    """To stdout or into a new file; TargetExists without `force`."""
    if output is not None and str(output) != "-" and output.exists() and not force:
        raise TargetExists(f"{output} exists already")
    console.deliver(text, output)


# ---- check ----


@dataclass(frozen=True)
class Checked:
    """One file: its pack and where that contradicts the rulebook, or why it is none."""

    name: str
    pack: Pack | None
    error: EngineError | ToolError | None = None
    warnings: tuple[Contradiction, ...] = ()


def check(inputs: Sequence[Input], foreign: bool) -> list[Checked]:
    """Validate each file against the game its [meta] names."""
    found: list[Checked] = []
    for item in inputs:
        try:
            pack = _load(item, foreign)
            reference = registry.definition(str(pack.meta["game"]), foreign).reference
            found.append(Checked(item.name, pack, None, contradictions(pack, reference)))
        except (EngineError, ToolError) as error:
            found.append(Checked(item.name, None, error))
        except OSError as error:
            found.append(Checked(item.name, None, unread(item.name, error)))
    return found


def exit_code(found: Sequence[Checked]) -> int:
    """1 for a pack that does not hold, else 3 for a file that is no text or may not be read."""
    wrong = [one.error for one in found if one.error is not None]
    if any(isinstance(error, EngineError) for error in wrong):
        return FINDING
    return UNREADABLE if wrong else 0


def _load(item: Input, foreign: bool) -> Pack:
    try:
        data = _parsed(item.text())
    except ContentError as error:
        raise ContentError(f"{item.name}: {error}") from error
    found = registry.of_pack(data, item.name, foreign)
    return validate(data, item.name, found.name, found.schema)


def check_text(found: Sequence[Checked]) -> str:
    """A line a file, and what each valid one holds; its warnings; then the sum of many lines."""
    lines: list[str] = []
    for one in found:
        if one.error is not None:
            label = console.paint("wrong", "red")
            lines.append(f"{label}  {one.error.code}: {one.error}")
        elif one.pack is not None:
            pack = one.pack
            rows = sum(len(pack.rows_of(table)) for table in pack.data)
            told = f"{pack.id} {pack.digest.hex()}, {plural(rows, 'row')}, {_origins(pack)}"
            lines.append(f"{console.paint('ok', 'green')}     {one.name}: {told}")
        label = console.paint("warning", "yellow")
        lines += [f"{label}  {one.name}: {warning.text()}" for warning in one.warnings]
    if len(lines) > 1:
        counts = _counts(found)
        told = f"{plural(len(found), 'pack')}: {counts['ok']} ok, {counts['wrong']} wrong"
        lines.append(f"{told}, {plural(counts['warnings'], 'warning')}")
    return "\n".join(lines) + "\n"


def _origins(pack: Pack) -> str:
    """How many rows are the owner's, the rulebook's, still the reference's."""
    default = str(pack.meta.get("origin"))
    counts: dict[str, int] = {}
    for table in pack.data:
        for row in pack.rows_of(table):
            origin = str(row.get("origin", default))
            counts[origin] = counts.get(origin, 0) + 1
    told = [f"{count} by {origin}" for origin, count in sorted(counts.items())]
    return ", ".join(told) or "constants only"


def _counts(found: Sequence[Checked]) -> dict[str, int]:
    valid = sum(one.pack is not None for one in found)
    warnings = sum(len(one.warnings) for one in found)
    return {"ok": valid, "wrong": len(found) - valid, "warnings": warnings}


def check_dict(found: Sequence[Checked]) -> Doc:
    """`ruleproof.content-check/1`."""
    return {
        "schema": "ruleproof.content-check/1",
        "files": [
            {
                "path": one.name, "ok": one.pack is not None,
                "code": one.error.code if one.error else None,
                "error": str(one.error) if one.error else None,
                "content_id": one.pack.id if one.pack else None,
                "digest": one.pack.digest.hex() if one.pack else None,
                "warnings": [vars(warning) for warning in one.warnings],
            }
            for one in found
        ],
        "counts": _counts(found),
    }  # fmt: skip


# ---- diff ----


@dataclass(frozen=True)
class Change:
    """One difference: table, row id, field ("" = the whole row), and both values as words."""

    table: str
    row: str
    field: str
    a: str
    b: str


def pair(a: str, b: str, foreign: bool) -> tuple[Pack, Pack]:
    """Two packs, each a file or the built-in one of a game."""
    return _either(a, foreign), _either(b, foreign)


def _either(word: str, foreign: bool) -> Pack:
    if not Path(word).exists() and word in registry.games(foreign):
        return registry.definition(word, foreign).reference
    return _load(single(word), foreign)


def differences(a: Pack, b: Pack) -> list[Change]:
    """Every field that differs, tables and rows in the order of `a`, then what only `b` has."""
    found = _fields("meta", "", a.meta, b.meta) + _fields("constants", "", a.constants, b.constants)
    for table in dict.fromkeys([*a.data, *b.data]):
        rows_a = {str(row["id"]): row for row in a.rows_of(table)}
        rows_b = {str(row["id"]): row for row in b.rows_of(table)}
        for ident in dict.fromkeys([*rows_a, *rows_b]):
            if ident not in rows_b:
                found.append(Change(table, ident, "", "present", "absent"))
            elif ident not in rows_a:
                found.append(Change(table, ident, "", "absent", "present"))
            else:
                found += _fields(table, ident, rows_a[ident], rows_b[ident])
    return found


def _fields(table: str, ident: str, a: object, b: object) -> list[Change]:
    assert isinstance(a, dict) and isinstance(b, dict), "rows and heads of a valid pack are tables"
    keys = [key for key in dict.fromkeys([*a, *b]) if a.get(key) != b.get(key)]
    return [Change(table, ident, key, word(a.get(key)), word(b.get(key))) for key in keys]


def diff_text(names: tuple[str, str], packs: tuple[Pack, Pack], found: Sequence[Change]) -> str:
    """A table of the changes."""
    if not found:
        return f"{names[0]} and {names[1]} are the same pack, {packs[0].digest.hex()}\n"
    rows = [("where", "field", *names)]
    rows += [(f"{c.table} {c.row}".strip(), c.field, c.a, c.b) for c in found]
    return "\n".join([*columns(rows, head=True), plural(len(found), "difference")]) + "\n"


def diff_dict(names: tuple[str, str], found: Sequence[Change]) -> Doc:
    """`ruleproof.content-diff/1`."""
    return {
        "schema": "ruleproof.content-diff/1", "sides": list(names), "same": not found,
        "changes": [vars(change) for change in found],
    }  # fmt: skip
