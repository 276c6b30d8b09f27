"""pytest collects replays and scenarios; failures show our report and the command to go on with.

Every run of pytest here is one within this process (`pytester`), but for those under xdist.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote

import pytest
from hypothesis import settings

from engine import content, registry
from engine.game import Game
from engine.policies import uniform
from engine.registry import load
from properties import invariant, universal
from properties.planted import plant
from properties.profiles import PROFILES, register
from properties.pytest_plugin import is_scenario
from replays.corpus import golden
from replays.seeded import record_file
from tests.games.mini import GAME
from tests.planted.tin_helm import BUGS
from tests.plugged import pytest_says
from tests.tools.falling import SLIPPERY

pytest_plugins = ("pytester",)

# What the plug-in imports when it needs it: loaded here, so that each run finds it loaded.
for name in ("properties.scenario", "properties.checker", "properties.tin_helm", "replays.verify",
             "tools.cli", "tools.commands.graph", "tools.rendering"):  # fmt: skip
    importlib.import_module(name)

ROOT = Path(__file__).parents[2]
SCENARIO = (ROOT / "tests/scenarios/tin_helm/ths_08.toml").read_text(encoding="utf-8")


@pytest.fixture
def collected(pytester: pytest.Pytester):
    """Run pytest over the folder: (its exit code, what it said)."""
    return partial(pytest_says, pytester)


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """The folder it is run over."""
    return pytester.path


# ---- what is collected ----


def test_files_that_hold_pass_and_can_be_left_out(folder: Path, collected) -> None:
    record_file(folder / "one.rply", load("tin_helm"), "shake:1/0", uniform)
    (folder / "case.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "other.toml").write_text("[tool]\nx = 1\n", encoding="utf-8")
    code, out = collected()
    assert code == 0 and "2 passed" in out
    code, out = collected("--ruleproof-off")
    assert code == 5, "nothing is collected"


def my_pack(folder: Path) -> tuple[Path, Game]:
    """A pack of Tin Helm that calls itself another, and the game with it."""
    text = (ROOT / "engine/games/tin_helm/content.toml").read_text(encoding="utf-8")
    pack = folder / "mine.toml"
    pack.write_text(text.replace('content_id = "reference-', 'content_id = "mine-'), "utf-8")
    schema = registry.definition("tin_helm").schema
    return pack, registry.load("tin_helm", content=content.load(pack, "tin_helm", schema))


def test_a_replay_of_another_pack_wants_the_pack_named(folder: Path, collected) -> None:
    """A path a line in the configuration file, or an option each."""
    _, game = my_pack(folder)
    record_file(folder / "one.rply", game, "shake:1/0", uniform)
    code, out = collected()
    assert code == 1 and "UNSUPPORTED" in out and "mine-" in out
    assert "give its content with pytest --ruleproof-content FILE" in out and "see it" not in out
    code, out = collected("--ruleproof-content", "mine.toml")
    assert code == 0 and "1 passed" in out
    (folder / "pytest.ini").write_text("[pytest]\nruleproof_content = mine.toml\n")
    code, out = collected()
    assert code == 0 and "1 passed" in out


def test_a_pack_that_cannot_be_read_ends_the_run_at_once(folder: Path, collected) -> None:
    """A usage error of pytest, whether it is named in a file or on the command line."""
    record_file(folder / "one.rply", load("tin_helm"), "shake:1/0", uniform)
    code, out = collected("--ruleproof-content", "nope.toml")
    assert code == 4 and "--ruleproof-content: nope.toml: cannot be read: No such" in out
    (folder / "bad.toml").write_text('[meta]\ngame = "tin_hel"\n')
    (folder / "pytest.ini").write_text("[pytest]\nruleproof_content = bad.toml\n")
    code, more = collected()
    assert code == 4 and "ruleproof_content: " in more and "did you mean tin_helm" in more
    assert "Traceback" not in out + more and "PosixPath" not in out + more
    assert "passed" not in out + more
    assert collected("--ruleproof-off")[0] == 5


def test_a_wrong_number_shows_expected_and_found(folder: Path, collected) -> None:
    """No Python frames: the claim, what was found, and how to see it."""
    then = SCENARIO.index("[then]")
    broken = SCENARIO[:then] + SCENARIO[then:].replace("foe = 3", "foe = 1", 1)
    (folder / "case.toml").write_text(broken, encoding="utf-8")
    misfit = SCENARIO.replace("energy = 6", "enrgy = 6", 1)
    (folder / "misfit.toml").write_text(misfit, encoding="utf-8")
    code, out = collected()
    assert code == 1
    assert "foe: expected 1, found 3" in out
    assert "unknown field 'enrgy'; did you mean energy" in out
    assert f"see it: ruleproof scenario {folder / 'case.toml'}" in out
    assert "Traceback" not in out and "runtest" not in out


def test_a_damaged_replay_fails_with_its_ply_and_a_foreign_game_is_skipped(
    folder: Path, collected
) -> None:
    """The verdict is the report: golden replays, one with another action in it, one torn."""
    paths = golden("tin_helm")[:2]
    for path, at in zip(paths, (30, 0), strict=True):
        data = bytearray(path.read_bytes())
        data[-at or len(data) // 2] ^= 1
        (folder / path.name).write_bytes(bytes(data))
    record_file(folder / "foreign.rply", Game(GAME), "shake:1/0", uniform)
    foreign = SCENARIO.replace('game = "tin_helm"', 'game = "mini"')
    (folder / "foreign.toml").write_text(foreign, encoding="utf-8")
    code, out = collected("-rs")
    assert code == 1
    assert out.count("CORRUPT@") == 2 and out.count("before it replay") == 2
    assert f"see it: ruleproof replay {quote(str(folder / paths[0].name))}" in out
    assert "2 failed, 2 skipped" in out
    assert out.count("the game mini is not registered here") == 2


def test_a_replay_of_other_rules_fails_at_the_ply_where_they_part(folder: Path, collected) -> None:
    """Recorded by rules with a bug in them."""
    bug = next(bug for bug in BUGS if bug.name == "amount off the chart")
    record_file(folder / "one.rply", Game(plant(bug)), "shake:1/0", uniform)
    code, out = collected()
    assert code == 1 and "DIVERGED@7" in out
    place = quote(str(folder / "one.rply"))
    assert "  at     ply 7 (row " in out and f"ruleproof replay {place} --to 7" in out


def test_what_is_a_scenario(tmp_path: Path) -> None:
    """A folder named scenarios, or the keys game and given."""
    (tmp_path / "scenarios").mkdir()
    for name, text, yes in (
        ("scenarios/any.toml", "", True),
        ("case.toml", 'game = "mini"\nname = "x"\n[given]\nrow = "turn"\n', True),
        ("pack.toml", 'game = "mini"\n[meta]\n', False),
        ("bytes.toml", None, False),
    ):
        path = tmp_path / name
        path.write_bytes(b"\xff\xfe" if text is None else text.encode())
        assert is_scenario(path) is yes, name


# ---- clauses ----


@pytest.fixture(scope="module")
def loaded() -> None:
    """Every game, once: a run of pytester forgets what it imports."""
    for name in registry.games(foreign=False):
        registry.definition(name)


MARKED = """
import pytest

