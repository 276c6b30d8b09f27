"""The clause catalogue with what proves each clause, as documents and as text.

`{"id", "proof", "rows", "code", "proven_by"}` come from `properties.proof`; the words of a clause
from the catalogue of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from engine.clauses import Clause
from engine.definition import Definition
from engine.options import Option, word_of
from properties.proof import proofs
from replays.corpus import golden
from replays.visible import spelt
from tools.console import paint
from tools.text import Doc, columns, plural, wrapped

REFS_SHOWN = 3


@dataclass(frozen=True)
class Entry:
    """A clause, the code that carries it, and (kind, reference) of everything that proves it."""

    clause: Clause
    code: tuple[str, ...]
    proven_by: tuple[tuple[str, str], ...]

    @property
    def open(self) -> bool:
        """Whether a proof is missing, or the code of a clause that can be run."""
        return not self.proven_by or not (self.code or self.clause.proof == "none")

    def as_dict(self) -> Doc:
        """The entry of `ruleproof.rules/1`."""
        return {
            "id": self.clause.id,
            "proof": self.clause.proof,
            "rows": list(self.clause.rows),
            "code": list(self.code),
            "proven_by": [{"kind": kind, "ref": ref} for kind, ref in self.proven_by],
        }


def entries_of(definition: Definition) -> tuple[list[Entry], list[str]]:
    """(every clause in catalogue order with its code and proofs, what failed to prove anything)."""
    known = proofs(definition.name)
    found = {str(item["id"]): item for item in known.clauses}
    entries = []
    for clause in definition.clauses:
        code = cast(list[str], found[clause.id]["code"])
        proven = cast(list[dict[str, str]], found[clause.id]["proven_by"])
        refs = tuple((proof["kind"], proof["ref"]) for proof in proven)
        entries.append(Entry(clause, tuple(code), refs))
    return entries, list(known.notes)


def rules_document(game: str, entries: Sequence[Entry]) -> Doc:
    """`ruleproof.rules/1`."""
    clauses = [entry.as_dict() for entry in entries]
    return {"schema": "ruleproof.rules/1", "game": game, "clauses": clauses}


# ---- the catalogue as text ----


def catalogue_text(title: str, entries: Sequence[Entry]) -> str:
    """A line a clause under its section: id, proof, the rule, what proves it."""
    lines = [paint(title, "bold"), ""]
    if not entries:
        return "\n".join([*lines, "every clause has its proof and its code", ""])
    section = ""
    for entry in entries:
        if entry.clause.section != section:
            section = entry.clause.section
            lines += [paint(section, "bold")]
        lines += _entry_lines(entry)
    kinds = Counter(entry.clause.proof for entry in entries)
    told = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    bare = sum(not entry.proven_by for entry in entries)
    uncoded = sum(entry.open for entry in entries) - bare
    end = f"{plural(len(entries), 'clause')} ({told}), {bare} unproven"
    return "\n".join([*lines, "", end + (f", {uncoded} without code" if uncoded else ""), ""])


def _entry_lines(entry: Entry) -> list[str]:
    clause = entry.clause
    head = f"  {clause.id}  {paint(clause.proof, 'dim')}"
    mark = proofs_text(entry) if entry.proven_by else paint("unproven", "red")
    return [f"{head}  {mark}", *wrapped(clause.rule, "      ")]


def proofs_text(entry: Entry) -> str:
    """What proves a clause, alike references together: `scenario THS-05, THS-07; replay …`."""
    sources: dict[str, list[str]] = {}
    for _, ref in entry.proven_by:
        source, _, name = ref.partition(" ")
        sources.setdefault(source, []).append(name)
    told = []
    for source, names in sources.items():
        more = f" +{len(names) - REFS_SHOWN}" if len(names) > REFS_SHOWN else ""
        told.append(f"{source} {', '.join(names[:REFS_SHOWN])}{more}")
    return "; ".join(told) or "unproven"


def replay_of(entry: Entry) -> str:
    """The command that shows a golden replay reaching this clause; empty if none does."""
    for _, ref in entry.proven_by:
        found = re.fullmatch(r"replay (\S+) (?:ply|position) (\d+)", ref)
        if found:
            paths = [path for path in golden() if path.name == found[1]]
            place = nearby(paths[0]) if paths else found[1]
            return f"ruleproof replay {spelt(place)} --to {int(found[2]) + 1}"
    return ""


def nearby(path: Path) -> str:
    """A path from here where that is shorter."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


