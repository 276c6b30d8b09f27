"""What each event does to a position: the entries of the second books, zones and numbers."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening
from engine.games.ham_helsing.components_causes import LASTING
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    CARDS,
    MINION_SET,
    MINIONS,
    NONE,
    PLACES,
    STAR_AT,
    WILD,
    book,
    text_of,
    zone_of,
)
from properties.ham_helsing.ledger import Ledger, empty_the_pool, opened
from properties.ham_helsing.tales import tell
from properties.history import History
from properties.invariant import remember

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


def _take(mask: int, item: int, what: str) -> int:
    """The mask without the item, which must be in it."""
    if item < 0 or not mask >> item & 1:
        raise Astray(f"{what} {item} is not there")
    return mask ^ 1 << item


# --- set-up and the course ------------------------------------------------------------------------


def _seeded(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag = _take(now.bag, h.num("token"), "token")
    now.board[h.num("at")] |= 1 << h.num("token")


def _bagged(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag |= book(now).effects


def _first(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.first = now.active = h.num("seat")


def _round(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.round = h.num("round")
    now.turns = 0


def _turn(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.active = h.num("who")


def _step(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if h.word("step") == "gain":
        empty_the_pool(now)


def _turn_end(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.base = now.powers = now.skills = 0
    now.soften = now.skates = now.bounty = 0
    now.turns += 1
    now.active = (now.active + 1) % len(book(now).crew)


# --- health, money, skills, tokens of players -----------------------------------------------------


def _health(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.health[h.num("who")] += h.num("n")


def _revived(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.health[h.num("who")] = h.num("health")


def _money(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.money[h.num("who")] += h.num("n")


def _skill(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.skill[4 * h.num("who") + h.num("colour")] += h.num("n")


def _softened(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.soften -= h.num("by")


def _shield_taken(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shield = h.num("who")


def _shield_back(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shield = h.num("to")


def _shield_gone(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shield = h.names["shield"].index("box")


def _katana(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.katana, now.katana_points = h.num("to"), h.num("points")


def _katana_spent(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.katana_points -= 1


# --- cards ----------------------------------------------------------------------------------------


def _played(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = h.num("zone"), h.num("card")
    now.hand[zone] = _take(now.hand[zone], card, "card")
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
        now.hand[zone] = _take(now.hand[zone], card, "card")
    now.covered[card] = 0
    now.discard[zone] |= 1 << card
    now.top[zone] = card


def _returned(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = h.num("zone"), h.num("card")
    now.played[zone] = _take(now.played[zone], card, "card")
    now.hand[zone] |= 1 << card
    _leave_pool(now, card)


def _fetched(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = zone_of(now, h.num("who")), h.num("card")
    now.discard[zone] = _take(now.discard[zone], card, "card")
    now.hand[zone] |= 1 << card
    if now.top[zone] == card:
        now.top[zone] = NONE


def _drawn(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    zone, card = zone_of(now, h.num("who")), h.num("card")
    now.deck[zone] = _take(now.deck[zone], card, "card")
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
            now.hand[source] = _take(now.hand[source], card, "card")
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
        now.doubled[COLOURS.index(next(s["colour"] for s in text if s["op"] == word))] += 1
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
        raise Astray(f"upgrade {h.num('upgrade')} is not at place {h.num('place')}")
    now.market[h.num("place")] = NONE
    now.bought = h.num("upgrade")


def _refilled(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.pile = _take(now.pile, h.num("upgrade"), "upgrade")
    now.market[h.num("place")] = h.num("upgrade")


def _flushed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if now.market[h.num("place")] != h.num("upgrade"):
        raise Astray(f"upgrade {h.num('upgrade')} is not at place {h.num('place')}")
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
        now.aside[who] = _take(now.aside[who], upgrade, "upgrade")
    elif now.bought == upgrade:
        now.bought = NONE
    else:
        raise Astray(f"upgrade {upgrade} was not bought")
    host = h.num("host")
    now.sleeves[host] |= 1 << upgrade
    if now.played[zone_of(now, who)] >> host & 1:
        known = book(now)
        for place, (_, points) in known.slots[CARDS + upgrade].items():
            now.left[PLACES * host + place] += points
        now.left[PLACES * host + STAR_AT] += bool(known.texts[CARDS + upgrade])


def _set_aside(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bought = NONE
    now.aside[h.num("who")] |= 1 << h.num("upgrade")


# --- tokens ---------------------------------------------------------------------------------------


def _token_placed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag = _take(now.bag, h.num("token"), "token")
    now.board[h.num("at")] |= 1 << h.num("token")


def _off_board(now: HamHelsing, at: int, token: int) -> None:
    now.board[at] = _take(now.board[at], token, "token")
    if token < MINIONS:
        now.hits[token] = 0


def _token_gone(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    _off_board(now, h.num("at"), h.num("token"))
    now.scrap |= 1 << h.num("token")


def _refill(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag |= now.scrap
    now.scrap = 0


def _hit(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.hits[h.num("token")] |= 1 << h.num("colour")
    now.reach = max(0, now.reach - 1)


def _defeated(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    _off_board(now, h.num("at"), token)
    now.beaten |= 1 << token
    now.safe |= h.num("ranged") << token


def _healed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.hits[h.num("token")] = 0


def _swept(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    now.beaten = _take(now.beaten, token, "token")
    now.safe &= ~(1 << token)
    now.scrap |= 1 << token


def _scared(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    _off_board(now, h.num("at"), token)
    if h.num("pays"):
        now.beaten |= 1 << token
        now.safe |= 1 << token
        now.bounty -= 1
    else:
        now.scrap |= 1 << token


def _minion_moved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    now.board[h.num("from")] = _take(now.board[h.num("from")], token, "token")
    now.board[h.num("to")] |= 1 << token & MINION_SET


# --- Locations, Knuckles, the Villain -------------------------------------------------------------


def _entered(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if now.at[h.num("who")] != h.num("from"):
        raise Astray(f"character {h.num('who')} is not at {h.num('from')}")
    now.at[h.num("who")] = h.num("to")


def _lost(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.lost |= 1 << h.num("at")


def _revealed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shown |= 1 << h.num("power")


def _bear_moved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bear = h.num("to")


def _bear_home(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bear, now.asleep = NONE, 0


def _bear_sleeps(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.asleep = 1


def _bear_wakes(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.asleep = 0


def _on_top(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if ledger.last is not None:
        now.next_card = ledger.last.next_card
    now.levels = now.levels[1:]


def _flipped(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.card, now.next_card = h.num("card"), NONE
    now.rewarded = [0] * len(now.rewarded)


def _card_done(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.done |= 1 << h.num("card")
    now.card = NONE


def _villain_moved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.villain = h.num("to")


def _dial(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    n = h.num("n") if h.event.kind == "villain.heal" else -h.num("n")
    now.dial = max(0, now.dial + n)


def _rewarded(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.rewarded[h.num("who")] |= 1 << h.num("colour")


FOLDS: dict[str, Fold] = {
    "setup.place_minion": _seeded, "setup.bag": _bagged, "setup.first_player": _first,
    "round.start": _round, "turn.start": _turn, "step.enter": _step, "turn.end": _turn_end,
    "health.change": _health, "revive": _revived, "money.change": _money, "skill.change": _skill,
    "damage.softened": _softened, "shield.take": _shield_taken, "shield.return": _shield_back,
    "shield.remove": _shield_gone, "katana.use": _katana, "katana.spend": _katana_spent,
    "card.play": _played, "pool.add": _pooled, "icon.spend": _spent, "icon.convert": _converted,
    "card.discard": _discarded, "card.return": _returned, "card.fetch": _fetched,
    "card.draw": _drawn, "deck.shuffle": _shuffled, "icon.cover": _covered, "trade": _traded,
    "base_move.use": _base,
    "steps.add": _steps_added, "steps.spend": _step_spent, "attack.add": _attack_added,
    "attack.doubled": _attack_doubled, "attack.spend": _attack_spent,
    "skill_attack.use": _skill_attack, "location_power.use": _power_used,
    "effect.active": _lasting, "fight.commit": _committed, "die.roll": _rolled,
    "die.reroll": _rerolled, "block.ignored": _block_ignored, "fight.end": _fight_over,
    "market.buy": _bought, "market.refill": _refilled, "market.flush": _flushed,
    "pile.shuffle": _pile_made, "sleeve.attach": _sleeved, "sleeve.set_aside": _set_aside,
    "token.place": _token_placed, "token.discard": _token_gone, "bag.refill": _refill,
    "minion.hit": _hit, "minion.defeat": _defeated, "minion.heal": _healed,
    "minion.discard": _swept, "minion.scare": _scared, "minion.move": _minion_moved,
    "move.enter": _entered, "char.relocate": _entered, "location.lost": _lost,
    "power.reveal": _revealed, "knuckles.move": _bear_moved, "knuckles.return": _bear_home,
    "knuckles.hibernate": _bear_sleeps, "knuckles.wake": _bear_wakes, "villain.top": _on_top,
    "villain.flip": _flipped, "villain.discard": _card_done, "villain.move": _villain_moved,
    "villain.damage": _dial, "villain.heal": _dial, "reward.gain": _rewarded,
}  # fmt: skip
TOLD = (
    "setup.mode", "setup.board", "setup.piles", "setup.choose_character", "setup.katana",
    "setup.choose_villain", "setup.villain_health", "setup.nests", "setup.villain_deck",
    "trade.offer", "trade.refused", "phase.enter", "game.end", "ko", "shield.block",
    "skill.highest", "gain.start", "bite.step",
    "draw.stopped", "special.activate", "ability.use", "wild.declare", "market.done", "token.draw",
    "token.barred", "token.shortage", "effect.resolve", "minions.called",
    "choice.minion_destination", "choice.reward_color", "choice.placement", "limit.check",
    "nest.place", "knuckles.stay", "villain.assault", "minions.skipped", "nests.fed", "villain.act",
    "villain.hits", "villain.colours", "fight.declare", "fight.block", "villain.power",
    "reward.refused",
)  # fmt: skip


@remember(kinds=(*FOLDS, *TOLD))
def carry_the_books_forward(happening: Happening, past: History) -> None:
    """The event is entered into the second books, and what it tells is remembered."""
    ledger = opened(past)
    now = ledger.now
    if now is None or ledger.broken:
        return
    tell(now, happening, ledger.memory)
    fold = FOLDS.get(happening.event.kind)
    if fold is None:
        return
    try:
        fold(now, happening, ledger)
    except (Astray, ValueError) as problem:
        ledger.broken = f"{happening.kind}: {problem}"
