"""A replay, or two, as one HTML file that needs nothing else: the frame, the data, the policy.

The page is made of `page/view.html`, `.css` and `.js`.  Nothing in it may be loaded or run but that
one style and that one script, each named by its digest.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from string import Template

from replays.visible import visible
from tools.atoms import Ledger, board, board_changes
from tools.moments import Moment, Track, shared
from tools.pagelist import cited, clauses_html, list_html

POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'"
)
ONE = {"ply": "a ply", "entry": "an entry"}
SIDES = ("", "b.")  # what stands before the addresses of the first and the second game


@dataclass(frozen=True)
class Side:
    """One game of a page: its name, what it says of itself, its moments, what is wrong with it."""

    name: str
    facts: tuple[tuple[str, str], ...]
    track: Track
    wrong: str = ""


@dataclass(frozen=True)
class Page:
    """What stands on a page: one side or two; `parting` says how two part, `at` which moment."""

    title: str
    lead: str
    sides: tuple[Side, ...]
    parting: str = ""
    at: int | None = None
    unit: tuple[str, str] = ("ply", "plies")


def html(page: Page) -> str:
    """The whole file; the same page is the same text."""
    style, script = _part("view.css"), _part("view.js")
    catalogue = page.sides[0].track.game.definition.clauses
    moments = [moment for side in page.sides for moment in side.track.moments]
    policy = POLICY.format(script=_digest(script), style=_digest(style))
    text = Template(_part("view.html")).substitute(
        policy=escape(policy), style=style, script=script, title=escape(page.title),
        lead=escape(page.lead), facts=_facts(page), wrong=_wrong(page), lists=_lists(page),
        clauses=clauses_html(cited(moments, catalogue), catalogue),
        unit=page.unit[0], units=page.unit[1], one=ONE[page.unit[0]],
        data=_json(_seen(_data(page))),
    )  # fmt: skip
    return visible(text)


def _seen(value: object) -> object:
    """Data for the script, unseen signs of its texts as escapes."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, Mapping):
        return {_seen(key): _seen(item) for key, item in value.items()}
    return [_seen(item) for item in value] if isinstance(value, list | tuple) else value


def _part(name: str) -> str:
    return files("tools").joinpath("page", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _json(value: object) -> str:
    """JSON that may stand in a script element: no `<`, `>` or `&`, whatever it says."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


# ---- what stands in the page itself ----


def _facts(page: Page) -> str:
    found = []
    for side in page.sides:
        rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>"
                       for name, text in side.facts)  # fmt: skip
        head = f"<h2>{escape(side.name)}</h2>" if len(page.sides) > 1 else ""
        found.append(f"{head}<dl>{rows}</dl>")
    return "\n".join(found)


def _wrong(page: Page) -> str:
    """What a reader must know first: where a file and the rules part, how two games do."""
    found = [f'<pre class="wrong">{escape(side.wrong)}</pre>' for side in page.sides if side.wrong]
    if page.parting:
        found.append(f'<pre class="parting">{escape(page.parting)}</pre>')
    return "\n".join(found)


def _lists(page: Page) -> str:
    first = page.sides[0]
    if len(page.sides) == 1:
        return list_html(first.track.moments, None, "", f"All {page.unit[1]}") + _end(first)
    same = shared(page.sides[0].track, page.sides[1].track)
    both = list_html(first.track.moments[:same], None, "", "Both")
    found = ["<h3 class=side>Both</h3>", both] if same else []
    for side, mark in zip(page.sides, SIDES, strict=False):
        moments = side.track.moments
        found.append(f"<h3 class=side>{escape(side.name)}</h3>")
        if moments[same:]:
            found.append(list_html(moments[same:], moments[same - 1] if same else None, mark,
                                   side.name))  # fmt: skip
        found.append(_end(side))
    return "\n".join(found)


def _end(side: Side) -> str:
    look = "end parted" if side.track.parted else "end"
    return f'<p class="{look}">{escape(side.track.end)}</p>'


# ---- what the script reads ----


def _data(page: Page) -> dict[str, object]:
    """The states as a first one and changes, of the second game from where it is another."""
    tracks = [side.track for side in page.sides]
    ledger = Ledger(moment.shown for track in tracks for moment in track.moments)
    same = shared(*tracks) if len(tracks) > 1 else 0
    first = tracks[0].moments
    sides = [_side(side, ledger, SIDES[number], same if number else 0, first)
             for number, side in enumerate(page.sides)]  # fmt: skip
    chart = first[0].chart
    return {
        "atoms": ledger.as_list(), "same": same,
        "board": None if chart is None else board(chart), "sides": sides, "parting": page.at,
        "unit": page.unit[0], "units": page.unit[1],
    }  # fmt: skip


def _side(
    side: Side, ledger: Ledger, mark: str, start: int, first: Sequence[Moment]
) -> dict[str, object]:  # fmt: skip
    moments = side.track.moments
    before = first[start - 1] if start else None
    states: list[object] = []
    boards: list[object] = []
    for moment in moments[start:]:
        states.append(ledger.changes(before.shown if before else {}, moment.shown))
        if moment.chart is not None:
            boards.append(board_changes(before.chart if before else None, moment.chart))
        before = moment
    return {
        "name": side.name, "mark": mark, "states": states, "boards": boards,
        "phases": [[name, len(list(run))] for name, run in groupby(m.phase for m in moments)],
        "rounds": _rounds(moments), "end": side.track.end, "parted": side.track.parted,
        "findings": [n for n, m in enumerate(moments) if m.findings],
    }  # fmt: skip


def _rounds(moments: Sequence[Moment]) -> list[object]:
    """Flat: the moment at which a round (level, day, turn) begins, its name, and so on."""
    found: list[object] = []
    last = ""
    for number, moment in enumerate(moments):
        if moment.round and moment.round != last:
            last = moment.round
            found += [number, last]
    return found
