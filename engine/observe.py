"""What a seat sees of a state, generated from the `see` of each field; no memory."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fields import Field, Json
from engine.state import State
from engine.table import Row


def observe(rows: Sequence[Row], state: State, player: int, acting: bool) -> dict[str, Json]:
    """Field by field as words what `player` sees; `acting`: it is this seat's turn to decide."""
    row = rows[state.phase]
    hidden = bool(row.phase.shown) and not acting
    shown: dict[str, Json] = {"row": row.phase.shown if hidden else row.name}
    names = state.rules.names
    for key, kind in state.FIELDS:
        if key == "phase" or kind.see == "nobody":
            continue
        value = getattr(state, key)
        if kind.see == "all" or (kind.see == "owner" and not kind.seats() and acting):
            shown[key] = kind.words(value, names)
        elif kind.see == "owner" and kind.form == "number":
            continue
        elif kind.see == "size" or (kind.see == "owner" and not kind.seats()):
            shown[key] = kind.size(value)
        else:
            shown[key] = by_seat(rows, state, key, kind, player)
    return shown


def by_seat(rows: Sequence[Row], state: State, key: str, kind: Field, player: int) -> Json:
    """A seat's own entry; of the others the size, or before the row of `after=` nothing."""
    value = getattr(state, key)
    words = kind.words(value, state.rules.names)
    after = kind.see.removeprefix("after=") if kind.see.startswith("after=") else ""
    if after and state.phase >= [row.name for row in rows].index(after):
        return words
    if not isinstance(words, list) or not kind.seats():
        return None
    if after:
        return {"own": words[player]}
    return {"own": words[player], "sizes": kind.sizes(value)}
