"""Actions from announcement to end: order, payments, reactions, arrivals, what is prevented."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import CAPS, HEALTH_MAX, SEAT0
from engine.games.henchling.schema import CARDS, LIMIT, TOKENS
from engine.games.henchling.schema_words import ENHANCER, HENCHLING, ITEM, SPELL, TRIGGERS
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    NONE,
    controller,
    design,
    downs,
    enhancers_on,
    in_play,
    is_card,
    is_seat,
    of_type,
    on_tables,
    sort_of,
)
from properties.henchling.ledger import Action, event_check, memory_of
from properties.henchling.offers import cost_of, granting, meant
from properties.history import History
from properties.invariant import Verdict


@event_check("HEI-52", "HE-ABIL-04", "HE-ABIL-07", "HE-TILT-03", "HE-ATK-03", "HE-PLAY-10",
             "HE-TILT-02", "HE-FLIP-02", "HE-REACT-03", kinds=("action.announced",))  # fmt: skip
def announcements_are_of_the_active(h: Happening, now: Henchling, past: History) -> Verdict:
    """The active player announces, in the action phase, a card of the hand or one ready to act."""
    seat, card, memory = h.num("seat"), h.num("card"), memory_of(past)
    if seat != now.active or memory.phase not in ("", "action"):
        return f"seat {seat} in phase {memory.phase} of seat {now.active}"
    if h.num("number") != now.announced + 1:
        return f"number {h.num('number')} after {now.announced}"
    if h.word("action") == "play":
        return bool(now.hands[seat] >> card & 1)
    if controller(now, card) != seat or not in_play(now) >> card & 1:
        return f"card {card} is not a face-up card of seat {seat} in play"
    known = now.rules.abilities[h.num("ability")] if h.num("ability") >= 0 else None
    tilts = known is None or known.pay.tilt
    return not tilts or not now.tilted >> card & 1 or f"card {card} is tilted"


@event_check("HEI-54", "HE-REQ-03", "HE-ELIM-01", "HE-FLIP-04", kinds=("action.announced",))
def targets_are_there(h: Happening, now: Henchling, past: History) -> Verdict:
    """What an action is aimed at is a living player or a card on a table, face up by its name."""
    for fact in ("first", "second"):
        target = h.num(fact)
        if is_seat(target) and not now.alive >> target - SEAT0 & 1:
            return f"seat {target - SEAT0} is out"
        if target in now.backs:
            return f"the face-down card {target} is named"
        card = meant(now, target)
        if target >= 0 and is_card(card) and not on_tables(now) >> card & 1:
            return f"card {card} is on no table"
    return True if h.num("first") >= 0 else None


@event_check("HEI-21", "HE-PLAY-01", "HE-PLAY-03", "HE-COST-01", kinds=("cost.paid",))
def the_cost_is_paid_at_once(h: Happening, now: Henchling, past: History) -> Verdict:
    """A play pays its cost directly after its announcement, from a purse that holds it."""
    amount, before = h.num("amount"), past.previous
    if h.num("seat") != now.active or h.num("left") != now.purse - amount or h.num("left") < 0:
        return f"{amount} of {now.purse} leaves {h.num('left')}"
    if h.word("action") != "play":
        return True
    if before is None or before.kind != "action.announced":
        return "no announcement came before"
    # The cost was read before the card was being played.
    return amount == cost_of(now, h.num("card")) or f"{amount}, by rule {cost_of(now, now.playing)}"


@event_check("HEI-40", "HE-REACT-01", "HE-REACT-02", "HE-REACT-03", "HE-REACT-04", "HE-TRAP-07",
             "HE-ABIL-04", kinds=("reaction.used",))  # fmt: skip
def reactions_answer_the_active(h: Happening, now: Henchling, past: History) -> Verdict:
    """A Reaction answers an announced action of the active player before its payments."""
    memory = memory_of(past)
    seat, action = h.num("seat"), memory.action
    if seat == now.active or not now.alive >> seat & 1:
        return f"seat {seat} reacts in the turn of {now.active}"
    if memory.trap >= 0 or memory.batch is not None:
        return "a trap or a batch is under way"
    if action is None:
        return None
    if (h.word("answers"), h.num("answered")) != (action.kind, action.card):
        return f"it answers {h.word('answers')} of {h.num('answered')}, announced was {action}"
    done = (action.paid and action.kind != "play") or action.attacked or action.prevented
    return not done or f"the action is under way: {action}"


@event_check("HEI-41", "HE-REACT-01", "HE-REACT-10", "HE-TILT-02", "HE-FLIP-02", "HE-COST-01",
             kinds=("reaction.used",))  # fmt: skip
def reaction_cards_are_ready(h: Happening, now: Henchling, past: History) -> Verdict:
    """A Reaction is a face-up, untilted Henchling or item bearing the mark, of who uses it."""
    card = h.num("card")
    printed = design(now, card)
    if printed is None or not printed.reaction or printed.type not in (HENCHLING, ITEM):
        return f"card {card} is no Reaction"
    known = now.rules.abilities[h.num("ability")]
    ready = in_play(now) & ~now.tilted & now.tables[h.num("seat")]
    return bool(ready >> card & 1) and known.reaction and not known.pay.money


@event_check("HEI-32", "HE-TILT-02", "HE-TILT-04", "HE-ACT-01", "HE-FLIP-02", "HE-ENH-03",
             kinds=("card.tilted",))  # fmt: skip
def what_tilts_was_upright(h: Happening, now: Henchling, past: History) -> Verdict:
    """A card is tilted that stood upright, for a payment face up; its enhancers follow it."""
    card = h.num("card")
    if now.tilted >> card & 1 or not on_tables(now) >> card & 1:
        return f"card {card} is tilted already, or on no table"
    if not h.num("by_effect") and not in_play(now) >> card & 1:
        return f"card {card} pays face down"
    if sort_of(now, card) == ENHANCER:
        return f"enhancer {card} tilts by itself"
    return h.num("enhancers") == enhancers_on(now, card).bit_count()


def _under(past: History, card: int) -> Action | None:
    memory = memory_of(past)
    if memory.reaction is not None and memory.reaction.card == card:
        return memory.reaction
    action = memory.action
    return action if action is not None and action.card == card else None


@event_check("HEI-33", "HE-ABIL-03", "HE-ABIL-05", "HE-ACT-01", "HE-REACT-10", "HE-REQ-01",
             "HE-HENCH-02", kinds=("ability.paid",))  # fmt: skip
def one_tilt_buys_one_ability(h: Happening, now: Henchling, past: History) -> Verdict:
    """A tilt ability comes with one tilt of its card; a Free one with none, so often a turn."""
    card, via, known = h.num("card"), h.num("via"), now.rules.abilities[h.num("ability")]
    if (bool(h.num("tilt")), bool(h.num("free"))) != (known.pay.tilt, known.pay.free):
        return f"tilt {h.num('tilt')}, free {h.num('free')}, printed {known.pay}"
    under = _under(past, card)
    if under is not None and under.tilts != known.pay.tilt:
        return f"{under.tilts} tilts for {known.pay}"
    if not known.pay.free:
        return True
    times = memory_of(past).used.get(via << 12 | h.num("ability"), 0)
    use = now.used.count(via * 4 + known.place)
    return use < now.rules.free_uses or f"used {times} times in this turn"


@event_check("HEI-20", "HE-PLAY-04", "HE-PLAY-05", "HE-LIMIT-04", kinds=("money.changed",))
def money_reaches_the_active_alone(h: Happening, now: Henchling, past: History) -> Verdict:
    """Money changes the purse of the active player, from 0 to the bound, and nobody else's."""
    seat, by, left = h.num("seat"), h.num("by"), h.num("left")
    if seat != now.active:
        return by == left == 0
    return left == now.purse + by and 0 <= left <= LIMIT


