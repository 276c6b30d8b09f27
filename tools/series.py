"""A series of seeded games and the files it is recorded into."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from engine import rng
from engine.errors import EngineError
from engine.game import Game
from engine.play import Policy, Trajectory
from replays.errors import TargetExists, Unwritable
from replays.recorder import Body, Recorder, header_for
from replays.records import Header
from replays.seeded import body_of, record_file, record_game
from replays.visible import joined
from tools import console
from tools.errors import Usage
from tools.failures import FAULT
from tools.pool import Stop, ordered, stoppable
from tools.setup import Setup, seat_policies
from tools.text import Doc, plural, size_text

SUFFIX = ".rply"
FAILED_MAX = 5  # named one by one
CHUNK = 8  # games a job: Ctrl-C waits for at most so many a worker


@dataclass(frozen=True)
class Series:
    """Which games: a setup, a base seed, who plays, how they are witnessed.

    `bare`: the one game of the seed text itself, none of those numbered below it.
    """

    setup: Setup
    seed: str
    policy: str
    witness: str
    first: int = 0
    bare: bool = False

    def seed_of(self, index: int) -> str:
        """The seed text of game `index`."""
        return rng.parse_seed(self.seed) if self.bare else rng.game_seed(self.seed, index)

    def words(self, games: int, output: str | None, first: int | None = None) -> list[str]:
        """The command line that repeats it; or other games of it, from `first` on."""
        first = self.first if first is None else first
        found = ["record", self.setup.game, "--seed", self.seed]
        found += ["--first", str(first)] if first else []
        found += ["--bare"] if self.bare else ["--games", str(games)]
        found += ["--policy", self.policy, *self.setup.words()]
        found += [] if self.witness == "ply" else ["--witness", self.witness]
        return found if output is None else [*found, "-o", output]


@dataclass(frozen=True)
class Failed:
    """A game whose rules raised: its index, the error's code and message.  Nothing is written."""

    index: int
    code: str
    text: str

    def as_dict(self, series: Series) -> Doc:
        """For JSON documents."""
        return {"index": self.index, "seed": series.seed_of(self.index), "code": self.code,
                "error": self.text}  # fmt: skip


@dataclass
class Made:
    """What was recorded, and which games failed; `target` is a file, a folder or `-`."""

    series: Series
    target: str
    games: int = 0
    plies: int = 0
    size: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    failed: list[Failed] = field(default_factory=list)

    def add(self, reason: str | None, plies: int, size: int) -> None:
        """One more game."""
        self.games += 1
        self.plies += plies
        self.size += size
        self.ends[reason or "unfinished"] += 1

    def as_dict(self) -> Doc:
        """`ruleproof.record/1`."""
        return {
            "schema": "ruleproof.record/1", "game": self.series.setup.game,
            "seed": self.series.seed, "policy": self.series.policy, "games": self.games,
            "plies": self.plies, "bytes": self.size, "ends": dict(sorted(self.ends.items())),
            "target": self.target, "failed": [one.as_dict(self.series) for one in self.failed],
        }  # fmt: skip

    def lines(self) -> list[str]:
        """The summary for people."""
        mean = f", {self.plies / self.games:.0f} a game" if self.games > 1 else ""
        ends = " · ".join(f"{name} {count:,}" for name, count in self.ends.most_common())
        where = "to stdout" if self.target == "-" else f"in {self.target}"
        first = f"{plural(self.games, 'game')} of {self.series.setup.game}, "
        first += f"{plural(self.plies, 'ply')}{mean}, {size_text(self.size)} {where}"
        return [first, f"ends: {ends}"] if self.games else [first]


def record(series: Series, games: int, target: str, workers: int, force: bool) -> Made:
    """Record `games` games from `series.first` on into `target`, all of them whole.

    Fewer if Ctrl-C came, or if the rules raised: a folder then lacks the games that failed, a file
    of many ends before the first of them.

    TargetExists, TargetBusy, Unwritable; EngineError for a setup that cannot be.
    """
    rng.parse_seed(series.seed)
    game = series.setup.load()
    seat_policies(game, series.policy)  # refuse before anything is written
    game.initial()
    with stoppable() as stop:
        if target == "-" or target.endswith(SUFFIX):
            return _one_file(series, games, target, workers, force, stop)
        return _folder(series, games, Path(target), workers, force, stop)


@cache
def _players(series: Series) -> tuple[Game, list[Policy]]:
    """The game and its policies, made once a process."""
    game = series.setup.load()
    return game, seat_policies(game, series.policy)


# ---- a folder: one file a game ----


@dataclass(frozen=True)
class _Batch:
    series: Series
    folder: Path
    indices: range
    force: bool


def _folder(
    series: Series, games: int, folder: Path, workers: int, force: bool, stop: Stop
) -> Made:
    _claim(folder, force)
    made = Made(series, str(folder))
    batches = (
        _Batch(series, folder, range(first, min(first + CHUNK, series.first + games)), force)
        for first in range(series.first, series.first + games, CHUNK)
    )
    with console.progress(games, "recording") as advance:
        for done in ordered(_record_batch, batches, workers, stop):
            for facts in done:
                if isinstance(facts, Failed):
                    made.failed.append(facts)
                else:
                    made.add(*facts)
            advance(len(done))
    others = len(list(folder.glob(f"*{SUFFIX}"))) - made.games
    if others > 0:
        console.warn(f"{folder} holds {plural(others, 'other replay')}, left as they are")
    return made


