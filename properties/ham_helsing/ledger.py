"""The second books: a position carried forward by the facts of events alone, in event order.

An event is judged against the ledger, which stands just before it: many rule steps may run in one
ply, and only events say what held between them.  At the end of each ply the ledger must equal the
state; then nothing has changed but by an event, and the books go on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.content import Row
from engine.events import Happening
from engine.games.ham_helsing.components_causes import STEPS as SPINE
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
    """A fight with the Villain from its declaration on, or an opening of it by commitments."""

    declared: bool = False
    rolls: int = 0
    rerolls: int = 0
    ignored: int = 0
    symbols: int = 0
    powers: int = 0
    struck: bool = False
    coloured: int = 0
    due: int = 0
    answered: int = 0


@dataclass
class Memory:
    """What events told so far that no field keeps.

    `mark` is the last milestone of the course, `step` the step of the turn under way; `owed` are
    health losses on entering, `toll` Damage that is due by cause; `movers` are Minions that have to
    move and `moved` those that did; `waiting` are Effects placed and unresolved, in draw order.
    `sure`: nothing was under way where these books were opened, or a turn has begun since.
    """

    sure: bool = False
    mark: str = ""
    step: str = ""
    rounds: int = 0
    # the turn: extra cards, cards in hand when drawing began, whether drawing stopped
    extra: int = 0
    hand: int = -1
    stopped: int = 0
    left_village: bool = False
    # movement points paid and not yet walked; the last own move
    paces: int = 0
    walker: int = -1
    origin: int = -1
    owed: list[tuple[int, str]] = field(default_factory=list)
    # the attack chosen for a Minion: a colour, 4 for a wild, 5 for the Katana; the text in use
    strike: int = -1
    card: int = -1
    doing: tuple[Row, ...] = ()
    trigger: str = ""
    # one use of Knuckles: Minions found and scared
    found: int = -1
    scared: int = 0
    # gains and Damage due, by cause
    bounty: int = 0
    raises: list[int] = field(default_factory=lambda: [0] * 4)
    toll: dict[str, int] = field(default_factory=dict)
    # tokens: Locations still to be served, by what; Effects waiting; the one being resolved
    goals: int = 0
    by: str = ""
    spawn: int = 0
    waiting: list[int] = field(default_factory=list)
    resolving: int = -1
    drawn: int = -1
    # Minions called by a colour
    colour: int = -1
    cause: str = ""
    movers: int = 0
    moved: int = 0
    # limits: Locations found over their limit when the check began, those that were looked at
    over: int = -1
    checked: int = -1
    # the Villain: powers that acted, Locations that the last one named as it began
    acts: list[str] = field(default_factory=list)
    aims: int = 0
    revealed: int = 0
    fight: Fight = field(default_factory=Fight)
    # what a trade moves, what a reward gives
    rewarded: tuple[int, int, int] = (-1, 0, 0)
    katana: int = 0
    ended: bool = False


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


# The step under way, by what is owed next.
STEP_NOW = {
    "round": "", "begin": "", "play": "play", "gain": "play", "draw": "gain", "place": "draw",
    "limits": "place", "damage": "limits", "next": "damage", "flip": "market", "move": "flip",
    "minions": "move", "nests": "minions", "acts": "nests", "villain_limits": "acts",
}  # fmt: skip


def empty_the_pool(now: HamHelsing) -> None:
    """What step 1 leaves unused lapses (HH-PLAY-02, HH-KATANA-04, HH-DRAW-05)."""
    now.steps = now.katana_points = now.reach = now.shuffled = now.bones = now.snout = 0
    now.loose, now.doubled = [0] * 5, [0] * 4


def _begin(now: HamHelsing, step: Step) -> None:
    """What the action itself does before any event of it."""
    if step.verb == "end_play":
        empty_the_pool(now)
    elif step.verb == "bones_reroll":
        now.boned |= 1 << chosen(step)[0]


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
        if not ledger.memory.step and before.step < len(SPINE):
            ledger.memory.step = STEP_NOW[SPINE[before.step]]
            ledger.memory.sure = past.whole or not before.agenda
    if ledger.now is not None and step is not None:
        _begin(ledger.now, step)
    return ledger


def event_check(
    ident: str, *clauses: str, kinds: tuple[str, ...], whole: bool = False, sure: bool = False
) -> Callable[[Callable[[Happening, HamHelsing, History], Verdict]], Property]:
    """`f(happening, now, past)`: an event against the ledger as it stands just before it.

    `sure`: only where what went before is known.
    """

    def declare(function: Callable[[Happening, HamHelsing, History], Verdict]) -> Property:
        def judged(happening: Happening, past: History) -> Verdict:
            ledger = opened(past)
            if ledger.now is None or ledger.broken or (sure and not ledger.memory.sure):
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


def pooled(past: History) -> list[tuple[int, int, int, int]]:
    """Card, place, icon and points of what joins the pool right after the event judged."""
    facts = ("card", "place", "icon", "points")
    added: list[tuple[int, int, int, int]] = []
    for h in past.rest():
        if h.event.kind != "pool.add":
            break
        card, place, icon, points = (h.num(fact) for fact in facts)
        added.append((card, place, icon, points))
    return added


def chosen(step: Step) -> tuple[int, ...]:
    """The arguments of the action taken."""
    return step.game.space.calls[step.code][1]


def offers(step: Step, verb: str) -> list[tuple[int, ...]]:
    """The arguments of every legal action of a verb."""
    space = step.game.space
    base = space.bases[verb]
    size = space.verbs[space.verb_at[base]].size
    return [space.calls[code][1] for code in step.legal if base <= code < base + size]
