"""Every exception of the engine, flat, one page.

Each has a stable `code` (E1xx) and a message that names the value, the place, what was expected
and the way out.  The docstring says what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# What rules may raise, a call of sys.exit among it; Ctrl-C is the person's.
FAULTS = (Exception, SystemExit)
Thrown = Exception | SystemExit


class EngineError(Exception):
    """Base of all engine errors: catch it to tell a refusal of ours from a crash."""

    code = "E100"
    told = False  # whether the message has the place in the game already
    ply = -1  # that place, where it is told and not of the set-up
    action = -1  # the code that was applied there, if one was


class IllegalAction(EngineError):
    """The action is not legal here.  Take one of the actions listed in the message."""

    code = "E101"


class ActionText(EngineError):
    """No action reads like this.  The message lists the nearest texts."""

    code = "E102"


class StuckError(EngineError):
    """No exit of a row holds, or nobody can act in it: a gap in the phase table.  A game bug."""

    code = "E103"


class EndlessRows(EngineError):
    """More than ROWS_MAX rows ran in one ply, or a row's progress did not change.  A game bug."""

    code = "E104"


class EndlessTasks(EngineError):
    """More than TASKS_MAX tasks ran in one ply.  A game bug: an effect owes itself again."""

    code = "E105"


class FieldRange(EngineError):
    """A field of a state left its declared range.  A game bug, or an impossible scenario."""

    code = "E106"


class DecodeError(EngineError):
    """Bytes are no state of this game.  Was the state written by another rules version?"""

    code = "E107"


class TableError(EngineError):
    """A game's declaration is inconsistent (phase table, verbs, tasks).  Mend the declaration."""

    code = "E108"


class ContentError(EngineError):
    """A content pack is not valid.  The message names file, row and field."""

    code = "E109"


class ClauseError(EngineError):
    """A clause is unknown, a property names something that its game does not have, or a catalogue
    is malformed.  The message lists the nearest names.
    """

    code = "E110"


class OptionError(EngineError):
    """An option is unknown or its value is outside its domain.  The message lists the domain."""

    code = "E111"


class UnknownGame(EngineError):
    """No such game is registered.  `ruleproof games` lists them."""

    code = "E112"


class SeedError(EngineError):
    """A seed names no known algorithm.  Write it as `shake:TEXT`."""

    code = "E113"


class PolicyError(EngineError):
    """No such policy, or a script whose next action is not legal."""

    code = "E114"


class ProgressError(EngineError):
    """A NOBODY row came round again and none of its progress fields moved on.  A game bug."""

    code = "E115"


class BadProperties(EngineError):
    """The module registered as a game's properties does not load, or declares one without id or
    clause, or two under one name.  Mend it, or take it out.
    """

    code = "E116"


class RulesRaised(EngineError):
    """The rules of a game raised an exception of Python's, called sys.exit, or did not end.  A game
    bug: the message names the line.
    """

    code = "E117"


def guess(word: str, known: Iterable[str]) -> str:
    """Words for a message: the nearest known names; "" if none is near."""
    close = get_close_matches(word, list(dict.fromkeys(known)), n=3, cutoff=0.5)
    return "did you mean " + " or ".join(close) + "?" if close else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Words for a message: the nearest known names, else all of them, at most a dozen."""
    names = list(dict.fromkeys(known))
    close = guess(word, names)
    if close:
        return close
    if not names:
        return "there are none"
    shown = ", ".join(names[:12])
    return f"known: {shown}" + (f" and {len(names) - 12} more" if len(names) > 12 else "")
