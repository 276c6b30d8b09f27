"""What must be true of liar's dice, from its rules alone."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from liars_dice.rules import LiarsDice

from engine.events import Happening
from properties.history import History
from properties.invariant import (
    Verdict,
    event_invariant,
    final_invariant,
    invariant,
    observation_check,
    step_invariant,
)


class Turn(Protocol):
    """One ply, as far as these checks read it."""

    before: LiarsDice
    acted: LiarsDice
    after: LiarsDice


@invariant("LDP-01", "LD-SETUP-01", rows=("shake",))
def nobody_has_more_dice_than_at_the_start(state: LiarsDice) -> Verdict:
    """Dice are lost, never won; empty seats have none."""
    seats = state.rules.seats
    return max(state.dice) <= state.rules.dice and not any(state.dice[seats:])


@invariant("LDP-02", "LD-SHAKE-01", rows=("bid",))
def every_die_lies_under_its_cup(state: LiarsDice) -> Verdict:
    """When bids begin, each player has rolled all of theirs."""
    return [sum(hand) for hand in state.hands] == list(state.dice)


@step_invariant("LDP-03", "LD-BID-02", verbs=("raise_to",))
def a_raise_is_higher(step: Turn) -> Verdict:
    """More dice, or as many of a higher face."""
    old, new = step.before, step.acted
    return (new.count, new.face) > (old.count, old.face) or old.count == 0


@invariant("LDP-04", "LD-BID-03", rows=("bid",))
def no_bid_names_more_dice_than_there_are(state: LiarsDice) -> Verdict:
    """At most all dice left."""
    return state.count <= sum(state.dice) if state.count else None


@step_invariant("LDP-05", "LD-DOUBT-01", verbs=("doubt",))
def a_bid_was_doubted(step: Turn) -> Verdict:
    """There was one, and it was another player's."""
    return step.before.count > 0 and step.before.bidder != step.before.player


@step_invariant("LDP-06", "LD-DOUBT-02", "LD-DOUBT-03", verbs=("doubt",))
def one_die_goes(step: Turn) -> Verdict:
    """Exactly one, of the bidder or of who doubted."""
    lost = [old - new for old, new in zip(step.before.dice, step.after.dice, strict=True)]
    return sum(lost) == 1 and lost.index(1) in (step.before.bidder, step.before.player)


@event_invariant("LDP-07", "LD-DOUBT-02", "LD-DOUBT-03", "LD-WILD-01", kinds=("bid.judged",))
def the_right_one_loses(h: Happening, past: History) -> Verdict:
    """The dice are counted anew from the position before."""
    state = past.before
    assert isinstance(state, LiarsDice)
    faces = {h.num("face")} | ({0} if state.rules.wild else set())
    there = sum(hand[face] for hand in state.hands for face in sorted(faces))
    loser = "doubter" if there >= h.num("count") else "bidder"
    return h.num("there") == there and h.num("loser") == h.num(loser)


@event_invariant("LDP-08", "LD-NEXT-01", kinds=("round.begun",))
def who_lost_opens(h: Happening, past: History) -> Verdict:
    """The loser if they have dice, else the next to the left who has."""
    judged, state = past.last.get("bid.judged"), past.state
    if judged is None:
        return None
    assert isinstance(state, LiarsDice)
    seats = [(judged.num("loser") + step) % state.rules.seats for step in range(4)]
    return h.num("seat") == next(seat for seat in seats if state.dice[seat])


@step_invariant("LDP-09", "LD-BID-01", verbs=("raise_to",))
def the_turn_passes_to_the_left(step: Turn) -> Verdict:
    """To the next player with dice."""
    before, after = step.before, step.after
    between = (after.player - before.player - 1) % before.rules.seats
    skipped = [(before.player + 1 + step) % before.rules.seats for step in range(between)]
    return after.dice[after.player] > 0 and not any(after.dice[seat] for seat in skipped)


@final_invariant("LDP-10", "LD-END-01", rows=("won",))
def one_player_has_dice(state: LiarsDice) -> Verdict:
    """Everybody else is out."""
    return sum(dice > 0 for dice in state.dice) == 1


@observation_check("LDP-11", "LD-SHAKE-02")
def other_cups_are_closed(state: LiarsDice, seen: Mapping[str, object]) -> Verdict:
    """Of others' rolls only their number is seen."""
    shown = seen["hands"]
    assert isinstance(shown, dict)
    return sorted(shown) == ["own", "sizes"] and shown["sizes"] == [sum(h) for h in state.hands]


def unseen(state: LiarsDice, seat: int) -> Iterator[LiarsDice]:
    """Positions that this seat cannot tell apart: another roll under one of the other cups."""
    for other, hand in enumerate(state.hands):
        for face in range(6):
            if other != seat and hand[face]:
                copy = state.clone()
                copy.hands[other][face] -= 1
                copy.hands[other][(face + 1) % 6] += 1
                yield copy
                break
