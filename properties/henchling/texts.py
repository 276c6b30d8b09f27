"""Texts under way: whose they are, what was named for them, and whom each row speaks of.

A span begins with an announcement or a phase.  A text begins when its price is paid, when it is
triggered, or when its trap is at work; its rows are read from the content tables.  What a row has
brought is crossed off, so that no row brings the same twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.events import Happening
from engine.games.henchling.components import SEAT0, Ability, Fx
from engine.games.henchling.schema_words import SPELL, TRAP
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    NONE,
    bits,
    controller,
    enhancers_on,
    fighters,
    in_play,
    is_card,
    is_seat,
    on_tables,
)
from properties.henchling.ledger import opened
from properties.henchling.offers import meant
from properties.history import History
from properties.invariant import remember

CLOSERS = ("action.announced", "phase.started")
UNKNOWN = -2  # a target that events do not tell


@dataclass(eq=False)
class Text:
    """One text: its seat (NONE: a trap's), its card, its ability, the targets named for it.

    `sprung` are the seat and the card that sprang a trap.  `late` texts are of cards that come or
    go: their targets are chosen while they are carried out.  `since` counts what had been told of
    the span when it began, and `done` what its rows have brought, by row and whom.
    """

    seat: int
    source: int
    ability: Ability
    named: tuple[int, int] = (NONE, NONE)
    sprung: tuple[int, int] = (NONE, NONE)
    late: str = ""
    since: int = 0
    done: dict[tuple[int, int], int] = field(default_factory=dict)


@dataclass
class Texts:
    """The texts of this span, and what it did to cards and players.

    `known` from the first span on that was seen from its beginning.
    """

    known: bool = False
    running: list[Text] = field(default_factory=list)
    action: tuple[int, int] = (NONE, NONE)
    reaction: tuple[int, int, tuple[int, int]] | None = None
    moved: set[int] = field(default_factory=set)
    out: bool = False
    told: list[Happening] = field(default_factory=list)


def texts_of(past: History) -> Texts:
    """This game's texts under way."""
    return past.own(Texts)


# --- whom a row speaks of -----------------------------------------------------------------------


def players(now: Henchling, text: Text, who: int | str) -> list[int]:
    """Living seats that a row is about; UNKNOWN among them where events do not tell."""
    living = list(bits(now.alive))
    if isinstance(who, int):
        target = text.named[who]
        return [UNKNOWN] if target == UNKNOWN else [
            seat for seat in living if target == SEAT0 + seat]  # fmt: skip
    if who == "springer":
        return [seat for seat in living if seat == text.sprung[0]]
    if who == "each_opponent":
        return [seat for seat in living if seat != text.seat]
    return [seat for seat in living if who == "each_player" or seat == text.seat]


def objects(now: Henchling, text: Text, to: int | str) -> list[int]:
    """Targets that a row is about: cards on tables and living seats."""
    there = on_tables(now)
    if isinstance(to, int):
        target = text.named[to]
        if is_seat(target):
            return [target] if now.alive >> target - SEAT0 & 1 else []
        known = target == UNKNOWN or (is_card(target) and there >> target & 1)
        return [target] if known else []
    if to in ("this", "host", "sprung_card"):
        card = {"this": text.source, "host": now.host[text.source]}.get(to, text.sprung[1])
        return [card] if card >= 0 and there >> card & 1 else []
    if to == "each_henchling":
        return fighters(now)
    if to == "each_own_henchling":
        return [card for card in fighters(now) if controller(now, card) == text.seat]
    return [SEAT0 + seat for seat in players(now, text, to)]


def speaks_of(found: list[int], target: int) -> bool:
    """Whether a target is among those of a row."""
    return target in found or UNKNOWN in found


def rows_of(past: History, op: str) -> list[tuple[Text, int, Fx]]:
    """Every row of this op in the texts under way."""
    return [(text, at, row) for text in texts_of(past).running
            for at, row in enumerate(text.ability.effects) if row.op == op]  # fmt: skip


def cross_off(text: Text, at: int, whom: int, most: int) -> bool:
    """Note that a row has brought something for somebody, if it had not as often as it may."""
    key = at, whom
    if text.done.get(key, 0) >= most:
        return False
    text.done[key] = text.done.get(key, 0) + 1
    return True


# --- what begins a text -------------------------------------------------------------------------


@remember(kinds=CLOSERS)
def a_span_begins(h: Happening, past: History) -> None:
    """All texts are done before the next announcement, and before the next phase."""
    texts, now = texts_of(past), opened(past).now
    texts.known = now is not None and not opened(past).broken
    texts.running, texts.moved, texts.told = [], set(), []
    texts.reaction, texts.out = None, False
    if now is None or h.kind != "action.announced":
        return
    texts.action = meant(now, h.num("first")), meant(now, h.num("second"))
    if h.word("action") == "play":
        _begin(past, h.num("seat"), h.num("card"), _text(now, h.num("card"), SPELL),
               named=texts.action)  # fmt: skip


@remember(kinds=("reaction.used", "ability.paid"))
def a_price_is_paid(h: Happening, past: History) -> None:
    """An ability works when it is paid for: a Reaction that was used just now, or the action."""
    texts, now = texts_of(past), opened(past).now
    if now is None:
        return
    card, number = h.num("card"), h.num("ability")
    if h.kind == "reaction.used":
        named = meant(now, h.num("first")), meant(now, h.num("second"))
        texts.reaction = card, number, named
    elif texts.reaction is not None and texts.reaction[:2] == (card, number):
        _begin(past, h.num("seat"), card, number, named=texts.reaction[2])
        texts.reaction = None
    else:
        _begin(past, h.num("seat"), card, number, named=texts.action)


@remember(kinds=("arrive.triggered", "leave.triggered"))
def a_text_is_triggered(h: Happening, past: History) -> None:
    """Texts of coming and going name their targets later."""
    _begin(past, h.num("seat"), h.num("card"), h.num("ability"), named=(UNKNOWN, UNKNOWN),
           late=h.kind.split(".")[0])  # fmt: skip


@remember(kinds=("trap.entered", "trap.sprung"))
def a_trap_is_at_work(h: Happening, past: History) -> None:
    """An immediate trap when it is exposed, another when it is sprung."""
    now = opened(past).now
    if now is None or (h.kind == "trap.entered" and h.num("waits")):
        return
    sprung = (NONE, NONE) if h.kind == "trap.entered" else (h.num("seat"), h.num("by"))
    _begin(past, NONE, h.num("card"), _text(now, h.num("card"), TRAP), sprung=sprung)


def _text(now: Henchling, card: int, sort: int) -> int:
    """The number of the text of a spell or a trap; NONE of other cards."""
    known = now.rules.designs[card] if 0 <= card < len(now.rules.designs) else None
    return known.text[0] if known is not None and known.type == sort else NONE


def _begin(
    past: History, seat: int, source: int, number: int, *, named: tuple[int, int] = (NONE, NONE),
    sprung: tuple[int, int] = (NONE, NONE), late: str = "",
) -> None:  # fmt: skip
    now = opened(past).now
    if now is not None and 0 <= number < len(now.rules.abilities):
        ability, texts = now.rules.abilities[number], texts_of(past)
        texts.running.append(Text(seat, source, ability, named, sprung, late, len(texts.told)))


# --- what disturbs one --------------------------------------------------------------------------

MOVES = ("card.moved", "token.removed", "card.flipped", "card.unflipped", "card.arrived",
         "card.entered", "token.created")  # fmt: skip
BROUGHT = (
    "batch.opened", "health.healed", "money.changed", "card.drawn", "draws.forfeited",
    "card.discarded", "numbers.boosted", "counter.placed", "counter.removed", "card.tilted",
    "card.untilted", "token.declined", "limit.capped", "action.prevented",
)  # fmt: skip


@remember(kinds=MOVES)
def a_card_is_disturbed(h: Happening, past: History) -> None:
    """Cards that came, went or were turned over."""
    texts_of(past).moved.add(h.num("card"))


@remember(kinds=("card.stolen", "cards.traded"))
def a_card_changes_hands(h: Happening, past: History) -> None:
    """Cards that were stolen or traded, and what is attached to them."""
    moved, now = texts_of(past).moved, opened(past).now
    for fact in ("card",) if h.kind == "card.stolen" else ("mine", "theirs"):
        moved.add(h.num(fact))
        moved.update(bits(enhancers_on(now, h.num(fact)) if now is not None else 0))


@remember(kinds=("player.eliminated",))
def a_player_is_out(h: Happening, past: History) -> None:
    """What a player who is out had under way lapses."""
    texts_of(past).out = True


@remember(kinds=(*BROUGHT, "token.created", "card.moved"))
def what_was_told(h: Happening, past: History) -> None:
    """Events of this span that are looked for at its end."""
    texts_of(past).told.append(h)


def steady(now: Henchling, past: History, card: int) -> bool:
    """Whether a card in play has lain untouched and face up through the whole span."""
    return card not in texts_of(past).moved and bool(in_play(now) >> card & 1)
