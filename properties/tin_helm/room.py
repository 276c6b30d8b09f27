"""Rooms (4.1): how one is built, how many there are, and the pauses between icons (4.3)."""

from __future__ import annotations

from engine.events import Happening
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, event_invariant, step_invariant
from properties.tin_helm.book import NONE, ROOMS_A_LEVEL, SHARDS_TO_WIN, book
from properties.tin_helm.ledger import FACE_RESULT, FACE_ROOM, RESOLVE, Turn, event_check, opened

# --- building a room (4.1) ------------------------------------------------------------------


@event_check("THI-11", "TH-TURN-01", "TH-TURN-05", kinds=("room.created",), whole=True)
def each_room_was_chosen_once(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Exactly one choice to resolve or skip comes before each room."""
    return opened(past).memory.chosen == 1


@event_check("THI-10", "TH-TURN-03", "TH-TURN-04", "TH-TURN-05", kinds=("room.created",))
def room_and_result_take_the_cards_in_order(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Resolving makes the top card the room, skipping makes it the result; the next is the other.

    Judged by the top card at the choice and the card revealed after it.
    """
    drawn, memory = past.previous, opened(past).memory
    if drawn is None or drawn.kind != "card.revealed":
        return "no card was revealed just before"
    room, result, second = h.num("room"), h.num("result"), drawn.num("card")
    resolved = h.num("mode") == RESOLVE
    first, face = (room, FACE_RESULT) if resolved else (result, FACE_ROOM)
    if second != (result if resolved else room) or drawn.num("face") != face:
        return f"{drawn}, then {h}"
    known = memory.top_chosen
    return known in (first, NONE) and now.room == room and now.result == result


@event_check("THI-10", "TH-TURN-03", "TH-TURN-04", kinds=("room.created",))
def the_mode_is_the_choice(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The room is made as was chosen."""
    chosen = past.last.get("room.chosen")
    return None if chosen is None else h.num("mode") == chosen.num("mode")


@event_check("THI-09", "TH-TURN-10", "TH-TURN-09", kinds=("room.created",))
def a_card_serves_once_a_level(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Within a level no card is twice a room or a result; six rooms take all twelve."""
    memory = opened(past).memory
    pair = 1 << h.num("room") | 1 << h.num("result")
    if pair.bit_count() != 2 or pair & memory.level_cards:
        return f"{h} after cards {memory.level_cards:#x}"
    sixth = memory.level_known and memory.level_rooms == ROOMS_A_LEVEL - 1
    return not sixth or pair | memory.level_cards == book(now.rules).deck


@event_check("THI-08", "TH-TURN-09", "TH-LEVEL-02", kinds=("room.ended",))
def a_done_room_leaves_two_used_cards(h: Happening, now: TinHelm, past: History) -> Verdict:
    """At the end of room k of a level, k rooms are done and 2k cards used."""
    used = now.used | 1 << now.room | 1 << now.result
    return h.num("rooms_done") == now.rooms + 1 and used.bit_count() == 2 * h.num("rooms_done")


@event_check("THI-44", "TH-LEVEL-02", "TH-OBJ-02", kinds=("room.created",))
def rooms_are_six_a_level_and_thirty_in_all(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A level has six rooms, the game at most thirty, none beyond level five."""
    rooms = past.counts.get("room.created", 0)
    fits = now.level <= book(now.rules).levels and now.rooms < ROOMS_A_LEVEL
    return fits and rooms < book(now.rules).levels * ROOMS_A_LEVEL


@event_check("THI-12", "TH-TURN-02", kinds=("icon.started",))
def the_next_room_face_lies_open(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Before a room's first icon the next card has been turned up, if one is left."""
    if h.num("index"):
        return None
    return now.top != NONE or (now.unseen == 0 and now.rooms == ROOMS_A_LEVEL - 1)


@event_check("THI-12", "TH-TURN-02", kinds=("card.turned_up", "card.revealed"))
def a_card_is_seen_once_a_level(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A card turned up or revealed was unseen, and none lay open on top before."""
    return bool(now.unseen >> h.num("card") & 1) and now.top == NONE


# --- pauses (4.3) ---------------------------------------------------------------------------


def _entered_pause(step: Turn) -> bool:
    rows = step.game.rows
    return any(rows[row].phase.exits[number].target == "pause" for row, number in step.exits)


@step_invariant("THI-55", "TH-FOOD-02", "TH-ITEM-02")
def a_pause_is_entered_for_something(step: Turn) -> Verdict:
    """On entering a pause there is something to eat or to use."""
    if not step.exits or step.game.rows[step.after.phase].name != "pause":
        return None
    return book(step.after.rules).consumes(step.after) if _entered_pause(step) else None


@event_check("THI-55", "TH-FOOD-02", "TH-ITEM-02", kinds=("icon.started", "room.ended"))
def no_pause_is_passed_over(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Before each icon, and before a level's end but the last, whoever can consume was asked."""
    step, cards = past.step, book(now.rules)
    if h.kind == "room.ended":
        sixth = now.rooms + 1 == ROOMS_A_LEVEL and now.shards < SHARDS_TO_WIN
        if not sixth or now.level >= cards.levels:
            return None
    if step is not None and step.verb == "go_on" and h is step.events[0]:
        return True
    return not cards.consumes(now)


@event_invariant("THI-55", "TH-FOOD-02", kinds=("room.ended",))
def other_rooms_end_without_a_pause(happening: Happening, past: History) -> Verdict:
    """Only a level's sixth room has a pause after its last icon."""
    step = past.step
    if step is None or happening.num("rooms_done") == ROOMS_A_LEVEL:
        return None
    return step.verb != "go_on" or happening is not step.events[0]
