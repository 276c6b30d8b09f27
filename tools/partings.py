"""What `ruleproof diff` compares: files with the first of them, or one log under two rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from engine.content import load as load_pack
from engine.fields import Json
from engine.game import Game
from replays.diff import Partings, diff_checkout, diff_files, diff_games
from replays.parting import SHOWN_MAX, Parting
from replays.reader import game_for, read_prefix
from replays.stream import nearest_game
from replays.verdict import who
from tools import console
from tools.console import paint
from tools.errors import ToolError, Usage
from tools.inputs import advice, expand, naming, single
from tools.setup import existing, parse_options, replay_loader
from tools.text import Doc, columns, seated, seats_of, value_text

SET_SHOWN = 8  # members of two sets up to which both are shown whole


@dataclass(frozen=True)
class Compared:
    """The answer, as text and as JSON document."""

    same: bool
    text: str
    document: Doc


def of_files(words: Sequence[str], index: int) -> Compared:
    """Two or more files; `ruleproof.diff/1`."""
    inputs = [item for word in words for item in expand([word], ".rply")]
    if len(inputs) < 2:
        raise Usage("one file has nothing to differ from: name another, or --rules, --content or "
                    "--option", "ruleproof diff")  # fmt: skip
    data = [(item.name, item.data()) for item in inputs]
    load = replay_loader()
    games = []
    for name, held in data:
        with naming(name):
            games.append(game_for(read_prefix(held).head(), load))
    found = diff_files([(name, BytesIO(held)) for name, held in data], load, index)
    names = [game.name for game in games]
    text = _strangers(found, names) or _files_text(found, seats_of(*games))
    return Compared(found.same, text, found.as_dict())


def of_rules(
    words: Sequence[str], rules: str | None, content: str | None, options: Sequence[str], index: int
) -> Compared:
    """One log under this build and under other rules; `ruleproof.diff/1` with one parting."""
    if len(words) != 1:
        raise Usage("--rules, --content and --option take one file", "ruleproof diff")
    source = single(words[0])
    data = source.data()
    with naming(source.name):
        replay = read_prefix(data)
        head = replay.head()
    codes = replay.game(index).codes
    game, side_here = _here(data)
    pack = existing(content) if content is not None else None
    taken = seats_of(game)
    if rules is not None:
        parting = _checkout(source.path, game, Path(rules), index, content, options)
    else:
        other, _ = nearest_game(head, pack)
        given = {**dict(other.options), **parse_options(other.definition, options)}
        held = load_pack(pack, game.name, game.definition.schema) if pack else game.content
        changed = Game(game.definition, given, held)
        side = ", ".join([*([f"content {content}"] if content else []), *options])
        parting = diff_games(codes, game, changed, (side_here, side))
        taken = seats_of(game, changed)
    document = {
        "schema": "ruleproof.diff/1", "same": parting.same, "sides": list(parting.sides),
        "headers": {}, "faults": {}, "partings": [parting.as_dict()],
    }  # fmt: skip
    return Compared(parting.same, "\n".join(_parting_lines(parting, taken)) + "\n", document)


def _here(data: bytes) -> tuple[Game, str]:
    """The game of a file and a name for that side: as recorded, else this build's nearest one."""
    from replays.errors import Unsupported

    head = read_prefix(data).head()
    try:
        return game_for(head, replay_loader()), "as recorded"
    except Unsupported as error:
        game, dropped = nearest_game(head)
        left = f"; options left out: {', '.join(dropped)}" if dropped else ""
        console.warn(f"{error.fact}: compared with this build's own{left}")
        return game, "this build"


def _checkout(
    path: Path | None, game: Game, folder: Path, index: int, content: str | None,
    options: Sequence[str],
) -> Parting:  # fmt: skip
    if path is None:
        raise Usage("--rules needs a file, not standard input", "ruleproof diff")
    if not folder.is_dir():
        raise ToolError("E401", f"{folder}: no such folder; name a checkout of this project")
    extra = [word for option in options for word in ("--option", option)]
    if content is not None:
        extra += ["--content", str(Path(content).resolve())]
    return diff_checkout(path, game, folder, index=index, extra=extra)


# ---- text ----


def _strangers(found: Partings, games: Sequence[str]) -> str:
    """What is said of files of which none is of the first one's game; empty otherwise."""
    if games[0] in games[1:]:
        return ""
    rows = [(f"  {side}", game) for side, game in zip(found.sides, games, strict=True)]
    return "\n".join([paint("different games: nothing to compare", "red"), *columns(rows)]) + "\n"


def _files_text(found: Partings, taken: Mapping[str, int]) -> str:
    """Header fields that differ, faults, then each parting."""
    rows = [("", *found.sides)] + [(name, *values) for name, values in found.headers]
    lines = columns(rows, head=True) + [""] if found.headers else []
    for side, fault in found.faults.items():
        lines.append(f"{side} is compared up to its fault: {advice(str(fault), side)}")
    for parting in found.partings:
        lines += _parting_lines(parting, taken)
    return "\n".join(lines) + "\n"


def _parting_lines(parting: Parting, taken: Mapping[str, int]) -> list[str]:
    """The headline, the place, and one fact a line with a column a side.

    `taken`: of fields kept by seat, how many seats are.
    """
    left, right = parting.sides
    lines = [paint(parting.headline, "green" if parting.same else "red")]
    if parting.row is not None:
        place = f"row {parting.row}, {parting.clause or 'no clause'}"
        lines.append(f"  {place}, {who(parting.player)}")
    rows: list[tuple[str, str, str]] = []
    if parting.actions != (None, None):
        a, b = (text or "(ends)" for text in parting.actions)
        rows.append(("  action", a, b))
    if parting.rows is not None and parting.rows[0] != parting.rows[1]:
        rows.append(("  leads to row", *parting.rows))
    for name, *values in parting.fields:
        one, other = (seated(value, taken.get(name)) for value in values)
        rows.append((f"  {name}", *_two(one, other)))
    if rows:
        lines += columns([("", left, right), *rows], head=True)
    for side, only in zip(parting.sides, parting.choices, strict=True):
        if only:
            more = f" and {len(only) - SHOWN_MAX} more" if len(only) > SHOWN_MAX else ""
            lines.append(f"  only {side} allows {', '.join(only[:SHOWN_MAX])}{more}")
    for side, stop in zip(parting.sides, parting.stops, strict=True):
        if stop:
            lines.append(f"  {side}: {stop}")
    if parting.then is not None:
        lines += _parting_lines(parting.then, taken)
    return lines


def _two(a: Json, b: Json) -> tuple[str, str]:
    """Two values of a field; of two long sets only what the other lacks."""
    if isinstance(a, list) and isinstance(b, list) and len(a) + len(b) > SET_SHOWN:
        only_a, only_b = [x for x in a if x not in b], [x for x in b if x not in a]
        if only_a or only_b:
            return _with(a, only_a), _with(b, only_b)
    return value_text(a), value_text(b)


def _with(members: Sequence[Json], only: Sequence[Json]) -> str:
    return f"{len(members)} with {value_text(only)}" if only else str(len(members))
