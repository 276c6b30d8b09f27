"""Games of the stairs (tests/games/mini) as replay bytes, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from engine.game import Game
from engine.options import Value
from engine.policies import uniform
from engine.state import State
from replays.recorder import Recorder, header_for
from replays.records import Header
from replays.seeded import record_game
from tests.games.mini import GAME

STAIRS = Game(GAME)
_KEPT: dict[tuple[tuple[str, object], ...], Game] = {}


def load(header: Header) -> Game:
    """The stairs with a header's options: the loader of these tests."""
    if header.options not in _KEPT:
        _KEPT[header.options] = Game(GAME, dict(header.options))
    return _KEPT[header.options]


def replay(
    seed: str = "shake:1",
    options: Mapping[str, Value] | None = None,
    witness: str = "ply",
    tags: tuple[str, ...] = (),
) -> bytes:
    """One seeded uniform game as a file's bytes."""
    game = Game(GAME, options)
    stream = BytesIO()
    header = header_for(game, seed=seed, policy="uniform", tags=tags)
    record_game(game, seed, uniform, Recorder.to_stream(stream, header, witness=witness))
    return stream.getvalue()


def series(count: int, seed: str = "shake:1") -> bytes:
    """`count` games of one base seed under one header."""
    stream = BytesIO()
    with Recorder.to_stream(stream, header_for(STAIRS, seed=seed), many=True) as recorder:
        for index in range(count):
            record_game(STAIRS, f"{seed}/{index}", uniform, recorder, index)
    return stream.getvalue()


class Table:
    """A person at a table: applies actions by text and keeps every position to go back to."""

    def __init__(self, recorder: Recorder, game: Game = STAIRS) -> None:
        self.game = game
        self.recorder = recorder
        self.line = [game.initial()]
        recorder.begin(self.line[0].clone())

    @property
    def state(self) -> State:
        """The present position."""
        return self.line[-1]

    def take(self, code: int) -> None:
        """Apply and record one code."""
        count = len(self.game.legal_actions(self.state))
        after = self.state.clone()
        self.game.apply(after, code)
        self.line.append(after)
        self.recorder.ply(code, after, count)

    def act(self, *texts: str) -> None:
        """Apply and record actions."""
        for text in texts:
            self.take(self.game.code(text))

    def undo(self, to: int) -> None:
        """Back to a position."""
        self.recorder.undo(to)
        del self.line[to + 1 :]

    def redo(self, to: int) -> None:
        """Forward again."""
        for code in self.recorder.redo(to):
            self.take(code)

    def finish(self) -> None:
        """The first legal action until the end, then the end record."""
        while not self.game.is_terminal(self.state):
            self.take(self.game.legal_actions(self.state)[0])
        self.recorder.finish(self.game, self.state)


def with_undo() -> bytes:
    """A game with every kind of mark, at a live table."""
    stream = BytesIO()
    recorder = Recorder.to_stream(stream, header_for(STAIRS, tags=("table=test",)), live=True)
    table = Table(recorder)
    table.act("climb 3", "blow 1", "rest", "climb 2", "blow 6")
    recorder.note("the wind is rising")
    table.undo(3)
    table.act("climb 1", "blow 1", "sip")
    table.undo(4)
    table.undo(2)
    table.redo(6)
    recorder.annotate("a wasted sip", 5)
    table.undo(0)
    table.redo(3)
    table.act("rest")
    table.finish()
    return stream.getvalue()
