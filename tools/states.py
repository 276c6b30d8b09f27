"""Positions as a graph: of replays, merged where games meet, or of an exploration.

Nodes are positions (clocks left out), named by their digest; moves are what leads from one to
another: taken, legal but never taken, or refused by a clause.  What was never taken and leads to no
position that is drawn ends in a small node of its own, and so does what is refused.  Renderers and
cuts (`tools.statecuts`, `tools.statedraw`) read this model only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from engine.game import Game
from engine.play import Step, walk
from engine.state import State
from properties.space import BROKEN, OPENING, Space, digest_of
from tools.graphs import Document
from tools.text import value_text

TAKEN, OPEN, REFUSED = KINDS = ("taken", "open", "refused")
PLAYER, CHANCE, END, UNSEEN, NOT_OFFERED, FOUND = (
    "player", "chance", "end", "unseen", "refused", "broken",
)  # fmt: skip
START, FORK, PARTING, HERE = "start", "fork", "first difference", "here"
NAMED_MAX = 3  # actions that one edge names; more are counted
Log: TypeAlias = tuple[Game, Sequence[int]]


@dataclass(frozen=True)
class Node:
    """A position (`plies`: at which it stood, `runs`: in which games), or where a move ends that
    leads to none: `unseen`, `refused`.  `lines` are fields in words; `members` positions in it.
    """

    name: str
    row: str
    kind: str
    lines: tuple[str, ...] = ()
    plies: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    runs: frozenset[int] = frozenset()
    members: int = 1

    @property
    def real(self) -> bool:
        """Whether it is a position."""
        return self.kind not in (UNSEEN, NOT_OFFERED)


@dataclass(frozen=True)
class Move:
    """An edge: `actions` in words (`more` of them unnamed), `count` how often it was taken in the
    games `runs`; `steps` moves in a row that it stands for, `ways` of chance within it."""

    source: str
    target: str
    kind: str
    actions: tuple[str, ...]
    clause: str = ""
    count: int = 0
    more: int = 0
    runs: frozenset[int] = frozenset()
    steps: int = 1
    ways: int = 1


@dataclass
class StateGraph:
    """What is drawn: `facts` say of what, `of` how much there was before cuts, `notes` what was
    left out.  `logs` are the nodes each game passed, by ply."""

    facts: Document
    nodes: dict[str, Node] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    logs: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    of: tuple[int, int] | None = None

    @property
    def positions(self) -> list[Node]:
        """The nodes that are positions."""
        return [node for node in self.nodes.values() if node.real]

    @property
    def size(self) -> tuple[int, int]:
        """Positions and moves."""
        return len(self.positions), len(self.moves)


class Builder:
    """Gathers positions and moves of one game, then lists what was open or refused."""

    def __init__(self, game: Game, facts: Document, shown: Sequence[str], choices: bool) -> None:
        self.game = game
        self.graph = StateGraph(facts)
        self.shown = shown
        self.choices = choices
        self.states: dict[str, State] = {}
        self.tried: dict[str, set[int]] = {}
        self.closed: set[str] = set()  # positions of a search: their moves are all there
        self.edge: set[str] = set()  # positions a search did not look into
        self._taken: dict[tuple[str, str, tuple[int, ...]], Move] = {}

    # --- positions -------------------------------------------------------------------------

    def name(self, state: State) -> str:
        """The digest of a position."""
        return digest_of(state.position()).hex()

    def node(self, state: State, run: int | None = None, ply: int | None = None) -> str:
        """The node of a position, seen at a ply of a game."""
        name = self.name(state)
        node = self.graph.nodes.get(name)
        if node is None:
            row = self.game.row(state)
            kind = END if row.end else CHANCE if row.outcomes is not None else PLAYER
            node = Node(name, row.name, kind, fields_of(self.game, state, self.shown))
            self.states[name] = state
        runs = node.runs if run is None else node.runs | {run}
        plies = node.plies
        if ply is not None and ply not in plies:
            plies = tuple(sorted((*plies, ply)))
        self.graph.nodes[name] = replace(node, runs=runs, plies=plies)
        return name

    def take(
        self, source: str, target: str, codes: tuple[int, ...], run: int | None, ways: int = 1,
        kind: str = TAKEN,
    ) -> None:  # fmt: skip
        """A move from one position to another."""
        texts = tuple(self.game.text(code) for code in codes) or ("(chance)",)
        known = self._taken.get((source, target, codes))
        move = known or Move(source, target, kind, texts, ways=ways)
        runs = move.runs if run is None else move.runs | {run}
        self._taken[source, target, codes] = replace(move, count=move.count + 1, runs=runs)
        self.tried.setdefault(source, set()).update(codes[:1])

    def log(self, codes: Sequence[int]) -> None:
        """One game from position 0."""
        run = len(self.graph.logs)
        state = self.game.initial()
        here = self.node(state, run, 0)
        passed, waiting = [here], tuple[int, ...]()
        for step in walk(self.game, codes):
            waiting = (*waiting, step.code)
            if self._within(step):
                passed.append(here)
                continue
            there = self.node(step.after, run, step.ply + 1)
            self.take(here, there, waiting, run)
            passed.append(there)
            here, waiting = there, ()
        self.graph.logs.append(passed)

    def _within(self, step: Step) -> bool:
        """Whether the ply leads to one of chance that goes into the edge."""
        return self.choices and self.game.row(step.after).outcomes is not None

    def space(self, space: Space, log: Sequence[int] = ()) -> None:
        """An exploration; moves of `log`, the game it started in, are the ones taken."""
        names: list[str] = []
        for index, state in enumerate(space.positions()):
            if state is None:
                name = space.digest(index)
                self.graph.nodes[name] = Node(name, space.name(index), FOUND)
            else:
                name = self.node(state)
                self.closed.add(name)
                if not space.looked[index]:
                    self.edge.add(name)
            names.append(name)
        passed = self._passed(space, log)
        for edge in range(space.edges):
            source, target = names[space.sources[edge]], names[space.targets[edge]]
            codes = () if space.codes[edge] == OPENING else (space.codes[edge],)
            on = not log or (source, codes[:1]) in passed
            run = 0 if log and on else None
            self.take(source, target, codes, run, space.ways[edge], TAKEN if on else OPEN)
        if space.rows[0] != BROKEN:
            first = self.graph.nodes[names[0]]
            self.graph.nodes[names[0]] = replace(first, plies=(space.start.ply,))

    def _passed(self, space: Space, log: Sequence[int]) -> set[tuple[str, tuple[int, ...]]]:
        """(position, choice) of a game that goes on from the start of a search."""
        found = set[tuple[str, tuple[int, ...]]]()
        state = space.start.clone()
        for code in log:
            found.add((self.name(state), (code,)))
            self.game.apply(state, code)
        return found

    # --- what was not taken ----------------------------------------------------------------

    def done(self, kinds: Iterable[str]) -> StateGraph:
        """The graph with the kinds of edge that are wanted."""
        graph, wanted = self.graph, set(kinds)
        graph.moves = [move for move in self._taken.values() if move.kind in wanted]
        self._mark()
        if OPEN in wanted:
            graph.moves += [move for name in list(self.states) for move in self._open(name)]
        if REFUSED in wanted:
            offers = self._offers()
            graph.moves += [
                move for name in list(self.states) for move in self._refused(name, offers)
            ]
        return graph

    def _mark(self) -> None:
        """Starts, forks, and where two games part first."""
        nodes = self.graph.nodes
        starts = {log[0] for log in self.graph.logs} or set(list(nodes)[:1])
        leaving: dict[str, set[str]] = {}
        for (source, _, codes), move in self._taken.items():
            if move.kind == TAKEN and self.graph.logs:
                leaving.setdefault(source, set()).add(str(codes[:1]))
        for name, node in list(nodes.items()):
            marks = [START] if name in starts else []
            marks += [FORK] if len(leaving.get(name, ())) > 1 else []
            nodes[name] = replace(node, marks=(*node.marks, *marks))

    def _open(self, name: str) -> Iterator[Move]:
        """Legal actions nobody took: to a known position, or by verb to a node of their own."""
        state, tried = self.states[name], self.tried.get(name)
        if name in self.closed:
            return
        away: dict[tuple[str, str], list[str]] = {}
        for code in self.game.legal_actions(state):
            if tried is not None and code in tried:
                continue
            after = state.clone()
            self.game.apply_unchecked(after, code)
            target = self.name(after)
            if target in self.graph.nodes:
                yield Move(name, target, OPEN, (self.game.text(code),))
            else:
                verb = self.game.space.verb_of(code).name
                away.setdefault((verb, self.game.row_name(after)), []).append(self.game.text(code))
        for (verb, row), texts in away.items():
            stub = f"{name}.{verb}.{row}"
            self.graph.nodes[stub] = Node(stub, row, UNSEEN)
            yield Move(name, stub, OPEN, *_some(texts))

    def _offers(self) -> dict[tuple[int, str], dict[int, None]]:
        """(row, verb) -> codes that some position of the graph offers there."""
        found: dict[tuple[int, str], dict[int, None]] = {}
        for name, state in self.states.items():
            if self.graph.nodes[name].kind == PLAYER and name not in self.edge:
                for code in self.game.legal_actions(state):
                    verb = self.game.space.verb_of(code).name
                    found.setdefault((state.phase, verb), {})[code] = None
        return found

    def _refused(
        self, name: str, offers: dict[tuple[int, str], dict[int, None]]
    ) -> Iterator[Move]:  # fmt: skip
        """Verbs of the row not offered here, or less than elsewhere, by their clause."""
        state = self.states[name]
        if self.graph.nodes[name].kind != PLAYER or name in self.edge:
            return
        legal = set(self.game.legal_actions(state))
        phase = self.game.row(state).phase
        by_clause: dict[str, list[str]] = {}
        for verb in self.game.space.verbs:
            if verb.name not in (*phase.verbs, *phase.free) or not self.game.meets(verb.needs):
                continue
            known = offers.get((state.phase, verb.name), {})
            texts = [self.game.text(code) for code in known if code not in legal]
            if not texts and not any(self.game.space.verb_of(c) is verb for c in legal):
                texts = [verb.name]
            if texts:
                by_clause.setdefault(verb.clause, []).extend(texts)
        for clause, texts in by_clause.items():
            stub = f"{name}.{clause}"
            self.graph.nodes[stub] = Node(stub, clause, NOT_OFFERED)
            actions, _, _, more = _some(texts)
            yield Move(name, stub, REFUSED, actions, clause, 0, more)


def _some(texts: Sequence[str]) -> tuple[tuple[str, ...], str, int, int]:
    """The first actions, no clause, never taken, how many more there are."""
    if len(texts) <= NAMED_MAX:
        return tuple(texts), "", 0, 0
    return tuple(texts[:NAMED_MAX]), "", 0, len(texts) - NAMED_MAX


def fields_of(game: Game, state: State, shown: Sequence[str]) -> tuple[str, ...]:
    """The named fields in words; `row` is one of them, as in expressions."""
    kinds = dict(state.FIELDS)
    found = []
    for name in shown:
        if name == "row":
            found.append(f"row {game.row_name(state)}")
        else:
            value = kinds[name].words(getattr(state, name), game.rules.names)
            found.append(f"{name} {value_text(value)}")
    return tuple(found)


def mark_parting(graph: StateGraph, first: Sequence[int], second: Sequence[int]) -> int | None:
    """Mark where two games first differ; the ply, None if they do not."""
    shared = next((ply for ply, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
                  min(len(first), len(second)))  # fmt: skip
    if len(first) == len(second) == shared:
        return None
    name = graph.logs[0][shared]
    node = graph.nodes[name]
    graph.nodes[name] = replace(node, marks=(*node.marks, PARTING))
    return shared
