"""The table of The Necrohamster: what lies in the middle, what each seat has, what is under way."""

from __future__ import annotations

from engine.games.necrohamster.components import NecrohamsterRules
from engine.games.necrohamster.schema import (
    ARTEFACTS_MAX,
    CREATURES_MAX,
    SEATS,
    SOURCES_MAX,
    TITLES_MAX,
)
from engine.state import State, i8, mask, masks, numbers, pile, piles, u8, u16


class Necrohamster(State):
    """A position.  -1 (`none`) stands where no seat or card is named."""

    rules: NecrohamsterRules

    phase = u8()
    player = i8(-1)
    # The course of the game; `turn` counts the seats that are done, in player order
    round = u16(clock=True, clause="NH-ROUND-01")
    marker = i8(-1, clause="NH-SETUP-09")
    turn = u8(high=SEATS, clause="NH-TITLE-03")
    ended = u8(high=1, clause="NH-END-01")
    # The middle of the table
    deck = pile(CREATURES_MAX, see="size", names="creature", clause="NH-SETUP-05")
    discards = pile(CREATURES_MAX, names="creature", clause="NH-SETUP-06")
    offered = mask(TITLES_MAX, names="title", clause="NH-SETUP-02")
    shelf = mask(ARTEFACTS_MAX, names="artefact", clause="NH-SETUP-07")
    # What each seat has; `waiting` are continuous creatures that do not work yet (NH-ABIL-02)
    hands = piles(SEATS, CREATURES_MAX, see="owner", names="creature", clause="NH-SETUP-04")
    areas = piles(SEATS, CREATURES_MAX, names="creature", clause="NH-SUMMON-07")
    waiting = piles(SEATS, CREATURES_MAX, names="creature", clause="NH-ABIL-02")
    titles = masks(SEATS, TITLES_MAX, names="title", clause="NH-TITLE-04")
    artefacts = masks(SEATS, ARTEFACTS_MAX, names="artefact", clause="NH-ART-02")
    # Creatures ever summoned; the best of them, kept only where tie_mode asks for it
    count = numbers(SEATS, by_seat=True, clause="NH-END-01")
    best = numbers(SEATS, by_seat=True, clause="NH-TIE-02")
    # The summon under way; cards chosen to pay for it are still in the hand
    commit = numbers(SEATS, "b", -1, by_seat=True, see="after=reveal", names="creature",
                     clause="NH-SUMMON-01")  # fmt: skip
    paid = piles(SEATS, CREATURES_MAX, see="after=reveal", names="creature",
                 clause="NH-SUMMON-04")  # fmt: skip
    # Effects still to be resolved by each seat, and the one that is
    pending = piles(SEATS, SOURCES_MAX, names="sources", clause="NH-ABILPH-04")
    source = i8(-1, names="sources", clause="NH-ABILPH-02")
    part = u8(clause="NH-ABILPH-04")
    # Cards still to be drawn; seats an effect has passed, whom it hits, and how often still
    owed = u8(clause="NH-DRAW-03")
    reach = u8(high=SEATS, clause="NH-ABIL-03")
    victim = i8(-1, clause="NH-ABIL-03")
    left = u8(clause="NH-ABILPH-04")
    # Of several cards chosen one by one, the least kind that may come next
    low = u8(clause="NH-ABILPH-04")
    asked = u8(clause="NH-ABILPH-04")
