"""Under which names a campaign writes into a folder that others write into as well.

`<slug>.json`, with `.rply` and `.found.rply` beside it, is the finding of a signature.  What has
that name already is looked at first.  A log that this campaign could have come upon itself (the
same game, content and fixed options) and that still fails is what the new one is measured by: the
shorter of the two stays.  Anything else (another game's finding, a mended one, somebody's own
file) is left alone, and the new finding is `<slug>-2`, `<slug>-3` and so on.  Two campaigns at once
do this one after the other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count
from pathlib import Path

from engine.errors import EngineError
from engine.game import Game
from engine.options import Value
from properties.campaign import Plan
from properties.errors import BadFinding
from properties.finding import Case, judged, pack_digest, read_case
from properties.finding import folder as made
from properties.judge import Signature
from properties.setup import Maker

try:
    import fcntl
except ImportError:  # where the system has no such locks
    fcntl = None  # type: ignore[assignment]

JSON, LOG, FOUND = ENDINGS = (".json", ".rply", ".found.rply")


def key_of(maker: Maker, plan: Plan, game: Game) -> dict[str, object]:
    """What makes two campaigns the same one: how games are drawn, the rules' names, the pack."""
    starts = blake2b(repr(plan.starts).encode(), digest_size=8).hexdigest()
    return {
        **maker.as_dict(), "content": "", "seed": plan.seed, "first": plan.first,
        "options": dict(plan.options), "policies": list(plan.policies), "swarm": plan.swarm,
        "option_sets": plan.option_sets, "ways": list(plan.ways), "shard": list(plan.shard),
        "starts": starts if plan.starts else "", "ruleset": game.ruleset_digest.hex(),
        "pack": game.content.digest.hex(),
    }  # fmt: skip


def mark_of(key: Mapping[str, object]) -> str:
    """Eight signs for the names of files that belong to one campaign alone."""
    text = json.dumps(key, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=4).hexdigest()


def campaign_mark(maker: Maker, plan: Plan) -> str:
    """The mark of a plan; OptionError."""
    return mark_of(key_of(maker, plan, maker.load(dict(plan.options))))


def size_of(case: Case) -> tuple[int, int]:
    """What the shorter log has less of: player actions, then plies."""
    game = case.game()
    verbs = [game.space.verb_of(game.code(text)) for text in case.actions]
    return sum(verb.chance is None for verb in verbs), len(verbs)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder (made, if it is gone) against other campaigns, where the system can."""
    made(folder)
    if fcntl is None:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


@dataclass(frozen=True)
class Place:
    """Where a finding's files go; `known`: player actions and plies of the log that stays there."""

    stem: Path
    known: tuple[int, int] | None = None


def place_of(out: Path, case: Case, given: Mapping[str, Value], minimised: bool) -> Place:
    """Where a finding of a campaign with the options `given` goes, or which log stays there."""
    slug = case.signature.slug
    for number in count(1):
        stem = out / (slug if number == 1 else f"{slug}-{number}")
        if not any(_file(stem, ending).exists() for ending in ENDINGS):
            return Place(stem)
        theirs = _namesake(_file(stem, JSON), case)
        if theirs is None:
            continue
        if (theirs.actions, theirs.options) == (case.actions, case.options):
            better = minimised or not _file(stem, LOG).exists()
        elif _is_rival(theirs, given):
            better = size_of(case) < size_of(theirs)
        else:
            continue
        return Place(stem) if better else Place(stem, size_of(theirs))
    raise AssertionError("unreachable: some number is free")


def _file(stem: Path, ending: str) -> Path:
    return stem.with_name(stem.name + ending)


def _namesake(path: Path, case: Case) -> Case | None:
    """A stored finding of the same game, content and signature."""
    try:
        theirs = read_case(path)
    except BadFinding:
        return None
    same = _plain(theirs.maker) == _plain(case.maker) and theirs.signature == case.signature
    if not same or (theirs.pack or pack_digest(theirs.maker)) != pack_digest(case.maker):
        return None
    return replace(theirs, maker=case.maker)  # by whatever path it has that pack


def _is_rival(theirs: Case, given: Mapping[str, Value]) -> bool:
    """Whether this campaign could have come upon a log, and it still fails as it did."""
    if any(theirs.options.get(name) != value for name, value in given.items()):
        return False
    try:
        failure = judged(theirs).failure
    except EngineError:
        return False
    return failure is not None and failure.signature == theirs.signature


def _plain(maker: Maker) -> Maker:
    """A maker without what says only where games and packs may come from."""
    return replace(maker, foreign=True, content="")


def clear(stem: Path, written: Sequence[str]) -> None:
    """Remove what a longer log has left beside the files of these endings, just written."""
    for ending in ENDINGS:
        if ending not in written:
            _file(stem, ending).unlink(missing_ok=True)


def drop_work(out: Path, signature: Signature, mark: str) -> None:
    """Remove what a campaign wrote of a signature while it ran: the finding has its name now."""
    for path in sorted(out.glob(f"{signature.slug}.game-*-{mark}.*")):
        path.unlink(missing_ok=True)
