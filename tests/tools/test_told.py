"""Whatever the rules of a game raise, and wherever: each command tells it as the game's fault.

A fault is planted at one place (`tests.tools.planting`), and a command is run: no traceback, no
fault of ours, the line of the rule, the documented exit code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from engine.content import Pack, read_toml, validate
from engine.game import Game
from engine.policies import uniform
from engine.registry import definition
from properties.explore import explore
from properties.finding import FIXED, UNJUDGED, Case, recheck, write_json
from properties.judge import Signature
from properties.setup import Maker
from properties.space import Bounds
from replays.seeded import record_file
from tests.games.mini import GAME
from tests.plugged import announce
from tests.tools import planting
from tests.tools.planting import FAULTS
from tests.tools.run import run
from tests.tools.test_raising import forget
from tools.failures import FAULT, FINDING, UNREADABLE

FILE = "good/mini-000000.rply"
LINE = "tools/planting.py:"
SEEDED = ("record", "simulate", "gather", "play", "graph")
POINTS = """[project]
name = "stairs-of-mine"
version = "1"
[project.entry-points."ruleproof.games"]
mini = "{}"
"""
SCENARIO = """game = "mini"
name = "A-1"
title = "a late turn"
clauses = ["MI-TURN-01"]
when = ["climb 2", "blow 6", "rest"]
[given]
row = "turn"
turn = 5
[then]
row = "turn"
"""
# What is run, and the exit code it is documented to have.
COMMANDS: dict[str, tuple[tuple[object, ...], int]] = {
    "record": (("record", "mini", "--games", 3, "-o", "out", "--workers", 1), FAULT),
    "simulate": (("simulate", "mini", "--games", 3, "--workers", 1), FAULT),
    "gather": (("corpus", "gather", "mini", "--games", 3, "-o", "kept"), FAULT),
    "play": (("play", "mini", "--seed", "shake:1"), FAULT),
    "graph": (("graph", "mini", "--games", 3, "--format", "table"), FAULT),
    "graph of a file": (("graph", FILE, "--format", "table"), FAULT),
    "coverage": (("rules", "mini", "--coverage", FILE), FAULT),
    "reach": (("rules", "mini", "--reach", FILE), FAULT),
    "export": (("export", FILE), FAULT),
    "export --as": (("export", FILE, "--as", "player:0"), FAULT),
    "replay": (("replay", FILE), FINDING),
    "view": (("view", FILE, "-o", "page.html"), FINDING),
    "view --as": (("view", FILE, "--as", "player:0", "-o", "page.html"), FINDING),
    "verify": (("verify", FILE), FINDING),
    "migrate": (("migrate", FILE), FINDING),
    "diff": (("diff", FILE, "--option", "flask=2"), FINDING),
    "find": (("find", "mini", "--state", "turn == 900", "--games", 3), FINDING),
    "fuzz": (("fuzz", "mini", "--games", 6, "--no-minimise", "-o", "found", "--workers", 1),
             FINDING),
    "recheck": (("fuzz", "--replay", "found"), FINDING),
    "scenario": (("scenario", "a.toml"), UNREADABLE),
    "add": (("corpus", "add", "more", FILE), UNREADABLE),
}  # fmt: skip
# Where a transcript ends in what is told instead of a position, the whole command does.
WHOLE = {"replay": ("facts", "guard", "returns", "set_up"), "diff": ("set_up",),
         "find": ("set_up",)}  # fmt: skip
WHOLE["view"] = WHOLE["view --as"] = WHOLE["replay"]
# An event is told to who listens, and returns are asked where a game is paid out.
UNHEARD = ("record", "verify", "diff", "export", "migrate")
UNPAID = ("play", "graph", "graph of a file", "coverage", "reach", "export", "diff", "add",
          "scenario")  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A replay of the game before the fault."""
    path = tmp_path_factory.mktemp("good") / "a.rply"
    record_file(path, Game(GAME), "shake:1/0", uniform)
    return path.read_bytes()


@pytest.fixture
def planted(
    good: bytes, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], None]]:
    """Registers a game of a module as `mini`; the good one has recorded a game before."""

    def plant(target: str) -> None:
        folder = tmp_path_factory.mktemp("plug_in")
        (folder / "pyproject.toml").write_text(POINTS.format(target), encoding="utf-8")
        monkeypatch.syspath_prepend(str(announce(folder)))
        forget()
        Path("good").mkdir()
        Path(FILE).write_bytes(good)
        Path("a.toml").write_text(SCENARIO, encoding="utf-8")

    yield plant
    forget()


