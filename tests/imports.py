"""Who may import whom: the checker behind test_architecture.

A module is a dotted name; a *place* is where the architecture page puts it.  `findings` takes
modules as a mapping from name to source text, so that a test can plant a bad edge.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOMS = ("engine", "replays", "properties", "tools", "tests")

KERNEL = {
    0: ("errors", "rng", "content", "clauses", "options", "chart"),
    1: ("actions", "phases", "events", "state", "agenda", "fields", "zones", "piles", "memo"),
    2: ("table", "dispatch", "observe"),
    3: ("definition", "raised", "game"),
    4: ("play", "policies"),
    5: ("registry",),
}
GAME = {
    0: ("schema", "components"),
    1: ("state", "events"),
    2: ("table", "dispatch", "observe"),
    # effects and agenda; then the chapters of a rulebook that go beyond cards
    3: ("effects", "agenda", "setup", "rooms", "fight"),
    4: ("actions",),
    5: ("scoring", "observation", "careful"),
    6: ("phases",),
    7: ("__init__",),
}
# A schema declares words and bounds, no rules: a witness may read it as it reads the pack.
SEEN_BY_PROPERTIES = ("schema", "components", "state")

# One home a package; "tools.*" is everything below it.
HOMES = {
    "msgpack": ("replays.format",),
    "hypothesis": (
        "properties.strategies", "properties.machine", "properties.conformance",
        "properties.profiles", "tests.*",
    ),
    "pytest": ("properties.pytest_plugin", "properties.pytest_items", "tests.*"),
    "click": ("tools.cli", "tools.commands.*", "tests.*"),
    "rich": ("tools.*", "tests.*"),
    "networkx": ("tools.graphs", "tests.*"),
    "graphviz": ("tools.dot", "tools.mapdraw", "tools.statedraw", "tests.*"),
    "pygraphviz": ("tools.dot", "tests.*"),
    "matplotlib": ("tools.plots", "tests.*"),
    "playwright": ("tests.*",),
    "cosmic_ray": ("tests.mutation.*",),
    "coverage": ("tests.mutation.*",),
    "liars_dice": ("tests.plugin_game.*",),  # a plug-in: its own package, whatever holds it here
    "pyspiel": ("tools.peers",),
    "open_spiel": ("tools.peers",),
    "rlcard": ("tools.peers",),
}


@dataclass(frozen=True)
class Edge:
    """One import statement; `typing` marks those under TYPE_CHECKING."""

    importer: str
    imported: str
    line: int
    typing: bool = False


def modules(root: Path) -> dict[str, str]:
    """Dotted name -> source of every module in the rooms; a package is named without __init__."""
    found = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path.read_text(encoding="utf-8")
    return found


def packages_of(sources: Mapping[str, str]) -> set[str]:
    """Names that are packages: something lies below them."""
    return {name.rpartition(".")[0] for name in sources} & set(sources)


# Syntax that imports, or guards an import.
TELLING = (ast.Import, ast.ImportFrom, ast.Call, ast.If)


def edges(sources: Mapping[str, str]) -> list[Edge]:
    """Every import of every module, `from package import module` resolved to the module."""
    packages = packages_of(sources)
    found = []
    for name, source in sources.items():
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, TELLING)]
        guarded = {
            id(inner)
            for node in nodes
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        for node in nodes:
            for target in targets(node, name, name in packages, sources):
                found.append(Edge(name, target, node.lineno, id(node) in guarded))
    return found


def targets(
    node: ast.AST, importer: str, is_package: bool, sources: Mapping[str, str]
) -> Iterator[str]:
    """Dotted names that one syntax node imports, literal import_module calls included."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            up = importer.split(".")
            up = up[: len(up) - node.level + is_package]
            base = ".".join([*up, *([base] if base else [])])
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            yield inner if inner in sources else base
    elif isinstance(node, ast.Call) and node.args:
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        first = node.args[0]
        if called in ("import_module", "__import__") and isinstance(first, ast.Constant):
            yield str(first.value)


# ---- places ----


def room(name: str) -> str:
    """The top-level package of a module."""
    return name.partition(".")[0]


