"""`ruleproof play GAME`: a person at the terminal, the record growing ply by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from tools.commands.options import complete_games, force_option, setup_options

if TYPE_CHECKING:
    from tools.setup import Setup


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@setup_options
@click.option("--seat", "seats", default="0", show_default=True, metavar="N[,N]",
              help="Your seat, or seats; `all` for every one.")  # fmt: skip
@click.option("--policy", default="uniform", show_default=True, metavar="NAME",
              help="Who plays the other seats.")  # fmt: skip
@click.option("--seed", metavar="SEED", help="What the dice and draws will be; fresh if not given.")
@click.option("--table", is_flag=True, help="Record a real table: you type its dice and draws.")
@click.option("-o", "--output", metavar="FILE", help="The record; <game>-<seed>.rply if not given.")
@click.option("--resume", metavar="FILE",
              help="Go on in an unfinished record; with -o in a fork of it, a file of its own.")
@click.option("--at", type=click.IntRange(0), metavar="PLY",
              help="With --resume and -o: branch off at this position. The fork keeps the record's "
                   "game, options and content, and where you name no others its seed and seats.")
@force_option
def command(
    setup: Setup, seats: str, policy: str, seed: str | None, table: bool, output: str | None,
    resume: str | None, at: int | None, force: bool,
) -> int:  # fmt: skip
    """Play GAME: type an action, its number, or its words, each as far as it is unique.

    Every ply is on disk at once: quitting, Ctrl-C or the end of the input lose nothing.
    """
    from tools import held, session
    from tools.errors import Usage
    from tools.seats import Talk

    given = [name for name in held.WRITTEN if _spoken(name)]
    anew = "seats" in given or "policy" in given
    if at is not None and (resume is None or output is None):
        raise Usage("--at goes with --resume FILE and -o NEW.rply", "ruleproof play")
    if resume is None:
        if not setup.game:
            raise Usage("name a GAME, or a record with --resume", "ruleproof play")
        who = session.Who(seats, policy, anew, seed, table)
        begun = session.begin(setup, who, output, force)
    else:
        held.refuse(resume, setup, given, fork=output is not None)
        spoken = seed if "seed" in given else None  # what the settings say is for new games
        who = session.Who(seats, policy, anew, spoken, "table" in given)
        if output is None:
            begun = session.go_on(resume, setup.packs(), who)
        else:
            begun = session.fork(resume, output, at, setup.packs(), who, force)
    return Talk(begun).run()


def _spoken(name: str) -> bool:
    """Whether a parameter stands on the command line itself, not in the settings."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE
