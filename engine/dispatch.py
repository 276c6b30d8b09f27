"""Dispatch: one small function a row, generated from the phase table, for play nobody listens to.

`enter_N(state)` stands in row N and answers the next function to call, None where play stops;
`leave_N_V(state)` does the same after verb V of row N.  Play with a listener (a trace) goes through
`Game._leave`, which reads the same rows and also reports exits and progress; a test holds the two
to each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from engine.state import State

if TYPE_CHECKING:
    from engine.table import Row, Way

Go = Callable[[State], "Go | None"]
Scope = dict[str, object]


class Dispatch:
    """Generated functions of a game's rows: `leaving[row, verb]`."""

    def __init__(
        self,
        rows: list[Row],
        seated: bool,
        stand: Callable[[State, Row], None],
        hub: Callable[[State, Row], tuple[Way, ...]],
        stuck: Callable[[State, Row], Exception],
    ) -> None:
        """`stand` sets the seat, `hub` runs tasks, `stuck` makes the error of a gap."""
        self._seated = seated
        self._scope: Scope = {"stand": stand, "hub": hub, "stuck": stuck}
        lines: list[str] = []
        for row in rows:
            self._scope[f"row_{row.index}"] = row
            if row.enter is not None:
                self._scope[f"do_{row.index}"] = row.enter
            lines += self._enter(row)
            for verb, ways in row.ways.items():
                lines += [f"def leave_{row.index}_{verb}(state):", *self._ways(row, ways)]
        exec("\n".join(lines), self._scope)
        self._scope["enter"] = [self._scope[f"enter_{row.index}"] for row in rows]
        self.leaving: dict[tuple[int, int], Go] = {
            (row.index, verb): cast(Go, self._scope[f"leave_{row.index}_{verb}"])
            for row in rows
            for verb in row.ways
        }

    def _enter(self, row: Row) -> list[str]:
        """A row: stand in it, and where nobody acts, leave it."""
        head = [f"def enter_{row.index}(state):", *self._stand(row)]
        if row.stops:
            return [*head, " return None"]
        if not row.hub:
            return head + self._ways(row, row.exits)
        # What the hub answers is looked at in order, as any exits are.
        return [
            *head,
            f" for predicate, target, _ in hub(state, row_{row.index}):",
            "  if predicate is None or predicate(state):",
            *(f"  {line}" for line in self._resets(row)),
            "   return enter[target.index](state)",
            f" raise stuck(state, row_{row.index})",
        ]

    def _stand(self, row: Row) -> list[str]:
        """The row's number, its `enter`, and the seat where play stops."""
        lines = [f" state.phase = {row.index}"]
        if row.enter is not None:
            lines.append(f" do_{row.index}(state)")
        if row.stops and (self._seated or row.end):
            lines.append(f" stand(state, row_{row.index})")
        return lines

    def _ways(self, row: Row, ways: tuple[Way, ...]) -> list[str]:
        """The exits in order of precedence; the first that holds is taken."""
        lines: list[str] = []
        for predicate, target, number in ways:
            indent = " "
            if predicate is not None:
                name = f"if_{row.index}_{number}"
                self._scope[name] = predicate
                lines.append(f" if {name}(state):")
                indent = "  "
            lines += [indent[1:] + line for line in (*self._resets(row), *self._arrive(target))]
            if predicate is None:
                return lines
        return [*lines, f" raise stuck(state, row_{row.index})"]

    def _resets(self, row: Row) -> list[str]:
        """Fields whose life ends when the row is left return to rest."""
        lines: list[str] = []
        for key, rest in row.resets:
            value = rest()
            if isinstance(value, int):
                lines.append(f" state.{key} = {value}")
            else:
                self._scope[f"rest_{key}"] = rest
                lines.append(f" state.{key} = rest_{key}()")
        return lines

    def _arrive(self, target: Row) -> list[str]:
        """Go to a row: where play stops at once, else by the function answered."""
        if target.stops:
            return [*self._stand(target), " return None"]
        return [f" return enter_{target.index}"]