def game_of(name: str) -> str | None:
    """The game whose package holds this module."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["engine", "games"] and len(parts) > 2 else None


def layer(name: str) -> int | None:
    """Number of the layer inside the kernel or inside a game; None where the page has none.

    A file split by chapter keeps its layer by its first word: actions_combat is actions.
    """
    parts = name.split(".")
    game = game_of(name)
    short = (parts[3] if len(parts) > 3 else "__init__") if game else ".".join(parts[1:])
    for number, names in (GAME if game else KERNEL).items():
        if any(short == known or short.startswith(f"{known}_") for known in names):
            return number
    return None


def judged_game(name: str, games: set[str]) -> str | None:
    """The game a module of properties/ writes invariants for."""
    short = name.split(".")[1] if name.startswith("properties.") else ""
    return next((g for g in sorted(games) if short == g or short.startswith(f"{g}_")), None)


def is_kernel(name: str) -> bool:
    """Whether a module belongs to the engine and to no game."""
    return room(name) == "engine" and not name.startswith("engine.games")


# ---- rules: each takes an edge and the names of the games, and says the remedy or None ----


def rooms_in_order(edge: Edge, games: set[str]) -> str | None:
    """engine <- replays <- properties <- tools <- tests."""
    here, there = room(edge.importer), room(edge.imported)
    if there in ROOMS and ROOMS.index(there) > ROOMS.index(here):
        return f"{here} stands below {there}: move what both need down into {here}"
    return None


def kernel_layers(edge: Edge, games: set[str]) -> str | None:
    """A kernel module imports its own layer and those below."""
    if not (is_kernel(edge.importer) and is_kernel(edge.imported)):
        return None
    here, there = layer(edge.importer), layer(edge.imported)
    if here is not None and there is not None and there > here:
        return "a lower kernel layer reaches up: pass it as an argument, or move it down"
    return None


def kernel_knows_no_game(edge: Edge, games: set[str]) -> str | None:
    """Games are found by entry point, built-in ones too."""
    if is_kernel(edge.importer) and edge.imported.startswith("engine.games"):
        return "the kernel knows no game: let the game declare it in its Definition"
    return None


def game_layers(edge: Edge, games: set[str]) -> str | None:
    """components <- state, events <- table <- effects, agenda <- actions <- ... <- __init__."""
    game = game_of(edge.importer)
    if game is None or game != game_of(edge.imported):
        return None
    here, there = layer(edge.importer), layer(edge.imported)
    if here is not None and there is not None and there > here:
        return "a lower file of the game reaches up: move the shared reading into table.py"
    return None


def games_apart(edge: Edge, games: set[str]) -> str | None:
    """No game imports another, nor the registry that lists them all."""
    here, there = game_of(edge.importer), game_of(edge.imported)
    if here and there and here != there:
        return "games never import each other: write it twice, or move it into the kernel"
    if here and edge.imported == "engine.registry":
        return "a game does not know the registry: take the Game as an argument"
    return None


def two_witnesses(edge: Edge, games: set[str]) -> str | None:
    """Outside engine and tests, a game is seen through its state and components only."""
    target = game_of(edge.imported)
    if target is None or room(edge.importer) in ("engine", "tests"):
        return None
    if judged_game(edge.importer, games) != target:
        return "no room knows one game: take it from engine.registry by name"
    inner = ".".join(edge.imported.split(".")[3:])
    if inner.partition("_")[0] not in SEEN_BY_PROPERTIES:
        return "invariants import components and state only: judge by fields, rows and events"
    return None


def one_home(edge: Edge, games: set[str]) -> str | None:
    """Each third-party package is imported in one place; engine needs none."""
    package = room(edge.imported)
    if package in ROOMS or package in sys.stdlib_module_names:
        return None
    if room(edge.importer) == "engine":
        return "engine is standard library only: move the use into replays, properties or tools"
    homes = HOMES.get(package, ())
    if any(fnmatchcase(edge.importer, home) for home in homes):
        return None
    if not homes:
        return f"{package} has no home: give it one in HOMES and a bound in pyproject.toml"
    return f"{package} lives in {', '.join(homes)}: call that module instead"


RULES: tuple[Callable[[Edge, set[str]], str | None], ...] = (
    rooms_in_order, kernel_layers, kernel_knows_no_game, game_layers, games_apart,
    two_witnesses, one_home,
)


@dataclass(frozen=True)
class Finding:
    """A broken rule: its name, and one line with the edge and the remedy."""

    rule: str
    text: str


def unplaced(sources: Mapping[str, str]) -> Iterator[Finding]:
    """Modules of engine that the layers do not know."""
    for name in sources:
        in_kernel = is_kernel(name) and name != "engine"
        if (in_kernel or game_of(name)) and layer(name) is None:
            known = ", ".join(n for ns in (KERNEL if in_kernel else GAME).values() for n in ns)
            yield Finding("unplaced", f"{name} has no layer: begin its name with one of {known}")


def cycles(found: list[Edge], sources: Mapping[str, str]) -> Iterator[Finding]:
    """The first circle of imports, annotations' imports left out."""
    graph: dict[str, set[str]] = {}
    for edge in found:
        if edge.imported in sources and not edge.typing and edge.imported != edge.importer:
            graph.setdefault(edge.importer, set()).add(edge.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = " imports ".join(reversed(error.args[1]))
        yield Finding("cycles", f"{circle}: move what two of them share into one below both")


def findings(sources: Mapping[str, str]) -> list[Finding]:
    """Everything wrong with the imports of these modules."""
    found = edges(sources)
    games = {game for name in sources if (game := game_of(name))}
    broken = [
        Finding(rule.__name__, f"{e.importer} imports {e.imported} (line {e.line}): {remedy}")
        for e in found
        for rule in RULES
        if (remedy := rule(e, games))
    ]
    return broken + list(unplaced(sources)) + list(cycles(found, sources))