def told(done: Result, code: int, name: str) -> str:
    """What is said of a fault of the rules."""
    said = done.stdout + done.stderr
    assert done.exit_code == code, (name, said)
    assert LINE in said and "Traceback" not in said and "E999" not in said, (name, said)
    if code == FAULT:
        assert "error E117: " in done.stderr, (name, said)
    return said


def silent(place: str, name: str) -> bool:
    """Whether a command never comes to the place."""
    if place in ("facts", "guard"):
        return name in UNHEARD
    return place == "returns" and name in UNPAID


@pytest.mark.parametrize("place", FAULTS)
def test_a_fault_of_the_rules_is_told(planted: Callable[[str], None], place: str) -> None:
    """By every command, from every place."""
    planted(f"{planting.__name__}:{place}")
    for name, (words, code) in COMMANDS.items():
        done = run(*words, stdin="rest\nclimb 3\nclimb 1\nrest\nclimb 1\nrest\n")
        if silent(place, name):
            assert "Traceback" not in done.stderr and "E999" not in done.stderr, name
            continue
        if (place, name) == ("seat", "scenario"):
            assert "in row turn seat 5 would act" in done.stdout, done.stdout
            continue
        said = told(done, FAULT if place in WHOLE.get(name, ()) else code, name)
        if place not in ("set_up", "guard", "facts") and name in SEEDED:
            assert "of seed shake:1" in said, said
        if name == "recheck":
            assert said.endswith(" failed, 0 fixed\n"), said


@pytest.mark.parametrize("place", FAULTS)
def test_a_search_of_positions_finds_it(planted: Callable[[str], None], place: str) -> None:
    """Each but what no position within bounds pays."""
    if place != "returns":
        planted(f"{planting.__name__}:{place}")
        done = run("explore", "mini", "--states", 400, "--option", "flask=0")
        told(done, FAULT if place == "set_up" else FINDING, place)
        return
    found = explore(Game(FAULTS[place], {"flask": 0}, small()), bounds=Bounds(states=400))
    assert [one.failure.signature.text for one in found.finds] == ["raised/KeyError"]
    for one in found.finds:
        assert LINE in one.failure.message and one.failure.ply == len(one.codes) - 1


def small() -> Pack:
    """Two steps to the top."""
    data = read_toml(GAME.folder / "content.toml")
    return validate({**data, "constants": {"top": 2, "food": 9, "health": 1}}, "small.toml", "mini",
                    GAME.schema)  # fmt: skip


@pytest.mark.parametrize("place", ["outcomes", "CODES"])
def test_many_workers_live_on(planted: Callable[[str], None], place: str) -> None:
    """What `outcomes` raises kills none of them, nor do codes that the game does not have."""
    planted(f"{planting.__name__}:{place}")
    said = told(run(*COMMANDS["fuzz"][0][:-1], 2), FINDING, "fuzz")
    assert "lost game" not in said and "replaced" not in said
    told(run("fuzz", "--replay", "found"), FINDING, "recheck")


def test_a_log_that_never_showed_it_is_not_called_mended(tmp_path: Path) -> None:
    """Nor is one that did not say so, of older campaigns, changed in meaning."""
    case = Case(Maker("tin_helm"), dict(Game(definition("tin_helm")).options), (),
                Signature("raised/KeyError"), "KeyError: 'rope'")  # fmt: skip
    for shown, verdict in ((False, UNJUDGED), (True, FIXED)):
        path = tmp_path / f"{shown}.json"
        write_json(path, {**case.as_dict(), "shown": shown})
        [again] = recheck([path])
        assert again.verdict == verdict
        assert shown or "did not show it when it was found either" in again.message


def test_a_broken_game_keeps_no_other_from_being_verified(
    planted: Callable[[str], None], here: Path
) -> None:
    """A declaration that is refused is told in its place."""
    run("record", "tin_helm", "-o", "tin.rply")
    planted(f"{planting.__name__}:UNKNOWN_CLAUSE")
    done = run("verify", FILE, "tin.rply")
    assert done.stdout, done.stderr
    first, *_, last = done.stdout.splitlines()
    assert done.exit_code == UNREADABLE and first.startswith("UNSUPPORTED"), done.stdout
    assert "cannot make it: E110: mini: row turn cites unknown clause 'MI-NONE'" in first
    assert "EXACT  tin.rply" in done.stdout and last.endswith("1 EXACT, 1 UNSUPPORTED")
