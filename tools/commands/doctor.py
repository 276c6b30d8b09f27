"""`ruleproof doctor`: what this installation can do."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import json_option, output_option


@click.command()
@json_option
@output_option
def command(as_json: bool, output: Path | None) -> int:
    """What this installation can do, and the way out where it cannot. 1 if something fails."""
    from tools import health

    found = health.examine(console.current.foreign)
    console.deliver(
        console.document(health.as_dict(found)) if as_json else health.text(found), output
    )
    return 1 if any(one.word == health.FAIL for one in found) else 0
