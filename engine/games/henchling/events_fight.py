"""Damage, blocks, deaths and healing."""

from __future__ import annotations

from engine.events import Event
from engine.games.henchling import events_guards as guard

ATTACK_MADE = Event("attack.made", ("card:cards", "target:targets", "seat:seats"), ("HE-ATK-01",))
ATTACK_READ = Event(
    "attack.read",
    ("card:cards", "printed", "passive", "counters", "boost", "this_turn", "attack", "own:flag"),
    {
        "HE-HENCH-01": None,
        "HE-ATK-12": guard.is_changed,
        "HE-HENCH-03": guard.has_passive,
        "HE-CTR-05": guard.has_counters,
        "HE-REACT-07": guard.boosted_in_anothers_turn,
        "HE-LIMIT-04": guard.is_cut,
    },
)
BATCH_OPENED = Event(
    "batch.opened",
    ("kind:packets", "source:cards", "targets:targets", "amounts"),
    {"HE-DMG-03": None, "HE-ATK-04": guard.both_ways},
)
DAMAGE_BLOCKED = Event(
    "damage.blocked", ("card:cards", "seat:seats", "first:targets", "packet", "source:cards"),
    ("HE-PROT-01",),
)
DAMAGE_DEALT = Event(
    "damage.dealt",
    (
        "target:targets", "first:targets", "packet", "before", "after", "kind:packets",
        "source:cards", "source_tilted:flag", "to_player:flag", "blocked:flag",
    ),
    {
        "HE-DMG-01": None,
        "HE-DMG-02": guard.on_a_player,
        "HE-ATK-06": guard.attack_on_a_player,
        "HE-ATK-05": guard.tilted_strikes_back,
        "HE-PROT-04": guard.protector_takes_all,
    },
)  # fmt: skip
DAMAGE_ABSORBED = Event(
    "damage.absorbed",
    ("card:cards", "first:targets", "packet", "tilts:flag"),
    {"HE-PROT-08": None, "HE-PROT-04": guard.takes_a_packet},
)
HENCHLING_DIED = Event(
    "henchling.died",
    ("card:cards", "seat:seats", "damage", "health", "blocked:flag"),
    {"HE-ATK-07": None, "HE-HP-03": None, "HE-PROT-05": guard.after_blocking},
)
BATCH_ENDED = Event("batch.ended", ("deaths", "broken", "eliminated"), ("HE-DMG-03",))
DAMAGE_SHRUNK = Event("damage.shrunk", ("card:cards", "before", "after", "health"), ("HE-ATK-09",))
HEALTH_HEALED = Event(
    "health.healed",
    ("target:targets", "asked", "before", "after", "to_player:flag"),
    {"HE-ABIL-04": None, "HE-HEAL-01": guard.not_beyond, "HE-HEAL-02": guard.on_a_player},
)
HENCHLING_RECOVERED = Event(
    "henchling.recovered", ("card:cards", "seat:seats", "damage"), ("HE-RECOV-01",)
)

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
