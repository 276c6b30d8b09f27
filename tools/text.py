"""States, steps, marks and results as text for people.  No action code ever appears here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from textwrap import wrap
from typing import Any
from unicodedata import east_asian_width

from engine.events import Happening
from engine.fields import Json
from engine.game import CHANCE, Game
from engine.options import word_of
from engine.play import Step
from engine.state import State
from replays.records import Header, Mark
from replays.verdict import plural as plural
from replays.visible import visible
from tools.console import PAINT, paint

Doc = dict[str, Any]
WIDTH = 96  # of prose and packed fields
LINE = 118  # of tables, whose last column is wrapped there
GAP = 2
# Fields that tell where in the game a ply lies; they head a group of lines where they change.
WHERE = ("round", "level", "stage", "day", "act", "turn")


# ---- lines ----


def width(text: str) -> int:
    """Columns a text takes, as it is shown, colours left out."""
    plain, inside = 0, False
    for sign in visible(text, kept=PAINT):
        if sign == PAINT:
            inside = True
        elif inside:
            inside = sign != "m"
        else:
            plain += 2 if east_asian_width(sign) in "WF" else 1
    return plain


def columns(
    rows: Sequence[Sequence[str]], *, head: bool = False, styles: Sequence[str] = ()
) -> list[str]:
    """Rows as aligned columns, the last one wrapped at LINE; one entry of the result a row.

    With `head` the first row is dim; `styles` gives each column one of the console's styles.
    """
    count = max((len(row) for row in rows), default=0)
    sizes = [max((width(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    inset = sum(sizes[:-1]) + GAP * (count - 1)
    lines = []
    for number, row in enumerate(rows):
        looks = ["dim"] * count if head and not number else [*styles, *[""] * count]
        cells = []
        for cell, look, size in zip(row[: count - 1], looks, sizes, strict=False):
            cells.append(paint(cell, look) + " " * (size - width(cell) + GAP))
        if len(row) == count:
            last = wrap(row[-1], max(LINE - inset, 30), break_on_hyphens=False) or [""]
            cells.append(("\n" + " " * inset).join(paint(part, looks[count - 1]) for part in last))
        lines.append("\n".join(line.rstrip() for line in "".join(cells).split("\n")))
    return lines


def wrapped(text: str, indent: str = "") -> list[str]:
    """Prose in lines of at most WIDTH columns; ids keep their hyphens."""
    return wrap(" ".join(text.split()), WIDTH, initial_indent=indent, subsequent_indent=indent,
                break_on_hyphens=False)  # fmt: skip


def size_text(count: int) -> str:
    """Bytes in the unit a person would use."""
    for unit, step in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= step:
            return f"{count / step:.1f} {unit}"
    return f"{count} B"


# ---- states ----


def value_text(value: Json) -> str:
    """A field's value: lists with commas, maps as `key value`, yes and no for flags."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_text(item)}" for key, item in value.items()) or "-"
    if isinstance(value, str | int):
        return str(value)
    inner = [value_text(item) for item in value]
    if any(isinstance(item, Sequence | Mapping) and not isinstance(item, str) for item in value):
        return " | ".join(inner) or "-"
    return ", ".join(inner) or "-"


def state_lines(shown: Mapping[str, Json], indent: str = "  ") -> list[str]:
    """An observation or the words of a state: numbers and words packed, lists on their own."""
    short: list[str] = []
    long: list[str] = []
    for key, value in shown.items():
        text = value_text(value)
        item = f"{paint(key, 'dim')} {text}"
        (short if len(text) <= 18 and "|" not in text else long).append(item)
    lines = _packed(short, indent)
    return lines + [indent + item for item in long]


def seats_of(*games: Game) -> dict[str, int]:
    """The fields kept by seat, and how many seats are taken at the fullest of the tables."""
    players = max((game.players for game in games), default=0)
    return {key: players for game in games for key, kind in game.definition.state.FIELDS
            if kind.seats()}  # fmt: skip


def seated(value: Json, players: int | None) -> Json:
    """What a field kept by seat has for the seats that are taken; None: it is no such field."""
    if players is None:
        return value
    if isinstance(value, Mapping):  # as a seat sees it: its own, and of each how much
        return {key: seated(item, players) if key == "sizes" else item
                for key, item in value.items()}  # fmt: skip
    return value[:players] if isinstance(value, list) else value


def named_none(game: Game, words: Mapping[str, Json]) -> dict[str, Json]:
    """The words of a state or an observation, `none` where a number that names nobody stands."""
    kinds = dict(game.definition.state.FIELDS)
    return {key: "none" if value == -1 and kinds.get(key) and kinds[key].rest() == -1 else value
            for key, value in words.items()}  # fmt: skip


