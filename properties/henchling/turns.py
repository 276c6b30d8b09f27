"""The frame of a turn: phases in order, readying, recovery, draws, turning up, trimming."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import PHASE_WORDS
from engine.games.henchling.schema import LIMIT
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    NONE,
    controller,
    downs,
    fighters,
    of_seat,
    seats_from,
)
from properties.henchling.ledger import event_check, memory_of
from properties.history import History
from properties.invariant import Verdict


@event_check("HEI-12", "HE-TURN-02", "HE-ELIM-02", kinds=("turn.started",))
def turns_pass_clockwise(h: Happening, now: Henchling, past: History) -> Verdict:
    """The next turn is of the next living seat clockwise; the first is of the opener."""
    order = seats_from(now, now.active)
    order = order if now.turn == 0 else [*order[1:], order[0]]
    wanted = next((seat for seat in order if now.alive >> seat & 1), NONE)
    told = (h.num("turn"), h.num("seat"))
    return told == (now.turn + 1, wanted) or f"turn {told}, expected {now.turn + 1} of {wanted}"


@event_check("HEI-11", "HE-TURN-03", "HE-TURN-06", kinds=("phase.started",))
def phases_run_in_order(h: Happening, now: Henchling, past: History) -> Verdict:
    """Un-tilt, recover, draw, action, un-flip and discard follow one another, each once."""
    last, phase = memory_of(past).phase, h.word("phase")
    if not past.whole and not last and phase != "un_tilt":
        return None
    wanted = PHASE_WORDS[PHASE_WORDS.index(last) + 1] if last else PHASE_WORDS[0]
    if phase != wanted:
        return f"{phase} after {last}"
    return (h.num("turn"), h.num("seat")) == (now.turn, now.active)


@event_check("HEI-14", "HE-UNTILT-01", "HE-UNTILT-03", "HE-UNTILT-02", kinds=("phase.started",))
def own_cards_are_ready(h: Happening, now: Henchling, past: History) -> Verdict:
    """When recovery begins no card of the active player is tilted, face-down ones included."""
    if h.word("phase") != "recover":
        return None
    left = now.tilted & now.tables[now.active]
    return not left or f"still tilted: {left:b}"


@event_check("HEI-14", "HE-UNTILT-03", "HE-UNTILT-01", "HE-ENH-03", kinds=("card.untilted",))
def only_own_cards_are_readied(h: Happening, now: Henchling, past: History) -> Verdict:
    """A card is readied that was tilted, and in the phase only one of the active player."""
    card = h.num("card")
    if not now.tilted >> card & 1:
        return f"card {card} was upright"
    if h.num("by_effect"):
        return True
    phase = memory_of(past).phase
    return phase in ("", "un_tilt") and controller(now, card) == now.active


@event_check("HEI-15", "HE-RECOV-01", "HE-RECOV-02", kinds=("phase.started",))
def own_henchlings_have_recovered(h: Happening, now: Henchling, past: History) -> Verdict:
    """When drawing begins no face-up Henchling of the active player is damaged."""
    if h.word("phase") != "draw":
        return None
    mine = now.tables[now.active]
    left = [card for card in fighters(now) if mine >> card & 1 and now.damage[card]]
    if now.rules.recover_face_down:
        left += [card for card in now.backs if mine >> card & 1 and now.damage[card]]
    return not left or f"still damaged: {left}"


@event_check("HEI-15", "HE-RECOV-02", "HE-RECOV-01", kinds=("henchling.recovered",))
def only_own_henchlings_recover(h: Happening, now: Henchling, past: History) -> Verdict:
    """A damaged Henchling of the active player recovers all of its damage, face up."""
    card = h.num("card")
    if controller(now, card) != now.active or h.num("seat") != now.active:
        return f"card {card} is not of the active seat {now.active}"
    if card in now.backs and not now.rules.recover_face_down:
        return f"card {card} lies face down"
    return now.damage[card] > 0 and h.num("damage") == now.damage[card]


@event_check("HEI-13", "HE-DRAW-01", "HE-TURN-01", "HE-TRAP-06", "HE-DRAW-05",
             kinds=("phase.started",), whole=True)  # fmt: skip
def two_cards_were_drawn(h: Happening, now: Henchling, past: History) -> Verdict:
    """When actions begin two counted cards were drawn, one in turn 1, or the rest forfeited."""
    if h.word("phase") != "action":
        return None
    memory, rules = memory_of(past), now.rules
    due = rules.first_draws if now.turn == 1 else rules.draws
    made = memory.counted + memory.forfeited
    return memory.counted <= due <= made or f"{memory.counted} drawn, {memory.forfeited} forfeited"


@event_check("HEI-13", "HE-TURN-01", "HE-DRAW-01", "HE-TURN-06", kinds=("card.drawn",), whole=True)
def no_card_too_many_is_drawn(h: Happening, now: Henchling, past: History) -> Verdict:
    """A counted draw happens in the draw phase, by the active player, while one is due."""
    if h.word("for") != "draw_phase":
        return None
    memory, rules = memory_of(past), now.rules
    due = rules.first_draws if now.turn == 1 else rules.draws
    if memory.phase != "draw" or h.num("seat") != now.active:
        return f"drawn in phase {memory.phase} by seat {h.num('seat')}"
    return h.num("left") == due - memory.counted - 1 >= 0


@event_check("HEI-57", "HE-DRAW-06", "HE-TRAP-06", "HE-PILE-05", kinds=("card.drawn",))
def a_drawn_card_joins_the_hand(h: Happening, now: Henchling, past: History) -> Verdict:
    """What is drawn is no trap, lay in its pile, and the hand is one larger."""
    card, seat = h.num("card"), h.num("seat")
    if now.rules.traps >> card & 1 or not now.alive >> seat & 1:
        return f"seat {seat} draws {card}"
    if h.word("pile") == "up" and now.exposed != card:
        return f"card {card} was not exposed"
    return h.num("hand") == now.hands[seat].bit_count() + 1


@event_check("HEI-16", "HE-DRAW-02", "HE-DRAW-03", kinds=("exposed.passed",))
def passing_is_for_the_active(h: Happening, now: Henchling, past: History) -> Verdict:
    """Only the active player passes, at the end of a draw phase, on the card that lies there."""
    seat = h.num("seat")
    if seat != now.active or h.num("card") != now.exposed:
        return f"seat {seat} passes on {h.num('card')}"
    told = sum(1 << other for other in h.nums("passers"))
    return told == now.passers | 1 << seat and memory_of(past).phase in ("", "draw")


@event_check("HEI-16", "HE-DRAW-02", kinds=("exposed.gone",))
def all_have_passed_on_what_goes(h: Happening, now: Henchling, past: History) -> Verdict:
    """The exposed card is sent away when every living player has passed on it."""
    return h.num("card") == now.exposed and now.passers & now.alive == now.alive


@event_check("HEI-16", "HE-DRAW-02", kinds=("phase.started",))
def nothing_passed_by_all_stays(h: Happening, now: Henchling, past: History) -> Verdict:
    """When actions begin somebody living has not passed on the exposed card."""
    if h.word("phase") != "action" or now.exposed < 0:
        return None
    return now.passers & now.alive != now.alive


@event_check("HEI-38", "HE-UNFLIP-01", "HE-UNFLIP-03", "HE-UNFLIP-02", "HE-UNFLIP-04",
             kinds=("phase.started",))  # fmt: skip
def what_is_due_is_turned_up(h: Happening, now: Henchling, past: History) -> Verdict:
    """After un-flip nothing the active player flipped earlier, or others flipped now, is down."""
    if h.word("phase") != "discard":
        return None
    for card, seat in zip(now.backs, now.flippers, strict=True):
        fresh = bool(now.flip_now >> card & 1)
        if now.rules.unflip_summary:
            due = controller(now, card) == now.active and not (seat == now.active and fresh)
        else:
            due = (seat == now.active) != fresh or not now.alive >> seat & 1
        if due:
            return f"card {card}, flipped by {seat}, this turn {fresh}, is still down"
    return True


@event_check("HEI-39", "HE-UNFLIP-02", "HE-UNFLIP-01", "HE-UNFLIP-03", "HE-FLIP-05",
             kinds=("card.unflipped",))  # fmt: skip
def only_what_is_due_is_turned_up(h: Happening, now: Henchling, past: History) -> Verdict:
    """What the active player flipped this turn, or others flipped earlier, stays down."""
    card = h.num("card")
    if card not in now.backs:
        return f"card {card} is face up"
    seat = now.flippers[now.backs.index(card)]
    fresh = bool(now.flip_now >> card & 1)
    if (h.num("by"), bool(h.num("this_turn"))) != (seat, fresh):
        return f"told by {h.num('by')}, flipped by {seat}, this turn {fresh}"
    if memory_of(past).phase not in ("", "un_flip"):
        return f"turned up in phase {memory_of(past).phase}"
    if bool(h.num("flipper_out")) == bool(now.alive >> seat & 1):
        return f"flipper {seat} is told as out: {h.num('flipper_out')}"
    if now.rules.unflip_summary:
        return not (seat == now.active and fresh)
    return (seat == now.active) != fresh or not now.alive >> seat & 1


@event_check("HEI-17", "HE-DISC-02", "HE-DISC-01", kinds=("hand.counted",))
def the_limit_is_six_and_what_cards_say(h: Happening, now: Henchling, past: History) -> Verdict:
    """The hand limit is the printed one plus what the player's face-up cards add."""
    seat = now.active
    limit = max(0, now.rules.hand_limit + of_seat(now, "hand_limit_mod", seat))
    told = (h.num("seat"), h.num("hand"), h.num("limit"), h.num("printed"))
    held = (seat, now.hands[seat].bit_count(), limit, now.rules.hand_limit)
    return told == held or f"counted {told}, by this witness {held}"


