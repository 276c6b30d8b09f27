"""How sure a share, a mean or a difference of the same games is: intervals of 95 %.

Sums are whole numbers, so that the order of the games changes no digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054  # the 97.5 % point of the normal distribution
LEVEL = "95 %"


@dataclass(frozen=True)
class Estimate:
    """A value with its interval, from `n` games."""

    value: float
    low: float
    high: float
    n: int

    @property
    def apart(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0 or self.high < 0

    def as_dict(self) -> dict[str, object]:
        """For JSON, to six digits."""
        return {"value": round(self.value, 6), "low": round(self.low, 6),
                "high": round(self.high, 6), "n": self.n}  # fmt: skip


def share(wins: int, n: int) -> Estimate:
    """A share with its Wilson interval, which stays within 0..1; (0, 0, 1) of no games."""
    if not n:
        return Estimate(0.0, 0.0, 1.0, 0)
    part, edge = wins / n, Z * Z / n
    middle = (part + edge / 2) / (1 + edge)
    half = Z * sqrt(part * (1 - part) / n + edge / (4 * n)) / (1 + edge)
    low = 0.0 if wins == 0 else max(middle - half, 0.0)
    return Estimate(part, low, 1.0 if wins == n else min(middle + half, 1.0), n)


def mean(values: Sequence[int]) -> Estimate:
    """A mean with its normal interval: a point where all values are the same."""
    n = len(values)
    if not n:
        return Estimate(0.0, 0.0, 0.0, 0)
    middle = sum(values) / n
    half = Z * deviation(values) / sqrt(n)
    return Estimate(middle, middle - half, middle + half, n)


def deviation(values: Sequence[int]) -> float:
    """The standard deviation of a sample; 0 of fewer than two."""
    n, total = len(values), sum(values)
    if n < 2:
        return 0.0
    squares = n * sum(value * value for value in values) - total * total
    return sqrt(squares / (n * (n - 1)))


def paired_share(gained: int, lost: int, n: int) -> Estimate:
    """The difference of two shares in the same `n` games, as Bonett and Price (2012) bound it.

    `gained` games have it in the second set only, `lost` in the first only.  The interval has a
    width even where no game differs: so few games cannot say that none ever would.
    """
    more, less, of = (gained + 1) / (n + 2), (lost + 1) / (n + 2), n + 2
    middle = more - less
    half = Z * sqrt((more + less - middle * middle) / of)
    return Estimate((gained - lost) / n if n else 0.0, middle - half, middle + half, n)


def quantile(ordered: Sequence[int], of_hundred: int) -> int:
    """The least value that so many hundredths of the values do not exceed; 0 of none."""
    if not ordered:
        return 0
    return ordered[max(-(-len(ordered) * of_hundred // 100) - 1, 0)]
