"""What a person types: an action, its number, or as much of it as is unique."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import EngineError
from engine.game import CHANCE, Game
from engine.state import State

COMMANDS = {
    "help": "this list",
    "legal": "what may be done now",
    "show": "the whole position as you see it",
    "undo": "back to your last choice; `undo 3` goes back three",
    "redo": "forward again; `redo 3` goes three choices forward",
    "note": "`note TEXT` writes a remark into the record",
    "save": "say where the record is (every ply is on disk already)",
    "quit": "stop here; the record can be resumed",
}
LISTED_MAX = 12


class NotUnderstood(Exception):
    """What was typed names no legal action; the message says which there are."""


def as_command(text: str, texts: Sequence[str]) -> tuple[str, str] | None:
    """(command, rest) if the text is one: `:undo` always, `undo` unless an action begins so."""
    marked = text.startswith(":")
    word, _, rest = text.removeprefix(":").strip().partition(" ")
    word = word.lower()
    if word == "?":
        word = "help"
    if word in COMMANDS and (marked or not any(t.split()[0] == word for t in texts)):
        return word, rest.strip()
    if marked:
        raise NotUnderstood(f"no command {word!r}; there are {', '.join(COMMANDS)}")
    return None


def at_the_end(line: str) -> tuple[str, str] | None:
    """What was typed after the last ply: `undo` and its count, or None to close the record."""
    word, _, rest = line.strip().removeprefix(":").partition(" ")
    return ("undo", rest.strip()) if word.lower() == "undo" else None


def as_action(game: Game, state: State, text: str, legal: Sequence[int]) -> int:
    """The legal code a text means; NotUnderstood otherwise.

    A word may be typed in part, but none may be left out, save the verb where chance has one only.
    """
    typed = text.lower().split()
    texts = {code: game.text(code).split() for code in legal}
    if game.current_player(state) == CHANCE:
        verb = game.space.verb_of(legal[0]).name
        if text.isdecimal() and numbered(game, legal):
            return _numbered(int(text), legal)
        if not verb.startswith(typed[0]) or _fitting([verb, *typed], texts):
            typed = [verb, *typed]
    elif text.isdecimal():
        return _numbered(int(text), legal)
    near = _fitting(typed, texts)
    if len(near) == 1:
        return near[0]
    if near:
        raise NotUnderstood("which one: " + _some(game, near))
    return _spelled(game, state, typed, legal)


def numbered(game: Game, legal: Sequence[int]) -> bool:
    """Whether outcomes of chance may be named by number: not where they are numbers, as dice."""
    return not any(word[:1].isdecimal() for code in legal for word in game.text(code).split()[1:2])


def _numbered(number: int, legal: Sequence[int]) -> int:
    if not 1 <= number <= len(legal):
        raise NotUnderstood(f"numbers are 1..{len(legal)}")
    return legal[number - 1]


def _fitting(typed: Sequence[str], texts: Mapping[int, Sequence[str]]) -> list[int]:
    """Codes whose words are as many as typed, each begun by the one in its place.

    Whole words win over beginnings, and a number is typed whole: `1` is no `10`.
    """
    near = [code for code, words in texts.items() if len(words) == len(typed)]
    for at, part in enumerate(typed):
        whole = [code for code in near if texts[code][at] == part]
        begun = [code for code in near if texts[code][at].startswith(part)]
        near = whole or ([] if part.isdecimal() else begun)
    return near


def _spelled(game: Game, state: State, typed: Sequence[str], legal: Sequence[int]) -> int:
    """A legal code spelled another way, such as the lower die first; else why it is none."""
    verbs = dict.fromkeys(game.space.verb_of(code).name for code in legal)
    begun = [name for name in verbs if name.startswith(typed[0])]
    if not begun and typed[0] not in (verb.name for verb in game.space.verbs):
        said = " ".join(typed)
        raise NotUnderstood(f"no action reads {said!r}; legal now: {_some(game, legal)}")
    word = begun[0] if len(begun) == 1 else typed[0]
    try:
        code = game.code(" ".join([word, *typed[1:]]))
    except EngineError as error:
        raise NotUnderstood(str(error)) from error
    if code not in legal:
        raise NotUnderstood(game.refusal(state, code, list(legal)))
    return code


def _some(game: Game, codes: Sequence[int]) -> str:
    """The first actions by their texts, and how many more there are."""
    more = f" and {len(codes) - LISTED_MAX} more" if len(codes) > LISTED_MAX else ""
    return ", ".join(game.text(code) for code in codes[:LISTED_MAX]) + more


def candidates(texts: Sequence[str], typed: str) -> list[str]:
    """Whole actions and commands that begin as typed: for the tab key."""
    low = typed.lower().lstrip()
    return [text for text in (*texts, *COMMANDS) if text.startswith(low)]
