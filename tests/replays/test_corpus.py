"""The golden replays that ship with the package."""

from __future__ import annotations

from engine.registry import games
from replays.corpus import golden
from replays.format import SUFFIX
from replays.verify import verify


def test_golden_replays_are_found_by_game() -> None:
    every = golden()
    assert every == sorted(path for name in games() for path in golden(name))
    assert all(path.suffix == SUFFIX for path in every)
    assert golden("no_such_game") == []


def test_golden_replays_are_exact() -> None:
    assert [path.name for path in golden() if verify(path).word != "EXACT"] == []
