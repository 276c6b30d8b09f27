"""The course of a game: rounds, phases, turns, steps, Villain cards, and how it ends."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.ham_helsing.components_causes import STEPS as SPINE
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import book, listed, minions_at, said, seat_of, standing
from properties.ham_helsing.ledger import Turn, chosen, event_check, memory_of
from properties.history import History
from properties.invariant import Verdict, final_invariant, invariant, step_invariant

# What may come right after each milestone of the course, the end of the game apart.
COURSE = {
    "round.start": ("", "villain.discard"),
    "phase:player": ("round.start",),
    "turn.start": ("player", "turn.end"),
    "step:play": ("turn.start",), "step:gain": ("step:play",), "step:draw": ("step:gain",),
    "step:place": ("step:draw",), "step:limits": ("step:place",), "step:damage": ("step:limits",),
    "turn.end": ("step:damage",),
    "phase:market": ("turn.end",), "market.done": ("market",), "phase:villain": ("market.done",),
    "villain.flip": ("villain",), "villain.move": ("villain.flip",),
    "villain.discard": ("villain.move",),
}  # fmt: skip
MILESTONES = ("round.start", "phase.enter", "turn.start", "step.enter", "turn.end", "market.done",
              "villain.flip", "villain.move", "villain.discard")  # fmt: skip
ENDS = {"won": ("win", "villain_defeated"), "evil_wins_tie": ("loss", "tie"),
        "all_down": ("loss", "all_ko"), "canyon_overrun": ("loss", "mud_canyon_limit"),
        "canyon_destroyed": ("loss", "villain_destroys_mud_canyon")}  # fmt: skip


def name_of(h: Happening) -> str:
    """A milestone's name in the course."""
    if h.event.kind == "phase.enter":
        return f"phase:{h.word('phase')}"
    return f"step:{h.word('step')}" if h.event.kind == "step.enter" else h.event.kind


@event_check("HHI-23", "HH-ROUND-03", "HH-ROUND-02", "HH-ROUND-04", "HH-ROUND-05", "HH-GAIN-08",
             "HH-KO-02", "HH-VILLAIN-01", "HH-VACT-02", "HH-ENDPLAY-01", "HH-NEW-01",
             kinds=MILESTONES)  # fmt: skip
