"""What `find` looks for and `shrink --until` shrinks to: a property, a clause, an exit, an event
with facts, an end, or an expression over the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from re import compile as pattern

from engine.clauses import nearest_clause
from engine.definition import Definition
from engine.errors import ActionText, ContentError, nearest
from engine.events import FLAG, Event, Happening
from engine.fields import index_at
from engine.game import Game
from engine.play import Step
from engine.state import State
from properties.coverage import exit_name, opened
from properties.errors import BadGoal
from properties.expression import Expression, names_of
from properties.finding import other_pack
from properties.guard import CHANGES, Meddling
from properties.invariant import STATIC, Property
from properties.judge import (
    RAISED,
    Failure,
    Judge,
    Signature,
    Watch,
    Watched,
    narrowed,
    sharpened,
)
from properties.loops import LABEL as LOOP
from properties.setup import Maker, found_near
from properties.shrink import Goal

Seen = Callable[[Happening], bool]
# What marks a text as an expression: no name of ours holds one of these.
SIGNS = ("<", ">", "=", " in ", "(", "[", "not ", " or ", " and ", "+", "*", "%", "'", '"')
ARROW = "->"
FACTS = pattern(r"[\w.]+( [\w.]+=[^=\s]\S*)+")
KINDS = "a property, clause, exit, event (KIND FACT=VALUE), end reason, or an expression"


def goal_of(game: Game, properties: Sequence[Property], text: str) -> Goal:
    """What `--until` names: a property (id or label), clause, exit, event kind (with
    facts `NAME=VALUE` after it), end reason, or an expression over the state.

    Ids count in small letters too.  BadGoal lists the nearest names.
    """
    text = " ".join(text.split())
    if not text:
        raise BadGoal(f"no goal is named; write {KINDS} over the state")
    labels = [item.label for item in properties if item.id and item.sort not in STATIC]
    ids = [*dict.fromkeys(label.partition("/")[0] for label in (*labels, LOOP))]
    named = _spelt(text, (*ids, *labels, LOOP))
    if named is not None or text.startswith((RAISED, CHANGES)):
        return _of_property(game, properties, named or text)
    if _spelt(text, game.definition.clauses.ids()) is not None:
        return clause_goal(game, text)
    if text in _ends(game):
        return end_goal(game, text)
    if ARROW in text:
        return exit_goal(game, text)
    kind, *where = text.split()
    if kind in _events(game) or FACTS.fullmatch(text):
        return event_goal(game, kind, where)
    if any(sign in text for sign in SIGNS) or text in names_of(game):
        return state_goal(game, text)
    known = [*ids, *_ends(game), *_events(game), *game.definition.clauses.ids(), *_exits(game)]
    word, clauses = text.upper(), game.definition.clauses.ids()
    way = nearest_clause(word, clauses) if _like_clause(word) else nearest(
        text, [*known, *names_of(game)])  # fmt: skip
    raise BadGoal(f"{game.name} has no property, clause, exit, event or end {text!r}; {way}")


def _spelt(text: str, names: Sequence[str]) -> str | None:
    """The one of these names that a text is, capital letters or not; None if it is none."""
    if text in names:
        return text
    return next((name for name in names if name.lower() == text.lower()), None)


def _like_clause(word: str) -> bool:
    return word.count("-") > 1 and all(part.isalnum() for part in word.split("-"))


def misses(
    game: str, actions: Iterable[str], options: dict[str, object], goal: str, pack: str = "",
    beside: str = "", **maker: object,
) -> str:  # fmt: skip
    """What the tests of `shrink --until GOAL --pytest` call: "" while the last action reaches it.

    Else where the log is not legal any more, or that nothing of it does; `pack` and `beside` are
    those of `still_fails`.  BadGoal.
    """
    content = found_near(str(maker.get("content", "")), Path(beside).parent)
    made = Maker.from_dict({"game": game, **maker, "content": content})
    values = {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
    try:
        rules, codes = made.load(values), list[int]()
    except ContentError as error:
        return f"cannot judge: {error}"
    if other := other_pack(made, pack):
        return f"cannot judge: {other}"
    for text in actions:
        try:
            codes.append(rules.code(text))
        except ActionText as error:
            return f"ply {len(codes)}: {error}"
    sought = goal_of(rules, made.properties(), goal)
    trial = Judge(rules, sought.whole()).replay(codes)
    if len(trial.codes) < len(codes) and trial.failure is None:
        return f"ply {len(trial.codes)} is not legal: {rules.text(codes[len(trial.codes)])}"
    return "" if trial.failure and sought.wanted(trial.failure) else f"{goal} is not reached"


def _of_property(game: Game, properties: Sequence[Property], text: str) -> Goal:
    def wanted(failure: Failure) -> bool:
        found = failure.signature.label
        return text in (found, found + "/") or found.split("/")[0] == text

    named = [p.label for p in properties if text in (p.id, p.label)]
    sharp = sharpened(properties, named)
    if text.startswith(CHANGES):
        meddling = Meddling(game, properties, text)
        return Goal(text, wanted, lambda: meddling, lambda: meddling)

    def watch() -> Watch:
        return Watched(game, sharp)

    def quick() -> Watch:
        if len(named) != 1:
            return watch()
        return Watched(game, narrowed(sharp, named[0]), loops=False)

    return Goal(text, wanted, quick, watch)


# ---- what a game can reach ----


def clause_goal(game: Game, ident: str) -> Goal:
    """A clause is applied: by a verb, an event, an exit, or a row that is entered; BadGoal."""
    clauses = game.definition.clauses.ids()
    found = _spelt(ident.strip(), clauses)
    if found is None:
        raise BadGoal(f"{game.name} has no clause {ident!r}; {nearest_clause(ident, clauses)}")
    ident = found
    if ident not in _cited(game.definition):
        proof = game.definition.clauses[ident].proof
        raise BadGoal(f"{ident} is not applied by play: no verb, event, exit or row of {game.name} "
                      f"cites it; what proves it is: {proof}; see: ruleproof rules {game.name} "
                      f"--explain {ident}")  # fmt: skip
    _, events, exits = opened(game)
    left = {pair for pair in _pairs(game) if ident in _clauses(game, *pair)}
    verbs = [verb.clause == ident for verb in game.space.verbs]
    told = {event.kind for event in game.definition.events if ident in event.clauses}
    verb_at = game.space.verb_at

    def shown(happenings: Sequence[Happening]) -> bool:
        return any(one.kind in told and ident in one.clauses() for one in happenings)

    def reached(step: Step) -> bool:
        return (
            verbs[verb_at[step.code]] or any(pair in left for pair in step.exits)
            or shown(step.events)
        )  # fmt: skip

    return _reaching(ident, reached, shown(events) or any(pair in left for pair in exits))


def _cited(definition: Definition) -> frozenset[str]:
    """The clauses that a ply can apply, under whatever options."""
    found = {verb.clause for verb in definition.verbs}
    for event in definition.events:
        found.update(event.clauses)
    for phase in definition.phases:
        found.add(phase.clause)
        for exit in phase.exits:
            found.update(exit.clauses)
    return frozenset(found)


def end_goal(game: Game, reason: str) -> Goal:
    """The game ends for this reason; BadGoal."""
    ends = _ends(game)
    _known(reason, ends, f"{game.name} does not end by")
    at = ends[reason]
    return _reaching(reason, lambda step: step.after.phase == at, opened(game)[0].phase == at)


def exit_goal(game: Game, name: str) -> Goal:
    """An exit is taken, named `row: label -> target` as coverage names it; BadGoal."""
    known = _exits(game)
    _known(name, known, f"{game.name} has no exit")
    pair = known[name]
    return _reaching(name, lambda step: pair in step.exits, pair in opened(game)[2])


def event_goal(game: Game, kind: str, where: Sequence[str] = ()) -> Goal:
    """An event happens whose facts are as `fact=value` says, a list holding the value; BadGoal."""
    known = _events(game)
    _known(kind, known, f"{game.name} has no event")
    tests = [_fact(game, known[kind], word) for word in where]

    def seen(happening: Happening) -> bool:
        return happening.kind == kind and all(test(happening) for test in tests)

    return _reaching(" ".join((kind, *where)), lambda step: any(map(seen, step.events)),
                     any(map(seen, opened(game)[1])))  # fmt: skip


def state_goal(game: Game, text: str) -> Goal:
    """A position comes up where the expression holds; BadGoal."""
    expression = Expression(game, text)
    return _reaching(expression.text, lambda step: expression.holds(step.after),
                     expression.holds(opened(game)[0]))  # fmt: skip


class Reached:
    """A Watch for `find` and `shrink --until`: ends at the first position that shows what is named.

    `at_once` says that the set-up does, before the first ply.
    """

    def __init__(
        self, signature: Signature, reached: Callable[[Step], bool], at_once: bool = False
    ) -> None:
        self.signature = signature
        self.reached = reached
        self.at_once = at_once

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Whether the set-up reaches it."""
        return Failure(self.signature, -1, "reached by the set-up") if self.at_once else None

    def step(self, step: Step) -> Failure | None:
        """Whether this ply reaches it."""
        if self.reached(step):
            return Failure(self.signature, step.ply, f"reached by {step.text}")
        return None


