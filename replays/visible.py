"""What a person sees of any text: signs that would not be seen as escapes, paths as a shell takes
them.

A seed, a note or a file's name may hold any text.  What moves a terminal's cursor, turns the order
of a line round or takes no room is shown as `\\x1b`, `\\u202e` or `\\U000e0001`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# Controls but for tab and line feed, soft hyphen, marks of direction, signs of no width, line and
# paragraph separators, lone surrogates, tags.
LINES = "\t\n"
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str, lines: bool = True, kept: str = "") -> str:
    """The text with an escape for each unseen sign; not `lines`: for tabs and line ends too.

    Signs of `kept` stay as they are.
    """
    left = (LINES if lines else "") + kept
    return UNSEEN.sub(lambda found: found[0] if found[0] in left else _escape(found[0]), text)


def _escape(sign: str, wide: int = 0x100) -> str:
    code = ord(sign)
    if code < wide:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def spelt(path: object) -> str:
    """A path as a word of a command line: no option, whatever it begins with, and quoted."""
    text = str(path)
    return word(f"./{text}" if text.startswith("-") and text != "-" else text)


def word(text: str) -> str:
    """A text as one word of a command line; with unseen signs as bash and zsh read escapes."""
    if UNSEEN.search(text) is None and not set(LINES) & set(text):
        from shlex import quote  # `ruleproof --help` is quick because it loads when it is needed

        return quote(text)
    plain = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + UNSEEN.sub(lambda found: _escape(found[0], 0x80), plain) + "'"


def joined(words: Iterable[str]) -> str:
    """A command line of these words."""
    return " ".join(map(word, words))


def visible_json(text: str) -> str:
    """JSON text that says the same and shows every unseen sign by JSON's own escapes."""
    return UNSEEN.sub(lambda found: found[0] if found[0] in LINES else _units(found[0]), text)


def _units(sign: str) -> str:
    data = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))
