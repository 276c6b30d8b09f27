"""Policies: a careful one that ends games, its refusing twin, and a shopper that provokes.

The careful one plays, uses and aims by what `careful_worth` says, blocks and reacts where it pays.
The refusing one does no more than it must: no Reaction, no block, no reshuffle, draws that leave
the exposed card.  The shopper buys and uses whatever it can, and aims at cards before players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.game import Game
from engine.games.henchling.careful_worth import (
    LETHAL,
    action_worth,
    cheapest,
    playable_soon,
    printed_worth,
    target_worth,
    worth,
)
from engine.games.henchling.components import (
    ATTACK,
    CARRY_OUT,
    NONE,
    PLAY,
    REACT,
    SEAT0,
    USE,
)
from engine.games.henchling.schema import ABILITIES_MAX
from engine.games.henchling.schema_words import SPELL
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import design, health_of
from engine.games.henchling.table_targets import ability_at, target_of
from engine.rng import Tape
from engine.state import State

CAREFUL, REFUSING, SHOPPER = range(3)
# Local codes by verb, as offered.
Offers = dict[str, list[int]]
Wish = tuple[str, int]
Answer = Callable[[Henchling, Offers, Tape, int], Wish]
GOOD_DRAW = 5


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """A sensible choice."""
    return choose(game, state, legal, tape, CAREFUL)


def refusing(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """The twin that lets everything pass."""
    return choose(game, state, legal, tape, REFUSING)


def shopper(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """The twin that buys, uses and provokes."""
    return choose(game, state, legal, tape, SHOPPER)


def choose(game: Game, state: State, legal: list[int], tape: Tape, manner: int) -> int:
    """The row's answer in a manner; any legal action if it has none."""
    if len(legal) == 1:
        return legal[0]
    space = game.space
    offers: Offers = {}
    for code in legal:
        name = space.verbs[space.verb_at[code]].name
        offers.setdefault(name, []).append(code - space.bases[name])
    answer = ANSWERS[game.row_name(state)]
    verb, local = answer(cast(Henchling, state), offers, tape, manner)
    return space.bases[verb] + local


# --- 3 Action --------------------------------------------------------------------------------


def parts(state: Henchling, verb: str, local: int) -> tuple[int, int, int]:
    """(action, source, ability) of an offer of the action row."""
    if verb == "play_card":
        made = design(state, local)
        return PLAY, local, made.text[0] if made.type == SPELL else NONE
    if verb == "attack":
        return ATTACK, local, NONE
    via, place = divmod(local, ABILITIES_MAX)
    source = state.host[via] if state.host[via] >= 0 else via
    return USE, source, ability_at(state, via, place)


def act(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """The action worth most; the shopper takes any but an attack first; none: the end."""
    seat = state.active
    found: list[tuple[int, Wish]] = []
    for verb in ("play_card", "attack", "use"):
        for local in offers.get(verb, ()):
            value = action_worth(state, seat, *parts(state, verb, local))
            if verb == "attack" and manner != SHOPPER and value < LETHAL:
                value -= design(state, local).protector * 4
            if value > 0 or (manner == SHOPPER and verb != "attack"):
                found.append((value, (verb, local)))
    if not found or (manner == REFUSING and tape.below(3) == 0):
        return "end_action", 0
    if manner == SHOPPER:
        buys = [wish for _, wish in found if wish[0] != "attack"]
        if buys:
            return buys[tape.below(len(buys))]
    return max(found, key=lambda pair: pair[0])[1]


def aim(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """The best target; the shopper leaves players for last, and now and then hits anything."""
    _, seat, action, source, number, first, _, _ = state.agenda[-1]
    codes = offers["target"]
    if manner == SHOPPER and tape.below(4) == 0:
        return "target", codes[tape.below(len(codes))]
    slot = 0 if first == NONE else 1

    def value(code: int) -> int:
        target = target_of(state, code)
        points = target_worth(state, seat, action, source, number, slot, target)
        if manner == SHOPPER and target >= SEAT0 and points < LETHAL:
            points -= 12
        return points

    return "target", max(codes, key=value)


# --- answers to others -----------------------------------------------------------------------


def answer_action(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """A Reaction against an attack or a card used, or in aid of a Henchling that is attacked."""
    seat = state.agenda[-1][1]
    offered = offers.get("react", [])
    if manner == REFUSING or not offered:
        return "no_reaction", 0
    if manner == SHOPPER:
        return "react", offered[tape.below(len(offered))]
    found = [task for task in state.agenda if task[0] == CARRY_OUT]
    threat = found[-1][2] != PLAY or printed_worth(state, found[-1][3]) > 9
    for local in offered:
        via, place = divmod(local, ABILITIES_MAX)
        number = ability_at(state, via, place)
        if threat and (
            state.rules.abilities[number].cancels
            or action_worth(state, seat, REACT, via, number) > 2
        ):
            return "react", local
    return "no_reaction", 0


def shield(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """Block what would kill, or two and more at a player, with the Protector worth least."""
    _, _, target, n, _ = state.agenda[-1]
    if manner == REFUSING:
        return "no_block", 0
    if target >= SEAT0:
        grave = n >= 2 or n >= state.health[target - SEAT0]
    else:
        grave = n >= health_of(state, target) - state.damage[target]
    if not grave and manner != SHOPPER:
        return "no_block", 0
    return "block", min(offers["block"], key=lambda card: (worth(state, card), card))


# --- hands, items, piles ---------------------------------------------------------------------


def put_away(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """The card missed least."""
    return "put_away", cheapest(state, offers["put_away"])


def make_room(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """The item missed least; a token may be let go."""
    if "decline" in offers and (manner == REFUSING or tape.below(2)):
        return "decline", 0
    return "make_room", cheapest(state, offers["make_room"])


def exchange(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """Weak cards of the opening hand."""
    weak = [card for card in offers.get("exchange", ()) if playable_soon(state, card) < GOOD_DRAW]
    return ("exchange", weak[0]) if weak and manner != REFUSING else ("mulligan_done", 0)


def draw(state: Henchling, offers: Offers, tape: Tape, manner: int) -> Wish:
    """The exposed card if it is good; the refusing one leaves it and forgoes a reshuffle."""
    if "recycle" in offers and manner != REFUSING and tape.below(2):
        return "recycle", 0
    if "draw" not in offers:
        return ("forgo", 0) if manner == REFUSING else ("recycle", 0)
    shown = state.exposed
    wants = shown >= 0 and (manner == SHOPPER or playable_soon(state, shown) >= GOOD_DRAW)
    piles = offers["draw"]
    return "draw", piles[-1] if wants and manner != REFUSING else piles[0]


ANSWERS: dict[str, Answer] = {
    "action": act,
    "choose": aim,
    "react": answer_action,
    "block": shield,
    "discard": put_away,
    "make_room": make_room,
    "mulligan": exchange,
    "draw": draw,
}
