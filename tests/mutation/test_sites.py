"""Sites and samples of mutants (cosmic-ray's operators; run by `make mutants`)."""

from __future__ import annotations

from pathlib import Path

from engine.registry import definition
from tests.mutation.sites import guard_files, rule_files, sample, sites

RULES = '''"""Says 1 + 1."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from a import B

def f(x: int | None = 3, *, y: "B") -> int | str:
    """Not 2 < 3."""
    z: int | str = x + 1
    return z if x > 2 and y else -z
'''


def test_rules_have_sites_and_hints_have_none(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(RULES)
    found = {(site.line, site.column): {name for name, _ in site.mutations} for site in sites(path)}
    assert {line for line, _ in found} == {7, 9, 10}
    assert found[9, 21] >= {"ReplaceBinaryOperator_Add_Sub", "ReplaceBinaryOperator_Add_Mul"}
    assert any("ReplaceAndWithOr" in names for names in found.values())
    assert not any("_BitOr_" in name for names in found.values() for name in names)


def test_a_sample_is_seeded_and_begins_as_a_larger_one_does(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "careful.py").write_text(RULES)
    files = rule_files(tmp_path)
    few, many = sample(files, "shake:1", 3), sample(files, "shake:1", 99)
    assert few == many[:3] and len(many) == len({mutant.id for mutant in many})
    assert {mutant.file for mutant in many} == {"rules.py"}
    assert sample(files, "shake:2", 99) != many
    for mutant in many:
        assert mutant.text != RULES and mutant.changed
        compile(mutant.text, mutant.file, "exec")


def test_rule_files_of_a_game_leave_out_players_and_packs() -> None:
    folder = definition("tin_helm").folder
    names = [path.name for path in rule_files(Path(folder))]
    assert "fight.py" in names and "phases.py" in names
    assert not [name for name in names if name.startswith(("careful", "schema", "observation"))]
    guards = [path.name for path in guard_files(Path(folder))]
    assert guards == ["events_guards.py"] and not {*guards} & {*names}
