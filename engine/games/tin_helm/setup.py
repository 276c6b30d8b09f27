"""Setup (3.0): everything by type, nothing drawn yet."""

from __future__ import annotations

from engine.events import emit
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.state import TinHelm


def lay_out(state: TinHelm) -> None:
    """Decks apart (TH-SETUP-01), trackers out (-02), enemy and loot piles open (-16).

    The dungeon pile is shuffled when the hero is ready (TH-SETUP-17).  The event names the errata
    used (TH-ERR-07).
    """
    rules = state.rules
    state.unseen = rules.deck
    state.loot = rules.loot_deck
    emit(state, ev.GAME_STARTED, 0, len(rules.cards), len(rules.enemies), rules.loot_count,
         len(rules.item_fx) - rules.loot_count, len(rules.heroes), len(rules.faces),
         int(rules.eat_in_combat), int(rules.zero_rolls), int(rules.shield_printed),
         rules.options.number("favor_cap"))  # fmt: skip