@pytest.mark.clause("TH-FOOD-05", "TH-FOOD-03")
def test_food(): pass

@pytest.mark.clause("TH-COMBAT-10")
def test_combat(): pass

def test_nothing(): pass
"""


def test_tests_and_scenarios_are_chosen_by_clause(
    pytester: pytest.Pytester, folder: Path, collected, loaded
) -> None:
    pytester.makepyfile(test_marked=MARKED)
    (folder / "case.toml").write_text(SCENARIO, encoding="utf-8")
    named = next(line for line in SCENARIO.splitlines() if line.startswith("clauses"))
    code, out = collected("--strict-markers")
    assert code == 0 and "4 passed" in out
    code, out = collected("--ruleproof-clause", "TH-FOOD-03")
    assert code == 0 and "1 passed, 3 deselected" in out
    ident = named.split('"')[1]
    code, out = collected("--ruleproof-clause", ident)
    assert code == 0 and "1 passed, 3 deselected" in out
    code, out = collected("--ruleproof-clause", "TH-FOOD-99")
    assert code == 4 and "did you mean TH-FOOD-0" in out


def test_a_marker_with_an_unknown_clause_is_refused(
    pytester: pytest.Pytester, collected, loaded
) -> None:
    pytester.makepyfile(test_marked=MARKED.replace("COMBAT-10", "COMBAT-XX"))
    code, out = collected()
    assert code == 4
    says = "test_marked.py::test_combat: no registered game has a clause 'TH-COMBAT-XX'"
    assert says in out
    # A worker of xdist cannot refuse the whole run: the test fails there, and the others go on.
    pytester.makeconftest("def pytest_configure(config):\n    config.workerinput = {}\n")
    code, out = collected()
    assert code == 1 and says in out and "2 passed, 1 error" in out and "Traceback" not in out


# ---- fixtures ----

FIXTURES = """
def test_play(play):
    played = play("tin_helm", policy="careful", favor_cap=3)
    assert played.reason and played.state.ply == len(played.codes) == len(played.texts)
    assert played.game.options["favor_cap"] == 3
    assert {h.kind for h in played.events()} >= {"race.chosen"} and played.events("race.chosen")
    assert "TH-SETUP-01" in played.clauses() or played.clauses()

