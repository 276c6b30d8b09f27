"""What a failure under pytest says: no Python whatever raises, and commands that can be typed."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path

import pytest

from engine import registry
from engine.game import Game
from engine.policies import uniform
from engine.registry import load
from properties import setup
from replays.reader import read
from replays.seeded import record_file
from tests.games.mini import GAME
from tests.plugged import QUIET, plug_stairs, pytest_says
from tests.properties import broken_stairs
from tests.properties.test_pytest_plugin import my_pack
from tests.properties.test_scenario import STARVED
from tests.tools.run import run

pytest_plugins = ("pytester",)

for name in ("properties.scenario", "properties.checker", "replays.verify", "tools.cli",
             "tests.tools.falling", broken_stairs.__name__, "tests.properties.stairs",
             "tests.properties.lost_stairs", "tests.properties.hopeful_stairs",
             "tests.properties.wrong_stairs"):  # fmt: skip
    importlib.import_module(name)


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """Every game, once: a run of pytester forgets what it imports."""
    for name in registry.games(foreign=False):
        registry.definition(name)


@pytest.fixture
def collected(pytester: pytest.Pytester):
    """Run pytest over the folder: (its exit code, what it said, no frames in it)."""

    def collect(*words: str) -> tuple[int, str]:
        code, out = pytest_says(pytester, *words)
        for frames in ("Traceback", "INTERNALERROR", "runtest", "cls = <", "def one("):
            assert frames not in out, out
        return code, out

    return collect


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """Where it is run: with a space in its name."""
    made = pytester.path / "my tests"
    made.mkdir()
    return made


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Register the stairs as somebody's package does: the Definition, and its properties."""

    def plug(game: str = "tests.games.mini:GAME", properties: str = "tests.properties.stairs"):
        plug_stairs(tmp_path / "site", monkeypatch, game, properties)

    yield plug
    setup._definition.cache_clear()


# ---- whatever raises ----


@pytest.mark.parametrize(
    ("game", "properties", "says"),
    [
        ("tests.tools.falling:HOUSELESS", "stairs", "the set-up of mini raised LookupError"),
        ("tests.properties.broken_stairs:UNPAID", "stairs", "LookupError: no purse"),
        ("tests.properties.broken_stairs:UNCITED", "stairs", "cites unknown clause 'MI-TURN-77'"),
        ("tests.games.mini:GAME", "lost_stairs", "no clause 'MI-DUSK-09'|names unknown"),
        ("tests.games.mini:NOTHING_SO_NAMED", "stairs", "cannot be loaded from tests.games.mini"),
    ],
)
def test_a_fault_of_the_game_is_told_without_frames(
    folder: Path, collected, plugged, game: str, properties: str, says: str
) -> None:
    """In a replay, a scenario and the fixtures; each says what raised, and the command to go on."""
    record_file(folder / "one.rply", Game(GAME), "shake:1/0", uniform)
    (folder / "case.toml").write_text(STARVED, encoding="utf-8")
    (folder / "test_it.py").write_text(
        "import pytest\n@pytest.mark.clause('TH-FOOD-05')\n"
        "def test_play(play): play('mini').game.returns(play('mini').state)\n"
        "def test_read(replay_file): replay_file('one.rply')\n"
    )
    plugged(game, f"tests.properties.{properties}")
    code, out = collected()
    assert code == 1 and re.search(says, out), out
    assert f"see it: ruleproof scenario {shlex.quote(str(folder / 'case.toml'))}" in out
    assert "my tests/case.toml" in out
    assert "diff --rules" not in out