def _reaching(name: str, reached: Callable[[Step], bool], at_once: bool) -> Goal:
    signature = Signature(name)

    def watch() -> Watch:
        return Reached(signature, reached, at_once)

    return Goal(name, lambda failure: failure.signature == signature, watch, watch, reached=True)


def _fact(game: Game, event: Event, word: str) -> Seen:
    """The test of one `fact=value`; BadGoal with the nearest facts or words."""
    fact, sign, value = word.partition("=")
    if not sign:
        raise BadGoal(f"{word!r} has no value; write FACT=VALUE")
    alike = [name for name, table in zip(event.facts, event.tables, strict=True) if table == fact]
    if fact not in event.facts and len(alike) == 1:
        (fact,) = alike
    _known(fact, event.facts, f"the event {event.kind} has no fact")
    place = event.index[fact]
    number = _number(game, value, event.tables[place], f"{event.kind} {word!r}")

    def test(happening: Happening) -> bool:
        found = happening.values[place]
        return number in found if isinstance(found, tuple) else found == number

    return test


def _number(game: Game, value: str, table: str, place: str) -> int:
    """The number of a word, or of a content row by its name: `mud_canyon`.  BadGoal."""
    if table == FLAG:
        if value not in ("true", "false"):
            raise BadGoal(f"{place}: expected true or false")
        return int(value == "true")
    if value.removeprefix("-").isdecimal():
        return int(value)
    words, titles = game.rules.names.get(table, ()), _titles(game, table)
    if not words and not titles:
        raise BadGoal(f"{place}: {value!r} is no whole number")
    try:
        word = value if value in words else titles.get(value, value)
        return index_at(word, table, game.rules.names)
    except ValueError as error:
        known = nearest(value, [*titles, *words])
        raise BadGoal(f"{place}: no {table or 'number'} {value!r}; {known}") from error


