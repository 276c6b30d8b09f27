"""The compiled phase table: what `Game.apply` runs on.  Built once a Game from `engine.phases`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.actions import ActionSpace, Outcomes
from engine.agenda import Ask, Do, Kinds
from engine.errors import TableError
from engine.fields import Field
from engine.options import Options
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always, meets

Predicate = Callable[..., bool]
# (predicate or None for always, row to go to, number of the exit in its row)
Way = tuple[Predicate | None, "Row", int]
# A task kind in the hub: what a DO runs; whether an ASK is put, to whom, and the way to its row.
Handling = tuple[
    Callable[..., None] | None,
    Predicate | None,
    Callable[..., int] | None,
    "tuple[Way, ...] | None",
]


class Row:
    """One compiled row; `phase` is its declaration."""

    __slots__ = (
        "acts", "base", "chance", "decided", "end", "enter", "exits", "free", "hub", "index",
        "met", "name", "outcomes", "owner", "phase", "progress", "quiet_low",
        "quiet_high", "quiet_last", "resets", "stops", "tasks", "verbs", "ways",
    )  # fmt: skip

    def __init__(self, index: int, phase: Phase) -> None:
        self.index = index
        self.name = phase.name
        self.phase = phase
        self.acts = phase.acts
        self.end = phase.end
        # Play stands still here: somebody acts, or the game is over.
        self.stops = phase.acts or phase.end
        self.enter = phase.enter
        self.hub = phase.hub
        self.progress = phase.progress
        self.owner: Callable[..., int] | None = None
        self.outcomes: Callable[..., Outcomes] | None = None
        self.chance = phase.actor == CHANCE
        self.base = 0
        # Verbs ascending by base: (base, enabling condition, whether it has one code only).
        self.verbs: list[tuple[int, Callable[..., list[int]], bool]] = []
        self.free: frozenset[int] = frozenset()
        # Ways out after each verb, by verb number; `exits` for a row nobody acts in.
        self.ways: dict[int, tuple[Way, ...]] = {}
        self.exits: tuple[Way, ...] = ()
        # Hub only: ways looked at before each task, and what each task kind does.
        self.decided: tuple[Way, ...] = ()
        self.tasks: tuple[Handling, ...] = ()
        self.resets: tuple[tuple[str, Callable[[], object]], ...] = ()
        self.quiet_low = self.quiet_high = -1
        self.quiet_last = False
        self.met = True

    def quiet(self, legal: list[int]) -> int:
        """The quiet action among the legal codes: as declared, else the first legal one."""
        low, high = self.quiet_low, self.quiet_high
        found = [code for code in legal if low <= code < high]
        if not found:
            return legal[0]
        return found[-1] if self.quiet_last else found[0]


    def reset(self, state: object) -> None:
        """The row is left: fields whose life ends here return to rest."""
        for key, rest in self.resets:
            setattr(state, key, rest())


def compile_rows(
    phases: Sequence[Phase],
    space: ActionSpace,
    kinds: Kinds,
    fields: Sequence[tuple[str, Field]],
    options: Options,
    has: Callable[[str, str], bool],
) -> list[Row]:
    """The rows in order, wired to each other."""
    rows = [Row(index, phase) for index, phase in enumerate(phases)]
    by_name = {row.name: row for row in rows}
    numbers = {verb.name: number for number, verb in enumerate(space.verbs)}
    for row in rows:
        phase = row.phase
        row.met = meets(phase.needs, options, has)
        if callable(phase.actor):
            row.owner = phase.actor
        elif phase.actor not in (CHANCE, NOBODY, PLAYER):
            raise TableError(f"row {row.name}: actor {phase.actor!r} is unknown")
        _wire_verbs(row, space, numbers, options, has)
        _wire_exits(row, by_name, numbers)
        if row.hub:
            _wire_hub(row, by_name, kinds)
        lives = [(key, field) for key, field in fields if field.life and field.life in phase.ends]
        row.resets = tuple((key, field.rest) for key, field in lives)
        for life in phase.ends:
            if all(field.life != life for _, field in fields):
                raise TableError(f"row {row.name}: ends life {life!r}, which no field has")
    return rows


def _wire_verbs(
    row: Row, space: ActionSpace, numbers: dict[str, int], options: Options,
    has: Callable[[str, str], bool],
) -> None:  # fmt: skip
    phase = row.phase
    row.free = frozenset(numbers[name] for name in phase.free)
    for name in sorted((*phase.verbs, *phase.free), key=lambda name: numbers[name]):
        verb = space.verbs[numbers[name]]
        if not meets(verb.needs, options, has):
            continue
        if verb.chance is not None:
            row.base, row.outcomes = space.bases[name], verb.chance
        elif verb.enabled is not None:
            row.verbs.append((space.bases[name], verb.enabled, verb.size == 1))
    if not phase.quiet:
        return
    words = phase.quiet.split()
    if words[0] in ("first", "last") and len(words) == 2:
        base = space.bases[words[1]]
        row.quiet_low, row.quiet_high = base, base + space.verbs[numbers[words[1]]].size
        row.quiet_last = words[0] == "last"
    else:
        row.quiet_low = space.code(phase.quiet)
        row.quiet_high = row.quiet_low + 1


def _way(exit: Exit, number: int, rows: dict[str, Row]) -> Way:
    when = exit.when
    predicate = None if when is always or not callable(when) else when
    return predicate, rows[exit.target], number


def _wire_exits(row: Row, rows: dict[str, Row], numbers: dict[str, int]) -> None:
    ways = [(exit.when, _way(exit, at, rows)) for at, exit in enumerate(row.phase.exits)]
    for name in (*row.phase.verbs, *row.phase.free):
        fits = tuple(way for when, way in ways if not isinstance(when, str) or when == name)
        row.ways[numbers[name]] = fits
    row.exits = tuple(way for when, way in ways if callable(when))


def _wire_hub(row: Row, rows: dict[str, Row], kinds: Kinds) -> None:
    """Before the first ASK exit: the game is decided; after the last: nothing is owed."""
    exits = row.phase.exits
    asks = {e.when.name: _way(e, at, rows) for at, e in enumerate(exits) if isinstance(e.when, Ask)}
    first = next((at for at, exit in enumerate(exits) if isinstance(exit.when, Ask)), 0)
    row.decided = tuple(_way(exit, at, rows) for at, exit in enumerate(exits[:first]))
    row.exits = tuple(
        _way(exit, at, rows)
        for at, exit in enumerate(exits)
        if at >= first and not isinstance(exit.when, Ask)
    )
    row.tasks = tuple(_handling(kind, asks.get(kind.name)) for kind in kinds.kinds)


def _handling(kind: Do | Ask, way: Way | None) -> Handling:
    """What the hub does with a task of a kind."""
    if isinstance(kind, Do):
        return kind.run, None, None, None
    return None, kind.open, kind.owner, None if way is None else ((None, way[1], way[2]),)
