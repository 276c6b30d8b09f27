"""migrate: what a change of rules does to stored games; steps of a toy game whose verbs moved."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.definition import Chosen, Codes, Definition, Migration
from engine.errors import TableError
from engine.game import Game
from engine.options import Option
from engine.play import play
from engine.policies import uniform
from replays.carry import items_of
from replays.entries import records_of
from replays.migrate import CARRIED, PARTS, REFUSED, SAME, UNREADABLE, Fate, fate
from replays.reader import read_prefix
from replays.recorder import Recorder, header_for
from replays.records import Header
from replays.seeded import record_file
from tests.games.mini import GAME, rules

# In version 2 sips stand second among the verbs, and there is an option more.
MOVED = {0: 0, 4: 1, 1: 2, 2: 3, 3: 4}
LAMP = Option("lamp", False, (False, True))


def move_sips(options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
    """Version 1 to 2: the same actions under their new codes."""
    return {**options, "lamp": False}, tuple(MOVED.get(code, code) for code in codes)


def no_flask(options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
    """A step that cannot carry everything."""
    if options["flask"]:
        raise ValueError("the flask is gone")
    return options, codes


STEP = Migration("move_sips", 1, "sips are the second verb", move_sips)
REST, CLIMB, SIP, BLOW = rules.VERBS
SECOND = replace(GAME, rules_version=2, verbs=(REST, SIP, CLIMB, BLOW), migrations=(STEP,),
                 options=(*GAME.options, LAMP))  # fmt: skip


def recorded(path: Path, seed: str = "shake:1", **options: int | bool) -> bytes:
    """A game of version 1."""
    game = Game(GAME, {"players": 2, **options})
    record_file(path, game, seed, uniform, header=header_for(game, seed=seed))
    return path.read_bytes()


def carried_to(found: Definition, data: bytes) -> Fate:
    """What becomes of a file under other rules."""
    return fate(data, lambda name: found)


def head(data: bytes) -> Header:
    """The header."""
    return records_of(data)[0]


def test_what_still_verifies_comes_along_as_it_is(tmp_path: Path) -> None:
    data = recorded(tmp_path / "a.rply")
    found = carried_to(GAME, data)
    assert (found.outcome, found.verdict.word, found.data) == (SAME, "EXACT", data)


def test_a_step_carries_a_game_to_the_same_states(tmp_path: Path) -> None:
    data = recorded(tmp_path / "a.rply")
    found = carried_to(SECOND, data)
    assert (found.outcome, found.verdict.word, found.steps) == (CARRIED, "EXACT", ("move_sips",))
    assert found.data is not None
    old, new = head(data), head(found.data)
    assert (old.rules_version, new.rules_version) == (1, 2)
    assert ("lamp", False) in new.options and "move_sips" in new.tags[-1]
    texts = []
    for definition, held in ((GAME, data), (SECOND, found.data)):
        game = Game(definition, dict(head(held).options))
        blocks = [record.codes for record in records_of(held)[1] if hasattr(record, "codes")]
        texts.append([game.text(code) for codes in blocks for code in codes])
    assert texts[0] == texts[1] and any(text == "sip" for text in texts[0])
    again = carried_to(SECOND, found.data)
    assert again.outcome == SAME, "what was carried stands"


def test_without_a_step_it_is_said_where_the_log_parts(tmp_path: Path) -> None:
    data = recorded(tmp_path / "a.rply")
    found = carried_to(replace(SECOND, migrations=()), data)
    assert found.outcome == PARTS and found.data is None
    assert found.verdict.row == "turn" and found.verdict.clause == "MI-TURN-01"
    assert found.applied == ("MI-SIP-01",), "the code is another verb today"
    assert "no step from rules version 1 to 2" in found.why


def test_a_log_that_would_stand_still_needs_its_step(tmp_path: Path) -> None:
    data = recorded(tmp_path / "a.rply")
    found = carried_to(replace(GAME, rules_version=3), data)
    assert (found.outcome, found.verdict.word) == (REFUSED, "EXACT")
    assert "no step from rules version 1 to 2" in found.why and found.data is None
    half = replace(GAME, rules_version=3, migrations=(replace(STEP, name="half"),))
    assert "from rules version 2 to 3" in carried_to(half, data).why


def test_a_step_may_refuse_a_game(tmp_path: Path) -> None:
    step = Migration("no_flask", 1, "there is no flask any more", no_flask)
    second = replace(GAME, rules_version=2, migrations=(step,))
    refused = carried_to(second, recorded(tmp_path / "a.rply"))
    assert refused.outcome == REFUSED and refused.why == "step no_flask: the flask is gone"
    dry = carried_to(second, recorded(tmp_path / "b.rply", flask=0))
    assert (dry.outcome, dry.verdict.word) == (CARRIED, "EXACT")


def test_a_step_that_makes_another_game_is_found_out(tmp_path: Path) -> None:
    def shorter(options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
        return options, codes[:-1]

    second = replace(GAME, rules_version=2, migrations=(replace(STEP, rewrite=shorter),))
    found = carried_to(second, recorded(tmp_path / "a.rply"))
    assert found.outcome == REFUSED and "goes on" in found.why and found.data is None


def test_a_changed_rule_of_the_same_version_parts_where_it_acts(tmp_path: Path) -> None:
    data = recorded(tmp_path / "a.rply")
    changed = replace(GAME, state=GAME.state, setup=lambda state: (
        rules.set_up(state), setattr(state, "food", state.food - 1)))  # fmt: skip
    found = carried_to(changed, data)
    assert found.outcome == PARTS and found.verdict.word == "DIVERGED" and found.version is None
    assert found.verdict.row == "turn" and found.applied[0] == "MI-TURN-01"
    assert len(found.applied) > 1, "the clauses of the whole ply, not the row's alone"
    torn = carried_to(GAME, data[:-3])
    assert torn.outcome == UNREADABLE and torn.verdict.word == "TRUNCATED"
    assert carried_to(GAME, b"foreign").outcome == UNREADABLE


def test_many_games_and_remarks_are_carried(tmp_path: Path) -> None:
    from replays.seeded import record_game

    game = Game(GAME, {"players": 2})
    header = header_for(game, seed="shake:1")
    with Recorder.create(tmp_path / "many.rply", header, many=True) as recorder:
        for index in range(2):
            record_game(game, f"shake:1/{index}", uniform, recorder, index)
    found = carried_to(SECOND, (tmp_path / "many.rply").read_bytes())
    assert (found.outcome, found.verdict.word, found.verdict.games) == (CARRIED, "EXACT", 2)
    with Recorder.create(tmp_path / "stopped.rply", header) as recorder:
        state = game.initial()
        recorder.begin(state)
        play(game, "shake:1", uniform, watch=recorder.ply, start=state, plies=9)
        recorder.note("up we go")
    found = carried_to(SECOND, (tmp_path / "stopped.rply").read_bytes())
    assert (found.outcome, found.verdict.label) == (CARRIED, "TRUNCATED@9")
    assert found.data is not None and b"up we go" in found.data


def tried(path: Path) -> bytes:
    """A stopped game of version 1: sips taken back and brought again, another way gone, remarks."""
    game = Game(GAME, {"players": 2})
    with Recorder.create(path, header_for(game, seed="shake:1"), live=True) as recorder:
        states = [game.initial()]
        recorder.begin(states[0].clone())

        def act(code: int) -> None:
            legal = game.legal_actions(states[-1])
            states.append(states[-1].clone())
            game.apply(states[-1], code)
            recorder.ply(code, states[-1], len(legal))

        gone = play(game, "shake:4", uniform, plies=12).codes
        for code in gone:
            act(code)
        recorder.note("perhaps not")
        recorder.undo(6)
        del states[7:]
        for code in recorder.redo(8):
            act(code)
        recorder.annotate("this one", 3)
        at, other = next(
            (n, code) for n, state in enumerate(states[4:-1], 4)
            for code in game.legal_actions(state) if code != gone[n]
        )  # fmt: skip
        recorder.undo(at)
        del states[at + 1 :]
        act(other)
    return path.read_bytes()


def told(data: bytes) -> list[str]:
    """Plies and marks of a file, in words that no code changes."""
    header, records = records_of(data)
    found = GAME if header.rules_version == 1 else SECOND
    space = Game(found, dict(header.options))
    (items,) = items_of(records)
    return [space.text(item) if isinstance(item, int) else f"{item.kind} {item.ply} {item.text}"
            for item in items]  # fmt: skip


def test_what_was_undone_is_carried_with_its_remarks(tmp_path: Path) -> None:
    data = tried(tmp_path / "a.rply")
    found = carried_to(SECOND, data)
    assert (found.outcome, found.why) == (CARRIED, "") and found.data is not None
    assert found.verdict.word == "TRUNCATED"
    words = told(data)
    assert told(found.data) == words and "sip" in words
    assert {"undo", "redo", "note", "annotation"} <= {word.split()[0] for word in words}


def shorter(options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
    """A step that leaves a ply out: its lines keep no places."""
    return {**options, "lamp": False}, move_sips(options, codes)[1][:-1]


def alone(options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
    """A step that knows nothing of what was undone: any line but the last is refused."""
    if len(codes) > 8:
        raise ValueError("no such line")
    return move_sips(options, codes)


@pytest.mark.parametrize(("rewrite", "left"), [
    (shorter, "2 undos and 2 remarks stay behind"), (alone, "2 undos and 1 remark stay behind"),
])  # fmt: skip
def test_what_cannot_come_along_is_told(
    rewrite: Callable[[Chosen, Codes], tuple[Chosen, Codes]], left: str, tmp_path: Path
) -> None:
    data = tried(tmp_path / "a.rply")
    found = carried_to(replace(SECOND, migrations=(replace(STEP, rewrite=rewrite),)), data)
    assert (found.outcome, found.why) == (CARRIED, left) and found.data is not None
    assert found.verdict.word == "TRUNCATED"
    last = read_prefix(data).only().codes
    assert read_prefix(found.data).only().codes == rewrite({}, last)[1]
    assert b"perhaps not" not in found.data, "it was said of a position that was undone"
    assert (b"this one" in found.data) == (rewrite is alone)


def test_steps_are_one_a_version_and_below_the_present_one() -> None:
    for steps in ((STEP, STEP), (replace(STEP, start=2),)):
        with pytest.raises(TableError, match="one step"):
            replace(GAME, rules_version=2, migrations=steps)
