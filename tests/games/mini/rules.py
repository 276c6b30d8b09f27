"""The rules of the stairs, all chapters in one file: state, verbs, rows, ends."""

from engine.actions import Domain, Outcomes, verb
from engine.content import Pack
from engine.events import Event, emit
from engine.options import Options
from engine.phases import CHANCE, NOBODY, Exit, Phase, always
from engine.state import Rules, State, i8, numbers, u8, u16

SEATS_MAX = 3
DIE = Outcomes(range(6))

SIPPED = Event("sip.taken", ("left",), ("MI-SIP-01",))
CLIMBED = Event("stairs.climbed", ("steps",), ("MI-TURN-01",))
BLOWN = Event("gust.blew", ("face", "lost"), {"MI-GUST-01": lambda gust: gust.num("lost") > 0})
DUSK = Event("dusk.fell", ("food",), ("MI-DUSK-01",))
EVENTS = (SIPPED, CLIMBED, BLOWN, DUSK)


class StairRules(Rules):
    """Numbers of the pack, and the two options."""

    def __init__(self, pack: Pack, options: Options) -> None:
        super().__init__(pack, options, {})
        self.top = int(str(pack.constants["top"]))
        self.food = int(str(pack.constants["food"]))
        self.health = int(str(pack.constants["health"]))
        self.flask = options.number("flask")
        self.gusty = options.flag("gusty")
        self.players = options.number("players")


class Stairs(State):
    """Who stands where, and what is left."""

    rules: StairRules
    phase = i8()
    player = i8(rest=-1)
    turn = u16(clock=True)
    climber = u8()
    food = u8(clause="MI-DUSK-01")
    steps = u8(clause="MI-TURN-01")
    height = numbers(SEATS_MAX, by_seat=True)
    health = numbers(SEATS_MAX, by_seat=True)
    sips = numbers(SEATS_MAX, by_seat=True, see="owner")


def set_up(state: Stairs) -> None:
    """Everybody stands at the foot, healthy, the flask full."""
    rules = state.rules
    state.food = rules.food
    for seat in range(rules.players):
        state.health[seat] = rules.health
        state.sips[seat] = rules.flask


# ---- what a climber may do ----


@verb("rest", clause="MI-TURN-01")
def rest(state: Stairs) -> None:
    """Stay on the step."""


@rest.legal
def may_rest(state: Stairs) -> list[int]:
    """Always."""
    return [0]


@verb("climb", steps=Domain("steps", range(1, 4)), clause="MI-TURN-01")
def climb(state: Stairs, steps: int) -> None:
    """Go up, never past the top."""
    state.steps = steps
    here = state.height[state.climber]
    state.height[state.climber] = min(here + steps, state.rules.top)
    emit(state, CLIMBED, steps)


@climb.legal
def may_climb(state: Stairs) -> list[int]:
    """One to three steps; the weak take one."""
    return [0] if state.health[state.climber] == 1 else [0, 1, 2]


@verb("sip", clause="MI-SIP-01")
def sip(state: Stairs) -> None:
    """Heal one."""
    state.sips[state.climber] -= 1
    state.health[state.climber] += 1
    emit(state, SIPPED, state.sips[state.climber])


@sip.legal
def may_sip(state: Stairs) -> list[int]:
    """While the flask holds something."""
    return [0] if state.sips[state.climber] else []


@verb("blow", face=Domain("face", range(1, 7)), clause="MI-GUST-01")
def blow(state: Stairs, face: int) -> None:
    """A low face costs a step and a point of health."""
    lost = int(face < state.steps)
    state.health[state.climber] -= lost
    state.height[state.climber] -= lost
    state.steps = 0
    emit(state, BLOWN, face, lost)


@blow.outcomes
def faces(state: Stairs) -> Outcomes:
    """A die."""
    return DIE


VERBS = (rest, climb, sip, blow)


# ---- where it leads ----


def climber(state: Stairs) -> int:
    """The seat whose turn it is."""
    return state.climber


def wind_blows(state: Stairs) -> bool:
    """Climbing in the open meets the wind."""
    return state.rules.gusty and state.steps > 0


def climber_falls(state: Stairs) -> bool:
    """No health is left."""
    return state.health[state.climber] == 0


def top_is_reached(state: Stairs) -> bool:
    """Somebody stands on the last step."""
    return state.height[state.climber] >= state.rules.top


def food_is_gone(state: Stairs) -> bool:
    """Nothing is left to eat."""
    return state.food == 0


def fall_dusk(state: Stairs) -> None:
    """Food shrinks, the turn passes."""
    state.food -= 1
    state.turn += 1
    state.steps = 0
    emit(state, DUSK, state.food)


def pass_turn(state: Stairs) -> None:
    """The next seat climbs."""
    state.climber = (state.climber + 1) % state.rules.players


def returns(state: Stairs) -> tuple[int, ...]:
    """Steps climbed; nothing for a climber who fell."""
    seats = range(state.rules.players)
    return tuple(state.height[seat] if state.health[seat] else 0 for seat in seats)


PHASES = (
    Phase("turn", "MI-TURN-01", climber, verbs=("rest", "climb"), free=("sip",), quiet="rest",
          exits=(Exit(wind_blows, "gust"), Exit(always, "dusk"))),
    Phase("gust", "MI-GUST-01", CHANCE, verbs=("blow",),
          exits=(Exit(climber_falls, "fallen"), Exit(always, "dusk"))),
    Phase("dusk", "MI-DUSK-01", NOBODY, enter=fall_dusk,
          exits=(Exit(top_is_reached, "saved"), Exit(food_is_gone, "starved"),
                 Exit(always, "next"))),
    Phase("next", "MI-DUSK-01", NOBODY, enter=pass_turn, exits=(Exit(always, "turn"),)),
    Phase("fallen", "MI-END-01", NOBODY),
    Phase("saved", "MI-END-01", NOBODY),
    Phase("starved", "MI-END-01", NOBODY),
)  # fmt: skip
