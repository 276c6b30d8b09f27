"""The contract: a `Game` is the rules of a `Definition` with content, options and players.

`initial`, `legal_actions`, `chance_outcomes`, `apply`, `observation`, `returns`.  Position k is the
state after k plies; position 0 is `initial()`, before the set-up draws.  `apply` is deterministic:
chance is a player (-1) whose actions are outcomes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from hashlib import blake2b
from typing import Final

from engine.actions import ActionSpace, Outcomes
from engine.agenda import TASKS_MAX, Kinds
from engine.content import Pack
from engine.definition import Definition
from engine.dispatch import Dispatch, Go
from engine.errors import FAULTS, EndlessTasks, EngineError, IllegalAction, TableError
from engine.events import Trace
from engine.fields import Json
from engine.observe import views
from engine.options import Options, Value
from engine.phases import ROWS_MAX, meets
from engine.raised import (
    by_rules,
    check_progress,
    endless_rows,
    no_outcomes,
    no_seat,
    raised,
    refusal,
    seat_of,
    setting_up,
    stuck,
    unseated,
)
from engine.state import State
from engine.table import Handling, Row, Way, compile_rows
from engine.zones import Tasks

CHANCE: Final = -1
TERMINAL: Final = -4
HOPS = range(ROWS_MAX + 1)
TASKS = range(TASKS_MAX)
# Effect, its only argument, all arguments, and where it leads (None after a free verb).
Plan = tuple[Callable[..., None], int | None, tuple[int, ...], Go | None]


class Game:
    """The rules of one game with its content, options and number of players; immutable."""

    def __init__(
        self,
        definition: Definition,
        options: Mapping[str, Value] | None = None,
        content: Pack | None = None,
        players: int | None = None,
    ) -> None:
        """OptionError or ContentError if they do not fit the definition."""
        given = dict(options or {})
        if players is not None:
            given["players"] = players
        self.definition = definition
        self.name = definition.name
        self.options = Options(definition.all_options, given)
        self.content = content if content is not None else definition.reference
        self.players = self.options.number("players")
        self.plies_max = self.options.number("plies_max")
        with setting_up(definition):
            self.rules = definition.rules(self.content, self.options)
        self.space = ActionSpace(definition.verbs, self.rules.names)
        self.kinds = Kinds(definition.tasks, self.rules.names)
        self.rows: list[Row] = compile_rows(
            definition.phases, self.space, self.kinds, definition.state.FIELDS, self.options,
            self.content.has,
        )  # fmt: skip
        fields = dict(definition.state.FIELDS)
        self._seated = "player" in fields
        self._seats = range(self.players)
        self._packed = not isinstance(fields.get("agenda"), Tasks)
        self._has_agenda = "agenda" in fields
        none_holds = partial(stuck, self)
        self._dispatch = Dispatch(self.rows, self._seated, self._stand, self._hub_ways, none_holds)
        self._plans: list[dict[int, Plan]] = [{} for _ in self.rows]
        if definition.tasks and not self._has_agenda:
            raise TableError(f"{self.name}: tasks are declared, but the state has no `agenda`")

    # --- positions -------------------------------------------------------------------------

    def initial(self) -> State:
        """Position 0: set up, and run to the first row in which somebody acts."""
        state = self.blank()
        with setting_up(self.definition):
            self.enter(state, self.rows[0])
        return state

    def blank(self) -> State:
        """Every field as set-up leaves it, no row entered: what scenarios start from."""
        with setting_up(self.definition):
            return self._laid_out.clone()

    @cached_property
    def _laid_out(self) -> State:
        """The state after set-up, made once."""
        state = self.definition.state.fresh(self.rules)
        if self.definition.setup is not None:
            self.definition.setup(state)
        return state

    def decode(self, data: bytes) -> State:
        """The state of `State.encode` bytes; DecodeError otherwise."""
        return self.definition.state.decode(data, self.rules)

    def row(self, state: State) -> Row:
        """The row a state stands in."""
        return self.rows[state.phase]

    def row_name(self, state: State) -> str:
        """The name of the row a state stands in."""
        return self.rows[state.phase].name

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return self.rows[state.phase].end

    def end_reason(self, state: State) -> str | None:
        """The name of the end row; None while play goes on."""
        row = self.rows[state.phase]
        return row.name if row.end else None

    def current_player(self, state: State) -> int:
        """The seat that acts, CHANCE (-1) or TERMINAL (-4)."""
        row = self.rows[state.phase]
        if row.end:
            return TERMINAL
        if row.chance:
            return CHANCE
        if self._seated:
            return int(getattr(state, "player"))  # noqa: B009 - a declared field, not on State
        return self._reads(state, row, row.owner) if row.owner is not None else 0

    @by_rules
    def _reads(self, state: State, row: Row, owner: Callable[..., int]) -> int:
        return seat_of(self, row, owner, state)

    @by_rules
    def returns(self, state: State) -> tuple[int, ...]:
        """One number a seat, at an end row; EngineError before."""
        if not self.rows[state.phase].end:
            raise EngineError(f"no returns in row {self.row_name(state)}: the game is not over")
        return self.definition.returns(state)

    def observation(self, state: State, player: int) -> dict[str, Json]:
        """What seat `player` sees now, field by field as words; no memory."""
        if not 0 <= player < self.players:
            raise EngineError(f"seat {player} is outside 0..{self.players - 1}")
        return self.observations(state, (player,))[0]

    @by_rules
    def observations(self, state: State, seats: Sequence[int]) -> list[dict[str, Json]]:
        """What each of these seats sees; they share the values that all see: change none."""
        actor = self.current_player(state)
        return views(self.rows, state, seats, actor, self.definition.observe)

    @by_rules
    def sees(self, state: State, player: int) -> bool:
        """Whether a seat sees what is done next; if not, a log for that seat hides the ply."""
        secret = self.rows[state.phase].phase.secret
        return secret is None or secret(state) == player

    # --- actions ---------------------------------------------------------------------------

    def legal_actions(self, state: State) -> list[int]:
        """Legal codes, ascending, a fresh list; empty exactly at an end."""
        row = self.rows[state.phase]
        codes: list[int] = []
        try:
            if row.outcomes is not None:
                made = row.outcomes(state)
                if made.total < 1:
                    raise no_outcomes(self, row, made)
                return made.at(row.base)
            for base, legal, single in row.verbs:
                local = legal(state)
                if local:
                    if single:
                        codes.append(base)
                    else:
                        for index in local:
                            codes.append(base + index)
        except FAULTS as error:
            raised(self, error, state.ply, "", row.name, state)
        return codes

    @by_rules
    def outcomes(self, state: State) -> Outcomes:
        """The outcome table of a chance row (local codes); EngineError elsewhere."""
        row = self.rows[state.phase]
        if row.outcomes is None:
            raise EngineError(f"row {row.name} is no chance row")
        made = row.outcomes(state)
        if not isinstance(made, Outcomes) or made.total < 1:
            raise no_outcomes(self, row, made)
        return made

    def chance_outcomes(self, state: State) -> list[tuple[int, int]]:
        """(code, weight) pairs of a chance row, ascending, weights in lowest terms."""
        base, table = self.rows[state.phase].base, self.outcomes(state)
        return [(base + c, weight) for c, weight in zip(table.codes, table.weights, strict=True)]

    def text(self, code: int) -> str:
        """The text of a code."""
        return self.space.text(code)

    def code(self, text: str) -> int:
        """The code of a text; ActionText otherwise."""
        return self.space.code(text)

    def apply(self, state: State, code: int) -> None:
        """Check and act; IllegalAction leaves the state untouched.  RulesRaised as of `play`."""
        legal = self.legal_actions(state)
        if code not in legal:
            raise IllegalAction(self.refusal(state, code, legal))
        self.apply_unchecked(state, code)

    def refusal(self, state: State, code: int, legal: list[int]) -> str:
        """The message of an IllegalAction: value, place, and what is legal instead."""
        return refusal(self, state, code, legal)

    def apply_unchecked(self, state: State, code: int) -> None:
        """Act and advance: for codes just taken from `legal_actions`.  RulesRaised as of `play`."""
        if state.sink is not None:
            self._apply_traced(state, code, state.sink)
            return
        try:
            plans = self._plans[state.phase]
            plan = plans.get(code)
            if plan is None:
                plan = plans[code] = self._plan(state.phase, code)
            effect, one, args, go = plan
            if one is not None:
                effect(state, one)
            elif args:
                effect(state, *args)
            else:
                effect(state)
        except FAULTS as error:
            raised(self, error, state.ply, "", code)
        state.ply += 1
        if go is None:
            return
        try:
            for _ in HOPS:
                go = go(state)
                if go is None:
                    return
            raise endless_rows(self, state)
        except FAULTS as error:
            raised(self, error, state.ply - 1, "", code)

    def _plan(self, phase: int, code: int) -> Plan:
        """What a code does in a row, looked up once: effect, arguments, the way out."""
        effect, args = self.space.calls[code]
        verb = self.space.verb_at[code]
        free = verb in self.rows[phase].free
        go = None if free else self._dispatch.leaving[phase, verb]
        return effect, args[0] if len(args) == 1 else None, args, go

    def _apply_traced(self, state: State, code: int, sink: Trace) -> None:
        """The same, with exits, progress and the state after the verb told to a listener."""
        row, ply = self.rows[state.phase], state.ply
        try:
            effect, args = self.space.calls[code]
            verb = self.space.verb_at[code]
            ways = row.ways[verb]
            effect(state, *args)
            state.ply += 1
            sink.acted = state.clone()
            if verb not in row.free:
                self._leave(state, row, ways)
        except FAULTS as error:
            raised(self, error, ply, "", code)

    def _leave(self, state: State, row: Row, ways: tuple[Way, ...]) -> None:
        """Take the first exit that holds, and run through rows nobody acts in."""
        sink, hops = state.sink, 0
        while True:
            for way in ways:
                if way[0] is None or way[0](state):
                    break
            else:
                raise stuck(self, state, row)
            if sink is not None:
                sink.exits.append((row.index, way[2]))
            if row.resets:
                row.reset(state)
            row = way[1]
            state.phase = row.index
            if row.enter is not None:
                row.enter(state)
            if row.stops:
                if self._seated or row.end:
                    self._stand(state, row)
                return
            hops += 1
            if hops > ROWS_MAX:
                raise endless_rows(self, state)
            if sink is not None and row.progress:
                check_progress(self, state, row, sink)
            ways = self._hub_ways(state, row) if row.hub else row.exits

    def _stand(self, state: State, row: Row) -> None:
        """Somebody acts here, or the game is over: set the seat."""
        if self._seated:
            if row.chance or row.end:
                setattr(state, "player", -1)  # noqa: B010 - a declared field, not on State
            elif row.owner is not None:
                seat = row.owner(state)
                if seat not in self._seats:
                    raise no_seat(self, row, row.owner, seat)
                setattr(state, "player", seat)  # noqa: B010
            elif not 0 <= getattr(state, "player") < self.players:  # noqa: B009
                if self.players > 1:
                    raise unseated(self, state, row)
                setattr(state, "player", 0)  # noqa: B010
        if row.end and self._has_agenda:
            setattr(state, "agenda", [])  # noqa: B010

    def _hub_ways(self, state: State, row: Row) -> tuple[Way, ...]:
        """Run DO tasks until the game is decided, somebody is asked, or nothing is owed.

        An ASK task on top sets the seat and waits, or dissolves because nothing can be asked.
        """
        agenda = getattr(state, "agenda", [])
        decided, kinds, packed = row.decided, row.tasks, self._packed
        for _ in TASKS:
            for way in decided:
                if way[0] is None or way[0](state):
                    return (way,)
            if not agenda:
                return row.exits
            task = agenda[-1]
            handling: Handling = kinds[task & 255 if packed else task[0]]
            run, opens, owner, answer = handling
            argument = task >> 8 if packed else task
            if run is not None:
                agenda.pop()
                run(state, argument)
            elif answer is None or (opens is not None and not opens(state, argument)):
                agenda.pop()
            else:
                if owner is not None and self._seated:
                    seat = seat_of(self, row, owner, state, argument)
                    setattr(state, "player", seat)  # noqa: B010
                return answer
        raise EndlessTasks(f"{self.name}: more than TASKS_MAX = {TASKS_MAX} tasks in one ply "
                           f"({state.ply}), the next {self.kinds.text(agenda[-1])}")  # fmt: skip

    def enter(self, state: State, row: Row) -> None:
        """Stand in `row`, its `enter` run; a row nobody acts in is run to the next that acts."""
        if row.acts or row.end:
            state.phase = row.index
            if row.enter is not None:
                row.enter(state)
            self._stand(state, row)
            return
        state.phase = row.index
        if row.enter is not None:
            row.enter(state)
        ways = self._hub_ways(state, row) if row.hub else row.exits
        self._leave(state, row, ways)

    # --- identity --------------------------------------------------------------------------

    @cached_property
    def ruleset_digest(self) -> bytes:
        """8 bytes over verbs with domains, rows with exits, and clause ids."""
        d = self.definition
        shape = {
            "verbs": [[v.name, [[x.name, x.size] for x in v.domains]] for v in d.verbs],
            "rows": [[p.name, [[e.label, e.target] for e in p.exits]] for p in d.phases],
            "clauses": list(d.clauses.ids()),
        }
        text = json.dumps(shape, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return blake2b(text.encode(), digest_size=8).digest()

    def meets(self, needs: str) -> bool:
        """Whether a row's or verb's `needs` holds under these options and content."""
        return meets(needs, self.options, self.content.has)

    def task_text(self, task: int | tuple[int, ...]) -> str:
        """A task of the agenda in words."""
        return self.kinds.text(task)

    def quiet(self, state: State, legal: Sequence[int]) -> int:
        """The row's quiet action among the legal codes."""
        return self.rows[state.phase].quiet(list(legal))
