"""Hypothesis strategies: whole games from one fixed-length tape, so that they shrink and are cheap.

    @given(trajectories("tin_helm"))
    def test_shards(played):
        assert played.state.shards <= 3

A tape is always EXAMPLE bytes long, in a campaign TAPE (a mere upper bound averages six bytes and
tests openings only); where it ends, quiet actions follow.  Nothing is drawn ply by ply, which costs
25 times as much.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import shake_128
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir, storage_directory
from hypothesis.strategies import SearchStrategy
from hypothesis.vendor.pretty import RepresentationPrinter

from engine.content import Pack
from engine.definition import Definition
from engine.game import Game
from engine.play import play
from engine.rng import Tape
from engine.state import State
from properties.campaign import policy_names, policy_of
from properties.packs import bent
from properties.played import Played
from properties.setups import Setup
from properties.setups import setups as option_sets
from properties.universal import definition_of

TAPE = 4096
# Hypothesis refuses a test whose simplest example takes more than half of its 8,192 bytes.
EXAMPLE = 4000
SEEDS = 1 << 32
SWARMS = 256
CHANGES_MAX = 12
PLIES_MAX = 3000
SHOWN = 40  # actions of a game drawn that are shown
# Positions are drawn up to here; games that end before give their end.
POSITION_MAX = 600


@dataclass(frozen=True, repr=False)
class Drawn(Played):
    """A game drawn: a Played with its setup; `swarm` chose the policy and what it avoids.

    What it is shown as says how to keep it: `drawn.save("kept.rply")` writes a replay.
    """

    setup: Setup = field(default_factory=dict)
    swarm: int = 0

    def __repr__(self) -> str:
        texts = list(self.texts)
        if len(texts) > SHOWN:
            texts[SHOWN // 2 : -SHOWN // 2] = [f"… {len(texts) - SHOWN} more …"]
        return (f"Drawn({self.game.name}, {self.setup}, swarm {self.swarm}: "
                f"{', '.join(texts) or 'no action'}; "
                'to keep it: drawn.save("kept.rply"))')  # fmt: skip

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """What Hypothesis shows of a failing example: the same."""
        printer.text(repr(self))


def seeds() -> SearchStrategy[str]:
    """Seed texts."""
    return st.integers(0, SEEDS - 1).map(lambda number: f"shake:{number}")


def setups(game: str | Definition) -> SearchStrategy[Setup]:
    """Option sets, the defaults first: each value, each pair of values, each player count."""
    return st.sampled_from(option_sets(definition_of(game)))


def packs(game: str | Definition) -> SearchStrategy[Pack]:
    """Valid content packs, the game's own first, others with a few values changed."""
    definition = definition_of(game)
    changes = st.lists(st.integers(0, SEEDS - 1), max_size=CHANGES_MAX)
    return changes.map(lambda numbers: bent(definition, numbers))


def tapes() -> SearchStrategy[tuple[bytes, int]]:
    """(EXAMPLE bytes, swarm id): everything a game needs besides its setup."""
    return st.tuples(st.binary(min_size=EXAMPLE, max_size=EXAMPLE), st.integers(0, SWARMS - 1))


def drawn_tapes(seed: str, count: int) -> list[tuple[bytes, int]]:
    """`count` tapes of TAPE bytes as Hypothesis draws them, the same for the same seed text.

    Its simplest example, the same for every seed, is left out; nothing is stored or shrunk.  All
    is drawn as one run of bytes: for a number Hypothesis also tries those that stand in whatever
    modules are loaded, and two workers would not draw alike.
    """
    found: list[tuple[bytes, int]] = []

    @seeded(int.from_bytes(shake_128(seed.encode()).digest(8), "big"))
    @settings(max_examples=count + 1, phases=[Phase.generate], database=None, deadline=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.binary(min_size=TAPE + 1, max_size=TAPE + 1))
    def draw(data: bytes) -> None:
        found.append((data[:TAPE], data[TAPE]))

    with nothing_stored():
        draw()
    return [found[1 + at % (len(found) - 1)] if found[1:] else found[0] for at in range(count)]


@contextmanager
def nothing_stored() -> Iterator[None]:
    """Without the folder, `.hypothesis/` of the current one, that Hypothesis keeps its caches in.

    Its home is meanwhile where no folder can be; it takes that for a cache it cannot write.
    """
    home: Any = storage_directory(intent_to_write=False)
    set_hypothesis_home_dir(os.devnull)
    try:
        yield
    finally:
        set_hypothesis_home_dir(getattr(home, "path", home))  # a path, in older versions


def trajectories(
    game: str | Definition, plies: SearchStrategy[int] | None = None
) -> SearchStrategy[Drawn]:
    """Games played from position 0, each at most `plies` long (PLIES_MAX by default)."""
    definition = definition_of(game)
    games = [(setup, Game(definition, setup)) for setup in option_sets(definition)]
    most = st.just(PLIES_MAX) if plies is None else plies

    # A composite: what is built by a call is shown as the call, with every byte of its tape.
    @st.composite
    def drawn(draw: st.DrawFn) -> Drawn:
        setup, made = games[draw(st.integers(0, len(games) - 1))]
        data, swarm = draw(tapes())
        stop = draw(most)
        names = policy_names(made)
        chooser = Tape.seeded(f"shake:swarm/{swarm}", "policy:0")
        policy = policy_of(made, names[swarm % len(names)], chooser)
        played = play(made, Tape(data), policy, plies=stop)
        return Drawn(made, played.codes, played.state, setup, swarm)

    return drawn()


def state_of(played: Drawn) -> State:
    """Its last position."""
    return played.state


def log_of(played: Drawn) -> tuple[Game, tuple[str, ...]]:
    """(game, action texts)."""
    return played.game, played.texts


def states(game: str | Definition) -> SearchStrategy[State]:
    """Positions that play reaches, the earlier ones simpler."""
    return trajectories(game, st.integers(0, POSITION_MAX)).map(state_of)


def action_logs(game: str | Definition) -> SearchStrategy[tuple[Game, tuple[str, ...]]]:
    """(game, action texts): logs as a person writes them."""
    return trajectories(game).map(log_of)
