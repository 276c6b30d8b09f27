"""A game with its options, players and content as a command line names them; picklable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engine import content, policies, registry
from engine.content import Pack
from engine.definition import Definition
from engine.errors import EngineError, OptionError, nearest
from engine.game import Game
from engine.options import Value
from engine.play import Policy
from engine.raised import with_command
from replays.errors import Unsupported
from replays.reader import Loader, loader
from replays.records import Header
from replays.visible import joined
from tools import console
from tools.errors import ToolError, Usage


@dataclass(frozen=True)
class Setup:
    """What stands on the command line; `load` makes the Game of it, here or in a worker."""

    game: str
    options: tuple[str, ...] = ()
    content: str | None = None
    players: int | None = None
    foreign: bool = True
    stamp: tuple[str, int, int] | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        """Note which file the pack is: what is kept of one run is not used for another pack."""
        if self.content is not None:
            object.__setattr__(self, "stamp", content.stamp(self.content))

    def definition(self) -> Definition:
        """The game's declaration; UnknownGame otherwise."""
        return registry.definition(self.game, self.foreign)

    def load(self) -> Game:
        """The Game; OptionError or ContentError if it cannot be."""
        found = self.definition()
        return Game(found, self.given(), self.pack(found))

    def given(self) -> dict[str, Value]:
        """Options and players as typed, by name; Usage where they say two things."""
        found = parse_options(self.definition(), self.options)
        players = self.players
        if players is not None and found.setdefault("players", players) != players:
            raise Usage(f"--players {players} and --option players={found['players']}: give one")
        return found

    def pack(self, found: Definition) -> Pack | None:
        """The pack of `--content`; None for the game's own."""
        if self.content is None:
            return None
        return content.load(existing(self.content), found.name, found.schema)

    def packs(self) -> tuple[str, ...]:
        """The pack of `--content` as readers of replays take it."""
        return () if self.content is None else (self.content,)

    def words(self) -> list[str]:
        """The words that repeat this setup on a command line, the game's name left out."""
        found: list[str] = []
        if self.players is not None:
            found += ["--players", str(self.players)]
        for option in self.options:
            found += ["--option", option]
        if self.content is not None:
            found += ["--content", self.content]
        return found if self.foreign else [*found, "--no-plugins"]


@contextmanager
def repeatable(setup: Setup, seed: str, index: int, policy: str) -> Iterator[None]:
    """What the rules raise in game `index` of a base seed is told with the command for it alone."""
    try:
        yield
    except EngineError as error:
        if not error.told or error.ply < 0:
            raise
        words = ["ruleproof", "record", setup.game, "--seed", seed, "--first", str(index)]
        words += ["--policy", policy, *setup.words(), "-o", "again.rply"]
        raise with_command(error, joined(words)) from error


def existing(word: str) -> Path:
    """A file that is there; E401 otherwise."""
    from tools.inputs import single

    path = single(word).path
    if path is None:
        raise ToolError("E401", "a content pack cannot come from standard input; name a file")
    return path


def parse_options(found: Definition, pairs: Sequence[str]) -> dict[str, Value]:
    """`NAME=VALUE` words as values of the game's options; OptionError names what is wrong."""
    known = {option.name: option for option in found.all_options}
    given: dict[str, Value] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise Usage(f"option {pair!r} has no value; write NAME=VALUE")
        name = name.strip().replace("-", "_")
        if name not in known:
            raise OptionError(f"{found.name} has no option {name!r}; {nearest(name, known)}")
        given[name] = known[name].parse(value.strip())
    return given


def seat_policies(game: Game, text: str) -> list[Policy]:
    """One policy a seat from `NAME[,NAME…]`; one name serves all seats."""
    names = text.split(",")
    if len(names) not in (1, game.players):
        raise Usage(f"{len(names)} policies for {game.players} players; name one, or one a seat")
    return [policies.named(game, name) for name in names * (game.players // len(names))]


def packs(words: Sequence[str]) -> list[Pack]:
    """Content packs for readers of replays, each valid for the game it names; ContentError."""
    found = []
    for word in words:
        path = existing(word)
        found.append(registry.load_pack(path, console.current.foreign))
    return found


def replay_loader(contents: Sequence[str] = ()) -> Loader:
    """From a replay's header to its Game, with `--content` packs and `--no-plugins` heeded."""
    load, foreign = loader(packs(contents)), console.current.foreign

    def chosen(header: Header) -> Game:
        if not foreign and header.game not in registry.games(foreign=False):
            raise Unsupported("game", header.game, "is told to use no plug-ins",
                              remedy="leave out --no-plugins")  # fmt: skip
        return load(header)

    return chosen
