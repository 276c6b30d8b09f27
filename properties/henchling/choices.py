"""Legal lists against this witness's own reading: actions, targets, reactions, blocks, draws."""

from __future__ import annotations

from engine.games.henchling.components import BACK0, DRAWING
from engine.games.henchling.schema import ABILITIES_MAX
from engine.games.henchling.schema_words import HENCHLING, ITEM
from engine.games.henchling.state import Henchling
from properties.henchling.book import bits, in_play, is_card, of_type
from properties.henchling.ledger import Turn, memory_of, sizes
from properties.henchling.offers import (
    attackable,
    meant,
    offered,
    playable,
    simple,
    slots_of,
    taken,
    targets,
    usable,
)
from properties.history import History
from properties.invariant import Verdict, step_invariant


def _same(found: list[int], wanted: set[int], what: str) -> Verdict:
    if sorted(wanted) == found:
        return True
    return f"{what} offered {found}, by the rules {sorted(wanted)}"


@step_invariant("HEI-68", "HE-PLAY-01", "HE-PLAY-06", "HE-PLAY-10", "HE-PLAY-03", "HE-ENH-02",
                "HE-REQ-03", "HE-COST-01", rows=("action",), every=3)  # fmt: skip
def plays_are_what_can_be_paid(step: Turn) -> Verdict:
    """Offered from the hand is each card that money and targets allow, and no other."""
    state = step.before
    hand = state.hands[state.active]
    wanted = {card for card in bits(hand) if playable(state, card)}
    return _same(offered(step, "play_card"), wanted, "plays")


@step_invariant("HEI-24", "HE-ATK-01", "HE-ATK-03", "HE-TURN-05", "HE-PLAY-09", "HE-TILT-02",
                "HE-FLIP-02", "HE-ACT-01", "HE-ITEM-02", "HE-UNTILT-02",
                rows=("action",))  # fmt: skip
