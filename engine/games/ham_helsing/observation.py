"""Who sees what: all but the order of piles, the front of the next Villain card, and discards
below the top.

Hands are open between players (HH-SETUP-18); decks lie face down (HH-SETUP-19); of the next
Villain card the back is seen (HH-SETUP-21, HH-REWARD-03); piles are not looked through, except
the own discard while a text lets a player do so (HH-PLAY-07).
"""

from __future__ import annotations

from engine.fields import Json, bits_of
from engine.games.ham_helsing.agenda import FETCH
from engine.games.ham_helsing.components_cards import Reward
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing

PILES = ("deck", "discard")
NAMING = ("scare", "skill")


def show_backs(state: HamHelsing, seat: int, shown: dict[str, Json]) -> dict[str, Json]:
    """Sizes of each deck and discard, the back of the next Villain card, a discard looked at."""
    for key in PILES:
        shown[key] = sizes(state, getattr(state, key))
    if state.next_card >= 0:
        shown["next_back"] = back_of(state, state.next_card)
    if looks_through(state, seat):
        cards = state.discard[state.rules.zone_of[state.active]]
        shown["looked_at"] = [state.rules.names["card"][card] for card in bits_of(cards)]
    return shown


def sizes(state: HamHelsing, masks: list[int]) -> dict[str, Json]:
    """How many cards each zone has."""
    rules = state.rules
    return {rules.names["zone"][at]: masks[at].bit_count() for at in rules.zones}


def back_of(state: HamHelsing, card: int) -> dict[str, Json]:
    """Level, rounds remaining and rewards by colour."""
    rules = state.rules
    pairs = zip(COLOURS, rules.rewards[card], strict=True)
    rewards: dict[str, Json] = {colour: reward_words(reward) for colour, reward in pairs}
    return {"level": rules.level[card], "rounds": rules.rounds_left[card], "rewards": rewards}


def reward_words(reward: Reward) -> str:
    """A reward as the back shows it: `scare 2 red`."""
    named = f" {(*COLOURS, 'choice')[reward.colour]}" if reward.op in NAMING else ""
    return f"{reward.op} {reward.n}{named}"


def looks_through(state: HamHelsing, seat: int) -> bool:
    """A text lets this seat look through its discard now."""
    agenda = state.agenda
    asked = bool(agenda) and agenda[-1][0] == FETCH
    return asked and state.rules.seat_of[state.active] == seat
