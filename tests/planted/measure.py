"""How soon every planted bug shows under the whole mix, and how short its log becomes: measured.

    python -m tests.planted.measure tin_helm
    python -m tests.planted.measure tin_helm --part 0/4

A bug is sought as `ruleproof fuzz` seeks: every way of choosing, steered games among them.  The
shortest log is then judged ply by ply, without the minimiser's own idea of what can be left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from engine.game import Game
from properties.fuzz import Plan, Report, fuzz
from properties.judge import Judge, Signature
from properties.planted import Bug
from properties.setup import Maker
from properties.shrink import of_signature
from properties.units import loosely, without

GAMES_MAX = 2000  # within which every bug must show
OPTION_SETS = 2  # bugs of an option name it


@dataclass(frozen=True)
class Measured:
    """What a campaign made of one bug: the game it showed in, counted from 1, and its log.

    `found` are the plies as found; `needless` plies of the short log are those without any one of
    which it still fails; `killed`: by the property that the bug names, if not by it alone.
    """

    bug: Bug
    games: int
    shown: bool
    killed: bool = False
    found: int = 0
    plies: int = 0
    actions: int = 0
    complete: bool = False
    needless: tuple[int, ...] = ()
    signature: str = ""

    @property
    def wrong(self) -> str:
        """What is amiss, in words; "" if nothing is."""
        if not self.shown:
            return f"not found in {self.games:,} games"
        if not self.complete:
            return "not shrunk to the end"
        if self.needless:
            return f"fails without ply {', '.join(map(str, self.needless))} too"
        return ""

    def text(self) -> str:
        """One line of the table."""
        by = "" if self.killed or not self.shown else f" (by {self.signature})"
        return (f"{self.games:6,} {self.found:6,} {self.plies:6,} {self.actions:6,}  "
                f"{self.bug.name}{by}{f': {self.wrong}' if self.wrong else ''}")  # fmt: skip


def measure(bug: Bug) -> Measured:
    """The campaign of one bug, until it shows."""
    game = bug.package.rpartition(".")[2]
    with TemporaryDirectory() as folder:
        content = bug.pack(Path(folder))
        maker = Maker(game, content, planted=f"tests.planted.{game}:BUGS:{bug.name}")
        plan = Plan(games=GAMES_MAX, max_failures=1, option_sets=OPTION_SETS,
                    options=bug.options, policies=bug.policies, budget=24_000)  # fmt: skip
        report = fuzz(maker, plan)
        return measured(bug, maker, report)


def measured(bug: Bug, maker: Maker, report: Report) -> Measured:
    """What a report says of the bug; of several findings the one its property names."""
    if not report.findings:
        return Measured(bug, report.games, shown=False)
    first = min(finding.find.first for finding in report.findings)
    named = [one for one in report.findings
             if bug.kills in ids_of(one.find.failure.signature, *one.find.failure.also)
             or bug.kills in ids_of(*(other.signature for other in one.others))]  # fmt: skip
    finding = (named or report.findings)[0]
    minimal, signature = finding.minimal, finding.signature
    if minimal is None:  # it shows at position 0, before anybody acts
        bare = not finding.find.codes
        return Measured(bug, first + 1, True, bool(named), complete=bare, signature=signature.text)
    needless = without_one(maker, maker.load(dict(finding.find.options)), minimal.codes, signature)
    return Measured(
        bug, first + 1, True, bool(named), len(finding.find.codes), len(minimal.codes),
        minimal.actions, minimal.complete and minimal.minimal, needless, signature.text,
    )  # fmt: skip


def ids_of(*signatures: Signature) -> list[str]:
    """The ids of properties."""
    return [signature.label.partition("/")[0] for signature in signatures]


def without_one(
    maker: Maker, game: Game, codes: Sequence[int], signature: Signature
) -> tuple[int, ...]:
    """The plies of a log, chance among them, without any one of which it still fails so.

    What is not legal any more is skipped, as the minimiser does it.
    """
    goal = of_signature(game, maker.properties(), signature)
    judge = Judge(game, goal.whole())
    found = []
    for ply in range(len(codes)):
        failure = loosely(judge, without(codes, ply)).failure
        if failure is not None and failure.signature == signature:
            found.append(ply)
    return tuple(found)


def table(game: str, rows: Sequence[Measured]) -> str:
    """The bugs of a game, then what they come to."""
    lines = [f"{game}: games to the first failure, plies as found, plies and player actions left"]
    lines += [one.text() for one in rows]
    shown = [one for one in rows if one.shown]
    wrong = sum(bool(one.wrong) for one in rows)
    if shown:
        lines.append(
            f"{game}: {len(shown)} of {len(rows)} bugs found; games median "
            f"{median(one.games for one in shown):g}, most {max(one.games for one in shown):,}; "
            f"player actions median {median(one.actions for one in shown):g}, most "
            f"{max(one.actions for one in shown):,}; 1-minimal "
            f"{sum(not one.needless for one in shown)}; wrong {wrong}"
        )
    return "\n".join(lines)


def main() -> int:
    """Measure the bugs of a game, or a part of them; 1 if one is amiss."""
    from tests.test_mutants import PLANTED

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(PLANTED))
    parser.add_argument("--part", default="0/1", help="I/N: every N-th bug from the I-th on")
    words = parser.parse_args()
    number, parts = map(int, words.part.split("/"))
    rows = []
    for bug in PLANTED[words.game][number::parts]:
        rows.append(measure(bug))
        sys.stdout.write(rows[-1].text() + "\n")
        sys.stdout.flush()
    sys.stdout.write(table(words.game, rows).splitlines()[-1] + "\n")
    return int(any(one.wrong for one in rows))


if __name__ == "__main__":
    raise SystemExit(main())