def _claim(folder: Path, force: bool) -> None:
    """Make the folder; one with files in it only by force."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not force and any(folder.iterdir()):
            raise TargetExists(
                f"{folder} exists already and is not empty",
                remedy="name another folder, or write into it with --force",
            )
    except OSError as error:
        raise Unwritable(
            f"{folder} cannot be made a folder: {error.strerror}",
            remedy="name another folder, or NAME.rply for one file",
        ) from error


def _record_batch(batch: _Batch) -> list[tuple[str | None, int, int] | Failed]:
    return [_record_one(batch, index) for index in batch.indices]


def _record_one(batch: _Batch, index: int) -> tuple[str | None, int, int] | Failed:
    """One game in its file: (end reason, plies, bytes)."""
    series = batch.series
    game, players = _players(series)
    seed = series.seed_of(index)
    path = batch.folder / f"{game.name}-{index:06}{SUFFIX}"
    header = header_for(game, seed=seed, policy=series.policy)
    try:
        played: Trajectory = record_file(
            path, game, seed, players, header=header, witness=series.witness, force=batch.force
        )
    except EngineError as error:
        return _failed(index, error)
    return played.reason, len(played.codes), path.stat().st_size


def _failed(index: int, error: EngineError) -> Failed:
    """The rules raised in a game; any other error ends the series."""
    if not error.told:
        raise error
    return Failed(index, error.code, str(error))


def tell_failed(made: Made, asked: int) -> int:
    """Say which games failed and how to see one alone; FAULT."""
    series, failed = made.series, made.failed
    for one in failed[:FAILED_MAX]:
        console.error(f"error {one.code}: {one.text}")
    more = len(failed) - FAILED_MAX
    if more > 0:
        console.error(f"error: {plural(more, 'game')} more failed, to "
                      f"{series.seed_of(failed[-1].index)}")  # fmt: skip
    whole = ", all of them whole" if made.games else ""
    said = f"recorded: {made.games:,} of {plural(asked, 'game')}{whole}"
    if made.target == "-" or made.target.endswith(SUFFIX):
        said += "; a file of many ends before a game that fails, a folder (-o) goes on behind it"
    words = series.words(1, f"again{SUFFIX}", failed[0].index)
    console.error(f"{said}\nthe first that failed again: ruleproof {joined(words)}")
    return FAULT


# ---- one file ----


def _one_file(
    series: Series, games: int, target: str, workers: int, force: bool, stop: Stop
) -> Made:
    game, players = _players(series)
    made = Made(series, target)
    seed = series.seed if games > 1 else series.seed_of(series.first)
    if games > 1 and series.first:
        raise Usage(f"--first {series.first}: a file of many games begins with game 0; name a "
                    "folder with -o")  # fmt: skip
    header = header_for(game, seed=seed, policy=series.policy)
    if target == "-":
        console.binary_out("a replay")
        stream = _Counted()
        with Recorder.to_stream(
            stream, header, witness=series.witness, many=games > 1
        ) as recorder:
            if games > 1:
                _many(series, games, workers, stop, recorder, made)
            else:
                played = record_game(game, seed, players, recorder)
                made.add(played.reason, len(played.codes), 0)
        made.size = stream.count
    elif games == 1:
        played = record_file(
            target, game, seed, players, header=header, witness=series.witness, force=force
        )
        made.add(played.reason, len(played.codes), Path(target).stat().st_size)
    else:
        _many_file(series, header, games, workers, force, stop, made)
    return made


def _many_file(
    series: Series, header: Header, games: int, workers: int, force: bool, stop: Stop, made: Made
) -> None:
    """A file of many; taken away again if not even one game came to its end."""
    path = Path(made.target)
    recorder = Recorder.create(path, header, force=force, witness=series.witness, many=True)
    try:
        _many(series, games, workers, stop, recorder, made)
    finally:
        recorder.close()
        if made.games:
            made.size = path.stat().st_size
        else:
            path.unlink(missing_ok=True)


def _many(
    series: Series, games: int, workers: int, stop: Stop, recorder: Recorder, made: Made
) -> None:
    jobs = ((series, index) for index in range(games))
    with console.progress(games, "recording") as advance:
        for index, body in enumerate(ordered(_body, jobs, workers, stop)):
            if isinstance(body, Failed):
                made.failed.append(body)
                break  # the games of a file have no gaps
            recorder.add(index, body)
            made.add(body.end.reason, body.end.plies, 0)
            advance(1)


def _body(job: tuple[Series, int]) -> Body | Failed:
    """One game without a file, here or in a worker."""
    series, index = job
    game, players = _players(series)
    try:
        return body_of(game, series.seed_of(index), players, series.witness)
    except EngineError as error:
        return _failed(index, error)


class _Counted:
    """Stdout's bytes, counted."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, data: bytes, /) -> int:
        """Pass them on."""
        self.count += len(data)
        return sys.stdout.buffer.write(data)

    def close(self) -> None:
        """Stdout stays open; what is buffered leaves."""
        sys.stdout.buffer.flush()
