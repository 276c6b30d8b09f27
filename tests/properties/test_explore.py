"""Exhaustive search: known counts, each position once, bounds, shortest findings, merged tokens."""

import pytest

from engine.content import Pack
from engine.game import Game
from engine.play import walk
from engine.state import State
from properties.alike import Alike, groups
from properties.explore import explore
from properties.invariant import Property, invariant, properties_in, step_invariant
from properties.lines import count_lines
from properties.perft import perft
from properties.space import DEPTH, EDGES, STATES, Bounds, Known, Space
from tests.games.mini import GAME
from tests.games.oxo import GAME as OXO
from tests.games.urn import GAME as URN
from tests.properties import stairs


def small() -> Game:
    """The stairs with few steps and little food."""
    data = dict(GAME.reference.data, constants={"top": 6, "food": 5, "health": 2})
    return Game(GAME, {"flask": 1}, Pack(data, "small.toml"))


def by_depth(game: Game) -> tuple[int, int, int]:
    """(states, edges, ends) found another way: depth first, by action text from position 0."""
    seen: dict[bytes, int] = {}
    todo: list[State] = [game.initial()]
    while todo:
        state = todo.pop()
        if state.position() in seen:
            continue
        legal = game.legal_actions(state)
        seen[state.position()] = len(legal)
        for code in legal:
            after = game.decode(state.encode())
            game.apply(after, code)
            todo.append(after)
    return len(seen), sum(seen.values()), sum(not count for count in seen.values())


def counts(found: Space) -> tuple[int, int, int, int]:
    """States, edges, ends, depth."""
    return found.states, found.edges, found.ends, found.depth


# ---- known counts ----


def test_noughts_and_crosses_has_the_positions_and_games_everybody_counts() -> None:
    """The numbers and their source stand in tests/games/oxo."""
    found = explore(Game(OXO))
    assert found.whole and counts(found) == (5478, 16167, 958, 9)
    lines = count_lines(found)
    assert lines.games == 255_168
    assert lines.by_end == {"drawn": 46_080, "o_won": 77_904, "x_won": 131_184}
    assert [d.ended for d in lines.depths][5:] == [1440, 5328, 47952, 72576, 127872]
    assert [d.positions for d in lines.depths] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert (lines.lost, lines.returning, lines.why) == ((), False, "")


@pytest.mark.parametrize(
    ("choices", "merged", "expected"),
    [
        (False, False, (46, 62, 16, 8)), (True, False, (31, 47, 16, 4)),
        (False, True, (25, 34, 9, 8)), (True, True, (17, 26, 9, 4)),
    ],
)  # fmt: skip
def test_the_urn_has_what_its_page_derives(
    choices: bool, merged: bool, expected: tuple[int, int, int, int]
) -> None:
    """Derived by hand in tests/games/urn: 65 games, however they are looked at."""
    game = Game(URN)
    found = explore(game, choices=choices, known=Alike(game) if merged else Known())
    assert found.whole and counts(found) == expected
    lines = count_lines(found)
    assert lines.games == 65 and lines.by_end == {"emptied": 24, "kept": 41}
    if not choices:
        assert [d.ended for d in lines.depths] == [0, 1, 0, 4, 0, 12, 0, 24, 24]
    else:
        assert [d.lines for d in lines.depths] == [1, 5, 16, 36, 48]


def test_the_whole_of_a_small_game_is_seen_and_its_lines_are_those_of_perft() -> None:
    game = small()
    found = explore(game)
    assert found.whole and found.states > 100
    assert counts(found)[:3] == by_depth(game)
    # With two health nobody falls: at one, a climber takes single steps, and no face is below one.
    assert [game.rows[row].name for row, _ in found.missed()] == ["gust"]
    lines = count_lines(found)
    plain = perft(game, 6)  # tells clocks apart, so more positions and as many lines
    assert [d.lines for d in lines.depths[:7]] == [d.lines for d in plain]
    assert [d.ended for d in lines.depths[:7]] == [d.ended for d in plain]


# ---- bounds ----


