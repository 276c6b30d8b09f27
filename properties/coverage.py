"""What a run or a corpus reached: coverage is about rules, not about lines.

Columns: clauses, refusals, exits, verbs, pairs (of player verbs in a row), events, content, ends,
options, phases, idle (actions that were legal and never taken).  Each item has hits (plies or
events) and games.  Rows and verbs that no option set of the run switches on are not asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.events import FLAG, Happening, Trace
from engine.game import Game
from engine.options import word_of
from engine.phases import Phase
from engine.play import Step, walk
from engine.raised import setting_up
from engine.state import State

COLUMNS = ("clauses", "refusals", "exits", "verbs", "pairs", "events", "content", "ends",
           "options", "phases", "idle")  # fmt: skip
CLAUSES, REFUSALS = "clauses", "refusals"
# Kept to work out the columns refusals and idle: "row/verb/n codes offered", "action" legal.
WORKINGS = ("offers", "legal", "actions")
RARE_GAMES = 3

Pairs = dict[str, list[int]]
Tally = dict[str, Pairs]


def exit_name(phase: Phase, number: int) -> str:
    """What reports call an exit: `row: label -> target`."""
    exit = phase.exits[number]
    return f"{phase.name}: {exit.label} -> {exit.target}"


class Coverage:
    """Counts of one Game's plays; `merge` joins those of other option sets of the same game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.counts: Tally = {column: {} for column in (*COLUMNS, *WORKINGS)}
        self._open = False
        self._clear()
        self._last_verb = -1
        self._verbs = game.space.verb_at
        self._exit_clauses = self._clauses_of_exits()
        phases = game.definition.phases
        self._quiet = {phase.name: phase for phase in phases if not phase.acts}
        self.last: dict[str, Counter[str]] = {}
        self._content_rows = {f"{table}/{ident}" for table in game.definition.schema.tables
                              for ident in game.content.ids(table)}  # fmt: skip
        self._items: dict[tuple[str, str], str] = {}
        self._places: dict[str, dict[str, int]] = {column: {} for column in COLUMNS}
        self._named = {event.kind: self._content_facts(event.tables)
                       for event in game.definition.events}  # fmt: skip
        self._owe()

    # --- what can be reached ---------------------------------------------------------------

    def _clauses_of_exits(self) -> list[list[tuple[str, ...]]]:
        """By row and exit number: the clauses of the exit and of the row it leads to."""
        clauses = {phase.name: phase.clause for phase in self.game.definition.phases}
        return [
            [tuple(filter(None, (*exit.clauses, clauses[exit.target]))) for exit in phase.exits]
            for phase in self.game.definition.phases
        ]

    def _content_facts(self, tables: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
        """(place, name table) of the facts of an event that name rows of the content."""
        schema = self.game.definition.schema.tables
        return tuple(
            (place, table)
            for place, table in enumerate(tables)
            if table and table != FLAG and (table in schema or self._content_ids(table))
        )

    def _content_ids(self, table: str) -> bool:
        """Whether the words of a name table stand for rows of the content."""
        words = set(self.game.rules.names.get(table, ()))
        known = {ident for name in self.game.definition.schema.tables
                 for ident in self.game.content.ids(name)}  # fmt: skip
        return bool(words & known)

    def _owe(self) -> None:
        """Enter everything that this Game could reach with zero hits."""
        for column, item, met in self._catalogue():
            self._places[column].setdefault(item, len(self._places[column]))
            if met:
                self.counts[column].setdefault(item, [0, 0])

    def _catalogue(self) -> list[tuple[str, str, bool]]:
        """(column, item, whether this Game could reach it) of everything that games could reach."""
        game = self.game
        verbs = {verb.name: game.meets(verb.needs) for verb in game.definition.verbs}
        rows = {row.name: row.met for row in game.rows}
        found = [("clauses", ident, True) for ident in game.definition.clauses.ids()]
        found += [("verbs", name, met) for name, met in verbs.items()]
        found += [("events", e.kind, game.meets(e.needs)) for e in game.definition.events]
        for row in game.rows:
            found.append(("ends" if row.end else "phases", row.name, row.met))
            found += [
                ("exits", exit_name(row.phase, number),
                 row.met and rows[exit.target] and verbs.get(exit.label, True))
                for number, exit in enumerate(row.phase.exits)
            ]  # fmt: skip
        for table in game.definition.schema.tables:  # in the order of the pack
            found += [("content", f"{table}/{ident}", True) for ident in game.content.ids(table)]
        for option in game.definition.all_options:
            if option.name != "plies_max":
                found += [("options", f"{option.name}={word_of(v)}", True) for v in option.values()]
        return found

    # --- watching --------------------------------------------------------------------------

    def begin(
        self, events: Iterable[Happening] = (), exits: Iterable[tuple[int, int]] = ()
    ) -> None:
        """A new game, with the events (and exits) of its set-up."""
        self.finish()
        self._open = True
        self._last_verb = -1
        self._clear()
        for happening in events:
            self._happened(happening)
        self._left(exits, [])

    def _clear(self) -> None:
        """Counters of the game being watched, by number; `finish` puts them into words."""
        self._clauses: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._facts: Counter[tuple[str, int]] = Counter()
        self._codes: Counter[int] = Counter()
        self._pairs: Counter[tuple[int, int]] = Counter()
        self._exits: Counter[tuple[int, int]] = Counter()
        self._rows: Counter[int] = Counter()
        self._legal: Counter[tuple[int, tuple[int, ...]]] = Counter()

    def _happened(self, happening: Happening) -> None:
        kind = happening.event.kind
        self._kinds[kind] += 1
        for ident in happening.clauses():
            self._clauses[ident] += 1
        for place, table in self._named[kind]:
            value = happening.values[place]
            for index in value if isinstance(value, tuple) else (value,):
                self._facts[table, index] += 1

    def _left(self, exits: Iterable[tuple[int, int]], found: list[str]) -> None:
        """Exits taken in one ply; their clauses join those `found`, each counted once."""
        for at in exits:
            self._exits[at] += 1
            found += self._exit_clauses[at[0]][at[1]]
        for ident in dict.fromkeys(filter(None, found)):
            self._clauses[ident] += 1

    def step(self, step: Step) -> None:
        """One ply."""
        if not self._open:
            self.begin()
        code = step.code
        verb = self._verbs[code]
        self._codes[code] += 1
        self._rows[step.before.phase] += 1
        if step.player >= 0:
            self._pairs[self._last_verb, verb] += 1
            self._last_verb = verb
            self._legal[step.before.phase, step.legal] += 1
        for happening in step.events:
            self._happened(happening)
        self._left(step.exits, [self.game.space.verbs[verb].clause])

    def ply(self, step: Step) -> dict[str, Counter[str]]:
        """What one ply after the last reaches, column -> item -> hits; nothing is counted."""
        self._clear()
        self.step(step)
        return self._folded()

    def finish(self) -> None:
        """The game is over, or given up: add it to the counts."""
        if not self._open:
            return
        self._open = False
        self.games += 1
        for column, items in self._folded().items():
            for item, hits in items.items():
                _add(self.counts[column], item, hits, 1)

    def _folded(self) -> dict[str, Counter[str]]:
        """Hits of the game being watched, in words: column -> item -> hits."""
        verbs, phases = self.game.space.verbs, self.game.definition.phases
        quiet = self._quiet
        one: dict[str, Counter[str]] = {column: Counter() for column in self.counts}
        one["clauses"], one["events"] = self._clauses, self._kinds
        for (first, second), hits in self._pairs.items():
            if first >= 0:
                one["pairs"][f"{verbs[first].name} {verbs[second].name}"] += hits
        for (row, number), hits in self._exits.items():
            one["exits"][exit_name(phases[row], number)] += hits
            # A row nobody acts in is counted by its exits, for nothing leads to the first one.
            if phases[row].name in quiet:
                one["phases"][phases[row].name] += hits
            target = quiet.get(phases[row].exits[number].target)
            if target is not None and target.end:
                one["ends"][target.name] += hits
        for number, hits in self._rows.items():
            one["phases"][phases[number].name] += hits
        self._fold_codes(one)
        self._fold_legal(one)
        for name, value in self.game.options.items():
            if name != "plies_max":
                one["options"][f"{name}={word_of(value)}"] += 1
        self.last = one
        return one

    def _fold_codes(self, one: dict[str, Counter[str]]) -> None:
        """Verbs and actions taken, and the content rows that actions and facts named."""
        space, names = self.game.space, self.game.rules.names
        for code, hits in self._codes.items():
            verb = space.verb_of(code)
            one["verbs"][verb.name] += hits
            one["actions"][space.text(code)] += hits
            for domain, index in zip(verb.domains, space.indices(code), strict=True):
                if domain.names:
                    self._content(one, domain.names, domain.text_of(index, names), hits)
        for (table, index), hits in self._facts.items():
            if 0 <= index < len(names[table]):
                self._content(one, table, names[table][index], hits)

    def _content(self, one: dict[str, Counter[str]], table: str, word: str, hits: int) -> None:
        """Count the content row that a word stands for: of the table so named, else of any."""
        item = self._items.get((table, word))
        if item is None:
            places = [table, *self.game.definition.schema.tables]
            item = next((f"{p}/{word}" for p in places if f"{p}/{word}" in self._content_rows), "")
            self._items[table, word] = item
        if item:
            one["content"][item] += hits

    def _fold_legal(self, one: dict[str, Counter[str]]) -> None:
        """How many codes each verb of a row was offered, and which actions were legal."""
        space = self.game.space
        for (number, legal), hits in self._legal.items():
            row = self.game.rows[number]
            if not legal:
                continue
            offered = Counter(self._verbs[code] for code in legal)
            for base, *_ in row.verbs:
                verb = self._verbs[base]
                one["offers"][f"{row.name}/{space.verbs[verb].name}/{offered[verb]}"] += hits
            for code in legal:
                one["legal"][space.text(code)] += hits

    # --- results ---------------------------------------------------------------------------

    def taken(self) -> Tally:
        """The counts since the last time, for somebody who adds them up; they start anew at 0."""
        self.finish()
        counts, self.counts = self.counts, {column: {} for column in self.counts}
        self.games = 0
        return counts

    def tally(self) -> Tally:
        """Plain data for another process: column -> item -> [hits, games]."""
        self.finish()
        return self.counts

    def add(self, tally: Mapping[str, Mapping[str, list[int]]], games: int) -> None:
        """Join what another process counted."""
        self.finish()
        self.games += games
        join(self.counts, tally)

    def merge(self, other: Coverage) -> None:
        """Join the counts of another Coverage of the same game."""
        self.add(other.tally(), other.games)

    def columns(self) -> Tally:
        """Every column, refusals and idle worked out; items with 0 are what was missed.

        Items stand in the order of the catalogue, others by name, whoever counted them first.
        """
        self.finish()
        found = {column: self.counts[column] for column in COLUMNS}
        found["refusals"] = self._refusals()
        taken = self.counts["actions"]
        legal = self.counts["legal"].items()
        found["idle"] = {text: pair for text, pair in legal if text not in taken}
        return {column: self._in_order(column, found[column]) for column in COLUMNS}

    def _in_order(self, column: str, items: Pairs) -> Pairs:
        places = self._places[CLAUSES if column == REFUSALS else column]
        last = len(places)
        return dict(sorted(items.items(), key=lambda one: (places.get(one[0], last), one[0])))

    def _refusals(self) -> Pairs:
        """Clauses of verbs that were offered less, in a row, than they can be offered there."""
        clauses = {verb.name: verb.clause for verb in self.game.definition.verbs}
        most: dict[str, int] = {}
        for name in self.counts["offers"]:
            where, _, count = name.rpartition("/")
            most[where] = max(most.get(where, 0), int(count))
        found: Pairs = {}
        for name, (hits, games) in self.counts["offers"].items():
            where, _, count = name.rpartition("/")
            clause = clauses[where.partition("/")[2]]
            less = int(count) < most[where]
            _add(found, clause, hits if less else 0, games if less else 0)
        found.pop("", None)
        return {clause: [hits, min(many, self.games)] for clause, (hits, many) in found.items()}

    def missed(self, column: str) -> tuple[str, ...]:
        """Items of a column that were never reached."""
        return tuple(item for item, (hits, _) in self.columns()[column].items() if not hits)

    def reached(self, columns: Sequence[str]) -> list[str]:
        """What was reached in these columns, as `column/item`."""
        counts = self.columns()
        return [f"{column}/{item}" for column in columns
                for item, (hits, _) in counts[column].items() if hits]  # fmt: skip

    def as_dict(self) -> dict[str, object]:
        """For JSON: per column its items, how many were reached of how many, and the rare ones."""
        table: dict[str, object] = {}
        for column, items in self.columns().items():
            reached = [item for item, (hits, _) in items.items() if hits]
            table[column] = {
                "items": {item: {"hits": n[0], "games": n[1]} for item, n in items.items()},
                "reached": len(reached),
                "of": len(items),
                "rare": [item for item in reached if items[item][1] <= RARE_GAMES],
            }
        return {"game": self.game.name, "games": self.games, "columns": table}


def _add(pairs: Pairs, item: str, hits: int, games: int) -> None:
    pair = pairs.get(item)
    if pair is None:
        pairs[item] = [hits, games]
    else:
        pairs[item] = [pair[0] + hits, pair[1] + games]


def join(total: Tally, tally: Mapping[str, Mapping[str, list[int]]]) -> None:
    """Add the counts of a tally to a total."""
    for column, items in tally.items():
        pairs = total.setdefault(column, {})
        for item, (hits, many) in items.items():
            _add(pairs, item, hits, many)


def opened(game: Game) -> tuple[State, list[Happening], list[tuple[int, int]]]:
    """Position 0, and the events and exits of the way there."""
    trace = Trace()
    with setting_up(game.definition):
        state = game.definition.state.fresh(game.rules)
        state.sink = trace
        if game.definition.setup is not None:
            game.definition.setup(state)
        game.enter(state, game.rows[0])
    state.sink = None
    return state, trace.events, trace.exits


def cover(game: Game, logs: Iterable[Iterable[int]]) -> Coverage:
    """Coverage of logs of one Game, each walked from position 0."""
    found = Coverage(game)
    for codes in logs:
        _, events, exits = opened(game)
        found.begin(events, exits)
        for step in walk(game, codes):
            found.step(step)
    found.finish()
    return found
