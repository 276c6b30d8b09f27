"""Scenario files of a game that is not registered yet wait for it."""

from __future__ import annotations

import gc
from pathlib import Path

from engine import registry

SCENARIOS = Path(__file__).parent / "scenarios"
collect_ignore = [
    str(folder) for folder in sorted(SCENARIOS.iterdir()) if folder.name not in registry.games()
]


def pytest_collection_finish() -> None:
    """What is collected lives to the end: no collection of garbage need look at it again."""
    gc.collect()
    gc.freeze()
