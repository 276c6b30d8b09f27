"""What can happen in a fight: trigger, weapons, attacks, cards drawn, defeats."""

from __future__ import annotations

from engine.events import Event
from engine.games.hunted import events_fight_guards as guard

COMBAT_TRIGGERED = Event(
    "combat.triggered",
    ("reason:reasons", "enemies:cards", "noise", "threshold", "minions", "finale:finales"),
    {
        "HU-DOR-04": guard.dorian_counts,
        "HU-MASH-03": guard.mash_minions_count,
        "HU-LOC-06": guard.other_threshold,
    },
)
TIE_CHOSEN = Event("tie.chosen", ("enemy:cards", "among:cards"))
COMBAT_STARTED = Event(
    "combat.started",
    ("foe:cards", "fight:fights", "strength", "value", "others", "inventory:cards"),
    {"HU-COMBAT-03": guard.strongest_of_several},
)
WEAPONS_CHOSEN = Event(
    "weapons.chosen",
    ("primary:cards", "throwing:cards", "fight:fights", "face:faces"),
    {"HU-JEK-07": guard.after_a_flip},
)
ATTACK_MADE = Event(
    "attack.made",
    (
        "number", "fight:fights", "foe:cards", "attacks", "firsts", "laters", "mods", "attack",
        "drawn:cards", "absorbed_card:flag", "total", "strength", "strength_mod", "first_mod",
        "cost", "absorbed", "paid", "energy", "last:flag", "finale:finales",
    ),
    {
        "HU-COMBAT-07": guard.sum_of_several,
        "HU-COMBAT-08": guard.highest_first,
        "HU-COMBAT-09": guard.dagger_and_stone,
        "HU-COMBAT-13": guard.highest_later,
        "HU-COMBAT-17": guard.six_to_thirteen,
        "HU-COMBAT-18": guard.six_to_eleven,
        "HU-NOTE-02": guard.lines_apart,
        "HU-ITEM-06": guard.changed_weapon,
        "HU-DECK-05": guard.nothing_drawn,
        "HU-DRAC-05": guard.same_total_twice,
        "HU-LOC-06": guard.changed_by_location,
        "HU-MASH-07": guard.early_boss_too_dear,
    },
)  # fmt: skip
SURVIVOR_ABSORBED = Event("survivor.absorbed", ("survivor:cards", "left"))
COMBAT_CARD_DRAWN = Event(
    "combat.card_drawn",
    ("card:cards", "type:types", "value", "absorbed:flag", "replaces:flag", "total", "locked:flag"),
    {
        "HU-COMBAT-12": guard.value_counts,
        "HU-COMBAT-16": guard.person_drawn,
        "HU-WEAP-06": guard.is_weapon,
        "HU-NOTE-03": guard.replaces_a_location,
        "HU-DRAC-04": guard.is_absorbed,
    },
)
ENEMY_DEFEATED = Event("enemy.defeated", ("enemy:cards", "total", "strength"))
MINION_DEFEATED = Event("minion.defeated", ("minion:cards", "total", "strength"), ("HU-FNOTE-03",))
BOSS_FLIPPED = Event("boss.flipped", ("card:cards", "to:faces", "attacks"))
BOSS_DEFEATED = Event("boss.defeated", ("boss:cards", "total", "strength", "left", "energy"))
COMBAT_ENDED = Event(
    "combat.ended",
    ("foe:cards", "fight:fights", "result:results", "returned:cards", "spent:cards",
     "drawn:cards", "attacks"),
    {
        "HU-COMBAT-22": guard.weapons_return,
        "HU-WEAP-05": guard.once_is_over,
        "HU-JEK-08": guard.once_against_jekyll,
    },
)  # fmt: skip

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
