"""Gather a corpus: few short games that reach together what many games reach.

Candidates are seeded games over policies and option sets, or files of other corpora.  Items are
picked rarest first; for each the game that brings most new items a ply.  What is already in a
corpus is counted as reached.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from engine.definition import Definition
from engine.errors import EngineError
from engine.game import Game
from engine.options import word_of
from engine.play import play
from engine.policies import named, names
from engine.raised import with_command
from engine.rng import game_seed
from properties.coverage import cover
from properties.errors import CorpusFault
from properties.setups import Setup, setups
from replays.errors import ReplayError
from replays.reader import loader, read
from replays.recorder import header_for
from replays.seeded import record_file
from replays.visible import joined, spelt

COLUMNS = ("clauses", "exits", "verbs", "events", "content", "ends", "options", "phases")


@dataclass(frozen=True)
class Candidate:
    """A seeded game that can be played again, and the items (`column/item`) it reaches."""

    setup: Setup
    seed: str
    policy: str
    plies: int
    items: frozenset[str]


@dataclass(frozen=True)
class Pick:
    """A candidate kept, with the item it was kept for and all that it added."""

    candidate: Candidate
    shows: str
    adds: tuple[str, ...]

    @property
    def name(self) -> str:
        """A file name that says what the game shows."""
        return re.sub(r"[^a-z0-9]+", "-", self.shows.lower()).strip("-")


def items_of(game: Game, codes: Sequence[int]) -> frozenset[str]:
    """What one log reaches, as `column/item`."""
    return frozenset(cover(game, [codes]).reached(COLUMNS))


def candidates(definition: Definition, seed: str, games: int) -> Iterator[Candidate | None]:
    """Games number 0 to `games`-1, policies and option sets in turn; None is not finished.

    What the rules raise is told with the command that plays the one game.
    """
    sets = setups(definition)
    tables = [Game(definition, options) for options in sets]
    known = [name for name in names(tables[0]) if name != "quiet"]
    for index in range(games):
        policy = known[index % len(known)]
        at = index // len(known) % len(sets)
        text = game_seed(seed, index)
        try:
            played = play(tables[at], text, named(tables[at], policy))
        except EngineError as error:
            if not error.told:
                raise
            words = ["ruleproof", "record", definition.name, "--seed", seed, "--first", str(index)]
            words += ["--policy", policy, *_options(sets[at]), "-o", "again.rply"]
            raise with_command(error, joined(words)) from error
        made = None
        if played.reason is not None:
            items = items_of(tables[at], played.codes)
            made = Candidate(sets[at], text, policy, len(played.codes), items)
        yield made


def _options(setup: Setup) -> list[str]:
    """The words of an option set on a command line."""
    return [word for name, value in setup.items()
            for word in ("--option", f"{name}={word_of(value)}")]  # fmt: skip


class Held(Protocol):
    """What can be picked: something so long that reaches these items."""

    @property
    def plies(self) -> int:
        """Its length."""

    @property
    def items(self) -> frozenset[str]:
        """What it reaches."""


H = TypeVar("H", bound=Held)


def chosen(found: Sequence[H], reached: Iterable[str] = ()) -> list[tuple[H, tuple[str, ...]]]:
    """(pick, what it was picked for first, and all else it adds), beyond those `reached`.

    Together the picks reach every item that any of them all reaches.
    """
    often = Counter(item for one in found for item in one.items)
    owed = dict.fromkeys(sorted(often, key=lambda item: (often[item], item)))
    for item in reached:
        owed.pop(item, None)
    picks: list[tuple[H, tuple[str, ...]]] = []
    while owed:
        item = next(iter(owed))
        fits = [one for one in found if item in one.items]
        best = max(fits, key=lambda c: (1000 * len(owed.keys() & c.items) // (50 + c.plies)))
        adds = tuple(one for one in owed if one in best.items)
        picks.append((best, adds))
        for one in adds:
            del owed[one]
    return picks


def choose(found: Sequence[Candidate], reached: Iterable[str] = ()) -> list[Pick]:
    """Candidates that reach together every item any of them reaches, beyond those `reached`."""
    return [Pick(best, adds[0], adds) for best, adds in chosen(found, reached)]


def keep(definition: Definition, picks: Sequence[Pick], folder: Path) -> Iterator[Path]:
    """Write each pick as a replay named for what it shows; an existing file is never touched."""
    for pick in picks:
        candidate = pick.candidate
        game = Game(definition, candidate.setup)
        header = header_for(
            game, seed=candidate.seed, policy=candidate.policy, tags=(f"shows {pick.shows}",)
        )
        path = folder / f"{pick.name}.rply"
        record_file(path, game, candidate.seed, named(game, candidate.policy), header=header)
        yield path


def reached_by(paths: Iterable[Path]) -> frozenset[str]:
    """Items that the replays of a corpus reach; CorpusFault names the one that cannot be read."""
    load = loader()
    found: set[str] = set()
    for path in paths:
        try:
            replay = read(path)
            game = load(replay.head())
            for line in replay.games:
                found |= items_of(game, line.codes)
        except (ReplayError, EngineError) as error:
            raise unfit(path, error) from error
    return frozenset(found)


def unfit(path: Path, error: Exception) -> CorpusFault:
    """A file that is no replay of these rules."""
    way = f"judge it with `ruleproof verify {spelt(path)}`, or leave it out"
    return CorpusFault(f"{path}: {error}; {way}")
