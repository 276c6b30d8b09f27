"""What the rules of a game raise, told with where: the ply, the seed, the action and the line.

Errors that the engine has a name for keep it; anything else of Python's becomes RulesRaised.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, NoReturn, ParamSpec, TypeVar

from engine.actions import Outcomes, Verb
from engine.errors import (
    FAULTS,
    EndlessRows,
    EndlessTasks,
    EngineError,
    FieldRange,
    ProgressError,
    RulesRaised,
    StuckError,
    TableError,
    Thrown,
)
from engine.phases import ROWS_MAX
from engine.rng import Tape

if TYPE_CHECKING:
    from engine.definition import Definition
    from engine.events import Trace
    from engine.game import Game
    from engine.state import State
    from engine.table import Row

P = ParamSpec("P")
R = TypeVar("R")
LISTED_MAX = 12
KERNEL = str(Path(__file__).parent)
PYTHON = str(Path(dataclasses.__file__).parent)
INSTALLED = ("site-packages", "dist-packages")  # may lie inside of Python's own folder
# What the engine finds wrong with rules at play; other refusals are the caller's.
BUGS = (
    EndlessRows, EndlessTasks, FieldRange, ProgressError, RulesRaised, StuckError, TableError,
)  # fmt: skip


def raised(
    game: Game, error: Thrown, ply: int, seed: str | Tape, doing: int | str,
    state: State | None = None,
) -> NoReturn:  # fmt: skip
    """Raise the error with its place; as it is where it is no fault of the rules, or is told.

    `seed` is empty if none is known; `doing` the code that was applied, or the name of the row in
    which one was to be chosen, in `state`.  What was told without a seed is told anew with one.
    """
    if seed and isinstance(seed, str) and isinstance(error, EngineError) and error.ply >= 0:
        error = origin(error)
    if not _untold(error):
        raise error
    if state is not None and not _rules_of(error, game.definition):
        error = misfit(game, state) or error
    action = -1 if isinstance(doing, str) else doing
    what = f"in row {doing}" if isinstance(doing, str) else f"by {_action(game, doing)}"
    way = f"seek the shortest game that does: ruleproof fuzz {game.name}"
    at = f"ply {ply} of seed {seed}" if seed and isinstance(seed, str) else f"ply {ply}"
    if isinstance(error, EngineError):
        said = _with_line(error, game.definition)
        raise _told(type(error), f"{said}; {at}, {what}; {way}", ply, action) from error
    where = line_of(error, game.definition)
    said = f"the rules of {game.name} raised {type(error).__name__}: {error}"
    raise _told(RulesRaised, f"{said}, at {at}, {what} ({where}); {way}", ply, action) from error


@contextmanager
def seeded(game: Game, state: State, seed: str | Tape) -> Iterator[None]:
    """What the rules raise in here of a position, as its returns, is told with the seed."""
    try:
        yield
    except EngineError as error:
        doing = error.action if error.action >= 0 else game.row_name(state)
        raised(game, error, error.ply, seed, doing)


def by_rules(
    method: Callable[Concatenate[Game, State, P], R],
) -> Callable[Concatenate[Game, State, P], R]:
    """A question to a Game that its rules answer about a position: what they raise is told."""

    @wraps(method)
    def asked(game: Game, state: State, /, *args: P.args, **words: P.kwargs) -> R:
        try:
            return method(game, state, *args, **words)
        except FAULTS as error:
            raised(game, error, state.ply, "", game.row_name(state), state)

    return asked


@contextmanager
def setting_up(definition: Definition) -> Iterator[None]:
    """What is raised in here is told as the set-up's: every game of these options has it."""
    try:
        yield
    except FAULTS as error:
        if not _untold(error):
            raise
        if isinstance(error, EngineError):
            raise _told(type(error), f"{error}; in the set-up") from error
        said = f"the set-up of {definition.name} raised {type(error).__name__}: {error}"
        where = line_of(error, definition)
        raise _told(RulesRaised, f"{said} ({where}); mend the rule there") from error


def with_command(error: EngineError, command: str) -> EngineError:
    """An error told with its place, and the command that plays the one game again."""
    said = f"{error}; the one game again: {command}"
    return _told(type(error), said, error.ply, error.action)


