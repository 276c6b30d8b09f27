"""What `ruleproof corpus` does with folders of replays: add, reduce, merge, and what they reach."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine import registry
from properties.corpus import Candidate, candidates, choose, reached_by
from properties.corpus import keep as recorded
from properties.errors import CorpusFault
from properties.logs import log_bytes
from properties.setup import Maker
from properties.shelf import INDEX, Added, Filed, Shelf, filed, reduced
from properties.steer import Kept
from replays.corpus import golden
from replays.format import SUFFIX
from replays.reader import loader
from tools import console
from tools.errors import ToolError, nothing
from tools.failures import INTERRUPTED, NOTHING, UNREADABLE
from tools.inputs import expand, unread
from tools.setup import replay_loader
from tools.text import Doc, plural

SCHEMA = "ruleproof.corpus-change/1"


def gathered(game: str, seed: str, games: int, folder: Path) -> int:
    """`corpus gather`: 5 if there is nothing to add.

    Ctrl-C ends the play: what was played is chosen from all the same, and the games written are
    whole.
    """
    definition = registry.definition(game, console.current.foreign)
    reached = reached_by(sorted(folder.glob(f"*{SUFFIX}")))
    found: list[Candidate] = []
    played, kept, stopped = 0, 0, False
    try:
        with console.progress(games, "playing") as advance:
            for one in candidates(definition, seed, games):
                played += 1
                found += [] if one is None else [one]
                advance(1)
    except KeyboardInterrupt:
        stopped = True
    try:
        picks = choose(found, reached)
        if picks:
            folder.mkdir(parents=True, exist_ok=True)
        for path, pick in zip(recorded(definition, picks, folder), picks, strict=True):
            plies = plural(pick.candidate.plies, "ply")
            console.out(f"{path}  {plies}, {len(pick.adds)} new")
            kept += 1
    except KeyboardInterrupt:
        stopped = True
    if stopped:
        console.error(f"interrupted: {played:,} of {plural(games, 'game')} played, "
                      f"{plural(kept, 'replay')} added; the same command goes on from what "
                      f"{folder} holds")  # fmt: skip
        return INTERRUPTED
    if not picks:
        console.say(f"nothing to add: {folder} reaches all that {plural(games, 'game')} reach")
        return NOTHING
    return 0


def added(folder: Path, words: Sequence[str], contents: Sequence[str], as_json: bool) -> int:
    """`corpus add`: 5 if no file reaches anything new; 3 if one cannot be read, the others can."""
    items = expand(words, SUFFIX)
    done: list[Added] = []
    bad: list[tuple[str, CorpusFault | ToolError]] = []
    stopped = False
    with Shelf(folder, replay_loader(contents)) as shelf:
        shelf.refresh()  # the folder itself must be whole
        try:
            with console.progress(len(items), "reading") as advance:
                for item in items:
                    try:
                        data = item.data()
                        done.append(shelf.put(item.path or Path("stdin"), data))
                    except CorpusFault as error:
                        bad.append((item.name, error))
                    except OSError as error:
                        bad.append((item.name, unread(item.name, error)))
                    advance(1)
        except KeyboardInterrupt:
            stopped = True
        reached = len(shelf.reached())
    kept = [one for one in done if one.adds]
    if as_json:
        _deliver(folder, [(one.name, len(one.adds)) for one in kept],
                 [str(one.source) for one in done if not one.adds], reached,
                 [name for name, _ in bad])  # fmt: skip
    else:
        for one in kept:
            console.out(f"{folder / one.name}  {len(one.adds)} new, {_some(one.adds)}")
        left = len(done) - len(kept)
        lost = f", {len(bad)} cannot be read" if bad else ""
        console.out(f"added {plural(len(kept), 'replay')}, left out {left}{lost}; "
                    f"{folder} reaches {plural(reached, 'item')}")  # fmt: skip
    for _, fault in bad:
        console.error(f"error {fault.code}: {fault}")
    if stopped:
        read = len(done) + len(bad)
        console.error(f"interrupted: {read:,} of {plural(len(items), 'replay')} read, "
                      "what was added is whole; the same command adds the rest")  # fmt: skip
        return INTERRUPTED
    return UNREADABLE if bad else 0 if kept else NOTHING


def merged(
    folders: Sequence[Path], output: Path, contents: Sequence[str], as_json: bool
) -> int:
    """`corpus min` and `corpus merge`: all of it, or nothing is written."""
    try:
        kept, left = reduced(folders, output, replay_loader(contents))
    except KeyboardInterrupt:
        console.error(f"interrupted: nothing was written to {output}; the same command begins anew")
        return INTERRUPTED
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


def keep(folder: Path, maker: Maker, kept: Sequence[Kept], contents: Sequence[str]) -> int:
    """`fuzz --keep`: add what is new to a corpus of the logs that reached something new; how many.

    `contents` are packs that its replays may have been played with.  CorpusFault, BadOutput.
    """
    count = 0
    with Shelf(folder, replay_loader(contents)) as shelf:
        shelf.refresh()
        for one in kept:
            game = maker.load(dict(one.options))
            data = log_bytes(game, one.codes, ("kept by fuzz",))
            count += bool(shelf.put(Path(f"{game.name}-{one.index:06d}{SUFFIX}"), data).adds)
    return count


def _deliver(
    folder: Path, kept: Sequence[tuple[str, int]], left: Sequence[str], reached: int,
    bad: Sequence[str] = (),
) -> None:  # fmt: skip
    document: Doc = {
        "schema": SCHEMA, "folder": str(folder), "reached": reached, "left_out": list(left),
        "unreadable": list(bad), "kept": [{"file": name, "items": count} for name, count in kept],
    }  # fmt: skip
    console.deliver(console.document(document), None)


def _some(items: Sequence[str]) -> str:
    more = f" and {len(items) - 3} more" if len(items) > 3 else ""
    return ", ".join(items[:3]) + more


def reached_in(game: str, words: Sequence[str]) -> tuple[frozenset[str], int]:
    """(`column/item` that replays of a game reach, how many replays); the golden ones by default.

    A folder with an index is asked, other replays are read; those of other games do not count.
    E402 if there is none.
    """
    ours: list[Filed] = []
    rest = []
    for word in words:
        if (Path(word) / INDEX).exists():
            with Shelf.to_read(Path(word)) as shelf:
                ours += shelf.files()
        else:
            rest.append(word)
    for item in expand(rest, SUFFIX) if rest else ():
        ours.append(filed(item.path or Path("stdin"), item.data(), loader()))
    ours = [one for one in ours if one.game == game]
    found = {item.removeprefix(f"{game}/") for one in ours for item in one.items}
    if not words:
        files = golden(game)
        return reached_by(files), len(files)
    if not ours:
        raise nothing(f"no replay of {game} in {' '.join(words)}")
    return frozenset(found), len(ours)
