"""Every planted bug shows within 2,000 games of the whole mix and becomes a short log: measured.

tests/test_mutants.py holds each bug to its own bound, under the plain mix; here the figures are
taken as `ruleproof fuzz` finds them, with steered games, and the logs are judged ply by ply.
"""

from __future__ import annotations

import sys
from statistics import median

import pytest

from engine.registry import games
from properties.fuzz import Plan, fuzz
from properties.judge import Signature
from properties.setup import Maker
from tests.planted import tin_helm
from tests.planted.measure import GAMES_MAX, Measured, measure, measured, table, without_one
from tests.properties.stair_bugs import with_bug
from tests.test_mutants import BOUNDS, PLANTED


def bug_of(name: str):
    """A bug of Tin Helm."""
    return next(bug for bug in tin_helm.BUGS if bug.name == name)


@pytest.mark.thorough
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("game", games(foreign=False))
def test_each_bug_shows_and_becomes_short(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [measure(bug) for bug in PLANTED[game]]
    told = table(game, rows)
    with capsys.disabled():
        sys.stdout.write(f"\n{told}\n")
    assert not [row.text() for row in rows if row.wrong], told
    assert max(row.games for row in rows) <= GAMES_MAX
    assert median(row.actions for row in rows) <= BOUNDS[game][1], told


def test_one_bug_measured() -> None:
    row = measure(bug_of("health above the start"))
    assert row.shown and row.killed and row.complete and not row.wrong
    assert 0 < row.actions <= row.plies <= row.found and row.needless == ()
    told = table("tin_helm", [row]).splitlines()
    assert told[-1].startswith("tin_helm: 1 of 1 bugs found; ") and told[-1].endswith("wrong 0")
    assert told[1].endswith("  health above the start")


def test_a_ply_too_many_is_named() -> None:
    maker = with_bug("two health lost")
    game = maker.load()
    loss = Signature("MII-03/a_low_face_costs_one_health", "MI-GUST-01", "blow")
    padded = [game.code(text) for text in ("rest", "climb 3", "blow 1")]
    assert without_one(maker, game, padded, loss) == (0,)
    assert without_one(maker, game, padded[1:], loss) == ()


def test_a_log_that_was_not_shrunk_is_amiss() -> None:
    bug = bug_of("health above the start")
    maker = Maker("tin_helm", planted=f"tests.planted.tin_helm:BUGS:{bug.name}")
    report = fuzz(maker, Plan(games=16, max_failures=1, minimise=False))
    assert measured(bug, maker, report).wrong == "not shrunk to the end"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Measured(tin_helm.BUGS[0], 2000, shown=False), "not found in 2,000 games"),
        (Measured(tin_helm.BUGS[0], 3, True, True), "not shrunk to the end"),
        (Measured(tin_helm.BUGS[0], 3, True, True, complete=True, needless=(4, 7)),
         "fails without ply 4, 7 too"),
    ],
)  # fmt: skip
def test_what_is_amiss_is_told(row: Measured, says: str) -> None:
    assert says in row.wrong and says in row.text()
    assert table("tin_helm", [row]).count(says) == 1


def test_who_else_saw_it_first_is_told() -> None:
    row = Measured(tin_helm.BUGS[0], 3, True, complete=True, signature="X-1/some X-CLAUSE")
    assert row.text().endswith(f"{row.bug.name} (by X-1/some X-CLAUSE)") and not row.wrong