def _titles(game: Game, table: str) -> dict[str, str]:
    """The ids of the rows of a content table by their names, as one word each."""
    if table not in game.definition.schema.tables:
        return {}
    rows = game.content.rows_of(table)
    return {
        "_".join("".join(c if c.isalnum() else " " for c in str(row["name"]).lower()).split()):
        str(row["id"]) for row in rows if "name" in row
    }  # fmt: skip


def _known(name: str, names: Mapping[str, object] | Sequence[str], says: str) -> None:
    if name not in names:
        raise BadGoal(f"{says} {name!r}; {nearest(name, list(names))}")


def _ends(game: Game) -> dict[str, int]:
    return {row.name: row.index for row in game.rows if row.end}


def _events(game: Game) -> dict[str, Event]:
    return {event.kind: event for event in game.definition.events}


def _pairs(game: Game) -> list[tuple[int, int]]:
    return [(row.index, at) for row in game.rows for at in range(len(row.phase.exits))]


def _exits(game: Game) -> dict[str, tuple[int, int]]:
    return {exit_name(game.rows[row].phase, at): (row, at) for row, at in _pairs(game)}


def _clauses(game: Game, row: int, at: int) -> tuple[str, ...]:
    """The clauses of an exit and of the row it leads to."""
    exit = game.rows[row].phase.exits[at]
    target = next(one for one in game.rows if one.name == exit.target)
    return (*exit.clauses, target.phase.clause)
