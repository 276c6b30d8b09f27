"""Small definitions for the kernel's tests: one row machine after another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.actions import Domain, Outcomes, Verb, verb
from engine.agenda import Ask, Do, Kind, owe
from engine.clauses import Catalogue, Clause
from engine.content import Pack, Schema, validate
from engine.definition import Definition
from engine.events import Event, emit
from engine.options import Option, Options
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always
from engine.state import Rules, State, i8, numbers, stack, u8

COIN = Outcomes([0, 1], [1, 3])
TOSSED = Event("coin.tossed", ("side",), {"TOY-1": lambda h: h.num("side") == 1, "TOY-2": None})


class Toy(State):
    """A few counters and an agenda."""

    phase = u8()
    player = i8(-1)
    a = u8()
    b = u8(life="round")
    hand = numbers(2, by_seat=True, see="owner")
    agenda = stack()


def no_rules(pack: Pack, options: Options) -> Rules:
    """Only names."""
    return Rules(pack, options, {})


@verb("stay")
def stay(state: Toy) -> None:
    """Nothing."""


@verb("add", n=Domain("n", range(1, 4)))
def add(state: Toy, n: int) -> None:
    """Raise a and b."""
    state.a += n
    state.b += n


@verb("snack")
def snack(state: Toy) -> None:
    """A free action."""
    state.hand[0] += 1


@verb("toss", side=Domain("side", ("tails", "heads")))
def toss(state: Toy, side: int) -> None:
    """A coin that falls on heads three times of four."""
    emit(state, TOSSED, side)
    state.a = side


@verb("answer")
def answer(state: Toy) -> None:
    """Settle what was asked."""
    state.agenda.pop()
    state.hand[1] += 1


def one(state: Toy) -> list[int]:
    """Always open."""
    return [0]


for _verb in (stay, snack, answer):
    _verb.legal(one)
add.legal(lambda state: [0, 1, 2])
toss.outcomes(lambda state: COIN)


def count(state: Toy, arg: int) -> None:
    """DO: count, and owe a question for each odd argument."""
    state.b += 1
    if arg & 1:
        owe(state.agenda, 1)


def again(state: Toy, arg: int) -> None:
    """DO: owes itself for ever."""
    owe(state.agenda, 2)


COUNT = Do("count", count, raises=("question",))
QUESTION = Ask("question", "a_question_is_open", owner=lambda state, arg: 1)
AGAIN = Do("again", again)
IDLE = Ask("idle", "nobody_waits", open=lambda state, arg: False)
TASKS: tuple[Kind, ...] = (COUNT, QUESTION, AGAIN, IDLE)


def a_is_big(state: Toy) -> bool:
    """Three or more."""
    return state.a >= 3


def never(state: Toy) -> bool:
    """Not taken."""
    return False


def pack_of(name: str = "toy") -> Pack:
    """An empty pack."""
    meta = {"game": name, "content_id": "none", "label": "none", "origin": "reference"}
    return validate({"meta": meta}, "toy.toml", name, Schema({}))


class ToyDefinition(Definition):
    """A definition whose catalogue and pack need no files."""

    clauses = Catalogue(tuple(Clause(f"TOY-{n}", "A rule.", "event") for n in range(1, 4)))
    reference = pack_of()


def toy(
    phases: Sequence[Phase],
    verbs: Sequence[Verb],
    tasks: Sequence[Kind] = (),
    options: Sequence[Option] = (),
    plies_max: int = 50,
) -> Definition:
    """A definition of these rows."""
    return ToyDefinition(
        name="toy", title="Toy", players=(1, 2), rules_version=1, verbs=tuple(verbs),
        phases=tuple(phases), events=(TOSSED,), state=Toy, rules=no_rules,
        returns=lambda state: (state.a,) * state.rules.options.number("players"),
        schema=Schema({}), folder=Path("."), tasks=tuple(tasks), options=tuple(options),
        plies_max=plies_max,
    )  # fmt: skip


END = Phase("over", "", NOBODY)
COUNTER = (
    Phase("turn", "TOY-1", PLAYER, verbs=("stay", "add"), free=("snack",), quiet="stay",
          ends=("round",), exits=(Exit(a_is_big, "over"), Exit("add", "coin"),
                                  Exit(always, "turn"))),
    Phase("coin", "TOY-2", CHANCE, verbs=("toss",), exits=(Exit(always, "turn"),)),
    END,
)  # fmt: skip
HUB = (
    Phase("turn", "", lambda state: 0, verbs=("stay",), exits=(Exit(always, "settle"),)),
    Phase("settle", "", NOBODY, hub=True,
          exits=(Exit(a_is_big, "over"), Exit(QUESTION, "ask"), Exit(IDLE, "ask"),
                 Exit(always, "turn"))),
    Phase("ask", "", PLAYER, verbs=("answer",), exits=(Exit(always, "settle"),)),
    END,
)  # fmt: skip
