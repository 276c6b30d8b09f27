"""What `graph --level state` was asked for: games or an exploration, and the cuts in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import registry
from engine.errors import EngineError, nearest
from engine.game import Game
from properties.explore import explore
from properties.space import Bounds
from tools import console, statecuts
from tools.dot import READABLE_MAX
from tools.errors import Usage, nothing
from tools.graphs import head_of
from tools.played import illegal, played
from tools.starts import Start, start_of
from tools.states import KINDS, Builder, StateGraph, mark_parting
from tools.text import plural

FORMATS_WHOLE = ("json", "graphml")
EXPLORED_MAX = 2000


@dataclass(frozen=True)
class StateWish:
    """The options of `graph --level state`, as typed."""

    at: int | None = None
    depth: int | None = None
    choices: bool = False
    fields: str | None = None
    show: str | None = None
    kinds: str | None = None
    around: str | None = None
    radius: int = 2
    path: str | None = None
    chains: bool = False
    most: int | None = None
    overlay: bool = False
    across: bool = False

    def words(self) -> list[str]:
        """The words that repeat these options."""
        found: list[str] = []
        for switch, value in (
            ("--at", self.at), ("--depth", self.depth), ("--fields", self.fields),
            ("--show", self.show), ("--edges", self.kinds), ("--around", self.around),
            ("--path", self.path), ("--nodes", self.most),
        ):  # fmt: skip
            found += [] if value is None else [switch, str(value)]
        found += ["--radius", str(self.radius)] if self.around and self.radius != 2 else []
        for switch, on in (
            ("--player-choices-only", self.choices), ("--collapse-chains", self.chains),
            ("--overlay", self.overlay), ("--across", self.across),
        ):  # fmt: skip
            found += [switch] if on else []
        return found

    @property
    def wanted(self) -> tuple[str, ...]:
        """Kinds of edge; Usage for another word."""
        found = _list(self.kinds) or KINDS
        for word in found:
            if word not in KINDS:
                raise Usage(f"--edges {word}: {nearest(word, KINDS)}")
        return found

    def shown(self, game: Game) -> tuple[str, ...]:
        """Fields to show, those to tell positions apart by first; Usage for an unknown one."""
        known = ["row", *(key for key, _ in game.definition.state.FIELDS if key != "phase")]
        found = tuple(dict.fromkeys((*_list(self.fields), *_list(self.show))))
        for word in found:
            if word not in known:
                raise Usage(f"no field {word!r}; {nearest(word, known)}")
        return found


def _list(text: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip()) if text else ()


def drawing(
    words: Sequence[str], options: Sequence[str], contents: Sequence[str], players: int | None,
    wish: StateWish, format: str,
) -> StateGraph:  # fmt: skip
    """The graph of positions that was asked for, cut to what was asked for."""
    if wish.fields and wish.show:
        raise Usage("--fields merges what shows the same; --show only shows: give one of them")
    graph = _whole(words, options, contents, players, wish)
    graph.of = graph.size
    if wish.fields:
        graph = statecuts.project(graph, _list(wish.fields))
    if wish.path is not None:
        graph = statecuts.path(graph, wish.path)
    if wish.around is not None:
        graph = statecuts.around(graph, wish.around, wish.radius)
    if wish.chains:
        graph = statecuts.collapsed(graph)
    most = wish.most
    if most is None and format not in FORMATS_WHOLE:
        most = READABLE_MAX
    return graph if most is None else statecuts.capped(graph, most)


def _whole(
    words: Sequence[str], options: Sequence[str], contents: Sequence[str], players: int | None,
    wish: StateWish,
) -> StateGraph:  # fmt: skip
    names = registry.games(console.current.foreign)
    first = words[0]
    searched = len(words) == 1 and (first in names or first.endswith(".toml"))
    if searched or wish.at is not None or wish.depth is not None:
        if len(words) > 1:
            raise Usage("one game, scenario or replay to search from")
        if wish.overlay:
            raise Usage("--overlay lays two replays over each other; leave --at and --depth out")
        start = start_of(first, wish.at, options, contents, players)
        return _explored(start, wish, first, contents)
    if options or players is not None:
        raise Usage("replay files state their own options and players; leave yours out")
    only = first if first in names else ""
    return _played(words[1:] if only else words, contents, only, wish)


def _explored(
    start: Start, wish: StateWish, word: str, contents: Sequence[str]
) -> StateGraph:  # fmt: skip
    depth = 3 if wish.depth is None else wish.depth
    space = explore(start.game, start.state, Bounds(states=EXPLORED_MAX, depth=depth),
                    choices=wish.choices, exits=False)  # fmt: skip
    told = f"up to {plural(depth, 'choice' if wish.choices else 'ply')} from {start.words}"
    facts = {**head_of(start.game, "state"), "from": told}
    if wish.across:
        facts["rankdir"] = "LR"
    builder = Builder(start.game, facts, wish.shown(start.game), wish.choices)
    log: Sequence[int] = ()
    if start.scenario is None and start.words != "position 0":
        ((_, _, line),) = played([word], contents)
        log = line.codes[len(start.codes) :]
    builder.space(space, log)
    graph = builder.done(wish.wanted)
    if space.stopped and space.stopped != "depth":
        graph.notes.append(f"the search stopped at {EXPLORED_MAX:,} positions")
    return graph


def _played(
    words: Sequence[str], contents: Sequence[str], only: str, wish: StateWish
) -> StateGraph:  # fmt: skip
    found = list(played(words, contents, only))
    if not found:
        raise nothing(f"no game in {' '.join(words)}")
    if wish.overlay and len(found) != 2:
        raise Usage(f"--overlay lays two games over each other, and here are {len(found)}")
    games = {id(game): game for _, game, _ in found}
    if len(games) > 1:
        raise Usage("games of several options, players or contents have no positions in common; "
                    "name files of one setup")  # fmt: skip
    game = found[0][1]
    plies = sum(len(line.codes) for _, _, line in found)
    told = f"as played in {plural(len(found), 'game')} ({plural(plies, 'ply')})"
    facts = {**head_of(game, "state"), "from": told, "overlay": wish.overlay}
    facts["games"] = [Path(name).name for name, _, _ in found]
    if wish.across:
        facts["rankdir"] = "LR"
    builder = Builder(game, facts, wish.shown(game), wish.choices)
    for name, _, line in found:
        try:
            builder.log(line.codes)
        except EngineError as error:
            raise illegal(name, error) from error
    graph = builder.done(wish.wanted)
    if wish.overlay:
        at = mark_parting(graph, found[0][2].codes, found[1][2].codes)
        graph.notes.append("the games are the same" if at is None else
                           f"the games part at ply {at}")  # fmt: skip
    return graph