def steps_follow_in_order(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Rounds are turns, market and Villain; turns run their six steps once each, in order."""
    memory, name = memory_of(past), name_of(h)
    if memory.ended:
        return f"{name} after the end"
    if not memory.mark and not past.whole:
        return None
    return memory.mark in COURSE[name] or f"{name} comes after {memory.mark!r}"


@event_check("HHI-24", "HH-ROUND-04", "HH-NEW-02", "HH-ROUND-05", "HH-SOLO-02", "HH-SOLO-06",
             "HH-TAKE-06", "HH-EPIG-02", kinds=("turn.start",))  # fmt: skip
def turns_go_round_the_table(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Turns pass clockwise from the first player, whom nothing changes, each once a round."""
    crew, who = book(now).crew, h.num("who")
    if now.turns >= len(crew):
        return f"turn {now.turns + 1} of {len(crew)}"
    wanted = (now.first + now.turns) % len(crew)
    return (who, h.num("seat")) == (wanted, seat_of(now, wanted)) or \
        f"{h.word('who')}, not {said(now, 'who', wanted)}"


@event_check("HHI-24", "HH-ROUND-05", "HH-ROUND-02", "HH-SOLO-02", kinds=("phase.enter",))
def the_market_waits_for_all(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The market opens when every character has had its turn of the round."""
    if h.word("phase") != "market":
        return None
    return now.turns == len(book(now).crew) or f"market after {now.turns} turns"


@event_check("HHI-23", "HH-ROUND-03", "HH-KO-02", "HH-TAKE-06", "HH-PLACE-10",
             kinds=("step.enter", "turn.end"))  # fmt: skip
def steps_are_of_the_active_character(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Steps belong to the character whose turn it is, and tell whether it lies."""
    who = h.num("who")
    if who != now.active:
        return f"{h.kind} of {h.word('who')} in the turn of {said(now, 'who', now.active)}"
    return h.num("down") == int(not now.health[who])


@event_check("HHI-20", "HH-ROUND-01", "HH-EPIG-02", "HH-VILLAIN-03", "HH-END-04", "HH-NEW-01",
             kinds=("round.start",))  # fmt: skip
def rounds_follow_the_villain_deck(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Each round the Villain deck is one card shorter; the last has none, five as a rule."""
    total = len(book(now).levels)
    deck = len(now.levels) + (now.next_card >= 0)
    number, added = h.num("round"), total - 4
    if past.whole and number != memory_of(past).rounds + 1:
        return f"round {number} after {memory_of(past).rounds}"
    if not 1 <= number <= total + 1 or deck != total - number + 1:
        return f"round {number} with {deck} of {total} Villain cards left"
    told = (h.num("last"), h.num("villain"), h.num("added"))
    return told == (int(deck == 0), now.villain, added) or f"{h}, {deck} cards left"


@invariant("HHI-20", "HH-ROUND-01", "HH-OBJ-01", "HH-COMP-08", "HH-NEW-02")
def rounds_are_few(state: HamHelsing, past: History) -> Verdict:
    """Never more rounds than Villain cards and one, and one first player throughout."""
    known = book(state)
    if state.round > len(known.levels) + 1 or not 0 <= state.first < max(2, known.seats):
        return f"round {state.round}, first player {state.first}"
    before = cast(HamHelsing, past.before)
    return state.first == before.first or before.round == 0


@event_check("HHI-12", "HH-VILLAIN-01", "HH-SETUP-25", "HH-SETUP-23", "HH-VILLAIN-03",
             kinds=("villain.flip",))  # fmt: skip
def the_top_card_is_flipped(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The card turned up is the one on top of the deck; none is left to flip in a last round."""
    card = h.num("card")
    if card != now.next_card or card < 0:
        return f"flipped {h.word('card')}, on top lies {said(now, 'villain_card', now.next_card)}"
    return (h.num("level"), h.num("below")) == (book(now).level[card], len(now.levels))


@step_invariant("HHI-80", "HH-REWARD-03", "HH-SETUP-22", "HH-SETUP-24", rows=("villain_card",))
def the_top_card_is_drawn_once(step: Turn) -> Verdict:
    """A top card is any card of its level not yet used, all alike; the flip adds no chance."""
    before, known = step.before, book(step.before)
    used = before.done | (1 << before.card if before.card >= 0 else 0)
    level = before.levels[0]
    fit = [card for card, its in enumerate(known.level) if its == level and not used >> card & 1]
    base = step.game.space.bases[step.verb]
    found = {code - base: weight for code, weight in step.game.chance_outcomes(before)}
    if sorted(found) != fit or len(set(found.values())) != 1:
        return (f"of level {level} are offered {listed(before, 'villain_card', found)}, "
                f"unused are {listed(before, 'villain_card', fit)}")
    return step.after.next_card == chosen(step)[0]


@step_invariant("HHI-80", "HH-REWARD-03", but=("villain_card",))
def the_top_card_stays(step: Turn) -> Verdict:
    """The top Villain card changes at a flip and when it is drawn, and at no other time."""
    if step.before.next_card == step.after.next_card:
        return True if step.before.next_card >= 0 else None
    flips = [h.num("card") for h in step.events if h.event.kind == "villain.flip"]
    return flips == [step.before.next_card] and step.after.next_card < 0


@event_check("HHI-12", "HH-VILLAIN-02", "HH-VMIN-05", kinds=("villain.discard",))
def the_card_is_discarded_when_done(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The Villain card is discarded after its last step, one more than before."""
    card = h.num("card")
    return card == now.card >= 0 and h.num("done") == now.done.bit_count() + 1


@invariant("HHI-33", "HH-FIGHT-08", "HH-GAIN-07", "HH-PLAY-02", "HH-KATANA-04")
def beaten_minions_wait_for_the_gain(state: HamHelsing) -> Verdict:
    """Beaten Minions wait in steps 1 and 2 alone, the pool lasts for step 1 alone."""
    word = SPINE[state.step]
    if state.beaten and word not in ("play", "gain", "draw"):
        return f"beaten {listed(state, 'token', state.beaten)} while {word} is next"
    pool = state.steps or any(state.loose) or state.katana_points
    return not pool or word == "play" or f"points in the pool while {word} is next"


@event_check("HHI-33", "HH-FIGHT-05", kinds=("turn.start", "turn.end"))
def damage_does_not_carry_over(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When a turn begins and ends no Minion has a hit on it."""
    hit = [token for token, hits in enumerate(now.hits) if hits]
    return not hit or f"hits on {listed(now, 'token', hit)}"


# --- the end --------------------------------------------------------------------------------------


@event_check("HHI-68", "HH-END-01", "HH-END-02", "HH-END-03", "HH-END-06", "HH-END-07",
             "HH-OBJ-01", "HH-OBJ-02", "HH-OBJ-03", "HH-KO-10", "HH-SOLO-14", "HH-SYB-06",
             kinds=("game.end",))  # fmt: skip
def the_end_is_one_of_five(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """One end, last of all events: by the Villain's health, who stands, Mud Canyon, the rounds."""
    if past.rest() or memory_of(past).ended:
        return "something follows the end"
    up, cause = standing(now), h.word("cause")
    known = book(now)
    if now.dial == 0:
        wanted = ("win", "villain_defeated") if up else ("loss", "tie")
    elif not up:
        wanted = ("loss", "all_ko")
    elif now.lost >> known.canyon & 1 or memory_of(past).over >> known.canyon & 1:
        wanted = ("loss", "mud_canyon_limit")
    else:
        wanted = ("loss", "villain_destroys_mud_canyon")
    told = (h.word("result"), cause)
    if told != wanted or (h.num("round"), h.num("dial")) != (now.round, now.dial):
        return f"{told}, but {wanted}"
    if cause == "mud_canyon_limit":
        return known.limits and minions_at(now, known.canyon).bit_count() > 8
    return True


@event_check("HHI-69", "HH-END-05", "HH-VILLAIN-03", "HH-END-04", "HH-OBJ-02",
             kinds=("game.end",))  # fmt: skip
def the_last_round_ends_after_its_turns(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Mud Canyon is destroyed after the last turn of a round without a Villain card left."""
    if h.word("cause") != "villain_destroys_mud_canyon":
        return None
    deck = len(now.levels) + (now.next_card >= 0)
    mark = memory_of(past).mark
    good = mark == "turn.end" and now.turns == len(book(now).crew) and not deck and now.dial > 0
    return good or f"after {mark}, turn {now.turns}, {deck} Villain cards"


@event_check("HHI-69", "HH-END-05", "HH-VILLAIN-03", kinds=("phase.enter", "turn.start"))
def nothing_follows_the_last_turn(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """In the last round no market opens after the last turn."""
    if h.event.kind == "turn.start" or h.word("phase") != "market":
        return None
    return bool(now.levels) or now.next_card >= 0


@final_invariant("HHI-68", "HH-END-02", "HH-END-03", "HH-END-07", "HH-END-05", "HH-END-06")
def the_end_says_what_happened(state: HamHelsing, past: History) -> Verdict:
    """The last row, the last event and the position agree."""
    last = past.last.get("game.end")
    row = past.game.rows[state.phase].name
    if last is None or past.counts["game.end"] != 1:
        return "no end was told" if past.whole else None
    told = (last.word("result"), last.word("cause"))
    if told != ENDS[row]:
        return f"{row}: {told}"
    gone, canyon = past.last.get("location.lost"), book(state).canyon
    if (gone is not None and gone.num("at") == canyon) != (told[1] == "mud_canyon_limit"):
        return f"{told}, and last lost of all: {gone}"
    return (told[0] == "win") == (state.dial == 0 and bool(standing(state)))


@final_invariant("HHI-68", "HH-OBJ-01", "HH-OBJ-02", "HH-OBJ-03", "HH-END-02", "HH-END-03")
def they_win_or_lose_together(state: HamHelsing, past: History) -> Verdict:
    """Each seat is paid 1 where the Villain is beaten and somebody stands, else nobody is."""
    won = int(state.dial == 0 and bool(standing(state)))
    paid = past.game.returns(state)
    return tuple(paid) == (won,) * book(state).seats or f"paid {paid}"


@invariant("HHI-21", "HH-OBJ-03", "HH-END-07", "HH-KO-10",
           but=tuple(ENDS))  # fmt: skip
def somebody_stands(state: HamHelsing, past: History) -> Verdict:
    """While the game runs somebody is conscious, unless a fight's Damage is still coming."""
    if standing(state):
        return True
    return past.game.rows[state.phase].name in ("shield", "pay", "snout") or "all lie"


@invariant("HHI-18", "HH-SILK-01", "HH-VFIGHT-13", "HH-SETUP-28", "HH-SYB-01", "HH-SPICY-01")
def the_dial_stays_on_its_scale(state: HamHelsing, past: History) -> Verdict:
    """The Villain's health never rises above the start, but for the one who may exceed it."""
    most = max(book(state).dial, cast(HamHelsing, past.before).dial)
    return 0 <= state.dial and (book(state).exceeds or state.dial <= most)
