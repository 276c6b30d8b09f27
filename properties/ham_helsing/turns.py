"""Step 1 and the cards: playing, points, discards that pay, drawing; what a turn has once."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    MOVE,
    PLACES,
    WILD,
    bits,
    book,
    listed,
    said,
    shown,
    text_of,
    zone_of,
)
from properties.ham_helsing.ledger import Turn, chosen, event_check, memory_of, opened, pooled
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant

PAYS = {"ability": "ability.use", "croak": "location_power.use", "snacks": "location_power.use",
        "revive": "revive"}  # fmt: skip
IN_PLAY = ("icon", "text", "croak")
VILLAGE, SWAMP = 2, 0


def _kind(h: Happening | None) -> str:
    return "" if h is None else h.event.kind


# --- once a turn ----------------------------------------------------------------------------------


@event_check("HHI-26", "HH-BASE-01", "HH-BASE-02", "HH-SOLO-09", kinds=("base_move.use",))
def base_movement_once_a_turn(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The base movement of the active character is used once, and gives its printed points."""
    who = h.num("who")
    if now.base or who != now.active:
        return f"{h} in the turn of {said(now, 'who', now.active)}, used {now.base}"
    after = past.next
    good = after is not None and _kind(after) == "steps.add" and after.num("n") == h.num("points")
    return good and h.num("points") == book(now).base_move[who]


@event_check("HHI-26", "HH-LOC-02", "HH-LOC-03", "HH-LOC-VILLAGE-02",
             kinds=("location_power.use",), sure=True)  # fmt: skip
