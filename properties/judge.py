"""One game under judgement: played or replayed ply by ply until the first failure.

A failure is a violated property, an exception of the engine or of the rules, or an endless loop.
Its signature is (property, clause, verb of a step property): never the row or the message, so that
one bug is one finding.  What else was violated in the same ply is kept beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.errors import FAULTS, EngineError, PolicyError, Thrown
from engine.events import Happening, Trace
from engine.game import Game
from engine.play import Policy, Step, opening, play
from engine.raised import in_short, misfit, nobody_acts, origin
from engine.rng import Tape
from engine.state import State
from properties.checker import Checker
from properties.invariant import EVENT, FINAL, MEMORY, OBSERVATION, STATE, STEP, Property, Violation
from properties.loops import LoopWatch
from properties.pulse import PULSE

# Which of several violations of one ply gives the finding its name: the broadest statement first,
# since one bug breaks many narrow ones (every way to gain food) and one broad one (food <= 5).
BREADTH = (STATE, FINAL, EVENT, STEP, OBSERVATION)
RAISED = "raised"
PLAYED_BY = "policy"


@dataclass(frozen=True, order=True)
class Signature:
    """What makes two failures the same finding."""

    label: str
    clause: str = ""
    verb: str = ""

    @property
    def text(self) -> str:
        """For people: `THI-03/food_is_bounded TH-FOOD-05`."""
        return " ".join(filter(None, (self.label, self.clause, self.verb)))

    @property
    def slug(self) -> str:
        """For file names: lower case, words joined by dashes."""
        words = "".join(c if c.isalnum() else " " for c in self.text.lower())
        return "-".join(words.split())


@dataclass(frozen=True)
class Failure:
    """A signature, at which ply (-1: before the first), why, and what else broke there."""

    signature: Signature
    ply: int
    message: str
    also: tuple[Signature, ...] = ()


@dataclass(frozen=True)
class Trial:
    """A judged log: its codes (the failing ply last), the row each was taken in, the failure."""

    codes: tuple[int, ...]
    rows: tuple[int, ...]
    failure: Failure | None
    state: State


class Watch(Protocol):
    """Looks on at a game; the first failure it reports ends it."""

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Position 0 of a new game."""

    def step(self, step: Step) -> Failure | None:
        """One ply."""


class Watched:
    """Properties as a Watch: all violations of the first bad ply, and endless loops."""

    def __init__(self, game: Game, properties: Iterable[Property], loops: bool = True) -> None:
        """ClauseError if a property does not fit the game."""
        self.checker = Checker(game, properties, collect=True)
        order = {p.label: number for number, p in enumerate(self.checker.properties)}
        sorts = {p.label: p.sort for p in self.checker.properties}
        # A statement about certain verbs is broken by one of them; where any verb may bring the
        # occasion, the one that did is no part of the bug.
        self._of_verbs = [p.label for p in self.checker.properties if p.verbs]
        self._rank = {
            label: (BREADTH.index(sort) if sort in BREADTH else len(BREADTH), order[label])
            for label, sort in sorts.items()
        }
        self._loops = LoopWatch(game) if loops else None
        self._taken: dict[str, int] = {}

    def begin(self, state: State, events: Sequence[Happening]) -> Failure | None:
        """Judge position 0 and the events of the set-up."""
        self.checker.violations.clear()
        self.checker.begin(state, events)
        if self._loops is not None:
            self._loops.begin(state)
        return self._failure() if self.checker.violations else None

    def step(self, step: Step) -> Failure | None:
        """Judge one ply."""
        self.checker.step(step)
        if self.checker.violations:
            return self._failure()
        if self._loops is not None:
            found = self._loops.step(step)
            if found is not None:
                return failure_of((found,))
        return None

    def take(self) -> dict[str, int]:
        """Non-vacuous evaluations by label since the last time."""
        total = self.checker.evaluations
        taken = {label: count - self._taken.get(label, 0) for label, count in total.items()}
        self._taken = total
        return taken

    def rank(self, signature: Signature) -> tuple[int, int]:
        """How broad a statement is, the broadest first; what no property says comes last."""
        return self._rank.get(signature.label, (len(BREADTH), 0))

    def static(self) -> Failure | None:
        """What the table and the content break, once a Game."""
        self.checker.static()
        return self._failure() if self.checker.violations else None

    def _failure(self) -> Failure:
        rank = self._rank
        found = sorted(self.checker.violations, key=lambda v: rank[v.label])
        self.checker.violations.clear()
        named = self._of_verbs
        return failure_of([v if v.label in named else replace(v, verb="") for v in found])


