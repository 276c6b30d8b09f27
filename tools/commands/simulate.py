"""`ruleproof simulate GAME`: many games in figures, and sets of options or content compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tools import console
from tools.commands.options import (
    TABLE,
    TEXT,
    game_argument,
    json_option,
    output_option,
    seed_option,
    setup_options,
)
from tools.failures import INTERRUPTED, Usage

if TYPE_CHECKING:
    from tools.setup import Setup


@click.command()
@game_argument
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="How many games of each set.")  # fmt: skip
@seed_option
@click.option("--policy", metavar="NAME[,NAME]",
              help="Who chooses: one, or one a seat [careful, else uniform].")  # fmt: skip
@setup_options
@click.option("--workers", default="auto", show_default=True, metavar="N|auto",
              help="Processes; the result is the same with any number.")  # fmt: skip
@click.option("--set", "sets", multiple=True, metavar="PLACE=VALUE",
              help="Change the pack for all sets: TABLE.ROW.FIELD or constants.NAME; += and -= "
                   "too, ROW may be *.")  # fmt: skip
@click.option("--compare", "compared", multiple=True, metavar="SET",
              help="A second set on the same seeds: NAME=VALUE words, places of the pack too, a "
                   "pack FILE, policy=NAME; or `rulings`, every other ruling.")  # fmt: skip
@click.option("--scan", "scans", multiple=True, metavar="NAME=A,B,C",
              help="A set for each value of an option or a place of the pack.")  # fmt: skip
@click.option("--won", default="", metavar="EXPR",
              help="Who wins alone: the last position fulfils this.")  # fmt: skip
@click.option("--lead", default="", metavar="EXPR",
              help="Who leads at half length: a number, or one a seat; `returns` for the result as "
                   "it stands.")  # fmt: skip
@click.option("--by", multiple=True, metavar="EXPR",
              help="Wins by the value of this in the last position.")  # fmt: skip
@click.option("--csv", "as_csv", is_flag=True, help="The figures as CSV.")
@json_option
@output_option
@click.option("--per-game", type=TABLE, metavar="FILE",
              help="A line a game, as CSV.")  # fmt: skip
@click.option("--plot", "plots", multiple=True, type=TEXT, metavar="FILE",
              help="A picture of the figures, .svg or .png; may be given twice.")  # fmt: skip
def command(
    setup: Setup, workers: str, as_csv: bool, as_json: bool, output: Path | None,
    per_game: Path | None, plots: tuple[Path, ...], **chosen: object,
) -> int:  # fmt: skip
    """Win rates with intervals, lengths, ends, seats, cards that are never met, who led at half.

    With --compare or --scan, what the sets differ by, game by game on common seeds, or that so
    many games do not tell them apart.
    """
    from tools import simtext, simulation
    from tools.pool import count_workers

    if as_csv and as_json:
        raise Usage("ask for one of --csv and --json", "ruleproof simulate")
    if plots:
        from tools import plots as drawing

        drawing.ready(plots)
    wish = simulation.Wish(**chosen)  # type: ignore[arg-type]
    made = simulation.simulate(setup, wish, count_workers(workers))
    if made.games:
        found = made.document()
        text = console.document(found) if as_json else simtext.report(found)
        console.deliver(simtext.csv_text(simtext.figures(found)) if as_csv else text, output)
        for path in plots:
            drawing.draw(found, path)
        if per_game is not None:
            simulation.write_games(made, per_game)
    console.repeat(wish.words(setup.game, setup))
    if made.games < wish.games:
        console.error(f"interrupted: {made.games:,} of {wish.games:,} games of each set")
        return INTERRUPTED
    return 0
