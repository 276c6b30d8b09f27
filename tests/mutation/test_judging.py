"""Mutants are judged in a process of their own; scores carry an interval."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import score
from tests.mutation.__main__ import kept, record_of
from tests.mutation.judge import Bench, Child, begin
from tests.mutation.mutant import CORPUS, LOAD, PROPERTIES, SCENARIOS, SURVIVED, Mutant, Outcome

ROOT = Path(__file__).parents[2]
# Two mutants of Tin Helm, by hand, judged where the game is not loaded yet.
JUDGED = """
import json, sys
from tests.mutation.__main__ import bench_of, outcomes
from tests.mutation.mutant import Mutant

bench = bench_of("tin_helm", 200)
rules = (bench.folder / "actions.py").read_text()
table = (bench.folder / "phases.py").read_text()
mutants = [
    Mutant("actions.py", 1, 0, "By hand", rules.replace("(state, stat, 1)", "(state, stat, 2)")),
    Mutant("phases.py", 1, 0, "By hand", table + "\\n1 // 0\\n"),
]
assert mutants[0].text != rules
for mutant, outcome in outcomes(bench, mutants, 2):
    print(json.dumps([mutant.file, outcome.killer, outcome.detail]))
"""


def test_a_mutant_is_killed_by_the_first_phase_that_notices() -> None:
    done = subprocess.run([sys.executable, "-c", JUDGED], cwd=ROOT, capture_output=True, text=True,
                          timeout=120, check=True)  # fmt: skip
    told = {file: (killer, detail) for file, killer, detail in
            map(json.loads, done.stdout.splitlines())}  # fmt: skip
    assert told["phases.py"][0] == LOAD and "ZeroDivisionError" in told["phases.py"][1]
    killer, detail = told["actions.py"]
    assert killer == SCENARIOS and detail.endswith(".toml")


def test_a_process_that_was_ended_counts_for_the_phase_it_was_in() -> None:
    there, here = os.pipe()
    pid = os.fork()
    if not pid:
        os.write(here, b"load\nscenarios\nproperties\n")
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(here)
    outcome = Child(pid, there, None).wait()
    assert outcome.killer == PROPERTIES and outcome.detail == "over the cap: ended by signal 9"


def test_a_game_that_is_loaded_cannot_be_mutated() -> None:
    with pytest.raises(RuntimeError, match=r"engine\.rng is loaded already"):
        begin(Bench("rng", "engine.rng", ROOT), None)


def test_results_of_other_rules_are_not_taken_for_these(tmp_path: Path) -> None:
    mutant = Mutant("a.py", 3, 4, "AddNot", "…", ("-    if x:", "+    if not x:"))
    assert mutant.id == "a.py:3:4 AddNot if not x:"
    record = record_of(mutant, Outcome(SURVIVED, "", 1.5), "old")
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(record) + "\n" + '{"torn": ')
    assert kept(path, "old") == {mutant.id: {**record, "changed": list(mutant.changed)}}
    assert kept(path, "new") == {} == kept(tmp_path / "none.jsonl", "old")


def test_shares_have_the_interval_of_wilson() -> None:
    low, high = score.wilson(185, 200)
    assert (round(low, 4), round(high, 4)) == (0.8800, 0.9540)
    assert score.wilson(0, 0) == (0.0, 1.0)
    assert score.wilson(10, 10)[1] == pytest.approx(1.0) and score.wilson(10, 10)[0] < 0.8


def test_scores_tell_what_properties_do_alone() -> None:
    killers = [LOAD, SCENARIOS, PROPERTIES, PROPERTIES, CORPUS, SURVIVED]
    records = [{"killer": killer, "file": "a.py", "line": at, "operator": "AddNot",
                "changed": ["-x", "+y"]} for at, killer in enumerate(killers)]  # fmt: skip
    found = score.scores(records)
    assert found["mutants"] == 6 and found["survived"] == 1
    assert (found["properties_and_scenarios"]["killed"], found["everything"]["killed"]) == (4, 5)
    told = score.listed("game", records).splitlines()
    assert told == ["game/a.py:4 AddNot (only a golden replay noticed)", "    -x", "    +y",
                    "game/a.py:5 AddNot", "    -x", "    +y"]  # fmt: skip
    assert "| game | 6 | 1 | 1 | 2 | 1 | 1 | 66.7 % (30.0–90.3) | 83.3 % (43.6–97.0) |" in (
        score.table({"game": records, "none": []})
    )
