"""The phase table: rows and exits as a game declares them, and the checks made at load.

After a verb of a row exactly the first exit whose predicate holds is taken.  A NOBODY row is run
through at once; one without exits is an end, and its name is the end reason.  The predicate's name
is the edge's label, targets are literal names: the table is dispatched on, drawn, checked and
tested from the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.actions import Verb
from engine.agenda import Ask, Do, Kind
from engine.errors import TableError, nearest
from engine.options import Options

CHANCE = "chance"
NOBODY = "nobody"
PLAYER = "player"
CONTENT_HAS = "content has "
ROWS_MAX = 64
ROW_COUNT_MAX = 127

Actor = str | Callable[..., int]


def always(state: object) -> bool:
    """The exit that is taken when none before it was."""
    return True


@dataclass(frozen=True)
class Exit:
    """An edge: taken if the predicate `when` holds, or if `when` (a name) is the verb just used.

    In a hub, `when` may be an ASK kind: taken if such a task is on top.
    """

    when: Callable[..., bool] | str | Ask
    target: str
    clause: str = ""
    also: tuple[str, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that taking this edge proves, the main one first."""
        return tuple(filter(None, (self.clause, *self.also)))

    @property
    def label(self) -> str:
        """What the drawing and the reports call this edge."""
        if isinstance(self.when, str):
            return self.when
        if isinstance(self.when, Ask):
            return self.when.text
        return self.when.__name__


@dataclass(frozen=True)
class Phase:
    """A row: who acts, what may be done, where it leads.

    `free` verbs leave the row as it is.  `quiet` is the action a tape's end turns to: an action
    text, or `first VERB` / `last VERB`.  `ends` names field lives that end when the row is left.
    `shown` is what a player who may not see this row sees instead; `secret` reads the only seat
    that sees what is done here (a blind choice, a card drawn), and a log for others hides it.
    """

    name: str
    clause: str
    actor: Actor
    enter: Callable[..., None] | None = None
    verbs: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    quiet: str = ""
    exits: tuple[Exit, ...] = ()
    needs: str = ""
    hub: bool = False
    progress: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    shown: str = ""
    secret: Callable[..., int] | None = None
    text: str = ""

    @property
    def acts(self) -> bool:
        """Whether somebody (chance or a seat) acts here."""
        return self.actor != NOBODY

    @property
    def end(self) -> bool:
        """Whether the game is over here."""
        return not self.acts and not self.exits


def meets(needs: str, options: Options, has: Callable[[str, str], bool]) -> bool:
    """Whether `name=value`, `name!=value` or `content has FIELD WORD` holds (several: `;`).

    The field of an effect is `op` or one of its arguments: `content has op draw`.
    """
    for part in filter(None, (piece.strip() for piece in needs.split(";"))):
        if part.startswith(CONTENT_HAS):
            field, _, word = part.removeprefix(CONTENT_HAS).partition(" ")
            if not has(field, word.strip()):
                return False
            continue
        name, mark, value = part.partition("!=" if "!=" in part else "=")
        if not mark or name.strip() not in options:
            raise TableError(f"needs {needs!r}: expected OPTION=VALUE, OPTION!=VALUE or content …")
        actual = options[name.strip()]
        shown = str(actual).lower() if isinstance(actual, bool) else str(actual)
        if (shown == value.strip().strip('"')) == (mark == "!="):
            return False
    return True


def check_table(
    phases: Sequence[Phase], verbs: Sequence[Verb], kinds: Sequence[Kind], fields: Sequence[str]
) -> None:
    """Refuse a table that cannot be dispatched on; TableError names row, exit and remedy."""
    rows = {phase.name: phase for phase in phases}
    if len(rows) != len(phases) or len(phases) > ROW_COUNT_MAX:
        raise TableError(f"row names are not distinct, or more than {ROW_COUNT_MAX} rows")
    by_name = {verb.name: verb for verb in verbs}
    for phase in phases:
        _check_row(phase, rows, by_name, fields)
    used = {name for phase in phases for name in (*phase.verbs, *phase.free)}
    for verb in verbs:
        if verb.name not in used:
            raise TableError(f"verb {verb.name} is used in no row: name it in a row or drop it")
    _check_reach(phases, rows)
    _check_cycles(phases, rows)
    _check_hub(phases, kinds)


