"""Contract 3: a seed, a policy and a set-up give one trajectory, wherever and whenever.

Fresh processes under two hash seeds, after another game, with global randomness burned and with
games interleaved; other Pythons, where there are any.  The digests are golden, so that every
version and machine is compared.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine import registry
from engine.play import play
from engine.policies import named
from tests import interpreters
from tests.fingerprints import every, prints, recorded

ROOT = Path(__file__).parent.parent
GAMES = registry.games(foreign=False)
SHORT = ["hunted", "necrohamster", "tin_helm"]
SCRIPT = """
import json, random, sys
sys.path.insert(0, {root!r})
from tests.fingerprints import prints
random.seed({burn}); [random.random() for _ in range({burn})]
for other in {first!r}:
    prints(other)
print(json.dumps(prints({name!r})))
"""


def elsewhere(name: str, hash_seed: str, first: list[str], burn: int) -> dict[str, str]:
    """The fingerprints of a fresh process."""
    script = SCRIPT.format(root=str(ROOT), burn=burn, first=first, name=name)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True,
        env=environment, cwd=ROOT,
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_fresh_processes_agree(name: str) -> None:
    others = [other for other in GAMES if other != name] or [name]
    one = elsewhere(name, "0", [], 0)
    two = elsewhere(name, "7", others[:1], 13)
    assert one == two == prints(name)


@pytest.mark.parametrize("name", GAMES)
def test_golden_fingerprints(name: str) -> None:
    path = ROOT / "tests" / "golden" / name / "fingerprints.toml"
    assert prints(name) == tomllib.loads(path.read_text(encoding="utf-8"))["fingerprints"]


@pytest.mark.parametrize("name", GAMES)
def test_interleaved_games_do_not_meet(name: str) -> None:
    game = registry.load(name)
    logs = [play(game, f"shake:golden/{i}", named(game, "uniform")) for i in range(3)]
    states = [game.initial() for _ in logs]
    random.seed(1)
    for ply in range(max(len(log.codes) for log in logs)):
        for log, state in zip(logs, states, strict=True):
            if ply < len(log.codes):
                game.apply(state, log.codes[ply])
                random.random()
    for log, state in zip(logs, states, strict=True):
        assert state.encode() == log.state.encode()


# ---- other Pythons ----


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with msgpack, which does without its compiled part, and with our entry points."""
    folder = tmp_path_factory.mktemp("packages")
    ours = distribution(registry.DISTRIBUTION)
    info = folder / f"{registry.DISTRIBUTION}-{ours.version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {registry.DISTRIBUTION}\n"
                                   f"Version: {ours.version}\n")  # fmt: skip
    (info / "entry_points.txt").write_text(ours.read_text("entry_points.txt") or "")
    found = find_spec("msgpack")
    assert found is not None and found.origin is not None
    (folder / "msgpack").symlink_to(Path(found.origin).parent)
    return folder


def told_by(python: Path, games: list[str], room: Path) -> dict[str, dict[str, str]]:
    """Fingerprints and replays of games as another Python has them."""
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1",
                   "PYTHONPATH": os.pathsep.join([str(ROOT), str(room)])}  # fmt: skip
    done = subprocess.run(
        [str(python), "-m", "tests.fingerprints", *games], capture_output=True, text=True,
        check=False, env=environment, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@cache
def here(*games: str) -> dict[str, dict[str, str]]:
    """The same as this Python has them."""
    return every(list(games))


@pytest.fixture(scope="module")
def others() -> dict[str, Path]:
    """The interpreter of each other version that can be had here."""
    return interpreters.others()


def another(version: str, others: dict[str, Path]) -> Path:
    """The interpreter of a version; the test is skipped where there is none."""
    if version not in others:
        pytest.skip(f"no CPython {version} here")
    return others[version]


other_versions = pytest.mark.parametrize(
    "version", [one for one in interpreters.VERSIONS if one != interpreters.HERE]
)


@other_versions
def test_another_python_plays_and_records_the_same(
    version: str, others: dict[str, Path], room: Path
) -> None:
    python = another(version, others)
    assert told_by(python, SHORT, room) == here(*SHORT)


@pytest.mark.thorough
@other_versions
def test_another_python_plays_and_records_the_longer_games_too(
    version: str, others: dict[str, Path], room: Path
) -> None:
    python = another(version, others)
    longer = [name for name in GAMES if name not in SHORT]
    assert longer and told_by(python, longer, room) == here(*longer)


def test_a_replay_is_the_same_bytes_twice() -> None:
    assert recorded("tin_helm") == recorded("tin_helm") != recorded("hunted")


def planted(folder: Path, name: str, says: str) -> Path:
    """A command that says something and ends well, or, if it has nothing to say, does not."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\n" if says else "#!/bin/sh\nexit 127\n")
    path.chmod(0o755)
    return path


def test_other_pythons_are_those_that_answer(tmp_path: Path) -> None:
    """A shim that runs nothing, another implementation and another version do not count."""
    first, second, home = tmp_path / "a", tmp_path / "b", tmp_path / "versions"
    other, third = [v for v in interpreters.VERSIONS if v != interpreters.HERE][:2]
    planted(first, f"python{other}", "")
    planted(second, f"python{other}", f"{other} pypy")
    kept = planted(home / "9", f"bin/python{other}", f"{other} cpython")
    planted(home / "8", f"bin/python{third}", f"{other} cpython")
    planted(first, f"python{interpreters.HERE}", f"{interpreters.HERE} cpython")
    path = os.pathsep.join([str(first), "", str(tmp_path / "none"), str(second)])
    assert interpreters.others(path, home) == {other: kept}
    planted(second, f"python{other}", f"{other} cpython")
    assert interpreters.others(path, home) == {other: second / f"python{other}"}
