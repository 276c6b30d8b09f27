"""What chance decides: seeds, tokens, cards, upgrades, the top Villain card, dice."""

from __future__ import annotations

from engine.actions import Domain, Outcomes, Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import CARD, MINION
from engine.games.ham_helsing.agenda import KEEP
from engine.games.ham_helsing.components import SEATS, TOKENS, UPGRADES, VILLAIN_CARDS
from engine.games.ham_helsing.components_causes import (
    FOR_CARD,
    FOR_FIGHT,
    FOR_PULL,
    IN_PLAY,
    MOVE_PULL,
)
from engine.games.ham_helsing.effects_cards import take_card
from engine.games.ham_helsing.effects_market import type_of
from engine.games.ham_helsing.effects_tokens import place_token
from engine.games.ham_helsing.effects_villain import by_colour, top_cards
from engine.games.ham_helsing.schema_words import FACES
from engine.games.ham_helsing.setup import settle_first
from engine.games.ham_helsing.state import HamHelsing

FACE = Domain("face", FACES)


@verb("first_player", seat=Domain("seat", range(SEATS)), clause="HH-SETUP-31")
def first_player(state: HamHelsing, seat: int) -> None:
    """The First Player marker goes to a seat."""
    state.agenda.pop()
    settle_first(state, seat)


@first_player.outcomes
def any_seat(state: HamHelsing) -> Outcomes:
    """Every seat, equally likely."""
    return Outcomes(range(state.rules.seats))


@verb("seed_minion", minion=MINION, clause="HH-SETUP-01")
def seed_minion(state: HamHelsing, token: int) -> None:
    """A Minion is put on a Location before play."""
    _, place = state.agenda.pop()
    state.bag &= ~(1 << token)
    state.board[place] |= 1 << token
    emit(state, ev.SETUP_MINION, token, place)


def tokens_in_bag(state: HamHelsing) -> Outcomes:
    """Like tokens are one outcome, as heavy as there are of them; no order of the bag exists
    (HH-PLACE-07).  While Locations are seeded the bag holds no Effect (HH-SETUP-02)."""
    return state.rules.drawn(state.bag)


seed_minion.outcomes(tokens_in_bag)


@verb("draw_token", token=Domain("token", range(TOKENS), "token"), clause="HH-PLACE-07")
def draw_token(state: HamHelsing, token: int) -> None:
    """A token from the bag is put on the Location it was drawn for."""
    _, place, by, box = state.agenda.pop()
    place_token(state, token, place, by, box)


draw_token.outcomes(tokens_in_bag)


@verb("draw_card", card=CARD, clause="HH-DRAW-01")
def draw_card(state: HamHelsing, card: int) -> None:
    """The top card of a deck, which is a pool nobody has looked at."""
    _, who, cause = state.agenda.pop()
    take_card(state, who, card, cause)


@draw_card.outcomes
def cards_in_deck(state: HamHelsing) -> Outcomes:
    """Every card of the deck, equally likely."""
    return Outcomes.even(bits_of(state.deck[state.rules.zone_of[state.agenda[-1][1]]]))


@verb("reveal_upgrade", upgrade=Domain("upgrade", range(UPGRADES), "upgrade"),
      clause="HH-MARKET-06")  # fmt: skip
def reveal_upgrade(state: HamHelsing, upgrade: int) -> None:
    """The top upgrade of a pile is laid face up in its row (HH-SETUP-08)."""
    _, place = state.agenda.pop()
    state.pile &= ~(1 << upgrade)
    state.market[place] = upgrade
    kind = state.rules.special >> upgrade & 1
    left = (state.pile & type_of(state, place)).bit_count()
    emit(state, ev.MARKET_REFILL, place, upgrade, kind, left, int(state.round == 0),
         int(state.step == IN_PLAY))  # fmt: skip


@reveal_upgrade.outcomes
def upgrades_in_pile(state: HamHelsing) -> Outcomes:
    """Every upgrade of the pile of that row, equally likely."""
    return Outcomes.even(bits_of(state.pile & type_of(state, state.agenda[-1][1])))


@verb("show_villain_card", card=Domain("villain_card", range(VILLAIN_CARDS), "villain_card"),
      clause="HH-SETUP-22")  # fmt: skip
def show_villain_card(state: HamHelsing, card: int) -> None:
    """A card becomes the top of the Villain deck: its back is seen (HH-REWARD-03)."""
    state.agenda.pop()
    state.next_card = card
    level = state.levels.pop(0)
    emit(state, ev.VILLAIN_TOP, level, state.rules.rounds_left[card], len(state.levels))


@show_villain_card.outcomes
def unused_of_level(state: HamHelsing) -> Outcomes:
    """Cards of the level that are still in the box, equally likely."""
    return Outcomes.even(bits_of(top_cards(state)))


@verb("roll_die", face=FACE, clause="HH-VFIGHT-06")
def roll_die(state: HamHelsing, face: int) -> None:
    """One of the two Villain dice of a fight."""
    _, die = state.agenda.pop()
    state.dice[die] = face
    emit(state, ev.DIE_ROLL, die, face, FOR_FIGHT)


def faces_of_die(state: HamHelsing) -> Outcomes:
    """The faces of the die, each as heavy as it has of them."""
    return state.rules.dice[state.agenda[-1][1]]


roll_die.outcomes(faces_of_die)


@verb("reroll_die", face=FACE, clause="HH-VFIGHT-12")
def reroll_die(state: HamHelsing, face: int) -> None:
    """A second result for one die."""
    _, die = state.agenda.pop()
    owe(state.agenda, (KEEP, die, face))


reroll_die.outcomes(faces_of_die)


@verb("colour_die", face=FACE, clause="HH-VMIN-02")
def colour_die(state: HamHelsing, face: int) -> None:
    """The first die is rolled until it shows a colour; other faces do nothing here."""
    cause = state.agenda[-1][1]
    emit(state, ev.DIE_ROLL, 0, face, FOR_PULL if cause == MOVE_PULL else FOR_CARD)
    if face < 4:
        state.agenda.pop()
        by_colour(state, face, cause)


@colour_die.outcomes
def faces_of_first_die(state: HamHelsing) -> Outcomes:
    """The faces of the first die."""
    return state.rules.dice[0]


VERBS: tuple[Verb, ...] = (
    first_player, seed_minion, draw_token, draw_card, reveal_upgrade, show_villain_card, roll_die,
    reroll_die, colour_die,
)  # fmt: skip
