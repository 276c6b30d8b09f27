"""Policies that reach the rules' far ends: a careful player, a hoarder, and one who thinks small.

They read what the player sees, and leave to the tape what is equal.  Each row has a short answer of
its own; worths are in tenths of a point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from engine.fields import bits_of
from engine.game import Game
from engine.games.necrohamster.components import AREA, CONTINUOUS, Effect
from engine.games.necrohamster.scoring import points
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import costs, holds, mover
from engine.rng import Tape
from engine.state import State

POINT = 10
CARD_WORTH = 17
OP_WORTH = {
    "draw": CARD_WORTH,
    "return_from_discard": CARD_WORTH,
    "extra_summon": 3 * POINT,
    "gain_artefact": 2 * POINT,
    "discard_hand": 3,
    "discard_creature": POINT,
    "steal_creature": 4 * POINT,
    "on_summon_draw": 2 * CARD_WORTH,
    "draw_phase_bonus": 2 * CARD_WORTH,
    "cost_mod": 2 * CARD_WORTH,
    "points_per": POINT,
    "immune_attack": 5,
}
# What comes first where several effects are pending: what helps the others.
ORDER = ("gain_artefact", "draw", "return_from_discard", "extra_summon")
Worth = Callable[[Necrohamster, int], int]


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Summon what is worth most for what it costs; keep what is worth more than it pays."""
    return sensible(game, state, legal, tape, worth_now)


def hoarding(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Draw on while there is anything to draw, then summon what costs most."""
    table = cast(Necrohamster, state)
    if game.row_name(state) == "commit" and (any(table.deck) or any(table.discards)):
        return game.quiet(state, legal)
    return sensible(game, state, legal, tape, dearest)


def modest(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """Summon the cheapest creature of few points, so that games are close and short."""
    return sensible(game, state, legal, tape, cheapest)


def sensible(
    game: Game, state: State, legal: list[int], tape: Tape, worth: Worth
) -> int:
    """The best legal action by the row's answer; the tape decides between equal ones."""
    if len(legal) == 1:
        return legal[0]
    table = cast(Necrohamster, state)
    row = game.row_name(state)
    worths = [ANSWERS[row](table, game, code, worth) for code in legal]
    best = [code for code, value in zip(legal, worths, strict=True) if value == max(worths)]
    return best[tape.below(len(best))]


# --- what a card is worth --------------------------------------------------------------------


def effect_worth(effects: Sequence[Effect]) -> int:
    """What abilities promise: their kind, and draws and takings by number."""
    return sum(OP_WORTH[fx.op] * (fx.n if fx.op == "draw" else 1) for fx in effects)


def keep_worth(state: Necrohamster, kind: int) -> int:
    """What a card in hand is worth keeping for."""
    card = state.rules.creatures[kind]
    return card.points * POINT + effect_worth(card.effects) - card.cost


def worth_now(state: Necrohamster, kind: int) -> int:
    """What summoning a creature gains now: points, ability, titles, less the cards it costs."""
    card, seat = state.rules.creatures[kind], mover(state)
    price = (costs(state, seat)[kind] + 1) * card_price(state)
    return card.points * POINT + effect_worth(card.effects) + titles_won(state, kind) - price


def card_price(state: Necrohamster) -> int:
    """What a card of the hand is still good for: nothing in what may be the last round."""
    rules = state.rules
    return CARD_WORTH if max(state.count) < rules.last_creature - 1 else 0


def titles_won(state: Necrohamster, kind: int) -> int:
    """Points of the titles a creature would bring, and something for each step towards one."""
    seat, found = mover(state), 0
    for number in bits_of(state.offered):
        title = state.rules.titles[number]
        helped = [need.zone == AREA and kind in need.kinds for need in title.needs]
        if any(helped):
            there = [holds(state, seat, need.zone, need.kinds) for need in title.needs]
            lacking = [n.least - t - h for n, t, h in zip(title.needs, there, helped, strict=True)]
            found += title.points * (POINT if max(lacking) <= 0 else 1)
    return found


def dearest(state: Necrohamster, kind: int) -> int:
    """What costs most."""
    return state.rules.creatures[kind].cost * POINT + worth_now(state, kind) // POINT


def cheapest(state: Necrohamster, kind: int) -> int:
    """What costs and counts least, but something rather than nothing."""
    card = state.rules.creatures[kind]
    return 1000 - card.cost * POINT - card.points


# --- answers by row --------------------------------------------------------------------------


def _kind(game: Game, code: int) -> int:
    indices = game.space.indices(code)
    return indices[0] if indices else -1


def summon(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """A creature's worth; passing and declining are worth nothing."""
    kind = _kind(game, code)
    return worth(state, kind) if kind >= 0 else 0


def spend(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """The card worth least, of those that leave the payment complete."""
    return -keep_worth(state, _kind(game, code))


def resolve(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """What helps the others first; a loss from hand while the hand is empty, else last."""
    op = state.rules.runs[_kind(game, code)][0].op
    if op == "discard_hand":
        return len(ORDER) + 1 if not any(state.hands[mover(state)]) else -1
    return len(ORDER) - ORDER.index(op) if op in ORDER else 0


def aim(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """Whoever leads."""
    return points(state, _kind(game, code))


def lose(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """The creature worth least; of two alike the one that does not work yet."""
    kind, waiting = game.space.indices(code)
    return waiting - POINT * creature_worth(state, kind)


def take(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """The creature worth most."""
    return creature_worth(state, _kind(game, code))


def creature_worth(state: Necrohamster, kind: int) -> int:
    """What a creature in play is worth: points, and an ability that lasts."""
    card = state.rules.creatures[kind]
    lasting = effect_worth(card.effects) if card.kind == CONTINUOUS else 0
    return card.points * POINT + lasting


def recover(state: Necrohamster, game: Game, code: int, worth: Worth) -> int:
    """The card worth most; any is better than none."""
    kind = _kind(game, code)
    return keep_worth(state, kind) if kind >= 0 else -POINT


ANSWERS: dict[str, Callable[[Necrohamster, Game, int, Worth], int]] = {
    "commit": summon,
    "pay": spend,
    "order": resolve,
    "give_up": spend,
    "aim": aim,
    "sacrifice": lose,
    "steal": take,
    "recover": recover,
    "call": summon,
    "pay_extra": spend,
}
