"""What texts say is done, and nothing else is: each effect against the row that brings it."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening
from engine.games.henchling.components import Fx
from engine.games.henchling.schema import LIMIT
from engine.games.henchling.schema_words import ENHANCER
from engine.games.henchling.state import Henchling
from properties.henchling.book import NONE, fighters, in_play, is_seat, sort_of
from properties.henchling.ledger import event_check, memory_of
from properties.henchling.texts import (
    UNKNOWN,
    Text,
    cross_off,
    objects,
    players,
    rows_of,
    speaks_of,
    texts_of,
)
from properties.history import History
from properties.invariant import Verdict

Fits = Callable[[Text, Fx], bool]


def _brought(past: History, op: str, whom: int, fits: Fits, most: Callable[[Fx], int]) -> Verdict:
    """Whether a row of an op fits what happened and had not brought it as often as it may."""
    if not texts_of(past).known:
        return None
    rows = rows_of(past, op)
    for text, at, row in rows:
        if fits(text, row) and cross_off(text, at, whom, most(row)):
            return True
    said = [(text.source, row) for text, _, row in rows]
    return f"no text under way says so; of {op}: {said}"


def _once(row: Fx) -> int:
    return 1


def _so_often(row: Fx) -> int:
    return row.n


@event_check("HEI-34", "HE-DMG-01", "HE-TRAP-02", "HE-REACT-08", "HE-ABIL-06", "HE-REQ-02",
             "HE-ARR-01", "HE-LEAVE-01", kinds=("batch.opened",))  # fmt: skip
def damage_is_what_a_text_deals(h: Happening, now: Henchling, past: History) -> Verdict:
    """A batch that is no attack is a row of its source: everybody it names, the amount printed."""
    source, kind = h.num("source"), h.word("kind")
    pairs = dict(zip(h.nums("targets"), h.nums("amounts"), strict=True))
    if kind == "attack":
        return None

    def hit(text: Text, row: Fx) -> bool:
        wanted = {t for t in objects(now, text, row.to) if is_seat(t) or t in fighters(now)}
        known = set(pairs) == wanted or (row.to == 0 and text.named[0] == UNKNOWN)
        return known and source == text.source and set(pairs.values()) == {row.n}

    def fought(text: Text, row: Fx) -> bool:
        one, two = objects(now, text, row.to), objects(now, text, row.other)
        return source in (*one, *two) and set(pairs) <= {*one, *two}

    if kind == "fight" or (kind == "reaction" and not _deals(past, source)):
        return _brought(past, "fight", NONE, fought, _once)
    return _brought(past, "damage", NONE, hit, _once)


def _deals(past: History, source: int) -> bool:
    return any(text.source == source for text, _, _ in rows_of(past, "damage"))


@event_check("HEI-34", "HE-HEAL-01", "HE-HEAL-02", "HE-ABIL-06", "HE-ABIL-04",
             kinds=("health.healed",))  # fmt: skip
def healing_is_what_a_text_gives(h: Happening, now: Henchling, past: History) -> Verdict:
    """Whoever is healed is named by a row, which heals as much as is printed."""
    target, asked = h.num("target"), h.num("asked")

    def fits(text: Text, row: Fx) -> bool:
        return asked == row.n and speaks_of(objects(now, text, row.to), target)

    return _brought(past, "heal", target, fits, _once)


@event_check("HEI-34", "HE-PLAY-04", "HE-PLAY-05", "HE-LIMIT-04", kinds=("money.changed",))
def money_is_what_a_text_gives(h: Happening, now: Henchling, past: History) -> Verdict:
    """Money comes from a row of its source, as much as is printed, within the bounds."""
    seat, source, by = h.num("seat"), h.num("source"), h.num("by")

    def fits(text: Text, row: Fx) -> bool:
        purse = min(LIMIT, max(0, now.purse + row.n))
        wanted = purse - now.purse if seat == now.active else 0
        named = speaks_of(players(now, text, row.who), seat)
        return named and source == text.source and by == wanted

    return _brought(past, "money", seat, fits, _once)


@event_check("HEI-34", "HE-PILE-05", "HE-ABIL-04", "HE-DRAW-05", "HE-TRAP-02", "HE-LEAVE-01",
             kinds=("card.drawn", "card.discarded"))  # fmt: skip
def hands_change_as_texts_say(h: Happening, now: Henchling, past: History) -> Verdict:
    """Cards drawn or put away for an effect are as many as a row of that effect says."""
    seat, op = h.num("seat"), "draw" if h.kind == "card.drawn" else "discard"
    if h.word("for") != "effect":
        return None

    def fits(text: Text, row: Fx) -> bool:
        return speaks_of(players(now, text, row.who), seat)

    return _brought(past, op, seat, fits, _so_often)


@event_check("HEI-34", "HE-REACT-07", "HE-HENCH-01", "HE-ABIL-06", kinds=("numbers.boosted",))
def boosts_are_what_a_text_gives(h: Happening, now: Henchling, past: History) -> Verdict:
    """Numbers of a face-up Henchling are raised as a row says, for as long as it says."""
    card = h.num("card")
    told = (h.num("a"), h.num("h"), h.word("lasts") == "game")

    def fits(text: Text, row: Fx) -> bool:
        return told == (row.a, row.h, row.lasting) and speaks_of(objects(now, text, row.to), card)

    return card in fighters(now) and _brought(past, "buff", card, fits, _once)


@event_check("HEI-34", "HE-CTR-01", "HE-LIMIT-03", "HE-CTR-05", kinds=("counter.placed",))
def counters_are_what_a_text_places(h: Happening, now: Henchling, past: History) -> Verdict:
    """Counters are placed as a row says, as many as the bound leaves room for."""
    card, generic = h.num("card"), h.word("counter") == "generic"

    def fits(text: Text, row: Fx) -> bool:
        same = row.generic == generic and (generic or (row.a, row.h) == (h.num("a"), h.num("h")))
        room = most_that_fit(now, card, row)
        return same and h.num("n") == room and speaks_of(objects(now, text, row.to), card)

    return _brought(past, "counter", card, fits, _once)


def most_that_fit(now: Henchling, card: int, row: Fx) -> int:
    """How many counters of a row a card takes, one by one, until one would pass the bound."""
    if row.generic:
        return min(row.n, LIMIT - now.coins[card])
    a, h, n = now.power_a[card], now.power_h[card], 0
    while n < row.n and all(not by or abs(sum_ + by) <= LIMIT
                            for sum_, by in ((a, row.a), (h, row.h))):  # fmt: skip
        a, h, n = a + row.a, h + row.h, n + 1
    return n


@event_check("HEI-34", "HE-CTR-02", "HE-REQ-02", kinds=("counter.removed",))
def counters_are_taken_off_as_said(h: Happening, now: Henchling, past: History) -> Verdict:
    """Counters come off as the payment of an ability, or as a row says, as many as there are."""
    card, n = h.num("card"), h.num("n")
    for paid in past.rest():
        if paid.kind == "ability.paid" and paid.num("card") == card:
            if now.rules.abilities[paid.num("ability")].pay.counters == n:
                return True

    def fits(text: Text, row: Fx) -> bool:
        return n == min(row.n, now.coins[card]) and speaks_of(objects(now, text, row.to), card)

    return _brought(past, "remove_counter", card, fits, _once)


@event_check("HEI-34", "HE-DEST-01", "HE-EJECT-01", "HE-STEAL-01", "HE-FLIP-04", "HE-ABIL-06",
             kinds=("card.destroyed", "card.ejected", "card.stolen"))  # fmt: skip
def cards_are_taken_as_texts_say(h: Happening, now: Henchling, past: History) -> Verdict:
    """What is destroyed, ejected or stolen is named by a row, and a thief is who carries it out."""
    card, op = h.num("card"), {"card.destroyed": "destroy", "card.ejected": "eject"}
    if h.kind == "card.destroyed" and h.word("cause") != "destroyed":
        return None

    def fits(text: Text, row: Fx) -> bool:
        if h.kind == "card.stolen" and h.num("to") != text.seat:
            return False
        if h.kind == "card.destroyed" and h.num("source") != text.source:
            return False
        return speaks_of(objects(now, text, row.to), card)

    return _brought(past, op.get(h.kind, "steal"), card, fits, _once)


@event_check("HEI-44", "HE-TRADE-01", "HE-TRADE-02", "HE-FLIP-02", kinds=("cards.traded",))
def trades_are_of_what_was_named(h: Happening, now: Henchling, past: History) -> Verdict:
    """The two cards that change tables are those named for the trade, in their order."""
    mine, theirs = h.num("mine"), h.num("theirs")

    def fits(text: Text, row: Fx) -> bool:
        pair = objects(now, text, row.to), objects(now, text, row.other)
        return speaks_of(pair[0], mine) and speaks_of(pair[1], theirs) \
            and h.num("seat") == text.seat  # fmt: skip

    return _brought(past, "trade", NONE, fits, _once)


@event_check("HEI-36", "HE-FLIP-01", "HE-TRAP-07", "HE-UNFLIP-01", "HE-FLIP-04",
             kinds=("card.flipped",))  # fmt: skip
def flips_are_booked_on_who_carries_them_out(
    h: Happening, now: Henchling, past: History
) -> Verdict:
    """A flip is a payment or a row of whose text it is; what a trap flips is the active player's.

    """
    card, by = h.num("card"), h.num("by")
    for paid in past.rest():
        if paid.kind == "ability.paid" and paid.num("card") == card:
            if now.rules.abilities[paid.num("ability")].pay.flip_this:
                return by == paid.num("seat")

    def fits(text: Text, row: Fx) -> bool:
        booked = text.seat if text.seat >= 0 else max(0, now.active)
        return by == booked and speaks_of(objects(now, text, row.to), card)

    return _brought(past, "flip", card, fits, _once)


@event_check("HEI-32", "HE-TILT-04", "HE-UNTILT-02", "HE-UNTILT-01", "HE-REACT-06",
             kinds=("card.tilted", "card.untilted"))  # fmt: skip
def effects_turn_what_texts_name(h: Happening, now: Henchling, past: History) -> Verdict:
    """What an effect tilts or readies is named by a row; in the phase nothing is, by an effect."""
    card, op = h.num("card"), "tilt" if h.kind == "card.tilted" else "untilt"
    if not h.num("by_effect"):
        return op == "tilt" or memory_of(past).phase in ("", "un_tilt")

    def fits(text: Text, row: Fx) -> bool:
        return speaks_of(objects(now, text, row.to), card)

    return _brought(past, op, card, fits, _once)


@event_check("HEI-59", "HE-TOKEN-01", "HE-ENH-02", "HE-ITEM-05", "HE-ARR-01", "HE-REACT-08",
             kinds=("token.created", "token.declined", "action.prevented"))  # fmt: skip
def tokens_and_cancelling_are_as_texts_say(h: Happening, now: Henchling, past: History) -> Verdict:
    """A token is one that a row makes, for whom it says, an enhancer on the host it names.

    The host is a face-up card of the type that the enhancer is made for.  An action is cancelled
    by a Reaction whose text cancels, and by each once.
    """
    if h.kind == "action.prevented":
        if h.word("reason") != "cancelled":
            return None
        return _brought(past, "cancel", NONE, lambda text, row: text.seat != now.active, _once)
    seat, kind, made = h.num("seat"), h.num("token"), now.rules.tokens[h.num("token")]
    if h.kind == "token.created" and made.type == ENHANCER:
        host = h.num("host")
        if host < 0 or not in_play(now) >> host & 1 or sort_of(now, host) != made.enhances:
            return f"token {made.id} is put on {host}"

    def fits(text: Text, row: Fx) -> bool:
        hosts = objects(now, text, row.to) if row.to != "" else [NONE]
        on = h.kind == "token.declined" or speaks_of(hosts, h.num("host"))
        return kind == row.token and on and speaks_of(players(now, text, row.who), seat)

    return _brought(past, "token", seat, fits, _once)