@event_check("HEI-23", "HE-PLAY-07", "HE-ENH-03", "HE-ARR-01", "HE-PLAY-08", "HE-SPELL-02",
             kinds=("card.arrived",))  # fmt: skip
def a_card_arrives_as_it_is_played(h: Happening, now: Henchling, past: History) -> Verdict:
    """Only a paid card arrives: face up, upright, an enhancer turned as its host is."""
    card, host = h.num("card"), h.num("host")
    sort = sort_of(now, card)
    if card != now.playing or h.num("seat") != now.active:
        return f"card {card} arrives, {now.playing} was played"
    if sort not in (HENCHLING, ITEM, ENHANCER) or (sort == ENHANCER) != (host >= 0):
        return f"card {card} of type {sort} arrives on {host}"
    if host >= 0:
        return bool(h.num("tilted")) == bool(now.tilted >> host & 1)
    return not h.num("tilted") and not now.damage[card]


@event_check("HEI-08", "HE-ENH-01", "HE-ENH-02", "HE-ENH-03", "HE-ENH-07",
             kinds=("enhancer.attached",))  # fmt: skip
def enhancers_fit_their_hosts(h: Happening, now: Henchling, past: History) -> Verdict:
    """An enhancer is put on a face-up card of its type, whoever controls that."""
    card, host = h.num("card"), h.num("host")
    printed = design(now, card)
    if printed is None or printed.type != ENHANCER or not in_play(now) >> host & 1:
        return f"card {card} on {host}"
    if sort_of(now, host) != printed.enhances or h.num("controller") != controller(now, host):
        return f"enhancer {card} for type {printed.enhances} on {host}"
    return bool(h.num("tilted")) == bool(now.tilted >> host & 1)


