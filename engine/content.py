"""Content packs: cards and boards as data, loaded from TOML, validated against a closed schema.

A game declares a `Schema`; `load` refuses an unknown table, field or op, a missing field, a wrong
count and a dangling id, naming file, row and field.  The digest of the parsed pack stands in every
replay.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import cast

from engine.errors import ContentError, nearest

Toml = object
Row = Mapping[str, object]
ID = re.compile(r"[a-z][a-z0-9_]*\Z")
ORIGINS = ("reference", "rulebook", "owner")
# Fields every row may carry: they speak to people and change no rule.
PROSE = ("name", "text", "clause", "origin", "effect_origin", "power_origin", "ability_origin")


@dataclass(frozen=True)
class Place:
    """Where in a pack something stands: file, then a path such as `enemy[3] wraith.power.n`."""

    file: str
    path: str = ""

    def at(self, step: str) -> Place:
        """One step further in."""
        return Place(self.file, f"{self.path}.{step}" if self.path else step)

    def refuse(self, what: str) -> ContentError:
        """The error to raise here."""
        return ContentError(f"{self.file}: {self.path or 'pack'}: {what}")


class Kind:
    """What a field may hold.  `check` raises ContentError; `refs` is for `Ref` alone."""

    optional = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """Refuse a value that does not fit."""
        raise NotImplementedError


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number within bounds, both included."""

    low: int = 0
    high: int = 255
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """A whole number in low..high."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise place.refuse(f"{value!r} is no whole number {self.low}..{self.high}")


@dataclass(frozen=True)
class Word(Kind):
    """One of a closed set of words."""

    words: tuple[str, ...]
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """One of the words."""
        if not isinstance(value, str) or value not in self.words:
            raise place.refuse(f"{value!r} is none of {', '.join(self.words)}")


@dataclass(frozen=True)
class Flag(Kind):
    """true or false."""

    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """A boolean."""
        if not isinstance(value, bool):
            raise place.refuse(f"{value!r} is neither true nor false")


@dataclass(frozen=True)
class Text(Kind):
    """Free text: a label, a card number."""

    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """A string, not empty."""
        if not isinstance(value, str) or not value:
            raise place.refuse(f"{value!r} is no text")


@dataclass(frozen=True)
class Ref(Kind):
    """The id of a row of one of `tables`, or one of the words `also`."""

    tables: tuple[str, ...]
    also: tuple[str, ...] = ()
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """An id that exists."""
        known = [*self.also]
        for table in self.tables:
            known += [str(row["id"]) for row in pack.rows_of(table)]
        if value not in known:
            where = " or ".join(self.tables)
            raise place.refuse(f"{value!r} is no {where}; {nearest(str(value), known)}")


@dataclass(frozen=True)
class ListOf(Kind):
    """A list of `item`, between `low` and `high` long."""

    item: Kind
    low: int = 0
    high: int = 99
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """A list of the right length, each item as declared."""
        if not isinstance(value, list) or not self.low <= len(value) <= self.high:
            raise place.refuse(f"expected a list of {self.low}..{self.high} items, not {value!r}")
        for index, item in enumerate(value):
            self.item.check(item, place.at(f"[{index}]"), pack)


@dataclass(frozen=True)
class MapOf(Kind):
    """A table from the keys given (all of them if `whole`) to `item`."""

    keys: tuple[str, ...]
    item: Kind
    whole: bool = False
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """A table with known keys."""
        if not isinstance(value, dict):
            raise place.refuse(f"expected a table with keys {', '.join(self.keys)}, not {value!r}")
        for key in value:
            if key not in self.keys:
                raise place.refuse(f"unknown key {key!r}; {nearest(key, self.keys)}")
        for key in self.keys:
            if key in value:
                self.item.check(value[key], place.at(key), pack)
            elif self.whole:
                raise place.refuse(f"key {key!r} is missing")


@dataclass(frozen=True)
class Effect(Kind):
    """A table `{op = …, args}` of the closed vocabulary `ops` (op -> argument kinds)."""

    ops: Mapping[str, Mapping[str, Kind]]
    only: tuple[str, ...] = ()
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """A known op with exactly its arguments."""
        if not isinstance(value, dict) or not isinstance(value.get("op"), str):
            raise place.refuse(f"expected {{op = …}}, not {value!r}")
        op = value["op"]
        allowed = self.only or tuple(self.ops)
        if op not in allowed:
            raise place.refuse(f"unknown op {op!r} here; {nearest(op, allowed)}")
        check_fields({k: v for k, v in value.items() if k != "op"}, self.ops[op], place, pack)


def check_fields(row: Row, kinds: Mapping[str, Kind], place: Place, pack: Pack) -> None:
    """Exactly the declared fields, each as its kind wants it."""
    for name in row:
        if name not in kinds:
            raise place.refuse(f"unknown field {name!r}; {nearest(name, list(kinds))}")
    for name, kind in kinds.items():
        if name in row:
            kind.check(row[name], place.at(name), pack)
        elif not kind.optional:
            raise place.refuse(f"field {name!r} is missing")


@dataclass(frozen=True)
class TableKind:
    """One array of tables of a pack: its fields, and how many rows there are."""

    fields: Mapping[str, Kind]
    count: int | None = None
    low: int = 0
    high: int = 255


@dataclass(frozen=True)
class Record(Kind):
    """A table with exactly these fields."""

    fields: Mapping[str, Kind]
    optional: bool = False

    def check(self, value: Toml, place: Place, pack: Pack) -> None:
        """Every field, none other."""
        if not isinstance(value, dict):
            raise place.refuse(f"expected a table with {', '.join(self.fields)}, not {value!r}")
        check_fields(value, self.fields, place, pack)


Check = Callable[["Pack"], None]


@dataclass(frozen=True)
class Schema:
    """What a game's packs hold: tables of rows, constants, and checks across rows."""

    tables: Mapping[str, TableKind]
    constants: Mapping[str, Kind] = field(default_factory=dict)
    checks: Sequence[Check] = ()


