"""Mutants are judged in a process of their own; scores carry an interval."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game import Game
from engine.registry import games
from properties.judge import Judge
from tests.mutation import same, score
from tests.mutation.__main__ import kept, record_of
from tests.mutation.forks import Child
from tests.mutation.judge import Bench, Phases, begin, dense_packs, noticed
from tests.mutation.mutant import (
    CORPUS,
    DENSE,
    EXAMPLES,
    LOAD,
    PROPERTIES,
    SCENARIOS,
    STATIC,
    SURVIVED,
    Mutant,
    Outcome,
)

ROOT = Path(__file__).parents[2]
# Three mutants of Tin Helm, by hand, judged where the game is not loaded yet.
JUDGED = """
import json, sys
from functools import partial
from tests.mutation import forks, judge
from tests.mutation.__main__ import bench_of
from tests.mutation.mutant import Mutant
from tests.mutation.nursery import warm
from tests.mutation.reach import Reach

judge.UNIT_CPU = 0.5
bench = bench_of("tin_helm", 60)
rules = (bench.folder / "actions.py").read_text()
table = (bench.folder / "phases.py").read_text()
rooms = (bench.folder / "rooms.py").read_text()
endless = rooms.replace("    state.icon = 0\\n", "    while 1: 0\\n")
mutants = [
    Mutant("actions.py", 1, 0, "By hand", rules.replace("(state, stat, 1)", "(state, stat, 2)")),
    Mutant("phases.py", 1, 0, "By hand", table + "\\n1 // 0\\n"),
    Mutant("rooms.py", 1, 0, "By hand", endless),
]
assert mutants[0].text != rules and endless != rooms
units = {"scenarios": [*range(60)], "openings": [0], "properties": [0], "corpus": [0]}
items = [(mutant, units) for mutant in mutants]
if "ready" in sys.argv:
    found = warm(bench, Reach(units), items, 2)
else:
    found = forks.in_turn(items, partial(judge.begin, bench), 2)
for mutant, outcome in found:
    print(json.dumps([mutant.file, outcome.noticed]))
"""


def judged(*words: str) -> dict[str, dict[str, str]]:
    """What was noticed, by the mutant's file."""
    done = subprocess.run([sys.executable, "-c", JUDGED, *words], cwd=ROOT, capture_output=True,
                          text=True, timeout=120, check=True)  # fmt: skip
    return dict(map(json.loads, done.stdout.splitlines()))


def test_a_mutant_is_killed_by_the_first_phase_that_notices() -> None:
    told = judged()
    assert [*told["phases.py"]] == [LOAD] and "ZeroDivisionError" in told["phases.py"][LOAD]
    # What a scenario notices is judged by the properties all the same.
    assert told["actions.py"].keys() == {SCENARIOS, PROPERTIES}
    assert told["actions.py"][SCENARIOS].endswith(".toml")
    assert "Hangs: over 0.5 s" in told["rooms.py"][SCENARIOS]


def test_a_fork_of_the_ready_game_notices_the_same() -> None:
    told, ready = judged(), judged("ready")
    # Code outside of functions cannot be exchanged: the ready game leaves that mutant out.
    assert LOAD in told.pop("phases.py") and ready == told


def test_a_process_that_was_ended_counts_for_the_phase_it_was_in() -> None:
    there, here = os.pipe()
    pid = os.fork()
    if not pid:
        os.write(here, b'load\nscenarios\nscenarios "a.toml"\nproperties\n')
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(here)
    outcome = Child(pid, there, Mutant("a.py", 1, 0, "By hand", "")).wait()
    told = {SCENARIOS: "a.toml", PROPERTIES: "over the cap: ended by signal 9"}
    assert (outcome.noticed, outcome.killer, outcome.detail) == (told, SCENARIOS, "a.toml")


def test_a_game_that_is_loaded_cannot_be_mutated() -> None:
    with pytest.raises(RuntimeError, match=r"engine\.rng is loaded already"):
        begin(Bench("rng", "engine.rng", ROOT), Mutant("rng.py", 1, 0, "By hand", ""))