def failure_of(violations: Sequence[Violation]) -> Failure:
    """The first violation as a failure, the others beside it."""
    signatures = [Signature(*violation.signature) for violation in violations]
    others = tuple(dict.fromkeys(s for s in signatures if s != signatures[0]))
    return Failure(signatures[0], violations[0].ply, violations[0].message, others)


def narrowed(properties: Sequence[Property], wanted: str) -> tuple[Property, ...]:
    """The one property of that label and the bookkeeping it may lean on: a quick first look."""
    return tuple(p for p in properties if p.sort == MEMORY or p.label == wanted)


def sharpened(
    properties: Sequence[Property], labels: Sequence[str] | None = None
) -> tuple[Property, ...]:
    """The same properties, those of these labels (None: all) judged at every occasion.

    A campaign judges a dear property at each n-th: what it found there may show long before, and
    in a shortened log it would show only where the count comes out right.
    """
    return tuple(
        replace(p, every=1) if p.every > 1 and (labels is None or p.label in labels) else p
        for p in properties
    )


def raised_at_once(error: Thrown, game: Game) -> Failure:
    """What the set-up raised, before any ply."""
    name = type(origin(error)).__name__
    return Failure(Signature(f"{RAISED}/{name}"), -1, in_short(error, game.definition))


def verb_word(game: Game, code: int) -> str:
    """The verb of a code; "" of a code that the game does not have."""
    return game.space.verb_of(code).name if 0 <= code < len(game.space) else ""


class _Stop(Exception):
    """Ends the loop at a failure."""


