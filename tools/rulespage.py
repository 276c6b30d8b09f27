"""The page docs/rules/<game>.md: the rules as implemented, and what proves each clause.

Written from the catalogue, the table, the options, the content and the proofs; `rules --markdown`
writes it and `rules --markdown --check` refuses a stale one, so the page cannot drift.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.clauses import PROOFS, Clause
from engine.content import Pack
from engine.definition import Definition
from engine.game import Game
from engine.options import word_of
from tools.catalogue import Entry, proofs_text
from tools.graphs import extract
from tools.mermaid import mermaid_text

ORIGINS = {
    "reference": "values this project chose, because the rulebook prints no cards",
    "rulebook": "values the rulebook states",
    "owner": "values an owner copied from a game at home",
}


def page(game: Game, entries: Sequence[Entry], ways: str = "") -> str:
    """The whole page as Markdown; `entries` in catalogue order, `ways` the page beside it that
    says how to reach each clause, if there is one."""
    definition = game.definition
    parts = [
        _opening(definition, entries),
        _how_it_runs(game),
        _options(definition),
        _chapters(entries, ways),
        _content(definition.reference, definition),
        _unreached(definition),
        _not_modelled(definition, entries),
    ]
    return "\n".join(part for part in parts if part)


def _opening(definition: Definition, entries: Sequence[Entry]) -> str:
    name = definition.name
    counts = [
        f"{sum(entry.clause.proof == proof for entry in entries)} by {proof}" for proof in PROOFS
        if any(entry.clause.proof == proof for entry in entries)
    ]  # fmt: skip
    unproven = [entry.clause.id for entry in entries if not entry.proven_by]
    bare = f"Without a proof: {', '.join(unproven)}." if unproven else "None is without a proof."
    seats = " to ".join(str(n) for n in dict.fromkeys(definition.players))
    return (
        f"# {definition.title}: the rules as implemented\n\n"
        f"{definition.text}\n\n"
        f"Written by `ruleproof rules {name} --markdown`; `ruleproof rules {name} --markdown "
        f"--check docs/rules/{name}.md` says whether it is up to date. Every sentence is our own; "
        "the rulebook is its publisher's.\n\n"
        f"- Players: {seats}. Rules version {definition.rules_version}, content "
        f"`{definition.reference.id}`.\n"
        f"- {len(entries)} clauses: {', '.join(counts)}. {bare}\n"
        f"- {len(definition.phases)} rows, {sum(len(p.exits) for p in definition.phases)} exits, "
        f"{len(definition.verbs)} verbs, {len(definition.events)} kinds of event.\n"
    )


def _how_it_runs(game: Game) -> str:
    text, notes = mermaid_text(extract(game))
    said = "".join(f"{note}.\n\n" for note in notes)
    return (
        "## How a game runs\n\n"
        "Round boxes: a player chooses. Six-sided: dice or cards decide. Square: run through at "
        "once. Double-sided: the game is over. After an action the exits of its row are tried in "
        "the order of their numbers; a free action leaves the row as it is.\n\n"
        f"{said}```mermaid\n{text}```\n"
    )


def _options(definition: Definition) -> str:
    rows = []
    for option in definition.all_options:
        domain = option.describe().removeprefix("one of ")
        clause = f"[{option.clause}](#{anchor(option.clause)})" if option.clause else ""
        rows.append((f"`{option.name}`", f"`{word_of(option.default)}`", domain, clause,
                     option.text))  # fmt: skip
    lines = table(("option", "default", "values", "clause", "decides"), rows)
    return f"## Options\n\nAll of them stand in every replay.\n\n{lines}"


def _chapters(entries: Sequence[Entry], ways: str) -> str:
    """Clauses by section of the rulebook, inside by chapter, both in order of appearance."""
    lines = ["## Clauses", ""]
    sections: dict[str, dict[str, list[Entry]]] = {}
    for entry in entries:
        chapters = sections.setdefault(entry.clause.section or "Without a section", {})
        chapters.setdefault(entry.clause.chapter, []).append(entry)
    for section, chapters in sections.items():
        lines += [f"### {section}", ""]
        for chapter, found in chapters.items():
            if chapter:
                lines += [f"#### {chapter}", ""]
            for entry in found:
                lines += [*_clause(entry, ways), ""]
    return "\n".join(lines)


def _clause(entry: Entry, ways: str) -> list[str]:
    clause = entry.clause
    where = f" · rows {', '.join(f'`{row}`' for row in clause.rows)}" if clause.rows else ""
    source = "" if clause.source == "rulebook" else f" · {clause.source}"
    lines = [f'<a id="{anchor(clause.id)}"></a>**{clause.id}** · {clause.proof}{where}{source}', ""]
    lines += [escaped(clause.rule), ""]
    if clause.ambiguity:
        lines.append(f"- *Left open:* {escaped(clause.ambiguity)}")
    if clause.ruling:
        lines.append(f"- *Ruling:* {escaped(clause.ruling)}{_switch(clause)}")
    if clause.same_as:
        lines.append(f"- *Says the same as* [{clause.same_as}](#{anchor(clause.same_as)})")
    if entry.code:
        lines.append(f"- *Code:* {_code(entry)}")
    seen = f" · [see it]({ways}#{ways_anchor(clause.id)})" if ways else ""
    lines.append(f"- *Proven by:* {proofs(entry)}{seen}")
    return lines


def _switch(clause: Clause) -> str:
    return f" Option `{clause.option}` switches it." if clause.option else ""


def proofs(entry: Entry) -> str:
    """What proves a clause, in a line, its signs safe; without counts, which move."""
    if not entry.proven_by:
        return "nothing yet"
    return escaped(re.sub(r" \([\d,]+ evaluations?\)", "", proofs_text(entry)))


def _code(entry: Entry) -> str:
    """The rows, verbs, events and files that carry a clause; no line numbers, which move."""
    places = dict.fromkeys(re.sub(r":\d+$", "", place) for place in entry.code)
    return ", ".join(f"`{place}`" for place in places)


def _content(pack: Pack, definition: Definition) -> str:
    origin = ORIGINS.get(str(pack.meta.get("origin")), "")
    lines = ["## Content", "", f"Pack `{pack.id}` ({pack.label}): {origin}.", ""]
    if pack.constants:
        rows = [(f"`{key}`", cell(value)) for key, value in pack.constants.items()]
        lines += [table(("number", "value"), rows)]
    for name, kind in definition.schema.tables.items():
        rows_of = pack.rows_of(name)
        if rows_of:
            fields = [key for key in kind.fields if any(key in row for row in rows_of)]
            lines += [f"### {name}", "", _content_table(rows_of, fields)]
    return "\n".join(lines)


def _content_table(rows: Sequence[Mapping[str, object]], fields: Sequence[str]) -> str:
    head = ["id", *fields]
    body = [[f"`{row['id']}`", *(cell(row.get(key)) for key in fields)] for row in rows]
    if any("text" in row for row in rows):
        head.append("in our words")
        for line, row in zip(body, rows, strict=True):
            line.append(cell(row.get("text")))
    return table(head, body)


def _unreached(definition: Definition) -> str:
    if not definition.unreached:
        return ""
    rows = [(escaped(item), escaped(why)) for item, why in definition.unreached]
    return (
        "## Not reached with the reference content\n\nIt can be run, by a scenario or with "
        f"another pack; no game with this pack comes to it.\n\n{table(('what', 'why'), rows)}"
    )


def _not_modelled(definition: Definition, entries: Iterable[Entry]) -> str:
    rows = [(escaped(what), escaped(why)) for what, why in definition.not_modelled]
    bare = [entry.clause for entry in entries if entry.clause.proof == "none"]
    rows += [(f"[{clause.id}](#{anchor(clause.id)})", escaped(clause.rule)) for clause in bare]
    if not rows:
        return ""
    return f"## Not modelled\n\nNothing of this can be run.\n\n{table(('what', 'why'), rows)}"


# ---- Markdown ----


def anchor(ident: str) -> str:
    """The place of a clause on its page."""
    return ident.lower()


def ways_anchor(ident: str) -> str:
    """The place of a clause on the page that says how to reach it."""
    return f"reach-{anchor(ident)}"


def escaped(text: str) -> str:
    """Prose on one line, its signs safe in Markdown; in code spans only the bar is a sign."""
    parts = " ".join(text.split()).split("`")
    if len(parts) % 2 == 0:
        return re.sub(r"([\\*_<>|`])", r"\\\1", "`".join(parts))
    for index, part in enumerate(parts):
        signs = r"(\|)" if index % 2 else r"([\\*_<>|])"
        parts[index] = re.sub(signs, r"\\\1", part)
    return "`".join(parts)


def cell(value: object) -> str:
    """A value of a content pack as one cell: lists with commas, tables as `key value`."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {cell(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "; ".join(cell(item) for item in value)
    return escaped(str(value))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [list(head), ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
