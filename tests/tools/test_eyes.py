"""What a seat can tell of a position: fields at rest, and a board that says nothing untrue."""

from dataclasses import replace
from typing import Any

import pytest

from engine.chart import Chart, Spot
from engine.definition import Definition
from engine.game import Game
from engine.play import play, walk
from engine.policies import uniform
from engine.state import State, StateType, i8, ids, mask, masks, numbers, pile, piles, u8
from properties.unseen import alternatives
from tests.games.mini import GAME, rules
from tools.eyes import HIDDEN_LINE, board_seen, guessed, idle_seen

SEATS, KINDS = 3, 4
HELD = {
    "deck": pile(KINDS, see="size"), "hands": piles(SEATS, KINDS, see="owner"),
    "bag": mask(6, see="size"), "queue": ids(most=9, see="size"), "heap": mask(6, see="nobody"),
    "secrets": masks(SEATS, 6, see="owner"), "guess": numbers(SEATS, see="owner", by_seat=True),
    "sum": numbers(4, see="size"), "code": u8(see="nobody"), "luck": i8(-1, see="owner"),
    "gust": u8(life="gust"), "lull": pile(KINDS, see="size", life="gust"),
}  # fmt: skip


def set_up(state: Any) -> None:
    """Something lies everywhere."""
    rules.set_up(state)
    state.deck[2], state.bag, state.queue, state.heap = 7, 0b101000, [3, 1, 4], 0b11
    state.secrets[:2], state.guess[:2], state.code = [0b110, 0b1], [5, 6], 9
    state.sum[1], state.luck = 8, 3
    for seat, counts in enumerate(((1, 0, 2, 0), (0, 4, 0, 0))):
        state.hands[seat][:] = bytes(counts)


def chart(rules: object, state: Any) -> Chart:
    """A place a field: what lies there, and how much."""
    deck = f"{sum(state.deck)} left", f"2s: {state.deck[2]}"
    spots = [Spot("deck", "Deck", (0, 0), (), deck)]
    for seat, hand in enumerate(state.hands[:2]):
        there = (f"hand of {sum(hand)}", *(f"{n} × {k}" for k, n in enumerate(hand) if n))
        more = f"guess {state.guess[seat]}", f"secrets {state.secrets[seat].bit_count()}"
        look = "full" if any(hand) else "plain"
        spots.append(Spot(f"seat{seat}", "Seat", (seat, 1), more, there, look))
    told = (
        f"bag {state.bag.bit_count()}", f"heap {state.heap.bit_count()}", f"code {state.code}",
        f"queue {len(state.queue)}", f"sum {sum(state.sum)}", f"luck {state.luck}",
        f"food {state.food}",
    )  # fmt: skip
    return Chart(tuple(spots), (), told)


FIELDS = {**dict(rules.Stairs.FIELDS), **HELD}
STORE: Definition = replace(
    GAME, state=StateType("Store", (State,), FIELDS), setup=set_up, chart=chart
)


@pytest.fixture(scope="module")
def game() -> Game:
    """Two climbers with a store."""
    return Game(STORE, {"players": 2})


def seen(game: Game, state: State, seat: int) -> Chart:
    """The board for a seat."""
    return board_seen(game, state, game.observation(state, seat), seat)


def test_a_board_tells_what_the_seat_sees_and_nothing_else(game: Game) -> None:
    state = game.initial()
    for seat, own in ((0, ("hand of 3", "1 × 0", "2 × 2")), (1, ("hand of 4", "4 × 1"))):
        made = seen(game, state, seat)
        deck, *seats = made.spots
        assert deck.there == ("7 left", HIDDEN_LINE)
        mine, other = seats[seat], seats[1 - seat]
        assert mine.there == own and mine.look == "full"
        assert mine.printed == (f"guess {5 + seat}", f"secrets {2 - seat}")
        assert other.there == (f"hand of {(4, 3)[seat]}", HIDDEN_LINE) and other.look == "full"
        assert other.printed == (f"secrets {1 + seat}", HIDDEN_LINE)
        luck = ("luck 3",) if game.current_player(state) == seat else ()
        assert made.told == ("bag 2", "queue 3", "sum 8", *luck, "food 90", HIDDEN_LINE)


def test_positions_that_look_alike_have_one_board(game: Game) -> None:
    codes = play(game, "shake:2", uniform).codes[:40]
    found = 0
    for state in (game.initial(), *(step.after for step in walk(game, codes))):
        for seat in range(2):
            shown = game.observation(state, seat)
            for other in alternatives(game, state, seat):
                assert game.observation(other, seat) == shown
                assert board_seen(game, other, shown, seat) == seen(game, state, seat)
                found += 1
    assert found > 400


def test_a_guess_looks_to_the_seat_as_the_position_does(game: Game) -> None:
    state = game.initial()
    for seat in range(2):
        shown = game.observation(state, seat)
        for turn in range(8):
            copy, whole = guessed(game, state, shown, seat, turn)
            copy.check()
            assert not whole and game.observation(copy, seat) == shown


def test_a_board_that_cannot_be_drawn_from_a_guess_is_drawn_from_a_calmer_one() -> None:
    def picky(rules: object, state: Any) -> Chart:
        if state.code not in (0, 9) or state.bag.bit_count() != 2:
            raise LookupError("no such code")
        return chart(rules, state)

    other = Game(replace(STORE, chart=picky), {"players": 2})
    made = seen(other, other.initial(), 0)
    assert made.spots[0].there == ("7 left", HIDDEN_LINE)
    assert made.spots[1].there == ("hand of 3", "1 × 0", "2 × 2") and "food 90" in made.told


def test_a_board_that_no_guess_can_be_drawn_from_has_the_rest_at_rest() -> None:
    def pickier(rules: object, state: Any) -> Chart:
        if sum(state.deck):
            raise LookupError("no such deck")
        return chart(rules, state)

    other = Game(replace(STORE, chart=pickier), {"players": 2})
    made = seen(other, other.initial(), 0)
    assert made.spots[0].there == ("0 left", "2s: 0")
    assert made.spots[1].there == ("hand of 3", "1 × 0", "2 × 2") and "food 90" in made.told


def test_a_game_in_which_all_is_seen_is_drawn_as_it_is() -> None:
    drawn: list[State | None] = []

    def watched(rules: object, state: State | None) -> Chart:
        drawn.append(state)
        return Chart((Spot("a", "A", (0, 0)),), ())

    plain = StateType("Plain", (State,), {key: kind for key, kind in rules.Stairs.FIELDS
                                          if key != "sips"} | {"sips": numbers(SEATS)})  # fmt: skip
    open_game = Game(replace(GAME, state=plain, chart=watched), {"players": 2})
    seen(open_game, open_game.initial(), 1)
    assert len(drawn) == 1


# ---- fields at rest ----


def test_a_field_of_a_turn_that_is_not_on_is_idle_for_a_seat(game: Game) -> None:
    state: Any = game.initial()
    assert idle_seen(game, game.observation(state, 0), 0) == {"gust", "lull"}
    state.gust = 3
    assert idle_seen(game, game.observation(state, 0), 0) == {"lull"}
    state.lull[1] = 1
    assert idle_seen(game, game.observation(state, 1), 1) == frozenset()
