"""`ruleproof verify PATH...`: does each file still replay as the game it was?"""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import (
    json_option,
    output_option,
    packs_option,
    paths_argument,
    workers_option,
)
from tools.failures import INTERRUPTED


@click.command()
@paths_argument
@packs_option
@workers_option
@json_option
@output_option
def command(
    paths: tuple[str, ...], contents: tuple[str, ...], workers: str, as_json: bool,
    output: Path | None,
) -> int:  # fmt: skip
    """Judge replays: files, folders, globs, - for stdin.

    EXACT, TRUNCATED@ply, DIVERGED@ply, CORRUPT@byte, UNSUPPORTED, UNVERIFIED, or UNREADABLE for
    what may not be looked into. All files are judged; the exit code is 1 if any is DIVERGED or
    TRUNCATED, else 3 if any is CORRUPT, UNSUPPORTED or UNREADABLE, else 125 if any is UNVERIFIED,
    else 0; 5 if there is nothing to judge.
    """
    from tools import judging
    from tools.inputs import expand
    from tools.pool import count_workers
    from tools.text import plural

    inputs = expand(paths, ".rply")
    judged = judging.judge(inputs, contents, count_workers(workers))
    if as_json:
        console.deliver(console.document(judging.as_dict(judged, len(inputs))), output)
    else:
        console.deliver(judging.text(judged), output)
    if len(judged) < len(inputs):
        console.error(f"interrupted: {len(judged):,} of {plural(len(inputs), 'file')} judged")
        return INTERRUPTED
    return judging.exit_code([verdict for _, verdict in judged])
