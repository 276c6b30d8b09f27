"""A careful player in step 1: what to do next, and where to go (HH-TIP-03 to -05).

A plan is made afresh at every choice: go to the Villain if the way is short enough, else to the
Location where the attacks at hand gain most; use what is free, fight, and end in a safe place.
"""

from __future__ import annotations

from engine.fields import bits_of
from engine.games.ham_helsing.careful_board import (
    Taste,
    attacks_left,
    danger,
    kills_at,
    moves_left,
    next_step,
    threat_from,
    ways,
)
from engine.games.ham_helsing.components import (
    DRAW,
    HEAL,
    KNUCKLES,
    LOCATIONS,
    MONEY,
    MOVE,
    REROLL,
    SKILL,
    STAR,
    WILD,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import company, crowd, kind_at, zone

# What a text is worth now, by its first op; texts for fights are used at the Villain.
FIGHT_TEXTS = ("double", "ignore_block", "reroll_each_die_once", "unblockable")
# What other texts are worth wherever one stands; those missing wait for the Villain.
TEXT_WORTH = {
    "draw": 85, "money": 85, "raise_skills": 85, "add_move": 85, "take_shield": 85,
    "fetch_discard": 85, "revive": 85, "scares_pay": 85, "soften_next_damage": 40,
    "ignore_nests": 40, "attack": 50, "next_attack_ranged": 50,
}  # fmt: skip


def goal_of(state: HamHelsing, taste: Taste) -> int:
    """The Location to be in now: the Villain's, or the one with most to gain; ties stay."""
    reach = ways(state, state.at[state.active], moves_left(state))
    attacks = attacks_left(state)
    if wants_villain(state, taste, sum(attacks)) and reach[state.villain] >= 0:
        return state.villain
    places = [place for place in range(LOCATIONS) if reach[place] >= 0]
    return max(
        places, key=lambda at: (place_worth(state, at, attacks, taste) - 2 * reach[at], -reach[at])
    )


def wants_villain(state: HamHelsing, taste: Taste, strength: int) -> bool:
    """The Villain is on the board, there is something to hit with, and health enough."""
    fit = state.health[state.active] > 3 or state.dial <= strength or not taste.heals
    return taste.fights and state.villain >= 0 and strength > 0 and fit


def place_worth(state: HamHelsing, place: int, attacks: list[int], taste: Taste) -> int:
    """Minions to defeat there, less what ending the turn there would cost."""
    worth = 4 * kills_at(state, place, attacks) if any(attacks) else 0
    if taste.fights and state.villain >= 0:
        worth -= 6 * state.rules.walks.away[place][state.villain]
    return worth - threat_from(state, place)


def text_op(state: HamHelsing, card: int) -> str:
    """The first op of the text of a card and its sleeve."""
    text = state.rules.face(card, state.sleeves[card]).text
    return state.rules.fx[text[0]].op if text else ""


def star_worth(state: HamHelsing, card: int, at_villain: bool, taste: Taste) -> int:
    """What using a text now is worth; 0 for later."""
    op = text_op(state, card)
    if op in FIGHT_TEXTS:
        return fight_text_worth(state, card, op) if at_villain and taste.fights else 0
    if op == "heal":
        return 60 if taste.heals and hurt_here(state, 2) else 0
    if op in ("knuckles", "scare"):
        return 75 if taste.scares else 0
    return TEXT_WORTH.get(op, 65 if at_villain else 0)


def fight_text_worth(state: HamHelsing, card: int, op: str) -> int:
    """A text that helps against the Villain; doubling needs something to double."""
    if op != "double":
        return 80
    colour = state.rules.fx[state.rules.face(card, state.sleeves[card]).text[0]].colour
    attacks = attacks_left(state)
    return 70 if attacks[colour] + attacks[WILD] else 0


def hurt_here(state: HamHelsing, n: int) -> list[int]:
    """Conscious characters here who lack that much health."""
    tops = state.rules.health_max
    here = company(state, state.at[state.active])
    return [who for who in here if state.health[who] + n <= tops[who]]


def spend_worth(state: HamHelsing, card: int, place: int, goal: int, taste: Taste) -> int:
    """What spending this point now is worth."""
    kind = kind_at(state, card, place)
    here = state.at[state.active]
    at_villain = taste.fights and state.villain == here
    if kind == STAR:
        return star_worth(state, card, at_villain, taste)
    if kind == HEAL:
        lacks = state.health[state.active] < state.rules.health_max[state.active]
        return 90 if lacks and taste.heals else 0
    if kind in (MONEY, DRAW, SKILL):
        return 95
    if kind == KNUCKLES:
        return 75 if taste.scares else 0
    if kind == MOVE:
        return 55 if goal != here else 0
    if at_villain or (taste.fights and goal == state.villain):
        return 0
    return 60 - (kind == WILD) if crowd(state, here) else 0


def pay_worth(state: HamHelsing, card: int) -> int:
    """How well a hand card can be spared: the fewer icons, the better (HH-TIP-03)."""
    face = state.rules.face(card, state.sleeves[card])
    return 30 - 6 * len(face.icons)


def has_reroll(state: HamHelsing, card: int) -> bool:
    """A reroll icon is printed on it."""
    icons = state.rules.face(card, state.sleeves[card]).icons
    return any(kind == REROLL for _, kind in icons)


def play_worth(state: HamHelsing, name: str, args: tuple[int, ...], goal: int, taste: Taste) -> int:
    """What an action of step 1 is worth; more than 0 is better than to end it."""
    here = state.at[state.active]
    at_villain = taste.fights and state.villain == here
    if name == "spend":
        return spend_worth(state, args[0], args[1], goal, taste)
    if name == "lay":
        return 72 if at_villain and has_reroll(state, args[0]) else 0
    if name in ("base_move", "walk"):
        return 56 if goal != here else 0
    if name in ("skill_attack", "loose_attack"):
        return 0 if at_villain else 58
    if name == "use_katana":
        return 68 if at_villain else 0
    if name == "katana_hit":
        return 10
    if name == "fight_villain":
        return 62 if at_villain else 0
    if name == "revive_other":
        return 97 + pay_worth(state, args[0]) // 10
    if name in ("croak", "snack", "ability"):
        return ability_worth(state, name, args[0], at_villain)
    if name == "swamp_buy":
        return 92 if taste.buys else 0
    if name == "take_shield":
        return 94
    return 0


def ability_worth(state: HamHelsing, name: str, card: int, at_villain: bool) -> int:
    """Whether a hand card is worth discarding for an effect."""
    spare = pay_worth(state, card)
    if name == "croak":
        return 70 + spare if state.deck[zone(state)] else 0
    if name == "snack":
        crowded = max(danger(state, place) for place in range(LOCATIONS))
        return 50 + spare if crowded >= 30 else 0
    op = state.rules.fx[state.rules.ability[state.active][0]].op
    if op == "add_attack":
        return 64 + spare // 10 if at_villain and spare > 20 else 0
    if op == "heal":
        hurt = [who for who in company(state, state.at[state.active]) if state.health[who] <= 4]
        return 40 + spare if hurt else 0
    return 20 + spare if spare > 20 and not at_villain else 0


def safest_step(state: HamHelsing, places: list[int]) -> int:
    """The connected Location from which least harm follows."""
    return min(places, key=lambda place: (threat_from(state, place), place))


def step_towards(state: HamHelsing, places: list[int], taste: Taste) -> int:
    """The path to take: towards the goal of the turn."""
    goal = goal_of(state, taste)
    if goal == state.at[state.active]:
        return safest_step(state, places)
    wanted = next_step(state, goal)
    return wanted if wanted in places else places[0]


def best_target(state: HamHelsing, options: list[tuple[int, int]]) -> int:
    """The index of the target to hit: one that falls, two colours begun, crowded places first."""

    def worth(at: int) -> tuple[int, int, int]:
        token, colour = options[at]
        rest = state.rules.colours[token] & ~state.hits[token] & ~(1 << colour)
        falls = 20 if not rest or state.rules.either else 0
        feasible = all(attacks_left(state)[other] for other in bits_of(rest))
        return falls + (6 if feasible else 0) + (3 if state.hits[token] else 0), -token, -colour

    return max(range(len(options)), key=worth)
