"""The campaign: games by index, findings under one signature, files that survive anything."""

from __future__ import annotations

import gc
import json
import os
import time
import tracemalloc
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from shlex import quote

import pytest

from engine import registry
from engine.errors import ClauseError, OptionError, PolicyError, SeedError
from engine.rng import Tape
from properties.campaign import PLAIN, STREAKS, TAPE_BYTES, Start, dealt, option_set
from properties.errors import BadOutput
from properties.finding import read_case, write_json
from properties.fuzz import Plan, Progress, fuzz, recheck
from properties.invariant import REACHABLE, properties_for
from properties.report import again as command_of
from properties.runner import Runner
from properties.setup import Maker
from properties.shrink import still_fails
from properties.strict import strict
from replays.verify import verify
from tests.properties import hopeful_stairs, lost_stairs, meddling_stairs, wrong_stairs
from tests.properties.stair_bugs import BUGS, STAIRS, with_bug

NOTHING = "properties.errors"  # a module without properties


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---- what a campaign plays and counts ----


def test_right_rules_give_no_finding_and_full_counts() -> None:
    report = fuzz(STAIRS, Plan(games=60))
    assert report.findings == () and report.ok and report.exit_code == 0
    document = json.loads(json.dumps(report.as_dict()))
    assert document["schema"] == "ruleproof.fuzz/1"
    assert document["games"] == 60 == sum(document["ends"].values())
    assert document["plies"] > 1000
    assert set(document["policies"]) == {"uniform", "quietish", "swarm", "streaks"}
    assert set(document["ways"]) == {"plain", "drawn", "twins"}  # steered ones come later
    assert len(document["option_sets"]) > 5 and "default" in document["option_sets"]
    assert set(document["players"]) == {"1", "2", "3"}
    assert document["properties"]["MII-03/a_low_face_costs_one_health"] > 100
    assert document["clauses"]["MI-GUST-01"] > 10


def test_a_property_that_never_had_anything_to_say_is_listed() -> None:
    report = fuzz(STAIRS, Plan(games=4, policies=("quiet",), swarm=False))
    assert "MII-06/who_fell_has_no_health" in report.vacuous
    assert "MII-01/nobody_stands_above_the_top" not in report.vacuous
    assert report.as_dict()["vacuous"] == list(report.vacuous)
    assert "MI-SIP-01" in report.unreached and "MI-DUSK-01" not in report.unreached


def test_in_a_long_campaign_a_property_that_judged_nothing_is_a_failure(monkeypatch) -> None:
    plan = Plan(games=12)
    short = fuzz(STAIRS, plan)
    assert short.vacuous and short.ok
    monkeypatch.setattr("properties.fuzz.IDLE_GAMES", 12)
    monkeypatch.setattr("properties.report.IDLE_GAMES", 12)
    long = fuzz(STAIRS, plan)
    assert long.idle == long.vacuous and not long.ok and long.exit_code == 1
    assert "proves nothing" in long.text()


def test_a_statement_that_so_many_games_must_meet_and_did_not_fails_the_campaign() -> None:
    maker = replace(STAIRS, invariants=hopeful_stairs.__name__)
    short = fuzz(maker, Plan(games=12))
    assert short.ok and [one.met > 0 for one in short.witnesses] == [True, False]
    long = fuzz(maker, Plan(games=16))
    assert not long.ok and [one.label for one in long.missed] == ["MIR-02/somebody_flies"]
    assert "statements met: 1 of 2" in long.text()
    assert "MIR-02/somebody_flies: never met, owed within 16 games" in long.text()
    assert "must meet were not met: MIR-02/somebody_flies" in long.text()
    assert long.as_dict()["witnesses"][1]["missed"] is True
    few = fuzz(maker, Plan(games=16, policies=("uniform",)))
    assert few.ok, "a part of the mix owes nothing"


@pytest.mark.parametrize("game", registry.games(foreign=False))
def test_every_game_says_what_its_campaigns_must_meet(game: str) -> None:
    found = [item for item in properties_for(game) if item.sort == REACHABLE]
    assert len(found) >= 6 and all(item.clauses for item in found)
    assert sum(item.within > 0 for item in found) >= 6


def test_what_the_content_switches_off_owes_nothing(monkeypatch) -> None:
    monkeypatch.setattr("properties.fuzz.IDLE_GAMES", 2)
    monkeypatch.setattr("properties.report.IDLE_GAMES", 2)
    report = fuzz(Maker("necrohamster"), Plan(games=2))
    no_theft = "NHI-16/a_theft_is_no_summon"  # no card of the reference pack steals a creature
    assert no_theft in report.vacuous and no_theft in report.switched_off
    assert no_theft not in report.idle and report.idle
    assert f"the content switches off: {report.switched_off[0]}" in report.text()


