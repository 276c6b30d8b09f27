"""The Checker calls each property where it is due, counts it, and reports what broke."""

import importlib
import sys
from dataclasses import dataclass
from types import ModuleType

import pytest

from engine.errors import ClauseError
from engine.game import Game
from engine.play import opening, play, walk
from engine.policies import uniform
from properties.checker import Checker, check_game
from properties.invariant import (
    content_check,
    event_invariant,
    final_invariant,
    invariant,
    observation_check,
    properties_in,
    reachable,
    remember,
    step_invariant,
    table_check,
)
from tests.games.mini import GAME

TWO = Game(GAME, players=2)
CODES = play(TWO, "shake:1/0", uniform).codes


def judged(*properties, codes=CODES, collect=False, thorough=False, start=None):
    """A checker that has watched one game, and what it returned first."""
    checker = Checker(TWO, properties, collect, thorough)
    if start is None:
        state, events = opening(TWO)
        found = checker.begin(state, events)
    else:
        found = checker.begin(start, whole=False)
    for step in walk(TWO, codes, start):
        if found is not None:
            break
        found = checker.step(step)
    return checker, found


def test_states_are_judged_at_position_zero_at_each_ply_and_at_the_end():
    """One evaluation a position; rows and but narrow them."""

    @invariant("MI-1", "MI-TURN-01")
    def everywhere(state):
        return True

    @invariant("MI-2", "MI-TURN-01", rows=("gust",))
    def in_gusts(state):
        return TWO.row_name(state) == "gust"

    @invariant("MI-3", "MI-TURN-01", but=("turn", "gust"))
    def at_the_end(state):
        return TWO.is_terminal(state)

    checker, found = judged(everywhere, in_gusts, at_the_end)
    gusts = sum(step.verb == "blow" for step in walk(TWO, CODES))
    assert found is None
    assert checker.evaluations == {
        "MI-1/everywhere": len(CODES) + 1, "MI-2/in_gusts": gusts, "MI-3/at_the_end": 1,
    }  # fmt: skip


def test_steps_are_judged_by_verb_row_and_event():
    """A step check with kinds is called once a ply, however many events it brought."""

    @step_invariant("MI-1", "MI-SIP-01", verbs=("sip",))
    def sips(step):
        return step.verb == "sip"

    @step_invariant("MI-2", "MI-TURN-01", rows=("gust",), kinds=("dusk.fell", "gust.blew"))
    def gusts_with_events(step):
        return step.row == "gust" and len(step.events) >= 1

    @step_invariant("MI-3", "MI-TURN-01", verbs=("climb",), kinds=("gust.blew",))
    def never_due(step):
        return False

    checker, found = judged(sips, gusts_with_events, never_due)
    steps = list(walk(TWO, CODES))
    assert found is None
    assert checker.evaluations["MI-1/sips"] == sum(step.verb == "sip" for step in steps)
    assert checker.evaluations["MI-2/gusts_with_events"] == sum(s.verb == "blow" for s in steps)
    assert checker.vacuous() == ("MI-3/never_due",)


def test_event_checks_see_what_came_strictly_before():
    """counts, last, previous, next, since and rest, in event order; memories run afterwards."""

    @dataclass
    class Book:
        seen: int = 0

    @remember(kinds=("dusk.fell",))
    def note(happening, past):
        past.own(Book).seen += 1

    @event_invariant("MI-1", "MI-DUSK-01", kinds=("dusk.fell",))
    def in_order(dusk, past):
        before = past.counts.get("dusk.fell", 0)
        last = past.last.get("dusk.fell")
        assert past.log[past.at] is dusk
        assert past.previous is (past.log[past.at - 1] if past.at else None)
        assert past.rest() == past.log[past.at + 1 :]
        assert past.next is (past.rest() or [None])[0]
        assert "dusk.fell" not in [event.kind for event in past.since("dusk.fell")]
        fell = last is None or last.num("food") == dusk.num("food") + 1
        return past.own(Book).seen == before and fell

    @final_invariant("MI-2", "MI-END-01")
    def all_is_known(state, past):
        assert past.codes == list(CODES)
        assert past.ply == len(CODES) - 1
        assert past.whole
        return past.own(Book).seen == past.counts["dusk.fell"] == state.turn

    checker, found = judged(note, in_order, all_is_known)
    assert found is None
    assert checker.evaluations["MI-2/all_is_known"] == 1
    assert checker.evaluations["MI-1/in_order"] == checker.history.counts["dusk.fell"]


