"""A game of a replay file as text and as JSON: header, plies with clauses and events, its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO

from engine.events import Happening
from engine.fields import Json
from engine.game import Game
from engine.play import Step, opening, walk
from engine.state import State
from replays.errors import NoSuchGame, TornFile
from replays.reader import Line, Loader, Replay, game_for, read_prefix
from replays.records import REDO, UNDO
from replays.verdict import CORRUPT, DIVERGED, TRUNCATED, UNSUPPORTED, Verdict
from replays.verify import verify
from replays.visible import spelt
from tools import console
from tools.failures import FINDING, UNREADABLE
from tools.inputs import Input, advice, naming
from tools.judging import verdict_lines
from tools.text import (
    STEP_STYLES,
    Doc,
    columns,
    end_text,
    event_text,
    header_lines,
    idle_fields,
    mark_text,
    named_none,
    seated,
    seats_of,
    state_lines,
    step_cells,
    where_of,
)


@dataclass(frozen=True)
class Told:
    """One game of a file, and the verdict on the file.  `plies` is how many may be shown."""

    name: str
    replay: Replay
    line: Line
    game: Game
    verdict: Verdict

    @property
    def plies(self) -> int:
        """Plies that are known to be real: up to a divergence, else all of the line."""
        own = self.verdict.index in (None, self.line.index)
        if self.verdict.word == DIVERGED and own and self.verdict.at is not None:
            return min(self.verdict.at, len(self.line.codes))
        return len(self.line.codes)

    @property
    def exit_code(self) -> int:
        """0; 1 after a divergence; 3 for a damaged file.  A game not finished yet is fine."""
        if self.verdict.word == DIVERGED:
            return FINDING
        return UNREADABLE if self.verdict.word in (CORRUPT, UNSUPPORTED) else 0

    @property
    def torn(self) -> bool:
        """Whether the file ends inside a record: not stopped, cut off."""
        fault = self.replay.fault
        return isinstance(fault, TornFile) and not fault.whole and self.verdict.word == TRUNCATED

    def span(self, start: int, stop: int | None) -> range:
        """Plies `start` to position `stop`; NoSuchGame for a position that is not there."""
        for position in (start, self.plies if stop is None else stop):
            if position > self.plies:
                raise NoSuchGame(
                    f"{self.name} has no position {position}",
                    remedy=f"positions are 0..{self.plies}",
                )
        return range(start, self.plies if stop is None else stop)

    def steps(self, stop: int) -> Iterator[Step]:
        """The walk up to position `stop`."""
        return walk(self.game, self.line.codes[:stop])

    def complain(self) -> None:
        """Say on stderr what is wrong with the file, if something is."""
        if self.verdict.word in (DIVERGED, CORRUPT, UNSUPPORTED) or self.torn:
            said = replace(self.verdict, remedy=advice(self.verdict.remedy, self.name))
            for line in verdict_lines(self.name, said):
                console.warn(line) if not line.startswith(" ") else console.say(line)
        elif self.verdict.word == TRUNCATED:
            way = f"ruleproof play --resume {spelt(self.name)}"
            console.say(f"{self.name} is not finished: {way}")


def open_game(source: Input, load: Loader, index: int | None) -> Told:
    """One game of a file, verified; a ReplayError where nothing of it can be shown."""
    data = source.data()
    with naming(source.name):
        replay = read_prefix(data)
        game = game_for(replay.head(), load)
    if not replay.games and isinstance(replay.fault, TornFile):
        line = Line(None, replay.head().seed, (), (), None, None)
    elif not replay.games and replay.fault:
        with naming(source.name):
            raise replay.fault
    elif index is None and len(replay.games) > 1:
        raise NoSuchGame(
            f"{source.name} holds {len(replay.games)} games",
            remedy=f"name one with --game 0 to --game {len(replay.games) - 1}",
        )
    else:
        line = replay.game(index or 0)
    return Told(source.name, replay, line, game, verify(BytesIO(data), load))


# ---- text ----


def text(told: Told, span: range, events: bool, show: bool) -> str:
    """The transcript of the plies of `span`; with `show` the position reached, field by field."""
    lines = header_lines(told.replay.head())
    if told.line.index is not None:
        lines.append(f"game        {told.line.index}, seed {told.line.seed}")
    lines.append("")
    state, happenings = opening(told.game)
    if events and not span.start:
        lines += ["set-up", *("        " + event_text(event) for event in happenings), ""]
    rows: list[tuple[str, ...]] = [("  ply", "row", "who", "action", "clauses")]
    marks = {ply: [f"        ({text})" for text in texts] for ply, texts in _marks(told).items()}
    below: list[list[str]] = [marks.get(0, []) if not span.start else []]
    heads: list[str] = [""]
    for step in told.steps(span.stop):
        state = step.after
        if step.ply not in span:
            continue
        rows.append(step_cells(step))
        heads.append(where_of(told.game, step.before))
        under = ["        " + event_text(event) for event in step.events] if events else []
        below.append(under + marks.get(step.ply + 1, []))
    lines += _joined(columns(rows, head=True, styles=STEP_STYLES), heads, below)
    lines += ["", *_closing(told, state, span, show)]
    return "\n".join(lines) + "\n"


def _joined(aligned: list[str], heads: list[str], below: list[list[str]]) -> list[str]:
    """Lines of plies, a heading wherever the level or the turn has changed."""
    lines: list[str] = []
    last = ""
    for line, head, under in zip(aligned, heads, below, strict=True):
        if head and head != last:
            lines.append(console.paint(f"— {head} —", "cyan"))
            last = head
        lines += [line, *under]
    return lines


def _marks(told: Told) -> dict[int, list[str]]:
    """Notes by the position they were made at; undo and redo are told by the line itself."""
    found: dict[int, list[str]] = {}
    for mark in told.line.marks:
        if mark.kind not in (UNDO, REDO):
            found.setdefault(mark.ply, []).append(mark_text(mark))
    return found


def _closing(told: Told, state: State, span: range, show: bool) -> list[str]:
    """The position reached, and how the game ended if it was followed to its end."""
    lines: list[str] = []
    if show:
        row = told.game.row_name(state)
        lines += [console.paint(f"position {span.stop}, row {row}", "bold")]
        lines += [*state_lines(words_of(told.game, state)), *agenda_lines(told.game, state)]
    undone = sum(mark.kind == UNDO for mark in told.line.marks)
    if span.stop == len(told.line.codes):
        lines.append(console.paint(end_text(told.game, state), "bold"))
        if undone:
            lines.append(f"(the log holds {undone} undo; this is the line that was kept)")
    elif told.plies < len(told.line.codes) and span.stop == told.plies:
        lines.append(f"stops before ply {told.plies}, where the file and these rules part")
    return lines


def words_of(game: Game, state: State) -> dict[str, Json]:
    """The fields of a state as words, without those shown elsewhere and those that mean nothing.

    Of what is kept by seat, the seats that are taken.
    """
    taken, elsewhere = seats_of(game), ("phase", "agenda", *idle_fields(state))
    words = named_none(game, state.words()).items()
    return {key: seated(value, taken.get(key)) for key, value in words if key not in elsewhere}


def agenda_lines(game: Game, state: State) -> list[str]:
    """What is still owed, the next first."""
    owed = getattr(state, "agenda", [])
    return [f"  owed: {'; '.join(game.task_text(task) for task in reversed(owed))}"] if owed else []


# ---- JSON ----


def as_dict(told: Told, span: range) -> Doc:
    """`ruleproof.replay/1`: header, the plies of `span` with events, the position after them."""
    header = told.replay.head()
    state, happenings = opening(told.game)
    plies: list[Doc] = []
    for step in told.steps(span.stop):
        state = step.after
        if step.ply in span:
            plies.append(_ply(step))
    end = told.line.end
    return {
        "schema": "ruleproof.replay/1", "file": told.name, "game": header.game,
        "index": told.line.index, "seed": told.line.seed, "policy": header.policy,
        "rules_version": header.rules_version, "options": dict(header.options),
        "content": {"id": header.content_id, "digest": header.content_digest.hex()},
        "verdict": told.verdict.as_dict(),
        "setup": [_event(event) for event in happenings],
        "marks": [{"ply": m.ply, "kind": m.kind, "text": m.text} for m in told.line.marks],
        "plies": plies,
        "position": {"ply": span.stop, "row": told.game.row_name(state), "fields": state.words()},
        "end": None if end is None else {
            "plies": end.plies, "reason": end.reason,
            "returns": None if end.returns is None else list(end.returns),
        },
    }  # fmt: skip


def _ply(step: Step) -> Doc:
    return {
        "ply": step.ply, "row": step.row, "player": step.player, "action": step.text,
        "legal": len(step.legal), "clauses": list(step.clauses()),
        "events": [_event(event) for event in step.events],
        "rows": [step.game.rows[row].name for row, _ in step.exits[1:]],
        "next_row": step.game.row_name(step.after),
    }  # fmt: skip


def _event(happening: Happening) -> Doc:
    return {
        "kind": happening.kind, "facts": happening.facts(),
        "clauses": list(happening.clauses()),
    }  # fmt: skip
