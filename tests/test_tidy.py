"""The numbers of docs/style.md hold, and every check is proven by a planted violation."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import tidy, tidy_files

ROOT = Path(__file__).parent.parent

HEAD = '"""A room."""\n'
RULE = "engine/games/alpha/actions.py"


def function(lines: int, name: str = "f") -> str:
    """A function of so many lines, its docstring included."""
    return f'def {name}():\n    """Words."""\n' + "    x = 1\n" * (lines - 2)


PLANTED = [
    ("long_line", "engine/a.py", HEAD + "X = '" + "x" * 95 + "'\n"),
    ("long_function", "replays/a.py", HEAD + function(51)),
    ("long_function", "tests/a.py", "class C:\n    async def f(self):\n" + "        x = 1\n" * 50),
    ("long_rules", RULE, HEAD + function(9) + function(9, "g") + function(3, "h")),
    ("long_module", "tools/a.py", HEAD + "X = 1\n" * 400),
    ("no_docstring", "engine/a.py", "X = 1\n"),
    ("no_docstring", "replays/a.py", HEAD + "def f():\n    return 1\n"),
    ("no_docstring", "properties/a.py", HEAD + "class C:\n    X = 1\n"),
    ("no_docstring", "tools/a.py", HEAD + "class C:\n 'C.'\n def f(self):\n  return 1\n"),
    ("any_type", "engine/a.py", HEAD + "from typing import Any\nX: Any = 1\n"),
    ("any_type", "engine/a.py", HEAD + "import typing\nX: dict[str, typing.Any] = {}\n"),
    ("any_type", "engine/a.py", HEAD + "def _f() -> 'list[Any]':\n    return []\n"),
    ("prints", "properties/a.py", HEAD + "print(1)\n"),
    ("prints", "tests/a.py", "def test_a():\n    print(1)\n"),
    ("unfinished", "engine/a.py", HEAD + "X = 1  # TO" "DO: more\n"),
    ("unfinished", "engine/games/alpha/clauses.toml", "# FIX" "ME\n"),
    ("chance_or_clock", "engine/a.py", HEAD + "import random\n"),
    ("chance_or_clock", "engine/a.py", HEAD + "from time import monotonic\n"),
    ("chance_or_clock", "engine/a.py", HEAD + "import os.path\n"),
    ("hashes", "engine/a.py", HEAD + "X = hash('a')\n"),
    ("pickles", "replays/a.py", HEAD + "import pickle\n"),
    ("pickles", "tests/a.py", "from marshal import loads\n"),
    ("deep_copies", "engine/a.py", HEAD + "from copy import deepcopy\n"),
    ("deep_copies", "tools/a.py", HEAD + "import copy\nX = copy.deepcopy([])\n"),
    ("set_order", "engine/a.py", HEAD + "X = {1, 2}\nfor x in X:\n    pass\n"),
    ("set_order", "engine/a.py", HEAD + "X = [x for x in set('ab') | {'c'}]\n"),
    ("set_order", "engine/a.py", HEAD + "def _f(x: frozenset[int]):\n    return tuple(x)\n"),
    ("set_order", "engine/a.py", HEAD + "X = set()\nY = ','.join(X)\n"),
    ("set_order", "engine/a.py", HEAD + "X = set()\nY = {x: 1 for x in X}\n"),
    ("set_order", "engine/a.py", HEAD + "X = set()\nY = ','.join(x for x in X)\n"),
    ("set_order", "engine/a.py", HEAD + "X = set()\nY = X.pop()\n"),
    ("set_order", "engine/a.py", HEAD + "X = (1, *{2, 3})\n"),
    ("machine_paths", "tests/a.py", "X = '/ho" "me/me/x'\n"),
    ("machine_paths", "docs/a.md", "see ../sha" "red/rules\n"),
]

TIDY = {
    "engine/a.py": HEAD + "X = {1, 2}\nY = sorted(X)\nZ = 1 in X, len(X)\nANY = any(x for x in X)\n"
    + "W = {x + 1 for x in X}\n"
    + function(50) + "def _g():\n    return [y for y in Y]\n",
    RULE: HEAD + function(8),
    "tools/a.py": HEAD + "import os\nimport random\nprint(hash('a'), list({1}))\n",
    "tests/a.py": "def test_a():\n    assert True\n",
    "docs/a.md": "Prose wraps. " * 20,
}


def test_the_project_is_tidy() -> None:
    found = tidy.findings(tidy.tree(ROOT))
    assert not found, "\n".join(finding.text for finding in found)


def test_tidy_files_have_no_findings() -> None:
    assert tidy.findings(TIDY) == []


@pytest.mark.parametrize(("check", "path", "text"), PLANTED)
def test_a_planted_violation_is_named(check: str, path: str, text: str) -> None:
    found = tidy.findings({path: text})
    assert {finding.check for finding in found} == {check}
    assert found[0].text.startswith(f"{path}:")
    assert ": " in found[0].text.removeprefix(f"{path}:"), "a finding says the remedy"


def test_every_check_has_a_planted_violation() -> None:
    names = {check.__name__ for check in tidy.PYTHON_CHECKS + tidy.TEXT_CHECKS}
    assert names == {check for check, _, _ in PLANTED}


# ---- files that nobody wants ----

PYPROJECT = (
    "[project.scripts]\nruleproof = 'tools.cli:main'\n"
    "[project.entry-points.'ruleproof.games']\nalpha = 'engine.games.alpha:GAME'\n"
)
WANTED = {
    "pyproject.toml": PYPROJECT,
    "README.md": "[pages](docs/index.md)",
    "engine/__init__.py": "",
    "engine/rng.py": "",
    "engine/games/alpha/__init__.py": "from engine import rng\nX = 'clauses.toml'",
    "engine/games/alpha/clauses.toml": "",
    "replays/corpus/alpha/first_death.rply": "",
    "tools/cli.py": "COMMANDS = {'verify': 'tools.commands.verify'}",
    "tools/commands/verify.py": "",
    "tests/test_a.py": "X = 'alpha/codes.txt'",
    "tests/golden/alpha/codes.txt": "",
    "tests/scenarios/alpha/one.toml": "",
    "docs/index.md": "[a](rules/alpha.md#top) [elsewhere](https://example.org/x)",
    "docs/rules/alpha.md": "[back](../index.md) [code](../../engine)",
}
UNWANTED = [
    "engine/helpers.py", "engine/games/alpha/notes.toml", "replays/extra.py", "tools/text.py",
    "tools/commands/dance.py", "tests/helper.py", "tests/golden/alpha/old.txt", "docs/old.md",
    "replays/notes.txt",
]


def test_no_file_is_unused() -> None:
    found = list(tidy_files.unused_files(tidy.tree(ROOT)))
    assert not found, "\n".join(finding.text for finding in found)


def test_no_link_is_broken() -> None:
    found = list(tidy_files.broken_links(tidy.tree(ROOT)))
    assert not found, "\n".join(finding.text for finding in found)


def test_wanted_files_have_no_findings() -> None:
    assert list(tidy_files.unused_files(WANTED)) == []
    assert list(tidy_files.broken_links(WANTED)) == []


@pytest.mark.parametrize("path", UNWANTED)
def test_an_unused_file_is_named(path: str) -> None:
    (finding,) = tidy_files.unused_files(WANTED | {path: ""})
    assert finding.text.startswith(f"{path}: ")


def test_a_broken_link_is_named() -> None:
    (finding,) = tidy_files.broken_links(WANTED | {"docs/index.md": "[a](rules/gone.md)"})
    assert finding.text == "docs/index.md: links to docs/rules/gone.md, which is not there"


# ---- commands load lazily ----

HEAVY = ("networkx", "hypothesis", "rich", "graphviz", "pygraphviz", "msgpack")


def heavy_modules(code: str) -> list[str]:
    """Which of HEAVY a fresh interpreter has loaded after running this code."""
    report = f"\nimport sys; sys.stderr.write(' '.join(m for m in {HEAVY} if m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code + report],
        capture_output=True, text=True, check=True, timeout=60, cwd=ROOT,
    )
    return done.stderr.split()


def test_help_imports_no_heavy_package() -> None:
    code = (
        "import sys\nfrom tools.cli import main\nsys.argv = ['ruleproof', '--help']\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code\n"
    )
    assert heavy_modules(code) == []


def test_a_heavy_import_would_be_seen() -> None:
    assert heavy_modules("import networkx, hypothesis") == ["networkx", "hypothesis"]
