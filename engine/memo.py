"""Dictionaries of worked-out values whose size is bounded, for rules that many games share.

What a key stands for never changes, so a memo may forget at any moment without a difference.
"""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MEMO_MAX = 512


class Memo(dict[K, V]):
    """A dict that starts again when it is full: a campaign's memory stays flat, however long."""

    __slots__ = ()

    def keep(self, key: K, value: V) -> V:
        """Remember a value, and return it."""
        if len(self) >= MEMO_MAX:
            self.clear()
        self[key] = value
        return value