@event_check("HEI-21", "HE-PLAY-08", "HE-ARR-01", "HE-INPLAY-01", kinds=("card.entered",))
def what_enters_has_arrived(h: Happening, now: Henchling, past: History) -> Verdict:
    """A card is in play after it has arrived and its Arrive text is done."""
    arriving = memory_of(past).arriving
    return h.num("card") == now.playing and arriving in (-1, h.num("card"))


@event_check("HEI-21", "HE-ARR-01", "HE-STEAL-03", "HE-TRADE-02", "HE-FLIP-08",
             kinds=("arrive.triggered",))  # fmt: skip
def arrive_text_belongs_to_arriving(h: Happening, now: Henchling, past: History) -> Verdict:
    """Arrive text is carried out for the card that is arriving, and for no other."""
    card, printed = h.num("card"), design(now, h.num("card"))
    if card != now.playing or not on_tables(now) >> card & 1 or printed is None:
        return f"card {card} triggers, {now.playing} is arriving"
    return h.num("ability") in printed.arrive


@event_check("HEI-22", "HE-ITEM-05", "HE-ITEM-04", kinds=("room.made",))
def room_is_made_for_a_sixth(h: Happening, now: Henchling, past: History) -> Verdict:
    """An own item in play makes room, and only where all places are taken."""
    seat, card = h.num("seat"), h.num("card")
    items = of_type(now, now.tables[seat], ITEM)
    full = items.bit_count() >= now.rules.item_limit
    return full and bool(items >> card & 1) and card != now.playing


def _lost_its_giver(now: Henchling, action: Action | None) -> Verdict:
    """Whether a card that granted the ability in use grants it no longer (HE-REACT-08)."""
    if action is None:
        return None
    still = granting(now, action.card, action.ability)
    return any(giver not in still for giver in action.givers)


@event_check("HEI-52", "HE-REACT-08", "HE-REACT-05", "HE-REACT-06", "HE-SPELL-04",
             kinds=("action.prevented",))  # fmt: skip
def what_is_prevented_has_its_reason(h: Happening, now: Henchling, past: History) -> Verdict:
    """An action is stopped for what its card, or the one granting its ability, has become."""
    card, reason = h.num("card"), h.word("reason")
    there = on_tables(now) >> card & 1
    if reason == "face_down":
        return bool(downs(now) >> card & 1)
    if reason == "tilted":
        # A card that lies face down or elsewhere is stopped for that.
        return bool((now.tilted & in_play(now) & now.tables[h.num("seat")]) >> card & 1)
    if reason == "gone":
        return not there or _lost_its_giver(now, memory_of(past).action)
    if reason == "control":
        return bool(there) and controller(now, card) != h.num("seat")
    return h.num("spell") == (sort_of(now, card) == SPELL)


@event_check("HEI-34", "HE-REQ-01", "HE-REQ-02", "HE-REACT-08", kinds=("action.prevented",))
def what_is_prevented_is_not_paid(h: Happening, now: Henchling, past: History) -> Verdict:
    """An action whose card became unfit pays nothing but the money of a play."""
    action = memory_of(past).action
    if action is None or action.kind == "play" or h.word("reason") in ("targets", "cancelled"):
        return None
    return not action.paid and not action.tilts and not action.attacked


@event_check("HEI-05", "HE-SPELL-01", "HE-SPELL-04", kinds=("spell.spent",))
def spells_are_spent(h: Happening, now: Henchling, past: History) -> Verdict:
    """A spell lies among the discards when it is spent."""
    card = h.num("card")
    return sort_of(now, card) == SPELL and bool(now.discard >> card & 1)


