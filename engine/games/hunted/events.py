"""What can happen in Hunted: set-up, deck, Row, actions, effects, Finale; fights stand apart.

Facts are results: what was really paid, gained, drawn or left.
"""

from __future__ import annotations

from engine.events import Event
from engine.games.hunted import events_fight
from engine.games.hunted import events_guards as guard

# --- set-up ----------------------------------------------------------------------------------

GAME_STARTED = Event(
    "game.started",
    ("energy", "inventory:cards", "row:cards", "location:cards", "discard:cards"),
    {
        "HU-SETUP-03": guard.one_weapon,
        "HU-SETUP-04": guard.ten_energy,
        "HU-SETUP-06": guard.row_is_empty,
        "HU-SETUP-11": None,
        "HU-SETUP-13": None,
    },
)
DECK_BUILT = Event(
    "deck.built",
    ("size", "others", "added", "location:cards", "above", "below", "finale:finales"),
    {
        "HU-SETUP-05": guard.every_other_card,
        "HU-SETUP-12": guard.in_the_middle,
        "HU-DOR-01": guard.dorian_added,
        "HU-MASH-01": guard.finale_cards_added,
    },
)
FINALE_LAID = Event(
    "finale.laid",
    ("finale:finales", "hidden", "known:cards", "picture"),
    {
        "HU-DRAC-01": guard.six_of_dracula,
        "HU-JEK-01": guard.jekyll_beneath_three,
        "HU-DOR-02": guard.picture_shows_five,
        "HU-DOR-03": guard.three_of_dorian,
        "HU-MASH-02": guard.two_of_the_mash,
    },
)
SETUP_CHOSEN = Event(
    "setup.chosen",
    ("hero:heroes", "stage:stages", "finale:finales"),
    ("HU-SETUP-02", "HU-SETUP-07", "HU-SETUP-10"),
)

# --- actions ---------------------------------------------------------------------------------

ACTION_STARTED = Event("action.started", ("action:actions", "row"))
ENERGY_CHANGED = Event(
    "energy.changed",
    ("from", "to", "asked", "cause:causes"),
    {
        "HU-GAME-03": guard.energy_moved,
        "HU-GAME-02": guard.cut_at_the_cap,
        "HU-HIDE-01": guard.one_for_hiding,
        "HU-LOC-06": guard.dearer_hiding,
    },
)
CARD_COLLECTED = Event(
    "card.collected",
    ("card:cards", "type:types", "paid:cards", "given", "cost", "lost", "survivors",
     "attach:flag", "finale:flag"),
    {
        "HU-COLL-01": None,
        "HU-COLL-04": guard.kept,
        "HU-COLL-06": guard.pooled,
        "HU-COLL-07": guard.icons_lost,
        "HU-COLL-08": guard.the_relic_of_the_example,
        "HU-COLL-11": guard.paid_with_a_survivor,
        "HU-WEAP-01": guard.is_weapon,
        "HU-ITEM-01": guard.is_kept_item,
        "HU-KEY-01": guard.is_key,
        "HU-FINALE-06": guard.of_the_finale,
    },
)  # fmt: skip
SURVIVOR_RESCUED = Event(
    "survivor.rescued",
    ("survivor:cards", "keys:cards", "values", "cost", "lost", "finale:flag"),
    {
        "HU-RESC-01": None,
        "HU-SURV-01": None,
        "HU-RESC-05": guard.key_icon_lost,
        "HU-KEY-04": guard.two_icons_paid,
        "HU-KEY-05": guard.ring_for_one,
        "HU-FINALE-06": guard.of_the_finale,
    },
)

# --- deck and Row ----------------------------------------------------------------------------