@event_check("HEI-18", "HE-DISC-01", "HE-DISC-03", kinds=("card.discarded",))
def discards_of_the_phase_are_the_excess(h: Happening, now: Henchling, past: History) -> Verdict:
    """For the limit the active player alone discards, and no more than the excess."""
    left = now.hands[h.num("seat")].bit_count() - 1
    if h.num("hand") != left:
        return f"hand told {h.num('hand')}, left {left}"
    memory = memory_of(past)
    if h.word("for") != "hand_limit" or not memory.phase:
        return True
    return h.num("seat") == now.active and memory.put_away < memory.excess


@event_check("HEI-18", "HE-DISC-01", kinds=("turn.ended",))
def the_excess_is_gone(h: Happening, now: Henchling, past: History) -> Verdict:
    """At the end of a turn that ran its course exactly the excess was discarded."""
    memory = memory_of(past)
    if memory.phase != "discard" or not now.alive >> now.active & 1:
        return None
    return memory.put_away == memory.excess or f"{memory.put_away} of {memory.excess}"


@event_check("HEI-19", "HE-PLAY-03", "HE-PLAY-04", kinds=("purse.set",))
def three_dollars_and_what_cards_say(h: Happening, now: Henchling, past: History) -> Verdict:
    """A turn's money is the printed sum and what the player's face-up cards add, never below 0."""
    changed = of_seat(now, "money_mod", now.active)
    amount = min(LIMIT, max(0, now.rules.money + changed))
    told = (h.num("seat"), h.num("amount"))
    return told == (now.active, amount) or f"told {told}, by this witness {amount}"


