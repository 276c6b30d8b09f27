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


def names_of(pack: Pack, who: tuple[str, ...], solo: bool) -> dict[str, tuple[str, ...]]:
    """All name tables; `who` is the characters by turn order, with one zone of cards if
    `solo`."""
    return {
        **{table: pack.ids(table) for table in (
            "location", "minion", "effect", "card", "upgrade", "character", "villain_card")},
        "token": pack.ids("minion") + pack.ids("effect"),
        "who": who,
        "zone": ("both", "seat_1", "seat_2", "seat_3") if solo else who,
        "who_skill": tuple(f"{name}_{colour}" for name in who for colour in COLOURS),
        "icon_at": tuple(f"{card}_{place}" for card in pack.ids("card") for place in PLACES),
        "villain": VILLAINS,
        "content": (pack.id,),
        "colour": COLOURS,
        "attack": (*COLOURS, "wild"),
        "face": FACES,
        "place": PLACES,
        "die": pack.ids("die"),
        "power": POWERS,
        "skull": VILLAIN_POWERS,
        "up": VILLAIN_POWERS[1:],
        "kind": EFFECT_KINDS,
        "shield": (*who, "lab", "box"),
        "katana": (*who, "box"),
        "step": STEPS,
        "cause": CAUSES,
        "icon": KINDS,
        "money": MONEY,
        "skill": SKILLS,
        "draw": DRAWS,
        "discard": DISCARDS,
        "placed": TOKENS_BY,
        "moves": MOVES,
        "scare": SCARES,
        "home": HOME,
        "sleeved": SLEEVED,
        "phase": ("player", "market", "villain"),
        "box": ("none", *VILLAIN_POWERS),
        "fight": (*COLOURS, "katana"),
        "rolls": ROLLS,
        "made": MADE,
        "which": HURTS,
        "lasting": LASTING,
        "reach": ("here", "here_or_connected", "connected"),
        "why": ("heals", "draws", "revives"),
        "type": ("attack", "special"),
        "reward": ("heal", "money", "scare", "skill"),
        "revived": REVIVED,
        "mode": ("setup", "empty"),
        "result": ("win", "loss"),
        "end": ("villain_defeated", "tie", "all_ko", "mud_canyon_limit",
                "villain_destroys_mud_canyon"),
    }  # fmt: skip
