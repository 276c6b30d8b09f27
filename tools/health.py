"""The examination of an installation: each finding says ok, absent or FAIL, and the way out."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from engine import registry
from engine.errors import FAULTS
from replays.verify import verify
from tools import console, samples, settings
from tools.text import Doc, columns, plural

OK, ABSENT, FAIL = "ok", "absent", "FAIL"
STYLES = {OK: "green", ABSENT: "yellow", FAIL: "red"}
PYTHON_MIN = (3, 11)


@dataclass(frozen=True)
class Finding:
    """One thing looked at: `word` is OK, ABSENT (an extra that may be missing) or FAIL."""

    what: str
    word: str
    detail: str
    remedy: str = ""


def examine(foreign: bool) -> list[Finding]:
    """Everything, in the order a person would ask."""
    return [_python(), *_packages(), _dot(), _terminal(), _settings(), *_games(foreign),
            *_round_trips(foreign)]  # fmt: skip


def _python() -> Finding:
    text = f"{platform.python_implementation()} {platform.python_version()} on {sys.platform}"
    fits = sys.version_info >= PYTHON_MIN
    return Finding("python", OK if fits else FAIL, text,
                   "" if fits else "install Python 3.11 or newer")  # fmt: skip


def _packages() -> Iterator[Finding]:
    """Ourselves, what we need, and the extras."""
    try:
        yield Finding("ruleproof", OK, f"{version('ruleproof')} from {_home()}")
        needed = requires("ruleproof") or []
    except PackageNotFoundError:
        yield Finding("ruleproof", FAIL, f"run from {_home()}, not installed: no game is found",
                      "pip install -e . in that folder")  # fmt: skip
        return
    for line in needed:
        name = line.split(";")[0]
        for sign in "<>=!~[ ":
            name = name.split(sign)[0]
        extra = line.partition("extra ==")[2].strip(" '\"")
        if extra == "dev":
            continue
        try:
            yield Finding(name, OK, version(name) + (f" (extra {extra})" if extra else ""))
        except PackageNotFoundError:
            if extra:
                wanted = f"pip install 'ruleproof[{extra}]'"
                yield Finding(name, ABSENT, f"not installed (extra {extra})", wanted)
            else:
                yield Finding(name, FAIL, "not installed", f"pip install '{line}'")


def _home() -> Path:
    return Path(__file__).resolve().parent.parent


def _dot() -> Finding:
    """How pictures can be made."""
    found = shutil.which("dot")
    if found:
        return Finding("pictures", OK, f"by {found}")
    try:
        return Finding("pictures", OK, f"by pygraphviz {version('pygraphviz')}; no dot on the path")
    except PackageNotFoundError:
        return Finding("pictures", ABSENT, "no dot, no pygraphviz: graphs come as DOT and Mermaid",
                       "pip install 'ruleproof[viz]'")  # fmt: skip


def _terminal() -> Finding:
    size = shutil.get_terminal_size()
    kind = f"{size.columns} columns, {sys.stdout.encoding}, " if sys.stdout.isatty() else "none, "
    colour = "colour" if console.colored(sys.stdout) else "no colour"
    narrow = (sys.stdout.encoding or "").lower().replace("-", "") not in ("utf8", "utf16")
    return Finding("terminal", FAIL if narrow else OK, kind + colour,
                   "set PYTHONUTF8=1: texts hold signs like ≥" if narrow else "")  # fmt: skip


def _settings() -> Finding:
    """Where settings come from."""
    path = settings.nearest_file()
    used = path is not None and "tool.ruleproof" in path.read_text("utf-8", errors="replace")
    names = sorted(name for name in os.environ if name.startswith("RULEPROOF_"))
    parts = [f"[tool.ruleproof] of {path}"] if used else []
    parts += [f"{name}={os.environ[name]}" for name in names]
    return Finding("settings", OK, ", ".join(parts) or "defaults")


def _games(foreign: bool) -> Iterator[Finding]:
    """Each registered game loads, with its catalogue, content and properties."""
    names = registry.games(foreign)
    if not names:
        yield Finding("games", FAIL, "none is registered", "pip install -e . once more")
    for name in names:
        try:
            game = registry.load(name, foreign=foreign)
            module = registry.properties_of(name, foreign)
            told = "properties of its own" if module else "no properties of its own"
            clauses = plural(len(game.definition.clauses), "clause")
            yield Finding(f"game {name}", OK, f"rules v{game.definition.rules_version}, "
                          f"{clauses}, content {game.content.id}, {told}")  # fmt: skip
        except FAULTS as error:
            yield Finding(f"game {name}", FAIL, f"{type(error).__name__}: {error}",
                          "reinstall its package, or leave it out with --no-plugins")  # fmt: skip


def _round_trips(foreign: bool) -> Iterator[Finding]:
    """A game of each recorded into a file and verified."""
    for name in registry.games(foreign):
        what = f"record, verify {name}"
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "sample.rply"
                path.write_bytes(samples.one(registry.load(name, foreign=foreign)))
                found = verify(path)
            word = OK if found.word == "EXACT" else FAIL
            yield Finding(what, word, f"{found.label}, {plural(found.plies, 'ply')}",
                          "" if word == OK else "report it: see ruleproof verify")  # fmt: skip
        except FAULTS as error:
            wanted = f"is {tempfile.gettempdir()} writable? if so, mend the game"
            yield Finding(what, FAIL, f"{type(error).__name__}: {error}", wanted)


def text(found: Sequence[Finding]) -> str:
    """A line each; the remedy under what is missing."""
    lines = columns([
        (console.paint(f"{one.word:<6}", STYLES[one.word]), one.what,
         one.detail + (f" – {one.remedy}" if one.remedy else "")) for one in found
    ])  # fmt: skip
    bad = sum(one.word == FAIL for one in found)
    last = f"{bad} of {len(found)} fail" if bad else "everything needed is there"
    return "\n".join([*lines, console.paint(last, "red" if bad else "green")]) + "\n"


def as_dict(found: Sequence[Finding]) -> Doc:
    """`ruleproof.doctor/1`."""
    return {
        "schema": "ruleproof.doctor/1",
        "ok": all(one.word != FAIL for one in found),
        "findings": [vars(one) for one in found],
    }  # fmt: skip
