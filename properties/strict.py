"""A minimised log replayed strictly by a fresh process: `python -m properties.strict FILE.json`.

The process reads the replay file strictly and verifies it, plays the words of the finding, and
answers one JSON object: {"ok", "detail"}.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from properties.finding import Case, judged, read_case
from properties.pulse import HANGS, HURRIED_SECONDS, guarded
from replays.verify import verify

TIMEOUT = 120


@dataclass(frozen=True)
class Strict:
    """Whether a finding replays in a fresh process exactly as it was written down."""

    ok: bool
    detail: str


def strict(path: Path) -> Strict:
    """Replay the finding `path` (.json, its .rply beside it) in a fresh process."""
    ways = os.pathsep.join(entry or "." for entry in sys.path)
    environment = {**os.environ, "PYTHONPATH": ways}
    environment.pop("PYTHONHASHSEED", None)
    command = [sys.executable, "-m", "properties.strict", str(path)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=TIMEOUT, check=False
        )
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError) as error:
        return Strict(False, f"the fresh process gave no answer: {error}")
    return Strict(answer["ok"] is True, str(answer["detail"]))


def replayed(path: Path) -> Strict:
    """The same in this process: the replay file is EXACT, and the words fail at their last ply."""
    case = read_case(path)
    verdict = _verdict(case, path.with_suffix(".rply"))
    if verdict:
        return Strict(False, verdict)
    with guarded(HURRIED_SECONDS if case.signature.label == HANGS else None):
        again = judged(case)
    if again.failure is None:
        return Strict(False, again.misfit or "it does not fail")
    if again.failure.signature != case.signature:
        return Strict(False, f"it fails otherwise: {again.failure.signature.text}")
    if again.played != len(case.actions):
        return Strict(False, f"it fails at ply {again.played} of {len(case.actions)}")
    return Strict(True, f"fails at ply {again.failure.ply} as written down")


def _verdict(case: Case, path: Path) -> str:
    """What is wrong with the replay file; a finding without any plies needs none."""
    if not case.actions and not path.exists():
        return ""
    found = verify(path, lambda header: case.maker.load(dict(header.options)))
    whole = found.word == "EXACT" or (len(case.actions) <= 1 and found.word == "TRUNCATED")
    return "" if whole else f"{path.name} is {found.label}: {found.detail}"


def main(words: list[str]) -> int:
    """Judge the finding named on the command line; 0 if it replays strictly."""
    answer = replayed(Path(words[0]))
    sys.stdout.write(json.dumps({"ok": answer.ok, "detail": answer.detail}) + "\n")
    return 0 if answer.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
