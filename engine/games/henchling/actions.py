"""What may be done: each verb with its enabling condition beside it."""

from __future__ import annotations

from engine.actions import Domain, Outcomes, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.henchling import events as ev
from engine.games.henchling.agenda_actions import begin, name_target
from engine.games.henchling.components import (
    ATTACK,
    DOWN_PILE,
    MADE_ROOM,
    MULLIGAN,
    NONE,
    PILES,
    PLAY,
    REACT,
    TAKE,
    TARGETS,
    USE,
)
from engine.games.henchling.effects import leave
from engine.games.henchling.effects_damage import block_with
from engine.games.henchling.effects_piles import (
    down_outcomes,
    draw_exposed,
    end_draws,
    expose,
    may_put_away,
    put_away,
    recycle,
    take_hidden,
    up_outcomes,
)
from engine.games.henchling.schema import ABILITIES_MAX, CARDS, INSTANCES, SEATS
from engine.games.henchling.schema_words import SPELL, W_DISCARD
from engine.games.henchling.setup import LOTS, deal_card, deal_outcomes, end_mulligan, open_with
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import (
    design,
    down_size,
    items_of,
    may_draw,
    may_recycle,
    waiting,
)
from engine.games.henchling.table_targets import (
    ability_at,
    attackers,
    blockers,
    choices,
    codes_of,
    playable,
    reactions,
    room_makers,
    target_of,
    usable,
)

CARD = Domain("card", range(CARDS), "cards")
ON_TABLE = Domain("card", range(INSTANCES), "cards")
ABILITY = Domain("ability", range(1, ABILITIES_MAX + 1))
TARGET = Domain("target", range(TARGETS), "targets")
SEAT = Domain("seat", range(SEATS), "seats")

# --- 3 Action --------------------------------------------------------------------------------


@verb("end_action", clause="HE-TURN-04")
def end_action(state: Henchling) -> None:
    """The action phase is over; acting is never a duty (HE-TURN-04)."""


@end_action.legal
def may_end(state: Henchling) -> list[int]:
    """Always."""
    return [0]


@verb("play_card", card=CARD, clause="HE-PLAY-10")
def play_card(state: Henchling, card: int) -> None:
    """A card from the own hand (HE-PLAY-06): targets first, then it is announced and paid."""
    made = design(state, card)
    begin(state, state.active, PLAY, card, made.text[0] if made.type == SPELL else NONE, card)


@play_card.legal
def affordable(state: Henchling) -> list[int]:
    """What the purse pays for, if what it must name is there (HE-PLAY-01, HE-ENH-02)."""
    return playable(state, state.active)


@verb("attack", card=ON_TABLE, clause="HE-ATK-01")
def attack(state: Henchling, card: int) -> None:
    """A Henchling attacks; it tilts only when that is carried out (HE-ATK-02)."""
    begin(state, state.active, ATTACK, card, NONE, card)


@attack.legal
def may_attack(state: Henchling) -> list[int]:
    """Untilted face-up Henchlings, this turn's included (HE-TURN-05, HE-ATK-03, HE-ITEM-02)."""
    return attackers(state, state.active)


@verb("use", card=ON_TABLE, ability=ABILITY, clause="HE-ABIL-02")
def use(state: Henchling, card: int, ability: int) -> None:
    """An ability, named by its card; a granted one by the enhancer that grants it (HE-ABIL-03).

    A tilt pays for one of them or for an attack (HE-HENCH-02).
    """
    number = ability_at(state, card, ability - 1)
    source = state.host[card] if state.host[card] >= 0 else card
    begin(state, state.active, USE, source, number, card)


@use.legal
def may_use(state: Henchling) -> list[int]:
    """Own face-up cards, Reactions too (HE-ABIL-07, HE-REACT-09, HE-ITEM-01, HE-COST-01)."""
    return usable(state, state.active)


@verb("target", target=TARGET, clause="HE-REQ-03")
def target(state: Henchling, target: int) -> None:
    """One of the targets is named; all of them before the announcement (HE-TILT-03)."""
    name_target(state, target_of(state, target))