def nobody_acts(game: Game, state: State) -> StuckError:
    """No action in a row that is no end: to raise and be told."""
    name = game.row_name(state)
    return StuckError(f"{game.name}: nobody can act in row {name}, and the game is not over")


def endless_rows(game: Game, state: State) -> EndlessRows:
    """More rows than may be run through at once: to raise."""
    return EndlessRows(
        f"{game.name}: more than ROWS_MAX = {ROWS_MAX} rows nobody acts in at ply {state.ply}, "
        f"the last one {game.row_name(state)}"
    )


def no_seat(game: Game, row: Row, reading: Callable[..., int], seat: object) -> RulesRaised:
    """A reading that gives no seat of this game: to raise and be told."""
    return RulesRaised(
        f"{game.name}: the actor of row {row.name} is seat {seat!r}, and the seats are "
        f"0..{game.players - 1} ({place_of(reading)})"
    )


def seat_of(game: Game, row: Row, reading: Callable[..., int], *given: object) -> int:
    """What a reading gives of a state, and of a task if it is one's; RulesRaised if no seat."""
    seat = reading(*given)
    if seat not in range(game.players):
        raise no_seat(game, row, reading, seat)
    return seat


def no_outcomes(game: Game, row: Row, made: object) -> RulesRaised:
    """What `outcomes` gave is none: to raise and be told."""
    if isinstance(made, Outcomes):
        shown = f"codes {list(made.codes)} with weights {list(made.weights)}"
    else:
        shown = repr(made)
    return RulesRaised(
        f"{game.name}: the outcomes of row {row.name} are {shown}, expected Outcomes with codes "
        f"of its verb and weights from 1 on ({place_of(row.outcomes)})"
    )


def misfit(game: Game, state: State) -> EngineError | None:
    """What a row offers that it may not: the engine itself falls over that.  To raise."""
    row = game.row(state)
    if row.outcomes is not None:
        return _misdealt(game, row, row.outcomes(state))
    verbs = {game.space.bases[item.name]: item for item in game.space.verbs}
    for base, legal, _ in row.verbs:
        item, offered = verbs[base], legal(state)
        if not isinstance(offered, list) or not all(_of(item, code) for code in offered):
            return RulesRaised(
                f"{game.name}: verb {item.name} has {offered!r} as legal, expected a list of codes "
                f"in 0..{item.size - 1} ({place_of(legal)})"
            )
    return None


def _misdealt(game: Game, row: Row, made: object) -> EngineError | None:
    verb = next(item for item in game.space.verbs if game.space.bases[item.name] == row.base)
    fits = (
        isinstance(made, Outcomes) and len(made.weights) == made.count > 0
        and min(made.weights) > 0 and all(_of(verb, code) for code in made.codes)
    )  # fmt: skip
    return None if fits else no_outcomes(game, row, made)


def _of(verb: Verb, code: object) -> bool:
    return isinstance(code, int) and 0 <= code < verb.size


def _action(game: Game, code: int) -> str:
    return repr(game.text(code)) if 0 <= code < len(game.space) else f"code {code}"


def refusal(game: Game, state: State, code: int, legal: list[int]) -> str:
    """Words of an IllegalAction: value, place, and what is legal instead."""
    text = _action(game, code) if isinstance(code, int) else f"code {code!r}"
    row = game.row(state)
    where = f"ply {state.ply} (row {row.name}, {row.phase.clause or 'no clause'}, "
    where += f"player {game.current_player(state)})"
    listed = ", ".join(game.text(c) for c in legal[:LISTED_MAX]) or "nothing, the game is over"
    more = f" and {len(legal) - LISTED_MAX} more" if len(legal) > LISTED_MAX else ""
    return f"{text} is not legal at {where}; legal: {listed}{more}"


def stuck(game: Game, state: State, row: Row) -> StuckError:
    """No exit of a row holds: to raise and be told."""
    return StuckError(
        f"{game.name}: no exit of row {row.name} holds at ply {state.ply}; "
        f"exits: {', '.join(e.label for e in row.phase.exits)}"
    )


