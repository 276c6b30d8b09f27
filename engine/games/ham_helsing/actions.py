"""All verbs of Ham Helsing, chapter by chapter; numbers follow this order, append-only."""

from __future__ import annotations

from engine.actions import Verb
from engine.games.ham_helsing import (
    actions_aim,
    actions_chance,
    actions_fight,
    actions_market,
    actions_places,
    actions_play,
    actions_trade,
    actions_turn,
)

VERBS: tuple[Verb, ...] = (
    *actions_play.VERBS,
    *actions_places.VERBS,
    *actions_aim.VERBS,
    *actions_fight.VERBS,
    *actions_turn.VERBS,
    *actions_trade.VERBS,
    *actions_market.VERBS,
    *actions_chance.VERBS,
)
