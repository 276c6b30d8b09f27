"""Liar's dice, all chapters in one file: state, verbs, rows, ends, a careful player."""

from engine.actions import Domain, Outcomes, verb
from engine.content import Pack
from engine.events import Event, Happening, emit
from engine.game import Game
from engine.options import Options
from engine.phases import CHANCE, NOBODY, Exit, Phase, always
from engine.rng import Tape
from engine.state import Rules, State, i8, numbers, piles, u8

SEATS_MAX = 4
DICE_MAX = 5
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
ONES = 0
DIE = Outcomes(range(len(FACES)))
COUNT = Domain("count", range(1, SEATS_MAX * DICE_MAX + 1))
FACE = Domain("face", range(len(FACES)), names="face")


class LiarRules(Rules):
    """Dice to start with, players, and whether ones are wild."""

    def __init__(self, pack: Pack, options: Options) -> None:
        super().__init__(pack, options, names={"face": FACES})
        self.dice = int(str(pack.constants["dice"]))
        self.seats = options.number("players")
        self.wild = options.flag("wild")


class LiarsDice(State):
    """Dice left, what lies under each cup, the bid that stands, and who has to answer it."""

    rules: LiarRules
    phase = u8()
    player = i8(-1)
    active = u8(clause="LD-BID-01")
    shaker = u8(life="round", clause="LD-SHAKE-01")
    dice = numbers(SEATS_MAX, by_seat=True, clause="LD-SETUP-01")
    hands = piles(SEATS_MAX, len(FACES), see="owner", life="round", names="face",
                  clause="LD-SHAKE-02")  # fmt: skip
    bidder = i8(-1, life="round", clause="LD-BID-01")
    count = u8(life="round", clause="LD-BID-03")
    face = u8(life="round", names="face", clause="LD-BID-02")
    loser = i8(-1, clause="LD-NEXT-01")


# ---- what happened ----


def bid_was_true(h: Happening) -> bool:
    """At least as many dice as bid show the face."""
    return h.num("there") >= h.num("count")


def bid_was_false(h: Happening) -> bool:
    """Fewer dice show it."""
    return not bid_was_true(h)


def a_one_helped(h: Happening) -> bool:
    """Wild ones were among the dice that counted."""
    return h.num("ones") > 0


ROLLED = Event("die.rolled", ("seat", "face:face"), ("LD-SHAKE-01",))
RAISED = Event("bid.raised", ("seat", "count", "face:face"), ("LD-BID-01",))
JUDGED = Event(
    "bid.judged", ("bidder", "doubter", "count", "face:face", "there", "ones", "loser"),
    {"LD-DOUBT-02": bid_was_true, "LD-DOUBT-03": bid_was_false, "LD-WILD-01": a_one_helped},
)  # fmt: skip
BEGUN = Event("round.begun", ("seat",), ("LD-NEXT-01",))


# ---- the cups ----


def set_up(state: LiarsDice) -> None:
    """Everybody takes the same number of dice."""
    for seat in range(state.rules.seats):
        state.dice[seat] = state.rules.dice


def rolled(state: LiarsDice, seat: int) -> int:
    """How many dice lie under a cup."""
    return sum(state.hands[seat])


def next_to_shake(state: LiarsDice) -> int:
    """Who rolls the next die, and alone sees it (LD-SHAKE-02)."""
    seats = range(state.shaker, state.rules.seats)
    return next(seat for seat in seats if rolled(state, seat) < state.dice[seat])


@verb("roll", clause="LD-SHAKE-01", face=FACE)
def roll(state: LiarsDice, face: int) -> None:
    """One die under the cup of the next player who owes one."""
    state.shaker = next_to_shake(state)
    state.hands[state.shaker][face] += 1
    emit(state, ROLLED, state.shaker, face)


@roll.outcomes
def six_faces(state: LiarsDice) -> Outcomes:
    """Equally likely."""
    return DIE


# ---- bids ----


@verb("raise_to", clause="LD-BID-02", count=COUNT, face=FACE)
def raise_to(state: LiarsDice, count: int, face: int) -> None:
    """A higher bid stands from now on."""
    state.bidder, state.count, state.face = state.active, count, face
    emit(state, RAISED, state.active, count, face)


