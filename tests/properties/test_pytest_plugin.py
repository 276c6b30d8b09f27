"""pytest collects replays and scenarios; failures show our report and the command to go on with."""

import subprocess
import sys
from pathlib import Path

from engine import content, registry
from engine.game import Game
from engine.policies import uniform
from engine.registry import load
from properties.pytest_plugin import is_scenario
from replays.seeded import record_file
from tests.games.mini import GAME

ROOT = Path(__file__).parents[2]
FIRST = "ths_08.toml"


def pytest_in(folder, *words):
    """Run pytest over a folder in a fresh process; (exit code, output)."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder),
         str(folder), *words],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_files_that_hold_pass_and_can_be_left_out(tmp_path):
    """One item a file, whatever the folder; --no-ruleproof collects none."""
    record_file(tmp_path / "one.rply", load("tin_helm"), "shake:1/0", uniform)
    text = (ROOT / "tests/scenarios/tin_helm" / FIRST).read_text(encoding="utf-8")
    (tmp_path / "case.toml").write_text(text, encoding="utf-8")
    (tmp_path / "other.toml").write_text("[tool]\nx = 1\n", encoding="utf-8")
    code, out = pytest_in(tmp_path)
    assert code == 0 and "2 passed" in out
    code, out = pytest_in(tmp_path, "--no-ruleproof")
    assert code == 5, "nothing is collected"


def test_a_replay_of_another_pack_wants_the_pack_named(tmp_path):
    """The setting `ruleproof_content` of the configuration file, a path a line."""
    text = (ROOT / "engine/games/tin_helm/content.toml").read_text(encoding="utf-8")
    pack = tmp_path / "mine.toml"
    pack.write_text(text.replace('content_id = "reference-', 'content_id = "mine-'), "utf-8")
    found = registry.definition("tin_helm")
    game = registry.load("tin_helm", content=content.load(pack, "tin_helm", found.schema))
    record_file(tmp_path / "one.rply", game, "shake:1/0", uniform)
    code, out = pytest_in(tmp_path)
    assert code == 1 and "UNSUPPORTED" in out and "mine-" in out
    (tmp_path / "pytest.ini").write_text("[pytest]\nruleproof_content = mine.toml\n")
    code, out = pytest_in(tmp_path)
    assert code == 0 and "1 passed" in out


def test_a_wrong_number_shows_expected_and_found(tmp_path):
    """No Python frames: the claim, what was found, and how to see it."""
    text = (ROOT / "tests/scenarios/tin_helm" / FIRST).read_text(encoding="utf-8")
    then = text.index("[then]")
    broken = text[:then] + text[then:].replace("foe = 3", "foe = 1", 1)
    (tmp_path / "case.toml").write_text(broken, encoding="utf-8")
    misfit = text.replace("energy = 6", "enrgy = 6", 1)
    (tmp_path / "misfit.toml").write_text(misfit, encoding="utf-8")
    code, out = pytest_in(tmp_path)
    assert code == 1
    assert "foe: expected 1, found 3" in out
    assert "unknown field 'enrgy'; did you mean energy" in out
    assert f"see it: ruleproof scenario {tmp_path / 'case.toml'}" in out
    assert "Traceback" not in out and "runtest" not in out


def test_a_damaged_replay_fails_and_a_foreign_game_is_skipped(tmp_path):
    """The verdict is the report."""
    path = tmp_path / "one.rply"
    record_file(path, load("tin_helm"), "shake:1/0", uniform)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    record_file(tmp_path / "foreign.rply", Game(GAME), "shake:1/0", uniform)
    code, out = pytest_in(tmp_path, "-rs")
    assert code == 1
    assert "CORRUPT" in out and "see it: ruleproof replay" in out
    assert "1 failed, 1 skipped" in out and "the game mini is not registered here" in out


def test_what_is_a_scenario(tmp_path):
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
