"""A careful policy: arms itself, frees Survivors, hides from what it cannot kill, uses its items.

It reads what the player sees, and breaks ties by the tape.  Its twin hoards: it keeps items for the
Finale Battle, where they may be used between two fights.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.game import Game
from engine.games.hunted.actions_pay import affordable, keys_that_fit, unlockable
from engine.games.hunted.careful_worth import (
    best_weapons,
    cheapest_payers,
    fight_price,
    survivor_worth,
    threat,
    worth,
)
from engine.games.hunted.components import DROP, GAIN, HERO, SCRY, TAKE, WAKE, Fx, members
from engine.games.hunted.effects import is_possible
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import (
    challengers,
    enemies_in_row,
    hide_price,
    ready,
    strength,
    takable,
)
from engine.rng import Tape
from engine.state import State

# An answer: the verb and its argument (0 without one).
Wish = tuple[str, int]
LOW = 3
NO_WISH: Wish = ("", 0)


def careful(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """A sensible choice out of a legal list."""
    return sensible(game, state, legal, tape, False)


def hoarding(game: Game, state: State, legal: list[int], tape: Tape) -> int:
    """The careful policy's twin that keeps its items for the Finale Battle."""
    return sensible(game, state, legal, tape, True)


def sensible(game: Game, state: State, legal: list[int], tape: Tape, hoard: bool) -> int:
    """The row's answer, or any legal action if there is none."""
    if len(legal) == 1:
        return legal[0]
    table = cast(Hunted, state)
    answer = ANSWERS.get(game.row_name(state))
    verb, argument = answer(table, hoard) if answer is not None else NO_WISH
    if verb:
        code = game.space.bases[verb] + argument
        if code in legal:
            return code
    return legal[tape.below(len(legal))]


# --- the next action -------------------------------------------------------------------------


def sources(state: Hunted, hoard: bool) -> list[tuple[Wish, Fx]]:
    """What could be used here: Survivors and hero first, they cost nothing; then items."""
    rules, found = state.rules, list[tuple[Wish, Fx]]()
    if not state.battle:
        found += [(("ask", card), rules.fx[card]) for card in members(ready(state))]
        if state.hero_used < rules.hero_uses[state.hero]:
            found.append((("call_on_hero", 0), rules.fx[HERO + state.hero]))
    if state.battle or not hoard or state.energy <= LOW:
        found += [(("use", item), rules.fx[item])
                  for item in members(state.inventory & rules.usable)]  # fmt: skip
    return [pair for pair in found if is_possible(state, pair[1])]


def is_wanted(state: Hunted, fx: Fx, hoard: bool) -> bool:
    """Whether an effect does enough good now; what was hoarded is used up in the battle."""
    if state.battle and hoard:
        return fx.op != GAIN or state.energy < state.rules.energy_cap
    if fx.op == GAIN:
        lacking = state.rules.energy_cap - state.energy
        return lacking >= fx.n or (state.energy <= LOW and lacking > 0)
    if fx.op == DROP:
        return threat(state) > hide_price(state) and bool(fx.targets & enemies(state))
    if fx.op == SCRY:
        return state.passes > 1 and not state.entered and not state.in_row
    return fx.op in (TAKE, WAKE)


def enemies(state: Hunted) -> int:
    """The Enemies of the Row as a set."""
    return sum(1 << card for card in enemies_in_row(state))


def useful(state: Hunted, hoard: bool) -> Wish:
    """Something to be used now."""
    for wish, fx in sources(state, hoard):
        if is_wanted(state, fx, hoard):
            return wish
    return NO_WISH


def best_rescue(state: Hunted) -> Wish:
    """The Survivor who helps most."""
    able = unlockable(state)
    if not able:
        return NO_WISH
    return "rescue", max(able, key=lambda card: (survivor_worth(state, card), -card))


def best_collect(state: Hunted) -> Wish:
    """The card that is worth most above what pays for it."""
    offers = [
        (worth(state, card) - cheapest_payers(state, card)[0], -card) for card in affordable(state)
    ]
    gain, card = max(offers, default=(0.0, 0))
    return ("collect", -card) if gain > 0.3 else NO_WISH


def choose_action(state: Hunted, hoard: bool) -> Wish:
    """Help oneself, free, take; then go on, or hide from what would cost more than hiding."""
    for wish in (useful(state, hoard), best_rescue(state), best_collect(state)):
        if wish[0]:
            return wish
    costs = hide_price(state)
    if not state.entered and state.energy > costs and threat(state) > costs + 0.5:
        return "hide", 0
    return "explore", 0


