"""Reading replay files strictly: whole ones, and the intact prefix of damaged ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

from engine.content import Pack
from engine.errors import ContentError, OptionError, UnknownGame
from engine.game import Game
from engine.options import word_of
from engine.registry import definition
from engine.state import State
from replays.errors import NoSuchGame, ReplayError, Unsupported
from replays.format import Readable
from replays.records import SEAL_BYTES, End, GameStart, Header, Mark
from replays.script import Script

Source = Path | str | bytes | Readable
Loader = Callable[[Header], Game]
KEPT_MAX = 64  # games a loader keeps built


@dataclass(frozen=True)
class Line:
    """One game: the final line of codes, after undo and redo; `end` is None where it stops."""

    index: int | None
    seed: str | None
    codes: tuple[int, ...]
    marks: tuple[Mark, ...]
    end: End | None
    witness: str | None

    @property
    def complete(self) -> bool:
        """Whether the game has its end record."""
        return self.end is not None


@dataclass(frozen=True)
class Replay:
    """What a file holds up to its first fault.

    `header` is None if even that is damaged; `size` is the length of the intact prefix in bytes;
    `digest` is BLAKE2b-16 of the whole file, the `parent` of a fork; empty without a header.
    """

    header: Header | None
    games: tuple[Line, ...]
    fault: ReplayError | None
    size: int
    digest: bytes

    def head(self) -> Header:
        """The header; the fault if there is none."""
        if self.header is None:
            raise self.fault or NoSuchGame("the file has no header")
        return self.header

    def only(self) -> Line:
        """The game of a file of one."""
        if len(self.games) != 1:
            raise NoSuchGame(
                f"the file holds {len(self.games)} games", remedy="name one by its index"
            )
        return self.games[0]

    def game(self, index: int) -> Line:
        """Game `index` of a file of many; 0 is the game of a file of one."""
        if not 0 <= index < len(self.games):
            held = f"the file holds games 0..{len(self.games) - 1}" if self.games else "no game"
            raise NoSuchGame(f"there is no game {index}", remedy=held)
        return self.games[index]


@contextmanager
def opened(source: Source) -> Iterator[Readable]:
    """A source as a binary stream; streams of the caller stay open.  OSError for a bad path."""
    if isinstance(source, bytes):
        yield BytesIO(source)
    elif isinstance(source, str | Path):
        with Path(source).open("rb") as stream:
            yield stream
    else:
        yield source


def read(source: Source) -> Replay:
    """A whole file; the ReplayError of its first fault otherwise."""
    replay = read_prefix(source)
    if replay.fault is not None:
        raise replay.fault
    return replay


def read_prefix(source: Source) -> Replay:
    """The intact prefix of any bytes; its `fault` is None for a whole file."""
    with opened(source) as stream:
        return _collect(_Hashing(stream))


class _Hashing:
    """A stream that digests all that is read from it; only `read` is needed."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self.running = blake2b(digest_size=SEAL_BYTES)

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self.running.update(data)
        return data

    def digest(self) -> bytes:
        """BLAKE2b-16 of everything, the unread rest included."""
        while self.read(1 << 16):
            pass
        return self.running.digest()


def _collect(stream: _Hashing) -> Replay:
    script = Script(stream)
    games: list[Line] = []
    fault: ReplayError | None = None
    begun = False
    try:
        for placed in script:
            if isinstance(placed.record, End):
                games.append(_line(script, placed.record))
                begun = False
            elif isinstance(placed.record, GameStart):
                begun = placed.record.seed is not None
            else:
                begun = True
    except ReplayError as error:
        fault = error
        if begun:
            games.append(_line(script, None))
    # A foreign file may be endless: it is read no further than its first bytes.
    digest = b"" if script.header is None else stream.digest()
    return Replay(script.header, tuple(games), fault, script.size, digest)


def _line(script: Script, end: End | None) -> Line:
    codes, marks = tuple(script.track.codes), tuple(script.marks)
    return Line(script.index, script.seed, codes, marks, end, script.witness)


# ---- from a header to a game ----


def loader(contents: Sequence[Pack] = ()) -> Loader:
    """Registered games with a header's options; content by digest, the game's own or one given.

    A game is built once and kept: it is immutable, and folders hold many files of one setup.
    """
    kept: dict[tuple[object, ...], Game] = {}

    def load(header: Header) -> Game:
        setup = (header.game, header.rules_version, header.content_digest, header.options)
        game = kept.get(setup)
        if game is None:
            if len(kept) >= KEPT_MAX:
                kept.clear()
            game = kept[setup] = _build(header, contents)
        return game

    return load


def _build(header: Header, contents: Sequence[Pack]) -> Game:
    found = definition(header.game)
    if header.rules_version != found.rules_version:
        raise Unsupported("rules version", str(header.rules_version), str(found.rules_version))
    return Game(found, dict(header.options), _content(header, found.reference, contents))


def _content(header: Header, own: Pack, contents: Sequence[Pack]) -> Pack:
    """The pack with the header's digest; Unsupported names what is at hand."""
    for pack in (own, *contents):
        if pack.digest == header.content_digest:
            return pack
    at_hand = ", ".join(f"{pack.id} {pack.digest.hex()}" for pack in (own, *contents))
    raise Unsupported("content", f"{header.content_id} {header.content_digest.hex()}", at_hand)


def game_for(header: Header, load: Loader | None = None) -> Game:
    """The game of a header, by these very rules and this content; Unsupported otherwise."""
    try:
        game = (load or loader())(header)
    except UnknownGame as error:
        raise Unsupported("game", header.game, f"lacks it: {error}") from error
    except OptionError as error:
        shown = " ".join(f"{name}={word_of(value)}" for name, value in header.options)
        raise Unsupported("options", shown, f"says: {error}") from error
    except ContentError as error:
        raise Unsupported("content", header.content_id, f"says: {error}") from error
    if header.game != game.name:
        raise Unsupported("game", header.game, game.name)
    version = game.definition.rules_version
    if header.rules_version != version:
        raise Unsupported("rules version", str(header.rules_version), str(version))
    # The id is part of the digest, so one without the other is no pack of ours.
    if (header.content_id, header.content_digest) != (game.content.id, game.content.digest):
        mine = f"{game.content.id} {game.content.digest.hex()}"
        raise Unsupported("content", f"{header.content_id} {header.content_digest.hex()}", mine)
    if header.options != tuple(game.options.items()):
        raise Unsupported("options", str(dict(header.options)), str(dict(game.options)))
    return game


def position(game: Game, line: Line, ply: int | None = None) -> State:
    """The state at position `ply` of a line, None: where it ends; EngineError, NoSuchGame."""
    count = len(line.codes)
    stop = count if ply is None else ply
    if not 0 <= stop <= count:
        raise NoSuchGame(f"there is no position {stop}", remedy=f"positions are 0..{count}")
    state = game.initial()
    for code in line.codes[:stop]:
        game.apply(state, code)
    return state
