"""What must follow: payments all or none, traps that spring, texts that work, blocks that break."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import SEAT0, Ability
from engine.games.henchling.schema_words import ITEM, TRAP_NOW
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    bits,
    design,
    holds,
    is_card,
    on_tables,
    seats_from,
    sort_of,
)
from properties.henchling.ledger import event_check, memory_of
from properties.henchling.offers import attackable, named, targets
from properties.henchling.texts import texts_of
from properties.history import History
from properties.invariant import Verdict

# Conditions of a text that nothing but the card itself, or whose turn it is, can change.
STEADY = ("this_tilted", "own_turn")


# Since when payments of an ability, and marks of a card's coming, are counted.
PAYING = ("action.announced", "reaction.used", "ability.paid")
COMING = ("card.arrived", "token.created")


def _of(events: list[Happening], card: int, *kinds: str) -> list[Happening]:
    return [h for h in events if h.event.kind in kinds and h.num("card") == card]


@event_check("HEI-34", "HE-REQ-01", "HE-REQ-02", "HE-COST-01", kinds=("ability.paid",))
def every_payment_is_made(h: Happening, now: Henchling, past: History) -> Verdict:
    """What an ability demands is paid in full: money, counters, its card turned over or destroyed.

    Cards of the hand are chosen afterwards, and tilts are counted elsewhere.
    """
    card, pay = h.num("card"), now.rules.abilities[h.num("ability")].pay
    done = past.since(*PAYING)
    money = sum(e.num("amount") for e in _of(done, card, "cost.paid"))
    counters = sum(e.num("n") for e in _of(done, card, "counter.removed"))
    if (money, counters) != (pay.money, pay.counters):
        return f"paid {money} dollars and {counters} counters of {pay}"
    if pay.flip_this and not _of(done, card, "card.flipped"):
        return f"card {card} is not turned over"
    if not pay.destroy_this:
        return True
    after = past.next
    destroyed = after is not None and after.kind == "card.destroyed" and after.num("card") == card
    return destroyed or f"card {card} is not destroyed"


@event_check("HEI-58", "HE-CTR-02", "HE-CTR-01", "HE-REQ-02", kinds=("counter.removed",))
def counters_come_off_their_card(h: Happening, now: Henchling, past: History) -> Verdict:
    """Counters taken off are those that lay there, and the rest stays."""
    stood, n = now.coins[h.num("card")], h.num("n")
    return 0 <= h.num("left") == stood - n or f"{n} of {stood} leave {h.num('left')}"


@event_check("HEI-34", "HE-REACT-08", "HE-REQ-01", "HE-ATK-02", kinds=("action.prevented",))
def what_misses_its_target_is_paid(h: Happening, now: Henchling, past: History) -> Verdict:
    """An ability whose targets are unfit is paid all the same, and such an attacker tilts."""
    if h.word("reason") != "targets" or h.word("action") == "play":
        return None
    card, action = h.num("card"), memory_of(past).action
    if h.word("action") == "attack":
        tilts = _of(past.since(*PAYING), card, "card.tilted")
        return bool(tilts) or f"attacker {card} does not tilt"
    return bool(_of(past.rest(), card, "ability.paid")) or f"nothing is paid for {action}"


@event_check("HEI-34", "HE-REACT-08", "HE-ATK-01", "HE-REQ-03", kinds=("action.prevented",))
def targets_that_are_missed_are_unfit(h: Happening, now: Henchling, past: History) -> Verdict:
    """An action misses its targets only where each that was named is one no longer."""
    card, (first, second) = h.num("card"), texts_of(past).action
    if h.word("reason") != "targets" or not texts_of(past).known:
        return None
    action = memory_of(past).action
    if h.word("action") == "attack":
        return first not in attackable(now, card)
    slots = now.rules.abilities[action.ability].slots if action is not None else ()
    for slot, target in zip(slots, (first, second), strict=False):
        named_now = named(now, target) if is_card(target) else target
        if named_now in targets(now, slot, h.num("seat"), card):
            return f"target {target} of {card} is fit"
    return True


# Events that show a row without a target done: by op, whom it must speak of, and how it is told.
SHOWN = {
    "damage": ("batch.opened",), "heal": ("health.healed",), "money": ("money.changed",),
    "draw": ("card.drawn", "draws.forfeited"),
}  # fmt: skip


@event_check("HEI-52", "HE-SPELL-04", "HE-REACT-08", kinds=("action.announced", "phase.started"))
def what_names_no_target_is_done(h: Happening, now: Henchling, past: History) -> Verdict:
    """An action whose targets are unfit has done by its end what it does to its own player."""
    action = memory_of(past).action
    done = past.since("action.announced")
    missed = any(e.event.kind == "action.prevented" and e.word("reason") == "targets"
                 for e in done)  # fmt: skip
    over = h.kind == "action.announced" or h.word("phase") == "un_flip"
    if action is None or action.kind == "attack" or not missed or not over:
        return None
    if any(e.event.kind == "player.eliminated" for e in done):
        return None
    told = {e.event.kind for e in done}
    for fx in now.rules.abilities[action.ability].effects:
        whom = fx.who if fx.op in ("money", "draw") else fx.to
        if whom == "controller" and not fx.conditions and fx.op in SHOWN:
            if told.isdisjoint(SHOWN[fx.op]):
                return f"{fx.op} of card {action.card} is left out: {action}"
    return True


# --- traps --------------------------------------------------------------------------------------


@event_check("HEI-46", "HE-TRAP-04", "HE-TRAP-05",
             kinds=("action.announced", "phase.started", "turn.ended"))  # fmt: skip
def traps_have_sprung(h: Happening, now: Henchling, past: History) -> Verdict:
    """Traps have sprung for what they waited for before anything else is done."""
    if h.kind == "phase.started" and h.word("phase") not in ("action", "un_flip"):
        return None
    due = [card for card in memory_of(past).due if card in now.traps]
    return not due or f"traps {due} waited and have not sprung"


@event_check("HEI-46", "HE-TRAP-02", "HE-TRAP-03", "HE-DMG-01", kinds=("batch.opened",))
def traps_hit_everybody(h: Happening, now: Henchling, past: History) -> Verdict:
    """What a trap deals to each player is dealt to every living one."""
    known = _whole_text(now, h.num("source"))
    if known is None or any(fx.to != "each_player" for fx in known.effects):
        return None
    living = [SEAT0 + seat for seat in seats_from(now, now.active) if now.alive >> seat & 1]
    return list(h.nums("targets")) == living or f"hits {h.nums('targets')}, alive are {living}"


def _whole_text(now: Henchling, card: int) -> Ability | None:
    """The text of an immediate trap."""
    printed = design(now, card)
    known = [now.rules.abilities[n] for n in printed.text] if printed is not None else []
    return next((each for each in known if each.kind == TRAP_NOW), None)


# --- texts of coming and going ------------------------------------------------------------------


@event_check("HEI-21", "HE-PLAY-08", "HE-ARR-01", kinds=("card.entered",))
def arrive_text_is_carried_out(h: Happening, now: Henchling, past: History) -> Verdict:
    """Before a card enters play its Arrive texts have worked, those with an `if` perhaps."""
    printed = design(now, h.num("card"))
    if printed is None or not printed.arrive:
        return None
    sure = [n for n in printed.arrive if not now.rules.abilities[n].conditions]
    return len(sure) <= h.num("arrive_texts") <= len(printed.arrive)


@event_check("HEI-56", "HE-LEAVE-01", "HE-EJECT-04", kinds=("card.moved", "token.removed"))
def leave_text_is_noted(h: Happening, now: Henchling, past: History) -> Verdict:
    """Whatever leaves a table face up has its Leave texts noted, but with a player who is out."""
    card = h.num("card")
    printed = design(now, card)
    if printed is None or not printed.leave or not on_tables(now) >> card & 1:
        return None
    batch = past.since("batch.opened", "batch.ended")
    out = any(e.event.kind == "player.eliminated" for e in batch)
    if card in now.backs or card == now.playing or out:
        return None
    noted = [e.num("ability") for e in _of(past.since(*COMING), card, "leave.triggered")]
    for number in printed.leave:
        known = now.rules.abilities[number].conditions
        steady = all(each.word in STEADY for each in known)
        if steady and number not in noted and all(holds(now, card, each) for each in known):
            return f"text {number} of card {card} is not noted"
    return True


@event_check("HEI-43", "HE-PROT-05", "HE-PROT-06", "HE-ITEM-02", kinds=("batch.ended",))
def what_blocked_is_broken(h: Happening, now: Henchling, past: History) -> Verdict:
    """At the end of a batch the items that blocked are gone, but for those that only tilt."""
    batch = memory_of(past).batch
    items = [card for card in batch.blocked if sort_of(now, card) == ITEM] if batch else []
    if not items:
        return None
    for card in bits(on_tables(now)):
        printed = design(now, card)
        if card in items and printed is not None and not printed.tilts_on_block:
            return f"item {card} blocked and is still there"
    return True
