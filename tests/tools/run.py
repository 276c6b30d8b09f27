"""Running the command line: in this process where that is enough, in one of its own otherwise."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep

from click.testing import CliRunner, Result

from engine import registry, rng
from engine.game import Game
from engine.policies import named
from replays.recorder import Recorder, header_for
from replays.seeded import record_file
from tools import cli

ROOT = Path(__file__).parent.parent.parent
GAME = "tin_helm"


def run(*words: object, stdin: str | bytes | None = None, **env: str) -> Result:
    """One command line in this process; `.exit_code .stdout .stderr .stdout_bytes`."""
    texts = [str(word) for word in words]
    return CliRunner(catch_exceptions=False).invoke(cli.main, texts, input=stdin, env=env or None)


def refused(result: Result, exit_code: int, code: str) -> str:
    """The one message of a refusal: its code, no traceback, nothing on stdout."""
    assert result.exit_code == exit_code, (result.exit_code, result.stdout, result.stderr)
    assert result.stderr.startswith(f"error {code}: "), result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    return result.stderr


def process(
    *words: object, env: Mapping[str, str] | None = None, **options: object
) -> subprocess.Popen[str]:
    """`ruleproof` as a process of its own, which heeds Ctrl-C."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    options.setdefault("preexec_fn", heed_interrupts)
    command = [sys.executable, "-m", "tools", *map(str, words)]
    ways = os.pathsep.join([str(ROOT), *sys.path])
    environment = {**os.environ, "PYTHONPATH": ways, **(env or {})}
    return subprocess.Popen(command, env=environment, **options)  # type: ignore[call-overload]


def heed_interrupts() -> None:
    """A shell has its background jobs ignore Ctrl-C, and their children with them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(
    running: subprocess.Popen[str], begun: Path, seconds: float = 120, delay: float = 0
) -> tuple[str, str]:
    """Wait until `begun` exists and `delay` is over, press Ctrl-C, and give (stdout, stderr)."""
    until = monotonic() + seconds
    while not begun.exists():
        assert monotonic() < until and running.poll() is None, running.communicate()
        sleep(0.02)
    sleep(delay)
    running.send_signal(signal.SIGINT)
    return running.communicate(timeout=seconds)


def game(**options: object) -> Game:
    """Tin Helm."""
    return registry.load(GAME, options)  # type: ignore[arg-type]


def recorded(path: Path, index: int = 0, policy: str = "uniform", **options: object) -> Path:
    """A good replay of Tin Helm at `path`."""
    played, seed = game(**options), rng.game_seed("shake:1", index)
    header = header_for(played, seed=seed, policy=policy)
    record_file(path, played, seed, named(played, policy), header=header)
    return path


def parted_at_five(path: Path, codes: Sequence[int]) -> None:
    """A game as a file whose witness at ply 5 is another game's."""
    with Recorder.create(path, header_for(game(), seed="shake:1/0")) as recorder:
        state = game().initial()
        recorder.begin(state)
        for ply, code in enumerate(codes):
            count = len(game().legal_actions(state))
            game().apply(state, code)
            recorder.ply(code, state, count + (ply == 5))
        recorder.finish(game(), state)
