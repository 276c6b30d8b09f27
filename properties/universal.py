"""The contract of the kernel: eleven statements that hold for every game, each a named property.

    report = universal("tin_helm")
    assert report.ok, report.text()

Every option set (each value, each pair of values, each player count) is played with every policy
of the game.  A point whose run says nothing at all is not `ok`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.definition import Definition
from engine.errors import FAULTS
from engine.game import Game
from engine.registry import games as registered_games
from engine.registry import properties_of
from properties.again import elsewhere, repeats
from properties.cases import SEED, Case, Look, Report, cases
from properties.contract import applies, declared, legal_lists, limited, paid, spelled
from properties.coverage import Coverage, cover
from properties.identity import cloned, encoded, replayed
from properties.setup import Maker
from properties.unseen import Unseen, shown_alike
from replays.reader import loader, read

Played = Callable[[Case, Look], None]
DETERMINISM = "U-03/same_seed_same_game"


@dataclass(frozen=True)
class Point:
    """One statement of the contract, judged on each played game."""

    label: str
    statement: str
    played: Played


def _once(case: Case, look: Look) -> None:
    """Judged once for all games, not game by game."""


POINTS: tuple[Point, ...] = (
    Point("U-01/legal_lists", "legal lists are ascending, distinct, empty at an end", legal_lists),
    Point("U-02/apply_obeys_legality", "apply takes what is legal and nothing else", applies),
    Point(DETERMINISM, "the same seed gives the same game, anywhere", _once),
    Point("U-04/clones_share_nothing", "a clone keeps its digest", cloned),
    Point("U-05/encoding_is_complete", "every field counts; decoded, the future is equal", encoded),
    Point("U-06/one_text_a_code", "codes and texts are one to one", _once),
    Point("U-07/unseen_makes_no_difference", "what is hidden changes nothing shown", shown_alike),
    Point("U-08/play_has_a_limit", "play stops at plies_max, and nothing loops", limited),
    Point("U-09/returns_and_ends", "one finite number a player, ended by an end row", paid),
    Point("U-10/replays_are_exact", "replays read and write alike; resume anywhere", replayed),
    Point("U-11/exits_are_declared", "exits taken are exits of the table", declared),
)
LABELS = tuple(point.label for point in POINTS)
_kept: list[tuple[Definition, tuple[int, tuple[str, ...], str], list[Case]]] = []
ONE_TEXT = LABELS[5]
UNSEEN = LABELS[6]


def maker_of(game: str | Definition) -> Maker | None:
    """How a fresh process makes the game; None for a Definition no module holds."""
    if isinstance(game, str):
        return Maker(game)
    return Maker(game.name) if game.name in registered_games() else None


def definition_of(game: str | Definition) -> Definition:
    """The definition of a registered name, of `module:ATTRIBUTE`, or itself."""
    return Maker(game).definition() if isinstance(game, str) else game


def unseen_of(definition: Definition) -> Unseen | None:
    """The game's own `unseen` of its properties module, if it has one."""
    registered = definition.name in registered_games()
    module = properties_of(definition.name) if registered else None
    return getattr(module, "unseen", None)


def universal(
    game: str | Definition,
    games: int = 1,
    labels: Sequence[str] = LABELS,
    policies: Sequence[str] = (),
    seed: str = SEED,
    fresh: bool = True,
) -> Report:
    """Judge the points named by `labels` on `games` games an option set and policy.

    `game`: a registered name, `module:ATTRIBUTE`, or a Definition (which fresh processes can only
    make if it is registered).  `fresh=False` leaves the fresh processes of point 3 out.
    """
    definition = definition_of(game)
    report = Report(definition.name, evaluations=dict.fromkeys(labels, 0))
    playable = _playable(_played(definition, games, policies, seed), report, labels)
    for point in POINTS:
        if point.label in labels:
            _judge(point, playable, report, unseen_of(definition))
    if UNSEEN in labels and report.evaluations[UNSEEN] == len(playable):
        report.notes.append(f"{definition.name}: nothing hidden could be dealt otherwise")
    if DETERMINISM in labels:
        look = Look(report, DETERMINISM, "every game")
        _guarded(look, partial(_repeat, game, playable, look, fresh))
    return report


def _played(
    definition: Definition, games: int, policies: Sequence[str], seed: str
) -> list[Case]:
    """The cases; those of the last call are kept, for points are mostly asked for one by one."""
    what = (games, tuple(policies), seed)
    if not (_kept and _kept[0][0] is definition and _kept[0][1] == what):
        _kept[:] = [(definition, what, list(cases(definition, games, policies, seed)))]
    return _kept[0][2]


def _playable(played: Sequence[Case], report: Report, labels: Sequence[str]) -> list[Case]:
    """The cases that can be played to their end; the others are faults of point 2."""
    good: list[Case] = []
    for case in played:
        try:
            _ = case.steps
            good.append(case)
        except FAULTS as error:
            label = LABELS[1] if LABELS[1] in labels else labels[0]
            Look(report, label, case.text(), case.again()).fell(error, "play fails")
    return good


def _judge(
    point: Point, played: Iterable[Case], report: Report, unseen: Unseen | None
) -> None:
    spaces: list[int] = []
    for case in played:
        look = Look(report, point.label, case.text(), case.again())
        if point.label == ONE_TEXT:
            if id(case.game) not in spaces:
                spaces.append(id(case.game))
                _guarded(look, partial(spelled, case.game, look))
        elif point.label == UNSEEN:
            _guarded(look, partial(shown_alike, case, look, unseen))
        else:
            _guarded(look, partial(point.played, case, look))


def _guarded(look: Look, check: Callable[[], None]) -> None:
    """An exception of the engine under a check is a fault, not a crash of the suite."""
    try:
        check()
    except FAULTS as error:
        look.fell(error)


def _repeat(game: str | Definition, played: Sequence[Case], look: Look, fresh: bool) -> None:
    first = repeats(played, look)
    if not fresh:
        return
    maker = maker_of(game)
    if maker is None:
        look.note(f"{look.report.game}: fresh processes were left out, they cannot make the game")
    else:
        elsewhere(maker, played, first, look)


def exits_missed(definition: Definition, paths: Iterable[Path]) -> tuple[str, ...]:
    """Declared exits that no replay of a corpus takes, over all its option sets together.

    Exits that the definition says its reference pack cannot reach are not asked for.
    """
    together = Coverage(Game(definition))
    load = loader()
    for path in paths:
        replay = read(path)
        game = load(replay.head())
        together.merge(cover(game, [line.codes for line in replay.games]))
    known = dict(definition.unreached)
    return tuple(name for name in together.missed("exits") if f"exits/{name}" not in known)
