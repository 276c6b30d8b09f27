"""A corpus on disk: a folder of plain replays, and an index of what each of them reaches.

The index (SQLite, `index.sqlite`) only saves time: it is made anew from the files whenever it is
missing, damaged or of another version, even under a writer's hands, and a file that changed, came
or went is noticed.  Two writers are safe: who adds a file holds the index's write lock from the
look at what is reached to the file's place in the folder.

The one home of sqlite3 in the project.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from engine import registry
from engine.errors import EngineError
from engine.game import Game
from properties.corpus import COLUMNS, chosen, unfit
from properties.coverage import cover
from properties.errors import BadOutput, CorpusFault
from properties.finding import folder as made
from properties.finding import write
from properties.steer import items_of as steering
from replays.errors import ReplayError
from replays.format import SUFFIX
from replays.reader import Loader, loader, read

INDEX = "index.sqlite"
MEMORY = ":memory:"
VERSION = 1
WAIT_SECONDS = 60.0
REOPENED_MAX = 20  # times that an index may be taken away under one piece of work
TABLES = """
CREATE TABLE files (name TEXT PRIMARY KEY, size INTEGER, changed INTEGER, digest TEXT, game TEXT,
                    rules TEXT, games INTEGER, plies INTEGER);
CREATE TABLE items (file TEXT, item TEXT, PRIMARY KEY (file, item)) WITHOUT ROWID;
CREATE INDEX by_item ON items (item);
"""

Done = TypeVar("Done")


@dataclass(frozen=True)
class Filed:
    """A replay of a corpus: its bytes' digest, its game, how long it is, what it reaches."""

    name: str
    digest: str
    game: str
    rules: str
    games: int
    plies: int
    items: frozenset[str]


@dataclass(frozen=True)
class Added:
    """What became of a file: what it added (nothing: it was left out), and under which name."""

    source: Path
    name: str
    adds: tuple[str, ...]


def filed(path: Path, data: bytes, load: Loader) -> Filed:
    """What a replay reaches; CorpusFault if it cannot be read, or the rules refuse its log."""
    try:
        replay = read(data)
        head = replay.head()
        game = load(head)
        covers = [cover(game, [line.codes]) for line in replay.games]
    except (ReplayError, EngineError) as error:
        raise unfit(path, error) from error
    items: set[str] = set()
    for coverage in covers:
        items.update(coverage.reached(COLUMNS))
        items.update(steering(coverage.last))
    plies = sum(len(line.codes) for line in replay.games)
    # Every item names its game: a corpus may hold several games.
    named = frozenset(f"{head.game}/{item}" for item in items)
    return Filed(path.name, digest_of(data), head.game, rules_of(game), len(replay.games), plies,
                 named)  # fmt: skip


def rules_of(game: Game) -> str:
    """What tells rules apart: what a file reaches is judged anew under others."""
    return f"{game.definition.rules_version}/{game.ruleset_digest.hex()}"


def digest_of(data: bytes) -> str:
    """What tells files apart."""
    return blake2b(data, digest_size=16).hexdigest()


