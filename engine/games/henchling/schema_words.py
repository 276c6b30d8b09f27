"""The closed vocabulary of card texts: every word a content pack may use, and what it stands for.

A word that is not here is refused at load; its number is its place in the tuple.
"""

from __future__ import annotations

from typing import Final

# HE-COMP-05: every card is of exactly one of five types.
TYPES: Final = ("henchling", "item", "spell", "enhancer", "trap")
HENCHLING, ITEM, SPELL, ENHANCER, TRAP = range(5)
KEYWORDS: Final = ("reaction", "protector")
DESTINATIONS: Final = ("discard", "owner_hand", "face_down_bottom")
TO_DISCARD, TO_OWNER, TO_BOTTOM = range(3)

KINDS: Final = ("passive", "active", "arrive", "leave", "spell", "trap_now", "trap_wait")
PASSIVE, ACTIVE, ARRIVE, LEAVE, SPELL_TEXT, TRAP_NOW, TRAP_WAIT = range(7)

# HE-ABIL-02: what an ability may demand.
PAY: Final = ("tilt", "free", "flip_this", "destroy_this")
PAY_N: Final = ("discard", "money", "counters")

SELECTORS: Final = (
    "any", "player", "opponent", "henchling", "own_henchling", "other_own_henchling",
    "enemy_henchling", "item", "own_item", "enemy_item", "enhancer", "card",
)  # fmt: skip
PLAYERS_ONLY: Final = ("player", "opponent")
HENCHLINGS_ONLY: Final = (
    "henchling", "own_henchling", "other_own_henchling", "enemy_henchling",
)  # fmt: skip
# The Henchling an attack is aimed at, and the card an enhancer is put on, are chosen like slots.
ATTACKED: Final = len(SELECTORS)
HOST_HENCHLING: Final = len(SELECTORS) + 1
HOST_ITEM: Final = len(SELECTORS) + 2

OBJECTS: Final = (
    "this", "host", "controller", "each_player", "each_opponent", "each_henchling",
    "each_own_henchling", "springer", "sprung_card",
)  # fmt: skip
WHO: Final = ("controller", "each_player", "each_opponent", "springer")
SCOPES: Final = (
    "this", "host", "each_other_henchling", "each_own_henchling", "controller",
)  # fmt: skip
S_THIS, S_HOST, S_OTHERS, S_OWN, S_CONTROLLER = range(5)
TRIGGERS: Final = (
    "play_henchling", "play_item", "play_spell", "play_enhancer", "attack", "ability",
    "draw_exposed", "discard",
)  # fmt: skip
W_ATTACK, W_ABILITY, W_DRAW, W_DISCARD = range(4, 8)
# Triggers whose action has a card on the table: `sprung_card` may stand there.
CARD_TRIGGERS: Final = ("play_henchling", "play_item", "play_enhancer", "attack", "ability")
# Static ops that change numbers; `grant_ability` gives an ability instead.
STATIC_OPS: Final = ("stat_mod", "money_mod", "hand_limit_mod", "cost_mod")
CONDITIONS: Final = (
    "hand_min", "hand_max", "controls", "this_tilted", "own_turn", "counters_min", "damaged",
)  # fmt: skip
DURATIONS: Final = ("turn", "game")
COUNTERS: Final = ("generic", "power")
