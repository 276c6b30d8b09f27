"""`ruleproof content new|check|diff`: packs with the values of your own copy."""

from __future__ import annotations

from pathlib import Path

import click

from tools import console
from tools.commands.options import PACK, force_option, game_argument, json_option, output_option


@click.group()
def command() -> None:
    """Content packs of your own: the values of the cards in your box."""


@command.command()
@game_argument
@click.option("--id", "ident", metavar="NAME", help="The pack's name in replays [GAME-own].")
@click.option("-o", "--output", type=PACK, metavar="FILE",
              help="Write there instead of to stdout.")  # fmt: skip
@force_option
def new(game: str, ident: str | None, output: Path | None, force: bool) -> int:
    """A pack for GAME to fill in: the built-in one, under your name."""
    from tools import packs

    text = packs.template(game, ident or f"{game.replace('_', '-')}-own", console.current.foreign)
    packs.write(text, output, force)
    return 0


@command.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@output_option
def check(files: tuple[str, ...], as_json: bool, output: Path | None) -> int:
    """Whether packs hold what their game needs. 0: they do, 1: one does not, with its place.

    3 if one is no text or may not be read, and the others hold.

    A value that a pack says is the rulebook's, and that is not, is a warning.
    """
    from tools import packs
    from tools.inputs import expand

    found = packs.check(expand(files, ".toml"), console.current.foreign)
    document = packs.check_dict(found)
    console.deliver(console.document(document) if as_json else packs.check_text(found), output)
    return packs.exit_code(found)


@command.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@json_option
@output_option
def diff(a: str, b: str, as_json: bool, output: Path | None) -> int:
    """What differs between two packs.

    A or B is a file, or a game's name for its built-in pack. 0: the same, 1: they differ.
    """
    from tools import packs

    pair = packs.pair(a, b, console.current.foreign)
    found = packs.differences(*pair)
    document = packs.diff_dict((a, b), found)
    console.deliver(
        console.document(document) if as_json else packs.diff_text((a, b), pair, found), output
    )
    return 1 if found else 0
