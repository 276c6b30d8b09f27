"""A game as somebody else's package: announced to Python as an installer would."""

import tomllib
from pathlib import Path

import pytest

from properties import setup

# Without the summary (-rN): pytest cuts its lines to the terminal, but not where CI is set.
QUIET = ("-q", "-rN", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "error")
STAIRS = """[project]
name = "stairs-of-mine"
version = "1"
[project.entry-points."ruleproof.games"]
mini = "{}"
[project.entry-points."ruleproof.properties"]
mini = "{}"
"""


def plug_stairs(
    place: Path, patch: pytest.MonkeyPatch, game: str = "tests.games.mini:GAME",
    properties: str = "tests.properties.stairs",
) -> None:  # fmt: skip
    """Register the stairs, the test game, or a broken form of them, until `patch` is undone."""
    place.mkdir(exist_ok=True)
    (place / "pyproject.toml").write_text(STAIRS.format(game, properties), encoding="utf-8")
    announce(place)
    patch.syspath_prepend(str(place))
    setup._definition.cache_clear()


def announce(folder: Path) -> Path:
    """Write beside a package what installing it adds: its name, version and entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text("Metadata-Version: 2.1\n" + head)
    points = [
        f"[{group}]\n" + "".join(f"{key} = {target}\n" for key, target in named.items())
        for group, named in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(points))
    return folder


def pytest_says(pytester: pytest.Pytester, *words: str) -> tuple[int, str]:
    """Run pytest over the folder: (its exit code, what it said)."""
    result = pytester.runpytest_inprocess(*QUIET, *words)
    return int(result.ret), result.stdout.str() + result.stderr.str()
