"""Forged games of Tin Helm: real walks with one thing changed, which no rule would have done.

Every ply of a forged game is a real ply of which one event, fact, field, action or legal list was
changed; the plies after it are real again.  A property that holds of every forgery judges nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from engine.events import Happening
from engine.game import Game
from engine.play import Step, opening, play, walk
from engine.policies import named, names
from engine.rng import Tape
from engine.state import State
from properties.checker import Checker
from properties.invariant import Property, Violation
from properties.position import build
from properties.scenario import load_scenario

OPTIONS = (
    {}, {"eat_in_combat": False}, {"zero_energy_rolls": True}, {"shield_rule": "printed"},
    {"favor_cap": 3},
)  # fmt: skip
PLIES = 500
RARE = ("offer.accepted", "item.used", "attack.skipped", "shard.gained", "shard.refused",
        "loot.empty", "class.chosen", "level.ended", "game.over", "item.discarded")  # fmt: skip

Forge = Callable[[Step, Tape], Step]


def games(game: Game, count: int) -> Iterator[tuple[int, ...]]:
    """Codes of `count` games by the policies of the game in turn."""
    policies = [name for name in names(game) if name != "quiet"]
    for number in range(count):
        policy = named(game, policies[number % len(policies)])
        yield play(game, f"shake:forged/{number}", policy, plies=PLIES).codes


# --- one thing changed ----------------------------------------------------------------------


def _pick(step: Step, tape: Tape) -> int:
    return tape.below(len(step.events))


def _another_fact(event: Happening, tape: Tape) -> Happening:
    """The event with one fact another number."""
    if not event.values:
        return event
    fact = tape.below(len(event.values))
    value = event.values[fact]
    if isinstance(value, tuple):
        new: int | tuple[int, ...] = (*value[1:], (value[0] + 1) % 7) if value else (0,)
    else:
        table = event.event.tables[fact]
        size = 2 if table == "flag" else len(event.names[table]) if table else 0
        new = value + tape.below(3) - 1
        if size:
            new = (value + 1 + tape.below(max(1, size - 1))) % size
    values = (*event.values[:fact], new, *event.values[fact + 1 :])
    return Happening(event.event, values, event.names)


def another_fact(step: Step, tape: Tape) -> Step:
    """One fact of one event is another number."""
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


def _changed(state: State, tape: Tape) -> State:
    """A clone with one field moved a little, within what encodes."""
    twin = state.clone()
    numbers = [key for key, _ in state.FIELDS if key not in ("phase", "agenda")]
    key = numbers[tape.below(len(numbers))]
    value = getattr(twin, key)
    if key in ("unseen", "used", "items", "loot", "sources"):
        value ^= 1 << tape.below({"sources": 5, "items": 16}.get(key, 12))
    else:
        value = max(-1 if value < 0 else 0, value + (1, -1, 2, 9)[tape.below(4)])
    setattr(twin, key, value)
    return twin


def another_position_after(step: Step, tape: Tape) -> Step:
    """One field of the position led to is another."""
    return replace(step, after=_changed(step.after, tape))


def another_position_acted(step: Step, tape: Tape) -> Step:
    """One field of the position after the verb is another."""
    return replace(step, acted=_changed(step.acted, tape))


def another_position_before(step: Step, tape: Tape) -> Step:
    """One field of the position acted in is another."""
    return replace(step, before=_changed(step.before, tape))


def another_row_after(step: Step, tape: Tape) -> Step:
    """The ply leads to another row."""
    twin = step.after.clone()
    twin.phase = (twin.phase + 1 + tape.below(len(step.game.rows) - 1)) % len(step.game.rows)
    return replace(step, after=twin)


def something_owed(step: Step, tape: Tape) -> Step:
    """A task is left on the agenda of the position led to."""
    twin = step.after.clone()
    setattr(twin, "agenda", [1])  # noqa: B010 - a declared field
    return replace(step, after=twin)


def an_action_less(step: Step, tape: Tape) -> Step:
    """One legal action is not offered."""
    at = tape.below(len(step.legal))
    return replace(step, legal=(*step.legal[:at], *step.legal[at + 1 :]))


def an_action_more(step: Step, tape: Tape) -> Step:
    """One more action of the row's verbs is offered."""
    row = step.game.rows[step.before.phase].phase
    space = step.game.space
    verbs = (*row.verbs, *row.free)
    verb = space.verbs[[v.name for v in space.verbs].index(verbs[tape.below(len(verbs))])]
    code = space.bases[verb.name] + tape.below(min(verb.size, 16))
    return replace(step, legal=tuple(sorted({*step.legal, code})))


def another_action(step: Step, tape: Tape) -> Step:
    """The action taken was another of its verb, or of its row."""
    space = step.game.space
    verb = space.verb_of(step.code)
    if verb.size > 1:
        code = space.bases[verb.name] + tape.below(min(verb.size, 36))
    else:
        code = step.legal[tape.below(len(step.legal))]
    return replace(step, code=code)


FORGERIES: tuple[Forge, ...] = (
    another_fact, another_fact, another_fact, an_event_less, an_event_twice, events_swapped,
    another_position_after, another_position_acted, another_position_before, another_row_after,
    something_owed, an_action_less, an_action_more, another_action,
)  # fmt: skip


def forged(step: Step, tape: Tape) -> Step:
    """The ply with one thing changed."""
    forge = FORGERIES[tape.below(len(FORGERIES))]
    if not step.events and forge in FORGERIES[:6]:
        forge = another_position_after
    return forge(step, tape)


# --- judged ---------------------------------------------------------------------------------


class Forger:
    """Collects the first violation by label that forgeries bring.

    A check that stumbles over a forged ply (a card number beyond the pack) has not said what is
    wrong, so that is not counted.
    """

    def __init__(self, properties: tuple[Property, ...], seed: str) -> None:
        self.properties = properties
        self.tape = Tape.seeded(seed, "forge")
        self.found: dict[str, Violation] = {}
        self.stumbled: set[str] = set()

    def judge(self, checker: Checker, steps: Iterable[Step]) -> None:
        """Step on, every second ply forged, and those with rare events twice as often."""
        for step in steps:
            rare = any(event.kind in RARE for event in step.events)
            checker.step(forged(step, self.tape) if rare or self.tape.below(2) else step)
        for violation in checker.violations:
            if "the check failed" in violation.message:
                self.stumbled.add(violation.label)
            else:
                self.found.setdefault(violation.label, violation)
        checker.violations.clear()

    def whole_games(self, game: Game, count: int) -> None:
        """Forge games from their openings on."""
        checker = Checker(game, self.properties, collect=True, thorough=True)
        for codes in games(game, count):
            state, events = opening(game)
            kind = self.tape.below(4)
            if kind == 0:
                events = ()
            elif kind == 1:
                events = (_another_fact(events[0], self.tape), *events[1:])
            checker.begin(state, events)
            self.judge(checker, walk(game, codes, checked=False))

    def scenarios(self, paths: Iterable[Path], rounds: int) -> None:
        """Forge each scenario so many times over: the rare positions."""
        for path in paths:
            case = load_scenario(path)
            state = build(case.game, case.given).state
            codes = [case.game.code(text) for text in case.when]
            steps = list(walk(case.game, codes, state))
            checker = Checker(case.game, self.properties, collect=True, thorough=True)
            for _ in range(rounds if steps else 0):
                checker.begin(state, whole=False)
                self.judge(checker, steps)
