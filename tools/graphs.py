"""A game as a graph: the phase table extracted into a networkx model, and what games showed of it.

Extract, then model, then renderers (`tools.dot`, `tools.mermaid`, `tools.tables`).  Nodes are rows
in table order, each with its `Box`; edges are exits, keyed by their place in the row, each with its
`Arrow`.  Renderers read the model only, so every format tells the same story.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeAlias

import networkx as nx

from engine.agenda import Ask
from engine.errors import IllegalAction
from engine.events import Trace
from engine.game import Game
from engine.options import word_of
from engine.phases import CHANCE, NOBODY, PLAYER, Phase
from engine.raised import raised
from engine.table import Row

SCHEMA = "ruleproof.graph/1"
# Rows from which on a drawing puts frames round chapters.
FRAMED_MIN = 40
Graph: TypeAlias = nx.MultiDiGraph
Document = dict[str, object]
Facts: TypeAlias = Mapping[str, object]


@dataclass(frozen=True)
class Use:
    """A verb in a box: `free` ones leave the row as it is; `on` is false if `needs` fails."""

    name: str
    clause: str
    needs: str
    free: bool
    on: bool
    count: int | None = None


@dataclass(frozen=True)
class Box:
    """A row: `kind` is player, chance, nobody or end; `seat` names the reading of who acts."""

    name: str
    number: int
    kind: str
    seat: str
    clause: str
    rule: str
    group: str
    needs: str
    uses: tuple[Use, ...]
    on: bool
    hub: bool
    start: bool
    count: int | None = None


@dataclass(frozen=True)
class Arrow:
    """An exit: tried as number `rank` (from 1) of `of`; `kind` is exit, verb, ask or step.

    `ask` leaves the hub because something is owed, `step` because nothing is (or the game is over).
    `count` is how often it was taken, `left` how often its row was left by any exit.
    """

    source: str
    target: str
    rank: int
    of: int
    label: str
    clauses: tuple[str, ...]
    rule: str
    kind: str
    on: bool
    count: int | None = None
    left: int | None = None

    @property
    def key(self) -> tuple[str, int]:
        """The row and its exit's number: no other arrow has it."""
        return self.source, self.rank


@dataclass
class Counts:
    """What games showed: visits of rows, exits taken (row number, exit number), verbs used.

    `seed` and `policy` are those of games played for it; None where files were read.
    """

    games: int = 0
    plies: int = 0
    ended: int = 0
    rows: Counter[int] = field(default_factory=Counter)
    exits: Counter[tuple[int, int]] = field(default_factory=Counter)
    uses: Counter[tuple[int, str]] = field(default_factory=Counter)
    open_rows: set[int] = field(default_factory=set)
    open_verbs: set[str] = field(default_factory=set)
    seed: str | None = None
    policy: str | None = None


# ---- observed ----


def observe(counts: Counts, game: Game, codes: Iterable[int]) -> None:
    """Walk one game's codes and add what they show; IllegalAction if the rules refuse one."""
    counts.open_rows |= {row.index for row in game.rows if row.met}
    counts.open_verbs |= {verb.name for verb in game.space.verbs if game.meets(verb.needs)}
    targets = _targets(game.rows)
    trace = Trace()
    state = game.blank()
    state.sink = trace
    counts.rows[0] += 1
    game.enter(state, game.rows[0])
    _add(counts, trace, targets)
    for code in codes:
        legal = game.legal_actions(state)
        if code not in legal:
            raise IllegalAction(game.refusal(state, code, legal))
        counts.uses[state.phase, game.space.verb_of(code).name] += 1
        try:
            game.apply_unchecked(state, code)
        except Exception as error:
            raised(game, error, state.ply, "", code)
        _add(counts, trace, targets)
        counts.plies += 1
    counts.games += 1
    counts.ended += game.is_terminal(state)


def _targets(rows: Sequence[Row]) -> list[list[int]]:
    """Row number -> the row each exit leads to."""
    numbers = {row.name: row.index for row in rows}
    return [[numbers[exit.target] for exit in row.phase.exits] for row in rows]


