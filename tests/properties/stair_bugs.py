"""Planted bugs of the stairs, the test game, and how the game is made with one of them."""

from dataclasses import replace

from properties.planted import Bug
from properties.setup import Maker
from tests.properties import stairs

STAIRS = Maker("tests.games.mini:GAME", invariants=stairs.__name__)


def with_bug(name: str, invariants: str = stairs.__name__) -> Maker:
    """The stairs with a bug of BUGS or OTHERS in."""
    listed = "BUGS" if name in [bug.name for bug in BUGS] else "OTHERS"
    planted = f"{__name__}:{listed}:{name}"
    return replace(STAIRS, planted=planted, invariants=invariants)


def _bug(name: str, old: str, new: str, kills: str, says: str) -> Bug:
    return Bug(name, "tests.games.mini", "rules.py", old, new, kills, says)


BUGS = (
    _bug(
        "two health lost",
        "state.health[state.climber] -= lost",
        "state.health[state.climber] -= 2 * lost",
        "MII-03",
        "a gust costs two health",
    ),
    _bug(
        "no limit at the top",
        "min(here + steps, state.rules.top)",
        "here + steps",
        "MII-01",
        "a climber walks past the last step",
    ),
    _bug(
        "sip is free",
        "state.sips[state.climber] -= 1",
        "pass",
        "MII-04",
        "the flask never empties",
    ),
    _bug(
        "dusk eats twice",
        "state.food -= 1",
        "state.food -= 2",
        "MII-05",
        "two food a dusk",
    ),
    _bug(
        "no exit",
        'Exit(climber_falls, "fallen"), Exit(always, "dusk")',
        'Exit(climber_falls, "fallen"), Exit(wind_blows, "dusk")',
        "raised",
        "a gust leads nowhere",
    ),
    _bug(
        "crash on six",
        "lost = int(face < state.steps)",
        "lost = [int(face < state.steps)][face // 6]",
        "raised",
        "a face of six falls off a list",
    ),
    _bug(
        "below nothing",
        "state.height[state.climber] -= lost",
        "state.height[state.climber] -= 3 * lost",
        "MII-01",
        "blown below the foot of the stairs",
    ),
)
# Bugs for single tests.
OTHERS = (
    _bug(
        "sip does nothing",
        "    state.sips[state.climber] -= 1\n    state.health[state.climber] += 1\n", "", "U-08",
        "the flask stays full and nobody heals: one can sip for ever",
    ),
    _bug(
        "process dies", "lost = int(face < state.steps)",
        "lost = int(face < state.steps)\n"
        "    if lost and state.food == 71 and face == 1: __import__('os')._exit(3)",
        "", "the interpreter is gone",
    ),
    _bug(
        "a gust for ever", "lost = int(face < state.steps)",
        "lost = int(face < state.steps)\n"
        "    while lost and state.food == 71 and face == 1: state.rules.players",
        "raised", "a loop that nothing ends",
    ),
    _bug(
        "a slow gust", "lost = int(face < state.steps)",
        "lost = int(face < state.steps)\n"
        "    if state.turn == 0: __import__('time').sleep(0.3)",
        "", "each game begins with a gust that takes a while",
    ),
    _bug(
        "memory ends", "lost = int(face < state.steps)",
        "lost = int(face < state.steps)\n"
        "    if lost and state.food == 71 and face == 1: raise MemoryError",
        "", "the machine has no more memory",
    ),
    _bug(
        "two bugs at once", "    state.food -= 1\n    state.turn += 1\n",
        "    state.food -= 1 + (state.turn == 2)\n    state.turn += 1\n"
        "    state.sips[0] += state.height[0] > 1\n",
        "", "the third dusk eats twice, and on the second step the flask fills up",
    ),
    _bug(
        "two bugs apart", "    state.food -= 1\n    state.turn += 1\n",
        "    state.food -= 1 + (state.rules.players == 3)\n    state.turn += 1\n"
        "    state.sips[0] += state.rules.flask == 0\n",
        "", "three climbers eat twice, and an empty flask fills up",
    ),
    _bug("no set-up", "state.food = rules.food", "state.food = rules.no_food", "raised",
         "the set-up raises"),
    _bug("policy field", "return [0] if state.sips[state.climber] else []",
         "return [0] if state.sips[9] else []", "raised", "a legal list cannot be worked out"),
    _bug(
        "choices raise high up", "return [0] if state.sips[state.climber] else []",
        "return [0] if state.sips[[state.climber, 9][state.height[state.climber] > 2]] else []",
        "raised", "no legal list can be worked out from the third step on",
    ),
)  # fmt: skip
