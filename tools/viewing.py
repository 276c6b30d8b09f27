"""What `ruleproof view` was asked for: one replay or two, whole or as one seat could know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.options import word_of
from replays.diff import diff_lines, headers_apart
from replays.parting import Parting
from replays.reader import Loader
from replays.records import Header
from replays.verdict import CORRUPT, DIVERGED, UNSUPPORTED
from replays.view import view_head
from replays.visible import visible
from tools.errors import Usage
from tools.exporting import seat_of
from tools.failures import FINDING
from tools.inputs import STDIN, advice, single
from tools.moments import shared, told_to, told_whole
from tools.page import Page, Side, html
from tools.setup import replay_loader
from tools.text import plural
from tools.transcript import Told, open_game

LETTERS = "AB"
OPEN = ("content", "option")  # what two headers may differ in that every seat knows


@dataclass(frozen=True)
class Viewed:
    """The page, the games on it, and how many moments break a property."""

    text: str
    told: tuple[Told, ...]
    findings: int

    @property
    def exit_code(self) -> int:
        """As of `replay`; 1 too if a property is broken."""
        codes = [told.exit_code for told in self.told]
        return max([*codes, FINDING if self.findings else 0])


def viewed(
    files: Sequence[str], who: str | None, index: int | None, contents: Sequence[str]
) -> Viewed:  # fmt: skip
    """The page of the files; Usage for games that have nothing to do with each other."""
    seat, load = seat_of(who), replay_loader(contents)
    told = tuple(open_game(single(name), load, index) for name in files)
    games = [item.game.name for item in told]
    if len(frozenset(games)) > 1:
        raise Usage(f"{' and '.join(files)} are replays of {' and '.join(games)}: name two of one "
                    "game", "ruleproof view")  # fmt: skip
    sides = tuple(_side(item, seat, number, len(told) > 1) for number, item in enumerate(told))
    unit = ("ply", "plies") if seat is None else ("entry", "entries")
    page = Page(_title(told, seat), _lead(sides, seat), sides, unit=unit)
    if len(told) > 1:
        page = _parted(page, told, seat, load)
    moments = [moment for side in sides for moment in side.track.moments]
    return Viewed(html(page), told, sum(bool(moment.findings) for moment in moments))


def _side(told: Told, seat: int | None, number: int, two: bool) -> Side:
    header = told.replay.head()
    letter = f"{LETTERS[number]}: " if two else ""
    if seat is None:
        return Side(letter + _name(told), _facts(told, header), told_whole(told), _wrong(told))
    view_head(told.game, header, seat)  # refuses a seat there is not
    wrong = _why(told)
    return Side(f"{letter}seen from seat {seat}", _head(told, header), told_to(told, seat), wrong)


def _why(told: Told) -> str:
    """Why a view ends where it does, without a number of plies: some may be hidden."""
    if told.exit_code == FINDING:
        return "the file and these rules part where this ends"
    damaged = told.torn or told.verdict.word == CORRUPT
    return "the file is damaged where this ends" if damaged else ""


def _name(told: Told) -> str:
    """The file's own name."""
    return "standard input" if told.name == STDIN else visible(Path(told.name).name, lines=False)


def _title(told: Sequence[Told], seat: int | None) -> str:
    title = told[0].game.definition.title
    if seat is not None:
        return f"{title}, as seat {seat} could know it"
    names = [_name(item) for item in told]
    return f"{title}: {' and '.join(names)}"


def _lead(sides: Sequence[Side], seat: int | None) -> str:
    count = max(len(side.track.moments) - 1 for side in sides)
    if seat is not None:
        return (f"A view: what seat {seat} could know, in {plural(count, 'entry')}. It is no "
                "replay and cannot be one.")  # fmt: skip
    ends = [side.track.end for side in sides]
    return ends[0] if len(sides) == 1 else " · ".join(
        f"{letter}: {end}" for letter, end in zip(LETTERS, ends, strict=True))  # fmt: skip


def _head(told: Told, header: Header) -> tuple[tuple[str, str], ...]:
    """What a view may say of the file."""
    options = ", ".join(f"{name} = {word_of(value)}" for name, value in header.options)
    pack = f"{header.content_id} {header.content_digest.hex()}"
    return (
        ("game", f"{told.game.definition.title}, rules version {header.rules_version}"),
        ("content", pack), ("options", options), ("written by", header.producer),
    )  # fmt: skip


def _facts(told: Told, header: Header) -> tuple[tuple[str, str], ...]:
    """What the file says of itself, and what was found of it."""
    rows = [*_head(told, header)]
    seed = told.line.seed or header.seed
    rows.insert(2, ("played by", f"{header.policy or 'nobody named'}, seed {seed or 'none'}"))
    if told.line.index is not None:
        rows.append(("game", f"number {told.line.index} of a file of many"))
    if header.parent is not None:
        rows.append(("fork of", f"{header.parent[0].hex()} at position {header.parent[1]}"))
    if header.tags:
        rows.append(("tags", ", ".join(header.tags)))
    rows.append(("verdict", f"{told.verdict.label}: {told.verdict.detail}"))
    return tuple(rows)


def _wrong(told: Told) -> str:
    if told.verdict.word in (DIVERGED, CORRUPT, UNSUPPORTED) or told.torn:
        return advice(told.verdict.text(), told.name)
    return ""


# ---- two games ----


def _parted(page: Page, told: Sequence[Told], seat: int | None, load: Loader) -> Page:
    """The page with where its two games part."""
    one, other = (side.track for side in page.sides)
    setups = "".join(f"\n  {name}: {a} | {b}" for name, (a, b) in headers_apart(
        [item.replay.head() for item in told]) if name.startswith(OPEN))  # fmt: skip
    if seat is not None:
        at = shared(one, other)
        if at == len(one.moments) == len(other.moments):
            words = f"the same, as far as seat {seat} could know"
            return replace(page, parting=words + setups)
        words = f"part at entry {at - 1}, as far as seat {seat} could know"
        return replace(page, parting=words + setups, at=at)
    logs = [(side.name, item.game, item.line.codes[: item.plies])
            for side, item in zip(page.sides, told, strict=True)]  # fmt: skip
    (parting,) = diff_lines(logs)
    last = max(len(one.moments), len(other.moments)) - 1
    place = None if parting.same else 0 if parting.ply is None or parting.kind == "setup" else min(
        parting.ply + 1, last)  # fmt: skip
    return replace(page, parting=_words(parting) + setups, at=place)


def _words(parting: Parting) -> str:
    """How two games part, without the fields: the page shows those."""
    bare = replace(parting, fields=(), then=None).text()
    return bare if parting.then is None else f"{bare}\n{_words(parting.then)}"

