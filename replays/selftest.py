"""The verifier's own test: faults planted in copies of good files, each of which must be found.

A fault counts as detected only if the verdict names its place: the byte's record, the ply, or the
ply's block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from replays.errors import ReplayError
from replays.faults import Fault, faults
from replays.reader import Loader, loader
from replays.verdict import EXACT, Verdict, plural
from replays.verify import verify

SCHEMA = "ruleproof.selftest/1"


@dataclass(frozen=True)
class Missed:
    """A fault that was not found, or found at a wrong place."""

    file: str
    kind: str
    place: str
    expected: str
    verdict: str


@dataclass
class Report:
    """What was planted and what was found, kind by kind.

    `equivalent` counts codes replaced by others that lead to the same states and witnesses: the
    same game told in other words, no fault the format could show, hence not planted.
    """

    files: int = 0
    by_kind: dict[str, tuple[int, int]] = field(default_factory=dict)
    missed: list[Missed] = field(default_factory=list)
    equivalent: int = 0

    @property
    def planted(self) -> int:
        """Faults planted, of all kinds."""
        return sum(planted for planted, _ in self.by_kind.values())

    @property
    def detected(self) -> int:
        """Faults found at their place."""
        return sum(detected for _, detected in self.by_kind.values())

    def as_dict(self) -> dict[str, object]:
        """For --json."""
        return {
            "schema": SCHEMA,
            "files": self.files,
            "planted": self.planted,
            "detected": self.detected,
            "equivalent": self.equivalent,
            "by_kind": {k: {"planted": p, "detected": d} for k, (p, d) in self.by_kind.items()},
            "missed": [vars(missed) for missed in self.missed],
        }

    def text(self) -> str:
        """A line a kind, the sum, and each miss."""
        lines = [f"{kind:<36} {d:>6} / {p}" for kind, (p, d) in self.by_kind.items()]
        lines.append(f"{'detected / planted':<36} {self.detected:>6} / {self.planted}"
                     f"  in {plural(self.files, 'file')}")  # fmt: skip
        lines += [
            f"MISSED {missed.file}: {missed.kind} at {missed.place}: {missed.verdict}, "
            f"expected {missed.expected}"
            for missed in self.missed
        ]
        return "\n".join(lines)


def selftest(
    files: Sequence[tuple[str, bytes] | Path],
    load: Loader | None = None,
    *,
    limit: int | None = None,
) -> Report:
    """Plant every kind of fault in each file; all must be found.

    `limit`: at most so many bytes, plies, blocks and ends a file and kind, evenly spread, first
    and last always among them.  ReplayError for a file that is not EXACT to begin with.
    """
    found = load or loader()
    report = Report()
    planted: Counter[str] = Counter()
    detected: Counter[str] = Counter()
    for name, data in _contents(files):
        good = verify(data, found)
        if good.word != EXACT:
            raise ReplayError(f"{name} is {good.label}", remedy="give files that verify as EXACT")
        report.files += 1
        for fault in faults(data, found, limit):
            verdict = verify(fault.data, fault.load or found)
            if fault.equivalent and verdict.word == EXACT:
                report.equivalent += 1
                continue
            planted[fault.kind] += 1
            if _found(fault, verdict):
                detected[fault.kind] += 1
            else:
                wanted = " or ".join(map(str, fault.wanted))
                report.missed.append(Missed(name, fault.kind, fault.place, wanted, verdict.label))
    report.by_kind = {kind: (count, detected[kind]) for kind, count in planted.items()}
    return report


def _contents(files: Sequence[tuple[str, bytes] | Path]) -> Iterator[tuple[str, bytes]]:
    for item in files:
        yield (item.name, item.read_bytes()) if isinstance(item, Path) else item


def _found(fault: Fault, verdict: Verdict) -> bool:
    """Whether the verdict is one of those wanted, at a place in their range."""
    if fault.ruleset:
        return verdict.ruleset is not None
    return any(want.fits(verdict) for want in fault.wanted)
