"""Positions from words: what is not given is as a set-up leaves it, `rest` is what nobody names."""

import pytest

from engine.game import Game
from engine.play import walk
from engine.registry import load
from properties.loops import LoopWatch
from properties.position import ScenarioError, build
from tests.games.mini import GAME
from tests.properties.liars import FIDGETING

TIN = load("tin_helm")


def words(**given):
    """The fields of a position of Tin Helm, as words."""
    return build(TIN, given).state.words()


def test_rest_is_what_no_other_field_names():
    """Whichever name tables hold the card: held, thrown and seen ones are not in the pile."""
    made = words(row="fight", race="human", cls="fighter", items=["tonic", "shield"],
                 loot="rest", smoke="smoke_bomb", top="d03", room="d01", result="d12",
                 used=["d05"], unseen="rest", enemy="wraith", foe=3)  # fmt: skip
    loot = TIN.content.ids("loot")
    assert made["loot"] == [i for i in loot if i not in ("tonic", "smoke_bomb")]
    seen = ("d03", "d01", "d12", "d05")
    assert made["unseen"] == [i for i in TIN.content.ids("dungeon") if i not in seen]


def test_fields_not_given_are_as_a_set_up_leaves_them():
    """All loot in the deck, nobody hurt: what Game.blank says."""
    blank = TIN.blank().words()
    made = words(row="race")
    assert {k: v for k, v in made.items() if k != "phase"} == {
        k: v for k, v in blank.items() if k != "phase"
    }


def test_an_agenda_is_written_in_texts():
    """As `Game.task_text` shows it."""
    kind = next(kind.name for kind in TIN.definition.tasks)
    made = build(TIN, {"row": "choose", "race": "human", "cls": "fighter",
                       "agenda": [f"{kind} 3"]}).state  # fmt: skip
    assert [TIN.task_text(task) for task in made.agenda] == [f"{kind} 3"]
    with pytest.raises(ScenarioError, match=r"given.agenda: no task kind 'nothing'"):
        build(TIN, {"row": "choose", "agenda": ["nothing 1"]})


def test_the_seat_follows_the_row():
    """Who decides is read off the row, and nobody does at chance rows."""
    two = Game(GAME, players=2)
    assert build(two, {"row": "turn", "climber": 1}).state.player == 1
    assert build(two, {"row": "gust", "climber": 1}).state.player == -1
    assert build(two, {"row": "turn", "climber": 1, "player": 0}).state.player == 0


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"health": 3}, "`row` is missing"),
        ({"row": "fight", "enemy": "wraiht"}, "did you mean wraith"),
        ({"row": "fight", "loot": ["shield"]}, "no loot 'shield'"),
        ({"row": "fight", "health": "rest"}, "`rest` is for a set with a name table"),
        ({"row": "fight", "shards": 4}, "4 is outside 0..3"),
        ({"row": "fight", "phase": 3}, "unknown field 'phase'"),
    ],
)
def test_what_cannot_be_is_refused(given, text):
    """With the field and the way out."""
    with pytest.raises(ScenarioError) as caught:
        build(TIN, given)
    assert text in str(caught.value)


def test_a_pile_that_nobody_gave_holds_what_the_set_up_put_there():
    """That is said where a card would be there twice."""
    game = load("necrohamster")
    row = next(row.name for row in game.rows if row.acts and not row.chance and row.met)
    held = {game.content.ids("creature")[0]: 1}
    given = {"row": row, "hands": [held], "discards": "rest"}
    with pytest.raises(ScenarioError, match=r"than there are cards; deck is not given and holds"):
        build(game, given)
    assert build(game, {**given, "deck": {}}).state.words()["hands"][0] == held


def test_rules_that_trip_over_a_position_say_so():
    """A ninth climber of two."""
    two = Game(GAME, players=2)
    with pytest.raises(ScenarioError, match="given: the position cannot be: the rules raise Ind"):
        build(two, {"row": "dusk", "food": 3, "climber": 9})


def test_a_loop_names_its_cycle():
    """Only what one player does with nothing between: chance and other rows clear it."""
    game = Game(FIDGETING, players=1)
    watch = LoopWatch(game)
    watch.begin(game.initial())
    found = [watch.step(step) for step in walk(game, map(game.code, ("rest", "sip")))]
    assert found[0] is None
    assert found[1] is not None and found[1].signature == ("U-08/no_endless_loop", "MI-TURN-01", "")
    assert watch.cycle == ("sip",)
    honest = Game(GAME, players=1)
    watch = LoopWatch(honest)
    watch.begin(honest.initial())
    texts = ("sip", "climb 2", "blow 6", "rest", "sip", "rest")
    assert all(watch.step(step) is None for step in walk(honest, map(honest.code, texts)))
