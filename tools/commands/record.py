"""`ruleproof record GAME`: seeded games into files, the same bytes however they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tools import console
from tools.commands.options import (
    force_option,
    game_argument,
    json_option,
    policy_option,
    seed_option,
    setup_options,
    witness_option,
    workers_option,
)
from tools.failures import INTERRUPTED, Usage

if TYPE_CHECKING:
    from tools.setup import Setup


@click.command()
@game_argument
@seed_option
@click.option("--games", type=click.IntRange(1), default=1, show_default=True,
              metavar="N", help="How many games.")  # fmt: skip
@click.option("--first", type=click.IntRange(0), default=0, show_default=True,
              metavar="I", help="The game to begin with; the first is 0.")  # fmt: skip
@click.option("--bare", is_flag=True,
              help="The one game of SEED itself, as the fixture `play` plays it, not SEED/0.")
@policy_option
@setup_options
@click.option(
    "-o", "--output", metavar="OUT",
    help="NAME.rply: one file; else a folder of <game>-<index>.rply; - is stdout.",
)  # fmt: skip
@workers_option
@witness_option
@force_option
@json_option
def command(
    setup: Setup, seed: str, games: int, first: int, bare: bool, policy: str, output: str | None,
    workers: str, witness: str, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Record seeded games of GAME, played by a policy.

    Ctrl-C leaves whole games only, and says how many.  A game whose rules raise is named and left
    out.
    """
    from tools import series
    from tools.pool import count_workers
    from tools.text import plural

    if bare and (games > 1 or first):
        raise Usage("--bare is the one game of a seed text: leave out --games and --first",
                    "ruleproof record")  # fmt: skip
    series_of = series.Series(setup, seed, policy, witness, first, bare)
    made = series.record(series_of, games, output or "-", count_workers(workers), force)
    to_stdout = made.target == "-"
    if as_json and not to_stdout:
        console.deliver(console.document(made.as_dict()), None)
    elif to_stdout:
        console.say("\n".join(made.lines()))
    else:
        console.out("\n".join(made.lines()))
    console.repeat(series_of.words(games, output))
    if made.failed:
        return series.tell_failed(made, games)
    if made.games < games:
        console.error(f"interrupted: {made.games:,} of {plural(games, 'game')} recorded, "
                      "all of them whole")  # fmt: skip
        return INTERRUPTED
    return 0
