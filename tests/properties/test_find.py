"""`find`: goals of every kind, expressions over the state, and the shortest game of the stairs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.events import Happening
from engine.policies import uniform
from engine.registry import games, load
from properties.campaign import Plan
from properties.errors import BadGoal
from properties.expression import Expression
from properties.find import ENOUGH, find
from properties.fuzz import fuzz
from properties.goals import (
    clause_goal,
    end_goal,
    event_goal,
    exit_goal,
    goal_of,
    state_goal,
)
from properties.judge import Judge
from properties.logs import log_bytes
from properties.setup import Maker
from replays.corpus import golden
from replays.seeded import record_file
from tests.properties.stair_bugs import STAIRS

TH = Maker("tin_helm")
PLAN = Plan(games=60, budget=600)
# Games of a campaign that marks clauses as rare.
CAMPAIGN = {
    "tin_helm": 1000, "necrohamster": 300, "hunted": 300, "henchling": 120, "ham_helsing": 120
}  # fmt: skip


def held(game, text, state=None):
    return Expression(game, text).holds(game.initial() if state is None else state)


# ---- expressions ----


def test_an_expression_reads_fields_in_the_words_of_scenarios() -> None:
    game = STAIRS.load({"players": 2})
    state = game.initial()
    state.height[1], state.food = 4, 9
    for text, so in (
        ("food == 9 and height[1] - 1 == 3", True),
        ("not food or max(height) < 4", False),
        ("2 <= min(health) + 2 * 2 < 99", True),
        ('row == "turn" and not over and ply == 0', True),
        ("sum(height) // 2 % 2 in [0, 2]", True),
        ("len(height) == 3 and any(height) and not all(height)", True),
        ("abs(-food) != 9", False),
        ("height == [0, 4, 0]", True),
        ("food not in (1, 2)", True),
    ):
        assert held(game, text, state) is so, text


def test_words_sets_and_tables_are_read_by_name() -> None:
    hunted = load("hunted")
    names = hunted.rules.names
    tables = {kind.names for _, kind in hunted.definition.state.FIELDS if kind.names}
    assert tables <= set(names)
    name, field = next((key, kind) for key, kind in hunted.definition.state.FIELDS
                       if kind.names and kind.form == "set")  # fmt: skip
    word = names[field.names][0]
    state = hunted.initial()
    setattr(state, name, 1)
    assert held(hunted, f'"{word}" in {name} and len({name}) == 1', state)
    setattr(state, name, 2)
    assert held(hunted, f'"{word}" not in {name}', state)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fod > 1", "did you mean food"),
        ("food >", "cannot be read at character 7"),
        ("", "the expression is empty"),
        ("  ", "the expression is empty"),
        ('row == "trun"', "did you mean turn"),
        ('food == "much"', "can never be the same"),
        ("food.real", "not allowed"),
        ("__import__('os')", "not allowed"),
        ("[x for x in height]", "not allowed"),
        ("food ** 9", "not allowed"),
        ("food if 1 else 2", "not allowed"),
        ("1.5 < food", "not allowed"),
        ("food is 3", "compare with"),
        ("height[9]", "at most 3 entries"),
        ("food < 0 and height[3] == 1", "at most 3 entries"),
        ("height[-1]", "counted from 0"),
        ("height[food]", "at most 3 entries"),
        ("food[0]", "has no entry"),
        ("len(food)", "is no list"),
        ("len(height, height)", "takes one value"),
        ("height < 3", "is no number"),
        ("food // 0", "divides by zero"),
        ("3 in food", "is no list"),
        ("1 +" * 300 + " 1", "at most 400"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_way_out(text: str, says: str) -> None:
    with pytest.raises(BadGoal, match=says):
        state_goal(STAIRS.load(), text)


def test_an_entry_that_is_not_there_yet_makes_its_comparison_false() -> None:
    game = load("tin_helm")
    state, more = game.initial(), game.initial()
    more.items = 1 << game.rules.names["items"].index("shield")
    for text, none, one in (
        ('items[0] == "shield"', False, True),
        ('items[0] != "shield"', False, False),
        ('not items[0] == "shield"', True, False),
        ('items[0] == "shield" or ply == 0', True, True),
        ('items[0] in ["shield"]', False, True),
        ("any([items[1] == items[0]])", False, False),
        ("items[1]", False, False),
    ):
        assert (held(game, text, state), held(game, text, more)) == (none, one), text
    size = len(game.rules.names["items"])
    for text in (f'items[{size}] == "shield"', f"health > 0 or items[{size}] == items[0]"):
        with pytest.raises(BadGoal, match=f"at most {size} entries"):
            held(game, text)
    assert held(game, f"items[{size - 1}] == items[0]") is False
    with pytest.raises(BadGoal, match="0 entries"):
        Expression(game, "items[0]").value(state)


# ---- goals ----


def test_a_fact_may_be_a_name_of_the_content() -> None:
    game = load("ham_helsing")
    assert [row["id"] for row in game.content.rows_of("location")
            if row["name"] == "Mud Canyon"] == ["e"]  # fmt: skip
    event = next(event for event in game.definition.events if event.kind == "location.lost")
    at = game.rules.names["location"].index("e")
    for word in ("at=e", "at=E", "at=mud_canyon", f"at={at}", f"at=#{at}", "location=mud_canyon"):
        watch = event_goal(game, "location.lost", [word]).quick()
        for place in (at, at + 1):
            values = (place, *(0 for _ in event.facts[1:]))
            lost = Happening(event, values, game.rules.names)
            step = SimpleNamespace(events=(lost,), ply=3, text="lose")
            assert bool(watch.step(step)) is (place == at)
    with pytest.raises(BadGoal, match="no location 'mudcanyon'; did you mean mud_canyon"):
        event_goal(game, "location.lost", ["at=mudcanyon"])
    with pytest.raises(BadGoal, match="relocate has no fact 'location'"):
        event_goal(game, "char.relocate", ["location=e"])  # from one to another


def test_every_kind_of_goal_has_a_name_of_its_own() -> None:
    game = STAIRS.load()
    for text in ("MII-03", "MI-SIP-01", "sip.taken", "sip.taken left=1", "starved", "food < 3",
                 "gust: climber_falls -> fallen"):  # fmt: skip
        assert goal_of(game, STAIRS.properties(), text).name == text


def test_fields_and_small_letters_name_goals_too() -> None:
    game = STAIRS.load()
    for text, name in (
        ("over", "over"), ("steps", "steps"), (" food  <  3 ", "food < 3"),
        ("mi-sip-01", "MI-SIP-01"), ("mii-03", "MII-03"), ("u-08", "U-08"),
        ("mii-03/A_low_face_costs_one_health", "MII-03/a_low_face_costs_one_health"),
        ("changes-state/MII-03/x", "changes-state/MII-03/x"), ("raised", "raised"),
    ):  # fmt: skip
        assert goal_of(game, STAIRS.properties(), text).name == name
    assert clause_goal(game, "mi-sip-01").name == "MI-SIP-01"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no goal is named; write a property"),
        (" \n ", "no goal is named; write a property"),
        ("ove", "did you mean over"),
        ("foo", "did you mean food"),
        ("gust: climber_fell -> fallen", "has no exit .* did you mean gust: climber_falls"),
        ("fight: x -> y", "has no exit"),
        ("sip.take left=1", "has no event 'sip.take'; did you mean sip.taken"),
        ("sip.taken lift=1", "no fact 'lift'"),
        ("MI-SIP-02", "did you mean MI-SIP-01"),
        ("mi-sip-02", "did you mean MI-SIP-01"),
    ],
)
def test_what_names_no_goal_is_refused_as_what_it_was_meant_for(text: str, says: str) -> None:
    with pytest.raises(BadGoal, match=says):
        goal_of(STAIRS.load(), STAIRS.properties(), text)


def test_a_name_is_offered_once() -> None:
    with pytest.raises(BadGoal) as caught:
        goal_of(load("tin_helm"), TH.properties(), "THI-9")
    offered = str(caught.value).partition("did you mean ")[2].rstrip("?").split(" or ")
    assert len(offered) == len(set(offered)) > 0


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (lambda game: clause_goal(game, "MI-SIP-02"), "no clause 'MI-SIP-02'; did you mean"),
        (lambda game: event_goal(game, "sip.took"), "did you mean sip.taken"),
        (lambda game: event_goal(game, "sip.taken", ["lift=1"]), "no fact 'lift'; did you mean"),
        (lambda game: event_goal(game, "sip.taken", ["left"]), "FACT=VALUE"),
        (lambda game: event_goal(game, "sip.taken", ["left=few"]), "'few' is no whole number"),
        (lambda game: end_goal(game, "starving"), "did you mean starved"),
        (lambda game: exit_goal(game, "gust: falls"), "no exit"),
    ],
)
def test_a_goal_the_game_does_not_have_is_refused(goal, says: str) -> None:
    with pytest.raises(BadGoal, match=says):
        goal(STAIRS.load())


def test_what_the_set_up_shows_is_reached_without_a_ply() -> None:
    found = find(STAIRS, lambda game: state_goal(game, 'row == "turn"'), PLAN)
    assert found.minimal is not None and found.minimal.codes == ()
    assert found.minimal.message == "reached by the set-up"
    assert len(found.hits) == ENOUGH == found.games
    game = found.best.game
    assert log_bytes(game, ())  # a replay of no plies is one


# ---- the search ----


def test_the_shortest_game_is_found_for_each_kind_of_goal() -> None:
    for goal, actions in (
        (lambda game: clause_goal(game, "MI-SIP-01"), 1),
        (lambda game: event_goal(game, "stairs.climbed", ["steps=3"]), 1),
        (lambda game: event_goal(game, "gust.blew", ["lost=1", "face=2"]), 1),
        (lambda game: exit_goal(game, "turn: wind_blows -> gust"), 1),
        (lambda game: state_goal(game, "max(height) == 5"), 2),
    ):
        found = find(STAIRS, goal, PLAN)
        assert found.minimal is not None and found.best is not None
        assert found.minimal.actions == actions, found.minimal.text()
        judge = Judge(found.best.game, goal(found.best.game).whole())
        trial = judge.replay(found.minimal.codes)
        assert trial.failure is not None and trial.codes == found.minimal.codes


def test_a_search_is_repeatable_and_says_what_it_looked_through() -> None:
    def goal(game):
        return state_goal(game, "sum(health) > 11")

    first, again = (find(STAIRS, goal, PLAN).as_dict() for _ in range(2))
    assert first == again and first["found"]
    nothing = find(STAIRS, lambda game: state_goal(game, "food > 99"), Plan(games=7))
    assert nothing.as_dict() == {
        "goal": "food > 99", "found": False, "games": 7, "golden": 0, "hits": 0,
        "failed": 0, "failure": None, "interrupted": False,
    }  # fmt: skip
    beats: list[int] = []
    used: list[int] = []
    find(STAIRS, lambda game: state_goal(game, "sum(height) == 12"), PLAN, shrinking=used.append)
    assert used[0] == 64 and used.count(64) > 1, "one hit after the other"
    stopped = find(STAIRS, lambda game: state_goal(game, "food > 99"), Plan(games=None),
                   over=lambda: len(beats) == 3, beat=beats.append)  # fmt: skip
    assert stopped.games == 3


def test_a_value_of_the_wrong_kind_is_told_whenever_it_comes_up() -> None:
    with pytest.raises(BadGoal, match="is no number"):
        find(STAIRS, lambda game: state_goal(game, "ply > 3 and height < 3"), PLAN)


def test_golden_replays_come_first_if_they_fit(tmp_path: Path) -> None:
    plain, other = tmp_path / "a.rply", tmp_path / "b.rply"
    record_file(plain, TH.load(), "shake:1/0", uniform)
    record_file(other, TH.load({"favor_cap": 3}), "shake:1/0", uniform)
    (tmp_path / "c.rply").write_bytes(b"no replay")
    paths = sorted(tmp_path.iterdir())
    plan = Plan(games=1, options=(("favor_cap", 3),), budget=50)
    found = find(TH, lambda game: state_goal(game, "ply == 3"), plan, paths)
    assert (found.replays, found.hits[0].source) == (1, "b.rply")
    assert find(TH, lambda game: end_goal(game, "won"), Plan(games=1), paths).replays == 2


@pytest.mark.thorough
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", games(foreign=False))
def test_every_clause_that_a_campaign_marks_rare_or_misses_is_found(name: str) -> None:
    """Of those that play can reach; where a golden replay does, no further game is needed."""
    maker = Maker(name)
    report = fuzz(maker, Plan(games=CAMPAIGN[name], minimise=False))
    clauses = report.reach["clauses"]
    assert clauses.reached > clauses.of // 2 > 0
    for ident in (*clauses.rare, *clauses.missed):
        for most in (1, 1000):
            search = Plan(games=most, seed="shake:2", budget=1)
            found = find(maker, lambda game, ident=ident: clause_goal(game, ident), search,
                         golden(name))  # fmt: skip
            if found.minimal is not None:
                break
        assert found.minimal is not None, f"{ident} is not found"