def test_streaks_say_the_same_again_and_again() -> None:
    game = STAIRS.load()
    plan = Plan(policies=(STREAKS,))
    source, [(name, _)] = dealt(game, plan, 3)
    assert name == STREAKS and isinstance(source, Tape)
    drawn = [source.below(256) for _ in range(TAPE_BYTES)]
    assert len(set(drawn)) <= 4 and source.ended
    assert sum(a == b for a, b in pairwise(drawn)) > TAPE_BYTES // 2
    again, _ = dealt(game, plan, 3)
    assert isinstance(again, Tape) and [again.below(256) for _ in range(TAPE_BYTES)] == drawn
    assert fuzz(STAIRS, replace(plan, games=10)).result.policies == {STREAKS: 10}


def test_memory_stays_flat() -> None:
    runner = Runner(STAIRS, Plan(swarm=False), None)
    runner.run(0, 40)
    tracemalloc.start()
    try:
        gc.collect()  # what only waits to be collected is not kept
        before = tracemalloc.get_traced_memory()[0]
        for start in (40, 80, 120):
            runner.run(start, start + 40)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 100_000, f"{grown} bytes after 120 games"


def test_one_game_of_a_campaign_can_be_played_again() -> None:
    maker = with_bug("two health lost")
    plan = Plan(games=30, minimise=False)
    find = fuzz(maker, plan).findings[0].find
    again = fuzz(maker, replace(plan, first=find.index, games=1)).findings[0].find
    assert (again.codes, again.options, again.policies) == (
        find.codes, find.options, find.policies
    )  # fmt: skip
    assert again.count == 1 < find.count


def test_a_game_gone_on_from_a_log_names_the_logs_that_are_needed() -> None:
    plan = Plan(games=30, starts=(Start((), ()),), sources=("a.rply", "b c"))
    words = " --games 1 --from a.rply --from 'b c'"
    assert command_of(STAIRS, plan, 0) == f"ruleproof fuzz {STAIRS.game} --seed shake:1{words}"
    assert "--from" not in command_of(STAIRS, plan, 1, PLAIN)


@pytest.mark.parametrize("game", registry.games())
def test_a_campaign_draws_every_number_of_players(game: str) -> None:
    declared = registry.definition(game).all_options
    plan = Plan(games=1)
    drawn = {option_set(declared, plan, n).get("players") for n in range(plan.option_sets)}
    players = next(option for option in declared if option.name == "players")
    low, high = (int(end) for end in players.domain)
    assert (drawn - {None}) | {players.default} == set(range(low, high + 1))


def test_fixed_options_and_policies_hold_in_every_game() -> None:
    options = (("flask", 9), ("players", 2))
    report = fuzz(STAIRS, Plan(games=20, options=options, policies=("uniform",)))
    assert report.result.players == {"2": 20}
    assert set(report.result.policies) == {"uniform"}
    assert all("flask=9" in words for words in report.result.option_sets)


def test_unfinished_games_are_counted_apart_and_bounded() -> None:
    report = fuzz(STAIRS, Plan(games=10, options=(("plies_max", 5),)))
    assert report.unfinished == 10 and report.findings == ()
    assert not report.ok and report.exit_code == 1
    assert "10 games were unfinished" in report.text()
    assert fuzz(STAIRS, Plan(games=10, options=(("plies_max", 5),), unfinished_max=1.0)).ok


def test_a_plan_that_does_not_fit_is_refused_before_play() -> None:
    for plan, error in (
        (Plan(seed="dice:1"), SeedError),
        (Plan(policies=("brave",)), PolicyError),
        (Plan(options=(("flask", 99),)), OptionError),
    ):
        with pytest.raises(error):
            fuzz(STAIRS, plan)


# ---- findings ----


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_each_bug_is_one_finding_that_replays_strictly(bug, tmp_path: Path) -> None:
    report = fuzz(with_bug(bug.name), Plan(games=64), tmp_path)
    [finding] = report.findings
    assert finding.signature.label.split("/")[0] == bug.kills
    assert report.exit_code == 1
    minimal = finding.minimal
    assert minimal is not None and minimal.complete and minimal.minimal
    assert finding.strict is not None and finding.strict.ok, finding.strict
    slug = finding.signature.slug
    assert names(tmp_path) == [f"{slug}.found.rply", f"{slug}.json", f"{slug}.rply"]
    [again] = recheck([tmp_path])
    assert (again.verdict, again.now) == ("FAILED", finding.signature)
    assert "--seed shake:1 --first" in finding.text()
    assert f"  see:   ruleproof replay {quote(f'{tmp_path / slug}.rply')}" in finding.text()


def test_a_mended_rule_makes_the_stored_finding_fixed(tmp_path: Path) -> None:
    fuzz(with_bug("below nothing"), Plan(games=64), tmp_path)
    [path] = tmp_path.glob("*.json")
    document = json.loads(path.read_text())
    document["maker"]["planted"] = ""
    path.write_text(json.dumps(document))
    [again] = recheck([path])
    assert again.verdict == "FIXED" and again.now is None


def test_the_replay_file_is_exact_while_the_bug_lives_and_diverges_after(tmp_path: Path) -> None:
    maker = with_bug("two health lost")
    report = fuzz(maker, Plan(games=64), tmp_path)
    path = report.findings[0].path
    assert path is not None
    assert verify(path, lambda header: maker.load(dict(header.options))).word == "EXACT"
    mended = verify(path, lambda header: STAIRS.load(dict(header.options)))
    assert mended.word == "DIVERGED"


