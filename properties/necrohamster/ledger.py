"""The second books: a position carried forward by the facts of events alone, in event order.

An event is judged against the ledger, which stands just before it: many rule steps may run in one
ply, and only events say what held between them.  At the end of each ply the ledger must equal the
state; then nothing has changed but by an event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.events import Happening
from engine.games.necrohamster.state import Necrohamster
from engine.play import Step
from properties.history import History
from properties.invariant import Check, Property, Verdict, event_invariant
from properties.necrohamster.book import NONE, book

# Fields that events account for, by what they are about; SCRATCH are those they do not tell of.
GROUPS = (
    ("deck", "discards", "owed"),
    ("hands", "commit", "paid"),
    ("areas", "waiting", "count", "best"),
    ("offered", "titles", "shelf", "artefacts"),
    ("pending", "source"),
    ("round", "marker", "turn", "ended"),
)
ALL_AGREED = (1 << len(GROUPS)) - 1
SCRATCH = ("phase", "player", "part", "reach", "victim", "left", "low", "asked")


class Turn(Step):
    """A Step of this game: what checks call it, since its states are of Necrohamster."""

    before: Necrohamster
    acted: Necrohamster
    after: Necrohamster


@dataclass
class Running:
    """What the effect under way has done since its effect.started; seats to counts."""

    seat: int
    source: int
    then: Necrohamster
    owed: int = 0
    hit: dict[int, int] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    struck: list[int] = field(default_factory=list)
    stolen: int = 0
    returned: int = 0
    called: int = 0
    gained: int = 0
    target: int = NONE
    declined: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


@dataclass
class Memory:
    """What events told so far that no field keeps; None or empty where it began out of sight."""

    phase: str = ""
    round_then: Necrohamster | None = None
    draw_seats: list[int] = field(default_factory=list)
    summon_then: Necrohamster | None = None
    committed: dict[int, int] = field(default_factory=dict)
    costs: dict[int, int] = field(default_factory=dict)
    slots: list[int] | None = None
    slot_pending: int = 0
    summoned: dict[tuple[int, int], int] = field(default_factory=dict)
    started: dict[tuple[int, int], int] = field(default_factory=dict)
    moved: list[dict[str, int]] = field(default_factory=list)
    effect: Running | None = None
    due: dict[int, tuple[int, ...]] = field(default_factory=dict)
    end_due: bool = False
    reached: bool = False
    scores: dict[int, int] = field(default_factory=dict)
    tied: tuple[int, ...] = ()


@dataclass
class Ledger:
    """One game's second books: `now`, brought up to date at the first event of each ply.

    `broken` says which event's numbers name nothing, if one's do: the books end there.  `agreed`
    has a bit for each group of fields that was found to be as the books say.
    """

    step: Step | None = None
    now: Necrohamster | None = None
    agreed: int = 0
    begun: bool = False
    broken: str = ""
    memory: Memory = field(default_factory=Memory)


def opened(past: History) -> Ledger:
    """This game's Ledger, standing in the present ply, what was chosen in it written down.

    A position entered from the middle has run through events that started somewhere unknown: then
    `now` is None until the next ply, and what is judged against it is vacuous.
    """
    ledger = past.own(Ledger)
    step = past.step
    if ledger.step is not step or not ledger.begun:
        _turn_over(ledger, past)
        if step is not None and ledger.now is not None:
            _choose(ledger.now, step)
    return ledger


def _turn_over(ledger: Ledger, past: History) -> None:
    """A new page: the position before this ply, which the books may hold already."""
    last, step = ledger.step, past.step
    blind = step is None and not past.whole and past.before is past.state and past.log
    before = cast(Necrohamster, past.before)
    if (
        ledger.now is not None and ledger.agreed == ALL_AGREED
        and last is not None and last.after is before
    ):  # fmt: skip
        for name in SCRATCH:
            setattr(ledger.now, name, getattr(before, name))
    else:
        ledger.now = None if blind else before.clone()
    ledger.step, ledger.begun, ledger.broken, ledger.agreed = step, True, "", 0


def _choose(now: Necrohamster, step: Step) -> None:
    """A choice of which no event tells at once: the card to summon, and each card paid for it."""
    verb = step.verb
    if verb in ("summon", "call"):
        now.commit[now.player] = argument(step)
    elif verb == "pay_with":
        now.paid[now.player][argument(step)] += 1


def argument(step: Step) -> int:
    """The local code of the action taken: its one argument."""
    return step.code - step.game.space.bases[step.verb]


def mover(now: Necrohamster) -> int:
    """The seat whose turn it is in player order; NONE after the last."""
    if now.marker < 0 or now.turn >= book(now.rules).players:
        return NONE
    return (now.marker + now.turn) % book(now.rules).players


def event_check(
    ident: str, *clauses: str, kinds: tuple[str, ...], whole: bool = False
) -> Callable[[Callable[[Happening, Necrohamster, History], Verdict]], Property]:
    """`f(happening, now, past)`: an event against the ledger as it stands just before it."""

    def declare(function: Callable[[Happening, Necrohamster, History], Verdict]) -> Property:
        def judged(happening: Happening, past: History) -> Verdict:
            now = opened(past).now
            return None if now is None else function(happening, now, past)

        judged.__name__, judged.__doc__ = function.__name__, function.__doc__
        return event_invariant(ident, *clauses, kinds=kinds, whole=whole)(cast(Check, judged))

    return declare


def memory_of(past: History) -> Memory:
    """What events told so far."""
    return opened(past).memory
