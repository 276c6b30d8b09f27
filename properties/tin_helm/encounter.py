"""Random encounters, offers and shards (4.2, 4.4, content 3.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.content import Row
from engine.events import Happening
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, event_invariant, step_invariant
from properties.tin_helm.book import (
    ENCOUNTER,
    LOOT,
    NONE,
    SHARDS_TO_WIN,
    Book,
    book,
    inner,
    number,
    stat_of,
    value,
)
from properties.tin_helm.ledger import Turn, book_of, event_check, icon_kind
from properties.tin_helm.offers import price_held

SOURCE_NAMES = ("possessor", "shrine", "pigman", "altar", "chest")
ASIDE = ("food.eaten", "item.used")


# --- an encounter's effects, in printed order (TH-ICON-07) ----------------------------------


class Reader:
    """Reads the events of one encounter against the effects of its face, left to right."""

    def __init__(self, cards: Book, events: list[Happening], closed: bool) -> None:
        """`closed`: the encounter has ended; otherwise the game ended inside it."""
        self.cards = cards
        self.events = [event for event in events if event.kind not in ASIDE]
        self.closed = closed
        self.refused = False
        self.fault = ""

    def take(self, *kinds: str) -> Happening | None:
        """The next event if it is of these kinds, else a fault (or the end of the game)."""
        if self.fault or (not self.events and not self.closed):
            return None
        if not self.events or self.events[0].kind not in kinds:
            found = self.events[0] if self.events else "nothing"
            self.fault = f"{found} where {' or '.join(kinds)} was due"
            return None
        return self.events.pop(0)

    def peek(self, kind: str) -> bool:
        """Whether the next event is of this kind."""
        return bool(self.events) and self.events[0].kind == kind

    def follow(self, effect: Row) -> None:
        """Read what one effect must have brought."""
        op = str(effect["op"])
        if op in ("gain", "else_gain") and (op == "gain" or self.refused):
            self._stat(effect, "gained")
        elif op == "lose":
            self._stat(effect, "lost")
        elif op in ("shard", "shard_if"):
            found = self.take("shard.gained", "shard.refused")
            if found is not None and found.word("source") != effect["source"]:
                self.fault = f"{found}: expected source {effect['source']}"
            self.refused = found is not None and found.kind == "shard.refused"
        elif op in ("may_trade", "may_pay"):
            self._offer(effect)
        elif op == "roll":
            rolled = self.take("dice.rolled")
            if rolled is not None:
                table = cast(Mapping[str, Row], effect["table"])
                self.follow(table[str(rolled.nums("dice")[0])])

    def _stat(self, effect: Row, how: str) -> None:
        if effect["stat"] == "favor":
            found = self.take("favor.gained")
        else:
            found = self.take(f"stat.{how}")
            if found is not None and found.num("stat") != stat_of(effect):
                self.fault = f"{found}: expected {effect['stat']}"
        if found is not None and found.num("asked") != number(effect, "n"):
            self.fault = f"{found}: expected {number(effect, 'n')}"

    def _offer(self, effect: Row) -> None:
        if not self.peek("offer.made"):
            return
        self.take("offer.made")
        taken = self.take("offer.accepted", "offer.declined")
        if taken is None or taken.kind == "offer.declined":
            return
        if effect["op"] == "may_trade":
            traded = self.take("item.traded")
            if traded is not None and traded.word("item") != effect["item"]:
                self.fault = f"{traded}: expected {effect['item']}"
        elif (taken.num("stat"), taken.num("paid")) != (stat_of(effect), number(effect, "n")):
            self.fault = f"{taken}: the price is {number(effect, 'n')} {effect['stat']}"
        self.follow(inner(effect, "then"))

    def verdict(self, effects: list[Row]) -> Verdict:
        """True if the events are exactly what the effects bring."""
        for effect in effects:
            self.follow(effect)
        if self.fault or self.events:
            return self.fault or f"{self.events[0]} is no effect of the face"
        return True


@event_invariant("THI-47", "TH-ICON-07", "TH-ITEM-18", "TH-ITEM-19", "TH-ITEM-20", "TH-ITEM-21",
                 "TH-SHARD-03", kinds=("encounter.ended", "game.over"))  # fmt: skip
def an_encounter_brings_its_effects_in_order(happening: Happening, past: History) -> Verdict:
    """An encounter brings its face's effects, in printed order, and nothing else."""
    started = past.last.get("encounter.started")
    over = happening.kind == "game.over"
    begun, ended = (past.counts.get(f"encounter.{word}", 0) for word in ("started", "ended"))
    if started is None or (over and begun == ended):
        return None
    if not over and happening.num("name") != started.num("name"):
        return f"{happening} after {started}"
    cards = book_of(past.game)
    reader = Reader(cards, past.since("encounter.started"), not over)
    return reader.verdict(cards.faces[started.num("name")])