def _add(counts: Counts, trace: Trace, targets: list[list[int]]) -> None:
    for row, number in trace.exits:
        counts.exits[row, number] += 1
        counts.rows[targets[row][number]] += 1
    trace.clear()


# ---- the model ----


def extract(game: Game, counts: Counts | None = None) -> Graph:
    """The phase table of a game as a graph; with counts, what they show lies over it."""
    graph = Graph(**_head(game, counts))
    for row in game.rows:
        graph.add_node(row.name, box=_box(game, row, counts))
    for row in game.rows:
        for number in range(len(row.phase.exits)):
            arrow = _arrow(game, row, number, graph, counts)
            graph.add_edge(arrow.source, arrow.target, key=arrow.rank, arrow=arrow)
    return graph


def boxes(graph: Graph) -> list[Box]:
    """The rows, in table order."""
    return [data["box"] for _, data in graph.nodes(data=True)]


def frames(graph: Graph) -> dict[str, list[Box]]:
    """The rows of each chapter, if the table is too big to be drawn without frames round them.

    Under "" stand those without a frame: the hub, or every row of a small table.
    """
    if len(graph) < FRAMED_MIN:
        return {"": boxes(graph)}
    found: dict[str, list[Box]] = {}
    for box in boxes(graph):
        found.setdefault("" if box.hub else box.group, []).append(box)
    return found


def arrows(graph: Graph) -> list[Arrow]:
    """The exits, by row and in order of precedence."""
    order = {name: number for number, name in enumerate(graph.nodes)}
    found = [data["arrow"] for _, _, data in graph.edges(data=True)]
    return sorted(found, key=lambda arrow: (order[arrow.source], arrow.rank))


def shared(arrow: Arrow) -> str:
    """The part of all leavings of its row that an exit has, in percent; empty if there is none."""
    if not arrow.count or not arrow.left:
        return ""
    part = 100 * arrow.count / arrow.left
    if part < 1:
        return "<1 %"
    return ">99 %" if 99 <= part < 100 else f"{part:.0f} %"


def heading(graph: Graph) -> tuple[str, str]:
    """(title, subtitle): the game, then what is drawn."""
    facts = graph.graph
    told = [f"rules version {facts['rules_version']}", f"content {facts['content']}"]
    told += [f"{name} = {word_of(value)}" for name, value in facts["options"].items()]
    title = f"{facts['title']}: phase table"
    seen = facts["observed"]
    if seen is not None:
        games = "game" if seen["games"] == 1 else "games"
        title += f", as played in {seen['games']:,} {games} ({seen['plies']:,} plies)"
        if seen["seed"] is not None:
            told.append(f"by {seen['policy']}, seed {seen['seed']}")
    return title, " · ".join(told)


def head_of(game: Game, level: str) -> Document:
    """What a drawing is of: the game, its content, options that are not at their default."""
    defaults = {option.name: option.default for option in game.definition.all_options}
    changed = {n: word_of(v) for n, v in game.options.items() if v != defaults[n]}
    return {
        "game": game.name,
        "title": game.definition.title,
        "level": level,
        "rules_version": game.definition.rules_version,
        "content": game.content.id,
        "options": changed,
    }


def _head(game: Game, counts: Counts | None) -> Document:
    seen = None
    if counts is not None:
        seen = {
            "games": counts.games, "plies": counts.plies, "ended": counts.ended,
            "seed": counts.seed, "policy": counts.policy,
        }  # fmt: skip
    return {**head_of(game, "phase"), "observed": seen}


def _box(game: Game, row: Row, counts: Counts | None) -> Box:
    phase = row.phase
    clauses = game.definition.clauses
    chapter = clauses[phase.clause].chapter if phase.clause else ""
    return Box(
        name=row.name,
        number=row.index,
        kind="end" if row.end else _kind(phase),
        seat=phase.actor.__name__ if callable(phase.actor) else "",
        clause=phase.clause,
        rule=clauses[phase.clause].rule if phase.clause else "",
        group=chapter.partition(".")[0],
        needs=phase.needs,
        uses=_uses(game, row, counts),
        on=row.met if counts is None else row.index in counts.open_rows,
        hub=row.hub,
        start=row.index == 0,
        count=None if counts is None else counts.rows[row.index],
    )


