"""Packs of one's own: what rules and properties say holds of every valid pack."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from engine import registry
from engine.content import Pack
from engine.errors import OptionError
from engine.game import Game
from engine.play import play
from engine.rng import Tape
from properties.campaign import policy_names, policy_of
from properties.checker import Checker, check_game
from properties.invariant import properties_for
from properties.packs import bent
from properties.setups import setups
from properties.strategies import packs
from tests.games.mini import GAME

CHANGES = 12
GAMES = registry.games()
# Packs that a property once took for a broken rule.
FALSE_ALARMS = {"tin_helm": (73, 133), "necrohamster": (90,), "ham_helsing": (16,)}


def pack_of(game: str, number: int) -> Pack:
    """The pack of a number: a dozen changes."""
    return bent(registry.definition(game), range(number * CHANGES, (number + 1) * CHANGES))


def broken(game: str, number: int, plies: int) -> str:
    """What a game with the pack of a number breaks; "" if all holds.  The rules may raise."""
    definition, seed = registry.definition(game), f"shake:pack/{number}"
    options = setups(definition)
    try:
        made = Game(definition, options[number % len(options)], pack_of(game, number))
    except OptionError:  # the changed box is too small for so many, which it says
        made = Game(definition, None, pack_of(game, number))
    names = policy_names(made)
    policy = policy_of(made, names[number % len(names)], Tape.seeded(seed, "policy:0"))
    played = play(made, Tape.seeded(seed, "chance"), policy, plies=plies)
    found = check_game(made, played.codes, properties_for(game))
    return found.text() if found else ""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_holds_of_any_valid_pack(game: str) -> None:
    numbers = (*range(4), *FALSE_ALARMS.get(game, ()))
    assert [text for number in numbers if (text := broken(game, number, 150))] == []


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_holds_of_many_valid_packs(game: str, part: int) -> None:
    numbers = range(4 + part * 40, 44 + part * 40)
    assert [text for number in numbers if (text := broken(game, number, 3000))] == []


@pytest.mark.parametrize("game", GAMES)
def test_packs_differ_and_are_the_same_again(game: str) -> None:
    made = [pack_of(game, number) for number in range(6)]
    assert len({pack.digest for pack in made}) == 6
    assert [pack.digest for pack in made] == [pack_of(game, n).digest for n in range(6)]
    assert bent(registry.definition(game), ()) is registry.definition(game).reference
    assert all(pack.id == "bent" for pack in made)


def test_every_table_is_changed_somewhere() -> None:
    for game in GAMES:
        own = registry.definition(game).reference.data
        same, number = dict(own), 0
        while same and number < 60:
            made = pack_of(game, number).data
            same, number = {t: v for t, v in same.items() if made[t] == v}, number + 1
        assert same == {}, game


def test_a_departure_is_told_and_breaks_nothing() -> None:
    game, said = registry.definition("tin_helm"), properties_for("tin_helm")
    made = (pack_of("tin_helm", number) for number in range(99))
    pack = next(one for one in made if one.constants != game.reference.constants)
    checker = Checker(Game(game, None, pack), said)
    assert checker.static() == []
    assert [one.label for one in checker.departures] == ["THI-45/stated_numbers_are_the_rulebooks"]
    own = Checker(Game(game), said)
    assert own.static() == [] == own.departures


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(packs(GAME))
def test_packs_are_drawn(pack: Pack) -> None:
    assert Game(GAME, None, pack).initial() is not None
