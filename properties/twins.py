"""Twins of a game's careful policy: what a game does not bring itself, made from its phase table.

Each is the careful player with one habit: the *refusing* one lets pass what may be let pass, the
*hoarding* one keeps what the careful one spends, the *shopping* one does what it did least often.
So rows that a sensible player never comes to, full hands and rare cards are met in every game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.definition import Definition
from engine.game import Game
from engine.play import Policy
from engine.policies import named
from engine.rng import Tape
from engine.state import State

REFUSING, HOARDING, SHOPPING = "refusing", "hoarding", "shopping"
CAREFUL = "careful"
# Names under which a game may bring such a policy itself.
ALSO = {SHOPPING: ("shopper",)}
REFUSED_OF, REFUSED = 8, 6
KEPT_ODDS = 2
STRAY_OF = 4


def twin_names(definition: Definition) -> tuple[str, ...]:
    """The twins that a game with a careful policy does not bring itself."""
    own = definition.policies
    if CAREFUL not in own:
        return ()
    return tuple(
        name for name in TWINS if not any(known in own for known in (name, *ALSO.get(name, ())))
    )


def _base(game: Game) -> Policy:
    """Whose twin it is."""
    return named(game, CAREFUL if CAREFUL in game.definition.policies else "uniform")


def refusing(game: Game, tape: Tape) -> Policy:
    """Careful, but three choices in four are the quiet one where there is a quiet one."""
    base = _base(game)

    def choose(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        code = base(game, state, legal, tape)
        if tape.below(REFUSED_OF) < REFUSED:
            return game.rows[state.phase].quiet(legal)
        return code

    return choose


def hoarding(game: Game, tape: Tape) -> Policy:
    """Careful, but half of the verbs, drawn for the game, only where nothing else is left."""
    base = _base(game)
    kept = [tape.below(KEPT_ODDS) == 0 for _ in game.space.verbs]
    verb_at = game.space.verb_at

    def choose(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        code = base(game, state, legal, tape)
        if not kept[verb_at[code]]:
            return code
        left = [code for code in legal if not kept[verb_at[code]]]
        return left[tape.below(len(left))] if left else code

    return choose


def shopping(game: Game, tape: Tape) -> Policy:
    """What was done least often in this game, one choice in four careful."""
    base = _base(game)
    done: Counter[int] = Counter()

    def choose(game: Game, state: State, legal: list[int], tape: Tape) -> int:
        if tape.below(STRAY_OF) == 0:
            code = base(game, state, legal, tape)
        else:
            least = min(done[code] for code in legal)
            rarest = [code for code in legal if done[code] == least]
            code = rarest[tape.below(len(rarest))]
        done[code] += 1
        return code

    return choose


TWINS: dict[str, Callable[[Game, Tape], Policy]] = {
    REFUSING: refusing, HOARDING: hoarding, SHOPPING: shopping,
}  # fmt: skip
