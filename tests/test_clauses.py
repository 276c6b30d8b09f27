"""Every clause of every registered game: it names code, and what proves it."""

from __future__ import annotations

import pytest

from engine import registry
from properties.corpus import reached_by
from properties.coverage import Coverage
from properties.proof import proofs
from replays.corpus import golden

GAMES = registry.games(foreign=False)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_proven_by_its_own_kind(name: str) -> None:
    found = proofs(name)
    by_id = {str(clause["id"]): clause for clause in found.clauses}
    assert list(by_id) == list(registry.definition(name).clauses.ids())
    assert not found.unproven, f"unproven: {found.unproven}; see `ruleproof rules {name}`"
    assert not [ident for ident, clause in by_id.items() if not clause["code"]]
    for clause in by_id.values():
        for proof in clause["proven_by"]:
            assert proof["kind"] and proof["ref"]


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
