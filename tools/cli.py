"""The command line: a click group whose commands load when they are called.  No logic here.

A command is a module `tools/commands/VERB.py` with a click command named `command`; it returns its
exit code (None is 0).  What commands share stands in `tools/commands/options.py`.  Every verb gets
`--quiet`, `--color`, `--no-plugins`, and each of its options also listens to the environment.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

import click
from click.core import ParameterSource

from tools import console, failures, settings

COMMANDS = {
    "games": "The registered games; one game's options, content, rows and verbs.",
    "play": "Play at the terminal: undo, save, resume; or record a real table.",
    "record": "Record seeded games by a policy.",
    "replay": "The transcript of a replay, each line with its clauses.",
    "verify": "A verdict for each replay, and a summary.",
    "view": "A replay, or two side by side, as one HTML page.",
    "diff": "Where games part: ply, row, clause, action, field by field.",
    "graph": "Draw the phase table, positions or the map, declared or as played.",
    "explore": "Every position within bounds, each once: counts, dead ends, findings.",
    "fuzz": "Play games against all invariants; minimise what breaks one.",
    "shrink": "The shortest legal game that still breaks a property.",
    "find": "The shortest game found that reaches a clause, event, exit, end or position.",
    "simulate": "Many games in figures; options, rulings or packs compared.",
    "scenario": "Run given / when / then files.",
    "rules": "The clause catalogue with what proves each clause.",
    "export": "A replay as JSON, NDJSON or a notation; or as one seat could know it.",
    "import": "The replay that a text was exported from.",
    "migrate": "What a change of rules does to stored games; carry them over it.",
    "content": "Content packs of your own: new, check, diff.",
    "corpus": "Golden replays: gather, add, min, merge, stats.",
    "selftest": "Plant faults in good replays; each must be detected.",
    "bench": "The figures of docs/performance.md.",
    "doctor": "What this installation can do, and what is missing.",
    "completion": "The completion script of your shell.",
}
EXITS = (
    (0, "holds, same, done"),
    (1, "a finding: divergence, difference, violation, stale diagram"),
    (2, "usage, a missing file, an unwritable or existing target"),
    (3, "a file this build cannot read: corrupt or unsupported"),
    (4, "a fault of ours, or of the rules of a game"),
    (5, "nothing to do"),
    (125, "cannot judge, as for want of memory (git bisect skips it)"),
    (130, "interrupted"),
)
COMPLETE_VAR = "_RULEPROOF_COMPLETE"


class Verbs(click.Group):
    """The group: commands by table, errors as one message each, documented exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of the page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one verb; its options listen to the environment from then on."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"tools.commands.{cmd_name}").command
        found.name = cmd_name
        found = _furnished(found, cmd_name)
        tables = ctx.obj
        if isinstance(tables, settings.Tables):
            ctx.default_map = {cmd_name: _defaults(found, tables, cmd_name, cmd_name)}
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb named first; a usage error names the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from engine.errors import nearest

            raise click.UsageError(f"no verb {args[0]!r}; {nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of verbs, without loading any of them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Exit codes, and where settings come from."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), words) for code, words in EXITS])
        with formatter.section("Settings"):
            formatter.write_text(
                "A flag wins over RULEPROOF_VERB_OPTION and RULEPROOF_OPTION in the environment, "
                "these over [tool.ruleproof] in pyproject.toml, that over the default."
            )

    def invoke(self, ctx: click.Context) -> object:
        """Run a verb with the settings of the nearest pyproject.toml as defaults."""
        ctx.obj = settings.tables(COMMANDS)
        return super().invoke(ctx)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None,
        complete_var: str | None = None, standalone_mode: bool = True,
        windows_expand_args: bool = True, **extra: object,
    ) -> NoReturn:  # fmt: skip
        """Run, and leave with the documented exit code."""
        words = sys.argv[1:] if args is None else list(args)
        if settings.environment(COMPLETE_VAR):
            super().main(words, "ruleproof", COMPLETE_VAR)
        console.reset()
        sys.exit(failures.guarded(lambda: _run(self, words)))


