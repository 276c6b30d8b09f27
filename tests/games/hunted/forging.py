"""Forged games of Hunted: real walks with one thing changed, which no rule would have done.

Every ply of a forged game is a real ply of which one event, fact, field, action or legal list was
changed; the plies after it are real again.  A property that holds of every forgery judges nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.events import Happening
from engine.fields import Mask
from engine.game import Game
from engine.games.hunted import GAME
from engine.play import Step, opening, play, walk
from engine.policies import named, names
from engine.rng import Tape
from engine.state import State
from engine.zones import Ids
from properties.checker import Checker
from properties.invariant import Property, Violation
from properties.position import build
from properties.scenario import Games, load_scenario

OPTIONS = (
    {},
    {"finale": "jekyll_hyde", "stage": "village", "over_discard": False},
    {"finale": "dorian_gray", "stage": "village", "throwing_alone_max": 2},
    {"finale": "monster_mash", "stage": "village", "tie_break": "earliest"},
    {"stage": "mansion", "reshuffle_timing": "on_draw", "hide_empty_row": False},
    {"finale": "monster_mash", "stage": "asylum", "over_pay_keys": True, "reveal_location_i": True},
)  # fmt: skip
PLIES = 600
CARDS = 82
QUIET = ("choose", "draw", "pay")

Forge = Callable[[Step, Tape], Step]


@cache
def hunted(**options: bool | int | str) -> Game:
    """The game with these options, made once."""
    return Game(GAME, options)


def games(game: Game, count: int, seed: str = "forged") -> Iterator[tuple[int, ...]]:
    """Codes of `count` games by the policies of the game in turn, those that get far twice."""
    policies = [*(name for name in names(game) if name != "quiet"), "careful", "hoarding"]
    for number in range(count):
        policy = named(game, policies[number % len(policies)])
        yield play(game, f"shake:{seed}/{number}", policy, plies=PLIES).codes


# --- one thing changed ----------------------------------------------------------------------


def _pick(step: Step, tape: Tape) -> int:
    return tape.below(len(step.events))


def _another_fact(event: Happening, tape: Tape) -> Happening:
    """The event with one fact another number, or a list one longer, shorter or turned."""
    if not event.values:
        return event
    fact = tape.below(len(event.values))
    value = event.values[fact]
    if isinstance(value, tuple):
        kind = tape.below(3)
        longer = (*value, tape.below(CARDS if event.event.tables[fact] else 9))
        new: int | tuple[int, ...] = (longer, value[1:], value[::-1])[kind] if value else longer
    else:
        table = event.event.tables[fact]
        size = 2 if table == "flag" else len(event.names[table]) if table else 0
        new = value + tape.below(3) - 1
        if size:
            new = (value + 1 + tape.below(max(1, size - 1))) % size
    values = (*event.values[:fact], new, *event.values[fact + 1 :])
    return Happening(event.event, values, event.names)


def another_fact(step: Step, tape: Tape) -> Step:
    """One fact of one event is another."""
    at = _pick(step, tape)
    told = _another_fact(step.events[at], tape)
    return replace(step, events=(*step.events[:at], told, *step.events[at + 1 :]))


def an_event_less(step: Step, tape: Tape) -> Step:
    """One event is not told."""
    at = _pick(step, tape)
    return replace(step, events=(*step.events[:at], *step.events[at + 1 :]))


def an_event_twice(step: Step, tape: Tape) -> Step:
    """One event is told twice."""
    at = _pick(step, tape)
    return replace(step, events=(*step.events[: at + 1], *step.events[at:]))


def events_swapped(step: Step, tape: Tape) -> Step:
    """Two neighbours are told in the other order."""
    at = _pick(step, tape)
    pair = step.events[at : at + 2]
    return replace(step, events=(*step.events[:at], *reversed(pair), *step.events[at + 2 :]))


def changed(state: State, tape: Tape, fields: tuple[str, ...] = ()) -> State:
    """A clone with one field moved a little, within what encodes; `fields`: one of these."""
    twin = state.clone()
    kinds = dict(state.FIELDS)
    keys = fields or tuple(key for key in kinds if key != "phase")
    key = keys[tape.below(len(keys))]
    value = getattr(twin, key)
    if isinstance(kinds[key], Mask):
        # Now and then a card is moved, so that it lies in two places or in none.
        value ^= 1 << tape.below(CARDS)
    elif isinstance(kinds[key], Ids):
        card = tape.below(CARDS)
        value = ([*value, card], value[1:], value[::-1], [card, *value[1:]])[tape.below(4)]
    else:
        value = max(-1 if value < 0 else 0, value + (1, -1, 2, 9)[tape.below(4)])
    setattr(twin, key, value)
    return twin


def another_position_after(step: Step, tape: Tape) -> Step:
    """One field of the position led to is another."""
    return replace(step, after=changed(step.after, tape))


def another_position_acted(step: Step, tape: Tape) -> Step:
    """One field of the position after the verb is another."""
    return replace(step, acted=changed(step.acted, tape))


def another_position_before(step: Step, tape: Tape) -> Step:
    """One field of the position acted in is another."""
    return replace(step, before=changed(step.before, tape))


MARKS = ("energy", "passes", "entered", "battle", "face", "beaten", "picture", "foe", "tired")


def another_mark(step: Step, tape: Tape) -> Step:
    """A mark that seldom moves is another, before and after the ply."""
    twin = changed(step.before, tape, MARKS)
    field = next(key for key in MARKS if getattr(twin, key) != getattr(step.before, key) or
                 key == MARKS[-1])  # fmt: skip
    after, acted = step.after.clone(), step.acted.clone()
    setattr(after, field, getattr(twin, field))
    setattr(acted, field, getattr(twin, field))
    return replace(step, before=twin, after=after, acted=acted)


def another_row_after(step: Step, tape: Tape) -> Step:
    """The ply leads to another row."""
    twin = step.after.clone()
    twin.phase = (twin.phase + 1 + tape.below(len(step.game.rows) - 1)) % len(step.game.rows)
    return replace(step, after=twin)


def an_action_less(step: Step, tape: Tape) -> Step:
    """One legal action is not offered."""
    at = tape.below(len(step.legal))
    return replace(step, legal=(*step.legal[:at], *step.legal[at + 1 :]))


def an_action_more(step: Step, tape: Tape) -> Step:
    """One more action of the row's verbs, or of another row, is offered."""
    row = step.game.rows[step.before.phase].phase
    space = step.game.space
    verb = space.verbs[tape.below(len(space.verbs))]
    if tape.below(4):
        name = row.verbs[tape.below(len(row.verbs))]
        verb = next(verb for verb in space.verbs if verb.name == name)
    code = space.bases[verb.name] + tape.below(verb.size)
    return replace(step, legal=tuple(sorted({*step.legal, code})))


