"""The table of Hunted: deck, Row, inventory and party, the fight in hand, the effect being done.

Who waits at the end and where the hero walks are options, not fields.  -1 (`none`) stands where no
card is named.
"""

from __future__ import annotations

from engine.games.hunted.components import HuntedRules
from engine.games.hunted.schema import CARDS
from engine.state import State, i8, ids, mask, u8, u16


class Hunted(State):
    """A position.  Piles are lists of slots, top first: a card somebody knows, or one of a pool."""

    rules: HuntedRules

    phase = u8()
    # The hero (HU-SETUP-02 to -04)
    hero = i8(-1, names="heroes", clause="HU-SETUP-02")
    energy = u8(high=10, clause="HU-GAME-02")
    hero_used = u8(clause="HU-COMP-05")
    # How far the game has come
    passes = u8(1, low=1, clause="HU-DECK-01")
    entered = u8(high=1, clause="HU-FINALE-01")
    battle = u8(high=1, clause="HU-FINALE-05")
    # The number the Picture shows (0 without one), and the side of the double-sided card
    picture = u8(clause="HU-DOR-02")
    face = u8(high=2, names="faces", clause="HU-JEK-02")
    # The Hunted deck and the Finale pile; a pool is as large as its slots (HU-COMP-04)
    deck = ids(most=CARDS, see="size", names="slots", clause="HU-SETUP-05")
    pile = ids(most=CARDS, see="size", names="slots", clause="HU-DECK-02")
    unseen = mask(CARDS, see="size", names="cards", clause="HU-SETUP-05")
    sealed = mask(CARDS, see="size", names="cards", clause="HU-SETUP-07")
    under = mask(CARDS, see="size", names="cards", clause="HU-FBAT-03")
    # Locations, oldest first, and those whose reveal effect is still to come
    locations = ids(most=3, names="cards", clause="HU-LOC-02")
    waiting = ids(most=3, names="cards", clause="HU-LOC-05")
    # Face up on the table
    in_row = ids(most=CARDS, names="cards", clause="HU-SETUP-06")
    discard = mask(CARDS, names="cards", clause="HU-SETUP-13")
    inventory = mask(CARDS, names="cards", clause="HU-SETUP-03")
    attached = ids(most=CARDS, names="cards", clause="HU-ITEM-05")
    hosts = ids(most=CARDS, names="cards", clause="HU-ITEM-05")
    party = mask(CARDS, names="cards", clause="HU-SURV-01")
    tired = mask(CARDS, names="cards", clause="HU-SURV-04")
    # Foes of the Finale Battle that lie beaten (HU-FNOTE-03, HU-MASH-06)
    beaten = mask(CARDS, names="cards", clause="HU-FNOTE-03")
    # The fight: weapons in use stay in the inventory, the foe in the Row
    foe = i8(-1, names="cards", life="fight", clause="HU-COMBAT-03")
    primary = i8(-1, names="cards", life="fight", clause="HU-COMBAT-04")
    thrown = mask(CARDS, names="cards", life="fight", clause="HU-COMBAT-05")
    tucked = ids(most=CARDS, names="cards", life="fight", clause="HU-COMBAT-12")
    drawn = i8(-1, names="cards", life="fight", clause="HU-NOTE-03")
    total = u16(life="fight", clause="HU-COMBAT-07")
    attacks = u8(life="fight", clause="HU-COMBAT-14")
    due = u8(life="fight", clause="HU-FBAT-06")
    # The action in hand: the card to collect, rescue or attach, and the cards that pay for it
    target = i8(-1, names="cards", clause="HU-COLL-05")
    picked = mask(CARDS, names="cards", clause="HU-COLL-06")
    # The effect being done: its source, how many cards still, the last one; Row draws owed
    fx = i8(-1, names="sources", clause="HU-ITEM-03")
    fx_n = u8(clause="HU-ITEM-03")
    fx_at = i8(-1, clause="HU-ITEM-03")
    owed = u8(clause="HU-LOC-05")
    # Cards an effect looks at: picked up, put back on top when all are sorted
    looked = ids(most=CARDS, names="slots", clause="HU-ITEM-03")
