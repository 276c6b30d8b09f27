"""Other Pythons of this machine: on PATH, and beside the one that runs, where managers keep them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"
ASK = "import sys; print('%d.%d' % sys.version_info[:2], sys.implementation.name)"


def others(
    path: str = os.environ.get("PATH", ""), home: Path = Path(sys.base_prefix).parent
) -> dict[str, Path]:
    """A CPython for each supported version but this one, those that can be had.

    `path` is searched first, then the installations beside `home`'s own.
    """
    found = {}
    for version in VERSIONS:
        if version == HERE:
            continue
        for candidate in candidates(version, path, home):
            if answer([str(candidate)]) == f"{version} cpython":
                found[version] = candidate
                break
    return found


def candidates(version: str, path: str, home: Path) -> Iterator[Path]:
    """Files of the right name.  One on PATH may be a shim that runs nothing."""
    name = f"python{version}"
    for folder in path.split(os.pathsep):
        if folder and (Path(folder) / name).is_file():
            yield Path(folder) / name
    yield from sorted(home.glob(f"*/bin/{name}"))


def answer(command: Sequence[str]) -> str:
    """What an interpreter says it is; "" if it does not answer."""
    try:
        done = subprocess.run([*command, "-c", ASK], capture_output=True, text=True, timeout=20,
                              check=False)  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
