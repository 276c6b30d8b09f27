"""Game setup: the deck made up, the artefacts placed; nothing drawn yet."""

from __future__ import annotations

from engine.events import emit
from engine.fields import bits_of
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import kinds_in
from engine.games.necrohamster.state import Necrohamster


def lay_out(state: Necrohamster) -> None:
    """All creatures in use are one deck (NH-SETUP-04); their artefacts lie open (NH-SETUP-07)."""
    rules = state.rules
    state.deck = rules.deck[:]
    state.shelf = rules.placed
    designs = tuple(kinds_in(rules.deck))
    emit(state, ev.GAME_STARTED, 0, rules.players, rules.cards, designs, int(rules.in_play),
         int(rules.ties_cumulative), rules.rounds_max)  # fmt: skip
    everything = (1 << len(rules.artefacts)) - 1
    left_out = everything & ~rules.placed
    emit(state, ev.ARTEFACTS_PLACED, tuple(bits_of(rules.placed)), tuple(bits_of(left_out)))
