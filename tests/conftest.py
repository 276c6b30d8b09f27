"""Scenario files of a game that is not registered yet wait for it, as the plug-in game's tests do.
"""

from __future__ import annotations

import gc
from importlib.util import find_spec
from pathlib import Path

from engine import registry

HERE = Path(__file__).parent
SCENARIOS = HERE / "scenarios"
collect_ignore = [
    str(folder) for folder in sorted(SCENARIOS.iterdir()) if folder.name not in registry.games()
]
if find_spec("cosmic_ray") is None:  # extra `mutants`; `make mutants` runs them
    collect_ignore.append(str(HERE / "mutation" / "test_sites.py"))
# A package with tests of its own, which test_plugin_game runs where it is installed.
collect_ignore.append(str(HERE / "plugin_game"))


def pytest_collection_finish() -> None:
    """What is collected lives to the end: no collection of garbage need look at it again."""
    gc.collect()
    gc.freeze()
