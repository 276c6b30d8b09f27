"""Content packs near a game's own: a few values changed within what its schema allows.

What a property says must hold of every valid pack, not of the reference alone: whoever balances a
game fuzzes packs of their own.  A change is a number; it draws one row and field, and another value
of the same kind or that of another row.  One that leaves no valid pack changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from engine.content import (
    Effect,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Pack,
    Record,
    Toml,
    Whole,
    Word,
    validate,
)
from engine.definition import Definition
from engine.errors import ContentError
from engine.rng import Tape

STEP = 3  # how far a number moves at most
Fields = dict[str, Toml]


def bent(definition: Definition, changes: Iterable[int]) -> Pack:
    """The game's own pack with these changes; a new `content_id`."""
    pack = definition.reference
    for change in changes:
        tape = Tape.seeded(f"shake:{change}", "pack")
        data = pack.copied()
        cast(Fields, data["meta"])["content_id"] = "bent"
        _change(definition, data, tape.below)
        try:
            pack = validate(data, f"{definition.name}, bent", definition.name, definition.schema)
        except ContentError:
            continue
    return pack


def _change(definition: Definition, data: Mapping[str, Toml], below: Callable[[int], int]) -> None:
    """Give one field of one row another value."""
    schema = definition.schema
    tables = [name for name in schema.tables if data.get(name)]
    at = below(len(tables) + bool(schema.constants))
    if at == len(tables):
        row, rows = cast(Fields, data["constants"]), list[Fields]()
        kinds = schema.constants
    else:
        rows = cast(list[Fields], data[tables[at]])
        row, kinds = rows[below(len(rows))], schema.tables[tables[at]].fields
    names = [name for name in row if name in kinds]
    if not names:
        return
    name = names[below(len(names))]
    others = [other[name] for other in rows if name in other and other[name] != row[name]]
    if others and below(3) == 0:
        row[name] = others[below(len(others))]
    else:
        row[name] = _other(kinds[name], row[name], below)


def _other(kind: Kind, value: Toml, below: Callable[[int], int]) -> Toml:
    """Another value of a kind, near this one; the value itself where the kind names none."""
    if isinstance(kind, Whole):
        low = max(kind.low, cast(int, value) - STEP)
        return low + below(min(kind.high, cast(int, value) + STEP) - low + 1)
    if isinstance(kind, Flag):
        return not value
    if isinstance(kind, Word):
        return kind.words[below(len(kind.words))]
    if isinstance(kind, ListOf):
        return _list(kind, cast(list[Toml], value), below)
    fields = _fields(kind, value)
    if fields:
        names = list(fields)
        name = names[below(len(names))]
        held = cast(Fields, value)
        return {**held, name: _other(fields[name], held[name], below)}
    return value


def _list(kind: ListOf, value: list[Toml], below: Callable[[int], int]) -> Toml:
    """One item changed, doubled or gone."""
    if not value:
        return value
    at, way = below(len(value)), below(4)
    if way == 0:
        return [*value, value[at]]
    if way == 1:
        return [*value[:at], *value[at + 1 :]]
    return [*value[:at], _other(kind.item, value[at], below), *value[at + 1 :]]


def _fields(kind: Kind, value: Toml) -> dict[str, Kind]:
    """The kinds of what a table holds; of an effect, its arguments."""
    held = cast(Fields, value) if isinstance(value, dict) else {}
    if isinstance(kind, MapOf):
        return dict.fromkeys(held, kind.item)
    if isinstance(kind, Record):
        return {name: kind.fields[name] for name in held}
    if isinstance(kind, Effect):
        return {name: kind.ops[str(held["op"])][name] for name in held if name != "op"}
    return {}
