"""Seeded games into files: one game, one file; or the parts of a file of many, made by workers."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from engine.game import Game
from engine.play import Policy, Trajectory, play
from engine.raised import seeded
from replays.format import MAGIC, frame, records
from replays.recorder import Body, Recorder, header_for
from replays.records import PLY, End, Header

Policies = Policy | Sequence[Policy]


def record_game(
    game: Game, seed: str, policies: Policies, recorder: Recorder, index: int | None = None
) -> Trajectory:
    """Play one game by the one loop into `recorder`, end record included."""
    start = game.initial()
    recorder.begin(start, index)
    played = play(game, seed, policies, watch=recorder.ply, start=start)
    with seeded(game, played.state, seed):
        recorder.finish(game, played.state)
    return played


def record_file(
    path: Path | str,
    game: Game,
    seed: str,
    policies: Policies,
    *,
    header: Header | None = None,
    witness: str = PLY,
    force: bool = False,
) -> Trajectory:
    """One seeded game in a file of its own.  Interrupted, it leaves no half game behind.

    `header` defaults to `header_for(game, seed=seed)`; give one to name policy and tags.
    """
    chosen = header if header is not None else header_for(game, seed=seed)
    recorder = Recorder.create(path, chosen, force=force, witness=witness)
    try:
        played = record_game(game, seed, policies, recorder)
    except BaseException:
        # The seed repeats the game, so the half of it is worth nothing.
        recorder.abort()
        Path(path).unlink(missing_ok=True)
        raise
    recorder.close()
    return played


def body_of(game: Game, seed: str, policies: Policies, witness: str = PLY) -> Body:
    """One game for a file of many, without that file: for `Recorder.add` in another process."""
    buffer = BytesIO()
    head = len(MAGIC + frame(header_for(game)))
    recorder = Recorder.to_stream(buffer, header_for(game), witness=witness)
    record_game(game, seed, policies, recorder)
    data = buffer.getvalue()
    *_, last = records(BytesIO(data))
    assert isinstance(last.record, End)
    return Body(data[head : last.offset], last.record)
