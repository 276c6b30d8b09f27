"""`ruleproof explore GAME|FILE`: every position within bounds, each once, breadth first."""

from __future__ import annotations

import click

from tools import console
from tools.commands.options import FOLDER, GRAPHML, complete_games, force_option, json_option


@click.command()
@click.argument("subject", metavar="GAME|FILE.rply|SCENARIO.toml", shell_complete=complete_games)
@click.option("--at", type=click.IntRange(0), metavar="PLY",
              help="Of a file: the position to start from [0].")  # fmt: skip
@click.option("--states", type=click.IntRange(1), default=100_000, show_default=True, metavar="N",
              help="Stop when so many positions are known.")  # fmt: skip
@click.option("--edges", type=click.IntRange(1), default=1_000_000, show_default=True, metavar="N",
              help="Stop when so many edges were tried.")  # fmt: skip
@click.option("--depth", type=click.IntRange(0), metavar="N", help="Go no further than N steps.")
@click.option("--max-time", metavar="TIME", help="Stop after so long: 90 or 90s, 10m, 2h.")
@click.option("--memory", type=click.IntRange(1), metavar="MB",
              help="Stop when the process holds so many megabytes.")  # fmt: skip
@click.option("--players", type=click.IntRange(1), metavar="N", help="Number of seats.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="A ruling or variant; `ruleproof games NAME` lists them.")  # fmt: skip
@click.option("--content", "contents", multiple=True, metavar="FILE",
              help="A content pack instead of the built-in one.")  # fmt: skip
@click.option("--player-choices-only", "choices", is_flag=True,
              help="Take chance into the edges, all outcomes: only choices and ends are positions.")
@click.option("--symmetry", is_flag=True,
              help="Merge positions that differ only by cards or tokens that are alike.")
@click.option("--invariants/--no-invariants", default=True, show_default=True,
              help="Judge every edge by the properties of the game.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, metavar="DIR",
              help="Write the shortest replay of each finding there.")  # fmt: skip
@click.option("--graphml", type=GRAPHML, metavar="FILE",
              help="Write all positions and edges as GraphML.")  # fmt: skip
@force_option
@json_option
def command(subject: str, as_json: bool, **chosen: object) -> int:
    """Search exhaustively from a game, a ply of a replay or a scenario, within bounds.

    Positions are told apart as passes and loops are: without clocks.  Told are states, edges,
    depth, ends, dead ends, exits not reached, what breaks a property with a shortest way to it, and
    perft.  The bound that ended the search is named.  1: something breaks a property.
    """
    from tools import exploring

    console.current.quiet = console.current.quiet or as_json
    return exploring.run(subject, exploring.Wish(**chosen), as_json)  # type: ignore[arg-type]
