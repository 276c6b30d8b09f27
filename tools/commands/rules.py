"""`ruleproof rules GAME`: the clause catalogue, what proves each clause, and the written page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from replays.visible import spelt
from tools import console
from tools.commands.options import game_argument, json_option, output_option, packs_option
from tools.failures import Usage

if TYPE_CHECKING:
    from engine.definition import Definition

NOTES_SHOWN = 5


@click.command()
@game_argument
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--ambiguous", is_flag=True, help="What the rulebook leaves open, and the rulings.")
@click.option("--explain", metavar="ID", help="Everything known of one clause.")
@click.option("--coverage", is_flag=True,
              help="What replays in PATH... reached; without PATHs the golden ones.")  # fmt: skip
@click.option("--reach", is_flag=True,
              help="How to reach each clause: the replay of PATH..., or golden one, that shows it "
              "soonest.")  # fmt: skip
@click.option("--unproven", is_flag=True, help="Only clauses without a proof or code; 1 if any.")
@click.option("--markdown", is_flag=True,
              help="The page docs/rules/GAME.md; with --coverage, --reach or --ambiguous "
              "GAME_coverage.md, GAME_reach.md, GAME_rulings.md.")  # fmt: skip
@click.option("--check", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              metavar="FILE", help="Say whether the page FILE is up to date.")  # fmt: skip
@packs_option
@json_option
@output_option
def command(
    game: str, paths: tuple[str, ...], ambiguous: bool, explain: str | None, coverage: bool,
    reach: bool, unproven: bool, markdown: bool, check: Path | None, contents: tuple[str, ...],
    as_json: bool, output: Path | None,
) -> int:  # fmt: skip
    """The clauses of GAME, each with the code that carries it and what proves it.

    `ruleproof rules GAME --coverage PATH...` says what replays reached: clauses, exits, verbs,
    events, content and ends, those with 0 too; `--reach` which of them shows each clause soonest.
    """
    from engine import registry
    from tools import catalogue

    markdown = markdown or check is not None
    page = markdown and not (coverage or reach or ambiguous)
    _one_view(ambiguous, explain is not None, coverage, reach, unproven, page)
    if paths and not (coverage or reach):
        raise Usage("replays belong to --coverage and --reach", "ruleproof rules")
    definition = registry.definition(game, console.current.foreign)
    if coverage:
        return _coverage(definition, paths, contents, markdown, check, as_json, output)
    if explain is not None:
        definition.clauses[explain.upper()]
    entries, notes = catalogue.entries_of(definition)
    for note in notes[:NOTES_SHOWN]:
        console.warn(note)
    if len(notes) > NOTES_SHOWN:
        console.warn(f"and {len(notes) - NOTES_SHOWN} more that prove nothing")
    if reach:
        return _reach(definition, entries, paths, contents, markdown, check, as_json, output)
    if ambiguous:
        return _rulings(definition, entries, markdown, check, as_json, output)
    if markdown:
        return _page(game, entries, check, as_json, output)
    if explain is not None:
        entry = next(item for item in entries if item.clause.id == explain.upper())
        found = catalogue.clause_document(definition, entry)
        _deliver(found, catalogue.clause_text(found), as_json, output)
        return 0
    if unproven:
        entries = [entry for entry in entries if entry.open]
    found = catalogue.rules_document(game, entries)
    _deliver(found, catalogue.catalogue_text(definition.title, entries), as_json, output)
    return 1 if unproven and entries else 0


def _one_view(*asked: bool) -> None:
    if sum(asked) > 1:
        raise Usage("ask for one of --ambiguous, --explain, --coverage, --reach, --unproven, "
                    "--markdown", "ruleproof rules")  # fmt: skip


def _deliver(document: dict[str, object], text: str, as_json: bool, output: Path | None) -> None:
    console.deliver(console.document(document) if as_json else text, output)


def _coverage(
    definition: Definition, paths: tuple[str, ...], contents: tuple[str, ...], markdown: bool,
    check: Path | None, as_json: bool, output: Path | None,
) -> int:  # fmt: skip
    """What replays reached: as text, as JSON, or as a page."""
    from properties.reach import reach_of
    from tools import reached
    from tools.coveragepage import coverage_page

    found = reached.covered(paths, contents, definition.name)
    if markdown:
        text = coverage_page(definition, reach_of(found.coverage), found, not paths)
        words = [definition.name, *map(spelt, paths), "--coverage"]
        words += [f"--content {spelt(content)}" for content in contents]
        return _written(text, " ".join(words), check, as_json, output)
    told = reached.coverage_document(found.coverage)
    _deliver(told, reached.coverage_text(told, definition), as_json, output)
    return 0


def _reach(
    definition: Definition, entries: list, paths: tuple[str, ...], contents: tuple[str, ...],
    markdown: bool, check: Path | None, as_json: bool, output: Path | None,
) -> int:  # fmt: skip
    """How to reach each clause: as text, as JSON, or as a page."""
    from tools import reached, reachpage

    if paths and markdown:
        raise Usage("the page is of the golden replays: name no others", "ruleproof rules")
    shown = reached.covered(paths, contents, definition.name).shown
    if markdown:
        text = reachpage.reach_page(definition, entries, shown)
        return _written(text, f"{definition.name} --reach", check, as_json, output)
    told = reachpage.reach_document(definition, entries, shown)
    _deliver(told, reachpage.reach_text(told), as_json, output)
    return 0


def _rulings(
    definition: Definition, entries: list, markdown: bool, check: Path | None, as_json: bool,
    output: Path | None,
) -> int:  # fmt: skip
    """What the rulebook leaves open: as text, as JSON, or as a page."""
    from tools import catalogue

    told = catalogue.rulings_document(definition, entries)
    if markdown:
        from tools.reachpage import rulings_page

        text = rulings_page(definition, told)
        return _written(text, f"{definition.name} --ambiguous", check, as_json, output)
    _deliver(told, catalogue.rulings_text(told), as_json, output)
    return 0


def _page(
    game: str, entries: list, check: Path | None, as_json: bool, output: Path | None
) -> int:  # fmt: skip
    """The page of a game's rules."""
    from engine import registry
    from tools.rulespage import page

    ways = f"{game}_reach.md" if game in registry.games(foreign=False) else ""
    text = page(registry.load(game, foreign=console.current.foreign), entries, ways)
    return _written(text, game, check, as_json, output)


def _written(
    text: str, what: str, check: Path | None, as_json: bool, output: Path | None
) -> int:  # fmt: skip
    """Write a page, or say what differs from the file."""
    from tools.rendering import difference

    if as_json:
        raise Usage("a page has no --json", "ruleproof rules")
    if check is None:
        console.deliver(text, output)
        return 0
    found = difference(check.read_text(encoding="utf-8"), text, check.name)
    if not found:
        console.say(f"{check} is up to date")
        return 0
    console.out(found.rstrip("\n"))
    console.warn(f"{check} is stale; write it again with: "
                 f"ruleproof rules {what} --markdown -o {spelt(check)}")  # fmt: skip
    return 1
