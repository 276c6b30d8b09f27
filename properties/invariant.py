"""Properties of one game, as its module declares them: decorators, and what they carry.

    @step_invariant("THI-34", "TH-FOOD-01", verbs=("eat",))
    def eating_costs_one_food(step):
        \"\"\"Food falls by one.\"\"\"
        return step.after.food == step.before.food - 1

A check answers None (nothing to say here), True (held), False or a message (violated).  What holds
is written from the rulebook and the fields of State; rows, verbs and events are known by name.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType

from engine.definition import Definition
from engine.errors import ClauseError, nearest
from engine.game import Game
from engine.registry import definition as registered
from engine.registry import properties_of

Verdict = None | bool | str
Check = Callable[..., Verdict]
Names = tuple[str, ...]

VACUOUS = None
STATE, STEP, EVENT, FINAL = "state", "step", "event", "final"
OBSERVATION, TABLE, CONTENT = "observation", "table", "content"
MEMORY, REACHABLE = "memory", "reachable"
STATIC = (TABLE, CONTENT)
# How many positional arguments a check of each sort takes besides `past`.
ARGUMENTS = {STATE: 1, STEP: 1, EVENT: 1, FINAL: 1, OBSERVATION: 2, TABLE: 1, CONTENT: 1,
             MEMORY: 1, REACHABLE: 1}  # fmt: skip
OBSERVED_EVERY = 16
# The spec and line under which each function of a module was declared.
_DECLARED: dict[tuple[str, str], tuple[object, int]] = {}


@dataclass(frozen=True)
class Property:
    """One judged statement: `label` names it, `clauses` say by what right, filters say where.

    `rows` and `but` (row names), `verbs` and `kinds` (event kinds) narrow the occasions; `whole`
    asks for a game judged from position 0; `every` judges each n-th occasion in a game only.
    `wants_past`: the check takes the History as its last argument; `within`: in how many games of
    a campaign it must be met.
    """

    sort: str
    id: str
    name: str
    clauses: Names
    function: Check
    rows: Names = ()
    but: Names = ()
    verbs: Names = ()
    kinds: Names = ()
    whole: bool = False
    every: int = 1
    wants_past: bool = False
    within: int = 0

    def __call__(self, *arguments: object) -> Verdict:
        """The check itself: for examples and tests."""
        return self.function(*arguments)

    @property
    def label(self) -> str:
        """The name in reports and signatures: id, slash, function name."""
        return f"{self.id}/{self.name}"

    @property
    def clause(self) -> str:
        """The clause a violation is filed under: the first."""
        return self.clauses[0] if self.clauses else ""

    @property
    def statement(self) -> str:
        """What it says: the first line of the docstring, else the name in words."""
        text = inspect.getdoc(self.function) or self.name.replace("_", " ")
        return text.split("\n")[0]


@dataclass(frozen=True)
class Violation:
    """A property that did not hold, at which ply (-1: at the opening or before play), and why."""

    label: str
    clause: str
    ply: int
    message: str
    verb: str = ""

    @property
    def signature(self) -> tuple[str, str, str]:
        """What makes two violations the same finding: never the row or the message."""
        return self.label, self.clause, self.verb

    def text(self) -> str:
        """One line for people."""
        where = f"ply {self.ply}" if self.ply >= 0 else "the opening"
        verb = f" after {self.verb}" if self.verb else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.label}{clause} at {where}{verb}: {self.message}"

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        return {"property": self.label, "clause": self.clause, "ply": self.ply,
                "message": self.message, "verb": self.verb}  # fmt: skip


def _declare(
    sort: str, ident: str, clauses: Names, *, rows: Names = (), but: Names = (),
    verbs: Names = (), kinds: Names = (), whole: bool = False, every: int = 1, within: int = 0,
) -> Callable[[Check], Property]:  # fmt: skip
    """The decorator of one sort; TypeError for a check of the wrong arity, without id or clause,
    with a senseless count, or under a name that its module has declared before.
    """

    def declare(function: Check) -> Property:
        taken, name = len(inspect.signature(function).parameters), function.__name__
        if taken not in (ARGUMENTS[sort], ARGUMENTS[sort] + (sort not in STATIC)):
            raise TypeError(f"{name}: a {sort} check takes {ARGUMENTS[sort]} "
                            f"arguments, and `past` if wanted, not {taken}")  # fmt: skip
        wrong = _misdeclared(sort, ident, clauses, every, within) or _again(function)
        if wrong:
            raise TypeError(f"{name}: {wrong}")
        return Property(sort, ident, name, clauses, function, rows, but, verbs,
                        kinds, whole, every, taken > ARGUMENTS[sort], within)  # fmt: skip

    return declare


def _misdeclared(sort: str, ident: str, clauses: Names, every: int, within: int) -> str:
    """What is wrong with the words of a declaration; "" if nothing is."""
    if sort == MEMORY:
        return ""
    if not ident.strip() or "/" in ident or ident != "".join(ident.split()):
        return f"the id {ident!r} is none; write one word, such as \"P-01\""
    if not clauses:
        return f'{ident} names no clause; write those it stands for, as in ("{ident}", "X-01")'
    if every < 1 or within < 0:
        count = f"every={every}" if every < 1 else f"within={within}"
        return f"{count}: a count from 1 on is wanted"
    return ""


def _again(function: Check) -> str:
    """That a function of this name was declared before in this module; "" if none was.

    Python keeps the last of them only.  A module that is loaded anew has a new spec.
    """
    spec = getattr(sys.modules.get(function.__module__), "__spec__", None)
    if spec is None or "<locals>" in function.__qualname__:
        return ""
    key = function.__module__, function.__qualname__
    line = function.__code__.co_firstlineno
    before, first = _DECLARED.get(key, (None, line))
    _DECLARED[key] = spec, line
    if before is spec and first != line:
        return f"declared in line {first} already, and would take its place: rename one"
    return ""


def invariant(
    ident: str, *clauses: str, rows: Names = (), but: Names = (), whole: bool = False,
    every: int = 1,
) -> Callable[[Check], Property]:  # fmt: skip
    """`f(state)`: position 0, every state in which somebody acts, and the end."""
    return _declare(STATE, ident, clauses, rows=rows, but=but, whole=whole, every=every)


def step_invariant(
    ident: str, *clauses: str, rows: Names = (), but: Names = (), verbs: Names = (),
    kinds: Names = (), whole: bool = False, every: int = 1,
) -> Callable[[Check], Property]:  # fmt: skip
    """`f(step)`: one ply; `rows` are rows the action was taken in, `kinds` events it brought."""
    return _declare(STEP, ident, clauses, rows=rows, but=but, verbs=verbs, kinds=kinds,
                    whole=whole, every=every)  # fmt: skip


def event_invariant(
    ident: str, *clauses: str, kinds: Names, whole: bool = False
) -> Callable[[Check], Property]:
    """`f(happening)`: once for each event of these kinds, in event order."""
    return _declare(EVENT, ident, clauses, kinds=kinds, whole=whole)


def final_invariant(
    ident: str, *clauses: str, rows: Names = (), but: Names = (), whole: bool = False
) -> Callable[[Check], Property]:
    """`f(state)`: at an end row."""
    return _declare(FINAL, ident, clauses, rows=rows, but=but, whole=whole)


def observation_check(
    ident: str, *clauses: str, rows: Names = (), but: Names = (), every: int = OBSERVED_EVERY
) -> Callable[[Check], Property]:
    """`f(state, seen)`: what each seat is shown, at each `every`-th visit of a row."""
    return _declare(OBSERVATION, ident, clauses, rows=rows, but=but, every=every)


def table_check(ident: str, *clauses: str) -> Callable[[Check], Property]:
    """`f(table)`: what the phase table offers and forbids; once a Game."""
    return _declare(TABLE, ident, clauses)


def content_check(ident: str, *clauses: str) -> Callable[[Check], Property]:
    """`f(pack)`: what every content pack must hold; once a Game."""
    return _declare(CONTENT, ident, clauses)


def remember(*, kinds: Names) -> Callable[[Check], Property]:
    """`f(happening, past)`: bookkeeping after the checks of that event; answers nothing."""
    return _declare(MEMORY, "", (), kinds=kinds)


def reachable(
    ident: str, *clauses: str, rows: Names = (), but: Names = (), verbs: Names = (),
    kinds: Names = (), whole: bool = False, within: int = 0,
) -> Callable[[Check], Property]:  # fmt: skip
    """`f(step)`: what a campaign of `within` games must meet; True is met, never a violation."""
    return _declare(REACHABLE, ident, clauses, rows=rows, but=but, verbs=verbs, kinds=kinds,
                    whole=whole, within=within)  # fmt: skip


def properties_in(module: ModuleType) -> tuple[Property, ...]:
    """Every property among a module's names, imported ones included, in order, once each."""
    found = {id(item): item for item in vars(module).values() if isinstance(item, Property)}
    return tuple(found.values())