@raise_to.legal
def higher_bids(state: LiarsDice) -> list[int]:
    """More dice, or as many of a higher face (LD-BID-02), at most all of them (LD-BID-03)."""
    lowest = raise_to.local(state.count, state.face) + 1 if state.count else 0
    return list(range(lowest, raise_to.local(sum(state.dice), len(FACES) - 1) + 1))


@verb("doubt", clause="LD-DOUBT-01")
def doubt(state: LiarsDice) -> None:
    """The cups are lifted."""


@doubt.legal
def a_bid_stands(state: LiarsDice) -> list[int]:
    """Only a bid that was made can be doubted (LD-DOUBT-01)."""
    return [0] if state.count else []


VERBS = (roll, raise_to, doubt)


# ---- what nobody decides ----


def seat_to_act(state: LiarsDice) -> int:
    """Whose turn it is."""
    return state.active


def dice_are_owed(state: LiarsDice) -> bool:
    """Somebody has not rolled all of theirs yet."""
    return sum(map(sum, state.hands)) < sum(state.dice)


def one_is_left(state: LiarsDice) -> bool:
    """All dice belong to one player (LD-END-01)."""
    return sum(dice > 0 for dice in state.dice) == 1


def left_of(state: LiarsDice, seat: int) -> int:
    """The next player with dice."""
    seats = state.rules.seats
    turns = ((seat + step) % seats for step in range(1, seats + 1))
    return next(seat for seat in turns if state.dice[seat])


def pass_on(state: LiarsDice) -> None:
    """LD-BID-01: the turn passes to the left."""
    state.active = left_of(state, state.active)


def lift_cups(state: LiarsDice) -> None:
    """LD-DOUBT-02, LD-DOUBT-03: who was wrong loses a die."""
    there = sum(hand[state.face] for hand in state.hands)
    wild = state.rules.wild and state.face != ONES
    ones = sum(hand[ONES] for hand in state.hands) if wild else 0
    right = there + ones >= state.count
    state.loser = state.active if right else state.bidder
    state.dice[state.loser] -= 1
    emit(state, JUDGED, state.bidder, state.active, state.count, state.face, there + ones, ones,
         state.loser)  # fmt: skip


def begin_round(state: LiarsDice) -> None:
    """LD-NEXT-01: who lost the die opens, or the next to the left who has any."""
    state.active = state.loser if state.dice[state.loser] else left_of(state, state.loser)
    emit(state, BEGUN, state.active)


def returns(state: LiarsDice) -> tuple[int, ...]:
    """What each seat has left."""
    return tuple(state.dice[: state.rules.seats])


PHASES = (
    Phase("shake", "LD-SHAKE-01", CHANCE, verbs=("roll",), secret=next_to_shake,
          exits=(Exit(dice_are_owed, "shake"), Exit(always, "bid"))),
    Phase("bid", "LD-BID-01", seat_to_act, verbs=("raise_to", "doubt"), quiet="doubt",
          exits=(Exit("raise_to", "pass_on", "LD-BID-01"), Exit("doubt", "reveal"))),
    Phase("pass_on", "LD-BID-01", NOBODY, enter=pass_on, exits=(Exit(always, "bid"),)),
    Phase("reveal", "LD-DOUBT-01", NOBODY, enter=lift_cups, ends=("round",),
          exits=(Exit(one_is_left, "won", "LD-END-01"), Exit(always, "next_round"))),
    Phase("next_round", "LD-NEXT-01", NOBODY, enter=begin_round,
          exits=(Exit(always, "shake"),)),
    Phase("won", "LD-END-01", NOBODY),
)  # fmt: skip


# ---- a player who counts ----


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Doubt what their own dice and a third of the others do not carry, else raise by little."""
    assert isinstance(state, LiarsDice)
    hand = state.hands[state.active]
    others = sum(state.dice) - sum(hand)
    if state.count and hand[state.face] + hand[ONES] + others // 3 < state.count:
        return game.code("doubt")
    raises = [code for code in legal if game.text(code) != "doubt"]
    return raises[tape.below(min(6, len(raises)))] if raises else legal[-1]