class Pack:
    """One parsed and validated pack: `rows_of(table)`, `constants`, `id`, `digest` (8 bytes)."""

    def __init__(self, data: Mapping[str, object], file: str) -> None:
        self.file = file
        self.data = data
        self.place = Place(file)
        meta = data.get("meta")
        self.meta: Mapping[str, object] = meta if isinstance(meta, dict) else {}
        constants = data.get("constants", {})
        self.constants: Mapping[str, object] = constants if isinstance(constants, dict) else {}
        canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self.digest = blake2b(canonical.encode(), digest_size=8).digest()

    @property
    def id(self) -> str:
        """The pack's own name, as in the replay header."""
        return str(self.meta.get("content_id", ""))

    @property
    def label(self) -> str:
        """What the pack says of itself."""
        return str(self.meta.get("label", ""))

    def copied(self) -> dict[str, Toml]:
        """What was parsed, to be changed freely: a pack is plain data, this one stays as it is."""
        copy: dict[str, Toml] = json.loads(json.dumps(self.data))
        return copy

    def rows_of(self, table: str) -> list[Row]:
        """The rows of a table, in order; an empty list if the pack has none."""
        rows = self.data.get(table, [])
        return rows if isinstance(rows, list) else []

    def ids(self, table: str) -> tuple[str, ...]:
        """The ids of a table's rows, in order."""
        return tuple(str(row["id"]) for row in self.rows_of(table))

    def has(self, field: str, word: str) -> bool:
        """Whether any row or effect of the pack says `field = word`, such as `op` and `draw`."""
        return (field, word) in self._said

    @cached_property
    def _said(self) -> frozenset[tuple[str, object]]:
        """Every `field = word` of the pack, however deep."""
        return frozenset(_said(self.data))

    def has_op(self, op: str) -> bool:
        """Whether any effect of the pack uses `op`."""
        return self.has("op", op)


