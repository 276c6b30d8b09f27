"""`ruleproof bench [GAME...]`: the figures of docs/performance.md, measured here and now."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import complete_games, json_option, output_option


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME...]", shell_complete=complete_games)
@click.option("--games", type=click.IntRange(1), default=200, show_default=True,
              help="Random games each figure runs over.")  # fmt: skip
@click.option("--repetitions", type=click.IntRange(1), default=5, show_default=True,
              help="How often everything is measured, in turn.")  # fmt: skip
@click.option("--campaign", type=click.IntRange(0), default=4000, show_default=True,
              help="Games of the campaign whose memory is measured; 0: none.")  # fmt: skip
@click.option("--peers", is_flag=True, help="Beside OpenSpiel and RLCard, where installed.")
@click.option("--profile", is_flag=True,
              help="Only show where the time of random play goes.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with 1 if a figure misses its bound.")
@json_option
@output_option
def command(
    names: tuple[str, ...], games: int, repetitions: int, campaign: int, peers: bool,
    profile: bool, strict: bool, as_json: bool, output: Path | None,
) -> int:  # fmt: skip
    """The figures of docs/performance.md for GAME... (default: every registered game).

    Only ratios carry from machine to machine: each figure is set against another of the same
    repetition. PASS and MISS are said of those that have a bound.
    """
    from contextlib import ExitStack

    from tools.benchrun import bench, names_of

    foreign = console.current.foreign
    if profile:
        return _profile(names_of(names, foreign), games, as_json, output)
    with ExitStack() as stack:
        report = bench(
            names_of(names, foreign), games, repetitions, peers=peers, campaign=campaign,
            foreign=foreign,
            progress=lambda total: stack.enter_context(console.progress(total, "measuring")),
        )  # fmt: skip
    text = console.document(report.as_dict()) if as_json else report.text()
    console.deliver(text, output)
    words = f"{len(report.missed)} of the figures miss their bound"
    if report.missed:
        console.warn(words)
    return 1 if strict and report.missed else 0


def _profile(names: list[str], games: int, as_json: bool, output: Path | None) -> int:
    """The profile of each game's random play."""
    from tools.bench import Course, seatings
    from tools.failures import Usage
    from tools.profile import profile_text

    if as_json:
        raise Usage("a profile has no --json", "ruleproof bench")
    courses = [Course(seatings(name, console.current.foreign)[0], games) for name in names]
    console.deliver("\n".join(profile_text(course) for course in courses), output)
    return 0
