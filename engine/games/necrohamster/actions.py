"""What players and chance may do: verbs, legality and effect side by side, in rulebook order.

Numbers follow VERBS at the end, append-only.
"""

from __future__ import annotations

from engine.actions import Domain, Outcomes, verb
from engine.events import emit
from engine.fields import bits_of
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import (
    ABILITY,
    AREA,
    CONTINUOUS,
    HAND,
    SETUP,
    drawables,
)
from engine.games.necrohamster.effects import claim_titles, into_hand, take_from_deck
from engine.games.necrohamster.effects_ability import be_hit
from engine.games.necrohamster.schema import CREATURES_MAX, SEATS, SOURCES_MAX, TITLES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import (
    cards_from,
    creatures_hit,
    dealt_to,
    in_play,
    mover,
    order,
    payable,
    pending_kinds,
    running,
    summonable,
    targets,
)

CARD = Domain("card", range(CREATURES_MAX), "creature")
SEAT = Domain("seat", range(SEATS))
STATE = Domain("state", ("working", "waiting"))
BY_VICTIM, BY_ACTOR, BY_CHANCE = range(3)


def one_choice(state: Necrohamster) -> list[int]:
    """Always open."""
    return [0]


# --- game setup ------------------------------------------------------------------------------


@verb("lay_out", title=Domain("title", range(TITLES_MAX), "title"), clause="NH-SETUP-01")
def lay_out(state: Necrohamster, title: int) -> None:
    """A title of the shuffled ones lies open (NH-SETUP-02); the rest is out (NH-SETUP-03)."""
    rules = state.rules
    state.offered |= 1 << title
    emit(state, ev.TITLE_LAID_OUT, title)
    if state.offered.bit_count() == rules.titles_out:
        others = (1 << len(rules.titles)) - 1 & ~state.offered
        emit(state, ev.TITLES_DEALT, tuple(bits_of(state.offered)), rules.players)
        emit(state, ev.TITLES_REMOVED, tuple(bits_of(others)))


@lay_out.outcomes
def other_titles(state: Necrohamster) -> Outcomes:
    """Every title not laid out, equally likely."""
    rest = (1 << len(state.rules.titles)) - 1 & ~state.offered
    return Outcomes(bits_of(rest))


@verb("deal", card=CARD, clause="NH-SETUP-04")
def deal(state: Necrohamster, card: int) -> None:
    """One card from the shuffled deck to the next seat."""
    seat = dealt_to(state)
    state.deck[card] -= 1
    state.hands[seat][card] += 1
    if state.sink is not None:
        emit(state, ev.CARD_DEALT, seat, card, sum(state.hands[seat]), sum(state.deck))
    state.turn = (seat + 1) % state.rules.players


def cards_of_the_deck(state: Necrohamster) -> Outcomes:
    """Any card of the face-down deck, which nobody knows (NH-SETUP-05)."""
    return drawables(state.deck)


deal.outcomes(cards_of_the_deck)


@verb("start_with", seat=SEAT, clause="NH-SETUP-09")
def start_with(state: Necrohamster, seat: int) -> None:
    """A random player gets the starting player card; now there is an order to claim titles in.

    The reference cards have no title that five cards in hand could fulfil, but others may.
    """
    state.marker = seat
    emit(state, ev.MARKER_GIVEN, seat)
    claim_titles(state, HAND, order(state), SETUP)


@start_with.outcomes
def every_seat(state: Necrohamster) -> Outcomes:
    """The seats of this game, two to four (NH-SETUP-10)."""
    return Outcomes(range(state.rules.players))


# --- draw phase ------------------------------------------------------------------------------


@verb("draw", card=CARD, clause="NH-DRAW-03")
def draw(state: Necrohamster, card: int) -> None:
    """The mover takes the top card of the deck."""
    take_from_deck(state, card)


draw.outcomes(cards_of_the_deck)

# --- summon phase ----------------------------------------------------------------------------


