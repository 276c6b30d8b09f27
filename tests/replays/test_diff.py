"""Where and how games part: two logs, N logs, one log under two rules, another checkout."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from engine.game import Game
from engine.state import State
from replays.diff import diff_checkout, diff_files, diff_games, diff_lines
from replays.errors import NoSuchGame, StreamFailed, Unsupported
from replays.parting import Parting
from replays.reader import read
from replays.recorder import Recorder, header_for
from replays.stream import SCHEMA, positions
from replays.verify import verify
from tests.games.mini import GAME
from tests.replays import played

ROOT = Path(__file__).parents[2]
CODES = read(played.replay()).only().codes


def codes(*texts: str) -> list[int]:
    """A log in words."""
    return [played.STAIRS.code(text) for text in texts]


def part(left: list[int], right: list[int]) -> Parting:
    """The parting of two logs of the stairs."""
    logs = [("a", played.STAIRS, left), ("b", played.STAIRS, right)]
    return diff_lines(logs)[0]


def test_the_same_log_does_not_part() -> None:
    parting = part(list(CODES), list(CODES))
    assert (parting.same, parting.ply) == (True, len(CODES))
    assert parting.text() == f"a and b: the same, {len(CODES)} plies"


def test_logs_part_at_a_ply_by_an_action_field_by_field() -> None:
    parting = part(codes("rest", "climb 1", "blow 1"), codes("rest", "climb 3", "blow 6"))
    assert (parting.kind, parting.ply, parting.row, parting.clause, parting.player) == (
        "action", 1, "turn", "MI-TURN-01", 0,
    )  # fmt: skip
    assert parting.actions == ("climb 1", "climb 3")
    assert parting.fields == (("steps", 1, 3), ("height", [1, 0, 0], [3, 0, 0]))
    assert "steps        1 | 3" in parting.text()


def test_a_log_that_ends_earlier_parts_there() -> None:
    parting = part(codes("rest", "sip"), codes("rest"))
    assert (parting.kind, parting.ply, parting.actions) == ("length", 1, ("sip", None))


def test_files_part_with_their_headers_beside() -> None:
    sides = [
        ("a", played.replay("shake:1")),
        ("b", played.replay("shake:2", {"flask": 3})),
        ("c", played.replay("shake:1")),
    ]
    found = diff_files(sides, played.load)
    assert dict(found.headers) == {
        "seed": ("shake:1", "shake:2", "shake:1"),
        "option flask": ("2", "3", "2"),
    }
    setup, same = found.partings
    assert (setup.kind, setup.ply, setup.fields) == ("setup", 0, (("sips", [2, 0, 0], [3, 0, 0]),))
    assert same.same
    assert not found.same
    document = json.loads(json.dumps(found.as_dict()))
    assert document["schema"] == "ruleproof.diff/1"
    assert document["partings"][0]["kind"] == "setup"


def test_a_damaged_file_is_compared_up_to_its_fault() -> None:
    data = played.replay()
    found = diff_files([("whole", data), ("torn", data[:-200])], played.load)
    assert [parting.kind for parting in found.partings] == ["length"]
    assert list(found.faults) == ["torn"]
    assert "torn: compared up to a fault: the file ends inside a record" in found.text()


def test_files_of_many_games_are_compared_game_by_game() -> None:
    data = played.series(3)
    assert diff_files([("a", data), ("b", data)], played.load, 2).same
    alone = played.replay("shake:1/1")
    assert diff_files([("many", data), ("one", data)], played.load, 1).same
    with pytest.raises(NoSuchGame, match="no game 1"):
        diff_files([("many", data), ("one", alone)], played.load, 1)


def test_a_file_of_no_known_game_cannot_be_compared() -> None:
    with pytest.raises(Unsupported, match="mini"):
        diff_files([("a", played.replay()), ("b", played.replay())])


# ---- one log, two rules ----


class Sticky(Game):
    """Rules in which rest costs food twice."""

    def apply_unchecked(self, state: State, code: int) -> None:
        """One more."""
        super().apply_unchecked(state, code)
        if self.text(code) == "rest":
            state.food -= 1  # type: ignore[attr-defined]


def test_one_log_under_two_rules_names_the_field() -> None:
    log = codes("climb 1", "blow 6", "rest", "sip")
    parting = diff_games(log, played.STAIRS, Sticky(GAME), ("ours", "theirs"))
    assert (parting.kind, parting.ply, parting.row, parting.clause) == (
        "state", 2, "turn", "MI-TURN-01",
    )  # fmt: skip
    assert parting.actions == ("rest", "rest")
    assert parting.fields == (("food", 88, 87),)


def test_a_difference_in_choices_is_followed_to_the_first_state_it_leads_to() -> None:
    class Timid(Sticky):
        """And nobody climbs three steps."""

        def legal_actions(self, state: State) -> list[int]:
            """All but that."""
            return [c for c in super().legal_actions(state) if self.text(c) != "climb 3"]

    parting = diff_games(codes("sip", "rest"), played.STAIRS, Timid(GAME))
    assert (parting.kind, parting.ply, parting.choices) == ("legal", 0, (("climb 3",), ()))
    assert parting.then is not None
    assert (parting.then.kind, parting.then.ply) == ("state", 1)
    assert "only A allows climb 3" in parting.text()
    refused = diff_games(codes("climb 3", "blow 1"), played.STAIRS, Timid(GAME))
    assert (refused.kind, refused.ply) == ("legal", 0)
    assert refused.stops[1] is not None
    assert "'climb 3' is not legal at ply 0" in refused.stops[1]


def test_options_change_the_row_a_log_comes_to() -> None:
    calm = Game(GAME, {"gusty": False})
    parting = diff_games(codes("rest", "climb 2"), played.STAIRS, calm)
    assert (parting.kind, parting.ply, parting.rows) == ("row", 1, ("gust", "turn"))


def test_rules_that_fail_end_a_stream_in_words() -> None:
    class Broken(Game):
        """Rules with a hole."""

        def apply_unchecked(self, state: State, code: int) -> None:
            """Fails at once."""
            raise KeyError("hole")

    *_, last = positions(Broken(GAME), codes("rest"))
    line = Broken.apply_unchecked.__code__.co_firstlineno + 2
    said = f"KeyError: 'hole' (replays/test_diff.py:{line})"
    assert last.stop == f"the rules fail after ply 0: {said}"
    parting = diff_games(codes("rest"), played.STAIRS, Broken(GAME))
    assert parting.fields == ()
    assert parting.stops[1] == last.stop


# ---- another checkout ----


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout in which the stairs are a registered plug-in and dusk eats two."""
    root = tmp_path / "other"
    for folder in ("engine", "replays", "tests/games/mini"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("*.pyc"))
    info = root / "stairs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stairs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ruleproof.games]\nmini = tests.games.mini:GAME\n")
    rules = root / "tests/games/mini/rules.py"
    text = rules.read_text()
    assert "state.food -= 1" in text
    rules.write_text(text.replace("state.food -= 1", "state.food -= 2"))
    return root


