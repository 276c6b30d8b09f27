"""The second books: a position carried forward by the facts of events alone, in event order.

An event is judged against the ledger, which stands just before it: several rule steps may run in
one ply, and only events say what held between them.  At the end of each ply the ledger must equal
the state; then nothing has changed but by an event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.events import Happening
from engine.game import Game
from engine.games.hunted.components import (
    IN_ATTACHED,
    IN_DECK,
    IN_INVENTORY,
    IN_ROW,
    IN_TUCKED,
    UNDER,
    UNSEEN,
    HuntedRules,
)
from engine.games.hunted.state import Hunted
from engine.play import Step
from properties.history import History
from properties.hunted.book import NONE, POOLS, Book, bit, book, together
from properties.invariant import Check, Property, Verdict, event_invariant, remember


class Turn(Step):
    """A Step of this game: what checks call it, since its states are of Hunted."""

    before: Hunted
    acted: Hunted
    after: Hunted


@dataclass
class Memory:
    """What events told so far that no field keeps."""

    # The card drawn and not yet laid out, and how many locked-in cards went back on the deck.
    held: int = NONE
    returned: int = 0
    # The sum of the changes of Energy, the points absorbed in the battle, Locations so far.
    moved: int = 0
    absorbed: int = 0
    placed: list[int] = field(default_factory=list)
    resolved: list[int] = field(default_factory=list)


@dataclass
class Ledger:
    """One game's second books: `now`, brought up to date at the first event of each ply."""

    step: Step | None = None
    now: Hunted | None = None
    begun: bool = False
    memory: Memory = field(default_factory=Memory)


def book_of(game: Game) -> Book:
    """The Book of a Game."""
    return book(cast(HuntedRules, game.rules))


def opened(past: History) -> Ledger:
    """This game's Ledger, standing in the present ply, what was asked for written down.

    A position entered from the middle has run through events that started somewhere unknown: then
    `now` is None until the next ply, and what is judged against it is vacuous.
    """
    ledger = past.own(Ledger)
    step = past.step
    if ledger.step is not step or not ledger.begun:
        blind = step is None and not past.whole and past.before is past.state and past.log
        ledger.step, ledger.begun = step, True
        ledger.now = None if blind else cast(Hunted, past.before.clone())
        if ledger.now is not None and ledger.now.looked:
            # Cards being looked at are the top of the deck still.
            ledger.now.deck[:0], ledger.now.looked = ledger.now.looked, []
        if step is not None and ledger.now is not None:
            ask = ASKED.get(step.verb)
            if ask is not None:
                ask(ledger.now, argument(step))
            elif step.verb == "strike_with":
                # A card drawn for an attack has left the deck before anything is told of it.
                ledger.memory.held = argument(step)
                _from_top(ledger.now, ledger.memory.held)
    return ledger


def argument(step: Step) -> int:
    """The card (or number) an action names; 0 if it names none."""
    verb = step.game.space.verb_of(step.code)
    return step.code - step.game.space.bases[verb.name]


def event_check(
    ident: str, *clauses: str, kinds: tuple[str, ...], whole: bool = False
) -> Callable[[Callable[[Happening, Hunted, History], Verdict]], Property]:
    """`f(happening, now, past)`: an event against the ledger as it stands just before it."""

    def declare(function: Callable[[Happening, Hunted, History], Verdict]) -> Property:
        def judged(happening: Happening, past: History) -> Verdict:
            now = opened(past).now
            return None if now is None else function(happening, now, past)

        judged.__name__, judged.__doc__ = function.__name__, function.__doc__
        return event_invariant(ident, *clauses, kinds=kinds, whole=whole)(cast(Check, judged))

    return declare


# --- what an action writes down before anything happens ---------------------------------------


def _aim(now: Hunted, card: int) -> None:
    now.target = card


def _pick(now: Hunted, card: int) -> None:
    now.picked |= bit(card)


def _wield(now: Hunted, card: int) -> None:
    now.primary = card


def _throw(now: Hunted, card: int) -> None:
    now.thrown |= bit(card)


