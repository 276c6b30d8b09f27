"""A game as a page tells it: moment by moment what was done, what came of it, how things stand.

The first moment is the set-up, each further one a ply; or, of a view, an entry.  A moment of a view
is made from what the seat could know, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from engine.chart import Chart
from engine.events import Happening
from engine.fields import Json
from engine.game import CHANCE, Game
from engine.play import Step, opening
from engine.state import State
from properties.checker import Checker
from properties.invariant import properties_for
from replays.entries import END, PLY
from replays.records import REDO, UNDO
from replays.view import HIDDEN, START, view_of
from tools import console
from tools.atoms import Atoms, atoms_of
from tools.eyes import Eyes, idle_seen, row_seen
from tools.text import (
    actor_text,
    begun_text,
    end_text,
    mark_text,
    named_none,
    plural,
    returns_text,
    seated,
    seats_of,
    value_text,
    where_words,
)
from tools.transcript import Told, words_of

SET_UP = -1  # the number of the first moment
ANYWHERE = "any"  # the chapter of clauses that hold in every phase
HIDDEN_ACTION = "(hidden)"
NO_PHASE = "play"


@dataclass(frozen=True)
class Moment:
    """One ply with the position after it; `number` is its ply, of a view its entry from 0.

    `events` are kinds, facts in words and the clauses each proves; `clauses` those of the ply that
    no event names.
    """

    number: int
    row: str
    phase: str
    place: str
    who: str
    action: str
    odds: str = ""
    chance: bool = False
    clauses: tuple[str, ...] = ()
    events: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    shown: Atoms = field(default_factory=dict)
    chart: Chart | None = None

    @property
    def round(self) -> str:
        """The broadest part of the place: `round 2` of `round 2, turn 1`."""
        return self.place.partition(",")[0]


@dataclass(frozen=True)
class Track:
    """All moments of a game, and the line that closes it; `parted`: it stops at a divergence."""

    game: Game
    moments: tuple[Moment, ...]
    end: str
    parted: bool = False


# ---- whole games ----


def told_whole(told: Told) -> Track:
    """Everything a replay tells, up to a divergence, with what breaks a property."""
    game, judge = told.game, Findings(told.game)
    state, events = opening(game)
    notes = _notes(told)
    listed, broken = tuple(_event(event) for event in events), judge.begin(state, events)
    found = [
        Moment(SET_UP, game.row_name(state), _phase(game, 0, NO_PHASE), "", "", "set-up",
               events=listed, notes=notes.get(0, ()), findings=broken,
               shown=_words(game, state), chart=_chart(game, state))
    ]  # fmt: skip
    for step in told.steps(told.plies):
        state = step.after
        found.append(_moment(step, found[-1].phase, notes, judge.step(step)))
    parted = told.plies < len(told.line.codes) or told.exit_code == 1
    return Track(game, tuple(found), _closing(told, state), parted)


def _moment(
    step: Step, phase: str, notes: Mapping[int, tuple[str, ...]], findings: tuple[str, ...]
) -> Moment:
    events = tuple(_event(event) for event in step.events)
    proven = frozenset(ident for *_, clauses in events for ident in clauses)
    return Moment(
        number=step.ply, row=step.row, phase=_phase(step.game, step.before.phase, phase),
        place=begun_text(where_words(step.game, step.before)),
        who=actor_text(step.player, step.game.players),
        action=step.text, odds=_odds(step), chance=step.player == CHANCE,
        clauses=tuple(ident for ident in step.clauses() if ident not in proven), events=events,
        notes=notes.get(step.ply + 1, ()), findings=findings,
        shown=_words(step.game, step.after), chart=_chart(step.game, step.after),
    )  # fmt: skip


def _phase(game: Game, row: int, before: str) -> str:
    """The chapter of the rules a row belongs to; that of before where the row is at home in all."""
    ident = game.rows[row].phase.clause
    chapter = game.definition.clauses[ident].chapter.partition(".")[0] if ident else ""
    return before if chapter in ("", ANYWHERE) else chapter


def _odds(step: Step) -> str:
    """How likely an outcome was; of a choice how many there were."""
    if step.player != CHANCE:
        return "the only choice" if len(step.legal) == 1 else f"one of {len(step.legal):,} choices"
    weights = dict(step.game.chance_outcomes(step.before))
    weight, total = weights[step.code], sum(weights.values())
    return "certain" if weight == total else f"{weight:,} in {total:,}"


def _event(happening: Happening) -> tuple[str, str, tuple[str, ...]]:
    facts = ", ".join(f"{key} {value_text(value)}" for key, value in happening.facts().items())
    return happening.kind, facts, happening.clauses()


def _words(game: Game, state: State) -> Atoms:
    """The fields that mean something, and what is owed, the next first."""
    found = atoms_of(words_of(game, state), seats_of(game))
    owed = getattr(state, "agenda", [])
    if owed:
        found["agenda", ""] = tuple(game.task_text(task) for task in reversed(owed))
    return found


def _chart(game: Game, state: State) -> Chart | None:
    made = game.definition.chart
    return None if made is None else made(game.rules, state)


def _notes(told: Told) -> dict[int, tuple[str, ...]]:
    """Remarks by position."""
    found: dict[int, tuple[str, ...]] = {}
    for mark in told.line.marks:
        if mark.kind not in (UNDO, REDO):
            found[mark.ply] = (*found.get(mark.ply, ()), mark_text(mark))
    return found


def _closing(told: Told, state: State) -> str:
    if told.plies < len(told.line.codes):
        return f"stops before ply {told.plies}, where the file and these rules part"
    undone = sum(mark.kind == UNDO for mark in told.line.marks)
    kept = f" (the log holds {undone} undo; this is the line that was kept)" if undone else ""
    return end_text(told.game, state) + kept


class Findings:
    """What breaks a property of the game, ply by ply."""

    def __init__(self, game: Game) -> None:
        held = properties_for(game.name, console.current.foreign)
        self._checker = Checker(game, held, collect=True, thorough=True)

    def begin(self, state: State, events: tuple[Happening, ...]) -> tuple[str, ...]:
        """Of the set-up."""
        self._checker.begin(state, events)
        return self._taken()

    def step(self, step: Step) -> tuple[str, ...]:
        """Of one ply."""
        self._checker.step(step)
        return self._taken()

    def _taken(self) -> tuple[str, ...]:
        found = self._checker.violations
        texts = [f"{v.label}{f' ({v.clause})' if v.clause else ''}: {v.message}" for v in found]
        found.clear()
        return tuple(dict.fromkeys(texts))


# ---- views ----


def told_to(told: Told, seat: int) -> Track:
    """What one seat could know: its choices, what is done openly, what it then sees."""
    game = told.game
    found: list[Moment] = []
    shown: dict[str, Json] = {}
    codes = told.line.codes[: told.plies]
    eyes = Eyes(game, codes, seat)
    for entry in view_of(game, codes, seat):
        if entry["kind"] in (START, PLY):
            news = cast(dict[str, Json], entry["shown"])
            row, place = str(entry.get("row", news.get("row", ""))), begun_text(shown)
            shown = {key: value for key, value in {**shown, **news}.items() if value is not None}
            phase = found[-1].phase if found else NO_PHASE
            seen = _seen(game, shown, seat), eyes.board(shown)
            found.append(_sight(game, entry, row, phase, place, len(found) - 1, *seen))
        else:
            end = _view_end(entry, len(found) - 1, told)
    return Track(game, tuple(found), end, told.exit_code == 1)


def _sight(
    game: Game, entry: Mapping[str, object], row: str, phase: str, place: str, number: int,
    shown: Atoms, chart: Chart | None,
) -> Moment:  # fmt: skip
    if entry["kind"] == START:
        return Moment(SET_UP, row, _phase(game, 0, phase), "", "", "set-up", shown=shown,
                      chart=chart)  # fmt: skip
    at, player = row_seen(game, row), cast(int, entry["player"])
    action = str(entry.get("action", HIDDEN_ACTION))
    cited = [game.rows[at].phase.clause]
    if HIDDEN not in entry:
        cited.insert(0, game.space.verb_of(game.code(action)).clause)
    return Moment(
        number=number, row=row, phase=_phase(game, at, phase), place=place,
        who=actor_text(player, game.players), action=action, chance=player == CHANCE,
        clauses=tuple(dict.fromkeys(filter(None, cited))), shown=shown, chart=chart,
    )  # fmt: skip


def _seen(game: Game, shown: Mapping[str, Json], seat: int) -> Atoms:
    """The fields a seat sees and that mean something, of those kept by seat for the seats taken."""
    taken, elsewhere = seats_of(game), {"row", *idle_seen(game, shown, seat)}
    words = {key: seated(value, taken.get(key)) for key, value in named_none(game, shown).items()
             if key not in elsewhere and not _coded(key, value)}  # fmt: skip
    return atoms_of(words, taken)


def _coded(key: str, value: Json) -> bool:
    """What is owed, where the game has no words for it."""
    return key == "agenda" and isinstance(value, list) and not all(
        isinstance(item, str) for item in value)  # fmt: skip


def _view_end(entry: Mapping[str, object], entries: int, told: Told) -> str:
    if told.exit_code == 1:
        return "stops where the file and these rules part"
    if entry["kind"] != END:
        return f"unfinished after {plural(entries, 'entry')}"
    returns = returns_text(cast(list[int], entry["returns"]))
    return f"{entry['reason']} after {plural(entries, 'entry')}: {returns}"


def shared(one: Track, other: Track) -> int:
    """How many moments from the first on are the same in both."""
    pairs: Iterator[bool] = (a == b for a, b in zip(one.moments, other.moments, strict=False))
    return next((n for n, same in enumerate(pairs) if not same),
                min(len(one.moments), len(other.moments)))  # fmt: skip
