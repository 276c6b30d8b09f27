"""Where a content pack says the rulebook states a value, and the built-in pack has another there.

Each value has an origin: of its own (`effect_origin` for the field `effect`), of its row or of
[constants], or of [meta].  What is claimed for the rulebook by both packs must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.content import PROSE, Pack

RULEBOOK = "rulebook"
Table = Mapping[str, object]


@dataclass(frozen=True)
class Contradiction:
    """A place in a pack, what the rulebook has there, and what the pack; values as words."""

    place: str
    rulebook: str
    pack: str

    def text(self) -> str:
        """One line, with the way out."""
        return (f"{self.place} is {self.pack}, the rulebook states {self.rulebook}; "
                'put that back, or write origin = "owner" beside it')  # fmt: skip


def contradictions(pack: Pack, reference: Pack) -> tuple[Contradiction, ...]:
    """Every such place, constants first, then tables and rows in the order of the reference."""
    return tuple(_all(pack, reference))


def _all(pack: Pack, reference: Pack) -> Iterator[Contradiction]:
    yield from _fields("constants", pack.constants, pack, reference.constants, reference)
    for table in reference.data:
        rows = {str(row["id"]): (at, row) for at, row in enumerate(pack.rows_of(table))}
        for row in reference.rows_of(table):
            ident = str(row["id"])
            if ident in rows:
                at, own = rows[ident]
                yield from _fields(f"{table}[{at}] {ident}", own, pack, row, reference)
            elif _origin(row, "", reference) == RULEBOOK:
                yield Contradiction(f"{table} {ident}", "present", "absent")


def _fields(
    place: str, own: Table, pack: Pack, row: Table, reference: Pack
) -> Iterator[Contradiction]:
    for name in dict.fromkeys([*row, *own]):
        claimed = _origin(own, name, pack) == _origin(row, name, reference) == RULEBOOK
        if name not in PROSE and claimed and own.get(name) != row.get(name):
            yield Contradiction(f"{place}.{name}", word(row.get(name)), word(own.get(name)))


def _origin(row: Table, field: str, pack: Pack) -> object:
    """Where a field of a row comes from, as the pack says."""
    return row.get(f"{field}_origin", row.get("origin", pack.meta.get("origin")))


def word(value: object) -> str:
    """A TOML value, short."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {word(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(word(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "-" if value is None else str(value)
