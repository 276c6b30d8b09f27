"""`ruleproof scenario PATH...`: given / when / then files, run and compared."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import json_option, output_option, paths_argument


@click.command()
@paths_argument
@click.option("--steps", is_flag=True, help="Show each ply with its events and clauses.")
@json_option
@output_option
def command(paths: tuple[str, ...], steps: bool, as_json: bool, output: Path | None) -> int:
    """Run scenario files: files, folders, globs.

    1 if any claim is wrong, else 3 if any file cannot be run as it is (an impossible position, an
    illegal action, an unknown word) or may not be read, else 0.
    """
    from tools import cases
    from tools.inputs import expand

    found = cases.run(expand(paths, ".toml"))
    document = cases.as_dict(found)
    text = console.document(document) if as_json else cases.text(found, steps)
    console.deliver(text, output)
    return cases.exit_code(found)
