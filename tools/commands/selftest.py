"""`ruleproof selftest [FILES]`: proof that the verifier can fail."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import json_option, output_option, packs_option


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option(
    "--limit", type=click.IntRange(1), metavar="N",
    help="At most N bytes and plies a file and kind, first and last among them.",
)  # fmt: skip
@packs_option
@json_option
@output_option
def command(
    paths: tuple[str, ...], limit: int | None, contents: tuple[str, ...], as_json: bool,
    output: Path | None,
) -> int:  # fmt: skip
    """Plant faults in copies of good replays; each must be detected at its place.

    Without PATHs it records files of its own: of every game, with notes, undo and redo, of one
    game and of many. 0: all detected, 1: a miss.
    """
    from replays.selftest import selftest
    from tools import samples
    from tools.inputs import expand
    from tools.setup import replay_loader

    load = replay_loader(contents)
    if paths:
        files = [(item.name, item.data()) for item in expand(paths, ".rply")]
    else:
        files = samples.files(console.current.foreign)
    report = selftest(files, load, limit=limit)
    done = report.detected == report.planted
    text = report.text()
    if not as_json and done:
        *rest, last = text.rstrip("\n").split("\n")
        text = "\n".join([*rest, console.paint(last, "green")])
    console.deliver(console.document(report.as_dict()) if as_json else text + "\n", output)
    return 0 if done else 1