def properties_for(game: str, foreign: bool = True) -> tuple[Property, ...]:
    """The properties of a registered game; none if it registers no module of them.

    BadProperties, or ClauseError for one that names an unknown clause, row, verb or event.
    """
    module = properties_of(game, foreign)
    found = properties_in(module) if module is not None else ()
    if found:
        check_names(registered(game, foreign), found)
    return found


def switched_on(properties: Iterable[Property], game: Game) -> list[str]:
    """Labels of the properties whose named rows, verbs and events the content switches on."""
    rows = [row.name for row in game.rows if row.met]
    verbs = [verb.name for verb in game.definition.verbs if game.meets(verb.needs)]
    kinds = [event.kind for event in game.definition.events if game.meets(event.needs)]
    return [
        item.label
        for item in properties
        if all(
            not named or any(name in known for name in named)
            for named, known in ((item.rows, rows), (item.verbs, verbs), (item.kinds, kinds))
        )
    ]


def check_names(definition: Definition, properties: Iterable[Property]) -> None:
    """Clauses, rows, verbs, event kinds and labels exist and are distinct; else ClauseError."""
    rows = [phase.name for phase in definition.phases]
    verbs = [verb.name for verb in definition.verbs]
    kinds = [event.kind for event in definition.events]
    clauses = definition.clauses.ids()
    seen: list[str] = []
    for item in properties:
        for sort, wanted, known in (
            ("clause", item.clauses, clauses), ("row", (*item.rows, *item.but), rows),
            ("verb", item.verbs, verbs), ("event", item.kinds, kinds),
        ):  # fmt: skip
            for word in wanted:
                if word not in known:
                    raise ClauseError(f"{definition.name}: property {item.label} names unknown "
                                      f"{sort} {word!r}; {nearest(word, known)}")  # fmt: skip
        if item.sort != MEMORY:
            if item.label in seen:
                raise ClauseError(f"{definition.name}: two properties are {item.label}: rename one")
            seen.append(item.label)
