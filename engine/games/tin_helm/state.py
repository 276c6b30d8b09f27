"""The table of Tin Helm: six trackers, the dungeon pile, items, and the fight in hand (3.0)."""

from __future__ import annotations

from engine.games.tin_helm.components import TinHelmRules
from engine.games.tin_helm.schema import CARDS_MAX, ITEMS_MAX, SOURCES
from engine.state import State, i8, mask, stack, u8, u16


class TinHelm(State):
    """A position.  -1 (`none`) stands where no card is named."""

    rules: TinHelmRules

    phase = u8()
    # The adventurer (TH-SETUP-03, -04)
    race = i8(-1, names="race")
    cls = i8(-1, names="class")
    # The dungeon pile (TH-TURN-09): a set until a card is seen
    top = i8(-1, names="dungeon", clause="TH-TURN-02")
    room = i8(-1, names="dungeon", clause="TH-TURN-03")
    result = i8(-1, names="dungeon", clause="TH-TURN-03")
    # The trackers (TH-SETUP-02)
    enemy = i8(-1, names="enemy", life="fight", clause="TH-SETUP-14")
    health = u16(clause="TH-SETUP-08")
    energy = u16(clause="TH-SETUP-09")
    food = u16(clause="TH-SETUP-11")
    favor = u16(clause="TH-SETUP-15")
    foe = u16(life="fight", clause="TH-CARD-02")
    shards = u8(high=3, clause="TH-COMP-05")
    level = u8(clause="TH-SETUP-13")
    rooms = u8(high=6, clause="TH-LEVEL-02")
    # Icons begun in this room, the running one included (TH-TURN-06)
    icon = u8(clause="TH-TURN-06")
    # Water: dice still to roll, and successes so far (TH-ICON-17, TH-ERR-02)
    casts = u8(clause="TH-ERR-01")
    caught = u8(clause="TH-ERR-02")
    # The fight: energy behind the attack being rolled, the bomb thrown, hero has attacked
    spent = u8(life="fight", clause="TH-COMBAT-06")
    smoke = i8(-1, names="items", life="fight", clause="TH-ITEM-04")
    opened = u8(high=1, life="fight", clause="TH-COMBAT-04")
    # Piles and possessions
    unseen = mask(CARDS_MAX, see="size", names="dungeon", clause="TH-SETUP-17")
    used = mask(CARDS_MAX, names="dungeon", clause="TH-TURN-10")
    items = mask(ITEMS_MAX, names="items", clause="TH-ICON-08")
    loot = mask(ITEMS_MAX, names="loot", clause="TH-SETUP-16")
    sources = mask(len(SOURCES), names="shard_source", clause="TH-SHARD-08")
    agenda = stack()
