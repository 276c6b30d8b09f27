"""Exhaustive search: every position reachable from one, breadth first, each once.

Positions are told apart by `State.position()`, which leaves clocks out.  The search stops at a
bound on states; what lies on the edge of it is `open`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from engine.game import Game
from engine.state import State

STATES_MAX = 1_000_000


@dataclass(frozen=True)
class Explored:
    """What was seen: states (the start included), edges tried, ends, depth in plies.

    `open` states were found but not looked into; `whole` means that there are none.
    """

    states: int
    edges: int
    ends: int
    depth: int
    open: int

    @property
    def whole(self) -> bool:
        """Whether everything reachable was seen."""
        return not self.open


def explore(game: Game, start: State | None = None, max_states: int = STATES_MAX) -> Explored:
    """Search from `start` (default: position 0) until `max_states` states are known."""
    first = (game.initial() if start is None else start).clone()
    seen = {first.position()}
    queue = deque([(first, 0)])
    edges = ends = depth = 0
    legal_actions, act = game.legal_actions, game.apply_unchecked
    while queue:
        state, depth = queue[0]
        codes = legal_actions(state)
        if not codes:
            ends += 1
        for code in codes:
            if len(seen) >= max_states:
                return Explored(len(seen), edges, ends, depth, len(queue))
            after = state.clone()
            act(after, code)
            edges += 1
            key = after.position()
            if key not in seen:
                seen.add(key)
                queue.append((after, depth + 1))
        queue.popleft()
    return Explored(len(seen), edges, ends, depth, 0)
