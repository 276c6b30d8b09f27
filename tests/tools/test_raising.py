"""Rules of a plug-in that raise, or let nobody act: told as the game's fault, with a way on."""

from __future__ import annotations

import errno
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import Result

from engine import registry
from properties import setup
from properties.universal import LABELS, universal
from tests.tools import falling
from tests.tools.run import run
from tools import series, simulated
from tools.failures import guarded, report

Plugged = Callable[[str], None]
SLIP = r"error E117: the rules of mini raised ArithmeticError: no step, at ply \d+ of seed "
SPIN = (r"error E117: the rules of mini raised Endless: the ply does not end: stopped after "
        r"0\.1 s, at ply \d+ of seed ")  # fmt: skip
STUCK = "error E103: mini: nobody can act in row turn, and the game is not over; ply 2 of seed "
GAMES = ("--games", 24)
APPLIES = LABELS[1]


@pytest.fixture
def plugged(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Plugged]:
    """Registers a game of `tests.tools.falling` as `mini`, as another distribution's plug-in."""

    def announce(name: str) -> None:
        folder = tmp_path_factory.mktemp("plug_in")
        info = folder / "ruleproof_mini-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ruleproof-mini\nVersion: 1\n")
        entry = f"[ruleproof.games]\nmini = {falling.__name__}:{name}\n"
        (info / "entry_points.txt").write_text(entry)
        monkeypatch.syspath_prepend(str(folder))
        forget()

    yield announce
    forget()


def forget() -> None:
    """Games are made once a process: another of the same name is about to come."""
    for kept in (series._players, simulated.player_of, setup._definition):
        kept.cache_clear()


def faulty(result: Result, start: str) -> str:
    """The one error of a game's fault: exit 4, no traceback, not called ours."""
    assert result.exit_code == 4, (result.stdout, result.stderr)
    assert re.search("^" + start, result.stderr, re.M), result.stderr
    assert "Traceback" not in result.stderr and "fault of ours" not in result.stderr
    return result.stderr


def again(said: str) -> Result:
    """Run the command that a message says plays the one game again."""
    words = shlex.split(said.rpartition("again: ruleproof ")[2])
    return run(*words)


def test_record_keeps_the_good_games_and_names_the_others(plugged: Plugged, here: Path) -> None:
    plugged("GAME")
    assert run("record", "mini", *GAMES, "-o", "good", "--workers", 1).exit_code == 0
    plugged("SLIPPERY")
    done = run("record", "mini", *GAMES, "-o", "out", "--workers", 1)
    said = faulty(done, SLIP + r"shake:1/\d+,")
    kept = sorted(path.name for path in Path("out").iterdir())
    assert 0 < len(kept) < 24 and f"recorded: {len(kept)} of 24 games, all of them whole" in said
    for name in kept:  # the same bytes as ever
        assert (here / "out" / name).read_bytes() == (here / "good" / name).read_bytes()
    first = re.search(r"of seed shake:1/(\d+), by 'blow 1' \(tools/falling.py:\d+\)", said)
    assert first and f"mini-{int(first[1]):06}.rply" not in kept
    assert re.search(SLIP + f"shake:1/{first[1]},", again(said).stderr)
    assert not Path("again.rply").exists()


