"""Refusals of the command line itself; the codes stand in tools/failures.py."""

from __future__ import annotations


class ToolError(Exception):
    """A refusal of the command line itself: a code of the list above and a whole message."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class Usage(ToolError):
    """The command line cannot be understood."""

    def __init__(self, message: str, command: str = "") -> None:
        text = message.rstrip(". ")
        super().__init__("E400", f"{text}; see: {command} --help" if command else text)


def out_of_memory(what: str = "out of memory") -> ToolError:
    """Not enough memory: exit 125, for nothing was judged."""
    way = "take fewer --workers, or lower bounds (--states, --edges, --games)"
    return ToolError("E407", f"{what}; {way}")


def nothing(message: str) -> ToolError:
    """Nothing to do: exit 5."""
    return ToolError("E402", message)