def _check_row(
    phase: Phase, rows: dict[str, Phase], verbs: dict[str, Verb], fields: Sequence[str]
) -> None:
    where = f"row {phase.name}"
    for name in (*phase.verbs, *phase.free):
        if name not in verbs:
            raise TableError(f"{where}: unknown verb {name!r}; {nearest(name, verbs)}")
    if phase.acts:
        _check_actor(phase, verbs)
    elif phase.verbs or phase.free or phase.quiet:
        raise TableError(f"{where}: nobody acts here, so it has no verbs")
    for number, exit in enumerate(phase.exits):
        if exit.target not in rows:
            raise TableError(
                f"{where}: exit {exit.label} leads to unknown row {exit.target!r}; "
                f"{nearest(exit.target, rows)}"
            )
        if exit.when is always and number < len(phase.exits) - 1:
            behind = phase.exits[number + 1]
            raise TableError(f"{where}: exit {behind.label} -> {behind.target} is behind always")
        if isinstance(exit.when, str) and exit.when not in phase.verbs:
            raise TableError(f"{where}: exit {exit.when!r} names no verb of this row")
        if isinstance(exit.when, Ask) and not phase.hub:
            raise TableError(f"{where}: exit {exit.label} is an ASK, only the hub has those")
    for name in phase.progress:
        if name not in fields:
            raise TableError(f"{where}: progress field {name!r} is no field; "
                             f"{nearest(name, fields)}")  # fmt: skip


def _check_actor(phase: Phase, verbs: dict[str, Verb]) -> None:
    where = f"row {phase.name}"
    if not phase.verbs or not phase.exits:
        raise TableError(f"{where}: somebody acts here, so it needs verbs and exits")
    for name in (*phase.verbs, *phase.free):
        chance = verbs[name].chance is not None
        if chance != (phase.actor == CHANCE):
            raise TableError(f"{where}: verb {name} has {'outcomes' if chance else 'no outcomes'}")
        if not chance and verbs[name].enabled is None:
            raise TableError(f"verb {name} declares no enabling condition: use @{name}.legal")
    if phase.actor == CHANCE and (len(phase.verbs) != 1 or phase.free):
        raise TableError(f"{where}: a chance row has exactly one verb, not {phase.verbs}")
    if phase.quiet:
        words = phase.quiet.split()
        name = words[1] if words[0] in ("first", "last") and len(words) == 2 else words[0]
        if name not in phase.verbs:
            raise TableError(f"{where}: quiet {phase.quiet!r} names no verb of this row")


def _closure(start: str, edges: dict[str, list[str]]) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for target in edges[todo.pop()]:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return seen


def _check_reach(phases: Sequence[Phase], rows: dict[str, Phase]) -> None:
    edges = {phase.name: [exit.target for exit in phase.exits] for phase in phases}
    reached = _closure(phases[0].name, edges)
    for phase in phases:
        if phase.name not in reached:
            raise TableError(f"row {phase.name} cannot be reached from {phases[0].name}")
        if not any(rows[name].end for name in _closure(phase.name, edges)):
            raise TableError(f"row {phase.name} cannot reach an end")


def _check_cycles(phases: Sequence[Phase], rows: dict[str, Phase]) -> None:
    """Rows nobody acts in, without hub and progress, form no cycle."""
    bare = [p for p in phases if not p.acts and not p.hub and not p.progress]
    names = [phase.name for phase in bare]
    edges = {p.name: [e.target for e in p.exits if e.target in names] for p in bare}
    for name in names:
        for target in edges[name]:
            if name in _closure(target, edges):
                raise TableError(
                    f"rows {name} -> {target} lie on a cycle in which nobody acts: declare "
                    "progress=(fields…) on a row of it, or make it the hub"
                )


def _check_hub(phases: Sequence[Phase], kinds: Sequence[Kind]) -> None:
    hubs = [phase for phase in phases if phase.hub]
    if len(hubs) > 1:
        raise TableError(f"rows {hubs[0].name} and {hubs[1].name} are both the hub")
    asked = [exit.when for hub in hubs for exit in hub.exits if isinstance(exit.when, Ask)]
    if kinds and not hubs:
        raise TableError("tasks are declared, but no row is the hub (hub=True)")
    names = [kind.name for kind in kinds if isinstance(kind, Ask)]
    for kind in kinds:
        if isinstance(kind, Ask) and kind not in asked:
            raise TableError(f"ASK kind {kind.name} has no exit in the hub")
        for raised in kind.raises if isinstance(kind, Do) else ():
            if raised not in names:
                raise TableError(f"DO kind {kind.name} raises unknown ASK {raised!r}")
