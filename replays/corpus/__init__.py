"""Golden replays, a folder a game, each named for what it shows."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from replays.format import SUFFIX


def golden(game: str | None = None) -> list[Path]:
    """The golden replays of a game, or of all games, sorted by path; from an installation too."""
    root = Path(str(files(__name__)))
    return sorted((root if game is None else root / game).glob(f"**/*{SUFFIX}"))