class Judge:
    """Plays and replays games of one Game under a Watch."""

    def __init__(self, game: Game, watch: Watch) -> None:
        """Whatever the set-up raises, told."""
        self.game = game
        self.watch = watch
        with PULSE:
            self._opening = opening(game)
        self._trace = Trace()
        self._codes: list[int] = []
        self._rows: list[int] = []
        self._failure: Failure | None = None
        self._before = self._opening[0]
        self._legal: tuple[int, ...] = ()
        self._choosing = False

    # --- playing ---------------------------------------------------------------------------

    def play(
        self, seed: str | Tape, policies: Sequence[Policy], prefix: Iterable[int] = ()
    ) -> Trial:
        """Replay a prefix as far as it is legal, then play by policies, one a seat.

        Until a failure, an end or `plies_max`.
        """
        state = self.begin()
        self._follow(state, prefix)
        if self._failure is None:
            state.sink = self._trace
            try:
                with PULSE:
                    play(self.game, seed, [self._heard(p) for p in policies], self._see, state)
            except _Stop:
                pass
            except MemoryError:
                raise  # what the machine lacks is no fault of the rules
            except FAULTS as error:
                self._blame(error)
        state.sink = None
        return self.trial()

    def _heard(self, policy: Policy) -> Policy:
        """The policy, its choice and the legal list noted."""

        def choose(game: Game, state: State, legal: list[int], tape: Tape) -> int:
            self._legal = tuple(legal)
            self._fit(state, legal)
            self._choosing = True
            code = policy(game, state, legal, tape)
            if code not in self._legal:
                raise PolicyError(game.refusal(state, code, list(self._legal)))
            self._choosing = False
            return code

        return choose

    def _see(self, code: int, state: State, count: int) -> None:
        """One ply was played: judge it."""
        row = self.game.rows[self._before.phase]
        if row.outcomes is not None:
            self._legal = tuple(row.outcomes(self._before).at(row.base))
        if self._judge(code, state) is not None:
            raise _Stop

    def _blame(self, error: Thrown) -> None:
        """Make a failure of an exception; the ply that raised it ends the log."""
        if self._choosing:
            name, message = type(origin(error)).__name__, in_short(error, self.game.definition)
            self._failure = Failure(Signature(PLAYED_BY, name), len(self._codes), message)
            return
        code = error.action if isinstance(error, EngineError) and error.action >= 0 else None
        self._raised(error, code)

    def _raised(self, error: Thrown, code: int | None) -> None:
        name, verb = type(origin(error)).__name__, ""
        ply = len(self._codes) - 1
        if code is not None:
            verb = verb_word(self.game, code)
            ply += 1
            self._codes.append(code)
            self._rows.append(self._before.phase)
        message = in_short(error, self.game.definition)
        self._failure = Failure(Signature(f"{RAISED}/{name}", "", verb), ply, message)

    # --- ply by ply, for replays -----------------------------------------------------------

    def begin(self) -> State:
        """A fresh position 0; `failure` says whether it is bad already."""
        state, events = self._opening
        self._codes, self._rows = [], []
        self._trace.clear()
        self._choosing = False
        self._before = state.clone()
        self._failure = self.watch.begin(self._before, events)
        if self._failure is None:
            self._pay(self._before)
        return state.clone()

    def act(self, state: State, code: int, legal: Sequence[int]) -> bool:
        """Apply a legal code and judge the ply; False when the game has failed."""
        state.sink = self._trace
        self._legal = tuple(legal)
        with PULSE:
            try:
                self.game.apply_unchecked(state, code)
            except MemoryError:
                raise
            except FAULTS as error:
                self._raised(error, code)
                return False
            return self._judge(code, state) is None

    @property
    def failure(self) -> Failure | None:
        """What went wrong in the game at hand."""
        return self._failure

    def trial(self) -> Trial:
        """The game at hand as it stands."""
        return Trial(tuple(self._codes), tuple(self._rows), self._failure, self._before)

    def _judge(self, code: int, state: State) -> Failure | None:
        trace, before = self._trace, self._before
        game = self.game
        after = state.clone()
        acted = trace.acted if trace.acted is not None else after
        step = Step(
            game, before.ply, code, game.current_player(before), self._legal, before, acted,
            after, tuple(trace.events), tuple(trace.exits),
        )  # fmt: skip
        trace.clear()
        PULSE.plies += 1
        self._codes.append(code)
        self._rows.append(before.phase)
        self._before = after
        try:
            self._failure = self.watch.step(step)
        except FAULTS as error:
            # A state beyond its fields' ranges has no encoding: that is the finding.
            self._raised(error, None)
        if self._failure is None:
            self._pay(after)
        return self._failure

    def _pay(self, state: State) -> None:
        """At an end, have the returns worked out: what they raise is a failure of the last ply."""
        if not self.game.rows[state.phase].end:
            return
        try:
            self.game.returns(state)
        except MemoryError:
            raise  # what the machine lacks is no fault of the rules
        except Exception as error:
            self._raised(error, None)

    def replay(self, codes: Iterable[int]) -> Trial:
        """Replay a log strictly until its failure, its end, or the first code not legal.

        Where it stops somebody must be able to act.
        """
        state = self.begin()
        self._follow(state, codes)
        if self._failure is None:
            self.legal(state)
        return self.trial()

    def _follow(self, state: State, codes: Iterable[int]) -> None:
        """Replay codes up to a failure or the first that is not legal."""
        for code in codes:
            if self._failure is not None:
                break
            legal = self.legal(state)
            if code not in legal or not self.act(state, code, legal):
                break

    def legal(self, state: State) -> list[int]:
        """Legal codes; an exception in working them out is a failure (and none is legal).

        So is a list of none where the game is not over.
        """
        try:
            with PULSE:
                legal = self.game.legal_actions(state)
            if not legal and not self.game.rows[state.phase].end:
                raise nobody_acts(self.game, state)
            self._fit(state, legal)
            return legal
        except MemoryError:
            raise  # what the machine lacks is no fault of the rules
        except FAULTS as error:
            self._raised(error, None)
            return []

    def _fit(self, state: State, legal: list[int]) -> None:
        """RulesRaised for codes beyond the game's: nothing else can look at them."""
        if legal and max(legal) >= len(self.game.space):
            raise misfit(self.game, state) or IndexError(f"code {max(legal)} is none of the game's")
