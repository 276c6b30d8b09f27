"""Components: tokens as masks, like tokens grouped (HH-COMP-01, HH-BITE-01, HH-EFFECT-01)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from engine.content import Row
from engine.games.ham_helsing.schema_words import COLOURS, EFFECT_KINDS


def where(flags: Iterable[object]) -> int:
    """The places that are true, as a set."""
    return sum(1 << at for at, flag in enumerate(flags) if flag)


def colours_of(row: Row) -> int:
    """A Minion's colours as a set."""
    return sum(1 << COLOURS.index(colour) for colour in cast(list[str], row["colours"]))


def with_colour(colours: Iterable[int]) -> tuple[int, ...]:
    """The Minions of each colour."""
    known = tuple(colours)
    return tuple(where(found >> colour & 1 for found in known) for colour in range(4))


def effect_colour(row: Row) -> int:
    """The colour an Effect shows; -1 for none."""
    return COLOURS.index(str(row["colour"])) if "colour" in row else -1


def effect_kind(row: Row) -> int:
    """What an Effect does, by EFFECT_KINDS."""
    return EFFECT_KINDS.index(str(row["kind"]))


def alike(minions: Iterable[Row], effects: Iterable[Row]) -> tuple[int, ...]:
    """Sets of tokens that nobody can tell apart (HH-PLACE-07)."""
    looks = [(colours_of(row), row["biting"]) for row in minions]
    looks += [(-1 - effect_kind(row), effect_colour(row)) for row in effects]
    groups: dict[tuple[object, ...], int] = {}
    for at, look in enumerate(looks):
        groups[look] = groups.get(look, 0) | 1 << at
    return tuple(groups.values())
