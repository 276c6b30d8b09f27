"""The Checker: an observer of a game's opening and steps that judges properties at every ply.

Checks are compiled into tables by row number, verb number and event kind, so that what has nothing
to say at a ply is not called.  Every check is counted for its non-vacuous evaluations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from engine.actions import Verb
from engine.definition import Definition
from engine.errors import FAULTS
from engine.events import Happening
from engine.game import Game
from engine.phases import Phase
from engine.play import Step, opening, walk
from engine.state import State
from properties.history import History
from properties.invariant import (
    CONTENT,
    EVENT,
    FINAL,
    MEMORY,
    OBSERVATION,
    REACHABLE,
    STATE,
    STEP,
    TABLE,
    Check,
    Property,
    Verdict,
    Violation,
    check_names,
)

# (number of the property, its check, whether the check takes the History)
Entry = tuple[int, Check, bool]
Entries = tuple[Entry, ...]
TABLES_KEPT = 32


@dataclass(frozen=True)
class Table:
    """The phase table as table checks read it: rows and verbs by name."""

    game: Game

    @property
    def rows(self) -> dict[str, Phase]:
        """Every row by name, in order."""
        return {phase.name: phase for phase in self.game.definition.phases}

    @property
    def verbs(self) -> dict[str, Verb]:
        """Every verb by name, in order."""
        return {verb.name: verb for verb in self.game.definition.verbs}

    def offering(self, verb: str) -> tuple[str, ...]:
        """Names of the rows that offer a verb, free or not."""
        rows = self.game.definition.phases
        return tuple(row.name for row in rows if verb in (*row.verbs, *row.free))

    def exits(self, row: str) -> tuple[tuple[str, str], ...]:
        """(label, target) of a row's exits, in order of precedence."""
        return tuple((exit.label, exit.target) for exit in self.rows[row].exits)

    def targets(self, row: str) -> tuple[str, ...]:
        """Rows that a row may lead to, once each."""
        return tuple(dict.fromkeys(target for _, target in self.exits(row)))

    def leading_to(self, row: str) -> tuple[str, ...]:
        """Rows that may lead to a row."""
        return tuple(name for name in self.rows if row in self.targets(name))


class Calls:
    """Checks by where they are due: by row number, by verb number in it, by event kind."""

    __slots__ = ("finals", "hot", "kinds", "memories", "seen", "states", "steps")

    def __init__(self, definition: Definition, entries: Sequence[tuple[Property, Entry]]) -> None:
        rows = [row.name for row in definition.phases]
        kinds = [event.kind for event in definition.events]

        def at(row: str, sort: str) -> Entries:
            return tuple(entry for item, entry in sorts.get(sort, ()) if _in_row(item, row))

        def on(kind: str, sort: str) -> Entries:
            return tuple(entry for item, entry in sorts.get(sort, ()) if kind in item.kinds)

        sorts: dict[str, list[tuple[Property, Entry]]] = {}
        for item, entry in entries:
            sorts.setdefault(item.sort, []).append((item, entry))
        self.states = [at(row, STATE) for row in rows]
        self.seen = [at(row, OBSERVATION) for row in rows]
        self.finals = [at(row.name, FINAL) if row.end else () for row in definition.phases]
        self.kinds = {kind: on(kind, EVENT) for kind in kinds}
        self.memories = {kind: on(kind, MEMORY) for kind in kinds}
        waiting = [(item, entry) for item, entry in entries if item.sort in (STEP, REACHABLE)]
        self.steps, self.hot = _waiting(definition, waiting)


def _waiting(
    definition: Definition, waiting: Sequence[tuple[Property, Entry]]
) -> tuple[list[list[Entries]], list[list[dict[str, list[Entry]]]]]:
    """Step checks by row and verb: those always due, and those due when an event comes, by kind."""
    verbs = [verb.name for verb in definition.verbs]
    rows = definition.phases
    steps: list[list[list[Entry]]] = [[[] for _ in verbs] for _ in rows]
    hot: list[list[dict[str, list[Entry]]]] = [[{} for _ in verbs] for _ in rows]
    numbered = list(enumerate(verbs))
    places = [(p.name, [v for v in numbered if v[1] in (*p.verbs, *p.free)]) for p in rows]
    for item, entry in waiting:
        for row, (name, own) in enumerate(places):
            for number, verb in own if _in_row(item, name) else ():
                if item.verbs and verb not in item.verbs:
                    continue
                if not item.kinds:
                    steps[row][number].append(entry)
                for kind in item.kinds:
                    hot[row][number].setdefault(kind, []).append(entry)
    return [[tuple(due) for due in own] for own in steps], hot


