"""Which findings are one bug: kin stand under the shortest log, and every log is kept."""

from __future__ import annotations

from pathlib import Path

from properties.fuzz import Plan, fuzz
from properties.judge import Signature
from properties.kin import families, kin_of
from properties.shrink import of_signature, shrink
from tests.properties.stair_bugs import with_bug

DUSK = Signature("MII-05/dusk_costs_one_food", "MI-DUSK-01")
FLASK = Signature("MII-07/nobody_has_more_sips_than_the_flask", "MI-SIP-01")


def test_a_log_that_shrinks_into_another_failure_is_kin(tmp_path: Path) -> None:
    # One changed place: the third dusk eats twice, and the flask fills up on the second step.
    report = fuzz(with_bug("two bugs at once"), Plan(games=64, swarm=False), tmp_path)
    [finding] = report.findings
    by_name = {other.signature: other for other in finding.others}
    assert finding.signature == FLASK and DUSK in by_name, finding.text()
    other = by_name[DUSK]
    assert finding.minimal is not None and other.minimal is not None
    assert finding.minimal.actions < other.minimal.actions
    assert "shows also as MII-05" in finding.text() and "which is a guess" in finding.text()
    assert report.text().endswith(f"findings: 1, of {1 + len(finding.others)} signatures")
    told = [entry["signature"]["property"] for entry in finding.as_dict()["others"]]
    assert DUSK.label in told
    kept = {path.name for path in tmp_path.iterdir()}
    assert {f"{FLASK.slug}.rply", f"{DUSK.slug}.rply"} < kept


def test_failures_that_never_meet_stay_apart() -> None:
    report = fuzz(with_bug("two bugs apart"), Plan(games=64))
    assert sorted(finding.signature for finding in report.findings) == [DUSK, FLASK]
    assert all(not finding.others for finding in report.findings)


def test_what_breaks_in_the_same_ply_is_kin() -> None:
    maker = with_bug("below nothing")
    game, properties = maker.load(), maker.properties()
    codes = [game.code(text) for text in ("climb 2", "blow 1")]
    below = Signature("MII-01/nobody_stands_above_the_top", "MI-TURN-01")
    minimal = shrink(game, codes, of_signature(game, properties, below))
    assert below in kin_of(game, minimal, properties)
    assert families({below: (game, minimal)}, properties) == [[below]]
