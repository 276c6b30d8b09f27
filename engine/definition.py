"""A game as its package declares it: the `Definition`, checked at load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.actions import Verb
from engine.agenda import Kind
from engine.chart import Chart
from engine.clauses import Catalogue, load_clauses
from engine.content import Pack, Schema, load
from engine.errors import ClauseError, TableError, nearest
from engine.events import Event
from engine.fields import Json
from engine.options import Option, Options, Value
from engine.phases import Phase, check_table
from engine.state import Rules, State

Codes = tuple[int, ...]
Chosen = Mapping[str, Value]


@dataclass(frozen=True)
class Migration:
    """A named step that carries logs of rules version `start` on to the next version.

    `rewrite(options, codes)` gives both as the next version has them, ValueError with the reason
    where a game cannot be carried.  Whether it is the same game is then judged by its rules.
    """

    name: str
    start: int
    text: str
    rewrite: Callable[[Chosen, Codes], tuple[Chosen, Codes]]


@dataclass(frozen=True, eq=False)
class Definition:
    """A game as its package declares it: the back of the box.

    `rules(pack, options)` builds the game's Rules; `setup(state)` fills the first state before row
    0 is entered; `returns(state)` gives one number a seat at an end; `observe(state, seat, shown)`
    may mend the generated observation; `tell(state, seat)` gives lines a person at the table reads;
    `chart(rules, state)` gives the board for a picture, as printed if `state` is None;
    `policies` names policies of the game's own; `usual` is how many play if nothing is said, 0 for
    the fewest.
    `migrations` carry logs of earlier rules versions, a step a version.
    `unreached`: (coverage item `column/item`, why no play with the reference pack can reach it).
    """

    name: str
    title: str
    players: tuple[int, int]
    rules_version: int
    verbs: tuple[Verb, ...]
    phases: tuple[Phase, ...]
    events: tuple[Event, ...]
    state: type[State]
    rules: Callable[[Pack, Options], Rules]
    returns: Callable[..., tuple[int, ...]]
    schema: Schema
    folder: Path
    setup: Callable[..., None] | None = None
    observe: Callable[..., dict[str, Json]] | None = None
    tell: Callable[..., list[str]] | None = None
    chart: Callable[..., Chart] | None = None
    tasks: tuple[Kind, ...] = ()
    options: tuple[Option, ...] = ()
    policies: Mapping[str, Callable[..., int]] = field(default_factory=dict)
    passes: tuple[str, ...] = ()
    usual: int = 0
    plies_max: int = 10_000
    text: str = ""
    not_modelled: tuple[tuple[str, str], ...] = ()
    unreached: tuple[tuple[str, str], ...] = ()
    migrations: tuple[Migration, ...] = ()

    def __post_init__(self) -> None:
        fields = [key for key, _ in self.state.FIELDS]
        check_table(self.phases, self.verbs, self.tasks, fields)
        starts = [step.start for step in self.migrations]
        if len(set(starts)) < len(starts) or any(at >= self.rules_version for at in starts):
            raise TableError(f"{self.name}: migrations start at rules versions {starts}: one step "
                             f"for each, below {self.rules_version}")  # fmt: skip

    def steps_from(self, version: int) -> tuple[Migration, ...]:
        """The steps from a rules version to this one; as far as they go where one is missing."""
        by_start = {step.start: step for step in self.migrations}
        found: list[Migration] = []
        while version in by_start:
            found.append(by_start[version])
            version += 1
        return tuple(found)

    @cached_property
    def clauses(self) -> Catalogue:
        """The clause catalogue of the package, `clauses.toml`."""
        catalogue = load_clauses(self.folder / "clauses.toml")
        check_citations(self, catalogue)
        return catalogue

    @cached_property
    def reference(self) -> Pack:
        """The content pack of the package, `content.toml`."""
        return load(self.folder / "content.toml", self.name, self.schema)

    @cached_property
    def all_options(self) -> tuple[Option, ...]:
        """The game's options, and those every game has: players and plies_max."""
        low, high = self.players
        return (
            *self.options,
            Option("players", self.usual or low, (low, high), text="number of seats", whole=True),
            Option("plies_max", self.plies_max, (1, 10_000_000), whole=True,
                   text="play stops here as unfinished"),
        )  # fmt: skip


def check_citations(definition: Definition, catalogue: Catalogue) -> None:
    """Every clause a row, exit, verb, event or field cites is in the catalogue; ClauseError."""
    cited = [(f"row {phase.name}", phase.clause) for phase in definition.phases]
    for phase in definition.phases:
        for exit in phase.exits:
            cited += [(f"exit {phase.name}/{exit.label}", ident) for ident in exit.clauses]
    cited += [(f"verb {verb.name}", verb.clause) for verb in definition.verbs]
    cited += [(f"event {e.kind}", ident) for e in definition.events for ident in e.clauses]
    cited += [(f"field {key}", item.clause) for key, item in definition.state.FIELDS]
    cited += [(f"option {option.name}", option.clause) for option in definition.options]
    for place, ident in cited:
        if ident and ident not in catalogue:
            raise ClauseError(f"{definition.name}: {place} cites unknown clause {ident!r}")
    rows = [phase.name for phase in definition.phases]
    options = [option.name for option in definition.all_options]
    for clause in catalogue:
        where = f"{definition.name}: clause {clause.id}"
        for row in clause.rows:
            if row not in rows:
                raise ClauseError(f"{where} names unknown row {row!r}; {nearest(row, rows)}")
        if clause.option and clause.option not in options:
            known = nearest(clause.option, options)
            raise ClauseError(f"{where} names unknown option {clause.option!r}; {known}")
