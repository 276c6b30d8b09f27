"""What one seat could know of a game: its own choices, what is done openly, and what it then sees.

Made from the engine's observation alone.  A ply in a row that hides from the seat what is done
there is `hidden`; a blind choice of another seat is one such entry however many plies it takes, and
plies have no numbers, for their count would tell what was chosen.  A choice that the log stops in
is not told, for that it goes on would tell part of it.  Seed, digests, witnesses, remarks and what
was undone are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.fields import Json
from engine.game import Game
from engine.play import Step, walk
from engine.state import State
from replays.entries import END, PLY, SCHEMA, VIEW, Entry
from replays.errors import NoSuchGame
from replays.records import Header

START, HIDDEN, STOP = "start", "hidden", "stop"


def told_openly(game: Game, before: State, player: int, seat: int) -> bool:
    """Whether a seat is told what `player` does next: its own choice, or in a row not secret to it.

    What a log, a page and the terminal tell a seat is decided here.
    """
    return player == seat or game.sees(before, seat)


def view_head(game: Game, header: Header, seat: int) -> Entry:
    """The head of a view; NoSuchGame for a seat there is not."""
    if not 0 <= seat < game.players:
        raise NoSuchGame(f"there is no seat {seat}", remedy=f"seats are 0..{game.players - 1}")
    return {
        "schema": SCHEMA, VIEW: seat, "game": header.game, "rules_version": header.rules_version,
        "content_id": header.content_id, "content_digest": header.content_digest.hex(),
        "options": dict(header.options), "producer": header.producer,
    }  # fmt: skip


def view_of(game: Game, codes: Sequence[int], seat: int) -> Iterator[Entry]:
    """The entries of one game's final line as `seat` sees it; IllegalAction."""
    state = game.initial()
    viewer = Viewer(game, state, seat)
    yield viewer.first()
    for step in walk(game, codes):
        state = step.after
        yield from viewer.ply(step)
    yield from viewer.last(state)


class Viewer:
    """A seat that watches a game from its first position on, ply by ply; a copy goes on by itself.
    """

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game, self.seat = game, seat
        self._shown = _shown(game, state, seat)
        self._held: Entry | None = None  # a blind choice that may go on
        self._since = self._shown  # what was seen before it

    def first(self) -> Entry:
        """What is seen before anything is done."""
        return {"kind": START, "shown": self._shown}

    def ply(self, step: Step) -> Iterator[Entry]:
        """What the ply adds: nothing yet while a blind choice may go on."""
        now = _shown(self.game, step.after, self.seat)
        is_open = told_openly(self.game, step.before, step.player, self.seat)
        blind = self._blind(step.before, step.player)
        if self._held is not None and not (blind and self._held["player"] == step.player):
            yield self._held
            self._held = None
        if self._held is None:
            self._since = self._shown
            told: Entry = {"action": step.text} if is_open else {HIDDEN: True}
            self._held = {"kind": PLY, "row": self._shown["row"], "player": step.player, **told}
        self._held = {**self._held, "shown": _changed(self._since, now)}
        if not blind:
            yield self._held
            self._held = None
        self._shown = now

    def last(self, state: State) -> Iterator[Entry]:
        """What is still to be told, and how the game ended or that it stops here."""
        player = self.game.current_player(state)
        goes_on = self._held is not None and self._held["player"] == player
        if self._held is not None and not (goes_on and self._blind(state, player)):
            yield self._held
        reason = self.game.end_reason(state)
        yield {"kind": STOP} if reason is None else {
            "kind": END, "reason": reason, "returns": list(self.game.returns(state))}  # fmt: skip

    def _blind(self, state: State, player: int) -> bool:
        """Whether the seat sees neither what `player` does next nor in which row."""
        if told_openly(self.game, state, player, self.seat):
            return False
        return bool(self.game.rows[state.phase].phase.shown)


def _shown(game: Game, state: State, seat: int) -> dict[str, Json]:
    return dict(game.observation(state, seat))


def _changed(before: Mapping[str, Json], now: Mapping[str, Json]) -> dict[str, Json]:
    """What the seat sees otherwise; null for what it no longer sees."""
    found = {key: value for key, value in now.items() if before.get(key) != value}
    return {**found, **{key: None for key in before if key not in now}}
