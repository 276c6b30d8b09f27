"""`ruleproof graph GAME|FILE...`: the phase table or the map as picture or text."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import complete_games, output_option

FORMATS = ("table", "svg", "png", "dot", "mermaid", "json", "graphml")


@click.command()
@click.argument("subjects", nargs=-1, required=True, metavar="GAME|FILE...",
                shell_complete=complete_games)  # fmt: skip
@click.option("--level", type=click.Choice(["phase", "map"]), default="phase", show_default=True,
              help="What a box stands for: a row, or a place on a board.")  # fmt: skip
@click.option("--ply", type=click.IntRange(0), help="Map: the position to show; else the last.")
@click.option("--format", "format", type=click.Choice(FORMATS),
              help="The suffix of the file says it too; else a table.")  # fmt: skip
@click.option("--check", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              metavar="FILE", help="Say whether FILE is up to date: 0, or 1 and what differs.")
@click.option("--players", type=click.IntRange(1), help="Number of seats.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="A ruling or variant. Grey are rows and verbs that are declared to need "
                   "another, and exits by them; not a verb that a rule withholds in one row only.")
@click.option("--content", "contents", multiple=True, metavar="FILE",
              help="A content pack instead of the built-in one.")  # fmt: skip
@output_option
def command(
    subjects: tuple[str, ...], level: str, ply: int | None, format: str | None, check: Path | None,
    players: int | None, options: tuple[str, ...], contents: tuple[str, ...],
    output: Path | None,
) -> int:  # fmt: skip
    """Draw the phase table or the map of GAME; with files, what was played is laid over it.

    Boxes are rows (who acts, what may be done, the clause); arrows are exits, numbered in the order
    in which they are tried.  Exits no game took are dashed.  A map shows the board as printed, with
    one replay file the position at a ply.  A picture needs `dot` or the extra viz; without, DOT
    and Mermaid are written beside the wanted file.
    """
    from tools import rendering
    from tools.graphing import Subject

    subject = Subject(subjects, options, contents, players, ply, level)
    wanted = rendering.format_of(check or output, format)
    drawing = subject.drawing()
    if check is None:
        rendering.write(drawing, wanted, output)
        return 0
    found = rendering.stale(drawing, wanted, check)
    if not found:
        console.say(f"{check} is up to date")
        return 0
    console.out(found.rstrip("\n"))
    console.warn(f"{check} is stale; draw it again with: {subject.again(wanted, check)}")
    return 1
