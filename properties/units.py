"""Logs in units, and the bench on which candidates are played.

A unit is one player action with the chance plies that follow it; outcomes ride with their action
as pins matched by chance row.  An action that is not legal any more is skipped; a chance ply whose
pin does not fit is drawn anew.  What counts fails as wanted, judged whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.game import Game
from engine.rng import Tape
from engine.state import State
from properties.judge import Failure, Judge, Trial
from properties.pulse import HANGS

HUNG_MAX = 20  # tries that came upon a ply without an end, not looked for: each takes its time


@dataclass(frozen=True)
class Unit:
    """A player action (None: the draws before the first one) and its pins (row, code)."""

    action: int | None
    pins: tuple[tuple[int, int], ...] = ()


Units = tuple[Unit, ...]
Wanted = Callable[[Failure], bool]


class BudgetOver(Exception):
    """The replay budget is used up, or too many tries hung: the best so far stands."""


def units_of(game: Game, trial: Trial) -> Units:
    """The units of a judged log, the draws before the first action first."""
    units = [Unit(None)]
    for code, row in zip(trial.codes, trial.rows, strict=True):
        if game.rows[row].chance:
            units[-1] = replace(units[-1], pins=(*units[-1].pins, (row, code)))
        else:
            units.append(Unit(code))
    return tuple(units)


def cost(game: Game, trial: Trial) -> tuple[int, int]:
    """Player actions, then plies: what is made smaller."""
    chance = sum(game.rows[row].chance for row in trial.rows)
    return len(trial.codes) - chance, len(trial.codes)


class Bench:
    """Replays candidates: first under `quick` (the one property), then under `judge` (all)."""

    def __init__(
        self, quick: Judge, judge: Judge, wanted: Wanted, budget: int,
        beat: Callable[[int], None] | None = None,
    ) -> None:  # fmt: skip
        """`wanted` tells the failure that counts; `beat` is called with the replays used."""
        self.game = judge.game
        self.quick = quick
        self.judge = judge
        self.wanted = wanted
        self.budget = budget
        self.used = self.hung = 0
        self.beat = beat
        self.seed = "shake:0"

    def run(self, units: Units, judge: Judge, seed: str) -> Trial:
        """Play units as far as they are legal; BudgetOver."""
        self.use()
        if self.beat is not None and self.used % 64 == 0:
            self.beat(self.used)
        game, rows, tape = self.game, self.game.rows, Tape.seeded(seed, "chance")
        state = judge.begin()
        for unit in units:
            if judge.failure is not None or rows[state.phase].end:
                break
            if unit.action is not None:
                legal = judge.legal(state)
                if unit.action not in legal:
                    continue
                if not judge.act(state, unit.action, legal):
                    break
            pins = list(unit.pins)
            while judge.failure is None and rows[state.phase].chance:
                legal = judge.legal(state)
                if not legal or not judge.act(state, _outcome(game, state, pins, tape), legal):
                    break
        if judge.failure is None:
            judge.legal(state)  # somebody must be able to act
        state.sink = None
        return judge.trial()

    def use(self) -> None:
        """One more try; BudgetOver."""
        if self.used >= self.budget or self.hung >= HUNG_MAX:
            raise BudgetOver
        self.used += 1

    def misses(self, trial: Trial) -> bool:
        """Whether a trial does not fail as wanted."""
        if trial.failure is not None and self.wanted(trial.failure):
            return False
        self.hung += trial.failure is not None and trial.failure.signature.label == HANGS
        return True

    def fails(self, units: Units, seed: str | None = None) -> Trial | None:
        """The trial of these units if it fails as wanted, judged whole; else None."""
        seed = seed or self.seed
        trial = self.run(units, self.quick, seed)
        if self.misses(trial):
            return None
        return self._judged_whole(trial)

    def loosely(self, codes: Sequence[int]) -> Trial | None:
        """The trial of a log of which each ply is played that is legal when its turn comes.

        None unless it fails as wanted; BudgetOver.
        """
        self.use()
        trial = loosely(self.quick, codes)
        if self.misses(trial):
            return None
        return self._judged_whole(trial)

    def _judged_whole(self, trial: Trial) -> Trial | None:
        """The trial of a failing log if it fails as wanted with everything judged."""
        if self.quick is self.judge:
            return trial
        whole = self.judge.replay(trial.codes)
        if self.misses(whole) or len(whole.codes) != len(trial.codes):
            return None
        return whole


def _outcome(game: Game, state: State, pins: list[tuple[int, int]], tape: Tape) -> int:
    """The first pin of this row that can be drawn, else what the tape draws of what is left."""
    row, table = game.row(state), game.outcomes(state)
    for at, (pinned, code) in enumerate(pins):
        if pinned == row.index and code - row.base in table.codes:
            del pins[at]
            return code
    return row.base + table.codes[tape.weighted(table.weights, table.total)]


def loosely(judge: Judge, codes: Sequence[int]) -> Trial:
    """A log as judged when each of its plies is played that is legal when its turn comes."""
    state = judge.begin()
    for code in codes:
        if judge.failure is not None:
            break
        legal = judge.legal(state)
        if code in legal and not judge.act(state, code, legal):
            break
    if judge.failure is None:
        judge.legal(state)
    state.sink = None
    return judge.trial()


def without(codes: Sequence[int], at: int) -> list[int]:
    """A log without one of its plies."""
    return [*codes[:at], *codes[at + 1 :]]


def droppable(bench: Bench, trial: Trial) -> list[int]:
    """Numbers of the units (from 1) without which a shorter log still fails, none or the plies
    without which one does: [] is 1-minimal.
    """
    units = units_of(bench.game, trial)
    found = []
    for at in range(1, len(units)):
        shorter = bench.fails(units[:at] + units[at + 1 :])
        if shorter is not None and cost(bench.game, shorter) < cost(bench.game, trial):
            found.append(at)
    return found or [at for at in range(len(trial.codes)) if _spare(bench, trial, at)]


def _spare(bench: Bench, trial: Trial, at: int) -> bool:
    shorter = bench.loosely(without(trial.codes, at))
    return shorter is not None and cost(bench.game, shorter) < cost(bench.game, trial)
