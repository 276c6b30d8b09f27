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


def names_of(pack: Pack, who: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """All name tables; `who` is the characters by turn order."""
    return {
        **{table: pack.ids(table) for table in (
            "location", "minion", "effect", "card", "upgrade", "character", "villain_card")},
        "token": pack.ids("minion") + pack.ids("effect"),
        "who": who,
        "villain": VILLAINS,
        "content": (pack.id,),
        "colour": COLOURS,
        "attack": (*COLOURS, "wild"),
        "face": FACES,
        "place": ("1", "2", "3", "4", "5", "6", "star"),
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
        "type": ("attack", "special"),
        "reward": ("heal", "money", "scare", "skill"),
        "revived": REVIVED,
        "mode": ("setup", "empty"),
        "result": ("win", "loss"),
        "end": ("villain_defeated", "tie", "all_ko", "mud_canyon_limit",
                "villain_destroys_mud_canyon"),
    }  # fmt: skip
