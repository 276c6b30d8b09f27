"""What is offered and what is refused: each legal list against the position it was made from.

Lists are judged whole, so an action offered too much is seen as well as one left out, and the
action taken must be among those that should have been offered.
"""

from __future__ import annotations

from functools import lru_cache

from engine.game import Game
from engine.games.tin_helm.components import ENERGY, HEALTH
from engine.games.tin_helm.state import TinHelm
from properties.invariant import Verdict, observation_check, step_invariant
from properties.tin_helm.book import NONE, STATS, book, number, stat_of, value
from properties.tin_helm.ledger import Turn, book_of

EATING = ("choose", "pause", "offer", "camp", "water", "fight")
Codes = tuple[int, ...]


class Spoken:
    """Action codes of one Game by what they say."""

    def __init__(self, game: Game) -> None:
        names = game.rules.names
        self.eat = (game.code("eat health"), game.code("eat energy"))
        self.use = tuple(game.code(f"use {name}") for name in names["items"])
        self.be = tuple(game.code(f"be {name}") for name in names["race"])
        self.train = tuple(game.code(f"train_as {name}") for name in names["class"])
        base = game.space.bases
        # attack 0 … attack 7: the chart of any class lies within.
        self.attack = tuple(base["attack"] + n for n in range(8))
        self.accept, self.decline = game.code("accept"), game.code("decline")
        self.rest, self.search = game.code("rest"), game.code("search")
        self.look, self.pass_by = game.code("look"), game.code("pass_by")
        self.resolve, self.skip = game.code("resolve"), game.code("skip")
        self.go_on = game.code("go_on")
        free = [*range(base["eat"], base["eat"] + 2), *range(base["use"], base["use"] + 32)]
        self.free = frozenset(free)
        self.uses = frozenset(free[2:])
        self.turn_up = tuple(game.code(f"turn_up {name}") for name in names["dungeon"])
        self.reveal = tuple(game.code(f"reveal {name}") for name in names["dungeon"])
        pairs = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
        self.strike = {game.code(f"strike {high} {low}"): (high, low) for high, low in pairs}
        self.struck = {game.code(f"be_struck {high} {low}"): (high, low) for high, low in pairs}
        self.fish = {game.code(f"fish {die}"): (die,) for die in range(1, 7)}
        self.cast = {game.code(f"cast {die}"): (die,) for die in range(1, 7)}
        self.dice = {**self.strike, **self.struck, **self.fish, **self.cast}


@lru_cache(maxsize=64)
def spoken(game: Game) -> Spoken:
    """The codes of this Game; found once."""
    return Spoken(game)


def _is(step: Turn, expected: Codes) -> Verdict:
    """Whether the list, eating and items aside, is exactly this, the action taken among it."""
    says = spoken(step.game)
    legal = tuple(code for code in step.legal if code not in says.free)
    taken = step.code in expected or step.code in says.free
    if legal == tuple(sorted(expected)) and taken and step.code in step.legal:
        return True
    offered = ", ".join(step.game.text(code) for code in step.legal)
    wanted = ", ".join(step.game.text(code) for code in expected)
    return f"row {step.row} offers {offered}, and {step.text} was taken; expected {wanted}"


# --- set-up ---------------------------------------------------------------------------------


@step_invariant("THI-40", "TH-SETUP-03", rows=("race",))
def every_race_is_offered(step: Turn) -> Verdict:
    """The first choice is one of the four race faces."""
    return _is(step, spoken(step.game).be)


@step_invariant("THI-40", "TH-SETUP-04", rows=("class",))
def classes_of_the_other_cards_are_offered(step: Turn) -> Verdict:
    """The second is a class face of the three cards not used for the race."""
    cards, race = book_of(step.game), step.before.race
    train = spoken(step.game).train
    pairs = zip(train, cards.class_card, strict=True)
    return _is(step, tuple(code for code, card in pairs if card != cards.race_card[race]))


# --- rooms ----------------------------------------------------------------------------------


@step_invariant("THI-11", "TH-TURN-01", rows=("choose",))
def a_room_is_resolved_or_skipped(step: Turn) -> Verdict:
    """Before each room both resolve and skip are offered, and nothing but food and items beside."""
    says = spoken(step.game)
    return _is(step, (says.resolve, says.skip))


