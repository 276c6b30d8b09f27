"""The table of Ham Helsing: board, characters, cards, market, the Villain, and work that is owed.

-1 (`none`) stands where nothing is named; Knuckles and the Villain are then off the map.  Rows by
character follow turn order; rows by seat are the zones of cards, one for both in the solo game.
"""

from __future__ import annotations

from engine.games.ham_helsing.components import (
    AT_LAB,
    CARDS,
    LOCATIONS,
    MARKET,
    MINIONS,
    PLACES,
    SEATS,
    TOKENS,
    UPGRADES,
    VILLAIN_CARDS,
    HamRules,
)
from engine.state import State, cells, i8, ids, mask, masks, numbers, tasks, u8, u16


class HamHelsing(State):
    """A position."""

    rules: HamRules

    phase = u8()
    player = i8(-1)
    # Whose turn it is, what the spine owes next, the round (HH-ROUND-02 to -04)
    active = u8(high=3, names="who", clause="HH-ROUND-04")
    step = u8(names="step", clause="HH-ROUND-03")
    round = u8(clause="HH-ROUND-01")
    turns = u8(clause="HH-ROUND-05")
    first = u8(high=3, clause="HH-COMP-08")
    decided = u8(high=1, clause="HH-END-01")
    # What a turn has one of (HH-BASE-01, HH-LOC-02, HH-SKILL-03, HH-TRADE-03)
    base = u8(high=1, life="turn", clause="HH-BASE-01")
    powers = mask(LOCATIONS, life="turn", names="location", clause="HH-LOC-02")
    skills = mask(4, life="turn", names="colour", clause="HH-SKILL-03")
    traded = u8(high=1, life="turn", clause="HH-TRADE-03")
    fell = u8(high=1, life="turn", clause="HH-KO-02")
    # Tree Pig Village: still there since the first shift; the run of shifts (HH-LOC-VILLAGE-02)
    village = u8(high=1, life="play", clause="HH-LOC-VILLAGE-02")
    run = u8(high=16, life="run", clause="HH-LOC-VILLAGE-02")
    run_down = mask(4, life="run", names="colour", clause="HH-LOC-VILLAGE-02")
    run_up = mask(4, life="run", names="colour", clause="HH-LOC-VILLAGE-02")
    # The pool: points on no card, those of each card below in `left` (HH-PLAY-02); the state tracks
    # icons, so Indicator tokens never run out (HH-COMP-12, HH-INDIC-01, -02)
    steps = u8(life="play", clause="HH-BASE-02")
    loose = numbers(5, life="play", of="attack", clause="HH-CARD-07")
    doubled = numbers(4, life="play", of="colour", clause="HH-CARD-07")
    katana_points = u8(life="play", clause="HH-KATANA-04")
    reach = u8(life="play", clause="HH-FIGHT-01")
    shuffled = mask(SEATS, life="play", clause="HH-DRAW-05")
    # Texts that last (HH-CARD-04): damage to soften, nests ignored, scares that pay
    soften = u8(life="turn", clause="HH-CARD-04")
    skates = u8(high=1, life="turn", clause="HH-MOVE-05")
    bounty = u8(life="turn", clause="HH-SCARE-03")
    bones = u8(life="play", clause="HH-VFIGHT-12")
    snout = u8(life="play", clause="HH-VFIGHT-07")
    # A fight: attacks by colour and colourless ones, dice kept, colours with an attack that is no
    # wild (an event is judged by it), dice the bones rolled, ignored
    fight = numbers(5, of="fight", clause="HH-VFIGHT-04")
    dice = numbers(2, "b", -1, names="face", of="die", clause="HH-VFIGHT-06")
    plain = mask(4, names="colour", clause="HH-REWARD-05")
    boned = mask(2, clause="HH-VFIGHT-12")
    ignored = mask(2, clause="HH-VFIGHT-07")
    # Characters (HH-COMP-11)
    at = numbers(SEATS, "b", -1, names="location", of="who", clause="HH-SETUP-14")
    health = numbers(SEATS, of="who", clause="HH-SETUP-12")
    money = numbers(SEATS, of="who", clause="HH-SETUP-11")
    skill = cells(4 * SEATS, of="who_skill", clause="HH-SETUP-13")
    shield = u8(AT_LAB, high=5, names="shield", clause="HH-COMP-09")
    katana = u8(4, high=4, names="katana", clause="HH-COMP-10")
    # Starting cards (HH-COMP-02): zones, points left on those in play, covered icons
    hand = masks(SEATS, CARDS, names="card", of="zone", clause="HH-SETUP-17")
    deck = masks(SEATS, CARDS, see="size", names="card", of="zone", clause="HH-SETUP-19")
    played = masks(SEATS, CARDS, names="card", of="zone", clause="HH-PLAY-02")
    discard = masks(SEATS, CARDS, see="size", names="card", of="zone", clause="HH-PLAY-07")
    top = numbers(SEATS, "b", -1, names="card", of="zone", clause="HH-PLAY-07")
    left = cells(CARDS * PLACES, of="icon_at", clause="HH-PLAY-02")
    touched = mask(CARDS, names="card", clause="HH-ENDPLAY-02")
    covered = masks(CARDS, PLACES, by_seat=False, names="place", of="card", clause="HH-EFFECT-05")
    # Upgrades (HH-COMP-03)
    pile = mask(UPGRADES, see="size", names="upgrade", clause="HH-SETUP-09")
    market = numbers(MARKET, "b", -1, names="upgrade", clause="HH-SETUP-08")
    flushed = mask(UPGRADES, see="size", names="upgrade", clause="HH-MARKET-09")
    bought = i8(-1, names="upgrade", clause="HH-MARKET-07")
    sleeves = masks(CARDS, UPGRADES, by_seat=False, names="upgrade", of="card", clause="HH-COMP-14")
    aside = masks(SEATS, UPGRADES, by_seat=False, names="upgrade", of="who", clause="HH-SLEEVE-05")
    passes = u8(high=4, clause="HH-MARKET-04")
    # Tokens (HH-COMP-01)
    board = masks(
        LOCATIONS, TOKENS, by_seat=False, names="token", of="location", clause="HH-SETUP-01"
    )
    bag = mask(TOKENS, see="size", names="token", clause="HH-SETUP-03")
    scrap = mask(TOKENS, see="size", names="token", clause="HH-PLACE-06")
    beaten = mask(TOKENS, names="token", clause="HH-FIGHT-08")
    safe = mask(TOKENS, names="token", clause="HH-BITE-04")
    hits = masks(MINIONS, 4, by_seat=False, names="colour", of="minion", clause="HH-FIGHT-05")
    queue = ids("B", TOKENS, names="token", clause="HH-EFFECT-02")
    # The board and who stands on it (HH-COMP-15, -16)
    lost = mask(LOCATIONS, names="location", clause="HH-LOSE-04")
    bear = i8(-1, names="location", clause="HH-SETUP-05")
    asleep = u8(high=1, clause="HH-HEN-03")
    villain = i8(-1, names="location", clause="HH-SETUP-30")
    dial = u16(clause="HH-SETUP-28")
    shown = mask(2, names="up", clause="HH-LOSE-12")
    rewarded = masks(SEATS, 4, by_seat=False, names="colour", of="who", clause="HH-REWARD-04")
    # Villain cards: levels still below the top, the top one (its front is hidden), flipped, done
    levels = ids("B", VILLAIN_CARDS, clause="HH-SETUP-23")
    next_card = i8(-1, see="nobody", names="villain_card", clause="HH-REWARD-03")
    card = i8(-1, names="villain_card", clause="HH-VILLAIN-01")
    done = mask(VILLAIN_CARDS, names="villain_card", clause="HH-VILLAIN-02")
    agenda = tasks()
