"""Locations: powers, the Shield, limits and losses, nests, and what entering costs."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.components_causes import CAUSES
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    CARDS,
    STAR,
    STAR_AT,
    bits,
    book,
    due_words,
    fits,
    listed,
    minions_at,
    said,
    text_of,
    zone_of,
)
from properties.ham_helsing.ledger import Turn, event_check, memory_of, opened, pooled
from properties.ham_helsing.tales import ENTRIES
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant

LAB, VILLAGE, IN_LAB, IN_BOX = 1, 2, 4, 5
# Damage by a Minion or the Villain; everything after these is a loss of health.
DAMAGE = CAUSES[:6]
LIMIT_STEPS = {"limits": "step:limits", "villain_limits": "villain.discard"}


@event_check("HHI-41", "HH-LOC-01", "HH-LOC-04", "HH-LOC-05", "HH-LOC-06", "HH-LOSE-05",
             "HH-TIP-02", kinds=("location_power.use",))  # fmt: skip
def powers_are_used_on_the_spot(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The active, conscious character uses the power of its own Location, open and unwatched."""
    at, who = h.num("at"), h.num("who")
    if who != now.active or now.at[who] != at or not now.health[who]:
        return f"{h}, who is at {said(now, 'location', now.at[who])}"
    if at == now.villain or now.lost >> at & 1:
        return f"the power of {h.word('at')} is not to be had"
    return h.num("power") == book(now).power[at] >= 0


