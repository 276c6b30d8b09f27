"""Coverage counts what play reached, and remembers what it could have reached."""

from dataclasses import replace

import pytest

from engine.game import Game
from engine.play import opening, play, walk
from engine.policies import named, uniform
from engine.registry import load
from properties.coverage import Coverage, cover
from tests.games.mini import GAME

TWO = Game(GAME, players=2)
LOGS = [play(TWO, f"shake:1/{i}", uniform).codes for i in range(5)]


def test_hits_and_games_agree_with_a_plain_count():
    """Verbs, events, exits, phases and ends, counted here in the dullest way."""
    found = cover(TWO, LOGS).columns()
    steps = [step for codes in LOGS for step in walk(TWO, codes)]
    for verb in ("rest", "climb", "sip", "blow"):
        assert found["verbs"][verb][0] == sum(step.verb == verb for step in steps)
    blown = sum(event.kind == "gust.blew" for step in steps for event in step.events)
    assert found["events"]["gust.blew"] == [blown, 5]
    dusks = sum((row, 1) in step.exits for step in steps for row in (0, 1))
    taken = found["exits"]
    assert taken["turn: always -> dusk"][0] + taken["gust: always -> dusk"][0] == dusks
    assert found["phases"]["dusk"][0] == dusks
    assert found["phases"]["gust"][0] == blown
    assert sum(hits for hits, _ in found["ends"].values()) == 5
    assert found["options"]["players=2"] == [5, 5]
    assert found["options"]["players=3"] == [0, 0]


def test_pairs_are_of_player_verbs_in_a_row():
    """A chance ply between two choices does not part them."""
    found = cover(TWO, [[TWO.code(t) for t in ("climb 1", "blow 6", "rest", "sip")]]).columns()
    assert found["pairs"] == {"climb rest": [1, 1], "rest sip": [1, 1]}


def test_refusals_are_verbs_offered_less_than_they_can_be():
    """An empty flask refuses a sip; the weak may not climb three steps."""
    solo = Game(GAME, {"flask": 1}, players=1)
    full = cover(solo, [[solo.code("rest")]]).columns()
    assert full["refusals"] == {"MI-TURN-01": [0, 0], "MI-SIP-01": [0, 0]}
    drunk = cover(solo, [[solo.code(t) for t in ("sip", "rest", "rest")]]).columns()
    assert drunk["refusals"]["MI-SIP-01"] == [2, 1]
    assert drunk["refusals"]["MI-TURN-01"] == [0, 0]


def test_idle_actions_were_legal_and_never_taken():
    """With how often they were legal."""
    found = cover(TWO, [[TWO.code("rest"), TWO.code("rest")]]).columns()
    assert found["idle"]["climb 3"] == [2, 1]
    assert "rest" not in found["idle"]


def test_content_rows_are_counted_by_what_events_and_actions_name():
    """Every card of the pack stands in the column; those met have hits."""
    game = load("tin_helm")
    codes = play(game, "shake:1/0", named(game, "careful")).codes
    column = cover(game, [codes]).columns()["content"]
    ids = {f"{table}/{ident}" for table in game.definition.schema.tables
           for ident in game.content.ids(table)}  # fmt: skip
    assert set(column) == ids
    text = " ".join(game.text(code) for code in codes)
    revealed = [item for item in column if item.startswith("dungeon/") and item[8:] in text]
    assert revealed and all(column[item][0] > 0 for item in revealed)


def test_merging_counts_of_option_sets_is_the_same_in_either_order():
    """What a worker counted joins as plain data."""
    calm = Game(GAME, {"gusty": False}, players=1)
    log = play(calm, "shake:2/0", uniform).codes
    one, two = cover(TWO, LOGS), cover(calm, [log])
    other, two_again = cover(TWO, LOGS), cover(calm, [log])
    one.merge(two)
    two_again.add(other.tally(), other.games)
    assert one.games == two_again.games == 6
    left, right = one.as_dict()["columns"], two_again.as_dict()["columns"]
    for column, table in left.items():
        assert [*table["items"].items()] == [*right[column]["items"].items()]
    assert one.columns()["options"]["gusty=false"] == [1, 1]


def test_missed_and_rare_are_told():
    """Zero hits are missed; few games are rare."""
    found = cover(TWO, LOGS[:1])
    assert "players=3" in found.missed("options")
    assert "climb" in found.as_dict()["columns"]["verbs"]["rare"]
    clauses = found.columns()["clauses"]
    assert set(clauses) == set(GAME.clauses.ids())


def test_watching_ply_by_ply_is_the_same_as_walking_a_log():
    """begin, step, finish; an unfinished game counts too."""
    watched = Coverage(TWO)
    _, events = opening(TWO)
    watched.begin(events)
    for step in walk(TWO, LOGS[0][:30]):
        watched.step(step)
    assert watched.columns() == cover(TWO, [LOGS[0][:30]]).columns()
    assert watched.games == 1


@pytest.mark.parametrize("seed", ["shake:1/0", "shake:9/3"])
def test_switched_off_rows_are_not_asked_for(seed):
    """What no option set of the run switches on has no line."""
    phases = list(GAME.phases)
    phases[1] = replace(phases[1], needs="gusty=true")
    calm = Game(replace(GAME, phases=tuple(phases)), {"gusty": False})
    found = cover(calm, [play(calm, seed, uniform).codes]).columns()
    assert "gust" not in found["phases"]
    assert not [name for name in found["exits"] if "gust" in name]
