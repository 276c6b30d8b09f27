"""What events tell that no field keeps: steps, batches, fights, uses of Knuckles."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.ledger import Memory


def tell(now: HamHelsing, h: Happening, memory: Memory) -> None:
    """Remember what an event says; `now` stands just before it."""
    kind = h.event.kind
    if kind == "step.enter":
        memory.step, memory.who = h.word("step"), h.num("who")
    elif kind == "special.activate":
        memory.card = h.num("card")
