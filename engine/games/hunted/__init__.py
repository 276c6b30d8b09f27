"""Hunted: Transylvania: a solo crawl twice through a deck, to the Boss at its end.

`GAME` is the back of the box.  The chapters: components, setup, actions (with Collect and Rescue,
fights, effects), effects (cards, deck, fight, finale), phases (how it all hangs together).
"""

from __future__ import annotations

from pathlib import Path

from engine.definition import Definition
from engine.games.hunted.actions import VERBS
from engine.games.hunted.careful import careful, hoarding
from engine.games.hunted.components import HuntedRules
from engine.games.hunted.events import EVENTS
from engine.games.hunted.phases import PHASES
from engine.games.hunted.schema import OPTIONS, SCHEMA
from engine.games.hunted.scoring import returns
from engine.games.hunted.setup import lay_out
from engine.games.hunted.state import Hunted

NO_FINALE = "the six cards of set `unassigned` belong to no Finale (HU-COMP-01)"
TEN_ENEMIES = (
    "deck and discard pile would have to be empty in a fight: with nine Enemies of the box drawn "
    "under one weapon its total is far above any Strength"
)
UNREACHED = (
    ("exits/take: discards_are_taken -> take", "no card takes more than one card"),
    ("exits/wake: survivors_wake -> wake", "no card readies more than one Survivor"),
    ("exits/supply: always -> attack", TEN_ENEMIES),
    ("clauses/HU-DECK-05", TEN_ENEMIES),
    ("content/starting_weapon/walking_stick", "the Pocket Knife lies face up (HU-SETUP-03)"),
    ("content/finale/picture_cover", "it covers the Picture: the number shown tells all"),
    ("content/finale/toll_keeper", NO_FINALE),
    ("content/finale/the_passenger", NO_FINALE),
    ("content/finale/the_mechanic", NO_FINALE),
    ("content/finale/tire_iron", NO_FINALE),
    ("content/finale/road_flare", NO_FINALE),
    ("content/finale/the_hitchhiker", NO_FINALE),
)

GAME = Definition(
    name="hunted",
    title="Hunted: Transylvania",
    text="Rescue survivors, arm yourself, hide: then face the Boss at the end of the second pass.",
    players=(1, 1),
    rules_version=1,
    verbs=VERBS,
    phases=PHASES,
    events=EVENTS,
    state=Hunted,
    rules=HuntedRules,
    setup=lay_out,
    returns=returns,
    schema=SCHEMA,
    options=OPTIONS,
    policies={"careful": careful, "hoarding": hoarding},
    plies_max=5_000,
    folder=Path(__file__).parent,
    unreached=UNREACHED,
)