def _about_to_hit(now: Hunted, n: int) -> None:
    # While it is asked who absorbs, the attack in hand is counted already.
    now.attacks -= 1


ASKED: dict[str, Callable[[Hunted, int], None]] = {
    "absorb": _about_to_hit, "collect": _aim, "rescue": _aim, "pay": _pick,
    "unlock_with": _pick, "wield": _wield, "add_throwing": _throw,
}  # fmt: skip


# --- what each event does to a position, and what it tells ---------------------------------------

Fold = Callable[[Hunted, Happening, Memory], None]


def _leave(now: Hunted, name: str, card: int) -> None:
    """A card leaves an ordered zone, if it lies there."""
    zone = getattr(now, name)
    if card in zone:
        zone.remove(card)


def _from_top(now: Hunted, card: int) -> None:
    """The top card of the deck is this one."""
    if now.deck:
        slot = now.deck.pop(0)
        if slot in POOLS:
            setattr(now, POOLS[slot], getattr(now, POOLS[slot]) & ~bit(card))


def _chosen(now: Hunted, h: Happening, memory: Memory) -> None:
    now.hero = h.num("hero")


def _energy(now: Hunted, h: Happening, memory: Memory) -> None:
    memory.moved += h.num("to") - h.num("from")
    now.energy = h.num("to")


def _drawn(now: Hunted, h: Happening, memory: Memory) -> None:
    memory.held = h.num("card")
    _from_top(now, memory.held)


