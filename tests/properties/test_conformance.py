"""The conformance suite beyond the contract: declarations, own properties, drawn games can fail."""

import shlex
from dataclasses import replace

import pytest

from engine import registry
from engine.content import Schema, Whole
from engine.errors import ContentError
from engine.game import Game
from engine.registry import definition
from properties.cases import Look, Report
from properties.checker import check_game
from properties.conformance import (
    DECLARED,
    DRAWN,
    HOLDS,
    conformance,
    conformance_checks,
    declarations,
    drawn_games,
    own_properties,
)
from properties.invariant import (
    content_check,
    invariant,
    properties_for,
    step_invariant,
    switched_on,
)
from replays.reader import read_prefix
from tests.games.mini import GAME
from tests.plugged import plug_stairs
from tests.properties.liars import BOTTOMLESS, FIDGETING, LEAKING
from tests.tools.run import run


@invariant("MC-1", "MI-TURN-01")
def nobody_climbs_high(state):
    """Not so."""
    return max(state.height) < 12


@invariant("MC-2", "MI-TURN-01")
def nothing_to_say(state):
    """Vacuous."""
    return None


@content_check("MC-3", "MI-TURN-01")
def no_stairs(pack):
    """Not so."""
    return pack.constants["top"] == 0


@content_check("MC-4", "MI-TURN-01")
def silent_about_content(pack):
    """Vacuous."""
    return None


@invariant("MC-5", "MI-DUSK-01")
def food_stays(state):
    """So, if nobody touches it."""
    return state.food <= state.rules.food


@invariant("MC-6", "MI-DUSK-01", rows=("gust",))
def eats_while_looking(state):
    """A check that does more than look."""
    state.food += 100
    return True


@step_invariant("MC-7", "MI-DUSK-01", verbs=("sip",))
def spoils_the_past(step):
    """The same of a step."""
    step.before.health[step.before.climber] = 0
    return True


@invariant("MC-8", "MI-DUSK-09")
def of_another_game(state):
    """Its clause is unknown."""
    return True


def report_of(check, definition, *judged):
    """One check's faults, as texts."""
    report = Report(definition.name)
    check(definition, judged, Look(report, "C", "C"))
    return [fault.message for fault in report.faults]


def test_a_broken_property_is_shown_with_its_game():
    """In seeded games and in drawn ones."""
    for check in (own_properties, drawn_games):
        faults = report_of(check, GAME, nobody_climbs_high)
        assert faults and "MC-1/nobody_climbs_high (MI-TURN-01) at ply" in faults[0]


def test_each_kind_of_fault_is_shown_once_and_counted():
    """However many games have it; what differs from game to game makes no kind of its own."""
    report = Report("mini")
    look = Look(report, "C", "C")
    for number in range(5):
        look.fault(number, f"'climb {number}' leads to [1, {number}]")
        look.fault(number, f"MC-{number} holds", "MC")
    look.fault(3, "another")
    assert len(report.faults) == 11
    assert report.text().splitlines() == [
        "FAILED  C (11)", "  C at ply 0: 'climb 0' leads to [1, 0]; 4 more like it",
        "  C at ply 0: MC-0 holds; 4 more like it", "  C at ply 3: another",
    ]  # fmt: skip
    assert repr(report) == "Report(mini: 11 faults)"


@pytest.mark.parametrize("check", [own_properties, drawn_games])
def test_a_fault_names_a_command_that_plays_the_game_again(check, tmp_path, monkeypatch):
    """Seeded games by `record`, drawn ones, shortened, by `play --table`: the property breaks."""
    plug_stairs(tmp_path / "site", monkeypatch)
    report = Report("mini")
    check(registry.definition("mini"), (nobody_climbs_high,), Look(report, "C", "C"))
    first = report.faults[0]
    said, _, command = first.again.rpartition(" | ")
    typed = "\n".join([*shlex.split(said)[2:], ""])
    monkeypatch.chdir(tmp_path)
    done = run(*shlex.split(command)[1:], stdin=typed)
    assert done.exit_code == 0, done.stderr
    replay = read_prefix((tmp_path / "again.rply").read_bytes())
    broken = check_game(Game(GAME, dict(replay.head().options)), replay.game(0).codes,
                        [nobody_climbs_high])  # fmt: skip
    assert broken is not None and broken.ply == first.ply
    assert f"    play it again: {first.again}" in report.text().splitlines()
    if check is drawn_games:
        assert replay.game(0).codes[first.ply + 1 :] == () and len(replay.game(0).codes) < 9


