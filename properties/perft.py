"""Perft: how many lines of play and how many positions there are, ply by ply.

Counts that somebody else can derive by hand or by another program pin the rules' width.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game
from engine.state import State


@dataclass(frozen=True)
class Depth:
    """Position `ply`: lines that lead there, distinct positions, lines that have ended there."""

    ply: int
    lines: int
    positions: int
    ended: int


def perft(game: Game, plies: int, start: State | None = None) -> list[Depth]:
    """Counts for plies 0 to `plies`; lines that ended are counted once, where they end.

    Work grows with the positions, not with the lines: equal states are expanded once.
    """
    first = game.initial() if start is None else start.clone()
    level: dict[bytes, tuple[State, int]] = {first.encode(): (first, 1)}
    found: list[Depth] = []
    for ply in range(plies + 1):
        lines = sum(many for _, many in level.values())
        ended = sum(many for state, many in level.values() if game.is_terminal(state))
        found.append(Depth(ply, lines, len(level), ended))
        if ply < plies:
            level = _next(game, level)
    return found


def _next(
    game: Game, level: dict[bytes, tuple[State, int]]
) -> dict[bytes, tuple[State, int]]:
    """One ply further, equal states joined."""
    deeper: dict[bytes, tuple[State, int]] = {}
    for state, many in level.values():
        for code in game.legal_actions(state):
            after = state.clone()
            game.apply_unchecked(after, code)
            key = after.encode()
            known = deeper.get(key)
            deeper[key] = (after, many) if known is None else (known[0], known[1] + many)
    return deeper
