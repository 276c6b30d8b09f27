"""Who may import whom (docs/architecture.md), and proof that the checker sees each bad edge."""

from pathlib import Path

import pytest

from tests import imports

ROOT = Path(__file__).parent.parent

HOUSE = dict.fromkeys(
    (
        "engine", "engine.errors", "engine.rng", "engine.state", "engine.table", "engine.game",
        "engine.play", "engine.registry", "engine.games", "replays", "replays.format",
        "replays.reader", "properties", "properties.strategies", "properties.alpha",
        "tools", "tools.cli", "tools.text", "tests.test_rules",
        "engine.games.alpha", "engine.games.alpha.components", "engine.games.alpha.state",
        "engine.games.alpha.table", "engine.games.alpha.actions", "engine.games.alpha.scoring",
        "engine.games.alpha.phases", "engine.games.beta", "engine.games.beta.state",
    ),
    "",
)

ALLOWED = {
    "engine.state": "from engine.errors import FieldRange",
    "engine.game": "from engine import rng, table\nimport hashlib",
    "engine.games.alpha.state": "from . import components\nfrom engine.state import FIELDS",
    "engine.games.alpha.phases": "from engine.games.alpha import actions, scoring",
    "engine.games.alpha": "from engine.games.alpha.phases import PHASES",
    "replays.format": "import msgpack",
    "properties.alpha": "from engine.games.alpha import components, state",
    "properties.strategies": "import hypothesis.strategies as st\nfrom replays import reader",
    "tools.cli": "import click\nimport rich.console\nfrom engine import registry",
    "tests.test_rules": "import pytest\nfrom engine.games.alpha.actions import eat",
}

PLANTED = [
    ("rooms_in_order", "engine.state", "import replays.reader"),
    ("rooms_in_order", "replays.reader", "from properties import strategies"),
    ("rooms_in_order", "properties.strategies", "from tools.text import board"),
    ("rooms_in_order", "tools.text", "import tests.test_rules"),
    ("kernel_layers", "engine.rng", "from engine.state import State"),
    ("kernel_layers", "engine.table", "from engine import game"),
    ("kernel_layers", "engine.play", "def f():\n    from engine.registry import load"),
    ("kernel_knows_no_game", "engine.game", "from engine.games import alpha"),
    ("kernel_knows_no_game", "engine.registry",
     "import importlib\nG = importlib.import_module('engine.games.alpha')"),
    ("game_layers", "engine.games.alpha.state", "from .actions import eat"),
    ("game_layers", "engine.games.alpha.actions", "from engine.games.alpha import scoring"),
    ("game_layers", "engine.games.alpha.scoring", "import engine.games.alpha.phases"),
    ("games_apart", "engine.games.beta.state", "from engine.games.alpha.state import State"),
    ("games_apart", "engine.games.alpha.scoring", "from engine.registry import load"),
    ("two_witnesses", "properties.alpha", "from engine.games.alpha.actions import eat"),
    ("two_witnesses", "properties.alpha", "from engine.games.alpha import GAME"),
    ("two_witnesses", "properties.alpha", "from engine.games.beta.state import State"),
    ("two_witnesses", "properties.strategies", "from engine.games.alpha.state import State"),
    ("two_witnesses", "tools.text", "import engine.games.alpha.components"),
    ("one_home", "engine.rng", "import msgpack"),
    ("one_home", "replays.reader", "from msgpack import unpackb"),
    ("one_home", "properties.alpha", "from hypothesis import given"),
    ("one_home", "tools.text", "import click"),
    ("one_home", "tools.text", "import networkx as nx"),
    ("one_home", "properties.strategies", "import pytest"),
    ("one_home", "tools.cli", "import requests"),
    ("unplaced", "engine.helpers", "X = 1"),
    ("unplaced", "engine.games.alpha.util", "X = 1"),
]


def test_the_house_keeps_its_layers() -> None:
    found = imports.findings(imports.modules(ROOT))
    assert not found, "\n".join(finding.text for finding in found)


def test_good_edges_are_no_findings() -> None:
    assert imports.findings(HOUSE | ALLOWED) == []


@pytest.mark.parametrize(("rule", "module", "source"), PLANTED)
def test_a_planted_edge_is_named(rule: str, module: str, source: str) -> None:
    found = imports.findings(HOUSE | {module: source})
    assert [finding.rule for finding in found] == [rule]
    assert module in found[0].text
    assert ": " in found[0].text, "a finding says the remedy after the edge"


def test_a_circle_is_found_and_annotations_make_none() -> None:
    circle = {"tools.text": "import tools.cli", "tools.cli": "import tools.text"}
    assert [finding.rule for finding in imports.findings(HOUSE | circle)] == ["cycles"]
    circle["tools.text"] = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n import tools.cli"
    assert imports.findings(HOUSE | circle) == []


def test_every_rule_has_a_planted_edge() -> None:
    names = {rule.__name__ for rule in imports.RULES} | {"unplaced"}
    assert names == {rule for rule, _, _ in PLANTED}
