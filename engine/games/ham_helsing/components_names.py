"""Components: name tables, what an index means; tables of a pack are called as in the pack."""

from __future__ import annotations

from engine.content import Pack
from engine.games.ham_helsing.components_causes import (
    CAUSES,
    DISCARDS,
    DRAWS,
    HOME,
    HURTS,
    LASTING,
    MADE,
    MONEY,
    MOVES,
    REVIVED,
    ROLLS,
    SCARES,
    SKILLS,
    SLEEVED,
    STEPS,
    TOKENS_BY,
)
from engine.games.ham_helsing.schema_words import (
    COLOURS,
    EFFECT_KINDS,
    FACES,
    KINDS,
    POWERS,
    VILLAIN_POWERS,
    VILLAINS,
)

PLACES = ("1", "2", "3", "4", "5", "6", "star")
TABLES = ("location", "minion", "effect", "card", "upgrade", "character", "villain_card", "die")
SHARED = ("both", "seat_1", "seat_2", "seat_3")
# Tables that no pack has and no option changes.
WORDS: dict[str, tuple[str, ...]] = {
    "villain": VILLAINS,
    "colour": COLOURS,
    "attack": (*COLOURS, "wild"),
    "fight": (*COLOURS, "katana"),
    "face": FACES,
    "place": PLACES,
    "power": POWERS,
    "skull": VILLAIN_POWERS,
    "up": VILLAIN_POWERS[1:],
    "box": ("none", *VILLAIN_POWERS),
    "kind": EFFECT_KINDS,
    "icon": KINDS,
    "step": STEPS,
    "phase": ("player", "market", "villain"),
    "cause": CAUSES,
    "money": MONEY,
    "skill": SKILLS,
    "draw": DRAWS,
    "discard": DISCARDS,
    "placed": TOKENS_BY,
    "moves": MOVES,
    "scare": SCARES,
    "home": HOME,
    "sleeved": SLEEVED,
    "revived": REVIVED,
    "rolls": ROLLS,
    "made": MADE,
    "which": HURTS,
    "lasting": LASTING,
    "reach": ("here", "here_or_connected", "connected"),
    "why": ("heals", "draws", "revives"),
    "type": ("attack", "special"),
    "reward": ("heal", "money", "scare", "skill"),
    "result": ("win", "loss"),
    "end": ("villain_defeated", "tie", "all_ko", "mud_canyon_limit",
            "villain_destroys_mud_canyon"),
}  # fmt: skip


def names_of(pack: Pack, who: tuple[str, ...], solo: bool) -> dict[str, tuple[str, ...]]:
    """All name tables; `who` is the characters by turn order, with one card zone if `solo`."""
    return {**WORDS, **tables_of(pack), **seats_of(who, solo)}


def tables_of(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Ids of the pack, and what is numbered after them."""
    icons = tuple(f"{card}_{place}" for card in pack.ids("card") for place in PLACES)
    tokens = pack.ids("minion") + pack.ids("effect")
    tables = {table: pack.ids(table) for table in TABLES}
    return {**tables, "token": tokens, "icon_at": icons, "content": (pack.id,)}


def seats_of(who: tuple[str, ...], solo: bool) -> dict[str, tuple[str, ...]]:
    """Characters by turn order, and where the Shield and the Katana may be."""
    skills = tuple(f"{name}_{colour}" for name in who for colour in COLOURS)
    zones = SHARED if solo else who
    return {"who": who, "zone": zones, "who_skill": skills, "shield": (*who, "lab", "box"),
            "katana": (*who, "box")}  # fmt: skip
