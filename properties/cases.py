"""Played games for the universal contract: every option set, each with every policy of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.definition import Definition
from engine.errors import EngineError
from engine.game import Game
from engine.play import Step, play, walk
from engine.policies import named
from engine.raised import in_words
from engine.rng import game_seed
from properties.invariant import Violation
from properties.setups import Setup, setups

SEED = "shake:universal"
PLIES_MAX = 3000
# With more games than these each option set is played by one policy, in turn, and not so far.
GAMES_MAX, SHORT = 60, 160


@dataclass(frozen=True)
class Case:
    """One game played under `setup` from `seed` by `policy`, at most PLIES_MAX plies of it."""

    game: Game
    setup: Setup
    seed: str
    policy: str

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The log."""
        policy = named(self.game, self.policy)
        return play(self.game, self.seed, policy, plies=PLIES_MAX).codes

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The log walked; IllegalAction if it is not legal a second time."""
        return tuple(walk(self.game, self.codes))

    def text(self) -> str:
        """What was played, in words."""
        options = " ".join(f"{name}={value}" for name, value in self.setup.items())
        return f"{self.seed} {self.policy} {options}"


def cases(
    definition: Definition, games: int, policies: Sequence[str] = (), seed: str = SEED
) -> Iterator[Case]:
    """`games` games under each option set and policy (uniform and the game's own by default).

    A game of many option sets meets every policy under the defaults, and elsewhere the
    beginning of a game by one of them.
    """
    index = 0
    sets = setups(definition)
    names = policies or ("uniform", *sorted(definition.policies))
    many = len(sets) * len(names) > GAMES_MAX
    for at, setup in enumerate(sets):
        turns = many and at > 0
        chosen: Setup = {**setup, "plies_max": SHORT} if turns else setup
        game = Game(definition, chosen)
        for name in (names[at % len(names)],) if turns else names:
            for _ in range(games):
                yield Case(game, chosen, game_seed(seed, index), name)
                index += 1


@dataclass
class Report:
    """What a run of the contract found: faults, and how often each point had something to say."""

    game: str
    faults: list[Violation] = field(default_factory=list)
    evaluations: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Nothing broke, and every point was judged."""
        return not self.faults and all(self.evaluations.values())

    def text(self) -> str:
        """One line a point, then the faults."""
        broken = {fault.label for fault in self.faults}
        lines = [
            f"{'FAILED' if label in broken else 'ok' if count else 'EMPTY':7} {label} ({count})"
            for label, count in self.evaluations.items()
        ]
        return "\n".join([*lines, *(f"  {fault.text()}" for fault in self.faults), *self.notes])


class Look:
    """Where one point of the contract writes what it saw in one case."""

    def __init__(self, report: Report, label: str, where: str) -> None:
        self.report = report
        self.label = label
        self.where = where
        report.evaluations.setdefault(label, 0)

    def held(self, count: int = 1) -> None:
        """So many judgements were made."""
        self.report.evaluations[self.label] += count

    def fault(self, ply: int, message: str) -> None:
        """One was not so."""
        self.held()
        self.report.faults.append(Violation(self.label, "", ply, f"{message} [{self.where}]"))

    def fell(self, error: Exception, what: str = "the check failed") -> None:
        """It raised something; the rules themselves did where the error has their place."""
        told = isinstance(error, EngineError) and error.told
        ply = error.ply if isinstance(error, EngineError) else -1
        self.fault(ply, f"{'play fails' if told else what}: {in_words(error)}")

    def that(self, holds: bool, ply: int, message: str) -> bool:
        """Judge: count it, and write a fault unless it holds."""
        if holds:
            self.held()
        else:
            self.fault(ply, message)
        return holds

    def note(self, text: str) -> None:
        """Something that could not be judged, and why."""
        if text not in self.report.notes:
            self.report.notes.append(text)