def _run(group: click.Group, words: list[str]) -> int:
    """The exit code of one command line; click's own exceptions become ours."""
    try:
        with group.make_context("ruleproof", words) as context:
            from properties.pulse import guarded  # not for `--help`, which is quick

            with guarded(hurry=True):
                return int(group.invoke(context) or 0)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as stop:
        raise KeyboardInterrupt from stop
    except click.exceptions.NoArgsIsHelpError as stop:
        stop.show(sys.stdout)
        return 0
    except click.ClickException as wrong:
        where = wrong.ctx.command_path if isinstance(wrong, click.UsageError) and wrong.ctx else ""
        message = _small(wrong.format_message())
        if isinstance(wrong, click.BadParameter):
            message = _bad_value(wrong)
        raise failures.Usage(message, where or "ruleproof") from wrong


def _small(message: str) -> str:
    """A sentence of click's as our messages begin; it begins with no word of the user's."""
    return message[:1].lower() + message[1:]


def _bad_value(wrong: click.BadParameter) -> str:
    """What is wrong with a value: the option or setting it was given by, and what is expected."""
    param, context = wrong.param, wrong.ctx
    if not isinstance(param, click.Option) or context is None:
        return _small(wrong.format_message())
    given = param.opts[-1]
    source = context.get_parameter_source(str(param.name))
    if source is ParameterSource.ENVIRONMENT:
        listened = param.envvar if isinstance(param.envvar, list) else []
        given = next((name for name in listened if settings.environment(name)), given)
    elif source is ParameterSource.DEFAULT_MAP:
        given = f"{param.name} of [tool.ruleproof] in {settings.nearest_file()}"
    kind, value = param.type, wrong.message.partition(" is not ")[0].strip("'")
    if isinstance(kind, click.IntRange) and " is not " in wrong.message:
        limit = f"{kind.min}..{kind.max}" if kind.max is not None else f"from {kind.min}"
        return f"{given} {value}: expected a whole number {limit}"
    return f"{given}: {wrong.message}"


def _set_color(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
    if value is not None:
        console.current.color = value


def _set_quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    console.current.quiet = console.current.quiet or value


def _set_plugins(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    console.current.foreign = value


def _manners() -> list[click.Option]:
    """The options that every verb has."""
    kind: Callable[..., click.Option] = click.Option
    return [
        kind(["-q", "--quiet"], is_flag=True, expose_value=False, callback=_set_quiet,
             help="Only results and errors."),
        kind(["--color/--no-color"], default=None, expose_value=False, callback=_set_color,
             help="Colour or none, whatever the terminal is."),
        kind(["--plugins/--no-plugins"], default=True, expose_value=False, callback=_set_plugins,
             help="Games of other packages, or only the built-in ones."),
    ]  # fmt: skip


def _defaults(
    command: click.Command, tables: settings.Tables, verb: str, path: str
) -> dict[str, object]:
    """What the settings say for a verb, or for the verbs below it; E405."""
    if isinstance(command, click.Group):
        below = tables.below(verb, command.commands)
        return {name: _defaults(one, below, name, f"{path}.{name}")
                for name, one in command.commands.items()}  # fmt: skip
    taken = {}
    for param in command.params:
        if isinstance(param, click.Option):
            kind = settings.NUMBER if isinstance(param.type, click.IntRange) else settings.TEXT
            one = settings.Taken(str(param.name), settings.FLAG if param.is_flag else kind,
                                 param.multiple)  # fmt: skip
            taken.update({name.lstrip("-"): one for name in param.opts if name.startswith("--")})
    return tables.of(verb, path, taken)


def _furnished(command: click.Command, path: str) -> click.Command:
    """Give a verb the manners of all verbs, once; the verbs below it too."""
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            _furnished(below, f"{path}_{name}")
        return command
    names = {param.name for param in command.params}
    command.params += [option for option in _manners() if option.name not in names]
    for param in command.params:
        if isinstance(param, click.Option) and param.envvar is None:
            param.envvar = settings.variables(path, str(param.name))
    return command


@click.group(
    cls=Verbs, subcommand_metavar="VERB ...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)  # fmt: skip
@click.version_option(package_name="ruleproof", message="%(prog)s %(version)s")
def main() -> None:
    """Record, replay, verify and property-test tabletop games, clause by clause."""
