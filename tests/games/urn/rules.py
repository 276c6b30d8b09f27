"""The rules of the urn."""

from engine.actions import Domain, Outcomes, verb
from engine.content import Pack
from engine.options import Options
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always
from engine.state import Rules, State, i8, mask

TOKENS = 4
ALL = (1 << TOKENS) - 1


class UrnRules(Rules):
    """The names of the tokens."""

    def __init__(self, pack: Pack, options: Options) -> None:
        super().__init__(pack, options, {"token": pack.ids("token")})


class Urn(State):
    """What was drawn."""

    rules: UrnRules
    phase = i8()
    drawn = mask(TOKENS, names="token")


@verb("draw", clause="UR-DRAW-01")
def draw(state: Urn) -> None:
    """Reach into the urn."""


@draw.legal
def may_draw(state: Urn) -> list[int]:
    """The urn holds a token."""
    return [0] if state.drawn != ALL else []


@verb("stop", clause="UR-END-01")
def stop(state: Urn) -> None:
    """Keep what was drawn."""


@stop.legal
def may_stop(state: Urn) -> list[int]:
    """Always."""
    return [0]


@verb("turn_up", token=Domain("token", range(TOKENS), names="token"), clause="UR-DRAW-01")
def turn_up(state: Urn, token: int) -> None:
    """A token comes out."""
    state.drawn |= 1 << token


@turn_up.outcomes
def left(state: Urn) -> Outcomes:
    """Every token still in the urn."""
    return Outcomes([token for token in range(TOKENS) if not state.drawn >> token & 1])


VERBS = (draw, stop, turn_up)


def urn_is_empty(state: Urn) -> bool:
    """All tokens are drawn."""
    return state.drawn == ALL


def returns(state: Urn) -> tuple[int, ...]:
    """How many were drawn."""
    return (state.drawn.bit_count(),)


PHASES = (
    Phase("choose", "UR-DRAW-01", PLAYER, verbs=("draw", "stop"), quiet="stop",
          exits=(Exit("draw", "reach"), Exit("stop", "kept"))),
    Phase("reach", "UR-DRAW-01", CHANCE, verbs=("turn_up",),
          exits=(Exit(urn_is_empty, "emptied"), Exit(always, "choose"))),
    Phase("kept", "UR-END-01", NOBODY),
    Phase("emptied", "UR-END-01", NOBODY),
)  # fmt: skip
