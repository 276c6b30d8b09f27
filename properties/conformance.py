"""The suite a plug-in author runs in one line, over any game of the registry.

    assert conformance("my_game").ok

or, one pytest item a check:

    @pytest.mark.parametrize(("name", "check"), conformance_checks("my_game"))
    def test_conformance(name, check):
        check()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import just

from engine.definition import Definition
from engine.errors import FAULTS, ClauseError
from engine.game import Game
from engine.play import Step, walk
from engine.registry import games as registered_games
from engine.registry import properties_of
from properties.cases import SEED, Look, Report, cases
from properties.checker import Checker, check_game
from properties.commands import typed
from properties.coverage import opened
from properties.errors import SearchError
from properties.guard import Snapshot, meddler
from properties.invariant import STATIC, Property, check_names, properties_in, switched_on
from properties.judge import Signature
from properties.loops import LoopWatch
from properties.setups import setups, words_of
from properties.shrink import of_signature, shrink
from properties.strategies import Drawn, trajectories
from properties.universal import LABELS, definition_of, universal
from replays.corpus import golden
from replays.reader import loader, read
from replays.visible import spelt

DECLARED = "C-01/declarations_load"
HOLDS = "C-02/own_properties_hold"
DRAWN = "C-03/drawn_games_hold"
EXAMPLES = 25
DRAWN_PLIES = 200
ROUNDS = 12
FAULTS_MAX = 3
SHRUNK = 400  # replays to shorten a drawn game by
# A game, the steps of one log of it, what tells it from the others, and a command that plays it.
Played = tuple[Game, Iterable[Step], str, str]


def conformance(
    game: str | Definition,
    games: int = 1,
    properties: Sequence[Property] | None = None,
    fresh: bool = True,
) -> Report:
    """Everything a game owes: its declarations, the eleven points, its own properties.

    `properties`: by default those registered for the game.  `fresh=False` starts no processes.
    """
    judged = _properties(game, properties)
    report = universal(game, games, fresh=fresh)
    misnamed = _misnamed(definition_of(game), judged)
    if misnamed:
        Look(report, DECLARED, DECLARED).fault(-1, misnamed)
        return report
    for label, check in (
        (DECLARED, declarations), (HOLDS, own_properties), (DRAWN, drawn_games),
    ):  # fmt: skip
        look = Look(report, label, label)
        try:
            check(definition_of(game), judged, look)
        except FAULTS as error:
            look.fell(error)
    return report


def conformance_checks(
    game: str | Definition, games: int = 1, properties: Sequence[Property] | None = None
) -> list[tuple[str, Callable[[], None]]]:
    """(name, check) of everything in `conformance`, each check raising AssertionError."""
    found: list[tuple[str, Callable[[], None]]] = [
        (label, partial(_point, game, games, label)) for label in LABELS
    ]
    for label, check in ((DECLARED, declarations), (HOLDS, own_properties), (DRAWN, drawn_games)):
        found.append((label, partial(_own, game, properties, label, check)))
    return found


def _point(game: str | Definition, games: int, label: str) -> None:
    __tracebackhide__ = True
    _ok(universal(game, games, (label,)))


def _own(
    game: str | Definition, properties: Sequence[Property] | None, label: str,
    check: Callable[[Definition, Sequence[Property], Look], None],
) -> None:  # fmt: skip
    __tracebackhide__ = True
    definition = definition_of(game)
    report = Report(definition.name)
    judged, look = _properties(game, properties), Look(report, label, label)
    misnamed = _misnamed(definition, judged)
    if misnamed:
        look.fault(-1, misnamed)
    else:
        check(definition, judged, look)
    _ok(report)


def _ok(report: Report) -> None:
    __tracebackhide__ = True
    if not report.ok:
        raise AssertionError(report.text())


def _properties(
    game: str | Definition, properties: Sequence[Property] | None
) -> tuple[Property, ...]:
    if properties is not None:
        return tuple(properties)
    name = definition_of(game).name
    module = properties_of(name) if name in registered_games() else None
    return properties_in(module) if module is not None else ()


def _misnamed(definition: Definition, judged: Sequence[Property]) -> str:
    """Which property names something that the game does not have; "" if none does."""
    try:
        check_names(definition, judged)
    except ClauseError as error:
        return str(error)
    return ""


def declarations(definition: Definition, judged: Sequence[Property], look: Look) -> None:
    """Catalogue, content and every option set load; what is said of table and content holds."""
    look.that(len(definition.clauses) > 0, -1, "the clause catalogue is empty")
    static = [item for item in judged if item.sort in STATIC]
    said = dict.fromkeys([item.label for item in static], 0)
    for setup in setups(definition):
        checker = Checker(Game(definition, setup), static)
        look.held()
        for violation in checker.static():
            look.fault(-1, f"{violation.text()} ({words_of(setup)})", violation.label)
        for label, count in checker.evaluations.items():
            said[label] += count
    _none_silent(said, look)


def own_properties(definition: Definition, judged: Sequence[Property], look: Look) -> None:
    """No property of the game breaks, and each has something to say, over all option sets.

    What is still silent after one round of games is asked over the game's golden replays, which
    show what is rare, then over more rounds, ROUNDS at most.  A property of rows, verbs or events
    that the game's own content never switches on is judged, but owes nothing.
    """
    said: dict[str, int] = {}
    judged = [item for item in judged if item.sort not in STATIC]
    for number in range(ROUNDS):
        played = (
            (case.game, case.steps, case.text(), case.again())
            for case in cases(definition, 1, (), f"{SEED}-{number}")
        )
        _round(played, judged, look, said)
        if number == 0 and not all(said.values()):
            _round(_golden(definition), judged, look, said)
        if all(said.values()):
            break
    _none_silent(said, look)
    look.held()


def _none_silent(said: Mapping[str, int], look: Look) -> None:
    for label, count in said.items():
        look.that(count > 0, -1, f"{label} had nothing to say in any game: is it vacuous?")


def _golden(definition: Definition) -> Iterator[Played]:
    """The golden replays of a registered game."""
    if definition.name not in registered_games():
        return
    load = loader()
    for path in golden(definition.name):
        replay = read(path)
        game = load(replay.head())
        for line in replay.games:
            again = f"ruleproof replay {spelt(path)}"
            yield game, walk(game, line.codes), path.name, again


def _round(
    played: Iterable[Played], judged: Sequence[Property], look: Look, said: dict[str, int]
) -> None:
    """Judge games; how often each property had something to say is added to `said`."""
    checkers: dict[Game, Checker] = {}
    for game, steps, text, again in played:
        if game not in checkers:
            checkers[game] = Checker(game, judged, collect=True)
        _judged((game, steps, text, again), checkers[game], look)
    for checker in checkers.values():
        owed = switched_on(judged, checker.game)
        for label, count in checker.evaluations.items():
            if count or label in owed:
                said[label] = said.get(label, 0) + count


def _judged(played: Played, checker: Checker, look: Look) -> None:
    """One game under a collecting Checker; its first few violations are faults.

    Where a check changes what it judges, that is the fault: the others saw what it left.
    """
    game, steps, text, again = played
    state, events, _ = opened(game)
    kept, codes = Snapshot(state), list[int]()
    checker.begin(state, events)
    for step in () if kept.changes() else steps:
        kept = Snapshot.of(step)
        codes.append(step.code)
        checker.step(step)
        if kept.changes():
            break
    broken = checker.violations[:FAULTS_MAX]
    checker.violations.clear()
    spoilt = meddler(game, codes, checker.properties) if kept.changes() else None
    if spoilt is not None:
        name = spoilt.signature.text
        look.fault(spoilt.ply, f"{name}: {spoilt.message} ({text})", name, again)
    for violation in broken if spoilt is None else ():
        look.fault(violation.ply, f"{violation.text()} ({text})", violation.label, again)


def drawn_games(definition: Definition, judged: Sequence[Property], look: Look) -> None:
    """Games drawn by Hypothesis break no property and never loop.

    Of each property that breaks the shortest game is shown first, shortened and as a command.
    """
    broken: dict[str, list[tuple[Drawn, Found]]] = {}

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        phases=(Phase.generate,), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(trajectories(definition, just(DRAWN_PLIES)))
    def judge(drawn: Drawn) -> None:
        found = _found(drawn.game, drawn.codes, judged)
        if found is not None:
            broken.setdefault(found.kind, []).append((drawn, found))
        _loops(drawn, look)

    judge()
    for games in broken.values():
        games.sort(key=lambda pair: pair[1].ply)
        for at, (drawn, found) in enumerate(games):
            codes: Sequence[int] = drawn.codes[: found.ply + 1]
            if at == 0:
                codes, found = _short(drawn.game, codes, found, judged)
            again = typed(drawn.game, codes, drawn.setup)
            told = f"{found.text} ({words_of(drawn.setup)}; {_actions(drawn.game, codes)})"
            look.fault(found.ply, told, found.kind, again)


@dataclass(frozen=True)
class Found:
    """What is wrong with a drawn game: where, which property or change, in words."""

    ply: int
    signature: Signature
    text: str

    @property
    def kind(self) -> str:
        """What makes two the same."""
        return self.signature.label


def _found(game: Game, codes: Sequence[int], judged: Sequence[Property]) -> Found | None:
    """The first thing wrong; where a check changes what it judges, that."""
    found = check_game(game, codes, judged)
    if found is None:
        return None
    spoilt = meddler(game, codes, judged)
    if spoilt is not None:
        said = f"{spoilt.signature.text}: {spoilt.message}"
        return Found(spoilt.ply, spoilt.signature, said)
    return Found(found.ply, Signature(*found.signature), found.text())


def _short(
    game: Game, codes: Sequence[int], found: Found, judged: Sequence[Property]
) -> tuple[Sequence[int], Found]:
    """A shorter game that shows the same, if a few replays find one."""
    try:
        goal = of_signature(game, judged, found.signature)
        less = shrink(game, codes, goal, budget=SHRUNK, luck=False).codes
    except SearchError:
        return codes, found
    again = _found(game, less, judged)
    return (less, again) if again is not None and again.kind == found.kind else (codes, found)


def _actions(game: Game, codes: Sequence[int]) -> str:
    return ", ".join(map(game.text, codes)) or "no action"


def _loops(drawn: Drawn, look: Look) -> None:
    watch = LoopWatch(drawn.game)
    watch.begin(drawn.game.initial())
    for step in drawn.steps:
        found = watch.step(step)
        if found is not None:
            again = typed(drawn.game, drawn.codes[: found.ply + 1], drawn.setup)
            look.fault(found.ply, found.message, found.label, again)
            return
    look.held()