# --- paying ----------------------------------------------------------------------------------


def pay_least(state: Hunted, hoard: bool) -> Wish:
    """The least worthy cards pay."""
    _, chosen = cheapest_payers(state, state.target)
    for card in chosen:
        if not state.picked >> card & 1:
            return "pay", card
    return "take_it", 0


def host(state: Hunted, hoard: bool) -> Wish:
    """The strongest weapon that lasts; the twin's, whether it lasts or not."""
    rules = state.rules
    lasting = members(state.inventory & rules.weapons & (-1 if hoard else ~rules.once))
    return "attach_to", max(lasting, key=lambda card: (rules.value[card], -card))


def smallest_key(state: Hunted, hoard: bool) -> Wish:
    """A Lone Key where it will do; enough is enough."""
    rules = state.rules
    fitting = keys_that_fit(state)
    paid = sum(rules.key_value[key] for key in members(state.picked))
    if paid >= rules.key_cost[state.target] or not fitting:
        return "set_free", 0
    needed = rules.key_cost[state.target] - paid
    return "unlock_with", min(fitting, key=lambda key: (abs(rules.key_value[key] - needed), key))


# --- fights ----------------------------------------------------------------------------------


def weapons_wanted(state: Hunted) -> list[int]:
    """The cheapest weapons for this foe."""
    absorbed = 1 if state.rules.absorbers >> state.foe & 1 else 0
    return best_weapons(state, strength(state), absorbed)[1]


def wield_best(state: Hunted, hoard: bool) -> Wish:
    """The first of them."""
    return "wield", weapons_wanted(state)[0]


def throw_more(state: Hunted, hoard: bool) -> Wish:
    """The rest of them, if the set was followed so far."""
    for card in weapons_wanted(state)[1:]:
        if not state.thrown >> card & 1 and card != state.primary:
            return "add_throwing", card
    return "fight", 0


def face_cheapest(state: Hunted, hoard: bool) -> Wish:
    """Of equally strong Enemies, the one whose defeat matters least: not Dorian Gray."""
    tied = enemies_in_row(state)
    return "face", min(tied, key=lambda card: (-state.rules.value[card], fight_price(state, card)))


def absorb_all(state: Hunted, hoard: bool) -> Wish:
    """Survivors first: they are for this."""
    return "absorb", min(state.due, ready(state).bit_count())


def next_foe(state: Hunted, hoard: bool) -> Wish:
    """Use what helps, then the weakest foe first, the strongest last."""
    wish = useful(state, hoard)
    if wish[0]:
        return wish
    return "challenge", min(members(challengers(state)), key=lambda foe: (rank(state, foe), foe))


def rank(state: Hunted, foe: int) -> int:
    """How strong a foe of the battle is, both sides of a card counted."""
    rules = state.rules
    if foe == rules.picture:
        return state.picture
    return rules.hyde_strength + rules.value[foe] if foe == rules.jekyll else rules.value[foe]


# --- inside an effect ------------------------------------------------------------------------


def keep_or_sink(state: Hunted, hoard: bool) -> Wish:
    """On the second pass an Enemy under the Finale pile is never met again."""
    card = state.looked[state.fx_at]
    bad = state.rules.enemies >> card & 1 and state.passes > 1
    return ("sink", 0) if bad else ("keep", 0)


def drop_enemies(state: Hunted, hoard: bool) -> Wish:
    """The Enemy, and no more."""
    found = [card for card in enemies_in_row(state) if card > state.fx_at]
    return ("drop", found[0]) if found else ("drop_no_more", 0)


def take_best(state: Hunted, hoard: bool) -> Wish:
    """The card worth most."""
    targets = members(takable(state))
    return "take", max(targets, key=lambda card: (worth(state, card), -card))


def wake_best(state: Hunted, hoard: bool) -> Wish:
    """The Survivor who helps most."""
    tired = members(state.tired)
    return "wake", max(tired, key=lambda card: (survivor_worth(state, card), -card))


ANSWERS: dict[str, Callable[[Hunted, bool], Wish]] = {
    "choose": choose_action,
    "pay": pay_least,
    "attach": host,
    "unlock": smallest_key,
    "sort": keep_or_sink,
    "drop": drop_enemies,
    "take": take_best,
    "wake": wake_best,
    "tie": face_cheapest,
    "arm": wield_best,
    "join": throw_more,
    "absorb": absorb_all,
    "challenge": next_foe,
}
