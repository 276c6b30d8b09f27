"""replay and diff: transcripts, the pager, positions, divergences, other rules and content."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.play import walk
from replays.reader import read
from replays.recorder import Recorder, header_for
from tests.tools.run import ROOT, game, parted_at_five, process, recorded, refused, run


def plies(path: Path) -> int:
    """How many plies the game of a file has."""
    return len(read(path).only().codes)


def ply_lines(text: str) -> list[str]:
    """The lines of a transcript that are plies."""
    return [line for line in text.splitlines() if line[:5].strip().isdigit() and line[:2] == "  "]


def test_a_transcript_has_a_line_a_ply_with_its_clauses(here: Path) -> None:
    path = recorded(here / "a.rply")
    codes = read(path).only().codes
    shown = run("replay", path)
    assert shown.exit_code == 0
    lines = ply_lines(shown.stdout)
    assert len(lines) == len(codes)
    for line, step in zip(lines, walk(game(), codes), strict=True):
        assert line.split()[:2] == [str(step.ply), step.row]
        assert step.text in line and step.clauses()[0] in line
    assert "seed shake:1/0" in shown.stdout and "eat_in_combat=true" in shown.stdout
    assert f"after {len(codes)} plies: score" in shown.stdout.splitlines()[-1]


def test_no_action_code_is_ever_shown(here: Path) -> None:
    recorded(here / "a.rply")
    shown = run("replay", "a.rply", "--events").stdout + run("replay", "a.rply", "--json").stdout
    assert '"code": null' in shown, "only the code of an error, which a whole file has not"
    assert "code" not in shown.replace('"code": null', "")


def test_to_shows_the_position_and_from_cuts_before(here: Path) -> None:
    path = recorded(here / "a.rply")
    shown = run("replay", path, "--from", 3, "--to", 6)
    assert [line.split()[0] for line in ply_lines(shown.stdout)] == ["3", "4", "5"]
    assert "position 6, row " in shown.stdout and "health " in shown.stdout
    assert ply_lines(run("replay", path, "--to", 0).stdout) == []
    last = plies(path)
    assert run("replay", path, "--to", last).exit_code == 0
    assert f"positions are 0..{last}" in refused(run("replay", path, "--to", last + 1), 2, "E211")


def test_a_span_that_ends_before_it_begins_is_refused(here: Path) -> None:
    recorded(here / "a.rply")
    message = refused(run("replay", "a.rply", "--from", 20, "--to", 5), 2, "E400")
    assert "--from 20 is behind --to 5" in message
    assert "position 5, row" in run("replay", "a.rply", "--from", 5, "--to", 5).stdout


def test_no_place_is_named_before_the_game_is_set_up(here: Path) -> None:
    shown = run("replay", recorded(here / "a.rply")).stdout
    assert "— level 1 —" in shown and "level 0" not in shown
    pages = run("replay", "a.rply", "--step", stdin="q\n").stdout
    assert "row race\n" in pages


def test_events_stand_under_their_ply_with_facts_and_clauses(here: Path) -> None:
    shown = run("replay", recorded(here / "a.rply"), "--events").stdout.splitlines()
    at = next(i for i, line in enumerate(shown) if " reveal " in line)
    assert shown[at + 1].startswith("        card.revealed: card d")
    assert any("[TH-" in line for line in shown if line.startswith("        "))


def test_json_tells_the_same_game(here: Path) -> None:
    path = recorded(here / "a.rply")
    found = json.loads(run("replay", path, "--json").stdout)
    steps = list(walk(game(), read(path).only().codes))
    assert [ply["action"] for ply in found["plies"]] == [step.text for step in steps]
    assert [ply["clauses"] for ply in found["plies"]] == [list(step.clauses()) for step in steps]
    assert found["position"]["fields"] == json.loads(json.dumps(steps[-1].after.words()))
    assert found["end"]["plies"] == len(steps)


def test_the_pager_goes_on_back_and_to_a_position(here: Path) -> None:
    path = recorded(here / "a.rply")
    shown = run("replay", path, "--step", stdin="\n\nb\ng 5\ng 9999\nwhat\nq\n")
    places = [line.split()[1] for line in shown.stdout.splitlines() if line.startswith("position")]
    assert shown.exit_code == 0
    assert places == ["0", "1", "2", "1", "5", "5", "5"]
    assert f"positions are 0..{plies(path)}" in shown.stderr and "enter next" in shown.stderr
    assert run("replay", path, "--step", stdin="").exit_code == 0, "the end of the input is `q`"


def test_one_game_of_many_is_named(here: Path) -> None:
    run("record", "tin_helm", "--games", 3, "-o", "many.rply")
    assert "--game 0 to --game 2" in refused(run("replay", "many.rply"), 2, "E211")
    shown = run("replay", "many.rply", "--game", 2)
    assert shown.exit_code == 0 and "seed shake:1/2" in shown.stdout
    assert ply_lines(shown.stdout) == ply_lines(run("replay", recorded(here / "c", 2)).stdout)


def test_a_torn_file_shows_its_prefix_and_how_to_go_on(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful", index=1)
    data = path.read_bytes()
    path.write_bytes(data[:-10])
    shown = run("replay", path)
    assert shown.exit_code == 0 and ply_lines(shown.stdout)
    assert "play --resume" in shown.stderr
    path.write_bytes(data[:-80] + b"\0" + data[-79:])
    damaged = run("replay", path)
    assert damaged.exit_code == 3 and "CORRUPT@" in damaged.stderr


# ---- diff ----


def test_files_part_at_a_ply_with_row_clause_action_and_fields(here: Path) -> None:
    a = recorded(here / "a.rply")
    recorded(here / "b.rply", index=1)
    assert run("diff", a, a).exit_code == 0
    found = run("diff", "a.rply", "b.rply")
    assert found.exit_code == 1
    assert "a.rply and b.rply: part at ply " in found.stdout
    assert "  action" in found.stdout and "TH-" in found.stdout and "seed" in found.stdout
    document = json.loads(run("diff", "a.rply", "b.rply", "a.rply", "--json").stdout)
    assert [parting["kind"] == "same" for parting in document["partings"]] == [False, True]
    refused(run("diff", "a.rply"), 2, "E400")
    refused(run("diff", "a.rply", "c.rply"), 2, "E401")


def test_one_log_under_another_option_or_content(here: Path) -> None:
    path = recorded(here / "a.rply", policy="careful")
    found = run("diff", path, "--option", "eat_in_combat=false")
    assert found.exit_code in (0, 1) and "as recorded and eat_in_combat=false" in found.stdout
    run("content", "new", "tin_helm", "-o", "mine.toml")
    assert run("diff", path, "--content", "mine.toml").exit_code == 0
    text = (here / "mine.toml").read_text()
    more = re.sub(r"(\[\[race\]\][^\[]*\nhealth = )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", text)
    assert more != text
    (here / "mine.toml").write_text(more)
    parted = run("diff", path, "--content", "mine.toml")
    assert parted.exit_code == 1 and "  health" in parted.stdout
    assert "take one file" in refused(run("diff", path, path, "--option", "x=1"), 2, "E400")
    refused(run("diff", path, "--option", "no_such=1"), 2, "E111")


def test_a_changed_rule_is_diverged_and_diff_names_the_field(here: Path, checkout: Path) -> None:
    path = next(
        path
        for path in (recorded(here / f"{i}.rply", i, "careful") for i in range(50))
        if run("diff", path, "--rules", checkout).exit_code == 1
    )
    found = run("diff", path, "--rules", checkout)
    parting = json.loads(run("diff", path, "--rules", checkout, "--json").stdout)["partings"][0]
    ply, (field, here_, there) = parting["ply"], parting["fields"][0]
    eaten = list(walk(game(), read(path).only().codes))[ply]
    assert eaten.text.split()[0] == "eat" and field == eaten.text.split()[1]
    assert there == here_ + 1
    assert f": ply {ply} leads to different states" in found.stdout
    assert f"  {field} " in found.stdout
    assert eaten.row in found.stdout and "TH-" in found.stdout
    assert run("verify", path).exit_code == 0
    elsewhere = process("verify", path, env={"PYTHONPATH": str(checkout)}, cwd=checkout)
    told, _ = elsewhere.communicate(timeout=60)
    assert elsewhere.returncode == 1
    places = [f"DIVERGED@{at}" for at in (ply, ply + 1, ply + 2)]
    assert told.startswith(tuple(places)) and "row " in told and "TH-" in told
    assert run("diff", path, "--rules", ROOT).exit_code == 0


def test_a_checkout_that_cannot_judge_is_125(here: Path) -> None:
    path = recorded(here / "a.rply")
    refused(run("diff", path, "--rules", here / "gone"), 2, "E401")
    (here / "bare").mkdir()
    refused(run("diff", path, "--rules", here / "bare"), 125, "E212")


def test_after_a_divergence_nothing_is_shown_as_real(here: Path) -> None:
    """A file whose witness at ply 5 is another game's: the transcript ends there."""
    path = here / "a.rply"
    parted_at_five(path, read(recorded(here / "good.rply")).only().codes)
    shown = run("replay", path)
    assert shown.exit_code == 1 and "DIVERGED@" in shown.stderr
    assert len(ply_lines(shown.stdout)) in (5, 6, 7)
    assert "stops before ply" in shown.stdout and "score" not in shown.stdout