def _said(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for field, inner in value.items():
            if isinstance(inner, dict | list):
                yield from _said(inner)
            else:
                yield str(field), inner
    elif isinstance(value, list):
        for inner in value:
            yield from _said(inner)


def validate(data: Mapping[str, object], file: str, game: str, schema: Schema) -> Pack:
    """A pack from parsed TOML; ContentError with place and remedy if it does not fit."""
    pack = Pack(data, file)
    if not isinstance(data.get("meta"), dict):
        raise pack.place.refuse("table [meta] with game, content_id, label and origin is missing")
    place = pack.place.at("meta")
    if pack.meta.get("game") != game:
        raise place.at("game").refuse(f"{pack.meta.get('game')!r} is not {game!r}")
    head = {"game": Text(), "content_id": Text(), "label": Text(), "origin": Word(ORIGINS)}
    check_fields(pack.meta, head, place, pack)
    for name in data:
        if name not in ("meta", "constants", *schema.tables):
            known = ["constants", *schema.tables]
            raise pack.place.refuse(f"unknown table {name!r}; {nearest(name, known)}")
    for name, table in schema.tables.items():
        _check_shape(pack, name, table)
    constants = {k: v for k, v in pack.constants.items() if k != "origin"}
    check_fields(constants, schema.constants, pack.place.at("constants"), pack)
    for name, table in schema.tables.items():
        for index, row in enumerate(pack.rows_of(name)):
            spot = pack.place.at(f"{name}[{index}] {row['id']}")
            rules = {k: v for k, v in row.items() if k != "id" and k not in PROSE}
            check_fields(rules, table.fields, spot, pack)
            origin = row.get("origin", "reference")
            if origin not in ORIGINS:
                raise spot.at("origin").refuse(f"{origin!r} is none of {', '.join(ORIGINS)}")
    for check in schema.checks:
        check(pack)
    return pack


def _check_shape(pack: Pack, name: str, table: TableKind) -> None:
    """The table is a list of rows with distinct ids, as many as the box holds."""
    place = pack.place.at(name)
    rows = pack.data.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise place.refuse(f"expected an array of tables [[{name}]]")
    low, high = (table.low, table.high) if table.count is None else (table.count, table.count)
    if not low <= len(rows) <= high:
        wanted = str(low) if low == high else f"{low}..{high}"
        raise place.refuse(f"{len(rows)} rows, expected {wanted}")
    seen: dict[str, int] = {}
    for index, row in enumerate(rows):
        ident = row.get("id")
        if not isinstance(ident, str) or not ID.match(ident):
            raise place.at(f"[{index}].id").refuse(
                f"{ident!r} is no id: lower-case letters, digits and _, a letter first"
            )
        if ident in seen:
            raise place.at(f"[{index}].id").refuse(f"{ident!r} stands already in row {seen[ident]}")
        seen[ident] = index


def read_toml(path: Path, what: str = "a pack") -> dict[str, object]:
    """A TOML file as a dict; ContentError, which says `what` is wanted, if it is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: not a text file; give {what} in TOML, UTF-8") from error
    except OSError as error:
        raise ContentError(f"{path}: cannot be read: {error.strerror}") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path}: no valid TOML: {error}") from error


def stamp(file: str) -> tuple[str, int, int]:
    """Which file a path names now, its bytes and its time of change (ns); -1 for one not there.

    Whoever keeps a pack for later keeps it under this: the same words may name another file soon.
    """
    path = Path(file).absolute()
    try:
        there = path.stat()
    except OSError:
        return str(path), -1, -1
    return str(path), there.st_size, there.st_mtime_ns


def load(path: Path, game: str, schema: Schema) -> Pack:
    """Read and validate the pack at `path` for `game`."""
    return validate(read_toml(path), path.name, game, schema)


def overlay(pack: Pack, rows: Mapping[str, object], game: str, schema: Schema) -> Pack:
    """`pack` with rows replaced (or added) by id, validated anew: for scenarios' own cards."""
    data = pack.copied()
    for table, changes in rows.items():
        if table not in schema.tables:
            raise ContentError(f"content: no table {table!r}; {nearest(table, schema.tables)}")
        if not isinstance(changes, list) or not all(isinstance(row, dict) for row in changes):
            raise ContentError(f"content.{table}: expected rows, each below [[content.{table}]]")
        present = cast(list[dict[str, Toml]], data.setdefault(table, []))
        for change in changes:
            same = [row for row in present if row.get("id") == change.get("id")]
            if same:
                same[0].update(change)
            else:
                present.append(change)
    cast(dict[str, str], data["meta"])["content_id"] += "+overlay"
    return validate(data, f"{pack.file} with overlay", game, schema)
