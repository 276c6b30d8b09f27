"""Scenario files of a game that is not registered yet wait for it."""

from __future__ import annotations

from pathlib import Path

from engine import registry

SCENARIOS = Path(__file__).parent / "scenarios"
collect_ignore = [
    str(folder) for folder in sorted(SCENARIOS.iterdir()) if folder.name not in registry.games()
]
