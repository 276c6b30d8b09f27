"""`ruleproof simulate`: sets of games on common seeds, played by workers, summed in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine import rng
from engine.definition import Definition
from tools import console
from tools.pool import ordered, stoppable
from tools.setup import Setup
from tools.simulated import Batch, Questions, player_of, run
from tools.summing import Summed, compared
from tools.text import Doc
from tools.variants import BASE, Variant, variants

SCHEMA = "ruleproof.simulate/1"
CHUNK = 25  # games a job: Ctrl-C waits for at most so many a worker
CAREFUL, UNIFORM = "careful", "uniform"


@dataclass(frozen=True)
class Wish:
    """The options of `ruleproof simulate`, as typed."""

    games: int
    seed: str
    policy: str | None
    sets: tuple[str, ...]
    compared: tuple[str, ...]
    scans: tuple[str, ...]
    won: str
    lead: str
    by: tuple[str, ...]

    def questions(self) -> Questions:
        """What is asked of each game."""
        return Questions(self.won, self.lead, self.by)

    def words(self, game: str, setup: Setup) -> list[str]:
        """The command line that repeats it."""
        found = ["simulate", game, "--games", str(self.games), "--seed", self.seed]
        found += [] if self.policy is None else ["--policy", self.policy]
        found += setup.words()
        listed = (("--set", self.sets), ("--compare", self.compared), ("--scan", self.scans),
                  ("--won", (self.won,) if self.won else ()),
                  ("--lead", (self.lead,) if self.lead else ()), ("--by", self.by))  # fmt: skip
        return found + [word for option, words in listed for each in words
                        for word in (option, each)]  # fmt: skip


@dataclass(frozen=True)
class Simulation:
    """The sets, all with the same games, and whether Ctrl-C came before all were played."""

    wish: Wish
    game: Definition
    sets: list[Summed]

    @property
    def games(self) -> int:
        """How many games each set has."""
        return min(len(each.games) for each in self.sets)

    def document(self) -> Doc:
        """`ruleproof.simulate/1`."""
        base, *others = self.sets
        return {
            "schema": SCHEMA, "game": self.game.name, "title": self.game.title,
            "rules_version": self.game.rules_version, "seed": self.wish.seed,
            "games": self.games, "asked": self.wish.games,
            "sets": [each.document() for each in self.sets],
            "comparisons": [row for other in others for row in compared(base, other)],
        }  # fmt: skip


def simulate(setup: Setup, wish: Wish, workers: int) -> Simulation:
    """Play games 0..games-1 of every set; fewer if Ctrl-C came, the same ones of each.

    Sets that are the same are played once.

    EngineError, BadGoal or Usage for what cannot be, before anything is played.
    """
    rng.parse_seed(wish.seed)
    found = setup.definition()
    policy = wish.policy or (CAREFUL if CAREFUL in found.policies else UNIFORM)
    asked = wish.questions()
    sets = [
        Summed(variant, player_of(variant, asked))
        for variant in variants(Variant(BASE, setup, wish.sets, policy), wish.compared, wish.scans)
    ]
    for at, each in enumerate(sets):
        each.same_as = next((one for one in sets[:at] if one.is_same(each)), None)
    played = [each for each in sets if each.same_as is None]
    jobs = [
        (each, Batch(each.variant, wish.seed, asked, range(first, min(first + CHUNK, wish.games))))
        for first in range(0, wish.games, CHUNK)
        for each in played
    ]
    with stoppable() as stop, console.progress(wish.games * len(played), "simulating") as advance:
        done = ordered(run, (batch for _, batch in jobs), workers, stop)
        for (each, _), (games, met) in zip(jobs, done, strict=False):
            each.games += games
            each.met.update(met)
            advance(len(games))
    for each in sets:
        if each.same_as is not None:
            each.games, each.met = each.same_as.games, each.same_as.met
    whole = Simulation(wish, found, sets)
    for each in sets:
        del each.games[whole.games :]
    return whole


def per_game(simulation: Simulation) -> Iterator[list[object]]:
    """A row a game of each set, after the heads: what the figures are made from."""
    base = simulation.sets[0]
    yield ["set", "game", "seed", "end", "plies", *base.player.counted, "first_seat",
           "returns", "won"]  # fmt: skip
    for each in simulation.sets:
        for game in each.games:
            yield [
                each.variant.name, game.number, rng.game_seed(simulation.wish.seed, game.number),
                game.reason, game.plies, *game.counted, "" if game.first < 0 else game.first,
                " ".join(map(str, game.returns)),
                " ".join(str(seat) for seat, won in enumerate(game.won) if won),
            ]  # fmt: skip


def write_games(simulation: Simulation, path: Path) -> None:
    """The rows of `per_game` as CSV; E403 if the file cannot be written."""
    from tools.simtext import csv_text

    console.deliver(csv_text(per_game(simulation)), path)
