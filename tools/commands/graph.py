"""`ruleproof graph GAME|FILE...`: the phase table or the map as picture or text."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import complete_games, shaped_option

FORMATS = ("table", "svg", "png", "dot", "mermaid", "markdown", "json", "graphml")


@click.command()
@click.argument("subjects", nargs=-1, required=True, metavar="GAME|FILE...",
                shell_complete=complete_games)  # fmt: skip
@click.option("--level", type=click.Choice(["phase", "state", "map"]), default="phase",
              show_default=True,
              help="What a box stands for: a row, a position, or a place on a board.")  # fmt: skip
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
@click.option("--games", type=click.IntRange(1), metavar="N",
              help="Phase: play so many games of GAME and lay over it what they show.")
@click.option("--seed", metavar="SEED", help="With --games: game i has SEED/i [shake:1].")
@click.option("--policy", metavar="NAME[,NAME]",
              help="With --games: who chooses, one or one a seat [careful, else uniform].")
@click.option("--at", type=click.IntRange(0), metavar="PLY",
              help="State: search from this ply of a file.")  # fmt: skip
@click.option("--depth", type=click.IntRange(0), metavar="N",
              help="State: search so many steps from a game, scenario or file [3].")  # fmt: skip
@click.option("--player-choices-only", "choices", is_flag=True,
              help="State: take chance into the moves.")  # fmt: skip
@click.option("--fields", metavar="A,B", help="State: one box for all positions that show the same "
              "of these fields (`row` is one).")  # fmt: skip
@click.option("--show", metavar="A,B", help="State: show these fields of each position.")
@click.option("--edges", "kinds", metavar="KINDS",
              help="State: of taken, open, refused, the kinds to draw [all].")  # fmt: skip
@click.option("--around", metavar="PLY|DIGEST", help="State: what lies near this position only.")
@click.option("--radius", type=click.IntRange(0), default=2, show_default=True, metavar="N",
              help="With --around: how many moves away.")  # fmt: skip
@click.option("--path", metavar="PLY|DIGEST", help="State: a shortest way to this position only.")
@click.option("--collapse-chains", "chains", is_flag=True,
              help="State: positions with one way in and one out become part of a move.")
@click.option("--nodes", "most", type=click.IntRange(1), metavar="N",
              help="State: at most so many positions [150; json and graphml: all].")  # fmt: skip
@click.option("--overlay", is_flag=True,
              help="State: two games over each other, where they part first marked.")  # fmt: skip
@click.option("--across", is_flag=True, help="State: from left to right, not from top to bottom.")
@shaped_option
def command(
    subjects: tuple[str, ...], level: str, ply: int | None, format: str | None, check: Path | None,
    players: int | None, options: tuple[str, ...], contents: tuple[str, ...],
    games: int | None, seed: str | None, policy: str | None, output: Path | None,
    **states: object,
) -> int:  # fmt: skip
    """Draw the phase table, the positions or the map of GAME; with files, what was played.

    Boxes are rows (who acts, what may be done, the clause); arrows are exits, numbered in the order
    in which they are tried.  With files or --games they say how often; exits no game took are
    dashed.  Positions are those of the files,
    merged where games meet, or of a search from a game, a scenario or a ply of a file: solid moves
    were taken, dashed ones were legal, dotted ones are refused by the clause they lead to.  A map
    shows the board as printed, with one replay file the position at a ply.

    A picture needs `dot` or the extra viz; without, DOT and Mermaid are written beside the wanted
    file.
    """
    from tools import rendering
    from tools.graphing import Seeded, Subject
    from tools.stating import StateWish

    wish = StateWish(**states)  # type: ignore[arg-type]
    seeded = Seeded(games, seed, policy)
    subject = Subject(subjects, options, contents, players, ply, level, wish, seeded)
    wanted = rendering.format_of(check or output, format)
    drawing = subject.drawing(wanted)
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