@event_check("THI-47", "TH-ICON-05", "TH-ICON-07", kinds=("encounter.started",))
def an_encounter_is_the_one_on_the_result(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The encounter met is the face that the result card names."""
    return h.num("name") == book(now.rules).cards[now.result].face_met


# --- offers (content 3.6) -------------------------------------------------------------------


def _price(cards: Book, face: int) -> Row | None:
    """The offer a face begins with."""
    first = cards.faces[face][0]
    return first if first["op"] in ("may_trade", "may_pay") else None


@event_check("THI-53", "TH-ITEM-17", "TH-SHARD-04", kinds=("encounter.started",))
def an_offer_is_made_if_its_price_is_held(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Whoever holds the price is made the offer; whoever does not is made none."""
    if _price(book(now.rules), h.num("name")) is None:
        return None
    after = past.next
    return after is not None and (after.kind == "offer.made") == price_held(now)


@event_check("THI-53", "TH-ITEM-17", "TH-SHARD-04", "TH-ITEM-19", kinds=("offer.accepted",))
def the_price_is_held_and_paid(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Who accepts holds the price at that moment and pays all of it."""
    cards = book(now.rules)
    price, after = _price(cards, h.num("name")), past.next
    if price is None or after is None:
        return None if price is None else "nothing follows"
    if price["op"] == "may_pay":
        told = (h.num("stat"), h.num("paid"))
        paid = (stat_of(price), number(price, "n"))
        return told == paid and value(now, paid[0]) >= paid[1]
    item = cards.names["items"].index(str(price["item"]))
    held = bool(now.items >> item & 1) and h.num("stat") == NONE
    return held and after.kind == "item.traded" and after.num("item") == item


@step_invariant("THI-53", "TH-ITEM-17", "TH-SHARD-04", verbs=("accept",))
def nothing_is_accepted_without_its_price(step: Turn) -> Verdict:
    """Accepting takes the price out of the hero's hands; it was there before."""
    cards, before, acted = book_of(step.game), step.before, step.acted
    price = _price(cards, cards.cards[before.result].face_met)
    if price is None:
        return None
    if not price_held(before):
        return "accepted without the price"
    if price["op"] == "may_trade":
        bit = 1 << cards.names["items"].index(str(price["item"]))
        return acted.items == before.items & ~bit
    stat = stat_of(price)
    least = value(before, stat) - number(price, "n")
    return value(acted, stat) in (least, least + number(inner(price, "then"), "n"))


@step_invariant("THI-53", "TH-ITEM-17", verbs=("decline",))
def declining_changes_nothing(step: Turn) -> Verdict:
    """An offer turned down changes nothing."""
    twin = step.acted.clone()
    twin.agenda, twin.phase = step.before.agenda, step.before.phase
    return twin.encode() == step.before.encode()


# --- shards (4.4) ---------------------------------------------------------------------------


def _spent(cards: Book, now: TinHelm, source: int) -> bool:
    return cards.once[source] and bool(now.sources >> source & 1)


@event_check("THI-38", "TH-SHARD-07", "TH-SHARD-08", "TH-COMP-05", kinds=("shard.gained",))
def a_shard_comes_from_an_unspent_source(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A shard comes from one of the five sources, once from each that pays once."""
    source = h.num("source")
    fits = h.word("source") in SOURCE_NAMES and not _spent(book(now.rules), now, source)
    return fits and h.num("total") == now.shards + 1 <= SHARDS_TO_WIN


def _sources(effect: Row) -> tuple[str, ...]:
    """The sources an effect may give a shard of, however deep."""
    found = [str(effect["source"])] if "source" in effect else []
    if "then" in effect:
        found += _sources(inner(effect, "then"))
    for entry in inner(effect, "table").values() if "table" in effect else ():
        found += _sources(cast(Row, entry))
    return tuple(found)


@event_check("THI-38", "TH-SHARD-02", "TH-SHARD-03", "TH-SHARD-04", "TH-SHARD-05", "TH-SHARD-06",
             kinds=("shard.gained", "shard.refused"))  # fmt: skip
def the_source_of_a_shard_is_met(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Who gives or refuses a shard is what the hero has just met: chest, enemy or encounter."""
    source, cards, kind = h.word("source"), book(now.rules), icon_kind(now)
    card = cards.cards[now.result]
    if kind == LOOT and card.foe_inside == NONE:
        return source == "chest" and h.kind == "shard.gained" and card.chest == "shard"
    if kind == ENCOUNTER and card.face_met != NONE:
        return any(source in _sources(effect) for effect in cards.faces[card.face_met])
    won = past.last.get("fight.won")
    if won is None or past.step is None or won not in past.step.events:
        return "no enemy was defeated just now"
    power = cards.foes[won.num("enemy")].power
    return power == "grants_shard" and source == won.word("enemy")


@event_check("THI-38", "TH-SHARD-08", "TH-SHARD-05", kinds=("shard.refused",))
def a_shard_is_refused_for_a_reason(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A source that pays once and has paid refuses; the Altar also below its threshold."""
    cards, source = book(now.rules), h.num("source")
    if h.word("reason") == "paid":
        return _spent(cards, now, source)
    wanted = _threshold(cards, now, source)
    return wanted is not None and value(now, wanted[0]) < wanted[1]


@event_check("THI-38", "TH-SHARD-05", "TH-ITEM-14", kinds=("shard.gained",))
def the_altar_wants_favor(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The Altar's threshold, less the prayer beads, is reached; favor is not spent."""
    cards = book(now.rules)
    wanted = _threshold(cards, now, h.num("source"))
    if wanted is None:
        return None if not h.num("discount") else f"{h}: only the Altar's threshold is lowered"
    beads = cards.mods(now).altar if h.word("source") == "altar" else 0
    after = past.next
    kept = after is not None and after.kind != "favor.gained"
    return value(now, wanted[0]) >= wanted[1] and h.num("discount") == beads and kept


def _threshold(cards: Book, now: TinHelm, source: int) -> tuple[int, int] | None:
    """(statistic, number) that a source of the face met asks for; None if it asks for nothing."""
    name = cards.names["shard_source"][source]
    less = cards.mods(now).altar if name == "altar" else 0
    met = cards.cards[now.result].face_met if icon_kind(now) == ENCOUNTER else NONE
    for effect in cards.faces[met] if met != NONE else ():
        if effect["op"] == "shard_if" and effect["source"] == name:
            return stat_of(effect), number(effect, "at_least") - less
    return None


@event_check("THI-38", "TH-ITEM-21", "TH-SHARD-08", kinds=("shard.refused",))
def a_refusal_is_made_up_for(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Altar and Shrine give one favor where they give no shard; the Possessor gives no more."""
    cards, after = book(now.rules), past.next
    kind = "" if after is None else after.kind
    card = cards.cards[now.result]
    if icon_kind(now) != ENCOUNTER or card.face_met == NONE:
        return kind != "favor.gained"
    face = cards.faces[card.face_met]
    named = [at for at, effect in enumerate(face) if h.word("source") in _sources(effect)]
    return any(_made_up_for(face[at + 1 :], after) for at in named or [len(face)])


def _made_up_for(rest: Sequence[Row], after: Happening | None) -> bool:
    """What follows a refusal is what the face gives instead, or nothing."""
    kind = "" if after is None else after.kind
    if not rest or rest[0]["op"] != "else_gain":
        return kind in ("encounter.ended", "")
    wanted = "favor.gained" if rest[0]["stat"] == "favor" else "stat.gained"
    return kind == wanted and after is not None and after.num("asked") == rest[0]["n"]


@event_check("THI-38", "TH-ICON-12", "TH-SHARD-06", "TH-ICON-09", kinds=("loot.empty",))
def a_chest_is_empty_for_a_reason(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A chest is empty when marked so, when its card is taken, or when its shard was paid."""
    cards, reason = book(now.rules), h.word("reason")
    card = cards.cards[now.result]
    if reason == "empty":
        return card.chest == "empty"
    if reason == "paid":
        return card.chest == "shard" and _spent(cards, now, cards.chest)
    return card.loot != NONE and not now.loot >> card.loot & 1
