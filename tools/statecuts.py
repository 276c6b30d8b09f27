"""What a drawing of states leaves out: fields that do not matter, what lies far, chains, the rest.

Each cut takes a graph and gives another; what is left out is said in its notes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

from tools.errors import Usage
from tools.states import HERE, REFUSED, TAKEN, Move, Node, StateGraph

DIGITS_MIN = 4


def project(graph: StateGraph, fields: Sequence[str]) -> StateGraph:
    """One node for all positions whose shown fields are the same; moves within it are left out."""
    place: dict[str, str] = {}
    nodes: dict[str, Node] = {}
    for node in graph.nodes.values():
        told = "\n".join(node.lines) if node.real else node.name
        name = blake2b(told.encode(), digest_size=8).hexdigest() if node.real else node.name
        place[node.name] = name
        nodes[name] = _joined(nodes[name], node) if name in nodes else replace(node, name=name)
    moves: dict[tuple[str, str, str, tuple[str, ...]], Move] = {}
    within = 0
    for move in graph.moves:
        source, target = place[move.source], place[move.target]
        if source == target:
            within += 1
            continue
        key = (source, target, move.kind, move.actions)
        had = moves.get(key)
        moves[key] = replace(move, source=source, target=target) if had is None else replace(
            had, count=had.count + move.count, runs=had.runs | move.runs)  # fmt: skip
    cut = replace(graph, nodes=nodes, moves=list(moves.values()), notes=list(graph.notes),
                  logs=[[place[name] for name in log] for log in graph.logs])  # fmt: skip
    cut.notes.append(f"positions with the same {', '.join(fields)} are one")
    if within:
        cut.notes.append(f"{within:,} moves that change none of these are left out")
    return cut


def _joined(one: Node, other: Node) -> Node:
    """Two positions as one node."""
    return replace(
        one, row=one.row if one.row == other.row else "", members=one.members + other.members,
        kind=one.kind if one.kind == other.kind else "player",
        plies=tuple(sorted({*one.plies, *other.plies})), runs=one.runs | other.runs,
        marks=tuple(dict.fromkeys((*one.marks, *other.marks))),
    )  # fmt: skip


def find(graph: StateGraph, word: str) -> str:
    """The node of a ply of the first game, or of the first digits of a digest; Usage."""
    if word.isdigit() and len(word) < 2 * DIGITS_MIN:
        ply = int(word)
        for node in graph.nodes.values():
            if graph.logs and ply < len(graph.logs[0]) and node.name == graph.logs[0][ply]:
                return node.name
            if not graph.logs and ply in node.plies:
                return node.name
        raise Usage(f"no position at ply {word}: the first game has "
                    f"{len(graph.logs[0]) - 1 if graph.logs else 'no'} plies")  # fmt: skip
    found = [node.name for node in graph.positions if node.name.startswith(word.lower())]
    if len(word) < DIGITS_MIN or len(found) != 1:
        raise Usage(f"{word!r} names {len(found)} positions: give a ply, or the first digits "
                    f"(at least {DIGITS_MIN}) of a digest that --format table shows")  # fmt: skip
    return found[0]


def around(graph: StateGraph, word: str, radius: int) -> StateGraph:
    """What lies within `radius` moves of a position, either way."""
    centre = find(graph, word)
    near = _reached(graph, centre, radius, both=True)
    cut = kept(graph, near)
    node = cut.nodes[centre]
    cut.nodes[centre] = replace(node, marks=(*node.marks, HERE))
    cut.notes.append(f"within {radius} moves of {node.name[:6]}")
    return cut


def path(graph: StateGraph, word: str) -> StateGraph:
    """A shortest way from the start to a position, with what else could be done on it."""
    goal = find(graph, word)
    start = graph.logs[0][0] if graph.logs else next(iter(graph.nodes))
    before: dict[str, str] = {start: ""}
    todo = deque([start])
    leaving = _leaving(graph)
    while todo:
        for move in leaving.get(todo[0], ()):
            if move.target not in before and move.kind != REFUSED:
                before[move.target] = move.source
                todo.append(move.target)
        todo.popleft()
    if goal not in before:
        raise Usage(f"no way from the start to {word} is drawn; leave --path out")
    way = [goal]
    while before[way[-1]]:
        way.append(before[way[-1]])
    cut = kept(graph, way)
    cut.notes.append(f"a shortest way to {goal[:6]}: {len(way) - 1} moves")
    return cut


def _leaving(graph: StateGraph) -> dict[str, list[Move]]:
    found: dict[str, list[Move]] = {}
    for move in graph.moves:
        found.setdefault(move.source, []).append(move)
    return found


def _reached(graph: StateGraph, centre: str, radius: int, both: bool) -> list[str]:
    near = {name: list[str]() for name in graph.nodes}
    for move in graph.moves:
        near[move.source].append(move.target)
        if both:
            near[move.target].append(move.source)
    far = {centre: 0}
    todo = deque([centre])
    while todo:
        name = todo.popleft()
        for other in near[name] if far[name] < radius else ():
            if other not in far:
                far[other] = far[name] + 1
                todo.append(other)
    return list(far)


def kept(graph: StateGraph, names: Iterable[str]) -> StateGraph:
    """These positions, with the moves between them and what leads nowhere from them."""
    here = set(names)
    for move in graph.moves:
        if move.source in here and not graph.nodes[move.target].real:
            here.add(move.target)
    led = {move.target for move in graph.moves if move.source in here}
    nodes = {name: node for name, node in graph.nodes.items()
             if name in here and (node.real or name in led)}  # fmt: skip
    moves = [move for move in graph.moves if move.source in nodes and move.target in nodes]
    return replace(graph, nodes=nodes, moves=moves, notes=list(graph.notes),
                   of=graph.of or graph.size)  # fmt: skip


def capped(graph: StateGraph, most: int) -> StateGraph:
    """The first positions, if there are more than `most`."""
    names = [node.name for node in graph.positions]
    if len(names) <= most:
        return graph
    return kept(graph, names[:most])


def collapsed(graph: StateGraph) -> StateGraph:
    """Runs of positions with one move in and one out become one move."""
    into: dict[str, list[Move]] = {}
    for move in graph.moves:
        into.setdefault(move.target, []).append(move)
    leaving = _leaving(graph)

    def inner(name: str) -> bool:
        node = graph.nodes[name]
        return (node.real and not node.marks and len(into.get(name, ())) == 1
                and len(leaving.get(name, ())) == 1 and node.kind != "end"
                and into[name][0].source != name
                and into[name][0].kind == leaving[name][0].kind == TAKEN
                and into[name][0].runs == leaving[name][0].runs)  # fmt: skip

    nodes = {name: node for name, node in graph.nodes.items() if not inner(name)}
    moves = []
    for move in graph.moves:
        if move.source not in nodes:
            continue
        seen = set[str]()
        while move.target not in nodes and move.target not in seen:
            seen.add(move.target)
            after = leaving[move.target][0]
            move = replace(move, target=after.target, actions=(*move.actions, *after.actions),
                           steps=move.steps + after.steps, ways=move.ways * after.ways,
                           more=move.more + after.more)  # fmt: skip
        if move.target in nodes:
            moves.append(move)
    gone = len(graph.nodes) - len(nodes)
    cut = replace(graph, nodes=nodes, moves=moves, notes=list(graph.notes))
    if gone:
        cut.notes.append(f"chains: {gone:,} positions with one way in and one out are in the moves")
    return cut