def test_the_first_violation_stops_with_signature_and_message():
    """False is told in the property's own words, a text as it is; steps carry the verb."""

    @step_invariant("MI-1", "MI-SIP-01", verbs=("sip",))
    def never_sips(step):
        """Nobody drinks."""
        return False

    @invariant("MI-2", "MI-TURN-01")
    def stays_low(state):
        return max(state.height) < 3 or f"somebody stands on {max(state.height)}"

    _, sip = judged(never_sips)
    assert sip.signature == ("MI-1/never_sips", "MI-SIP-01", "sip")
    assert sip.message == "not so: Nobody drinks."
    assert CODES[sip.ply] == TWO.code("sip")
    _, high = judged(stays_low)
    assert high.signature == ("MI-2/stays_low", "MI-TURN-01", "")
    assert "somebody stands on 3" in high.text()
    assert check_game(TWO, CODES, (never_sips,)) == sip


def test_collecting_goes_on_and_judges_the_rest_of_the_ply():
    """Every violation is kept; a check that raises does not shadow those after it."""

    @invariant("MI-1", "MI-TURN-01")
    def breaks(state):
        raise ZeroDivisionError("oh")

    @invariant("MI-2", "MI-TURN-01")
    def fails(state):
        return False

    @invariant("MI-3", "MI-TURN-01")
    def holds(state):
        return True

    checker, found = judged(breaks, fails, holds, collect=True)
    positions = len(CODES) + 1
    assert found is None
    assert len(checker.violations) == 2 * positions
    assert checker.violations[0].message == "the check failed: ZeroDivisionError: oh"
    assert checker.evaluations["MI-3/holds"] == positions


def test_none_is_vacuous_and_reachable_never_violates():
    """What says nothing is not counted; what must be met is counted when it is."""

    @invariant("MI-1", "MI-TURN-01")
    def says_nothing(state):
        return None

    @reachable("MI-2", "MI-TURN-01", verbs=("sip",))
    def somebody_is_healthy(step):
        return step.after.health[0] > step.before.health[0]

    @reachable("MI-3", "MI-TURN-01")
    def never(step):
        return False

    checker, found = judged(says_nothing, somebody_is_healthy, never)
    assert found is None
    assert checker.vacuous() == ("MI-1/says_nothing", "MI-3/never")


def test_a_game_judged_from_the_middle_runs_no_whole_checks():
    """Checks that need the whole history are left out; a new game starts a new history."""

    @event_invariant("MI-1", "MI-TURN-01", kinds=("dusk.fell",), whole=True)
    def counts_from_the_start(dusk, past):
        return dusk.num("food") == TWO.rules.food - 1 - past.counts.get("dusk.fell", 0)

    middle = list(walk(TWO, CODES[:20]))[-1].after
    checker, found = judged(counts_from_the_start, start=middle, codes=CODES[20:])
    assert found is None
    assert checker.vacuous() == ("MI-1/counts_from_the_start",)
    state, events = opening(TWO)
    checker.begin(state, events)
    assert all(checker.step(step) is None for step in walk(TWO, CODES))
    assert checker.evaluations["MI-1/counts_from_the_start"] > 20


def test_dear_checks_are_thinned_a_game_and_thorough_ones_are_not():
    """Each n-th occasion of a game, the first included, whatever was played before."""

    @observation_check("MI-1", "MI-TURN-01", rows=("turn",), every=4)
    def own_flask_is_shown(state, seen):
        return seen["sips"]["own"] in state.sips

    thin, _ = judged(own_flask_is_shown)
    full, _ = judged(own_flask_is_shown, thorough=True)
    once, many = (c.evaluations["MI-1/own_flask_is_shown"] for c in (thin, full))
    turns = many // 2
    assert once == 2 * ((turns + 3) // 4)
    state, events = opening(TWO)
    thin.begin(state, events)
    assert all(thin.step(step) is None for step in walk(TWO, CODES))
    assert thin.evaluations["MI-1/own_flask_is_shown"] == 2 * once


def test_what_two_seats_see_alike_is_judged_once_and_counted_for_each():
    """A check knows no seat; seats that see different things are judged each."""
    shown = []

    @observation_check("MI-1", "MI-TURN-01", every=1)
    def is_shown(state, seen):
        shown.append(seen)
        return True

    checker, found = judged(is_shown)
    states = [opening(TWO)[0], *(step.after for step in walk(TWO, CODES))]
    alike = [TWO.observation(state, 0) == TWO.observation(state, 1) for state in states]
    assert found is None and 0 < sum(alike) < len(alike)
    assert len(shown) == 2 * len(states) - sum(alike)
    assert checker.evaluations == {"MI-1/is_shown": 2 * len(states)}


def test_checkers_of_a_game_share_no_counts():
    """Neither what was met nor what was judged is carried from one Checker to another."""

    @invariant("MI-1", "MI-TURN-01", every=3)
    def now_and_then(state):
        return True

    one, _ = judged(now_and_then)
    two, _ = judged(now_and_then)
    count = one.evaluations["MI-1/now_and_then"]
    assert two.evaluations == one.evaluations and count == (len(CODES) + 3) // 3


def test_table_and_content_are_judged_once():
    """Static checks read rows, verbs and the pack."""

    @table_check("MI-1", "MI-TURN-01")
    def only_turns_offer_climbing(table):
        assert table.offering("sip") == ("turn",)
        assert table.exits("turn")[0] == ("wind_blows", "gust")
        assert table.leading_to("dusk") == ("turn", "gust")
        assert table.verbs["climb"].clause == "MI-TURN-01"
        return table.offering("climb") == ("turn",) and table.targets("gust") == ("fallen", "dusk")

    @content_check("MI-2", "MI-END-01")
    def the_top_is_far(pack):
        return "too near" if pack.constants["top"] < 200 else True

    checker = Checker(TWO, (only_turns_offer_climbing, the_top_is_far))
    found = checker.static()
    assert [v.text() for v in found] == [
        "MI-2/the_top_is_far (MI-END-01) at the opening: too near"
    ]
    assert checker.evaluations == {
        "MI-1/only_turns_offer_climbing": 1, "MI-2/the_top_is_far": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (invariant("X", "MI-TURN-99"), "unknown clause 'MI-TURN-99'; did you mean"),
        (invariant("X", "MI-TURN-01", rows=("turm",)), "unknown row 'turm'; did you mean turn"),
        (step_invariant("X", "MI-SIP-01", verbs=("sips",)), "unknown verb 'sips'; did you mean s"),
        (event_invariant("X", "MI-TURN-01", kinds=("gust",)), "unknown event 'gust'; "),
    ],
)
def test_names_are_checked_when_the_checker_is_made(made, words):
    """An unknown clause, row, verb or event is refused with the nearest names."""

    def check(subject):
        return True

    with pytest.raises(ClauseError, match=words.split(";")[0]) as caught:
        Checker(TWO, (made(check),))
    assert words in str(caught.value)


