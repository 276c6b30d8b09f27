"""Exhaustive search: every position reachable from one, breadth first, each once.

Positions are told apart by `State.position()`, which leaves clocks out; `properties.alike` merges
those that differ only by cards that are alike.  A step that breaks a property leads to a node that
stands for the finding, one a signature, and no further.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from engine.errors import FAULTS, Thrown
from engine.events import Trace
from engine.game import Game
from engine.play import Step
from engine.raised import in_short, origin
from engine.state import State
from properties.invariant import Property
from properties.judge import RAISED, Failure, Signature, Watched, verb_word
from properties.pulse import PULSE, guarded
from properties.space import (
    BROKEN,
    DEPTH,
    EDGES,
    ENDLESS,
    OPENING,
    STATES,
    STOPPED,
    Bounds,
    Find,
    Known,
    Space,
    digest_of,
)

BEATS = 64
ENDLESS_MAX = 20  # plies that do not end, behind which a search does

Halt = Callable[[], str]
# (code of the choice, codes of the whole way, where it leads, how many ways of chance lead there)
Move = tuple[int, tuple[int, ...], State | Failure, int]


class _Midway(Watched):
    """Properties judged from the middle of a game."""

    def resume(self, state: State) -> Failure | None:
        """Go on from this state, itself judged."""
        self.checker.violations.clear()
        self.checker.begin(state, whole=False)
        return self._failure() if self.checker.violations else None


class _Halted(Exception):
    """A bound is reached: its word."""


class _Search:
    """One search: what is known, what is to be looked into, and who judges."""

    def __init__(
        self, space: Space, bounds: Bounds, properties: Sequence[Property], known: Known,
        halt: Halt,
    ) -> None:  # fmt: skip
        self.space = space
        self.bounds = bounds
        self.halt = halt
        self.watch = _Midway(space.game, properties, loops=False) if properties else None
        self.known = known
        self.broken: dict[Signature, int] = {}
        self.queue: deque[tuple[int, State]] = deque()
        self.trace = Trace()
        self.beat = 0
        self.endless = PULSE.stopped
        self.listens = True
        self.plain = False

    # --- moving ----------------------------------------------------------------------------

    def act(self, before: State, code: int, legal: tuple[int, ...]) -> State | Failure:
        """The state after a legal code, or what breaks there."""
        game, trace = self.space.game, self.trace
        after = before.clone()
        try:
            if not self.listens:
                game.apply_unchecked(after, code)
                return after
            trace.clear()
            after.sink = trace
            game.apply_unchecked(after, code)
            after.sink = None
            for pair in trace.exits:
                self.space.exits[pair] = self.space.exits.get(pair, 0) + 1
            return self.judged(before, code, legal, after) or after
        except MemoryError:
            raise  # what the machine lacks is no fault of the rules
        except FAULTS as error:
            return _raised(game, error, verb_word(game, code), before.ply)

    def judged(
        self, before: State, code: int, legal: tuple[int, ...], after: State
    ) -> Failure | None:
        """What the step breaks; None without properties."""
        if self.watch is None:
            return None
        game, trace = self.space.game, self.trace
        acted = trace.acted if trace.acted is not None else after
        step = Step(game, before.ply, code, game.current_player(before), legal, before, acted,
                    after, tuple(trace.events), tuple(trace.exits))  # fmt: skip
        with PULSE:
            self.watch.resume(before)
            return self.watch.step(step)

    def moves(self, state: State, legal: list[int]) -> Iterator[Move]:
        """Everything that leaves a position; with choices only, run through chance."""
        choices, offered = self.space.choices, tuple(legal)
        if not choices:
            for code in legal:
                yield code, (code,), self.act(state, code, offered), 1
            return
        if self.by_chance(state):
            yield from self.through_chance(OPENING, (), state)
            return
        for code in legal:
            after = self.act(state, code, offered)
            if isinstance(after, State) and self.by_chance(after):
                yield from self.through_chance(code, (code,), after)
            else:
                yield code, (code,), after, 1

    def by_chance(self, state: State) -> bool:
        """Whether chance is due."""
        return self.space.game.rows[state.phase].outcomes is not None

    def through_chance(self, code: int, line: tuple[int, ...], first: State) -> Iterator[Move]:
        """The positions that all outcomes of the chance plies that follow lead to, once each."""
        game = self.space.game
        level: dict[bytes, tuple[tuple[int, ...], State, int]] = {b"": (line, first, 1)}
        done: dict[bytes, tuple[tuple[int, ...], State | Failure, int]] = {}
        while level:
            deeper: dict[bytes, tuple[tuple[int, ...], State, int]] = {}
            for so_far, state, ways in level.values():
                self.pulse()
                try:
                    legal = tuple(game.legal_actions(state))
                except MemoryError:
                    raise
                except Exception as error:
                    failure = _raised(game, error, "", state.ply - 1)
                    _add(done, self.key_of(failure), so_far, failure, ways)
                    continue
                for outcome in legal:
                    after, longer = self.act(state, outcome, legal), (*so_far, outcome)
                    if isinstance(after, State) and self.by_chance(after):
                        key = after.position()
                        had = deeper.get(key)
                        deeper[key] = (had[0], had[1], had[2] + ways) if had else (
                            longer, after, ways)  # fmt: skip
                        if len(deeper) > self.bounds.states:
                            raise _Halted(STATES)
                    else:
                        _add(done, self.key_of(after), longer, after, ways)
            level = deeper
        for way, state_or, ways in done.values():
            yield code, way, state_or, ways

    def key_of(self, after: State | Failure) -> bytes:
        """What tells one place from another."""
        if isinstance(after, Failure):
            return b"broken " + after.signature.text.encode()
        return after.position()

    # --- the search ------------------------------------------------------------------------

    def begin(self) -> None:
        """The start, judged."""
        space = self.space
        self.enter(-1, (), space.start, space.start.position())
        if self.watch is not None:
            with PULSE:
                failure = self.watch.static() or self.watch.resume(space.start)
            if failure is not None:
                self.queue.clear()
                space.looked[0] = 1
                self.link(0, OPENING, self.found(0, (), failure), 1)

    def run(self) -> None:
        """Look into one position after another until nothing or a bound is left."""
        space, bounds = self.space, self.bounds
        try:
            while self.queue:
                self.pulse()
                node, state = self.queue[0]
                if bounds.depth is not None and space.depths[node] >= bounds.depth:
                    raise _Halted(DEPTH)
                self.look_into(node, state)
                space.looked[node] = 1
                self.queue.popleft()
        except _Halted as halted:
            space.stopped = str(halted)
        except KeyboardInterrupt:  # what was found until now is whole
            space.stopped = STOPPED

    def look_into(self, node: int, state: State) -> None:
        """Try everything that leaves a position."""
        space = self.space
        try:
            legal = space.game.legal_actions(state)
        except Exception as error:
            failure = _raised(space.game, error, "", state.ply - 1)
            self.link(node, OPENING, self.found(node, (), failure), 1)
            return
        if not legal:
            space.dead.append(node)
        if self.plain:
            self.look_on(node, state, legal)
            return
        for code, line, after, ways in self.moves(state, legal):
            if space.edges >= self.bounds.edges:
                raise _Halted(EDGES)
            self.link(node, code, self.reached(node, line, after), ways)

    def look_on(self, node: int, state: State, legal: list[int]) -> None:
        """As above where nobody listens and each ply is an edge: most of a bare search's time."""
        space, nodes, clone = self.space, self.known.nodes, state.clone
        act, room = space.game.apply_unchecked, self.bounds.edges - space.edges
        sources, codes, targets, ways = space.sources, space.codes, space.targets, space.ways
        for code in legal[:room]:
            after = clone()
            try:
                act(after, code)
                position = after.position()
            except MemoryError:
                raise
            except Exception:  # once more, slowly: what broke is told there
                target = self.reached(node, (code,), self.act(state, code, tuple(legal)))
            else:
                known = nodes.get(position)
                target = self.fresh(node, (code,), after, position) if known is None else known
            sources.append(node)
            codes.append(code)
            targets.append(target)
            ways.append(1)
        if len(legal) > room:
            raise _Halted(EDGES)

    def reached(self, node: int, line: tuple[int, ...], after: State | Failure) -> int:
        """The node of a place, a new one if it is not known."""
        if isinstance(after, Failure):
            return self.found(node, line, after)
        try:
            position = after.position()
            known = self.known.find(position, after)
        except Exception as error:  # beyond its fields' ranges a state has no encoding
            failure = _raised(self.space.game, error, "", after.ply - 1)
            return self.found(node, line, failure)
        if known is not None:
            return known
        return self.fresh(node, line, after, position)

    def fresh(self, node: int, line: tuple[int, ...], after: State, position: bytes) -> int:
        """The node of a place that is not known; a finding if it is an end whose returns raise."""
        game = self.space.game
        try:
            if game.is_terminal(after):
                game.returns(after)
        except MemoryError:
            raise
        except Exception as error:
            return self.found(node, line, _raised(game, error, "", after.ply - 1))
        return self.enter(node, line, after, position)

    def enter(self, parent: int, line: tuple[int, ...], state: State, position: bytes) -> int:
        """A new node; it waits to be looked into unless the game is over there."""
        space = self.space
        if space.states >= self.bounds.states:
            raise _Halted(STATES)
        node = space.states
        self.known.add(position, state, node)
        over = space.game.rows[state.phase].end
        self._append(parent, line, state.phase, over, position)
        if not over:
            self.queue.append((node, state))
        return node

    def found(self, node: int, line: tuple[int, ...], failure: Failure) -> int:
        """The node of a finding; the first is the shortest."""
        space = self.space
        if failure.signature not in self.broken:
            self.broken[failure.signature] = space.states
            space.finds.append(Find(space.states, failure, (*space.path(node), *line)))
            self._append(node, line, BROKEN, True, failure.signature.text.encode())
        return self.broken[failure.signature]

    def _append(
        self, parent: int, line: tuple[int, ...], row: int, looked: bool, name: bytes
    ) -> None:
        space = self.space
        space.parents.append(parent)
        space.lines.append(line)
        space.depths.append(space.depths[parent] + 1 if parent >= 0 else 0)
        space.rows.append(row)
        space.looked.append(looked)
        space.digests += digest_of(name)

    def link(self, source: int, code: int, target: int, ways: int) -> None:
        """One more edge."""
        space = self.space
        space.sources.append(source)
        space.codes.append(code)
        space.targets.append(target)
        space.ways.append(ways)

    def pulse(self) -> None:
        """Now and then, and behind plies that did not end, ask whether time or memory is up."""
        self.beat += 1
        endless = PULSE.stopped - self.endless
        if endless >= ENDLESS_MAX:
            raise _Halted(ENDLESS)
        if endless or self.beat % BEATS == 0:
            word = self.halt()
            if word:
                raise _Halted(word)


