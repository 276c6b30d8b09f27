"""Where a clause is implemented: the rows, verbs, events, fields and lines that cite it.

A line of the game's package cites a clause by its id; `TH-SETUP-05 to -15` and `TH-ERR-01, -03`
cite several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.definition import Definition
from properties.coverage import exit_name

NUMBERED = re.compile(r"([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-)(\d+)((?:(?:,| to| and|/)\s*-\d+)*)")
FOLLOWING = re.compile(r"(,| to| and|/)\s*-(\d+)")
SUFFIXES = (".py", ".toml")
CATALOGUE = "clauses.toml"


def cited_ids(text: str) -> Iterator[str]:
    """Every clause id a text cites, shortened ones written out."""
    for prefix, first, more in NUMBERED.findall(text):
        yield prefix + first
        last = first
        for joint, number in FOLLOWING.findall(more):
            low = int(last) + 1 if joint.strip() == "to" else int(number)
            for each in range(low, int(number) + 1):
                yield f"{prefix}{each:0{len(number)}}"
            last = number


def declared(definition: Definition) -> Iterator[tuple[str, str]]:
    """(clause id, what cites it) over everything the definition declares."""
    for phase in definition.phases:
        yield phase.clause, f"row {phase.name}"
        for number, exit in enumerate(phase.exits):
            for ident in exit.clauses:
                yield ident, f"exit {exit_name(phase, number)}"
    for verb in definition.verbs:
        yield verb.clause, f"verb {verb.name}"
    for event in definition.events:
        for ident in event.clauses:
            yield ident, f"event {event.kind}"
    for name, field in definition.state.FIELDS:
        yield field.clause, f"field {name}"
    for option in definition.options:
        yield option.clause, f"option {option.name}"


def lines_citing(folder: Path) -> Iterator[tuple[str, str]]:
    """(clause id, file:line) over the sources and content of a game's package."""
    for path in sorted(folder.iterdir()):
        if path.suffix not in SUFFIXES or path.name == CATALOGUE:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for ident in cited_ids(line):
                yield ident, f"{path.name}:{number}"


def code_of(definition: Definition) -> dict[str, list[str]]:
    """For every clause, in order, what implements it; a clause with `same_as` adds its target's."""
    found: dict[str, dict[str, None]] = {ident: {} for ident in definition.clauses.ids()}
    for ident, place in (*declared(definition), *lines_citing(definition.folder)):
        if ident in found:
            found[ident][place] = None
    for clause in definition.clauses:
        if clause.same_as:
            found[clause.id].update(found[clause.same_as])
    return {ident: list(places) for ident, places in found.items()}
