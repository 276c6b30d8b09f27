"""Statements about the stairs that a campaign must meet: one it does, one it never can."""

from engine.play import Step
from properties.invariant import Verdict, reachable


@reachable("MIR-01", "MI-TURN-01", verbs=("sip",), within=16)
def somebody_sips(step: Step) -> Verdict:
    """Some climber drinks."""
    return True


@reachable("MIR-02", "MI-TURN-01", verbs=("climb",), within=16)
def somebody_flies(step: Step) -> Verdict:
    """Some climber stands on step 99."""
    return "99" in step.text