@pytest.mark.parametrize(("game", "says"), [
    ("SPINNING", "Endless: the ply does not end: stopped"), ("LEAVING", "SystemExit: 0"),
])  # fmt: skip
def test_rules_that_never_end_or_call_sys_exit_end_no_run(
    folder: Path, collected, plugged, monkeypatch: pytest.MonkeyPatch, game: str, says: str
) -> None:
    """A replay, and each fixture."""
    monkeypatch.setattr("properties.pulse.PLY_SECONDS", 0.1)
    record_file(folder / "one.rply", Game(GAME), "shake:1/0", uniform)
    (folder / "test_it.py").write_text(
        "def test_play(play): play('mini')\n"
        "def test_read(replay_file): replay_file('one.rply')\n"
    )
    plugged(f"tests.tools.falling:{game}")
    code, out = collected()
    assert code == 1 and "3 failed" in out and out.count(says) >= 3, out


def test_an_error_nobody_foresaw_is_one_line(
    folder: Path, collected, plugged, monkeypatch: pytest.MonkeyPatch, pytester: pytest.Pytester
) -> None:
    """With its place; pytest's own --full-trace shows the frames."""
    def broken(*_: object) -> None:
        raise ZeroDivisionError("what?")

    plugged()
    record_file(folder / "one.rply", Game(GAME), "shake:1/0", uniform)
    (folder / "case.toml").write_text(STARVED, encoding="utf-8")
    monkeypatch.setattr("replays.verify.verify", broken)
    monkeypatch.setattr("properties.scenario.run_scenario", broken)
    code, out = collected()
    assert code == 1 and out.count("ZeroDivisionError: what? (properties/test_pytest_f") == 2, out
    assert out.count("see it: ruleproof verify ") == 1
    shown = pytester.runpytest_inprocess(*QUIET, "--full-trace")
    assert "def broken" in shown.stdout.str()


def test_clauses_are_looked_for_where_a_game_is_broken(
    folder: Path, collected, plugged
) -> None:
    """Another game's clause is found; where none has it, the broken game is named."""
    plugged("tests.properties.broken_stairs:UNCITED")
    (folder / "test_it.py").write_text(
        "import pytest\n@pytest.mark.clause('TH-FOOD-05')\ndef test_it(): pass\n"
    )
    assert collected()[0] == 0
    code, out = collected("--ruleproof-clause", "mi-turn-01")
    assert code == 4 and "no registered game has a clause 'mi-turn-01'" in out
    assert "cites unknown clause 'MI-TURN-77'" in out


def test_clause_ids_may_be_typed_in_small_letters(folder: Path, collected, plugged) -> None:
    plugged()
    (folder / "case.toml").write_text(
        STARVED.replace("[given]", 'clauses = ["MI-END-01"]\n[given]'), encoding="utf-8"
    )
    (folder / "test_it.py").write_text(
        "import pytest\n@pytest.mark.clause('mi-turn-01')\ndef test_it(): pass\n"
    )
    for ident in ("mi-end-01", "MI-Turn-01"):
        code, out = collected("--ruleproof-clause", ident)
        assert code == 0 and "1 passed, 1 deselected" in out, out


# ---- commands ----


def test_what_comes_next_names_the_file_and_pytests_option(folder: Path, collected) -> None:
    """A replay that parts, one that is torn, one of a pack that is not named."""
    _, mine = my_pack(folder)
    record_file(folder / "mine.rply", mine, "shake:1/0", uniform)
    good = folder / "good.rply"
    record_file(good, load("tin_helm"), "shake:1/0", uniform)
    (folder / "torn.rply").write_bytes(good.read_bytes()[:-9])
    code, out = collected()
    assert code == 1 and "FILE`" not in out and "FILE -o" not in out
    assert f"ruleproof play --resume {shlex.quote(str(folder / 'torn.rply'))}" in out
    assert "pytest --ruleproof-content FILE" in out
    assert "see it: ruleproof replay" in out and str(folder / "mine.rply") + "'" not in out
    text = (folder / "mine.toml").read_text().replace("mine-", "yours-")
    (folder / "yours.toml").write_text(text)
    code, out = collected("--ruleproof-content", str(folder / "yours.toml"))
    assert code == 1 and "pytest --ruleproof-content FILE" in out


