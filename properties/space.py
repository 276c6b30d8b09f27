"""What an exhaustive search finds: nodes in the order of finding, and edges between them.

Numbers in arrays, no state kept: a million positions must fit into a small machine.  A node's state
is worked out anew from its parent's, or from the codes of the shortest way that leads to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from engine.game import Game
from engine.state import State
from properties.judge import Failure

STATES_MAX = 1_000_000
EDGES_MAX = 10_000_000
# What ended a search.
STATES, EDGES, DEPTH, STOPPED = "states", "edges", "depth", "interrupted"
ENDLESS = "endless"  # too many plies that do not end
# The code of the edges that leave a start at which chance is due, where only players' choices count
OPENING = -1
BROKEN = -1


@dataclass(frozen=True)
class Bounds:
    """How far a search goes: positions known, edges tried, depth in steps (None: any)."""

    states: int = STATES_MAX
    edges: int = EDGES_MAX
    depth: int | None = None


class Known:
    """Which positions are known, as which node."""

    def __init__(self) -> None:
        self.nodes: dict[bytes, int] = {}

    def find(self, position: bytes, state: State) -> int | None:
        """The node of a position, which is the state's; None for a new one."""
        return self.nodes.get(position)

    def add(self, position: bytes, state: State, node: int) -> None:
        """A new position."""
        self.nodes[position] = node


@dataclass(frozen=True)
class Find:
    """A step that breaks a property: the node that stands for it, and the codes that lead there."""

    node: int
    failure: Failure
    codes: tuple[int, ...]


@dataclass
class Space:
    """What a search found.

    Node i: `parents[i]` (-1 at the start), `lines[i]` the codes from there, `depths[i]`, `rows[i]`
    (BROKEN for a finding), `looked[i]` whether all that leaves it was tried.  Edge k leads from
    `sources[k]` by the choice `codes[k]` to `targets[k]`, in `ways[k]` ways of chance.
    `stopped` names the bound that ended the search; empty if nothing was left to see.
    """

    game: Game
    start: State
    choices: bool
    parents: array[int] = field(default_factory=lambda: array("l"))
    lines: list[tuple[int, ...]] = field(default_factory=list)
    depths: array[int] = field(default_factory=lambda: array("l"))
    rows: array[int] = field(default_factory=lambda: array("l"))
    looked: bytearray = field(default_factory=bytearray)
    digests: bytearray = field(default_factory=bytearray)
    sources: array[int] = field(default_factory=lambda: array("l"))
    targets: array[int] = field(default_factory=lambda: array("l"))
    codes: array[int] = field(default_factory=lambda: array("l"))
    ways: list[int] = field(default_factory=list)
    exits: dict[tuple[int, int], int] = field(default_factory=dict)
    finds: list[Find] = field(default_factory=list)
    dead: list[int] = field(default_factory=list)
    stopped: str = ""

    @property
    def states(self) -> int:
        """Nodes, the start and findings included."""
        return len(self.rows)

    @property
    def edges(self) -> int:
        """Edges tried."""
        return len(self.targets)

    @property
    def depth(self) -> int:
        """Steps to the farthest node."""
        return max(self.depths)

    def is_end(self, node: int) -> bool:
        """Whether the game is over there."""
        return self.rows[node] != BROKEN and self.game.rows[self.rows[node]].end

    @property
    def ends(self) -> int:
        """Nodes at which the game is over."""
        return sum(self.is_end(node) for node in range(self.states))

    @property
    def open(self) -> int:
        """Nodes found but not, or not wholly, looked into."""
        return self.looked.count(0)

    @property
    def whole(self) -> bool:
        """Whether everything reachable was seen."""
        return not self.open

    def digest(self, node: int) -> str:
        """What a node goes by, in 16 hexadecimal digits: the digest of its position."""
        return self.digests[8 * node : 8 * node + 8].hex()

    def path(self, node: int) -> tuple[int, ...]:
        """The codes of a shortest way from the start to a node."""
        found: list[tuple[int, ...]] = []
        while node:
            found.append(self.lines[node])
            node = self.parents[node]
        return tuple(code for line in reversed(found) for code in line)

    def positions(self) -> Iterator[State | None]:
        """The state of each node in order, worked out anew from its parent; None for a finding."""
        found: list[State | None] = [self.start]
        yield self.start
        for node in range(1, self.states):
            before = found[self.parents[node]]
            if self.rows[node] == BROKEN or before is None:
                found.append(None)
            else:
                state = before.clone()
                for code in self.lines[node]:
                    self.game.apply_unchecked(state, code)
                found.append(state)
            yield found[-1]

    def name(self, node: int) -> str:
        """The row a node stands in; of a finding its property."""
        row = self.rows[node]
        if row == BROKEN:
            return next(f.failure.signature.label for f in self.finds if f.node == node)
        return self.game.rows[row].name

    def missed(self) -> list[tuple[int, int]]:
        """(row, exit) of the rows in force that no edge took."""
        rows = {row.name: row for row in self.game.rows}
        return [
            (row.index, number)
            for row in self.game.rows
            for number, exit in enumerate(row.phase.exits)
            if row.met and rows[exit.target].met and (row.index, number) not in self.exits
        ]


def digest_of(position: bytes) -> bytes:
    """Eight bytes that stand for a position."""
    return blake2b(position, digest_size=8).digest()
