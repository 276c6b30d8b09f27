"""Who sees what: all but the order of piles, the front of the next Villain card, and discards
below the top.

Hands are open between players (HH-SETUP-18); decks lie face down (HH-SETUP-19); of the next
Villain card the back is seen (HH-SETUP-21, HH-REWARD-03); piles are not looked through, except
the own discard while a text lets a player do so (HH-PLAY-07).
"""

from __future__ import annotations

from engine.fields import Json, bits_of
from engine.games.ham_helsing.agenda import FETCH
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing

PILES = ("deck", "discard")


def show_backs(state: HamHelsing, seat: int, shown: dict[str, Json]) -> dict[str, Json]:
    """Sizes of each deck and discard, the back of the next Villain card, a discard looked at."""
    rules = state.rules
    for key in PILES:
        masks: list[int] = getattr(state, key)
        shown[key] = {rules.names["zone"][at]: masks[at].bit_count() for at in rules.zones}
    card = state.next_card
    if card >= 0:
        rewards: dict[str, Json] = {}
        for colour, reward in zip(COLOURS, rules.rewards[card], strict=True):
            named = (*COLOURS, "choice")[reward.colour]
            rewards[colour] = f"{reward.op} {reward.n} {named}" if reward.op in NAMING else (
                f"{reward.op} {reward.n}")  # fmt: skip
        shown["next_back"] = {
            "level": rules.level[card], "rounds": rules.rounds_left[card], "rewards": rewards,
        }  # fmt: skip
    agenda = state.agenda
    if agenda and agenda[-1][0] == FETCH and rules.seat_of[state.active] == seat:
        cards = state.discard[rules.zone_of[state.active]]
        shown["looked_at"] = [rules.names["card"][card] for card in bits_of(cards)]
    return shown


NAMING = ("scare", "skill")
