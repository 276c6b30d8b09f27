"""The back of a game's box: what `ruleproof games` tells, as JSON documents and as text."""

from __future__ import annotations

from engine import policies, registry
from engine.actions import Verb
from engine.errors import EngineError
from engine.game import Game
from engine.options import Option, word_of
from engine.phases import Phase
from tools import console
from tools.errors import nothing
from tools.text import Doc, columns, plural, wrapped
from tools.vocabulary import words_of


def shelf(foreign: bool) -> Doc:
    """`ruleproof.games/1`: every registered game; a plug-in that does not load says why."""
    games: list[Doc] = []
    for name in registry.games(foreign):
        try:
            found = registry.definition(name, foreign)
            games.append({
                "name": name, "title": found.title, "players": list(found.players),
                "rules_version": found.rules_version, "content": found.reference.id,
                "clauses": len(found.clauses), "error": None,
            })  # fmt: skip
        except (EngineError, ImportError) as error:
            games.append({"name": name, "error": str(error)})
    if not games:
        raise nothing("no game is registered; install ruleproof itself: pip install -e .")
    return {"schema": "ruleproof.games/1", "games": games}


def shelf_text(found: Doc) -> str:
    """The list of games."""
    rows = [("game", "title", "players", "rules", "content", "clauses")]
    broken: list[str] = []
    for game in found["games"]:
        if game["error"]:
            broken.append(f"{game['name']}: {game['error']}")
            continue
        low, high = game["players"]
        rows.append((
            game["name"], game["title"], str(low) if low == high else f"{low}-{high}",
            f"v{game['rules_version']}", game["content"], str(game["clauses"]),
        ))  # fmt: skip
    lines = columns(rows, head=True)
    lines += [console.paint("cannot be loaded: ", "red") + text for text in broken]
    return "\n".join(lines) + "\n"


def back(name: str, foreign: bool) -> Doc:
    """`ruleproof.game/1`: one game's options, players, content, rows, verbs and vocabulary."""
    found = registry.definition(name, foreign)
    game, pack = Game(found), found.reference
    return {
        "schema": "ruleproof.game/1",
        "name": name, "title": found.title, "text": found.text,
        "players": list(found.players), "rules_version": found.rules_version,
        "ruleset": game.ruleset_digest.hex(), "clauses": len(found.clauses),
        "policies": list(policies.names(game)),
        "content": {
            "id": pack.id, "label": pack.label, "digest": pack.digest.hex(),
            "tables": {table: len(pack.rows_of(table)) for table in found.schema.tables},
        },
        "options": [_option(option) for option in found.all_options],
        "rows": [_row(phase, game) for phase in found.phases],
        "verbs": [_verb(verb) for verb in found.verbs],
        "not_modelled": [{"what": what, "why": why} for what, why in found.not_modelled],
        **words_of(game),
    }  # fmt: skip


def _option(option: Option) -> Doc:
    return {
        "name": option.name, "default": option.default, "domain": list(option.domain),
        "range": option.whole, "clause": option.clause, "text": option.text,
        "words": option.describe(),
    }  # fmt: skip


def actor_of(phase: Phase) -> str:
    """Who acts in a row, as a word."""
    if callable(phase.actor):
        return phase.actor.__name__
    return "end" if phase.end else phase.actor


def _row(phase: Phase, game: Game) -> Doc:
    return {
        "name": phase.name, "clause": phase.clause, "actor": actor_of(phase), "text": phase.text,
        "verbs": list(phase.verbs), "free": list(phase.free), "needs": phase.needs,
        "in_force": game.meets(phase.needs),
        "exits": [
            {"when": e.label, "to": e.target, "clauses": list(e.clauses)} for e in phase.exits
        ],
    }  # fmt: skip


def _verb(verb: Verb) -> Doc:
    return {
        "name": verb.name, "clause": verb.clause, "chance": verb.chance is not None,
        "text": " ".join(verb.doc.split()),
        "domains": [{"name": d.name, "size": d.size} for d in verb.domains],
    }  # fmt: skip


def back_text(found: Doc) -> str:
    """One game in full."""
    low, high = found["players"]
    content = found["content"]
    tables = ", ".join(f"{count} {name}" for name, count in content["tables"].items())
    lines = [console.paint(found["title"], "bold") + f"  ({found['name']})"]
    lines += wrapped(found["text"])
    lines += ["", *columns([
        ("players", str(low) if low == high else f"{low} to {high}"),
        ("rules", f"v{found['rules_version']}, ruleset {found['ruleset']}, "
                  + plural(found["clauses"], "clause")),
        ("content", f"{content['id']} {content['digest']}"),
        ("", content["label"] + (f" – {tables}" if tables else "")),
        ("policies", ", ".join(found["policies"])),
    ])]  # fmt: skip
    lines += ["", console.paint("Options", "bold") + "  (--option NAME=VALUE)"]
    lines += columns([
        (f"  {o['name']}", word_of(o["default"]), o["words"].rpartition(", default")[0]
         or o["words"], o["clause"], o["text"]) for o in found["options"]
    ])  # fmt: skip
    lines += ["", console.paint("Rows", "bold") + "  (who acts, what may be done, where it leads)"]
    for row in found["rows"]:
        lines += _row_lines(row)
    lines += ["", console.paint("Verbs", "bold")]
    lines += columns([
        ("  " + " ".join([v["name"], *(d["name"].upper() for d in v["domains"])]),
         v["clause"], v["text"]) for v in found["verbs"]
    ])  # fmt: skip
    if found["not_modelled"]:
        lines += ["", console.paint("Not modelled", "bold")]
        lines += columns([(f"  {n['what']}", n["why"]) for n in found["not_modelled"]])
    lines += ["", f"Fields, events, name tables: ruleproof games {found['name']} --vocabulary"]
    return "\n".join(lines) + "\n"


def _row_lines(row: Doc) -> list[str]:
    off = "" if row["in_force"] else f"  [off: needs {row['needs']}]"
    free = [f"{verb} (free)" for verb in row["free"]]
    head = f"  {row['name']}  {row['actor']}  {', '.join([*row['verbs'], *free])}".rstrip()
    lines = [head + "  " + console.paint(row["clause"], "dim") + off]
    lines += [f"      {e['when'].replace('_', ' ')} -> {e['to']}" for e in row["exits"]]
    return lines