def _in_row(item: Property, row: str) -> bool:
    return row not in item.but and (not item.rows or row in item.rows)


def _called_for(events: Sequence[Happening], hot: Mapping[str, Sequence[Entry]]) -> Entries:
    """Step checks that the events of one ply call for, once each, in order."""
    due: dict[int, Entry] = {}
    for happening in events:
        for entry in hot.get(happening.event.kind, ()):
            due[entry[0]] = entry
    return tuple(due[number] for number in sorted(due))


@lru_cache(TABLES_KEPT)
def _calls(
    definition: Definition, properties: tuple[Property, ...], thorough: bool, whole: bool
) -> Calls:
    """What is called when: everything, or what may be judged from the middle of a game.

    Every Checker of a game with these properties shares it, whatever the options.  ClauseError if
    a property names an unknown clause, row, verb or event.
    """
    check_names(definition, properties)
    entries: list[tuple[Property, Entry]] = []
    for number, item in enumerate(properties):
        if whole or not item.whole:
            thin = item.every > 1 and not thorough and item.sort != OBSERVATION
            check = _thinned(number, item) if thin else item.function
            entries.append((item, (number, check, thin or item.wants_past)))
    return Calls(definition, entries)


def _thinned(number: int, item: Property) -> Check:
    """The check at each n-th occasion of a game; the first is one."""
    inner, every, wants = item.function, item.every, item.wants_past

    def now_and_then(subject: object, past: History) -> Verdict:
        if past.occasion(number) % every != 1:
            return None
        return inner(subject, past) if wants else inner(subject)

    return now_and_then


