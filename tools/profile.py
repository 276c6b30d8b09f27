"""Where the time of a game's random play goes: the profile that says why a figure is missed."""

from __future__ import annotations

import cProfile
from types import CodeType

from tools.bench import Course
from tools.text import columns, plural

SHOWN = 20
ROOMS = ("engine", "replays", "properties", "tools")


def profile_text(course: Course) -> str:
    """The functions with the largest own time in random play: share, calls a ply, place."""
    profiler = cProfile.Profile()
    plies = profiler.runcall(course.play)
    entries = sorted(profiler.getstats(), key=lambda entry: -entry.inlinetime)
    whole = sum(entry.inlinetime for entry in entries)
    rows = [("own time", "calls a ply", "function", "where")]
    for entry in entries[:SHOWN]:
        share, calls = entry.inlinetime / whole, entry.callcount / plies
        rows.append((f"{share:>7.1%}", f"{calls:>8.2f}", *_named(entry.code)))
    head = f"{course.game.name}: own time in random play, {plural(plies, 'ply')} under the profiler"
    return "\n".join([head, "", *columns(rows, head=True), ""])


def _named(code: CodeType | str) -> tuple[str, str]:
    """(function, file from its room on and line); built-in functions have no file."""
    if isinstance(code, str):
        return code.strip("<>").removeprefix("built-in method "), "built in"
    path = code.co_filename.replace("\\", "/")
    inner = [f"{room}/{path.partition(f'/{room}/')[2]}" for room in ROOMS if f"/{room}/" in path]
    return code.co_name, f"{inner[0] if inner else path.rpartition('/')[2]}:{code.co_firstlineno}"
