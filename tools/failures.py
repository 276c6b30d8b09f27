"""What went wrong, as one message with a stable code and the documented exit code.

Errors of the rooms below carry `code` ("E101") and a whole message; the tools' own are E4xx.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

from tools import console
from tools.errors import ToolError, Usage, nothing, out_of_memory

__all__ = ["ToolError", "Usage", "exit_of", "guarded", "nothing", "report"]

FINDING, USAGE, UNREADABLE, FAULT, NOTHING, UNJUDGED, INTERRUPTED = 1, 2, 3, 4, 5, 125, 130

# By error code, else by its first two letters: engine E1, replays E2, properties E3, tools E4.
EXITS = {
    "E101": USAGE, "E102": USAGE, "E107": UNREADABLE, "E109": UNREADABLE, "E110": USAGE,
    "E111": USAGE, "E112": USAGE, "E113": USAGE, "E114": USAGE, "E116": USAGE,
    "E207": USAGE, "E208": USAGE, "E209": USAGE, "E210": FAULT, "E211": USAGE, "E212": UNJUDGED,
    "E301": UNREADABLE, "E314": UNREADABLE, "E316": UNREADABLE, "E402": NOTHING, "E407": UNJUDGED,
    "E408": UNREADABLE,
    "E999": FAULT,
    "E1": FAULT, "E2": UNREADABLE, "E3": USAGE, "E4": USAGE,
}  # fmt: skip
# The refusals of the tools themselves: what each means, and what to do about it.
REFUSALS = {
    "E400": ("usage: the command line cannot be understood", "see `ruleproof VERB --help`"),
    "E401": ("a file or folder to read is missing, of the wrong kind or may not be read",
             "name another path"),
    "E402": ("nothing to do", "name files, folders or globs that hold something, or another goal"),
    "E403": ("an output cannot be written",
             "make room, or name a file or folder that you may write"),
    "E404": ("the result is binary and would go to a terminal", "name a file with `-o`"),
    "E405": ("a setting in pyproject.toml is none", "mend or remove that key of `tool.ruleproof`"),
    "E406": ("a picture of figures needs matplotlib, which is not installed",
             "`pip install 'ruleproof[plots]'`, or leave `--plot` out"),
    "E407": ("there is not enough memory, in the process or in one of its workers",
             "fewer `--workers`, or lower bounds (`--states`, `--edges`, `--games`)"),
    "E408": ("the log of a replay is not legal under these rules",
             "judge the file with `ruleproof verify`, or leave it out"),
    "E999": ("a fault of ours", "report it with the command line and its files; "
             "`RULEPROOF_DEBUG=1` shows the trace"),
}  # fmt: skip
# A stream that cannot take what is written names no file.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def code_of(error: BaseException) -> str:
    """The stable code an error carries; empty for an unexpected one."""
    code = getattr(error, "code", "")
    return code if isinstance(code, str) and code[:1] == "E" and code[1:].isdigit() else ""


def exit_of(error: BaseException) -> int:
    """The documented exit code of an error with a code."""
    code = code_of(error)
    return EXITS.get(code, EXITS.get(code[:2], FAULT))


def guarded(run: Callable[[], int]) -> int:
    """The exit code of `run`: no exception leaves, each becomes one message on stderr."""
    try:
        code = run()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _let_go_of_stdout()
        return 0
    except KeyboardInterrupt:
        console.error("interrupted")
        return INTERRUPTED
    except Exception as error:
        return report(error)
    except SystemExit as error:  # of a game, where nothing told it with its place
        return report(_left(error))


def _left(error: SystemExit) -> Exception:
    """What a game that calls sys.exit is told as."""
    from engine.errors import RulesRaised

    return RulesRaised(f"the rules of a game raised SystemExit: {error} ({_place(error)}); mend "
                       "the rule there")  # fmt: skip


def _place(error: BaseException) -> str:
    """`file:line` where an error was raised."""
    import traceback

    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{'/'.join(place.filename.replace(chr(92), '/').split('/')[-3:])}:{place.lineno}"


def report(error: Exception) -> int:
    """Print one message for an error; the exit code it stands for."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        error = out_of_memory().with_traceback(None)  # lets go of what was held
    import traceback

    if os.environ.get("RULEPROOF_DEBUG"):
        traceback.print_exc(file=sys.stderr)
    code = code_of(error)
    if code:
        console.error(f"error {code}: {error}")
        return exit_of(error)
    if isinstance(error, OSError) and error.filename is not None:
        console.error(f"error E401: {error.filename}: {error.strerror}; name another path")
        return USAGE
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        _let_go_of_stdout()
        console.error(f"error E403: standard output cannot be written: {error.strerror}; "
                      "make room, or write elsewhere")  # fmt: skip
        return USAGE
    console.error(
        f"error E999: a fault of ours: {type(error).__name__}: {error} ({_place(error)})\n"
        "Please report it with the command line and its files; RULEPROOF_DEBUG=1 shows the trace."
    )
    return FAULT


def _let_go_of_stdout() -> None:
    """The reader has gone: nothing more can be said, and the interpreter must not try."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")
