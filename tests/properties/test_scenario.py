"""Scenario files: what holds passes, what does not shows expected and found, misfits are named."""

import pytest

from properties.invariant import invariant, step_invariant
from properties.scenario import Games, ScenarioError, run_scenario, scenario_files
from tests.games.mini import GAME

GUSTY = """
game = "mini"
name = "MS-01"
title = "A sip, then a gust that costs a step"
clauses = ["MI-SIP-01", "MI-GUST-01"]
when = ["sip", "climb 2", "blow 1"]
[options]
players = 2
[given]
row = "turn"
climber = 1
height = [3, 4, 0]
food = 9
[[then_at]]
ply = 0
legal_exactly = ["rest", "climb 1", "climb 2", "climb 3", "sip"]
[[then_at]]
ply = 2
row = "gust"
legal = ["blow 6"]
illegal = ["sip"]
events = [{event = "sip.taken", left = 1}]
absent = ["gust.blew", {event = "sip.taken", left = 0}]
[then]
row = "turn"
climber = 0
height = [3, 5, 0]
over = false
events = [{event = "stairs.climbed", steps = 2}, {event = "dusk.fell", food = 8}]
absent = [{event = "gust.blew", lost = 0}]
clauses = ["MI-DUSK-01", "MI-GUST-01"]
"""
STARVED = """
game = "mini"
name = "MS-02"
[given]
row = "dusk"
food = 1
height = [7, 0, 0]
[then]
over = "starved"
score = 7
"""


