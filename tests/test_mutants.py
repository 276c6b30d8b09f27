"""Every planted rule bug is noticed: by the property named, as one finding, in few actions.

The campaign plays games from the first on until the bug shows, then a few more to see that it shows
as one finding only; the budget is in games.  `make thorough` plays many more for every bug.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from engine.errors import TableError
from engine.registry import definition
from properties.fuzz import Finding, Plan, Report, fuzz
from properties.planted import Bug, plant
from properties.setup import Maker
from tests.planted import tin_helm

BUDGET = 640  # games within which each bug must show
THOROUGH = 320  # games in which it must show as one finding
OPTION_SETS = 2  # bugs of an option name it
MEDIAN_MAX = 10  # player actions of the minimised logs
# A few of them are replayed in a fresh process by `make test`, all by `make thorough`.
IN_A_FRESH_PROCESS = ("defense ignored", "gill net ignored", "eating when full")

BUGS = pytest.mark.parametrize("bug", tin_helm.BUGS, ids=lambda bug: bug.name)


def hunted(bug: Bug, games: int, max_failures: int | None, out: Path | None = None) -> Report:
    """The report of a campaign on the rules with the bug in."""
    maker = Maker("tin_helm", planted=f"{tin_helm.__name__}:BUGS:{bug.name}")
    plan = Plan(
        games=games, max_failures=max_failures, option_sets=OPTION_SETS, options=bug.options,
        policies=bug.policies,
    )  # fmt: skip
    return fuzz(maker, plan, out)


def judged(bug: Bug, report: Report) -> Finding:
    """The one finding, named as the bug says it must be, minimal, no longer than recorded."""
    told = report.text()
    assert report.findings, f"{bug.name} survived {report.games} games: no property sees it"
    assert len(report.findings) == 1, f"{bug.name} is more than one finding:\n{told}"
    [finding] = report.findings
    # Of several properties broken in one ply, the first names the finding; any of them kills.
    shown = [finding, *finding.others]
    broken = [s for one in shown for s in (one.signature, *one.find.failure.also)]
    assert bug.kills in [s.label.split("/")[0] for s in broken], told
    minimal = finding.minimal
    assert minimal is not None and minimal.complete and minimal.minimal, told
    assert minimal.actions <= bug.actions, told
    return finding


@BUGS
def test_each_bug_is_killed_by_its_property(bug: Bug, tmp_path: Path) -> None:
    fresh = bug.name in IN_A_FRESH_PROCESS
    report = hunted(bug, BUDGET, 1, tmp_path if fresh else None)
    finding = judged(bug, report)
    if fresh:
        assert finding.strict is not None and finding.strict.ok, finding.text()


@pytest.mark.thorough
@pytest.mark.timeout(900)
@BUGS
def test_each_bug_is_one_finding_in_many_games_and_replays_afresh(bug: Bug, tmp_path: Path) -> None:
    finding = judged(bug, hunted(bug, THOROUGH, None, tmp_path))
    assert finding.strict is not None and finding.strict.ok, finding.text()


def test_minimised_logs_are_short() -> None:
    """Bounds that the tests above hold each bug to."""
    assert len(tin_helm.BUGS) >= 24
    assert median(bug.actions for bug in tin_helm.BUGS) <= MEDIAN_MAX


def test_the_rules_themselves_give_no_finding() -> None:
    report = fuzz(Maker("tin_helm"), Plan(games=96, option_sets=OPTION_SETS))
    assert report.ok, report.text()
    assert not report.vacuous or report.games < 1000


def test_planting_leaves_the_original_alone() -> None:
    original = definition("tin_helm")
    bug = tin_helm.BUGS[0]
    copy = plant(bug)
    assert copy is not original and copy.verbs[0] is not original.verbs[0]
    assert copy.state is not original.state
    assert definition("tin_helm") is original
    assert {bug.name for bug in tin_helm.BUGS} == {bug.name for bug in dict.fromkeys(tin_helm.BUGS)}


def test_a_bug_that_changes_nothing_is_refused() -> None:
    for old, new, file in (("no such line", "", "fight.py"), ("state", "", "fight.py")):
        bug = Bug("lost", tin_helm.PACKAGE, file, old, new, "THI-01")
        with pytest.raises(TableError, match="times in"):
            plant(bug)
    with pytest.raises(TableError, match="has no file"):
        plant(Bug("lost", tin_helm.PACKAGE, "nowhere.py", "a", "b", "THI-01"))
