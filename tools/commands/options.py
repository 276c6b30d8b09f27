"""Options that several verbs share.  `setup_options` gives a command one `setup` argument."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tools import console

Decorated = Callable[..., Any]


class Target(click.Path):
    """A path to write to, refused before the command does anything; `look` as in tools/targets.

    `ends`: how its name has to end; "" is no suffix.
    """

    def __init__(self, look: str, *ends: str) -> None:
        super().__init__(path_type=Path)
        self._look, self._ends = look, ends

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """The Path; E403, TargetExists or Usage."""
        from tools import targets

        path = Path(str(super().convert(value, param, ctx)))
        looks = {"file": targets.file, "text": targets.text, "folder": targets.folder}
        looks[self._look](path)
        if self._ends:
            targets.ending(path, self._ends)
        return path


FILE, TEXT, FOLDER = Target("file"), Target("text"), Target("folder")
JUNIT, GRAPHML = Target("text", ".xml", ""), Target("text", ".graphml", ".xml", "")
TABLE = Target("text", ".csv", ".txt", "")
REPLAY, PACK = Target("file", ".rply"), Target("file", ".toml")


def complete_games(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[str]:
    """Registered games, for the shell."""
    from engine.registry import games

    return [name for name in games() if name.startswith(incomplete)]


def game_argument(function: Decorated) -> Decorated:
    """GAME, a registered name."""
    return click.argument("game", shell_complete=complete_games)(function)


def setup_options(function: Decorated) -> Decorated:
    """GAME is given by the command; `--players`, `--option`, `--content` join it as `setup`."""

    @click.option("--players", type=click.IntRange(1), metavar="N", help="Number of seats.")
    @click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
                  help="A ruling or variant; `ruleproof games NAME` lists them.")  # fmt: skip
    @click.option("--content", metavar="FILE", help="A content pack instead of the built-in one.")
    @functools.wraps(function)
    def wrapped(
        *args: Any, game: str | None, players: int | None, options: tuple[str, ...],
        content: str | None, **rest: Any,
    ) -> Any:  # fmt: skip
        from tools.setup import Setup

        setup = Setup(game or "", options, content, players, console.current.foreign)
        return function(*args, setup=setup, **rest)

    return wrapped


seed_option = click.option(
    "--seed", default="shake:1", show_default=True, metavar="SEED",
    help="Seed of the run; game i has SEED/i.",
)  # fmt: skip
policy_option = click.option(
    "--policy", default="uniform", show_default=True, metavar="NAME[,NAME]",
    help="Who chooses: one, or one a seat.",
)  # fmt: skip
workers_option = click.option(
    "--workers", default="1", show_default=True, metavar="N|auto",
    help="Processes; the result is the same with any number.",
)  # fmt: skip
witness_option = click.option(
    "--witness", type=click.Choice(["ply", "block", "none"]), default="ply", show_default=True,
    help="What the verifier can compare later.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
shaped_option = click.option(
    "-o", "--output", type=TEXT, metavar="FILE",
    help="Write there instead of to stdout.",
)  # fmt: skip


def _named(
    form_of: Callable[[dict[str, Any]], tuple[str, dict[str, str]]], function: Decorated
) -> Decorated:
    """`-o` whose suffix is that of the form, and of the switches that ask for one."""

    @shaped_option
    @functools.wraps(function)
    def wrapped(*args: Any, output: Path | None, **rest: Any) -> Any:
        from tools.targets import named

        if output is not None:
            named(output, *form_of(rest))
        return function(*args, output=output, **rest)

    return wrapped


def _asked(rest: dict[str, Any]) -> tuple[str, dict[str, str]]:
    from tools.targets import CSV, JSON, MARKDOWN, TEXT

    known = {form: name for form, name in
             ((JSON, "as_json"), (CSV, "as_csv"), (MARKDOWN, "markdown")) if name in rest}
    form = next((form for form, name in known.items() if rest[name]), TEXT)
    return form, {form: f"--{form.lower()}" for form in known}


def output_option(function: Decorated) -> Decorated:
    """`-o`, its suffix that of the form which `--json`, `--csv`, `--markdown` or none asks for."""
    return _named(_asked, function)


def output_of(form: str) -> Callable[[Decorated], Decorated]:
    """`-o` of a command that writes one form, a key of `tools.targets.ENDS`."""
    return functools.partial(_named, lambda rest: (form, {}))


force_option = click.option("--force", is_flag=True, help="Overwrite what exists.")
packs_option = click.option(
    "--content", "contents", multiple=True, metavar="FILE",
    help="A content pack that replays may have been played with.",
)  # fmt: skip
paths_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
