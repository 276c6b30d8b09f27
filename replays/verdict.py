"""What `verify` says of one file: one word, where, and what was found there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from engine.game import CHANCE
from replays.visible import visible

EXACT = "EXACT"
TRUNCATED = "TRUNCATED"
DIVERGED = "DIVERGED"
CORRUPT = "CORRUPT"
UNSUPPORTED = "UNSUPPORTED"
UNVERIFIED = "UNVERIFIED"
UNREADABLE = "UNREADABLE"  # nobody could look into it: no word on what it holds
SCHEMA = "ruleproof.verdict/1"

FINDING, UNREAD, NOTHING, UNDECIDED = 1, 3, 5, 125


def plural(count: int, noun: str) -> str:
    """`1 ply`, `2 plies`, `3,000 replays`."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y") and not noun.endswith("ay"):
        noun = noun[:-1] + "ie"
    return f"{count:,} {noun}s"


def who(player: int | None) -> str:
    """Whose ply it is, in words."""
    if player is None or player < CHANCE:
        return "nobody"
    return "chance" if player == CHANCE else f"player {player}"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The verdict on a file; fields that say nothing of it are None.

    `at` is a ply (TRUNCATED, DIVERGED) or a byte (CORRUPT); `plies` counts what was verified of
    game `index`, `games` the games whose end was verified.  After `at`, nothing is claimed.
    """

    word: str
    detail: str
    at: int | None = None
    remedy: str = ""
    code: str | None = None
    game: str | None = None
    index: int | None = None
    plies: int = 0
    games: int = 0
    witness: str | None = None
    row: str | None = None
    clause: str | None = None
    player: int | None = None
    action: str | None = None
    expected: str | None = None
    found: str | None = None
    what: str | None = None
    file_has: str | None = None
    build_has: str | None = None
    ruleset: tuple[str, str] | None = None

    @property
    def label(self) -> str:
        """The word with its place, such as DIVERGED@12."""
        return self.word if self.at is None else f"{self.word}@{self.at}"

    def as_dict(self) -> dict[str, object]:
        """Every field and the label, for --json."""
        return {"schema": SCHEMA, "label": self.label, **asdict(self)}

    def text(self) -> str:
        """The label and the facts, one a line, unseen signs as escapes."""
        game = "" if self.index is None else f"game {self.index}: "
        lines = [f"{self.label}  {game}{self.detail}"]
        if self.row is not None:
            place = f"row {self.row}, {self.clause or 'no clause'}, {who(self.player)}"
            lines.append(f"  at     ply {self.at} ({place}): {self.action or 'no action'}")
        if self.expected is not None:
            lines += [f"  file   {self.expected}", f"  replay {self.found}"]
        if self.ruleset is not None:
            lines.append(f"  note   ruleset {self.ruleset[0]} in the file, {self.ruleset[1]} here")
        if self.remedy and self.word not in (EXACT, UNVERIFIED):
            lines.append(f"  next   {self.remedy}")
        return visible("\n".join(lines))


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """1 if any DIVERGED or TRUNCATED, else 3 for CORRUPT, UNSUPPORTED or UNREADABLE, else 125 if
    any UNVERIFIED, else 0; 5 for none.
    """
    words = {verdict.word for verdict in verdicts}
    if words & {DIVERGED, TRUNCATED}:
        return FINDING
    if words & {CORRUPT, UNSUPPORTED, UNREADABLE}:
        return UNREAD
    if not words:
        return NOTHING
    return UNDECIDED if UNVERIFIED in words else 0