@step_invariant("THI-55", "TH-FOOD-02", rows=("pause",))
def a_pause_can_be_left(step: Turn) -> Verdict:
    """In a pause one goes on, eats or uses items."""
    return _is(step, (spoken(step.game).go_on,))


@step_invariant("THI-41", "TH-ICON-13", rows=("camp",))
def a_camp_is_for_rest_or_search(step: Turn) -> Verdict:
    """At a campsite rest and search are both offered, full or not, and passing by is not."""
    says = spoken(step.game)
    return _is(step, (says.rest, says.search))


@step_invariant("THI-42", "TH-ICON-16", rows=("water",))
def water_may_be_searched_or_passed(step: Turn) -> Verdict:
    """At water look and pass_by are both offered, also with five food."""
    says = spoken(step.game)
    return _is(step, (says.pass_by, says.look))


@step_invariant("THI-53", "TH-ITEM-17", "TH-SHARD-04", rows=("offer",))
def an_offer_is_taken_while_its_price_is_held(step: Turn) -> Verdict:
    """An offer may always be declined, and accepted exactly while its price is in hand."""
    says, held = spoken(step.game), price_held(step.before)
    return _is(step, (says.accept, says.decline) if held else (says.decline,))


def price_held(state: TinHelm) -> bool:
    """Whether the price of the offer on the result's encounter face is in hand."""
    cards = book(state.rules)
    for effect in cards.faces[cards.cards[state.result].face_met]:
        if effect["op"] == "may_trade":
            return bool(state.items >> cards.names["items"].index(str(effect["item"])) & 1)
        if effect["op"] == "may_pay":
            return value(state, stat_of(effect)) >= number(effect, "n")
    return False


@step_invariant("THI-07", "TH-TURN-09", "TH-TURN-10", "TH-SETUP-17", rows=("turn_up", "reveal"))
def a_card_is_drawn_from_the_unseen(step: Turn) -> Verdict:
    """The next card is one of the unseen, whichever it is."""
    says, unseen = spoken(step.game), step.before.unseen
    draws = says.turn_up if step.row == "turn_up" else says.reveal
    expected = tuple(code for card, code in enumerate(draws) if unseen >> card & 1)
    if step.legal != expected or step.code not in expected:
        return f"{step.text} with unseen cards {unseen:#x}"
    return True


@step_invariant("THI-07", "TH-SETUP-17", "TH-END-06", rows=("turn_up", "reveal"), every=7)
def each_unseen_card_is_as_likely(step: Turn) -> Verdict:
    """A shuffled pile has no order: no unseen card is likelier than another."""
    return all(weight == 1 for _, weight in step.game.chance_outcomes(step.before))


# --- fights ---------------------------------------------------------------------------------


@step_invariant("THI-22", "TH-COMBAT-05", "TH-COMBAT-07", "TH-COMBAT-15", rows=("fight",))
def attacks_are_on_the_chart_and_paid_for(step: Turn) -> Verdict:
    """Offered are no energy, always, and the amounts of the class chart that are held."""
    before = step.before
    chart, attack = book(before.rules).chart[before.cls], spoken(step.game).attack
    amounts = [n for n in range(8) if n == 0 or (n in chart and n <= before.energy)]
    return _is(step, tuple(attack[n] for n in amounts))


# --- food and items -------------------------------------------------------------------------


@step_invariant("THI-34", "TH-FOOD-02", "TH-FOOD-04", "TH-FOOD-05", rows=EATING)
def eating_is_offered_where_it_raises(step: Turn) -> Verdict:
    """Eating is offered with food in hand, for a statistic below its maximum, and else refused."""
    before, eat = step.before, spoken(step.game).eat
    health, energy = book(before.rules).eats(before, step.row == "fight")
    if (eat[HEALTH] in step.legal) == health and (eat[ENERGY] in step.legal) == energy:
        return True
    offered = [STATS[stat] for stat in (HEALTH, ENERGY) if eat[stat] in step.legal]
    return f"row {step.row} offers to eat for {offered}; health {health}, energy {energy}"