def attackers_are_ready(step: Turn) -> Verdict:
    """Each own untilted, face-up Henchling may attack, also one that came this turn."""
    state = step.before
    mine = state.tables[state.active] & in_play(state) & ~state.tilted
    if not mine:
        return None if not offered(step, "attack") else "an attack without a ready card"
    ready = set(bits(of_type(state, mine, HENCHLING)))
    if state.rules.free_counts:
        ready -= {use // ABILITIES_MAX for use in state.used}
    return _same(offered(step, "attack"), ready, "attacks")


@step_invariant("HEI-53", "HE-ITEM-01", "HE-REACT-09", "HE-REQ-01", "HE-ABIL-02", "HE-ABIL-03",
                "HE-ABIL-07", "HE-REQ-03", "HE-TILT-02", "HE-FLIP-02", "HE-INPLAY-01", "HE-ACT-01",
                "HE-HENCH-02", "HE-TURN-04", rows=("action",), every=3)  # fmt: skip
def abilities_are_what_can_be_paid(step: Turn) -> Verdict:
    """Offered is each ability of an own card in play whose demands are all met, and no other."""
    state = step.before
    if state.rules.free_counts:
        return None
    wanted: set[int] = set()
    doubtful: set[int] = set()
    for _, via, ability in usable(state, state.active, False):
        code = via * ABILITIES_MAX + ability.place
        (wanted if simple(ability) else doubtful).add(code)
        if ability.cancels:
            doubtful.add(code)
    found = offered(step, "use")
    missing = wanted - doubtful - set(found)
    beyond = set(found) - wanted - doubtful
    if missing or beyond:
        return f"uses missing {sorted(missing)}, beyond {sorted(beyond)}"
    return True if wanted else None


@step_invariant("HEI-53", "HE-TURN-04", rows=("action",))
def a_turn_may_always_end(step: Turn) -> Verdict:
    """In the action phase its end is always offered."""
    return offered(step, "end_action") == [0]


@step_invariant("HEI-66", "HE-FLIP-04", "HE-ATK-01", "HE-ABIL-06", "HE-FLIP-06", "HE-TRADE-01",
                "HE-ITEM-02", "HE-SPELL-02", rows=("choose",), every=2)  # fmt: skip
def targets_are_what_the_words_reach(step: Turn, past: History) -> Verdict:
    """Offered is everything the slot's selector names: no face-down card but for `card`."""
    codes = past.codes[:-1]
    known = slots_of(step, codes)
    if known is None:
        return None
    slots, card = known
    wanted = targets(step.before, slots[0], step.player, card)
    found = offered(step, "target")
    if slots[0].distinct and codes:
        wanted.discard(codes[-1] - step.game.space.bases["target"])
    if len(slots) > 1:
        return not set(found) - wanted or f"targets {found} beyond {sorted(wanted)}"
    if slots[0].optional:
        found = [target for target in found if target in wanted or is_card(target)]
    return _same(found, wanted, "targets")


@step_invariant("HEI-66", "HE-ATK-01", "HE-FLIP-02", "HE-FLIP-04", "HE-ITEM-02", rows=("choose",))
def the_attacked_are_up(step: Turn, past: History) -> Verdict:
    """An attack may be aimed at any other face-up Henchling and any living opponent."""
    if len(past.codes) < 2:
        return None
    code, space = past.codes[-2], step.game.space
    if space.verb_of(code).name != "attack":
        return None
    card = code - space.bases["attack"]
    return _same(offered(step, "target"), attackable(step.before, card), "attack targets")


@step_invariant("HEI-54", "HE-ABIL-07", "HE-FLIP-03", verbs=("target",))
def a_back_is_chosen_by_its_place(step: Turn) -> Verdict:
    """A face-down card is chosen as a back by its place, never by its name."""
    state, target = step.before, taken(step)
    if target >= BACK0:
        return is_card(meant(state, target))
    return target not in state.backs if is_card(target) else None


# --- reactions and blocks -----------------------------------------------------------------------


@step_invariant("HEI-41", "HE-REACT-01", "HE-REACT-02", "HE-REACT-10", "HE-TILT-02", "HE-FLIP-02",
                "HE-COST-01", "HE-REQ-03", rows=("react",))  # fmt: skip
def reactions_are_ready(step: Turn) -> Verdict:
    """A window offers each ready, face-up Reaction of an opponent, and to stay quiet."""
    state, seat = step.before, step.player
    if seat == state.active or not offered(step, "no_reaction"):
        return f"seat {seat} is asked in the turn of {state.active}"
    wanted: set[int] = set()
    cancels: set[int] = set()
    for card, _, ability in usable(state, seat, True):
        (cancels if ability.cancels else wanted).add(card * ABILITIES_MAX + ability.place)
    found = [code for code in offered(step, "react") if code not in cancels]
    return _same(found, wanted, "reactions")


def _protectors(state: Henchling, seat: int) -> set[int]:
    """Protectors of a seat that could block anything at all (HE-PROT-03, HE-PROT-07)."""
    mine = state.tables[seat] & in_play(state)
    if state.rules.needs_untilted:
        mine &= ~state.tilted
    found = set()
    for card in bits(mine):
        if card < len(state.rules.designs):
            printed = state.rules.designs[card]
        else:
            printed = state.rules.tokens[state.kinds[card - 64]]
        if printed.protector:
            found.add(card)
    return found


@step_invariant("HEI-42", "HE-PROT-01", "HE-PROT-02", "HE-PROT-03", "HE-PROT-05", "HE-PROT-06",
                "HE-PROT-07", "HE-PROT-08", "HE-FLIP-02", rows=("block",))  # fmt: skip
def blockers_are_protectors_of_the_target(step: Turn, past: History) -> Verdict:
    """The seat a packet is aimed at may block it with each ready Protector that can still block."""
    state, seat = step.before, step.player
    batch = memory_of(past).pending
    wanted = _protectors(state, seat)
    found = offered(step, "block")
    if set(found) - wanted or not offered(step, "no_block"):
        return f"blocks {found}, Protectors that could {sorted(wanted)}"
    if batch is None:
        return None
    spent = {card for card in batch.blocked
             if of_type(state, 1 << card, ITEM) and not _tilting(state, card)}  # fmt: skip
    wanted -= spent | set(batch.fatal)
    # A Protector that is itself the target of the packet cannot step in for itself.
    return not set(found) - wanted or f"blocks {found}, can {sorted(wanted)}"


def _tilting(state: Henchling, card: int) -> bool:
    known = state.rules.designs
    return card < len(known) and known[card].tilts_on_block


@step_invariant("HEI-69", "HE-PILE-05", "HE-DRAW-05", "HE-TRAP-01", rows=("draw",))
def both_piles_are_offered(step: Turn) -> Verdict:
    """A draw may come from the hidden pile if it has a card, and take the exposed card."""
    state = step.before
    wanted = ({0} if sizes(state)[1] else set()) | ({1} if state.exposed >= 0 else set())
    return _same(offered(step, "draw"), wanted, "draws")


@step_invariant("HEI-10", "HE-DRAW-04", "HE-DRAW-05", rows=("draw",))
def recycling_needs_an_empty_pile(step: Turn) -> Verdict:
    """The discards may be shuffled back only while a pile is empty and they hold a non-trap."""
    state = step.before
    _, down, up = sizes(state)
    may = (not down or not (up or state.exposed >= 0)) and state.discard & ~state.rules.traps
    found = offered(step, "recycle")
    return bool(may) or not found if found else (None if not may else True)


@step_invariant("HEI-63", "HE-DISC-01", "HE-PLAY-08", rows=("discard",))
def discards_are_of_the_hand(step: Turn) -> Verdict:
    """Cards of one's own hand are put away, ascending, but not the one that is being played."""
    state = step.before
    hand = state.hands[step.player]
    if state.playing >= 0:
        hand &= ~(1 << state.playing)
    return _slice(offered(step, "put_away"), hand, "discards")


def _slice(found: list[int], hand: int, what: str) -> Verdict:
    """Several cards are named in ascending order: offered is a run of the hand, none between."""
    cards = list(bits(hand))
    if not found:
        return f"no {what} of {cards}"
    low = cards.index(found[0]) if found[0] in cards else 0
    run = cards[low : low + len(found)]
    return found == run or f"{what} offered {found}, the hand is {cards}"


@step_invariant("HEI-64", "HE-ITEM-04", "HE-ITEM-05", rows=("make_room",))
def room_is_made_only_when_full(step: Turn) -> Verdict:
    """Room is asked for with the full number of items, of any of them."""
    state = step.before
    items = of_type(state, state.tables[step.player], ITEM)
    full = items.bit_count() == state.rules.item_limit
    if not full:
        return f"asked with {items.bit_count()} items"
    if state.playing >= 0:
        items &= ~(1 << state.playing)
    return _same(offered(step, "make_room"), set(bits(items)), "items to discard")


@step_invariant("HEI-49", "HE-MULL-01", "HE-MULL-03", rows=("mulligan",))
def hands_may_be_exchanged_or_kept(step: Turn) -> Verdict:
    """Before turn 1 cards of one's hand may be exchanged, ascending, and one may be content."""
    state = step.before
    if state.turn or state.step > DRAWING:
        return f"exchanged in turn {state.turn}"
    found = offered(step, "exchange")
    if not found:
        return bool(offered(step, "mulligan_done"))
    return _slice(found, state.hands[step.player], "exchanges")
