"""`ruleproof export FILE`: a replay as text, whole or as one seat could know it."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import packs_option, shaped_option


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--format", "form", type=click.Choice(["json", "ndjson", "text"]),
              help="As the name of -o says, else text, the notation for people.")  # fmt: skip
@click.option("--as", "who", metavar="player:N",
              help="Only what that seat could know; it cannot be imported again.")  # fmt: skip
@packs_option
@shaped_option
def command(
    file: str, form: str | None, who: str | None, contents: tuple[str, ...], output: Path | None
) -> int:  # fmt: skip
    """FILE, one game or many, as JSON, NDJSON or a notation; `import` makes the same bytes of it.

    A game that was stopped is exported as far as it goes.
    """
    from tools import exporting
    from tools.inputs import single

    seat = exporting.seat_of(who)
    text = exporting.exported(single(file), seat, exporting.form_of(form, output), contents)
    console.deliver(text, output)
    return 0
