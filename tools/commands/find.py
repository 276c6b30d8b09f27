"""`ruleproof find GAME`: the shortest game found that reaches something of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tools.commands.options import FILE, force_option, game_argument, json_option, setup_options

if TYPE_CHECKING:
    from tools.setup import Setup


@click.command()
@game_argument
@setup_options
@click.option("--clause", metavar="ID", help="A clause of the catalogue is applied.")
@click.option("--event", metavar="KIND", help="An event happens.")
@click.option("--where", multiple=True, metavar="FACT=VALUE",
              help="With --event: a fact of it has this value.")  # fmt: skip
@click.option("--exit", "leaving", metavar="EXIT",
              help="An exit is taken, as coverage names it: `row: label -> target`.")  # fmt: skip
@click.option("--end", metavar="REASON", help="The game ends for this reason.")
@click.option("--state", metavar="EXPR", help="A position comes up where this holds.")
@click.option("--seed", default="shake:1", show_default=True, help="Seed of the search.")
@click.option("--games", type=click.IntRange(1), metavar="N",
              help="How many games are tried [1000, without --max-time].")  # fmt: skip
@click.option("--max-time", metavar="TIME", help="Try games for so long: 90 or 90s, 10m, 2h.")
@click.option("--policy", metavar="NAME[,NAME]", help="Draw from these policies, not from all.")
@click.option("--golden/--no-golden", default=True, show_default=True,
              help="Look through the golden replays first.")  # fmt: skip
@click.option("--budget", type=click.IntRange(1), default=6000, show_default=True,
              help="How many replays shrinking a game may take.")  # fmt: skip
@click.option("-o", "--output", type=FILE, metavar="FILE",
              help="Write the game as a replay.")  # fmt: skip
@force_option
@json_option
def command(setup: Setup, as_json: bool, **chosen: object) -> int:
    """The shortest game found that reaches a clause, an event, an exit, an end or a position.

    Golden replays are looked through first, then seeded games of all policies and options; what
    reaches it is shrunk.  1: nothing did within --games or --max-time.
    """
    from tools import searching

    return searching.run(setup, searching.Wish(**chosen), as_json)  # type: ignore[arg-type]