def test_another_checkout_replays_the_log_by_its_own_rules(checkout: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.rply"
    stream = BytesIO()
    table = played.Table(Recorder.to_stream(stream, header_for(played.STAIRS)))
    table.act("sip", "climb 1", "blow 6", "rest")
    table.recorder.close()
    file.write_bytes(stream.getvalue())
    parting = diff_checkout(file, played.STAIRS, checkout)
    assert (parting.kind, parting.ply, parting.row, parting.clause, parting.fields) == (
        "state", 2, "gust", "MI-GUST-01", (("food", 89, 88),),
    )  # fmt: skip
    calm = diff_checkout(file, played.STAIRS, checkout, extra=["--option", "flask=1"])
    assert (calm.kind, calm.fields) == ("setup", (("sips", [2, 0, 0], [1, 0, 0]),))


def test_a_rule_changed_in_a_copy_is_a_divergence_with_row_and_clause(
    checkout: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.rply"
    file.write_bytes(played.replay())
    script = (
        "import json, sys; from replays.verify import verify; "
        "sys.stdout.write(json.dumps(verify(sys.argv[1]).as_dict()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        cwd=checkout, capture_output=True, check=True, text=True,
    )  # fmt: skip
    verdict = json.loads(done.stdout)
    texts = [played.STAIRS.text(code) for code in CODES]
    first_dusk = next(k for k, text in enumerate(texts) if not text.startswith(("climb", "sip")))
    assert texts[first_dusk].startswith("blow")
    assert (verdict["label"], verdict["row"], verdict["clause"]) == (
        f"DIVERGED@{first_dusk}", "gust", "MI-GUST-01",
    )  # fmt: skip
    assert verify(file, played.load).word == "EXACT"


def test_the_stream_is_ndjson_with_a_head(checkout: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.rply"
    file.write_bytes(played.series(2))
    done = subprocess.run(
        [sys.executable, "-m", "replays.stream", str(file), "--game", "1"],
        cwd=checkout, capture_output=True, check=True, text=True,
    )  # fmt: skip
    head, *rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (head["schema"], head["game"], head["dropped"]) == (SCHEMA, "mini", [])
    assert [row["ply"] for row in rows] == list(range(len(rows)))
    assert rows[0]["row"] == "turn"
    assert rows[0]["fields"]["food"] == 90
    assert "not legal" in rows[-1]["stop"] or rows[-1]["text"] is None


def test_a_checkout_that_cannot_stream_says_why(checkout: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.rply"
    file.write_bytes(played.replay())
    with pytest.raises(StreamFailed, match="no checkout"):
        diff_checkout(file, played.STAIRS, tmp_path)
    (checkout / "stairs-1.0.dist-info" / "entry_points.txt").unlink()
    with pytest.raises(StreamFailed, match="no game 'mini'"):
        diff_checkout(file, played.STAIRS, checkout)
    (checkout / "replays" / "stream.py").write_text("print('hello')")
    with pytest.raises(StreamFailed, match="streams no positions"):
        diff_checkout(file, played.STAIRS, checkout)
