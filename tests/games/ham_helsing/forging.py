"""Forged games of Ham Helsing: real walks with one thing changed, which no rule would have done.

Every ply of a forged game is a real ply of which one event, fact, field, action or legal list was
changed; the plies after it are real again.  A property that holds of every forgery judges nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.events import Happening
from engine.fields import Mask
from engine.game import Game
from engine.play import Step, opening, play, walk
from engine.policies import named
from engine.rng import Tape
from engine.state import State
from engine.zones import Masks
from properties.checker import Checker
from properties.position import build
from properties.scenario import load_scenario
from tests.games.henchling.forging import Forge, Forger, one_of_these
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
    {"players": 4, "villain": "silk"},
    {"players": 3, "villain": "chad", "villain_start": "g", "powers_uncovered": 2},
    {"players": 1, "villain": "robo_knight", "villain_start": "g"},
    {"players": 4, "villain": "hen", "powers_uncovered": 2, "placement_order": "choose"},
    {"players": 2, "villain": "robo_knight", "epig_cards": "4,4,4", "enter_villain_hurts": True,
     "enter_biters_hurts": True, "knuckles_on_nests": False, "gifts": False},
    {"players": 1, "villain": "silk", "limits": False, "wrap_junction": "all"},
    {"players": 3, "first_seat": "random", "either_colour": True, "effects_removed": "e3",
     "wrap_junction": "characters", "characters": "lobos,malcolm,ronin,ham"},
    {"players": 2, "villain_board": False, "villain_minion_moves": False, "start_dollar": True,
     "villain_health_delta": -5},
)  # fmt: skip
POLICIES = ("mixed", "careful", "hoarding", "uniform", "refusing")
PLIES = 700
COMMON = ("limit.check", "setup.place_minion", "pool.add")
# Fields whose order or number of entries may be changed.
LISTS = ("queue", "levels")
OPENINGS = 12


def games(game: Game, count: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Codes of `count` games by the policies of the game in turn."""
    for number in range(first, first + count):
        policy = named(game, POLICIES[number % len(POLICIES)])
        yield play(game, f"shake:forged/{number}", policy, plies=PLIES).codes


def changed(state: State, tape: Tape) -> State:
    """A clone with one field moved a little, within what encodes or beyond."""
    twin = state.clone()
    fields = [(key, kind) for key, kind in state.FIELDS if key not in ("phase", "agenda")]
    key, kind = fields[tape.below(len(fields))]
    value = getattr(twin, key)
    if isinstance(kind, Mask):
        setattr(twin, key, value ^ 1 << tape.below(60 if value > 255 else 8))
    elif isinstance(kind, Masks):
        value[tape.below(len(value))] ^= 1 << tape.below(60)
    elif isinstance(value, int):
        setattr(twin, key, max(-1 if value < 0 else 0, value + (1, -1, 2, 9)[tape.below(4)]))
    elif key in LISTS:
        setattr(twin, key, value[1:] if value and tape.below(2) else [*value, tape.below(4)])
    else:
        at = tape.below(len(value))
        low = -1 if value[at] < 0 else 0
        value[at] = min(250, max(low, value[at] + (1, -1, 2, 9)[tape.below(4)]))
    return twin


def another_position_after(step: Step, tape: Tape) -> Step:
    """One field of the position led to is another."""
    return replace(step, after=changed(step.after, tape))


def another_position_before(step: Step, tape: Tape) -> Step:
    """One field of the position acted in is another."""
    return replace(step, before=changed(step.before, tape))


def another_player(step: Step, tape: Tape) -> Step:
    """Another seat took the action."""
    return replace(step, player=step.player + 1)


FORGERIES: tuple[Forge, ...] = (
    another_fact, another_fact, another_fact, an_event_less, an_event_twice, events_swapped,
    another_position_after, another_position_before, another_position_before, another_row_after,
    an_action_less, an_action_more, another_action, another_player,
)  # fmt: skip


def forged(step: Step, tape: Tape) -> Step:
    """The ply with one thing changed."""
    forge = FORGERIES[tape.below(len(FORGERIES))]
    if not step.events and forge in FORGERIES[:6]:
        forge = another_position_before
    if not step.legal and forge in (an_action_less, an_action_more):
        forge = another_position_after
    return forge(step, tape)


def told_otherwise(event: Happening, tape: Tape) -> Happening:
    """The event with one fact another number."""
    fact = tape.below(len(event.values))
    value = event.values[fact]
    new = value[1:] if isinstance(value, tuple) else abs(value + (1, -1, 2)[tape.below(3)])
    values = (*event.values[:fact], new, *event.values[fact + 1 :])
    return Happening(event.event, values, event.names)


class HamForger(Forger):
    """Forgeries of this game's plies."""

    def _forge(self, step: Step) -> Step:
        """Forged, half of the time in an event that what stands speaks of."""
        mine = any(event.kind in self.kinds for event in step.events)
        if mine and self.tape.below(2):
            return one_of_these(step, self.kinds, self.tape)
        return forged(step, self.tape)

    def whole_games(self, game: Game, count: int, first: int = 0) -> None:
        """Forge games from their openings on, the openings too."""
        checker = Checker(game, self.properties, collect=True)
        state, events = opening(game)
        for codes in games(game, count, first):
            for _ in range(OPENINGS if self.kinds & {event.kind for event in events} else 0):
                checker.begin(state, self._told_otherwise(events))
            checker.begin(state, events)
            self.judge(checker, walk(game, codes, checked=False))

    def _told_otherwise(self, events: Sequence[Happening]) -> tuple[Happening, ...]:
        """Some event of the set-up that what stands speaks of, with one fact another."""
        places = [at for at, event in enumerate(events) if event.kind in self.kinds]
        at = places[self.tape.below(len(places))]
        return (*events[:at], told_otherwise(events[at], self.tape), *events[at + 1 :])

    def scenarios(self, paths: Iterable[Path], rounds: int) -> None:
        """Forge each scenario so many times over: the rare positions."""
        checkers: dict[int, Checker] = {}
        for path in paths:
            case = load_scenario(path, self.made)
            state = build(case.game, case.given).state
            steps = list(walk(case.game, [case.game.code(text) for text in case.when], state))
            if id(case.game) not in checkers:
                checkers[id(case.game)] = Checker(case.game, self.properties, collect=True)
            for _ in range(rounds if steps else 0):
                checkers[id(case.game)].begin(state, whole=False)
                self.judge(checkers[id(case.game)], steps)
