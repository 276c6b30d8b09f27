"""The contract holds for every registered game, and every point of it can fail."""

import pytest

from engine.options import conflict
from engine.registry import definition, games
from properties.conformance import conformance, conformance_checks
from properties.setups import PAIRED_MAX, options_to_vary, setups, values_of
from properties.universal import LABELS, exits_missed, universal
from replays.corpus import golden
from tests.games.mini import GAME
from tests.properties.liars import LIARS

MINI = "tests.games.mini:GAME"
# Of the longer games these points are for `make thorough`; of Tin Helm `make test` has all.
DEAR = ("U-02", "U-03", "U-04", "U-06", "U-08", "C-03")
DEARER = ("U-07", "U-10", "C-02")  # tests/test_unseen.py and the corpus are quick forms of these


def _marks(name, label):
    """Thorough for a dear point of a long game."""
    dear = name != "tin_helm" and label.startswith(DEAR + DEARER)
    return (pytest.mark.thorough, pytest.mark.timeout(900)) if dear else ()


CHECKS = [
    pytest.param(check, id=f"{name}-{label}", marks=_marks(name, label))
    for name in games()
    for label, check in conformance_checks(name)
]


@pytest.mark.parametrize("check", CHECKS)
def test_registered_games_conform(check):
    """Each point, and the game's own properties, over all option sets."""
    check()


def test_the_stairs_conform():
    """A game that is only imported conforms too, fresh processes included."""
    report = conformance(MINI)
    assert report.ok, report.text()
    assert not report.notes
    assert set(LABELS) < set(report.evaluations)


@pytest.mark.parametrize(("label", "liar", "words"), LIARS)
def test_every_point_can_fail(label, liar, words):
    """A game that lies about one point is found out by that point, in these words."""
    report = universal(liar, labels=(label,), fresh=False)
    assert any(words in fault.message for fault in report.faults), report.text()
    assert {fault.label for fault in report.faults} == {label}
    assert not report.ok


def test_a_hash_of_text_is_found_in_fresh_processes():
    """What depends on PYTHONHASHSEED differs in the fresh processes and nowhere else."""
    name = "tests.properties.liars:HASHING"
    label = "U-03/same_seed_same_game"
    here = universal(name, labels=(label,), fresh=False)
    assert here.ok, here.text()
    report = universal(name, labels=(label,))
    assert any("PYTHONHASHSEED" in fault.message for fault in report.faults)


def test_option_sets_hold_every_pair_of_values():
    """Each value once, each pair of PAIRED_MAX rules or fewer, each player count."""
    for declared in (GAME, *(definition(name) for name in games())):
        found = setups(declared)
        varied = options_to_vary(declared)
        assert found[0] == {option.name: option.default for option in varied}
        rules = [option for option in varied if not option.bound]
        paired = rules if len(rules) <= PAIRED_MAX else []
        for one in varied:
            assert {setup[one.name] for setup in found} == set(values_of(one))
            for two in paired if one in paired else []:
                together = {(setup[one.name], setup[two.name]) for setup in found}
                for a in values_of(one):
                    for b in values_of(two):
                        fit = not conflict(varied, {one.name: a, two.name: b})
                        assert (a, b) in together or not fit or (one is two and a != b)


@pytest.mark.parametrize("name", games())
def test_the_corpus_takes_every_exit(name):
    """Point 11 over the golden corpus of all option sets together."""
    assert exits_missed(definition(name), golden(name)) == ()


def test_every_point_has_a_liar():
    """No point of the contract is without a game that breaks it."""
    assert {label for label, _, _ in LIARS} == set(LABELS)


def test_a_thin_corpus_misses_exits():
    """With no replay at all every exit is missed."""
    missed = exits_missed(GAME, [])
    assert "dusk: food_is_gone -> starved" in missed
    assert len(missed) == sum(len(phase.exits) for phase in GAME.phases)
