"""Good replays made on the spot, for `selftest` and `doctor`: short, with every kind of record."""

from __future__ import annotations

from io import BytesIO

from engine import registry, rng
from engine.game import Game
from engine.play import tapes_of
from engine.policies import uniform
from replays.recorder import Recorder, header_for
from replays.seeded import body_of, record_game

SEED = "shake:sample"
# Plies: more than two blocks; less than one, but more than any set-up takes before a choice.
LONG, SHORT = 300, 56
GAMES = 3


def files(foreign: bool) -> list[tuple[str, bytes]]:
    """(name, bytes) for every registered game: one long, one with marks, one of many games."""
    found: list[tuple[str, bytes]] = []
    for name in registry.games(foreign):
        found += [
            (f"{name}: one game", one(registry.load(name, {"plies_max": LONG}, foreign=foreign))),
            (f"{name}: notes, undo, redo", marked(registry.load(name, foreign=foreign))),
            (f"{name}: many games", many(registry.load(name, {"plies_max": SHORT},
                                                        foreign=foreign))),
        ]  # fmt: skip
    return found


def one(game: Game) -> bytes:
    """A whole game by uniform play."""
    stream = BytesIO()
    seed = rng.game_seed(SEED, 0)
    header = header_for(game, seed=seed, policy="uniform", tags=("sample",))
    with Recorder.to_stream(stream, header) as recorder:
        record_game(game, seed, uniform, recorder)
    return stream.getvalue()


def many(game: Game) -> bytes:
    """A file of several games."""
    stream = BytesIO()
    header = header_for(game, seed=SEED, policy="uniform")
    with Recorder.to_stream(stream, header, many=True) as recorder:
        for index in range(GAMES):
            seed = rng.game_seed(SEED, index)
            recorder.add(index, body_of(game, seed, uniform))
    return stream.getvalue()


def marked(game: Game) -> bytes:
    """A game with a note, in which three plies were undone and brought back."""
    short = Game(game.definition, {**dict(game.options), "plies_max": SHORT}, game.content)
    stream = BytesIO()
    seed = rng.game_seed(SEED, 1)
    with Recorder.to_stream(stream, header_for(short, seed=seed, policy="uniform")) as recorder:
        state = short.initial()
        recorder.begin(state)
        back = state.clone()
        chance, seats = tapes_of(short, seed)
        while not short.is_terminal(state) and state.ply < short.plies_max:
            if state.ply == SHORT // 2:
                recorder.note("half way")
                recorder.undo(back.ply)
                due = recorder.redo(state.ply)
                state = back.clone()
                for code in due:
                    count = len(short.legal_actions(state))
                    short.apply(state, code)
                    recorder.ply(code, state, count)
            if state.ply == SHORT // 2 - 3:
                back = state.clone()
            legal = short.legal_actions(state)
            tape = chance if short.current_player(state) < 0 else seats[0]
            code = uniform(short, state, legal, tape)
            short.apply(state, code)
            recorder.ply(code, state, len(legal))
        recorder.finish(short, state)
    return stream.getvalue()
