"""What the rules of a game raise, told with where: the ply, the seed, the action and the line.

Errors that the engine has a name for keep it; anything else of Python's becomes RulesRaised.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn

from engine.errors import (
    EndlessRows,
    EndlessTasks,
    EngineError,
    FieldRange,
    ProgressError,
    RulesRaised,
    StuckError,
    TableError,
)
from engine.phases import ROWS_MAX
from engine.rng import Tape

if TYPE_CHECKING:
    from engine.definition import Definition
    from engine.game import Game
    from engine.state import State

KERNEL = str(Path(__file__).parent)
# What the engine finds wrong with rules at play; other refusals are the caller's.
BUGS = (
    EndlessRows, EndlessTasks, FieldRange, ProgressError, RulesRaised, StuckError, TableError,
)  # fmt: skip


def raised(game: Game, error: Exception, ply: int, seed: str | Tape, doing: int | str) -> NoReturn:
    """Raise the error with its place; as it is where it is no fault of the rules, or is told.

    `seed` is empty if none is known; `doing` the code that was applied, or the name of the row in
    which one was to be chosen.
    """
    if not _untold(error):
        raise error
    what = f"in row {doing}" if isinstance(doing, str) else f"by {game.text(doing)!r}"
    way = f"seek the shortest game that does: ruleproof fuzz {game.name}"
    at = f"ply {ply} of seed {seed}" if seed and isinstance(seed, str) else f"ply {ply}"
    if isinstance(error, EngineError):
        raise _told(type(error), f"{error}; {at}, {what}; {way}", ply) from error
    where = line_of(error, game.definition)
    said = f"the rules of {game.name} raised {type(error).__name__}: {error}"
    raise _told(RulesRaised, f"{said}, at {at}, {what} ({where}); {way}", ply) from error


@contextmanager
def setting_up(definition: Definition) -> Iterator[None]:
    """What is raised in here is told as the set-up's: every game of these options has it."""
    try:
        yield
    except Exception as error:
        if not _untold(error):
            raise
        if isinstance(error, EngineError):
            raise _told(type(error), f"{error}; in the set-up") from error
        said = f"the set-up of {definition.name} raised {type(error).__name__}: {error}"
        where = line_of(error, definition)
        raise _told(RulesRaised, f"{said} ({where}); mend the rule there") from error


def with_command(error: EngineError, command: str) -> EngineError:
    """An error told with its place, and the command that plays the one game again."""
    return _told(type(error), f"{error}; the one game again: {command}", error.ply)


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


def origin(error: Exception) -> Exception:
    """What the rules raised, before it was told with its place."""
    cause = error.__cause__
    return cause if getattr(error, "told", False) and isinstance(cause, Exception) else error


def _untold(error: Exception) -> bool:
    """Whether it is a fault of the rules that is not told yet."""
    if isinstance(error, EngineError):
        return isinstance(error, BUGS) and not error.told
    return not isinstance(error, MemoryError)


def _told(kind: type[EngineError], text: str, ply: int = -1) -> EngineError:
    made = kind(text) if kind.__module__ == EngineError.__module__ else RulesRaised(text)
    made.told, made.ply = True, ply
    return made


def in_words(error: Exception) -> str:
    """Kind and message; of RulesRaised the message alone, which names the kind."""
    return str(error) if isinstance(error, RulesRaised) else f"{type(error).__name__}: {error}"


def line_of(error: Exception, definition: Definition) -> str:
    """`file:line` of the rule that raised: the innermost line of the game, else of no kernel."""
    frames: list[tuple[str, int]] = []
    here: TracebackType | None = error.__traceback__
    while here is not None:
        frames.append((here.tb_frame.f_code.co_filename, here.tb_lineno))
        here = here.tb_next
    folder = str(definition.folder)
    own = [frame for frame in frames if frame[0].startswith(folder)]
    foreign = [frame for frame in frames if str(Path(frame[0]).parent) != KERNEL]
    file, line = (own or foreign or frames)[-1]
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"
