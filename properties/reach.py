"""How much of what play can reach a campaign (or any tally of coverage) has reached.

A clause is owed if its proof says that play shows it (an event, a fact, an exit); whatever a game
declares as `unreached` with its reference pack is owed by nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.definition import Definition
from engine.game import Game
from properties.coverage import COLUMNS, RARE_GAMES, Coverage, Tally

BY_PLAY = ("event", "fact", "exit")
IDLE, CLAUSES = "idle", "clauses"
# Columns without a list of what could be reached: they count what was.
OPEN = ("pairs", "refusals", IDLE)


@dataclass(frozen=True)
class Share:
    """One column: how many items were reached of how many, those missed, and the rare ones."""

    reached: int
    of: int
    missed: tuple[str, ...]
    rare: tuple[str, ...]

    @property
    def text(self) -> str:
        """`118 of 121 (97.5 %)`."""
        part = f" ({100 * self.reached / self.of:.1f} %)" if self.of else ""
        return f"{self.reached:,} of {self.of:,}{part}"

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        return {"reached": self.reached, "of": self.of, "missed": list(self.missed),
                "rare": list(self.rare)}  # fmt: skip


@dataclass(frozen=True)
class Reach:
    """Every column of one tally.  Of `idle`, `reached` are the actions taken, `missed` never."""

    columns: Mapping[str, Share]
    games: int

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        return {column: share.as_dict() for column, share in self.columns.items()}

    def __getitem__(self, column: str) -> Share:
        return self.columns[column]


def owed_of(definition: Definition, coverage: Coverage) -> dict[str, tuple[str, ...]]:
    """What play can reach, by column; of OPEN columns, what was."""
    spared = dict(definition.unreached)
    proofs = {clause.id: clause.proof for clause in definition.clauses}
    found = {}
    for column, items in coverage.columns().items():
        found[column] = tuple(
            item for item in items
            if f"{column}/{item}" not in spared
            and (column != CLAUSES or proofs.get(item) in BY_PLAY)
        )  # fmt: skip
    return found


def reach_of(coverage: Coverage) -> Reach:
    """The reach of a Coverage; rare is what at most RARE_GAMES games showed."""
    counts, owed = coverage.columns(), owed_of(coverage.game.definition, coverage)
    columns = {}
    for column in COLUMNS:
        items = {item: counts[column][item] for item in owed[column]}
        met = [item for item, (hits, _) in items.items() if hits]
        missed = tuple(item for item, (hits, _) in items.items() if not hits)
        rare = tuple(item for item in met if items[item][1] <= RARE_GAMES)
        columns[column] = Share(len(met), len(items), missed, rare)
    taken = len(coverage.counts["actions"])
    idle = tuple(owed[IDLE])
    columns[IDLE] = Share(taken, taken + len(idle), idle, ())
    return Reach(columns, coverage.games)


def reach_of_tally(game: Game, tally: Tally, games: int) -> Reach:
    """The reach of counts that other processes made, over option sets of one game."""
    coverage = Coverage(game)
    coverage.add(tally, games)
    return reach_of(coverage)
