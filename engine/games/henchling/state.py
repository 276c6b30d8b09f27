"""The table of Henchling: hands, tables, two piles, the trap row, and what is owed.

A card's controller is the seat whose table holds it; an enhancer lies on its host's table.  What
lies face down is known to its controller alone, so nothing kept by card is shown as it stands:
`observation` lays the table out.  -1 (`none`) stands where no card or seat is named.
"""

from __future__ import annotations

from engine.games.henchling.components import STEPS, USES, HenchlingRules
from engine.games.henchling.schema import CARDS, INSTANCES, LIMIT, SEATS, TOKENS
from engine.state import State, cells, i8, ids, mask, masks, numbers, tasks, u8, u16


class Henchling(State):
    """A position."""

    rules: HenchlingRules

    phase = u8()
    player = i8(-1)
    # Whose turn it is, which turn, what the spine owes once the agenda is empty
    opening = i8(-1, clause="HE-FIRST-01")
    active = i8(-1, clause="HE-TURN-02")
    turn = u16(clock=True, clause="HE-TURN-03")
    step = u8(high=len(STEPS), names="steps", clause="HE-TURN-03")
    announced = u16(clock=True, clause="HE-LIMIT-06")
    # The Overlords; only the active one has money (HE-PLAY-05)
    alive = mask(SEATS, names="seats", clause="HE-ELIM-01")
    health = numbers(SEATS, "H", by_seat=True, clause="HE-HP-01")
    purse = u8(high=LIMIT, clause="HE-PLAY-03")
    hands = masks(SEATS, CARDS, see="owner", names="cards", clause="HE-SETUP-03")
    # The piles (HE-PILE-07): own sets, one pool with the hidden pile's count, cards put under it
    exposed = i8(-1, names="cards", clause="HE-PILE-03")
    passers = mask(SEATS, names="seats", clause="HE-DRAW-02")
    saw = u8(high=1, clause="HE-DRAW-02")
    pool = mask(CARDS, see="size", names="cards", clause="HE-PILE-07")
    pool_down = u8(high=CARDS, clause="HE-PILE-07")
    down = mask(CARDS, see="size", names="cards", clause="HE-PILE-01")
    up = mask(CARDS, see="size", names="cards", clause="HE-PILE-02")
    bottom = ids(most=CARDS, see="size", names="cards", clause="HE-PILE-07")
    discard = mask(CARDS, names="cards", clause="HE-DPILE-01")
    # Traps that wait or are being carried out, in the order they were exposed
    traps = ids(most=CARDS, names="cards", clause="HE-TRAP-04")
    # A card announced from the hand, until it is in play or spent
    playing = i8(-1, names="cards", clause="HE-PLAY-08")
    # The table
    tables = masks(SEATS, INSTANCES, see="nobody", names="cards", clause="HE-TABLE-01")
    tilted = mask(INSTANCES, see="nobody", names="cards", clause="HE-TILT-01")
    # Face-down cards in the order they were turned, who turned each, and those of this turn
    backs = ids(most=INSTANCES, see="nobody", names="cards", clause="HE-FLIP-01")
    flippers = ids(most=INSTANCES, see="nobody", names="seats", clause="HE-UNFLIP-04")
    flip_now = mask(INSTANCES, see="nobody", names="cards", clause="HE-UNFLIP-02")
    # By card: who played it, what it is attached to, damage, counters, boosts
    owner = cells(INSTANCES, see="nobody", of="cards", names="seats", clause="HE-EJECT-01")
    host = numbers(INSTANCES, "h", -1, see="nobody", of="cards", names="cards",
                   clause="HE-ENH-01", raw=True)  # fmt: skip
    damage = cells(INSTANCES, see="nobody", of="cards", clause="HE-RECOV-02")
    coins = cells(INSTANCES, see="nobody", of="cards", clause="HE-CTR-01")
    power_a = numbers(INSTANCES, "h", see="nobody", of="cards", clause="HE-CTR-05", raw=True)
    power_h = numbers(INSTANCES, "h", see="nobody", of="cards", clause="HE-CTR-05", raw=True)
    boost_a = numbers(INSTANCES, "h", see="nobody", of="cards", clause="HE-REACT-07", raw=True)
    boost_h = numbers(INSTANCES, "h", see="nobody", of="cards", clause="HE-REACT-07", raw=True)
    turn_a = numbers(INSTANCES, "h", see="nobody", of="cards", clause="HE-REACT-07", raw=True)
    turn_h = numbers(INSTANCES, "h", see="nobody", of="cards", clause="HE-REACT-07", raw=True)
    # Free uses of this turn, ascending, one entry a use (HE-ABIL-05)
    used = ids("H", most=4 * USES, see="nobody", names="uses", clause="HE-ABIL-05")
    # What each token in play is
    kinds = numbers(TOKENS, "b", -1, see="nobody", names="tokens", clause="HE-TOKEN-01")
    # Protectors that blocked in the open damage batch
    guards = mask(INSTANCES, see="nobody", names="cards", clause="HE-PROT-05")
    agenda = tasks()
