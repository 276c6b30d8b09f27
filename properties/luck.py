"""The luck that mattered: which recorded outcomes a minimal log needs, and how likely they are.

An outcome is a pin that matters if the game fails no longer under some other outcome in its place.
Its share is the weight of the outcomes that still fail over the weight of all, the rest of the log
as it is; the product of the shares is the chance of the failure given the player's actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from properties.judge import Trial
from properties.minimise import changed
from properties.units import Bench, BudgetOver, Unit, Units, units_of

SEEDS_TRIED = 4


@dataclass(frozen=True)
class Pin:
    """One outcome that matters: at `ply`, drawn in `row`, and the weight that still fails."""

    ply: int
    row: str
    text: str
    keeps: int
    total: int

    @property
    def share(self) -> Fraction:
        """Weight of the outcomes that still fail over the weight of all."""
        return Fraction(self.keeps, self.total)

    @property
    def needed(self) -> str:
        """In words: which part of what its row can give would have done."""
        if self.keeps == self.total:
            return f"any of row {self.row} would do alone, not all that is left so together"
        return f"{self.share} of row {self.row} would do"

    def as_dict(self) -> dict[str, int | str]:
        """For JSON documents."""
        return {"ply": self.ply, "row": self.row, "text": self.text, "keeps": self.keeps,
                "total": self.total}  # fmt: skip


@dataclass(frozen=True)
class Luck:
    """The pins that matter; `whole` says whether all outcomes were tried within the budget."""

    pins: tuple[Pin, ...]
    whole: bool

    @property
    def chance(self) -> Fraction:
        """The product of the shares."""
        return prod((pin.share for pin in self.pins), start=Fraction(1))


def luck_of(bench: Bench, trial: Trial) -> Luck:
    """Try every other outcome in the place of each recorded one."""
    game = bench.game
    units = units_of(game, trial)
    pins: list[Pin] = []
    idle: list[int] = []
    state = game.initial()
    try:
        for ply, code in enumerate(trial.codes):
            if game.rows[trial.rows[ply]].chance:
                outcomes = game.chance_outcomes(state)
                keeps = sum(
                    weight
                    for other, weight in outcomes
                    if other == code or bench.fails(changed(units, trial, ply, other, game))
                )
                total = sum(weight for _, weight in outcomes)
                pin = Pin(ply, game.row_name(state), game.text(code), keeps, total)
                if keeps < total:
                    pins.append(pin)
                else:
                    idle.append(ply)
            if ply + 1 < len(trial.codes):
                game.apply_unchecked(state, code)
        pins += _needed_together(bench, trial, units, idle)
    except (BudgetOver, KeyboardInterrupt):
        return Luck(tuple(pins), False)
    return Luck(tuple(sorted(pins, key=lambda pin: pin.ply)), True)


def _needed_together(bench: Bench, trial: Trial, units: Units, idle: list[int]) -> list[Pin]:
    """Outcomes of which each alone may be any: drop them one more at a time, keep who is missed."""
    dropped: list[int] = []
    missed: list[Pin] = []
    state = bench.game.initial()
    for ply, code in enumerate(trial.codes):
        if ply in idle:
            fewer = _without(bench, trial, units, [*dropped, ply])
            seeds = [f"shake:{number}" for number in range(SEEDS_TRIED)]
            if all(bench.fails(fewer, seed) is not None for seed in seeds):
                dropped.append(ply)
            else:
                total = sum(weight for _, weight in bench.game.chance_outcomes(state))
                text = bench.game.text(code)
                missed.append(Pin(ply, bench.game.row_name(state), text, total, total))
        if ply + 1 < len(trial.codes):
            bench.game.apply_unchecked(state, code)
    return missed


def _without(bench: Bench, trial: Trial, units: Units, plies: list[int]) -> Units:
    """The units with the pins of these plies taken out."""
    kept: list[Unit] = []
    ply = 0
    for unit in units:
        ply += unit.action is not None
        here = range(ply, ply + len(unit.pins))
        ply += len(unit.pins)
        pins = tuple(pin for at, pin in zip(here, unit.pins, strict=True) if at not in plies)
        kept.append(Unit(unit.action, pins))
    return tuple(kept)
