"""How a worker or a fresh process makes the game it is to judge: a few words, no objects.

A `Maker` travels as JSON: into the workers of a campaign, into the fresh process that replays a
minimised log, and into the files a finding leaves behind.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path

from engine import registry
from engine.content import Pack
from engine.content import load as load_pack
from engine.content import stamp as stamp_of
from engine.definition import Definition
from engine.errors import UnknownGame
from engine.game import Game
from engine.options import Value
from properties.invariant import Property, check_names, properties_for, properties_in
from properties.planted import Bug, plant


@dataclass(frozen=True)
class Maker:
    """Which game, made how.

    `game` is a registered name, or `module:ATTRIBUTE` of a Definition; `content` the path of a
    pack ("" = the game's own); `invariants` a module of properties ("" = the registered one);
    `planted` is `module:ATTRIBUTE:NAME`, a rule bug of a list of bugs, for the tests of the tests.
    """

    game: str
    content: str = ""
    invariants: str = ""
    planted: str = ""
    foreign: bool = True
    stamp: tuple[str, int, int] | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        """Note which file the pack is: what is kept of one run is not used for another pack."""
        if self.content:
            object.__setattr__(self, "stamp", stamp_of(self.content))

    def definition(self) -> Definition:
        """The definition, its bug planted; UnknownGame."""
        return _definition(self.game, self.planted, self.foreign)

    def pack(self) -> Pack | None:
        """The pack of `content`; None for the game's own.  ContentError."""
        return _pack(self.content, self.definition(), self.stamp) if self.content else None

    def load(self, options: Mapping[str, Value] | None = None) -> Game:
        """The game with these options (players among them); OptionError."""
        return Game(self.definition(), options, self.pack())

    def properties(self) -> tuple[Property, ...]:
        """What must be true of it; an empty tuple if nobody has said.

        ClauseError for one that names an unknown clause, row, verb or event.
        """
        if not self.invariants:
            return properties_for(self.game, self.foreign)
        found = properties_in(import_module(self.invariants))
        check_names(self.definition(), found)
        return found

    def as_dict(self) -> dict[str, str | bool]:
        """The words, for JSON."""
        return {key: value for key, value in asdict(self).items() if key != "stamp"}

    @classmethod
    def from_dict(cls, words: Mapping[str, object]) -> Maker:
        """A maker from the words of `as_dict`."""
        texts = {key: str(words.get(key, "")) for key in ("content", "invariants", "planted")}
        return cls(game=str(words["game"]), foreign=words.get("foreign") is not False, **texts)


def found_near(content: str, folder: Path) -> str:
    """A pack's path as it is found: a relative one beside a file of `folder`, else from here."""
    beside = folder / content
    if not content or Path(content).is_absolute() or not beside.exists():
        return content
    with suppress(ValueError):  # on another drive
        return os.path.relpath(beside)
    return str(beside)


def seen_from(content: str, folder: Path) -> str:
    """A pack's path as files of `folder` name it: a relative one from there, so that both move."""
    if not content or Path(content).is_absolute():
        return content
    with suppress(ValueError):
        return Path(os.path.relpath(content, folder)).as_posix()
    return str(Path(content).absolute())


@cache
def _definition(game: str, planted: str, foreign: bool) -> Definition:
    module, _, attribute = game.partition(":")
    found = _attribute(module, attribute) if attribute else registry.definition(game, foreign)
    if not isinstance(found, Definition):
        raise UnknownGame(f"{game!r} is no Definition; write the game's name, or module:ATTRIBUTE")
    if not planted:
        return found
    return plant(_bug(planted))


def _bug(planted: str) -> Bug:
    module, attribute, name = planted.split(":")
    bugs = _attribute(module, attribute)
    for bug in bugs if isinstance(bugs, tuple) else ():
        if isinstance(bug, Bug) and bug.name == name:
            return bug
    raise UnknownGame(f"no bug {name!r} in {module}:{attribute}")


def _attribute(module: str, attribute: str) -> object:
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"{module}:{attribute} cannot be loaded: {error}") from error


@cache
def _pack(content: str, definition: Definition, at: object) -> Pack:
    """Read once a process and stamp."""
    return load_pack(Path(content), definition.name, definition.schema)