@verb("pass_round", clause="NH-SUMMON-02")
def pass_round(state: Necrohamster) -> None:
    """Summon nothing this round."""


pass_round.legal(one_choice)


@verb("summon", card=CARD, clause="NH-SUMMON-03")
def summon(state: Necrohamster, card: int) -> None:
    """Choose the one creature to summon; nobody else learns which (NH-SUMMON-01)."""
    state.commit[mover(state)] = card


@summon.legal
def creatures_one_can_pay(state: Necrohamster) -> list[int]:
    """Creatures in hand with as many other cards as they cost (NH-SUMMON-05)."""
    return summonable(state, mover(state))


@verb("pay_with", card=CARD, clause="NH-SUMMON-04")
def pay_with(state: Necrohamster, card: int) -> None:
    """Set another card of the hand aside as payment; all are put down together."""
    state.paid[mover(state)][card] += 1


@pay_with.legal
def cards_to_pay_with(state: Necrohamster) -> list[int]:
    """Other cards of the hand, in ascending order, so that the payment can be completed."""
    return payable(state)


# --- ability phase ---------------------------------------------------------------------------


@verb("resolve", source=Domain("source", range(SOURCES_MAX), "sources"), clause="NH-ABILPH-02")
def resolve(state: Necrohamster, source: int) -> None:
    """Choose which of several pending effects comes next."""
    emit(state, ev.ORDER_CHOSEN, mover(state), source, len(pending_kinds(state)))
    state.source = source


@resolve.legal
def what_is_pending(state: Necrohamster) -> list[int]:
    """Every kind of effect the mover still has to resolve; equal ones are one choice."""
    return pending_kinds(state)


@verb("give_up", card=CARD, clause="NH-ABIL-03")
def give_up(state: Necrohamster, card: int) -> None:
    """Discard a card from hand because an effect says so."""
    drop_from_hand(state, card, BY_VICTIM)


@give_up.legal
def cards_to_give_up(state: Necrohamster) -> list[int]:
    """Cards of the hand hit, in ascending order where several must go."""
    return cards_from(state.hands[state.victim], state.low, state.left)


@verb("lose_by_chance", card=CARD, clause="NH-ABIL-03", needs="content has choose random")
def lose_by_chance(state: Necrohamster, card: int) -> None:
    """A random card of the hand is discarded."""
    drop_from_hand(state, card, BY_CHANCE)


@lose_by_chance.outcomes
def cards_of_the_victim(state: Necrohamster) -> Outcomes:
    """Any card of the hand hit."""
    return drawables(state.hands[state.victim])


def drop_from_hand(state: Necrohamster, card: int, chooser: int) -> None:
    """From the victim's hand face up to the discard pile (NH-SETUP-06)."""
    seat, source = state.victim, state.source
    state.hands[seat][card] -= 1
    state.discards[card] += 1
    state.left -= 1
    state.low = 0 if chooser == BY_CHANCE else card
    emit(state, ev.HAND_DISCARDED, seat, card, mover(state), source,
         state.rules.kind_of[source], chooser, sum(state.hands[seat]))  # fmt: skip


@verb("aim_at", seat=SEAT, clause="NH-ABILPH-04")
def aim_at(state: Necrohamster, seat: int) -> None:
    """Choose whom the effect hits."""
    emit(state, ev.TARGET_CHOSEN, mover(state), seat, state.source)
    be_hit(state, running(state), seat)


@aim_at.legal
def opponents_to_hit(state: Necrohamster) -> list[int]:
    """Opponents with something to lose whom no ward protects (NH-ABIL-03)."""
    return targets(state, running(state))


