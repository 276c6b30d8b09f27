"""A statement about the stairs that cites a clause of no rulebook: nothing is judged by it."""

from properties.invariant import invariant


@invariant("MIL-01", "MI-DUSK-09")
def cites_nothing(state):
    """True of everything."""
    return True
