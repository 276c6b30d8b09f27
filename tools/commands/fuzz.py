"""`ruleproof fuzz GAME`: many games against all invariants, each failure minimised and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tools.commands.options import FOLDER, JUNIT, json_option, setup_options

if TYPE_CHECKING:
    from tools.setup import Setup


@click.command()
@click.argument("game", required=False)
@setup_options
@click.option("--seed", default="shake:1", show_default=True, help="Seed of the campaign.")
@click.option("--games", type=click.IntRange(1), metavar="N",
              help="How many games [1000, unless --max-time says otherwise].")  # fmt: skip
@click.option("--first", type=click.IntRange(0), default=0, metavar="I", help="Begin with game I.")
@click.option("--max-time", metavar="TIME", help="Stop after so long: 90 or 90s, 10m, 2h.")
@click.option("--max-failures", type=click.IntRange(1), metavar="N",
              help="Stop after so many signatures; kin are told as one finding.")  # fmt: skip
@click.option("--policy", metavar="NAME[,NAME]", help="Draw from these policies, not from all.")
@click.option("--swarm/--no-swarm", default=True, show_default=True,
              help="Draw options that were not given.")  # fmt: skip
@click.option("--steer/--no-steer", default=True, show_default=True,
              help="A quarter of the games go on from what reached something new.")  # fmt: skip
@click.option("--drawn/--no-drawn", default=True, show_default=True,
              help="An eighth of the games are drawn by Hypothesis.")  # fmt: skip
@click.option("--from", "sources", multiple=True, metavar="PATH",
              help="Begin with the games of replays, and steer from them.")  # fmt: skip
@click.option("--minimise/--no-minimise", default=True, show_default=True,
              help="Shrink what was found.")  # fmt: skip
@click.option("--workers", default="auto", show_default=True, metavar="N|auto",
              help="Processes; the games are the same with any number.")  # fmt: skip
@click.option("--shard", metavar="I/N",
              help="Only games whose index is I modulo N: 0/4 to 3/4 are the whole.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, metavar="DIR",
              help="Folder of the findings [findings/<game>, if there are any].")  # fmt: skip
@click.option("--resume", is_flag=True,
              help="Go on where the campaign in the folder stopped, however it did.")  # fmt: skip
@click.option("--keep", type=FOLDER, metavar="FOLDER",
              help="Add the logs that reached something new to this corpus.")  # fmt: skip
@click.option("--junit", type=JUNIT, metavar="FILE",
              help="Write a JUnit report too.")  # fmt: skip
@click.option("--replay", type=str, multiple=True, metavar="DIR",
              help="Judge stored findings again: FIXED, FAILED, or UNJUDGED where the log "
              "no longer fits the rules.")  # fmt: skip
@click.option("--pytest", "as_pytest", is_flag=True, help="Write a test for each finding too.")
@json_option
def command(setup: Setup, replay: tuple[str, ...], as_json: bool, **chosen: object) -> int:
    """Play games of GAME (or `all`) against every property, and shrink what breaks one.

    Findings are on disk at the moment they are made. 0: nothing found, 1: a finding.
    """
    from tools import campaign, rechecking
    from tools.errors import Usage

    if replay:
        return rechecking.replayed(replay, as_json, setup.content)
    if not setup.game:
        raise Usage("name a GAME or all, or findings with --replay", "ruleproof fuzz")
    return campaign.run(setup, campaign.Wish(**chosen), as_json)  # type: ignore[arg-type]
