"""`ruleproof corpus`: golden replays, few and short, chosen for what they reach."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from tools import console
from tools.commands.options import FOLDER, game_argument, json_option, packs_option, seed_option

new_folder = click.option(
    "-o", "--output", type=FOLDER, required=True,
    metavar="NEW", help="A folder that is not there yet, or is empty.",
)  # fmt: skip


@click.group()
def command() -> None:
    """Corpora of golden replays: gather new ones, reduce them, count what they reach."""


@command.command()
@game_argument
@seed_option
@click.option("--games", type=click.IntRange(1), default=3000, show_default=True,
              metavar="N", help="Candidates played, over policies and option sets.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True,
              metavar="FOLDER", help="Replays are added here; what it holds is kept.")  # fmt: skip
def gather(game: str, seed: str, games: int, output: Path) -> int:
    """Add to FOLDER the games that reach what its replays do not reach yet.

    Ctrl-C adds of the games played till then; the same command goes on.
    """
    from tools import shelving

    return shelving.gathered(game, seed, games, output)


@command.command()
@click.argument("folder", type=FOLDER)
@click.argument("paths", nargs=-1, metavar="PATH...", required=True)
@packs_option
@json_option
def add(folder: Path, paths: tuple[str, ...], contents: tuple[str, ...], as_json: bool) -> int:
    """Copy into FOLDER the replays that reach what those in it do not reach yet."""
    from tools import shelving

    return shelving.added(folder, paths, contents, as_json)


@command.command("min")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@new_folder
@packs_option
@json_option
def reduce(folder: Path, output: Path, contents: tuple[str, ...], as_json: bool) -> int:
    """Copy into a new folder few and short replays of FOLDER that reach all that it reaches."""
    from tools import shelving

    return shelving.merged([folder], output, contents, as_json)


@command.command()
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...",
                type=click.Path(path_type=Path, exists=True, file_okay=False))  # fmt: skip
@new_folder
@packs_option
@json_option
def merge(
    folders: tuple[Path, ...], output: Path, contents: tuple[str, ...], as_json: bool
) -> int:
    """Copy into a new folder few and short replays that reach all that these reach together."""
    from tools import shelving

    return shelving.merged(folders, output, contents, as_json)


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
    from properties.corpus import COLUMNS
    from properties.coverage import Coverage
    from tools.shelving import reached_in
    from tools.text import plural

    found = definition(game, console.current.foreign)
    owed, unreached = Coverage(Game(found)).columns(), dict(found.unreached)
    reached, files = reached_in(game, paths)
    table = {
        column: _column([item for item in owed[column] if f"{column}/{item}" not in unreached],
                        column, reached) for column in COLUMNS
    }  # fmt: skip
    if as_json:
        console.deliver(console.document(
            {"schema": "ruleproof.corpus/1", "game": game, "files": files, "columns": table}
        ), None)  # fmt: skip
        return 0
    console.out(f"{game}: {plural(files, 'replay')}")
    for column, row in table.items():
        missed = [*row["missed"][:8], "…"] if len(row["missed"]) > 8 else row["missed"]
        console.out(f"  {column:9} {row['reached']:4} of {row['of']:4}  {', '.join(missed)}")
    return 0


def _column(owed: Iterable[str], column: str, reached: frozenset[str]) -> dict[str, Any]:
    """How many items of a column are reached, and which are missed."""
    missed = [item for item in owed if f"{column}/{item}" not in reached]
    total = len(list(owed))
    return {"reached": total - len(missed), "of": total, "missed": missed}
