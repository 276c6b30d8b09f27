"""`ruleproof diff A B ...`: where games part; or one log under two sets of rules."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import json_option, output_option


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="A B...")
@click.option("--rules", metavar="DIR", help="Replay A under the rules of another checkout.")
@click.option("--content", metavar="FILE", help="Replay A with another content pack.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="Replay A under another option.")  # fmt: skip
@click.option("--game", "index", type=click.IntRange(0), default=0, metavar="I",
              help="Which game of files of many.")  # fmt: skip
@json_option
@output_option
def command(
    files: tuple[str, ...], rules: str | None, content: str | None, options: tuple[str, ...],
    index: int, as_json: bool, output: Path | None,
) -> int:  # fmt: skip
    """Where games part: ply, row, clause, action, and field by field what differs.

    Several files are compared with the first. With --rules, --content or --option one log is
    replayed under two sets of rules. 0: the same, 1: they part.
    """
    from tools import partings

    if rules is None and content is None and not options:
        found = partings.of_files(files, index)
    else:
        found = partings.of_rules(files, rules, content, options, index)
    console.deliver(console.document(found.document) if as_json else found.text, output)
    return 0 if found.same else 1
