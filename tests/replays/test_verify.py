"""Every verdict, where it points, and what it does not claim."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.options import Options
from engine.state import State
from replays.faults import faults
from replays.forge import build, header_of, parts_of
from replays.format import MAGIC, frame, records
from replays.reader import loader, read
from replays.recorder import Recorder, header_for
from replays.records import Block, End, Header
from replays.selftest import selftest
from replays.verify import exit_code, verify
from tests.games.mini import GAME
from tests.replays import played

DATA = played.replay()
PLIES = len(read(DATA).only().codes)


def test_exact() -> None:
    verdict = verify(DATA, played.load)
    assert (verdict.label, verdict.plies, verdict.games, verdict.witness) == (
        "EXACT", PLIES, 1, "ply",
    )  # fmt: skip
    many = verify(played.series(5), played.load)
    assert (many.label, many.games, many.plies) == (
        "EXACT", 5, sum(len(line.codes) for line in read(played.series(5)).games),
    )  # fmt: skip


def test_truncated_names_the_plies_that_were_verified() -> None:
    block = next(p for p in parts_of(DATA) if isinstance(p.record, Block))
    assert verify(DATA[: block.end + 5], played.load).label == "TRUNCATED@128"
    assert verify(DATA[: block.end], played.load).label == "TRUNCATED@128"
    assert verify(DATA[: block.end - 1], played.load).label == "TRUNCATED@0"
    end = parts_of(DATA)[-1]
    assert verify(DATA[: end.start], played.load).label == f"TRUNCATED@{PLIES}"


def test_a_file_of_many_games_cut_between_two_is_truncated() -> None:
    data = played.series(3)
    ends = [part for part in parts_of(data) if isinstance(part.record, End)]
    for game, end in enumerate(ends):
        verdict = verify(data[: end.end], played.load)
        assert (verdict.label, verdict.index, verdict.games) == ("TRUNCATED@0", game + 1, game + 1)


@pytest.mark.parametrize(
    ("data", "label"),
    [
        (b"", "CORRUPT@0"),
        (b"hello", "CORRUPT@0"),
        (MAGIC, "CORRUPT@8"),
        (DATA[:40], "CORRUPT@8"),
        (DATA + b"\0", f"CORRUPT@{len(DATA)}"),
        (DATA + DATA[8:], f"CORRUPT@{len(DATA)}"),
        (DATA[:8] + DATA[9:], "CORRUPT@8"),
    ],
)
def test_corrupt_names_the_byte(data: bytes, label: str) -> None:
    assert verify(data, played.load).label == label


def test_the_prefix_before_damage_is_still_verified() -> None:
    end = parts_of(DATA)[-1]
    verdict = verify(DATA[: end.start] + b"\0" + DATA[end.start + 1 :][:-1] + b"?", played.load)
    assert (verdict.word, verdict.at, verdict.plies) == ("CORRUPT", end.start, PLIES)
    assert f"{PLIES} plies before it replay" in verdict.detail


def test_diverged_names_ply_row_clause_action_expected_and_found() -> None:
    rows = [part.record for part in parts_of(DATA)]
    block = rows[1]
    assert isinstance(block, Block)
    ply = block.codes.index(played.STAIRS.code("rest"))
    codes = list(block.codes)
    codes[ply] = played.STAIRS.code("blow 6")
    rows[1] = replace(block, codes=tuple(codes))
    verdict = verify(build(rows, 8, sealed=True), played.load)
    assert (verdict.label, verdict.row, verdict.clause, verdict.player, verdict.action) == (
        f"DIVERGED@{ply}", "turn", "MI-TURN-01", 0, "blow 6",
    )  # fmt: skip
    assert verdict.expected == "blow 6"
    assert verdict.found is not None
    assert verdict.found.startswith("legal: rest, climb 1")
    assert verdict.plies == ply
    assert "row turn, MI-TURN-01, player 0" in verdict.text()


def test_a_code_outside_the_space_is_a_divergence() -> None:
    parts = parts_of(DATA)
    block = parts[1].record
    assert isinstance(block, Block)
    rows = [p.record for p in parts]
    rows[1] = replace(block, codes=(255, *block.codes[1:]))
    verdict = verify(build(rows, 8, sealed=True), played.load)
    assert (verdict.label, verdict.action) == ("DIVERGED@0", "code 255")


def test_divergence_in_a_line_that_was_undone_is_found_too() -> None:
    parts = parts_of(played.with_undo())
    at, first = next((i, p.record) for i, p in enumerate(parts) if p.before == 4)
    assert isinstance(first, Block)
    assert first.witness is not None
    rows = [p.record for p in parts]
    rows[at] = replace(first, witness=bytes([first.witness[0] ^ 1]))
    verdict = verify(build(rows, 8, sealed=True), played.load)
    assert verdict.label == "DIVERGED@4"


def test_a_sealed_but_shortened_game_is_no_end() -> None:
    """Whoever drops the last block and seals anew has a digest, but no end of a game."""
    parts = parts_of(DATA)
    first, end = parts[1].record, parts[-1].record
    assert isinstance(first, Block)
    assert isinstance(end, End)
    assert first.digest is not None
    short = replace(end, plies=128, digest=first.digest)
    for forged in (short, replace(short, returns=None, reason=None)):
        data = build([parts[0].record, first, forged], 8, sealed=True)
        assert verify(data, played.load).label == "DIVERGED@128"


def test_a_game_stopped_at_plies_max_is_exact_and_unfinished() -> None:
    data = played.replay("shake:1", {"plies_max": 50})
    line = read(data).only()
    assert line.end is not None
    assert (line.end.plies, line.end.reason, line.end.returns) == (50, None, None)
    assert verify(data, played.load).word == "EXACT"
    longer = [part.record for part in parts_of(DATA)]
    longer[0] = header_of(parts_of(data))
    verdict = verify(build(longer, 8, sealed=True), played.load)
    assert verdict.label == "DIVERGED@50"
    assert verdict.found == "plies_max 50 is reached"


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("game", {"game": "maxi"}),
        ("rules version", {"rules_version": 2}),
        ("content", {"content_digest": bytes(8)}),
        ("content", {"content_id": "mini-2"}),
    ],
)
def test_unsupported_names_both_versions(what: str, change: dict[str, object]) -> None:
    rows = [part.record for part in parts_of(DATA)]
    rows[0] = replace(header_of(parts_of(DATA)), **change)  # type: ignore[arg-type]
    verdict = verify(build(rows, 8, sealed=True), played.load)
    assert (verdict.label, verdict.what, verdict.code) == ("UNSUPPORTED", what, "E206")
    assert str(next(iter(change.values())))[:4] in str(verdict.file_has) or what == "content"
    assert verdict.build_has
    assert verdict.plies == 0


def test_another_ruleset_digest_is_reported_beside_the_verdict() -> None:
    rows = [part.record for part in parts_of(DATA)]
    rows[0] = replace(header_of(parts_of(DATA)), ruleset_digest=bytes(8))
    verdict = verify(build(rows, 8, sealed=True), played.load)
    assert verdict.word == "EXACT"
    assert verdict.ruleset == ("0" * 16, played.STAIRS.ruleset_digest.hex())
    assert "ruleset 0000000000000000 in the file" in verdict.text()


def test_unverified_is_legal_throughout_but_claims_no_more() -> None:
    data = played.replay(witness="none")
    verdict = verify(data, played.load)
    assert (verdict.label, verdict.plies) == ("UNVERIFIED", PLIES)
    parts = parts_of(data)
    block = parts[1].record
    assert isinstance(block, Block)
    rows = [part.record for part in parts]
    rows[1] = replace(block, codes=(played.STAIRS.code("blow 1"), *block.codes[1:]))
    assert verify(build(rows, 8, sealed=True), played.load).label == "DIVERGED@0"


def test_a_witness_cannot_be_taken_away_from_some_blocks_only() -> None:
    rows = [part.record for part in parts_of(DATA)]
    last = rows[2]
    assert isinstance(last, Block)
    rows[2] = replace(last, witness=None, digest=None)
    verdict = verify(build(rows, 8, sealed=True), played.load)
    assert (verdict.word, verdict.at) == ("CORRUPT", parts_of(DATA)[2].start)


def test_rules_that_fail_are_a_divergence_at_their_ply() -> None:
    class Broken(Game):
        def apply_unchecked(self, state: State, code: int) -> None:
            if state.ply == 30:
                raise IndexError("list index out of range")
            super().apply_unchecked(state, code)

    verdict = verify(DATA, lambda header: Broken(GAME))
    line = Broken.apply_unchecked.__code__.co_firstlineno + 2
    assert (verdict.label, verdict.found) == (
        "DIVERGED@30", f"IndexError: list index out of range (replays/test_verify.py:{line})",
    )  # fmt: skip


def test_registered_games_are_found_and_unknown_ones_unsupported() -> None:
    verdict = verify(DATA, loader())
    assert (verdict.word, verdict.what, verdict.file_has) == ("UNSUPPORTED", "game", "mini")


def test_options_of_the_file_are_the_options_of_the_replay() -> None:
    data = played.replay("shake:3", {"players": 3, "gusty": False, "flask": 9})
    assert verify(data, played.load).word == "EXACT"

    def other(header: Header) -> Game:
        return Game(GAME, {**dict(header.options), "flask": 1})

    assert verify(data, other).what == "options"
    assert isinstance(played.STAIRS.options, Options)


def test_exit_codes() -> None:
    exact, truncated = verify(DATA, played.load), verify(DATA[:-3], played.load)
    corrupt = verify(b"", played.load)
    unverified = verify(played.replay(witness="none"), played.load)
    assert exit_code([]) == 5
    assert exit_code([exact]) == 0
    assert exit_code([exact, unverified]) == 125
    assert exit_code([exact, unverified, corrupt]) == 3
    assert exit_code([exact, unverified, corrupt, truncated]) == 1


def test_verdicts_are_json() -> None:
    verdict = verify(DATA[:-3], played.load)
    document = json.loads(json.dumps(verdict.as_dict(), sort_keys=True))
    assert document["schema"] == "ruleproof.verdict/1"
    assert document["label"] == verdict.label == f"TRUNCATED@{PLIES}"
    torn = f"TRUNCATED@{PLIES}  torn: the file ends inside a record; all "
    assert verdict.text().startswith(torn)


# ---- the verifier can fail ----


@pytest.mark.parametrize("options", [{}, {"players": 2, "plies_max": 140}])
def test_selftest_detects_all_that_it_plants(options: dict[str, int]) -> None:
    data = played.replay("shake:2", options)
    report = selftest([("game", data)], played.load, limit=150)
    assert report.missed == []
    assert report.detected == report.planted > 450
    assert len(report.by_kind) >= 18
    assert f"{report.detected} / {report.planted}" in report.text()


def test_selftest_works_with_block_witness_undo_and_many_games() -> None:
    files = [
        ("block", played.replay("shake:2", witness="block")),
        ("undo", played.with_undo()),
        ("many", played.series(2)),
    ]
    report = selftest(files, played.load, limit=60)
    assert report.missed == []
    assert report.files == 3


def test_selftest_plants_at_the_first_and_the_last_byte_and_ply() -> None:
    planted = {(f.kind, f.place) for f in faults(DATA, played.load, 5)}
    for place in ("byte 0", f"byte {len(DATA) - 1}"):
        assert ("byte flipped", place) in planted
    for ply in ("ply 0", f"ply {PLIES - 1}"):
        assert ("code replaced", ply) in planted
    assert ("first witness of a block", "ply 0") in planted
    assert ("last witness of a block", f"ply {PLIES - 1}") in planted


def test_selftest_misses_what_a_blind_verifier_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The selftest itself can fail: with a verifier that finds everything EXACT it does."""
    exact = verify(DATA, played.load)
    monkeypatch.setattr("replays.selftest.verify", lambda *_: exact)
    report = selftest([("game", DATA)], played.load, limit=10)
    assert report.detected == 0
    assert len(report.missed) == report.planted > 50
    assert "MISSED game: byte flipped at byte 0: EXACT" in report.text()