def unseated(game: Game, state: State, row: Row) -> StuckError:
    """A row of a player whose seat nothing has set: to raise and be told."""
    return StuckError(
        f"{game.name}: row {row.name} at ply {state.ply} has no seat: name its "
        "actor by a reading, or set `player` in its enter"
    )


def check_progress(game: Game, state: State, row: Row, sink: Trace) -> None:
    """Between two visits of a row in one ply its progress fields move strictly one way.

    ProgressError if not.
    """
    now = tuple(int(getattr(state, key)) for key in row.progress)
    last = sink.progress.get(row.index)
    way = 0
    if last is not None:
        way = (now > last[0]) - (now < last[0])
        if way == 0 or (last[1] and way != last[1]):
            raise ProgressError(
                f"{game.name}: row {row.name} came round with {row.progress} = {now} after "
                f"{last[0]} at ply {state.ply}: no progress in one direction"
            )
    sink.progress[row.index] = (now, way)


def origin(error: Thrown) -> Thrown:
    """What the rules raised, before it was told with its place."""
    cause = error.__cause__
    return cause if getattr(error, "told", False) and isinstance(cause, FAULTS) else error


def _untold(error: Thrown) -> bool:
    """Whether it is a fault of the rules that is not told yet."""
    if isinstance(error, EngineError):
        return isinstance(error, BUGS) and not error.told
    return not isinstance(error, MemoryError)


def _told(kind: type[EngineError], text: str, ply: int = -1, action: int = -1) -> EngineError:
    made = kind(text) if kind.__module__ == EngineError.__module__ else RulesRaised(text)
    made.told, made.ply, made.action = True, ply, action
    return made


def in_words(error: Thrown) -> str:
    """Kind and message; of RulesRaised the message alone, which names the kind."""
    return str(error) if isinstance(error, RulesRaised) else f"{type(error).__name__}: {error}"


def in_short(error: Thrown, definition: Definition) -> str:
    """What the rules raised, with the line but without the place in a game."""
    cause = origin(error)
    if isinstance(cause, EngineError):
        kind = "" if isinstance(cause, RulesRaised) else f"{type(cause).__name__}: "
        return kind + _with_line(cause, definition)
    return f"{type(cause).__name__}: {cause} ({line_of(cause, definition)})"


def line_of(error: Thrown, definition: Definition) -> str:
    """`file:line` of the rule that raised: the innermost line of the game, else of no kernel."""
    frames = _frames(error)
    return _place(*(_rules_of(error, definition) or frames)[-1])


def _with_line(error: EngineError, definition: Definition) -> str:
    """What the engine says, with the line of the game that asked too much of it, if one did."""
    folder = str(definition.folder)
    own = [frame for frame in _frames(error) if frame[0].startswith(folder)]
    return f"{error} ({_place(*own[-1])})" if own else str(error)


def place_of(function: object) -> str:
    """`file:line` where a function of the game begins; its name if it is none of Python's."""
    code = getattr(function, "__code__", None)
    return _place(code.co_filename, code.co_firstlineno) if code else repr(function)


def _rules_of(error: Thrown, definition: Definition) -> list[tuple[str, int]]:
    """Lines of the game in a trace, else of neither kernel nor Python, else of no kernel; none
    where the engine raised it."""
    frames, folder = _frames(error), str(definition.folder)
    own = [frame for frame in frames if frame[0].startswith(folder)]
    beside = [frame for frame in frames if str(Path(frame[0]).parent) != KERNEL]
    return own or [frame for frame in beside if not _pythons(frame[0])] or beside


def _pythons(file: str) -> bool:
    """Whether a file is one of Python's own, which a rule has called."""
    return file.startswith(PYTHON) and not any(word in file for word in INSTALLED)


def _frames(error: Thrown) -> list[tuple[str, int]]:
    """(file, line) of each frame of a trace that does not hide, the innermost last."""
    frames: list[tuple[str, int]] = []
    here: TracebackType | None = error.__traceback__
    while here is not None:
        if "__tracebackhide__" not in here.tb_frame.f_locals:
            frames.append((here.tb_frame.f_code.co_filename, here.tb_lineno))
        here = here.tb_next
    return frames


def _place(file: str, line: int) -> str:
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"
