"""What each event does to a position: the entries of the second books, zones and numbers."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening
from engine.games.henchling.components import SEAT0
from engine.games.henchling.schema import ABILITIES_MAX, CARDS, SEATS
from engine.games.henchling.state import Henchling
from properties.henchling.book import NONE, bit, bits, controller, enhancers_on
from properties.henchling.ledger import Ledger, opened
from properties.henchling.tales import tell
from properties.history import History
from properties.invariant import remember

Fold = Callable[[Henchling, Happening, Ledger], None]
BY_CARD = ("damage", "coins", "power_a", "power_h", "boost_a", "boost_h", "turn_a", "turn_h")


class Astray(Exception):
    """An event names a card that is not where the event takes it from."""


def _take(mask: int, card: int, where: str) -> int:
    """The mask without the card, which must be in it."""
    if card < 0 or not mask >> card & 1:
        raise Astray(f"card {card} is not {where}")
    return mask ^ 1 << card


def _from_hand(now: Henchling, card: int) -> None:
    """Out of the hand that holds it."""
    for seat in range(SEATS):
        if now.hands[seat] >> card & 1:
            now.hands[seat] ^= 1 << card
            return
    raise Astray(f"card {card} is in no hand")


def _off_table(now: Henchling, card: int) -> None:
    """Off the table that holds it, all marks and records gone (HE-CTR-04, HE-EJECT-02)."""
    seat = controller(now, card)
    if seat < 0:
        raise Astray(f"card {card} is on no table")
    now.tables[seat] ^= 1 << card
    now.tilted &= ~(1 << card)
    now.guards &= ~(1 << card)
    _turn_up(now, card)
    for name in BY_CARD:
        getattr(now, name)[card] = 0
    now.host[card] = NONE
    now.owner[card] = 0
    now.used = [use for use in now.used if use // ABILITIES_MAX != card]


def _turn_up(now: Henchling, card: int) -> None:
    if card in now.backs:
        at = now.backs.index(card)
        del now.backs[at], now.flippers[at]
        now.flip_now &= ~(1 << card)


# --- set-up and piles -------------------------------------------------------------------------


def _opener(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.opening = now.active = h.num("seat")


def _dealt(now: Henchling, h: Happening, ledger: Ledger) -> None:
    ledger.unseen = _take(ledger.unseen, h.num("card"), "unseen")
    ledger.up -= 1
    now.hands[h.num("seat")] |= bit(h.num("card"))


def _built(now: Henchling, h: Happening, ledger: Ledger) -> None:
    ledger.down, ledger.up = h.num("down"), h.num("up")
    for card in h.nums("traps"):
        ledger.unseen |= 1 << card


def _drawn(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card = h.num("card")
    if h.word("pile") == "up":
        if now.exposed != card:
            raise Astray(f"card {card} is not exposed")
        now.exposed = NONE
    else:
        ledger.unseen = _take(ledger.unseen, card, "unseen")
        ledger.down -= 1
    now.hands[h.num("seat")] |= bit(card)


def _exposed(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card = h.num("card")
    ledger.unseen = _take(ledger.unseen, card, "unseen")
    ledger.up -= 1
    now.passers = 0
    if not h.num("trap"):
        now.exposed = card


def _passed(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.passers |= bit(h.num("seat"))


def _gone(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.discard |= _one(now.exposed, h.num("card"), "exposed")
    now.exposed = NONE


def _one(there: int, card: int, where: str) -> int:
    if there != card or card < 0:
        raise Astray(f"card {card} is not {where}")
    return 1 << card


def _recycled(now: Henchling, h: Happening, ledger: Ledger) -> None:
    traps = len(h.nums("traps"))
    ledger.unseen |= now.discard
    ledger.down += h.num("to_down")
    ledger.up += h.num("cards") - h.num("to_down") + traps
    now.discard = 0


def _trap_entered(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.traps = [*now.traps, h.num("card")]


def _reburied(now: Henchling, h: Happening, ledger: Ledger) -> None:
    ledger.unseen |= bit(h.num("card"))
    ledger.up += 1


def _trap_done(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card = h.num("card")
    if card not in now.traps:
        raise Astray(f"trap {card} waits nowhere")
    now.traps = [trap for trap in now.traps if trap != card]
    now.discard |= bit(card)


def _put_away(now: Henchling, h: Happening, ledger: Ledger) -> None:
    _from_hand(now, h.num("card"))
    now.discard |= bit(h.num("card"))


# --- cards on the table -----------------------------------------------------------------------


def _announced(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.announced = h.num("number")
    if h.word("action") == "play":
        # The card stays with its hand until it lies on a table or among the discards.
        seat, card = h.num("seat"), h.num("card")
        _take(now.hands[seat], card, f"in the hand of seat {seat}")
        now.playing = card


def _moved(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card, there = h.num("card"), h.word("to")
    if h.word("from") == "table":
        _off_table(now, card)
    else:
        _from_hand(now, card)
        now.playing = NONE if now.playing == card else now.playing
    if there == "discard":
        now.discard |= bit(card)
    elif there == "hand":
        now.hands[h.num("seat")] |= bit(card)
    else:
        ledger.unseen |= bit(card)
        ledger.down += 1


def _token_gone(now: Henchling, h: Happening, ledger: Ledger) -> None:
    _off_table(now, h.num("card"))
    now.kinds[h.num("card") - CARDS] = NONE


def _token_made(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card, host = h.num("card"), h.num("host")
    seat = h.num("seat") if host < 0 else controller(now, host)
    now.tables[seat] |= bit(card)
    now.kinds[card - CARDS] = h.num("token")
    now.owner[card], now.host[card] = h.num("seat"), host
    if host >= 0 and now.tilted >> host & 1:
        now.tilted |= bit(card)


def _attached(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card = h.num("card")
    _from_hand(now, card)
    now.tables[h.num("controller")] |= bit(card)
    now.host[card], now.owner[card] = h.num("host"), h.num("seat")
    if h.num("tilted"):
        now.tilted |= bit(card)


def _arrived(now: Henchling, h: Happening, ledger: Ledger) -> None:
    if h.num("host") < 0:
        _from_hand(now, h.num("card"))
        now.tables[h.num("seat")] |= bit(h.num("card"))
        now.owner[h.num("card")] = h.num("seat")


def _entered(now: Henchling, h: Happening, ledger: Ledger) -> None:
    _one(now.playing, h.num("card"), "arriving")
    now.playing = NONE


def _tilted(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.tilted |= bit(h.num("card")) | enhancers_on(now, h.num("card"))


def _untilted(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.tilted &= ~(bit(h.num("card")) | enhancers_on(now, h.num("card")))


def _flipped(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card = h.num("card")
    if h.num("face_up"):
        _turn_up(now, card)
    else:
        now.backs, now.flippers = [*now.backs, card], [*now.flippers, h.num("by")]
        now.flip_now |= bit(card)


def _unflipped(now: Henchling, h: Happening, ledger: Ledger) -> None:
    _turn_up(now, h.num("card"))


def _hand_over(now: Henchling, card: int, seat: int) -> None:
    for each in bits(bit(card) | enhancers_on(now, card)):
        old = controller(now, each)
        now.tables[old] ^= bit(each)
        now.tables[seat] |= bit(each)


def _stolen(now: Henchling, h: Happening, ledger: Ledger) -> None:
    _hand_over(now, h.num("card"), h.num("to"))


def _traded(now: Henchling, h: Happening, ledger: Ledger) -> None:
    _hand_over(now, h.num("mine"), h.num("partner"))
    _hand_over(now, h.num("theirs"), h.num("seat"))


def _paid(now: Henchling, h: Happening, ledger: Ledger) -> None:
    if h.num("free"):
        known = now.rules.abilities[h.num("ability")]
        now.used = sorted([*now.used, h.num("via") * ABILITIES_MAX + known.place])


# --- numbers ----------------------------------------------------------------------------------


def _hurt(now: Henchling, h: Happening, ledger: Ledger) -> None:
    target = h.num("target")
    if h.num("to_player"):
        now.health[target - SEAT0] = h.num("after")
    else:
        now.damage[target] = h.num("after")


def _shrunk(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.damage[h.num("card")] = h.num("after")


def _recovered(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.damage[h.num("card")] = 0


def _counted(now: Henchling, h: Happening, ledger: Ledger) -> None:
    card = h.num("card")
    now.coins[card] = h.num("generic")
    now.power_a[card], now.power_h[card] = h.num("power_a"), h.num("power_h")


def _uncounted(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.coins[h.num("card")] = h.num("left")


def _boosted(now: Henchling, h: Happening, ledger: Ledger) -> None:
    lasting = h.word("lasts") == "game"
    a, b = (now.boost_a, now.boost_h) if lasting else (now.turn_a, now.turn_h)
    a[h.num("card")] += h.num("a")
    b[h.num("card")] += h.num("h")


def _blocked(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.guards |= bit(h.num("card"))


def _settled(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.guards = 0


def _purse(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.purse = h.num("amount")


def _left(now: Henchling, h: Happening, ledger: Ledger) -> None:
    if h.num("seat") == now.active:
        now.purse = h.num("left")


def _emptied(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.purse = 0


def _out(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.alive &= ~bit(h.num("seat"))
    if h.num("seat") == now.active:
        now.playing = NONE


def _turn(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.turn, now.active, now.announced = h.num("turn"), h.num("seat"), 0
    now.flip_now, now.used = 0, []


def _turn_over(now: Henchling, h: Happening, ledger: Ledger) -> None:
    now.flip_now, now.used = 0, []
    for card in range(len(now.turn_a)):
        now.turn_a[card] = now.turn_h[card] = 0


FOLDS: dict[str, Fold] = {
    "opener.chosen": _opener, "card.dealt": _dealt, "piles.built": _built, "card.drawn": _drawn,
    "card.exposed": _exposed, "exposed.passed": _passed, "exposed.gone": _gone,
    "pile.recycled": _recycled, "trap.entered": _trap_entered, "trap.reburied": _reburied,
    "trap.done": _trap_done, "card.discarded": _put_away, "hand.exchanged": _put_away,
    "action.announced": _announced, "card.moved": _moved, "token.removed": _token_gone,
    "token.created": _token_made, "enhancer.attached": _attached, "card.arrived": _arrived,
    "card.entered": _entered, "card.tilted": _tilted, "card.untilted": _untilted,
    "card.flipped": _flipped, "card.unflipped": _unflipped, "card.stolen": _stolen,
    "cards.traded": _traded, "ability.paid": _paid, "damage.dealt": _hurt,
    "health.healed": _hurt, "damage.shrunk": _shrunk, "henchling.recovered": _recovered,
    "counter.placed": _counted, "counter.removed": _uncounted, "numbers.boosted": _boosted,
    "damage.blocked": _blocked, "batch.ended": _settled, "purse.set": _purse,
    "money.changed": _left, "cost.paid": _left, "purse.emptied": _emptied,
    "player.eliminated": _out, "turn.started": _turn, "turn.ended": _turn_over,
}  # fmt: skip
TOLD = (*FOLDS, "batch.opened", "henchling.died", "phase.started", "reaction.used",
        "attack.made", "action.prevented", "spell.spent", "trap.sprung", "draws.forfeited",
        "damage.absorbed", "hand.counted", "arrive.triggered",
        "game.over", "card.destroyed")  # fmt: skip


@remember(kinds=TOLD)
def write_down(h: Happening, past: History) -> None:
    """Enter an event in the second books; a card that is not there closes them for the ply."""
    ledger = opened(past)
    now = ledger.now
    if now is None or ledger.broken:
        return
    fold = FOLDS.get(h.kind)
    try:
        tell(now, h, ledger.memory)
        if fold is not None:
            fold(now, h, ledger)
    except (Astray, IndexError, ValueError) as error:
        ledger.broken = f"{h.kind}: {error}"
