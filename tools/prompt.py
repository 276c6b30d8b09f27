"""What a person types: an action, its number, or as much of it as is unique."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineError
from engine.game import CHANCE, Game
from engine.state import State

COMMANDS = {
    "help": "this list",
    "legal": "what may be done now",
    "show": "the whole position as you see it",
    "undo": "back to your last choice; `undo 3` goes back three",
    "redo": "forward again",
    "note": "`note TEXT` writes a remark into the record",
    "save": "say where the record is (every ply is on disk already)",
    "quit": "stop here; the record can be resumed",
}


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


def as_action(game: Game, state: State, text: str, legal: Sequence[int]) -> int:
    """The legal code a text means; NotUnderstood otherwise."""
    if game.current_player(state) == CHANCE:
        return _outcome(game, state, text, legal)
    if text.isdigit():
        if not 1 <= int(text) <= len(legal):
            raise NotUnderstood(f"numbers are 1..{len(legal)}")
        return legal[int(text) - 1]
    typed = text.lower().split()
    near = [code for code in legal if _fits(typed, game.text(code).split())]
    exact = [code for code in near if game.text(code).split() == typed]
    if exact or len(near) == 1:
        return (exact or near)[0]
    if near:
        raise NotUnderstood("which one: " + ", ".join(game.text(code) for code in near[:12]))
    try:
        code = game.code(text)
    except EngineError as error:
        raise NotUnderstood(str(error)) from error
    if code in legal:  # another spelling, such as the lower die first
        return code
    raise NotUnderstood(game.refusal(state, code, list(legal)))


def _outcome(game: Game, state: State, text: str, legal: Sequence[int]) -> int:
    """What dice or draws showed: `4 2` is enough, the row has one verb."""
    verb = game.space.verb_of(legal[0]).name
    words = text.lower().split()
    if words and verb.startswith(words[0]):
        words = words[1:]
    spelled = " ".join([verb, *words])
    found = [code for code in legal if game.text(code) == spelled]
    if found:
        return found[0]
    near = [code for code in legal if _fits([verb, *words], game.text(code).split())]
    if len(near) == 1:
        return near[0]
    try:
        code = game.code(spelled)
    except EngineError as error:
        raise NotUnderstood(str(error)) from error
    if code not in legal:
        raise NotUnderstood(game.refusal(state, code, list(legal)))
    return code


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Each typed word begins the word in its place; the rest may be missing."""
    return 0 < len(typed) <= len(words) and all(
        word.startswith(part) for part, word in zip(typed, words, strict=False)
    )


def candidates(texts: Sequence[str], typed: str) -> list[str]:
    """Whole actions and commands that begin as typed: for the tab key."""
    low = typed.lower().lstrip()
    return [text for text in (*texts, *COMMANDS) if text.startswith(low)]
