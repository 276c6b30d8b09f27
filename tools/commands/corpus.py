"""`ruleproof corpus`: golden replays, few and short, chosen for what they reach."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from tools import console
from tools.commands.options import game_argument, json_option, seed_option


@click.group()
def command() -> None:
    """Corpora of golden replays: gather new ones, count what they reach."""


@command.command()
@game_argument
@seed_option
@click.option("--games", type=click.IntRange(1), default=3000, show_default=True,
              metavar="N", help="Candidates played, over policies and option sets.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), required=True,
              metavar="FOLDER", help="Replays are added here; what it holds is kept.")  # fmt: skip
def gather(game: str, seed: str, games: int, output: Path) -> int:
    """Add to FOLDER the games that reach what its replays do not reach yet."""
    from engine.registry import definition
    from properties.corpus import candidates, choose, keep, reached_by
    from tools.text import plural

    found = definition(game, console.current.foreign)
    reached = reached_by(sorted(output.glob("*.rply")))
    picks = choose(candidates(found, seed, games), reached)
    if not picks:
        console.say(f"nothing to add: {output} reaches all that {plural(games, 'game')} reach")
        return 5
    output.mkdir(parents=True, exist_ok=True)
    for path, pick in zip(keep(found, picks, output), picks, strict=True):
        console.out(f"{path}  {plural(pick.candidate.plies, 'ply')}, {len(pick.adds)} new")
    return 0


@command.command()
@game_argument
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@json_option
def stats(game: str, paths: tuple[str, ...], as_json: bool) -> int:
    """What replays of GAME reach, and what they miss; the golden ones without PATHs.

    Left out is what the game says no play with its reference pack can reach.
    """
    from engine.game import Game
    from engine.registry import definition
    from properties.corpus import COLUMNS, reached_by
    from properties.coverage import Coverage
    from replays.corpus import golden
    from tools.inputs import expand
    from tools.text import plural

    files = [Path(item.name) for item in expand(paths, ".rply")] if paths else golden(game)
    found = definition(game, console.current.foreign)
    owed, unreached = Coverage(Game(found)).columns(), dict(found.unreached)
    reached = reached_by(files)
    table = {
        column: _column([item for item in owed[column] if f"{column}/{item}" not in unreached],
                        column, reached) for column in COLUMNS
    }  # fmt: skip
    if as_json:
        console.deliver(console.document(
            {"schema": "ruleproof.corpus/1", "game": game, "files": len(files), "columns": table}
        ), None)  # fmt: skip
        return 0
    console.out(f"{game}: {plural(len(files), 'replay')}")
    for column, row in table.items():
        missed = [*row["missed"][:8], "…"] if len(row["missed"]) > 8 else row["missed"]
        console.out(f"  {column:9} {row['reached']:4} of {row['of']:4}  {', '.join(missed)}")
    return 0


def _column(owed: Iterable[str], column: str, reached: frozenset[str]) -> dict[str, Any]:
    """How many items of a column are reached, and which are missed."""
    missed = [item for item in owed if f"{column}/{item}" not in reached]
    total = len(list(owed))
    return {"reached": total - len(missed), "of": total, "missed": missed}
