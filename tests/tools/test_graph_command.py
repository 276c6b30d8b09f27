"""`ruleproof graph`: formats by suffix, files beside where nothing draws, stale pages, refusals."""

import json
from pathlib import Path
from shlex import quote

import pytest

from engine.policies import uniform
from engine.registry import games, load
from replays.recorder import header_for
from replays.seeded import record_file
from tests.tools.command import ruleproof
from tools import dot

ROOT = Path(__file__).parent.parent.parent
SIGNS = {
    "svg": "<svg", "dot": "digraph tin_helm {", "mmd": "flowchart TD", "json": "{\n",
    "txt": "Tin Helm: phase table", "graphml": "<graphml",
}  # fmt: skip


def recorded(folder: Path, count: int = 3) -> Path:
    """A folder of a few recorded games."""
    folder.mkdir()
    game = load("tin_helm")
    for index in range(count):
        seed = f"shake:5/{index}"
        record_file(folder / f"tin_helm-{index:06}.rply", game, seed, uniform,
                    header=header_for(game, seed=seed, policy="uniform"))  # fmt: skip
    return folder


drawing = pytest.mark.skipif(not dot.can_draw(), reason="neither dot nor pygraphviz is installed")


@drawing
@pytest.mark.parametrize("suffix", SIGNS)
def test_the_suffix_says_the_format(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"phases.{suffix}"
    done = ruleproof("graph", "tin_helm", "-o", path)
    assert (done.code, done.out) == (0, "")
    assert SIGNS[suffix] in path.read_text(encoding="utf-8")[:2000]
    assert ruleproof("graph", "tin_helm", "--check", path).code == 0


@drawing
def test_a_png_goes_into_a_file_or_a_pipe_but_not_to_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "phases.png"
    assert ruleproof("graph", "tin_helm", "-o", path).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    piped = ruleproof("graph", "tin_helm", "--format", "png")
    assert piped.code == 0 and piped.raw.startswith(b"\x89PNG")
    refused = ruleproof("graph", "tin_helm", "--format", "png", terminal=True)
    assert refused.code == 2 and "E404" in refused.err and refused.raw == b""


def test_standard_output_gets_the_table() -> None:
    done = ruleproof("graph", "tin_helm")
    assert done.code == 0 and done.err == ""
    assert "\n   " in done.out and done.out.startswith("Tin Helm: phase table\n")


def test_replay_files_lay_counts_over_the_table(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games")
    done = ruleproof("graph", folder)
    assert done.code == 0 and "as played in 3 games" in done.out
    assert " 0 race ×3 (player, start) [TH-SETUP-03] be ×3\n" in done.out
    same = ruleproof("graph", "tin_helm", *sorted(folder.iterdir()))
    assert same.out == done.out


def test_without_anything_that_draws_text_is_written_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dot, "can_draw", lambda: "")
    for suffix in ("svg", "png"):
        done = ruleproof("graph", "tin_helm", "-o", tmp_path / f"{suffix}.{suffix}")
        assert done.code == 0
        said = [line for line in done.err.splitlines() if "is not drawn" in line]
        assert len(said) == 1 and "extra viz" in said[0]
    names = ["png.dot", "png.mmd", "svg.dot", "svg.mmd"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    refused = ruleproof("graph", "tin_helm", "--format", "svg")
    assert refused.code == 2 and "E420" in refused.err and refused.out == ""


def test_a_stale_file_is_named_with_what_differs_and_the_command(tmp_path: Path) -> None:
    path = tmp_path / "phases.mmd"
    ruleproof("graph", "tin_helm", "-o", path)
    path.write_text(path.read_text(encoding="utf-8").replace("hero_is_dead", "hero_sleeps", 1))
    done = ruleproof("graph", "tin_helm", "--check", path)
    assert done.code == 1
    assert "-    r_" in done.out and "hero_sleeps" in done.out and "hero_is_dead" in done.out
    assert f"ruleproof graph tin_helm --format mermaid -o {quote(str(path))}" in done.err


def test_what_is_grey_is_what_the_help_says() -> None:
    shown = " ".join(ruleproof("graph", "--help").out.split())
    assert "Grey are rows and verbs that are declared to need another, and exits by them" in shown
    drawn = ruleproof("graph", "tin_helm", "--option", "eat_in_combat=false", "--format", "json")
    document = json.loads(drawn.out)
    (fight,) = [row for row in document["rows"] if row["name"] == "fight"]
    (eat,) = [use for use in fight["uses"] if use["name"] == "eat"]
    assert eat["on"] and not eat["needs"], "a rule withholds it here, no declaration"
    off = [use for row in document["rows"] for use in [row, *row["uses"]] if not use["on"]]
    assert all(use["needs"] for use in off)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["tin_hlem"], 2, "did you mean tin_helm"),
        (["none/there.rply"], 2, "no such file"),
        (["tin_helm", "--format", "gif"], 2, "gif"),
        (["tin_helm", "-o", "phases.gif"], 2, "no suffix of a format"),
        (["tin_helm", "--option", "eat_in_combat=perhaps"], 2, "outside its domain"),
        (["tin_helm", "--level", "states"], 2, "phase"),
    ],
)
def test_what_cannot_be_drawn_is_refused(words: list[str], code: int, says: str) -> None:
    done = ruleproof("graph", *words)
    assert (done.code, done.out) == (code, "") and says in done.err
    assert "Traceback" not in done.err


def test_files_are_read_strictly_and_state_their_own_options(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", 1)
    (file,) = folder.iterdir()
    assert ruleproof("graph", file, "--option", "eat_in_combat=false").code == 2
    torn = tmp_path / "torn.rply"
    torn.write_bytes(file.read_bytes()[:-9])
    done = ruleproof("graph", torn)
    assert done.code == 3 and str(torn) in done.err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert ruleproof("graph", empty).code == 5
    unwritable = ruleproof("graph", "tin_helm", "-o", tmp_path / "no" / "folder.mmd")
    assert unwritable.code == 2 and "E403" in unwritable.err


@pytest.mark.parametrize("name", games(foreign=False))
@pytest.mark.parametrize("place", ["docs/rules/{}.svg", "tests/golden/{}/phases.mmd"])
def test_the_pictures_of_the_project_are_up_to_date(name: str, place: str) -> None:
    done = ruleproof("graph", name, "--check", ROOT / place.format(name))
    assert done.code == 0, done.out + done.err


def test_the_map_of_the_project_is_up_to_date() -> None:
    path = ROOT / "docs" / "rules" / "ham_helsing_map.svg"
    done = ruleproof("graph", "ham_helsing", "--level", "map", "--check", path)
    assert done.code == 0, done.out + done.err


@drawing
def test_a_picture_of_other_colours_on_a_dark_screen_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "phases.svg"
    assert ruleproof("graph", "tin_helm", "-o", path).code == 0
    monkeypatch.setattr(dot, "DARK", "")
    done = ruleproof("graph", "tin_helm", "--check", path)
    assert done.code == 1 and "drawn from DOT source" in done.out