# ---- other rules, other content ----


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rules_version": 99}, "rules version 99"),
        ({"game": "tin_hat"}, "game tin_hat"),
        ({"content_digest": b"\0" * 8, "content_id": "mine"}, "content mine"),
        ({"options": (("no_such", 1),)}, "options"),
    ],
)
def test_what_this_build_does_not_have_is_unsupported(
    changes: dict[str, object], says: str, here: Path
) -> None:
    header = replace(header_for(game(), seed="shake:1/0"), **changes)  # type: ignore[arg-type]
    Recorder.create(here / "a.rply", header).close()
    judged = run("verify", "a.rply")
    assert judged.exit_code == 3
    assert judged.stdout.startswith("UNSUPPORTED  a.rply") and says in judged.stdout
    assert "next" in judged.stdout
    assert says in refused(run("replay", "a.rply"), 3, "E206")


def test_a_replay_of_my_own_content_needs_it(here: Path) -> None:
    run("content", "new", "tin_helm", "-o", "mine.toml")
    assert run("record", "tin_helm", "--content", "mine.toml", "-o", "a.rply").exit_code == 0
    without = run("verify", "a.rply")
    assert without.exit_code == 3 and "--content" in without.stdout
    assert run("verify", "a.rply", "--content", "mine.toml").exit_code == 0
    assert run("replay", "a.rply", "--content", "mine.toml").exit_code == 0