def test_every_bound_holds_and_is_named_and_the_rest_is_open() -> None:
    game = small()
    whole = explore(game)
    for bound in (1, 2, 50, whole.states - 1):
        found = explore(game, bounds=Bounds(states=bound))
        assert found.states == bound and found.stopped == STATES
        assert not found.whole and found.depth <= whole.depth
    assert counts(explore(game, bounds=Bounds(states=whole.states))) == counts(whole)
    cut = explore(game, bounds=Bounds(edges=70))
    assert (cut.edges, cut.stopped) == (70, EDGES)
    shallow = explore(game, bounds=Bounds(depth=4))
    assert (shallow.depth, shallow.stopped) == (4, DEPTH)
    assert shallow.states == sum(d <= 4 for d in whole.depths)
    lines = count_lines(shallow)
    assert [d.lines for d in lines.depths] == [d.lines for d in perft(game, 4)] and lines.why
    assert (lines.games, lines.lost) == (None, None)
    assert explore(game, halt=lambda: "time").stopped == "time"


def test_the_start_is_not_changed_and_an_end_leads_nowhere() -> None:
    game = small()
    start = game.initial()
    before = start.encode()
    explore(game, start, Bounds(20))
    assert start.encode() == before
    while legal := game.legal_actions(start):
        game.apply(start, legal[0])
    found = explore(game, start)
    assert counts(found) == (1, 0, 1, 0) and found.whole


def test_positions_are_worked_out_anew_and_ways_are_shortest() -> None:
    game = Game(OXO)
    found = explore(game, bounds=Bounds(depth=5))
    for node, state in enumerate(found.positions()):
        assert state is not None and state.phase == found.rows[node]
        if node % 97 == 0:
            way = found.path(node)
            assert len(way) == found.depths[node] == 9 - state.board.count(0)
            last = [game.initial(), *(step.after for step in walk(game, way))][-1]
            assert last.position() == state.position()


# ---- what is wrong ----


@invariant("URX-01", "UR-DRAW-01")
def at_most_two_are_drawn(state: State) -> bool:
    """Wrong on purpose: broken by the third token."""
    return bin(state.drawn).count("1") <= 2  # type: ignore[attr-defined]


@step_invariant("URX-02", "UR-DRAW-01", verbs=("turn_up",))
def blue_comes_after_red(step: object) -> bool:
    """Wrong on purpose: broken by the first token if it is blue."""
    return step.after.drawn not in (4, 8)  # type: ignore[attr-defined]


def raises(state: object) -> None:
    """A rule that trips."""
    raise ZeroDivisionError("tripped")


@pytest.mark.parametrize("choices", [False, True])
def test_a_finding_comes_with_a_shortest_way_to_it_and_leads_no_further(choices: bool) -> None:
    game = Game(URN)
    found = explore(game, properties=(at_most_two_are_drawn,), choices=choices)
    (one,) = found.finds
    assert one.failure.signature.label.startswith("URX-01")
    texts = [game.text(code) for code in one.codes]
    assert texts == ["draw", "turn_up red_1", "draw", "turn_up red_2", "draw", "turn_up blue_1"]
    # 11 sets of up to two tokens, each to choose at, stopped and to draw at; and the finding.
    assert found.states == 11 + 11 + (0 if choices else 11) + 1
    both: tuple[Property, ...] = (at_most_two_are_drawn, blue_comes_after_red)
    first, second = explore(game, properties=both).finds
    assert (len(first.codes), len(second.codes)) == (2, 6)


def test_a_rule_that_raises_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(URN)
    plans = explore(game).states
    code = game.code("turn_up red_1")
    effects = list(game.space.calls)
    effects[code] = (lambda state, token: raises(state), effects[code][1])
    monkeypatch.setattr(game.space, "calls", effects)
    found = explore(game)
    (one,) = found.finds
    assert one.failure.signature.text == "raised/ZeroDivisionError turn_up"
    assert len(one.codes) == 2 and found.states < plans


def test_the_properties_of_a_right_game_hold_everywhere() -> None:
    found = explore(small(), properties=properties_in(stairs))
    assert not found.finds and counts(found) == counts(explore(small()))


# ---- what is alike ----


def test_what_is_alike_is_told_by_the_content() -> None:
    assert groups(Game(URN)) == [("red_1", "red_2"), ("blue_1", "blue_2")]


def test_positions_that_look_alike_and_lead_elsewhere_are_kept_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule that knows one red token from the other: the state shows it only a ply later."""
    game = Game(URN)
    code = game.code("draw")
    effects = list(game.space.calls)

    def draws(state: State) -> None:
        if state.drawn == 1:  # type: ignore[attr-defined]
            state.drawn = 5  # type: ignore[attr-defined]

    effects[code] = (draws, effects[code][1])
    monkeypatch.setattr(game.space, "calls", effects)
    known = Alike(game)
    found = explore(game, known=known)
    assert known.apart > 0
    plain = explore(game)
    assert count_lines(found).games == count_lines(plain).games
    assert found.states < plain.states
