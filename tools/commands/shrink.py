"""`ruleproof shrink FILE --until WHAT`: the shortest legal game found that still shows it."""

from __future__ import annotations

import click

from tools.commands.options import FILE, force_option, json_option, packs_option


@click.command()
@click.argument("file")
@click.option("--until", "goal", metavar="WHAT",
              help="A property, clause, exit, event (KIND FACT=VALUE), end reason, or an "
                   "expression over the state [what the log or the finding breaks].")  # fmt: skip
@click.option("--game", "index", type=click.IntRange(0), default=0, metavar="I",
              help="Which game of a file of many.")  # fmt: skip
@click.option("--budget", type=click.IntRange(1), default=6000, show_default=True,
              help="How many replays the search may take.")  # fmt: skip
@click.option("--any", "any_signature", is_flag=True, help="Any violation will do.")
@click.option("--pytest", "as_pytest", is_flag=True, help="Write a test too.")
@click.option("-o", "--output", type=FILE, metavar="FILE",
              help="The short replay [NAME.short.rply in this folder].")  # fmt: skip
@force_option
@packs_option
@json_option
def command(file: str, as_json: bool, **chosen: object) -> int:
    """The shortest legal game it can find that still breaks a property, or reaches a goal.

    FILE is a replay, or the JSON file of a finding. Ctrl-C writes the best so far.
    """
    from tools import shortening

    return shortening.run(file, shortening.Wish(**chosen), as_json)  # type: ignore[arg-type]