@step_invariant("THI-51", "TH-ITEM-01", "TH-ITEM-02", "TH-ITEM-06", rows=EATING)
def items_are_offered_where_they_help(step: Turn) -> Verdict:
    """Offered are held items of timing use that raise something, and a bomb in a fight."""
    before, says = step.before, spoken(step.game)
    offered = tuple(code for code in step.legal if code in says.uses)
    if not offered and not before.items & book(before.rules).consumable:
        return None
    expected = book(before.rules).uses(before, step.row == "fight")
    if offered == tuple(says.use[item] for item in expected):
        return True
    texts = [step.game.text(code) for code in offered]
    return f"row {step.row} offers {texts}, expected items {expected}"


# --- dice, thinned by an odd number since these rows alternate -----------------------------


@step_invariant("THI-21", "TH-COMP-04", "TH-COMBAT-10", rows=("strike", "be_struck"), every=7)
def two_dice_have_twenty_one_outcomes(step: Turn) -> Verdict:
    """A pair is unordered: doubles weigh 1, all others 2 (also metamorphic check e)."""
    says = spoken(step.game)
    pairs = says.strike if step.row == "strike" else says.struck
    weights = {code: 1 if high == low else 2 for code, (high, low) in pairs.items()}
    return dict(step.game.chance_outcomes(step.before)) == weights and step.code in weights


@step_invariant("THI-21", "TH-COMP-04", "TH-ICON-17", "TH-ITEM-20", rows=("fish", "cast"))
def one_die_has_six_outcomes(step: Turn) -> Verdict:
    """A single die shows 1 to 6, each as likely."""
    says = spoken(step.game)
    faces = says.fish if step.row == "fish" else says.cast
    fair = all(weight == 1 for _, weight in step.game.chance_outcomes(step.before))
    return fair and step.legal == tuple(faces) and step.code in faces


@step_invariant("THI-21", "TH-COMP-04", "TH-COMBAT-10", "TH-COMBAT-17", kinds=("dice.rolled",))
def dice_show_what_chance_played(step: Turn) -> Verdict:
    """Every die is 1 to 6 and is the chance action of this ply; a pair's raw is its difference."""
    rolls = [event for event in step.events if event.kind == "dice.rolled"]
    played = spoken(step.game).dice.get(step.code)
    shown = rolls[0].nums("dice")
    if len(rolls) != 1 or played is None or tuple(sorted(shown)) != tuple(sorted(played)):
        return f"{step.text} shows as {rolls}"
    raw = abs(shown[0] - shown[1]) if len(shown) == 2 else shown[0]
    return rolls[0].num("raw") == raw and all(1 <= die <= 6 for die in shown)


# --- what is seen ---------------------------------------------------------------------------


def cards_shown(value: object, names: tuple[str, ...]) -> set[str]:
    """Ids of dungeon cards anywhere in an observation."""
    if isinstance(value, dict):
        return set().union(*(cards_shown(item, names) for item in value.values()), set())
    if isinstance(value, list | tuple):
        return set().union(*(cards_shown(item, names) for item in value), set())
    return {value} if isinstance(value, str) and value in names else set()


@observation_check("THI-12", "TH-TURN-02", but=("race", "class"), every=15)
def only_seen_cards_are_shown(state: TinHelm, seen: dict[str, object]) -> Verdict:
    """The open top card, the room in hand and used cards are shown; unseen cards never."""
    names = book(state.rules).names["dungeon"]
    hidden = {name for card, name in enumerate(names) if state.unseen >> card & 1}
    shown = cards_shown(seen, names)
    if shown & hidden:
        return f"{sorted(shown & hidden)} shown, and unseen"
    open_cards = [card for card in (state.top, state.room, state.result) if card != NONE]
    return {names[card] for card in open_cards} <= shown


@observation_check("THI-12", "TH-TURN-02", "TH-TURN-01", rows=("choose",))
def the_choice_knows_one_room_face(state: TinHelm, seen: dict[str, object]) -> Verdict:
    """Before a room is chosen the top room face is known, and no room nor result lies there."""
    top = book(state.rules).names["dungeon"][state.top]
    return (seen.get("top") == top and seen.get("room") in (None, "none")
            and seen.get("result") in (None, "none"))  # fmt: skip
