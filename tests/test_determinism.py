"""Contract 3: a seed, a policy and a set-up give one trajectory, wherever and whenever.

Fresh processes under two hash seeds, after another game, with global randomness burned and with
games interleaved; the digests are golden, so that every Python version and machine is compared.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tomllib
from hashlib import blake2b
from pathlib import Path

import pytest

from engine import registry
from engine.game import Game
from engine.play import play
from engine.policies import named, names

ROOT = Path(__file__).parent.parent
GAMES = registry.games(foreign=False)
MANY = 6
SCRIPT = """
import json, random, sys
sys.path.insert(0, {root!r})
from tests.test_determinism import prints
random.seed({burn}); [random.random() for _ in range({burn})]
for other in {first!r}:
    prints(other)
print(json.dumps(prints({name!r})))
"""


def finger(game: Game, policy: str, seed: str) -> str:
    """A fingerprint of one game: codes, final state, returns."""
    played = play(game, seed, named(game, policy))
    digest = blake2b(digest_size=8)
    for code in played.codes:
        digest.update(code.to_bytes(2, "little"))
    digest.update(played.state.encode())
    digest.update(str(played.reason).encode())
    return digest.hexdigest()


def prints(name: str) -> dict[str, str]:
    """Fingerprints of a few games by every policy."""
    game = registry.load(name)
    found: dict[str, str] = {}
    for policy in names(game):
        for index in range(1 if policy == "quiet" else MANY):
            seed = f"shake:golden/{index}"
            found[f"{policy} {seed}"] = finger(game, policy, seed)
    return found


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
