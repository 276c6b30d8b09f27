"""The map of Ham Helsing: what is printed, and what a position puts there."""

from engine.chart import LOOKS, Chart
from engine.game import Game
from engine.games.ham_helsing import GAME
from engine.play import play
from engine.policies import uniform
from engine.state import State


def board(state: State | None = None, **options: bool | int | str) -> Chart:
    """The chart of the printed board, or of a position."""
    game = Game(GAME, options)
    assert GAME.chart is not None
    return GAME.chart(game.rules, state)


def places(chart: Chart) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Look, printed lines and what is there, by place."""
    return {spot.name: (spot.look, spot.printed, spot.there) for spot in chart.spots}


def test_the_printed_board_has_all_locations_limits_and_paths() -> None:
    chart = board()
    found = places(chart)
    assert "".join(found) == "abcdefghijklmnopq" and not chart.told
    assert found["e"] == ("special", ("limit 8",), ()) and found["i"] == ("plain", ("limit 3",), ())
    assert len({spot.at for spot in chart.spots}) == 17
    assert [look for look, _, _ in found.values()].count("special") == 7
    assert len(chart.ways) == 36
    around = {way.ends: way.leaves for way in chart.ways if way.leaves is not None}
    side, top = (-1, 0), (0, -1)
    assert around == {
        ("a", "d"): side, ("e", "i"): side, ("j", "m"): side,
        ("a", "n"): top, ("c", "p"): top, ("d", "q"): top,
    }  # fmt: skip


def test_a_position_shows_minions_nests_and_figures() -> None:
    game = Game(GAME)
    state = game.blank()
    token = game.rules.names["token"].index
    state.board[0] = 1 << token("m51") | 1 << token("m01")
    state.board[3] = sum(1 << token(f"m0{n}") for n in (2, 3, 4))
    state.hits[token("m51")] = 2
    state.lost, state.villain, state.bear, state.asleep = 1 << 10, 10, 1, 1
    state.at[:] = [0, 0, 10, 4]
    state.health[1] = 0
    state.round = 3
    chart = board(state)
    found = places(chart)
    assert found["a"] == ("plain", ("limit 4",), (
        "HAM 10/10", "MALCOLM lies", "m01 blue, m51 red+purple* (hit: red)"))  # fmt: skip
    assert found["d"] == ("full", ("limit 3",), ("m02 blue, m03 blue", "m04 blue"))
    assert found["k"] == ("lost", ("nest",), ("VILLAIN Hen", "LOBOS 11/11", "Shiny Shield"))
    assert found["b"][2] == ("KNUCKLES asleep",)
    assert chart.told == (
        "round 3, turn of ham", "Hen: health 19; powers in force: main",
    )  # fmt: skip


def test_a_crowd_is_told_by_numbers() -> None:
    game = Game(GAME, {"limits": False})
    state = game.blank()
    token = game.rules.names["token"].index
    state.board[6] = sum(1 << token(f"m{n:02}") for n in (1, 2, 3, 4, 5, 6, 7, 8, 10))
    found = places(board(state, limits=False))
    assert found["g"] == ("plain", ("no limit",), ("6 blue, 2 blue*, 1 red",))


def test_every_position_of_a_game_has_a_chart() -> None:
    game = Game(GAME)
    assert GAME.chart is not None
    state = game.initial()
    for code in play(game, "shake:map/1", uniform).codes[:400]:
        state = game.apply(state, code) or state
        chart = GAME.chart(game.rules, state)
        told = [line for spot in chart.spots for line in spot.there]
        heroes = [name for name in game.rules.who
                  if sum(line.startswith(f"{name.upper()} ") for line in told) == 1]  # fmt: skip
        assert len(heroes) == 4 and {spot.look for spot in chart.spots} <= set(LOOKS)
