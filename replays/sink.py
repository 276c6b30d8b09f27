"""Where a recorder's bytes go: a file of its own, locked while it writes, or a lent stream."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Protocol, Self

from replays.errors import TargetBusy, TargetExists, Unwritable

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows: exclusive creation is the only guard
    fcntl = None  # type: ignore[assignment]


LOCKED = (errno.EACCES, errno.EPERM, errno.EROFS)
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def obstacle(path: Path, number: int | None) -> tuple[str, str]:
    """Why a file cannot be written, and the way out; `number` is the system's, as of OSError."""
    folder, why = path.parent, os.strerror(number or 0)
    if not os.path.isdir(folder):
        if os.path.exists(folder):
            return f"{folder} is a file", "name a file in a folder"
        return f"no folder {folder}", "name a file in a folder that exists"
    if os.path.isdir(path):
        return "it is a folder", f"name a file in it, as {path / 'NAME'}"
    if number in LOCKED and not os.path.exists(path):
        return f"{why} in {folder}", "name a file in a folder that you may write into"
    if number in LOCKED:
        return why, "name a file that you may write"
    return why, "make room, or name another file" if number in FULL else "name another file"


def unwritable(path: Path, error: OSError) -> Unwritable:
    """E209 for a file, with the way out of what is in the way."""
    why, way = obstacle(path, error.errno)
    return Unwritable(f"{path} cannot be written: {why}", remedy=way)


class Sink(Protocol):
    """Where bytes go: a file claimed by `claim`, a BytesIO, standard output."""

    def write(self, data: bytes, /) -> object:
        """Take all bytes, or raise OSError."""

    def close(self) -> None:
        """Let go of it."""


class Claimed:
    """A file of ours alone: unbuffered, locked until closed."""

    def __init__(self, path: Path, flags: int) -> None:
        """Open and lock; TargetExists, TargetBusy or Unwritable, and then nothing is changed."""
        self.path = path
        flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            self._number = os.open(path, flags, 0o666)
        except FileExistsError as error:
            raise TargetExists(f"{path} exists already") from error
        except OSError as error:
            raise unwritable(path, error) from error
        try:
            if fcntl is not None:
                fcntl.flock(self._number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise TargetBusy(f"{path} is being written by another recorder") from error

    @classmethod
    def create(cls, path: Path, *, force: bool) -> Self:
        """A new file; with `force` an old one is emptied, but only once the lock is ours."""
        claimed = cls(path, os.O_RDWR | os.O_CREAT | (0 if force else os.O_EXCL))
        if force and os.fstat(claimed._number).st_size:
            try:
                os.ftruncate(claimed._number, 0)
            except OSError as error:
                claimed.close()
                raise unwritable(path, error) from error
        return claimed

    def read(self) -> bytes:
        """All bytes; the position is then the end of the file."""
        parts = []
        while part := os.read(self._number, 1 << 20):
            parts.append(part)
        return b"".join(parts)

    def write(self, data: bytes, /) -> None:
        """All of `data`, in one write where the system takes it in one."""
        try:
            while data:
                data = data[os.write(self._number, data) :]
        except OSError as error:
            raise unwritable(self.path, error) from error

    def close(self) -> None:
        """Close and unlock; closing twice is harmless."""
        if self._number >= 0:
            os.close(self._number)
            self._number = -1


class Lent:
    """A stream of the caller's: written, never closed."""

    def __init__(self, stream: Sink) -> None:
        self._stream = stream

    def write(self, data: bytes, /) -> None:
        """All of `data`, or whatever error the stream raises."""
        self._stream.write(data)

    def close(self) -> None:
        """Flush; the stream stays open."""
        flush = getattr(self._stream, "flush", None)
        if flush is not None:
            flush()