@event_check("HEI-20", "HE-PLAY-03", "HE-PLAY-05", kinds=("purse.emptied",), whole=True)
def the_purse_adds_up(h: Happening, now: Henchling, past: History) -> Verdict:
    """What was paid in a turn and what is left are what it began with and gained."""
    memory = memory_of(past)
    if h.num("lost") != now.purse or h.num("seat") != now.active:
        return f"lost {h.num('lost')} of {now.purse}"
    if memory.purse < 0:
        return now.purse == 0
    return memory.spent + now.purse == memory.purse + memory.gained


@event_check("HEI-38", "HE-TURN-03", "HE-REACT-07", kinds=("turn.ended",))
def a_turn_ends_after_its_phases(h: Happening, now: Henchling, past: History) -> Verdict:
    """A turn ends after its last phase, or because its player is out."""
    if (h.num("turn"), h.num("seat")) != (now.turn, now.active):
        return f"turn {h.num('turn')} of {h.num('seat')} ends"
    phase = memory_of(past).phase
    return phase in ("", "discard") or not now.alive >> now.active & 1


@event_check("HEI-36", "HE-FLIP-01", "HE-FLIP-07", "HE-FLIP-08", "HE-CTR-03", "HE-ENH-04",
             kinds=("card.flipped",))  # fmt: skip
def a_flip_turns_a_card_over(h: Happening, now: Henchling, past: History) -> Verdict:
    """A flip turns a card of a table over, booked on the flipper, its tilt told as it is."""
    card = h.num("card")
    down = bool(downs(now) >> card & 1)
    if controller(now, card) < 0 or bool(h.num("face_up")) != down:
        return f"card {card}: face up {h.num('face_up')}, was down {down}"
    return bool(h.num("tilted")) == bool(now.tilted >> card & 1)
