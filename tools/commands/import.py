"""`ruleproof import FILE`: the replay that a text was exported from."""

from __future__ import annotations

from pathlib import Path

import click

from tools.commands.options import REPLAY, force_option, packs_option


@click.command()
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", type=REPLAY, required=True, metavar="NAME.rply",
              help="The replay; - is stdout.")  # fmt: skip
@packs_option
@force_option
def command(file: str, output: Path, contents: tuple[str, ...], force: bool) -> int:
    """The replay of an exported game, JSON, NDJSON or notation: the very bytes it was made from.

    A seat's view is refused.  What was changed by hand is for `verify` to judge.
    """
    from tools import exporting
    from tools.inputs import single

    exporting.write(exporting.imported(single(file), contents), output, force)
    return 0
