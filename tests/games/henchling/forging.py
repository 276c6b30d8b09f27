"""Forged games of Henchling: real walks with one thing changed, which no rule would have done.

Every ply of a forged game is a real ply of which one event, fact, field, action or legal list was
changed; the plies after it are real again.  A property that holds of every forgery judges nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from engine.fields import Mask
from engine.game import Game
from engine.play import Step, opening, play, walk
from engine.policies import named
from engine.rng import Tape
from engine.state import State
from engine.zones import Masks
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

OPTIONS: tuple[dict[str, int | str | bool], ...] = (
    {}, {"players": 3, "mulligan": True, "setup_trap_reveal": "rebury"},
    {"players": 4, "copies": 2, "block_tilts": True},
    {"unflip_mode": "summary", "free_uses_per_turn": 2, "pile_split": "down"},
    {"players": 3, "attack_own": False, "reshuffle_split": "half", "recover_face_down": True,
     "protector_needs_untilted": False, "block_reaction_damage": True, "free_counts_as_use": True},
)  # fmt: skip
POLICIES = ("mixed", "shopper", "careful", "uniform", "refusing")
PLIES = 400
# Events of which a game has too many to be worth a second look.
COMMON = ("card.dealt", "card.drawn", "card.exposed", "phase.started", "exposed.passed")

Forge = Callable[[Step, Tape], Step]


def games(game: Game, count: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Codes of `count` games by the policies of the game in turn."""
    for number in range(first, first + count):
        policy = named(game, POLICIES[number % len(POLICIES)])
        yield play(game, f"shake:forged/{number}", policy, plies=PLIES).codes


def _shifted(value: int, tape: Tape) -> int:
    return max(-1 if value < 0 else 0, value + (1, -1, 2, 9, 250)[tape.below(5)])


def changed(state: State, tape: Tape) -> State:
    """A clone with one field moved a little, within what encodes or beyond."""
    twin = state.clone()
    fields = [(key, kind) for key, kind in state.FIELDS if key not in ("phase", "agenda")]
    key, kind = fields[tape.below(len(fields))]
    value = getattr(twin, key)
    if isinstance(kind, Mask):
        setattr(twin, key, value ^ 1 << tape.below(76 if value > 15 else 8))
    elif isinstance(kind, Masks):
        value[tape.below(len(value))] ^= 1 << tape.below(76)
    elif isinstance(value, int):
        setattr(twin, key, _shifted(value, tape))
    elif isinstance(value, list) and key in ("backs", "flippers", "bottom", "traps", "used"):
        setattr(twin, key, value[1:] if value and tape.below(2) else [*value, tape.below(64)])
    else:
        at = tape.below(len(value))
        value[at] = min(255, _shifted(value[at], tape))
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


def one_of_these(step: Step, kinds: frozenset[str], tape: Tape) -> Step:
    """One event of these kinds is told otherwise, by one fact or by several times one."""
    places = [at for at, event in enumerate(step.events) if event.kind in kinds]
    at = places[tape.below(len(places))]
    alone = replace(step, events=(step.events[at],))
    for _ in range(1 + tape.below(3)):
        alone = another_fact(alone, tape)
    return replace(step, events=(*step.events[:at], *alone.events, *step.events[at + 1 :]))


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
        self.kinds: frozenset[str] = frozenset()
        self.made = made
        self.tape = Tape.seeded(seed, "forge")
        self.found: dict[str, Violation] = {}

    def narrow(self, memory: str) -> tuple[Property, ...]:
        """Go on with what still stands, and the events it speaks of; what stands is returned."""
        left = [p for p in self.properties if p.label not in self.found]
        self.properties = tuple(left)
        self.kinds = frozenset(kind for p in left if p.sort != memory for kind in p.kinds)
        return tuple(p for p in left if p.sort != memory)

    def _forge(self, step: Step) -> Step:
        """Forged, half of the time in an event that what stands speaks of."""
        mine = any(event.kind in self.kinds for event in step.events)
        if mine and self.tape.below(2):
            return one_of_these(step, self.kinds, self.tape)
        rare = mine or any(event.kind not in COMMON for event in step.events)
        return forged(step, self.tape) if rare or not self.tape.below(3) else step

    def judge(self, checker: Checker, steps: Iterable[Step]) -> None:
        """Step on: plies with rare events forged, and of the others every third."""
        for step in steps:
            checker.step(self._forge(step))
        for violation in checker.violations:
            if "the check failed" not in violation.message:
                self.found.setdefault(violation.label, violation)
        checker.violations.clear()

    def whole_games(self, game: Game, count: int, first: int = 0) -> None:
        """Forge games from their openings on."""
        checker = Checker(game, self.properties, collect=True)
        state, events = opening(game)
        for codes in games(game, count, first):
            checker.begin(state, events)
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