# ---- rulings ----


def rulings_document(definition: Definition, entries: Sequence[Entry]) -> Doc:
    """`ruleproof.rulings/1`: what the rulebook leaves open, how it is read, what switches it."""
    options = {option.name: option for option in definition.options}
    found = []
    for entry in entries:
        clause = entry.clause
        if clause.ambiguity or clause.ruling:
            option = options.get(clause.option)
            found.append({
                "id": clause.id, "section": clause.section, "rule": clause.rule,
                "ambiguity": clause.ambiguity, "ruling": clause.ruling,
                "option": None if option is None else _option_dict(option),
            })  # fmt: skip
    return {"schema": "ruleproof.rulings/1", "game": definition.name, "rulings": found}


def _option_dict(option: Option) -> Doc:
    return {
        "name": option.name, "default": word_of(option.default), "values": option.describe(),
    }  # fmt: skip


def rulings_text(document: Doc) -> str:
    """The rulings for people, those an option switches first."""
    rulings = sorted(document["rulings"], key=lambda item: item["option"] is None)
    switched = sum(item["option"] is not None for item in rulings)
    lines = [f"{plural(len(rulings), 'ruling')}, {switched} of them switched by an option", ""]
    for item in rulings:
        lines.append(f"{paint(item['id'], 'bold')}  {paint(item['section'], 'dim')}")
        lines += wrapped(item["rule"], "    ")
        for name in ("ambiguity", "ruling"):
            if item[name]:
                label = {"ambiguity": "left open: ", "ruling": "ruling: "}[name]
                lines += wrapped(label + item[name], "    ")
        if item["option"] is not None:
            lines.append(f"    option {item['option']['name']}: {item['option']['values']}")
        lines.append("")
    return "\n".join(lines)


# ---- one clause ----


def clause_document(definition: Definition, entry: Entry) -> Doc:
    """`ruleproof.clause/1`: everything known of one clause."""
    clause = entry.clause
    options = {option.name: option for option in definition.options}
    option = options.get(clause.option)
    words = {
        name: getattr(clause, name) or None
        for name in ("section", "chapter", "kind", "rule", "ambiguity", "ruling", "same_as",
                     "observe", "invariant", "source", "needs")
    }  # fmt: skip
    return {
        "schema": "ruleproof.clause/1", "game": definition.name, **words, **entry.as_dict(),
        "option": None if option is None else _option_dict(option),
        "replay": replay_of(entry) or None,
    }  # fmt: skip


def clause_text(document: Doc) -> str:
    """One clause for people: rule, ruling, code, proofs, and a replay that reaches it."""
    lines = [f"{paint(document['id'], 'bold')}  {document['section'] or ''}", ""]
    lines += [*wrapped(document["rule"], "  "), ""]
    rows = []
    for name in ("ambiguity", "ruling", "same_as", "observe", "invariant", "needs"):
        if document[name]:
            rows.append((name.replace("_", " "), document[name]))
    if document["option"] is not None:
        rows.append(("option", f"{document['option']['name']}: {document['option']['values']}"))
    rows.append(("rows", ", ".join(document["rows"]) or "none"))
    rows.append(("proof", f"{document['proof']} is what can prove it"))
    for name, text in rows:
        body = wrapped(text, " " * 13)
        lines += [f"  {name:<11}" + body[0].strip(), *body[1:]]
    lines += ["", "  code", *(f"    {place}" for place in document["code"])]
    proven = [(proof["kind"], proof["ref"]) for proof in document["proven_by"]]
    lines += ["", "  proven by", *(f"    {line}" for line in columns(proven))]
    if not proven:
        lines.append(f"    {paint('nothing yet', 'red')}")
    if document["replay"]:
        lines += ["", f"  see it: {document['replay']}"]
    return "\n".join([*lines, ""])
