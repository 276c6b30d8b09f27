"""Mutants that are the same game: no play can tell them from the rules, and why.

`same.toml` holds a table a game, from `FILE OPERATOR LINE` (the line as the mutant has it) to the
reason.  They count as survived wherever nothing else is said; a second score leaves them out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutation.mutant import SURVIVED

Record = Mapping[str, object]
PATH = Path(__file__).with_name("same.toml")


def name_of(record: Record) -> str:
    """`fight.py ReplaceComparisonOperator_Eq_LtE return state.health <= 0`, wherever it stands."""
    place, _, rest = str(record["id"]).partition(" ")
    return f"{place.partition(':')[0]} {rest}"


def reasons(game: str) -> Mapping[str, str]:
    """Why the mutants of a game that are listed are the same game, by name."""
    found = tomllib.loads(PATH.read_text(encoding="utf-8")).get(game, {})
    assert isinstance(found, dict)
    return found


def split(game: str, records: Sequence[Record]) -> tuple[list[Record], list[str]]:
    """The records of mutants that are another game, and names of listed ones that were noticed."""
    listed = reasons(game)
    there = {name_of(record): record for record in records}
    wrong = [name for name in listed if name in there and there[name]["killer"] != SURVIVED]
    return [record for record in records if name_of(record) not in listed], wrong
