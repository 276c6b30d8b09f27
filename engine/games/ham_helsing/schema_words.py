"""Components: the closed word lists of content and options, in the order that numbers them."""

from __future__ import annotations

# Attack colours (HH-ICON-01); a wild is none of them until it is declared.
COLOURS = ("blue", "red", "purple", "yellow")
HEROES = ("ham", "malcolm", "lobos", "ronin")
# Easiest first (HH-SETUP-27).
VILLAINS = ("hen", "chad", "robo_knight", "silk")
LETTERS = tuple("abcdefghijklmnopq")
EFFECT_IDS = tuple(f"e{number}" for number in range(1, 10))
SLOTS = tuple("123456")
# Icon kinds (HH-ICON-01 to -11); the star stands for the text of a card.
KINDS = (
    *COLOURS, "wild", "move", "money", "draw", "heal", "star", "knuckles", "skill", "reroll",
)  # fmt: skip
# What a slot may show: attack, Knuckles and reroll icons are one point each.
ICONS = (
    *COLOURS, "wild", "knuckles", "reroll",
    *(f"{kind}{n}" for kind in ("move", "money", "draw", "heal", "skill") for n in range(1, 5)),
)  # fmt: skip
POWERS = (
    "swamp_o_lies",
    "not_so_secret_lab",
    "tree_pig_village",
    "croaklahoma",
    "tree_of_unhealthy_snacks",
)
EFFECT_KINDS = (
    "all_lose_money",
    "all_reduce_skill",
    "all_cover_icon",
    "crowd_damage",
    "spawn_on_pairs",
    "move_colour",
)
# Dice symbols: a block in a colour, damage, the power (HH-VFIGHT-07, -09, -11).
FACES = (*(f"block_{colour}" for colour in COLOURS), "damage_1", "damage_2", "damage_3", "power")
VILLAIN_POWERS = ("main", "up1", "up2")
PARTIES = ("solo", "two", "three", "four")
NESTS = 8
LEVELS = 4
