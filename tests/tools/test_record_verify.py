"""record and verify: files, folders, streams, workers, seeds, Ctrl-C, verdicts."""

import json
from pathlib import Path

import pytest

from engine.policies import named
from replays.recorder import Recorder, header_for
from replays.seeded import record_game
from tests.tools.run import game, interrupted, process, recorded, refused, run


def contents(folder: Path) -> dict[str, bytes]:
    """Name -> bytes of the replays in a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.rply"))}


def test_a_folder_of_games_is_exact(here: Path) -> None:
    made = run("record", "tin_helm", "--seed", "shake:7", "--games", 12, "-o", "out")
    assert made.exit_code == 0
    assert list(contents(here / "out")) == [f"tin_helm-{i:06}.rply" for i in range(12)]
    assert "12 games of tin_helm" in made.stdout and "ends: " in made.stdout
    assert "ruleproof record tin_helm --seed shake:7 --games 12" in made.stderr
    judged = run("verify", "out")
    assert judged.exit_code == 0
    assert judged.stdout.count("EXACT  out/") == 12
    assert judged.stdout.splitlines()[-1].endswith("12 EXACT")


def test_the_command_that_is_printed_repeats_the_run(here: Path) -> None:
    words = ["--seed", "shake:x", "--games", "3", "--policy", "careful", "--option",
             "shield_rule=printed", "--witness", "block"]  # fmt: skip
    made = run("record", "tin_helm", *words, "-o", "a")
    line = made.stderr.strip().partition("ruleproof ")[2]
    assert run(*line.replace("-o a", "-o b").split()).exit_code == 0
    assert contents(here / "a") == contents(here / "b")


def test_workers_hash_seeds_and_game_counts_change_no_byte(here: Path) -> None:
    run("record", "tin_helm", "--games", 20, "-o", "one")
    run("record", "tin_helm", "--games", 11, "-o", "few")
    run("record", "tin_helm", "--games", 20, "-o", "one.rply")
    two = process("record", "tin_helm", "--games", 20, "-o", "two", "--workers", 2,
                  env={"PYTHONHASHSEED": "7"})  # fmt: skip
    file = process("record", "tin_helm", "--games", 20, "-o", "two.rply", "--workers", 2,
                   env={"PYTHONHASHSEED": "0"})  # fmt: skip
    for running in (two, file):
        _, said = running.communicate(timeout=120)
        assert running.returncode == 0, said
    one = contents(here / "one")
    assert contents(here / "two") == one
    assert contents(here / "few") == dict(list(one.items())[:11])
    assert (here / "two.rply").read_bytes() == (here / "one.rply").read_bytes()
    assert run("verify", "one", "--workers", 2).stdout == run("verify", "one").stdout


def test_one_game_one_file_and_a_stream(here: Path) -> None:
    assert run("record", "tin_helm", "-o", "a.rply").exit_code == 0
    streamed = run("record", "tin_helm")
    assert streamed.stdout_bytes == (here / "a.rply").read_bytes()
    assert "1 game of tin_helm" in streamed.stderr
    judged = run("verify", "-", stdin=streamed.stdout_bytes)
    assert judged.exit_code == 0 and judged.stdout.startswith("EXACT  -  ")


def test_several_seats_and_policies(plug_in: str) -> None:
    made = run("record", plug_in, "--players", 2, "--policy", "quiet,uniform", "-o", "a.rply")
    assert made.exit_code == 0, made.stderr
    assert "quiet,uniform" in run("replay", "a.rply").stdout
    alone = run("record", plug_in, "--policy", "quiet,uniform", "-o", "b.rply")
    assert "2 policies for 1 players" in refused(alone, 2, "E400")


@pytest.mark.parametrize("target", ["a.rply", "folder"])
def test_an_existing_target_is_refused_unless_forced(target: str, here: Path) -> None:
    assert run("record", "tin_helm", "-o", target).exit_code == 0
    before = {p: p.read_bytes() for p in here.rglob("*.rply")}
    again = ("record", "tin_helm", "--seed", "shake:2", "-o", target)
    assert "--force" in refused(run(*again), 2, "E207")
    assert before == {p: p.read_bytes() for p in here.rglob("*.rply")}
    assert run(*again, "--force").exit_code == 0
    assert before != {p: p.read_bytes() for p in here.rglob("*.rply")}


def test_force_leaves_other_replays_and_says_so(here: Path) -> None:
    run("record", "tin_helm", "--games", 3, "-o", "out")
    again = run("record", "tin_helm", "--games", 2, "-o", "out", "--force")
    assert again.exit_code == 0 and "1 other replay" in again.stderr
    assert len(contents(here / "out")) == 3


def test_a_second_recorder_is_refused(here: Path) -> None:
    with Recorder.create(here / "a.rply", header_for(game(), seed="shake:1/0")) as first:
        before = (here / "a.rply").read_bytes()
        assert "another" in refused(run("record", "tin_helm", "-o", "a.rply", "--force"), 2, "E208")
        assert (here / "a.rply").read_bytes() == before
        record_game(game(), "shake:1/0", named(game(), "uniform"), first)
    assert run("verify", "a.rply").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("tin_hemm",), "E112", "did you mean tin_helm?"),
        (("tin_helm", "--option", "sheild_rule=printed"), "E111", "did you mean shield_rule"),
        (("tin_helm", "--option", "shield_rule=broken"), "E111", "one of corrected, printed"),
        (("tin_helm", "--option", "shield_rule"), "E400", "NAME=VALUE"),
        (("tin_helm", "--seed", "1234"), "E113", "shake:1"),
        (("tin_helm", "--seed", "md5:1"), "E113", "shake:TEXT"),
        (("tin_helm", "--policy", "reckless"), "E114", "careful"),
        (("tin_helm", "--players", "3"), "E111", "always 1"),
        (("tin_helm", "--workers", "many"), "E400", "auto"),
        (("tin_helm", "--witness", "some"), "E400", "block"),
        (("tin_helm", "--games", "0"), "E400", "a whole number from 1"),
        (("tin_helm", "--content", "no.toml"), "E401", "no such file"),
        (("tin_helm", "-o", "no/such/folder.rply"), "E209", "cannot be written"),
    ],
)
def test_a_record_that_cannot_be_is_one_message(
    words: tuple[str, ...], code: str, says: str, here: Path
) -> None:
    assert says in refused(run("record", *words[:1], "-o", "x.rply", *words[1:]), 2, code)
    assert list(here.iterdir()) == [], "nothing is left behind"


def test_a_folder_in_a_file_is_refused(here: Path) -> None:
    (here / "file").write_text("")
    assert "cannot be made a folder" in refused(run("record", "tin_helm", "-o", "file"), 2, "E209")


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_whole_files_and_says_how_many(workers: int, here: Path) -> None:
    running = process("record", "tin_helm", "--games", 1_000_000, "-o", "out",
                      "--workers", workers)  # fmt: skip
    _, said = interrupted(running, here / "out" / "tin_helm-000020.rply")
    assert running.returncode == 130
    whole = len(contents(here / "out"))
    assert f"interrupted: {whole:,} of 1,000,000 games recorded, all of them whole" in said
    assert "Traceback" not in said
    assert run("verify", "out").exit_code == 0


def test_ctrl_c_leaves_a_whole_file_of_many(here: Path) -> None:
    running = process("record", "tin_helm", "--games", 1_000_000, "-o", "out.rply")
    _, said = interrupted(running, here / "out.rply")
    assert running.returncode == 130 and "Traceback" not in said
    if (here / "out.rply").exists():  # not if the key was quicker than the first game
        assert run("verify", "out.rply").exit_code == 0
        assert "all of them whole" in said


# ---- verify ----


def test_all_files_are_judged_and_the_worst_decides(here: Path) -> None:
    good, torn, flipped, none = (here / f"{name}.rply" for name in ("a", "b", "c", "d"))
    data = recorded(good).read_bytes()
    torn.write_bytes(data[:-20])
    flipped.write_bytes(data[:-90] + bytes([data[-90] ^ 1]) + data[-89:])
    run("record", "tin_helm", "-o", none, "--witness", "none")
    assert run("verify", good).exit_code == 0
    assert run("verify", good, none).exit_code == 125
    assert run("verify", good, none, flipped).exit_code == 3
    found = run("verify", good, none, flipped, torn)
    assert found.exit_code == 1
    told = [line for line in found.stdout.splitlines() if ".rply" in line and line[0] != " "]
    words = [line.split("@")[0].split()[0] for line in told]
    assert words == ["EXACT", "UNVERIFIED", "CORRUPT", "TRUNCATED"]
    assert found.stdout.splitlines()[-1].startswith("4 files, ")
    quiet = run("verify", good, flipped, "--quiet")
    assert "a.rply" not in quiet.stdout and "c.rply" in quiet.stdout


def test_paths_are_files_folders_globs_and_stdin(here: Path) -> None:
    run("record", "tin_helm", "--games", 3, "-o", "out/deep")
    data = recorded(here / "a.rply").read_bytes()
    (here / "out" / "notes.txt").write_text("not a replay")
    assert run("verify", "out").stdout.count("EXACT  out") == 3
    assert run("verify", "out/*/*.rply", "a.rply").stdout.count("EXACT  ") == 4
    assert run("verify", "a.rply", "a.rply", "./out").stdout.count("EXACT  a.rply") == 1
    assert run("verify", "-", stdin=data).exit_code == 0
    (here / "renamed.dat").write_bytes(data)
    assert run("verify", "renamed.dat").exit_code == 0, "a file named is read whatever its name"


def test_nothing_to_judge_is_5_and_a_missing_file_2(here: Path) -> None:
    (here / "empty").mkdir()
    refused(run("verify", "empty"), 5, "E402")
    refused(run("verify", "empty/*.rply"), 5, "E402")
    recorded(here / "right.rply")
    assert "did you mean right.rply?" in refused(run("verify", "rihgt.rply"), 2, "E401")
    assert "this folder has right.rply" in refused(run("verify", "vigor.rply"), 2, "E401")
    assert "does not exist either" in refused(run("verify", "no/such.rply"), 2, "E401")


def test_json_is_one_document_with_every_verdict(here: Path) -> None:
    recorded(here / "a.rply")
    (here / "b.rply").write_bytes(b"")
    result = run("verify", "a.rply", "b.rply", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == found["exit"] == 3
    assert [file["label"] for file in found["files"]] == ["EXACT", "CORRUPT@0"]
    assert found["counts"] == {"EXACT": 1, "CORRUPT": 1}
    assert list(found) == sorted(found)
