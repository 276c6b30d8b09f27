"""Scenario files of a game that is not registered yet wait for it, as the plug-in game's tests do.
"""

from __future__ import annotations

import gc
import os
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

# Settings of whoever runs the tests are theirs; what an option listens to, and colour, are told
# by the tests that are about them.  RULEPROOF_BROWSER says where the browser tests find theirs.
for _name in [*os.environ]:
    if _name.startswith("RULEPROOF_") and _name != "RULEPROOF_BROWSER":
        del os.environ[_name]
for _name in ("NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(_name, None)


def pytest_collection_finish() -> None:
    """What is collected lives to the end: no collection of garbage need look at it again."""
    gc.collect()
    gc.freeze()
