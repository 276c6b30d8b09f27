"""Where the rules of a game can be mutated, and a seeded sample of mutants.

The mutations are cosmic-ray's operators (extra `mutants`), used as a library.  A *site* is a place
in a file with all that can be done there; the sample draws sites, then one mutation of each, since
an operator sign has a dozen of them and would crowd the numbers out.  The first twenty of a sample
of two hundred are the sample of twenty.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider

from engine.rng import Tape
from tests.mutation.mutant import GUARDS, Mutant

# A removed decorator is refused at load, always; the others need names to put in.
LEFT_OUT = ("RemoveDecorator", "ExceptionReplacer", "VariableReplacer", "VariableInserter")
# `is` for `==` says the same of small numbers and words, which exist once.
SAME = tuple(f"ReplaceComparisonOperator_{one}_{two}" for one in ("Eq", "NotEq", "Is", "IsNot")
             for two in ("Eq", "NotEq", "Is", "IsNot")
             if one.startswith("Is") != two.startswith("Is"))  # fmt: skip
# No rules: how a careful player plays, what a seat is shown, what a pack must hold.
NO_RULES = ("careful", "observation", "schema")
PLAIN = ("name", "string", "newline", "endmarker", "fstring_string")  # nodes with no mutation


@dataclass(frozen=True)
class Site:
    """A place of a file, and (operator, occurrence in the file) of each mutation of it."""

    file: Path
    line: int
    column: int
    mutations: tuple[tuple[str, int], ...]


def rule_files(folder: Path) -> list[Path]:
    """The files of a game's package that hold rules."""
    return [path for path in sorted(folder.glob("*.py"))
            if not path.name.startswith(NO_RULES) and GUARDS not in path.name]  # fmt: skip


def guard_files(folder: Path) -> list[Path]:
    """The files of a game's package that say what its events prove."""
    return sorted(folder.glob(f"*{GUARDS}*.py"))


def sites(path: Path) -> list[Site]:
    """Every site of a file, in order; annotations and imports for them are none."""
    source = path.read_text(encoding="utf-8")
    lines = source.split("\n")
    tree = get_ast(source)
    barred = {id(node) for hint in _hints(tree) for node in ast_nodes(hint)}
    nodes = [node for node in ast_nodes(tree) if node.type not in PLAIN]
    provider = OperatorProvider()
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for name in sorted(set(provider) - {*LEFT_OUT, *SAME}):
        operator, occurrence = provider[name](), -1
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                occurrence += 1
                if id(node) not in barred and "TYPE_CHECKING" not in lines[start[0] - 1]:
                    found.setdefault(start, []).append((name, occurrence))
    return [Site(path, line, column, tuple(found[line, column]))
            for line, column in sorted(found)]  # fmt: skip


def _hints(tree) -> Iterator:
    """The annotations of a parso tree."""
    for node in ast_nodes(tree):
        if node.type in ("param", "funcdef") and node.annotation is not None:
            yield node.annotation
        elif node.type == "annassign":
            yield node.children[1]


def sample(files: Sequence[Path], seed: str, count: int) -> list[Mutant]:
    """`count` mutants of some files (all sites, if they are fewer), drawn by the seed."""
    left = [site for path in files for site in sites(path)]
    tape = Tape.seeded(seed, "mutants")
    found: list[Mutant] = []
    while left and len(found) < count:
        at = tape.below(len(left))
        left[at], left[-1] = left[-1], left[at]
        mutant = _mutant(left.pop(), tape)
        if mutant is not None:
            found.append(mutant)
    return found


def _mutant(site: Site, tape: Tape) -> Mutant | None:
    """One mutation of a site; None if none of them is another program."""
    source = site.file.read_text(encoding="utf-8")
    before = compile(source, site.file.name, "exec")
    left = list(site.mutations)
    while left:
        name, occurrence = left.pop(tape.below(len(left)))
        text = mutate_code(source, OperatorProvider()[name](), occurrence)
        if text is None:
            continue
        try:
            if compile(text, site.file.name, "exec") == before:
                continue
        except SyntaxError:
            continue
        diff = difflib.unified_diff(source.split("\n"), text.split("\n"), n=0, lineterm="")
        changed = [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        return Mutant(site.file.name, site.line, site.column, name, text, tuple(changed))
    return None
