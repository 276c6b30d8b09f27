"""The same seed, policy and setup give the same game (point 3): here, after others, elsewhere.

`python -m properties.again` is the fresh process: it reads one JSON object from stdin,
`{"maker": …, "plies": …, "games": [[setup, seed, policy], …]}`, and answers the fingerprints.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from hashlib import blake2b

from engine.game import Game
from engine.play import play
from engine.policies import named
from engine.state import State
from properties.cases import PLIES_MAX, Case, Look
from properties.setup import Maker

HASH_SEEDS = ("0", "7")
BURNT = 97
TIMEOUT = 300


def fingerprint(game: Game, seed: str, policy: str, plies: int = PLIES_MAX) -> str:
    """A digest over the codes and states of one game, position 0 included."""
    running = blake2b(digest_size=16)
    start = game.initial()
    running.update(start.encode())

    def watch(code: int, state: State, count: int) -> None:
        running.update(b"%d %d " % (code, count))
        running.update(state.encode())

    play(game, seed, named(game, policy), watch, start, plies)
    return running.hexdigest()


def repeats(played: Sequence[Case], look: Look) -> list[str]:
    """Twice in this process, after other games were played, after burning global random draws."""
    first = [_print(case) for case in played]
    # Other games lie between two plays of one: backwards, then after strangers' random draws.
    backwards = [_print(case) for case in reversed(played)][::-1]
    for _ in range(BURNT):
        random.random()
    burnt = [_print(case) for case in played]
    for case, one, two, three in zip(played, first, backwards, burnt, strict=True):
        look.that(one == two, -1, f"played again after another game it differs: {case.text()}")
        look.that(two == three, -1, f"after random draws elsewhere it differs: {case.text()}")
    return first


def _print(case: Case) -> str:
    # A fresh Game each time: nothing may be left over in the old one.
    game = Game(case.game.definition, case.setup, case.game.content)
    return fingerprint(game, case.seed, case.policy)


def elsewhere(maker: Maker, played: Sequence[Case], first: Sequence[str], look: Look) -> None:
    """In fresh processes under different PYTHONHASHSEED."""
    games = [[case.setup, case.seed, case.policy] for case in played]
    asked = json.dumps({"maker": maker.as_dict(), "plies": PLIES_MAX, "games": games})
    for hash_seed in HASH_SEEDS:
        ways = os.pathsep.join(entry or "." for entry in sys.path)
        environment = {**os.environ, "PYTHONPATH": ways, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-m", "properties.again"], input=asked, capture_output=True,
            text=True, env=environment, timeout=TIMEOUT, check=False,
        )  # fmt: skip
        if done.returncode:
            look.fault(-1, f"a fresh process fails: {done.stderr.strip()[-400:]}")
            continue
        for case, one, two in zip(played, first, json.loads(done.stdout), strict=True):
            text = f"in a fresh process (PYTHONHASHSEED={hash_seed}) it differs: {case.text()}"
            look.that(one == two, -1, text)


def main() -> int:
    """Answer the fingerprints of the games asked for on stdin."""
    asked = json.loads(sys.stdin.read())
    maker = Maker.from_dict(asked["maker"])
    found = [
        fingerprint(maker.load(setup), seed, policy, asked["plies"])
        for setup, seed, policy in asked["games"]
    ]
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
