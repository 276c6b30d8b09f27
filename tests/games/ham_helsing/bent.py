"""Packs, phase tables and rules of Ham Helsing with one thing changed, for the static checks."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import cast

from engine.content import Pack
from engine.game import Game
from engine.games.ham_helsing import GAME
from engine.games.ham_helsing.components import HamRules
from engine.options import Options
from engine.play import play, walk
from engine.policies import named
from properties.checker import Table
from properties.invariant import Property, Verdict
from tests.games.tables import Bend, bent_table, changed, leads

Edit = Callable[..., object]
Judge = Callable[[Property], Verdict]


@cache
def helsing(**options: int | str | bool) -> Game:
    """The game with these options, made once."""
    return Game(GAME, dict(options) or None)


# --- packs ------------------------------------------------------------------------

PACKS: dict[str, Edit] = {
    "HHI-01/minions_are_sixty": lambda d: d["minion"].pop(),
    "HHI-02/effects_are_nine_of_six_kinds": lambda d: d["effect"][5].update(colour="red"),
    "HHI-05/each_character_has_ten_cards": lambda d: d["card"][3].update(owner="ronin"),
    "HHI-07/upgrades_are_of_two_types": lambda d: d["upgrade"][0].update(type="special"),
    "HHI-12/villain_cards_are_sixteen": lambda d: d["villain_card"][0].update(level=2),
    "HHI-12/four_villains_each_with_a_board": lambda d: d["villain"][0].update(rank=9),
    "HHI-44/the_board_has_seventeen_locations": lambda d: d["location"][4].update(limit=9),
    "HHI-54/locations_have_three_to_seven_paths": lambda d: d["path"].append(d["path"][0]),
    "HHI-50/enemies_are_minions_and_the_villain": lambda d: d["card"][-1]["effect"][0].update(
        reach="everywhere"
    ),
    "HHI-32/stated_numbers_are_the_rulebooks": lambda d: d["constants"].update(hand=5),
}


def judge_pack(item: Property) -> Verdict:
    """The check on the reference pack with something changed that the schema would refuse."""
    data = json.loads(json.dumps(GAME.reference.data))
    PACKS[item.label](data)
    return item(Pack(data, "bent"))


# --- tables and games -------------------------------------------------------------

TABLES: dict[str, Bend] = {
    "HHT-01/skills_and_health_are_not_for_trade": changed("bundle", verbs=("offer", "raise_skill")),
    "HHT-02/nothing_stops_a_move": leads("go", "play"),
    "HHT-03/defeating_is_not_scaring": changed("aim", verbs=("hit", "scare")),
    "HHT-05/the_market_is_one_row": changed("play", verbs=("end_play", "buy")),
    "HHT-06/the_villain_has_a_number": changed("commit", verbs=("roll",)),
    "HHT-07/the_villain_phase_is_of_one_piece": changed("villain_acts", actor="chance"),
    "HHT-08/steps_run_by_themselves": changed("gain", actor="chance"),
    "HHT-09/an_end_is_an_end": leads("won", "resolve"),
    "HHI-73/chance_draws_and_rolls": changed("order", actor="chance"),
}


def judge_table(item: Property) -> Verdict:
    """The check on a phase table with one row changed."""
    return item(bent_table(GAME, TABLES[item.label]))


def without_events(item: Property) -> Verdict:
    """The check on a game that tells of a nest taken away."""
    events = (*GAME.events, SimpleNamespace(kind="nest.removed"))
    definition = SimpleNamespace(state=GAME.state, events=events)
    return item(Table(cast(Game, SimpleNamespace(definition=definition))))


def bent_game(bend: Callable[[HamRules], None], **options: int) -> Game:
    """The game with one number of its rules another, whatever the pack says."""

    def rules(pack: Pack, chosen: Options) -> HamRules:
        made = HamRules(pack, chosen)
        bend(made)
        return made

    return Game(replace(GAME, rules=rules), dict(options) or None)  # type: ignore[arg-type]


def bent(name: str, value: object) -> Judge:
    """The check on a game in which a table of the rules differs from the pack."""

    def bend(rules: HamRules) -> None:
        assert hasattr(rules, name)
        setattr(rules, name, value)

    return lambda item: item(Table(bent_game(bend)))


def by_name(item: Property) -> Verdict:
    """The check on a game in which renamed cards make other hands."""

    def bend(rules: HamRules) -> None:
        if rules.names["card"][0].startswith("x_"):
            rules.hand = 3

    return item(Table(bent_game(bend)))


class Fickle(HamRules):
    """Rules by which the rounds left are another number each time they are read."""

    read = 0

    @property
    def rounds_left(self) -> tuple[int, ...]:  # type: ignore[override]
        """Other numbers each time."""
        Fickle.read += 1
        return (Fickle.read,) * 16

    @rounds_left.setter
    def rounds_left(self, value: tuple[int, ...]) -> None:
        """What is printed is of no account."""


def fickle(item: Property) -> Verdict:
    """The check on a game that goes another way each time."""
    return item(Table(Game(replace(GAME, rules=Fickle))))


def miscounted(item: Property, row: str) -> Verdict:
    """The check on a game in which tokens are taken for alike that are not."""

    def bend(rules: HamRules) -> None:
        rules.alike = ((1 << 30) - 1, (1 << 69) - (1 << 30))

    game = bent_game(bend)
    codes = play(game, "shake:1", named(game, "quiet"), plies=120).codes
    return item(next(step for step in walk(game, codes) if step.row == row))
