"""Exhaustive search sees each position once, honours its bound, and leaves the start alone."""

from engine.content import Pack
from engine.game import Game
from engine.state import State
from properties.explore import explore
from tests.games.mini import GAME


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


def test_the_whole_of_a_small_game_is_seen() -> None:
    game = small()
    found = explore(game)
    assert found.whole and found.states > 100
    assert (found.states, found.edges, found.ends) == by_depth(game)


def test_the_bound_on_states_holds_and_the_rest_is_open() -> None:
    game = small()
    whole = explore(game)
    for bound in (1, 2, 50, whole.states - 1):
        found = explore(game, max_states=bound)
        assert found.states == bound and not found.whole and found.depth <= whole.depth
    assert explore(game, max_states=whole.states + 1) == whole


def test_the_start_is_not_changed_and_an_end_leads_nowhere() -> None:
    game = small()
    start = game.initial()
    before = start.encode()
    explore(game, start, 20)
    assert start.encode() == before
    while legal := game.legal_actions(start):
        game.apply(start, legal[0])
    found = explore(game, start)
    assert (found.states, found.edges, found.ends, found.depth) == (1, 0, 1, 0) and found.whole