def _add(
    done: dict[bytes, tuple[tuple[int, ...], State | Failure, int]], key: bytes,
    line: tuple[int, ...], after: State | Failure, ways: int,
) -> None:  # fmt: skip
    """One more way to a place; the first, a shortest, is kept."""
    had = done.get(key)
    done[key] = (line, after, ways) if had is None else (had[0], had[1], had[2] + ways)


def _raised(game: Game, error: Thrown, verb: str, ply: int) -> Failure:
    name = type(origin(error)).__name__
    message = in_short(error, game.definition)
    return Failure(Signature(f"{RAISED}/{name}", "", verb), ply, message)


@guarded(hurry=True)
def explore(
    game: Game,
    start: State | None = None,
    bounds: Bounds | None = None,
    *,
    properties: Sequence[Property] = (),
    choices: bool = False,
    known: Known | None = None,
    halt: Halt = lambda: "",
    exits: bool = True,
) -> Space:
    """Search from `start` (default: position 0), which is not changed, within bounds.

    `choices` takes chance into the edges: nodes are the positions where somebody chooses, and ends.
    `known` says which positions are the same; `halt` is asked now and then and names what is up.
    Properties are judged from the middle of a game: those that ask for a whole one are left out.
    Without them, and with `exits` false, nobody listens to the plies, which is quicker.
    """
    first = (game.initial() if start is None else start).clone()
    space = Space(game, first, choices)
    search = _Search(space, bounds or Bounds(), properties, known or Known(), halt)
    search.listens = bool(properties) or exits
    search.plain = not (search.listens or choices) and type(search.known) is Known
    search.begin()
    search.run()
    return space