def test_results_of_other_rules_are_not_taken_for_these(tmp_path: Path) -> None:
    mutant = Mutant("a.py", 3, 4, "AddNot", "…", ("-    if x:", "+    if not x:"))
    assert mutant.id == "a.py:3:4 AddNot if not x:"
    record = record_of(mutant, Outcome({}, 1.5), "old")
    assert record["killer"] == SURVIVED
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(record) + "\n" + '{"torn": ')
    assert kept(path, ("other", "old")) == {mutant.id: {**record, "changed": list(mutant.changed)}}
    assert kept(path, ("new",)) == {} == kept(tmp_path / "none.jsonl", ("old",))


def test_shares_have_the_interval_of_wilson() -> None:
    low, high = score.wilson(185, 200)
    assert (round(low, 4), round(high, 4)) == (0.8800, 0.9540)
    assert score.wilson(0, 0) == (0.0, 1.0)
    assert score.wilson(10, 10)[1] == pytest.approx(1.0) and score.wilson(10, 10)[0] < 0.8


def test_scores_tell_what_properties_do_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = [[LOAD], [SCENARIOS], [PROPERTIES], [SCENARIOS, PROPERTIES], [CORPUS], []]
    records = [{"id": f"a.py:{at}:0 AddNot y", "killer": next(iter(phases), SURVIVED),
                "noticed": dict.fromkeys(phases, "so"),
                "file": "a.py", "line": at, "operator": "AddNot", "changed": ["-x", "+y"]}
               for at, phases in enumerate(noticed)]  # fmt: skip
    found = score.scores(records)
    assert found["mutants"] == 6 and found["survived"] == 1
    shares = ("properties", "properties_and_scenarios", "everything")
    assert [found[share]["killed"] for share in shares] == [3, 4, 5]
    told = score.listed("game", records).splitlines()
    assert told == ["game/a.py:4 AddNot (only a golden replay noticed)", "    -x", "    +y",
                    "game/a.py:5 AddNot", "    -x", "    +y"]  # fmt: skip
    # Of the six, one is the same game.
    monkeypatch.setattr(same, "reasons", lambda game: {"a.py AddNot z": "y is z"})
    monkeypatch.setattr(score, "reasons", same.reasons)
    records[5]["id"] = "a.py:5:0 AddNot z"
    assert score.listed("game", records).splitlines()[-1] == "    the same game: y is z"
    assert same.split("game", records) == (records[:5], [])
    # What events prove is counted apart from the rules.
    records.append({**records[0], "file": "events_guards.py", "killer": EXAMPLES})
    rules, guards = score.table({"game": records, "none": []}).split("\n\n")
    assert "| game | 6 | 1 | 2 | 1 | 1 | 1 | 50.0 % (18.8–81.2) | 66.7 % (30.0–90.3) |" in rules
    assert rules.endswith("| 1 | 80.0 % (37.6–96.4) |")
    whole = "100.0 % (20.7–100.0)"
    assert guards.endswith(f"| game | 1 | 0 | 1 | 0 | 0 | {whole} | 0 | {whole} |")
    # What is left to look at.
    assert score.left({"game": records, "none": []}) == "- game, `a.py`: `y` – *golden*"
    assert score.left({"game": records[5:6]}) == "Nothing."


def test_a_listed_mutant_that_is_noticed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"id": "a.py:5:0 AddNot z", "killer": SCENARIOS}
    monkeypatch.setattr(same, "reasons", lambda game: {"a.py AddNot z": "y is z"})
    assert same.split("game", [record]) == ([], ["a.py AddNot z"])
    monkeypatch.undo()
    for game in games(foreign=False):
        assert all(why and len(name.split()) > 2 for name, why in same.reasons(game).items())


def test_properties_look_at_games_with_the_packs_of_the_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phases = Phases(Bench("henchling", "engine.games.henchling", ROOT), {STATIC: [1], DENSE: [1]})
    heard: list[Game] = []
    play = Judge.play
    monkeypatch.setattr(
        Judge, "play", lambda judge, *words: heard.append(judge.game) or play(judge, *words)
    )
    before = signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
    assert noticed(phases.properties) == "" and phases.run == {STATIC: [1], DENSE: [1]}
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    signal.signal(signal.SIGVTALRM, before)
    assert [game.content.id for game in heard] == ["rich-1"]
    assert dense_packs("hunted") == [] == Phases(Bench("hunted", "", ROOT)).contents[DENSE]