def idle_fields(state: State) -> tuple[str, ...]:
    """Fields that mean nothing now: those with a life of their own (a fight, a turn), at rest."""
    return tuple(
        key for key, kind in state.FIELDS if kind.life and getattr(state, key) == kind.rest()
    )


def _packed(items: list[str], indent: str) -> list[str]:
    """Items side by side in lines of at most WIDTH columns."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and width(line) + width(item) + 3 > WIDTH:
            lines.append(indent + line)
            line = ""
        line = f"{line}   {item}" if line else item
    return [*lines, indent + line] if line else lines


# ---- steps ----


def actor_text(player: int, players: int) -> str:
    """Who acts."""
    if player == CHANCE:
        return "chance"
    return "player" if players == 1 else f"seat {player}"


def clause_text(clauses: Sequence[str]) -> str:
    """Clause ids, the prefix all of them share said once: `TH-COMBAT-10, -13`."""
    words: list[str] = []
    last = ""
    for clause in clauses:
        stem, dash, number = clause.rpartition("-")
        words.append(f"-{number}" if stem == last and dash else clause)
        last = stem
    return ", ".join(words)


def event_text(happening: Happening) -> str:
    """One event with its facts and the clauses it proves."""
    facts = ", ".join(f"{key} {value_text(value)}" for key, value in happening.facts().items())
    clauses = clause_text(happening.clauses())
    text = happening.kind + (f": {facts}" if facts else "")
    return text + ("  " + paint(f"[{clauses}]", "dim") if clauses else "")


def where_text(words: Mapping[str, Json]) -> str:
    """`level 2, turn 13` for a game that has such fields; empty for others."""
    return ", ".join(f"{key} {value_text(words[key])}" for key in WHERE if key in words)


def where_of(game: Game, state: object) -> str:
    """The heading of a position, from those fields of its state that say where it lies.

    Empty while all of them are 0: the game is still being set up.
    """
    found = where_words(game, state)
    return where_text(found) if any(found.values()) else ""


def where_words(game: Game, state: object) -> dict[str, Json]:
    """The fields of a state that say where in the game it lies, the broadest first."""
    fields = dict(game.definition.state.FIELDS)
    names = game.rules.names
    return {k: fields[k].words(getattr(state, k), names) for k in WHERE if k in fields}


def begun_text(words: Mapping[str, Json]) -> str:
    """As `where_text`, without what has not begun: the first part that is 0 and all within it."""
    parts = [key for key in WHERE if key in words]
    return where_text({key: words[key] for key in takewhile(words.get, parts)})


STEP_STYLES = ("", "", "", "bold", "dim")


def step_cells(step: Step) -> tuple[str, str, str, str, str]:
    """Ply, row, actor, action and clauses of one step."""
    return (
        f"{step.ply:>5}", step.row, actor_text(step.player, step.game.players), step.text,
        clause_text(step.clauses()),
    )  # fmt: skip


# ---- headers and ends ----


def header_lines(header: Header) -> list[str]:
    """What a replay says of itself, in words."""
    options = ", ".join(f"{name}={word_of(value)}" for name, value in header.options)
    rows = [
        ("game", f"{header.game}, rules v{header.rules_version}, content {header.content_id} "
                 f"{header.content_digest.hex()}"),
        ("played by", f"{header.policy or 'nobody named'}, seed {header.seed or 'none'}"),
        ("options", options),
        ("written by", header.producer),
    ]  # fmt: skip
    if header.parent is not None:
        rows.append(("fork of", f"{header.parent[0].hex()} at position {header.parent[1]}"))
    if header.tags:
        rows.append(("tags", ", ".join(header.tags)))
    lines: list[str] = []
    for name, text in rows:
        body = wrapped(text, " " * 12)
        lines += [paint(f"{name:<12}", "dim") + body[0].strip(), *body[1:]]
    return lines


def mark_text(mark: Mark) -> str:
    """A mark of the log in words."""
    if mark.text is not None:
        return f"{mark.kind}: {visible(mark.text, lines=False)}"
    return f"{mark.kind} to position {mark.ply}"


def returns_text(returns: Sequence[int] | None) -> str:
    """The result: a score, or one a seat."""
    if returns is None:
        return "no result"
    if len(returns) == 1:
        return f"score {returns[0]}"
    return "scores " + ", ".join(f"seat {seat}: {n}" for seat, n in enumerate(returns))


def end_text(game: Game, state: Any) -> str:
    """How a game ended, or where it stands."""
    reason = game.end_reason(state)
    if reason is not None:
        return f"{reason} after {plural(state.ply, 'ply')}: {returns_text(game.returns(state))}"
    row = game.row_name(state)
    return f"unfinished after {plural(state.ply, 'ply')}, in row {row}"