@event_check("HEI-59", "HE-LIMIT-01", "HE-TOKEN-01", "HE-ARR-01", kinds=("token.created",))
def tokens_are_made_within_the_bound(h: Happening, now: Henchling, past: History) -> Verdict:
    """A token takes a free number, while fewer than twelve are in play."""
    card = h.num("card")
    there = on_tables(now) >> CARDS
    return there.bit_count() < TOKENS and not there >> card - CARDS & 1


@event_check("HEI-59", "HE-LIMIT-01", "HE-LIMIT-02", "HE-LIMIT-03", "HE-LIMIT-04",
             kinds=("limit.capped", "health.healed"))  # fmt: skip
def caps_are_reached(h: Happening, now: Henchling, past: History) -> Verdict:
    """What is dropped exceeds a bound that is reached; a player is healed in full below it."""
    if h.kind == "health.healed":
        full = h.num("before") + h.num("asked")
        return h.num("after") == min(full, HEALTH_MAX) if h.num("to_player") else None
    if h.word("limit") not in CAPS or h.num("lost") < 1:
        return f"{h.word('limit')} lost {h.num('lost')}"
    return h.word("limit") != "tokens" or on_tables(now) >> CARDS == (1 << TOKENS) - 1


@event_check("HEI-58", "HE-CTR-01", "HE-CTR-05", "HE-LIMIT-03", kinds=("counter.placed",))
def counters_add_up(h: Happening, now: Henchling, past: History) -> Verdict:
    """Counters placed are added to those the card has, within the bounds."""
    card, n = h.num("card"), h.num("n")
    told = (h.num("generic"), h.num("power_a"), h.num("power_h"))
    had = (now.coins[card], now.power_a[card], now.power_h[card])
    if h.word("counter") == "generic":
        wanted = (min(LIMIT, had[0] + n), had[1], had[2])
    else:
        wanted = (had[0], _bound(had[1] + n * h.num("a")), _bound(had[2] + n * h.num("h")))
    return told == wanted or f"{had} and {n} make {told}, expected {wanted}"


def _bound(value: int) -> int:
    return max(-LIMIT, min(LIMIT, value))


@event_check("HEI-44", "HE-STEAL-01", "HE-STEAL-02", "HE-ENH-07", kinds=("card.stolen",))
def thieves_take_from_others(h: Happening, now: Henchling, past: History) -> Verdict:
    """A stolen card lay on an opponent's table, and its enhancers come along."""
    card = h.num("card")
    if h.num("from") == h.num("to") or controller(now, card) != h.num("from"):
        return f"card {card} of {controller(now, card)} is stolen from {h.num('from')}"
    return h.num("enhancers") == enhancers_on(now, card).bit_count()


@event_check("HEI-44", "HE-TRADE-01", "HE-TRADE-02", kinds=("cards.traded",))
def trades_are_of_one_type(h: Happening, now: Henchling, past: History) -> Verdict:
    """Two face-up cards of one type change tables."""
    mine, theirs = h.num("mine"), h.num("theirs")
    if (controller(now, mine), controller(now, theirs)) != (h.num("seat"), h.num("partner")):
        return f"cards {mine}, {theirs} of {controller(now, mine)}, {controller(now, theirs)}"
    up = in_play(now)
    same = sort_of(now, mine) == sort_of(now, theirs) == h.num("type")
    return same and bool(up >> mine & up >> theirs & 1) and h.num("seat") != h.num("partner")


@event_check("HEI-45", "HE-EJECT-01", "HE-EJECT-02", "HE-EJECT-03", kinds=("card.ejected",))
def ejected_cards_go_to_their_owners(h: Happening, now: Henchling, past: History) -> Verdict:
    """An ejected card goes to its owner's hand, to the discards if that player is out."""
    card = h.num("card")
    owner = now.owner[card]
    if h.num("owner") != owner or h.num("seat") != controller(now, card):
        return f"owner told {h.num('owner')}, is {owner}"
    wanted = "gone" if card >= CARDS else "hand" if now.alive >> owner & 1 else "discard"
    return h.word("to") == wanted or f"to {h.word('to')}, expected {wanted}"


@event_check("HEI-45", "HE-ENH-05", "HE-ENH-06", "HE-EJECT-01", "HE-ITEM-03", "HE-DEST-01",
             "HE-HP-03", kinds=("card.moved",))  # fmt: skip
