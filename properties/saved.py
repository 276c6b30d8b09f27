"""Where a campaign stands, in one file of its folder: written whole, so that a kill loses nothing.

`campaign.stand` holds the counts, finds and kept logs of the games up to a position.  Games behind
it are played again by `--resume`, and come out the same, for they depend on their index and on what
was kept before; findings among them are on disk as files of their own already.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from time import monotonic

from engine.game import Game
from properties.campaign import Plan
from properties.errors import OtherCampaign
from properties.finding import signature_dict, signature_of, write
from properties.judge import Failure
from properties.pool import Lost, Stand
from properties.runner import COUNTED, Find, Result
from properties.setup import Maker
from properties.steer import Book, Kept

FILE = "campaign.stand"
SCHEMA = "ruleproof.campaign/1"
SAVE_SECONDS = 2.0


def key_of(maker: Maker, plan: Plan, game: Game) -> dict[str, object]:
    """What makes two campaigns the same one: how games are drawn, and the rules' names."""
    starts = blake2b(repr(plan.starts).encode(), digest_size=8).hexdigest()
    return {
        **maker.as_dict(), "seed": plan.seed, "first": plan.first, "options": dict(plan.options),
        "policies": list(plan.policies), "swarm": plan.swarm, "option_sets": plan.option_sets,
        "ways": list(plan.ways), "shard": list(plan.shard),
        "starts": starts if plan.starts else "", "ruleset": game.ruleset_digest.hex(),
        "pack": game.content.digest.hex(),
    }  # fmt: skip


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
        return self.folder / FILE

    def load(self) -> tuple[Result, Stand] | None:
        """The stand in the folder; None if there is none.  OtherCampaign."""
        try:
            words = json.loads(self.path.read_text(encoding="utf-8"))
            if words["schema"] != SCHEMA:
                raise ValueError(f"schema {words['schema']!r}, expected {SCHEMA!r}")
            theirs = words["key"]
            if theirs == self.key:
                return _stand_of(words)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            what = f"{type(error).__name__}: {error}"
            raise OtherCampaign(f"{self.path}: no stand of a campaign ({what}); remove it, or "
                                "begin without --resume") from error  # fmt: skip
        parts = [f"{name} {theirs.get(name)!r}, here {value!r}"
                 for name, value in self.key.items() if theirs.get(name) != value]  # fmt: skip
        raise OtherCampaign(f"{self.path} is of another campaign ({'; '.join(parts)}); give the "
                            "words it was begun with, or another folder with -o")  # fmt: skip

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
            "games": total.games, "plies": total.plies, "coverage": total.coverage,
            **{name: getattr(total, name) for name in COUNTED},
            "finds": [_find_dict(find) for find in total.finds.values()],
            "kept": [entry.as_list() for entry in stand.book.entries],
            "rounds": stand.book.rounds,
            "lost": [asdict(lost) for lost in stand.lost],
        }  # fmt: skip
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        write(self.path, text.encode() + b"\n")
        self.written = monotonic()


def _stand_of(words: Mapping[str, object]) -> tuple[Result, Stand]:
    """Counts and stand from the words of a document; ValueError, KeyError, TypeError."""
    total = Result(0, _number(words["position"]))
    total.games, total.plies = _number(words["games"]), _number(words["plies"])
    for name in (*COUNTED, "coverage"):
        value = words[name]
        if not isinstance(value, dict):
            raise ValueError(f"{name} is no object")
        setattr(total, name, value)
    for find in _list(words["finds"]):
        total.add(_find_of(find))
    book = Book()
    book.entries = [Kept.from_list(one) for one in _list(words["kept"])]
    book.rounds = [_number(one) for one in _list(words["rounds"])]
    for entry in book.entries:
        book.known.update(dict.fromkeys(item for item, _ in entry.marks))
    lost = [Lost(one["index"], one["detail"]) for one in _list(words["lost"])]
    return total, Stand(total.stop, book, lost)


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")
    return value


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
    failure = Failure(signature_of(words["signature"]), words["ply"], words["message"], also)
    return Find(
        failure, words["index"], words["seed"], tuple(words["policies"]),
        tuple(words["options"].items()), tuple(words["codes"]), words["count"], words["first"],
        words["way"],
    )  # fmt: skip
