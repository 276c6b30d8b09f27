"""The shortest game that still fails: delta debugging over a log, not over a generator's choices.

What is left out and put back are the units of `properties.units`; every accepted log fails with the
same signature, judged whole, and is shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from engine.game import Game
from engine.state import State
from properties.judge import Failure, Trial
from properties.units import Bench, BudgetOver, Unit, Units, cost, units_of, without

SEEDS = 8
PAIRS_MAX = 24
FEW_OUTCOMES = 12
SPREAD = 4
ROUNDS_MAX = 200  # windows tried in vain before a pass gives up

Rank = Callable[[Failure], tuple[int, ...]]


class Minimiser:
    """Makes one failing log shorter, pass by pass, until no pass helps or the budget is over."""

    def __init__(
        self, bench: Bench, trial: Trial, lucky: Callable[[int], Sequence[int]] | None = None,
        rank: Rank | None = None,
    ) -> None:  # fmt: skip
        """`trial` fails as wanted; `lucky(row number)` names outcomes worth trying first.

        Of logs equally short, the one whose failure has the lower `rank` is the better one.
        """
        self.bench = bench
        self.game = bench.game
        self.best = trial
        self.complete = True
        self.interrupted = False
        self._lucky = lucky or (lambda row: ())
        self._rank = rank or (lambda failure: ())
        self._learned: dict[int, list[int]] = {}

    def run(self) -> Trial:
        """Every pass, over again while one of them helps; the best so far if interrupted."""
        try:
            before: Trial | None = None
            self._drop()
            while before is not self.best:
                before = self.best
                for step in (
                    self._loops, self._rounds, self._repin, self._rechoose, self._drop,
                    self._pairs, self._seeds, self._plies,
                ):  # fmt: skip
                    step()
        except BudgetOver:
            self.complete = False
        except KeyboardInterrupt:
            self.complete, self.interrupted = False, True
        return self.best

    @property
    def units(self) -> Units:
        """The units of the best log."""
        return units_of(self.game, self.best)

    def _accept(self, units: Units, seed: str | None = None) -> bool:
        """Try units; keep the trial if it fails as wanted and is shorter."""
        trial = self.bench.fails(units, seed)
        if trial is None or not self._better(trial):
            return False
        self.best = trial
        return True

    def _better(self, trial: Trial) -> bool:
        """Whether a log is shorter than the best, or as short and of lower rank."""
        mine, best = cost(self.game, trial), cost(self.game, self.best)
        if mine != best or trial.failure is None or self.best.failure is None:
            return mine < best
        return self._rank(trial.failure) < self._rank(self.best.failure)

    def _drop(self) -> None:
        """Leave out runs of units, long runs first, until no single unit can go."""
        size = max(1, len(self.units) // 2)
        while True:
            at, helped = 1, False
            while at < len(self.units):
                units = self.units
                if self._without(units, at, at + size):
                    helped = True
                else:
                    at += size
            if size == 1 and not helped:
                return
            if not helped or size > 1:
                size = max(1, size // 2)

    def _without(self, units: Units, start: int, stop: int) -> bool:
        """Leave out units `start` to `stop`, as they are or with what they drew carried over."""
        if self._accept(units[:start] + units[stop:]):
            return True
        carried = carried_over(units, start, stop)
        return carried is not None and self._accept(carried)

    def _rounds(self) -> None:
        """Leave out what lies between two choices of the same kind: a turn, a room, a level."""
        tries, width = 0, len(self.units)
        while width and tries < ROUNDS_MAX:
            units = self.units
            rows = [row for row in self.best.rows if not self.game.rows[row].chance]
            for start in range(1, len(units) - width):
                if rows[start - 1] == rows[start + width - 1]:
                    tries += 1
                    if self._without(units, start, start + width):
                        tries = 0
                        break
            else:
                width -= 1
            width = min(width, len(self.units))

    def _loops(self) -> None:
        """Cut from a position to where it comes back."""
        helped = True
        while helped:
            helped = False
            for start, stop in self._returns():
                codes = self.best.codes
                cut = self._strict(codes[:start] + codes[stop:])
                if cut is not None:
                    self.best, helped = cut, True
                    break

    def _returns(self) -> Iterator[tuple[int, int]]:
        """(position, later position) with the same encoding but for clocks, widest first."""
        state = self.game.initial()
        seen: dict[bytes, list[int]] = {}
        for ply, code in enumerate(self.best.codes):
            seen.setdefault(state.position(), []).append(ply)
            if ply + 1 < len(self.best.codes):
                self.game.apply_unchecked(state, code)
        spans = [(at[0], at[-1]) for at in seen.values() if len(at) > 1]
        return iter(sorted(spans, key=lambda span: span[0] - span[1]))

    def _strict(self, codes: Sequence[int]) -> Trial | None:
        """The trial of exactly these codes if it fails as wanted and is shorter."""
        self.bench.use()
        trial = self.bench.judge.replay(codes)
        return trial if not self.bench.misses(trial) and self._better(trial) else None

    def _repin(self) -> None:
        """Try other outcomes for each recorded one: the lucky, first, last, a few between."""
        at = 0
        while at < len(self.best.codes):
            row = self.best.rows[at]
            if self.game.rows[row].chance:
                for code in self._others(at):
                    if self._accept(changed(self.units, self.best, at, code, self.game)):
                        learned = self._learned.setdefault(row, [])
                        if code in learned:
                            learned.remove(code)
                        learned.insert(0, code)
                        break
            at += 1

    def _others(self, at: int) -> list[int]:
        """Outcomes to try at ply `at` instead of the recorded one, likeliest to help first."""
        row = self.best.rows[at]
        codes = [code for code, _ in self.game.chance_outcomes(self._position(at))]
        if len(codes) > FEW_OUTCOMES:
            stride = max(1, len(codes) // SPREAD)
            few = [codes[0], codes[-1], *codes[::stride]]
        else:
            few = codes
        wanted = [c for c in (*self._learned.get(row, ()), *self._lucky(row)) if c in codes]
        return [c for c in dict.fromkeys([*wanted, *few]) if c != self.best.codes[at]]

    def _rechoose(self) -> None:
        """Try another legal action for each recorded one."""
        at = 0
        while at < len(self.best.codes):
            if not self.game.rows[self.best.rows[at]].chance:
                for code in self._choices(at):
                    if self._accept(changed(self.units, self.best, at, code, self.game)):
                        break
            at += 1

    def _choices(self, at: int) -> list[int]:
        """Legal actions at ply `at` but the recorded one."""
        legal = self.game.legal_actions(self._position(at))
        return [code for code in legal if code != self.best.codes[at]]

    def _position(self, at: int) -> State:
        """Position `at` of the best log."""
        state = self.game.initial()
        for code in self.best.codes[:at]:
            self.game.apply_unchecked(state, code)
        return state

    def _pairs(self) -> None:
        """Leave out two units at once, where there are few."""
        units = self.units
        if len(units) > PAIRS_MAX:
            return
        for one, two in combinations(range(1, len(units)), 2):
            if self._accept(tuple(u for at, u in enumerate(units) if at not in (one, two))):
                self._pairs()
                return

    def _seeds(self) -> None:
        """The same actions with every outcome drawn anew, under a few seeds."""
        bare = tuple(Unit(unit.action) for unit in self.units)
        for number in range(1, SEEDS + 1):
            self._accept(bare, f"shake:{number}")


    def _plies(self) -> None:
        """Leave out one ply, an outcome too; nothing is drawn in its place."""
        at = 0
        while at < len(self.best.codes):
            trial = self.bench.loosely(without(self.best.codes, at))
            if trial is not None and self._better(trial):
                self.best = trial
            else:
                at += 1


def carried_over(units: Units, start: int, stop: int) -> Units | None:
    """The units without `start` to `stop`, what they drew last drawn before them instead.

    A card turned up for the next choice goes with the action before it; where that action is left
    out, the card must lie there all the same.  None if nothing is carried.
    """
    drawn = {row: code for unit in units[start:stop] for row, code in unit.pins}
    kept = list(units[:start])
    for row, code in drawn.items():
        for at in reversed(range(start)):
            rows = [pinned for pinned, _ in kept[at].pins]
            if row in rows:
                last = len(rows) - 1 - rows[::-1].index(row)
                pins = (*kept[at].pins[:last], (row, code), *kept[at].pins[last + 1 :])
                kept[at] = replace(kept[at], pins=pins)
                break
    carried = (*kept, *units[stop:])
    return carried if tuple(kept) != units[:start] else None


def changed(units: Units, trial: Trial, at: int, code: int, game: Game) -> Units:
    """The units of a log with ply `at` changed to `code`."""
    place, pin = 0, 0
    for row in trial.rows[: at + 1]:
        if game.rows[row].chance:
            pin += 1
        else:
            place, pin = place + 1, 0
    unit = units[place]
    if pin == 0:
        changed = replace(unit, action=code)
    else:
        pins = list(unit.pins)
        pins[pin - 1] = (pins[pin - 1][0], code)
        changed = replace(unit, pins=tuple(pins))
    return (*units[:place], changed, *units[place + 1 :])