PLAYED = """
def test_it(play):
    play("mini", seed={!r}, policy={!r}, players=2, gusty=False)
"""


@pytest.mark.parametrize(
    ("seed", "words"),
    [("shake:7", "--seed shake:7 --bare"), ("shake:7/12", "--seed shake:7 --first 12"),
     ("shake:7/012", "--seed shake:7/012 --bare"), ("shake:a b/3", "--seed 'shake:a b' --first 3")],
)  # fmt: skip
def test_the_command_of_a_failed_game_plays_the_very_same(
    folder: Path, collected, plugged, seed: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged(properties="tests.properties.wrong_stairs")
    (folder / "test_it.py").write_text(PLAYED.format(seed, "quiet,uniform"))
    code, out = collected()
    assert code == 1 and "MIW-0" in out and f"seed {seed}," in out
    (again,) = re.findall("play it again: ruleproof (.*)", out)
    assert words in again and "--players 2 --option gusty=false" in again
    (see,) = re.findall("see it: ruleproof (.*)", out)
    monkeypatch.chdir(folder)
    assert run(*shlex.split(again)).exit_code == 0
    head = read(folder / "again.rply").head()
    assert (head.seed, head.policy) == (seed, "quiet,uniform")
    assert dict(head.options)["gusty"] is False
    assert run(*shlex.split(see)).exit_code == 0


def test_a_bare_seed_is_one_game(plugged, tmp_path: Path) -> None:
    """The option says itself what it cannot go with."""
    refused = run("record", "tin_helm", "--bare", "--games", 2, "-o", tmp_path / "a")
    assert refused.exit_code == 2 and "leave out --games and --first" in refused.stderr
    done = run("record", "tin_helm", "--seed", "shake:3", "--bare", "-o", tmp_path / "b")
    assert done.exit_code == 0 and "--seed shake:3 --bare --policy" in done.stderr
    assert read(tmp_path / "b" / "tin_helm-000000.rply").head().seed == "shake:3"


# ---- called with the wrong things ----

WRONG = """
import pytest

@pytest.mark.parametrize("given", [
    {"name": 3}, {"seed": 9}, {"policy": ["careful", "uniform"]}, {"policy": "uniform,quiet,quiet"},
    {"policy": None}, {"favor_cap": [1]},
])
def test_play(play, given):
    play(**{"name": "tin_helm", **given})

@pytest.mark.parametrize("given", [(3,), ("one.rply", "0"), ("one.rply", 7), (".",)])
def test_read(replay_file, given):
    replay_file(*given)

@pytest.mark.parametrize("given", [(3, "x"), ("tin_helm", 3), ("tin_helm", "x", 3)])
def test_draw(golden_graph, given):
    golden_graph(*given)
"""


def test_arguments_of_another_type_are_told_in_words(folder: Path, collected) -> None:
    record_file(folder / "one.rply", load("tin_helm"), "shake:1/0", uniform)
    (folder / "test_it.py").write_text(WRONG)
    code, out = collected("--ruleproof-off")
    assert code == 1 and "13 failed" in out, out
    for said in (
        "play: the game = 3: expected a name, or a Definition",
        "play: seed = 9: expected a text, such as 'shake:1/0'",
        "play: policy = ['careful', 'uniform']: expected a text: a name, or one a seat, as",
        "play: 3 policies for 1 players; name one, or one a seat",
        "play: policy = None: expected a text", "option favor_cap = [1] is outside its domain",
        "replay_file: the path = 3: expected a path", "replay_file: index = '0': expected the num",
        "there is no game 7; the file holds games 0..0", "Is a directory",
        "golden_graph: the game = 3: expected the name",
        "golden_graph: the path = 3: expected a path", "a word for `ruleproof graph` = 3: expected",
    ):  # fmt: skip
        assert said in out, said
