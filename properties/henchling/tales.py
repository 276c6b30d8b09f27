"""What events tell that no field keeps: the action, the batch and the phase under way."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.events import Happening
from engine.games.henchling.schema_words import ENHANCER, HENCHLING, ITEM, TRIGGERS, TYPES
from engine.games.henchling.state import Henchling
from properties.henchling.book import NONE, fighters, health_of, is_card, sort_of
from properties.henchling.ledger import Action, Batch, Memory
from properties.henchling.offers import granting

Tale = Callable[[Henchling, Happening, Memory], None]


def _turn(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.phase, memory.action, memory.reaction = "", None, None
    memory.over = False
    memory.spent = memory.gained = memory.counted = memory.forfeited = 0
    memory.purse, memory.excess, memory.put_away, memory.untilted = NONE, 0, 0, False
    memory.used, memory.due, memory.seen = {}, [], NONE


def _turn_over(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.over = True


def _phase(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.phase = h.word("phase")


def _purse(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.purse = h.num("amount")


def _cost(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.spent += h.num("amount")


def _money(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.gained += h.num("by")


def _drawn(now: Henchling, h: Happening, memory: Memory) -> None:
    if h.word("for") == "draw_phase":
        memory.counted += 1
        # Who is asked for a counted draw sees what lies exposed, if it is not taken (HE-DRAW-02).
        memory.seen = now.exposed if h.word("pile") == "down" else NONE
    if h.word("pile") == "up":
        _await(now, memory, "draw_exposed", now.traps)


def _exposed(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.seen = NONE


def _forfeited(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.forfeited += h.num("n")


def _counted(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.excess = max(0, h.num("hand") - h.num("limit"))
    memory.put_away = 0


def _discarded(now: Henchling, h: Happening, memory: Memory) -> None:
    if h.word("for") == "hand_limit":
        memory.put_away += 1
    _await(now, memory, "discard", now.traps)


def _action(kind: str, h: Happening) -> Action:
    return Action(kind, h.num("seat"), h.num("card"), h.num("ability"), h.num("first"),
                  h.num("second"))  # fmt: skip


def _announced(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.action, memory.reaction = _action(h.word("action"), h), None
    if memory.action.kind == "play":
        memory.arriving = NONE
    memory.action.givers = granting(now, h.num("card"), h.num("ability"))
    memory.waiting = list(now.traps)


def _reacted(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.reaction = _action("reaction", h)


def _tilted(now: Henchling, h: Happening, memory: Memory) -> None:
    under = memory.reaction or memory.action
    if under is not None and not h.num("by_effect") and under.card == h.num("card"):
        under.tilts += 1
    elif memory.action is not None and not h.num("by_effect"):
        if memory.action.card == h.num("card"):
            memory.action.tilts += 1
            memory.reaction = None


def _paid(now: Henchling, h: Happening, memory: Memory) -> None:
    under = memory.action
    if memory.reaction is not None and memory.reaction.card == h.num("card"):
        under = memory.reaction
    elif memory.reaction is not None:
        memory.reaction = None
    if under is not None:
        under.paid = True
    _await(now, memory, "ability", now.traps)
    if h.num("free"):
        key = h.num("via") << 12 | h.num("ability")
        memory.used[key] = memory.used.get(key, 0) + 1


def _await(now: Henchling, memory: Memory, trigger: str, waiting: Iterable[int]) -> None:
    """Traps that waited for this are due to spring."""
    when, abilities = TRIGGERS.index(trigger), now.rules.abilities
    memory.due += [card for card in waiting if card in now.traps and any(
        when in abilities[n].when for n in now.rules.designs[card].text)]  # fmt: skip


def _attacked(now: Henchling, h: Happening, memory: Memory) -> None:
    _await(now, memory, "attack", memory.waiting)
    if memory.action is not None:
        memory.action.attacked = True


def _prevented(now: Henchling, h: Happening, memory: Memory) -> None:
    if memory.action is not None:
        memory.action.prevented = True


def _opened(now: Henchling, h: Happening, memory: Memory) -> None:
    kind = h.word("kind")
    memory.batch = Batch(kind, h.num("source"), h.nums("targets"), h.nums("amounts"),
                         kind == "reaction")  # fmt: skip
    if now.rules.conditional:
        memory.batch.stood = {card: health_of(now, card) for card in fighters(now)}


def _blocked(now: Henchling, h: Happening, memory: Memory) -> None:
    if memory.batch is not None:
        memory.batch.blocked.append(h.num("card"))


def could_take(now: Henchling, batch: Batch, card: int) -> int:
    """The damage that kills: no text this batch has brought on lowers it (HE-ATK-09)."""
    return max(health_of(now, card), batch.stood.get(card, 0))


def _dealt(now: Henchling, h: Happening, memory: Memory) -> None:
    batch, target = memory.batch, h.num("target")
    if batch is None:
        return
    batch.handled += 1
    if is_card(target) and h.num("after") >= could_take(now, batch, target):
        batch.fatal.append(target)


def _absorbed(now: Henchling, h: Happening, memory: Memory) -> None:
    if memory.batch is not None:
        memory.batch.handled += 1


def _died(now: Henchling, h: Happening, memory: Memory) -> None:
    if memory.batch is not None:
        memory.batch.died.append(h.num("card"))
        memory.batch.closing = True


def _settled(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.batch = None


def _trap(now: Henchling, h: Happening, memory: Memory) -> None:
    if h.kind == "trap.sprung" or not h.num("waits"):
        memory.trap = h.num("card")
    memory.springs.setdefault(h.num("card"), 0)
    memory.springs[h.num("card")] += 1 if h.kind == "trap.sprung" else 0


def _trap_done(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.trap = NONE
    memory.due = [card for card in memory.due if card != h.num("card")]
    memory.springs.pop(h.num("card"), None)


def _arrived(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.arriving = h.num("card")
    sort = sort_of(now, h.num("card"))
    if sort in (HENCHLING, ITEM, ENHANCER):
        _await(now, memory, f"play_{TYPES[sort]}", memory.waiting)


def _spent(now: Henchling, h: Happening, memory: Memory) -> None:
    _await(now, memory, "play_spell", memory.waiting)


def _fell(now: Henchling, h: Happening, memory: Memory) -> None:
    # What a player who is out had under way is not carried on.
    memory.due = []


def _entered(now: Henchling, h: Happening, memory: Memory) -> None:
    memory.arriving = NONE


TALES: dict[str, Tale] = {
    "turn.started": _turn, "turn.ended": _turn_over, "phase.started": _phase,
    "purse.set": _purse, "cost.paid": _cost,
    "money.changed": _money, "card.drawn": _drawn, "draws.forfeited": _forfeited,
    "hand.counted": _counted, "card.discarded": _discarded, "action.announced": _announced,
    "reaction.used": _reacted, "card.tilted": _tilted, "ability.paid": _paid,
    "attack.made": _attacked, "action.prevented": _prevented, "batch.opened": _opened,
    "damage.blocked": _blocked, "damage.dealt": _dealt, "damage.absorbed": _absorbed,
    "henchling.died": _died, "batch.ended": _settled, "trap.entered": _trap,
    "trap.sprung": _trap, "trap.done": _trap_done, "card.arrived": _arrived,
    "card.entered": _entered, "player.eliminated": _fell, "card.exposed": _exposed,
    "spell.spent": _spent,
}  # fmt: skip


def tell(now: Henchling, h: Happening, memory: Memory) -> None:
    """Remember an event, before it is entered in the books."""
    tale = TALES.get(h.kind)
    if tale is not None:
        tale(now, h, memory)
