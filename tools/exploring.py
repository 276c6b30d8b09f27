"""What `ruleproof explore` does: a search within bounds, told as text, JSON or GraphML."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from engine.options import word_of
from properties.alike import Alike
from properties.coverage import exit_name
from properties.errors import BadOutput
from properties.explore import Halt, explore
from properties.finding import Case, folder, signature_dict, write, write_case
from properties.invariant import Property, properties_for
from properties.judge import RAISED, Signature
from properties.lines import Lines, count_lines
from properties.pulse import guarded, within
from properties.setup import Maker
from properties.space import BROKEN, ENDLESS, OPENING, STOPPED, Bounds, Find, Known, Space
from replays.errors import TargetExists
from replays.visible import spelt
from tools import console
from tools.campaign import parse_time
from tools.failures import FINDING, INTERRUPTED
from tools.graphs import Document, flat_graphml, head_of
from tools.memory import peak
from tools.starts import Start, start_of
from tools.text import plural

SCHEMA = "ruleproof.explore/1"
TIME, MEMORY = "time", "memory"
LISTED_MAX = 12
FINDINGS = (".rply", ".toml", ".json")
# What a bound is called on the command line.
SWITCHES = {"states": "--states", "edges": "--edges", "depth": "--depth", TIME: "--max-time",
            MEMORY: "--memory"}  # fmt: skip


@dataclass(frozen=True)
class Wish:
    """The options of `ruleproof explore`, as typed."""

    at: int | None = None
    states: int = 100_000
    edges: int = 1_000_000
    depth: int | None = None
    max_time: str | None = None
    memory: int | None = None
    players: int | None = None
    options: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    choices: bool = False
    symmetry: bool = False
    invariants: bool = True
    output: Path | None = None
    graphml: Path | None = None
    force: bool = False

    def start(self, subject: str) -> Start:
        """Where the search begins; Usage and the errors of files."""
        return start_of(subject, self.at, self.options, self.contents, self.players)

    def bounds(self) -> Bounds:
        """The bounds that are the same on every machine."""
        return Bounds(self.states, self.edges, self.depth)

    @property
    def seconds(self) -> float | None:
        """The time it may take; None for any."""
        return None if self.max_time is None else parse_time(self.max_time)

    def halt(self) -> Halt:
        """Says which of the bounds of this machine is reached."""
        seconds = self.seconds
        until = None if seconds is None else monotonic() + seconds

        def up() -> str:
            if until is not None and monotonic() >= until:
                return TIME
            if self.memory is not None and peak() >= self.memory << 10:
                return MEMORY
            return ""

        return up

    def of(self, bound: str) -> object:
        """The value of a bound that was reached."""
        return getattr(self, "max_time" if bound == TIME else bound)


@dataclass(frozen=True)
class Found:
    """A search and everything counted over it."""

    subject: str
    start: Start
    wish: Wish
    space: Space
    lines: Lines
    properties: tuple[Property, ...]
    known: Known

    @property
    def judged(self) -> int:
        """Properties that were judged; those that ask for a whole game were not."""
        return sum(not item.whole for item in self.properties)

    @property
    def ends(self) -> dict[str, int]:
        """End reason: positions."""
        space = self.space
        return dict(sorted(Counter(
            space.name(node) for node in range(space.states) if space.is_end(node)
        ).items()))  # fmt: skip

    @property
    def missed(self) -> list[str]:
        """Exits in force that no edge took, as coverage names them."""
        rows = self.space.game.rows
        return [exit_name(rows[row].phase, at) for row, at in self.space.missed()]

    @property
    def way(self) -> str:
        """Why the search ended, in words."""
        stopped = self.space.stopped
        if not stopped:
            return "everything reachable was seen"
        if stopped == STOPPED:
            return "stopped by a signal"
        if stopped == ENDLESS:
            return "stopped by plies that do not end"
        return f"stopped by {SWITCHES[stopped]} {self.wish.of(stopped)}"


def run(subject: str, wish: Wish, as_json: bool) -> int:
    """Search, write, tell; 1 if something breaks a property, 130 after Ctrl-C or SIGTERM."""
    found = searched(subject, wish)
    paths: dict[int, str] = {}
    unwritten: BadOutput | None = None
    try:
        if wish.output is not None:
            _store(found, paths)
    except BadOutput as error:
        unwritten = error
    if as_json:
        console.deliver(console.document(document(found, paths)), None)
    else:
        console.out(report(found, paths))
    if unwritten is not None:  # the disk is full, say: what was found is told all the same
        raise unwritten
    if wish.graphml is not None:
        console.deliver(graphml_text(found), wish.graphml)
    if found.space.stopped == STOPPED:
        return INTERRUPTED
    return FINDING if found.space.finds else 0


def searched(subject: str, wish: Wish) -> Found:
    """The search that was asked for; after Ctrl-C or SIGTERM what was found until then."""
    start = wish.start(subject)
    game, judged = start.game, tuple[Property, ...]()
    if wish.invariants:
        judged = properties_for(game.name, console.current.foreign)
    if wish.output is not None and not wish.force:
        _vacant(wish.output, judged)
    known = Alike(game) if wish.symmetry else Known()
    with console.progress(wish.states, f"exploring {game.name}") as advance:
        halt, told = wish.halt(), 0

        def beat() -> str:
            nonlocal told
            advance(len(known.nodes) - told)
            told = len(known.nodes)
            return halt()

        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with guarded(within(wish.seconds)):
                space = explore(game, start.state, wish.bounds(), properties=judged,
                                choices=wish.choices, known=known, halt=beat)  # fmt: skip
        finally:
            signal.signal(signal.SIGTERM, before)
    return Found(subject, start, wish, space, count_lines(space), judged, known)


# ---- findings on disk ----


def _vacant(target: Path, judged: tuple[Property, ...]) -> None:
    """TargetExists for a folder that holds a finding of what is judged: it could be this one."""
    heads = tuple(Signature(label).slug for label in (RAISED, *(one.label for one in judged)))
    for path in sorted(target.iterdir()) if target.is_dir() else ():
        if path.suffix in FINDINGS and path.name.startswith(heads):
            way = "name another folder, or overwrite it with --force"
            raise TargetExists(f"{path} exists already, from an earlier search", remedy=way)


def _store(found: Found, paths: dict[int, str]) -> None:
    """Write each finding and enter node -> the file that shows it; BadOutput."""
    space, start = found.space, found.start
    target = folder(found.wish.output or Path())
    for one in space.finds:
        signature = one.failure.signature
        suffix, data = start.log(one.codes, f"breaks {signature.text}")
        path = target / f"{signature.slug}{suffix}"
        write(path, data)
        if start.scenario is None:
            write_case(path.with_suffix(".json"), _case(found, one))
        paths[one.node] = str(path)


def _case(found: Found, one: Find) -> Case:
    """The log as `fuzz --replay` judges it again."""
    game, start = found.start.game, found.start
    content = found.wish.contents[0] if found.wish.contents else ""
    maker = Maker(game.name, content=content, foreign=console.current.foreign)
    texts = tuple(game.text(code) for code in (*start.codes, *one.codes))
    return Case(maker, dict(game.options), texts, one.failure.signature, one.failure.message)


# ---- text ----


def report(found: Found, paths: dict[int, str]) -> str:
    """The search for people: counts, what is wrong, what was not reached, perft."""
    space = found.space
    style = "red" if space.finds else "yellow" if space.stopped else "green"
    head = f"{space.game.definition.title} from {found.start.words}: {found.way}"
    told = [console.paint(head, style), *_counts(found), *_wrong(found, paths)]
    missed = found.missed
    told.append(f"exits        {len(space.exits):,} taken, {len(missed):,} not reached")
    told += [f"             {name}" for name in missed[:LISTED_MAX]]
    if len(missed) > LISTED_MAX:
        told.append(f"             and {len(missed) - LISTED_MAX:,} more; --json lists all")
    return "\n".join([*told, "", *_perft(found)])


def _perft(found: Found) -> Iterator[str]:
    """Lines and positions by depth, and why no further."""
    step = "choice" if found.space.choices else "ply"
    rows = [[step, "lines", "positions", "end here"]]
    rows += [[f"{n:,}" for n in (d.ply, d.lines, d.positions, d.ended)]
             for d in found.lines.depths]  # fmt: skip
    wide = [max(len(row[at]) for row in rows) for at in range(4)]
    for row in rows:
        yield "  ".join(cell.rjust(size) for cell, size in zip(row, wide, strict=True))
    if found.lines.why:
        yield f"({found.lines.why})"


def _counts(found: Found) -> Iterator[str]:
    """States, edges, ends and games, a line each."""
    space, lines, known = found.space, found.lines, found.known
    seen = "" if space.whole else f", {space.open:,} of them not looked into"
    yield f"states       {space.states:,}{seen}"
    yield f"edges        {space.edges:,}"
    yield f"depth        {space.depth:,}" + (" choices" if space.choices else " plies")
    if isinstance(known, Alike):
        apart = f"; {known.apart:,} that look alike lead elsewhere" if known.apart else ""
        yield f"alike        {known.merged:,} positions merged with others{apart}"
    ends = ", ".join(f"{name} {count:,}" for name, count in found.ends.items()) or "none"
    yield f"ends         {ends}"
    if lines.games is not None and lines.by_end is not None:
        by_end = ", ".join(f"{name} {count:,}" for name, count in lines.by_end.items())
        yield f"games        {lines.games:,} ({by_end})"
    elif lines.returning:
        yield "games        positions return: a game can be as long as one likes"


def _wrong(found: Found, paths: dict[int, str]) -> Iterator[str]:
    """Dead ends and findings."""
    space, lines = found.space, found.lines
    dead = f"{len(space.dead):,}" if space.dead else "none"
    if lines.lost is None:
        dead += "; whether an end is always in reach is not known"
    elif lines.lost:
        dead += f"; {len(lines.lost):,} positions from which no end can be reached"
    yield f"dead ends    {dead}"
    for node in [*space.dead, *(lines.lost or ())][:1]:
        texts = ", ".join(space.game.text(code) for code in space.path(node))
        yield f"             the nearest after: {texts or 'nothing, it is the start'}"
    left = len(found.properties) - found.judged
    unjudged = f", {left} need a whole game" if left else ""
    yield (f"findings     {len(space.finds):,} ({plural(found.judged, 'property')} "
           f"judged{unjudged})")  # fmt: skip
    for one in space.finds:
        texts = ", ".join(space.game.text(code) for code in one.codes) or "nothing: at the start"
        yield console.paint(f"  {one.failure.signature.text}: {one.failure.message}", "red")
        yield f"    after {plural(len(one.codes), 'ply')}: {texts}"
        if one.node in paths:
            yield f"    see it: {_see(paths[one.node], found.wish.contents)}"


def _see(path: str, contents: tuple[str, ...]) -> str:
    if path.endswith(".toml"):
        return f"ruleproof scenario {spelt(path)}"
    packs = "".join(f" --content {spelt(content)}" for content in contents)
    return f"ruleproof replay {spelt(path)}{packs}"


# ---- documents ----


def document(found: Found, paths: dict[int, str]) -> Document:
    """`ruleproof.explore/1`; nodes and edges as networkx reads them (`node_link_graph`)."""
    space, lines = found.space, found.lines
    depths = [{"ply": d.ply, "lines": d.lines, "positions": d.positions, "ended": d.ended}
              for d in lines.depths]  # fmt: skip
    return {
        "schema": SCHEMA,
        **_head(found),
        "counts": {
            "states": space.states, "edges": space.edges, "depth": space.depth,
            "open": space.open, "ends": space.ends,
        },
        "whole": space.whole, "stopped": space.stopped or None,
        "ends": found.ends, "games": lines.games, "games_by_end": lines.by_end,
        "returning": lines.returning,
        "dead_ends": list(space.dead),
        "no_end": None if lines.lost is None else list(lines.lost),
        "exits": {"taken": len(space.exits), "missed": found.missed},
        "properties": found.judged,
        "findings": [_finding(space, one, paths) for one in space.finds],
        "perft": {"depths": depths, "why": lines.why or None},
        "alike": {"merged": found.known.merged, "apart": found.known.apart}
        if isinstance(found.known, Alike) else None,
        "directed": True, "multigraph": True, "graph": {},
        "nodes": [{"id": node, **facts} for node, facts in _nodes(space)],
        "edges": [{"source": source, "target": target, "key": key, **facts}
                  for key, (source, target, facts) in enumerate(_edges(space))],
    }  # fmt: skip


def _head(found: Found) -> Document:
    wish = found.wish
    return {
        **head_of(found.space.game, "state"), "from": found.start.words,
        "choices_only": wish.choices, "symmetry": wish.symmetry,
        "bounds": {"states": wish.states, "edges": wish.edges, "depth": wish.depth,
                   "max_time": wish.max_time, "memory": wish.memory},
    }  # fmt: skip


def _finding(space: Space, one: Find, paths: dict[int, str]) -> Document:
    return {
        "signature": signature_dict(one.failure.signature), "message": one.failure.message,
        "node": one.node, "plies": len(one.codes), "path": paths.get(one.node),
        "actions": [space.game.text(code) for code in one.codes],
    }  # fmt: skip


def kind_of(space: Space, node: int) -> str:
    """What a node is: player, chance, end, or broken."""
    if space.rows[node] == BROKEN:
        return "broken"
    row = space.game.rows[space.rows[node]]
    return "end" if row.end else "chance" if row.outcomes is not None else "player"


def _nodes(space: Space) -> Iterator[tuple[int, Document]]:
    for node in range(space.states):
        yield node, {"digest": space.digest(node), "row": space.name(node),
                     "kind": kind_of(space, node), "depth": space.depths[node],
                     "looked": bool(space.looked[node])}  # fmt: skip


def _edges(space: Space) -> Iterator[tuple[int, int, Document]]:
    for edge in range(space.edges):
        code = space.codes[edge]
        yield space.sources[edge], space.targets[edge], {
            "action": "" if code == OPENING else space.game.text(code),
            "ways": space.ways[edge],
        }


def graphml_text(found: Found) -> str:
    """Every node and edge as GraphML."""
    facts = {key: word_of(value) if isinstance(value, bool | int | str) else str(value)
             for key, value in _head(found).items()}  # fmt: skip
    nodes = ((str(node), told) for node, told in _nodes(found.space))
    edges = ((str(source), str(target), {**told, "ways": str(told["ways"])})
             for source, target, told in _edges(found.space))  # fmt: skip
    return flat_graphml(nodes, edges, directed=True, facts=facts)