@target.legal
def may_target(state: Henchling) -> list[int]:
    """What the slot reaches (HE-FLIP-04, -06), and leaves a second slot its own."""
    _, seat, _, source, number, first, second, _ = state.agenda[-1]
    return codes_of(state, *choices(state, seat, source, number, (first, second)))


# --- Reactions -------------------------------------------------------------------------------


@verb("no_reaction", clause="HE-REACT-02")
def no_reaction(state: Henchling) -> None:
    """This seat lets the action pass."""
    state.agenda.pop()


@no_reaction.legal
def may_let_pass(state: Henchling) -> list[int]:
    """Always."""
    return [0]


@verb("react", card=ON_TABLE, ability=ABILITY, clause="HE-REACT-01")
def react(state: Henchling, card: int, ability: int) -> None:
    """A Reaction; the seat is asked again after it (HE-REACT-02)."""
    number = ability_at(state, card, ability - 1)
    begin(state, state.agenda[-1][1], REACT, card, number, card)


@react.legal
def may_react(state: Henchling) -> list[int]:
    """Untilted face-up Reaction cards that can pay (HE-REACT-03, -10)."""
    return reactions(state, state.agenda[-1][1])


# --- Protector -------------------------------------------------------------------------------


@verb("no_block", clause="HE-PROT-01")
def no_block(state: Henchling) -> None:
    """The packet goes through."""
    state.agenda.pop()


@no_block.legal
def may_not_block(state: Henchling) -> list[int]:
    """Always."""
    return [0]


@verb("block", card=ON_TABLE, clause="HE-PROT-01")
def block(state: Henchling, card: int) -> None:
    """One Protector takes the whole packet (HE-PROT-04, -08); no fight of its own (HE-PROT-09)."""
    block_with(state, card)


@block.legal
def may_block(state: Henchling) -> list[int]:
    """Own Protectors that still stand, tilted or not as the option says (HE-PROT-07)."""
    _, seat, hit, _, _ = state.agenda[-1]
    return blockers(state, seat, hit)


# --- hands and items -------------------------------------------------------------------------


@verb("put_away", card=CARD, clause="HE-DPILE-01")
def put_away_card(state: Henchling, card: int) -> None:
    """A card of the hand goes to the discard pile (HE-DPILE-01, HE-DISC-01)."""
    put_away(state, card)


@put_away_card.legal
def may_be_put_away(state: Henchling) -> list[int]:
    """Hand cards, one set in one order."""
    return may_put_away(state)


@verb("make_room", card=ON_TABLE, clause="HE-ITEM-05")
def make_room(state: Henchling, card: int) -> None:
    """An own item is discarded for the one that comes; its Leave text runs first."""
    _, seat, _ = state.agenda.pop()
    emit(state, ev.ROOM_MADE, seat, card, items_of(state, seat).bit_count())
    owe(state.agenda, *leave(state, (card,), MADE_ROOM))


@make_room.legal
def may_make_room(state: Henchling) -> list[int]:
    """Own items in play, face-down ones included (HE-ITEM-04)."""
    return room_makers(state, state.agenda[-1][1])


@verb("decline", clause="HE-ITEM-05")
def decline(state: Henchling) -> None:
    """The token is not created."""
    state.agenda.pop()
    _, seat, kind, _ = state.agenda.pop()
    emit(state, ev.TOKEN_DECLINED, seat, kind)


@decline.legal
def may_decline(state: Henchling) -> list[int]:
    """A token alone may be refused."""
    return [0] if state.agenda[-1][2] else []


# --- Mulligan --------------------------------------------------------------------------------


@verb("mulligan_done", clause="HE-MULL-03", needs="mulligan=true")
def mulligan_done(state: Henchling) -> None:
    """Replacements are drawn for the cards put away, if any (HE-MULL-02)."""
    end_mulligan(state)


@mulligan_done.legal
def may_be_content(state: Henchling) -> list[int]:
    """Always."""
    return [0]


