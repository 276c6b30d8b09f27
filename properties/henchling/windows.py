"""Who must be asked: a window opens whenever somebody could react, or could block."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import SEAT0
from engine.games.henchling.schema_words import ITEM, SPELL
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    bits,
    controller,
    design,
    in_play,
    is_seat,
    sort_of,
)
from properties.henchling.ledger import Batch, event_check, memory_of
from properties.henchling.offers import usable
from properties.henchling.tales import could_take
from properties.history import History
from properties.invariant import Verdict


@event_check("HEI-40", "HE-REACT-02", "HE-SPELL-03", "HE-REACT-01", kinds=("action.announced",))
def whoever_can_react_is_asked(h: Happening, now: Henchling, past: History) -> Verdict:
    """After an announcement a window opens if an opponent has a usable Reaction in play."""
    printed = design(now, h.num("card"))
    if printed is None or (printed.type == SPELL and printed.no_reaction):
        return None
    later = [event.event.kind for event in past.rest()]
    asked = past.game.rows[past.state.phase].name == "react" and set(later) <= {"cost.paid"}
    able = {
        seat
        for seat in bits(now.alive & ~(1 << now.active))
        for _, _, ability in usable(now, seat, True)
        if not ability.cancels
    }
    if not able:
        return None
    return asked or f"seats {sorted(able)} could react and were not asked; {later[:3]}"


def _blockers(now: Henchling, seat: int, batch: Batch) -> list[int]:
    """Protectors of a seat that can block now, as this batch stands."""
    ready = now.tables[seat] & in_play(now)
    if now.rules.needs_untilted:
        ready &= ~now.tilted
    found = []
    for card in bits(ready):
        printed = design(now, card)
        if printed is None or not printed.protector:
            continue
        if printed.type == ITEM:
            fit = printed.tilts_on_block or card not in batch.blocked
        else:
            fit = now.damage[card] < could_take(now, batch, card)
        found += [card] if fit else []
    return found


@event_check("HEI-42", "HE-PROT-01", "HE-PROT-02", "HE-PROT-06", kinds=("damage.dealt",))
def whoever_can_block_is_asked(h: Happening, now: Henchling, past: History) -> Verdict:
    """A packet that goes through unasked was aimed where no Protector could block it."""
    batch, first, step = memory_of(past).batch, h.num("first"), past.step
    if batch is None or step is None or h.num("blocked") or not h.num("packet"):
        return None
    if batch.reaction and not now.rules.block_reactions:
        return None
    seat = first - SEAT0 if is_seat(first) else controller(now, first)
    declined = step.verb == "no_block" and step.player == seat and past.previous is not None
    if declined and step.events and step.events[0] is past.log[past.at]:
        return True
    able = [card for card in _blockers(now, seat, batch) if card != first]
    return not able or f"Protectors {able} of seat {seat} could block; type {sort_of(now, first)}"
