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
from engine.games.tin_helm.components import TinHelmRules
from engine.games.tin_helm.state import TinHelm
from engine.play import Step
from properties.history import History
from properties.invariant import Check, Property, Verdict, event_invariant, remember
from properties.tin_helm.book import ENCOUNTER, ENEMY, NONE, Book, book, change

HERO, FOE = "hero", "foe"
RESOLVE, SKIP = range(2)
FACE_ROOM, FACE_RESULT = range(2)
BY_HERO, BY_ENEMY, AT_WATER, ON_TABLE = range(4)


class Turn(Step):
    """A Step of this game: what checks call it, since its states are of TinHelm."""

    before: TinHelm
    acted: TinHelm
    after: TinHelm


@dataclass
class Memory:
    """What events told so far that no field keeps; `known` parts began within this history."""

    level_known: bool = False
    level_cards: int = 0
    level_rooms: int = 0
    chosen: int = 0
    top_chosen: int = NONE
    fight_known: bool = False
    last_blow: str = ""
    hero_blows: int = 0
    foe_blows: int = 0
    dice: tuple[int, ...] = ()
    fished: list[int] = field(default_factory=list)
    gained: int = 0
    level_left: TinHelm | None = None


@dataclass
class Ledger:
    """One game's second books: `now`, brought up to date at the first event of each ply."""

    step: Step | None = None
    now: TinHelm | None = None
    begun: bool = False
    memory: Memory = field(default_factory=Memory)


def book_of(game: Game) -> Book:
    """The Book of a Game."""
    return book(cast(TinHelmRules, game.rules))


def opened(past: History) -> Ledger:
    """This game's Ledger, standing in the present ply.

    A position entered from the middle has run through events that started somewhere unknown: then
    `now` is None until the next ply, and what is judged against it is vacuous.
    """
    if past.here is not None:
        return past.here  # type: ignore[return-value]
    ledger = past.here = past.own(Ledger)
    step = past.step
    if ledger.step is not step or not ledger.begun:
        blind = step is None and not past.whole and past.before is past.state and past.log
        ledger.step, ledger.begun = step, True
        ledger.now = None if blind else cast(TinHelm, past.before.clone())
    return ledger


def event_check(
    ident: str, *clauses: str, kinds: tuple[str, ...], whole: bool = False
) -> Callable[[Callable[[Happening, TinHelm, History], Verdict]], Property]:
    """`f(happening, now, past)`: an event against the ledger as it stands just before it."""

    def declare(function: Callable[[Happening, TinHelm, History], Verdict]) -> Property:
        def judged(happening: Happening, past: History) -> Verdict:
            here: Ledger | None = past.here  # type: ignore[assignment]
            now = (here or opened(past)).now
            return None if now is None else function(happening, now, past)

        judged.__name__, judged.__doc__ = function.__name__, function.__doc__
        return event_invariant(ident, *clauses, kinds=kinds, whole=whole)(cast(Check, judged))

    return declare


# --- what each event does to a position, and what it tells ---------------------------------------

Fold = Callable[[TinHelm, Happening, Memory], None]


def _bit(number: int) -> int:
    """The bit of a card or item; none for no card, so that broken rules break no books."""
    return 1 << number if number >= 0 else 0


