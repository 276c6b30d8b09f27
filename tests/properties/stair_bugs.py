"""Planted bugs of the stairs, the test game."""

from properties.planted import Bug


def _bug(name: str, old: str, new: str, kills: str, says: str) -> Bug:
    return Bug(name, "tests.games.mini", "rules.py", old, new, kills, says)


BUGS = (
    _bug(
        "two health lost", "state.health[state.climber] -= lost",
        "state.health[state.climber] -= 2 * lost", "MII-03", "a gust costs two health",
    ),
    _bug(
        "no limit at the top", "min(here + steps, state.rules.top)", "here + steps", "MII-01",
        "a climber walks past the last step",
    ),
    _bug(
        "sip is free", "state.sips[state.climber] -= 1", "pass", "MII-04",
        "the flask never empties",
    ),
    _bug(
        "dusk eats twice", "state.food -= 1", "state.food -= 2", "MII-05", "two food a dusk",
    ),
    _bug(
        "no exit", 'Exit(climber_falls, "fallen"), Exit(always, "dusk")',
        'Exit(climber_falls, "fallen"), Exit(wind_blows, "dusk")', "raised", "a gust leads nowhere",
    ),
    _bug(
        "crash on six", "lost = int(face < state.steps)", "lost = [int(face < state.steps)][face // 6]", "raised",
        "a face of six falls off a list",
    ),
    _bug(
        "below nothing", "state.height[state.climber] -= lost",
        "state.height[state.climber] -= 3 * lost", "MII-01", "blown below the foot of the stairs",
    ),
)  # fmt: skip
