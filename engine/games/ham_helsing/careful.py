"""Careful policies: they reach the rules' far ends.  Each row has a short answer of its own.

`careful` fights the Villain, `hoarding` gathers money and upgrades on one card and leaves the
Villain alone, `refusing` neither buys nor heals nor calls Knuckles and walks into every fight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.fields import bits_of
from engine.game import Game
from engine.games.ham_helsing.agenda import WHO_HEALS
from engine.games.ham_helsing.careful_board import Taste, danger
from engine.games.ham_helsing.careful_play import (
    best_target,
    goal_of,
    pay_worth,
    play_worth,
    step_towards,
)
from engine.games.ham_helsing.careful_shop import (
    best_colour,
    best_host,
    best_send,
    shop_worth,
)
from engine.games.ham_helsing.components import POWER_FACE
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import crowd
from engine.rng import Tape
from engine.state import State

CAREFUL = Taste()
HOARDING = Taste(fights=False, stacks=True)
REFUSING = Taste(buys=False, heals=False, scares=False)
TRADE_ODDS = 40

Call = tuple[str, tuple[int, ...]]
Answer = Callable[[HamHelsing, list[Call], Taste, Tape], int]


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Fights whenever it can, buys attacks, keeps Locations."""
    return sensible(game, state, legal, tape, CAREFUL)