@event_check("HHI-42", "HH-LOC-LAB-01", "HH-LOSE-14", "HH-ICON-08", kinds=("shield.take",))
def the_shield_is_taken_from_the_lab(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The Shield is taken where it lies, by the Lab's power there or by a text from anywhere."""
    who, before = h.num("who"), past.previous
    if now.shield != IN_LAB or who != now.active or h.num("at") != now.at[who]:
        return f"taken by {h.word('who')}, the Shield is at {said(now, 'shield', now.shield)}"
    if before is not None and before.event.kind == "location_power.use":
        return now.at[who] == book(now).lab
    return any(step["op"] == "take_shield" for step in text_of(now, memory_of(past).card))


@event_check("HHI-42", "HH-LOC-SHIELD-01", "HH-LOC-SHIELD-02", "HH-LOC-SHIELD-03", "HH-GAIN-05",
             kinds=("shield.block",))  # fmt: skip
def the_shield_blocks_one_damage(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Its holder blocks one Damage of a Minion or the Villain, and no other loss of health."""
    after = past.next
    if now.shield != h.num("who") or h.word("cause") not in DAMAGE:
        return f"{h}, Shield at {said(now, 'shield', now.shield)}"
    if h.num("after") != h.num("before") - 1 or h.num("before") < 1:
        return f"from {h.num('before')} to {h.num('after')}"
    return after is not None and after.event.kind == "shield.return"


@event_check("HHI-42", "HH-LOC-SHIELD-03", "HH-LOSE-14", "HH-LOSE-13", kinds=("shield.return",))
def the_shield_goes_back(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """After one block the Shield goes to the Lab, or out of the game if that is lost."""
    before = past.previous
    lost = now.lost >> book(now).lab & 1
    good = before is not None and before.event.kind == "shield.block"
    return good and h.num("to") == (IN_BOX if lost else IN_LAB)


@event_check("HHI-43", "HH-LOSE-13", kinds=("shield.remove",))
def the_shield_is_lost_with_the_lab(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The Shield leaves the game when the Lab is lost while it lies there."""
    lab = book(now).lab
    return h.num("at") == lab and bool(now.lost >> lab & 1) and now.shield == IN_LAB


@event_check("HHI-43", "HH-LOSE-13", "HH-LOSE-14", kinds=("location.lost",))
def a_held_shield_stays(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When the Lab is lost the Shield goes if it lies there, and stays with a holder."""
    if h.num("at") != book(now).lab:
        return None
    gone = [e for e in past.rest() if e.event.kind == "shield.remove"]
    if h.num("shield") != now.shield:
        return f"told {h.word('shield')}, Shield at {said(now, 'shield', now.shield)}"
    return bool(gone) == (now.shield == IN_LAB)


# --- limits ---------------------------------------------------------------------------------------


@event_check("HHI-25", "HH-LIMIT-06", "HH-VLIM-01", "HH-VMIN-05", kinds=("limit.check",))
def limits_are_checked_in_two_places(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Limits are looked at in step 5 of a turn and after the Villain card, nowhere else."""
    memory = memory_of(past)
    if not memory.mark:
        return None
    return memory.mark == LIMIT_STEPS.get(h.word("during")) or f"after {memory.mark}"


@event_check("HHI-25", "HH-LIMIT-06", "HH-VMIN-05", "HH-LIMIT-05", kinds=("location.lost",))
def nothing_is_lost_between_checks(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Location is lost in a limit check only."""
    memory = memory_of(past)
    if not memory.mark:
        return None
    return memory.mark in LIMIT_STEPS.values() or f"after {memory.mark}"


@event_check("HHI-36", "HH-LIMIT-03", "HH-LIMIT-04", "HH-LIMIT-02", "HH-LOSE-10", "HH-EFFECT-08",
             kinds=("limit.check",))  # fmt: skip
def minions_are_counted_as_tokens(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Each Location that is not lost is counted by Minion tokens and measured by its limit."""
    at = h.num("at")
    if now.lost >> at & 1 or not book(now).limits:
        return f"{h.word('at')} has no limit"
    told = (h.num("count"), h.num("limit"))
    return told == (minions_at(now, at).bit_count(), book(now).limit[at]) or f"{h}"


@event_check("HHI-37", "HH-LIMIT-02", "HH-LIMIT-03", "HH-LIMIT-05", "HH-LOSE-10",
             kinds=("location.lost",))  # fmt: skip
def only_overfull_locations_are_lost(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Location is lost if it held more Minions than its limit when the check began."""
    at, memory = h.num("at"), memory_of(past)
    if now.lost >> at & 1 or not book(now).limits:
        return f"{h.word('at')} is lost already, or nothing can be"
    told = (h.num("count"), h.num("limit"))
    if told != (minions_at(now, at).bit_count(), book(now).limit[at]) or told[0] <= told[1]:
        return f"{h}"
    known = memory.over < 0 or bool(memory.over >> at & 1)
    return known or f"{h.word('at')} was not over its limit"


@event_check("HHI-37", "HH-LIMIT-05", "HH-END-06", kinds=("location.lost",))
def losses_follow_the_letters(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Overfull Locations are lost Mud Canyon first, then by letter."""
    at, over = h.num("at"), memory_of(past).over
    if over < 0:
        return None
    left, canyon = over & ~now.lost, book(now).canyon
    first = canyon if left >> canyon & 1 else next(bits(left), -1)
    return at == first or f"{h.word('at')} before {said(now, 'location', first)}"


@event_check("HHI-36", "HH-LIMIT-02", "HH-LIMIT-05", "HH-VLIM-01", "HH-SYB-03",
             kinds=("step.enter", "round.start"))  # fmt: skip
def a_check_leaves_nothing_overfull(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """After a check everything that was overfull is lost, and nothing else was overlooked."""
    memory = memory_of(past)
    if memory.over < 0 or (h.event.kind == "step.enter" and h.word("step") != "damage"):
        return None
    if memory.mark not in LIMIT_STEPS.values():
        return None
    left = memory.over & ~now.lost
    return not left or f"overfull and not lost: {listed(now, 'location', left)}"


@event_check("HHI-38", "HH-LOSE-01", "HH-LOSE-02", "HH-LOSE-03", "HH-SOLO-03",
             kinds=("location.lost",))  # fmt: skip
def whoever_stands_there_is_hurt_and_moved(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Conscious characters there lose 1, all go to the Cavern, lost or not, unless they are in it.

    In a lost Cavern those who come lose one more, but for the user of Mud Skates (HH-MOVE-06).
    """
    at, known = h.num("at"), book(now)
    if at == known.canyon:
        return None
    here = [who for who in known.crew if now.at[who] == at]
    told: dict[str, list[int]] = {
        "location_lost": [], "moved_into_nest": [], "char.relocate": []
    }  # fmt: skip
    for event in past.rest():
        if event.event.kind in ("location.lost", "step.enter", "round.start", "game.end"):
            break
        word = event.event.kind if event.event.kind != "health.change" else event.word("cause")
        if word in told:
            told[word].append(event.num("who"))
    up = [who for who in here if now.health[who]]
    away = here if at != known.cavern else []
    if sorted(told["location_lost"]) != up or h.num("figures") != len(here):
        return f"{listed(now, 'who', up)} stand there, {h}: {told}"
    if sorted(told["char.relocate"]) != away:
        return f"{listed(now, 'who', here)} are there, {h}: {told}"
    nest = away and now.lost >> known.cavern & 1
    spared = now.active if now.skates else -1
    again = [who for who in up if nest and now.health[who] > 1 and who != spared]
    return sorted(told["moved_into_nest"]) == again or f"hurt in the Cavern by {h}: {told}"


@event_check("HHI-38", "HH-LOSE-02", kinds=("char.relocate",))
def the_homeless_go_to_the_cavern(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Characters are moved out of a Location just lost, to the Cavern."""
    cavern, origin = book(now).cavern, h.num("from")
    told = (h.num("to"), h.num("lost"))
    return told == (cavern, now.lost >> cavern & 1) and bool(now.lost >> origin & 1)


@event_check("HHI-35", "HH-LOSE-04", "HH-LOSE-05", "HH-COMP-07", kinds=("nest.place",))
def nests_lie_on_lost_locations(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The top nest goes to the Location just lost; after the eighth a loss has no token."""
    at, count = h.num("at"), now.lost.bit_count() - 1
    wanted = (count if count < 8 else -1, book(now).power[at])
    told = (h.num("token"), h.num("power"))
    return (bool(now.lost >> at & 1) and told == wanted) or f"told {told}, wanted {wanted}"


@event_check("HHI-35", "HH-LOSE-12", "HH-SETUP-29", "HH-SYB-05", "HH-SYB-07",
             kinds=("nest.place",))  # fmt: skip
def nests_uncover_powers(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A nest that covered a power uncovers it, unless it was bare or there is no board."""
    known, slot = book(now), h.num("token")
    power = known.nest_slots[slot] if slot >= 0 else -1
    wanted = [power] if power >= 0 and known.board and not now.shown >> power & 1 else []
    found = []
    for event in past.rest():
        if event.event.kind in ("nest.place", "location.lost"):
            break
        if event.event.kind == "power.reveal":
            found.append(event.num("power"))
    return found == wanted or \
        f"nest {slot} uncovers {listed(now, 'up', found)}, not {listed(now, 'up', wanted)}"


@event_check("HHI-71", "HH-LOSE-12", "HH-SETUP-29", kinds=("power.reveal",))
def powers_are_uncovered_in_checks(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A power is uncovered once, in a limit check."""
    mark = memory_of(past).mark
    known = not mark or mark == LIMIT_STEPS.get(h.word("during"))
    return known and not now.shown >> h.num("power") & 1 and h.num("round") == now.round


# --- entering -------------------------------------------------------------------------------------


@event_check("HHI-39", "HH-MOVE-05", "HH-MOVE-06", "HH-LOSE-03", "HH-LOSE-06", "HH-LOSE-07",
             "HH-SPICY-06", "HH-SPICY-07", kinds=("health.change",), sure=True)  # fmt: skip
def entering_costs_one_each_time(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Whoever entered a nest, and by the harder rules the Villain's or biters' place, loses 1."""
    word, who = h.word("cause"), h.num("who")
    if word not in ENTRIES and word != "location_lost":
        return None
    if (who, word) not in memory_of(past).owed or h.num("n") != -1:
        return f"{h}; owed {due_words(now, memory_of(past).owed)}"
    return word == "location_lost" or h.num("at") == now.at[who]


@step_invariant("HHI-39", "HH-MOVE-05", "HH-LOSE-07", "HH-MOVE-06", "HH-LOSE-06", "HH-SPICY-06",
                kinds=("move.enter", "health.change"))  # fmt: skip
def nothing_is_owed_for_entering(step: Turn, past: History) -> Verdict:
    """When play goes on every entry has been paid for; leaving costs nothing."""
    ledger = opened(past)
    if ledger.now is None or not ledger.memory.sure:
        return None
    if step.game.rows[step.after.phase].name not in ("play", "keep_cards", "market"):
        return None
    return not ledger.memory.owed or f"owed: {due_words(ledger.now, ledger.memory.owed)}"


# --- the market -----------------------------------------------------------------------------------


@event_check("HHI-66", "HH-MARKET-03", "HH-MARKET-05", "HH-MARKET-08", "HH-LOC-SWAMP-01",
             "HH-LOC-SWAMP-03", "HH-SOLO-12", "HH-MARKET-12", kinds=("market.buy",))  # fmt: skip
def buyers_pay_the_printed_cost(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The buyer pays the cost out of the own money, $1 less at the Swamp and never below $0."""
    who, upgrade, swamp = h.num("who"), h.num("upgrade"), h.num("swamp")
    cost = book(now).cost[upgrade]
    price = max(0, cost - 1) if swamp else cost
    if (h.num("price"), h.num("cost")) != (price, cost) or now.money[who] < price:
        return f"{h.word('who')} has {now.money[who]}, pays {h.num('price')} of {cost}"
    after = past.next
    paid = after is not None and after.event.kind == "money.change"
    word = "swamp" if swamp else "buy"
    return paid and after is not None and (after.num("who"), after.num("n"), after.word("cause")) \
        == (who, -price, word)  # fmt: skip


@event_check("HHI-66", "HH-LOC-SWAMP-01", "HH-MARKET-01", "HH-MARKET-04", kinds=("market.buy",))
def cards_are_sold_in_market_and_swamp(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Upgrades are bought in the Market Phase, and in step 1 by the power of the Swamp."""
    before, step = past.previous, memory_of(past).step
    if not h.num("swamp"):
        return step == "market" or f"bought in {step!r}"
    used = before is not None and before.event.kind == "location_power.use"
    return used and step == "play" and h.num("who") == now.active


@event_check("HHI-66", "HH-MARKET-08", "HH-MARKET-09", "HH-MARKET-10", "HH-MARKET-03",
             kinds=("money.change",))  # fmt: skip
def market_money_goes_for_cards(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """In the market money goes for cards and flushes alone, a flush costs $1 each time."""
    word, step = h.word("cause"), memory_of(past).step
    if word == "flush":
        return step == "market" and h.num("n") == -1
    if step != "market":
        return word != "buy" or f"bought in {step!r}"
    return word == "buy" or f"{word} in the market"


@event_check("HHI-65", "HH-MARKET-06", "HH-LOC-SWAMP-04", "HH-SETUP-08", "HH-SETUP-09",
             kinds=("market.refill",))  # fmt: skip
def gaps_are_filled_by_type(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An empty place is filled with a card of its row's type out of the pile."""
    place, upgrade = h.num("place"), h.num("upgrade")
    special = book(now).special
    kind = place // 3
    if now.market[place] >= 0 or special >> upgrade & 1 != kind or h.num("type") != kind:
        return f"market place {place} is filled with {h.word('upgrade')}"
    rest = now.pile & (special if kind else ~special) & ~(1 << upgrade)
    return h.num("pile") == rest.bit_count()


@event_check("HHI-65", "HH-MARKET-06", "HH-MARKET-09", kinds=("pile.shuffle",))
def flushed_cards_make_a_new_pile(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A pile is made anew only when it is empty, of all flushed cards of its type."""
    special = book(now).special
    mine = special if h.num("type") else ~special
    count = (now.flushed & mine).bit_count()
    return not now.pile & mine and count == h.num("cards") > 0


@event_check("HHI-09", "HH-MARKET-07", "HH-SLEEVE-01", "HH-SLEEVE-07", "HH-LOC-SWAMP-02",
             "HH-SOLO-12", "HH-SLEEVE-04", kinds=("sleeve.attach",))  # fmt: skip
def upgrades_go_on_cards_at_hand(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An upgrade goes where it fits, on a hand card of its owner, at the Swamp on one in play."""
    who, host, upgrade = h.num("who"), h.num("host"), h.num("upgrade")
    zone = zone_of(now, who)
    inside, origin = now.played[zone] >> host & 1, h.word("from")
    if not (now.hand[zone] | now.played[zone]) >> host & 1 or (inside and origin == "market"):
        return f"{h.word('host')} is not at hand"
    if not fits(now, host, upgrade):
        return f"{h.word('upgrade')} hides something of {h.word('host')}"
    told = (h.num("in_play"), h.num("used"))
    return told == (inside, now.touched >> host & 1) or f"told {told}"


@event_check("HHI-09", "HH-LOC-SWAMP-02", "HH-PLAY-02", kinds=("sleeve.attach",))
def upgrades_in_play_fill_the_pool(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Points of an upgrade join the pool at once if its host is in play, and else wait."""
    host, known = h.num("host"), book(now)
    inside = now.played[zone_of(now, h.num("who"))] >> host & 1
    shows = dict(known.slots[CARDS + h.num("upgrade")])
    if known.texts[CARDS + h.num("upgrade")]:
        shows[STAR_AT] = (STAR, 1)
    wanted = [(host, place, *icon) for place, icon in sorted(shows.items())] if inside else []
    added = pooled(past)
    return added == wanted or f"{h} shows {wanted}, added {added}"


@event_check("HHI-67", "HH-SLEEVE-05", "HH-SLEEVE-02", kinds=("sleeve.set_aside",))
def only_what_fits_nowhere_is_set_aside(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An upgrade is set aside only where no card at hand can take it."""
    zone = zone_of(now, h.num("who"))
    at_hand = now.hand[zone] | (now.played[zone] if memory_of(past).step == "play" else 0)
    able = [card for card in bits(at_hand) if fits(now, card, h.num("upgrade"))]
    return not able or f"{listed(now, 'card', able)} can take it"


@step_invariant("HHI-67", "HH-SLEEVE-06", "HH-SLEEVE-05", kinds=("card.draw",))
def set_aside_is_tried_again(step: Turn) -> Verdict:
    """After a draw the drawer sleeves what was set aside, if a hand card takes it."""
    state, row = step.after, step.game.rows[step.after.phase].name
    for h in step.events:
        if h.event.kind != "card.draw" or row in ("sleeve", "card"):
            continue
        for upgrade in bits(state.aside[h.num("who")]):
            zone = zone_of(state, h.num("who"))
            able = [card for card in bits(state.hand[zone]) if fits(state, card, upgrade)]
            if able:
                return (f"{said(state, 'upgrade', upgrade)} is left aside, "
                        f"{listed(state, 'card', able)} can take it")
    return True if any(state.aside) or row == "sleeve" else None


@step_invariant("HHI-67", "HH-SLEEVE-06", "HH-DRAW-01", kinds=("card.draw",))
def set_aside_waits_for_the_full_hand(step: Turn) -> Verdict:
    """In the draw step the hand is full, or no card is left, before what was set aside is tried."""
    state, row = step.after, step.game.rows[step.after.phase].name
    told = [h for h in step.events if h.event.kind == "card.draw"]
    if row != "sleeve" or told[-1].word("cause") != "draw_step":
        return None
    zone = zone_of(state, told[-1].num("who"))
    held, rest = state.hand[zone].bit_count(), state.deck[zone] | state.discard[zone]
    return held >= book(state).hand or not rest or f"{held} cards in hand"


@invariant("HHI-41", "HH-LOC-02", "HH-LOC-03", "HH-TIP-02")
def used_powers_are_powers(state: HamHelsing) -> Verdict:
    """Powers used in a turn are those of Locations that have one."""
    if not state.powers:
        return None
    return all(book(state).power[at] >= 0 for at in bits(state.powers))
