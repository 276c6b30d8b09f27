"""Statements about the stairs, the test game, that do not hold: the harness must say so."""

from properties.invariant import content_check, invariant


@content_check("MIW-01", "MI-END-01")
def stairs_are_short(pack):
    """At most ten steps."""
    return int(pack.constants["top"]) <= 10


@invariant("MIW-02", "MI-DUSK-01")
def nothing_to_eat(state):
    """No food, from the start."""
    return state.food == 0