def test_a_fresh_process_notices_a_changed_finding(tmp_path: Path) -> None:
    fuzz(with_bug("two health lost"), Plan(games=64), tmp_path)
    [path] = tmp_path.glob("*.json")
    case = read_case(path)
    write_json(path, replace(case, actions=("climb 1", *case.actions)).as_dict())
    assert not strict(path).ok


def test_an_endless_loop_is_a_finding_with_its_cycle() -> None:
    [finding] = fuzz(with_bug("sip does nothing", NOTHING), Plan(games=32)).findings
    assert finding.signature.label.startswith("U-08")
    assert "sip" in finding.message
    assert finding.minimal is not None and finding.minimal.texts == ("sip",)


def test_an_exception_in_the_set_up_is_one_finding() -> None:
    report = fuzz(with_bug("no set-up"), Plan(games=8))
    [finding] = report.findings
    assert finding.signature.label == "raised/AttributeError"
    assert report.games == 8 and report.plies == 0


def test_an_exception_in_a_legal_list_is_a_finding_without_a_ply() -> None:
    [finding] = fuzz(with_bug("policy field"), Plan(games=8)).findings
    assert finding.signature.label == "raised/IndexError"
    assert finding.find.codes == ()


def test_content_and_position_zero_are_judged() -> None:
    wrong = replace(STAIRS, invariants=wrong_stairs.__name__)
    labels = [f.signature.label for f in fuzz(wrong, Plan(games=8)).findings]
    assert labels == ["MIW-01/stairs_are_short", "MIW-02/nothing_to_eat"]


def test_enough_failures_or_enough_time_end_a_campaign() -> None:
    plan = Plan(games=100_000, minimise=False)
    report = fuzz(with_bug("sip is free"), replace(plan, max_failures=1))
    assert len(report.findings) == 1 and report.games < 100
    begun = time.monotonic()
    timed = fuzz(STAIRS, replace(plan, games=None, max_time=0.5))
    assert 0 < timed.games and time.monotonic() - begun < 10


# ---- what goes wrong around it ----


def test_an_interrupted_campaign_reports_what_it_has(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.failures:
            raise KeyboardInterrupt

    for workers in (1, 2):
        out = tmp_path / str(workers)
        plan = Plan(games=100_000, workers=workers)
        report = fuzz(with_bug("sip is free"), plan, out, stop)
        assert report.interrupted and report.exit_code == 130
        assert 0 < report.games < 5000
        assert "interrupted" in report.text() and report.findings
        assert recheck([out])


def test_what_is_interrupted_in_the_writing_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_json(tmp_path / "a.json", {})
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("")
    with pytest.raises(BadOutput, match="name another folder"):
        fuzz(STAIRS, Plan(games=1), taken)


def test_a_stored_finding_that_is_none_is_told_beside_the_others(tmp_path: Path) -> None:
    fuzz(with_bug("below nothing"), Plan(games=64, minimise=False), tmp_path)
    path = tmp_path / "x.json"
    for text in ("", "{}", '{"schema": "other"}', "[1]"):
        path.write_text(text)
        bad, good = recheck([path, *(one for one in tmp_path.glob("*.json") if one != path)])
        assert (bad.verdict, bad.signature, good.verdict) == ("UNREADABLE", None, "FAILED")
        assert "E314" in bad.text() and "no finding of fuzz" in bad.text()
    [gone] = recheck([tmp_path / "missing.json"])
    assert gone.verdict == "UNREADABLE"


def test_a_check_that_changes_the_state_is_a_finding_of_its_own(tmp_path: Path) -> None:
    maker = replace(STAIRS, invariants=meddling_stairs.__name__)
    report = fuzz(maker, Plan(games=12), tmp_path)
    [finding] = report.findings
    label = "changes-state/MIM-02/the_wind_brings_food"
    assert finding.signature.label == label and finding.signature.clause == "MI-DUSK-01"
    assert "the check changes the state it judges: food from " in finding.find.failure.message
    assert finding.minimal is not None and finding.minimal.actions == 1
    assert finding.strict is not None and finding.strict.ok, finding.strict
    [path] = tmp_path.glob("*.json")
    case = read_case(path)
    assert [again.verdict for again in recheck([path])] == ["FAILED"]
    assert still_fails(case.maker.game, case.actions, dict(case.options), (label, "MI-DUSK-01", ""),
                       invariants=case.maker.invariants).startswith(label)  # fmt: skip


def test_a_property_that_names_nothing_of_the_game_is_refused_before_play(tmp_path: Path) -> None:
    maker = replace(STAIRS, invariants=lost_stairs.__name__)
    for plan in (Plan(games=2), Plan(games=2, workers=2)):
        with pytest.raises(ClauseError, match="names unknown clause 'MI-DUSK-09'; did you mean"):
            fuzz(maker, plan, tmp_path)
    assert list(tmp_path.iterdir()) == []