def _placed(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("location")
    if memory.held != card:
        _from_top(now, card)
    memory.held = NONE
    now.locations.append(card)
    memory.placed.append(card)
    if not now.entered:
        now.waiting.append(card)


def _resolved(now: Hunted, h: Happening, memory: Memory) -> None:
    _leave(now, "waiting", h.num("location"))
    effect = book(now.rules).on_reveal[h.num("location")]
    now.owed += effect.n if effect.op == "add_to_row" else 0
    memory.resolved.append(h.num("location"))


def _covered(now: Hunted, h: Happening, memory: Memory) -> None:
    now.entered = 1
    now.waiting = []


def _into_row(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("card")
    if memory.held == card:
        memory.held = NONE
    else:
        _leave(now, "deck", card)
        _leave(now, "tucked", card)
    now.in_row.append(card)


def _discarded(now: Hunted, h: Happening, memory: Memory) -> None:
    card, zone = h.num("card"), h.num("zone")
    if zone == IN_ROW:
        _leave(now, "in_row", card)
    elif zone == IN_TUCKED:
        _leave(now, "tucked", card)
    elif zone == IN_INVENTORY:
        now.inventory &= ~bit(card)
    elif zone == IN_ATTACHED and card in now.attached:
        at = now.attached.index(card)
        del now.attached[at], now.hosts[at]
    now.discard |= bit(card)


def _returned(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("card")
    if h.num("zone") == IN_DECK:
        _leave(now, "tucked", card)
        now.deck.insert(memory.returned, card)
        memory.returned += 1


def _reshuffled(now: Hunted, h: Happening, memory: Memory) -> None:
    pool = UNDER if now.unseen else UNSEEN
    name = POOLS[pool]
    count = now.discard.bit_count()
    setattr(now, name, getattr(now, name) | now.discard)
    now.discard = 0
    now.deck += [pool] * count
    if h.num("pass") == 2:
        now.deck += now.pile
        now.pile = []
    now.passes = h.num("pass")


def _grown(now: Hunted, h: Happening, memory: Memory) -> None:
    now.picture = h.num("to")


def _collected(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("card")
    _leave(now, "in_row", card)
    now.picked = 0
    if h.num("attach"):
        now.target = card
    else:
        now.inventory |= bit(card)
        now.target = NONE


def _attached(now: Hunted, h: Happening, memory: Memory) -> None:
    now.attached.append(h.num("item"))
    now.hosts.append(h.num("weapon"))
    now.target = NONE


def _rescued(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("survivor")
    _leave(now, "in_row", card)
    now.party |= bit(card)
    now.target, now.picked = NONE, 0


def _tire(now: Hunted, h: Happening, memory: Memory) -> None:
    now.tired |= bit(h.num("survivor"))


def _absorbed(now: Hunted, h: Happening, memory: Memory) -> None:
    _tire(now, h, memory)
    memory.absorbed += 1


def _hero_used(now: Hunted, h: Happening, memory: Memory) -> None:
    now.hero_used += 1


def _readied(now: Hunted, h: Happening, memory: Memory) -> None:
    now.tired &= ~bit(h.num("survivor"))


def _seen(now: Hunted, h: Happening, memory: Memory) -> None:
    card, place = h.num("card"), h.num("place")
    if 0 <= place < len(now.deck):
        slot = now.deck[place]
        if slot in POOLS:
            setattr(now, POOLS[slot], getattr(now, POOLS[slot]) & ~bit(card))
        now.deck[place] = card


def _sunk(now: Hunted, h: Happening, memory: Memory) -> None:
    _leave(now, "deck", h.num("card"))
    now.deck.append(h.num("card"))


def _taken(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("card")
    now.discard &= ~bit(card)
    if h.num("zone") == IN_ROW:
        _leave(now, "deck", card)
        now.in_row.append(card)
    else:
        now.inventory |= bit(card)


def _battle(now: Hunted, h: Happening, memory: Memory) -> None:
    now.battle = 1
    now.owed = 0
    memory.absorbed = 0


def _fight(now: Hunted, h: Happening, memory: Memory) -> None:
    now.foe = h.num("foe")


def _armed(now: Hunted, h: Happening, memory: Memory) -> None:
    now.primary, now.thrown = h.num("primary"), together(h.nums("throwing"))


def _attacked(now: Hunted, h: Happening, memory: Memory) -> None:
    now.attacks, now.total = h.num("number"), h.num("total")


def _struck(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("card")
    if memory.held != card:
        _from_top(now, card)
    memory.held = NONE
    now.tucked.append(card)
    now.total = h.num("total")


def _minion_down(now: Hunted, h: Happening, memory: Memory) -> None:
    card = h.num("minion")
    if card != book(now.rules).jekyll:
        now.beaten |= bit(card)


def _boss_down(now: Hunted, h: Happening, memory: Memory) -> None:
    now.beaten |= bit(h.num("boss"))


def _flipped(now: Hunted, h: Happening, memory: Memory) -> None:
    now.face = h.num("to")


def _ended(now: Hunted, h: Happening, memory: Memory) -> None:
    now.foe = now.primary = now.drawn = NONE
    now.thrown = now.total = now.attacks = now.due = 0
    memory.returned = 0


FOLDS: dict[str, Fold] = {
    "setup.chosen": _chosen, "energy.changed": _energy, "card.drawn": _drawn,
    "location.placed": _placed, "location.resolved": _resolved, "locations.covered": _covered,
    "row.added": _into_row, "card.discarded": _discarded, "locked.returned": _returned,
    "deck.reshuffled": _reshuffled, "picture.grown": _grown, "card.collected": _collected,
    "item.attached": _attached, "survivor.rescued": _rescued, "survivor.used": _tire,
    "survivor.absorbed": _absorbed, "hero.used": _hero_used, "survivor.readied": _readied,
    "card.seen": _seen, "card.sunk": _sunk, "card.taken": _taken, "battle.started": _battle,
    "combat.started": _fight, "weapons.chosen": _armed, "attack.made": _attacked,
    "combat.card_drawn": _struck, "minion.defeated": _minion_down, "boss.defeated": _boss_down,
    "boss.flipped": _flipped, "combat.ended": _ended,
}  # fmt: skip


@remember(kinds=tuple(FOLDS))
def keep_the_books(happening: Happening, past: History) -> None:
    """Carry the ledger over one event."""
    ledger = opened(past)
    if ledger.now is not None:
        FOLDS[happening.event.kind](ledger.now, happening, ledger.memory)
