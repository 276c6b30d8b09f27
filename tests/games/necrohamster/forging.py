"""Forged games of The Necrohamster: real walks with one thing changed, which no rule would do.

Every ply of a forged game is a real ply of which one event, fact, field, action or legal list was
changed; the plies after it are real again.  A property that holds of every forgery judges nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from engine.game import Game
from engine.play import Step, opening, play, walk
from engine.policies import named
from engine.rng import Tape
from engine.state import State
from properties.checker import Checker
from properties.invariant import Property, Violation
from properties.position import build
from properties.scenario import Games, load_scenario
from tests.games.tin_helm.forging import (
    an_action_less,
    an_action_more,
    an_event_less,
    an_event_twice,
    another_action,
    another_fact,
    another_row_after,
    events_swapped,
)

OPTIONS = (
    {"players": 2}, {"players": 3, "eighth_mode": "in_play"},
    {"players": 4, "tie_mode": "cumulative"}, {"players": 3, "rounds_max": 4},
    {"players": 2, "creatures_in_use": "all-skeleton_turtle-spirit_cat"},
)  # fmt: skip
POLICIES = ("uniform", "mixed", "careful", "modest", "hoarding")
PLIES = 600
# Events of which a game has too many to be worth a second look.
COMMON = ("card.dealt", "card.drawn", "draws.owed", "title.laid_out")
SETS = ("offered", "shelf", "titles", "artefacts")

Forge = Callable[[Step, Tape], Step]


def games(game: Game, count: int) -> Iterator[tuple[int, ...]]:
    """Codes of `count` games by the policies of the game in turn."""
    for number in range(count):
        policy = named(game, POLICIES[number % len(POLICIES)])
        yield play(game, f"shake:forged/{number}", policy, plies=PLIES).codes


def _shifted(value: int, tape: Tape) -> int:
    return max(-1 if value < 0 else 0, value + (1, -1, 2, 9)[tape.below(4)])


def changed(state: State, tape: Tape) -> State:
    """A clone with one field moved a little, within what encodes."""
    twin = state.clone()
    keys = [key for key, _ in state.FIELDS if key != "phase"]
    key = keys[tape.below(len(keys))]
    value = getattr(twin, key)
    if isinstance(value, list):
        at = tape.below(len(value))
        if isinstance(value[at], bytearray):
            value = value[at]
        elif key in SETS:
            value[at] ^= 1 << tape.below(8)
            return twin
        else:
            value[at] = _shifted(value[at], tape)
            return twin
    if isinstance(value, bytearray):
        kind = tape.below(15)
        value[kind] = max(0, value[kind] + (1, -1)[tape.below(2)])
    else:
        setattr(twin, key, value ^ 1 << tape.below(8) if key in SETS else _shifted(value, tape))
    return twin


def another_position_after(step: Step, tape: Tape) -> Step:
    """One field of the position led to is another."""
    return replace(step, after=changed(step.after, tape))


def another_position_before(step: Step, tape: Tape) -> Step:
    """One field of the position acted in is another."""
    return replace(step, before=changed(step.before, tape))


FORGERIES: tuple[Forge, ...] = (
    another_fact, another_fact, another_fact, an_event_less, an_event_twice, events_swapped,
    another_position_after, another_position_before, another_row_after, an_action_less,
    an_action_more, another_action,
)  # fmt: skip


def forged(step: Step, tape: Tape) -> Step:
    """The ply with one thing changed."""
    forge = FORGERIES[tape.below(len(FORGERIES))]
    if not step.events and forge in FORGERIES[:6]:
        forge = another_position_after
    return forge(step, tape)


class Forger:
    """Collects the first violation by label that forgeries bring.

    A check that stumbles over a forged ply (a card number beyond the pack) has not said what is
    wrong, so that is not counted.
    """

    def __init__(self, properties: tuple[Property, ...], made: Games, seed: str) -> None:
        self.properties = properties
        self.made = made
        self.tape = Tape.seeded(seed, "forge")
        self.found: dict[str, Violation] = {}

    def judge(self, checker: Checker, steps: Iterable[Step]) -> None:
        """Step on: plies with rare events forged, and of the others every third."""
        for step in steps:
            rare = any(event.kind not in COMMON for event in step.events)
            checker.step(forged(step, self.tape) if rare or not self.tape.below(3) else step)
        for violation in checker.violations:
            if "the check failed" not in violation.message:
                self.found.setdefault(violation.label, violation)
        checker.violations.clear()

    def whole_games(self, game: Game, count: int) -> None:
        """Forge games from their openings on."""
        checker = Checker(game, self.properties, collect=True)
        state, events = opening(game)
        for codes in games(game, count):
            checker.begin(state, events if self.tape.below(3) else ())
            self.judge(checker, walk(game, codes, checked=False))

    def scenarios(self, paths: Iterable[Path], rounds: int) -> None:
        """Forge each scenario so many times over: the rare positions."""
        for path in paths:
            case = load_scenario(path, self.made)
            state = build(case.game, case.given).state
            codes = [case.game.code(text) for text in case.when]
            steps = list(walk(case.game, codes, state))
            checker = Checker(case.game, self.properties, collect=True)
            for _ in range(rounds if steps else 0):
                checker.begin(state, whole=False)
                self.judge(checker, steps)
