"""What each event does to cards, points, sleeves and the market: entries of the second books."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening
from engine.games.ham_helsing.components_causes import LASTING
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    NONE,
    PLACES,
    WILD,
    book,
    text_of,
    zone_of,
)
from properties.ham_helsing.ledger import Ledger

# The field that keeps what a lasting text promises.
KEPT_IN = {
    "next_attack_ranged": "reach",
    "ignore_block": "snout",
    "soften_next_damage": "soften",
    "reroll_each_die_once": "bones",
    "scares_pay": "bounty",
}
Fold = Callable[[HamHelsing, Happening, Ledger], None]


class Astray(Exception):
    """An event names a thing that is not where the event takes it from."""


def take(mask: int, item: int, what: str) -> int:
    """The mask without the item, which must be in it."""
    if item < 0 or not mask >> item & 1:
        raise Astray(f"the {what} is not there")
    return mask ^ 1 << item


# --- cards ----------------------------------------------------------------------------------------


def _played(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = h.num("zone"), h.num("card")
    now.hand[zone] = take(now.hand[zone], card, "card")
    now.played[zone] |= 1 << card


def _pooled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.left[PLACES * h.num("card") + h.num("place")] += h.num("points")


def _spent(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.left[PLACES * h.num("card") + h.num("place")] -= 1
    now.touched |= 1 << h.num("card")


def _converted(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.loose[WILD] += 1


def _leave_pool(now: HamHelsing, card: int) -> None:
    now.left[PLACES * card : PLACES * card + PLACES] = bytes(PLACES)
    now.touched &= ~(1 << card)


def _discarded(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = h.num("zone"), h.num("card")
    if now.played[zone] >> card & 1:
        now.played[zone] ^= 1 << card
        _leave_pool(now, card)
    else:
        now.hand[zone] = take(now.hand[zone], card, "card")
    now.covered[card] = 0
    now.discard[zone] |= 1 << card
    now.top[zone] = card


def _returned(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = h.num("zone"), h.num("card")
    now.played[zone] = take(now.played[zone], card, "card")
    now.hand[zone] |= 1 << card
    _leave_pool(now, card)


def _fetched(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = zone_of(now, h.num("who")), h.num("card")
    now.discard[zone] = take(now.discard[zone], card, "card")
    now.hand[zone] |= 1 << card
    if now.top[zone] == card:
        now.top[zone] = NONE


def _drawn(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = zone_of(now, h.num("who")), h.num("card")
    now.deck[zone] = take(now.deck[zone], card, "card")
    now.hand[zone] |= 1 << card


def _shuffled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if h.num("again"):
        zone = h.num("zone")
        now.deck[zone] |= now.discard[zone]
        now.discard[zone], now.top[zone] = 0, NONE
        if ledger.memory.step == "play":
            now.shuffled |= 1 << zone


def _covered(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.covered[h.num("card")] |= 1 << h.num("place")


def _traded(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    one, two = zone_of(now, h.num("who")), zone_of(now, h.num("with"))
    for card, source, goal in ((h.num("give"), one, two), (h.num("ask"), two, one)):
        if card >= 0:
            now.hand[source] = take(now.hand[source], card, "card")
            now.hand[goal] |= 1 << card
    sides = (h.num("who"), h.num("with"))
    if h.num("items") & 1:
        now.shield = sides[1 - sides.index(now.shield)]
    if h.num("items") & 2:
        now.katana = sides[1 - sides.index(now.katana)]


# --- the pool -------------------------------------------------------------------------------------


def _base(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.base = 1


def _steps_added(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.steps += h.num("n")


def _step_spent(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.steps -= 1


def _attack_added(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.loose[h.num("colour")] += h.num("n")


def _attack_doubled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.loose[h.num("colour")] += h.num("more")


def _attack_spent(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.loose[h.num("colour")] -= 1


def _skill_attack(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.skills |= 1 << h.num("colour")


def _power_used(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.powers |= 1 << h.num("at")


def _lasting(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    word, n = LASTING[h.num("op")], h.num("n")
    if word == "double":
        text = text_of(now, ledger.memory.card)
        colours = [str(step["colour"]) for step in text if step["op"] == word]
        now.doubled[COLOURS.index(colours[0])] += 1
    elif word == "ignore_nests":
        now.skates = 1
    else:
        setattr(now, KEPT_IN[word], getattr(now, KEPT_IN[word]) + n)


def _committed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    colour = h.num("colour")
    now.fight[colour] += h.num("n")
    if colour < WILD and not h.num("wild"):
        now.plain |= 1 << colour


def _rolled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if h.word("for") == "fight":
        now.dice[h.num("die")] = h.num("face")


def _rerolled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.dice[h.num("die")] = h.num("kept")


def _block_ignored(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.ignored |= 1 << h.num("die")
    now.snout -= 1


def _fight_over(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.fight, now.dice = [0] * 5, [-1, -1]
    now.bones -= bool(now.boned)
    now.plain = now.boned = now.ignored = 0


# --- market ---------------------------------------------------------------------------------------


def _bought(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if now.market[h.num("place")] != h.num("upgrade"):
        raise Astray("the upgrade is not at that place")
    now.market[h.num("place")] = NONE
    now.bought = h.num("upgrade")


def _refilled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.pile = take(now.pile, h.num("upgrade"), "upgrade")
    now.market[h.num("place")] = h.num("upgrade")


def _flushed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if now.market[h.num("place")] != h.num("upgrade"):
        raise Astray("the upgrade is not at that place")
    now.market[h.num("place")] = NONE
    now.flushed |= 1 << h.num("upgrade")


def _pile_made(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    special = book(now).special
    mine = now.flushed & (special if h.num("type") else ~special)
    now.pile |= mine
    now.flushed ^= mine


def _sleeved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    upgrade, who = h.num("upgrade"), h.num("who")
    if h.word("from") == "set_aside":
        now.aside[who] = take(now.aside[who], upgrade, "upgrade")
    elif now.bought == upgrade:
        now.bought = NONE
    else:
        raise Astray("the upgrade was not bought")
    now.sleeves[h.num("host")] |= 1 << upgrade


def _set_aside(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bought = NONE
    now.aside[h.num("who")] |= 1 << h.num("upgrade")


CARD_FOLDS: dict[str, Fold] = {
    "card.play": _played, "pool.add": _pooled, "icon.spend": _spent, "icon.convert": _converted,
    "card.discard": _discarded, "card.return": _returned, "card.fetch": _fetched,
    "card.draw": _drawn, "deck.shuffle": _shuffled, "icon.cover": _covered, "trade": _traded,
    "base_move.use": _base, "steps.add": _steps_added, "steps.spend": _step_spent,
    "attack.add": _attack_added, "attack.doubled": _attack_doubled, "attack.spend": _attack_spent,
    "skill_attack.use": _skill_attack, "location_power.use": _power_used,
    "effect.active": _lasting, "fight.commit": _committed, "die.roll": _rolled,
    "die.reroll": _rerolled, "block.ignored": _block_ignored, "fight.end": _fight_over,
    "market.buy": _bought, "market.refill": _refilled, "market.flush": _flushed,
    "pile.shuffle": _pile_made, "sleeve.attach": _sleeved, "sleeve.set_aside": _set_aside,
}  # fmt: skip
