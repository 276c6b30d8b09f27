"""Every exception of the replay files, flat, one page.

Each has a stable `code` (E2xx), the byte `offset` in the file where it makes sense (None where
not), and a `remedy`: what to do about it.  The text of the exception carries all three.
"""

from __future__ import annotations

import re

from replays.visible import spelt


class ReplayError(Exception):
    """Base of all replay errors.  `offset` is a byte position in the file, or None."""

    code = "E200"
    way_out = "look at the file with `ruleproof verify FILE`"

    def __init__(self, fact: str, *, offset: int | None = None, remedy: str = "") -> None:
        self.fact = fact
        self.offset = offset
        self.remedy = remedy or self.way_out
        place = "" if offset is None else f" at byte {offset}"
        super().__init__(f"{fact}{place}; {self.remedy}")


class NotAReplay(ReplayError):
    """The file does not begin with the eight magic bytes: empty, foreign, or sent as text."""

    code = "E201"
    way_out = "give a file written by `ruleproof record` or `ruleproof play`, copied as binary"


class TornFile(ReplayError):
    """The file has no end record, because its recorder was stopped, or ends inside a record.

    `whole`: it ends with a whole record of one game, so that the recorder can go on in it.
    """

    code = "E202"
    way_out = "`ruleproof play --resume FILE -o NEW.rply` goes on in a new file"

    def __init__(
        self, fact: str, *, offset: int | None = None, remedy: str = "", whole: bool = False
    ) -> None:
        self.whole = whole
        here = "`ruleproof play --resume FILE` goes on there"
        super().__init__(fact, offset=offset, remedy=remedy or (here if whole else ""))


class BadChecksum(ReplayError):
    """A record's CRC-32 does not fit, or the end record's hash: bytes were changed."""

    code = "E203"
    way_out = "fetch the file anew; the records before this byte are whole"


class BadRecord(ReplayError):
    """A record is not one of format 1: unknown kind, wrong fields, types or bounds."""

    code = "E204"
    way_out = "the file was not written by this program; the records before this byte are whole"


class BadOrder(ReplayError):
    """A record stands where none of its kind may: a block lost, doubled or moved, bytes after
    the end record, an undo to a position not reached."""

    code = "E205"
    way_out = "records were lost, moved or added; those before this byte are whole"


class Unsupported(ReplayError):
    """The file wants a format, game, rules version, content or options this build lacks.

    `what` names which; `file_has` and `build_has` are the two versions.
    """

    code = "E206"
    way_out = "use the build named by the file's producer, or give its content with --content"

    def __init__(self, what: str, file_has: str, build_has: str, *, remedy: str = "") -> None:
        self.what = what
        self.file_has = file_has
        self.build_has = build_has
        super().__init__(f"the file has {what} {file_has}, this build {build_has}", remedy=remedy)


class TargetExists(ReplayError):
    """The file to write exists already.  Nothing was changed."""

    code = "E207"
    way_out = "name another file, or overwrite it with --force"


class TargetBusy(ReplayError):
    """Another recorder is writing this file.  Nothing was changed."""

    code = "E208"
    way_out = "wait for the other recorder, or name another file"


class Unwritable(ReplayError):
    """The file cannot be written: no such folder, no permission, a full disk."""

    code = "E209"
    way_out = "name a file in a folder that exists and can be written"


class RecorderMisuse(ReplayError):
    """A caller of the recorder broke its order: a fault of the calling code."""

    code = "E210"
    way_out = "call begin, ply, undo, redo and finish in the order of the recorder's page"


class NoSuchGame(ReplayError):
    """The file does not hold the game or position asked for."""

    code = "E211"
    way_out = "`ruleproof verify FILE` says what the file holds"


class StreamFailed(ReplayError):
    """Another checkout did not deliver the states of a log."""

    code = "E212"
    way_out = "run `python -m replays.stream FILE` in that checkout and read what it says"


class ViewOnly(ReplayError):
    """The text is what one seat could know of a game: it lacks what a replay needs, on purpose."""

    code = "E213"
    way_out = "import the export of the whole game, made without --as"


class BadText(ReplayError):
    """A text that was to be imported is no whole export of a replay, or was changed by hand."""

    code = "E214"
    way_out = "make it anew with `ruleproof export`, and change nothing in it"


def of_file(text: str, name: str) -> str:
    """What a message advises, with the file's own name where it says FILE, as a shell takes it."""
    return re.sub(r"\bFILE\b", lambda _: spelt(name), text)