def test_a_vacuous_property_is_a_fault():
    """Zero evaluations are a failure of the suite."""
    for check, judged in ((own_properties, nothing_to_say), (declarations, silent_about_content)):
        words = f"{judged.label} had nothing to say in any game: is it vacuous?"
        assert report_of(check, GAME, judged) == [words]


def test_what_the_content_never_switches_on_owes_no_word():
    """No card of the reference pack steals a creature or takes a card by chance."""
    judged = properties_for("necrohamster")
    owed = switched_on(judged, Game(definition("necrohamster")))
    assert [item.label for item in judged if item.label not in owed] == [
        "NHI-16/a_theft_is_no_summon", "NHI-27/chance_takes_any_card_of_the_hand",
        "NHI-16/fitting_creatures_are_stolen",
    ]  # fmt: skip


def test_declarations_are_checked_under_every_option_set():
    """Static checks of the game's own, and a pack that does not fit its schema."""
    faults = report_of(declarations, GAME, no_stairs)
    assert len(faults) == 12 and "MC-3/no_stairs" in faults[0]
    strict = replace(GAME, schema=Schema({}, {key: Whole(99, 99) for key in ("top", "food")}))
    with pytest.raises(ContentError, match="unknown field 'health'"):
        conformance(strict, properties=(), fresh=False)


def test_drawn_games_find_loops():
    """A free verb that changes nothing goes round for ever."""
    assert "comes back to the same position" in report_of(drawn_games, FIDGETING)[0]


def test_one_check_is_one_item():
    """Each point, then the three of the game's own; a lie fails its own item."""
    names = [name for name, _ in conformance_checks(GAME)]
    assert names[-3:] == [DECLARED, HOLDS, DRAWN] and len(names) == 14
    for liar, label in ((BOTTOMLESS, "U-02"), (LEAKING, "U-07")):
        check = next(check for name, check in conformance_checks(liar) if name.startswith(label))
        with pytest.raises(AssertionError, match=f"FAILED  {label}"):
            check()


@pytest.mark.parametrize(
    ("check", "judged", "label", "told"),
    [
        (own_properties, (eats_while_looking, food_stays), "MC-6/eats_while_looking", "food from"),
        (own_properties, (food_stays, eats_while_looking), "MC-6/eats_while_looking", "food from"),
        (own_properties, (food_stays, spoils_the_past), "MC-7/spoils_the_past", "health from"),
        (drawn_games, (eats_while_looking, food_stays), "MC-6/eats_while_looking", "food from"),
    ],
)
def test_a_check_that_changes_what_it_judges_is_named_itself(check, judged, label, told):
    """Not the check that comes upon what it left."""
    faults = report_of(check, GAME, *judged)
    says = f"changes-state/{label} MI-DUSK-01: the check changes the state it judges: {told}"
    assert faults and says in faults[0], faults
    assert not [fault for fault in faults if "food_stays" in fault]


def test_a_property_that_names_nothing_of_the_game_is_one_fault():
    """And nothing is judged by it."""
    report = conformance(GAME, properties=(food_stays, of_another_game), fresh=False)
    said = "property MC-8/of_another_game names unknown clause 'MI-DUSK-09'; did you mean"
    assert [said in fault.message for fault in report.faults] == [True]
    for label in (DECLARED, HOLDS, DRAWN):
        [item] = [check for name, check in
                  conformance_checks(GAME, properties=(of_another_game,)) if name == label]
        with pytest.raises(AssertionError, match="names unknown clause 'MI-DUSK-09'"):
            item()


def test_a_definition_no_process_can_make_leaves_a_note():
    """Fresh processes are left out, and the report says so."""
    report = conformance(GAME, properties=())
    assert report.ok, report.text()
    assert report.notes == ["mini: fresh processes were left out, they cannot make the game"]
