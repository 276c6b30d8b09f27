"""What a careful player buys, on which card it goes, whom Knuckles visits (HH-TIP-03)."""

from __future__ import annotations

from engine.games.ham_helsing.careful_board import danger
from engine.games.ham_helsing.components import CARDS, WILD
from engine.games.ham_helsing.components_cards import face_of
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import crowd

# By icon kind: four colours, wild, move, money, draw, heal, star, Knuckles, skill, reroll.
ICON_WORTH = (6, 6, 6, 6, 8, 3, 3, 6, 3, 8, 6, 3, 4)
TEXT_WORTH = {"unblockable": 8, "double": 8, "knuckles": 6, "add_move": 2, "heal": 3}


def shop_worth(state: HamHelsing, upgrade: int) -> int:
    """Tenfold worth of an upgrade, less what it costs; at least 2, so that money is used."""
    rules = state.rules
    face = face_of([rules.slots[CARDS + upgrade]], [rules.texts[CARDS + upgrade]])
    worth = sum(ICON_WORTH[kind] * face.points[place] for place, kind in face.icons)
    worth += sum(TEXT_WORTH.get(rules.fx[step].op, 0) for step in face.text)
    return max(2, 2 * worth - 3 * rules.cost[upgrade])


def best_host(state: HamHelsing, cards: list[int], stacks: bool) -> int:
    """The card with most icons if they are stacked, else the one with fewest attacks."""

    def fullness(card: int) -> int:
        icons = state.rules.face(card, state.sleeves[card]).icons
        return 4 * len(icons) + sum(kind <= WILD for _, kind in icons)

    chosen = sorted(cards, key=lambda card: (fullness(card), card))
    return chosen[-1 if stacks else 0]


def best_send(state: HamHelsing, places: list[int]) -> int:
    """The Location in most danger; among equals the one he can empty."""
    return max(
        places, key=lambda place: (danger(state, place), 0 < crowd(state, place) <= 2, -place)
    )


def best_colour(state: HamHelsing, colour: int) -> int:
    """How near a skill of the active character is to its maximum."""
    at = 4 * state.active + colour
    return state.skill[at] - state.rules.skill_max[at]