@verb("sacrifice", card=CARD, state=STATE, clause="NH-END-06")
def sacrifice(state: Necrohamster, card: int, waiting: int) -> None:
    """A creature leaves play for the discard pile; one not yet at work never starts."""
    remove_creature(state, card, waiting)
    state.discards[card] += 1
    seat, source = state.victim, state.source
    if state.sink is not None:
        emit(state, ev.CREATURE_DISCARDED, seat, card, 1 - waiting, mover(state), source,
             state.rules.kind_of[source], in_play(state, seat), state.count[seat])  # fmt: skip


@sacrifice.legal
def creatures_to_lose(state: Necrohamster) -> list[int]:
    """Creatures the effect may take; a working and a waiting one of a design differ.

    Where several must go, in ascending order, and only what leaves enough above it.
    """
    found: list[int] = []
    above = 0
    for kind, waiting in reversed(creatures_hit(state)):
        here = (state.waiting if waiting else state.areas)[state.victim][kind]
        above += here
        code = kind * 2 + waiting
        if above >= state.left and code >= state.low:
            found.append(code)
    found.reverse()
    return found


@verb("steal", card=CARD, state=STATE, clause="NH-ABIL-03",
      needs="content has op steal_creature")  # fmt: skip
def steal(state: Necrohamster, card: int, waiting: int) -> None:
    """A creature changes areas; that is no summon (NH-ART-03), and it works at once."""
    seat = mover(state)
    remove_creature(state, card, waiting)
    state.areas[seat][card] += 1
    emit(state, ev.CREATURE_STOLEN, seat, card, state.victim, state.source, state.count[seat])
    if state.rules.kind_of[card] == CONTINUOUS:
        emit(state, ev.ABILITY_STARTED, seat, card, 1)
    claim_titles(state, AREA, (seat,), ABILITY)


steal.legal(creatures_to_lose)


def remove_creature(state: Necrohamster, card: int, waiting: int) -> None:
    """Out of the victim's area; its summon stays counted (NH-END-04, NH-END-06)."""
    (state.waiting if waiting else state.areas)[state.victim][card] -= 1
    state.left -= 1
    state.low = card * 2 + waiting


# --- what a card's text says may be done (NH-ABILPH-04) --------------------------------------


@verb("decline", clause="NH-ABILPH-04")
def decline(state: Necrohamster) -> None:
    """Leave the rest of an effect be, where its text says may or nothing fits."""
    op = state.rules.names["ops"].index(running(state).op)
    emit(state, ev.OFFER_DECLINED, mover(state), state.source, op)
    state.left = 0


@decline.legal
def nothing_must_be_done(state: Necrohamster) -> list[int]:
    """The text says may, or nothing can be summoned, which the others cannot know."""
    effect = running(state)
    if effect.optional or (effect.op == "extra_summon" and not creatures_to_call(state)):
        return [0]
    return []


@verb("recover", card=CARD, clause="NH-ABILPH-04")
def recover(state: Necrohamster, card: int) -> None:
    """Take a card of the discard pile into the hand."""
    into_hand(state, card)
    state.left -= 1
    state.low = card


@recover.legal
def cards_to_recover(state: Necrohamster) -> list[int]:
    """Cards of the discard pile that fit, in ascending order."""
    effect = running(state)
    pile = bytearray(CREATURES_MAX)
    for kind in effect.kinds:
        pile[kind] = state.discards[kind]
    return cards_from(pile, state.low, 1 if effect.optional else state.left)


@verb("call", card=CARD, clause="NH-ABILPH-03")
def call(state: Necrohamster, card: int) -> None:
    """Choose a further creature to summon; it is paid for at once."""
    state.commit[mover(state)] = card


@call.legal
def creatures_to_call(state: Necrohamster) -> list[int]:
    """Creatures in hand that fit and can be paid for (NH-SUMMON-05)."""
    fits = running(state).kinds
    return [kind for kind in summonable(state, mover(state)) if kind in fits]


VERBS = (
    pass_round, decline, lay_out, deal, start_with, draw, summon, pay_with, resolve, give_up,
    lose_by_chance, aim_at, sacrifice, steal, recover, call,
)  # fmt: skip
