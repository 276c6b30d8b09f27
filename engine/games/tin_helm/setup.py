"""Setup (3.0): everything by type, nothing drawn yet.

That a player reads the cards first (TH-SETUP-18) is advice: `ruleproof games tin_helm` shows them.
"""

from __future__ import annotations

from engine.events import emit
from engine.games.tin_helm import events as ev
from engine.games.tin_helm.components import TinHelmRules
from engine.games.tin_helm.state import TinHelm


def lay_out(state: TinHelm) -> None:
    """Decks apart (TH-SETUP-01), trackers out (-02), enemy and loot piles open (-16)."""
    rules = state.rules
    state.unseen = rules.deck
    state.loot = rules.loot_deck
    emit(state, ev.GAME_STARTED, 0, *decks(rules), *rulings(rules))


def decks(rules: TinHelmRules) -> tuple[int, ...]:
    """Dungeon, enemy, loot, trapping, hero and reference faces, by count (TH-COMP-01)."""
    items = rules.loot_count
    return (len(rules.cards), len(rules.enemies), items, len(rules.item_fx) - items,
            len(rules.heroes), len(rules.faces))  # fmt: skip


def rulings(rules: TinHelmRules) -> tuple[int, ...]:
    """The switchable rulings in force, the errata among them (TH-ERR-07)."""
    flags = (rules.eat_in_combat, rules.zero_rolls, rules.shield_printed)
    return (*map(int, flags), rules.options.number("favor_cap"))
