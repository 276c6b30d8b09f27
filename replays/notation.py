"""Exports as text: JSON, NDJSON, and a notation for people; each is read back as it was written.

In the notation the head is `name: value` (JSON values), a ply `number row actor action #witness`;
`=` closes a block with its digest, `!` is a mark, `end`, `game` and `closing` are what they say.
Row and actor are for the reader; the action alone is read back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from replays.entries import BLOCK, CLOSING, END, GAME, MARK, PLY, SCHEMA, VIEW, Entry
from replays.errors import BadText, ViewOnly
from replays.visible import visible_json

FORMS = ("json", "ndjson", "text")
TITLE = "# A game in words, by `ruleproof export`; `ruleproof import` makes the replay of it."
VIEW_TITLE = "# A view: what seat {} could know of this game. It is no replay and cannot be one."
LINE = re.compile(r" *(\d+)  (\S+) +(\S+) +(.*?)(?:  +#([0-9a-f]{2}))?\Z")
HEAD = re.compile(r"([a-z_]+): (.*)\Z")
CHANCE = "chance"
ROW_WIDE, WHO_WIDE, ACTION_WIDE = 16, 7, 34
Parsed = tuple[dict[str, object], list[Entry]]


def _json(value: object) -> str:
    return visible_json(json.dumps(value, ensure_ascii=False, sort_keys=True))


def who(player: object) -> str:
    """The actor of a ply as the notation has it."""
    return CHANCE if player == -1 else f"seat{player}"


# ---- writing ----


def written(form: str, head: Mapping[str, object], entries: Iterable[Entry]) -> str:
    """The whole export in one of FORMS."""
    if form == "json":
        whole = {**head, "entries": list(entries)}
        text = json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1)
        return visible_json(text) + "\n"
    if form == "ndjson":
        return "".join(_json(entry) + "\n" for entry in ({"kind": "head", **head}, *entries))
    return "\n".join(_lines(head, entries)) + "\n"


def _lines(head: Mapping[str, object], entries: Iterable[Entry]) -> list[str]:
    seat = head[VIEW]
    lines = [TITLE if seat is None else VIEW_TITLE.format(seat)]
    lines += [f"{key}: {_json(value)}" for key, value in head.items()]
    return [*lines, "", *map(_line, entries)]


def _line(entry: Entry) -> str:
    kind = entry["kind"]
    if kind == PLY and "ply" in entry:
        text = f"{entry['ply']:>5}  {entry['row']:<{ROW_WIDE}} {who(entry['player']):<{WHO_WIDE}} "
        action = str(entry["action"])
        mark = entry["witness"]
        return text + (action if mark is None else f"{action:<{ACTION_WIDE}}  #{mark}")
    if kind == BLOCK:
        return f"= {entry['digest'] or '-'}"
    if kind == MARK:
        text = "" if entry["text"] is None else f" {_json(entry['text'])}"
        return f"! {entry['mark']} {entry['ply']}{text}"
    rest = {key: value for key, value in entry.items() if key != "kind"}
    return f"{kind} {_json(rest)}"


# ---- reading ----


def parsed(text: str) -> Parsed:
    """Head and entries of any export; BadText with the line, ViewOnly for a view."""
    if text.startswith("#"):
        return _of_notation(text.split("\n"))
    if text.startswith("{\n"):
        whole = _loads(text, "the document")
        entries = whole.pop("entries", None)
        if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
            raise BadText("the document has no list of entries")
        return whole, entries
    lines = [_loads(line, f"line {n}") for n, line in enumerate(text.split("\n"), 1) if line]
    if not lines or lines[0].pop("kind", "") != "head":
        raise BadText("the text is no export of ours: neither JSON, NDJSON nor the notation")
    return lines[0], lines[1:]


def _loads(text: str, place: str) -> Entry:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadText(f"{place} is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadText(f"{place} is no JSON object")
    return found


def _of_notation(lines: Sequence[str]) -> Parsed:
    head: dict[str, object] = {}
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        found = HEAD.match(line)
        if not line or line.startswith("#"):
            continue
        if found is not None and not entries:
            head[found[1]] = _loads(f'{{"value": {found[2]}}}', f"line {number}")["value"]
            if found[1] == VIEW and head[VIEW] is not None:
                raise ViewOnly(f"this is what seat {head[VIEW]} could know, not the game")
        else:
            entries.append(_entry(line, number))
    if head.get("schema") != SCHEMA:
        raise BadText(f"the head has schema {head.get('schema')!r}, expected {SCHEMA!r}")
    return head, entries


def _entry(line: str, number: int) -> Entry:
    ply = LINE.match(line)
    if ply is not None:
        player = -1 if ply[3] == CHANCE else ply[3].removeprefix("seat")
        return {"kind": PLY, "ply": int(ply[1]), "row": ply[2], "player": player,
                "action": ply[4].rstrip(), "witness": ply[5]}  # fmt: skip
    kind, _, rest = line.partition(" ")
    if kind == "=":
        return {"kind": BLOCK, "digest": None if rest == "-" else rest}
    if kind == "!":
        word, _, told = rest.partition(" ")
        place, _, text = told.partition(" ")
        if place.isdigit():
            value = _loads(f'{{"text": {text or "null"}}}', f"line {number}")["text"]
            return {"kind": MARK, "mark": word, "ply": int(place), "text": value}
    if kind in (GAME, END, CLOSING):
        return {"kind": kind, **_loads(rest, f"line {number}")}
    raise BadText(f"line {number} is no line of the notation: {line[:60]!r}")
