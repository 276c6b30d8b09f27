"""A statement about the stairs that a test can have mended, as somebody mends a rule."""

from properties.invariant import invariant

MENDED = False


@invariant("MIF-01", "MI-DUSK-01")
def nobody_is_hurt(state):
    """All have their health, or this is mended."""
    return MENDED or min(state.health) >= 3


@invariant("MIF-02", "MI-TURN-01")
def nobody_climbs(state):
    """All stay at the foot of the stairs."""
    return max(state.height) < 2