@verb("exchange", card=CARD, clause="HE-MULL-01", needs="mulligan=true")
def exchange(state: Henchling, card: int) -> None:
    """A card of the opening hand is put away."""
    _, seat, n, _, seen = state.agenda.pop()
    state.hands[seat] &= ~(1 << card)
    state.discard |= 1 << card
    emit(state, ev.HAND_EXCHANGED, seat, card, n + 1, state.hands[seat].bit_count())
    state.agenda.append((MULLIGAN, seat, n + 1, card, seen | waiting(state, W_DISCARD)))


@exchange.legal
def may_exchange(state: Henchling) -> list[int]:
    """Any number of cards, one set in one order (HE-MULL-03: each player once)."""
    _, seat, _, last, _ = state.agenda[-1]
    return [card for card in bits_of(state.hands[seat]) if card > last]


# --- 2 Draw ----------------------------------------------------------------------------------


@verb("forgo", clause="HE-DRAW-05")
def forgo(state: Henchling) -> None:
    """No reshuffle: the missing draws are forfeited."""
    state.agenda.pop()
    _, seat, n, why, seen = state.agenda.pop()
    end_draws(state, seat, n, why, seen, 1)


@forgo.legal
def may_forgo(state: Henchling) -> list[int]:
    """Drawing is a duty while a pile can be drawn from (HE-DRAW-01)."""
    return [] if may_draw(state) else [0]


@verb("draw", pile=Domain("pile", PILES), clause="HE-PILE-05")
def draw(state: Henchling, pile: int) -> None:
    """The next card comes from this pile (HE-PILE-05)."""
    _, seat, _, _ = state.agenda.pop()
    if pile == DOWN_PILE:
        state.agenda.append((TAKE, seat))
    else:
        draw_exposed(state, seat)


@draw.legal
def may_be_drawn_from(state: Henchling) -> list[int]:
    """Either pile; the second one while it shows a card."""
    return [0] * (down_size(state) > 0) + [1] * (state.exposed >= 0)


@verb("recycle", clause="HE-DRAW-04")
def recycle_discards(state: Henchling) -> None:
    """The discards are shuffled back into the piles; once for each card still to be drawn."""
    kind, seat, why, _ = state.agenda.pop()
    state.agenda.append((kind, seat, why, 1))
    recycle(state, seat)


@recycle_discards.legal
def may_be_recycled(state: Henchling) -> list[int]:
    """While a pile is empty and the discards hold more than traps (HE-DRAW-05: a choice)."""
    return [0] if not state.agenda[-1][3] and may_recycle(state) else []


# --- chance ----------------------------------------------------------------------------------


@verb("first_player", seat=SEAT, clause="HE-FIRST-01", needs="start=random")
def first_player(state: Henchling, seat: int) -> None:
    """A lot instead of a quick hand game."""
    open_with(state, seat, 1)


@first_player.outcomes
def lots(state: Henchling) -> Outcomes:
    """All seats alike."""
    return LOTS[state.rules.players]


@verb("deal", card=CARD, clause="HE-SETUP-02")
def deal(state: Henchling, card: int) -> None:
    """A card of a starting hand (HE-SETUP-02)."""
    deal_card(state, card)


@deal.outcomes
def dealt(state: Henchling) -> Outcomes:
    """Any card but traps."""
    return deal_outcomes(state)


@verb("take", card=CARD, clause="HE-DRAW-06")
def take(state: Henchling, card: int) -> None:
    """The hidden pile's next card, for the drawer alone."""
    _, seat = state.agenda.pop()
    take_hidden(state, seat, card)


@take.outcomes
def taken(state: Henchling) -> Outcomes:
    """By the counts of the pile (HE-PILE-07)."""
    return down_outcomes(state)


@verb("expose", card=CARD, clause="HE-PILE-03")
def expose_card(state: Henchling, card: int) -> None:
    """The second pile's next card, for all to see (HE-PILE-03)."""
    expose(state, card)


@expose_card.outcomes
def exposed(state: Henchling) -> Outcomes:
    """By the counts of the pile (HE-PILE-07)."""
    return up_outcomes(state)


VERBS = (
    end_action, play_card, attack, use, target, no_reaction, react, no_block, block,
    put_away_card, make_room, decline, mulligan_done, exchange, forgo, draw, recycle_discards,
    first_player, deal, take, expose_card,
)  # fmt: skip
