"""The one loop: `play` chooses and applies until the end; `walk` replays codes step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.errors import FAULTS, EngineError, IllegalAction
from engine.events import Happening, Trace
from engine.game import TERMINAL, Game
from engine.raised import nobody_acts, raised, setting_up
from engine.rng import Tape
from engine.state import State

Policy = Callable[[Game, State, list[int], Tape], int]
Watch = Callable[[int, State, int], None]


@dataclass(frozen=True)
class Trajectory:
    """A played game: its codes, the state reached, and why play stopped (None: unfinished)."""

    codes: tuple[int, ...]
    state: State
    reason: str | None


def tapes_of(game: Game, seed: str | Tape) -> tuple[Tape, tuple[Tape, ...]]:
    """(chance tape, one tape a seat): streams of a seed, or one given tape for everybody."""
    if isinstance(seed, Tape):
        return seed, (seed,) * game.players
    seats = tuple(Tape.seeded(seed, f"policy:{seat}") for seat in range(game.players))
    return Tape.seeded(seed, "chance"), seats


def play(
    game: Game, seed: str | Tape, policies: Policy | Sequence[Policy], watch: Watch | None = None,
    start: State | None = None, plies: int | None = None,
) -> Trajectory:  # fmt: skip
    """Play one game by policies (one for all, or one a seat) until its end or `plies_max`.

    `watch(code, state after, legal count before)` is called at each ply.  `start` is a position to
    go on from (it is changed); `plies` stops earlier.  What the rules raise is told with its place:
    RulesRaised, or an error of the engine's own.
    """
    chance, seats = tapes_of(game, seed)
    chosen = [policies] * game.players if callable(policies) else list(policies)
    state = game.initial() if start is None else start
    stop = game.plies_max if plies is None else min(plies, game.plies_max)
    codes: list[int] = []
    rows, legal_actions, act = game.rows, game.legal_actions, game.apply_unchecked
    solo, first, tape, began = game.players == 1, chosen[0], seats[0], state.ply
    for _ in range(stop - began):
        row = rows[state.phase]
        code = -1  # none is chosen yet
        try:
            if row.outcomes is not None:
                table = row.outcomes(state)
                if table.spread:
                    code = row.base + table.spread[chance.below(table.total)]
                else:
                    code = row.base + table.codes[chance.weighted(table.weights, table.total)]
            elif row.end:
                break
            else:
                legal = legal_actions(state)
                if not legal:
                    raise nobody_acts(game, state)
                if solo:
                    code = first(game, state, legal, tape)
                else:
                    seat = game.current_player(state)
                    code = chosen[seat](game, state, legal, seats[seat])
            act(state, code)
        except FAULTS as error:
            doing = row.name if code < 0 else code
            where = state if code < 0 or code >= len(game.space) else None  # as it was offered
            raised(game, error, began + len(codes), seed, doing, where)
        if watch is not None:
            try:
                watch(code, state, len(legal) if row.outcomes is None else table.count)
            except EngineError as error:
                raised(game, error, began + len(codes), seed, code)
        codes.append(code)
    return Trajectory(tuple(codes), state, game.end_reason(state))


@dataclass(frozen=True)
class Step:
    """Ply `ply` of a walk: from position `ply` to `ply + 1`.

    `acted` is the state after the verb and before the first exit; `exits` are (row number, exit
    number) in order; states are clones of their own, safe to keep.
    """

    game: Game
    ply: int
    code: int
    player: int
    legal: tuple[int, ...]
    before: State
    acted: State
    after: State
    events: tuple[Happening, ...]
    exits: tuple[tuple[int, int], ...]

    @property
    def row(self) -> str:
        """The row the action was taken in."""
        return self.game.rows[self.before.phase].name

    @property
    def verb(self) -> str:
        """The verb's name."""
        return self.game.space.verb_of(self.code).name

    @property
    def text(self) -> str:
        """The action in words."""
        return self.game.text(self.code)

    def clauses(self) -> tuple[str, ...]:
        """Clauses this ply applied, in order, once each: verb, events, exits, rows entered."""
        rows = self.game.rows
        found = [self.game.space.verb_of(self.code).clause]
        for happening in self.events:
            found.extend(happening.clauses())
        for row, number in self.exits:
            exit = rows[row].phase.exits[number]
            target = next(r for r in rows if r.name == exit.target)
            found += [*exit.clauses, target.phase.clause]
        return tuple(dict.fromkeys(filter(None, found)))


def opening(game: Game) -> tuple[State, tuple[Happening, ...]]:
    """Position 0 with the events of the set-up."""
    with setting_up(game.definition):
        state = game.definition.state.fresh(game.rules)
        trace = Trace()
        state.sink = trace
        if game.definition.setup is not None:
            game.definition.setup(state)
        game.enter(state, game.rows[0])
    state.sink = None
    return state, tuple(trace.events)


def walk(
    game: Game, codes: Iterable[int], start: State | None = None, checked: bool = True
) -> Iterator[Step]:
    """Replay codes, one Step a ply; IllegalAction at the first code that is not legal.

    `checked=False` skips the legality check, for codes just played.
    """
    state = game.initial() if start is None else start.clone()
    trace = Trace()
    before = state.clone()
    for code in codes:
        ply = state.ply
        try:
            player = game.current_player(state)
            legal = game.legal_actions(state)
            if checked and (player == TERMINAL or code not in legal):
                raise IllegalAction(game.refusal(state, code, legal))
            trace.clear()
            state.sink = trace
            game.apply_unchecked(state, code)
        except FAULTS as error:
            raised(game, error, ply, "", code)
        state.sink = None
        after = state.clone()
        acted = trace.acted if trace.acted is not None else after
        yield Step(
            game, ply, code, player, tuple(legal), before, acted, after, tuple(trace.events),
            tuple(trace.exits),
        )  # fmt: skip
        before = after
