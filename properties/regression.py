"""The test file that `--pytest` writes of a finding or of a log that reaches a goal.

It is written anew as long as nobody has changed it: its last line holds a digest of the others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from properties.finding import Case, pack_digest, signature_dict, write
from properties.judge import Signature
from properties.setup import seen_from

MARK = "# written by ruleproof; a file that was changed by hand stays as it is: "


def pytest_text(case: Case, until: str = "", folder: Path = Path()) -> str:
    """A test file for `folder`: it fails while the finding does, and passes once it is mended.

    With `until`, what a log was shrunk to and is nothing wrong, it passes while the log reaches it.
    A pack is named as seen from there, with its digest.
    """
    maker = {k: v for k, v in case.maker.as_dict().items() if v and k not in ("game", "foreign")}
    pack = case.pack or pack_digest(case.maker)
    if pack:
        maker |= {"content": seen_from(case.maker.content, folder), "pack": pack}
    words = [f"{key}={_quoted(value)}" for key, value in maker.items()]
    words += ["beside=__file__"] if pack else []
    given = f"{_quoted(case.maker.game)}, ACTIONS, OPTIONS"
    if until:
        says, source = f"{_plain(until)}, found by `ruleproof shrink`.", "goals import misses"
        about = [f"GOAL = {_quoted(until)}"]
        call = [*_call("missed = misses", f"{given}, GOAL", words), "assert not missed, missed"]
    else:
        says = f"{case.signature.text}, found by `ruleproof fuzz {case.maker.game}`."
        source = "shrink import still_fails"
        parts = signature_dict(case.signature).values()
        about = ["SIGNATURE = (", *(f"    {_quoted(word)}," for word in parts), ")"]
        if case.before:
            about.append(f"BEFORE = {_quoted(case.before)}  # the position of the last action")
            given += ", SIGNATURE, BEFORE"
        else:
            given += ", SIGNATURE"
        call = [*_call("failure = still_fails", given, words), "assert not failure, failure"]
    lines = [
        f'"""{says}"""',
        "",
        f"from properties.{source}",
        "",
        "ACTIONS = (",
        *(f"    {_quoted(text)}," for text in case.actions),
        ")",
        "OPTIONS = {",
        *(f"    {_quoted(name)}: {_quoted(value)}," for name, value in case.options.items()),
        "}",
        *about,
        "",
        "",
        f"def {name_of_test(case.signature)}():",
        f'    """{_plain(case.message)}"""',
        *(f"    {line}" for line in call),
    ]
    text = "\n".join(lines) + "\n"
    return f"{text}\n\n{MARK}{_digest(text)}\n"


def name_of_test(signature: Signature) -> str:
    """The name of the test, and of its file."""
    return f"test_{signature.slug.replace('-', '_')}"


def save_test(path: Path, text: str) -> bool:
    """Write a test file; False if a file is there that somebody wrote, or changed.  BadOutput."""
    if path.exists() and not _is_ours(path):
        return False
    write(path, text.encode())
    return True


def _is_ours(path: Path) -> bool:
    """Whether a file is as `pytest_text` made it; no of one that cannot be read."""
    try:
        text, mark, digest = path.read_text(encoding="utf-8").rpartition(f"\n\n{MARK}")
    except (OSError, UnicodeDecodeError):
        return False
    return bool(mark) and digest.strip() == _digest(text)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _call(name: str, given: str, words: Sequence[str]) -> list[str]:
    """The lines of a call, each keyword on one of its own."""
    if not words:
        return [f"{name}({given})"]
    return [f"{name}(", f"    {given},", *(f"    {word}," for word in words), ")"]


def _plain(text: str) -> str:
    """A message fit for one docstring line."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())[:80] or "It still fails."


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
