"""Goldens of every registered game: codes, perft, diagram, playthroughs.

`tests/golden/<game>/`: codes.txt (append-only), perft.toml, phases.mmd, and a transcript of each
replay named in playthroughs.txt.  They change only when the game means to change.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import registry
from properties.perft import perft
from replays.corpus import golden
from replays.verify import verify
from tools.cli import main

HERE = Path(__file__).parent / "golden"
GAMES = registry.games(foreign=False)


def codes_of(name: str) -> list[str]:
    """Every code of a game in order: its number and its text with the reference pack."""
    game = registry.load(name)
    return [f"{code} {game.text(code)}" for code in range(len(game.space))]


@pytest.mark.parametrize("name", GAMES)
def test_codes_are_append_only(name: str) -> None:
    pinned = (HERE / name / "codes.txt").read_text(encoding="utf-8").splitlines()
    now = codes_of(name)
    assert now[: len(pinned)] == pinned, "a code changed its meaning: old replays would lie"
    assert len(now) == len(pinned), "new codes: append them to codes.txt"


@pytest.mark.parametrize("name", GAMES)
def test_perft(name: str) -> None:
    text = (HERE / name / "perft.toml").read_text(encoding="utf-8")
    for entry in tomllib.loads(text)["perft"]:
        game = registry.load(name, entry.get("options", {}))
        wanted = [(row["lines"], row["positions"], row["ended"]) for row in entry["ply"]]
        found = perft(game, len(wanted) - 1)
        assert [(row.lines, row.positions, row.ended) for row in found] == wanted


@pytest.mark.parametrize("name", GAMES)
def test_the_diagram_is_not_stale(name: str) -> None:
    target = HERE / name / "phases.mmd"
    arguments = ["graph", name, "--format", "mermaid", "--check", str(target)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output


PLAYTHROUGHS = [(path.parent.name, path) for path in sorted(HERE.glob("*/*.playthrough.txt"))]


@pytest.mark.parametrize(("name", "path"), PLAYTHROUGHS, ids=[p.stem for _, p in PLAYTHROUGHS])
def test_playthroughs_read_as_they_did(name: str, path: Path) -> None:
    replay = next(p for p in golden(name) if p.stem == path.name.removesuffix(".playthrough.txt"))
    result = CliRunner().invoke(main, ["replay", str(replay), "--events"])
    assert result.exit_code == 0, result.output
    assert result.stdout == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", golden(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_replays_are_exact(path: Path) -> None:
    assert verify(path).word == "EXACT"