def test_two_properties_of_one_label_are_refused():
    """Counts are kept by label."""

    @invariant("MI-1", "MI-TURN-01")
    def same(state):
        return True

    with pytest.raises(ClauseError, match="two properties are MI-1/same"):
        Checker(TWO, (same, same))


def test_a_check_of_the_wrong_arity_is_refused_where_it_is_declared():
    """The decorator says what a check of its sort takes."""
    with pytest.raises(TypeError, match="takes 2 arguments"):
        observation_check("MI-1", "MI-TURN-01")(lambda state: True)
    with pytest.raises(TypeError, match="takes 1 arguments"):
        table_check("MI-1")(lambda table, past: True)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: invariant("", "MI-TURN-01"), "the id '' is none"),
        (lambda: invariant(" ", "MI-TURN-01"), "the id ' ' is none"),
        (lambda: invariant("MI/1", "MI-TURN-01"), "the id 'MI/1' is none"),
        (lambda: step_invariant("MI-1", verbs=("sip",)), "MI-1 names no clause"),
        (lambda: invariant("MI-1", "MI-TURN-01", every=0), "every=0: a count from 1"),
        (lambda: observation_check("MI-1", "MI-TURN-01", every=-1), "every=-1"),
        (lambda: reachable("MI-1", "MI-TURN-01", within=-1), "within=-1"),
    ],
)
def test_a_declaration_that_says_nothing_is_refused_where_it_stands(made, says):
    """An id, a clause and counts from 1 on; the message names the function."""
    with pytest.raises(TypeError, match=f"^check: {says}"):

        @made()
        def check(*subject, past=None):
            return True


TWICE = """
from properties.invariant import invariant, remember

@remember(kinds=("dusk.fell",))
def kept(happening, past):
    pass

@invariant("T-01", "MI-TURN-01")
def {first}(state):
    return True

@invariant("T-02", "MI-TURN-01")
def {second}(state):
    return True
"""


def test_a_second_function_of_one_name_does_not_take_the_place_of_the_first(tmp_path, monkeypatch):
    """Python would keep the last; a module that is loaded anew declares itself again."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    path = tmp_path / "declared_twice.py"
    path.write_text(TWICE.format(first="same", second="same"))
    with pytest.raises(TypeError, match="same: declared in line 8 already"):
        importlib.import_module(path.stem)
    path.write_text(TWICE.format(first="one", second="two"))
    module = importlib.import_module(path.stem)
    path.write_text("\n\n" + TWICE.format(first="one", second="two"))
    assert len(properties_in(importlib.reload(module))) == 3
    monkeypatch.delitem(sys.modules, path.stem)


def test_properties_of_a_module_stand_in_order_once_each():
    """Imported ones count, aliases do not count twice."""

    @invariant("MI-1", "MI-TURN-01")
    def one(state):
        return True

    @invariant("MI-2", "MI-TURN-01")
    def two(state):
        return True

    module = ModuleType("some_properties")
    module.two, module.one, module.also_two, module.other = two, one, two, 7
    assert properties_in(module) == (two, one)
    assert one("anything") is True
