"""What texts promise is kept: before the next announcement or phase each row has been done.

A row is looked at where nothing can have kept it from working: no `if`, nobody out, and its card
untouched since the announcement.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Happening
from engine.games.henchling.components import SEAT0, Fx
from engine.games.henchling.schema_words import ENHANCER, SPELL_TEXT
from engine.games.henchling.state import Henchling
from properties.henchling.book import controller, fighters, is_card, is_seat, sort_of
from properties.henchling.ledger import event_check
from properties.henchling.texts import (
    CLOSERS,
    UNKNOWN,
    Text,
    objects,
    players,
    steady,
    texts_of,
)
from properties.history import History
from properties.invariant import Verdict

# What shows that a row was done to a card, where the card itself does not show it.
TRACES = {"heal": "health.healed", "buff": "numbers.boosted", "counter": "counter.placed",
         "remove_counter": "counter.removed"}  # fmt: skip
REMOVALS = ("destroy", "eject", "flip")
TURNS = ("tilt", "untilt")


def _promised(past: History) -> Iterator[tuple[Text, Fx]]:
    """Rows of the texts of this span that must have been done by its end."""
    texts = texts_of(past)
    if not texts.known or texts.out:
        return
    cancelled = [h.num("card") for h in texts.told
                 if h.kind == "action.prevented" and h.word("reason") == "cancelled"]  # fmt: skip
    for text in texts.running:
        if text.late and text.ability.slots:
            continue
        if text.ability.kind == SPELL_TEXT and text.source in cancelled:
            continue
        for row in text.ability.effects:
            if not row.conditions:
                yield text, row


def _since(past: History, text: Text, *kinds: str) -> list[Happening]:
    return [h for h in texts_of(past).told[text.since :] if h.kind in kinds]


@event_check("HEI-52", "HE-ABIL-04", "HE-ARR-01", "HE-LEAVE-01", "HE-TRAP-03", "HE-SPELL-01",
             "HE-DMG-01", "HE-HEAL-01", "HE-PLAY-04", kinds=CLOSERS)  # fmt: skip
def what_texts_say_of_players_is_done(h: Happening, now: Henchling, past: History) -> Verdict:
    """Each living player whom a row names was dealt damage, healed, or given money by it."""
    seen = None
    kinds = {"damage": "batch.opened", "heal": "health.healed", "money": "money.changed"}
    for text, row in _promised(past):
        if row.op not in kinds:
            continue
        if row.op == "money":
            seats = players(now, text, row.who)
        else:
            seats = [t - SEAT0 for t in objects(now, text, row.to) if is_seat(t)]
        for seat in seats:
            seen = True
            told = _since(past, text, kinds[row.op])
            if not any(_is_for(e, text, row, seat) for e in told):
                return f"seat {seat}: {row} of card {text.source} is left out"
    return seen


def _is_for(h: Happening, text: Text, row: Fx, seat: int) -> bool:
    """Whether an event is a row done for a seat."""
    if row.op == "heal":
        return h.num("target") == SEAT0 + seat
    same = h.num("source") == text.source
    return same and (SEAT0 + seat in h.nums("targets") if row.op == "damage"
                     else h.num("seat") == seat)  # fmt: skip


@event_check("HEI-52", "HE-PILE-05", "HE-DRAW-05", "HE-TRAP-02", "HE-ABIL-04", "HE-LEAVE-01",
             kinds=CLOSERS)  # fmt: skip
def cards_are_drawn_and_put_away_as_said(h: Happening, now: Henchling, past: History) -> Verdict:
    """Each player drew what texts say, or forfeited it, and put away as much as was held."""
    due: dict[tuple[str, int], int] = {}
    for text, row in _promised(past):
        if row.op in ("draw", "discard"):
            for seat in players(now, text, row.who):
                due[row.op, seat] = due.get((row.op, seat), 0) + row.n
    told = texts_of(past).told
    for (op, seat), n in due.items():
        drawn = [e for e in told if e.kind == "card.drawn" and e.num("seat") == seat]
        if op == "draw":
            made = sum(e.word("for") == "effect" for e in drawn)
            made += sum(e.num("n") for e in told
                        if e.kind == "draws.forfeited" and e.num("seat") == seat)  # fmt: skip
        else:
            back = [e for e in told if e.kind == "card.moved" and e.word("to") == "hand"]
            if drawn or back or not now.hands[seat]:
                continue
            made = sum(e.kind == "card.discarded" and e.num("seat") == seat
                       and e.word("for") == "effect" for e in told)  # fmt: skip
        if made < n:
            return f"seat {seat}: {op} {n}, told {made}"
    return bool(due) or None


@event_check("HEI-52", "HE-ABIL-04", "HE-CTR-01", "HE-REACT-07", "HE-DEST-01", "HE-EJECT-01",
             "HE-FLIP-01", "HE-TILT-04", "HE-UNTILT-02", "HE-HEAL-01", "HE-DMG-01", "HE-STEAL-01",
             kinds=CLOSERS)  # fmt: skip
def what_texts_say_of_cards_is_done(h: Happening, now: Henchling, past: History) -> Verdict:
    """What a row says of a card that lay untouched was done to it."""
    seen = None
    for text, row in _promised(past):
        cards = [t for t in objects(now, text, row.to) if is_card(t) and steady(now, past, t)]
        for card in cards if text.late != "leave" else ():
            done = _done(now, past, text, row, card)
            if done is False:
                return f"card {card}: {row} of card {text.source} is left out"
            seen = seen or done
    return seen


def _done(now: Henchling, past: History, text: Text, row: Fx, card: int) -> bool | None:
    """Whether a row was done to a card in play; None where it says nothing of it."""
    fights = card in fighters(now)
    if row.op in REMOVALS:
        return False
    if row.op == "steal":
        taken = controller(now, card) == text.seat or sort_of(now, card) == ENHANCER
        return None if taken else False
    if row.op in TURNS:
        if sort_of(now, card) == ENHANCER:
            return None
        other = "card.untilted" if row.op == "tilt" else "card.tilted"
        turned = any(e.num("card") == card for e in _since(past, text, other))
        return turned or bool(now.tilted >> card & 1) == (row.op == "tilt")
    if row.op == "damage":
        batches = _since(past, text, "batch.opened")
        return not fights or any(e.num("source") == text.source and card in e.nums("targets")
                                 for e in batches)  # fmt: skip
    if row.op not in TRACES or (row.op in ("heal", "buff") and not fights):
        return None
    fact = "target" if row.op == "heal" else "card"
    return any(e.num(fact) == card for e in _since(past, text, TRACES[row.op]))


@event_check("HEI-52", "HE-ATK-04", "HE-TRADE-01", "HE-PROT-02", kinds=CLOSERS)
def pairs_fight_and_change_tables(h: Happening, now: Henchling, past: History) -> Verdict:
    """Two Henchlings that a row sets on each other fight, two cards to be traded are traded."""
    seen = None
    for text, row in _promised(past):
        if row.op not in ("fight", "trade"):
            continue
        pair = [*objects(now, text, row.to), *objects(now, text, row.other)]
        if len(pair) < 2 or UNKNOWN in pair or not all(steady(now, past, c) for c in pair):
            continue
        one, two = pair
        seen = True
        if row.op == "trade":
            mine, theirs = controller(now, one), controller(now, two)
            if mine == text.seat != theirs and sort_of(now, one) == sort_of(now, two):
                return f"cards {one} and {two} are not traded"
        elif one != two and all(card in fighters(now) for card in pair):
            if not any(e.num("source") == one for e in _since(past, text, "batch.opened")):
                return f"cards {one} and {two} do not fight"
    return seen


@event_check("HEI-52", "HE-TOKEN-01", "HE-ENH-02", "HE-ITEM-05", "HE-REACT-08", "HE-SPELL-03",
             kinds=CLOSERS)  # fmt: skip
def tokens_are_made_and_actions_cancelled(h: Happening, now: Henchling, past: History) -> Verdict:
    """Each player whom a row gives a token has it or refused it; what is cancelled is stopped."""
    seen = None
    for text, row in _promised(past):
        if row.op == "cancel":
            seen = True
            told = _since(past, text, "action.prevented")
            if not any(e.word("reason") == "cancelled" for e in told):
                return f"card {text.source} cancels nothing"
        if row.op != "token" or _since(past, text, "limit.capped"):
            continue
        if row.to != "":
            hosts = objects(now, text, row.to)
            wanted = now.rules.tokens[row.token].enhances
            if not hosts or not steady(now, past, hosts[0]) or sort_of(now, hosts[0]) != wanted:
                continue
        for seat in players(now, text, row.who):
            seen = True
            told = _since(past, text, "token.created", "token.declined")
            if not any((e.num("seat"), e.num("token")) == (seat, row.token) for e in told):
                return f"seat {seat}: token {row.token} of card {text.source} is left out"
    return seen