# ---- any change, any cut ----

GAMES = st.builds(
    played.replay,
    st.integers(0, 10**6).map(lambda number: f"shake:{number}"),
    st.fixed_dictionaries({
        "players": st.integers(1, 3),
        "gusty": st.booleans(),
        "flask": st.integers(0, 9),
        "plies_max": st.integers(1, 300),
    }),
    st.sampled_from(["ply", "block"]),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(GAMES, st.data())
def test_any_changed_byte_and_any_cut_is_detected(data: bytes, draw: st.DataObject) -> None:
    assert verify(data, played.load).word == "EXACT"
    at = draw.draw(st.integers(0, len(data) - 1), "position")
    bits = draw.draw(st.integers(1, 255), "bits")
    changed = data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]
    assert verify(changed, played.load).word in ("CORRUPT", "TRUNCATED")
    assert verify(data[:at], played.load).word in ("CORRUPT", "TRUNCATED")


@settings(max_examples=30, deadline=None)
@given(GAMES)
def test_reading_and_writing_are_inverse(data: bytes) -> None:
    """read(write(replay)) is equal, and byte for byte the other way round."""
    placed = list(records(BytesIO(data)))
    header = placed[0].record
    assert isinstance(header, Header)
    assert MAGIC + b"".join(frame(one.record, header.bits) for one in placed) == data
    line = read(data).only()
    stream = BytesIO()
    recorder = Recorder.to_stream(stream, read(data).head(), witness=line.witness or "ply")
    game = played.load(header)
    assert header == replace(header_for(game), seed=header.seed, policy=header.policy)
    recorder.finish(game, recorder.line(game, line.codes))
    assert stream.getvalue() == data


def test_a_path_that_cannot_be_read_is_the_callers_business(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nothing.rply")
