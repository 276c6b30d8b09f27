"""Seeded games with the dense pack: every card is played, every op resolved, every way out taken.

The reference pack uses half of the vocabulary; these games carry the other half.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.content import load
from engine.game import Game
from engine.games.henchling import GAME, effects_ops
from engine.play import play
from engine.policies import named
from properties.checker import check_game
from properties.coverage import Coverage, cover
from properties.invariant import properties_for

PACK = Path(__file__).parents[2] / "packs" / "henchling_rich.toml"
RICH = load(PACK, GAME.name, GAME.schema)
# (options, (policy, number of the seed) of each game): together they take every exit.
TABLES: tuple[tuple[dict[str, int | str | bool], tuple[tuple[str, int], ...]], ...] = (
    ({"players": 3}, (("shopper", 0), ("mixed", 9), ("refusing", 0))),
    ({"players": 2, "mulligan": True, "setup_trap_reveal": "rebury"},
     (("mixed", 7), ("careful", 1), ("uniform", 1))),
    ({"players": 4, "copies": 2, "block_tilts": True, "start": 1}, (("shopper", 7),)),
    ({"players": 2, "unflip_mode": "summary", "free_uses_per_turn": 4, "actions_max": 12},
     (("mixed", 3), ("uniform", 1))),
    ({"players": 2, "turns_max": 6}, (("uniform", 0),)),
)  # fmt: skip
# What the golden corpus of the reference pack shows, and this pack hardly ever.
SHOWN = ("ends/nobody_left", "exits/resolve: nobody_is_left -> nobody_left", "events/limit.capped")


def logs() -> Iterator[tuple[Game, tuple[int, ...]]]:
    """The seeded games."""
    for options, played in TABLES:
        game = Game(GAME, options, RICH)
        for policy, number in played:
            yield game, play(game, f"shake:rich/{number}", named(game, policy)).codes


def test_every_card_op_exit_and_end_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the vocabulary is left to the imagination."""
    resolved: dict[str, int] = dict.fromkeys(effects_ops.OPS, 0)
    for op, run in list(effects_ops.OPS.items()):

        def counted(state, row, task, op=op, run=run):  # type: ignore[no-untyped-def]
            resolved[op] += 1
            run(state, row, task)

        monkeypatch.setitem(effects_ops.OPS, op, counted)
    total = Coverage(Game(GAME, {"mulligan": True}, RICH))
    taken: dict[str, None] = {}
    for game, codes in logs():
        total.merge(cover(game, [codes]))
        taken.update(dict.fromkeys(game.text(code) for code in codes))
    assert [op for op, count in resolved.items() if not count] == []
    for column in ("content", "verbs", "exits", "ends", "events", "phases"):
        missed = [item for item in total.missed(column) if f"{column}/{item}" not in SHOWN]
        assert missed == [], f"{column}: {missed}"
    cards = [str(row["id"]) for row in RICH.data["card"] if row["type"] != "trap"]
    assert [card for card in cards if f"play_card {card}" not in taken] == []


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_the_second_witness_agrees() -> None:
    """No property of the game is broken with this pack either."""
    for game, codes in logs():
        assert check_game(game, codes, properties_for(GAME.name)) is None
