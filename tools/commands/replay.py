"""`ruleproof replay FILE`: the transcript of a game, or a pager through it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tools import console
from tools.commands.options import json_option, output_option, packs_option


@click.command()
@click.argument("file")
@click.option("--from", "start", type=click.IntRange(0), metavar="PLY", default=0,
              help="Begin with this ply.")  # fmt: skip
@click.option("--to", "stop", type=click.IntRange(0), metavar="POSITION",
              help="Stop at this position (after so many plies), and show it.")  # fmt: skip
@click.option("--game", "index", type=click.IntRange(0), metavar="I",
              help="Which game of a file of many.")  # fmt: skip
@click.option("--step", is_flag=True, help="A pager: enter, b, g PLY, q.")
@click.option("--events", is_flag=True, help="Each event with its facts and clauses.")
@packs_option
@json_option
@output_option
def command(
    file: str, start: int, stop: int | None, index: int | None, step: bool, events: bool,
    contents: tuple[str, ...], as_json: bool, output: Path | None,
) -> int:  # fmt: skip
    """The transcript of a replay: ply, row, actor, action and the clauses it applied.

    The file is verified first, and nothing after a divergence or damage is shown as real.
    """
    from tools import transcript
    from tools.errors import Usage
    from tools.inputs import single
    from tools.setup import replay_loader

    if stop is not None and stop < start:
        raise Usage(f"--from {start} is behind --to {stop}: nothing lies between; "
                    f"name a --to from {start} on", "ruleproof replay")  # fmt: skip
    told = transcript.open_game(single(file), replay_loader(contents), index)
    if step:
        from tools import pager

        pager.page(told, start, _key)
        return told.exit_code
    span = told.span(start, stop)
    if as_json:
        console.deliver(console.document(transcript.as_dict(told, span)), output)
    else:
        console.deliver(transcript.text(told, span, events, show=stop is not None), output)
    told.complain()
    return told.exit_code


def _key() -> str:
    """One key of a terminal, one line of anything else; empty at the end of the input."""
    if sys.stdin.isatty():
        return str(click.getchar())
    return sys.stdin.readline()