def cards_go_where_they_should(h: Happening, now: Henchling, past: History) -> Verdict:
    """Off a table a card goes to the discards, ejected to its owner, an enhancer as it says."""
    card, cause, there = h.num("card"), h.word("cause"), h.word("to")
    if h.word("from") != "table":
        return there == "discard" or f"from {h.word('from')} to {there}"
    owner = now.owner[card]
    home = "hand" if now.alive >> owner & 1 else "discard"
    wanted = home if cause == "ejected" else "discard"
    if cause == "with_host":
        printed = design(now, card)
        assert printed is not None
        text = 0 if card in now.backs else printed.destination
        wanted = ("discard", home, "down")[text]
    elif cause == "none":
        return f"card {card} leaves without a cause"
    if there == "hand" and h.num("seat") != owner:
        return f"card {card} of {owner} to the hand of {h.num('seat')}"
    return there == wanted or f"{cause}: to {there}, expected {wanted}"


@event_check("HEI-47", "HE-ELIM-01", "HE-HP-02", kinds=("player.eliminated",))
def whoever_is_out_had_no_health(h: Happening, now: Henchling, past: History) -> Verdict:
    """A living player without health is eliminated, in a batch."""
    seat = h.num("seat")
    if not now.alive >> seat & 1 or now.health[seat]:
        return f"seat {seat} has {now.health[seat]} health"
    return memory_of(past).batch is not None


@event_check("HEI-46", "HE-TRAP-05", "HE-TRAP-04", "HE-TRAP-07", kinds=("trap.sprung",))
def a_trap_springs_once(h: Happening, now: Henchling, past: History) -> Verdict:
    """A waiting trap springs once, when what was announced is done, and is named by who did it."""
    card, memory = h.num("card"), memory_of(past)
    if card not in now.traps or memory.springs.get(card, 0):
        return f"trap {card} waits nowhere, or sprang before"
    texts = [now.rules.abilities[n] for n in now.rules.designs[card].text]
    if not any(TRIGGERS.index(h.word("when")) in text.when for text in texts):
        return f"trap {card} does not wait for {h.word('when')}"
    action = memory.action
    if h.word("when") == "attack" and action is not None:
        return action.attacked and not action.prevented and h.num("seat") == action.seat
    return memory.batch is None


@event_check("HEI-46", "HE-TRAP-01", "HE-TRAP-03", "HE-PILE-04", kinds=("trap.entered",))
def traps_enter_from_the_second_pile(h: Happening, now: Henchling, past: History) -> Verdict:
    """A trap enters its row directly after it was exposed, and nothing is exposed then."""
    before = past.previous
    if before is None or before.kind != "card.exposed" or not before.num("trap"):
        return "no trap was exposed before"
    return before.num("card") == h.num("card") and now.exposed < 0


@event_check("HEI-55", "HE-DEST-01", "HE-DEST-02", "HE-REQ-02", kinds=("card.destroyed",))
def destroyed_cards_leave_next(h: Happening, now: Henchling, past: History) -> Verdict:
    """A destroyed card lies on a table, and leaves it by that cause."""
    card = h.num("card")
    if controller(now, card) != h.num("seat") or not on_tables(now) >> card & 1:
        return f"card {card} is not on the table of {h.num('seat')}"
    leaves = [e for e in past.rest() if e.kind in ("card.moved", "token.removed")
              and e.num("card") == card]  # fmt: skip
    return bool(leaves) and leaves[0].word("cause") == h.word("cause")


@event_check("HEI-56", "HE-LEAVE-01", "HE-EJECT-04", "HE-ELIM-01", kinds=("leave.triggered",))
def leave_text_was_face_up(h: Happening, now: Henchling, past: History) -> Verdict:
    """Leave text is noted for a card that leaves face up, controlled by its last controller.

    It is told where the card goes.
    """
    card = h.num("card")
    if card in now.backs or h.word("cause") == "eliminated":
        return f"card {card} leaves face down, or with its player"
    gone = (e.word("to") if e.kind == "card.moved" else "gone" for e in past.rest()
            if e.kind in ("card.moved", "token.removed") and e.num("card") == card)  # fmt: skip
    to = next(gone, "")
    if h.word("to") != to:
        return f"card {card} goes to {to}, told {h.word('to')}"
    return controller(now, card) in (NONE, h.num("seat"))