class Shelf:
    """A corpus folder with its index; close it, or use it in a `with`."""

    def __init__(self, folder: Path, contents: Loader | None = None, beside: bool = True) -> None:
        """Opens or makes the folder and its index; BadOutput if it cannot be written.

        Not `beside`: the index is in memory only, a copy of the one in the folder if there is one,
        and the folder is only read.
        """
        self.folder = made(folder) if beside else folder
        self._file = str(folder / INDEX) if beside else MEMORY
        self._load = contents or loader()
        self._rules: dict[str, str] = {}
        self._open()

    @classmethod
    def to_read(cls, folder: Path, contents: Loader | None = None) -> Shelf:
        """A shelf to read from: its index is kept up to date where one is that may be written."""
        index = folder / INDEX
        return cls(folder, contents, index.exists() and all(map(_writable, (folder, index))))

    def _open(self) -> None:
        """Open the index; one that is none is made anew.  BadOutput."""
        try:
            try:
                self._base = self._opened()
            except sqlite3.OperationalError:
                raise  # locked for too long, or no room: no reason to throw it away
            except sqlite3.DatabaseError:
                for path in sorted(self.folder.glob(f"{INDEX}*")):
                    path.unlink(missing_ok=True)
                self._base = self._opened()
        except sqlite3.Error as error:
            raise self._fault(error) from error

    def _fault(self, error: sqlite3.Error) -> BadOutput:
        return BadOutput(f"{self._file} cannot be used: {error}; wait for the other writer, make "
                         "room, or remove it: it is made anew")  # fmt: skip

    def _steadily(self, work: Callable[[], Done]) -> Done:
        """Do work; anew with another index where somebody takes this one away.  BadOutput."""
        for left in reversed(range(REOPENED_MAX)):
            try:
                return work()
            except sqlite3.Error as error:
                if not left or error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
                    raise self._fault(error) from error
                self._base.close()
                self._open()
        raise AssertionError("unreachable: the last try returns or raises")

    def _opened(self) -> sqlite3.Connection:
        base = sqlite3.connect(self._file, timeout=WAIT_SECONDS, isolation_level=None)
        if self._file == MEMORY:
            _copy(self.folder / INDEX, base)
        try:
            base.execute("BEGIN IMMEDIATE")
            version = base.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION:
                for table in ("files", "items"):
                    base.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in filter(str.strip, TABLES.split(";")):
                    base.execute(statement)
                base.execute(f"PRAGMA user_version={VERSION}")
            base.execute("COMMIT")
        except sqlite3.Error:
            base.close()
            raise
        return base

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index."""
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock; all or nothing."""
        base = self._base
        base.execute("BEGIN IMMEDIATE")
        try:
            yield base
            base.execute("COMMIT")
        except BaseException:
            if base.in_transaction:
                base.execute("ROLLBACK")
            raise

    # --- what is there ---------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the index up to date with files and rules, reading what changed."""
        self._steadily(self._refresh)

    def _refresh(self) -> None:
        rows = self._base.execute("SELECT name, size, changed, game, rules FROM files")
        known = {name: (size, changed, rules == self._current(game))
                 for name, size, changed, game, rules in rows}  # fmt: skip
        there: dict[str, None] = {}
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                found = path.stat()
                there[path.name] = None
                if known.get(path.name) != (found.st_size, found.st_mtime_ns, True):
                    one = filed(path, path.read_bytes(), self._load)
                    with self._writing() as base:
                        _enter(base, one, path)
            except FileNotFoundError:
                continue  # another writer took it away meanwhile
        gone = [name for name in known if name not in there and not self._path(name).exists()]
        if gone:
            with self._writing() as base:
                for name in gone:
                    _forget(base, name)

    def _current(self, name: str) -> str:
        """The rules of a game as they are now; empty if there is no such game any more."""
        if name not in self._rules:
            try:
                self._rules[name] = rules_of(registry.load(name))
            except EngineError:
                self._rules[name] = ""
        return self._rules[name]

    def _path(self, name: str) -> Path:
        return self.folder / name

    def files(self) -> list[Filed]:
        """Every replay, sorted by name."""
        return self._steadily(self._files)

    def _files(self) -> list[Filed]:
        self._refresh()
        items: dict[str, list[str]] = {}
        for name, item in self._base.execute("SELECT file, item FROM items"):
            items.setdefault(name, []).append(item)
        rows = self._base.execute(
            "SELECT name, digest, game, rules, games, plies FROM files ORDER BY name"
        )
        return [
            Filed(name, digest, game, rules, games, plies, frozenset(items.get(name, ())))
            for name, digest, game, rules, games, plies in rows
        ]

    def reached(self) -> frozenset[str]:
        """Everything that its replays reach, as `game/column/item`."""
        return self._steadily(self._reached)

    def _reached(self) -> frozenset[str]:
        self._refresh()
        return frozenset(item for (item,) in self._base.execute("SELECT DISTINCT item FROM items"))

    # --- adding ----------------------------------------------------------------------------

    def add(self, path: Path) -> Added:
        """Put a copy of a replay into the folder if it reaches something new."""
        return self.put(path, path.read_bytes())

    def put(self, path: Path, data: bytes) -> Added:
        """The same for bytes that are no file yet; `path` names them."""
        one = filed(path, data, self._load)
        return self._steadily(lambda: self._put(path, data, one))

    def _put(self, path: Path, data: bytes, one: Filed) -> Added:
        self._refresh()
        target = None
        try:
            with self._writing() as base:
                here = {item for (item,) in base.execute("SELECT DISTINCT item FROM items")}
                adds = tuple(sorted(one.items - here))
                if not adds:
                    return Added(path, "", ())
                target = self._free(path.stem, one.digest)
                write(target, data)
                _enter(base, replace(one, name=target.name), target)
        except sqlite3.Error:
            if target is not None:
                target.unlink(missing_ok=True)
            raise
        return Added(path, target.name, adds)

    def _free(self, stem: str, digest: str) -> Path:
        """A file name nobody has: the replay's own if it is free."""
        target = self._path(f"{stem}{SUFFIX}")
        return self._path(f"{stem}-{digest[:12]}{SUFFIX}") if target.exists() else target


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK)