def test_record_says_in_json_which_games_failed(plugged: Plugged) -> None:
    plugged("SLIPPERY")
    done = run("record", "mini", *GAMES, "-o", "out", "--workers", 1, "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == 4 and told["games"] + len(told["failed"]) == 24
    one = told["failed"][0]
    assert one["code"] == "E117" and one["seed"] == f"shake:1/{one['index']}" in one["error"]


def test_a_file_of_many_ends_before_a_game_that_fails(plugged: Plugged) -> None:
    plugged("SLIPPERY")
    said = faulty(run("record", "mini", *GAMES, "-o", "m.rply", "--workers", 1), SLIP)
    failed = int(re.search(r"of seed shake:1/(\d+)", said)[1])  # type: ignore[index]
    assert f"recorded: {failed} of 24 games" in said and "a folder (-o) goes on behind it" in said
    assert Path("m.rply").exists() == bool(failed)


def test_first_names_the_game_to_begin_with(here: Path) -> None:
    run("record", "tin_helm", "--games", 3, "-o", "all", "--workers", 1)
    assert run("record", "tin_helm", "--first", 2, "-o", "two.rply").exit_code == 0
    done = run("record", "tin_helm", "--first", 1, "--games", 2, "-o", "rest", "--workers", 1)
    assert "--first 1 --games 2" in done.stderr
    for name in ("rest/tin_helm-000002.rply", "two.rply"):
        assert Path(name).read_bytes() == Path("all/tin_helm-000002.rply").read_bytes()
    assert sorted(path.name[-6:-5] for path in Path("rest").iterdir()) == ["1", "2"]
    refused = run("record", "tin_helm", "--first", 1, "--games", 2, "-o", "many.rply")
    assert refused.exit_code == 2 and "begins with game 0" in refused.stderr


@pytest.mark.parametrize("words", [
    ("simulate", "mini", *GAMES, "--workers", 1), ("graph", "mini", *GAMES, "--format", "table"),
    ("corpus", "gather", "mini", *GAMES, "-o", "kept"),
])  # fmt: skip
def test_whatever_plays_games_names_the_one(plugged: Plugged, words: tuple[object, ...]) -> None:
    plugged("SLIPPERY")
    said = faulty(run(*words), SLIP + r"shake:1/\d+,")
    seed = re.search(r"of seed (shake:1/\d+)", said)
    assert seed and re.search(SLIP + seed[1] + ",", again(said).stderr)
    assert not Path("kept").exists()


@pytest.mark.parametrize("words", [
    ("simulate", "mini", "--workers", 1), ("corpus", "gather", "mini", "-o", "kept"),
    ("record", "mini", "-o", "out", "--workers", 1),
])  # fmt: skip
def test_a_rule_that_never_ends_ends_a_command_all_the_same(
    plugged: Plugged, words: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("properties.pulse.PLY_SECONDS", 0.1)
    plugged("SPINNING")
    told = SPIN + r"shake:1/\d+, by 'blow 1' \(tools/falling.py:\d+\)"
    said = faulty(run(*words, "--games", 6), told)
    assert said.count("error E117") <= 6 and not Path("kept").exists()


@pytest.mark.parametrize("words", [
    ("record", "mini", *GAMES, "-o", "out", "--workers", 1), ("simulate", "mini", "--workers", 1),
    ("corpus", "gather", "mini", *GAMES, "-o", "kept"), ("record", "mini", "-o", "one.rply"),
    ("graph", "mini", *GAMES, "--format", "table"), ("rules", "mini", "--coverage", "good"),
])  # fmt: skip
def test_a_rule_that_calls_sys_exit_is_a_fault_of_the_rules(
    plugged: Plugged, words: tuple[object, ...]
) -> None:
    plugged("GAME")
    run("record", "mini", *GAMES, "-o", "good", "--workers", 1)
    plugged("LEAVING")
    faulty(run(*words), r"error E117: .*the rules of mini raised SystemExit: 0, at ply \d+")


def test_a_rule_that_calls_sys_exit_is_a_finding_of_what_searches(plugged: Plugged) -> None:
    plugged("GAME")
    run("record", "mini", "--games", 3, "-o", "good", "--workers", 1)
    plugged("LEAVING")
    for words in (("explore", "mini", "--states", 60), ("verify", "good", "--workers", 1)):
        done = run(*words)
        assert done.exit_code == 1 and "SystemExit: 0" in done.stdout
    found = run("find", "mini", "--state", "food == 99", "--games", 6)
    assert "the rules failed, first SystemExit: 0 (tools/falling.py:" in found.stdout


def test_sys_exit_where_nobody_tells_its_place_is_no_silent_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert guarded(lambda: sys.exit(0)) == 4
    assert re.search(r"E117: .* SystemExit: 0 \(.*test_raising.py:\d+\)", capsys.readouterr().err)


def test_a_rule_that_never_ends_is_told_by_searches_and_verdicts(
    plugged: Plugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("properties.pulse.LEAST_SECONDS", 0.1)
    monkeypatch.setattr("properties.pulse.PLY_SECONDS", 0.2)
    monkeypatch.setattr("properties.units.HUNG_MAX", 2)
    plugged("GAME")
    run("record", "mini", "--games", 3, "-o", "good", "--workers", 1)
    plugged("SPINNING")
    found = run("find", "mini", "--state", "food == 99", "--max-time", "0.1s")
    assert re.search(r"rules failed, first Endless: the ply does not end: stopped after 0\.1 s",
                     found.stdout), found.stdout  # fmt: skip
    seen = run("explore", "mini", "--states", 60, "--max-time", "0.1s", "-o", "seen")
    assert seen.exit_code == 1 and "raised/Endless blow: Endless: the ply doe" in seen.stdout
    assert list(Path("seen").glob("raised-endless-blow.*"))
    judged = run("verify", "good", "--workers", 1)
    assert judged.exit_code == 1 and "Endless: the ply does not end" in judged.stdout


@pytest.mark.parametrize("words", [
    ("record", "mini"), ("record", "mini", *GAMES, "-o", "out"), ("simulate", "mini"),
    ("corpus", "gather", "mini", "-o", "kept"), ("find", "mini", "--end", "top"), ("play", "mini"),
    ("graph", "mini", *GAMES),
])  # fmt: skip
def test_a_set_up_that_raises_is_told_before_anything_is_written(
    plugged: Plugged, words: tuple[object, ...]
) -> None:
    plugged("HOUSELESS")
    said = faulty(run(*words, stdin=""), "error E117: the set-up of mini raised LookupError: no h")
    assert re.search(r"\(tools/falling.py:\d+\)", said) and not list(Path().iterdir())


@pytest.mark.parametrize("words", [
    ("record", "mini", "-o", "a.rply"), ("simulate", "mini", "--workers", 1),
    ("graph", "mini", *GAMES), ("corpus", "gather", "mini", "-o", "kept"),
])  # fmt: skip
def test_nobody_can_act(plugged: Plugged, words: tuple[object, ...]) -> None:
    plugged("NOTHING")
    faulty(run(*words), STUCK + "shake:1")


def test_play_stops_where_nobody_can_act_and_keeps_the_record(plugged: Plugged) -> None:
    plugged("NOTHING")
    said = faulty(run("play", "mini", "--seed", "shake:1", stdin="sip\nsip\n"), STUCK + "shake:1,")
    assert "go on with: ruleproof play --resume mini-1.rply" in said
    assert Path("mini-1.rply").exists()


def test_find_says_that_the_rules_failed(plugged: Plugged) -> None:
    plugged("NOTHING")
    words = ("find", "mini", "--end", "fallen", "--games", 7)
    done = run(*words)
    assert done.exit_code == 1, done.stderr
    assert "in 7 games the rules failed, first StuckError: " in done.stdout
    told = json.loads(run(*words, "--json").stdout)
    assert told["failed"] == 7 and "at ply 1 of game 0 of shake:1" in told["failure"]


def test_a_clause_that_no_play_applies_is_refused_at_once() -> None:
    done = run("find", "tin_helm", "--clause", "TH-COMP-01")
    assert done.exit_code == 2 and "TH-COMP-01 is not applied by play" in done.stderr
    assert "what proves it is: content; see: ruleproof rules tin_helm --explain" in done.stderr


def test_a_game_without_golden_replays_says_which_to_name(plugged: Plugged) -> None:
    plugged("GAME")
    for words in (("--coverage",), ("--reach",)):
        done = run("rules", "mini", *words)
        assert done.exit_code == 5 and "mini has no golden replays; name replays" in done.stderr


def test_what_reads_a_log_says_where_the_rules_fail(plugged: Plugged) -> None:
    plugged("GAME")
    run("record", "mini", "--seed", "shake:1", *GAMES, "-o", "good", "--workers", 1)
    plugged("SLIPPERY")
    run("record", "mini", "--seed", "shake:1", *GAMES, "-o", "out", "--workers", 1)
    kept = {path.name for path in Path("out").iterdir()}
    path = next(path for path in sorted(Path("good").iterdir()) if path.name not in kept)
    judged = run("verify", path)
    assert judged.exit_code == 1 and "the rules fail here" in judged.stdout
    assert "replay ArithmeticError: no step" in judged.stdout
    assert run("replay", path).exit_code == run("migrate", path).exit_code == 1
    says = rf"error E117: {path}: the rules of mini raised ArithmeticError: no step, at ply \d+, by"
    for words in (("graph", path), ("export", path), ("rules", "mini", "--coverage", path)):
        faulty(run(*words), says)
    done = run("corpus", "add", "K", path)
    assert done.exit_code == 3 and f"error E316: {path}: the rules of mini raised" in done.stderr


def test_the_conformance_suite_says_at_which_ply_of_which_seed() -> None:
    found = universal(falling.SLIPPERY, 1, (APPLIES,), fresh=False)
    slipped = [fault for fault in found.faults if "ArithmeticError" in fault.message]
    assert slipped and all(fault.ply > 0 for fault in slipped)
    said = slipped[0].message
    assert re.match(r"play fails: the rules of mini raised .*, at ply \d+ of seed shake:u", said)


def test_no_memory_is_no_fault_of_a_module_nor_of_a_path(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(OSError(errno.ENOMEM, "Cannot allocate memory", "some/path")) == 125
    assert capsys.readouterr().err.startswith("error E407: out of memory")

    def full(point: object) -> None:
        raise MemoryError

    monkeypatch.setattr(EntryPoint, "load", full)
    for load in (registry.definition, registry.properties_of):
        with pytest.raises(MemoryError):
            load("tin_helm")