def test_replay(replay_file):
    played = replay_file("one.rply")
    assert played.steps[-1].after.ply == len(played.codes)

def test_graph(golden_graph):
    golden_graph("tin_helm", "phases.mmd")
"""


def test_the_fixtures_play_read_and_draw(
    pytester: pytest.Pytester, folder: Path, collected
) -> None:
    pytester.makepyfile(test_fixtures=FIXTURES)
    path = folder / "one.rply"
    record_file(path, load("tin_helm"), "shake:1/0", uniform)
    code, out = collected("--ruleproof-update")
    assert code == 0 and "4 passed" in out
    assert (folder / "phases.mmd").read_text().startswith("flowchart TD\n")
    (folder / "phases.mmd").write_text("flowchart LR\n")
    path.write_bytes(path.read_bytes()[:-4])
    code, out = collected("--ruleproof-off")
    assert code == 1 and "2 failed, 1 passed" in out
    assert "TRUNCATED@" in out and "see it: ruleproof replay" in out
    assert "is stale" in out and "--ruleproof-update" in out
    assert "Traceback" not in out


WRONG = """
def test_replay(replay_file):
    replay_file("gone.rply")

def test_option(play):
    play("tin_helm", favor_capp=3)

def test_name(play):
    play("tin_hel")

def test_seed(play):
    play("tin_helm", seed="3")
"""


def test_a_fixture_that_is_called_wrongly_says_so_without_frames(
    pytester: pytest.Pytester, collected
) -> None:
    pytester.makepyfile(test_wrong=WRONG)
    code, out = collected()
    assert code == 1 and "4 failed" in out and "another exception" not in out and "Errno" not in out
    assert "gone.rply: No such file or directory" in out
    assert "unknown option 'favor_capp'; did you mean favor_cap?" in out
    assert "did you mean tin_helm" in out and "play: seed '3'" in out


DRAWN = """
def test_name(golden_graph):
    golden_graph("nope", "x.mmd")

def test_option(golden_graph):
    golden_graph("tin_helm", "x.mmd", "--nope")

def test_missing(golden_graph):
    golden_graph("tin_helm", "x.mmd")
