"""Run a command line in this process, as a shell would see it."""

import io
import sys
from dataclasses import dataclass
from unittest.mock import patch

from tools.cli import main


@dataclass(frozen=True)
class Done:
    """Exit code, standard output (text and bytes) and standard error."""

    code: int
    out: str
    err: str
    raw: bytes


class Stream(io.TextIOWrapper):
    """A text stream over bytes that may claim to be a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="", write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        """What the caller wants it to be."""
        return self.terminal

    def written(self) -> bytes:
        """Everything written so far."""
        self.flush()
        return self.buffer.getvalue()  # type: ignore[attr-defined]


def ruleproof(*words: object, terminal: bool = False) -> Done:
    """`ruleproof WORDS...`."""
    out, err = Stream(terminal), Stream(terminal)
    with patch.object(sys, "stdout", out), patch.object(sys, "stderr", err):
        try:
            main([str(word) for word in words])
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
    raw = out.written()
    return Done(code, raw.decode("utf-8", "replace"), err.written().decode("utf-8"), raw)
