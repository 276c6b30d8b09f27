"""What a seat sees of a state, generated from the `see` of each field; no memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.fields import Field, Json
from engine.state import State
from engine.table import Row

Mend = Callable[..., dict[str, Json]]


def views(
    rows: Sequence[Row], state: State, seats: Sequence[int], actor: int, mend: Mend | None
) -> list[dict[str, Json]]:
    """Field by field as words what each of `seats` sees, `actor` being the one to decide.

    What all see is made once; `mend(state, seat, shown)` is the game's own last word.
    """
    row = rows[state.phase]
    shown: list[dict[str, Json]] = []
    for seat in seats:
        hidden = bool(row.phase.shown) and seat != actor
        shown.append({"row": row.phase.shown if hidden else row.name})
    for key, kind in state.FIELDS:
        if key == "phase" or kind.see == "nobody":
            continue
        if kind.see == "all":
            words = kind.words(getattr(state, key), state.rules.names)
            for view in shown:
                view[key] = words
            continue
        for seat, view in zip(seats, shown, strict=True):
            _show(rows, state, key, kind, seat, seat == actor, view)
    if mend is None:
        return shown
    return [mend(state, seat, view) for seat, view in zip(seats, shown, strict=True)]


def _show(
    rows: Sequence[Row], state: State, key: str, kind: Field, player: int, acting: bool,
    shown: dict[str, Json],
) -> None:  # fmt: skip
    """A field that not everybody sees, if this seat is shown anything of it."""
    if kind.see == "owner" and not kind.seats() and acting:
        shown[key] = kind.words(getattr(state, key), state.rules.names)
    elif kind.see == "owner" and kind.form == "number":
        return
    elif kind.see == "size" or (kind.see == "owner" and not kind.seats()):
        shown[key] = kind.size(getattr(state, key))
    else:
        shown[key] = by_seat(rows, state, key, kind, player)


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
