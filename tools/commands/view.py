"""`ruleproof view FILE [FILE2]`: a replay, or two side by side, as one HTML page."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import output_of, packs_option


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE [FILE2]")
@click.option("--as", "who", metavar="player:N",
              help="Only what that seat could know; nothing else is in the page.")  # fmt: skip
@click.option("--game", "index", type=click.IntRange(0), metavar="I",
              help="Which game of files of many.")  # fmt: skip
@packs_option
@output_of("a page")
def command(
    files: tuple[str, ...], who: str | None, index: int | None, contents: tuple[str, ...],
    output: Path | None,
) -> int:  # fmt: skip
    """A replay as a page for a browser: every ply with its clauses, events and the position after.

    The page is one file and loads nothing. With FILE2 both games stand side by side, with where
    they part. A file that diverges is shown up to there. 0: done, 1: a file diverges or a ply
    breaks a property of the game, 3: a damaged file, shown as far as it goes.
    """
    from tools import viewing
    from tools.errors import Usage
    from tools.text import plural

    if len(files) > 2:
        raise Usage(f"{len(files)} files: a page shows one or two", "ruleproof view")
    found = viewing.viewed(files, who, index, contents)
    console.deliver(found.text, output)
    for told in found.told:
        told.complain()
    if found.findings:
        console.warn(f"{plural(found.findings, 'ply')} that break a property; `n` in the page goes "
                     "from one to the next")  # fmt: skip
    return found.exit_code
