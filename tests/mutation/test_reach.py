"""What runs the changed statement is judged, nothing else; that costs no mutant."""

from __future__ import annotations

import runpy
from pathlib import Path

from tests.mutation.reach import MADE, Reach, Tracer, statement

RULES = '''"""Rules."""
LIMIT = 3


def worth(cards, double):
    """Points."""
    total = sum(
        card + 1
        for card in cards
    )
    if (double
            and total < LIMIT):
        total *= 2
    return total
'''


def test_the_innermost_statement_or_the_head_of_a_compound_one() -> None:
    assert statement(RULES, 8) == statement(RULES, 7) == range(7, 11)
    assert statement(RULES, 12) == range(11, 13) and statement(RULES, 13) == range(13, 14)
    assert statement(RULES, 2) == range(2, 3) and statement(RULES, 5) == range(5, 6)
    assert not statement(RULES, 3)


def test_units_that_run_a_statement_are_judged_and_those_that_run_least_come_first(
    tmp_path: Path,
) -> None:
    path = tmp_path / "traced_rules.py"
    path.write_text(RULES)
    tracer = Tracer(tmp_path)
    with tracer.noting() as switch:
        worth = runpy.run_path(str(path))["worth"]
        for unit, (cards, double) in enumerate([([1], True), ([1], False), ([], True)]):
            switch(f"games {unit}")
            worth(cards, double)
        switch(MADE)
    reach = Reach.from_dict({"units": {"games": [0, 1, 2]}, "lines": tracer.lines()})
    # What ran while the rules were loaded may be noticed by all.
    assert reach.of("traced_rules.py", RULES, 2) is None
    of = {line: reach.of("traced_rules.py", RULES, line)["games"] for line in (8, 12, 13)}
    assert of[13] == [2, 0]
    assert sorted(of[8]) == sorted(of[12]) == [0, 1, 2] and of[8][0] == 1
    # What content is turned into is kept: whoever ran it first ran it for all.
    reach.lines["components.py"] = reach.lines["traced_rules.py"]
    assert reach.of("components.py", RULES, 13) is None
