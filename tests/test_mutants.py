"""Every planted rule bug is noticed: by the property named, as one finding, in few actions.

The campaign plays games from the first on until the bug shows, then a few more to see that it shows
as one finding only; the budget is in games.  `make thorough` plays many more for every bug, and
takes those bugs of the longer games that `make test` leaves out.  Of Ham Helsing the games that
show a bug first are enough.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from engine.errors import TableError
from engine.registry import definition
from properties.fuzz import Finding, Plan, Report, fuzz
from properties.planted import Bug, plant
from properties.setup import Maker
from tests.planted import ham_helsing, henchling, necrohamster, tin_helm
from tests.planted import hunted as hunted_bugs

BUDGET = 640  # games within which each bug must show
THOROUGH = 320  # games in which it must show as one finding
# Of a game whose logs take long to shorten: so many games at a time, until one of them fails.
SPANS = {"ham_helsing": 2}
REPLAYS = 24_000  # a log may take so many to become short
OPTION_SETS = 2  # bugs of an option name it
PLANTED = {
    "tin_helm": tin_helm.BUGS, "necrohamster": necrohamster.BUGS, "hunted": hunted_bugs.BUGS,
    "henchling": henchling.BUGS, "ham_helsing": ham_helsing.BUGS,
}  # fmt: skip
# Least number of bugs of a game, and the median of player actions of its minimised logs.
BOUNDS = {
    "tin_helm": (24, 10), "necrohamster": (20, 12), "hunted": (20, 12), "henchling": (30, 15),
    "ham_helsing": (79, 10),
}  # fmt: skip
# Played with the rules as they are.
GAMES = {"tin_helm": 96, "necrohamster": 32, "hunted": 32, "henchling": 8, "ham_helsing": 4}
# A few of them are replayed in a fresh process by `make test`, all by `make thorough`.
IN_A_FRESH_PROCESS = ("defense ignored", "gill net ignored", "eating when full")

# Of Tin Helm, what shows late and is left to `make thorough`.
LATE = (
    "nobody starves", "smoke outside a fight", "meeple stays", "starving costs two",
    "fed before the meeple moves", "altar takes favor", "offer accepted without its price",
    "a source pays twice", "foe without its level", "beads do not lower the altar",
    "elf succeeds from five", "smoke not cleared", "item wasted", "food cap six", "wrong loot",
    "icons from right to left", "regrowth in the smoke", "shield breaks from seven",
    "a hit the shield stops still bites", "foe regrows past its start",
)  # fmt: skip
# Of the longer games, what `make test` plants.
QUICK = (
    "hands of six", "round one with a draw phase", "summoned and kept", "commit shown while paying",
    "Energy above ten", "three Enemies for a combat", "taken before it is paid",
    "ability used again", "sunk card on top", "Picture leaps", "weakest Enemy fought",
    "used up, yet kept", "dealt anticlockwise", "nothing exposed after a draw",
    "played for nothing", "enhancer does not tilt along", "own flips turned up at once",
    "two dollars at the start", "no power bare at the start", "hands are hidden",
)  # fmt: skip


# Of Ham Helsing, what `make test` sees noticed in play, without the shortest log.
NOTICED = ("hands of five", "bought on credit", "market after one turn", "no order is asked")


def game_of(bug: Bug) -> str:
    """The name of the game that a bug is planted in."""
    return bug.package.rpartition(".")[2]


def planted(everything: bool) -> pytest.MarkDecorator:
    """Every bug as a parameter; those too long for `make test` marked so unless `everything`."""
    cases = []
    for game, bugs in PLANTED.items():
        for bug in bugs:
            if everything and game in SPANS:
                continue
            early = game == "tin_helm" and bug.name not in LATE
            quick = everything or early or bug.name in QUICK
            marks = () if quick else (pytest.mark.thorough, pytest.mark.timeout(900))
            cases.append(pytest.param(bug, id=f"{game}: {bug.name}", marks=marks))
    return pytest.mark.parametrize("bug", cases)


def hunted(
    bug: Bug, games: int, max_failures: int | None, folder: Path, out: Path | None = None,
    first: int = 0, minimise: bool = True,
) -> Report:  # fmt: skip
    """The report of a campaign on the rules with the bug in; a changed pack lies in `folder`."""
    game = game_of(bug)
    content = bug.pack(folder)
    maker = Maker(game, content, planted=f"tests.planted.{game}:BUGS:{bug.name}")
    plan = Plan(
        games=games, first=first, max_failures=max_failures, option_sets=OPTION_SETS,
        options=bug.options, policies=bug.policies, minimise=minimise, budget=REPLAYS,
        ways=(),  # the plain mix alone: bounds were taken of its logs
    )  # fmt: skip
    return fuzz(maker, plan, out)


def first_found(bug: Bug, folder: Path, out: Path | None) -> Report:
    """The report of the first games that show the bug, within the budget."""
    span = SPANS.get(game_of(bug), BUDGET)
    for first in range(0, BUDGET, span):
        report = hunted(bug, span, 1, folder, out, first)
        if report.findings:
            break
    return report


def broken_in(finding: Finding) -> list[str]:
    """The ids of the properties that a finding breaks, those broken in the same ply too."""
    shown = [finding, *finding.others]
    signatures = [s for one in shown for s in (one.signature, *one.find.failure.also)]
    return [signature.label.split("/")[0] for signature in signatures]


def judged(bug: Bug, report: Report) -> Finding:
    """The one finding, named as the bug says it must be, minimal, no longer than recorded.

    More than one only where all break the statement that the bug names: the first is judged.
    """
    told = report.text()
    assert report.findings, f"{bug.name} survived {report.games} games: no property sees it"
    ids = [one.signature.label.split("/")[0] for one in report.findings]
    assert len(ids) == 1 or set(ids) == {bug.kills}, f"{bug.name} is more than one finding:\n{told}"
    finding = report.findings[0]
    # Of several properties broken in one ply, the first names the finding; any of them kills.
    assert bug.kills in broken_in(finding), told
    if not finding.find.codes:
        return finding  # it shows at position 0, before anybody acts
    minimal = finding.minimal
    assert minimal is not None and minimal.complete and minimal.minimal, told
    assert minimal.actions <= bug.actions, told
    return finding


@planted(everything=False)
def test_each_bug_is_killed_by_its_property(bug: Bug, tmp_path: Path) -> None:
    fresh = bug.name in IN_A_FRESH_PROCESS
    finding = judged(bug, first_found(bug, tmp_path, tmp_path if fresh else None))
    if fresh:
        assert finding.strict is not None and finding.strict.ok, finding.text()


@pytest.mark.parametrize("name", NOTICED)
def test_bugs_are_noticed_in_the_first_games(name: str, tmp_path: Path) -> None:
    [bug] = [bug for bug in ham_helsing.BUGS if bug.name == name]
    report = hunted(bug, SPANS["ham_helsing"], 1, tmp_path, minimise=False)
    assert bug.kills in [ident for one in report.findings for ident in broken_in(one)]


@pytest.mark.thorough
@pytest.mark.timeout(900)
@planted(everything=True)
def test_each_bug_is_one_finding_in_many_games_and_replays_afresh(bug: Bug, tmp_path: Path) -> None:
    finding = judged(bug, hunted(bug, THOROUGH, None, tmp_path, tmp_path))
    if finding.find.codes:
        assert finding.strict is not None and finding.strict.ok, finding.text()


@pytest.mark.parametrize("game", BOUNDS)
def test_minimised_logs_are_short(game: str) -> None:
    """Bounds that the tests above hold each bug to."""
    bugs, (least, most) = PLANTED[game], BOUNDS[game]
    assert len({bug.name for bug in bugs}) == len(bugs) >= least
    assert median(bug.actions for bug in bugs) <= most


@pytest.mark.parametrize("game", BOUNDS)
def test_the_rules_themselves_give_no_finding(game: str) -> None:
    report = fuzz(Maker(game), Plan(games=GAMES[game], option_sets=OPTION_SETS))
    assert report.ok, report.text()
    assert not report.vacuous or report.games < 1000


def test_planting_leaves_the_original_alone() -> None:
    original = definition("tin_helm")
    bug = tin_helm.BUGS[0]
    copy = plant(bug)
    assert copy is not original and copy.verbs[0] is not original.verbs[0]
    assert copy.state is not original.state
    assert definition("tin_helm") is original


def test_a_bug_that_changes_nothing_is_refused() -> None:
    for old, new, file in (("no such line", "", "fight.py"), ("state", "", "fight.py")):
        bug = Bug("lost", tin_helm.PACKAGE, file, old, new, "THI-01")
        with pytest.raises(TableError, match="times in"):
            plant(bug)
    with pytest.raises(TableError, match="has no file"):
        plant(Bug("lost", tin_helm.PACKAGE, "nowhere.py", "a", "b", "THI-01"))


def test_a_pack_with_other_numbers_is_laid_aside(tmp_path: Path) -> None:
    bug = Bug("lost", henchling.PACKAGE, "", "", "", "", content=henchling.RICH)
    assert bug.pack(tmp_path) == henchling.RICH
    frail = Maker("henchling", replace(bug, stated=henchling.FRAIL).pack(tmp_path)).load()
    assert frail.content.constants["health"] == dict(henchling.FRAIL)["health"]
    with pytest.raises(TableError, match="wealth is stated 0 times"):
        replace(bug, stated=(("wealth", 1),)).pack(tmp_path)
