"""Where a campaign stands, in one file of its folder: written whole, so that a kill loses nothing.

`campaign-<mark>.stand` holds the counts, finds and kept logs of the games up to a position; the
mark is the campaign's own, so that no other campaign in the folder writes over it.  Games behind
it are played again by `--resume`, and come out the same, for they depend on their index and on what
was kept before; findings among them are on disk as files of their own already.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any

from properties.errors import OtherCampaign
from properties.finding import folder, signature_dict, signature_of, write
from properties.judge import Failure
from properties.pool import Lost, Stand
from properties.runner import COUNTED, Find, Result
from properties.settle import mark_of
from properties.steer import Book, Kept

STANDS = "campaign-*.stand"
SCHEMA = "ruleproof.campaign/1"
SAVE_SECONDS = 2.0
# What reading a document raises that was not written so.
BROKEN = (OSError, ValueError, LookupError, TypeError, AttributeError, AssertionError,
          OverflowError, RecursionError)  # fmt: skip


def path_of(folder: Path, mark: str) -> Path:
    """Where the campaign of this mark stands: each has a file of its own."""
    return folder / f"campaign-{mark}.stand"


@dataclass
class Saver:
    """Writes the stand of one campaign into its folder, now and then, and reads it."""

    folder: Path
    key: Mapping[str, object]
    written: float = 0.0
    gap: bool = False

    @property
    def path(self) -> Path:
        """The file."""
        return path_of(self.folder, mark_of(self.key))

    def load(self) -> tuple[Result, Stand] | None:
        """The stand in the folder; None if there is none.  OtherCampaign."""
        if not self.path.exists():
            self._refuse_others()
            return None
        words = _read(self.path)
        if words["key"] != self.key:
            raise self._other(self.path, words["key"])
        try:
            return _stand_of(words)
        except BROKEN as error:
            raise _damaged(self.path, error) from error

    def _refuse_others(self) -> None:
        """OtherCampaign if others stand in the folder, the likest named."""
        found = []
        for path in sorted(self.folder.glob(STANDS)):
            with suppress(OtherCampaign):
                found.append((path, _read(path)["key"]))
        if found:
            raise self._other(*min(found, key=lambda one: len(self._differ(one[1]))))

    def _other(self, path: Path, theirs: object) -> OtherCampaign:
        parts = "; ".join(self._differ(theirs))
        return OtherCampaign(f"{path} is of another campaign ({parts}); give the words it was "
                             "begun with, or begin this one without --resume")  # fmt: skip

    def _differ(self, theirs: object) -> list[str]:
        told = theirs if isinstance(theirs, dict) else {}
        return [f"{name} {told.get(name)!r}, here {value!r}"
                for name, value in self.key.items() if told.get(name) != value]  # fmt: skip

    def offer(self, total: Result, stand: Stand, result: Result) -> None:
        """A result has been merged: save if it is time.

        Behind one that stops short, for time was up, nothing is saved: what follows leaves a gap.
        """
        if not self.gap and (result.short or monotonic() - self.written >= SAVE_SECONDS):
            self.save(total, stand)
        self.gap |= result.short

    def cut(self, total: Result, stand: Stand) -> None:
        """A result that Ctrl-C cut through is about to be merged: the stand is before it."""
        if not self.gap:
            self.save(total, stand)
        self.gap = True

    def save(self, total: Result, stand: Stand) -> None:
        """Write the stand at the end of what was merged; BadOutput."""
        document = {
            "schema": SCHEMA, "key": dict(self.key), "position": total.stop,
            "games": total.games, "plies": total.plies,
            "coverage": {name: _by_name(items) for name, items in _by_name(total.coverage).items()},
            **{name: _by_name(getattr(total, name)) for name in COUNTED},
            "finds": [_find_dict(find) for find in total.finds.values()],
            "kept": [entry.as_list() for entry in stand.book.entries],
            "rounds": stand.book.rounds,
            "lost": [asdict(lost) for lost in stand.lost],
        }  # fmt: skip
        whole = {"digest": digest_of(document), **document}
        write(folder(self.folder) / self.path.name, _text(whole).encode() + b"\n")
        self.written = monotonic()


def _by_name(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Counts in one order: which worker came upon what first is not told."""
    return dict(sorted(counts.items()))


def digest_of(document: Mapping[str, object]) -> str:
    """What tells that nothing of a stand was changed."""
    return blake2b(_text(document).encode(), digest_size=16).hexdigest()


def _text(document: Mapping[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _read(path: Path) -> dict[str, Any]:
    """The document of a stand, as it was written; OtherCampaign."""
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
        if words["schema"] != SCHEMA:
            raise ValueError(f"schema {words['schema']!r}, expected {SCHEMA!r}")
        if words.pop("digest") != digest_of(words):
            raise ValueError("it was changed since it was written")
        return dict(words)
    except BROKEN as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> OtherCampaign:
    return OtherCampaign(f"{path}: no stand of a campaign ({type(error).__name__}: {error}); "
                         "remove it, or begin without --resume")  # fmt: skip


def _stand_of(words: Mapping[str, Any]) -> tuple[Result, Stand]:
    """Counts and stand from the words of a document; ValueError, KeyError, TypeError."""
    total = Result(0, _number(words["position"]))
    total.games, total.plies = _number(words["games"]), _number(words["plies"])
    if total.games > total.stop:
        raise ValueError(f"{total.games} games up to position {total.stop}")
    for name in COUNTED:
        setattr(total, name, {str(k): _number(count) for k, count in words[name].items()})
    for column, items in words["coverage"].items():
        total.coverage[column] = {item: _pair(pair) for item, pair in items.items()}
    for find in _list(words["finds"]):
        total.add(_find_of(find))
    book = Book()
    book.entries = [Kept.from_list(one) for one in _list(words["kept"])]
    book.rounds = [_number(one) for one in _list(words["rounds"])]
    if len(book.rounds) != len(book.entries):
        raise ValueError(f"{len(book.rounds)} rounds of {len(book.entries)} kept logs")
    for entry in book.entries:
        book.known.update(dict.fromkeys(item for item, _ in entry.marks))
    lost = [Lost(_number(one["index"]), str(one["detail"])) for one in _list(words["lost"])]
    return total, Stand(total.stop, book, lost)


def _number(value: object, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{value!r}: expected a whole number from {least}")
    return value


def _pair(value: object) -> list[int]:
    hits, games = _list(value)
    return [_number(hits), _number(games)]


def _list(value: object) -> list:  # type: ignore[type-arg]
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return value


def _find_dict(find: Find) -> dict[str, object]:
    failure = find.failure
    return {
        "signature": signature_dict(failure.signature), "ply": failure.ply,
        "message": failure.message, "also": [signature_dict(one) for one in failure.also],
        "index": find.index, "seed": find.seed, "policies": list(find.policies),
        "options": dict(find.options), "codes": list(find.codes), "count": find.count,
        "first": find.first, "way": find.way,
    }  # fmt: skip


def _find_of(words: dict) -> Find:  # type: ignore[type-arg]
    also = tuple(signature_of(one) for one in words["also"])
    ply = _number(words["ply"], -1)
    failure = Failure(signature_of(words["signature"]), ply, str(words["message"]), also)
    return Find(
        failure, _number(words["index"]), str(words["seed"]), tuple(map(str, words["policies"])),
        tuple(words["options"].items()), tuple(_number(code) for code in words["codes"]),
        _number(words["count"], 1), _number(words["first"]), str(words["way"]),
    )  # fmt: skip
