"""`ruleproof migrate PATH...`: what a change of rules does to stored games, and carrying them."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import FOLDER, json_option, packs_option, paths_argument


@click.command()
@paths_argument
@packs_option
@click.option("-o", "--output", type=FOLDER, metavar="DIR",
              help="Write what stands or was carried into this new folder.")  # fmt: skip
@json_option
def command(
    paths: tuple[str, ...], contents: tuple[str, ...], output: Path | None, as_json: bool
) -> int:  # fmt: skip
    """How many replays still verify, and where the others part, by clause and row.

    A file of an earlier rules version is carried by the steps its game has registered; without
    them it is judged as one of today. Nothing is changed in place.
    """
    from tools import migrating
    from tools.inputs import expand

    if output is not None:
        migrating.vacant(output)
    fates = migrating.judge(expand(paths, ".rply"), contents)
    written = [None] * len(fates) if output is None else migrating.write(fates, output)
    found = migrating.document(fates, written)
    console.deliver(console.document(found) if as_json else migrating.text(found), None)
    return migrating.exit_code(found)
