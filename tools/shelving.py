"""What `ruleproof corpus` does with folders of replays: add, reduce, merge, and what they reach."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from properties.corpus import reached_by
from properties.finding import log_bytes
from properties.setup import Maker
from properties.shelf import INDEX, Added, Shelf, reduced
from properties.steer import Kept
from replays.corpus import golden
from replays.format import SUFFIX
from tools import console
from tools.failures import NOTHING
from tools.inputs import expand
from tools.setup import replay_loader
from tools.text import Doc, plural

SCHEMA = "ruleproof.corpus-change/1"


def added(folder: Path, words: Sequence[str], contents: Sequence[str], as_json: bool) -> int:
    """`corpus add`: 5 if no file reaches anything new."""
    items = expand(words, SUFFIX)
    done: list[Added] = []
    with Shelf(folder, replay_loader(contents)) as shelf, console.progress(
        len(items), "reading"
    ) as advance:
        for item in items:
            done.append(shelf.put(item.path or Path("stdin"), item.data()))
            advance(1)
        reached = len(shelf.reached())
    kept = [one for one in done if one.adds]
    if as_json:
        _deliver(folder, [(one.name, len(one.adds)) for one in kept],
                 [str(one.source) for one in done if not one.adds], reached)  # fmt: skip
    else:
        for one in kept:
            console.out(f"{folder / one.name}  {len(one.adds)} new, {_some(one.adds)}")
        left = len(done) - len(kept)
        console.out(f"added {plural(len(kept), 'replay')}, left out {left}; "
                    f"{folder} reaches {plural(reached, 'item')}")  # fmt: skip
    return 0 if kept else NOTHING


def merged(
    folders: Sequence[Path], output: Path, contents: Sequence[str], as_json: bool
) -> int:
    """`corpus min` and `corpus merge`."""
    kept, left = reduced(folders, output, replay_loader(contents))
    items = frozenset[str]().union(*(one.items for one in kept))
    if not kept:
        console.say(f"nothing to reduce: no replay in {' '.join(map(str, folders))}")
        return NOTHING
    if as_json:
        _deliver(output, [(one.name, len(one.items)) for one in kept],
                 [one.name for one in left], len(items))  # fmt: skip
        return 0
    plies = sum(one.plies for one in kept)
    console.out(f"{output}: {plural(len(kept), 'replay')} of {len(kept) + len(left)}, "
                f"{plural(plies, 'ply')}; all {plural(len(items), 'item')} reached")  # fmt: skip
    return 0


def keep(folder: Path, maker: Maker, kept: Sequence[Kept]) -> None:
    """`fuzz --keep`: the logs that reached something new, those that are new to a corpus."""
    count = 0
    with Shelf(folder) as shelf:
        for one in kept:
            game = maker.load(dict(one.options))
            data = log_bytes(game, one.codes, ("kept by fuzz",))
            count += bool(shelf.put(Path(f"{game.name}-{one.index:06d}{SUFFIX}"), data).adds)
    console.say(f"kept {plural(count, 'log')} of {len(kept)} in {folder}")


def _deliver(
    folder: Path, kept: Sequence[tuple[str, int]], left: Sequence[str], reached: int
) -> None:
    document: Doc = {
        "schema": SCHEMA, "folder": str(folder), "reached": reached, "left_out": list(left),
        "kept": [{"file": name, "items": count} for name, count in kept],
    }  # fmt: skip
    console.deliver(console.document(document), None)


def _some(items: Sequence[str]) -> str:
    more = f" and {len(items) - 3} more" if len(items) > 3 else ""
    return ", ".join(items[:3]) + more


def reached_in(game: str, words: Sequence[str]) -> tuple[frozenset[str], int]:
    """(`column/item` that replays of a game reach, how many replays); the golden ones by default.

    A folder with an index is asked, other replays are read.
    """
    found: set[str] = set()
    count = 0
    rest = []
    for word in words:
        if (Path(word) / INDEX).exists():
            with Shelf(Path(word)) as shelf:
                mine = [one for one in shelf.files() if one.game == game]
            count += len(mine)
            found.update(item.removeprefix(f"{game}/") for one in mine for item in one.items)
        else:
            rest.append(word)
    files = [Path(item.name) for item in expand(rest, SUFFIX)] if rest else []
    if not words:
        files = golden(game)
    return frozenset(found | reached_by(files)), count + len(files)
