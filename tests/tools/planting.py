"""The stairs, the test game, with one fault of its rules at a time: each place where rules run."""

from collections.abc import Callable
from dataclasses import replace

from engine.actions import Outcomes
from engine.definition import Definition
from engine.events import Event, Happening, emit
from engine.phases import Exit
from engine.state import State
from tests.games.mini import GAME, rules
from tests.properties.liars import with_row, with_verb

LATE = 2  # turns before the fault shows: some plies are good


def falls(state: State) -> None:
    """Raises once the game is some turns old."""
    if state.turn >= LATE:
        raise KeyError("rope")


def faces(state: State) -> Outcomes:
    """Raises."""
    falls(state)
    return rules.DIE


def nothing(state: State) -> Outcomes | None:
    """No table."""
    return rules.DIE if state.turn < LATE else None


def weightless(state: State) -> Outcomes:
    """A die that shows nothing."""
    return rules.DIE if state.turn < LATE else Outcomes.weighed(range(6), [0] * 6)


def may_rest(state: State) -> list[int]:
    """Raises."""
    falls(state)
    return [0]


def too_many(state: State) -> list[int]:
    """A code that no verb has."""
    return [0] if state.turn < LATE else [0, 99]


def climber(state: State) -> int:
    """A seat that nobody has."""
    return state.climber if state.turn < LATE else 5


def lost(state: State) -> int:
    """Raises."""
    falls(state)
    return state.climber


def blows(state: State, face: int) -> None:
    """Raises after it is done."""
    rules.blow.effect(state, face)
    falls(state)


def is_reached(state: State) -> bool:
    """Raises."""
    falls(state)
    return rules.top_is_reached(state)


def dusk(state: State) -> None:
    """Raises."""
    rules.fall_dusk(state)
    falls(state)


def unpaid(state: State) -> tuple[int, ...]:
    """Raises at every end."""
    raise KeyError("purse")


def no_house(state: State) -> None:
    """Raises before the first ply."""
    raise KeyError("house")


def guessed(gust: Happening) -> bool:
    """A fact that the event does not have."""
    return gust.num("colour") > 0


GUARDED = Event("gust.blew", ("face", "lost"), {"MI-GUST-01": guessed})


def told_wrong(event: Event, *facts: int) -> Callable[..., None]:
    """The gust, with another event told."""

    def effect(state: State, face: int) -> None:
        sink, state.sink = state.sink, None
        rules.blow.effect(state, face)
        state.sink = sink
        if state.turn >= LATE:
            emit(state, event, *facts)

    return effect


def with_event(event: Event) -> tuple[Event, ...]:
    """The events, one of them replaced."""
    return tuple(event if old.kind == event.kind else old for old in GAME.events)


DUSKY = with_row("dusk", exits=(Exit(is_reached, "saved"), *GAME.phases[2].exits[1:]))
FAULTS: dict[str, Definition] = {
    "outcomes": with_verb(rules.blow, chance=faces),
    "no_outcomes": with_verb(rules.blow, chance=nothing),
    "weights": with_verb(rules.blow, chance=weightless),
    "legal": with_verb(rules.rest, enabled=may_rest),
    "seat": replace(GAME, phases=with_row("turn", actor=climber)),
    "actor": replace(GAME, phases=with_row("turn", actor=lost)),
    "effect": with_verb(rules.blow, effect=blows),
    "exit": replace(GAME, phases=DUSKY),
    "enter": replace(GAME, phases=with_row("dusk", enter=dusk)),
    "returns": replace(GAME, returns=unpaid),
    "set_up": replace(GAME, setup=no_house),
    "guard": replace(with_verb(rules.blow, effect=told_wrong(GUARDED, 1, 1)),
                     events=with_event(GUARDED)),
    "facts": with_verb(rules.blow, effect=told_wrong(rules.BLOWN, 1)),
}  # fmt: skip
CODES = with_verb(rules.climb, enabled=too_many)
UNKNOWN_CLAUSE = replace(GAME, phases=with_row("turn", clause="MI-NONE"))
globals().update(FAULTS)  # as attributes, which entry points name