def _race_chosen(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.race = h.num("race")


def _class_chosen(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.cls, now.level = h.num("class"), h.num("level")
    now.health, now.energy = h.num("health"), h.num("energy")
    now.food, now.favor = h.num("food"), h.num("favor")
    now.items = sum(_bit(item) for item in h.nums("items"))


def _deck_shuffled(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.unseen, now.used, now.top = (1 << h.num("cards")) - 1, 0, NONE


def _level_started(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.rooms = now.icon = 0
    memory.level_known, memory.level_cards, memory.level_rooms = True, 0, 0
    memory.level_left = None


def _turned_up(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.top = h.num("card")
    now.unseen &= ~_bit(now.top)


def _room_chosen(now: TinHelm, h: Happening, memory: Memory) -> None:
    memory.chosen += 1
    memory.top_chosen = now.top
    if h.num("mode") == RESOLVE:
        now.room = now.top
    else:
        now.result = now.top
    now.top = NONE


def _revealed(now: TinHelm, h: Happening, memory: Memory) -> None:
    card = h.num("card")
    now.unseen &= ~_bit(card)
    if h.num("face") == FACE_ROOM:
        now.room = card
    else:
        now.result = card


def _room_created(now: TinHelm, h: Happening, memory: Memory) -> None:
    memory.chosen, memory.top_chosen = 0, NONE
    memory.level_cards |= _bit(h.num("room")) | _bit(h.num("result"))
    memory.level_rooms += 1


def _icon_started(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.icon = h.num("index") + 1
    memory.fished = []


def _room_ended(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.used |= _bit(now.room) | _bit(now.result)
    now.room = now.result = NONE
    now.icon = 0
    now.rooms += 1


def _lost(now: TinHelm, h: Happening, memory: Memory) -> None:
    change(now, h.num("stat"), -h.num("lost"))


def _gained(now: TinHelm, h: Happening, memory: Memory) -> None:
    change(now, h.num("stat"), h.num("gained"))


def _accepted(now: TinHelm, h: Happening, memory: Memory) -> None:
    change(now, h.num("stat"), -h.num("paid"))


def _gone(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.items &= ~_bit(h.num("item"))


def _favor_gained(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.favor += h.num("gained")


def _shard_gained(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.shards += 1
    now.sources |= _bit(h.num("source"))


def _loot_gained(now: TinHelm, h: Happening, memory: Memory) -> None:
    bit = _bit(h.num("item"))
    now.loot &= ~bit
    memory.gained |= bit
    if h.num("kept"):
        now.items |= bit


def _food_found(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.food += h.num("food")


def _rested(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.health += h.num("health")
    now.energy += h.num("energy")


def _eaten(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.food -= 1
    change(now, h.num("stat"), h.num("gained"))


def _used(now: TinHelm, h: Happening, memory: Memory) -> None:
    item = h.num("item")
    now.items &= ~_bit(item)
    change(now, h.num("stat"), h.num("gained"))
    if book(now.rules).timing[item] == "use_combat":
        now.smoke = item


def _fight_started(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.enemy, now.foe = h.num("enemy"), h.num("health")
    memory.fight_known, memory.hero_blows, memory.foe_blows = True, 0, 0
    first = book(now.rules).foes[now.enemy].power == "attacks_first"
    memory.last_blow = HERO if first else FOE


def _energy_spent(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.spent = h.num("n")
    now.energy -= now.spent


def _dice_rolled(now: TinHelm, h: Happening, memory: Memory) -> None:
    purpose = h.num("purpose")
    memory.dice = h.nums("dice")
    if purpose == BY_ENEMY:
        memory.last_blow = FOE
        memory.foe_blows += 1
    elif purpose == AT_WATER:
        memory.fished += memory.dice


def _hero_damage(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.foe = max(0, now.foe - h.num("amount"))
    now.spent = 0
    now.opened = 1
    memory.last_blow = HERO
    memory.hero_blows += 1


def _enemy_damage(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.health -= h.num("lost")


def _skipped(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.smoke = NONE
    memory.last_blow = FOE
    memory.foe_blows += 1


def _power(now: TinHelm, h: Happening, memory: Memory) -> None:
    if h.word("power") == "regenerate":
        now.foe += h.num("amount")


def _fight_won(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.enemy = now.smoke = NONE
    now.foe = now.spent = now.opened = 0
    memory.fight_known, memory.last_blow = False, ""


def _level_ended(now: TinHelm, h: Happening, memory: Memory) -> None:
    memory.level_left = now.clone()


def _meeple(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.level = h.num("to")


def _fed(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.food -= 1


def _starved(now: TinHelm, h: Happening, memory: Memory) -> None:
    now.health -= h.num("lost")


FOLDS: dict[str, Fold] = {
    "race.chosen": _race_chosen, "class.chosen": _class_chosen, "deck.shuffled": _deck_shuffled,
    "level.started": _level_started, "card.turned_up": _turned_up, "room.chosen": _room_chosen,
    "card.revealed": _revealed, "room.created": _room_created, "icon.started": _icon_started,
    "room.ended": _room_ended, "trap.sprung": _lost, "stat.lost": _lost, "stat.gained": _gained,
    "offer.accepted": _accepted, "item.traded": _gone, "item.discarded": _gone,
    "favor.gained": _favor_gained, "shard.gained": _shard_gained, "loot.gained": _loot_gained,
    "loot.empty": _food_found, "camp.rested": _rested, "camp.searched": _food_found,
    "water.searched": _food_found, "food.eaten": _eaten, "item.used": _used,
    "fight.started": _fight_started, "energy.spent": _energy_spent, "dice.rolled": _dice_rolled,
    "hero.damage": _hero_damage, "enemy.damage": _enemy_damage, "attack.skipped": _skipped,
    "power.applied": _power, "fight.won": _fight_won, "level.ended": _level_ended,
    "meeple.moved": _meeple, "hero.fed": _fed, "hero.starved": _starved,
}  # fmt: skip


@remember(kinds=tuple(FOLDS))
def keep_the_books(happening: Happening, past: History) -> None:
    """Carry the ledger over one event."""
    here: Ledger | None = past.here  # type: ignore[assignment]
    ledger = here or opened(past)
    if ledger.now is not None:
        FOLDS[happening.event.kind](ledger.now, happening, ledger.memory)


def icon_kind(now: TinHelm) -> int:
    """The kind of the icon being resolved."""
    if now.room == NONE or not now.icon:
        return NONE
    return book(now.rules).cards[now.room].icons[now.icon - 1]


def named_foe(now: TinHelm) -> int:
    """The enemy that the running icon's entry on the result face names; NONE if it names none."""
    card, kind = book(now.rules).cards[now.result], icon_kind(now)
    if kind == ENEMY:
        return card.enemy
    return card.foe_met if kind == ENCOUNTER else card.foe_inside
