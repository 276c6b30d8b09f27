"""The second books: a position carried forward by the facts of events alone, in event order.

An event is judged against the ledger, which stands just before it: many rule steps may run in one
ply, and only events say what held between them.  At the end of each ply the ledger must equal the
state; then nothing has changed but by an event, and the books go on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from engine.play import Step
from properties.history import History
from properties.invariant import Check, Property, Verdict, event_invariant


class Turn(Step):
    """A Step of this game: what checks call it, since its states are of Ham Helsing."""

    before: HamHelsing
    acted: HamHelsing
    after: HamHelsing


@dataclass
class Fight:
    """A fight with the Villain since its first commitment or its declaration."""

    who: int
    wild: int = 0
    coloured: int = 0
    attacks: list[int] = field(default_factory=lambda: [0] * 5)
    declared: bool = False
    rolls: int = 0
    rerolls: int = 0
    ignored: list[int] = field(default_factory=list)
    dice: list[int] = field(default_factory=lambda: [-1, -1])
    blocked: int = 0
    powers: int = 0
    hurt: int = 0
    armour: int = 0
    settled: bool = False
    rewarded: list[int] = field(default_factory=list)
    due: int = 0
    answered: int = 0


@dataclass
class Use:
    """One use of Knuckles from his move on: where to, how many Minions were there, scared."""

    to: int
    found: int
    everyone: bool
    scared: int = 0


@dataclass
class Batch:
    """Tokens owed together: by what, where to, what has come, Effects that wait, in draw order."""

    by: str
    goals: int = 0
    placed: list[int] = field(default_factory=list)
    missed: int = 0


@dataclass
class Deed:
    """What a turn has done so far, of what it may do but once."""

    base: int = 0
    offers: int = 0
    extra: int = 0
    powers: list[int] = field(default_factory=list)
    skills: list[int] = field(default_factory=list)
    shuffled: list[int] = field(default_factory=list)
    katana: int = 0
    moved_to: int = -1


@dataclass
class Memory:
    """What events told so far that no field keeps."""

    phase: str = ""
    step: str = ""
    who: int = -1
    known: bool = False
    turns: list[int] = field(default_factory=list)
    deed: Deed = field(default_factory=Deed)
    fight: Fight | None = None
    use: Use | None = None
    batch: Batch | None = None
    waiting: list[int] = field(default_factory=list)
    resolving: list[int] = field(default_factory=list)
    called: tuple[int, str] = (-1, "")
    held: int = 0
    movers: int = 0
    gained: list[int] = field(default_factory=list)
    lost_now: int = 0
    due_lost: int = 0
    checked: list[int] = field(default_factory=list)
    revealed: int = 0
    acts: list[str] = field(default_factory=list)
    acting: str = ""
    flips: int = 0
    bites: int = 0
    blocked: int = 0
    softened: int = 0
    katana_spent: int = 0
    katana_uses: int = 0
    paying: int = -1
    card: int = -1
    rewards: dict[tuple[int, int], int] = field(default_factory=dict)
    ended: bool = False
    hand: int = 0
    stopped: bool = False
    offered: bool = False
    asked: list[int] = field(default_factory=list)
    unsold: tuple[int, int] = (-1, -1)


@dataclass
class Ledger:
    """One game's second books.

    `broken` says which event's thing is not where it was, `agreed` whether all fields that events
    account for are at the end of the ply as the books say.
    """

    step: Step | None = None
    now: HamHelsing | None = None
    begun: bool = False
    broken: str = ""
    agreed: bool | None = None
    last: HamHelsing | None = None
    memory: Memory = field(default_factory=Memory)


def empty_the_pool(now: HamHelsing) -> None:
    """What step 1 leaves unused lapses (HH-PLAY-02, HH-KATANA-04, HH-DRAW-05)."""
    now.steps = now.katana_points = now.reach = now.shuffled = now.bones = now.snout = 0
    now.loose, now.doubled = [0] * 5, [0] * 4


def opened(past: History) -> Ledger:
    """This game's Ledger, standing in the present ply.

    A position entered from the middle has run through events that started somewhere unknown: then
    `now` is None until the next ply, and what is judged against it is vacuous.
    """
    ledger = past.own(Ledger)
    step = past.step
    if ledger.step is step and ledger.begun:
        return ledger
    blind = step is None and not past.whole
    before = cast(HamHelsing, past.before)
    goes_on = ledger.agreed is True and ledger.last is before and not ledger.broken
    ledger.step, ledger.begun, ledger.broken, ledger.agreed = step, True, "", None
    ledger.last = cast(HamHelsing, past.state)
    if not goes_on:
        ledger.now = None if blind else before.clone()
    if ledger.now is not None and step is not None and step.verb == "end_play":
        empty_the_pool(ledger.now)
    return ledger


def event_check(
    ident: str, *clauses: str, kinds: tuple[str, ...], whole: bool = False
) -> Callable[[Callable[[Happening, HamHelsing, History], Verdict]], Property]:
    """`f(happening, now, past)`: an event against the ledger as it stands just before it."""

    def declare(function: Callable[[Happening, HamHelsing, History], Verdict]) -> Property:
        def judged(happening: Happening, past: History) -> Verdict:
            ledger = opened(past)
            if ledger.now is None or ledger.broken:
                return None
            return function(happening, ledger.now, past)

        judged.__name__, judged.__doc__ = function.__name__, function.__doc__
        return event_invariant(ident, *clauses, kinds=kinds, whole=whole)(cast(Check, judged))

    return declare


def memory_of(past: History) -> Memory:
    """What events told so far."""
    return opened(past).memory


def told(step: Step, *kinds: str) -> list[Happening]:
    """The events of these kinds in a ply."""
    return [h for h in step.events if h.event.kind in kinds]


def chosen(step: Step) -> tuple[int, ...]:
    """The arguments of the action taken."""
    return step.game.space.calls[step.code][1]


def offers(step: Step, verb: str) -> list[tuple[int, ...]]:
    """The arguments of every legal action of a verb."""
    space = step.game.space
    base = space.bases[verb]
    size = space.verbs[space.verb_at[base]].size
    return [space.calls[code][1] for code in step.legal if base <= code < base + size]