def another_action(step: Step, tape: Tape) -> Step:
    """The action taken was another of its verb, or of its row."""
    space = step.game.space
    verb = space.verb_of(step.code)
    if verb.size > 1:
        code = space.bases[verb.name] + tape.below(verb.size)
    else:
        code = step.legal[tape.below(len(step.legal))]
    return replace(step, code=code)


FORGERIES: tuple[Forge, ...] = (
    another_fact, another_fact, another_fact, another_fact, an_event_less, an_event_less,
    an_event_twice, events_swapped, another_position_after, another_position_after,
    another_position_acted, another_position_acted, another_position_before,
    another_position_before, another_mark, another_row_after, an_action_less, an_action_more,
    another_action,
)  # fmt: skip
OF_EVENTS = 8


def forged(step: Step, tape: Tape) -> Step:
    """The ply with one thing changed."""
    at = tape.below(len(FORGERIES))
    if not step.events and at < OF_EVENTS:
        at = OF_EVENTS
    return FORGERIES[at](step, tape)


# --- judged ---------------------------------------------------------------------------------


class Forger:
    """Collects the first violation by label that forgeries bring.

    A check that stumbles over a forged ply (a card that lies nowhere) has not said what is wrong,
    so that is not counted.
    """

    def __init__(self, properties: tuple[Property, ...], seed: str) -> None:
        self.properties = properties
        self.tape = Tape.seeded(seed, "forge")
        self.found: dict[str, Violation] = {}
        self.stumbled: set[str] = set()

    def judge(self, checker: Checker, steps: Iterable[Step]) -> None:
        """Step on: a quiet ply in six is forged, of the others every second one."""
        for step in steps:
            odds = 6 if step.row in QUIET and len(step.events) < 4 else 2
            checker.step(step if self.tape.below(odds) else forged(step, self.tape))
        for violation in checker.violations:
            if "the check failed" in violation.message:
                self.stumbled.add(violation.label)
            else:
                self.found.setdefault(violation.label, violation)
        checker.violations.clear()

    def whole_games(self, game: Game, count: int, seed: str) -> None:
        """Forge games from their openings on."""
        checker = Checker(game, self.properties, collect=True, thorough=True)
        for codes in games(game, count, seed):
            state, events = opening(game)
            kind = self.tape.below(4)
            if kind == 0:
                events = ()
            elif kind == 1:
                at = self.tape.below(len(events))
                told = _another_fact(events[at], self.tape)
                events = (*events[:at], told, *events[at + 1 :])
            elif kind == 2:
                state = changed(state, self.tape)
            checker.begin(state, events)
            self.judge(checker, walk(game, codes, checked=False))

    def scenarios(self, paths: Iterable[Path], games_made: Games, rounds: int) -> None:
        """Forge each scenario so many times over: the rare positions."""
        for path in paths:
            case = load_scenario(path, games_made)
            state = build(case.game, case.given).state
            codes = [case.game.code(text) for text in case.when]
            steps = list(walk(case.game, codes, state))
            checker = Checker(case.game, self.properties, collect=True, thorough=True)
            for _ in range(rounds if steps else 0):
                checker.begin(state, whole=False)
                self.judge(checker, steps)