@pytest.fixture
def play(tmp_path):
    """Run a scenario text of the stairs."""

    def run(text, properties=(), name="case.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return run_scenario(path, Games(GAME, properties))

    return run


def test_what_holds_passes_and_keeps_its_steps(play):
    """The walk is kept for coverage and proof, and so is what was offered and refused."""
    result = play(GUSTY)
    assert result.ok, result.text()
    assert [step.text for step in result.steps] == ["sip", "climb 2", "blow 1"]
    assert (2, "sip", False) in result.offers
    assert (2, "blow 6", True) in result.offers
    assert result.text() == "ok      MS-01: A sip, then a gust that costs a step"


@pytest.mark.parametrize(
    ("was", "now", "shown"),
    [
        ("[3, 5, 0]", "[3, 6, 0]", "height: expected [3, 6, 0], found [3, 5, 0]"),
        ('row = "turn"\nclimber = 0', 'row = "gust"', "row: expected 'gust', found 'turn'"),
        ("over = false", "over = true", "over: expected True, found False"),
        ("over = false", 'over = "saved"', "over: expected 'saved', found 'the game is not over'"),
        ("over = false", "score = 5", "score: expected 5, found 'the game is not over'"),
        ("food = 8}", "food = 7}", "found ['dusk.fell(food=8)']"),
        ("lost = 0}]", "lost = 1}]", "event 'gust.blew': it came: gust.blew(face=1, lost=1)"),
        ('"MI-DUSK-01", ', '"MI-END-01", ', "clause: expected 'MI-END-01', found ["),
        ('legal = ["blow 6"]', 'legal = ["climb 1"]', "legal 'climb 1': expected 'legal'"),
        ('illegal = ["sip"]', 'illegal = ["blow 2"]', "illegal 'blow 2': expected 'refused'"),
        (', "sip"]\n[[', "]\n[[", "legal actions, exactly: too many: sip"),
        ("left = 1}]\nabsent", "left = 2}]\nabsent", "then_at[1].events[0]: event: expected"),
    ],
)
def test_what_is_not_so_shows_expected_and_found(play, was, now, shown):
    """Each kind of claim can fail, and says what was expected and what was found."""
    assert was in GUSTY
    result = play(GUSTY.replace(was, now))
    assert not result.ok
    assert shown in result.text()


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ('title = "A', 'titel = "A', "unknown key 'titel'; did you mean title?"),
        ('name = "MS-01"', "name = 5", "`name` is missing or no text"),
        ("[given]", "[gevin]", "unknown key 'gevin'; did you mean given?"),
        ('"MI-SIP-01", "MI', '"MI-SIP-02", "MI', "no clause 'MI-SIP-02'; did you mean MI-SIP-01"),
        ("players = 2", "player = 2", "unknown option 'player'; did you mean players"),
        ("players = 2", "players = 9", "option players = 9 is outside its domain"),
        ('given]\nrow = "turn"', 'given]\nrow = "turm"', "no row 'turm'; did you mean turn?"),
        ('given]\nrow = "turn"', "given]", "`row` is missing"),
        ("climber = 1", "climer = 1", "unknown field 'climer'; did you mean climber"),
        ("climber = 1", "climber = 300", "given.climber: 300 is outside 0..255"),
        ("climber = 1", 'climber = "rest"', "`rest` is for a set with a name table"),
        ("height = [3, 4, 0]", "height = [3, 4]", "expected a list of 3 numbers"),
        ('"climb 2", "blow 1"]', '"climb 4", "blow 1"]', "when[1]: no action reads 'climb 4'"),
        ('"climb 2", "blow 1"]', '"blow 1"]', "when[1]: 'blow 1' is not legal at ply 1 (row turn"),
        ("ply = 2", "ply = 4", "ply 4 is beyond the last position 3"),
        ("ply = 2", "ply = -1", "`ply` is missing or no whole number"),
        ('"dusk.fell", food', '"dusk.fel", food', "unknown event 'dusk.fel'; did you mean dusk"),
        ("steps = 2}", "stairs = 2}", "stairs.climbed has no fact 'stairs'; did you mean steps?"),
        ('illegal = ["sip"]', 'illegal = ["sup"]', "then_at[1].illegal: no action reads 'sup'"),
        ("over = false", "ovr = false", "then: unknown field 'ovr'"),
        ('when = ["sip", ', "when = [3, ", "when: expected a list of texts"),
        ("[[then_at]]\nply = 0", "[then_at]\nply = 0", "no valid TOML"),
        ('"MI-DUSK-01", ', '"MI-DAWN-01", ', "then.clauses: no clause 'MI-DAWN-01'"),
        ("[options]", '[content]\nsteps = 3\n[options]', "no table 'steps'; there are none"),
        ("climber = 1", "climber = 7", "in row turn seat 7 would act, and the seats are 0 to 1"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_place_and_names(play, was, now, words):
    """Closed format: the file, the place in it, and the nearest names."""
    assert was in GUSTY
    with pytest.raises(ScenarioError) as caught:
        play(GUSTY.replace(was, now))
    assert words in str(caught.value)
    assert "case.toml" in str(caught.value)
    assert caught.value.code == "E301"


def test_a_file_of_bytes_wants_a_scenario(tmp_path):
    (tmp_path / "case.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="not a text file; give a scenario in TOML, UTF-8"):
        run_scenario(tmp_path / "case.toml")


def test_rules_that_raise_on_the_way_are_told_with_their_line(play):
    """The position may be one that no game leads to: that is said before the rule is blamed."""
    with pytest.raises(ScenarioError) as caught:
        play(GUSTY.replace("climber = 1", "climber = 7\nplayer = 1"))
    assert "when[0] (sip): the rules raise IndexError: " in str(caught.value)
    assert "(mini/rules.py:" in str(caught.value) and "fuzz" not in str(caught.value)
    assert "give a position that a game leads to, or mend the rule" in str(caught.value)


def test_entering_a_row_nobody_acts_in(play):
    """The row's own effect has run, and its events are the case's first."""
    result = play(STARVED + """row = "starved"
food = 0
events = [{event = "dusk.fell", food = 0}]
clauses = ["MI-END-01"]
""")
    assert result.ok, result.text()
    assert not result.steps
    assert [event.kind for event in result.events()] == ["dusk.fell"]


def test_an_impossible_position_is_refused(play):
    """The given position is judged by the game's properties, and so is every ply."""

    @invariant("MI-1", "MI-TURN-01")
    def nobody_is_above_ten(state):
        return max(state.height) <= 10

    @step_invariant("MI-2", "MI-SIP-01", verbs=("sip",))
    def sips_do_not_heal(step):
        return step.after.health == step.before.health

    with pytest.raises(ScenarioError, match="an impossible position: MI-1/nobody_is_above_ten"):
        play(GUSTY.replace("[3, 4, 0]", "[11, 4, 0]"), (nobody_is_above_ten,))
    result = play(GUSTY, (nobody_is_above_ten, sips_do_not_heal))
    assert not result.ok
    assert "MI-2/sips_do_not_heal" in result.text()
    # The position, and the two plies after the one whose step broke.
    assert result.evaluations["MI-1/nobody_is_above_ten"] == 3


def test_files_are_found_below_a_folder(tmp_path):
    """Sorted by path."""
    for name in ("b/two.toml", "a/one.toml", "a/notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    found = [path.name for path in scenario_files(tmp_path)]
    assert found == ["one.toml", "two.toml"]
