"""Games by entry point: built-in ones register exactly as foreign ones do.

Groups `ruleproof.games` (a Definition) and `ruleproof.properties` (a module).  With
`foreign=False`, the off-switch, only this distribution's own entry points count.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from engine.content import Pack, Place, read_toml, validate
from engine.definition import Definition
from engine.errors import FAULTS, BadProperties, UnknownGame, nearest
from engine.game import Game
from engine.options import Value

DISTRIBUTION = "ruleproof"


def _points(group: str, foreign: bool) -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        own = point.dist is not None and point.dist.name == DISTRIBUTION
        if own or (foreign and point.name not in found):
            found[point.name] = point
    return found


def games(foreign: bool = True) -> list[str]:
    """Names of the registered games, sorted; a foreign game cannot replace a built-in one."""
    return sorted(_points("ruleproof.games", foreign))


def definition(name: str, foreign: bool = True) -> Definition:
    """The definition of a game; UnknownGame lists the known ones."""
    points = _points("ruleproof.games", foreign)
    if name not in points:
        known = nearest(name, sorted(points)) if points else "no game is registered"
        raise UnknownGame(f"no game {name!r}; {known}")
    try:
        found = points[name].load()
    except MemoryError:
        raise  # no fault of the module
    except FAULTS as error:  # whatever a foreign module raises
        raise UnknownGame(f"game {name!r} cannot be loaded from {points[name].value}: "
                          f"{type(error).__name__}: {error}; reinstall or remove its package"
                          ) from error  # fmt: skip
    if not isinstance(found, Definition):
        raise UnknownGame(f"entry point {points[name].value} of {name!r} is no Definition")
    return found


def load(
    name: str,
    options: Mapping[str, Value] | None = None,
    content: Pack | None = None,
    players: int | None = None,
    foreign: bool = True,
) -> Game:
    """A Game of that name."""
    return Game(definition(name, foreign), options, content, players)


def of_pack(data: Mapping[str, object], file: str, foreign: bool = True) -> Definition:
    """The game that the [meta] of parsed TOML names; ContentError with the nearest one."""
    meta = data.get("meta")
    game = meta.get("game") if isinstance(meta, dict) else None
    place = Place(file, "meta.game")
    if not isinstance(game, str):
        raise place.refuse('is missing; write game = "NAME"')
    try:
        return definition(game, foreign)
    except UnknownGame as error:
        raise place.refuse(str(error)) from error


def load_pack(path: Path, foreign: bool = True) -> Pack:
    """A content pack, valid for the game it names; ContentError."""
    data = read_toml(path)
    found = of_pack(data, path.name, foreign)
    return validate(data, path.name, found.name, found.schema)


def properties_of(name: str, foreign: bool = True) -> ModuleType | None:
    """The module with a game's own properties; None if it has none, BadProperties if it is broken.
    """
    point = _points("ruleproof.properties", foreign).get(name)
    if point is None:
        return None
    try:
        module = point.load()
    except MemoryError:
        raise  # no fault of the module
    except FAULTS as error:  # whatever a foreign module raises
        raise BadProperties(
            f"the properties of {name} cannot be loaded from {point.value}: "
            f"{type(error).__name__}: {error}; mend the module or remove its entry point"
        ) from error
    return module if isinstance(module, ModuleType) else None
