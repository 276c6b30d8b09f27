"""The words of a game: its state's fields, its events with their facts, its tasks, its name tables.

They are what a scenario may name (docs/scenarios.md), and what properties read.
"""

from __future__ import annotations

from engine.agenda import Ask, Kind
from engine.events import Event
from engine.fields import Field
from engine.game import Game
from tools import console
from tools.text import Doc, columns, wrapped

AGENDA = "agenda"
ROW = "phase"  # a scenario gives it as `row`, by name


def words_of(game: Game) -> Doc:
    """The part of `ruleproof.game/1` with `fields`, `events`, `tasks` and `names`."""
    found = game.definition
    return {
        "fields": [_field(name, kind) for name, kind in found.state.FIELDS if name != ROW],
        "events": [_event(event, game) for event in found.events],
        "tasks": [_task(kind) for kind in found.tasks],
        "names": {table: list(words) for table, words in game.rules.names.items()},
    }


def _field(name: str, kind: Field) -> Doc:
    by = "seat" if kind.seats() else getattr(kind, "of", "")
    return {
        "name": name, "kind": AGENDA if name == AGENDA else kind.form, "by": by,
        "names": kind.names, "see": kind.see, "life": kind.life, "clause": kind.clause,
    }  # fmt: skip


def _facts(names: tuple[str, ...], tables: tuple[str, ...]) -> list[Doc]:
    return [{"name": name, "names": table} for name, table in zip(names, tables, strict=True)]


def _event(event: Event, game: Game) -> Doc:
    return {
        "kind": event.kind, "facts": _facts(event.facts, event.tables),
        "clauses": [{"id": ident, "always": ident in event.always} for ident in event.clauses],
        "needs": event.needs, "in_force": game.meets(event.needs),
    }  # fmt: skip


def _task(kind: Kind) -> Doc:
    names = tuple(fact.partition(":")[0] for fact in kind.facts)
    return {
        "name": kind.name, "asks": isinstance(kind, Ask), "text": kind.text,
        "facts": _facts(names, kind.tables),
    }  # fmt: skip


# ---- text ----


def vocabulary_text(found: Doc) -> str:
    """Fields, events, tasks and name tables for people."""
    lines = [console.paint(found["title"], "bold") + f"  ({found['name']})"]
    lines += _section("Fields", "as [given] and claims of a scenario write them, beside `row`")
    rows = [("  field", "kind", "words of", "seen by", "clause")]
    rows += [(f"  {f['name']}", _kind(f), f["names"] or "-", f["see"], f["clause"])
             for f in found["fields"]]  # fmt: skip
    lines += columns(rows, head=True)
    lines += _section("Events", "facts, with the name table of their words; clauses they prove, "
                      "with `?` where the facts decide")  # fmt: skip
    lines += columns([(f"  {e['kind']}", _told(e)) for e in found["events"]])
    if found["tasks"]:
        lines += _section("Tasks", "of the agenda, each with its numbers or their words")
        lines += columns([
            (f"  {t['name']}", _listed(t["facts"]) or "-", "asks" if t["asks"] else "runs",
             t["text"].replace("_", " ")) for t in found["tasks"]
        ])  # fmt: skip
    lines += _section("Name tables", "-1 is `none`")
    for table, words in found["names"].items():
        first, *more = wrapped(", ".join(words), " " * 6) or [""]
        lines += [f"  {table}", first, *more]
    return "\n".join(lines) + "\n"


def _section(title: str, what: str) -> list[str]:
    return ["", console.paint(title, "bold") + f"  ({what})"]


def _kind(field: Doc) -> str:
    by = f" a {field['by']}" if field["by"] == "seat" else f" by {field['by']}"
    return field["kind"] + (by if field["by"] else "")


def _listed(facts: list[Doc]) -> str:
    """`enemy:enemy, left, undead:flag`."""
    return ", ".join(f["name"] + (f":{f['names']}" if f["names"] else "") for f in facts)


def _told(event: Doc) -> str:
    always = [clause["id"] for clause in event["clauses"] if clause["always"]]
    at_times = [clause["id"] for clause in event["clauses"] if not clause["always"]]
    told = _listed(event["facts"]) or "no facts"
    if event["clauses"]:
        told += f"  [{', '.join([*always, *(f'?{ident}' for ident in at_times)])}]"
    return told if event["in_force"] else f"{told}  [off: needs {event['needs']}]"
