"""The contract of `Game`: exits, free verbs, lives, the hub, limits, seats, errors."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from engine.actions import Domain, verb
from engine.errors import (
    EndlessRows,
    EndlessTasks,
    EngineError,
    IllegalAction,
    ProgressError,
    StuckError,
)
from engine.events import Trace
from engine.game import CHANCE, TERMINAL, Game
from engine.phases import NOBODY, Exit, Phase, always
from engine.play import opening, play, walk
from engine.policies import mixed, named, names, quiet, scripted, uniform
from engine.rng import Tape
from engine.state import State, i8, numbers, pile, piles, u8
from tests.engine import toys
from tests.engine.toys import (
    COUNTER,
    END,
    HUB,
    TASKS,
    Toy,
    a_is_big,
    add,
    answer,
    never,
    snack,
    stay,
    toss,
)

VERBS = (stay, add, snack, toss)
GAME = Game(toys.toy(COUNTER, VERBS))
HUB_GAME = Game(toys.toy(HUB, (stay, answer), TASKS), players=2)


def at(game: Game, *texts: str) -> Toy:
    """The position after these actions."""
    state = game.initial()
    for text in texts:
        game.apply(state, game.code(text))
    return cast(Toy, state)


def test_the_first_exit_that_holds_is_taken() -> None:
    assert GAME.row_name(at(GAME, "add 1")) == "coin"
    assert GAME.row_name(at(GAME, "add 3")) == "over"
    assert GAME.row_name(at(GAME, "stay")) == "turn"


def test_a_free_verb_leaves_the_row_as_it_is() -> None:
    state = at(GAME, "snack", "snack")
    assert (state.hand[0], GAME.row_name(state), state.ply) == (2, "turn", 2)
    assert next(walk(GAME, [GAME.code("snack")])).exits == ()


def test_a_life_ends_when_its_row_is_left() -> None:
    assert at(GAME, "add 2").b == 0
    assert at(GAME, "add 2").a == 2


def test_legal_actions_and_chance() -> None:
    state = GAME.initial()
    assert [GAME.text(code) for code in GAME.legal_actions(state)] == [
        "stay", "add 1", "add 2", "add 3", "snack",
    ]  # fmt: skip
    state = at(GAME, "add 1")
    assert GAME.current_player(state) == CHANCE
    assert state.player == -1
    base = GAME.space.bases["toss"]
    assert GAME.chance_outcomes(state) == [(base, 1), (base + 1, 3)]
    assert GAME.legal_actions(state) == [base, base + 1]
    with pytest.raises(EngineError, match="no chance row"):
        GAME.outcomes(GAME.initial())


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = at(GAME, "add 1")
    before = state.encode()
    with pytest.raises(
        IllegalAction, match=r"'stay' is not legal at ply 1 \(row coin, TOY-2, player -1\); legal: "
    ):
        GAME.apply(state, GAME.code("stay"))
    assert state.encode() == before
    with pytest.raises(IllegalAction, match="code 999"):
        GAME.apply(state, 999)


def test_the_end() -> None:
    state = at(GAME, "add 3")
    assert (GAME.is_terminal(state), GAME.end_reason(state)) == (True, "over")
    assert GAME.current_player(state) == TERMINAL
    assert GAME.legal_actions(state) == []
    assert GAME.returns(state) == (3,)
    with pytest.raises(EngineError, match="not over"):
        GAME.returns(GAME.initial())
    with pytest.raises(IllegalAction, match="the game is over"):
        GAME.apply(state, 0)


def test_a_row_without_an_exit_that_holds() -> None:
    phases = (
        replace(COUNTER[0], exits=(Exit(never, "coin"), Exit(a_is_big, "over"))),
        *COUNTER[1:],
    )
    with pytest.raises(StuckError, match="no exit of row turn holds at ply 1; exits: never, a_is"):
        at(Game(toys.toy(phases, VERBS)), "stay")


def endless(progress: tuple[str, ...]) -> Game:
    """A table whose rows go round for ever when nobody acts."""
    turn = replace(COUNTER[0], exits=(Exit(a_is_big, "over"), Exit("add", "coin"),
                                      Exit(always, "round")))  # fmt: skip
    ring = Phase("round", "", NOBODY, progress=progress,
                 exits=(Exit(a_is_big, "turn"), Exit(always, "round")))  # fmt: skip
    return Game(toys.toy((turn, ring, *COUNTER[1:]), VERBS))


def test_rows_that_run_for_ever() -> None:
    with pytest.raises(EndlessRows, match="ROWS_MAX = 64"):
        at(endless(("a",)), "stay")


def test_progress_is_compared_in_traced_play() -> None:
    game = endless(("a",))
    state = game.initial()
    state.sink = Trace()
    with pytest.raises(ProgressError, match="no progress in one direction"):
        game.apply(state, game.code("stay"))


def test_the_hub_runs_do_tasks_and_asks() -> None:
    state = cast(Toy, HUB_GAME.initial())
    state.agenda = [0, 0 | 3 << 8, 0]
    HUB_GAME.apply(state, HUB_GAME.code("stay"))
    assert (HUB_GAME.row_name(state), state.b, state.player) == ("ask", 2, 1)
    assert [HUB_GAME.task_text(task) for task in state.agenda] == ["count 0", "question 0"]
    HUB_GAME.apply(state, HUB_GAME.code("answer"))
    assert (HUB_GAME.row_name(state), state.b, state.agenda) == ("turn", 3, [])


def test_an_ask_that_nobody_waits_for_dissolves() -> None:
    state = cast(Toy, HUB_GAME.initial())
    state.agenda = [3]
    HUB_GAME.apply(state, HUB_GAME.code("stay"))
    assert (HUB_GAME.row_name(state), state.agenda) == ("turn", [])


def test_a_decided_game_ends_before_its_tasks_and_empties_the_agenda() -> None:
    state = cast(Toy, HUB_GAME.initial())
    state.agenda, state.a = [0, 0], 3
    HUB_GAME.apply(state, HUB_GAME.code("stay"))
    assert (HUB_GAME.row_name(state), state.b, state.agenda) == ("over", 0, [])


def test_tasks_that_run_for_ever() -> None:
    state = cast(Toy, HUB_GAME.initial())
    state.agenda = [2]
    with pytest.raises(EndlessTasks, match="TASKS_MAX = 4096"):
        HUB_GAME.apply(state, HUB_GAME.code("stay"))


def test_task_texts_read_back() -> None:
    for task in (0, 1 | 7 << 8, 2 | 300 << 8):
        assert HUB_GAME.kinds.parse(HUB_GAME.task_text(task), packed=True) == task
    with pytest.raises(ValueError, match="did you mean count"):
        HUB_GAME.kinds.parse("cuont 1", packed=True)


def test_observation_shows_a_seat_its_own() -> None:
    seat = replace(COUNTER[0], actor=lambda state: 0)
    game = Game(toys.toy((seat, *COUNTER[1:]), VERBS), players=2)
    state = at(game, "snack")
    assert game.observation(state, 0)["hand"] == {"own": 1, "sizes": [0, 0]}
    with pytest.raises(EngineError, match=r"seat 2 is outside 0\.\.1"):
        game.observation(state, 2)


class Blind(State):
    """What two seats may see of each other, each way of seeing once."""

    phase = u8()
    player = i8(-1)
    cards = piles(2, 3, see="owner")
    deck = pile(3, see="size")
    thought = u8(see="owner")
    bid = numbers(2, by_seat=True, see="after=open")
    paid = piles(2, 3, see="after=open")


@verb("bid", n=Domain("n", range(1, 4)))
def bid(state: Blind, n: int) -> None:
    """Seat 0 bids in secret, thinking of the number."""
    state.bid[0] = state.thought = n
    state.paid[0][0] = n


bid.legal(lambda state: [0, 1, 2])


def test_a_secret_row_shows_nothing_but_that_it_is_there() -> None:
    exits = Exit(lambda state: state.bid[0] < 3, "bid"), Exit(always, "open")
    secret = Phase("bid", "", lambda state: 0, verbs=("bid",), shown="wait",
                   secret=lambda state: 0, exits=exits)  # fmt: skip
    rows = secret, Phase("open", "", NOBODY)
    game = Game(replace(toys.toy(rows, (bid,)), state=Blind), players=2)
    state = cast(Blind, game.initial())
    assert [game.sees(state, seat) for seat in (0, 1)] == [True, False]
    state.cards[1][2], state.deck[1] = 4, 6
    game.apply(state, game.code("bid 2"))
    own, other = game.observation(state, 0), game.observation(state, 1)
    assert (own["row"], own["thought"], own["bid"]) == ("bid", 2, {"own": 2})
    assert own["cards"] == {"own": {}, "sizes": [0, 4]}
    assert own["paid"] == {"own": {"0": 2}}
    assert other == {"row": "wait", "player": 0, "cards": {"own": {"2": 4}, "sizes": [0, 4]},
                     "deck": 6, "bid": {"own": 0}, "paid": {"own": {}}}  # fmt: skip
    game.apply(state, game.code("bid 3"))
    shown = game.observation(state, 1)
    assert (shown["row"], shown["bid"], shown["paid"]) == ("open", [3, 0], [{"0": 3}, {}])
    assert game.sees(state, 1)


def test_a_player_row_needs_a_seat() -> None:
    with pytest.raises(StuckError, match="row turn at ply 0 has no seat"):
        Game(toys.toy(COUNTER, VERBS), players=2).initial()


def test_walk_shows_before_acted_after_and_exits() -> None:
    steps = list(walk(GAME, [GAME.code(text) for text in ("add 2", "toss heads", "add 3")]))
    first = steps[0]
    assert (first.row, first.verb, first.text, first.player) == ("turn", "add", "add 2", 0)
    acted, after = cast(Toy, first.acted), cast(Toy, first.after)
    assert (acted.b, after.b, acted.phase, after.phase) == (2, 0, 0, 1)
    assert first.exits == ((0, 1),)
    assert steps[1].events[0].facts() == {"side": 1}
    assert steps[1].clauses() == ("TOY-2", "TOY-1")
    assert steps[2].exits == ((0, 0),)


def test_walk_refuses_what_is_not_legal() -> None:
    with pytest.raises(IllegalAction, match="ply 1"):
        list(walk(GAME, [GAME.code("add 1"), GAME.code("stay")]))
    with pytest.raises(IllegalAction, match="game is over"):
        list(walk(GAME, [GAME.code("add 3"), GAME.code("stay")]))


def test_play_is_repeatable_and_stops_at_plies_max() -> None:
    one, two = (play(GAME, "shake:7/0", uniform) for _ in range(2))
    assert one.codes == two.codes
    assert one.reason == "over"
    still = play(GAME, "shake:7/0", quiet)
    assert (len(still.codes), still.reason) == (50, None)
    assert len(play(GAME, "shake:7/0", quiet, plies=3).codes) == 3


def test_play_on_a_given_tape_turns_quiet_where_it_ends() -> None:
    played = play(GAME, Tape(b""), uniform)
    assert {GAME.text(code) for code in played.codes} == {"stay"}


def test_play_watches_every_ply() -> None:
    seen: list[tuple[int, int]] = []

    def watch(code: int, state: State, count: int) -> None:
        seen.append((code, count))

    played = play(GAME, "shake:7/0", uniform, watch=watch)
    assert [code for code, _ in seen] == list(played.codes)
    counts = [len(step.legal) for step in walk(GAME, played.codes)]
    assert [count for _, count in seen] == counts


def test_policies_by_name() -> None:
    assert names(GAME) == ("uniform", "quiet", "mixed")
    assert named(GAME, "mixed") is uniform
    with pytest.raises(EngineError, match="did you mean uniform"):
        named(GAME, "unifrom")
    always_add = mixed(lambda game, state, legal, tape: game.code("add 1"))
    texts = {GAME.text(code) for code in play(GAME, "shake:1/0", always_add).codes}
    assert "add 1" in texts


def test_a_script_is_followed_to_the_letter() -> None:
    played = play(GAME, "shake:1/0", scripted(["stay", "add 3"]))
    assert [GAME.text(code) for code in played.codes] == ["stay", "add 3"]
    with pytest.raises(EngineError, match="script ends at ply 1"):
        play(GAME, "shake:1/0", scripted(["stay"]))
    with pytest.raises(EngineError, match="'toss heads' is not legal at ply 0"):
        play(GAME, "shake:1/0", scripted(["toss heads"]))


def test_opening_has_the_events_of_the_set_up() -> None:
    state, events = opening(GAME)
    assert state.encode() == GAME.initial().encode()
    assert events == ()


def test_the_ruleset_digest_follows_the_shape() -> None:
    same = Game(toys.toy(COUNTER, VERBS))
    assert same.ruleset_digest == GAME.ruleset_digest
    renamed = (replace(COUNTER[0], exits=COUNTER[0].exits[1:]), *COUNTER[1:])
    end = (replace(renamed[0], exits=(Exit("add", "coin"), Exit("stay", "over"))), *renamed[1:])
    assert Game(toys.toy(end, VERBS)).ruleset_digest != GAME.ruleset_digest
    assert END.end
