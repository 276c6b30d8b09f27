"""What a game played from a seed comes to, on any Python: fingerprints, and a replay's digest.

    python -m tests.fingerprints tin_helm hunted

prints them as JSON.  Only the engine and the replays are needed, and msgpack for the latter.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import registry
from engine.game import Game
from engine.play import play
from engine.policies import named, names

MANY = 6
RECORDED = "replay"


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


def recorded(name: str) -> str:
    """The digest of a replay file of one game, all its bytes."""
    from replays.seeded import record_file

    game = registry.load(name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rply"
        record_file(path, game, "shake:golden/0", named(game, "uniform"))
        return blake2b(path.read_bytes(), digest_size=8).hexdigest()


def every(games: list[str]) -> dict[str, dict[str, str]]:
    """Fingerprints and the digest of a replay, by game."""
    return {name: {**prints(name), RECORDED: recorded(name)} for name in games}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(every(sys.argv[1:])))
