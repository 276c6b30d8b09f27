"""The suite a plug-in author runs in one line, over any game of the registry.

    assert conformance("my_game").ok

or, one pytest item a check:

    @pytest.mark.parametrize(("name", "check"), conformance_checks("my_game"))
    def test_conformance(name, check):
        check()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import just

from engine.definition import Definition
from engine.errors import ClauseError
from engine.game import Game
from engine.play import Step, walk
from engine.registry import games as registered_games
from engine.registry import properties_of
from properties.cases import SEED, Look, Report, cases
from properties.checker import Checker, check_game
from properties.coverage import opened
from properties.guard import Snapshot, meddler
from properties.invariant import STATIC, Property, check_names, properties_in, switched_on
from properties.loops import LoopWatch
from properties.setups import setups
from properties.strategies import Drawn, trajectories
from properties.universal import LABELS, definition_of, universal
from replays.corpus import golden
from replays.reader import loader, read

DECLARED = "C-01/declarations_load"
HOLDS = "C-02/own_properties_hold"
DRAWN = "C-03/drawn_games_hold"
EXAMPLES = 25
DRAWN_PLIES = 200
ROUNDS = 12
FAULTS_MAX = 3
# A game, the steps of one log of it, and what tells it from the others.
Played = tuple[Game, Iterable[Step], str]


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
        except Exception as error:
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
    report = universal(game, games, (label,))
    assert report.ok, report.text()


def _own(
    game: str | Definition, properties: Sequence[Property] | None, label: str,
    check: Callable[[Definition, Sequence[Property], Look], None],
) -> None:  # fmt: skip
    definition = definition_of(game)
    report = Report(definition.name)
    judged, look = _properties(game, properties), Look(report, label, label)
    misnamed = _misnamed(definition, judged)
    if misnamed:
        look.fault(-1, misnamed)
    else:
        check(definition, judged, look)
    assert report.ok, report.text()


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
            look.fault(-1, violation.text())
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
        played = cases(definition, 1, (), f"{SEED}-{number}")
        _round(((case.game, case.steps, case.text()) for case in played), judged, look, said)
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
            yield game, walk(game, line.codes), path.name


def _round(
    played: Iterable[Played], judged: Sequence[Property], look: Look, said: dict[str, int]
) -> None:
    """Judge games; how often each property had something to say is added to `said`."""
    checkers: dict[Game, Checker] = {}
    for game, steps, text in played:
        if game not in checkers:
            checkers[game] = Checker(game, judged, collect=True)
        _judged(game, steps, text, checkers[game], look)
    for checker in checkers.values():
        owed = switched_on(judged, checker.game)
        for label, count in checker.evaluations.items():
            if count or label in owed:
                said[label] = said.get(label, 0) + count


def _judged(game: Game, steps: Iterable[Step], text: str, checker: Checker, look: Look) -> None:
    """One game under a collecting Checker; its first few violations are faults.

    Where a check changes what it judges, that is the fault: the others saw what it left.
    """
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
        look.fault(spoilt.ply, f"{spoilt.signature.text}: {spoilt.message} ({text})")
    for violation in broken if spoilt is None else ():
        look.fault(violation.ply, f"{violation.text()} ({text})")


def drawn_games(definition: Definition, judged: Sequence[Property], look: Look) -> None:
    """Games drawn by Hypothesis break no property and never loop; the first failure is shown."""

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        phases=(Phase.generate,), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(trajectories(definition, just(DRAWN_PLIES)))
    def judge(drawn: Drawn) -> None:
        found = check_game(drawn.game, drawn.codes, judged)
        spoilt = meddler(drawn.game, drawn.codes, judged) if found is not None else None
        if spoilt is not None:
            look.fault(spoilt.ply, f"{spoilt.signature.text}: {spoilt.message} ({drawn!r})")
        elif found is not None:
            look.fault(found.ply, f"{found.text()} ({drawn!r})")
        _loops(drawn, look)

    judge()


def _loops(drawn: Drawn, look: Look) -> None:
    watch = LoopWatch(drawn.game)
    watch.begin(drawn.game.initial())
    for step in walk(drawn.game, drawn.codes, checked=False):
        found = watch.step(step)
        if found is not None:
            look.fault(found.ply, found.message)
            return
    look.held()