def _copy(index: Path, base: sqlite3.Connection) -> None:
    """Copy an index that is only read; none, or a damaged one, leaves an empty base."""
    if not index.exists():
        return
    try:
        with closing(sqlite3.connect(f"{index.absolute().as_uri()}?mode=ro", uri=True)) as kept:
            kept.backup(base)
    except sqlite3.Error:
        with closing(sqlite3.connect(MEMORY)) as empty:
            empty.backup(base)


def _enter(base: sqlite3.Connection, one: Filed, path: Path) -> None:
    """Write one file's rows; inside a transaction."""
    found = path.stat()
    _forget(base, one.name)
    base.execute(
        "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (one.name, found.st_size, found.st_mtime_ns, one.digest, one.game, one.rules, one.games,
         one.plies),
    )  # fmt: skip
    rows = [(one.name, item) for item in sorted(one.items)]
    base.executemany("INSERT INTO items VALUES (?, ?)", rows)


def _forget(base: sqlite3.Connection, name: str) -> None:
    base.execute("DELETE FROM files WHERE name = ?", (name,))
    base.execute("DELETE FROM items WHERE file = ?", (name,))


def fewest(files: Sequence[Filed]) -> list[Filed]:
    """Few and short ones that reach together what all of these reach; none could be left out."""
    picks = [one for one, _ in chosen(files)]
    for one in sorted(picks, key=lambda one: (-one.plies, one.name)):
        others = frozenset[str]().union(*(other.items for other in picks if other is not one))
        if one.items <= others:
            picks.remove(one)
    return sorted(picks, key=lambda one: one.name)


@contextmanager
def _or_nothing(target: Path) -> Iterator[None]:
    """A folder, not there or empty, is so again if this fails or is interrupted."""
    there = target.exists()
    try:
        yield
    except BaseException:
        if target.is_dir():
            for path in (*target.glob(f"*{SUFFIX}"), *target.glob(f"{INDEX}*")):
                path.unlink()
            if not there:
                with suppress(OSError):  # somebody else has put something into it
                    target.rmdir()
        raise


def reduced(
    sources: Iterable[Path], target: Path, contents: Loader | None = None
) -> tuple[list[Filed], list[Filed]]:
    """(kept, left out) of the corpora: `target`, a new folder, reaches exactly what they reach.

    Where it fails or there is nothing to keep, no folder is made.

    BadOutput if it holds something already; CorpusFault if a source changed meanwhile.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadOutput(f"{target} is not empty: a reduced corpus goes to a new folder; name "
                        "another with -o")  # fmt: skip
    everything: list[Filed] = []
    where: dict[str, Path] = {}
    for source in sources:
        with Shelf.to_read(source, contents) as shelf:
            for one in shelf.files():
                if one.digest not in where:
                    where[one.digest] = source / one.name
                    everything.append(one)
    kept = fewest(everything)
    if not kept:
        return [], []
    with _or_nothing(target), Shelf(target, contents) as shelf:
        for one in kept:
            shelf.add(where[one.digest])
        if shelf.reached() != frozenset[str]().union(*(one.items for one in everything)):
            raise CorpusFault(f"{target} does not reach what its sources reach: one of them "
                                "changed meanwhile; reduce again")  # fmt: skip
    names = {one.digest for one in kept}
    return kept, [one for one in everything if one.digest not in names]
