"""A Hypothesis state machine for any registered game: short games that a person can read.

    TestTinHelm = rule_machine("tin_helm").TestCase

Campaigns and `strategies.trajectories` are 30 times faster; the failure of this one lists the
actions of its game, as `ruleproof replay` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from engine.definition import Definition
from engine.game import Game
from engine.options import Value, word_of
from engine.play import opening, walk
from properties.checker import Checker
from properties.invariant import Property, Violation, properties_for
from properties.universal import definition_of

STEPS = 60
RANKS = 4096


def rule_machine(
    game: str | Definition,
    options: Mapping[str, Value] | None = None,
    properties: Sequence[Property] | None = None,
) -> type[RuleBasedStateMachine]:
    """A machine that plays legal actions by rank and judges every property at every ply."""
    made = Game(definition_of(game), options)
    judged = properties_for(made.name) if properties is None else tuple(properties)

    class GameMachine(RuleBasedStateMachine):
        """At most STEPS plies; a no-op rule once the game is over."""

        def __init__(self) -> None:
            super().__init__()
            self.checker = Checker(made, judged)
            self.state, events = opening(made)
            self.texts: list[str] = []
            self.judge(self.checker.begin(self.state, events))

        def judge(self, found: Violation | None) -> None:
            """Fail with the violation and the game that led to it."""
            if found is not None:
                played = "".join(f"\n{ply:5}  {text}" for ply, text in enumerate(self.texts))
                options = " ".join(f"{k}={word_of(v)}" for k, v in made.options.items())
                raise AssertionError(f"{found.text()}\n{made.name} {options}{played}")

        def over(self) -> bool:
            """Whether nothing is left to do."""
            return made.is_terminal(self.state)

        @precondition(lambda self: not self.over())
        @rule(rank=st.integers(0, RANKS - 1))
        def act(self, rank: int) -> None:
            """Take the legal action of that rank, counted round and round."""
            legal = made.legal_actions(self.state)
            for step in walk(made, [legal[rank % len(legal)]], self.state):
                self.state = step.after
                self.texts.append(step.text)
                self.judge(self.checker.step(step))

        @precondition(lambda self: self.over())
        @rule()
        def rest(self) -> None:
            """The game is over, and stays so."""
            assert not made.legal_actions(self.state)

    GameMachine.__name__ = GameMachine.__qualname__ = f"{made.name.title().replace('_', '')}Machine"
    GameMachine.TestCase.settings = settings(stateful_step_count=STEPS, deadline=None)
    return GameMachine
