"""What one game of a campaign is played from: chance, a policy a seat, what is replayed first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.play import Policy
from engine.rng import Tape
from properties.campaign import DRAWN, PLAIN, STEERED, Plan, dealt, names_for, policy_of
from properties.steer import Bred, led


@dataclass(frozen=True)
class Dealt:
    """Chance and choices of one game; `prefix` is replayed first, as far as it is legal."""

    source: str | Tape
    seats: Sequence[tuple[str, Policy]]
    prefix: Sequence[int] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The policy of each seat, by name."""
        return tuple(name for name, _ in self.seats)

    @property
    def policies(self) -> list[Policy]:
        """The policy of each seat."""
        return [policy for _, policy in self.seats]


def plain_deal(
    game: Game, plan: Plan, index: int, prefix: Sequence[int] = (), way: str = PLAIN
) -> Dealt:
    """The game of an index by the mix of policies, behind a prefix if there is one."""
    return Dealt(*dealt(game, plan, index, way), prefix)


def steered_deal(game: Game, plan: Plan, index: int, recipe: Bred) -> Dealt:
    """The game of an index that begins as the recipe says."""
    source, seats = dealt(game, plan, index, STEERED)
    if recipe.led:
        rest = list(reversed(recipe.led))
        seats = [(name, led(rest, policy)) for name, policy in seats]
    return Dealt(source, seats, recipe.prefix)


def drawn_deal(game: Game, plan: Plan, data: bytes, swarm: int) -> Dealt:
    """A game read from a tape; the swarm id draws the policies."""
    names = names_for(game, plan, DRAWN)
    tape = Tape.seeded(f"shake:swarm/{swarm}", "setup")
    chosen = [names[tape.below(len(names))] for _ in range(game.players)]
    return Dealt(Tape(data), [(name, policy_of(game, name, tape)) for name in chosen])
