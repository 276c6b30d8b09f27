"""One run of the bench: which gauges, in which order, and the report as document and text."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from engine import registry
from tools.bench import (
    HELP_CEILING,
    MEMORY_CEILING,
    SCHEMA,
    YARDSTICK,
    GameBench,
    Gauge,
    Row,
    campaign_peak,
    compare,
    loop,
    run,
    seatings,
    start_up,
    timed,
)
from tools.console import paint
from tools.peers import PEERS, Peer
from tools.text import Doc, columns

CAMPAIGN_LEAST = 1_000


@dataclass
class Report:
    """The rows of a run, and what could not be measured and why."""

    games: int
    repetitions: int
    rows: list[Row] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def missed(self) -> list[Row]:
        """Rows under their floor or over their ceiling."""
        return [row for row in self.rows if row.verdict == "MISS"]

    def as_dict(self) -> Doc:
        """`ruleproof.bench/1`."""
        return {
            "schema": SCHEMA, "python": platform.python_version(), "machine": platform.machine(),
            "games": self.games, "repetitions": self.repetitions,
            "rows": [row.as_dict() for row in self.rows], "missing": self.missing,
        }  # fmt: skip

    def text(self) -> str:
        """A table a person reads: figure, value, ratio, bound, verdict."""
        lines = [("game", "figure", "value", "", "ratio", "to", "bound", "")]
        for row in self.rows:
            lines.append((row.game, row.name, number(row.value), row.unit, share(row), row.against,
                          bound(row), colored(row.verdict)))  # fmt: skip
        passed = sum(row.verdict == "PASS" for row in self.rows)
        told = [f"{passed} PASS, {len(self.missed)} MISS; medians of {self.repetitions} "
                f"interleaved repetitions of {self.games} games"]  # fmt: skip
        told += [f"not measured: {reason}" for reason in self.missing]
        return "\n".join([*columns(lines, head=True), "", *told, ""])


def share(row: Row) -> str:
    """A row's ratio, small ones with more digits."""
    if row.ratio is None:
        return ""
    return f"{row.ratio:.2f}" if row.ratio >= 0.1 else f"{row.ratio:.4f}"


def number(value: float) -> str:
    """A value as a person reads it."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


def bound(row: Row) -> str:
    """What is demanded of a row."""
    if row.floor is not None:
        return f">= {row.floor:,.10g}"
    return f"<= {row.ceiling:,.10g}" if row.ceiling is not None else ""


def colored(verdict: str) -> str:
    """PASS green, MISS red."""
    return paint(verdict, {"PASS": "green", "MISS": "red"}.get(verdict, ""))


def bench(
    names: Sequence[str], games: int, repetitions: int, *, peers: bool, campaign: int,
    foreign: bool, progress: Callable[[int], Callable[[int], None]],
) -> Report:  # fmt: skip
    """Measure these games; `progress(total)` gives what is told after each measurement.

    `campaign` is the number of games of the memory figure (0: left out).
    """
    report = Report(games, repetitions)
    calibration = Gauge("calibration loop", "", "turns/s", lambda: timed(loop))
    benches = [GameBench(game, games) for name in names for game in seatings(name, foreign)]
    beside = _peers(report) if peers else []
    quick = [Gauge("import click", "", "s", lambda: start_up(["-c", "import click"])),
             Gauge("ruleproof --help", "", "s", lambda: start_up(["-m", "tools", "--help"]))]
    gauges = [calibration, *(gauge for one in benches for gauge in one.gauges.values()),
              *(gauge for _, gauge in beside), *quick]  # fmt: skip
    advance = progress(len(gauges) * repetitions)
    run(gauges, repetitions, advance)
    report.rows.append(Row(calibration.name, "", calibration.unit, median(calibration.values)))
    yardstick = next((b.gauges["play"] for b in benches if b.game.name == YARDSTICK), None)
    for one in benches:
        report.rows += one.rows(calibration, yardstick)
    report.rows += _beside(yardstick, beside)
    report.rows.append(compare(quick[1], quick[0], ceiling=HELP_CEILING))
    if campaign and names:
        report.rows += _memory(report, names, campaign)
    return report


def _peers(report: Report) -> list[tuple[Peer, Gauge]]:
    """The peers that are installed, as gauges; the others are named in the report."""
    found = []
    for peer in PEERS:
        if not peer.installed:
            report.missing.append(f"{peer.name}: {peer.package} is not installed; "
                                  "pip install ruleproof[peers]")  # fmt: skip
            continue
        work = peer.make()
        work()
        found.append((peer, Gauge(peer.name, peer.name, "steps/s", partial(timed, work))))
    return found


def _beside(yardstick: Gauge | None, beside: list[tuple[Peer, Gauge]]) -> list[Row]:
    """Our play against each peer's, and the peers' own speed."""
    rows = [Row("random play", g.game, g.unit, median(g.values)) for _, g in beside]
    if yardstick is not None:
        rows += [compare(yardstick, gauge, peer.floor, name="random play against a peer")
                 for peer, gauge in beside]  # fmt: skip
    return rows


def _memory(report: Report, names: Sequence[str], campaign: int) -> list[Row]:
    """Peak memory of a campaign against one of fewer games, one process each."""
    if sys.platform == "win32":
        report.missing.append("memory of a campaign: Windows does not say a process's peak")
        return []
    name = YARDSTICK if YARDSTICK in names else names[0]
    least = min(CAMPAIGN_LEAST, max(campaign // 10, 1))
    short = Gauge(f"peak of {least:,} games", name, "kB", lambda: campaign_peak(name, least))
    long = Gauge(f"peak of a campaign of {campaign:,} games", name, "kB",
                 lambda: campaign_peak(name, campaign))  # fmt: skip
    run([short, long], 1, lambda count: None)
    return [compare(long, short, ceiling=MEMORY_CEILING)]


def names_of(wanted: Sequence[str], foreign: bool) -> list[str]:
    """The games to measure, the yardstick first; UnknownGame for one that is not registered."""
    for name in wanted:
        registry.definition(name, foreign)
    found = list(wanted) or registry.games(foreign)
    return sorted(found, key=lambda name: (name != YARDSTICK, name))