def hoarding(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Leaves the Villain alone and stacks upgrades on one card: sleeves fill, time runs out."""
    return sensible(game, state, legal, tape, HOARDING)


def refusing(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Fights bare-handed: no upgrade, no rest, no Knuckles."""
    return sensible(game, state, legal, tape, REFUSING)


def sensible(game: Game, state: State, legal: list[int], tape: Tape, taste: Taste) -> int:
    """A choice by taste out of a legal list."""
    if len(legal) == 1:
        return legal[0]
    space = game.space
    calls = [(space.verb_of(code).name, space.calls[code][1]) for code in legal]
    answer = ANSWERS.get(game.row_name(state))
    if answer is None:
        return legal[tape.below(len(legal))]
    return legal[answer(cast(HamHelsing, state), calls, taste, tape)]


def best(calls: list[Call], worth: Callable[[str, tuple[int, ...]], int], tape: Tape) -> int:
    """The index of the call that is worth most; equal ones by the tape."""
    values = [worth(name, args) for name, args in calls]
    top = max(values)
    found = [at for at, value in enumerate(values) if value == top]
    return found[tape.below(len(found))]


def index_of(calls: list[Call], name: str) -> int:
    """Where a verb stands in the list; the first call if it does not."""
    return next((at for at, call in enumerate(calls) if call[0] == name), 0)


def play(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The best action of step 1; ending it is worth 1, a trade now and then more."""
    goal = goal_of(state, taste)

    def worth(name: str, args: tuple[int, ...]) -> int:
        if name == "end_play":
            return 1
        if name in ("trade", "adjust"):
            return 99 if not tape.below(TRADE_ODDS) else 0
        return play_worth(state, name, args, goal, taste)

    return best(calls, worth, tape)


def aim(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """A target that falls."""
    return best_target(state, [(args[0], args[1]) for _, args in calls])


def go(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Towards the goal."""
    places = [args[0] for _, args in calls]
    return places.index(step_towards(state, places, taste))


def send(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Knuckles to the Location in most danger."""
    places = [args[0] for _, args in calls]
    return places.index(best_send(state, places))


def whistle(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Wherever it can be done."""
    return len(calls) - 1 if tape.below(8) else 0


def follow(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """With Lobos towards the Villain."""
    _, _, _, origin, goal = state.agenda[-1]
    away = state.rules.walks.away
    there = state.villain if state.villain >= 0 else state.rules.canyon
    closer = away[goal][there] < away[origin][there] and not state.lost >> goal & 1
    return index_of(calls, "follow" if closer else "remain")


def commit(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Everything, wilds in the colour least used so far; then roll."""

    def worth(name: str, args: tuple[int, ...]) -> int:
        if name in ("commit_wild", "commit_loose_wild"):
            colour = args[-1]
            return 40 - 4 * state.fight[colour] + 3 * state.doubled[colour]
        return {"roll": 1, "commit_katana": 10, "commit_skill": 20}.get(name, 60)

    first = min(range(len(calls)), key=lambda at: _key(calls[at]))
    nearest = [at for at, call in enumerate(calls) if _key(call) == _key(calls[first])]
    chosen = best([calls[at] for at in nearest], worth, tape)
    return nearest[chosen]


def _key(call: Call) -> tuple[int, ...]:
    """The order in which attacks are chosen; rolling comes last."""
    name, args = call
    chapter = ("commit", "commit_wild", "commit_loose", "commit_loose_wild", "commit_skill",
               "commit_katana", "roll").index(name)  # fmt: skip
    if chapter < 2:
        return (0, args[0], args[1])
    return (chapter,)


def reroll(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """A die that blocks attacks, hurts or has the power is rolled again."""

    def worth(name: str, args: tuple[int, ...]) -> int:
        return 2 if name == "stand" else 3 * (die_harm(state, state.dice[args[-1]]) > 1)

    return best(calls, worth, tape)


def die_harm(state: HamHelsing, face: int) -> int:
    """What a face costs the attacker."""
    if face < 4:
        return state.fight[face] + int(state.rules.armour)
    return 2 if face == POWER_FACE else face - 3


def keep(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The result that costs less."""
    _, die, face = state.agenda[-1]
    better = die_harm(state, face) < die_harm(state, state.dice[die])
    return index_of(calls, "keep_new" if better else "keep_old")


def snout(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The block that stops most."""

    def worth(name: str, args: tuple[int, ...]) -> int:
        return 0 if name == "keep_block" else die_harm(state, state.dice[args[0]])

    return best(calls, worth, tape)


def who(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The one who lacks most health; for cards, the one with the smallest hand."""
    heals = state.agenda[-1][1] == WHO_HEALS

    def worth(name: str, args: tuple[int, ...]) -> int:
        one = args[0]
        if heals:
            return state.rules.health_max[one] - state.health[one]
        return -state.hand[state.rules.zone_of[one]].bit_count()

    return best(calls, worth, tape)


def give_up(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The card with the fewest icons."""
    return best(calls, lambda name, args: pay_worth(state, args[0]), tape)


def cover(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """An icon of the poorest card."""
    return best(calls, lambda name, args: pay_worth(state, args[0]), tape)


def move_pick(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Where a Minion does least harm."""
    return best(calls, lambda name, args: -danger(state, args[0], 1), tape)


def scare(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """From the Location in most danger; two colours before one."""
    from_anywhere = [place for place in range(17) if danger(state, place)]
    crowded = {token for place in from_anywhere for token in bits_of(state.board[place])}

    def worth(name: str, args: tuple[int, ...]) -> int:
        token = args[0]
        return 2 * (token in crowded) + state.rules.count_of[token]

    return best(calls, worth, tape)


def market(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The best upgrade for the money; a flush now and then with money to burn."""
    buyer = state.agenda[-1][1]

    def worth(name: str, args: tuple[int, ...]) -> int:
        if name == "pass_market":
            return 1
        if name == "flush":
            return 2 if taste.buys and state.money[buyer] >= 5 and not tape.below(6) else 0
        return shop_worth(state, state.market[args[0]]) if taste.buys else 0

    return best(calls, worth, tape)


def flush(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The cheap ones go."""

    def worth(name: str, args: tuple[int, ...]) -> int:
        return 12 if name == "flush_done" else 24 - shop_worth(state, state.market[args[0]])

    return best(calls, worth, tape)


def sleeve(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Spread over the hand, or stacked on one card."""
    cards = [args[0] for _, args in calls]
    return cards.index(best_host(state, cards, taste.stacks))


def raise_skill(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The skill nearest to its maximum."""
    return best(calls, lambda name, args: best_colour(state, args[0]), tape)


def lower_skill(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The skill farthest from its maximum."""
    return best(calls, lambda name, args: -best_colour(state, args[0]), tape)


def bundle(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Any part, then the offer."""
    offers = index_of(calls, "offer")
    if calls[offers][0] == "offer" and tape.below(2):
        return offers
    return tape.below(len(calls))


def first_of(*names: str) -> Answer:
    """An answer that is always the same verb."""

    def answer(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
        return next((index_of(calls, n) for n in names if any(n == c[0] for c in calls)), 0)

    return answer


def shield(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Block, unless it is the last point of little."""
    return index_of(calls, "use_shield" if tape.below(8) else "take_it")


def rise(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Stand up, unless one does not care."""
    return index_of(calls, "stand_up" if taste.heals else "lie")


def keep_cards(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """Keep them, but for a Minion's token more or less useless ones now and then."""
    return 0 if tape.below(6) else tape.below(len(calls))


def order(state: HamHelsing, calls: list[Call], taste: Taste, tape: Tape) -> int:
    """The emptiest Location first."""
    return best(calls, lambda name, args: -crowd(state, args[0]), tape)


ANSWERS: dict[str, Answer] = {
    "play": play, "aim": aim, "go": go, "send": send, "whistle": whistle, "follow": follow,
    "commit": commit, "reroll": reroll, "keep": keep, "snout": snout, "who": who,
    "pay": give_up, "cover": cover, "move_pick": move_pick, "scare": scare, "market": market,
    "flush": flush, "sleeve": sleeve, "raise": raise_skill, "lower": lower_skill,
    "bundle": bundle, "consent": first_of("agree"), "shield": shield,
    "extra": first_of("take_extra"), "keep_cards": keep_cards, "revive": rise,
    "ram": first_of("convert"), "order": order,
}  # fmt: skip
