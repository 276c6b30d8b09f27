"""One parting of two games: at which ply, by which action, in which fields."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from engine.fields import Json
from replays.verdict import plural, who

SHOWN_MAX = 12
HEADLINES = {
    "same": "the same, {plies}",
    "setup": "different from the start",
    "action": "part at ply {ply}",
    "length": "part at ply {ply}, where one ends",
    "legal": "offer different choices at ply {ply}",
    "illegal": "the log is refused at ply {ply}",
    "row": "ply {ply} leads to different rows",
    "state": "ply {ply} leads to different states",
}


@dataclass(frozen=True)
class Parting:
    """`kind` is a key of HEADLINES; `ply` the ply that parts (for "same": how many there are).

    `row`, `clause`, `player` are those of the ply; pairs are one value a side.  `fields` are
    compared after the ply (before it for "setup").  `then` follows up different choices.
    """

    kind: str
    sides: tuple[str, str]
    ply: int | None
    row: str | None = None
    clause: str | None = None
    player: int | None = None
    actions: tuple[str | None, str | None] = (None, None)
    rows: tuple[str, str] | None = None
    fields: tuple[tuple[str, Json, Json], ...] = ()
    choices: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    stops: tuple[str | None, str | None] = (None, None)
    then: Parting | None = None

    @property
    def same(self) -> bool:
        """Whether the two do not part."""
        return self.kind == "same"

    @property
    def headline(self) -> str:
        """The sides and how they part."""
        plies = "" if self.ply is None else plural(self.ply, "ply")
        told = HEADLINES[self.kind].format(ply=self.ply, plies=plies)
        return f"{self.sides[0]} and {self.sides[1]}: {told}"

    def as_dict(self) -> dict[str, object]:
        """For --json."""
        return asdict(self)

    def text(self) -> str:
        """The headline, then one fact a line, a column a side."""
        lines = [self.headline]
        if self.row is not None:
            lines.append(f"  row {self.row}, {self.clause or 'no clause'}, {who(self.player)}")
        if self.actions != (None, None):
            a, b = (text or "(ends)" for text in self.actions)
            lines.append(f"  action   {a}" if a == b else f"  action   {a} | {b}")
        if self.rows is not None and self.rows[0] != self.rows[1]:
            lines.append(f"  next row {self.rows[0]} | {self.rows[1]}")
        for side, only in zip(self.sides, self.choices, strict=True):
            if only:
                more = f" and {len(only) - SHOWN_MAX} more" if len(only) > SHOWN_MAX else ""
                lines.append(f"  only {side} allows {', '.join(only[:SHOWN_MAX])}{more}")
        for side, stop in zip(self.sides, self.stops, strict=True):
            if stop:
                lines.append(f"  {side}: {stop}")
        lines += [f"  {name:<12} {a} | {b}" for name, a, b in self.fields]
        if self.then is not None:
            lines.append(self.then.text())
        return "\n".join(lines)
