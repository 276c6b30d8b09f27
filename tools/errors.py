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
        if not text[1:2].isupper():  # a sentence, not the name of a variable
            text = text[:1].lower() + text[1:]
        super().__init__("E400", f"{text}; see: {command} --help" if command else text)


def nothing(message: str) -> ToolError:
    """Nothing to do: exit 5."""
    return ToolError("E402", message)