CARD_DRAWN = Event(
    "card.drawn", ("card:cards", "cause:causes", "left"), {"HU-EXPL-02": guard.by_explore}
)
ROW_ADDED = Event(
    "row.added",
    ("card:cards", "cause:causes", "size", "enemies", "foes", "noise", "threshold"),
    {"HU-EXPL-01": guard.by_explore, "HU-FNOTE-01": guard.foes_do_not_count},
)
ROW_DISCARDED = Event(
    "row.discarded",
    ("cards:cards", "kept:cards", "cause:causes", "finale:finales"),
    {
        "HU-COMBAT-02": guard.by_combat,
        "HU-HIDE-02": guard.by_hiding,
        "HU-FBAT-01": guard.by_battle,
        "HU-JEK-04": guard.by_battle_with_jekyll,
    },
)
CARD_DISCARDED = Event(
    "card.discarded",
    ("card:cards", "zone:zones", "cause:causes"),
    {
        "HU-COMBAT-19": guard.as_defeated,
        "HU-COMBAT-20": guard.from_under_the_weapon,
        "HU-COMBAT-21": guard.as_used_up,
        "HU-ITEM-07": guard.with_its_weapon,
    },
)
LOCKED_RETURNED = Event(
    "locked.returned",
    ("card:cards", "zone:zones", "cause:causes"),
    {"HU-LOCK-02": None, "HU-LOCK-03": guard.to_the_deck},
)
DECK_RESHUFFLED = Event(
    "deck.reshuffled",
    ("pass", "shuffled", "above", "pile", "cause:causes", "location:cards", "finale:finales",
     "tucked"),
    {
        "HU-DECK-01": guard.first_time,
        "HU-DECK-02": guard.finale_beneath,
        "HU-DECK-03": guard.first_time_in_combat,
        "HU-DECK-04": guard.again_for_a_card,
        "HU-LOC-07": guard.third_location_in,
        "HU-MASH-04": guard.bosses_beneath,
        "HU-FBAT-03": guard.by_battle,
    },
)  # fmt: skip
LOCATION_PLACED = Event(
    "location.placed",
    ("location:cards", "cause:causes", "on:cards", "row"),
    {"HU-LOC-02": None, "HU-EXPL-06": guard.by_explore},
)
LOCATION_RESOLVED = Event(
    "location.resolved",
    ("location:cards", "numeral", "op:ops", "late:flag"),
    {"HU-LOC-04": guard.at_once, "HU-LOC-05": guard.late},
)
PICTURE_GROWN = Event(
    "picture.grown",
    ("from", "to", "cause:causes"),
    {"HU-DOR-05": None, "HU-DOR-06": None, "HU-DOR-11": guard.not_by_defeat},
)

# --- effects ---------------------------------------------------------------------------------

ITEM_USED = Event(
    "item.used", ("item:cards", "op:ops", "discarded:flag"), {"HU-ITEM-04": guard.item_goes}
)
ITEM_ATTACHED = Event("item.attached", ("item:cards", "weapon:cards"), ("HU-ITEM-05",))
SURVIVOR_USED = Event("survivor.used", ("survivor:cards", "op:ops"), ("HU-SURV-04",))
HERO_USED = Event("hero.used", ("hero:heroes", "op:ops", "uses"))
SURVIVOR_READIED = Event(
    "survivor.readied",
    ("survivor:cards", "cause:causes"),
    {"HU-SURV-06": None, "HU-FBAT-02": guard.by_battle},
)
CARD_SEEN = Event("card.seen", ("card:cards", "place"))
CARD_SUNK = Event("card.sunk", ("card:cards", "place"))
CARD_TAKEN = Event("card.taken", ("card:cards", "zone:zones"))

# --- the Finale ------------------------------------------------------------------------------

FINALE_ENTERED = Event("finale.entered", ("card:cards", "pass"))
LOCATIONS_COVERED = Event("locations.covered", ("locations:cards", "dropped:cards"),
                          ("HU-FINALE-02",))  # fmt: skip
BATTLE_STARTED = Event(
    "battle.started",
    ("foes:cards", "party:cards", "readied:cards", "picture", "fetched:cards", "dropped"),
    {"HU-RESC-08": guard.tired_help, "HU-DOR-08": guard.picture_is_fixed},
)
GAME_OVER = Event("game.over", ("ending:endings",))

EVENTS = (
    *(value for value in list(globals().values()) if isinstance(value, Event)),
    *events_fight.EVENTS,
)
