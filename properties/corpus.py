"""Gather a corpus: few short games that reach together what many games reach.

Candidates are seeded games over policies and option sets, or files of other corpora.  Items are
picked rarest first; for each the game that brings most new items a ply.  What is already in a
corpus is counted as reached.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from engine.definition import Definition
from engine.game import Game
from engine.play import play
from engine.policies import named, names
from engine.rng import game_seed
from properties.coverage import cover
from properties.setups import Setup, setups
from replays.reader import loader, read
from replays.recorder import header_for
from replays.seeded import record_file

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


def candidates(definition: Definition, seed: str, games: int) -> list[Candidate]:
    """Finished games number 0 to `games`-1: policies and option sets in turn."""
    found: list[Candidate] = []
    sets = setups(definition)
    tables = [Game(definition, options) for options in sets]
    known = [name for name in names(tables[0]) if name != "quiet"]
    for index in range(games):
        policy = known[index % len(known)]
        at = index // len(known) % len(sets)
        text = game_seed(seed, index)
        played = play(tables[at], text, named(tables[at], policy))
        if played.reason is not None:
            items = items_of(tables[at], played.codes)
            found.append(Candidate(sets[at], text, policy, len(played.codes), items))
    return found


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


def keep(definition: Definition, picks: Sequence[Pick], folder: Path) -> list[Path]:
    """Write each pick as a replay named for what it shows; an existing file is never touched."""
    paths: list[Path] = []
    for pick in picks:
        candidate = pick.candidate
        game = Game(definition, candidate.setup)
        header = header_for(
            game, seed=candidate.seed, policy=candidate.policy, tags=(f"shows {pick.shows}",)
        )
        path = folder / f"{pick.name}.rply"
        record_file(path, game, candidate.seed, named(game, candidate.policy), header=header)
        paths.append(path)
    return paths


def reached_by(paths: Iterable[Path]) -> frozenset[str]:
    """Items that the replays of a corpus reach."""
    load = loader()
    found: set[str] = set()
    for path in paths:
        replay = read(path)
        assert replay.header is not None  # strict reading gives one
        game = load(replay.header)
        for line in replay.games:
            found |= items_of(game, line.codes)
    return frozenset(found)
