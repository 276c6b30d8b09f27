"""The end of a fight: where foe, weapons and cards go, flips, the Picture, the end of it all."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.hunted.components import FACES, WORDS
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, Book, bit, bits, together
from properties.hunted.combat import fight_of
from properties.hunted.fight import WHO
from properties.hunted.ledger import Turn, argument, book_of, event_check, opened
from properties.invariant import Verdict, event_invariant, final_invariant, step_invariant

ENDED = ("combat.ended",)
CAUSES, ZONES = WORDS["causes"], WORDS["zones"]
FROM_ROW = ("combat", "hide", "location", "battle")
ZONE_OF = {"collect": "row", "rescue": "inventory", "defeated": "row", "used": "inventory",
           "item": "row", "survivor": "row", "hero": "row", "host": "attached",
           "once": "inventory", "attack": "tucked"}  # fmt: skip
DISCARDED = ("card.discarded",)


def drawn_in(past: History, cards: Book) -> list[int]:
    """The cards drawn for the attacks of the fight that ends in this ply, in order."""
    step = past.step
    if step is None:
        return []
    drawn = list(cast(Hunted, step.before).tucked)
    if step.verb == "strike_with" and not cards.locations >> argument(step) & 1:
        drawn.append(argument(step))
    return drawn


@event_check("HUI-19", "HU-COMBAT-20", "HU-COMBAT-14", "HU-NOTE-03", "HU-LOCK-03", kinds=ENDED)
def every_card_drawn_is_put_away(h: Happening, now: Hunted, past: History) -> Verdict:
    """All cards drawn are told; they lie in the discard pile, locked-in ones on the deck again."""
    cards = book_of(past.game)
    drawn = drawn_in(past, cards)
    if list(h.nums("drawn")) != drawn or now.tucked or h.num("attacks") != now.attacks:
        return f"{h}: drawn {drawn}, still tucked {now.tucked}"
    locked = [card for card in drawn if cards.locked >> card & 1 and card not in now.in_row]
    loose = together(card for card in drawn if not cards.locked >> card & 1)
    return now.discard & loose == loose and now.deck[: len(locked)] == locked


@event_check("HUI-20", "HU-COMBAT-21", "HU-COMBAT-22", "HU-WEAP-05", "HU-JEK-08", "HU-ITEM-07",
             kinds=ENDED)  # fmt: skip
def weapons_return_or_are_spent(h: Happening, now: Hunted, past: History) -> Verdict:
    """Usable-Once-Only weapons in use are discarded, the others are held still."""
    cards = book_of(past.game)
    used = cards.in_use(now)
    spent = [card for card in used if cards.once >> card & 1]
    kept = [card for card in used if card not in spent]
    if (list(h.nums("spent")), list(h.nums("returned"))) != (spent, kept):
        return f"{h}: spent {spent}, kept {kept}"
    gone, held = together(spent), together(kept)
    return (now.discard & gone == gone and now.inventory & held == held
            and not set(now.hosts) & set(spent))  # fmt: skip


@event_check("HUI-55", "HU-COMBAT-19", "HU-FNOTE-03", "HU-FBAT-05", "HU-JEK-06", kinds=ENDED)
def the_foe_ends_where_it_belongs(h: Happening, now: Hunted, past: History) -> Verdict:
    """A defeated Enemy is discarded; a foe of the battle lies face down; Hyde may turn back."""
    cards, foe = book_of(past.game), h.num("foe")
    fight = fight_of(cards, now, now.foe)
    if foe != now.foe or h.word("fight") != fight:
        return f"{h}: {fight} with {now.foe}"
    fell = [e for e in past.since("attack.made") if e.event.kind in WHO]
    if (h.word("result") == "defeated") != bool(fell):
        return f"{h} after {fell}"
    if fight == "enemy":
        return bool(now.discard >> foe & 1) and foe not in now.in_row
    if fight in ("minion", "boss"):
        return bool(now.beaten >> foe & 1)
    return foe in now.in_row


@event_check("HUI-20", "HU-WEAP-05", "HU-COMBAT-21", "HU-ITEM-07", "HU-COMBAT-19", "HU-COMBAT-20",
             "HU-ITEM-04", "HU-RESC-01", "HU-COLL-01", kinds=DISCARDED)  # fmt: skip
def a_discard_has_its_cause(h: Happening, now: Hunted, past: History) -> Verdict:
    """Each cause of a discard is what has just happened, to a card it fits."""
    cause, zone = CAUSES[h.num("cause")], ZONES[h.num("zone")]
    if cause in FROM_ROW:
        return zone == "row"
    return zone == ZONE_OF.get(cause) and _follows(h, now, past, cause)


def _follows(h: Happening, now: Hunted, past: History, cause: str) -> bool:
    """Whether a discard of this cause follows from what has just happened."""
    cards, card, step, before = book_of(past.game), h.num("card"), past.step, past.previous
    if cause in ("collect", "rescue"):
        return bool(now.picked >> card & 1)
    if cause == "defeated":
        fell = before is not None and before.event.kind == "enemy.defeated"
        return card == now.foe and fell
    if cause == "used":
        item = before is not None and before.event.kind == "item.used"
        return item and before is not None and before.num("item") == card
    if cause in ("item", "survivor", "hero"):
        return step is not None and step.verb == "drop" and card == argument(step)
    if cause == "host":
        host = now.hosts[now.attached.index(card)] if card in now.attached else NONE
        return host != NONE and not now.inventory >> host & 1
    if cause == "once":
        return bool(cards.once & bit(card) & together(cards.in_use(now)))
    return card in now.tucked


@event_check("HUI-30", "HU-ITEM-07", "HU-COMBAT-21", kinds=DISCARDED)
def attached_items_follow_their_weapon(h: Happening, now: Hunted, past: History) -> Verdict:
    """Right after a weapon is discarded its attached items are, one by one."""
    card = h.num("card")
    due = [item for item, host in zip(now.attached, now.hosts, strict=False) if host == card]
    if not due or h.word("zone") != "inventory":
        return None
    told = [(e.num("card"), e.word("cause")) for e in past.rest()[: len(due)]
            if e.event.kind == "card.discarded"]  # fmt: skip
    return told == [(item, "host") for item in due] or f"{h}: then {told}, expected {due}"


# --- what cannot be discarded -------------------------------------------------------------------


@event_check("HUI-34", "HU-LOCK-02", "HU-LOCK-03", "HU-LOCK-01", "HU-MASH-05",
             kinds=("locked.returned",))  # fmt: skip
def a_locked_in_card_returns_where_it_was(h: Happening, now: Hunted, past: History) -> Verdict:
    """Out of the Row it stays there, drawn for an attack it goes back on top of the deck."""
    card, zone, cause = h.num("card"), h.word("zone"), h.word("cause")
    if not book_of(past.game).locked >> card & 1:
        return f"{h.word('card')} is not locked-in"
    if zone == "deck":
        return card in now.tucked and cause == "attack"
    return zone == "row" and card in now.in_row and card != now.foe


@event_check("HUI-34", "HU-LOCK-02", "HU-HIDE-02", "HU-COMBAT-02", kinds=("row.discarded",))
def every_locked_in_card_is_told(h: Happening, now: Hunted, past: History) -> Verdict:
    """Each locked-in card that a discarded Row leaves lying is told to return there, no other."""
    if h.word("cause") == "battle":
        return None
    kept = [card for card in now.in_row if book_of(past.game).locked >> card & 1]
    told = []
    for event in reversed(past.log[: past.at]):
        if event.event.kind not in ("card.discarded", "locked.returned", "picture.grown"):
            break
        if event.event.kind == "locked.returned":
            told.append(event.num("card"))
    return told[::-1] == kept or f"{h}: told {told[::-1]}, locked-in {kept}"


# --- flips and the Picture ----------------------------------------------------------------------


@event_check("HUI-39", "HU-JEK-05", "HU-JEK-06", "HU-JEK-02", "HU-JEK-07", kinds=("boss.flipped",))
def the_card_is_flipped_after_its_fight(h: Happening, now: Hunted, past: History) -> Verdict:
    """Beaten, Jekyll turns into Hyde; Hyde, not beaten in time, turns back."""
    before, cards = past.previous, book_of(past.game)
    if before is None or before.event.kind != "combat.ended" or h.num("card") != cards.jekyll:
        return f"{h} after {before}"
    told = (before.word("fight"), before.word("result"), h.word("to"), h.num("attacks"))
    turned = ("mr_hyde", "turned_back", FACES[2]) if now.face == 1 else (
        "dr_jekyll", "defeated", FACES[1])  # fmt: skip
    return told == (*turned, before.num("attacks")) and now.battle == 1


@event_check("HUI-42", "HU-DOR-05", "HU-DOR-06", "HU-DOR-10", "HU-DOR-11", kinds=DISCARDED)
def each_discard_of_dorian_grows_the_picture(h: Happening, now: Hunted, past: History) -> Verdict:
    """Before the battle each discard of Dorian raises the Picture a step; at 15 it stays."""
    cards, after = book_of(past.game), past.next
    grows = bool(cards.growers >> h.num("card") & 1) and not now.battle
    grown = after is not None and after.event.kind == "picture.grown"
    if not grows:
        return False if grown else None
    if now.picture == cards.steps[-1]:
        return not grown or (after is not None and after.num("to") == now.picture)
    due = cards.steps[cards.steps.index(now.picture) + 1]
    if after is None or not grown:
        return f"{h}: the Picture stays at {now.picture}"
    told = (after.num("from"), after.num("to"), after.num("cause"))
    return told == (now.picture, due, h.num("cause"))


@event_check("HUI-42", "HU-DOR-05", "HU-DOR-10", "HU-DOR-08", kinds=("picture.grown",))
def the_picture_grows_by_dorian_alone(h: Happening, now: Hunted, past: History) -> Verdict:
    """The Picture grows right after Dorian is discarded, before the battle."""
    before = past.previous
    fits = before is not None and before.event.kind == "card.discarded"
    dorian = before is not None and fits and book_of(past.game).growers >> before.num("card") & 1
    return bool(dorian) and not now.battle and h.num("from") == now.picture


# --- survivors in the battle --------------------------------------------------------------------


@event_check("HUI-55", "HU-SURV-08", "HU-FBAT-10", kinds=("survivor.absorbed",), whole=True)
def no_survivor_absorbs_twice(h: Happening, now: Hunted, past: History) -> Verdict:
    """In a battle as many points are absorbed as the party counts, and readied ones once more."""
    memory = opened(past).memory
    readied = sum(e.event.kind == "survivor.readied" and e.word("cause") != "battle"
                  for e in past.since("battle.started"))  # fmt: skip
    return memory.absorbed + 1 <= now.party.bit_count() + readied


@event_check("HUI-46", "HU-JEK-06", "HU-DECK-05", kinds=("boss.flipped",), whole=True)
def turning_back_is_paid_for(h: Happening, now: Hunted, past: History) -> Verdict:
    """Each time Hyde turns back, one attack fewer than the limit has cost a point or more."""
    if h.word("to") != FACES[2]:
        return None
    made = [e for e in past.since("combat.started") if e.event.kind == "attack.made"]
    paid = sum(e.num("paid") + e.num("absorbed") for e in made)
    return paid >= book_of(past.game).hyde_limit - 1


# --- the end ------------------------------------------------------------------------------------


@event_check("HUI-05", "HU-WIN-01", "HU-FBAT-09", "HU-MASH-06", "HU-WIN-02", "HU-FNOTE-04",
             kinds=("game.over",))  # fmt: skip
def the_end_has_its_reason(h: Happening, now: Hunted, past: History) -> Verdict:
    """Won right after the last Boss is defeated, lost with no Energy left, and nothing else."""
    before = past.previous
    boss = before is not None and before.event.kind == "boss.defeated"
    if h.word("ending") == "won":
        return boss and before is not None and before.num("left") == 0
    return now.energy == 0 and not boss


@event_check("HUI-05", "HU-WIN-01", "HU-MASH-06", "HU-FBAT-09", kinds=("game.over",), whole=True)
def all_bosses_fall_for_a_win(h: Happening, now: Hunted, past: History) -> Verdict:
    """A game is won with every Boss of the Finale defeated, once each."""
    if h.word("ending") != "won":
        return None
    fallen = [e.num("boss") for e in past.log[: past.at] if e.event.kind == "boss.defeated"]
    return sorted(fallen) == bits(book_of(past.game).bosses)


@event_invariant("HUI-06", "HU-WIN-03", kinds=("game.over",))
def nothing_happens_after_the_end(happening: Happening, past: History) -> Verdict:
    """The end is the last event, and comes once."""
    return past.next is None and past.counts.get("game.over", 0) == 0


@final_invariant("HUI-06", "HU-WIN-03", "HU-ACT-04")
def nothing_is_legal_after_the_end(state: Hunted, past: History) -> Verdict:
    """After the end nothing is legal, and the end reason is the row reached."""
    row = past.game.row_name(state)
    return past.game.legal_actions(state) == [] and past.game.end_reason(state) == row


@final_invariant("HUI-05", "HU-WIN-01", "HU-WIN-02", "HU-FNOTE-04")
def the_end_fits_the_table(state: Hunted, past: History) -> Verdict:
    """Lost means no Energy is left; won, that the last Boss was reached in the battle."""
    over = past.last.get("game.over")
    if over is None or over.word("ending") != past.game.row_name(state):
        return f"the end {past.game.row_name(state)} is told as {over}"
    if over.word("ending") == "lost":
        return state.energy == 0
    return state.battle == 1 and past.game.returns(state)[0] > 0


@step_invariant("HUI-19", "HU-COMBAT-19", "HU-COMBAT-20", "HU-COMBAT-22", "HU-WEAP-05",
                "HU-DOR-06", kinds=ENDED)  # fmt: skip
def a_fight_is_put_away_exactly_so(step: Turn) -> Verdict:
    """From the position alone: once weapons and what hangs on them go, other weapons stay."""
    before, after, cards = step.before, step.after, book_of(step.game)
    used = bit(before.primary) | before.thrown
    used |= bit(argument(step)) if step.verb in ("wield", "add_throwing") else 0
    gone = used & cards.once
    hung = [item for item, host in zip(before.attached, before.hosts, strict=True)
            if gone >> host & 1]  # fmt: skip
    if after.inventory != before.inventory & ~gone or after.tucked:
        return f"inventory {bits(after.inventory)}, expected {bits(before.inventory & ~gone)}"
    return after.attached == [item for item in before.attached if item not in hung]
