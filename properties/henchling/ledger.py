"""The second books: a position carried forward by the facts of events alone, in event order.

An event is judged against the ledger, which stands just before it: many rule steps may run in one
ply, and only events say what held between them.  At the end of each ply the ledger must equal the
state; then nothing has changed but by an event.  Unseen cards are kept as one set and two sizes:
which pile a card of the pool lies in is nobody's knowledge (HE-PILE-07).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from engine.events import Happening
from engine.games.henchling.state import Henchling
from engine.play import Step
from properties.history import History
from properties.invariant import Check, Property, Verdict, event_invariant


class Turn(Step):
    """A Step of this game: what checks call it, since its states are of Henchling."""

    before: Henchling
    acted: Henchling
    after: Henchling


@dataclass
class Batch:
    """One batch of damage since it opened: amounts fixed, packets handled, lethal damage.

    `stood` is the health each Henchling had at the opening, where texts with an `if` may change it.
    """

    kind: str
    source: int
    targets: tuple[int, ...]
    amounts: tuple[int, ...]
    reaction: bool
    handled: int = 0
    blocked: list[int] = field(default_factory=list)
    fatal: list[int] = field(default_factory=list)
    died: list[int] = field(default_factory=list)
    closing: bool = False
    stood: dict[int, int] = field(default_factory=dict)

    def as_it_stands(self) -> Batch:
        """A copy that later blocks and deaths do not change."""
        return replace(self, blocked=self.blocked[:], fatal=self.fatal[:], died=self.died[:])


@dataclass
class Action:
    """What is under way since its announcement: who, what, and what has been done for it.

    `givers` are the cards that print the ability in use: its card, or enhancers that grant it.
    """

    kind: str
    seat: int
    card: int
    ability: int
    first: int
    second: int
    paid: bool = False
    tilts: int = 0
    attacked: bool = False
    prevented: bool = False
    givers: tuple[int, ...] = ()


@dataclass
class Memory:
    """What events told so far that no field keeps."""

    phase: str = ""
    over: bool = False
    action: Action | None = None
    reaction: Action | None = None
    trap: int = -1
    batch: Batch | None = None
    pending: Batch | None = None
    spent: int = 0
    gained: int = 0
    purse: int = -1
    counted: int = 0
    forfeited: int = 0
    excess: int = 0
    put_away: int = 0
    used: dict[int, int] = field(default_factory=dict)
    arriving: int = -1
    exchanged: int = 0
    springs: dict[int, int] = field(default_factory=dict)
    untilted: bool = False
    seen: int = -1
    waiting: list[int] = field(default_factory=list)
    due: list[int] = field(default_factory=list)


@dataclass
class Ledger:
    """One game's second books: cards unseen, and the sizes of both hidden parts.

    `broken` says which event's card is not where it was, `agreed` whether all fields that events
    account for are at the end of the ply as the books say.
    """

    step: Step | None = None
    now: Henchling | None = None
    unseen: int = 0
    down: int = 0
    up: int = 0
    begun: bool = False
    broken: str = ""
    agreed: bool | None = None
    memory: Memory = field(default_factory=Memory)


def sizes(state: Henchling) -> tuple[int, int, int]:
    """The cards unseen as a mask, and how many lie hidden in either pile (HE-PILE-07)."""
    unseen = state.pool | state.down | state.up
    for card in state.bottom:
        unseen |= 1 << card
    down = state.pool_down + state.down.bit_count() + len(state.bottom)
    return unseen, down, state.pool.bit_count() - state.pool_down + state.up.bit_count()


def opened(past: History) -> Ledger:
    """This game's Ledger, standing in the present ply.

    A position entered from the middle has run through events that started somewhere unknown: then
    `now` is None until the next ply, and what is judged against it is vacuous.
    """
    ledger = past.own(Ledger)
    step = past.step
    if ledger.step is not step or not ledger.begun:
        blind = step is None and not past.whole
        ledger.step, ledger.begun, ledger.broken = step, True, ""
        ledger.now = ledger.agreed = None
        # What was open when this ply's choice was made.
        open_batch = ledger.memory.batch
        ledger.memory.pending = open_batch and open_batch.as_it_stands()
        if not blind and (step is None or step.events):
            ledger.now = cast(Henchling, past.before).clone()
            ledger.unseen, ledger.down, ledger.up = sizes(ledger.now)
    return ledger


def event_check(
    ident: str, *clauses: str, kinds: tuple[str, ...], whole: bool = False
) -> Callable[[Callable[[Happening, Henchling, History], Verdict]], Property]:
    """`f(happening, now, past)`: an event against the ledger as it stands just before it."""

    def declare(function: Callable[[Happening, Henchling, History], Verdict]) -> Property:
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
