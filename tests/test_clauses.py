"""The golden replays of every registered game show what play can reach."""

from __future__ import annotations

import pytest

from engine import registry
from properties.corpus import reached_by
from properties.coverage import Coverage
from replays.corpus import golden

GAMES = registry.games(foreign=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_corpus_reaches_what_play_can_reach(name: str) -> None:
    game = registry.load(name)
    reached = reached_by(golden(name))
    reached |= dict(game.definition.unreached).keys()
    owed = Coverage(game).columns()
    kinds = {clause.id: clause.proof for clause in game.definition.clauses}
    for column in ("exits", "verbs", "events", "content", "ends", "options", "phases"):
        missed = [item for item in owed[column] if f"{column}/{item}" not in reached]
        assert not missed, f"{column} missed by the golden corpus: {missed}"
    by_play = ("event", "fact", "exit")
    missed = [i for i, kind in kinds.items() if kind in by_play and f"clauses/{i}" not in reached]
    assert not missed, f"clauses that play can reach and the corpus does not: {missed}"


@pytest.mark.parametrize("name", GAMES)
def test_what_play_cannot_reach_is_owed_and_not_reached(name: str) -> None:
    game = registry.load(name)
    owed, reached = Coverage(game).columns(), reached_by(golden(name))
    for item, reason in game.definition.unreached:
        column, _, what = item.partition("/")
        assert what in owed[column], f"{item} is nothing that play could reach"
        assert reason
        assert item not in reached, f"{item} is reached: strike it from `unreached`"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_left_out_without_a_word(name: str) -> None:
    definition = registry.definition(name)
    for ident, reason in definition.not_modelled:
        assert ident in definition.clauses and reason
