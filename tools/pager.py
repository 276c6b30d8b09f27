"""Through a game ply by ply: enter goes on, b back, g N to a position, q out."""

from __future__ import annotations

from collections.abc import Callable

from engine.play import Step, opening
from engine.state import State
from tools import console
from tools.text import STEP_STYLES, columns, event_text, state_lines, step_cells, where_of
from tools.transcript import Told, agenda_lines, words_of

HELP = "enter next · b back · g N to position N · q quit"


def page(told: Told, start: int, read: Callable[[], str]) -> None:
    """Show position after position as `read` (a key, or a line) asks; ends at the input's end."""
    steps = list(told.steps(told.plies))
    first, _ = opening(told.game)
    at = min(start, len(steps))
    console.say(console.paint(HELP, "dim"))
    while True:
        before = steps[at - 1].after if at else first
        _show(told, steps[at - 1] if at else None, before, at)
        answer = read()
        if not answer or answer[0] in "qQ\x03\x04\x1b":
            return
        at = _next(answer, at, len(steps), read)


def _next(answer: str, at: int, last: int, read: Callable[[], str]) -> int:
    """The position an answer asks for, kept inside the game."""
    word = answer.strip().lower()
    if word.startswith("g"):
        number = word[1:].strip() or _number(read)
        if number.isdigit() and int(number) <= last:
            return int(number)
        console.say(f"positions are 0..{last}")
        return at
    if word in ("b", "p", "-"):
        return max(at - 1, 0)
    if word in ("", "n", "+"):
        if at == last:
            console.say("that was the last ply; " + HELP)
        return min(at + 1, last)
    console.say(HELP)
    return at


def _number(read: Callable[[], str]) -> str:
    """Digits up to enter, key by key."""
    console.say("to position:")
    digits = ""
    while (key := read()) and key not in "\r\n":
        digits += key.strip()
        if len(key) > 1:
            break
    return digits


def _show(told: Told, step: Step | None, state: State, at: int) -> None:
    """The ply that led here, and the position."""
    console.out()
    if step is not None:
        console.out(columns([step_cells(step)], styles=STEP_STYLES)[0])
        for event in step.events:
            console.out("        " + event_text(event))
    where = where_of(told.game, state)
    row = told.game.row_name(state)
    head = f"position {at} of {told.plies}, row {row}" + (f", {where}" if where else "")
    console.out(console.paint(head, "bold"))
    for line in [*state_lines(words_of(told.game, state)), *agenda_lines(told.game, state)]:
        console.out(line)
    console.out()
