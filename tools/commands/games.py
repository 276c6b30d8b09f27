"""`ruleproof games [NAME]`: what is registered, and the back of one game's box."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import complete_games, json_option, output_option


@click.command()
@click.argument("name", required=False, shell_complete=complete_games)
@click.option("--vocabulary", is_flag=True,
              help="What scenarios name: the state's fields, events, facts, tasks, name tables.")
@json_option
@output_option
def command(name: str | None, vocabulary: bool, as_json: bool, output: Path | None) -> int:
    """The registered games; with NAME its options, players, content, rows and verbs.

    JSON of one game holds its vocabulary too.
    """
    from tools import box
    from tools.errors import Usage
    from tools.vocabulary import vocabulary_text

    if vocabulary and name is None:
        raise Usage("--vocabulary is of one game; name it", "ruleproof games")
    foreign = console.current.foreign
    found = box.shelf(foreign) if name is None else box.back(name, foreign)
    words = box.shelf_text if name is None else vocabulary_text if vocabulary else box.back_text
    console.deliver(console.document(found) if as_json else words(found), output)
    return 0