"""


def test_a_drawing_says_what_is_wrong_before_it_asks_for_a_file(
    pytester: pytest.Pytester, folder: Path, collected
) -> None:
    pytester.makepyfile(test_drawn=DRAWN)
    code, out = collected()
    assert code == 1 and "3 failed" in out and "Traceback" not in out
    assert "'nope' is neither a game nor a file" in out and "no such option '--nope'" in out
    assert out.count("x.mmd does not exist; write it: pytest --ruleproof-update") == 1
    assert out.count("--ruleproof-update") == 1 and not (folder / "x.mmd").exists()


def test_a_rule_that_raises_is_told_with_seed_ply_and_action(
    pytester: pytest.Pytester, collected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(universal, "definition_of", lambda name: SLIPPERY)
    pytester.makepyfile("def test_it(play):\n    for i in range(24): play('x', f'shake:1/{i}')\n")
    code, out = collected()
    assert code == 1 and "play: the rules of mini raised ArithmeticError: no step, at ply" in out
    assert " of seed shake:1/" in out and "by 'blow 1' (tools/falling.py:" in out
    assert "Traceback" not in out and "def slips" not in out


def test_a_game_that_breaks_a_property_fails_with_its_seed(
    pytester: pytest.Pytester, collected, monkeypatch: pytest.MonkeyPatch
) -> None:
    @invariant.invariant("XX-01", "TH-FOOD-05")
    def nobody_ever_plays(state):
        """The game ends before it begins."""
        return False

    monkeypatch.setattr(invariant, "properties_for", lambda name: (nobody_ever_plays,))
    pytester.makepyfile("def test_it(play):\n    play('tin_helm', seed='shake:7/1')\n")
    code, out = collected()
    assert code == 1 and "XX-01/nobody_ever_plays" in out
    assert "tin_helm, seed shake:7/1, policy uniform" in out
    lost = replace(nobody_ever_plays, clauses=("TH-FOOD-99",))
    monkeypatch.setattr(invariant, "properties_for", lambda name: (lost,))
    code, out = collected()
    assert code == 1 and "play: tin_helm: property XX-01/nobody_ever_plays names unknown" in out
    assert "Error" not in out, "no Python"


# ---- Hypothesis ----


def test_the_profiles_are_registered_and_not_loaded() -> None:
    before = settings.default
    register()
    assert settings.default is before
    for name, (examples, same) in PROFILES.items():
        profile = settings.get_profile(name)
        assert (profile.max_examples, profile.derandomize) == (examples, same)
        assert profile.deadline is None
    words = [sys.executable, "-c", "import properties.profiles as p, hypothesis; print(p.register)"]
    assert subprocess.run(words, cwd=ROOT, capture_output=True).returncode == 0, "in any order"


GRAPH = """
import pytest

@pytest.mark.clause("TH-FOOD-05")
def test_graph(golden_graph):
    golden_graph("tin_helm", "phases.mmd")
"""


@pytest.mark.thorough
def test_files_and_options_reach_the_workers_of_xdist(
    pytester: pytest.Pytester, folder: Path
) -> None:
    """Each file once, its report as without workers; packs, clauses and goldens as they are given.
    """
    pack, game = my_pack(folder)
    record_file(folder / "mine.rply", game, "shake:1/0", uniform)
    record_file(folder / "good.rply", load("tin_helm"), "shake:1/0", uniform)
    (folder / "bad.rply").write_bytes((folder / "good.rply").read_bytes()[:-9])
    then = SCENARIO.index("[then]")
    wrong = SCENARIO[:then] + SCENARIO[then:].replace("foe = 3", "foe = 1", 1)
    (folder / "wrong.toml").write_text(wrong, encoding="utf-8")
    (folder / "right.toml").write_text(SCENARIO, encoding="utf-8")
    pytester.makepyfile(test_graph=GRAPH)
    words = ("-v", "-p", "no:cacheprovider", "-n", "2", "--ruleproof-content", pack.name)
    result = pytester.runpytest_subprocess(*words, "--ruleproof-update")
    out = result.stdout.str()
    result.assert_outcomes(passed=4, failed=2)
    for name in ("mine.rply::verify", "good.rply::verify", "right.toml::scenario"):
        assert len(re.findall(rf"\[gw\d\].* PASSED {re.escape(name)}", out)) == 1, out
    assert "TRUNCATED@" in out
    assert f"see it: ruleproof replay {quote(str(folder / 'bad.rply'))}" in out
    assert "foe: expected 1, found 3" in out and "Traceback" not in out
    assert (folder / "phases.mmd").read_text().startswith("flowchart TD\n")
    chosen = pytester.runpytest_subprocess(*words, "--ruleproof-off", "--ruleproof-clause",
                                           "TH-FOOD-05")  # fmt: skip
    chosen.assert_outcomes(passed=1)
    refused = pytester.runpytest_subprocess(*words, "--ruleproof-clause", "TH-FOOD-99")
    assert refused.ret == 4 and "did you mean TH-FOOD-0" in refused.stderr.str()
    pytester.makepyfile(test_graph=GRAPH.replace("FOOD-05", "FOOD-XX"))
    unknown = pytester.runpytest_subprocess(*words, "--ruleproof-off")
    unknown.assert_outcomes(errors=1)
    assert "test_graph: no registered game has a clause 'TH-FOOD-XX'" in unknown.stdout.str()
