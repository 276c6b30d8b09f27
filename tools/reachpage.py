"""How to reach each clause: the replay that shows it soonest, or what else proves it.

`rules GAME --reach` lists it; `--markdown` writes docs/rules/<game>_reach.md from the golden
replays, `--check` refuses a stale one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from engine.clauses import PROOFS
from engine.definition import Definition
from replays.visible import spelt
from tools.catalogue import Entry, nearby, proofs_text
from tools.console import paint
from tools.reached import Shown, Way
from tools.rulespage import anchor, escaped, proofs, table, ways_anchor
from tools.text import Doc, columns, plural

# Plies shown before the one that shows the clause.
LEAD = 2
CORPUS = PurePosixPath("replays/corpus")


def reach_document(definition: Definition, entries: Sequence[Entry], shown: Shown) -> Doc:
    """`ruleproof.reach/1`: each clause in catalogue order, with its way or null."""
    clauses = []
    for entry in entries:
        way = shown.get(entry.clause.id)
        clauses.append({
            "id": entry.clause.id, "section": entry.clause.section, "rule": entry.clause.rule,
            "proof": entry.clause.proof, "proven_by": proofs_text(entry),
            "way": None if way is None else _way_dict(way, nearby(Path(way.file))),
        })  # fmt: skip
    return {"schema": "ruleproof.reach/1", "game": definition.name, "clauses": clauses}


def _way_dict(way: Way, file: str) -> Doc:
    """Where a clause is shown: `ply` is null if the set-up shows it, before any ply."""
    return {
        "file": file, "ply": None if way.ply < 0 else way.ply, "row": way.row or None,
        "action": way.action or None, "command": command_of(way, file),
    }  # fmt: skip


def command_of(way: Way, file: str) -> str:
    """The command that shows the clause happen, a few plies before it included."""
    begin = f"--from {max(0, way.ply - LEAD)} " if way.ply > LEAD else ""
    return f"ruleproof replay {spelt(file)} {begin}--to {way.ply + 1}"


def reach_text(document: Doc) -> str:
    """Each clause with its place and the command below it; those that no replay shows last."""
    seen = [item for item in document["clauses"] if item["way"]]
    other = [item for item in document["clauses"] if not item["way"]]
    lines = [paint(f"{len(seen)} of {plural(len(document['clauses']), 'clause')} in play", "bold")]
    for item in seen:
        lines += [f"  {item['id']}  {_place(item['way'])}", f"    {item['way']['command']}"]
    if other:
        lines += ["", paint("by other proof", "bold")]
        lines += columns([(f"  {item['id']}", item["proof"], item["proven_by"]) for item in other])
    return "\n".join([*lines, ""])


def _place(way: Doc) -> str:
    if way["ply"] is None:
        return "set-up"
    return f"ply {way['ply']}, {way['row']}: {way['action']}"


# ---- the page ----


def reach_page(definition: Definition, entries: Sequence[Entry], shown: Shown) -> str:
    """The whole page as Markdown: the register of proofs, with a way to see each clause."""
    name = definition.name
    lines = [
        f"# {definition.title}: how to reach each rule", "",
        f"Written by `ruleproof rules {name} --reach --markdown`; `ruleproof rules {name} --reach "
        f"--check docs/rules/{name}_reach.md` says whether it is up to date.", "",
        "For each clause that play shows: the golden replay that shows it soonest, the ply, what "
        f"was done there, and the command that shows it, with the {LEAD} plies before it. "
        "`--events` adds what happened as facts, and without `--from` the whole way there is "
        f"shown. Other clauses have another proof; `ruleproof rules {name} --explain ID` lists "
        "the whole of it. A way that you ask for, shorter or under other options: `ruleproof find "
        f"{name} --clause ID`.", "",
        *_register(entries, shown),
    ]  # fmt: skip
    sections: dict[str, list[Entry]] = {}
    for entry in entries:
        sections.setdefault(entry.clause.section or "Without a section", []).append(entry)
    for section, found in sections.items():
        lines += [f"## {section}", ""]
        for entry in found:
            lines += [*_way(entry, shown.get(entry.clause.id), name), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _register(entries: Sequence[Entry], shown: Shown) -> list[str]:
    """How many clauses there are of each kind of proof, and how many of them play shows."""
    kinds = Counter(entry.clause.proof for entry in entries)
    seen = Counter(entry.clause.proof for entry in entries if entry.clause.id in shown)
    rows = [(proof, str(kinds[proof]), str(seen[proof])) for proof in PROOFS if kinds[proof]]
    rows.append(("all", str(kinds.total()), str(seen.total())))
    return [table(("proof", "clauses", "shown in play"), rows)]


def _way(entry: Entry, way: Way | None, game: str) -> list[str]:
    """A clause in its words, where it is shown, and the command; or what else proves it."""
    clause = entry.clause
    link = f"[{clause.id}]({game}.md#{anchor(clause.id)})"
    head = f'<a id="{ways_anchor(clause.id)}"></a>**{link}** {escaped(clause.rule)}'
    if way is None:
        return [head, "", f"*By {clause.proof}:* {proofs(entry)}."]
    file = str(CORPUS / game / Path(way.file).name)
    place = f"*Ply {way.ply}*, row `{way.row}`: `{way.action}`" if way.ply >= 0 else "*Set-up*"
    return [head, "", place, "", f"    {command_of(way, file)}"]


# ---- the register of rulings ----


def rulings_page(definition: Definition, document: Doc) -> str:
    """docs/rules/<game>_rulings.md: what the rulebook leaves open and how it is read."""
    name, rulings = definition.name, document["rulings"]
    switched = [item for item in rulings if item["option"] is not None]
    lines = [
        f"# {definition.title}: what the rulebook leaves open", "",
        f"Written by `ruleproof rules {name} --ambiguous --markdown`; `ruleproof rules {name} "
        f"--ambiguous --check docs/rules/{name}_rulings.md` says whether it is up to date.", "",
        f"{plural(len(rulings), 'clause')} needed a ruling; {len(switched)} of them can be "
        f"switched. `ruleproof simulate {name} --compare rulings` says what that changes.", "",
    ]  # fmt: skip
    if switched:
        options = [(_ident(item, name), f"`{item['option']['name']}`",
                    f"`{item['option']['default']}`", escaped(item["option"]["values"]))
                   for item in switched]  # fmt: skip
        lines += ["## Switched by an option", "",
                  table(("clause", "option", "default", "values"), options)]  # fmt: skip
    sections: dict[str, list[Doc]] = {}
    for item in rulings:
        sections.setdefault(item["section"] or "Without a section", []).append(item)
    for section, found in sections.items():
        rows = [(_ident(item, name), escaped(item["ambiguity"] or ""),
                 escaped(item["ruling"] or "")) for item in found]  # fmt: skip
        lines += [f"## {section}", "", table(("clause", "left open", "ruling"), rows)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _ident(item: Doc, game: str) -> str:
    return f"[{item['id']}]({game}.md#{anchor(item['id'])})"
