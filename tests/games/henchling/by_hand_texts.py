"""More faults of Henchling made by hand: texts that bring nothing, names and returns."""

from collections.abc import Callable
from dataclasses import replace

from engine.game import Game
from engine.games.henchling import GAME
from engine.games.henchling.components import (
    ATTACK,
    DRAW,
    FOR_PHASE,
    NO_TARGET,
    P_UNFLIP,
    HenchlingRules,
)
from properties.checker import Table
from properties.henchling.texts import Text, texts_of
from properties.history import History
from properties.invariant import Property, Verdict
from tests.games.henchling import by_hand
from tests.games.henchling.by_hand import BADGER, COP, HARP, at_rest, bent_game, position, told

WON = [phase.name for phase in GAME.phases].index("won")
# Two Henchlings face one another.
PAIR: dict[str, object] = {
    "tables": {0: 1 << BADGER, 1: 1 << COP, 2: 0}, "playing": -1, "backs": [], "flippers": [],
    "active": 0, "alive": 7,
}  # fmt: skip


def _left_out(card: str) -> Callable[[Property], Verdict]:
    """The check where a text that was begun has brought nothing when the phase ends."""

    def judge(item: Property) -> Verdict:
        past = History(at_rest().game, position(**PAIR), True)
        rules, texts = past.game.rules, texts_of(past)
        assert isinstance(rules, HenchlingRules)
        (made,) = [made for made in rules.designs if made.id == card]
        number = (*made.active, *made.arrive)[0]
        texts.known = True
        texts.running = [Text(0, HARP, rules.abilities[number], (BADGER, COP))]
        return item(told("phase.started", phase=P_UNFLIP), past)

    return judge


def _fit_all_the_same(item: Property) -> Verdict:
    """The check on an attack that is said to miss a target that lies there."""
    past = History(at_rest().game, position(**PAIR), True)
    texts_of(past).known, texts_of(past).action = True, (COP, -1)
    return item(told("action.prevented", action=ATTACK, card=BADGER, reason=NO_TARGET), past)


def _unseen(item: Property) -> Verdict:
    """The check where somebody draws for the phase and has not seen what lies exposed."""
    return item(position(exposed=BADGER, saw=0, agenda=[(DRAW, 0, FOR_PHASE, 0)]))


def _won_for_nothing(item: Property) -> Verdict:
    """The check on a game that pays its winner nothing."""
    game = Game(replace(GAME, returns=lambda state: (0, 0, 0)), {"players": 3})
    state = position(alive=1, phase=WON)
    return item(state, History(game, state, True))


def _misnamed(item: Property) -> Verdict:
    """The check on a game in which abilities are called by each other's names."""

    def bend(rules: HenchlingRules) -> None:
        names = rules.names["abilities"]
        rules.names = {**rules.names, "abilities": (*names[1:], names[0])}

    return item(Table(bent_game(bend)))


BY_HAND: dict[str, Callable[[Property], Verdict]] = {
    **by_hand.BY_HAND,
    "HEI-51/abilities_are_named_by_their_places": _misnamed,
    "HEI-48/returns_name_the_winner": _won_for_nothing,
    "HEI-34/targets_that_are_missed_are_unfit": _fit_all_the_same,
    "HEI-52/pairs_fight_and_change_tables": _left_out("fight_lodge"),
    "HEI-52/tokens_are_made_and_actions_cancelled": _left_out("photocopier_ghoul"),
    "HEI-16/the_exposed_card_is_seen": _unseen,
}
