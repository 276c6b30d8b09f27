"""Game setup: what is in the box for this game, before anything is drawn or dealt."""

from __future__ import annotations

from engine.events import emit
from engine.fields import bits_of
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import NecrohamsterRules, kinds_in
from engine.games.necrohamster.state import Necrohamster


def lay_out(state: Necrohamster) -> None:
    """All creatures in use are one deck (NH-SETUP-04); titles and artefacts come later."""
    rules = state.rules
    state.deck = rules.deck[:]
    designs = tuple(kinds_in(rules.deck))
    emit(state, ev.GAME_STARTED, 0, rules.players, rules.cards, designs, *rulings(rules))


def place_artefacts(state: Necrohamster) -> None:
    """The artefacts needed lie open in the common area, held by nobody (NH-SETUP-07)."""
    rules = state.rules
    state.shelf = rules.placed
    emit(state, ev.ARTEFACTS_PLACED, tuple(bits_of(rules.placed)), left_out(rules))


def rulings(rules: NecrohamsterRules) -> tuple[int, ...]:
    """The switchable rulings in force."""
    return int(rules.in_play), int(rules.ties_cumulative), rules.rounds_max


def left_out(rules: NecrohamsterRules) -> tuple[int, ...]:
    """Artefacts that no creature in use can gain stay in the box (NH-SETUP-08)."""
    everything = (1 << len(rules.artefacts)) - 1
    return tuple(bits_of(everything & ~rules.placed))
