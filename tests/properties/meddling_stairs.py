"""Statements about the stairs of which one does more than look: it eats."""

from properties.invariant import invariant


@invariant("MIM-01", "MI-DUSK-01")
def food_is_bounded(state):
    """Food only goes."""
    return state.food <= state.rules.food


@invariant("MIM-02", "MI-DUSK-01", rows=("gust",))
def the_wind_brings_food(state):
    """So it says, and brings some."""
    state.food += 100
    return True
