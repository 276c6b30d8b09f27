"""What must be true of the stairs, the test game: written from its clauses alone."""

from properties.invariant import final_invariant, invariant, step_invariant


@invariant("MII-01", "MI-TURN-01")
def nobody_stands_above_the_top(state):
    """0 <= height <= top."""
    return all(0 <= height <= state.rules.top for height in state.height)


@invariant("MII-02", "MI-GUST-01")
def health_never_exceeds_start_and_flask(state):
    """Health is at most what one starts with and the flask holds."""
    most = state.rules.health + state.rules.flask
    return all(health <= most for health in state.health)


@step_invariant("MII-03", "MI-GUST-01", verbs=("blow",))
def a_low_face_costs_one_health(step):
    """Health falls by one exactly if the face is below the steps climbed."""
    before, after = step.before, step.acted
    seat = before.climber
    face = int(step.text.split()[1])
    return before.health[seat] - after.health[seat] == int(face < before.steps)


@step_invariant("MII-04", "MI-SIP-01", verbs=("sip",))
def a_sip_is_held_and_spent(step):
    """The flask held one and holds one less."""
    seat = step.before.climber
    return step.before.sips[seat] > 0 and step.acted.sips[seat] == step.before.sips[seat] - 1


@step_invariant("MII-05", "MI-DUSK-01", kinds=("dusk.fell",))
def dusk_costs_one_food(step):
    """Food falls by one a dusk."""
    return step.after.food == step.before.food - 1


@final_invariant("MII-06", "MI-END-01", rows=("fallen",))
def who_fell_has_no_health(state):
    """The end `fallen` is for somebody without health."""
    return min(state.health[: state.rules.players]) == 0


@invariant("MII-07", "MI-SIP-01", but=("gust",))
def nobody_has_more_sips_than_the_flask(state):
    """Sips only go."""
    return all(sips <= state.rules.flask for sips in state.sips)
