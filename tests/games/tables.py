"""Phase tables with something changed, for the static checks of a game's witness."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from engine.definition import Definition
from engine.game import Game
from engine.phases import Exit, Phase, always
from properties.checker import Table
from properties.invariant import Property, Verdict

Rows = dict[str, Phase]
Bend = Callable[[Rows], object]


def leads(row: str, target: str) -> Bend:
    """One exit more, and before all others."""
    return lambda rows: rows.update(
        {row: replace(rows[row], exits=(Exit(always, target), *rows[row].exits))}
    )


def offers(row: str, verb: str) -> Bend:
    """One verb more."""
    return lambda rows: rows.update({row: replace(rows[row], verbs=(*rows[row].verbs, verb))})


def changed(row: str, **fields: object) -> Bend:
    """A row with some of its fields otherwise."""
    return lambda rows: rows.update({row: replace(rows[row], **fields)})  # type: ignore[arg-type]


def bent_table(definition: Definition, bend: Bend) -> Table:
    """The phase table with something changed that the Definition would refuse."""
    rows = {phase.name: phase for phase in definition.phases}
    bend(rows)
    bent = SimpleNamespace(
        phases=tuple(rows.values()), verbs=definition.verbs, state=definition.state,
        events=definition.events, all_options=definition.all_options,
    )  # fmt: skip
    return Table(cast(Game, SimpleNamespace(definition=bent)))


def two_may_play(item: Property) -> Verdict:
    """What a table check says of a game with a second seat."""
    definition = SimpleNamespace(players=(1, 2))
    return item(Table(cast(Game, SimpleNamespace(definition=definition))))
