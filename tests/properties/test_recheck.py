"""Stored findings under the rules of another day: FIXED, FAILED, or a log that no longer fits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from properties.errors import BadFinding
from properties.finding import (
    FAILED,
    FIXED,
    UNJUDGED,
    UNREADABLE,
    Case,
    digest_before,
    judged,
    read_case,
    recheck,
    write_json,
)
from properties.fuzz import Plan, fuzz
from properties.goals import goal_of
from properties.judge import PLAYED_BY, Judge, Signature, Watched
from properties.logs import log_bytes, raising
from properties.regression import pytest_text
from properties.shrink import of_signature, save, shrink, still_fails
from properties.strict import replayed
from replays.reader import read_prefix
from replays.verify import verify
from tests.properties.stair_bugs import STAIRS, with_bug

SIP = Signature("MII-04/a_sip_is_held_and_spent", "MI-SIP-01", "sip")
SIXES = Signature("raised/IndexError", "", "blow")


def stored(path: Path, bug: str, actions: tuple[str, ...], signature: Signature = SIP) -> Case:
    """A finding at `path`, its log as the rules with that bug have it, to be judged without it."""
    maker = with_bug(bug)
    case = Case(maker, dict(maker.load({"flask": 1}).options), actions, signature, "a message")
    case = replace(case, before=digest_before(case))
    assert judged(case).verdict(case)[0] == FAILED
    mended = replace(case, maker=STAIRS)
    write_json(path, mended.as_dict())
    return mended


def verdict(path: Path) -> tuple[str, str]:
    [again] = recheck([path])
    return again.verdict, again.message


# ---- a log that does not fit ----


def test_what_plays_to_its_end_without_a_fault_is_fixed(tmp_path: Path) -> None:
    stored(tmp_path / "a.json", "sip is free", ("sip",))
    assert verdict(tmp_path / "a.json") == (FIXED, "")


@pytest.mark.parametrize("text", ["fly 3", "climb 9"])
def test_an_action_that_the_game_no_longer_has_shows_nothing(tmp_path: Path, text: str) -> None:
    case = stored(tmp_path / "a.json", "sip is free", ("sip",))
    write_json(tmp_path / "a.json", replace(case, actions=(text, "sip")).as_dict())
    word, why = verdict(tmp_path / "a.json")
    assert word == UNJUDGED and why.startswith("action 1 of 2: ") and text in why
    said = still_fails("tests.games.mini:GAME", (text, "sip"), dict(case.options), ("", "", ""))
    assert said.startswith("cannot judge: action 1 of 2")


def test_an_action_that_is_no_longer_legal_shows_nothing_either(tmp_path: Path) -> None:
    case = stored(tmp_path / "a.json", "two health lost", ("climb 3", "blow 1"), Signature(
        "MII-03/a_low_face_costs_one_health", "MI-GUST-01", "blow"))  # fmt: skip
    for actions, place in ((("sip", "sip", *case.actions), "2 of 4, 'sip'"),
                           (("blow 1", *case.actions), "1 of 3, 'blow 1'")):  # fmt: skip
        write_json(tmp_path / "a.json", replace(case, actions=actions).as_dict())
        word, why = verdict(tmp_path / "a.json")
        assert word == UNJUDGED and why.startswith(f"action {place}, is not legal in row turn now")


def test_a_last_action_that_is_refused_where_it_broke_is_the_mend(tmp_path: Path) -> None:
    """Only if the position is what it was: another one may refuse it for another reason."""
    case = stored(tmp_path / "a.json", "sip is free", ("sip",))
    emptied = replace(case, actions=("sip", "sip"), before="")
    after = replace(emptied, before=digest_before(emptied))
    write_json(tmp_path / "a.json", after.as_dict())
    word, why = verdict(tmp_path / "a.json")
    assert (word, why) == (FIXED, "action 2 of 2, 'sip', is not legal in row turn now")
    options, given = dict(case.options), ("tests.games.mini:GAME", after.actions)
    assert still_fails(*given, options, ("", "", ""), before=after.before) == ""
    write_json(tmp_path / "a.json", replace(after, before="00" * 8).as_dict())
    assert verdict(tmp_path / "a.json")[0] == UNJUDGED
    assert still_fails(*given, options, ("", "", ""), before="00" * 8).startswith("cannot judge")
    assert 'BEFORE = "' + after.before in pytest_text(after)


def test_a_property_that_is_gone_cannot_say_fixed(tmp_path: Path) -> None:
    case = stored(tmp_path / "a.json", "sip is free", ("sip",))
    for label in ("MII-04/a_sip_is_held_and_paid", "changes-state/MII-99/gone", PLAYED_BY):
        gone = replace(case, signature=replace(SIP, label=label))
        write_json(tmp_path / "a.json", gone.as_dict())
        word, why = verdict(tmp_path / "a.json")
        assert word == UNJUDGED, why
    for label in ("raised/KeyError", "U-08/no_endless_loop"):
        write_json(tmp_path / "a.json", replace(case, signature=Signature(label)).as_dict())
        assert verdict(tmp_path / "a.json") == (FIXED, "")


def test_a_set_up_that_raises_still_fails(tmp_path: Path) -> None:
    fuzz(with_bug("no set-up"), Plan(games=2), tmp_path)
    [path] = tmp_path.glob("*.json")
    assert verdict(path)[0] == FAILED
    document = json.loads(path.read_text())
    document["maker"]["planted"] = ""
    path.write_text(json.dumps(document))
    assert verdict(path) == (FIXED, "")


# ---- what cannot be read ----


def test_one_bad_file_is_told_in_its_place_and_the_others_are_judged(tmp_path: Path) -> None:
    case = stored(tmp_path / "good.json", "sip is free", ("sip",))
    document = case.as_dict()
    for name, broken in (
        ("a", "{"), ("b", json.dumps({**document, "actions": "sip"})),
        ("c", json.dumps({**document, "maker": {**document["maker"], "game": "gone"}})),
        ("d", json.dumps({**document, "options": {"flask": 99}})),
        ("e", json.dumps({**document, "signature": "sip"})),
        ("f", json.dumps({**document, "maker": {**document["maker"], "invariants": "no.where"}})),
        ("g", '{"schema": "ruleproof.finding/1"' + "[" * 100_000),
    ):  # fmt: skip
        (tmp_path / f"{name}.json").write_text(broken)
    files = [tmp_path / f"{name}.json" for name in ("a", "b", "c", "d", "e", "f", "g", "good")]
    found = recheck(files)
    assert [one.verdict for one in found] == [UNREADABLE] * 7 + [FIXED]
    assert all(str(path) in one.message for one, path in zip(found, files[:7], strict=False))


def test_a_file_that_is_no_finding_is_told_by_its_own_name(tmp_path: Path) -> None:
    stored(tmp_path / "a.json", "sip is free", ("sip",))
    for name in ("a.rply", "a.found.rply", "lone.rply", "notes", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert verdict(tmp_path / "a.rply")[0] == verdict(tmp_path / "a.found.rply")[0] == FIXED
    for name in ("lone.rply", "notes", "notes.txt", "missing"):
        word, why = verdict(tmp_path / name)
        assert word == UNREADABLE and str(tmp_path / name) + ":" in why
    with pytest.raises(BadFinding, match="no such file"):
        read_case(tmp_path / "missing.json")


# ---- an action that raises ----


def test_a_replay_names_the_action_behind_its_plies_that_raises(tmp_path: Path) -> None:
    maker = with_bug("crash on six")
    game = maker.load()
    codes = [game.code(text) for text in ("rest", "climb 2", "blow 6")]
    path = tmp_path / "a.rply"
    path.write_bytes(log_bytes(game, codes))
    replay = read_prefix(path.read_bytes())
    line = replay.game(0)
    assert list(line.codes) == codes[:2] and raising(game, line) == (codes[2],)
    assert [mark.text for mark in line.marks] == [
        "blow 6 raises IndexError: list index out of range"
    ]
    assert verify(path, lambda header: maker.load(dict(header.options))).word == "EXACT"
    assert verify(path).word == "UNSUPPORTED"  # the game is registered nowhere
    plain = log_bytes(game, codes[:2])
    assert raising(game, read_prefix(plain).game(0)) == ()


def test_a_finding_that_raises_is_shrunk_and_replays_strictly(tmp_path: Path) -> None:
    maker = with_bug("crash on six")
    game = maker.load()
    long = [game.code(text) for text in ("rest", "sip", "climb 2", "blow 5", "climb 1", "blow 6")]
    line = read_prefix(log_bytes(game, long)).game(0)
    codes = (*line.codes, *raising(game, line))
    for goal in (
        goal_of(game, maker.properties(), "raised/IndexError"),
        goal_of(game, maker.properties(), "raised"),
        of_signature(game, maker.properties(), SIXES, any_signature=True),
        of_signature(game, maker.properties(), SIXES),
    ):
        minimal = shrink(game, codes, goal)
        assert minimal.texts == ("climb 1", "blow 6") and minimal.signature == SIXES
    case = Case(maker, dict(game.options), minimal.texts, SIXES)
    save(tmp_path / "a", case, game, minimal.codes)
    assert replayed(tmp_path / "a.json").ok
    assert verdict(tmp_path / "a.rply")[0] == FAILED


def test_a_list_of_choices_that_raises_behind_the_last_ply_is_seen_again(tmp_path: Path) -> None:
    plan = Plan(games=24, options=(("players", 1),))
    [finding] = fuzz(with_bug("choices raise high up"), plan, tmp_path).findings
    assert finding.signature == Signature("raised/IndexError")
    assert finding.strict is not None and finding.strict.ok, finding.strict
    assert finding.minimal is not None and finding.minimal.actions == 1
    assert [again.verdict for again in recheck([tmp_path])] == [FAILED]


def test_so_is_a_place_where_nobody_can_act(monkeypatch: pytest.MonkeyPatch) -> None:
    game = STAIRS.load()
    offers = game.legal_actions
    monkeypatch.setattr(game, "legal_actions", lambda state: [] if state.height[0] > 2
                        else offers(state))  # fmt: skip
    judge = Judge(game, Watched(game, ()))
    codes = [game.code("climb 3")]
    found = judge.replay(codes).failure
    assert found is not None and "nobody can act in row gust" in found.message
    goal = of_signature(game, (), Signature("raised/StuckError"))
    assert shrink(game, codes, goal).actions == 1


def test_the_end_of_a_log_is_no_place_where_nobody_can_act() -> None:
    game = STAIRS.load({"flask": 0})
    judge = Judge(game, Watched(game, ()))
    codes = [game.code(text) for text in ("climb 3", "blow 6")] * 400
    trial = judge.replay(codes)
    assert game.is_terminal(trial.state) and trial.failure is None