def _kind(phase: Phase) -> str:
    return {CHANCE: "chance", NOBODY: "nobody", PLAYER: "player"}.get(str(phase.actor), "player")


def _uses(game: Game, row: Row, counts: Counts | None) -> tuple[Use, ...]:
    verbs = {verb.name: verb for verb in game.space.verbs}
    found = []
    for name in (*row.phase.verbs, *row.phase.free):
        on = game.meets(verbs[name].needs) if counts is None else name in counts.open_verbs
        count = None if counts is None else counts.uses[row.index, name]
        found.append(Use(name, verbs[name].clause, verbs[name].needs,
                         name in row.phase.free, on, count))  # fmt: skip
    return tuple(found)


def _arrow(game: Game, row: Row, number: int, graph: Graph, counts: Counts | None) -> Arrow:
    exit = row.phase.exits[number]
    here: Box = graph.nodes[row.name]["box"]
    on = here.on and graph.nodes[exit.target]["box"].on
    kind = "step" if row.hub else "exit"
    if isinstance(exit.when, Ask):
        kind = "ask"
    elif isinstance(exit.when, str):
        kind = "verb"
        on = on and any(use.on for use in here.uses if use.name == exit.when)
    clauses = game.definition.clauses
    return Arrow(
        source=row.name,
        target=exit.target,
        rank=number + 1,
        of=len(row.phase.exits),
        label=exit.label,
        clauses=exit.clauses,
        rule=" ".join(clauses[ident].rule for ident in exit.clauses),
        kind=kind,
        on=on,
        count=None if counts is None else counts.exits[row.index, number],
        left=None if counts is None else sum(
            counts.exits[row.index, each] for each in range(len(row.phase.exits))),
    )  # fmt: skip


# ---- plain formats ----


def document(graph: Graph) -> Document:
    """The model as one stable JSON document (`SCHEMA`)."""
    drop = ("rule",)
    return {
        "schema": SCHEMA,
        **graph.graph,
        "rows": [_plain(asdict(box), drop) for box in boxes(graph)],
        "exits": [_plain(asdict(arrow), drop) for arrow in arrows(graph)],
    }


def _plain(facts: Document, drop: tuple[str, ...]) -> Document:
    return {key: value for key, value in facts.items() if key not in drop}


def json_text(graph: Graph) -> str:
    """The document as text, keys sorted."""
    return json.dumps(document(graph), sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def graphml_text(graph: Graph) -> str:
    """GraphML for other graph tools: numbers and words only, verbs joined by commas."""
    flat = Graph(**{key: str(value) for key, value in graph.graph.items() if value is not None})
    for box in boxes(graph):
        facts = asdict(box) | {"uses": ", ".join(use.name for use in box.uses)}
        flat.add_node(box.name, **{k: v for k, v in facts.items() if v is not None})
    for arrow in arrows(graph):
        facts = asdict(arrow) | {"clauses": ", ".join(arrow.clauses)}
        facts = {k: v for k, v in facts.items() if k not in ("source", "target")}
        facts = {k: v for k, v in facts.items() if v is not None}
        flat.add_edge(arrow.source, arrow.target, key=str(arrow.rank), **facts)
    return "\n".join(nx.generate_graphml(flat, named_key_ids=True)) + "\n"


def flat_graphml(
    nodes: Iterable[tuple[str, Facts]], edges: Iterable[tuple[str, str, Facts]],
    directed: bool = False, facts: Facts | None = None,
) -> str:  # fmt: skip
    """GraphML of plain nodes and edges, each with facts: words, whole numbers, truth values."""
    flat = (nx.MultiDiGraph if directed else nx.MultiGraph)(**(facts or {}))
    for name, told in nodes:
        flat.add_node(name, **told)
    for one, other, told in edges:
        flat.add_edge(one, other, **told)
    return "\n".join(nx.generate_graphml(flat, named_key_ids=True)) + "\n"