class Checker:
    """Judges games of one Game: `begin` at position 0, `step` at every ply.

    With `collect`, violations pile up in `violations` and play goes on; otherwise `begin` and
    `step` return the first one of their ply, and the caller stops there.  `thorough` judges every
    occasion of the checks that are content with each n-th.  What `static` finds in a pack that is
    not the game's own goes to `departures`: whose pack it is may depart from the rulebook.
    """

    def __init__(
        self, game: Game, properties: Iterable[Property], collect: bool = False,
        thorough: bool = False,
    ) -> None:  # fmt: skip
        """ClauseError if a property names an unknown clause, row, verb or event."""
        self.game = game
        self.properties = tuple(properties)
        self.collect = collect
        self.violations: list[Violation] = []
        self.departures: list[Violation] = []
        self._foreign = game.content.digest != game.definition.reference.digest
        self._counts = [0] * len(self.properties)
        self._labels = [item.label if item.sort != MEMORY else "" for item in self.properties]
        self._thorough = thorough
        self._every = [1 if thorough else item.every for item in self.properties]
        self._made: dict[bool, Calls] = {}
        self._calls = self._due(True)
        self.history = History(game, game.definition.state.fresh(game.rules), True)

    def _due(self, whole: bool) -> Calls:
        if whole not in self._made:
            definition = self.game.definition
            self._made[whole] = _calls(definition, self.properties, self._thorough, whole)
        return self._made[whole]

    # --- judging ---------------------------------------------------------------------------

    def begin(
        self, state: State, events: Sequence[Happening] = (), whole: bool = True
    ) -> Violation | None:
        """A new game at `state`, its set-up events judged; `whole=False` from the middle."""
        self.history = past = History(self.game, state, whole)
        self._calls = self._due(whole)
        found = self._events(events, past)
        return found or self._stand(state, past)

    def step(self, step: Step) -> Violation | None:
        """Judge one ply: its events in order, then the step, then the state it leads to."""
        past = self.history
        past.step = step
        past.here = None
        past.codes.append(step.code)
        past.before = step.before
        past.state = step.after
        if step.events:
            found = self._events(step.events, past)
            if found is not None:
                return found
        row, verb = step.before.phase, self.game.space.verb_at[step.code]
        entries = self._calls.steps[row][verb]
        hot = self._calls.hot[row][verb]
        if hot and step.events:
            entries += _called_for(step.events, hot)
        if entries:
            found = self._run(entries, step, past)
            if found is not None:
                return found
        return self._stand(step.after, past)

    def _events(self, events: Sequence[Happening], past: History) -> Violation | None:
        """Judge the events of one ply in order; memories run after the checks of each."""
        log, counts, last = past.log, past.counts, past.last
        by_kind, memories = self._calls.kinds, self._calls.memories
        past.at = len(log)
        log.extend(events)
        for happening in events:
            kind = happening.event.kind
            entries = by_kind[kind]
            if entries:
                found = self._run(entries, happening, past)
                if found is not None:
                    return found
            for _, keep, _ in memories[kind]:
                keep(happening, past)
            counts[kind] = counts.get(kind, 0) + 1
            last[kind] = happening
            past.at += 1
        return None

    def _stand(self, state: State, past: History) -> Violation | None:
        """Judge a state, what it shows, and the end if it is one."""
        row = state.phase
        found = self._run(self._calls.states[row], state, past)
        if found is None and self._calls.seen[row]:
            found = self._shown(state, past)
        if found is None and self._calls.finals[row]:
            found = self._run(self._calls.finals[row], state, past)
        return found

    def _shown(self, state: State, past: History) -> Violation | None:
        """Judge what each seat is shown; observations are dear, so only where a check is due."""
        due: list[Entry] = []
        for entry in self._calls.seen[state.phase]:
            every = self._every[entry[0]]
            if past.occasion(entry[0]) % every == 1 % every:
                due.append(entry)
        views = self.game.observations(state, range(self.game.players)) if due else []
        for at, seen in enumerate(views):
            if seen in views[:at]:
                continue
            before = [self._counts[number] for number, _, _ in due]
            entries = tuple((n, partial(check, state), wants) for n, check, wants in due)
            found = self._run(entries, seen, past)
            if found is not None:
                return found
            # No check knows the seat: it says the same of all who see this.
            more = views[at + 1 :].count(seen)
            for count, (number, _, _) in zip(before, due, strict=True):
                self._counts[number] += more * (self._counts[number] - count)
        return None

    def _run(self, entries: Entries, subject: object, past: History) -> Violation | None:
        """Call checks and count them: the hot loop of a checked game."""
        counts = self._counts
        number = 0
        try:
            for number, check, wants_past in entries:
                verdict = check(subject, past) if wants_past else check(subject)
                if verdict is True:
                    counts[number] += 1
                elif verdict is not None:
                    found = self._broken(number, verdict, past)
                    if found is not None:
                        return found
        except FAULTS as error:
            text = f"the check failed: {type(error).__name__}: {error}"
            at = [entry[0] for entry in entries].index(number)
            return self._broken(number, text, past) or self._run(entries[at + 1 :], subject, past)
        return None

    def _broken(self, number: int, verdict: bool | str, past: History) -> Violation | None:
        item = self.properties[number]
        if item.sort == REACHABLE:
            return None
        self._counts[number] += 1
        message = verdict if isinstance(verdict, str) and verdict else f"not so: {item.statement}"
        verb = past.step.verb if item.sort == STEP and past.step is not None else ""
        found = Violation(item.label, item.clause, past.ply, message, verb)
        if item.sort == CONTENT and self._foreign:
            self.departures.append(found)
            return None
        if not self.collect:
            return found
        self.violations.append(found)
        return None

    # --- what was judged -------------------------------------------------------------------

    def static(self) -> list[Violation]:
        """Run the table and content checks; every violation, at ply -1."""
        subjects = {TABLE: Table(self.game), CONTENT: self.game.content}
        past = History(self.game, self.history.state, True)
        found: list[Violation] = []
        for number, item in enumerate(self.properties):
            if item.sort in subjects:
                entry = (number, item.function, item.wants_past)
                one = self._run((entry,), subjects[item.sort], past)
                found += [one] if one is not None else []
        return found

    @property
    def evaluations(self) -> dict[str, int]:
        """Non-vacuous evaluations by label, over all games so far; memories have none."""
        pairs = zip(self._labels, self._counts, strict=True)
        return {label: count for label, count in pairs if label}

    def vacuous(self) -> tuple[str, ...]:
        """Labels that had nothing to say in any game so far."""
        return tuple(label for label, count in self.evaluations.items() if not count)


def check_game(
    game: Game, codes: Iterable[int], properties: Iterable[Property], start: State | None = None
) -> Violation | None:
    """Walk one log under a thorough Checker; the first violation."""
    checker = Checker(game, properties, thorough=True)
    if start is None:
        state, events = opening(game)
        found = checker.begin(state, events)
    else:
        found = checker.begin(start, whole=False)
    if found is not None:
        return found
    for step in walk(game, codes, start):
        found = checker.step(step)
        if found is not None:
            return found
    return None