def each_power_once_a_turn(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Location's power is used once a turn; at the Village while the character stays."""
    if not now.powers >> h.num("at") & 1:
        return True
    return h.num("power") == VILLAGE and not memory_of(past).left_village


@event_check("HHI-26", "HH-SKILL-03", "HH-SKILL-07", "HH-FIGHT-07", kinds=("skill_attack.use",))
def each_skill_attacks_once_a_turn(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A levelled-up skill gives one attack a turn, to the character whose turn it is."""
    return not now.skills >> h.num("colour") & 1 and h.num("who") == now.active


@event_check("HHI-27", "HH-SKILL-02", "HH-SKILL-01", "HH-SKILL-04", kinds=("skill_attack.use",))
def only_a_full_skill_attacks(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A skill attacks only while its cube stands on the last space."""
    at = 4 * h.num("who") + h.num("colour")
    return now.skill[at] == book(now).skill_max[at] == h.num("skill") or f"skill {now.skill[at]}"


@step_invariant("HHI-26", "HH-TRADE-03", kinds=("trade.offer", "trade.refused", "trade"))
def one_offer_a_turn(step: Turn) -> Verdict:
    """An offer counts as the one trade of the turn, be it taken or not."""
    return step.before.traded == 1 and (step.row != "play")


@step_invariant("HHI-26", "HH-TRADE-03", verbs=("trade",))
def a_trade_is_opened_once(step: Turn) -> Verdict:
    """A trade is opened only if the turn has had none."""
    return step.before.traded == 0 and step.after.traded == 1


@event_check("HHI-26", "HH-DRAW-03", "HH-DRAW-02", kinds=("card.draw",), sure=True)
def one_extra_card_a_turn(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """At most one extra card is drawn in a turn, or as many as the pack says."""
    if h.word("cause") != "extra":
        return None
    return memory_of(past).extra < book(now).extra and memory_of(past).step == "draw"


# --- cards and points -----------------------------------------------------------------------------


@event_check("HHI-29", "HH-PLAY-01", "HH-KO-03", "HH-SOLO-07", kinds=("card.play",))
def cards_are_played_from_the_hand(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The conscious active character plays a hand card, and all its open icons join the pool."""
    who, card = h.num("who"), h.num("card")
    if who != now.active or not now.health[who] or h.num("zone") != zone_of(now, who):
        return f"{h} in the turn of {said(now, 'who', now.active)}"
    wanted = [(card, place, *icon) for place, icon in sorted(shown(now, card).items())
              if not now.covered[card] >> place & 1]  # fmt: skip
    added = pooled(past)
    return added == wanted or f"{h.word('card')} shows {wanted}, added {added}"


@event_check("HHI-29", "HH-PLAY-03", "HH-PLAY-04", "HH-ICON-03", "HH-ICON-07", "HH-ICON-09",
             "HH-EFFECT-05", kinds=("icon.spend",))  # fmt: skip
def points_are_spent_once(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A point is spent off a place of a card in play that shows the icon and has points left."""
    card, place = h.num("card"), h.num("place")
    left = now.left[PLACES * card + place]
    if now.covered[card] >> place & 1:
        return f"place {h.word('place')} of {h.word('card')} is covered"
    icon = shown(now, card).get(place, (-1, 0))
    if icon[0] != h.num("icon") or not 0 < left <= icon[1]:
        return f"{h}, it shows {said(now, 'icon', icon[0])} {icon[1]}, {left} left"
    inside = now.played[zone_of(now, now.active)] >> card & 1
    return bool(inside) and h.num("left") == left - 1


@event_check("HHI-29", "HH-CARD-02", "HH-MOVE-01", kinds=("icon.convert",))
def only_movement_is_converted(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A text turns unspent movement icons of cards into wilds, one for one."""
    before = past.previous
    text = text_of(now, memory_of(past).card)
    asked = any(step["op"] == "convert_moves" for step in text)
    if before is None or _kind(before) != "icon.spend" or before.num("icon") != MOVE:
        return f"converted after {before}"
    same = (before.num("card"), before.num("place")) == (h.num("card"), h.num("place"))
    return same and asked and h.num("wilds") == now.loose[WILD] + 1


@event_check("HHI-28", "HH-PLAY-08", "HH-TERM-02", "HH-ABIL-04", "HH-LOC-SNACK-01",
             "HH-LOC-CROAK-01", "HH-REVIVE-01", kinds=("card.discard",))  # fmt: skip
def a_discard_pays_for_one_effect(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A card that pays comes from the hand, unused, and pays for the one effect told with it."""
    cause, card = h.word("cause"), h.num("card")
    if cause not in PAYS:
        return None
    if not now.hand[zone_of(now, now.active)] >> card & 1 or h.num("touched"):
        return f"{h.word('card')} pays, but is no unused hand card"
    beside = past.previous if PAYS[cause] == "location_power.use" else past.next
    return _kind(beside) == PAYS[cause] or f"{cause} pays beside {beside}"


@event_check("HHI-28", "HH-ABIL-01", "HH-ABIL-02", "HH-PLAY-08", "HH-SOLO-09",
             kinds=("ability.use",))  # fmt: skip
def abilities_are_paid_for(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An ability of the active character costs a discard, but for one that carries others."""
    who, before = h.num("who"), past.previous
    if who != now.active or not now.health[who]:
        return f"{h} in the turn of {said(now, 'who', now.active)}"
    if book(now).carriers[who]:
        return not h.num("paid") and _kind(before) == "move.enter"
    paid = before is not None and _kind(before) == "card.discard"
    return paid and before is not None and before.word("cause") == "ability"


@event_check("HHI-28", "HH-LOC-CROAK-01", "HH-LOC-SNACK-01", "HH-PLAY-08",
             kinds=("location_power.use",))  # fmt: skip
def powers_are_paid_for(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Croaklahoma and the Tree cost one hand card each; the other powers cost none."""
    word, after = h.word("power"), past.next
    cause = {"croaklahoma": "croak", "tree_of_unhealthy_snacks": "snacks"}.get(word, "")
    paid = after is not None and _kind(after) == "card.discard"
    return (paid and after is not None and after.word("cause") == cause) == bool(cause)


@event_check("HHI-30", "HH-ENDPLAY-02", "HH-ENDPLAY-03", "HH-PLAY-05", "HH-ROUND-06",
             kinds=("card.discard", "card.return"))  # fmt: skip
def cards_leave_play_by_what_was_spent(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """All spent: discarded at once; partly: at the end of step 1; none: it may go back."""
    zone, card = h.num("zone"), h.num("card")
    rest = any(now.left[PLACES * card : PLACES * card + PLACES])
    used, inside = now.touched >> card & 1, now.played[zone] >> card & 1
    if _kind(h) == "card.return":
        ending = past.step is None or past.step.verb == "end_play" or not now.health[now.active]
        return (bool(inside) and not used and ending) or f"{h.word('card')} goes back, used {used}"
    cause = h.word("cause")
    if h.num("touched") != used:
        return f"{h}, touched {used}"
    if cause == "spent":
        return (bool(inside and used) and not rest) or f"{h.word('card')} has points left"
    if cause == "partly_used":
        return bool(inside and used)
    return (not inside and not used) or f"{h.word('card')} discarded for {cause}, used {used}"


@event_check("HHI-30", "HH-ENDPLAY-02", "HH-PLAY-05", "HH-ENDPLAY-01", "HH-KO-03",
             kinds=("step.enter",))  # fmt: skip
def nothing_is_left_in_play(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When step 1 is over no card is in play and no point is left."""
    if h.word("step") != "gain":
        return None
    left = [listed(now, "card", zone) for zone in now.played if zone]
    return (not left and not any(now.left) and not now.touched) or f"still in play: {left}"


@invariant("HHI-30", "HH-PLAY-05", "HH-COMP-12", rows=("play", "commit"))
def spent_cards_are_gone(state: HamHelsing) -> Verdict:
    """No card in play has all its points spent."""
    found = None
    for card in bits(state.touched):
        found = True
        if not any(state.left[PLACES * card : PLACES * card + PLACES]):
            return f"{said(state, 'card', card)} has nothing left and is still in play"
    return found


@step_invariant("HHI-30", "HH-ENDPLAY-03", verbs=("put_away", "keep_rest"))
def only_unused_cards_are_decided_on(step: Turn) -> Verdict:
    """After step 1 hand cards are put away one by one, in ascending order, or kept."""
    state, zone = step.before, zone_of(step.before, step.before.active)
    told = [h.num("card") for h in step.events if h.event.kind == "card.discard"]
    if step.verb == "keep_rest":
        return not told or "a kept card is discarded"
    put, base = chosen(step)[0], step.game.space.bases["put_away"]
    if told != [put] or not state.hand[zone] >> put & 1:
        return f"{said(state, 'card', put)} is put away, discarded is {listed(state, 'card', told)}"
    if step.after.phase != state.phase:
        return True
    later = [code - base for code in step.game.legal_actions(step.after) if code >= base]
    return all(card > put for card in later) or \
        f"after {said(state, 'card', put)} come {listed(state, 'card', later)}"


# --- drawing --------------------------------------------------------------------------------------


@event_check("HHI-31", "HH-PLAY-06", "HH-ENDPLAY-04", "HH-ICON-05", "HH-DRAW-01",
             kinds=("card.draw",), sure=True)  # fmt: skip
def hands_are_filled_in_step_three(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The draw step draws in step 3 alone; icons, texts and Croaklahoma draw in step 1."""
    cause, step = h.word("cause"), memory_of(past).step
    fits = {"setup": step == "", "draw_step": step == "draw", "extra": step == "draw"}
    if not fits.get(cause, step == "play"):
        return f"{cause} draws in step {step!r}"
    zone = zone_of(now, h.num("who"))
    told = (h.num("hand"), h.num("active"), h.num("solo"))
    return told == (now.hand[zone].bit_count() + 1, now.active, int(book(now).solo))


@event_check("HHI-31", "HH-DRAW-01", "HH-DRAW-02", "HH-SOLO-05", "HH-SETUP-17", "HH-TAKE-06",
             kinds=("card.draw",))  # fmt: skip
def nobody_draws_beyond_the_target(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The draw step draws for the active character up to the hand size, one more at most."""
    cause, hand = h.word("cause"), h.num("hand")
    known = book(now)
    if cause == "setup":
        return hand <= known.hand
    if cause not in ("draw_step", "extra"):
        return None
    more = known.extra if cause == "extra" else 0
    return (h.num("who") == now.active and hand <= known.hand + more) or f"{cause} to {hand}"


@event_check("HHI-32", "HH-DRAW-01", "HH-DRAW-02", "HH-SOLO-05", "HH-DRAW-03",
             kinds=("step.enter",), sure=True)  # fmt: skip
def hands_are_full_after_step_three(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """After step 3 the hand holds the target, or more if it did, or nothing could be drawn."""
    memory = memory_of(past)
    if h.word("step") != "place" or memory.hand < 0:
        return None
    zone, known = zone_of(now, h.num("who")), book(now)
    hand = now.hand[zone].bit_count()
    wanted = max(memory.hand, known.hand) + memory.extra
    if hand == wanted:
        return True
    dry = not now.deck[zone] and not now.discard[zone]
    return (hand < wanted and dry) or f"hand {hand}, target {wanted}, before {memory.hand}"


@event_check("HHI-32", "HH-DRAW-02", "HH-DRAW-04", "HH-DRAW-06", "HH-KO-09",
             kinds=("card.draw",))  # fmt: skip
def extra_cards_need_company(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The extra card needs a conscious companion; Knuckles and the Villain are none."""
    if h.word("cause") != "extra":
        return None
    return bool(companions(now, now.active)) or f"{said(now, 'who', now.active)} is alone"


def companions(now: HamHelsing, who: int) -> list[int]:
    """Conscious characters in the same Location."""
    return [other for other in book(now).crew
            if other != who and now.at[other] == now.at[who] and now.health[other]]  # fmt: skip


@event_check("HHI-32", "HH-DRAW-02", "HH-DRAW-06", kinds=("step.enter",), sure=True)
def company_is_offered_a_card(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Who ends step 3 in company, with a hand of the usual size, was offered the extra card."""
    memory = memory_of(past)
    if h.word("step") != "place" or memory.hand < 0 or not companions(now, h.num("who")):
        return None
    zone, known = zone_of(now, h.num("who")), book(now)
    if now.hand[zone].bit_count() != known.hand or not (now.deck[zone] | now.discard[zone]):
        return None
    space = past.game.space
    for code in reversed(past.codes):
        verb = space.verb_of(code).name
        if verb not in ("draw_card", "sleeve"):
            return verb in ("no_extra", "take_extra") or f"no extra card was offered, but {verb}"
    return None


@event_check("HHI-11", "HH-DRAW-05", "HH-SOLO-04", "HH-PLAY-07", kinds=("deck.shuffle",))
def the_discard_becomes_the_deck(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Only an empty deck is made anew, of the whole discard, and once in a step 1."""
    if not h.num("again"):
        return h.num("cards") == (20 if book(now).solo else 10) or f"{h.num('cards')} cards"
    zone = h.num("zone")
    if now.deck[zone] or h.num("cards") != now.discard[zone].bit_count() or not now.discard[zone]:
        return f"deck of {now.deck[zone].bit_count()}, {h.num('cards')} shuffled"
    twice = memory_of(past).step == "play" and now.shuffled >> zone & 1
    return not twice or "shuffled twice in step 1"


@event_check("HHI-32", "HH-DRAW-05", kinds=("draw.stopped",))
def drawing_stops_at_the_bottom(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Drawing stops only where the deck is empty and cannot be made anew."""
    zone = zone_of(now, h.num("who"))
    again = memory_of(past).step == "play" and now.shuffled >> zone & 1
    return not now.deck[zone] and (not now.discard[zone] or bool(again))


@event_check("HHI-31", "HH-LOC-CROAK-01", "HH-PLAY-07", "HH-ICON-08", kinds=("card.fetch",))
def only_a_text_looks_through_discards(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A card comes out of a discard only by a text that says so, into the own hand."""
    text = text_of(now, memory_of(past).card)
    return h.num("who") == now.active and any(step["op"] == "fetch_discard" for step in text)


# --- movement -------------------------------------------------------------------------------------


@event_check("HHI-34", "HH-MOVE-01", "HH-MOVE-02", "HH-SYB-11", "HH-VFIGHT-10",
             kinds=("move.enter",))  # fmt: skip
def moves_follow_paths(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A figure moves along one path from where it stands, over the edge where paths wrap."""
    known, origin, to = book(now), h.num("from"), h.num("to")
    if origin != now.at[h.num("who")] or not known.walks[origin] >> to & 1:
        return f"{h}, no path or not there"
    printed = known.printed[origin] >> to & 1
    told = (h.num("wrap"), h.num("joined"), h.num("lost"))
    wanted = (known.wraps[origin] >> to & 1 | (1 - printed), 1 - printed, now.lost >> to & 1)
    return told[1:] == wanted[1:] or f"{h}, by the map {wanted}"


@event_check("HHI-34", "HH-MOVE-01", "HH-MOVE-04", "HH-BASE-02", "HH-MOVE-03",
             kinds=("move.enter",), sure=True)  # fmt: skip
def each_move_costs_a_point(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An own move takes exactly one point, of an icon or of movement on no card."""
    if h.num("carried_by") >= 0:
        return None
    paid = memory_of(past).paces
    return (h.num("who") == now.active and paid == 1) or f"{paid} points paid for a move"


@event_check("HHI-34", "HH-ABIL-03", "HH-ABIL-02", "HH-KO-07", kinds=("move.enter",), sure=True)
def companions_follow_from_the_same_place(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Carried are conscious companions, out of the Location the carrier just left, to his own."""
    by, who, memory = h.num("carried_by"), h.num("who"), memory_of(past)
    if by < 0:
        return None
    if not book(now).carriers[by] or by != now.active or not now.health[who]:
        return f"{h} in the turn of {said(now, 'who', now.active)}"
    return (h.num("from"), h.num("to")) == (memory.origin, now.at[by]) and by == memory.walker


@event_check("HHI-34", "HH-BASE-02", "HH-MOVE-04", kinds=("steps.spend",))
def loose_points_are_there(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A point of movement on no card is spent only if one is there."""
    return now.steps > 0 and h.num("left") == now.steps - 1


@step_invariant("HHI-75", "HH-ICON-10", "HH-ICON-06", "HH-ICON-04", "HH-GAIN-01", "HH-SOLO-08",
                "HH-SOLO-13", kinds=("money.change", "skill.change", "health.change"))  # fmt: skip
def gains_are_the_active_ones(step: Turn, past: History) -> Verdict:
    """Icons, bounties and rewards go to the character whose turn it is and to nobody else."""
    ledger = opened(past)
    mine = ("icon", "bounty", "reward", "village", "heal_icon")
    found = None
    for h in step.events:
        if h.event.kind in ("money.change", "skill.change", "health.change"):
            if h.word("cause") in mine and ledger.now is not None:
                found = True
                if h.num("who") != step.before.active:
                    return f"{h} in the turn of {said(step.before, 'who', step.before.active)}"
    return found
