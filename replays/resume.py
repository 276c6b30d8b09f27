"""Going on with an unfinished file: the same file if its tail is whole, else a fork of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from engine.game import Game
from engine.state import State
from replays.errors import NoSuchGame, ReplayError, TornFile
from replays.reader import Loader, Source, game_for, position, read_prefix
from replays.recorder import Recorder, header_for
from replays.records import PLY, Header
from replays.script import AGAIN, AGAIN_MANY, Script
from replays.sink import Claimed
from replays.verdict import TRUNCATED
from replays.verify import verify

FORK = "go on in a new file: a fork of this one"


@dataclass(frozen=True)
class Resumed:
    """A recorder that stands where the file stops, with the game, the state and the line there."""

    recorder: Recorder
    game: Game
    state: State
    codes: tuple[int, ...]


def resume(path: Path | str, load: Loader | None = None, *, live: bool = True) -> Resumed:
    """Go on in an unfinished file of one game, appending.

    What is there is verified first.  TornFile if the tail is not whole (`fork_header` helps),
    NoSuchGame for a finished file or one of many games, ReplayError for one that does not replay.
    """
    claimed = Claimed(Path(path), os.O_RDWR)
    try:
        data = claimed.read()
        script = _whole_prefix(data)
        verdict = verify(data, load)
        if verdict.word != TRUNCATED:
            raise ReplayError(
                f"the file is {verdict.label} and cannot be resumed: {verdict.detail}",
                remedy=verdict.remedy,
            )
        if script.header is None:
            raise NoSuchGame("the file has no header")
        game = game_for(script.header, load)
        recorder = Recorder(
            claimed, script.header, witness=script.witness or PLY, live=live, before=data
        )
        state = recorder.follow(game, script.track)
        return Resumed(recorder, game, state, tuple(script.track.codes))
    except BaseException:
        claimed.close()
        raise


def _whole_prefix(data: bytes) -> Script:
    """The script of an unfinished game that ends with a whole record."""
    script = Script(BytesIO(data))
    try:
        for _ in script:
            pass
    except TornFile as error:
        if script.many:
            raise NoSuchGame(
                "a file of many games is not resumed", remedy=AGAIN_MANY
            ) from error
        if script.size != len(data) or script.track.due:
            raise TornFile(
                "the file's last record is torn",
                offset=script.size,
                remedy=FORK if script.track.codes else AGAIN,
            ) from error
        return script
    raise NoSuchGame("the game is over", remedy="fork it at an earlier ply to play on")


def fork_header(
    source: Source, ply: int | None = None, load: Loader | None = None, *, index: int = 0
) -> tuple[Header, Game, tuple[int, ...]]:
    """Header of a fork of any readable prefix, its game, and the codes up to `ply` to record first.

    The header names the parent by digest and ply; the caller records the codes with their
    states, then goes on.
    """
    replay = read_prefix(source)
    head = replay.head()
    game = game_for(head, load)
    line = replay.game(index)
    stop = len(line.codes) if ply is None else ply
    position(game, line, stop)
    header = header_for(game, policy=head.policy, parent=(replay.digest, stop), tags=head.tags)
    return header, game, line.codes[:stop]
