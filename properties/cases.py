"""Played games for the universal contract: every option set, each with every policy of the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.definition import Definition
from engine.errors import EngineError, Thrown
from engine.game import Game
from engine.play import Step, play, walk
from engine.policies import named
from engine.raised import in_words
from engine.rng import game_seed
from properties.commands import recorded
from properties.invariant import Violation
from properties.setups import Setup, setups, words_of

SEED = "shake:universal"
PLIES_MAX = 3000
# What differs between two faults of one kind: quoted words, lists, numbers.
VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|-?\d+")
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
        return f"{self.seed} {self.policy} {words_of(self.setup)}"

    def again(self) -> str:
        """The command that plays it; "" where none can."""
        return recorded(self.game.definition, self.seed, self.policy, self.setup)


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


@dataclass(frozen=True)
class Fault(Violation):
    """What was not so in one game; `kind` makes two the same, `again` plays the game."""

    kind: str = ""
    again: str = ""


@dataclass(repr=False)
class Report:
    """What a run of the contract found: faults, and how often each point had something to say."""

    game: str
    faults: list[Fault] = field(default_factory=list)
    evaluations: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Nothing broke, and every point was judged."""
        return not self.faults and all(self.evaluations.values())

    def text(self) -> str:
        """One line a point, then the first fault of each kind, and how many more there are."""
        broken = {fault.label for fault in self.faults}
        lines = [
            f"{'FAILED' if label in broken else 'ok' if count else 'EMPTY':7} {label} ({count})"
            for label, count in self.evaluations.items()
        ]
        counts = Counter((fault.label, fault.kind) for fault in self.faults)
        firsts = {(fault.label, fault.kind): fault for fault in reversed(self.faults)}
        for key, count in counts.items():
            more = f"; {count - 1:,} more like it" if count > 1 else ""
            lines.append(f"  {firsts[key].text()}{more}")
            lines += [f"    play it again: {firsts[key].again}"] if firsts[key].again else []
        return "\n".join([*lines, *self.notes])

    def __repr__(self) -> str:
        return f"Report({self.game}: {len(self.faults)} faults)"


class Look:
    """Where one point of the contract writes what it saw in one case."""

    def __init__(self, report: Report, label: str, where: str, again: str = "") -> None:
        self.report = report
        self.label = label
        self.where = where
        self.again = again
        report.evaluations.setdefault(label, 0)

    def held(self, count: int = 1) -> None:
        """So many judgements were made."""
        self.report.evaluations[self.label] += count

    def fault(self, ply: int, message: str, kind: str = "", again: str = "") -> None:
        """One was not so.  By default faults whose words are alike are of one kind."""
        self.held()
        where = f" [{self.where}]" if self.where != self.label else ""
        kind = kind or VARYING.sub("#", message)
        found = Fault(self.label, "", ply, message + where, kind=kind, again=again or self.again)
        self.report.faults.append(found)

    def fell(self, error: Thrown, what: str = "the check failed") -> None:
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
