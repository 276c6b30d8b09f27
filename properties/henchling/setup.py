"""Set-up: dealing, piles, the first exposed card, mulligans."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.henchling.state import Henchling
from properties.henchling.book import seats_from
from properties.henchling.ledger import event_check, memory_of, opened
from properties.history import History
from properties.invariant import Verdict, event_invariant


@event_invariant("HEI-51", "HE-HP-01", "HE-COMP-01", "HE-COMP-02", "HE-SETUP-01",
                 kinds=("game.started",), whole=True)  # fmt: skip
def everybody_begins_alike(h: Happening, past: History) -> Verdict:
    """Every player starts with the health of the rules, all sets on the table, traps apart."""
    state = cast(Henchling, past.before)
    rules = state.rules
    if list(state.health[: rules.players]) != [rules.health] * rules.players:
        return f"health {list(state.health)}"
    traps = sum(1 << card for card in h.nums("traps"))
    copies = len(rules.designs) // 32
    told = (h.num("players"), h.num("copies"), h.num("cards"), h.num("health"))
    held = (rules.players, copies, 32 * copies, rules.health)
    return (told == held and traps == rules.traps) or f"told {told}, held {held}"


@event_check("HEI-02", "HE-SETUP-02", "HE-SETUP-03", "HE-SETUP-01", kinds=("card.dealt",))
def hands_are_dealt_in_rounds(h: Happening, now: Henchling, past: History) -> Verdict:
    """One card at a time, clockwise from the opener, no trap, until all have their hand."""
    seat, card = h.num("seat"), h.num("card")
    if now.rules.traps >> card & 1:
        return f"trap {card} is dealt"
    sizes = [now.hands[other].bit_count() for other in seats_from(now, now.opening)]
    fewest = min(sizes)
    order = seats_from(now, now.opening)
    if order[sizes.index(fewest)] != seat or fewest >= now.rules.opening_hand:
        return f"seat {seat} is dealt to, hands from the opener on {sizes}"
    left = (now.pool | now.down | now.up) & ~now.rules.traps & ~(1 << card)
    told = (h.num("hand"), h.num("pool"))
    return told == (fewest + 1, left.bit_count()) or f"told {told}"


@event_check("HEI-02", "HE-PILE-01", "HE-PILE-02", "HE-SETUP-04", kinds=("piles.built",))
def piles_are_split_in_thirds(h: Happening, now: Henchling, past: History) -> Verdict:
    """Two thirds of what is left after dealing lie hidden, the rest and all traps beside."""
    rules = now.rules
    hands = [hand.bit_count() for hand in now.hands[: rules.players]]
    if hands != [rules.opening_hand] * rules.players or now.discard:
        return f"hands {hands} when the piles are built"
    n = len(rules.designs) - rules.traps.bit_count() - sum(hands)
    down = {"half_up": (4 * n + 3) // 6, "down": 2 * n // 3, "up": -(-2 * n // 3)}
    wanted = down[rules.pile_split]
    told = (h.num("down"), h.num("up"), h.num("mixed"))
    held = (wanted, n - wanted + rules.traps.bit_count(), n)
    return told == held or f"told {told}, by the rules {held}"


@event_check("HEI-10", "HE-DRAW-04", "HE-DRAW-05", kinds=("pile.recycled",))
def the_discards_are_split(h: Happening, now: Henchling, past: History) -> Verdict:
    """All discards are shuffled back while a pile is empty: non-traps split, traps beside."""
    ledger, rules = opened(past), now.rules
    traps = now.discard & rules.traps
    n = (now.discard & ~rules.traps).bit_count()
    if not n or (ledger.down and (ledger.up or now.exposed >= 0)):
        return f"{n} cards, piles of {ledger.down} and {ledger.up}, exposed {now.exposed}"
    split = {"two_thirds": (4 * n + 3) // 6, "half": (n + 1) // 2, "all_hidden": n}
    told = (h.num("cards"), h.num("to_down"), sum(1 << card for card in h.nums("traps")))
    held = (n, split[rules.reshuffle_split], traps)
    return told == held or f"told {told}, by the rules {held}"


@event_check("HEI-04", "HE-PILE-06", "HE-DRAW-03", "HE-TRAP-01", kinds=("card.exposed",))
def one_card_is_exposed(h: Happening, now: Henchling, past: History) -> Verdict:
    """A card is exposed while none is; marks of passing are cleared, a trap is known for one."""
    if now.exposed >= 0:
        return f"card {now.exposed} is exposed already"
    trap = bool(now.rules.traps >> h.num("card") & 1)
    if bool(h.num("trap")) != trap:
        return f"trap is {h.num('trap')}"
    return h.num("passers_cleared") == now.passers.bit_count()


@event_check("HEI-49", "HE-MULL-01", "HE-MULL-03", kinds=("hand.exchanged",))
def exchanges_come_before_turn_one(h: Happening, now: Henchling, past: History) -> Verdict:
    """Only before turn 1, and only with the option, cards of a hand are exchanged."""
    if now.turn or not now.rules.mulligan:
        return f"exchanged in turn {now.turn}"
    seat, number = h.num("seat"), 1 + _exchanged(past, h.num("seat"))
    told = (h.num("hand"), h.num("number"))
    held = (now.hands[seat].bit_count() - 1, number if past.whole else max(1, told[1]))
    return told == held or f"told {told}, by this witness {held}"


def _exchanged(past: History, seat: int) -> int:
    """How many cards a seat has exchanged so far."""
    return sum(e.kind == "hand.exchanged" and e.num("seat") == seat for e in past.log[: past.at])


@event_check("HEI-49", "HE-MULL-02", "HE-MULL-03", kinds=("hand.refilled",))
def a_hand_is_refilled_once(h: Happening, now: Henchling, past: History) -> Verdict:
    """As many cards as were exchanged are drawn again, once for each seat."""
    seat, memory = h.num("seat"), memory_of(past)
    before = [e for e in past.log[: past.at] if e.event.kind == "hand.refilled"]
    if any(e.num("seat") == seat for e in before):
        return f"seat {seat} is refilled twice"
    if h.num("hand") != now.hands[seat].bit_count():
        return f"hand told {h.num('hand')}"
    if past.whole and h.num("exchanged") != _exchanged(past, seat):
        return f"{_exchanged(past, seat)} cards were exchanged, told {h.num('exchanged')}"
    traps = any(e.event.kind in ("card.discarded", "draws.forfeited") for e in past.log)
    full = now.hands[seat].bit_count() == now.rules.opening_hand
    return full or traps or not past.whole or bool(memory.phase)
